"""What an environment needs to know of a game: how its answers are numbered, and what of a position is observed.

    [project.entry-points."esquive.environments"]
    mygame = "mygame.spaces:SPACES"

Actions are numbers that mean the same in every position. An answer of several parts, such as a unit and the cell it is
deployed on, is given part by part: after the first part the same player is asked for the next one.

An observation is one vector of integers, made of named blocks, from the view of one seat: seats are counted from it,
and what it cannot know is not in it.
"""

from collections.abc import Sequence
from math import prod
from typing import Any, Final, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from esquive.core.errors import DocumentError, EsquiveError
from esquive.core.game import Game
from esquive.core.games import found_in, game_named
from esquive.core.phrases import phrase
from esquive.core.waiting import Decision

ENVIRONMENTS: Final = "esquive.environments"  # the group of entry points

Vector = npt.NDArray[Any]  # of the integers that `Spaces.dtype` says


class Block(NamedTuple):
    """A part of an observation: its `shape`, and what the numbers along its last axis are, by name."""

    name: str
    meaning: str
    shape: tuple[int, ...]
    fields: tuple[str, ...]

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return prod(self.shape)


class IllegalAction(ValueError):
    """An action that may not be taken now."""


class Choice:
    """The answers to a decision as actions: `legal` are those that may be taken now, in the order of the answers.

    `parts` are the actions of each answer, where answers have several; `given` those taken so far.
    """

    __slots__ = ("_answers", "_parts", "given", "legal")

    def __init__(self, answers: list[int], actions: list[int], parts: list[tuple[int, ...]] | None = None) -> None:
        self._answers = answers
        self._parts = parts
        self.given: tuple[int, ...] = ()
        self.legal = actions if parts is None else self._next(parts)

    def take(self, action: int) -> int | None:
        """The answer that the actions taken so far amount to; None while a part of it is still to be given.

        Raises IllegalAction for one that is not legal.
        """
        if action not in self.legal:
            raise IllegalAction(f"{action} is not legal here")
        if self._parts is None:
            return self._answers[self.legal.index(action)]
        place = len(self.given)
        self.given = (*self.given, action)
        left = [number for number, part in enumerate(self._parts) if part[place] == action]
        self._answers = [self._answers[number] for number in left]
        self._parts = [self._parts[number] for number in left]
        if len(self._answers) == 1:
            return self._answers[0]
        self.legal = self._next(self._parts)
        return None

    def copy(self) -> "Choice":
        """One that goes on by itself."""
        other = Choice.__new__(Choice)
        other._answers, other._parts, other.given, other.legal = self._answers, self._parts, self.given, self.legal
        return other

    def _next(self, parts: list[tuple[int, ...]]) -> list[int]:
        place = len(self.given)
        return list(dict.fromkeys(part[place] for part in parts))


class Encoder(Protocol):
    """Observes positions from one seat. It keeps the last observation and writes what has changed."""

    def observe(self, state: Any, choice: Choice | None) -> Vector:
        """The observation of a position, a vector of its own; `choice` is that of whoever is asked, if anybody is."""


class Spaces(Protocol):
    """The numbers of one game."""

    game: str
    about: str  # what the actions are, as Markdown
    actions: int  # how many there are
    layout: tuple[Block, ...]  # of an observation, in order
    dtype: type[np.signedinteger[Any]]  # of its integers

    def choice(self, state: Any, decision: Decision) -> Choice:
        """The answers to a decision as actions.

        Raises UnnumberedError for an answer beyond the numbers.
        """

    def encoder(self, seat: int) -> Encoder:
        """A new one for a seat."""

    def meaning(self, action: int) -> str:
        """What an action is, in English."""


class UnnumberedError(EsquiveError):
    """A position that has more of something than the fixed numbers have room for."""


def unnumbered(what: str, number: int, room: int) -> UnnumberedError:
    """The error for more of something than there is room for; `what` is a phrase."""
    return UnnumberedError(
        "unimplemented: {what}: {number}, and environments have room for {room}",
        "environment",
        "play this set-up without environments",
        what=what,
        number=number,
        room=room,
    )


def spaces_of(game: str) -> tuple[Game, Spaces]:
    """A game and its numbers; raises DocumentError for a game that there is not, or that has none."""
    found = game_named(game)
    known = found_in(ENVIRONMENTS)
    if game not in known:
        raise DocumentError(
            "{game!r} has no environments", "game", phrase("games: {known}", known=", ".join(known)), game=game
        )
    spaces: Spaces = known[game].load()
    return found, spaces


def size_of(layout: Sequence[Block]) -> int:
    """How many numbers an observation has."""
    return sum(block.size for block in layout)


def places_of(layout: Sequence[Block]) -> dict[str, slice]:
    """Where each block lies in an observation, by name."""
    found: dict[str, slice] = {}
    begin = 0
    for block in layout:
        found[block.name] = slice(begin, begin + block.size)
        begin += block.size
    return found


def blocks_of(layout: Sequence[Block], observation: npt.NDArray[Any]) -> dict[str, npt.NDArray[Any]]:
    """The blocks of an observation, or of many (along the first axes), by name and in their shapes: no copies."""
    lead = observation.shape[:-1]
    places = places_of(layout)
    return {block.name: observation[..., places[block.name]].reshape(*lead, *block.shape) for block in layout}
