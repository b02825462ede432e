"""The answers of Kaos as 32 actions: action n is the n-th answer that the decision proposes.

A path over an open table is one of countless many, so the game proposes answers, the likeliest first (see
`kaos.proposals`); where all answers can be listed, they are those. What each of them is stands in the block
`proposals` of an observation. Of more than 32 the first 32 can be given.
"""

from typing import Final

from esquive.core.waiting import Decision
from esquive.envs.spaces import Choice

ACTIONS: Final = 32
NUMBERS: Final = tuple(range(ACTIONS))


class Proposals(Choice):
    """The proposals of a decision, kept for the observation."""

    __slots__ = ("answers",)

    def __init__(self, answers: list[int]) -> None:
        super().__init__(answers, list(NUMBERS[: len(answers)]))
        self.answers = answers

    def copy(self) -> "Proposals":
        """One that goes on by itself."""
        return Proposals(self.answers)


def choice_of(decision: Decision) -> Proposals:
    """The proposals of a decision."""
    return Proposals(decision.proposals(ACTIONS)[:ACTIONS])
