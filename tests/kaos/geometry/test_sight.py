"""True line of sight and cover, position by position [Kaos K6.6] [Kaos K23.8] [Kaos K25.9].

A plan is drawn from above, north up, one character a centimetre (or half of one). V looks at T; other capitals are
other figures; a piece of scenery is all cells with its sign. Figures are 3.2 cm tall, stand on bases of 2.5 cm and look
from 2.94 cm.
"""

import pytest

from esquive.kaos.geometry.shapes import DIFFICULT, IMPASSABLE, SIGHT, TOP, Base, Piece, Table
from esquive.kaos.geometry.sight import Sight, samples, sees, sight
from esquive.kaos.geometry.units import CM, DEGREE

WALL = SIGHT | IMPASSABLE
PLATFORM = SIGHT | TOP


class Plan:
    """A drawn position. `tops`: heights of the pieces by sign, in cm; `on`: the sign a figure stands on."""

    def __init__(
        self,
        drawing: str,
        tops: dict[str, float] | None = None,
        flags: dict[str, int] | None = None,
        on: dict[str, str] | None = None,
        cell: int = CM,
    ) -> None:
        tops, flags, on = tops or {}, flags or {}, on or {}
        rows = drawing.strip("\n").splitlines()
        cells: dict[str, list[tuple[int, int]]] = {}
        self.figures: dict[str, Base] = {}
        for north, row in enumerate(rows):
            for x, sign in enumerate(row):
                y = len(rows) - 1 - north
                if sign.isalpha():
                    level = round(tops[on[sign]] * CM) if sign in on else 0
                    self.figures[sign] = figure(x * cell + cell // 2, y * cell + cell // 2, level)
                ground = on.get(sign, " ") if sign.isalpha() else sign
                if ground != " ":
                    cells.setdefault(ground, []).append((x, y))
        self.signs = list(tops)
        pieces = [
            Piece(sign, "piece", outline(cells[sign], cell), round(tops[sign] * CM), flags.get(sign, WALL))
            for sign in self.signs
        ]
        self.table = Table(100 * CM, 100 * CM, tuple(pieces))

    def resize(self, name: str, height: float, side: float = 2.5, body: float = 1.2) -> None:
        """Another figure of the same place, with eyes a little under its crown."""
        was = self.figures[name]
        tall = round(height * CM)
        self.figures[name] = Base(
            was.x, was.y, was.z, was.facing, round(side * CM), tall, tall * 92 // 100, round(body * CM)
        )

    def look(self, viewer: str = "V", target: str = "T") -> Sight:
        """What one sees of another, both ways of asking."""
        others = [base for name, base in self.figures.items() if name not in (viewer, target)]
        answer = sight(self.table, self.figures[viewer], self.figures[target], others)
        assert sees(self.table, self.figures[viewer], self.figures[target], others) == answer.is_visible
        return answer


def figure(x: int, y: int, z: int = 0, facing: int = 0) -> Base:
    return Base(x, y, z, facing, 25_000, 32_000, 29_400, 12_000)


def outline(cells: list[tuple[int, int]], cell: int) -> tuple[tuple[int, int], ...]:
    """The corners round a group of cells, anticlockwise."""
    after: dict[tuple[int, int], tuple[int, int]] = {}
    for x, y in cells:
        for (ax, ay), (bx, by), beside in (
            ((x, y), (x + 1, y), (x, y - 1)),
            ((x + 1, y), (x + 1, y + 1), (x + 1, y)),
            ((x + 1, y + 1), (x, y + 1), (x, y + 1)),
            ((x, y + 1), (x, y), (x - 1, y)),
        ):
            if beside not in cells:
                after[ax, ay] = (bx, by)
    way = [min(after)]
    while len(way) < len(after):
        way.append(after[way[-1]])
    assert after[way[-1]] == way[0], "the cells do not hang together"
    corners = []
    for i, (x, y) in enumerate(way):
        (ax, ay), (bx, by) = way[i - 1], way[(i + 1) % len(way)]
        if (x - ax) * (by - y) != (y - ay) * (bx - x):
            corners.append((x * cell, y * cell))
    return tuple(corners)


def bar(west: float, south: float, east: float, north: float, top: float, flags: int = WALL) -> Piece:
    w, s, e, n = (round(value * CM) for value in (west, south, east, north))
    return Piece("bar", "piece", ((w, s), (e, s), (e, n), (w, n)), round(top * CM), flags)


def table(*pieces: Piece) -> Table:
    return Table(100 * CM, 100 * CM, pieces)


# --- nothing in between, or nothing that hides ------------------------------------------------------------------------


def test_on_open_ground_all_of_body_and_base_is_seen() -> None:
    """[Kaos K23.8] [Kaos K25.9]"""
    answer = Plan("V             T").look()
    assert (answer.seen, answer.samples) == (25, 25)
    assert (answer.base_seen, answer.base_samples) == (20, 20)
    assert answer.is_visible and not answer.in_cover
    assert answer.blocker is None and answer.blocked_ray is None
    assert answer.ray == ((5_000, 5_000, 29_400), (145_000, 5_000, 32_000))
    assert answer.margin == 32_000


def test_a_body_in_front_of_its_own_base_does_not_hide_it() -> None:
    """[Ruling R240]"""
    plan = Plan("V        T")
    plan.resize("T", 9, body=2.5)
    assert not plan.look().in_cover


def test_the_viewer_and_the_target_among_the_others_hide_nothing() -> None:
    """[Ruling R240]"""
    plan = Plan("V    T")
    viewer, target = plan.figures["V"], plan.figures["T"]
    assert sight(plan.table, viewer, target, [viewer, target]).base_seen == 20
    assert sees(plan.table, viewer, target, [viewer, target])


@pytest.mark.parametrize(("top", "flags"), [(8, IMPASSABLE), (8, TOP), (0, SIGHT | DIFFICULT)])
def test_a_piece_that_lets_sight_through_or_has_no_height_hides_nothing(top: float, flags: int) -> None:
    """[Ruling R216]"""
    answer = Plan("V      ##       T", {"#": top}, {"#": flags}).look()
    assert answer.is_visible and not answer.in_cover


def test_a_wall_behind_the_target_or_behind_the_viewer_hides_nothing() -> None:
    """[Kaos K23.8]"""
    answer = Plan("=  V          T  #", {"#": 8, "=": 8}).look()
    assert answer.seen == 25 and not answer.in_cover


def test_a_wall_off_to_the_side_hides_nothing() -> None:
    """[Kaos K23.8]"""
    plan = """
    #######
    #######

V             T
"""
    assert Plan(plan, {"#": 8}).look().base_seen == 20


# --- walls ------------------------------------------------------------------------------------------------------------

ACROSS = """
       #
       #
V      #      T
       #
       #
"""


def test_a_wall_higher_than_both_hides_the_target_and_is_named() -> None:
    """[Kaos K6.6] [Kaos K23.8]"""
    answer = Plan(ACROSS, {"#": 6}).look()
    assert not answer.is_visible and not answer.in_cover
    assert (answer.seen, answer.base_seen) == (0, 0)
    assert answer.ray is None
    assert answer.blocker == ("piece", 0)
    assert answer.blocked_ray is not None and answer.blocked_ray[0] == (5_000, 25_000, 29_400)


def test_a_low_wall_gives_cover() -> None:
    """[Kaos K25.8] [Kaos K25.9]"""
    answer = Plan(ACROSS, {"#": 2}).look()
    assert answer.is_visible and answer.in_cover
    assert 0 < answer.seen < 25
    assert answer.blocker == ("piece", 0)
    assert answer.blocked_ray is not None and answer.blocked_ray[1][2] == 0


def test_a_kerb_seen_over_from_above_gives_no_cover() -> None:
    """[Kaos K25.9]"""
    answer = Plan(ACROSS, {"#": 0.3}).look()
    assert answer.seen == 25 and not answer.in_cover


def test_a_giant_behind_a_wall_is_seen_over_it_and_in_cover() -> None:
    """[Kaos K23.8] [Kaos K25.9]"""
    plan = Plan(ACROSS, {"#": 6})
    plan.resize("T", 10, side=5, body=3)
    answer = plan.look()
    assert answer.is_visible and answer.in_cover
    assert answer.base_seen == 0


def test_a_giant_looks_over_a_wall_at_whoever_stands_some_way_behind_it() -> None:
    """[Kaos K23.8]: sight is from the head, so the taller viewer sees what the other does not."""
    plan = Plan(ACROSS, {"#": 4})
    assert not plan.look().is_visible
    plan.resize("V", 10, side=5, body=3)
    assert plan.look().is_visible


def test_a_wall_between_two_bases_within_reach_stops_melee() -> None:
    """[Ruling R207] [Kaos K22.3]"""
    plan = """
    #
    #
V   #   T
    #
    #
"""
    assert not Plan(plan, {"#": 5}, cell=CM // 2).look().is_visible
    assert Plan(plan, {"#": 1}, cell=CM // 2).look().in_cover


def test_a_wall_as_thin_as_the_gap_between_bases_in_contact_stops_melee() -> None:
    """[Ruling R207] [Kaos K21.2]: 0.05 cm of wall, the width that still counts as contact."""
    viewer, target = figure(10 * CM, 10 * CM), figure(12 * CM + 5_500, 10 * CM)
    wall = bar(11.25, 5, 11.3, 15, 5)
    assert not sees(table(wall), viewer, target, [])
    assert sees(table(), viewer, target, [])


def test_the_corner_of_a_wall_hides_one_half_of_the_target() -> None:
    """[Kaos K25.9]"""
    answer = sight(table(bar(10, 10, 11, 20, 6)), figure(5 * CM, 10 * CM), figure(20 * CM, 10 * CM), [])
    assert answer.is_visible and answer.in_cover
    assert answer.seen == 15  # the axis and the two southern edges
    assert answer.base_seen < 20


def test_sight_along_the_face_of_a_wall_that_both_touch_is_free() -> None:
    """[Kaos K6.6]"""
    plan = """
#########################
V                       T
"""
    drawn = Plan(plan, {"#": 6})
    south = drawn.table.pieces[0].box[1]
    for facing in (0, 90, 180, 270):
        viewer = figure(CM, south - 12_500, 0, facing * DEGREE)
        target = figure(24 * CM, south - 12_500, 0, facing * DEGREE)
        answer = sight(drawn.table, viewer, target, [])
        assert answer.seen == 25 and not answer.in_cover


def test_a_base_rounded_a_few_micrometres_into_a_wall_is_not_in_cover() -> None:
    """[Ruling R218]: what rounding moves is less than a hair."""
    for facing in range(0, 360, 7):
        target = figure(20 * CM, 10 * CM, 0, facing * DEGREE)
        south = max(y for _, y in target.corners) - 5
        wall = Piece("wall", "wall", ((0, south), (30 * CM, south), (30 * CM, 15 * CM), (0, 15 * CM)), 6 * CM, WALL)
        assert not sight(table(wall), figure(3 * CM, 9 * CM), target, []).in_cover


@pytest.mark.parametrize(("south", "north", "visible", "cover"), [(9, 11, True, True), (8, 12, True, False)])
def test_between_two_walls_as_much_is_seen_as_the_gap_leaves(
    south: float, north: float, visible: bool, cover: bool
) -> None:
    """[Kaos K25.9]: a gap of two centimetres shows the body and not the base of 2.5."""
    walls = table(bar(15, 0, 17, south, 6), bar(15, north, 17, 20, 6))
    answer = sight(walls, figure(5 * CM, 10 * CM), figure(19 * CM, 10 * CM), [])
    assert (answer.is_visible, answer.in_cover) == (visible, cover)


def test_two_walls_hide_together_what_each_of_them_leaves_open() -> None:
    """[Kaos K23.8]: one hides the northern half of the target, the other the southern."""
    viewer, target = figure(5 * CM, 10 * CM), figure(20 * CM, 10 * CM)
    north, south = bar(10, 9.9, 11, 20, 6), bar(13, 0, 14, 10.1, 6)
    assert sees(table(north), viewer, target, [])
    assert sees(table(south), viewer, target, [])
    assert not sees(table(north, south), viewer, target, [])


def test_two_walls_end_to_end_hide_as_one() -> None:
    """[Kaos K6.6]: no sight line slips through between two pieces that touch, but along the seam itself."""
    seam = table(bar(10, 0, 11, 10.2, 6), bar(10, 10.2, 11, 20, 6))
    answer = sight(seam, figure(5 * CM, 10 * CM), figure(16 * CM, 10 * CM), [])
    assert not answer.is_visible


# --- figures in between -----------------------------------------------------------------------------------------------


def test_the_body_of_a_figure_in_between_hides_friend_and_enemy_alike() -> None:
    """[Ruling R206]"""
    answer = Plan("V      A      T").look()
    assert not answer.is_visible
    assert answer.blocker == ("figure", 0)


def test_a_small_figure_in_between_gives_cover() -> None:
    """[Ruling R206] [Kaos K25.9]"""
    plan = Plan("V      A      T")
    plan.resize("A", 1.5)
    answer = plan.look()
    assert answer.is_visible and answer.in_cover
    assert answer.blocker == ("figure", 0)


def test_the_base_of_a_figure_in_between_does_not_hide_only_its_body() -> None:
    """[Kaos K23.7]: between two bases of 5 cm with thin bodies one looks through."""
    plan = """
       A



V             T



       B
"""
    drawn = Plan(plan)
    drawn.resize("A", 3.2, side=5, body=1)
    drawn.resize("B", 3.2, side=5, body=1)
    assert drawn.look().base_seen == 20


def test_under_a_figure_on_a_ledge_one_sees_through() -> None:
    """[Kaos K23.7]: a body hides from where it stands up to its crown."""
    above = figure(10 * CM, 10 * CM, 5 * CM)
    answer = sight(table(), figure(5 * CM, 10 * CM), figure(16 * CM, 10 * CM), [above])
    assert answer.seen == 25 and not answer.in_cover


def test_a_line_that_comes_down_in_front_of_a_figure_on_a_ledge_passes_under_it() -> None:
    """[Kaos K23.7]: the eyes are higher than its feet, the line to the base is not."""
    above = figure(15 * CM, 10 * CM, 2 * CM)
    answer = sight(table(), figure(5 * CM, 10 * CM), figure(17 * CM, 10 * CM), [above])
    assert 0 < answer.seen < 25 and not answer.in_cover


def test_the_nearest_of_two_blockers_is_named() -> None:
    """[Kaos K23.8]"""
    plan = Plan("V     A     ##     T", {"#": 6})
    assert plan.look().blocker == ("figure", 0)
    plan = Plan("V     ##     A     T", {"#": 6})
    assert plan.look().blocker == ("piece", 0)


# --- platforms and ramps ----------------------------------------------------------------------------------------------


def test_two_figures_on_one_platform_see_each_other_whole() -> None:
    """[Kaos K23.8] [Kaos K25.9]"""
    plan = """
==================
==================
==V===========T===
==================
==================
"""
    answer = Plan(plan, {"=": 4}, {"=": PLATFORM}, {"V": "=", "T": "="}).look()
    assert answer.seen == 25 and not answer.in_cover


def test_a_platform_hides_the_base_on_it_from_below() -> None:
    """[Kaos K25.9]"""
    plan = """
             =====
             =====
V            ==T==
             =====
             =====
"""
    answer = Plan(plan, {"=": 4}, {"=": PLATFORM}, {"T": "="}).look()
    assert answer.is_visible and answer.in_cover
    assert answer.blocker == ("piece", 0)


def test_a_low_platform_does_not_hide_the_base_on_it_from_a_higher_head() -> None:
    """[Kaos K25.9]"""
    plan = """
             =====
             =====
V            ==T==
             =====
             =====
"""
    assert not Plan(plan, {"=": 2}, {"=": PLATFORM}, {"T": "="}).look().in_cover


def test_far_back_on_a_high_platform_one_is_hidden_from_its_foot() -> None:
    """[Kaos K23.8]"""
    plan = """
   =====================
   =====================
V  ==================T==
   =====================
   =====================
"""
    answer = Plan(plan, {"=": 7}, {"=": PLATFORM}, {"T": "="}).look()
    assert not answer.is_visible and answer.blocker == ("piece", 0)


def test_from_back_on_a_platform_its_edge_hides_who_stands_at_its_foot() -> None:
    """[Kaos K23.8]: but not who stands further away."""
    plan = """
==============
==============
V=============   T           F
==============
==============
"""
    drawn = Plan(plan, {"=": 7}, {"=": PLATFORM}, {"V": "="})
    answer = drawn.look("V", "T")
    assert not answer.is_visible and answer.blocker == ("piece", 0)
    far = Plan(plan.replace("T", " "), {"=": 1}, {"=": PLATFORM}, {"V": "="}).look("V", "F")
    assert far.is_visible and not far.in_cover


def test_from_the_edge_of_a_platform_one_looks_down_over_a_wall() -> None:
    """[Kaos K23.8]"""
    plan = """
=====      #
=====      #
====V      #          T
=====      #
=====      #
"""
    above = Plan(plan, {"=": 8, "#": 4}, {"=": PLATFORM}, {"V": "="})
    assert above.look().is_visible
    below = Plan(plan, {"=": 0, "#": 4}, {"=": PLATFORM}, {"V": "="})
    assert not below.look().is_visible


RAMP = Piece(
    "ramp", "ramp", ((10 * CM, 5 * CM), (20 * CM, 5 * CM), (20 * CM, 15 * CM), (10 * CM, 15 * CM)), 4 * CM, PLATFORM,
    (10 * CM, 10 * CM), (20 * CM, 10 * CM),
)  # fmt: skip


def test_the_slope_one_stands_on_does_not_hide_the_uphill_half_of_the_base() -> None:
    """[Kaos K25.9]"""
    target = figure(15 * CM, 10 * CM, RAMP.level_at(15 * CM, 10 * CM))
    answer = sight(table(RAMP), figure(2 * CM, 10 * CM), target, [])
    assert not answer.in_cover and answer.seen == 25
    heights = [z for _, _, z in samples(table(RAMP), target)[1]]
    assert (min(heights), max(heights)) == (20_000, 25_000)


def test_a_ramp_hides_by_its_slope_and_not_by_its_box() -> None:
    """[Kaos K6.6]: over the low half one is seen, in cover; over the high half not."""
    behind = sight(table(RAMP), figure(11 * CM, 2 * CM), figure(11 * CM, 18 * CM), [])
    assert behind.seen == 24 and behind.in_cover
    assert not sees(table(RAMP), figure(19 * CM, 2 * CM), figure(19 * CM, 18 * CM), [])


def test_from_below_the_high_end_of_a_ramp_hides_who_stands_low_on_it() -> None:
    """[Kaos K23.8]"""
    target = figure(12 * CM, 10 * CM, RAMP.level_at(12 * CM, 10 * CM))
    answer = sight(table(RAMP), figure(25 * CM, 10 * CM), target, [])
    assert not answer.is_visible and answer.blocker == ("piece", 0)


def test_a_single_place_of_the_body_is_enough_to_be_seen() -> None:
    """[Kaos K23.8]; seen so, with nothing of its base, a figure is in cover [Kaos K25.9]."""
    found = Sight(15, 20)
    assert not found.is_visible and not found.in_cover
    found.seen = 1
    assert found.is_visible and found.in_cover
