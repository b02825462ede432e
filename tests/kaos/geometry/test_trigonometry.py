"""Directions in whole micrometres."""

import math

import pytest

from esquive.kaos.geometry.trigonometry import along
from esquive.kaos.geometry.units import DEGREE


@pytest.mark.parametrize("degrees", [0, 20, 37, 53, 75, 90, 110, 143, 200, 290, 349])
@pytest.mark.parametrize("length", [1, 2, 3, 25_001])
def test_each_part_of_a_length_in_a_direction_is_rounded_to_the_nearest_micrometre(degrees: int, length: int) -> None:
    x, y = along(degrees * DEGREE, length)
    assert x == round(length * math.cos(math.radians(degrees)))
    assert y == round(length * math.sin(math.radians(degrees)))
