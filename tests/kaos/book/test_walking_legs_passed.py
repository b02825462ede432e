"""Which legs of a path lie behind a figure that has come so far along it."""

import pytest

from esquive.kaos.book.interceptions import Route, interception_conditions
from esquive.kaos.book.movement import path_of
from esquive.kaos.book.walking import legs_passed
from esquive.kaos.geometry.legs import Leg
from esquive.kaos.table.answers import ALONG, Interception
from esquive.kaos.table.state import NONE
from tests.kaos.playing import SWORD, Number, Table, cm, face, legs, mine, theirs

CORNER: list[Leg] = legs((25, 20), (25, 25))
TURNING: list[Leg] = legs((25, 20), face(90), (25, 25))


@pytest.mark.parametrize(
    ("path", "walked", "passed"),
    [
        (CORNER, 0, 0),
        (CORNER, "4.9999", 0),
        (CORNER, 5, 1),
        (CORNER, "9.9999", 1),
        (CORNER, 10, 2),
        (TURNING, 5, 1),
        (TURNING, "5.0001", 2),
        (TURNING, 10, 3),
    ],
)
def test_a_way_point_is_passed_once_it_is_reached_and_a_turn_once_it_is_left(
    path: list[Leg], walked: Number, passed: int
) -> None:
    """[Kaos K31.12]: what has been walked is not walked again from where the figure was sent."""
    table = Table({"hero": mine(at=(20, 20))})
    assert legs_passed(path_of(table.state, 0, table.state.base(0), path), path, cm(walked)) == passed


@pytest.mark.parametrize(
    ("path", "kinds"), [([], ["mover-moves"]), (legs((20, 20.5)), []), (legs(face(90)), ["mover-moves"])]
)
def test_who_only_stands_or_turns_cannot_be_intercepted(path: list[Leg], kinds: list[str]) -> None:
    """[Kaos K31.10]: a blade at arm's length, before anything was moved."""
    table = Table({"hero": mine(at=(20, 20)), "foe": theirs(at=(22.5, 20))}, active="hero")
    first = path_of(table.state, 0, table.state.base(0), path)
    route = Route(0, first, path_of(table.state, 0, first.end, []))
    found = interception_conditions(table.state, route, NONE, [], Interception(1, SWORD, ALONG, 0))
    assert [condition.kind for condition in found if not condition.holds and condition.kind == "mover-moves"] == kinds
