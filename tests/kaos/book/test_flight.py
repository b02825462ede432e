"""Flight: away before the attacker comes, to the edge, and what is left to choose there."""

import pytest

from esquive.kaos.book.flight import AT_THE_EDGE, end_of_run, flight_legs, flight_path, is_at_the_edge, nearest_corner
from esquive.kaos.book.modifiers import add_effect
from esquive.kaos.book.movement import path_of
from esquive.kaos.book.wounds import ForcedMovesFrame, suffer
from esquive.kaos.cards.op_codes import ALWAYS, ROUND, Op
from esquive.kaos.cards.ops import Immobilise
from esquive.kaos.geometry.shapes import DIFFICULT, Piece
from esquive.kaos.table.state import LEFT
from tests.kaos.playing import (
    STAY,
    SWORD,
    Figure,
    Table,
    box,
    cm,
    intercept,
    mine,
    plan,
    ranged,
    react,
    theirs,
)

FOE = 1
FLEES = plan("flee")


def attacked(*pieces: Piece, foe: Figure | None = None, **options: int) -> Table:
    """The hero walks up to the foe at 60,60 and means to strike; the foe may react."""
    figures = {"hero": mine(at=(52, 60)), "foe": foe or theirs(at=(60, 60))}
    table = Table(figures, pieces, options=options).turn_of("hero")
    return table.play(plan("walk", (57.5, 60), action="strike", means=SWORD, target=FOE))


def fleeing(
    *pieces: Piece, at: tuple[float, float] = (40, 20), size: tuple[float, float] = (75, 75), **keys: int
) -> Table:
    """The foe has been fleeing for a round and is activated."""
    keys.setdefault("fleeing", 1)
    figures = {"hero": mine(at=(4, 70), activated=1), "foe": theirs(at=at, **keys)}
    return Table(figures, pieces, size=size).turn_of("foe")


# ------------------------------------------------------------------------------------------------------- the reaction


def test_the_attacked_figure_runs_before_the_attacker_moves() -> None:
    """[Kaos K27.1] [Kaos K27.2] [Ruling R236]: 20 cm towards the nearest corner; the strike is lost."""
    table = attacked(foe=theirs(at=(60, 60), move=5))
    table.play(react("flee"))
    x, y, _ = table.place("foe")
    assert x == pytest.approx(67.07, abs=0.02) and y == pytest.approx(67.07, abs=0.02)
    assert (table.read("foe", "activated"), table.read("foe", "acted"), table.read("foe", "moved")) == (1, 1, 1)
    assert table.place("hero") == (57.5, 60, 0) and table.asks == "rest" and table.facts("rolled") == []
    kinds = [kind for kind in table.events() if kind in ("fled", "moved", "missed")]
    assert kinds == ["fled", "moved", "moved", "missed"]


def test_flight_needs_a_figure_that_has_not_played_and_can_move() -> None:
    """[Kaos K27.1] [Kaos K10.14]."""
    assert attacked(foe=theirs(at=(60, 60), activated=1)).why(react("flee")) == "unactivated"
    table = attacked()
    add_effect(table.state, FOE, Op(Immobilise, 0, 1, ALWAYS, ROUND, 0, 1))
    assert table.why(react("flee")) == "can-move"


def test_who_flees_but_stays_in_reach_is_struck_without_reacting() -> None:
    """[Kaos K27.1] [Kaos K27.3]: the edge is near; a shot finds it, moving."""
    figures = {"hero": mine(at=(50, 60), weapons=(ranged(dice=5),)), "foe": theirs(at=(60, 60))}
    table = Table(figures).turn_of("hero")
    table.play(plan("stay", action="shoot", means=SWORD, target=FOE), react("flee"), dice=["1111"])
    assert table.facts("pool")[0]["dice"] == 4 and table.asks == "rest"


def test_flight_is_over_at_the_edge() -> None:
    """[Kaos K27.6] [Kaos K27.7] [Ruling R225]: any edge, as soon as the base touches it."""
    table = attacked().play(react("flee"))
    assert table.read("foe", "fleeing") == AT_THE_EDGE and table.facts("flight-ends") == [{"figure": "foe"}]
    x, y, _ = table.place("foe")
    assert x == pytest.approx(73.75, abs=0.06) and y == pytest.approx(73.75, abs=0.06)


