"""Scenarios: ground to hold, a relic to carry off, rounds to survive."""

from typing import Any

import pytest

from esquive.kaos.book.deployment import deployment_conditions
from esquive.kaos.book.objectives import after_move, count_objectives, drop_relic, is_home, reaches
from esquive.kaos.book.wounds import suffer
from esquive.kaos.cards.library import CARRY, HOLD, SURVIVE, Objective
from esquive.kaos.table.settings import POINTS, SCENARIO
from esquive.kaos.table.state import NONE, OUT, RESERVE
from tests.kaos.playing import Table, cm, mine, theirs

HILL = Objective(HOLD, 10, cm(30), cm(30), cm(5), 1, NONE)
RELIC = Objective(CARRY, 50, cm(30), cm(30), 0, 0, NONE)


def field(
    *objectives: Objective, mode: int = SCENARIO, hero: Any = (30, 30), foe: Any = (60, 60), **keys: Any
) -> Table:
    """A hero and a foe of a scenario."""
    figures = {"hero": mine(at=hero), "foe": theirs(at=foe)}
    return Table(figures, objectives=objectives, mode=mode, **keys)


def count(table: Table, rounds: int = 1) -> list[int]:
    """The points after so many rounds have ended."""
    for _ in range(rounds):
        table.state.round += 1
        count_objectives(table.state)
    return table.state.points


def relic(hero: Any = (30, 30), **keys: Any) -> Table:
    """A relic at 30,30; the hero ends a move of its own."""
    table = field(RELIC, hero=hero, relic_x=cm(30), relic_y=cm(30), **keys)
    after_move(table.state, 0)
    return table


def test_ground_is_held_by_who_has_more_figures_on_it() -> None:
    """[Kaos K1.4] [Kaos K37.1]."""
    assert count(field(HILL)) == [10, 0]
    assert count(field(HILL, foe=(33, 33))) == [0, 0]
    assert count(field(HILL, hero=(60, 30), foe=(33, 33))) == [0, 10]


def test_in_a_battle_for_points_objectives_do_not_count() -> None:
    """[Kaos K37.2]: the mode is settled before the game."""
    assert count(field(HILL, mode=POINTS)) == [0, 0]


@pytest.mark.parametrize(("x", "reached"), [(36.25, True), (36.3, True), (36.31, False)])
def test_any_part_of_a_base_may_reach_the_ground(x: float, reached: bool) -> None:
    """[Ruling R218]: with the tolerance of every contact."""
    table = field(HILL, hero=(x, 30))
    assert reaches(table.state.base(0), HILL) == reached


def test_a_place_under_a_base_is_reached_whatever_its_radius() -> None:
    table = field(RELIC, hero=(30.5, 30.5))
    assert reaches(table.state.base(0), RELIC)


def test_ground_may_have_to_be_held_for_several_rounds_running() -> None:
    """[Kaos K1.4]."""
    table = field(Objective(HOLD, 10, cm(30), cm(30), cm(5), 2, NONE))
    assert count(table) == [0, 0] and count(table) == [10, 0] and count(table, 2) == [20, 0]
    table.state.set_base(0, table.state.base_at(0, cm(60), cm(20), 0, 0))
    assert count(table) == [20, 0] and table.state.held == [0]
    table.state.set_base(1, table.state.base_at(1, cm(30), cm(30), 0, 0))
    assert count(table, 2) == [20, 10]
    table.state.set_base(1, table.state.base_at(1, cm(60), cm(60), 0, 0))
    table.state.set_base(0, table.state.base_at(0, cm(30), cm(30), 0, 0))
    assert count(table) == [20, 10] and count(table) == [30, 10]


def test_figures_out_of_play_hold_nothing() -> None:
    """[Kaos K18.9]."""
    table = field(HILL)
    table.state.status[0] = OUT
    assert count(table) == [0, 0]


@pytest.mark.parametrize(("lost", "points"), [(False, [0, 60]), (True, [0, 0])])
def test_who_has_fighters_left_after_the_rounds_agreed_has_survived(lost: bool, points: list[int]) -> None:
    """[Kaos K1.4]: counted once."""
    table = field(Objective(SURVIVE, 60, 0, 0, 0, 3, 1))
    assert count(table, 2) == [0, 0]
    if lost:
        table.state.status[1] = OUT
    assert count(table, 2) == points
    assert len(table.facts("objective")) == (0 if lost else 1)


# ----------------------------------------------------------------------------------------------------------- the relic


def test_a_figure_that_ends_a_move_on_the_relic_takes_it() -> None:
    """[Kaos K37.1]."""
    assert relic().state.relic == 0
    assert relic(hero=(31.3, 30)).state.relic == 0
    assert relic(hero=(31.4, 30)).state.relic == NONE
    table = relic()
    table.state.set_base(1, table.state.base_at(1, cm(30), cm(33), 0, 0))
    after_move(table.state, 1)
    assert table.state.relic == 0


