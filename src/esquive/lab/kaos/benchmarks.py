"""How long the questions of Kaos take, in microseconds each, over positions of random games.

Those of geometry are asked many times over and the best pass counts; what a person waits for, a list of proposals and
where a figure gets to, is asked once in each position, as it is in a match, and told with the longest wait as well.
"""

import time
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any, Final

from esquive.core.waiting import Decision
from esquive.kaos.book.modifiers import move_of
from esquive.kaos.book.movement import path_of
from esquive.kaos.geometry.arcs import in_attack_angle
from esquive.kaos.geometry.cache import forget
from esquive.kaos.geometry.legs import Leg
from esquive.kaos.geometry.planar import distance, within
from esquive.kaos.geometry.shapes import Base, Bases
from esquive.kaos.geometry.shortest_ways import way
from esquive.kaos.geometry.sight import sees, sight
from esquive.kaos.geometry.units import CM
from esquive.kaos.proposals.moves import random_legs
from esquive.kaos.seen.draft_shapes import DraftReach
from esquive.kaos.seen.measurements import Measure
from esquive.kaos.spoken.wording import Wording
from esquive.kaos.table.state import State

MELEE: Final = 25 * CM // 10
EVERY: Final = 8  # of the positions one in so many is asked about
WAITED_FOR: Final = 4  # and one in so many where a figure gets to
OFFERED: Final = 12  # proposals of a list, as the greedy agent looks at


def query_times(positions: list[State], time_call: Callable[[list[Callable[[], Any]]], float]) -> dict[str, float]:
    """Microseconds of one distance, comparison of distances, arc, first look, whole sight, path and way round, and of a
    list of proposals and where a figure gets to, these with the longest too.

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
    found = {name: time_call(asked) for name, asked in calls.items()}
    deciding = [state.waiting for state in positions if isinstance(state.waiting, Decision)]
    waits: dict[str, list[Callable[[], Any]]] = {
        "list": [partial(waiting.candidates, OFFERED) for waiting in deciding if not waiting.is_listed],
        "reach": [_reach_of_one(state, rng) for state in positions[::WAITED_FOR] if state.in_play()],
    }
    for name, waited in waits.items():
        if waited:
            found[name], found[f"{name}_worst"] = once(waited)
    return {f"{name}_microseconds": round(spent, 2) for name, spent in found.items()}


def once(calls: list[Callable[[], Any]]) -> tuple[float, float]:
    """Microseconds of processor time of calls made once each: the mean, and the longest."""
    spent: list[float] = []
    for call in calls:
        began = time.process_time()
        call()
        spent.append((time.process_time() - began) * 1e6)
    return sum(spent) / len(spent), max(spent)


def _reach_of_one(state: State, rng: Random) -> Callable[[], Any]:
    """Where one of the figures gets to, as told to who drags it: areas of a walk and a run, and lanes of charges."""
    draft = DraftReach(figure=state.names[rng.choice(state.in_play())])
    return partial(Measure(Wording(state)).reach, draft)


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
