"""A path that ends just below an edge: up a small step it stands there, below a higher face it does not."""

import pytest

from esquive.kaos.geometry.ground import STEP
from esquive.kaos.geometry.legs import GO, Leg
from esquive.kaos.geometry.paths import passage
from esquive.kaos.geometry.shapes import CLIMBABLE, TOP, Base, Piece, Point, Table
from esquive.kaos.geometry.units import CM

SIDES: dict[str, tuple[Point, Point]] = {
    "west": ((5, 17), (15, 17)),
    "east": ((35, 17), (25, 17)),
    "south": ((20, 2), (20, 10)),
    "north": ((20, 35), (20, 25)),
}
SHAPE = ((15 * CM, 10 * CM), (25 * CM, 10 * CM), (25 * CM, 25 * CM), (15 * CM, 25 * CM))


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize(
    ("height", "flags", "problem", "level"),
    [
        (1, TOP, "", 1),
        (STEP - 1, TOP, "", STEP - 1),
        (STEP, TOP, "", STEP),
        (STEP, TOP | CLIMBABLE, "", STEP),
        (STEP, 0, "", 0),
        (STEP + 1, TOP, "wall", 0),
        (STEP + 1, 0, "wall", 0),
        (STEP + 1, TOP | CLIMBABLE, "no-footing", 0),
        (4 * STEP, TOP | CLIMBABLE, "no-footing", 0),
    ],
)
def test_half_a_centimetre_is_stepped_up_and_no_micrometre_more(
    side: str, height: int, flags: int, problem: str, level: int
) -> None:
    """[Kaos K11.1] [Ruling R205]: from each side, on what one may stand on, may climb, or neither."""
    (x, y), (gx, gy) = SIDES[side]
    table = Table(40 * CM, 40 * CM, (Piece("block", "block", SHAPE, height, flags),))
    made = passage(table, Base(x * CM, y * CM, 0, 0, 25_000), [Leg(GO, gx * CM, gy * CM, 0)], [])
    assert (made.problem.kind if made.problem else "") == problem
    assert made.fall is None
    if problem == "wall":
        assert made.problem is not None and made.problem.piece is table.pieces[0]
        assert (made.end.x, made.end.y) == (x * CM, y * CM)
    else:
        assert (made.end.x, made.end.y, made.end.z) == (gx * CM, gy * CM, level)
    if problem == "no-footing":
        assert made.problem is not None and made.problem.at == (gx * CM, gy * CM)
        assert made.problem.piece is table.pieces[0] and made.problem.leg == 0
