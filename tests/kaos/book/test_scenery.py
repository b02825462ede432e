"""Movable scenery: who begins, in turn, and what may not be closed off."""

from typing import Any

import pytest

from esquive.core.waiting import Decision, Roll
from esquive.kaos.book.scenery import SceneryFrame, pieces_overlap, stands_apart, turned
from esquive.kaos.cards.library import Library
from esquive.kaos.geometry.shapes import CLIMBABLE, DIFFICULT, SIGHT, Piece, Table as Ground
from esquive.kaos.geometry.units import DEGREE
from esquive.kaos.table.state import RESERVE, State
from tests.kaos.playing import DONE, Table, box, cm, mine, place, theirs


def ground(*selection: Piece, pieces: tuple[Piece, ...] = ()) -> Table:
    """A table, and pieces to be placed on it, drawn round 0,0."""
    figures = {"ann": mine(at=(1, 1), status=RESERVE, will=1), "cat": theirs(at=(1, 1), status=RESERVE, will=1)}
    table = Table(figures, pieces)
    cards = table.state.library.profiles
    table.state.library = Library(cards, selection=selection)
    return table


def block(name: str = "block", side: float = 4) -> Piece:
    """A square wall round 0,0."""
    return box((-side / 2, -side / 2), (side, side), 5, name=name)


def kind_and_seat(state: State) -> tuple[str, int]:
    """What is asked, and whom."""
    waiting = state.waiting
    assert isinstance(waiting, Decision | Roll)
    return waiting.kind, waiting.seat


def test_a_battlefield_that_is_given_goes_straight_to_deployment() -> None:
    """[Kaos K5.1]."""
    assert kind_and_seat(ground().start(SceneryFrame()).state) == ("deployment", 0)


