"""Carrying out a path: cut short where it has become impossible, with strikes on the way."""

import pytest

from esquive.kaos.book.modifiers import add_effect
from esquive.kaos.book.movement import LEAST, affordable, path_of, walkable
from esquive.kaos.cards.op_codes import ALWAYS, ROUND, Op
from esquive.kaos.cards.ops import Immobilise, Move
from esquive.kaos.geometry.shapes import CLIMBABLE, DIFFICULT, SIGHT, TOP, Piece
from esquive.kaos.geometry.units import DEGREE, SLACK
from esquive.kaos.table.events import EVENTS
from esquive.kaos.table.ways import unpacked_way
from tests.kaos.playing import (
    DONE,
    SWORD,
    Step,
    Table,
    box,
    cm,
    face,
    intercept,
    jump,
    legs,
    mine,
    plan,
    platform,
    react,
    theirs,
)


def asked(*pieces: Piece, declared: int, **keys: int) -> Table:
    """The hero has declared; somebody beside its start may still intercept, so that the table can be changed."""
    figures = {
        "hero": mine(at=(20, 20), **keys),
        "watch": theirs(at=(17, 20), faces=0),
        "other": theirs(at=(60, 60), activated=1),
    }
    table = Table(figures, pieces).turn_of("hero").play(declared)
    assert table.asks == "intercept"
    return table


def put(table: Table, name: str, x: float, y: float) -> None:
    """Something has moved a figure."""
    base = table.state.base(table[name])
    table.state.set_base(table[name], base.at(cm(x), cm(y), 0, base.facing))


def test_a_line_that_is_barred_is_walked_up_to_what_bars_it() -> None:
    """[Kaos K20.16]: bases touch at 27.5."""
    table = asked(declared=plan("run", (36, 20), (36, 24)))
    put(table, "other", 30, 20)
    table.play(DONE)
    x, y, _ = table.place("hero")
    assert x == pytest.approx(27.5, abs=0.002) and y == 20
    assert len(table.facts("move-stopped")) == 1 and table.read("hero", "moved") == 1


def test_a_figure_barred_where_it_stands_has_not_moved() -> None:
    """[Kaos K20.16] [Kaos K25.6]."""
    table = asked(declared=plan("run", (36, 20)))
    put(table, "other", 22.5, 20)
    table.play(DONE)
    assert table.place("hero") == (20, 20, 0) and table.read("hero", "moved") == 0
    assert table.facts("moved") == [] and table.facts("move-stopped") == [{"figure": "hero"}]


def test_a_jump_that_is_not_possible_any_more_is_not_begun() -> None:
    """[Kaos K20.16] [Kaos K11.4]: somebody stands where it would land."""
    table = asked(declared=plan("run", (28, 20), jump(32, 20), (33, 20)))
    put(table, "other", 32, 21)
    table.play(DONE)
    assert table.place("hero") == (28, 20, 0)


def test_a_figure_slowed_down_since_goes_as_far_as_it_can() -> None:
    """[Kaos K20.16] [Kaos K10.2]: 2 x 4 cm instead of 20."""
    table = asked(declared=plan("run", (36, 20)))
    add_effect(table.state, table["hero"], Op(Move, 0, -cm(6), ALWAYS, ROUND, 0, 1))
    table.play(DONE)
    assert table.place("hero") == (28, 20, 0) and table.facts("moved")[0]["cost"] == 8


