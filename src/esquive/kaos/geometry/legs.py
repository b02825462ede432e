"""The legs of a path: straight lines of the base's centre, turns on the spot, and jumps [Kaos K10.10] [Kaos K11.4]."""

from typing import Final

GO: Final = 0  # slide in a straight line to x,y with the present facing
TURN: Final = 1  # turn on the spot to the facing [Kaos K10.11]
JUMP: Final = 2  # leap in a straight line to x,y [Kaos K11.4]
LEG_NAMES: Final = ("go", "face", "jump")


class Leg:
    """One leg of a declared path, GO or JUMP to x,y, or TURN to a facing."""

    __slots__ = ("facing", "kind", "x", "y")

    def __init__(self, kind: int, x: int, y: int, facing: int) -> None:
        self.kind = kind
        self.x = x
        self.y = y
        self.facing = facing

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Leg) and self.fields() == other.fields()

    def __hash__(self) -> int:
        return hash((self.kind, self.x, self.y, self.facing))

    def fields(self) -> list[int]:
        """Its four integers."""
        return [self.kind, self.x, self.y, self.facing]
