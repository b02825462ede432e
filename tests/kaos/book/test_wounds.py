"""Wounds, armour, out of action, and activation by force."""

import pytest

from esquive.kaos.book.modifiers import add_effect
from esquive.kaos.book.wounds import BY_FORCE, ForcedMovesFrame, after_armour, suffer
from esquive.kaos.cards.library import AS_ACTION, ObjectCard
from esquive.kaos.cards.op_codes import ALWAYS, ROUND, Op
from esquive.kaos.cards.ops import Armour, Immobilise
from esquive.kaos.table import answers
from esquive.kaos.table.state import NONE, OUT
from tests.kaos.playing import STAY, Table, go, mine, theirs


def table_of(**keys: int) -> Table:
    """The foe alone matters; its card and columns are given."""
    return Table({"hero": mine(at=(10, 20), activated=1), "foe": theirs(at=(20, 20), **keys)})


def test_wounds_are_ticked_on_the_life_gauge() -> None:
    """[Kaos K18.1] [Kaos K18.2]: a hit of 5 wounds ticks 5 hexagons."""
    table = table_of(life=12)
    assert suffer(table.state, table["foe"], 5) == 5
    assert table.read("foe", "wounds") == 5 and table.state.life_left(table["foe"]) == 7
    assert table.facts("wounded") == [{"figure": "foe", "wounds": 5, "total": 5}]


@pytest.mark.parametrize(("armour", "wounds", "left"), [(0, 5, 5), (2, 10, 8), (3, 3, 0), (4, 3, 0)])
def test_armour_is_subtracted_from_a_hit_and_never_below_nothing(armour: int, wounds: int, left: int) -> None:
    """[Kaos K18.3]."""
    table = table_of(armour=armour)
    assert after_armour(table.state, table["foe"], wounds) == left
    assert table.facts("armour") == ([{"figure": "foe", "stopped": wounds - left}] if armour else [])


def test_armour_is_never_used_up() -> None:
    """[Kaos K18.3]: it is subtracted from every hit."""
    table = table_of(armour=2)
    assert [after_armour(table.state, table["foe"], 5) for _ in range(3)] == [3, 3, 3]


def test_cards_change_armour() -> None:
    """[Kaos K18.6]."""
    table = table_of(armour=2)
    add_effect(table.state, table["foe"], Op(Armour, 0, -1, ALWAYS, ROUND, 0, 1))
    assert after_armour(table.state, table["foe"], 5) == 4


# -------------------------------------------------------------------------------------------------------- out of action


def test_a_full_gauge_puts_a_fighter_out_of_action() -> None:
    """[Kaos K18.9] [Kaos K1.3]: eliminated, off the table, its cost to the opponent; no wound beyond the gauge."""
    table = table_of(life=10, wounds=6, cost=17)
    assert suffer(table.state, table["foe"], 9) == 4
    assert table.read("foe", "status") == OUT and table.read("foe", "wounds") == 10
    assert table.state.points == [17, 0]
    assert table.events() == ["wounded", "out-of-action", "points"]


def test_one_point_left_keeps_a_fighter_in_action() -> None:
    """[Kaos K18.9]."""
    table = table_of(life=10, wounds=6)
    suffer(table.state, table["foe"], 3)
    assert table.facts("out-of-action") == []


def test_what_an_eliminated_figure_carried_goes_under_the_pile() -> None:
    """[Kaos K32.11]: and the relic falls where it stood [Kaos K37.1]."""
    lamp = ObjectCard("lamp", "lamp", "", 4, AS_ACTION, 2, NONE, 1, (), ())
    table = Table({"foe": theirs(at=(20, 31), life=5)}, objects=[lamp])
    table.state.carried = [(table["foe"], 0, 1)]
    table.state.relic = table["foe"]
    suffer(table.state, table["foe"], 5)
    assert table.state.carried == [] and table.state.object_bottom == [0]
    assert table.state.relic == NONE and (table.state.relic_x, table.state.relic_y) == (200_000, 310_000)
    assert table.facts("object-lost") == [{"figure": "foe"}]
    assert table.facts("relic-dropped") == [{"x": 20, "y": 31}]


def test_who_is_out_of_action_suffers_nothing_more() -> None:
    """[Kaos K18.9]: no points twice."""
    table = table_of(life=5, cost=17)
    suffer(table.state, table["foe"], 5)
    assert suffer(table.state, table["foe"], 5) == 0
    assert table.state.points == [17, 0]


