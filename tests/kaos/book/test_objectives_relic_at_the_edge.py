"""A relic that comes to its bearer's edge without a move of the bearer."""

import pytest

from esquive.core.frames import advance
from esquive.kaos.book.effects import apply_effects
from esquive.kaos.book.slam import SlamFrame
from esquive.kaos.cards import ops
from esquive.kaos.cards.library import CARRY, Objective
from esquive.kaos.table.settings import SCENARIO
from esquive.kaos.table.state import LEFT, NONE
from tests.kaos.playing import SWORD, Figure, Table, cm, intercept, long, mine, plan, react, slam, theirs

RELIC = Objective(CARRY, 50, cm(30), cm(30), 0, 0, NONE)


def bearer(hero: Figure, foe: Figure) -> Table:
    """The hero has the relic."""
    return Table({"hero": hero, "foe": foe}, objectives=[RELIC], mode=SCENARIO, relic=0)


def sent(to: tuple[float, float]) -> Table:
    """The bearer, fleeing and 1 cm off its edge, is sent flying."""
    table = bearer(mine(at=(30, 2.3), fleeing=1), theirs(at=(30, 4.8), faces=270, weapons=[long()]))
    return table.start(SlamFrame(1, 0, 4)).play(slam(*to))


def test_a_bearer_sent_flying_to_its_own_edge_has_brought_the_relic_home() -> None:
    """[Kaos K37.1] [Ruling R253]: what counts is that it touches the edge; not 0.5 cm from it."""
    assert sent((30, 1.25)).state.points == [50, 0]
    assert sent((30, 1.75)).state.points == [0, 0]


def test_a_bearer_that_leaves_over_its_own_edge_drops_no_relic() -> None:
    """[Kaos K27.8] [Ruling R252] [Ruling R253]: sent to the edge it flees to, it leaves with the relic done with."""
    table = sent((30, 1.25)).turn_of("hero").play(plan("flee"))
    assert table.read("hero", "status") == LEFT
    assert table.state.points == [50, 20] and not table.facts("relic-dropped")


@pytest.mark.parametrize(("faces", "points"), [("south", [50, 0]), ("north", [0, 0])])
def test_a_bearer_pushed_to_its_own_edge_scores_once(faces: str, points: list[int]) -> None:
    """[Kaos K1.4] [Ruling R253]: south for p1; the other edge is none of its own."""
    hero, foe = ((30, 3), (30, 6)) if faces == "south" else ((30, 72), (30, 69))
    table = bearer(mine(at=hero), theirs(at=foe))
    for _ in range(2):
        apply_effects(table.state, (ops.Push(cm=1.75).at_play("gust"),), 1, 0, 0, 0)
        advance(table.state)
    assert table.place("hero")[1] == (1.25 if faces == "south" else 73.75)
    assert table.state.points == points


def test_a_bearer_put_down_at_its_own_edge_scores_and_who_does_not_bear_the_relic_does_not() -> None:
    """[Ruling R253]."""
    for relic, points in ((0, [50, 0]), (NONE, [0, 0])):
        table = bearer(mine(at=(30, 10)), theirs(at=(60, 60)))
        table.state.relic = relic
        apply_effects(table.state, (ops.Place(cm=10).at_play("leap"),), 0, 0, cm(30), cm(1.25))
        assert table.place("hero") == (30, 1.25, 0) and table.state.points == points


@pytest.mark.parametrize(("y", "bearer_of"), [(28.8, 0), (28.5, NONE)])
def test_a_mover_sent_flying_at_the_end_of_its_way_ends_its_move_where_it_lies(y: float, bearer_of: int) -> None:
    """[Kaos K31.12] [Ruling R253] [Ruling R315]: still with its base on the relic it takes it."""
    figures = {"hero": mine(at=(20, 30)), "foe": theirs(at=(30, 34), faces=270, weapons=[long()])}
    table = Table(figures, objectives=[RELIC], mode=SCENARIO, relic=NONE, relic_x=cm(30), relic_y=cm(30))
    table.turn_of("hero").play(plan("walk", (30, 30)), intercept(1, SWORD, 10), react("none"), dice=["4444"])
    table.play(slam(30, y))
    assert table.asks == "rest" and table.state.relic == bearer_of
