"""The invariants see what is wrong: one position for each, broken by hand."""

from collections.abc import Callable
from random import Random

import pytest

from esquive.core.frames import UNDECIDED, OverFrame
from esquive.core.waiting import Condition, Decision, Over, Roll
from esquive.krosmaster.cards.library import KROSMASTER
from esquive.krosmaster.table.board import parse_cell
from esquive.krosmaster.table.maps import parse_map
from esquive.krosmaster.table.state import EMPTY, NONE, SETUP, State
from esquive.lab.krosmaster.changes import check_change, totals_of
from esquive.lab.krosmaster.invariants import check, waiting_broken
from esquive.lab.krosmaster.soundness import Watch, is_waiting
from tests.krosmaster.playing import Table, card, keyword, mine, theirs
from tests.properties.games import positions


def table() -> Table:
    """A hero with two rewards and a Mob, a foe, a Trap on the floor, a Tree."""
    return Table(
        """
        . . . T .
        . hero . foe .
        . imp . . .
        """,
        {
            "hero": mine("fighter", rewards=[{"id": "aero-boost"}, {"id": "prespic-set", "face": "up"}]),
            "imp": mine("imp", summoner="hero"),
            "foe": theirs("watcher"),
            "snare": mine("snare", at="a1", summoner="hero"),
        },
        turn="hero",
        pack=[card("watcher", powers=[keyword("armour")])],
    )


def stand_off_the_board(state: State) -> None:
    state.cell[0] = 15 * 16 + 15


def stand_on_a_tree(state: State) -> None:
    state.cell[2] = parse_cell("d3")


def forget_the_occupant(state: State) -> None:
    state.occupant[state.cell[0]] = EMPTY


def share_a_cell(state: State) -> None:
    state.cell[1] = state.cell[0]


def lift_the_trap(state: State) -> None:
    state.floor.clear()


def owe_ap(state: State) -> None:
    state.ap[0] = -1


def act_out_of_turn(state: State) -> None:
    state.mp[2] = 1


def mark_what_has_no_gauge(state: State) -> None:
    state.ap_markers[3] = 1


def survive(state: State) -> None:
    state.injuries[2] = 8


def heal_too_much(state: State) -> None:
    state.injuries[2] = -1


def rise_again(state: State) -> None:
    state.ko = [0, 0, 1, 0]


def lose_an_author(state: State) -> None:
    state.koed.append(2)


def summon_oneself(state: State) -> None:
    state.summoner = [NONE, 1, NONE, 0]


def copy_a_token(state: State) -> None:
    index = state.library.reward_by_id["aero-boost"]
    state.pool = [count + (place == index) for place, count in enumerate(state.pool)]


def hold_too_much(state: State) -> None:
    state.level = [1, *state.level[1:]]


def wear_two_sets(state: State) -> None:
    entry = state.rewards[0][1]
    state.rewards[0] = (entry, entry)


def skip_the_timeline(state: State) -> None:
    state.timeline[0] = []


def deafen(state: State) -> None:
    state.statics = [()] * len(state.statics)


def haunt(state: State) -> None:
    state.special_markers = [(0, 0, 2), (1, 0, 2)]


def steal_from_nobody(state: State) -> None:
    state.gg[0] = -1


def spend_what_is_not_there(state: State) -> None:
    state.kamas[1] = -2


def act_for_the_other_side(state: State) -> None:
    state.active_seat = 1


def leave_something_on_standby(state: State) -> None:
    state.standby.append((2, 0, 2, NONE))


def win_and_go_on(state: State) -> None:
    state.winner = 0


def share_a_name(state: State) -> None:
    state.names = ["hero"] * len(state.names)


def lose_a_row(state: State) -> None:
    state.level = state.level[:-1]


def wait_for_a_ko_twice(state: State) -> None:
    state.koed, state.authors = [2, 2], [0, 0]


def wait_for_a_ko_off_the_board(state: State) -> None:
    leave_quietly(state, 1)
    state.koed, state.authors = [1], [0]


def keep_markers_off_the_board(state: State) -> None:
    leave_quietly(state, 2)
    state.range_markers[2] = 1


def roll_an_unknown_face(state: State) -> None:
    state.inspired[0] = 16


def inspire_a_mob(state: State) -> None:
    state.inspired[1] = 1


def lose_levels(state: State) -> None:
    state.level = [*state.level[:3], -1]


def injure_what_has_no_hp(state: State) -> None:
    state.injuries[3] = 1


def bleed_off_the_board(state: State) -> None:
    leave_quietly(state, 2)
    state.injuries[2] = 1


def rob_a_grave(state: State) -> None:
    leave_quietly(state, 2)
    state.ko = [0, 0, 1, 0]
    state.rewards[2] = (0,)


def owe_a_token(state: State) -> None:
    state.pool = [-1, *state.pool[1:]]


def dig_below_the_stack(state: State) -> None:
    state.piles_closed = [-1, *state.piles_closed[1:]]


def reward_a_mob(state: State) -> None:
    state.level = [*state.level[:1], 1, *state.level[2:]]
    state.rewards[1] = (0,)


