"""What an agent that looks ahead has to know of a game.

Values are integers, from a seat's point of view; more is better.

There are two kinds of games: those whose answers can be listed and whose turns are walks over a board
(`WalkEvaluation`, for `agents.greedy`), and those whose answers have to be proposed (`ProposalEvaluation`, for
`agents.lookahead`).
"""

from random import Random
from typing import Any, Protocol, runtime_checkable

from esquive.core.waiting import Decision, Roll


class Evaluation(Protocol):
    """What every agent that looks ahead asks."""

    def value(self, state: Any, seat: int) -> int:
        """How good the position is."""

    def hide(self, state: Any, seat: int, rng: Random) -> Any:
        """A copy in which everything the seat cannot know has been dealt anew."""

    def is_inner(self, decision: Decision) -> bool:
        """Whether the decision belongs to the action under way rather than being a new one."""


@runtime_checkable
class WalkEvaluation(Evaluation, Protocol):
    """What the agent that looks through a unit's turn asks besides."""

    margin: int  # of values that hardly differ before the first turn

    def classes(self, state: Any, roll: Roll) -> list[tuple[int, int]]:
        """The outcomes of a roll with weights, those the rules treat alike merged."""

    def is_turn(self, decision: Decision) -> bool:
        """Whether a unit is asked for the next action of its turn."""

    def is_step(self, answer: int) -> bool:
        """Whether the answer moves the active unit by one cell."""

    def ends_turn(self, answer: int) -> bool:
        """Whether the answer ends the unit's turn."""

    def place(self, state: Any) -> tuple[int, ...]:
        """The active unit and where it is; two positions of one walk with the same place are the same."""


@runtime_checkable
class ProposalEvaluation(Evaluation, Protocol):
    """What the agent that plays out a few proposals asks besides."""

    def settled(self, state: Any, decision: Decision) -> int | None:
        """The answer to a decision that a rule settles, or None for one to be thought about."""
        return None

    def alike(self, state: Any, decision: Decision) -> list[int]:
        """Answers that are about as good as one another, of which chance takes one; none where some are better."""
        return []

    def proposals(self, state: Any, decision: Decision) -> list[int]:
        """The answers to be weighed, the likeliest first."""
        return decision.proposals()

    def tries(self, decision: Decision) -> int:
        """How often each of them is played out."""
        return 2

    def reply(self, state: Any, decision: Decision) -> int:
        """What is answered, quickly, when a decision comes up in a playing-out."""
        return self.proposals(state, decision)[0]
