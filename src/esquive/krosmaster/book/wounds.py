"""Chapter 4.10: injuries, healing and KO [KA 4.10.1] [KA 4.10.2].

A unit is KO'd the instant its injuries reach its HP: further injuries are refused and the powers its KO sets off go
on standby. The KO sequence itself is run at the end of the step, by `KoFrame`; until then the unit still occupies its
cell and blocks sight [Ruling R42] [Ruling R43].
"""

from typing import Final

from esquive.core.columns import fields
from esquive.core.frames import Frame
from esquive.core.waiting import Condition, Decision
from esquive.krosmaster.book.allies import has_relation
from esquive.krosmaster.book.effects.registry import APPLIED
from esquive.krosmaster.book.instead import averting, eggs_of, loses_marker_instead, paid_instead
from esquive.krosmaster.book.ko_gains import pay_for_ko, wisdom_of
from esquive.krosmaster.book.multiplayer import GIVE_GG, SeatFrame, steal_everything
from esquive.krosmaster.book.powers.values import (
    has_held,
    injury_cap,
    is_fighter,
    max_hp,
    powers,
)
from esquive.krosmaster.book.triggers import (
    S_COUNTER,
    fire,
    fire_injuries,
    fire_ko,
    gallons_given,
    put_on_standby,
    register_heritage,
    unregister,
)
from esquive.krosmaster.book.victory import check_last_krosmaster, has_krosmaster, opponent_of, take_gg
from esquive.krosmaster.cards import ops
from esquive.krosmaster.cards.library import KROSMASTER, P_COUNTER, P_PROFANATION
from esquive.krosmaster.cards.ops.continuous import M_CAP, M_HP, M_INSTEAD, M_PAYS, M_SHIELD, M_SURVIVES, M_UNSEEN
from esquive.krosmaster.cards.trigger_names import T_ALLY_SUFFERS, T_GIVES_GG, T_IS_KOED, T_UNIT_IS_KOED
from esquive.krosmaster.releases.procedures import procedure
from esquive.krosmaster.table import answers
from esquive.krosmaster.table.board import OFF_BOARD, is_adjacent
from esquive.krosmaster.table.entries import C_UNIT, UP, reward_of
from esquive.krosmaster.table.events import (
    BY_LIMIT,
    BY_PROFANATION,
    E_FROZEN,
    E_HEALED,
    E_INJURED,
    E_KO,
    E_REMOVED,
    E_SPARED,
    FOR_KAMAS,
    FOR_MARKER,
    UNSEEN,
)
from esquive.krosmaster.table.state import AP, EMPTY, INJURIES, MP, NONE, State, changed

INFLICTED: Final = 0  # by a spell or an effect, with a source [KA 4.10.6.b]
PAID: Final = 1  # as the cost of a spell: neither inflicted nor suffered [KA 4.10.6.c]
PROFANED: Final = 2  # by Profanation, the only way to injure such a unit [KA 4.9.31.a]
RUN, INSTEAD = 0, 1  # the steps of `KoFrame`
PLACED: Final = 3  # by an effect and not by a spell's damage: releases differ on whether it inflicts them


