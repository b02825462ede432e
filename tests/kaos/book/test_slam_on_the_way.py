"""What is left of a path, and of a blow, once a figure was sent flying from where it was struck."""

import pytest

from esquive.kaos.book.slam import SlamFrame
from esquive.kaos.geometry.shapes import CLIMBABLE, SIGHT, TOP
from tests.kaos.playing import SWORD, Point, Table, box, intercept, long, mine, plan, platform, react, slam, theirs


def test_all_the_strikes_still_to_come_keep_their_places_on_the_way_that_is_left() -> None:
    """[Kaos K31.12] [Kaos K31.5]: three along one path, the first of which sends the mover a centimetre south."""
    figures = {
        "hero": mine(at=(20, 20), life=40),
        "reaper": theirs(at=(23, 24), faces=270, weapons=(long(),)),
        "second": theirs(at=(26, 17), faces=90),
        "third": theirs(at=(30, 17), faces=90),
    }
    table = Table(figures).turn_of("hero").play(plan("run", (38, 20)))
    table.play(intercept(1, SWORD, 3), intercept(2, SWORD, 6), intercept(3, SWORD, 10))
    table.play(react("none"), dice=["4411"])
    assert table.asks == "slam"
    table.play(slam(23, 19.9))
    assert table.place("hero")[0] == pytest.approx(26, abs=0.01)
    table.play(react("none"), dice=["411"])
    assert table.place("hero")[0] == pytest.approx(30, abs=0.01)
    table.play(react("none"), dice=["411"])
    assert [fact["figure"] for fact in table.facts("hit")] == ["reaper", "second", "third"]
    assert table.asks == "move-after-interception"  # with a close weapon, once all is over [Kaos K31.4]


@pytest.mark.parametrize("x", [24.75, 24.749])
def test_a_victim_crushed_where_it_stands_does_not_fall(x: float) -> None:
    """[Kaos K22.7] [Ruling R212]: it touches the wall, or reaches the hair into it that the rules leave."""
    table = Table({"hero": mine(at=(20, 20)), "foe": theirs(at=(23.5, 20), activated=1)}, [box((x, 10), (1, 20))])
    table.start(SlamFrame(0, 1, 8)).play(slam(25, 20))
    assert table.read("foe", "wounds") == 4 and table.facts("fell") == []
    assert table.asks == "rest"


@pytest.mark.parametrize(
    ("hero", "faces", "goal", "corner"),
    [
        ((36.5, 40), 0, (42.5, 40), (42, 36)),
        ((43.5, 40), 180, (37.5, 40), (30, 36)),
        ((40, 36.5), 90, (40, 42.5), (36, 42)),
        ((40, 43.5), 270, (40, 37.5), (36, 30)),
    ],
)
def test_nobody_who_is_sent_flying_climbs(hero: Point, faces: int, goal: Point, corner: Point) -> None:
    """[Kaos K22.7]: a ledge that could be climbed crushes as a wall does, on every side."""
    ledge = platform(corner, (8, 8), 4, SIGHT | TOP | CLIMBABLE)
    table = Table({"hero": mine(at=hero, faces=faces), "foe": theirs(at=(40, 40), activated=1)}, [ledge])
    table.start(SlamFrame(0, 1, 8)).play(slam(*goal))
    x, y, z = table.place("foe")
    assert (x, y) == pytest.approx(((40 * 7 + goal[0] * 3) / 10, (40 * 7 + goal[1] * 3) / 10), abs=0.01) and z == 0
    assert table.facts("slammed-into") == [{"figure": "foe", "wounds": 4}]
