"""Procedures of a rulebook as frames on an explicit stack, and the one loop that runs them.

Resolution stops in the middle to ask players and dice. A generator or a callback would keep that middle in the
interpreter, where it cannot be copied, saved or replayed; a frame keeps it in a few named integers.
A frame never holds a state, a piece or a function. It is given the state each time it runs.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from random import Random
from typing import Any, ClassVar, Final, Generic, Protocol, Self, TypeVar

from esquive.core.clause_numbering import cited_one
from esquive.core.columns import fields
from esquive.core.errors import DocumentError
from esquive.core.phrases import phrase
from esquive.core.tables import saved_value
from esquive.core.waiting import Condition, Over, Waiting

S = TypeVar("S")
Kind = TypeVar("Kind", bound="Frame[Any]")

UNDECIDED: Final = -2
DRAW: Final = -1


class Frame(ABC, Generic[S]):
    """One procedure of the rulebook in progress: the step it stands at, and integer fields of its own.

    Subclasses name themselves (`NAME`) and their steps in book order (`STEPS`), and list their fields, integers or
    lists of integers, in a body marked `@fields`. That is all that copying and saving need: saves hold names, so
    renumbering steps breaks no save.
    """

    NAME: ClassVar[str] = ""
    STEPS: ClassVar[tuple[str, ...]] = ("start",)
    FIELDS: ClassVar[tuple[str, ...]] = ()
    LIMITS: ClassVar[dict[str, tuple[int, int]]] = {}  # of fields that time or memory grows with, least and most

    __slots__ = ("step",)

    def __init__(self) -> None:
        self.step = 0

    @abstractmethod
    def run(self, state: S) -> bool:
        """Go on until something else must run first (False) or somebody must answer (True)."""

    @abstractmethod
    def waiting(self, state: S) -> Waiting:
        """What is waited for, when `run` has said True."""

    @abstractmethod
    def answer(self, state: S, answer: int) -> None:
        """Take a legal answer to what is waited for."""

    def is_listed(self, state: S) -> bool:
        """Whether the legal answers can be listed; a path on an open table cannot."""
        return True

    def options(self, state: S) -> list[int]:
        """The legal answers of the decision this frame waits with; a frame that never asks has none."""
        return []

    def sample(self, state: S, rng: Random) -> int:
        """One legal answer by chance; uniform over the options unless the frame knows better."""
        options = self.options(state)
        return options[int(rng.random() * len(options))]

    def candidates(self, state: S, n: int) -> list[int]:
        """At most n legal answers worth looking at, in a fixed order."""
        return self.options(state)[:n]

    def conditions(self, state: S, answer: int) -> list[Condition]:
        """The conditions of an answer to the decision this frame waits with; a frame that never asks has none."""
        return []

    def copy(self) -> Self:
        """An independent copy."""
        raise TypeError(f"{type(self).__name__} has no copy of its own: mark the class with @fields")

    def to_data(self) -> dict[str, Any]:
        """A JSON-able form, steps by name."""
        data: dict[str, Any] = {"frame": self.NAME, "step": self.STEPS[self.step]}
        for name in self.FIELDS:
            value = getattr(self, name)
            data[name] = list(value) if isinstance(value, list) else value
        return data


def on_top(state: Any, kind: type[Kind], *, below: int = 0) -> Kind | None:
    """The frame on top of a state's stack, which is the one that waits, if it is of this kind; or one `below` it."""
    stack: list[Any] = state.stack
    frame = stack[-1 - below] if len(stack) > below else None
    return frame if isinstance(frame, kind) else None


def under_way(state: Any, *kinds: type[Kind]) -> list[Kind]:
    """The frames of these kinds on a state's stack, what began last first."""
    return [frame for frame in reversed(state.stack) if isinstance(frame, kinds)]


def kinds_of_frames(*kinds: type[Frame[Any]]) -> dict[str, type[Frame[Any]]]:
    """Classes of frames by the names they have in saves."""
    return {kind.NAME: kind for kind in kinds}


