"""The likeliest ways to put an enemy out of action, with exact odds worked out by hand."""

from fractions import Fraction

import pytest

from esquive.core.cancellation import Cancelled, wanted_while
from esquive.core.strike_shapes import BestStrikes
from esquive.kaos.book.round import RoundFrame
from esquive.kaos.game import GAME
from tests.kaos.playing import PASS, Table, close, mine, theirs
from tests.kaos.text.test_chances import hits


def best(table: Table, most: int = 30_000) -> BestStrikes:
    search = GAME.strike_search(table.state)
    assert search is not None
    search.look(most)
    return search.found()


def beside(**foe: object) -> dict[str, object]:
    """A hero with two dice and a foe beside it whom one blow of 5 wounds is enough for."""
    weak = {"weapons": [close(1)], "dodge": 1, "life": 5, **foe}
    return {"hero": mine(at=(20, 20), weapons=[close(2)], will=1), "foe": theirs(at=(22.5, 20), **weak)}


def test_the_worst_reaction_decides_how_likely_a_blow_is_deadly() -> None:
    """Two dice against the one of the dodge or of the riposte: worse than 3/4, which is doing nothing [Kaos K17.6]."""
    found = best(Table(beside()).turn_of("hero"))
    one = found.strikes[0]
    assert found.ended and not found.complete and "interceptions" in found.note
    assert Fraction(one.probability) == hits(2, 1) < Fraction(3, 4)
    assert (one.ko, one.lines) == (["foe"], ["plan stay strike foe sword"])
    assert (one.steps[0].percent, one.wounded) == (one.percent, one.percent)


def test_who_cannot_be_killed_by_one_blow_is_wounded_at_least() -> None:
    """[Kaos K17.1]: two successes are no second blow."""
    one = best(Table(beside(life=6)).turn_of("hero")).strikes[0]
    assert (one.probability, one.wounded) == ("0", round(float(hits(2, 1)) * 100, 1))


def test_all_who_may_be_activated_are_looked_at() -> None:
    """The better of two figures is named, and its activation is the first step."""
    figures = {**beside(will=1), "champion": mine(at=(25, 20), faces=180, weapons=[close(6)], will=1)}
    table = Table(figures).start(RoundFrame()).play(PASS, dice=["4", "1"])
    assert table.asks == "initiative"
    one = best(table).strikes[0]
    assert one.lines[0] == "activate champion" and len(one.steps) == 2
    assert Fraction(one.probability) > hits(2, 1)


def test_nobody_is_told_while_something_else_is_asked() -> None:
    table = Table(beside()).turn_of("hero").play("plan stay strike foe sword")
    assert table.asks == "react" and GAME.strike_search(table.state) is None


def test_a_search_that_nobody_waits_for_ends() -> None:
    search = GAME.strike_search(Table(beside()).turn_of("hero").state)
    assert search is not None
    with wanted_while(lambda: False), pytest.raises(Cancelled):
        search.look(1_000)
