"""Two convex polygons put together along a side they share."""

import pytest

from esquive.kaos.geometry.shapes import Point, _join

LOW = [(0, 0), (6, 0), (6, 4), (0, 4)]
HIGH = [(0, 4), (6, 4), (6, 9), (0, 9)]
ROOF = [(0, 4), (6, 4), (3, 7)]
SPIRE = [(0, 4), (6, 4), (6, 30), (-9, 30)]  # wider than what it stands on: together they have a notch
AWAY = [(0, 5), (6, 5), (6, 9), (0, 9)]


def turned(shape: list[Point], by: int) -> list[Point]:
    """The same polygon, begun at another corner."""
    return shape[by:] + shape[:by]


def twice_the_area(shape: list[Point]) -> int:
    return sum(ax * by - ay * bx for (ax, ay), (bx, by) in zip(shape, shape[1:] + shape[:1], strict=True))


@pytest.mark.parametrize("upper", [HIGH, ROOF])
def test_together_they_have_all_their_ground_and_all_their_corners(upper: list[Point]) -> None:
    """Wherever either of them begins, and whichever is named first."""
    for one in range(4):
        for other in range(len(upper)):
            for pair in ((turned(LOW, one), turned(upper, other)), (turned(upper, other), turned(LOW, one))):
                found = _join(*pair)
                assert found is not None
                assert twice_the_area(found) == twice_the_area(LOW) + twice_the_area(upper)
                assert sorted(found) == sorted({*LOW, *upper}) and len(set(found)) == len(found)


@pytest.mark.parametrize("other", [SPIRE, AWAY])
def test_without_a_common_side_or_with_a_notch_they_stay_apart(other: list[Point]) -> None:
    """Whatever corners they begin with."""
    for first in range(4):
        for second in range(4):
            assert _join(turned(LOW, first), turned(other, second)) is None
            assert _join(turned(other, second), turned(LOW, first)) is None