def injure(state: State, unit: int, number: int, source: int, cause: int = INFLICTED, is_frozen: bool = False) -> int:
    """Place up to `number` injuries; returns how many were really placed, at most its HP [KA 4.10.4] [KA 4.10.8].

    They add up on the card and are all suffered, but for those that pay a cost [KA 2.4.5] [KA 4.10.6] [KA 4.10.6.a].

    A `source` is a unit or NONE; `cause` is INFLICTED for the damage of a spell, PLACED for what other effects do.
    Units without HP and units already KO'd take none. Frozen ones count like the others, for the KO too [Ruling R111].
    """
    profile = state.library.profiles[state.profile[unit]]
    if not profile.has_hp or not state.cell[unit] or unit in state.koed:
        return 0
    is_caused = cause in (INFLICTED, PLACED)
    if is_caused:
        if powers(state, unit) & P_PROFANATION:
            spare(state, unit, number, BY_PROFANATION)
            return 0
        if state.statics[M_UNSEEN] and is_out_of_reach(state, unit, source):
            spare(state, unit, number, UNSEEN)
            return 0
        if state.statics[M_CAP]:
            cap = injury_cap(state, unit, 0, is_in_spell(state))
            spare(state, unit, number - cap, BY_LIMIT)
            number = min(number, cap)
        if state.statics[M_SHIELD] and number > 0 and loses_marker_instead(state, unit):
            spare(state, unit, number, FOR_MARKER)
            return 0
        if state.statics[M_PAYS]:
            paid = paid_instead(state, unit, number)
            spare(state, unit, paid, FOR_KAMAS)
            number -= paid
    hp = max_hp(state, unit)
    placed = min(number, hp - state.injuries[unit])
    if placed <= 0:
        return 0
    state.injuries[unit] += placed
    if state.log is not None:
        state.log.append((E_INJURED, unit, placed, source))
    if is_frozen:
        state.set_frozen(unit, INJURIES, state.frozen_of(unit, INJURIES) + placed)
        if state.log is not None:
            state.log.append((E_FROZEN, unit, placed))
    if is_caused and source != NONE:
        state.settings.steps.inflicted(state, unit, source, placed, cause == INFLICTED)
    if state.injuries[unit] >= hp:
        knock_out(state, unit, source if is_caused else NONE)
    return placed


def spare(state: State, unit: int, number: int, why: int) -> None:
    """Tell of injuries that are not placed, or not healed, and why [KA 7.2.8.d] [KA 4.9.31.a]."""
    if number > 0 and state.log is not None:
        state.log.append((E_SPARED, unit, number, why))


def _inflict(state: State, unit: int, source: int, number: int) -> None:
    """A source inflicted injuries: Counter and what watches for them go on standby [KA 4.9.15.a] [Ruling R91]."""
    state.inflicted.append(source << 12 | unit)
    _suffer(state, unit, source, number)
    if powers(state, unit) & P_COUNTER and state.enemies(unit, source) and has_relation(state, source, "enemy"):
        if state.settings.steps.counter(state, unit):
            put_on_standby(state, S_COUNTER, unit, source)


def _suffer(state: State, unit: int, source: int, number: int) -> None:
    """A unit suffered injuries: the powers that watch for them, with the source (or NONE) that inflicted them."""
    fire_injuries(state, unit, source, number)
    if state.listeners[T_ALLY_SUFFERS] and has_relation(state, unit, "ally"):
        side = state.settings.side_of[state.owner[unit]]
        for watcher in sorted({watcher for watcher, _ in state.listeners[T_ALLY_SUFFERS]}):
            if watcher != unit and state.settings.side_of[state.owner[watcher]] == side:
                fire(state, T_ALLY_SUFFERS, watcher, unit, source, number)


def is_out_of_reach(state: State, unit: int, source: int) -> bool:
    """Whether an unseen unit cannot be injured by a character that is not adjacent to it [KA 1.5.2]."""
    if source == NONE or source == unit or not is_fighter(state, source):
        return False
    if state.cell[source] and is_adjacent(state.cell[source], state.cell[unit]):
        return False
    return any(owner == unit and has_held(state, owner, index) for owner, index in state.statics[M_UNSEEN])


def knock_out(state: State, unit: int, author: int) -> None:
    """The unit has as many injuries as HP: it is KO'd, its sequence comes at the end of the step [KA 4.10.2].

    Where a card puts something in place of its KO, that is decided then, and the KO is announced if it comes to pass.
    """
    state.koed.append(unit)
    state.authors.append(author)
    if state.statics[M_INSTEAD] and is_held_off(state, unit):
        state.undecided = [*state.undecided, unit]
    else:
        announce_ko(state, unit, author)


def is_held_off(state: State, unit: int) -> bool:
    """Whether a card may put something in place of the unit's KO [Ruling R159]."""
    return any(owner == unit and has_held(state, owner, index) for owner, index in state.statics[M_INSTEAD])


def announce_ko(state: State, unit: int, author: int) -> None:
    """The KO is certain: tell of it, put the powers that it sets off on standby, and pay for it."""
    if state.log is not None:
        state.log.append((E_KO, unit, author))
    if state.listeners[T_IS_KOED]:
        fire(state, T_IS_KOED, unit, author)
    if state.listeners[T_UNIT_IS_KOED]:
        fire(state, T_UNIT_IS_KOED, NONE, unit, author)
    fire_ko(state, unit, author)
    pay_for_ko(state, unit, author)


