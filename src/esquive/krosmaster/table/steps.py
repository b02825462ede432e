"""The steps in which releases differ, as a match plays them: one procedure of each pair, chosen when it is set up.

The pairs stand in `krosmaster.book`, each in the chapter of the rule that calls it, with the clauses of both releases;
the keys are explained in `release.toml`. A position is `Any` here because it holds the settings that hold these.
"""

from collections.abc import Callable
from typing import Any

from esquive.core.waiting import Condition
from esquive.krosmaster.cards.documents import Limit


class Steps:
    """One procedure for each key of `[procedures]`; rules call them as `state.settings.steps.counter(state, unit)`."""

    allies: Callable[[Any, int], bool]
    boost_spells: Callable[[tuple[int, ...], int], bool]
    buffs: Callable[[Any, int, bool], None]
    contradiction: Callable[[Any, list[int]], None]
    counter: Callable[[Any, int], bool]
    dofus_trophy: Callable[[int], tuple[int, ...]]
    frost: Callable[[Any, int, int], bool]
    gauges: Callable[[Any, int, bool], None]
    ice_cubes: Callable[[Any, list[int]], list[int]]
    immediate_gain: Callable[[Any, list[int]], list[int]]
    inflicted: Callable[[Any, int, int, int, bool], None]
    initiative_tie: Callable[[list[int], list[int]], int]
    lock_by_summon: Callable[[Any, int], int]
    lock_loss: Callable[[Any, Any, int], None]
    lock_tie: Callable[[int, int], int]
    loot: Callable[[Any, int], bool]
    mechanism_side: Callable[[Any, int], bool]
    mechanism_turns: Callable[[Any, int], bool]
    mob_spells: Callable[[Any, int, Any], list[Condition]]
    move_payment: Callable[[Any, Any, int], bool]
    no_mp: Callable[[Any], bool]
    obstructive_itty_bitty: Callable[[], bool]
    punch_limit: Callable[[], Limit]
    summon_at_limit: Callable[[Any, int, Any], list[Condition]]
    summon_limit: Callable[[Any, int, int, int], int]
    summon_on_floor_piece: Callable[[Any, int, int], bool]
    unfazed: Callable[[Any, int, int], bool]
    wisdom: Callable[[Any, int, int], int]

    def __init__(self, chosen: dict[str, Callable[..., Any]]) -> None:
        for key, step in chosen.items():
            setattr(self, key, step)