def frame_from_data(kinds: Mapping[str, type[Frame[Any]] | Frame[Any]], data: dict[str, Any]) -> Frame[Any]:
    """The frame that `to_data` wrote; raises DocumentError for an unknown frame, step or a missing field.

    `kinds` are the classes of frames by name (see `kinds_of_frames`), or one frame of each.
    """
    name = data.get("frame")
    if name not in kinds:
        raise DocumentError(f"unknown frame {name!r}", "stack", f"known frames: {', '.join(sorted(kinds))}")
    kind = kinds[str(name)]
    if data.get("step") not in kind.STEPS:
        raise DocumentError(
            f"frame {name!r} has no step {data.get('step')!r}", "stack", f"steps: {', '.join(kind.STEPS)}"
        )
    for field in kind.FIELDS:
        if field not in data:
            raise DocumentError(f"frame {name!r} lacks {field!r}", "stack", "use a saved game as it was written")
    values = {field: _own(data[field], f"stack, frame {name!r}, {field}") for field in kind.FIELDS}
    for field, (least, most) in kind.LIMITS.items():
        if not isinstance(values[field], int) or not least <= values[field] <= most:
            said = f"{data[field]!r} cannot be {field!r} of frame {name!r}"
            raise DocumentError(said, "stack", phrase("use a number from {least} to {most}", least=least, most=most))
    if isinstance(kind, type):
        frame = kind(**values)
    else:
        frame = kind.copy()
        for field, value in values.items():
            setattr(frame, field, value)
    frame.step = kind.STEPS.index(data["step"])
    return frame


def _own(value: Any, where: str) -> Any:
    """A field as it was saved: a whole number, or a list of its own of them."""
    return [saved_value(one, where) for one in value] if isinstance(value, list) else saved_value(value, where)


@fields
class OverFrame(Frame[Any]):
    """The game is over: nobody is asked anything any more."""

    NAME = "over"

    def run(self, state: Any) -> bool:
        return True

    def waiting(self, state: Any) -> Waiting:
        return Over(state.winner, state.over_reason, cited_one(state, state.over_clause))

    def answer(self, state: Any, answer: int) -> None:
        raise ValueError("the game is over")


class Proposer(Protocol):
    """Makes up answers to a decision that cannot be listed; the rules judge them like anybody else's."""

    def sample(self, state: Any, frame: Any, rng: Random) -> int:
        """One legal answer by chance."""

    def candidates(self, state: Any, frame: Any, n: int) -> list[int]:
        """At most n legal answers worth looking at, in a fixed order."""


_PROPOSERS: Final[dict[str, Proposer]] = {}


def proposes(name: str, proposer: Proposer) -> None:
    """Register who proposes answers for the open frames of a name; rules never import their proposers."""
    _PROPOSERS[name] = proposer


class OpenFrame(Frame[S]):
    """A frame that, at some step, asks for an answer that cannot be listed, such as a path on an open table."""

    __slots__ = ()

    def sample(self, state: S, rng: Random) -> int:
        if self.is_listed(state):
            return super().sample(state, rng)
        return _PROPOSERS[self.NAME].sample(state, self, rng)

    def candidates(self, state: S, n: int) -> list[int]:
        if self.is_listed(state):
            return super().candidates(state, n)
        return _PROPOSERS[self.NAME].candidates(state, self, n)


def advance(state: Any) -> None:
    """Run the top frame, again and again, until the state waits or the game is decided.

    A decided game stops everything at once: the stack is replaced by the state's last frame.
    """
    stack = state.stack
    while state.winner == UNDECIDED:
        if stack[-1].run(state):
            if state.winner == UNDECIDED:
                return
            break
    state.finish()


class Unfinished(Frame[Any]):
    """Stands for a game that cannot begin: nothing is waited for."""

    NAME = "unfinished"

    def run(self, state: Any) -> bool:
        """Nothing goes on."""
        return True

    def waiting(self, state: Any) -> Waiting:
        """Nothing."""
        return Over(DRAW, "", "")

    def answer(self, state: Any, answer: int) -> None:
        """Nobody is asked."""
