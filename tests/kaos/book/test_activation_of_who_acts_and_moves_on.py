"""What a figure's turn leaves behind: actions used up, movement counted from nothing, moves that were made before."""

from esquive.kaos.book.interceptions import Route, interception_conditions
from esquive.kaos.book.movement import path_of
from esquive.kaos.cards.library import AS_ACTION, ObjectCard
from esquive.kaos.table import answers
from esquive.kaos.table.answers import Interception
from tests.kaos.book.test_interceptions import GUARD, OTHER, PASSES, offered, passing
from tests.kaos.playing import (
    SECOND,
    SWORD,
    Table,
    cm,
    intercept,
    legs,
    mine,
    plan,
    ranged,
    react,
    theirs,
)

LAMP = ObjectCard("lamp", "lamp", "", 4, AS_ACTION, 2, -1, 1, (), ())
BOW = ranged(reach=40)


def test_who_has_searched_has_no_action_left_to_give_up_on_its_way_from_there() -> None:
    """[Kaos K31.11] [Kaos K32.5] [Ruling R238]: the search was its action."""
    figures = {"hero": mine(at=(20, 20)), "guard": theirs(at=(23, 26), faces=180)}
    table = Table(figures, objects=[LAMP])
    table.state.object_pile = [1]
    table.turn_of("hero").play(plan("walk", action="search", then=[(20, 28)]), intercept(GUARD, at=6))
    assert table.asks == "react" and table.read("hero", "acted") == 1
    assert table.why(react("riposte", SWORD)) == "action-to-give-up"


def test_what_somebody_else_has_walked_is_not_taken_off_a_move() -> None:
    """[Kaos K10.1] [Kaos K21.7]: who strikes first and moves then has all of its 10 cm."""
    figures = {"hero": mine(at=(20, 20)), "foe": theirs(at=(22.5, 20), activated=1)}
    table = Table(figures, walked_cost=cm(10)).turn_of("hero")
    strike = plan("walk", action="strike", means=SWORD, target=1, then=[(20, 30)])
    table.play(strike, react("none"), dice=["1111"])
    assert table.place("hero") == (20, 30, 0)


def test_who_has_moved_already_this_round_does_not_move_after_its_strike() -> None:
    """[Kaos K31.4] [Kaos K10.15]: a card has let it play again, its move is made."""
    table = passing(guard=theirs(at=(28, 23), faces=270, moved=1)).play(PASSES, intercept(GUARD, at=8))
    table.play(react("none"), dice=["111"])
    assert table.asks == "rest" and table.place("guard") == (28, 23, 0)


def test_the_third_to_intercept_is_offered_a_place_beyond_those_of_the_first_two() -> None:
    """[Kaos K20.14] [Kaos K31.5]: it could have struck from 3 cm on, they strike at 8 and at 12."""
    table = passing(other=theirs(at=(32, 17), faces=90), third=theirs(at=(28, 17), faces=90))
    table.play(PASSES, intercept(GUARD, at=8), intercept(OTHER, at=12))
    assert [(figure, at >= cm(12)) for figure, _, _, at in offered(table)] == [(3, True)]


def test_the_place_where_the_mover_sets_out_is_the_first_that_is_offered() -> None:
    """[Kaos K31.1] [Kaos K31.5]: 0.5 cm apart there, and farther everywhere else."""
    table = passing(guard=theirs(at=(20, 23), faces=270)).play(PASSES)
    assert offered(table) == [[GUARD, SWORD, answers.ALONG, 0]]


def test_the_shortest_move_there_is_may_be_intercepted_and_no_move_may_not() -> None:
    """[Kaos K31.10]: a micrometre."""
    table = passing(guard=theirs(at=(20, 23), faces=270)).play(plan("walk", ("20.0001", 20)))
    assert table.asks == "intercept" and table.why(intercept(GUARD, at=0)) == ""
    state = table.state
    still = path_of(state, 0, state.base(0), [])
    strike = Interception(GUARD, SWORD, answers.ALONG, 0)
    found = interception_conditions(state, Route(0, still, still), answers.NO_MEANS, [], strike)
    assert [condition.kind for condition in found if not condition.holds] == ["mover-moves"]


def test_who_is_struck_before_its_action_may_still_give_it_up() -> None:
    """[Kaos K31.11]: a shot before the move, answered with the bow it has not shot yet."""
    figures = {
        "hero": mine(at=(20, 20), weapons=(BOW, ranged(reach=30))),
        "guard": theirs(at=(20, 50), faces=270, weapons=(BOW,)),
        "foe": theirs(at=(50, 20), activated=1),
    }
    table = Table(figures).turn_of("hero")
    table.play(plan("walk", (22, 20), action="shoot", means=SWORD, target=2), react("none"), intercept(GUARD, SWORD))
    assert table.asks == "react" and table.why(react("riposte", SECOND)) != "action-to-give-up"


def test_a_search_costs_no_move() -> None:
    """[Kaos K32.5]: all of the 10 cm are walked before it."""
    table = Table({"hero": mine(at=(20, 20)), "foe": theirs(at=(60, 60), activated=1)}, objects=[LAMP])
    table.state.object_pile = [1]
    table.turn_of("hero").play(plan("walk", (20, 30), action="search"))
    assert table.place("hero") == (20, 30, 0) and table.read("hero", "searching") == 1


def test_all_shots_declared_are_shot_in_their_order() -> None:
    """[Kaos K20.14] [Kaos K31.6]: two before the move, two after it."""
    archers = {name: theirs(at=(x, 40), faces=270, weapons=(BOW,)) for x, name in ((15, "a"), (20, "b"), (25, "c"))}
    table = Table({"hero": mine(at=(20, 20), life=40), **archers, "d": theirs(at=(30, 40), faces=270, weapons=(BOW,))})
    table.turn_of("hero").play(plan("walk", (20, 24)))
    table.play(
        *(intercept(number, SWORD, when) for number, when in enumerate(("before", "before", "after", "after"), 1))
    )
    table.play(*[react("none")] * 4, dice=["1" * 5, "1" * 5, "1" * 4, "1" * 4])
    assert [fact["figure"] for fact in table.facts("interception")] == ["a", "b", "c", "d"]
    assert table.asks == "rest"


def test_a_first_part_of_a_micrometre_is_a_part_of_the_way() -> None:
    """[Kaos K31.1] [Kaos K20.16]: struck as it sets out, the mover has not gone it yet."""
    table = Table({"hero": mine(at=(20, 20))})
    state = table.state
    first = path_of(state, 0, state.base(0), legs(("20.0001", 20)))
    second = path_of(state, 0, first.end, legs((20, 25)))
    assert [Route(0, first, second).at(gone).x for gone in (0, 1)] == [cm(20), cm(20) + 1]