class SpellFrame(Frame[State]):
    """A frame that resolves a spell or effects: `spell` is the one they belong to, NONE for a power or a reward."""

    __slots__ = ()

    spell: int


def is_in_spell(state: State) -> bool:
    """Whether what is being resolved is a spell or an additional effect of one, and not a power or a reward."""
    frame = state.stack[-1] if state.stack else None
    return isinstance(frame, SpellFrame) and frame.spell != NONE


def keep_frozen_within(state: State, unit: int) -> None:
    """Of the injuries that go back to the stock the last ones are frozen: no more of them than there are injuries."""
    if state.frozen and state.frozen_of(unit, INJURIES) > state.injuries[unit]:
        state.set_frozen(unit, INJURIES, state.injuries[unit])


def check_hp(state: State, unit: int) -> None:
    """HP may have fallen below the injuries: the excess goes back, the unit is KO'd [KA 4.10.8] [Ruling R95]."""
    if state.cell[unit] and unit not in state.koed and state.library.profiles[state.profile[unit]].has_hp:
        hp = max_hp(state, unit)
        if state.injuries[unit] >= hp:
            state.injuries[unit] = hp
            keep_frozen_within(state, unit)
            knock_out(state, unit, NONE)


def check_every_hp(state: State) -> None:
    """Continuous effects on HP may have ended: every unit in play is looked at again, continuously [KA 4.10.2]."""
    if state.statics[M_HP] or state.hp_lent:
        state.hp_lent = 1 if state.statics[M_HP] else 0
        library = state.library
        for unit, injuries in enumerate(state.injuries):
            # Effects only add to the printed HP, as a rule: with fewer injuries than those there is nothing to look at.
            if library.lowers_hp or injuries >= library.profiles[state.profile[unit]].hp:
                check_hp(state, unit)


def leave(state: State, unit: int) -> None:
    """Take a unit off the board, with its continuous effects and its special markers [KA 4.13.3].

    Its place in the Timeline stays [KA 4.10.2.b].
    """
    cell = state.cell[unit]
    if cell == OFF_BOARD:
        return
    if state.occupant[cell] == unit:
        state.occupant[cell] = EMPTY
    elif unit in state.floor:
        state.floor.remove(unit)
    state.last_cell[unit] = cell
    state.cell[unit] = OFF_BOARD
    unregister(state, unit)
    if state.lasting:
        state.lasting = [effect for effect in state.lasting if effect[C_UNIT] != unit]
    if state.special_markers:
        state.special_markers = [(name, by, on) for name, by, on in state.special_markers if unit not in (by, on)]
    if state.log is not None:
        state.log.append((E_REMOVED, unit))


def strip(state: State, unit: int) -> None:
    """Remove all markers but injuries, Inspiration dice included [KA 4.10.2.a] [Ruling R21]."""
    if state.frozen:
        state.set_frozen(unit, AP, 0)
        state.set_frozen(unit, MP, 0)
    state.ap_markers[unit] = 0
    state.mp_markers[unit] = 0
    state.range_markers[unit] = 0
    state.range_turn[unit] = 0
    state.inspired[unit] = 0
    state.ap[unit] = 0
    state.mp[unit] = 0


def ko_sequence(state: State, unit: int, author: int) -> None:
    """The six steps of a KO, in order [KA 4.10.2.a]: GG, markers, rewards, the piece, its summons, its injuries.

    The opponent gains the level in GG, whoever caused the KO [KA 2.4.2] [Ruling R17]; level 0 gives none [Ruling R20].
    A summon has no level and gives none [KA 4.19.1.c]; rewards leave with their Krosmaster [KA 4.7.12].
    """
    owner = state.owner[unit]
    is_krosmaster = state.library.profiles[state.profile[unit]].piece == KROSMASTER
    extra = wisdom_of(state, unit, author)
    taker = winner_of_gg(state, unit, author)
    if is_krosmaster and taker != NONE:
        level = state.level[unit]
        if state.listeners[T_GIVES_GG]:
            level = gallons_given(state, unit, level)
        take_gg(state, taker, owner, level + extra)
    if state.statics[M_SURVIVES] and survives(state, unit):
        return
    strip(state, unit)
    if state.rewards[unit]:
        state.buried = [
            *state.buried,
            *(unit << 12 | reward_of(entry) for entry in state.rewards[unit] if not entry & UP),
        ]
        state.rewards[unit] = ()
    leave(state, unit)
    state.ko = changed(state.ko, unit, 1)
    register_heritage(state, unit)
    remove_summons(state, unit)
    state.injuries[unit] = 0
    keep_frozen_within(state, unit)
    if is_krosmaster:
        if state.settings.has_four_players and taker != NONE and not has_krosmaster(state, owner):
            steal_everything(state, taker, owner)
        check_last_krosmaster(state)


