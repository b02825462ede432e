"""Directions in whole micrometres."""

import math

import pytest

from esquive.kaos.geometry.trigonometry import along, corners_of
from esquive.kaos.geometry.units import DEGREE


@pytest.mark.parametrize("degrees", [0, 20, 37, 53, 75, 90, 110, 143, 200, 290, 349])
@pytest.mark.parametrize("length", [1, 2, 3, 25_001])
def test_each_part_of_a_length_in_a_direction_is_rounded_to_the_nearest_micrometre(degrees: int, length: int) -> None:
    x, y = along(degrees * DEGREE, length)
    assert x == round(length * math.cos(math.radians(degrees)))
    assert y == round(length * math.sin(math.radians(degrees)))


@pytest.mark.parametrize("facing", [0, 30, 77, 135, 200, 359])
def test_the_corners_of_a_square_lie_round_its_middle(facing: int) -> None:
    """Front left, rear left, rear right, front right, to the nearest micrometre."""
    turn, half = math.radians(facing), 12_500
    wanted = [
        (
            100_000 + half * (forward * math.cos(turn) - left * math.sin(turn)),
            300_000 + half * (forward * math.sin(turn) + left * math.cos(turn)),
        )
        for forward, left in ((1, 1), (-1, 1), (-1, -1), (1, -1))
    ]
    found = corners_of(100_000, 300_000, facing * DEGREE, 2 * half)
    assert all(abs(x - ax) < 0.51 and abs(y - ay) < 0.51 for (x, y), (ax, ay) in zip(found, wanted, strict=True))