@pytest.mark.parametrize(
    ("x", "y", "corner"), [(10, 10, (0, 0)), (60, 10, (75, 0)), (10, 60, (0, 75)), (60, 60, (75, 75))]
)
def test_it_heads_for_the_nearest_corner(x: float, y: float, corner: tuple[int, int]) -> None:
    """[Kaos K27.2]."""
    table = Table({"foe": theirs(at=(x, y))})
    assert nearest_corner(table.state.table, table.state.base(0)) == (cm(corner[0]), cm(corner[1]))


def test_it_goes_round_what_it_cannot_cross() -> None:
    """[Kaos K27.4]: by the shortest way."""
    wall = box((63, 63), (3, 3))
    table = attacked(wall, foe=theirs(at=(60, 60), move=5)).play(react("flee"))
    x, y, _ = table.place("foe")
    assert table.facts("moved")[0]["cost"] == pytest.approx(10, abs=0.01) and (x > 60 or y > 60)
    assert not (61.75 < x < 67.25 and 61.75 < y < 67.25)


def test_it_crosses_difficult_ground_directly_at_its_cost() -> None:
    """[Kaos K27.5] [Kaos K11.8]: 10 cm of running are 5 cm of marsh."""
    marsh = box((58, 50), (16, 24), 0, DIFFICULT, "marsh")
    table = attacked(marsh, foe=theirs(at=(60, 60), move=5)).play(react("flee"))
    x, y, _ = table.place("foe")
    assert x == y == pytest.approx(63.535, abs=0.02)


def test_three_centimetres_are_always_possible() -> None:
    """[Kaos K10.13]: a run of 6 cm through a marsh is 3 cm; nothing makes it less."""
    marsh = box((58, 50), (16, 24), 0, DIFFICULT, "marsh")
    table = attacked(marsh, foe=theirs(at=(60, 60), move=2)).play(react("flee"), dice=["111"])
    x, y, _ = table.place("foe")
    assert (x - 60) ** 2 + (y - 60) ** 2 == pytest.approx(9, abs=0.02)


# ------------------------------------------------------------------------------------------------------ later rounds


def test_a_fleeing_figure_runs_whenever_it_is_activated_and_does_nothing_else() -> None:
    """[Kaos K27.3] [Kaos K27.6]."""
    table = fleeing(at=(40, 40))
    assert table.why(plan("walk", (41, 40))) == table.why(plan("stay")) == "fleeing"
    table.play(FLEES)
    x, y, _ = table.place("foe")
    assert (x - 40) ** 2 + (y - 40) ** 2 == pytest.approx(400, abs=0.1) and table.read("foe", "fleeing") == 2
    assert table.asks == "rest"


def test_a_fleeing_figure_may_be_intercepted() -> None:
    """[Kaos K31.1]: it moves; it may dodge but not riposte [Kaos K27.3]."""
    table = fleeing(at=(40, 40))
    table.state.activated[0] = 0
    table.state.set_base(0, table.state.base_at(0, cm(43), cm(37), 0, 90_000))
    table.play(FLEES, intercept(0, at=1))
    assert table.why(react("riposte", SWORD)) == "action-to-give-up" and table.why(react("dodge")) == ""


def test_activated_by_force_it_runs_on() -> None:
    """[Kaos K27.6] [Kaos K26.1]: no move of its player's choice."""
    table = fleeing(at=(40, 40))
    table.state.stack.pop()
    table.state.active = 0
    suffer(table.state, FOE, 1)
    table.start(ForcedMovesFrame())
    x, y, _ = table.place("foe")
    assert (x - 40) ** 2 + (y - 40) ** 2 == pytest.approx(400, abs=0.1) and table.asks == "rest"


def test_at_the_edge_it_plays_on_or_leaves_for_good() -> None:
    """[Kaos K27.8]: the opponent scores for one that is gone."""
    table = fleeing(at=(1.25, 20), fleeing=AT_THE_EDGE)
    assert table.why(plan("walk", (8, 20))) == table.why(FLEES) == ""
    table.play(FLEES)
    assert table.read("foe", "status") == LEFT and table.state.points == [20, 0]
    assert table.facts("left-table") == [{"figure": "foe"}] and table.asks == "rest"
    back = fleeing(at=(1.25, 20), fleeing=AT_THE_EDGE).play(plan("walk", (8, 20)))
    assert back.read("foe", "fleeing") == 0 and back.place("foe") == (8, 20, 0)


