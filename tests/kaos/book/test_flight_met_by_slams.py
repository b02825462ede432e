"""Fleeing figures that are sent flying or pushed: towards the edge, away from it, and on their way."""

import pytest

from esquive.kaos.book.effects import apply_effects
from esquive.kaos.book.flight import AT_THE_EDGE
from esquive.kaos.book.slam import SlamFrame
from esquive.kaos.cards.op_codes import ALWAYS, NOW, Op
from esquive.kaos.cards.ops import Push
from esquive.kaos.geometry.shapes import DIFFICULT
from esquive.kaos.geometry.units import CM
from tests.kaos.playing import Table, box, intercept, long, mine, plan, react, slam, theirs

HERO, FOE = 0, 1


@pytest.mark.parametrize("rounds", [0, 3])
def test_flight_is_over_when_a_slam_sends_its_figure_to_the_edge(rounds: int) -> None:
    """[Kaos K27.7] [Ruling R225]: any edge, as soon as it is touched; as agreed edges end nothing."""
    figures = {"hero": mine(at=(8, 20), faces=180), "foe": theirs(at=(3, 20), activated=1, fleeing=1)}
    table = Table(figures, options={"flight_rounds": rounds})
    table.start(SlamFrame(HERO, FOE, 2)).play(slam(1.25, 20))
    assert table.read("foe", "fleeing") == (1 if rounds else AT_THE_EDGE)
    assert table.facts("flight-ends") == ([] if rounds else [{"figure": "foe"}])


def test_flight_is_over_when_a_push_sends_its_figure_to_the_edge() -> None:
    """[Kaos K27.7] [Ruling R225]."""
    table = Table({"hero": mine(at=(8, 20)), "foe": theirs(at=(2.25, 20), activated=1, fleeing=1)})
    apply_effects(table.state, (Op(Push, 0, CM, ALWAYS, NOW, 0, 1),), HERO, FOE, 0, 0)
    assert table.read("foe", "fleeing") == AT_THE_EDGE


def run_past_a_spear(x: float, goal: tuple[float, float], move: int = 10) -> Table:
    """The foe flees towards 0,0 from x,10; a spear strikes it after a centimetre and sends it to the goal."""
    spear = mine(at=(x + 1, 14), faces=270, weapons=(long(),))
    foe = theirs(at=(x, 10), life=40, activated=1, fleeing=1, move=move)
    table = Table({"hero": spear, "foe": foe}).turn_of("foe")
    table.play(plan("flee"), intercept(HERO, at=1), react("none"), dice=["4111"])
    assert table.asks == "slam"
    return table.play(slam(*goal))


def test_sent_back_on_its_way_a_fleeing_figure_still_runs_to_the_edge() -> None:
    """[Kaos K27.6] [Kaos K31.12]: with the movement it has left, more than enough."""
    table = run_past_a_spear(10, (11, 10))
    x, y, _ = table.place("foe")
    assert min(x, y) == pytest.approx(1.25, abs=0.06)
    assert table.read("foe", "fleeing") == AT_THE_EDGE and table.asks == "rest"
    assert table.facts("moved")[-1]["cost"] < 20


def test_sent_to_the_edge_on_its_way_a_fleeing_figure_stays_there() -> None:
    """[Kaos K27.7] [Ruling R225]: the flight is over, and with it the run."""
    table = run_past_a_spear(4, (1.25, 9))
    assert table.place("foe") == (1.25, 9, 0)
    assert table.read("foe", "fleeing") == AT_THE_EDGE and len(table.facts("flight-ends")) == 1


def test_sent_flying_a_fleeing_figure_runs_no_farther_than_its_movement() -> None:
    """[Kaos K27.6] [Kaos K31.12]: 20 cm in all, one of them before it was struck."""
    table = run_past_a_spear(35, (36, 10))
    x, y, _ = table.place("foe")
    assert (x - 36) ** 2 + (y - 10) ** 2 == pytest.approx(19**2, abs=0.1)
    assert table.read("foe", "fleeing") == 2 and table.asks == "rest"


