"""Diagrams of displacement: the position before a spell, and after the rules have resolved it."""

from typing import Any

from esquive.krosmaster.drawn.diagrams.picture import Panel, Picture, Piece
from esquive.krosmaster.drawn.diagrams.stage import play, scene, unit
from esquive.krosmaster.table.events import E_DISPLACED, E_TRAP


def before_and_after(
    clause: str, title: str, spell: str, board: str | tuple[int, int], *units: dict[str, Any], release: str = "2.7"
) -> Picture:
    """Two panels round one cast at the enemy; the arrow is the displacement that the rules report."""
    state = scene(spell, board, *units, release=release)
    at = next(table["at"] for table in units if table["id"] == "enemy")
    state.log = []
    before = Panel(state, "Before")
    play(state, f"cast {spell} {at}")
    moved = [(unit, start, end) for kind, unit, start, end in (event for event in state.log if event[0] == E_DISPLACED)]
    clicks = any(event[0] == E_TRAP for event in state.log)
    after = Panel(state, "After: the Trap clicks and leaves" if clicks else "After")
    after.arrows = [(start, end) for _, start, end in moved]
    ghosts = {start for _, start, _ in moved}
    after.ghosts = [
        Piece(piece.name, piece.shape, piece.seat, piece.cell) for piece in before.pieces if piece.cell in ghosts
    ]
    return Picture(clause, title, [before, after], size=40)


def pushed() -> Picture:
    """Push Back 2."""
    units = unit("caster", "caster", "p1", "b2"), unit("enemy", "figure", "p2", "d2")
    return before_and_after("7.5.9.a", "Push Back 2", "push-back-2", (8, 3), *units)


def pushed_against() -> Picture:
    """Push Back 3 towards a Tree."""
    drawn = ". . . . . . . .\n. . . . . . T .\n. . . . . . . ."
    units = unit("caster", "caster", "p1", "b2"), unit("enemy", "figure", "p2", "d2")
    return before_and_after("7.5.9.b", "Push Back 3, with a Tree in the way", "push-back-3", drawn, *units)


def attracted() -> Picture:
    """Attract 2."""
    units = unit("caster", "caster", "p1", "b2"), unit("enemy", "figure", "p2", "g2")
    return before_and_after("7.5.10.a", "Attract 2", "attract-2", (8, 3), *units)


def attracted_against() -> Picture:
    """Attract 3 past a Bush."""
    drawn = ". . . . . . . .\n. . . B . . . .\n. . . . . . . ."
    units = unit("caster", "caster", "p1", "b2"), unit("enemy", "figure", "p2", "g2")
    return before_and_after("7.5.10.b", "Attract 3, with a Bush in the way", "attract-3", drawn, *units)


def retreated() -> Picture:
    """Retreat 2."""
    units = unit("caster", "caster", "p1", "d2"), unit("enemy", "figure", "p2", "f2")
    return before_and_after("7.5.16.a", "Retreat 2", "retreat-2", (8, 3), *units)


def moved_closer() -> Picture:
    """Move Closer 3."""
    units = unit("caster", "caster", "p1", "b2"), unit("enemy", "figure", "p2", "g2")
    return before_and_after("7.5.17.a", "Move Closer 3", "move-closer-3", (8, 3), *units)


def _over_a_trap(clause: str, title: str, spell: str) -> Picture:
    units = (
        unit("caster", "caster", "p1", "b2"),
        unit("enemy", "figure", "p2", "d2"),
        unit("trap", "trap", "p1", "e2"),
    )
    return before_and_after(clause, title, spell, (8, 3), *units)


def onto_a_trap() -> Picture:
    """A displacement that ends on a Trap."""
    return _over_a_trap("4.19.7.c", "Push Back 1 onto a Trap", "push-back-1")


def past_a_trap() -> Picture:
    """A displacement that passes a Trap without ending on it."""
    return _over_a_trap("4.19.7.d", "Push Back 2 past a Trap: no Click", "push-back-2")
