"""A wall across a corner of the table closes it off; the same wall anywhere else closes nothing."""

import pytest

from esquive.kaos.book.scenery import SceneryFrame
from esquive.kaos.cards.library import Library
from esquive.kaos.table.state import RESERVE
from tests.kaos.playing import Number, Table, box, mine, place, theirs


@pytest.mark.parametrize(("x", "y", "angle"), [(7.5, 7.5, 135), (67.5, 7.5, 45), (67.5, 52.5, 135), (7.5, 52.5, 45)])
def test_no_corner_of_the_table_may_be_closed_off(x: Number, y: Number, angle: Number) -> None:
    """[Kaos K5.6] [Kaos K5.7]: a wall of 20 cm, on a table that is not square."""
    waits = {"status": RESERVE, "will": 1}
    table = Table({"ann": mine(at=(1, 1), **waits), "cat": theirs(at=(1, 1), **waits)}, size=(75, 60))
    wall = box((-10, -0.5), (20, 1), 5)
    table.state.library = Library(table.state.library.profiles, selection=(wall,))
    table.start(SceneryFrame()).play(dice=["5", "2"])
    assert table.why(place(0, x, y, angle)) == "closes-off"
    assert table.why(place(0, x, y, 180 - angle)) == table.why(place(0, 37.5, 30, angle)) == ""
