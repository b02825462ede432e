"""Sines and corners in integers, the same on every machine: `math.sin` may differ in its last bit from one to another.

A sine is worked out once an angle as a series in fixed-point integers, 64 bits after the point, and kept.
"""

from functools import lru_cache
from typing import Final

from esquive.kaos.geometry.units import DEGREE, TURN

BITS: Final = 64
ONE: Final = 1 << BITS
# pi with 96 bits after the point: 3.14159265358979323846264338327950288...
_PI_DIGITS: Final = 314159265358979323846264338327950288419716939937510
_PI: Final = (_PI_DIGITS << 96) // 10**50


@lru_cache(maxsize=4096)
def sine(angle: int) -> int:
    """The sine of an angle in thousandths of a degree, times 2 to the 64."""
    angle %= TURN
    if angle >= TURN // 2:
        return -sine(angle - TURN // 2)
    if angle > TURN // 4:
        return sine(TURN // 2 - angle)
    if angle == TURN // 4:
        return ONE
    radians = _PI * angle // (180 * DEGREE)  # 96 bits after the point
    square = radians * radians >> 96
    term = total = radians
    number = 1
    while term:
        term = -(term * square >> 96) // ((number + 1) * (number + 2))
        if term == -1:
            break  # floor division of a tiny negative number stays at -1
        total += term
        number += 2
    return total + (1 << 31) >> 32


def cosine(angle: int) -> int:
    """The cosine of an angle in thousandths of a degree, times 2 to the 64."""
    return sine(angle + TURN // 4)


def along(angle: int, length: int) -> tuple[int, int]:
    """The vector of a length in a direction, each part rounded once to the nearest micrometre."""
    half = ONE >> 1
    return (length * cosine(angle) + half >> BITS, length * sine(angle) + half >> BITS)


@lru_cache(maxsize=4096)
def offsets_of(facing: int, side: int) -> tuple[tuple[int, int], ...]:
    """Where the corners of a square lie from its centre, in the order of `corners_of`, rounded once."""
    cos, sin = cosine(facing), sine(facing)
    half = ONE >> 1
    return tuple(
        (
            (side * (forward * cos - left * sin) // 2 + half) >> BITS,
            (side * (forward * sin + left * cos) // 2 + half) >> BITS,
        )
        for forward, left in ((1, 1), (-1, 1), (-1, -1), (1, -1))
    )


def corners_of(
    x: int, y: int, facing: int, side: int
) -> tuple[tuple[int, int], tuple[int, int], tuple[int, int], tuple[int, int]]:
    """The corners of a square round x,y: front left, rear left, rear right, front right, rounded once."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = offsets_of(facing, side)
    return ((x + ax, y + ay), (x + bx, y + by), (x + cx, y + cy), (x + dx, y + dy))