def keep_a_boost(state: State) -> None:
    state.rewards[0] = (state.library.reward_by_id["aero-boost"] << 1 | 1,)


def hear_nothing(state: State) -> None:
    state.listeners = [((0, 0),), *state.listeners[1:]]


def linger(state: State) -> None:
    leave_quietly(state, 2)
    state.lasting = [(0, 2, 1, 5, 0, NONE, 0, 0)]


def mark_from_beyond(state: State) -> None:
    leave_quietly(state, 2)
    state.special_markers = [(0, 2, 0)]


def dig_for_kamas(state: State) -> None:
    state.kamas_on = {parse_cell("b1"): -1}


def owe_wild_gg(state: State) -> None:
    state.wild_gg = -1


def be_nobody(state: State) -> None:
    state.active_unit = 9


def act_as_nobody(state: State) -> None:
    state.active_unit = NONE
    state.ap[0] = state.mp[0] = 0


def act_twice(state: State) -> None:
    state.acted = [2, 2]


def ask_a_ko_to_act(state: State) -> None:
    state.koed, state.authors = [2], [0]


def slide_off_the_rink(state: State) -> None:
    state.rearrange(1 << parse_cell("a1"), 0)


def freeze_a_cube(state: State) -> None:
    """One more than there was, on the rink."""
    state.board = parse_map("map", ". . . T .\n. . . . .\n~ . . . .")
    state.rearrange(1 << parse_cell("a1"), 0)


def break_nothing(state: State) -> None:
    state.rearrange(0, 1 << parse_cell("c2"))


def hurt_a_tree(state: State) -> None:
    state.scenery_injuries = {parse_cell("d3"): 2}


def end_without_a_reason(state: State) -> None:
    state.winner = 0
    state.finish()


def leave_quietly(state: State, unit: int) -> None:
    """Off the board with nothing left behind, which is nothing wrong by itself."""
    state.occupant[state.cell[unit]] = EMPTY
    state.cell[unit] = 0


BREAKS: list[tuple[Callable[[State], None], str]] = [
    (stand_off_the_board, "not on the board"),
    (stand_on_a_tree, "which is impassable"),
    (forget_the_occupant, "is held by"),
    (share_a_cell, "is held by"),
    (lift_the_trap, "on the floor"),
    (slide_off_the_rink, "an Ice Cube is on a1, which is no rink"),
    (freeze_a_cube, "there are 1 Ice Cubes, more than at the start"),
    (break_nothing, "scenery on c2 is destroyed and cannot be"),
    (hurt_a_tree, "scenery on d3 has 2 injuries and 0 HP"),
    (owe_ap, "-1 AP"),
    (act_out_of_turn, "is not the active unit"),
    (mark_what_has_no_gauge, "has no AP gauge"),
    (survive, "in play with 8 injuries"),
    (heal_too_much, "-1 injuries"),
    (rise_again, "is KO'd and on"),
    (lose_an_author, "have 0 authors"),
    (summon_oneself, "the impossible summoner 1"),
    (copy_a_token, "tokens of aero-boost are in the game"),
    (hold_too_much, "of level 1 holds 2 rewards"),
    (wear_two_sets, "too much face-up equipment"),
    (skip_the_timeline, "the Timeline of seat 0"),
    (deafen, "the modifiers of kind"),
    (haunt, "has 2 special markers in play, of 1"),
    (steal_from_nobody, "GG are"),
    (spend_what_is_not_there, "the stocks of Kamas"),
    (act_for_the_other_side, "seat 1 has the turn"),
    (leave_something_on_standby, "on standby"),
    (win_and_go_on, "the winner is 0"),
    (share_a_name, "units share a name"),
    (lose_a_row, "the column level has 3 entries for 4 units"),
    (wait_for_a_ko_twice, "is KO'd twice"),
    (wait_for_a_ko_off_the_board, "awaits its KO off the board"),
    (keep_markers_off_the_board, "off the board and has markers"),
    (roll_an_unknown_face, "unknown faces"),
    (inspire_a_mob, "is no Krosmaster in play"),
    (lose_levels, "has level -1"),
    (injure_what_has_no_hp, "has no HP and 1 injuries"),
    (bleed_off_the_board, "off the board and has 1 injuries"),
    (rob_a_grave, "is KO'd and holds rewards"),
    (owe_a_token, "-1 tokens of"),
    (dig_below_the_stack, "fewer than no tokens"),
    (reward_a_mob, "holds rewards and is no Krosmaster"),
    (keep_a_boost, "keeps a Boost face up"),
    (hear_nothing, "the listeners of kind 0"),
    (linger, "which is off the board"),
    (mark_from_beyond, "outlives one of them"),
    (dig_for_kamas, "b1 holds -1 Kamas"),
    (owe_wild_gg, "-1 wild"),
    (be_nobody, "the active unit is 9"),
    (act_as_nobody, "the Activation Phase is nobody's"),
    (act_twice, "acted twice in one turn"),
    (ask_a_ko_to_act, "is asked to act"),
    (end_without_a_reason, "over without a reason"),
]


