"""What one answer may make of a position: one change for each that the rules never make, by hand."""

import pytest

from esquive.krosmaster.table.board import parse_cell
from esquive.lab.krosmaster.changes import check_change, totals_of
from esquive.lab.krosmaster.soundness import is_change
from tests.lab.krosmaster.test_invariants import table


def test_gg_that_come_from_nowhere_are_told_of() -> None:
    """[KA 4.6.2]"""
    state = table().state
    before = state.copy()
    state.gg[1] -= 1
    assert check_change(totals_of(before), state) == []
    assert is_change(before, state)
    state.wild_gg += 2
    assert check_change(totals_of(before), state) == ["there are 14 GG in the game and were 13"]
    assert not is_change(before, state)


def test_kamas_that_grow_on_a_cell_are_told_of() -> None:
    state = table().state
    before = state.copy()
    state.kamas_on = {parse_cell("b1"): 1}
    assert check_change(totals_of(before), state) == ["b1 holds 1 Kamas and held 0"]
    assert not is_change(before, state)


def test_a_token_that_comes_to_light_without_leaving_a_stack_is_told_of() -> None:
    """[KA 4.7.4]"""
    state = table().state
    before = state.copy()
    state.piles_closed = [9, *state.piles_closed[1:]]
    assert check_change(totals_of(before), state) == ["0 granite tokens came to light and 1 left the stacks"]
    assert not is_change(before, state)


def test_a_summon_that_stays_when_its_summoner_leaves_is_told_of() -> None:
    """[KA 4.10.2.a]"""
    state = table().state
    before = state.copy()
    state.cell[0] = 0
    told = [f"{name} is in play and its summoner hero has left" for name in ("imp", "snare")]
    assert check_change(totals_of(before), state) == told
    assert not is_change(before, state)


def test_more_markers_than_the_max_are_told_of() -> None:
    """[KA 4.11.7]"""
    state = table().state
    before = state.copy()
    state.mp_markers[2] = -3
    assert check_change(totals_of(before), state) == []
    assert is_change(before, state)
    state.mp_markers[2] = -4
    assert check_change(totals_of(before), state) == ["foe went from 0 to -4 mp markers, its MAX being 3"]
    assert not is_change(before, state)


@pytest.mark.parametrize("turn", [-1, 2])
def test_turns_that_do_not_follow_each_other_are_told_of(turn: int) -> None:
    """[KA 5.1.1]"""
    state = table().state
    before = state.copy()
    state.turn += turn
    assert check_change(totals_of(before), state) == [f"turn {state.turn} follows turn {before.turn}"]
    assert not is_change(before, state)
