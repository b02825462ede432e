"""Where exactly sight begins and ends: outlines that are not convex, a hair in a face, heights, samples and margin.

[Kaos K6.6] [Kaos K23.8] [Ruling R218]
"""

from fractions import Fraction
from math import floor

import pytest

from esquive.kaos.geometry.shapes import Base, Piece, Table
from esquive.kaos.geometry.sight import is_clear, samples, sees, sight
from esquive.kaos.geometry.units import CM, DEGREE
from tests.kaos.geometry.test_sight import ACROSS, PLATFORM, WALL, Plan, bar, figure, table

# --- outlines that are not convex -------------------------------------------------------------------------------------

COURTYARD = """
        N

   ##########
   #        #
   #        #
   #
W  #   T       V
   #
   #        #
   #        #
   ##########

        S
"""


def test_in_a_courtyard_one_is_seen_through_its_gate_and_not_through_its_walls() -> None:
    """[Kaos K6.6]: the shape, not what it encloses, hides."""
    drawn = Plan(COURTYARD, {"#": 6})
    gate = drawn.look("V", "T")
    assert gate.is_visible and not gate.in_cover
    for name in ("N", "S", "W"):
        wall = drawn.look(name, "T")
        assert not wall.is_visible and wall.blocker == ("piece", 0)


def test_past_the_arms_of_an_angle_one_sees_across_its_open_side() -> None:
    """[Kaos K6.6]"""
    plan = """
############
#
#  V      T
#
#
#
  B           A
"""
    drawn = Plan(plan, {"#": 6})
    assert drawn.look("V", "T").base_seen == 20
    assert drawn.look("A", "V").base_seen == 20
    assert drawn.look("B", "T").base_seen == 20


def test_both_arms_of_an_angle_hide() -> None:
    """[Kaos K6.6]"""
    plan = """
          A

############
#
#  V      T
#
#

"""
    drawn = Plan(plan, {"#": 6})
    drawn.figures["W"] = figure(-3 * CM, drawn.figures["V"].y)
    assert not drawn.look("A", "T").is_visible
    assert not drawn.look("W", "V").is_visible
    assert drawn.look("W", "V").blocker == ("piece", 0)


# --- the exact edge ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("depth", "clear"), [(-1, True), (0, True), (10, True), (12, False), (1000, False)])
def test_a_line_is_blocked_beyond_a_hair_inside_a_face(depth: int, clear: bool) -> None:
    """[Ruling R218]: ten micrometres; along a face, whatever its direction."""
    wall = table(bar(10, 10, 20, 12, 6))
    y = 10 * CM + depth
    assert is_clear(wall, (0, y, CM), (30 * CM, y, CM), []) is clear
    assert is_clear(wall, (30 * CM, y, CM), (0, y, CM), []) is clear


@pytest.mark.parametrize(("under", "clear"), [(-1, True), (0, True), (10, True), (11, False), (1000, False)])
def test_a_line_is_blocked_beyond_a_hair_below_a_top(under: int, clear: bool) -> None:
    """[Ruling R218]"""
    wall = table(bar(10, 10, 20, 12, 6))
    z = 6 * CM - under
    assert is_clear(wall, (0, 11 * CM, z), (30 * CM, 11 * CM, z), []) is clear


def test_across_the_notch_of_an_outline_a_line_is_clear_until_it_enters_an_arm() -> None:
    """[Kaos K6.6]"""
    shape = ((0, 0), (9, 3), (18, 0), (18, 18), (9, 15), (0, 18))
    notched = table(Piece("notched", "wall", tuple((x * CM, y * CM) for x, y in shape), 6 * CM, WALL))
    assert is_clear(notched, (0, 0, CM), (18 * CM, 0, CM), [])  # from tip to tip
    assert is_clear(notched, (4 * CM, CM, CM), (14 * CM, CM, CM), [])
    assert is_clear(notched, (4 * CM, 0, CM), (9 * CM, 3 * CM, CM), [])  # to the bottom of the notch
    assert not is_clear(notched, (0, CM, CM), (18 * CM, CM, CM), [])
    assert not is_clear(notched, (9 * CM, 0, CM), (9 * CM, 4 * CM, CM), [])


def angle_of_walls() -> Table:
    """Two arms of a wall: not convex, and so worked out another way than a bar."""
    shape = ((10, 10), (20, 10), (20, 12), (12, 12), (12, 20), (10, 20))
    return table(Piece("angle", "wall", tuple((x * CM, y * CM) for x, y in shape), 6 * CM, WALL))


@pytest.mark.parametrize(("depth", "clear"), [(-1, True), (0, True), (9, True), (12, False), (1000, False)])
def test_a_hair_is_the_same_for_an_outline_that_is_not_convex(depth: int, clear: bool) -> None:
    """[Ruling R218]: along its faces, and where a line ends just inside one."""
    walls = angle_of_walls()
    for start, end in (
        ((0, 10 * CM + depth, CM), (30 * CM, 10 * CM + depth, CM)),
        ((13 * CM, 12 * CM - depth, CM), (30 * CM, 12 * CM - depth, CM)),
        ((20 * CM - depth, 0, CM), (20 * CM - depth, 30 * CM, CM)),
        ((0, 15 * CM, CM), (10 * CM + depth, 15 * CM, CM)),
        ((30 * CM, 17 * CM, CM), (12 * CM - depth, 17 * CM, CM)),
    ):
        assert is_clear(walls, start, end, []) is clear
        assert is_clear(walls, end, start, []) is clear


