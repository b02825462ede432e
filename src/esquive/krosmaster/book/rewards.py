"""Chapter 4.7: Demonic Rewards: piles, buying, allocating, revealing.

A pile is a face-up token and a closed stack. Nobody knows the order of a shuffled stack, so a token is drawn when it
is first looked at, each unseen token of the rank being equally likely: the same odds, and nothing secret to store
[Ruling R10]. The piles lie beside the board from the start [KA 4.7.3].
"""

from typing import Final

from esquive.core.columns import fields
from esquive.core.frames import Frame
from esquive.core.waiting import Condition, Decision, Roll
from esquive.krosmaster.book.effects.running import EffectsFrame
from esquive.krosmaster.book.powers.values import has_held, max_stat, powers
from esquive.krosmaster.book.triggers import fire, register, unregister
from esquive.krosmaster.book.wounds import check_every_hp
from esquive.krosmaster.cards.library import (
    BOOST,
    BUFF,
    EQUIPMENT,
    KROSMASTER,
    NO_ELEMENT,
    P_CRAFTER,
    REWARD_NAMES,
    TECHNIQUE,
    Reward,
)
from esquive.krosmaster.cards.ops.continuous import M_GUESS, M_ROOM
from esquive.krosmaster.cards.trigger_names import T_REVEALS
from esquive.krosmaster.releases.names import SLOT_NAMES
from esquive.krosmaster.releases.procedures import procedure
from esquive.krosmaster.table import answers
from esquive.krosmaster.table.entries import (
    ALL_SPELLS,
    C_KIND,
    C_SPELL,
    C_SPELLS,
    F_SPELL,
    NEXT_SPELL,
    UNTIL_TURN,
    UP,
    reward_of,
    token_of,
)
from esquive.krosmaster.table.events import (
    E_ALLOCATED,
    E_BOUGHT,
    E_BOUGHT_UP,
    E_BUFF_ENDS,
    E_DISCARDED,
    E_DRAWN,
    E_KAMAS,
    E_PILE_REVEALED,
    E_REVEALED,
)
from esquive.krosmaster.table.state import AP, MP, NONE, State, changed

DOFUS_SLOT: Final = 3
TROPHY_SLOT: Final = 4

DRAW_STEP: Final = 0
ALLOCATE: Final = 1
GIVEN: Final = 2
GUESS: Final = 3


def draw_weights(state: State, pile: int) -> tuple[int, ...]:
    """How many unseen tokens of each reward may lie in the closed stack of a pile, by reward index."""
    rank = pile // state.settings.piles_per_rank
    return tuple(count if state.library.rewards[index].rank == rank else 0 for index, count in enumerate(state.pool))


