"""An attack set up for a test: who strikes whom, and what both have lost by it."""

from typing import Any

from esquive.kaos.book.exchange import AttackFrame
from esquive.kaos.table import answers
from esquive.kaos.table.state import NONE
from tests.kaos.playing import (
    SWORD,
    Table,
    mine,
    theirs,
)


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
    """One figure attacks another, from where both stand."""
    number = answers.REACTION_NAMES.index(reaction)
    frame = AttackFrame(table[attacker], means, table[target], number, reaction_means, flags, riposte_dice)
    return table.start(frame)


def duel(gap: float = 0, hero: dict[str, Any] | None = None, faces: float = 180, **foe: Any) -> Table:
    """The hero, whose turn it is, and the foe face to face; swords of 4 dice and 5 wounds unless told otherwise."""
    figures = {"hero": mine(at=(20, 20), **(hero or {})), "foe": theirs(at=(22.5 + gap, 20), faces=faces, **foe)}
    return Table(figures, active="hero", size=(100, 60))


def wounds(table: Table) -> tuple[int, int]:
    """The wounds of the hero and of the foe."""
    return table.read("hero", "wounds"), table.read("foe", "wounds")
