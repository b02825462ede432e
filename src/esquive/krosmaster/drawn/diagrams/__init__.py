"""Diagrams of clauses, drawn from the rules: what is marked on them is what the rules answer, never a drawing by hand.

    picture   what a diagram shows: panels, pieces, marks, lines
    stage     the figures and positions, and the moves played on them
    ranges    4.15   kinds of range, lines of sight
    areas     4.16   areas of effect (with 7.2.3)
    places    4.17, 4.20, 1.3, 9.2, 4.14, 7.5   cells, territory, deployment, Block, Track and Invasion
    moves     7.5, 4.19   displacement and Traps
    frigost   2.2's own: the rink, Ice Cubes, the Axe
    examples  where releases differ: a line in a small position, and what each makes of it
    svg       the drawing itself

Clause numbers are keys here and not citations: a picture of a rule implements nothing.
"""

from collections.abc import Callable
from functools import cache
from typing import Final

from esquive.krosmaster.drawn.diagrams import areas, frigost, moves, places, ranges
from esquive.krosmaster.drawn.diagrams.picture import Picture
from esquive.krosmaster.drawn.svg import draw

PICTURES: Final[dict[str, Callable[[], Picture]]] = {
    "1.3.9": places.deployment,
    "4.14.1": places.lockers,
    "4.15.1": ranges.counted,
    "4.15.2": ranges.close_combat,
    "4.15.3": ranges.ranged,
    "4.15.4": ranges.in_line,
    "4.15.5": ranges.without_sight,
    "4.15.6": ranges.personal,
    "4.15.7": ranges.alterable,
    "4.15.8": ranges.targets_in_sight,
    "4.15.9": ranges.line_of_sight,
    "4.15.9.a": ranges.blocking,
    "4.15.9.b": ranges.not_blocking,
    "4.16.1": areas.main_and_additional,
    "4.16.3": areas.all_areas,
    "4.17.2": places.adjacent,
    "4.19.7.c": moves.onto_a_trap,
    "4.19.7.d": moves.past_a_trap,
    "4.20.1": places.territory,
    "7.2.3.c": areas.multiple_targets,
    "7.5.9.a": moves.pushed,
    "7.5.9.b": moves.pushed_against,
    "7.5.10.a": moves.attracted,
    "7.5.10.b": moves.attracted_against,
    "7.5.16.a": moves.retreated,
    "7.5.17.a": moves.moved_closer,
    "7.5.21.a": places.track,
    "7.5.22.a": places.invasion,
    "9.2.4": places.deployment_of_four,
    "312.3": frigost.axe,
    "313.5d": frigost.range_on_a_cube,
    "313.6a": frigost.pushed_cube,
}


@cache
def picture_of(clause: str) -> Picture | None:
    """What the diagram of a clause shows, or None for a clause without one."""
    found = PICTURES.get(clause)
    return found() if found is not None else None


@cache
def diagram(clause: str, language: str = "en") -> str | None:
    """The diagram of a clause as a self-contained SVG document in a language, or None for a clause without one.

    It takes the colours of the page it stands in (the custom properties of the web client) and has its own, light and
    dark, where there are none; <title> and <desc> tell it in words.
    """
    shown = picture_of(clause)
    return None if shown is None else draw(shown, language)