def survives(state: State, unit: int) -> bool:
    """Whether a KO'd unit stays in play, and then its injuries are removed: of the sequence all else is left out.

    [KA 1.5.1] [Ruling R138]
    """
    if not any(owner == unit and has_held(state, owner, index) for owner, index in state.statics[M_SURVIVES]):
        return False
    if state.log is not None:
        state.log.append((E_HEALED, unit, state.injuries[unit], unit))
    state.injuries[unit] = 0
    keep_frozen_within(state, unit)
    return True


def winner_of_gg(state: State, unit: int, author: int) -> int:
    """Who takes the GG of a KO'd Krosmaster: the opponent in a duel, else the player who caused it [Ruling R17].

    NONE with four players when its own side or nobody caused it: its owner gives them instead [KA 9.2.5] [Ruling R104].
    """
    if not state.settings.has_four_players:
        return opponent_of(state, state.owner[unit])
    return state.owner[author] if author != NONE and state.enemies(unit, author) else NONE


def must_give(state: State, unit: int, author: int) -> bool:
    """Whether the owner of a KO'd Krosmaster has to give its level in GG to an opponent [KA 9.2.5]."""
    is_krosmaster = state.library.profiles[state.profile[unit]].piece == KROSMASTER
    return is_krosmaster and state.level[unit] > 0 and winner_of_gg(state, unit, author) == NONE


def remove_summons(state: State, summoner: int) -> None:
    """The summons of a KO'd unit leave the arena without being KO'd [KA 4.10.2.a] [Ruling R41].

    Not even those that were about to be: who is gone awaits no KO any more.
    """
    for unit in range(len(state.cell)):
        if state.summoner[unit] == summoner and state.cell[unit]:
            strip(state, unit)
            leave(state, unit)
            state.injuries[unit] = 0
            keep_frozen_within(state, unit)
            if unit in state.koed:
                place = state.koed.index(unit)
                del state.koed[place], state.authors[place]
                state.undecided = [one for one in state.undecided if one != unit]
            remove_summons(state, unit)


