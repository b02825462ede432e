"""How few lines are tried for the shortest way [Kaos K27.4]: a search that tries more gives up sooner."""

from typing import Any, NamedTuple

import pytest

from esquive.kaos.geometry import shortest_ways
from esquive.kaos.geometry.cache import forget
from esquive.kaos.geometry.ground import ground_at
from esquive.kaos.geometry.legs import GO
from esquive.kaos.geometry.paths import passage
from esquive.kaos.geometry.shapes import CLIMBABLE, IMPASSABLE, SIGHT, TOP, Point
from tests.kaos.geometry.drawing import Made, draw, foot

pytestmark = pytest.mark.skipif(
    not str(shortest_ways.__file__).endswith(".py"),
    reason="compiled functions call each other directly: nothing counts lines",
)

TOWER = Made(4, TOP)
STEP = Made(1, TOP | CLIMBABLE)
WALL = Made(5, IMPASSABLE)
SCREEN = Made(5, SIGHT)


class Drawn(NamedTuple):
    """A table, where the first base of the picture goes, by which points, and how many lines are tried for that."""

    picture: str
    legend: dict[str, Made]
    goal: Point
    points: list[Point]
    lines: int
    start: Point | None = None


DRAWN = {
    "up a ramp from above": Drawn(
        """
        .......
        ......^
        .......
        tt.....
        tt.....
        ttpp...
        ..pprr.
        """,
        {"t": SCREEN, "p": TOWER, "r": Made(4, 0, "w")},
        (75_000, 25_000),
        [(150_000, 25_000), (75_000, 25_000)],
        31,
    ),
    "from step to step past others": Drawn(
        """
        ..>....
        .......
        ..oo...
        ..oo...
        """,
        {"o": STEP},
        (12_500, 37_500),
        [(12_500, 37_500)],
        1,
    ),
    "up a ramp behind a wall": Drawn(
        """
        ...v.....
        .q..u.r..
        .q..u.r..
        ....upp..
        ..<..pp..
        """,
        {"q": Made(3, TOP), "u": WALL, "p": TOWER, "r": Made(4, 0, "s")},
        (150_000, 25_000),
        [(137_500, 112_500), (150_000, 100_000), (150_000, 50_000), (150_000, 25_000)],
        13,
    ),
    "round a low tower": Drawn(
        """
        ....mm.
        ..^..pp
        ..q..pp
        .......
        .......
        """,
        {"q": Made(3, TOP), "m": STEP, "p": TOWER},
        (62_500, 12_500),
        [(37_500, 87_500), (37_500, 37_500), (62_500, 12_500)],
        6,
    ),
    "up a ramp between walls": Drawn(
        """
        ........
        ........
        uu...pp.
        uu.rrpp.
        uu...ww.
        ..q..<..
        ........
        ...t....
        """,
        {"w": WALL, "u": WALL, "t": SCREEN, "q": Made(3, TOP), "p": TOWER, "r": Made(4, 0, "e")},
        (112_500, 112_500),
        [(112_500, 62_500), (87_500, 87_500), (62_500, 87_500), (75_000, 100_000), (112_500, 112_500)],
        29,
    ),
    "nowhere from a tower without a way down": Drawn(
        """
        ...pp...
        ...pp...
        ........
        ........
        .......>
        ........
        """,
        {"p": TOWER},
        (187_500, 37_500),
        [],
        28,
        start=(100_000, 125_000),
    ),
    "not up a tower without a way up, with any facing": Drawn(
        """
        .........
        .>...pp..
        .....pp..
        .........
        """,
        {"p": TOWER},
        (150_000, 50_000),
        [(107_322, 25_000)],
        54,
    ),
    "down a ramp to the table": Drawn(
        """
        ........
        ........
        ........
        ........
        .pp.....
        .pprr...
        """,
        {"p": TOWER, "r": Made(4, 0, "w")},
        (187_500, 87_500),
        [(125_000, 25_000), (137_500, 37_500), (187_500, 87_500)],
        25,
        start=(50_000, 25_000),
    ),
}


class Counted:
    """The lines a search tries."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.lines = 0
        tried = shortest_ways._line

        def counted(*line: Any) -> Any:
            self.lines += 1
            return tried(*line)

        monkeypatch.setattr(shortest_ways, "_line", counted)
        forget()


@pytest.mark.parametrize("name", DRAWN)
def test_no_line_is_tried_that_is_not_needed(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """[Kaos K27.4]"""
    drawn = DRAWN[name]
    table, bases = draw(drawn.picture, **drawn.legend)
    base, others = (bases[0], bases[1:]) if drawn.start is None else (foot(*drawn.start), bases)
    base = foot(base.x, base.y, ground_at(table, base.x, base.y)[0], base.facing)
    counted = Counted(monkeypatch)
    legs = shortest_ways.way(table, base, drawn.goal, others)
    assert [(leg.x, leg.y) for leg in legs if leg.kind == GO] == drawn.points
    assert counted.lines == drawn.lines


def test_after_its_last_line_a_search_takes_the_way_that_comes_nearest(monkeypatch: pytest.MonkeyPatch) -> None:
    """[Kaos K27.4]: as many lines as the way needs are enough, and one less is not."""
    table, (base,) = draw(
        """
        .......
        ..ww...
        >.ww...
        ..ww...
        """,
        w=WALL,
    )
    goal = (137_500, 37_500)
    counted = Counted(monkeypatch)
    legs = shortest_ways.way(table, base, goal, [])
    assert [(leg.x, leg.y) for leg in legs] == [(37_500, 87_500), (112_500, 87_500), goal]
    monkeypatch.setattr(shortest_ways, "_OTHER_FACINGS", ())
    needed = counted.lines
    monkeypatch.setattr(shortest_ways, "_MOST_LINES", needed)
    forget()
    assert [(leg.x, leg.y) for leg in shortest_ways.way(table, base, goal, [])] == [
        (37_500, 87_500),
        (112_500, 87_500),
        goal,
    ]
    monkeypatch.setattr(shortest_ways, "_MOST_LINES", needed - 1)
    forget()
    assert [(leg.x, leg.y) for leg in shortest_ways.way(table, base, goal, [])][-1] == (112_500, 87_500)


def test_a_way_that_ends_where_a_leg_does_has_no_leg_more() -> None:
    """[Kaos K10.9]: the movement is used up at the first corner."""
    table, (base,) = draw(
        """
        .......
        ..ww...
        >.ww...
        ..ww...
        """,
        w=WALL,
    )
    whole = shortest_ways.way(table, base, (137_500, 37_500), [])
    for count in (1, 2):
        made = passage(table, base, whole[:count], [])
        assert shortest_ways.to(table, base, (137_500, 37_500), [], made.cost) == whole[:count]