@pytest.mark.parametrize(("dice", "seat"), [(["5", "2"], 0), (["2", "5"], 1), (["3", "3", "1", "6"], 1)])
def test_the_higher_die_places_first_and_equal_dice_are_rolled_again(dice: list[str], seat: int) -> None:
    """[Kaos K5.4]."""
    table = ground(block()).start(SceneryFrame())
    assert kind_and_seat(table.state) == ("scenery", 0) and isinstance(table.waiting, Roll)
    table.play(dice=dice)
    assert kind_and_seat(table.state) == ("scenery", seat) and isinstance(table.waiting, Decision)
    assert [fact["dice"] for fact in table.facts("scenery-roll")] == dice
    assert [fact["seat"] for fact in table.facts("scenery-roll")] == [0, 1] * (len(dice) // 2)


def test_pieces_of_the_common_selection_are_placed_in_turn() -> None:
    """[Kaos K5.2] [Kaos K5.3] [Kaos K5.4] [Kaos K5.5]: any piece of it, each once; then comes deployment."""
    table = ground(block("one"), block("two"), block("three")).start(SceneryFrame()).play(dice=["5", "2"])
    table.play(place(1, 20, 20))
    assert kind_and_seat(table.state) == ("scenery", 1)
    assert table.why(place(1, 40, 40)) == "already-placed"
    table.play(place(0, 40, 20), place(2, 20, 50, 45), dice=["4", "1"])
    assert [piece.name for piece in table.state.table.pieces] == ["two", "one", "three"]
    assert table.facts("deployment-won") == [{"seat": 0}]
    assert [fact["seat"] for fact in table.facts("scenery-placed")] == [0, 1, 0]


def test_a_piece_stands_where_and_as_it_is_put() -> None:
    """[Kaos K5.5]: turned about its 0,0."""
    table = ground(box((-1, -3), (2, 6))).start(SceneryFrame())
    table.play(place(0, 30, 20, 90), dice=["5", "2", "4", "1"])
    assert table.state.table.pieces[0].box == (cm(27), cm(19), cm(33), cm(21))


def test_a_copy_keeps_its_own_table() -> None:
    """[Kaos K5.5]: what one game places is not on the table of another."""
    table = ground(block("one"), block("two")).start(SceneryFrame()).play(dice=["5", "2"])
    other = table.state.copy()
    table.play(place(0, 20, 20))
    assert not other.table.pieces and len(table.state.table.pieces) == 1


def test_scenery_lies_on_the_table_and_clear_of_other_scenery() -> None:
    """[Kaos K5.4]."""
    table = ground(block(), pieces=(box((30, 30), (6, 6)),)).start(SceneryFrame()).play(dice=["5", "2"])
    assert table.why(place(0, 1, 20)) == "off-table" and table.why(place(0, 10_000, 0)) == "off-table"
    assert table.why(place(0, 37, 33)) == "scenery-overlaps"
    assert table.why(place(0, 44, 33)) == ""


def test_a_piece_with_a_bend_is_clear_of_others_with_all_of_itself() -> None:
    """[Kaos K5.4]: the foot of an L lies over a wall, its stem does not."""
    outline = ((10, 10), (18, 10), (18, 12), (12, 12), (12, 18), (10, 18))
    bend = Piece("bend", "bend", tuple((cm(x), cm(y)) for x, y in outline), cm(5), SIGHT)
    wall = box((16, 10), (6, 6))
    assert len(bend.parts) > 1
    assert pieces_overlap(bend, wall) and pieces_overlap(wall, bend)
    assert not pieces_overlap(bend, box((14, 14), (6, 6)))


def test_no_ground_may_be_closed_off() -> None:
    """[Kaos K5.6] [Kaos K5.7]: the piece that would close a yard goes elsewhere; the same gap left open is fine."""
    walls = (box((20, 20), (12, 1)), box((20, 31), (12, 1)), box((20, 21), (1, 10)))
    table = ground(box((-0.5, -4.9), (1, 9.8), 5, name="gate"), pieces=walls)
    table.start(SceneryFrame()).play(dice=["5", "2"])
    assert table.why(place(0, 31.5, 26)) == "closes-off"
    assert table.why(place(0, 45, 26)) == ""


def test_ground_that_was_closed_off_before_is_not_the_doing_of_a_piece() -> None:
    """[Kaos K5.6] [Kaos K5.7]: a walled court of the battlefield; only what a piece closes off itself counts."""
    court = (box((5, 5), (12, 1)), box((5, 16), (12, 1)), box((5, 6), (1, 10)), box((16, 6), (1, 10)))
    yard = (box((40, 20), (12, 1)), box((40, 31), (12, 1)), box((40, 21), (1, 10)))
    gate = box((-0.5, -4.9), (1, 9.8), 5, name="gate")
    table = ground(gate, pieces=(*court, *yard)).start(SceneryFrame()).play(dice=["5", "2"])
    assert table.why(place(0, 20, 10)) == table.why(place(0, 1, 40)) == ""
    assert table.why(place(0, 51.5, 26)) == "closes-off"
    closed = next(condition for condition in table.conditions(place(0, 51.5, 26)) if condition.kind == "closes-off")
    assert closed.facts["at"] == "43,23"  # in the yard, not in the court


def test_ground_one_can_walk_through_closes_nothing_off() -> None:
    """[Kaos K5.6]: a marsh in the same gap."""
    walls = (box((20, 20), (12, 1)), box((20, 31), (12, 1)), box((20, 21), (1, 10)))
    marsh = box((-0.5, -4.9), (1, 9.8), 0, DIFFICULT, "marsh")
    table = ground(marsh, pieces=walls).start(SceneryFrame()).play(dice=["5", "2"])
    assert table.why(place(0, 31.5, 26)) == ""


def test_the_widest_base_of_either_horde_must_get_through() -> None:
    """[Kaos K5.6]: a gap of 3.5 cm lets a foot figure pass, not a rider."""
    walls = (box((20, 20), (14, 1)), box((20, 33), (14, 1)), box((20, 21), (1, 12)))
    gate = box((-0.5, -4.25), (1, 8.5), 5, name="gate")
    for side, why in ((2.5, ""), (5, "closes-off")):
        table = ground(gate, pieces=walls)
        cards = (table.state.card(0), mine(at=(1, 1), side=side).card)
        table.state.library = Library(cards, selection=(gate,))
        table.start(SceneryFrame()).play(dice=["5", "2"])
        assert table.why(place(0, 33.5, 25.25)) == why


@pytest.mark.parametrize("answer", [-1, 0, DONE, place(3, 5, 5), place(-1, 5, 5)])
def test_any_other_answer_is_refused(answer: int) -> None:
    """[Kaos K5.5]."""
    table = ground(block()).start(SceneryFrame()).play(dice=["5", "2"])
    assert table.why(answer) == "wrong-verb"


def yard(flags: int) -> Table:
    """A yard within walls on three sides, a fence of 2 cm on the fourth; a long wall is to be placed."""
    fence = box((20, 21), (1, 10), 2, flags, "fence")
    pieces = (box((8, 20), (13, 1)), box((8, 31), (13, 1)), box((8, 21), (1, 10)), fence)
    wall = box((-0.5, -12), (1, 24), 5)
    figures = {"ann": mine(at=(1, 1), status=RESERVE, will=1), "cat": theirs(at=(1, 1), status=RESERVE, will=1)}
    table = Table(figures, pieces)
    selection: tuple[Piece, ...] = (wall,)
    table.state.library = Library(table.state.library.profiles, selection=selection)
    return table.start(SceneryFrame()).play(dice=["5", "2"])


@pytest.mark.parametrize(("x", "why"), [(27, "closes-off"), (30, "closes-off"), (40, "")])
def test_scenery_that_takes_the_only_run_up_closes_off_ground(x: float, why: str) -> None:
    """[Kaos K5.6] [Kaos K11.4] [Ruling R255]: who jumps 4 cm over the fence needs 8 cm before it, all of them free."""
    assert yard(SIGHT).why(place(0, x, 26)) == why


def test_a_fence_that_is_climbed_needs_no_run_up() -> None:
    """[Kaos K5.6] [Kaos K11.1]: the same wall in the same place closes off nothing."""
    assert yard(SIGHT | CLIMBABLE).why(place(0, 27, 26)) == ""


@pytest.mark.parametrize(("west", "apart"), [(5, True), ("4.9999", False), (3, False)])
def test_a_piece_stands_apart_with_twice_the_side_of_a_base_all_round(west: Any, apart: bool) -> None:
    """[Kaos K5.2]: to the edge of the table as to other pieces."""
    assert stands_apart(Ground(cm(75), cm(75), ()), box((west, 30), (4, 4)), cm(2.5)) == apart
    other = box((20, 30), (4, 4))
    near = box((20 + 4 + float(west), 30), (4, 4))
    for corner in ((30, west), (75 - 4 - float(west), 30), (30, 75 - 4 - float(west))):
        assert stands_apart(Ground(cm(75), cm(75), ()), box(corner, (4, 4)), cm(2.5)) == apart
    assert stands_apart(Ground(cm(75), cm(75), (other,)), near, cm(2.5)) == apart


@pytest.mark.parametrize(
    ("point", "degrees", "to"),
    [((1, 0), 45, (1, 1)), ((2, 0), 60, (1, 2)), ((3, 0), 30, (3, 2)), ((0, 1), 45, (-1, 1)), ((0, 3), 120, (-3, -1))],
)
def test_corners_of_a_turned_piece_are_rounded_to_the_nearest_micrometre(
    point: tuple[int, int], degrees: int, to: tuple[int, int]
) -> None:
    """[Kaos K5.5]: not down, nor up."""
    assert turned(point, degrees * DEGREE) == to