def shares_of(state: State) -> list[int]:
    """How many tokens each pile gets when all those of a rank are shared out [KA 1.3.7] [Ruling R10]."""
    piles = state.settings.piles_per_rank
    found: list[int] = []
    for rank in range(len(state.settings.rank_names)):
        tokens = sum(reward.copies for reward in state.library.rewards if reward.rank == rank)
        found += [(tokens + number) // piles for number in range(piles - 1, -1, -1)]
    return found


def price_of(state: State, unit: int, pile: int) -> int:
    """The price of a pile's rewards for a Krosmaster.

    [KA 4.7.6] [KA 4.9.27.a] [KA-2.2 306.4] [KA-2.2 307.33a] [Ruling R33]
    """
    rank = pile // state.settings.piles_per_rank
    if not state.reward_bought and powers(state, unit) & P_CRAFTER:
        return state.settings.crafter_prices[rank]
    return state.settings.prices[rank]


def reward_ap(state: State, unit: int) -> int:
    """The AP that buying a reward costs, another number for a Crafter's first of the turn [KA 6.3.6] [KA 4.9.27.a]."""
    rewards = state.settings.params.rewards
    if not state.reward_bought and powers(state, unit) & P_CRAFTER:
        crafter_ap: int = rewards.crafter_ap
        return crafter_ap
    ap: int = rewards.price_ap
    return ap


def held_count(state: State, unit: int) -> int:
    """How many rewards count against the unit's level: revealed Techniques do not [KA 4.7.11.d] [Ruling R26]."""
    count = 0
    for entry in state.rewards[unit]:
        if not (entry & UP and state.library.rewards[reward_of(entry)].slot == TECHNIQUE):
            count += 1
    return count


def has_room(state: State, unit: int) -> bool:
    """Whether a Krosmaster may be given one more reward: it holds as many as its level at most [KA 4.7.9]."""
    if held_count(state, unit) < state.level[unit]:
        return True
    return any(owner == unit and has_held(state, owner, index) for owner, index in state.statics[M_ROOM])


def takers(state: State, seat: int) -> list[int]:
    """The seat's Krosmasters in play that have room for one more reward [KA 4.7.8] [KA 4.7.9] [Ruling R27]."""
    return [unit for unit in state.timeline[seat] if state.cell[unit] and has_room(state, unit)]


def slot_taken(state: State, unit: int, reward: Reward) -> bool:
    """Whether face-up equipment forbids turning this one up [KA 4.7.11.a] [KA 4.7.11.b] [Ruling R29]."""
    if reward.kind != EQUIPMENT or reward.slot == TECHNIQUE:
        return False
    exclusive = state.settings.steps.dofus_trophy(reward.slot)
    rewards = state.library.rewards
    taken = sum(1 for entry in state.rewards[unit] if entry & UP and rewards[reward_of(entry)].slot in exclusive)
    most: int = state.settings.params.rewards.equipment_per_type
    return taken >= most


def revealable(state: State, unit: int) -> list[int]:
    """The face-down rewards the active Krosmaster may reveal now, once each [KA 4.7.10] [KA 6.3.7] [Ruling R28]."""
    if state.revealed >= state.settings.reveals:
        return []
    found: list[int] = []
    for entry in state.rewards[unit]:
        index = reward_of(entry)
        if not entry & UP and index not in found and not slot_taken(state, unit, state.library.rewards[index]):
            found.append(index)
    return found


def reveal(state: State, unit: int, index: int) -> None:
    """Turn a reward face up and apply it at once; not a cast, and no AP [KA 4.7.10] [KA 4.7.10.a] [KA 4.7.5]."""
    reward = state.library.rewards[index]
    state.revealed += 1
    if state.log is not None:
        state.log.append((E_REVEALED, unit, index))
    entries = list(state.rewards[unit])
    entries.remove(token_of(index))
    if reward.kind != BOOST:
        entries.append(token_of(index, UP))
    state.rewards[unit] = tuple(entries)
    before = (max_stat(state, unit, AP), max_stat(state, unit, MP))
    if reward.statics:
        register(state, unit, [], reward.statics)
    # The gauges grow with the MAX, so the points may be spent this very turn [KA 4.7.5.c] [Ruling R30].
    state.ap[unit] += max(0, max_stat(state, unit, AP) - before[0])
    state.mp[unit] += max(0, max_stat(state, unit, MP) - before[1])
    if reward.spell != NONE:
        state.lasting = [
            *state.lasting,
            (F_SPELL, unit, 0, NO_ELEMENT, ALL_SPELLS, reward.spell, UNTIL_TURN, state.active_unit),
        ]
    if state.listeners[T_REVEALS]:
        fire(state, T_REVEALS, unit, NONE)
    if reward.ops:
        frame = EffectsFrame(unit, state.owner[unit], list(reward.ops))
        frame.main = state.cell[unit]
        frame.cells = [frame.main]
        frame.targets = [unit]
        state.stack.append(frame)


def discard_buffs(state: State, unit: int) -> None:
    """All Buffs face up on the active Krosmaster's card leave the game [KA 6.2.1.a] [KA 4.7.5.b] [Ruling R32]."""
    for entry in state.rewards[unit]:
        reward = state.library.rewards[reward_of(entry)]
        if entry & UP and reward.kind == BUFF:
            entries = list(state.rewards[unit])
            entries.remove(entry)
            state.rewards[unit] = tuple(entries)
            unregister(state, unit, reward.statics)
            state.hp_lent = 1
            if state.log is not None:
                state.log.append((E_BUFF_ENDS, unit, reward.index))
    check_every_hp(state)


def take_token(state: State, pile: int, reward: int) -> None:
    """The top token of a closed stack has become known."""
    state.pool = changed(state.pool, reward, state.pool[reward] - 1)
    state.piles_closed = changed(state.piles_closed, pile, state.piles_closed[pile] - 1)


@fields
class RevealPileFrame(Frame[State]):
    """Turn up the top token of a pile [KA 4.7.4] [KA 4.7.7]; an empty stack gives none [Ruling R25]."""

    NAME = "reveal-pile"

    pile: int

    def run(self, state: State) -> bool:
        if not state.piles_closed[self.pile] or not any(draw_weights(state, self.pile)):
            state.stack.pop()
            return False
        return True

    def waiting(self, state: State) -> Roll:
        weights = draw_weights(state, self.pile)
        return Roll("draw", state.active_seat, len(weights), 1, NONE, weights)

    def answer(self, state: State, answer: int) -> None:
        take_token(state, self.pile, answer)
        state.piles_up = changed(state.piles_up, self.pile, answer)
        if state.log is not None:
            state.log.append((E_PILE_REVEALED, self.pile, answer))
        state.stack.pop()


@fields
class PurchaseFrame(Frame[State]):
    """A bought reward: replaced if it lay face up, looked at if not, then allocated face down.

    [KA 4.7.7] [KA 4.7.8] [KA 4.7.8.a] [KA 4.7.8.b] `guess` is the kind that its buyer's player has named before.
    """

    NAME = "purchase"
    STEPS = ("draw", "allocate", "given", "guess")

    pile: int
    buyer: int
    reward: int
    guess: int = NONE

    def run(self, state: State) -> bool:
        if self.step == GUESS:
            return True
        if self.step == DRAW_STEP:
            if self.reward == NONE:
                return True
            self.step = ALLOCATE
            state.stack.append(RevealPileFrame(self.pile))
            return False
        if self.step == ALLOCATE and takers(state, state.active_seat):
            return True
        if self.step == ALLOCATE:
            # No Krosmaster has room: the reward is shown and leaves the game [KA 4.7.9.a].
            if state.log is not None:
                state.log.append((E_DISCARDED, self.buyer, self.reward))
        state.stack.pop()
        return False

    def waiting(self, state: State) -> Roll | Decision:
        if self.step == DRAW_STEP:
            weights = draw_weights(state, self.pile)
            return Roll("draw", state.active_seat, len(weights), 1, self.buyer, weights, state.active_seat)
        if self.step == GUESS:
            return Decision("choice", state.owner[self.buyer], self, state)
        return Decision("allocation", state.active_seat, self, state)

    def answer(self, state: State, answer: int) -> None:
        if self.step == GUESS:
            self.guess = answers.first_of(answer) - 1
            self.step = DRAW_STEP
            return
        if self.step == DRAW_STEP:
            take_token(state, self.pile, answer)
            self.reward = answer
            if state.log is not None:
                state.log.append((E_DRAWN, state.active_seat, answer))
            self.step = ALLOCATE
            if self.guess == state.library.rewards[answer].kind:
                self.pay_for_guess(state)
            return
        unit = answers.first_of(answer)
        before = max_stat(state, unit, AP)
        state.rewards[unit] = (*state.rewards[unit], token_of(self.reward))
        if unit == state.active_unit:  # its MAX may count its rewards, and the gauge grows with it [Ruling R30]
            state.ap[unit] += max(0, max_stat(state, unit, AP) - before)
        if state.log is not None:
            state.log.append((E_ALLOCATED, unit))
        self.step = GIVEN

    def pay_for_guess(self, state: State) -> None:
        """The kind that was named is that of the reward drawn [Ruling R155]."""
        gained, seat = kamas_for_guess(state, self.buyer), state.owner[self.buyer]
        state.kamas[seat] += gained
        if state.log is not None and gained:
            state.log.append((E_KAMAS, seat, gained))

    def options(self, state: State) -> list[int]:
        if self.step == GUESS:
            return [answers.pack(answers.CHOOSE_NUMBER, kind + 1) for kind in range(len(REWARD_NAMES))]
        return [answers.pack(answers.GIVE, unit) for unit in takers(state, state.active_seat)]

    def conditions(self, state: State, answer: int) -> list[Condition]:
        if self.step == GUESS:
            return [Condition("not-an-option", ("4.18.3.e",), answer in self.options(state), {})]
        is_give = answers.verb_of(answer) == answers.GIVE and answers.is_exact(answer)
        unit = answers.first_of(answer) if is_give else NONE
        known = 0 <= unit < len(state.cell)
        mine = known and unit in state.timeline[state.active_seat] and bool(state.cell[unit])
        room = known and has_room(state, unit)
        name = state.names[unit] if known else ""
        facts = {"unit": name, "level": state.level[unit] if known else 0}
        return [
            Condition(
                "not-a-krosmaster",
                ("4.7.8",),
                mine,
                facts,
            ),
            Condition("no-room", ("4.7.9",), room, facts),
        ]


def buy(state: State, unit: int, pile: int, face_up: int) -> None:
    """Pay for a reward and start its purchase [KA 4.7.6] [KA 6.3.6] [Ruling R24] [Ruling R25]."""
    take_from_pile(state, unit, pile, face_up, reward_ap(state, unit), price_of(state, unit, pile))


def take_from_pile(state: State, unit: int, pile: int, face_up: int, ap: int, price: int) -> None:
    """Start the purchase of the reward on a pile, or below, for what it costs this time."""
    state.ap[unit] -= ap
    state.kamas[state.owner[unit]] -= price
    state.reward_bought = 1  # the next one is not its first any more, Crafter now or not [KA 4.9.27.a]
    if state.log is not None:
        state.log.append((E_BOUGHT, unit, pile, price))
    reward = NONE
    if face_up:
        reward = state.piles_up[pile]
        state.piles_up = changed(state.piles_up, pile, NONE)
        if state.log is not None:
            state.log.append((E_BOUGHT_UP, unit, reward))
    purchase = PurchaseFrame(pile, unit, reward)
    if not face_up and state.statics[M_GUESS] and kamas_for_guess(state, unit):
        purchase.step = GUESS
    state.stack.append(purchase)


def kamas_for_guess(state: State, unit: int) -> int:
    """The Kamas that a buyer's player gains for naming the kind of its reward; 0 when nothing is named."""
    held = [state.library.statics[index] for owner, index in state.statics[M_GUESS] if owner == unit]
    return sum(one.modifier.x for one in held if has_held(state, unit, one.index))


def buyable(state: State, unit: int) -> list[int]:
    """The purchases open to a Krosmaster on a Demon cell, as `pile * 2 + face up` [KA 6.3.6] [KA 4.5.3]."""
    found: list[int] = []
    kamas = state.kamas[state.owner[unit]]
    if reward_ap(state, unit) > state.ap[unit]:
        return found
    for pile in range(state.settings.piles):
        if price_of(state, unit, pile) <= kamas:
            if state.piles_closed[pile]:
                found.append(pile * 2)
            if state.piles_up[pile] != NONE:
                found.append(pile * 2 + 1)
    return found


def pile_name(state: State, pile: int) -> str:
    """The public name of a pile: rank and number."""
    rank, number = state.settings.name_of(pile)
    return f"{rank} {number}"


def slot_name(reward: Reward) -> str:
    """The name of a piece of equipment's type [KA 4.7.11]."""
    return SLOT_NAMES[reward.slot] if reward.slot >= 0 else ""


def is_krosmaster(state: State, unit: int) -> bool:
    """Whether the unit is a Krosmaster [KA 4.3.3.a]."""
    return state.library.profiles[state.profile[unit]].piece == KROSMASTER


# ----------------------------------------------------------------------------------------- where the releases differ


@procedure("dofus_trophy", "shared")
def one_slot_for_both(slot: int) -> tuple[int, ...]:
    """The slots that exclude one: a Dofus and a Trophy exclude each other [KA 4.7.11.c] [Ruling R29]."""
    return (DOFUS_SLOT, TROPHY_SLOT) if slot in (DOFUS_SLOT, TROPHY_SLOT) else (slot,)


@procedure("dofus_trophy", "separate")
def a_slot_for_each(slot: int) -> tuple[int, ...]:
    """A Dofus and a Trophy together, but not two of either [KA-2.2 306.9b] [Ruling R29]."""
    return (slot,)


@procedure("boost_spells", "next-spell")
def any_spell_uses_the_boost(effect: tuple[int, ...], spell: int) -> bool:
    """Whether a spell uses up an effect on its caster: one for the next spell, or a spell that a Boost gives.

    [KA 4.7.5.a] [Ruling R31]
    """
    return effect[C_SPELLS] == NEXT_SPELL or effect[C_KIND] == F_SPELL


@procedure("boost_spells", "card")
def its_own_spell_uses_the_boost(effect: tuple[int, ...], spell: int) -> bool:
    """A spell that a Boost gives stays until it is cast itself: no rule takes it away [KA-2.2 306.3a] [Ruling R31]."""
    return effect[C_SPELLS] == NEXT_SPELL or (effect[C_KIND] == F_SPELL and effect[C_SPELL] == spell)