def ask(state: State) -> tuple[Decision | Roll | Over, list[int]]:
    """What the position waits for, with the answers when it is a decision."""
    waiting = state.waiting
    return waiting, waiting.options() if isinstance(waiting, Decision) else []


def is_sound(watch: Watch, state: State) -> bool:
    """The quick look at the position."""
    return watch.is_sound(state, *ask(state))


def test_a_position_as_it_should_be_breaks_no_invariant() -> None:
    state = table().state
    assert check(state) == []
    assert is_sound(Watch(state), state)


@pytest.mark.parametrize(("break_it", "told"), BREAKS, ids=[one.__name__ for one, _ in BREAKS])
def test_a_broken_position_is_told_of(break_it: Callable[[State], None], told: str) -> None:
    """By the close look in words, and by the quick look whether it saw the position in order before or not."""
    state = table().state
    old = Watch(state)
    assert is_sound(old, state)
    waiting, options = ask(state)
    break_it(state)
    assert [sentence for sentence in check(state) if told in sentence]
    if state.winner != UNDECIDED and isinstance(state.stack[-1], OverFrame):
        waiting, options = ask(state)
    assert not old.is_sound(state, waiting, options)
    if len(state.level) == len(state.names):
        assert not Watch(state).is_sound(state, waiting, options)


class Asked:
    """Somebody who offers certain answers."""

    def __init__(self, offered: list[int]) -> None:
        self.offered = offered

    def options(self, state: object) -> list[int]:
        """The answers offered."""
        return self.offered

    def candidates(self, state: object, n: int) -> list[int]:
        """The first of the answers offered."""
        return self.offered[:n]

    def is_listed(self, state: object) -> bool:
        """Whether all answers can be listed."""
        return True

    def conditions(self, state: object, answer: int) -> list[Condition]:
        """Nothing is asked of an answer."""
        return []


@pytest.mark.parametrize(
    ("kind", "seat", "offered", "told"),
    [
        ("choice", 0, [], "has no answer"),
        ("choice", 0, [7, 7], "offers an answer twice"),
        ("choice", 2, [7], "asks nobody"),
        ("activation", 1, [7], "seat 1 is asked to act with hero"),
    ],
)
def test_a_decision_that_cannot_be_is_told_of(kind: str, seat: int, offered: list[int], told: str) -> None:
    state = table().state
    decision = Decision(kind, seat, Asked(offered), state)
    assert [sentence for sentence in waiting_broken(state, decision) if told in sentence]
    assert not is_waiting(state, decision, offered)


def test_a_roll_without_outcomes_is_told_of() -> None:
    state = table().state
    roll = Roll("draw", 0, 2, weights=(0, 0))
    assert waiting_broken(state, roll) == ["Roll('draw', seat=0, size=2) has no outcome"]
    assert not is_waiting(state, roll, [])


@pytest.mark.parametrize("seed", range(6))
def test_the_quick_look_and_the_close_one_agree_on_positions_broken_at_random(seed: int) -> None:
    """One number somewhere is changed; both see it, or neither, as far as they look at the same things."""
    rng = Random(seed)
    broken = 0
    for state in positions(seed, 40, 9):
        watch, asked = Watch(state), ask(state)
        for _ in range(12):
            other = state.copy()
            where = spoil(other, rng)
            found = check(other)
            if not found and state.phase != SETUP:
                found = check_change(totals_of(state), other)
            waiting, options = asked if found else ask(other)
            assert watch.is_sound(other, waiting, options) == (not found), (where, found)
            broken += bool(found)
    assert broken > 60


SPOILT = (
    *("profile", "owner", "cell", "injuries", "ap", "mp", "ap_markers", "mp_markers", "range_markers", "inspired"),
    *("level", "summoner", "ko", "gg", "kamas", "occupant", "piles_closed", "pool", "active_unit"),
    "wild_gg",
)


def spoil(state: State, rng: Random) -> tuple[object, ...]:
    """Change one number; returns where and to what. Lists shared with other states are replaced."""
    name = rng.choice(SPOILT)
    value = rng.choice((-1, 0, 1, 2, 3, 40))
    column = getattr(state, name)
    if isinstance(column, int):
        setattr(state, name, min(value, 1))
        return name, value
    if not column:
        return (name,)
    place = rng.randrange(len(column))
    if name == "profile":
        value %= len(state.library.profiles)
    elif name == "owner":
        value %= state.settings.seats
    setattr(state, name, [*column[:place], value, *column[place + 1 :]])
    return name, place, value


def test_the_end_of_the_game_leaves_a_ko_unfinished() -> None:
    """A game that is won in the middle of a KO stops there [KA 1.4.1]."""
    state = table().state
    state.injuries[2] = 8
    assert check(state) != []
    state.winner, state.over_reason, state.over_clause = 0, "for the test", "1.4.1"
    state.finish()
    assert check(state) == []
    assert state.library.profiles[state.profile[2]].piece == KROSMASTER