def test_a_plan_and_a_move_tell_the_places_where_they_turn() -> None:
    """[Kaos K20.1] [Kaos K10.9]: the way is said in full, and the move tells the way that was gone."""
    table = asked(declared=plan("walk", (24, 20), (26, 20), (26, 23)))
    table.play(DONE)
    ways = [[(x // 10_000, y // 10_000) for x, y, _ in unpacked_way(way)] for way in ways_told(table)]
    assert ways == [[(20, 20), (26, 20), (26, 23)]] * 2


def ways_told(table: Table) -> list[int]:
    """The ways that the events of a plan and of a move tell, as they have them."""
    places = {
        number: [name for name, _ in kind.fields].index("way") + 1
        for number, kind in enumerate(EVENTS)
        if ("way", "way") in kind.fields
    }
    return [event[places[event[0]]] for event in table.log() if event[0] in places]


def test_three_centimetres_are_walked_whatever_they_cost() -> None:
    """[Kaos K10.13]: 3 cm of marsh at a movement of 3."""
    table = asked(box((10, 10), (30, 20), 0, DIFFICULT, "marsh"), declared=plan("walk", (23, 20)), move=3)
    table.play(DONE)
    assert table.place("hero") == (23, 20, 0) and table.facts("moved")[0]["cost"] == 6


def test_both_parts_of_a_split_move_share_the_three_centimetres() -> None:
    """[Kaos K10.13] [Kaos K10.6]."""
    figures = {"hero": mine(at=(20, 20), move=3), "foe": theirs(at=(24.5, 20), activated=1)}
    table = Table(figures, [box((10, 10), (30, 20), 0, DIFFICULT, "marsh")]).turn_of("hero")
    strike = plan("walk", (22, 20), action="strike", means=SWORD, target=1, then=[(22, 21)])
    assert table.why(plan("walk", (22, 20), action="strike", means=SWORD, target=1, then=[(22, 21.1)])) == "movement"
    table.play(strike)
    table.play(react("none"), dice=["1111"])
    assert table.place("hero") == (22, 21, 0)


def test_a_jump_or_a_climb_that_cannot_be_paid_for_is_not_begun() -> None:
    """[Kaos K20.16] [Kaos K11.4]: it stops before it, never in the air nor on the face."""
    table = Table({"hero": mine(at=(20, 20))})
    base = table.state.base(0)
    made = path_of(table.state, 0, base, legs((28, 20), jump(32, 20), (34, 20)))
    assert made.problem is None and made.length == cm(14)
    assert affordable(made, cm(20)) == cm(14)
    assert affordable(made, cm(13)) == cm(13)
    assert affordable(made, cm(11)) == affordable(made, cm(8)) == cm(8)
    assert affordable(made, cm(5)) == cm(5) and affordable(made, -3) == 0
    ledge = Table({"hero": mine(at=(20, 20))}, [platform((24, 15), (10, 10), 3, SIGHT | TOP | CLIMBABLE)])
    climbed = path_of(ledge.state, 0, ledge.state.base(0), legs((28, 20)))
    assert climbed.problem is None and climbed.cost == cm(14)
    assert affordable(climbed, cm(9)) == cm(4)


def test_what_is_affordable_is_never_less_than_the_least() -> None:
    """[Kaos K10.13]: nor more than the path, nor part of a jump."""
    table = Table({"hero": mine(at=(20, 20))}, [box((20, 15), (20, 10), 0, DIFFICULT, "marsh")])
    made = path_of(table.state, 0, table.state.base(0), legs((30, 20)))
    assert affordable(made, cm(4)) == cm(2) and affordable(made, cm(4), LEAST) == LEAST
    assert affordable(made, cm(10), LEAST) == cm(5) and affordable(made, 0, cm(40)) == cm(10)


def test_a_path_as_far_as_it_is_possible_counts_its_whole_legs() -> None:
    """[Kaos K20.16]."""
    table = Table({"hero": mine(at=(20, 20)), "foe": theirs(at=(30, 25))})
    made, whole = walkable(table.state, 0, table.state.base(0), legs((25, 20), face(90), (25, 25), (35, 25)))
    assert whole == 3 and made.problem is None and abs(made.end.x - cm(27.5)) <= SLACK
    made, whole = walkable(table.state, 0, table.state.base(0), legs((25, 20), (25, 25)))
    assert whole == 2 and made.length == cm(10)


def test_turning_at_the_end_is_made_even_if_it_is_all() -> None:
    """[Kaos K10.11]."""
    table = asked(declared=plan("walk", (20, 25), face(45)))
    table.play(DONE)
    assert table.state.facing[table["hero"]] == 45_000 and table.place("hero") == (20, 25, 0)


@pytest.mark.parametrize(
    ("steps", "slower", "place", "facing"),
    [
        ((face(5), (20, 25)), None, (20, 20, 0), 5),  # held fast before it sets off
        (((20, 24), face(45), (24, 24)), -6, (20, 24, 0), 45),  # all of its movement is used up at the bend
        (((20, 24), face(45), (24, 24)), -5, (21, 24, 0), 45),
        (((20, 26), face(45), (22, 26)), -6, (20, 24, 0), 0),  # it never comes to where it would turn
    ],
)
def test_a_turn_where_the_movement_ends_is_made(
    steps: tuple[Step, ...], slower: int | None, place: tuple[int, int, int], facing: int
) -> None:
    """[Kaos K10.11] [Kaos K20.16]: it is free, and comes before what can no longer be walked."""
    table = asked(declared=plan("walk", *steps))
    op = Op(Immobilise, 0, 0, ALWAYS, ROUND, 0, 1) if slower is None else Op(Move, 0, cm(slower), ALWAYS, ROUND, 0, 1)
    add_effect(table.state, table["hero"], op)
    table.play(DONE)
    assert table.place("hero") == place and table.state.facing[table["hero"]] == facing * DEGREE


@pytest.mark.parametrize(("at", "moved"), [(0, 0), (1, 1)])
def test_who_is_struck_on_its_way_has_moved_and_who_is_struck_as_it_sets_out_has_not(at: int, moved: int) -> None:
    """[Kaos K31.1] [Kaos K25.6]: until it goes on."""
    figures = {"hero": mine(at=(20, 20)), "guard": theirs(at=(20, 23), faces=270)}
    table = Table(figures).turn_of("hero").play(plan("run", (36, 20)), intercept(1, SWORD, at))
    assert table.asks == "react" and table.read("hero", "moved") == moved
