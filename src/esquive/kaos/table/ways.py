"""The ways that figures go, as events tell them: the places where their centres turn, packed into one integer."""

from collections.abc import Iterable
from typing import Final

Place = tuple[int, int, int]

_FIELD: Final = 32  # bits of a coordinate
_MASK: Final = (1 << _FIELD) - 1
_OFFSET: Final = 1 << 31
_STRAIGHT: Final = 100  # of a way so much longer than it is aside, the place between is left out


def packed_way(places: Iterable[Place]) -> int:
    """Places, x y z in micrometres, as one integer, without those that lie on a straight line between others."""
    number = 1
    for place in _bends(list(places)):
        for coordinate in place:
            number = number << _FIELD | coordinate + _OFFSET
    return number


def unpacked_way(number: int) -> list[Place]:
    """The places that `packed_way` wrote; none for 0, which says that nothing is known."""
    fields: list[int] = []
    while number > 1:
        fields.append((number & _MASK) - _OFFSET)
        number >>= _FIELD
    fields.reverse()
    return [(fields[at], fields[at + 1], fields[at + 2]) for at in range(0, len(fields), 3)]


def _bends(places: list[Place]) -> list[Place]:
    found: list[Place] = []
    for place in places:
        if found and place == found[-1]:
            continue
        while len(found) > 1 and _is_straight(found[-2], found[-1], place):
            found.pop()
        found.append(place)
    return found


def _is_straight(start: Place, middle: Place, end: Place) -> bool:
    ax, ay, bx, by = middle[0] - start[0], middle[1] - start[1], end[0] - middle[0], end[1] - middle[1]
    dot = ax * bx + ay * by
    return dot > 0 and abs(ax * by - ay * bx) * _STRAIGHT <= dot