@fields
class KoFrame(Frame[State]):
    """Run the KO sequences of all units KO'd in the step, in the order the active player chooses [Ruling R18]."""

    NAME = "ko"
    STEPS = ("run", "instead")

    unit: int = NONE
    author: int = NONE

    def run(self, state: State) -> bool:
        if self.step == INSTEAD:
            return True
        if self.unit != NONE:
            self.carry_out(state)
            return False
        if not state.koed:
            state.stack.pop()
            return False
        if order_matters(state):
            return True
        self.next(state, 0)
        return False

    def next(self, state: State, place: int) -> None:
        """Take up the KO at a place of the list, unless a card puts something in its place [Ruling R159]."""
        self.unit = state.koed.pop(place)
        self.author = state.authors.pop(place)
        if self.unit in state.undecided:
            state.undecided = [unit for unit in state.undecided if unit != self.unit]
            for give in averting(state, self.unit, ops.TurnsInstead)[:1]:
                APPLIED[ops.TurnsInstead](state, self, give, [self.unit])
                self.unit = NONE
                return
            if eggs_of(state, self.unit):
                self.step = INSTEAD
                return
            announce_ko(state, self.unit, self.author)
        self.begin(state)

    def begin(self, state: State) -> None:
        """The sequence comes next; with four players an own KO first asks who is given GG [KA 9.2.5]."""
        if must_give(state, self.unit, self.author):
            owner = state.owner[self.unit]
            state.stack.append(SeatFrame(GIVE_GG, owner, state.level[self.unit]))

    def carry_out(self, state: State) -> None:
        """Run the KO sequence of the unit taken up."""
        unit, author = self.unit, self.author
        self.unit = NONE
        if state.cell[unit]:
            ko_sequence(state, unit, author)
            check_every_hp(state)

    def waiting(self, state: State) -> Decision:
        if self.step == INSTEAD:
            return Decision("choice", state.owner[self.unit], self, state)
        return Decision("ko-order", state.active_seat, self, state)

    def answer(self, state: State, answer: int) -> None:
        if self.step == INSTEAD:
            self.step = RUN
            if answers.verb_of(answer) == answers.CHOOSE_UNIT:
                give = averting(state, self.unit, ops.HatchesInstead)[0]
                APPLIED[ops.HatchesInstead](state, self, give, [self.unit, answers.first_of(answer)])
                self.unit = NONE
            else:
                announce_ko(state, self.unit, self.author)
                self.begin(state)
            return
        self.next(state, state.koed.index(answers.first_of(answer)))

    def options(self, state: State) -> list[int]:
        if self.step == INSTEAD:
            eggs = [answers.pack(answers.CHOOSE_UNIT, egg) for egg in eggs_of(state, self.unit)]
            return [*eggs, answers.pack(answers.CHOOSE_WORD, answers.WORD_NONE)]
        return [answers.pack(answers.CHOOSE_UNIT, unit) for unit in state.koed]

    def conditions(self, state: State, answer: int) -> list[Condition]:
        if self.step == INSTEAD:
            return [Condition("not-an-option", ("4.18.3.e",), answer in self.options(state), {})]
        is_unit = answers.verb_of(answer) == answers.CHOOSE_UNIT and answers.is_exact(answer)
        wanted = answers.first_of(answer) if is_unit else NONE
        return [
            Condition(
                "not-an-option",
                ("1.7.1",),
                wanted in state.koed,
                {"units": [state.names[unit] for unit in state.koed]},
            )
        ]


def order_matters(state: State) -> bool:
    """Whether the order of the KO's left can change the outcome: Krosmasters of different players [KA 1.7.1].

    With four players also those of one player who has to give more GG for them than there are [KA 9.2.5]; and where a
    power makes the first of them cheaper [Ruling R146].
    """
    if len(state.koed) < 2:
        return False
    if state.listeners[T_GIVES_GG]:
        return sum(state.library.profiles[state.profile[unit]].piece == KROSMASTER for unit in state.koed) > 1
    owners: set[int] = set()
    given: list[int] = []
    for unit, author in zip(state.koed, state.authors, strict=True):
        if state.library.profiles[state.profile[unit]].piece == KROSMASTER:
            owners.add(state.owner[unit])
            if must_give(state, unit, author):
                given.append(state.level[unit])
    return len(owners) > 1 or (len(set(given)) > 1 and sum(given) > state.gg[next(iter(owners))])


# ----------------------------------------------------------------------------------------- where the releases differ


@procedure("inflicted", "every-source")
def every_source_inflicts(state: State, unit: int, source: int, number: int, is_damage: bool) -> None:
    """Injuries that have a source are inflicted by it [KA 4.10.6.b]."""
    _inflict(state, unit, source, number)


@procedure("inflicted", "named-source")
def a_named_source_inflicts(state: State, unit: int, source: int, number: int, is_damage: bool) -> None:
    """Damage of spells is inflicted; other injuries are suffered, and nobody inflicted them.

    [KA-2.2 308.5a] [KA-2.2 308.5b] [KA-2.2 308.5c] [Ruling R105] The author of a KO is their source all the same.
    """
    if is_damage:
        _inflict(state, unit, source, number)
    else:
        _suffer(state, unit, NONE, number)


@procedure("counter", "opponents-turn")
def counter_in_an_opponents_turn(state: State, unit: int) -> bool:
    """Counter answers in a turn of an opponent only [KA 4.9.15.a] [Ruling R91]."""
    return state.settings.side_of[state.active_seat] != state.settings.side_of[state.owner[unit]]


@procedure("counter", "any-turn")
def counter_in_any_turn(state: State, unit: int) -> bool:
    """Counter answers every time [KA-2.2 307.16a] [Ruling R91]."""
    return True
