"""Where flight ends: the edges of the table and its corners."""

import pytest

from esquive.kaos.book.flight import nearest_corner, touches_edge
from esquive.kaos.geometry.shapes import Base, Table as Ground
from esquive.kaos.geometry.units import TOLERANCE
from tests.kaos.playing import cm

GROUND = Ground(cm(75), cm(60), ())
HALF = cm(1.25)


@pytest.mark.parametrize("off", [TOLERANCE, TOLERANCE + 1])
@pytest.mark.parametrize("edge", ["west", "south", "east", "north"])
def test_a_base_touches_an_edge_within_half_a_millimetre_and_no_farther(edge: str, off: int) -> None:
    """[Kaos K27.6] [Ruling R218]."""
    x = {"west": HALF + off, "east": GROUND.width - HALF - off}.get(edge, cm(30))
    y = {"south": HALF + off, "north": GROUND.depth - HALF - off}.get(edge, cm(30))
    assert touches_edge(GROUND, Base(x, y, 0, 0, 2 * HALF)) == (off == TOLERANCE)


@pytest.mark.parametrize(("x", "y"), [(10, 10), (70, 10), (10, 55), (70, 55)])
def test_the_corner_nearest_to_a_figure_is_on_its_own_quarter_of_the_table(x: int, y: int) -> None:
    """[Kaos K27.2]: of four corners equally far, a southern one."""
    corner = (cm(75) if x > 37 else 0, cm(60) if y > 30 else 0)
    assert nearest_corner(GROUND, Base(cm(x), cm(y), 0, 0, 2 * HALF)) == corner
    assert nearest_corner(GROUND, Base(cm(37.5), cm(30), 0, 0, 2 * HALF))[1] == 0
