"""What buying and revealing have to meet, spelled out, and rewards that an effect lets somebody buy.

[KA 6.3.4] [KA 6.3.6] [KA 6.3.7]
"""

from typing import Any

from esquive.core.columns import fields
from esquive.core.frames import Frame
from esquive.core.waiting import Condition, Decision
from esquive.krosmaster.book.effects.registry import applies
from esquive.krosmaster.book.rewards import (
    is_krosmaster,
    price_of,
    reward_ap,
    slot_name,
    slot_taken,
    take_from_pile,
)
from esquive.krosmaster.cards import ops
from esquive.krosmaster.table import answers
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


@fields
class RewardChoiceFrame(Frame[State]):
    """Choose the Demonic Reward that an effect lets a Krosmaster buy, wherever it stands [Ruling R153].

    `rank` is the place of the only rank, NONE for any; nothing but its price is paid, not even that if it `is_free`.
    """

    NAME = "reward-choice"

    buyer: int
    rank: int
    is_free: int
    optional: int

    def run(self, state: State) -> bool:
        found = self.rewards(state)
        if len(found) > 1 or (found and self.optional):
            return True
        state.stack.pop()
        if found:
            self.buy(state, found[0])
        return False

    def rewards(self, state: State) -> list[int]:
        """What can be bought, each as `pile * 2 + face up`."""
        kamas = state.kamas[state.owner[self.buyer]]
        found: list[int] = []
        for pile in range(state.settings.piles):
            if self.rank not in (NONE, pile // state.settings.piles_per_rank) or self.price(state, pile) > kamas:
                continue
            found += [pile * 2] if state.piles_closed[pile] else []
            found += [pile * 2 + 1] if state.piles_up[pile] != NONE else []
        return found

    def price(self, state: State, pile: int) -> int:
        """What a reward of a pile costs in Kamas."""
        return 0 if self.is_free else price_of(state, self.buyer, pile)

    def buy(self, state: State, entry: int) -> None:
        """Take the reward chosen."""
        take_from_pile(state, self.buyer, entry >> 1, entry & 1, 0, self.price(state, entry >> 1))

    def waiting(self, state: State) -> Decision:
        return Decision("choice", state.owner[self.buyer], self, state)

    def answer(self, state: State, answer: int) -> None:
        state.stack.pop()
        if answers.verb_of(answer) == answers.BUY:
            self.buy(state, answers.first_of(answer) * 2 + answers.second_of(answer))

    def options(self, state: State) -> list[int]:
        found = [answers.pack(answers.BUY, entry >> 1, entry & 1) for entry in self.rewards(state)]
        return [*found, answers.pack(answers.CHOOSE_WORD, answers.WORD_NONE)] if self.optional else found

    def conditions(self, state: State, answer: int) -> list[Condition]:
        return [Condition("not-an-option", ("4.18.3.e",), answer in self.options(state), {})]


@applies(ops.BuyReward)
def apply_buy_reward(state: State, frame: Any, op: ops.BuyReward, units: list[int]) -> None:
    """The owner, a Krosmaster in play whose player's turn it is, buys a reward [KA 4.7.6] [Ruling R153]."""
    buyer = frame.owner
    rank = NONE if op.rank is None else state.settings.ranks.get(op.rank, state.settings.piles)
    if state.cell[buyer] and is_krosmaster(state, buyer) and state.owner[buyer] == state.active_seat:
        state.stack.append(RewardChoiceFrame(buyer, rank, int(op.free), int(op.optional)))