# ---------------------------------------------------------------------------------------------------- forced activation


def test_a_wounded_figure_that_has_not_played_is_activated_by_force_and_loses_its_action() -> None:
    """[Kaos K26.1] [Kaos K18.7] [Kaos K18.8]."""
    table = table_of()
    suffer(table.state, table["foe"], 1)
    assert table.read("foe", "activated") == BY_FORCE and table.read("foe", "acted") == 1
    assert table.read("foe", "hurt") == 1
    assert table.facts("forced") == [{"figure": "foe"}]


def test_no_wound_activates_nobody() -> None:
    """[Kaos K18.7]: at least one wound must be suffered after armour."""
    table = table_of()
    assert suffer(table.state, table["foe"], 0) == 0
    assert (table.read("foe", "activated"), table.read("foe", "hurt")) == (0, 0)


def test_a_figure_that_has_played_is_not_activated_again() -> None:
    """[Kaos K26.1] [Kaos K7.3]."""
    table = table_of(activated=1)
    suffer(table.state, table["foe"], 1)
    assert table.read("foe", "activated") == 1 and table.facts("forced") == []


def test_the_figure_whose_turn_it_is_is_not_activated_by_force() -> None:
    """[Kaos K26.1]."""
    table = table_of()
    table.state.active = table["foe"]
    suffer(table.state, table["foe"], 1)
    assert table.facts("forced") == []


def test_a_figure_activated_by_force_may_make_a_simple_move_at_once() -> None:
    """[Kaos K26.2] [Ruling R235]: 10 cm, no run."""
    table = table_of(move=10)
    suffer(table.state, table["foe"], 1)
    table.start(ForcedMovesFrame())
    assert table.asks == "forced-move"
    assert table.refusal(go((20, 30.5))) is not None
    table.play(go((20, 30)))
    assert table.place("foe") == (20, 30, 0) and table.read("foe", "activated") == 1


def test_as_agreed_a_figure_activated_by_force_may_run() -> None:
    """[Ruling R235]: a switch of the match."""
    table = Table({"foe": theirs(at=(20, 20), move=10)}, options={"forced_move": "run"})
    suffer(table.state, table["foe"], 1)
    table.start(ForcedMovesFrame())
    assert table.refusal(go((20, 40.5))) is not None
    assert table.refusal(go((20, 40))) is None


def test_the_move_not_made_at_once_is_lost() -> None:
    """[Kaos K26.2] [Kaos K10.15]."""
    table = table_of()
    suffer(table.state, table["foe"], 1)
    table.start(ForcedMovesFrame()).play(STAY)
    assert table.facts("move-lost") == [{"figure": "foe"}]
    assert table.asks == "rest"


def test_a_figure_held_fast_loses_the_move() -> None:
    """[Kaos K10.14]: it is not even asked."""
    table = table_of()
    add_effect(table.state, table["foe"], Op(Immobilise, 0, 0, ALWAYS, ROUND, 0, 1))
    suffer(table.state, table["foe"], 1)
    table.start(ForcedMovesFrame())
    assert table.asks == "rest" and table.facts("move-lost") == [{"figure": "foe"}]


def test_every_figure_activated_by_force_moves_in_the_order_of_their_numbers() -> None:
    """[Kaos K26.2]."""
    table = Table({"one": theirs(at=(20, 20)), "calm": theirs(at=(30, 20)), "two": theirs(at=(40, 20))})
    for name in ("two", "one"):
        suffer(table.state, table[name], 1)
    table.start(ForcedMovesFrame()).play(go((20, 22)), go((40, 22)))
    assert [fact["figure"] for fact in table.facts("moved")] == ["one", "two"]
    assert table.read("calm", "activated") == 0


def test_a_fleeing_figure_that_is_wounded_runs_on() -> None:
    """[Kaos K27.6]: activated by force it has no choice of its move."""
    table = Table({"foe": theirs(at=(30, 20), move=8, fleeing=1)})
    suffer(table.state, table["foe"], 1)
    table.start(ForcedMovesFrame())
    assert table.asks == "rest" and table.read("foe", "activated") == 1
    x, y, _ = table.place("foe")
    assert x < 30 and y < 20


def test_the_frame_of_forced_moves_copies_itself() -> None:
    """A copy goes on by itself."""
    table = table_of()
    suffer(table.state, table["foe"], 1)
    table.start(ForcedMovesFrame())
    other = table.state.copy()
    other.apply(answers.move([]))
    assert table.asks == "forced-move"
