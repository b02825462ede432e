"""Pieces of scenery of any outline, cut into convex parts that are the piece again."""

import pytest

from esquive.kaos.geometry.ground import area_twice
from esquive.kaos.geometry.shapes import Piece, Point, convex_parts

OUTLINES: dict[str, tuple[Point, ...]] = {
    "L": ((0, 0), (30, 0), (30, 10), (10, 10), (10, 30), (0, 30)),
    "U": ((0, 0), (40, 0), (40, 30), (30, 30), (30, 10), (10, 10), (10, 30), (0, 30)),
    "T": ((10, 0), (20, 0), (20, 20), (30, 20), (30, 30), (0, 30), (0, 20), (10, 20)),
    "S": ((0, 0), (20, 0), (20, 20), (30, 20), (30, 30), (10, 30), (10, 10), (0, 10)),
    "arrow": ((0, 0), (20, 10), (0, 20), (8, 10)),
    "star": ((0, 10), (8, 8), (10, 0), (12, 8), (20, 10), (12, 12), (10, 20), (8, 12)),
    "comb": ((0, 0), (50, 0), (50, 20), (40, 20), (40, 5), (20, 5), (20, 20), (10, 20), (10, 5), (0, 5)),
}


def bends(part: tuple[Point, ...]) -> list[int]:
    """How far each corner of an outline turns left: positive, or 0 where it goes straight on."""
    return [
        (bx - ax) * (cy - by) - (by - ay) * (cx - bx)
        for (ax, ay), (bx, by), (cx, cy) in zip(part[-1:] + part[:-1], part, part[1:] + part[:1], strict=True)
    ]


@pytest.mark.parametrize("name", OUTLINES)
def test_the_parts_are_convex_share_no_ground_and_leave_none_out(name: str) -> None:
    """[Kaos K5.2]: from whichever corner the outline is written."""
    outline = OUTLINES[name]
    for first in range(len(outline)):
        turned = outline[first:] + outline[:first]
        parts = convex_parts(turned)
        assert sum(area_twice(part) for part in parts) == area_twice(outline)
        for part in parts:
            assert len(set(part)) == len(part) >= 3 and set(part) <= set(outline)
            assert min(bends(part)) >= 0 and area_twice(part) > 0


@pytest.mark.parametrize(
    ("name", "most"), [("L", 2), ("U", 3), ("T", 2), ("S", 4), ("arrow", 2), ("star", 5), ("comb", 5)]
)
def test_parts_that_fit_together_are_put_together(name: str, most: int) -> None:
    """The fewer there are, the fewer are looked at for every step [Kaos K5.2]."""
    outline = OUTLINES[name]
    found = [len(convex_parts(outline[first:] + outline[:first])) for first in range(len(outline))]
    assert max(found) <= most, found


def test_the_smallest_triangle_keeps_its_turn() -> None:
    """Half a square micrometre, anticlockwise."""
    corners = ((0, 0), (1, 0), (0, 1))
    assert Piece("crumb", "crumb", corners, 1, 0).shape == corners
    assert Piece("crumb", "crumb", corners[::-1], 1, 0).shape == corners