def test_sent_flying_a_slow_fleeing_figure_still_runs_the_rest_of_its_three_centimetres() -> None:
    """[Kaos K10.13] [Kaos K31.12]: 2 cm of movement, one of them before it was struck; 2 cm more are possible."""
    table = run_past_a_spear(35, (36, 10), move=1)
    x, y, _ = table.place("foe")
    assert (x - 36) ** 2 + (y - 10) ** 2 == pytest.approx(2**2, abs=0.01)
    assert table.read("foe", "fleeing") == 2 and table.asks == "rest"


def test_struck_where_it_reaches_the_edge_a_figure_flees_no_more() -> None:
    """[Kaos K27.7] [Ruling R225]: sent back inside from there, it stays."""
    figures = {
        "hero": mine(at=(6.25, 1.25), faces=180, weapons=(long(),)),
        "foe": theirs(at=(10, 10), life=40, activated=1, fleeing=1),
    }
    table = Table(figures).turn_of("foe").play(plan("flee"), intercept(HERO, at=12.374), react("none"), dice=["4111"])
    assert table.asks == "slam" and table.read("foe", "fleeing") == AT_THE_EDGE
    table.play(slam(3, 3))
    assert table.place("foe") == (3, 3, 0) and table.asks == "rest"
    assert len(table.facts("flight-ends")) == 1


def test_sent_flying_after_more_than_three_centimetres_a_fleeing_figure_still_runs_on() -> None:
    """[Kaos K27.6] [Kaos K31.12]: it has used up what is always possible, not its movement: 16 of 20 cm are left."""
    spear = mine(at=(32, "13.2"), faces=270, weapons=(long(),))
    table = Table({"hero": spear, "foe": theirs(at=(35, 10), life=40, activated=1, fleeing=1)}).turn_of("foe")
    table.play(plan("flee"), intercept(HERO, at=4), react("none"), slam("32.5", 9), dice=["4111"])
    x, y, _ = table.place("foe")
    assert (x - 32.5) ** 2 + (y - 9) ** 2 == pytest.approx(16**2, abs=0.1)
    assert table.read("foe", "fleeing") == 2 and table.asks == "rest"


def test_sent_flying_before_its_first_step_a_fleeing_figure_runs_from_where_it_lies() -> None:
    """[Kaos K27.6] [Kaos K31.12]: towards the corner from there, all of its movement."""
    spear = mine(at=(35, "13.2"), faces=270, weapons=(long(),))
    table = Table({"hero": spear, "foe": theirs(at=(35, 10), life=40, activated=1, fleeing=1)}).turn_of("foe")
    table.play(plan("flee"), intercept(HERO, at=0), react("none"), slam("35.5", 8), dice=["4111"])
    x, y, _ = table.place("foe")
    assert (x - 35.5) ** 2 + (y - 8) ** 2 == pytest.approx(20**2, abs=0.1)
    assert (8 - y) / (35.5 - x) == pytest.approx((8 - 1.25) / (35.5 - 1.25), abs=0.001)
    assert table.read("foe", "fleeing") == 2 and table.asks == "rest"


def test_sent_into_difficult_ground_a_fleeing_figure_pays_for_it() -> None:
    """[Kaos K27.5] [Kaos K27.6]: its 16 cm are no longer the way it had before it, but what it can spend."""
    rough = box((29, 3), (3, 4), 0, DIFFICULT, "rough")
    spear = mine(at=(32, "13.2"), faces=270, weapons=(long(),))
    table = Table({"hero": spear, "foe": theirs(at=(35, 10), life=40, activated=1, fleeing=1)}, [rough]).turn_of("foe")
    table.play(plan("flee"), intercept(HERO, at=4), react("none"), slam(32, "7.3"), dice=["4111"])
    x, y, _ = table.place("foe")
    assert (x - 32) ** 2 + (y - 7.3) ** 2 == pytest.approx(14.496**2, abs=0.1)
    assert table.facts("moved")[-1]["cost"] == pytest.approx(16, abs=0.001)