def test_nobody_leaves_the_table_from_its_middle() -> None:
    """[Kaos K27.8] [Kaos K27.9]: where flight lasts a number of rounds, or who was pushed back in."""
    table = fleeing(at=(30, 30), fleeing=AT_THE_EDGE)
    assert not is_at_the_edge(table.state, FOE)
    assert table.why(FLEES) == "not-fleeing" and table.why(plan("walk", (31, 30))) == ""


def test_flight_may_last_a_number_of_rounds() -> None:
    """[Kaos K27.9]: as agreed; edge or none."""
    for rounds, left in ((1, AT_THE_EDGE), (2, 1)):
        table = attacked(foe=theirs(at=(60, 60), move=3), flight_rounds=rounds).play(react("flee"))
        assert table.read("foe", "fleeing") == left


def test_a_fleeing_figure_strikes_nobody() -> None:
    """[Kaos K27.3]: it does not riposte; attacked again it may run on before its turn."""
    table = attacked(foe=theirs(at=(60, 60), fleeing=1))
    assert table.why(react("riposte", SWORD)) != "" and table.why(react("flee")) == ""
    table.play(react("flee"))
    assert table.read("foe", "activated") == 1


@pytest.mark.parametrize("reaction", ["riposte", "shield"])
def test_at_the_edge_who_has_fought_again_has_chosen_to_stay(reaction: str) -> None:
    """[Kaos K27.8] [Ruling R305] [Ruling R232]: a reaction that is its activation is playing as any other."""
    foe = theirs(at=(1.25, 60), faces=0, fleeing=AT_THE_EDGE, shield=4)
    table = Table({"hero": mine(at=(7, 60), faces=180), "foe": foe}).turn_of("hero")
    table.play(plan("walk", (3.75, 60), action="strike", means=SWORD, target=FOE))
    table.play(react(reaction, *([SWORD] if reaction == "riposte" else [])), STAY, dice=["1111", "1111"])
    assert table.read("foe", "fleeing") == 0
    table.state.activated[FOE] = 0
    assert table.turn_of("foe").why(FLEES) == "not-fleeing"


def test_at_the_edge_who_intercepts_has_chosen_to_stay() -> None:
    """[Kaos K27.8] [Ruling R305] [Ruling R232]."""
    figures = {"hero": mine(at=(3.75, 60)), "foe": theirs(at=(1.25, 60), faces=0, fleeing=AT_THE_EDGE)}
    table = Table(figures).turn_of("hero").play(plan("walk", (9, 60)), intercept(FOE, at=0))
    assert table.read("foe", "fleeing") == 0


def test_a_dodge_at_the_edge_is_no_choice_yet() -> None:
    """[Kaos K27.8] [Kaos K29.3]: it activates nobody."""
    foe = theirs(at=(1.25, 60), faces=0, fleeing=AT_THE_EDGE)
    table = Table({"hero": mine(at=(7, 60), faces=180), "foe": foe}).turn_of("hero")
    table.play(plan("walk", (3.75, 60), action="strike", means=SWORD, target=FOE), react("dodge"), dice=["1111", "111"])
    assert table.read("foe", "fleeing") == AT_THE_EDGE


def test_what_is_left_of_a_run_after_a_strike_is_the_three_centimetres_or_the_movement_and_no_more() -> None:
    """[Kaos K10.13] [Kaos K31.12]: 16 cm of running, 15 of them spent: one is left, or what is left of three."""
    table = fleeing(at=(40, 40), move=8)
    for spent, least, far in ((15, 2, 2), (15, 0, 1), (14, 1, 2), (17, 2, 2), (3, 3, 13)):
        made = flight_path(table.state, FOE, cm(spent), cm(least))
        assert made.length == pytest.approx(cm(far), abs=2)


def test_a_flight_that_begins_anew_after_one_that_is_over_is_in_its_first_round() -> None:
    """[Kaos K27.6] [Kaos K27.8]: away from the edge, it runs on when it is activated next."""
    table = Table({"hero": mine(at=(30, 30), fleeing=-1)})
    end_of_run(table.state, 0)
    assert table.read("hero", "fleeing") == 1


@pytest.mark.parametrize(("move", "run"), [(2, 4), (5, 10), (7, 14)])
def test_the_legs_of_a_flight_are_a_run_long(move: int, run: int) -> None:
    """[Kaos K27.3]: no way is planned that cannot be run."""
    table = Table({"hero": mine(at=(30, 5), move=move), "foe": theirs(at=(60, 60))})
    made = path_of(table.state, 0, table.state.base(0), flight_legs(table.state, 0))
    assert made.length == pytest.approx(cm(run), abs=2)
