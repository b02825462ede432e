"""Names of seats: p1 to p4 outside, 0 to 3 inside."""

from typing import Final, Literal

NOBODY: Final = -1
SeatName = Literal["p1", "p2", "p3", "p4"]
SEAT_NAMES: Final[tuple[SeatName, ...]] = ("p1", "p2", "p3", "p4")


def format_seat(seat: int) -> SeatName | Literal["none"]:
    """The public name of a seat: 0 is `p1`. A negative seat is `none`."""
    return SEAT_NAMES[seat] if seat >= 0 else "none"


def parse_seat(text: str) -> int:
    """The seat a public name stands for; raises ValueError for anything but p1..p4."""
    return SEAT_NAMES.index(text)
