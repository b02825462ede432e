"""The attack angle and the back [Kaos K19.2] [Kaos K19.4] [Kaos K19.5]."""

import pytest

from esquive.kaos.geometry.arcs import in_attack_angle, margin, rear_line
from esquive.kaos.geometry.shapes import Base
from esquive.kaos.geometry.units import DEGREE, TOLERANCE
from tests.kaos.geometry.drawing import draw, foot


def test_who_stands_behind_the_rear_line_is_in_the_back_and_who_stands_beside_is_not() -> None:
    """[Kaos K19.3]"""
    _, (behind, figure, front, left) = draw(
        """
        ..<>>
        ...^.
        """
    )
    assert rear_line(figure) == ((75_000, 50_000), (75_000, 25_000))
    assert not in_attack_angle(figure, behind)
    assert in_attack_angle(figure, front)
    assert in_attack_angle(figure, left)


def test_a_base_that_reaches_over_the_line_is_wholly_in_the_attack_angle() -> None:
    """[Kaos K19.4]"""
    figure = foot(100_000, 100_000)
    line = 87_500
    over = foot(line - 12_500 + TOLERANCE + 1, 200_000)
    on_it = foot(line - 12_500 + TOLERANCE, 200_000)
    assert in_attack_angle(figure, over)
    assert not in_attack_angle(figure, on_it)
    assert margin(figure, over) == TOLERANCE + 1
    assert margin(figure, on_it) == TOLERANCE


def test_touching_the_line_only_is_still_the_back() -> None:
    """[Kaos K19.4] [Ruling R218]"""
    _, (behind, figure) = draw("><")
    assert margin(figure, behind) > 0
    _, (behind, figure) = draw(">>")
    assert margin(figure, behind) == 0
    assert not in_attack_angle(figure, behind)


def test_height_does_not_matter_to_the_attack_angle() -> None:
    """[Kaos K19.4]"""
    figure = foot(100_000, 100_000)
    assert in_attack_angle(figure, foot(150_000, 100_000, 90_000))
    assert not in_attack_angle(figure, foot(50_000, 100_000, 90_000))


@pytest.mark.parametrize("turn", range(0, 360, 45))
def test_the_attack_angle_turns_with_the_figure(turn: int) -> None:
    """[Kaos K19.2]"""
    figure = Base(300_000, 300_000, 0, turn * DEGREE, 25_000)
    (ax, ay), (bx, by) = rear_line(figure)
    ahead = foot(2 * figure.x - (ax + bx) // 2, 2 * figure.y - (ay + by) // 2)
    behind = foot(figure.x + 3 * ((ax + bx) // 2 - figure.x), figure.y + 3 * ((ay + by) // 2 - figure.y))
    assert in_attack_angle(figure, ahead)
    assert not in_attack_angle(figure, behind)


@pytest.mark.parametrize("degrees", [0, 17, 30, 45, 133, 251])
def test_the_margin_is_rounded_up_to_a_whole_micrometre(degrees: int) -> None:
    """[Kaos K19.4]: no less than how far it reaches over the line, and less than one more."""
    figure = foot(100_000, 100_000, 0, degrees * DEGREE)
    (ax, ay), (bx, by) = rear_line(figure)
    ex, ey = bx - ax, by - ay
    for east, north in ((31_003, 2_001), (5_007, 40_013), (-9_001, 38_009)):
        other = foot(100_000 + east, 100_000 + north, 0, 11 * DEGREE)
        beyond = max(ex * (y - ay) - ey * (x - ax) for x, y in other.corners)
        length = ex * ex + ey * ey
        found = margin(figure, other)
        if beyond >= 0:
            assert found >= 0 and (found - 1) ** 2 * length < beyond**2 <= found**2 * length
        else:
            assert found <= 0 and found**2 * length <= beyond**2 < (1 - found) ** 2 * length
