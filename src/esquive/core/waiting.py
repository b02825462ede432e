"""What a state waits for: a seat's decision, a roll of the dice, or nothing because the game is over.

A `Decision` is a view on the state, not a copy: it answers for the position as it is when asked. Answers are
integers inside the engine and one line of notation outside (see `core.notation` and each game's `notation`).
"""

from collections.abc import Iterator
from random import Random
from typing import Any, Final, Protocol

from esquive.core.clause_numbering import cited
from esquive.core.errors import EsquiveError, InvariantError, NotationError
from esquive.core.ids import format_seat

# The chance that agents draw from; rules name the type only, they never make one.
Rng = Random

PROPOSED: Final = 12  # lines shown of a decision whose answers cannot be listed


class Condition:
    """One condition of an action: the clauses that ask for it, whether it holds, and the facts it rests on.

    `rules` are the clauses by the numbers of the code, by which words are found; `clauses` as the match cites them.
    """

    __slots__ = ("clauses", "facts", "holds", "kind", "rules")

    def __init__(self, kind: str, clauses: tuple[str, ...], holds: bool, facts: dict[str, Any]) -> None:
        self.kind = kind
        self.clauses = self.rules = clauses
        self.holds = holds
        self.facts = facts

    def to_data(self) -> dict[str, Any]:
        """A JSON-able form with the keys `kind clauses holds facts`."""
        return {"kind": self.kind, "clauses": list(self.clauses), "holds": self.holds, "facts": self.facts}

    def __repr__(self) -> str:
        return f"Condition({self.kind!r}, {self.clauses!r}, {self.holds!r}, {self.facts!r})"


class Refusal:
    """Why an answer is illegal, as a value: kind, clauses and facts; `rules` as those of a condition."""

    __slots__ = ("clauses", "facts", "kind", "rules")

    def __init__(self, kind: str, clauses: tuple[str, ...], facts: dict[str, Any] | None = None) -> None:
        self.kind = kind
        self.clauses = self.rules = clauses
        self.facts = facts if facts is not None else {}

    def to_data(self) -> dict[str, Any]:
        """A JSON-able form with the keys `kind clauses facts`."""
        return {"kind": self.kind, "clauses": list(self.clauses), "facts": self.facts}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Refusal) and self.to_data() == other.to_data()

    def __hash__(self) -> int:
        return hash((self.kind, self.clauses))

    def __repr__(self) -> str:
        return f"Refusal({self.kind!r}, {self.clauses!r}, {self.facts!r})"


class IllegalAnswer(EsquiveError):
    """A line that is an answer, but not a legal one; `refusal` says why, with its clauses, and `sentence` in words."""

    def __init__(self, line: str, refusal: Refusal, sentence: str) -> None:
        super().__init__(sentence, line, ", ".join(refusal.clauses))
        self.refusal = refusal


def refusal_of(conditions: list[Condition]) -> Refusal | None:
    """The refusal that the first condition that fails amounts to, or None when all hold."""
    for condition in conditions:
        if not condition.holds:
            refusal = Refusal(condition.kind, condition.clauses, condition.facts)
            refusal.rules = condition.rules
            return refusal
    return None


def as_cited(state: Any, conditions: list[Condition]) -> list[Condition]:
    """Conditions whose clauses have the numbers of the match's release: see `core.citing`."""
    if getattr(state, "numbers", None) is not None:
        for condition in conditions:
            condition.clauses = cited(state, condition.rules)
    return conditions


class Asker(Protocol):
    """The frame behind a decision: it lists and judges the answers, or only judges and makes them up."""

    def is_listed(self, state: Any) -> bool:
        """Whether the legal answers can be listed."""

    def options(self, state: Any) -> list[int]:
        """Every legal answer, in a fixed order; only when they can be listed."""

    def sample(self, state: Any, rng: Random) -> int:
        """One legal answer by chance."""

    def candidates(self, state: Any, n: int) -> list[int]:
        """At most n legal answers worth looking at, in a fixed order."""

    def conditions(self, state: Any, answer: int) -> list[Condition]:
        """Every condition the answer has to meet."""


