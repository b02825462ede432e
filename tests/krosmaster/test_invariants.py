"""The invariants see what is wrong: one position for each, broken by hand."""

from collections.abc import Callable

import pytest

from esquive.krosmaster.board import parse_cell
from esquive.krosmaster.invariants import check, check_change, totals_of
from esquive.krosmaster.library import KROSMASTER
from esquive.krosmaster.state import EMPTY, NONE, State
from tests.krosmaster.playing import Table, card, keyword, mine, theirs


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
    state.modifiers = [()] * len(state.modifiers)


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


BREAKS: list[tuple[Callable[[State], None], str]] = [
    (stand_off_the_board, "not on the board"),
    (stand_on_a_tree, "which is impassable"),
    (forget_the_occupant, "is held by"),
    (share_a_cell, "is held by"),
    (lift_the_trap, "on the floor"),
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
    (haunt, "two special markers"),
    (steal_from_nobody, "GG are"),
    (spend_what_is_not_there, "the stocks of Kamas"),
    (act_for_the_other_side, "seat 1 has the turn"),
    (leave_something_on_standby, "on standby"),
    (win_and_go_on, "the winner is 0"),
    (share_a_name, "units share a name"),
    (lose_a_row, "the column level has 3 entries for 4 units"),
]


def test_a_position_as_it_should_be_breaks_no_invariant() -> None:
    assert check(table().state) == []


@pytest.mark.parametrize(("break_it", "told"), BREAKS, ids=[one.__name__ for one, _ in BREAKS])
def test_a_broken_position_is_told_of(break_it: Callable[[State], None], told: str) -> None:
    state = table().state
    break_it(state)
    assert [sentence for sentence in check(state) if told in sentence]


def test_gg_that_come_from_nowhere_are_told_of() -> None:
    """[KA 4.6.2]"""
    state = table().state
    before = totals_of(state)
    state.gg[1] -= 1
    assert check_change(before, state) == []
    state.wild_gg += 2
    assert check_change(before, state) == ["there are 14 GG in the game and were 13"]


def test_kamas_that_grow_on_a_cell_are_told_of() -> None:
    state = table().state
    before = totals_of(state)
    state.kamas_on = {parse_cell("b1"): 1}
    assert check_change(before, state) == ["b1 holds 1 Kamas and held 0"]


def test_a_token_that_comes_to_light_without_leaving_a_stack_is_told_of() -> None:
    """[KA 4.7.4]"""
    state = table().state
    before = totals_of(state)
    state.piles_closed = [9, *state.piles_closed[1:]]
    assert check_change(before, state) == ["0 granite tokens came to light and 1 left the stacks"]


def test_a_summon_that_stays_when_its_summoner_leaves_is_told_of() -> None:
    """[KA 4.10.2.a]"""
    state = table().state
    before = totals_of(state)
    state.cell[0] = 0
    told = [f"{name} is in play and its summoner hero has left" for name in ("imp", "snare")]
    assert check_change(before, state) == told


def test_more_markers_than_the_max_are_told_of() -> None:
    """[KA 4.11.7]"""
    state = table().state
    before = totals_of(state)
    state.mp_markers[2] = -3
    assert check_change(before, state) == []
    state.mp_markers[2] = -4
    assert check_change(before, state) == ["foe went from 0 to -4 mp markers, its MAX being 3"]


def test_the_end_of_the_game_leaves_a_ko_unfinished() -> None:
    """A game that is won in the middle of a KO stops there [KA 1.4.1]."""
    state = table().state
    state.injuries[2] = 8
    assert check(state) != []
    state.winner, state.over_reason, state.over_clause = 0, "for the test", "1.4.1"
    state.finish()
    assert check(state) == []
    assert state.library.profiles[state.profile[2]].piece == KROSMASTER