def test_the_height_a_wall_hides_is_exact_to_the_micrometre() -> None:
    """[Kaos K6.6]: as fractions say, in both directions; a hair of a side is rounded up by less than a thousandth."""
    wall = table(bar(10, 5, 20, 15, 6))
    entry = 10 * CM + Fraction(10 * (10 * CM + 1), 10 * CM)
    for eye in range(CM, CM + 7):
        hidden_below = eye + (6 * CM - 10 - eye) * 37 * CM / entry
        for height in range(floor(hidden_below) - 2, floor(hidden_below) + 3):
            one, two = (0, 10 * CM, eye), (37 * CM, 10 * CM, height)
            assert is_clear(wall, one, two, []) == is_clear(wall, two, one, []) == (height >= hidden_below)


def test_the_crest_of_a_ramp_hides_what_lies_below_it() -> None:
    """[Kaos K6.6]: level for 5 cm, then sloping down; the line from 5 cm over the crest at 4 cm comes down to 3.3."""
    shape = ((10 * CM, 0), (20 * CM, 0), (20 * CM, 20 * CM), (10 * CM, 20 * CM))
    crest = table(Piece("crest", "ramp", shape, 4 * CM, PLATFORM, (20 * CM, 0), (15 * CM, 0)))
    for height, clear in ((3.0, False), (3.29, False), (3.31, True), (4.0, True)):
        one, two = (5 * CM, CM, 5 * CM), (22 * CM, CM, round(height * CM))
        assert is_clear(crest, one, two, []) is clear
        assert is_clear(crest, two, one, []) is clear


def test_a_line_that_rises_through_the_underside_of_a_body_is_blocked() -> None:
    """[Kaos K23.7]: it comes in under the feet and is above them before it is past."""
    ledge = [figure(10 * CM, 10 * CM, 5 * CM)]
    for height, clear in ((8.0, True), (8.5, True), (8.6, False), (12.0, False)):
        one, two = (0, 10 * CM, CM), (20 * CM, 10 * CM, round(height * CM))
        assert is_clear(table(), one, two, ledge) is clear
        assert is_clear(table(), two, one, ledge) is clear


def test_straight_up_and_down_a_line_is_blocked_only_inside() -> None:
    """[Kaos K6.6]"""
    wall = table(bar(10, 10, 20, 20, 6))
    assert not is_clear(wall, (15 * CM, 15 * CM, 9 * CM), (15 * CM, 15 * CM, CM), [])
    assert not is_clear(wall, (15 * CM, 15 * CM, CM), (15 * CM, 15 * CM, 9 * CM), [])
    assert is_clear(wall, (15 * CM, 15 * CM, 9 * CM), (15 * CM, 15 * CM, 6 * CM), [])
    assert is_clear(wall, (5 * CM, 15 * CM, 9 * CM), (5 * CM, 15 * CM, 0), [])


# --- samples and margin -----------------------------------------------------------------------------------------------


def test_large_bodies_and_bases_have_more_samples() -> None:
    """[Kaos K23.8]: no two neighbours on an outline farther apart than the step."""
    large = Base(20 * CM, 20 * CM, 0, 30 * DEGREE, 5 * CM, 8 * CM, 7 * CM, 3 * CM)
    body, base = samples(table(), large)
    assert (len(body), len(base)) == (13 * 5, 40)
    assert {z for _, _, z in body} == {0, 2 * CM, 4 * CM, 6 * CM, 8 * CM}
    assert set(large.corners) <= {(x, y) for x, y, _ in base}


def test_a_hidden_target_taller_by_the_margin_is_seen() -> None:
    """[Kaos K23.8]: and one micrometre less is not enough."""
    plan = Plan(ACROSS, {"#": 4})
    viewer, target = plan.figures["V"], plan.figures["T"]
    lacking = -sight(plan.table, viewer, target, []).margin
    assert lacking > 0
    for extra, visible in ((lacking - 1, False), (lacking, True)):
        taller = Base(target.x, target.y, 0, 0, target.side, target.height + extra, target.head, target.body)
        assert sees(plan.table, viewer, taller, []) is visible


def test_a_target_just_seen_that_sinks_by_more_than_the_margin_is_hidden() -> None:
    """[Kaos K23.8]"""
    plan = Plan(ACROSS, {"#": 3})
    viewer, target = plan.figures["V"], plan.figures["T"]
    spare = sight(plan.table, viewer, target, []).margin
    assert 0 <= spare < target.height
    for less, visible in ((spare, True), (spare + 1, False)):
        shorter = Base(target.x, target.y, 0, 0, target.side, target.height - less, target.head, target.body)
        assert sees(plan.table, viewer, shorter, []) is visible
