"""What buying and revealing have to meet, spelled out [KA 6.3.4] [KA 6.3.6] [KA 6.3.7]."""

from typing import Any

from esquive.core.waiting import Condition
from esquive.krosmaster.book.rewards import (
    is_krosmaster,
    price_of,
    reward_ap,
    slot_name,
    slot_taken,
)
from esquive.krosmaster.table.board import DEMON, format_cell
from esquive.krosmaster.table.entries import UP, reward_of
from esquive.krosmaster.table.state import NONE, State


def _shop_conditions(state: State, unit: int, ap: int, price: int, clause: str) -> list[Condition]:
    seat = state.owner[unit]
    have_ap, have_kamas = state.ap[unit], state.kamas[seat]
    here = state.cell[unit]
    return [
        Condition("not-a-krosmaster", (clause,), is_krosmaster(state, unit), {}),
        Condition(
            "not-demon-cell",
            (clause,),
            state.board.kinds[here] == DEMON,
            {"cell": format_cell(here)},
        ),
        Condition(
            "no-ap",
            (clause,),
            have_ap >= ap,
            {"cost": ap, "gauge": have_ap, "missing": max(0, ap - have_ap)},
        ),
        Condition(
            "no-kamas",
            (clause, "4.5.3"),
            have_kamas >= price,
            {"cost": price, "stock": have_kamas, "missing": max(0, price - have_kamas)},
        ),
    ]


def buy_gg_conditions(state: State, unit: int) -> list[Condition]:
    """What buying a Gallon of Glory has to meet [KA 6.3.4] [KA 4.6.3] [KA-2.2 503.5] [KA-2.2 305.3]."""
    return [
        *_shop_conditions(state, unit, state.settings.gg_ap, state.settings.gg_price, "6.3.4"),
        Condition(
            "gg-bought",
            ("6.3.4", "4.6.3"),
            state.gg_bought < state.settings.gg_per_turn,
            {"most": state.settings.gg_per_turn},
        ),
    ]


def buy_conditions(state: State, unit: int, pile: int, face_up: int) -> list[Condition]:
    """What buying a Demonic Reward has to meet [KA 6.3.6] [KA 4.7.6]."""
    if not 0 <= pile < state.settings.piles:
        number = state.settings.piles_per_rank
        return [Condition("no-such-pile", ("4.7.3",), False, {"piles": number})]
    available = state.piles_up[pile] != NONE if face_up else state.piles_closed[pile] > 0
    face = "face up" if face_up else "face down"
    rank, number = state.settings.name_of(pile)
    facts: dict[str, Any] = {"rank": rank, "pile": number, "face": face}
    return [
        *_shop_conditions(state, unit, reward_ap(state, unit), price_of(state, unit, pile), "6.3.6"),
        Condition(
            "pile-empty",
            ("4.7.4", "4.7.6") if face_up else ("4.7.6",),
            available,
            facts,
        ),
    ]


def reveal_conditions(state: State, unit: int, index: int) -> list[Condition]:
    """What revealing a Demonic Reward has to meet [KA 6.3.7] [KA 4.7.10] [KA 4.7.11.a]."""
    known = 0 <= index < len(state.library.rewards)
    down = [reward_of(entry) for entry in state.rewards[unit] if not entry & UP]
    taken = known and slot_taken(state, unit, state.library.rewards[index])
    slot = slot_name(state.library.rewards[index]) if known else ""
    name = state.library.rewards[index].id if known else ""
    most: int = state.settings.params.rewards.equipment_per_type
    return [
        Condition("not-a-krosmaster", ("6.3.7",), is_krosmaster(state, unit), {}),
        Condition(
            "no-such-reward",
            ("4.7.10",),
            index in down,
            {"reward": name},
        ),
        Condition(
            "already-revealed",
            ("4.7.10", "6.3.7"),
            state.revealed < state.settings.reveals,
            {"most": state.settings.reveals},
        ),
        Condition(
            "slot-taken",
            ("4.7.11.a", "4.7.11.b", "4.7.11.c"),
            not taken,
            {"slot": slot, "most": most},
        ),
    ]
