"""A path as it was walked: its stretches, and the problem or the fall that ended it."""

from typing import Final

from esquive.kaos.geometry.shapes import Base, Bases, Piece, Point, Table
from esquive.kaos.geometry.walks import LEAP, UP, Stretch

# The tangent of one degree, in ten millionths: directions this close are one straight line.
_TANGENT: Final = 174_551


class Problem:
    """Why a path cannot be walked.

    `kind`: "off-table", "figure" (another base in the way), "piece" (impassable scenery), "wall" (scenery too high to
    step on and not climbable), "turn" (no room to turn), "jump-too-long", "jump-too-high", "no-footing" (scenery where
    the path or a jump ends). `leg`: its number. `at`: the farthest the centre gets. `figure`: an index in the others,
    -1 for none; `piece`: None for none. `facts`: lengths in micrometres that a sentence about it names.
    """

    __slots__ = ("at", "facts", "figure", "kind", "leg", "piece")

    def __init__(self, kind: str, leg: int, at: Point, piece: Piece | None, figure: int, facts: dict[str, int]) -> None:
        self.kind = kind
        self.leg = leg
        self.at = at
        self.piece = piece
        self.figure = figure
        self.facts = facts

    def __repr__(self) -> str:
        return f"Problem({self.kind!r}, leg {self.leg}, at {self.at}, {self.piece!r}, {self.figure}, {self.facts})"


class Fall:
    """A fall that ends a path [Kaos K12.1].

    `piece`: how many stretches are walked before it; `at`: x, y, z of the centre where it begins; `drop`: micrometres
    from there down to where the base comes to rest; `landing`: the base there.
    """

    __slots__ = ("at", "drop", "landing", "piece")

    def __init__(self, piece: int, at: tuple[int, int, int], landing: Base) -> None:
        self.piece = piece
        self.at = at
        self.landing = landing
        self.drop = at[2] - landing.z

    def __repr__(self) -> str:
        return f"Fall({self.piece}, {self.at}, drop={self.drop}, {self.landing!r})"


class Passage:
    """A path as it is walked.

    `problem`: None when it can be walked; else the rest describes the legs before the one at fault. `pieces`: its
    stretches in order; `length`: along the ground; `cost`: micrometres of movement; `end`: the base at its end, where
    it landed after a `fall`; `straight`: length of the last straight line on level or falling ground, without difficult
    ground, jump or climbing [Kaos K28.4].
    """

    __slots__ = ("cost", "end", "fall", "length", "moments", "others", "pieces", "problem", "start", "table")

    def __init__(self, table: Table, start: Base, others: Bases) -> None:
        self.table = table
        self.start = start
        self.others = others
        self.end = start
        self.pieces: list[Stretch] = []
        self.length = 0
        self.cost = 0
        self.problem: Problem | None = None
        self.fall: Fall | None = None
        self.moments: list[tuple[int, Base]] | None = None  # see `paths.moments`

    @property
    def has_moved(self) -> bool:
        """Whether the centre goes anywhere: turning alone is no move [Kaos K10.11]."""
        return self.length > 0

    @property
    def straight(self) -> int:
        """How long the straight line is that a charge would end with [Kaos K28.4]."""
        total = 0
        for stretch in reversed(self.pieces):
            last = self.pieces[-1]
            if stretch.kind in (UP, LEAP) or stretch.is_difficult or stretch.is_vertical:
                break
            if not _is_same_direction(stretch.dx, stretch.dy, last.dx, last.dy):
                break
            total += stretch.length
        return total

    def run_up(self, dx: int, dy: int) -> int:
        """How long the straight move is that led here in a direction: the run-up of a jump [Kaos K11.4]."""
        total = 0
        for stretch in reversed(self.pieces):
            if stretch.kind == LEAP or stretch.is_vertical or not _is_same_direction(stretch.dx, stretch.dy, dx, dy):
                break
            total += stretch.length
        return total

    def add(self, stretch: Stretch) -> None:
        """Puts another stretch at its end."""
        self.pieces.append(stretch)
        self.length += stretch.length
        self.cost += stretch.cost

    def __repr__(self) -> str:
        return f"Passage({self.problem or self.fall or 'fine'}, length={self.length}, cost={self.cost}, {self.end!r})"


def _is_same_direction(ax: int, ay: int, bx: int, by: int) -> bool:
    dot = ax * bx + ay * by
    return dot > 0 and abs(ax * by - ay * bx) * 10_000_000 <= dot * _TANGENT
