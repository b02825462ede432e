"""How long the questions take that Kaos asks of its geometry: microseconds each, over positions of random games."""

from collections.abc import Callable
from random import Random
from typing import Any, Final

from esquive.kaos.book.modifiers import move_of
from esquive.kaos.book.movement import path_of
from esquive.kaos.geometry.arcs import in_attack_angle
from esquive.kaos.geometry.kept import forget
from esquive.kaos.geometry.legs import Leg
from esquive.kaos.geometry.planar import distance, within
from esquive.kaos.geometry.shapes import Base, Bases
from esquive.kaos.geometry.sight import sees, sight
from esquive.kaos.geometry.units import CM
from esquive.kaos.geometry.ways import way
from esquive.kaos.proposals.moves import random_legs
from esquive.kaos.table.state import State

MELEE: Final = 25 * CM // 10
EVERY: Final = 8  # of the positions one in so many is asked about


def query_times(positions: list[State], time_call: Callable[[list[Callable[[], Any]]], float]) -> dict[str, float]:
    """Microseconds of one distance, comparison of distances, arc, first look, whole sight, path and way round.

    `time_call` gives the microseconds of a call on average. Sight, path and way are asked with nothing kept.
    """
    rng = Random("queries")
    calls: dict[str, list[Callable[[], Any]]] = {}
    for state in positions[::EVERY]:
        figures = state.in_play()
        if len(figures) < 2:
            continue
        one, two = rng.sample(figures, 2)
        legs = random_legs(state, state.base(one), 2 * move_of(state, one), rng)
        for name, call in _calls(state, one, state.base(one), state.base(two), state.others(one, two), legs).items():
            calls.setdefault(name, []).append(call)
    return {f"{name}_microseconds": round(time_call(found), 2) for name, found in calls.items()}


def fresh(call: Callable[[], Any]) -> Callable[[], Any]:
    """A question asked as if for the first time: geometry keeps its answers."""

    def asked() -> Any:
        forget()
        return call()

    return asked


def _calls(
    state: State, figure: int, base: Base, other: Base, others: Bases, legs: list[Leg]
) -> dict[str, Callable[[], Any]]:
    """One question of each kind about two figures."""
    return {
        "distance": lambda: distance(base, other),
        "within": lambda: within(base, other, MELEE),
        "arc": lambda: in_attack_angle(base, other),
        "sees": fresh(lambda: sees(state.table, base, other, others)),
        "sight": fresh(lambda: sight(state.table, base, other, others)),
        "path": fresh(lambda: path_of(state, figure, base, legs)),
        "way": fresh(lambda: way(state.table, base, (other.x, other.y), others)),
    }