def test_the_relic_carried_to_the_own_edge_scores_once() -> None:
    """[Kaos K1.4]."""
    table = relic()
    table.state.set_base(0, table.state.base_at(0, cm(30), cm(1.25), 0, 0))
    after_move(table.state, 0)
    after_move(table.state, 0)
    assert table.state.points == [50, 0] and len(table.facts("objective")) == 1


def test_a_relic_that_has_been_carried_home_is_done_with() -> None:
    """[Kaos K1.4] [Ruling R253]: it does not fall from who carried it."""
    table = relic()
    table.state.set_base(0, table.state.base_at(0, cm(30), cm(1.25), 0, 0))
    after_move(table.state, 0)
    suffer(table.state, 0, 99)
    assert table.state.relic == NONE and not table.facts("relic-dropped")
    table.state.set_base(1, table.state.base_at(1, cm(30), cm(1.25), 0, 0))
    after_move(table.state, 1)
    assert table.state.relic == NONE


def test_the_own_edge_is_south_for_p1_and_north_for_p2() -> None:
    table = field(RELIC, hero=(30, 1.25), foe=(30, 73.75))
    assert is_home(table.state, 0, table.state.base(0)) and is_home(table.state, 1, table.state.base(1))
    table = field(RELIC, hero=(30, 73.75), foe=(30, 1.25))
    assert not is_home(table.state, 0, table.state.base(0)) and not is_home(table.state, 1, table.state.base(1))


def test_who_leaves_play_lets_the_relic_fall_where_it_stood() -> None:
    """[Kaos K18.9]."""
    table = relic()
    table.state.set_base(0, table.state.base_at(0, cm(40), cm(42), 0, 0))
    suffer(table.state, 0, 99)
    assert table.state.relic == NONE and (table.state.relic_x, table.state.relic_y) == (cm(40), cm(42))
    assert table.facts("relic-dropped") == [{"x": 40.0, "y": 42.0}]
    drop_relic(table.state, 1)
    assert len(table.facts("relic-dropped")) == 1
    table.state.set_base(1, table.state.base_at(1, cm(40), cm(42), 0, 0))
    after_move(table.state, 1)
    assert table.state.relic == 1


def test_without_a_relic_moves_take_nothing() -> None:
    table = field(HILL)
    after_move(table.state, 0)
    assert table.state.relic == NONE


# --------------------------------------------------------------------------------------------------------------- zones


@pytest.mark.parametrize(
    ("x", "y", "kind"),
    [
        (10, 10, ""),
        (10, 20.75, ""),
        (10, 20.8, "outside-zone"),
        (10, 6.25, ""),
        (10, 6.2, "outside-zone"),
        (4.25, 10, ""),
        (4.2, 10, "outside-zone"),
        (72.75, 10, ""),
        (72.8, 10, "outside-zone"),
    ],
)
def test_a_scenario_may_have_a_player_deploy_in_a_part_of_the_table(x: float, y: float, kind: str) -> None:
    """[Kaos K37.1]: wholly inside it; the other player deploys anywhere."""
    table = field()
    table.state.status = [RESERVE, RESERVE]
    table.state.library.zones = ((cm(3), cm(5), cm(74), cm(22)), None)
    found = deployment_conditions(table.state, 0, 0, cm(x), cm(y), 0)
    assert next((condition.kind for condition in found if not condition.holds), "") == kind
    assert all(condition.holds for condition in deployment_conditions(table.state, 1, 1, cm(x), cm(y), 0))


@pytest.mark.parametrize("before", [0, 1, 2])
def test_a_relic_is_one_objective_among_others(before: int) -> None:
    """[Kaos K1.4] [Ruling R253]: carried home it scores once, wherever it stands in the scenario."""
    hills = [HILL] * before
    table = field(*hills, RELIC, HILL, hero=(30, 1.25), relic_x=cm(30), relic_y=cm("1.25"))
    table.state.held = [0] * (before + 2)
    after_move(table.state, 0)
    after_move(table.state, 0)
    assert table.state.relic == 0 and table.state.points == [50, 0]
    assert list(table.state.held) == [0] * before + [1, 0]


@pytest.mark.parametrize(("before", "hero", "now"), [(-2, (30, 30), 1), (2, (60, 60), -1), (2, (30, 30), 3)])
def test_ground_that_changes_hands_is_held_from_the_first_round_on(before: int, hero: Any, now: int) -> None:
    """[Kaos K37.1]: what the others have held it for is over."""
    table = field(HILL, hero=hero, foe=(60, 60) if hero == (30, 30) else (30, 30))
    table.state.held = [before]
    count(table)
    assert table.state.held == [now]