class Decision:
    """A seat is asked to choose. A live view of its lines: iterable, countable, `"cast con d4" in decision`.

    The same answers as integers, for agents and rules, are the `options`.

    A path on an open table is one answer of countless many: such a decision is not listed (`is_listed` is False). It
    judges, samples and proposes answers as any other does; asking for all of them is a mistake and says so.
    """

    __slots__ = ("_frame", "_state", "kind", "seat")

    def __init__(self, kind: str, seat: int, frame: Asker, state: Any) -> None:
        self.kind = kind
        self.seat = seat
        self._frame = frame
        self._state = state

    @property
    def is_listed(self) -> bool:
        """Whether the legal answers can be listed."""
        return self._frame.is_listed(self._state)

    def options(self) -> list[int]:
        """Every legal answer, in a fixed order; raises InvariantError when they cannot be listed."""
        if not self._frame.is_listed(self._state):
            raise InvariantError(f"the answers to the {self.kind} decision cannot be listed: sample or propose them")
        return self._frame.options(self._state)

    def refusal(self, answer: int) -> Refusal | None:
        """Why the answer is illegal, or None when it is legal."""
        return refusal_of(as_cited(self._state, self._frame.conditions(self._state, answer)))

    def conditions(self, answer: int) -> list[Condition]:
        """Every condition of the answer, the ones that hold and the ones that fail."""
        return as_cited(self._state, self._frame.conditions(self._state, answer))

    def sample(self, rng: Random) -> int:
        """One legal answer by chance: uniform over the options where they are listed."""
        return self._frame.sample(self._state, rng)

    def candidates(self, n: int) -> list[int]:
        """At most n legal answers worth looking at, in a fixed order; at least one."""
        return self._frame.candidates(self._state, n)

    def proposals(self, n: int = PROPOSED) -> list[int]:
        """Every legal answer where they can be listed, else at most n worth looking at."""
        return self.options() if self.is_listed else self.candidates(n)

    def lines(self, n: int = PROPOSED) -> list[str]:
        """The same as lines of notation."""
        return [self._state.line_of(answer) for answer in self.proposals(n)]

    def __iter__(self) -> Iterator[str]:
        return iter([self._state.line_of(answer) for answer in self.options()])

    def __len__(self) -> int:
        return len(self.options())

    def __contains__(self, answer: object) -> bool:
        if isinstance(answer, str):
            try:
                answer = self._state.answer_of(answer)
            except NotationError:
                return False
        if not isinstance(answer, int) or isinstance(answer, bool):
            return False
        return answer in self.options() if self.is_listed else self.refusal(answer) is None

    def __str__(self) -> str:
        head = f"{format_seat(self.seat)} is asked for {self.kind}"
        lines = self.lines()
        if self.is_listed:
            return "\n".join([f"{head}: {len(lines)} answers", *(f"  {line}" for line in lines)])
        return "\n".join([f"{head}: such as", *(f"  {line}" for line in lines)])

    def __repr__(self) -> str:
        return f"Decision({self.kind!r}, seat={self.seat})"


class Roll:
    """Chance is asked: `size` outcomes numbered from 0, each with an integer weight (all 1 when `weights` is None).

    `private_to` is the only seat that may see the outcome, or -1 when everybody may. `merged` maps every outcome
    that the rules treat alike to one representative; it may be None when no two are alike.
    """

    __slots__ = ("count", "kind", "private_to", "seat", "size", "unit", "weights")

    def __init__(
        self,
        kind: str,
        seat: int,
        size: int,
        count: int = 1,
        unit: int = -1,
        weights: tuple[int, ...] | None = None,
        private_to: int = -1,
    ) -> None:
        self.kind = kind
        self.seat = seat
        self.size = size
        self.count = count
        self.unit = unit
        self.weights = weights
        self.private_to = private_to

    def sample(self, rng: Random) -> int:
        """One outcome drawn by weight."""
        if self.weights is None:
            # Beyond what one such number tells apart, two dozen dice say, the slower way.
            return int(rng.random() * self.size) if self.size <= 1 << 53 else rng.randrange(self.size)
        mark = rng.randrange(sum(self.weights))
        for outcome, weight in enumerate(self.weights):
            mark -= weight
            if mark < 0:
                return outcome
        raise AssertionError("weights sum to more than they did")

    def outcomes(self) -> list[tuple[int, int]]:
        """Every outcome with its weight; outcomes of weight 0 are left out."""
        if self.weights is None:
            return [(outcome, 1) for outcome in range(self.size)]
        return [(outcome, weight) for outcome, weight in enumerate(self.weights) if weight]

    def may_fall(self, outcome: int) -> bool:
        """Whether the roll can have this outcome, without listing them: many dice have more than anybody can hold."""
        if not 0 <= outcome < self.size:
            return False
        return self.weights is None or self.weights[outcome] > 0

    def refusal(self, outcome: int) -> Refusal | None:
        """Why the roll cannot have this outcome, or None when it can."""
        if self.may_fall(outcome):
            return None
        return Refusal("roll", (), {"roll": self.kind})

    def total(self) -> int:
        """The sum of all weights."""
        return self.size if self.weights is None else sum(self.weights)

    def __repr__(self) -> str:
        return f"Roll({self.kind!r}, seat={self.seat}, size={self.size})"


class Over:
    """The game is over: the winning seat, or -1 for a draw; the clause says why."""

    __slots__ = ("clause", "reason", "winner")

    def __init__(self, winner: int, reason: str, clause: str) -> None:
        self.winner = winner
        self.reason = reason
        self.clause = clause

    def __repr__(self) -> str:
        return f"Over(winner={self.winner}, reason={self.reason!r})"


Waiting = Decision | Roll | Over
