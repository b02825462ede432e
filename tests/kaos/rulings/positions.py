"""Positions that the tests of the rulings share: two figures face to face, a turn, an attack, a path.

The hero is p1's and faces east at 20,20; the foe is p2's and faces west. Swords of 4 dice and 5 wounds, moves of 10 cm,
20 points of life and no armour unless told otherwise (see `tests.kaos.playing`).
"""

from collections.abc import Iterable
from typing import Any

from esquive.core.waiting import Decision
from esquive.kaos.book.activation import ActivationFrame
from esquive.kaos.book.exchange import AttackFrame
from esquive.kaos.book.movement import path_of
from esquive.kaos.geometry.legs import GO, JUMP, TURN, Leg
from esquive.kaos.geometry.paths import Passage
from esquive.kaos.geometry.shapes import TOP, Piece
from esquive.kaos.geometry.units import DEGREE
from esquive.kaos.table import answers
from esquive.kaos.table.state import NONE
from tests.kaos.playing import SWORD, Figure, Number, Point, Table, cm, mine, theirs

DONE = answers.pack(answers.DONE, [])


def duel(
    gap: float = 0,
    hero: dict[str, Any] | None = None,
    faces: Number = 180,
    pieces: Iterable[Piece] = (),
    others: dict[str, Figure] | None = None,
    destiny: tuple[int, int] = (0, 0),
    options: dict[str, Any] | None = None,
    **foe: Any,
) -> Table:
    """The hero, whose turn it is, and the foe so many centimetres before it, with what is given."""
    figures = {"hero": mine(at=(20, 20), **(hero or {})), "foe": theirs(at=(22.5 + gap, 20), faces=faces, **foe)}
    figures.update(others or {})
    return Table(figures, pieces, active="hero", size=(100, 60), destiny=destiny, options=options)


def turn_of(table: Table, name: str = "hero") -> Table:
    """A figure's turn begins: its plan is asked for."""
    table.state.active = table[name]
    return table.start(ActivationFrame(table[name]))


def attack(
    table: Table,
    reaction: str = "none",
    reaction_means: int = answers.NO_MEANS,
    *,
    means: int = SWORD,
    flags: int = 0,
    riposte_dice: int = NONE,
    attacker: str = "hero",
    target: str = "foe",
) -> Table:
    """One figure attacks another, from where both stand; the reaction is declared."""
    number = answers.REACTION_NAMES.index(reaction)
    frame = AttackFrame(table[attacker], means, table[target], number, reaction_means, flags, riposte_dice)
    return table.start(frame)


def refusals(table: Table, line: int | str) -> list[str]:
    """The kinds of the conditions that fail; nothing when the answer is legal."""
    return [condition.kind for condition in table.conditions(line) if not condition.holds]


def wounds(table: Table) -> tuple[int, int]:
    """The wounds of the hero and of the foe."""
    return table.read("hero", "wounds"), table.read("foe", "wounds")


def reactions(table: Table) -> list[str]:
    """The reactions offered now, each once, in order."""
    waiting = table.waiting
    assert isinstance(waiting, Decision) and waiting.kind == "react"
    found = [answers.fields_of(option)[0] for option in waiting.options()]
    return list(dict.fromkeys(answers.REACTION_NAMES[reaction] for reaction in found))


# --------------------------------------------------------------------------------------------------------------- paths


def to(x: Number, y: Number) -> Leg:
    """A straight line."""
    return Leg(GO, cm(x), cm(y), 0)


def leap(x: Number, y: Number) -> Leg:
    """A jump."""
    return Leg(JUMP, cm(x), cm(y), 0)


def face(degrees: int) -> Leg:
    """A turn on the spot."""
    return Leg(TURN, 0, 0, degrees * DEGREE)


def path(table: Table, name: str, *legs: Leg) -> Passage:
    """The path of a figure from where it stands."""
    number = table[name]
    return path_of(table.state, number, table.state.base(number), list(legs))


def problem(table: Table, name: str, *legs: Leg) -> str:
    """What bars a path; "" when nothing does."""
    found = path(table, name, *legs).problem
    return "" if found is None else found.kind


def ramp(at: Point, size: Point, height: Number, flags: int = 0, name: str = "ramp") -> Piece:
    """A ramp that rises from its west side to its east side."""
    west, south = cm(at[0]), cm(at[1])
    east, north = west + cm(size[0]), south + cm(size[1])
    middle = (south + north) // 2
    shape = ((west, south), (east, south), (east, north), (west, north))
    return Piece(name, "ramp", shape, cm(height), flags | TOP, (west, middle), (east, middle))
