"""Winning: points, totals, elimination, and ties."""

import pytest

from esquive.core.frames import DRAW, UNDECIDED
from esquive.kaos.book.victory import check_activation, check_now, check_round, eliminated, score
from esquive.kaos.table.state import LEFT, OUT, RESERVE
from tests.kaos.playing import Table, mine, theirs


def table_of(points: tuple[int, int] = (0, 0), **options: int | str) -> Table:
    """One figure a side."""
    table = Table({"hero": mine(at=(10, 10), cost=15), "foe": theirs(at=(10, 60), cost=25)}, options=options)
    table.state.points = list(points)
    return table


def test_eliminating_an_enemy_gives_its_cost_in_points() -> None:
    """[Kaos K1.3]: to the opponent of its owner."""
    table = table_of()
    eliminated(table.state, table["foe"])
    eliminated(table.state, table["hero"])
    assert table.state.points == [25, 15]
    assert table.facts("points") == [{"seat": 0, "points": 25, "total": 25}, {"seat": 1, "points": 15, "total": 15}]


def test_or_one_point_each_when_agreed() -> None:
    """[Kaos K1.3]."""
    table = table_of(elimination="one")
    eliminated(table.state, table["foe"])
    assert table.state.points == [1, 0]


def test_objectives_give_points_as_well() -> None:
    """[Kaos K1.4]: and none is no event."""
    table = table_of()
    score(table.state, 1, 3)
    score(table.state, 0, 0)
    assert table.state.points == [0, 3] and len(table.facts("points")) == 1


@pytest.mark.parametrize(("points", "winner"), [((49, 0), UNDECIDED), ((50, 0), 0), ((20, 50), 1), ((60, 50), 0)])
def test_the_first_to_reach_the_total_wins(points: tuple[int, int], winner: int) -> None:
    """[Kaos K1.2]: both in one activation, the higher one."""
    table = table_of(points, victory_points=50)
    check_activation(table.state, 0)
    assert table.state.winner == winner


def test_without_a_total_nobody_wins_by_points_before_the_last_round() -> None:
    """[Kaos K1.2]: the total is agreed before play, or not at all."""
    table = table_of((500, 3))
    check_activation(table.state, 0)
    assert table.state.winner == UNDECIDED


def test_equal_totals_are_settled_after_one_more_activation_each() -> None:
    """[Kaos K1.2]: not after the first of the two."""
    table = table_of((50, 50), victory_points=50)
    check_activation(table.state, 0)
    assert (table.state.winner, table.state.more) == (UNDECIDED, 0b11)
    score(table.state, 0, 10)
    check_activation(table.state, 0)
    assert (table.state.winner, table.state.more) == (UNDECIDED, 0b10)
    score(table.state, 1, 20)
    check_activation(table.state, 1)
    assert table.state.winner == 1


def test_one_activation_each_is_not_two_of_one_player() -> None:
    """[Kaos K1.2] [Ruling R244]: who plays on alone this round waits for the other's."""
    table = table_of((50, 50), victory_points=50)
    for _ in range(3):
        check_activation(table.state, 1)
    assert (table.state.winner, table.state.more) == (UNDECIDED, 0b01)
    score(table.state, 0, 1)
    check_activation(table.state, 0)
    assert table.state.winner == 0


def test_totals_still_equal_after_that_are_a_draw() -> None:
    """[Kaos K1.2]."""
    table = table_of((50, 50), victory_points=50)
    for seat in (0, 1, 0):
        assert table.state.winner == UNDECIDED
        check_activation(table.state, seat)
    assert (table.state.winner, table.state.over_clause) == (DRAW, "K1.2")


@pytest.mark.parametrize("status", [OUT, LEFT])
def test_who_has_no_fighter_left_has_lost(status: int) -> None:
    """[Kaos K1.1]: out of action, or gone from the table [Kaos K27.8]; ahead in points or not."""
    table = table_of((90, 10))
    table.state.status[table["hero"]] = status
    check_activation(table.state, 0)
    assert (table.state.winner, table.state.over_clause) == (1, "K1.1")


def test_a_total_reached_counts_even_with_the_last_fighter_lost() -> None:
    """[Kaos K1.2]: points are what one wins by."""
    table = table_of((60, 25), victory_points=50)
    table.state.status[table["hero"]] = OUT
    check_activation(table.state, 0)
    assert (table.state.winner, table.state.over_clause) == (0, "K1.2")


@pytest.mark.parametrize(("points", "winner"), [((25, 15), 0), ((15, 25), 1), ((20, 20), DRAW)])
def test_both_hordes_gone_the_points_decide(points: tuple[int, int], winner: int) -> None:
    """[Ruling R215]."""
    table = table_of(points)
    table.state.status = [OUT, OUT]
    check_activation(table.state, 0)
    assert (table.state.winner, table.state.over_clause) == (winner, "R215")


def test_elimination_decides_during_the_additional_activations() -> None:
    """[Kaos K1.1]."""
    table = table_of((50, 50), victory_points=50)
    check_activation(table.state, 0)
    table.state.status[table["foe"]] = OUT
    check_activation(table.state, 0)
    assert table.state.winner == 0


def test_figures_in_reserve_are_fighters_too() -> None:
    """[Kaos K1.1]: those yet to be deployed."""
    table = table_of()
    table.state.status[table["foe"]] = RESERVE
    check_now(table.state)
    assert table.state.winner == UNDECIDED


def test_points_of_objectives_count_at_the_end_of_the_round() -> None:
    """[Kaos K1.2] [Kaos K1.4]."""
    table = table_of((50, 10), victory_points=50)
    check_round(table.state)
    assert table.state.winner == 0


def test_the_last_round_comes_before_additional_activations() -> None:
    """[Ruling R214]: equal totals then are a draw."""
    table = table_of((50, 50), victory_points=50, rounds=3)
    table.state.round = 2
    check_round(table.state)
    assert table.state.winner == UNDECIDED and table.state.more == 0b11
    table.state.round = 3
    check_round(table.state)
    assert (table.state.winner, table.state.over_clause) == (DRAW, "R214")
