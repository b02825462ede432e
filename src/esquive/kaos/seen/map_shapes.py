"""The maps of battlefields and scenarios, as clients are shown them before a match."""

from typing import Literal

from esquive.core.ids import SeatName
from esquive.core.shapes import Shape

Number = int | float


class MapPiece(Shape):
    """A piece of scenery on a map: its outline, what it is made of, and how high it is."""

    shape: list[tuple[Number, Number]]
    material: str
    height: Number


class MapGoal(Shape):
    """A goal on a map: what it asks for, where, within which radius, and the points that it gives."""

    kind: Literal["hold", "carry"]
    at: tuple[Number, Number]
    radius: Number
    points: int


class MapZone(Shape):
    """Where a side deploys: two opposite corners of a rectangle."""

    seat: SeatName
    corner: tuple[Number, Number]
    opposite: tuple[Number, Number]


class FieldMap(Shape):
    """A battlefield as it lies before a match, in centimetres; of movable scenery there is none on it yet."""

    width: Number
    depth: Number
    pieces: list[MapPiece] = []
    goals: list[MapGoal] = []
    zones: list[MapZone] = []
