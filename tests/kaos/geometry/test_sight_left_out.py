"""What sight leaves out by a first look never hides anything, and what settles all at once settles it rightly.

[Kaos K6.6] [Kaos K23.8] [Kaos K25.9]
"""

from collections.abc import Iterator, Sequence

import pytest

from esquive.kaos.geometry.shadows import HAIR, chords_of, screen_of_figure, screen_of_piece, shadow_of
from esquive.kaos.geometry.shapes import DIFFICULT, IMPASSABLE, SIGHT, TOP, Base, Piece, Table
from esquive.kaos.geometry.sight import (
    _level,
    _margin,
    is_in_cover,
    samples,
    samples_seen,
    sees,
    sight,
)
from esquive.kaos.geometry.units import CM
from tests.kaos.geometry.test_sight import RAMP, bar, figure, table

WOOD = SIGHT | DIFFICULT
AROUND = [(8, 1), (3, 8), (-3, 8), (-8, 3), (-8, -1), (-3, -8), (3, -8), (8, -3), (8, 0), (0, 8), (-8, 0), (0, -8)]


def looked_at_whole(board: Table, viewer: Base, target: Base, others: list[Base]) -> tuple[list[bool], list[bool]]:
    """Which samples are seen when everything there is, is held against every line."""
    hx, hy, hz = viewer.x, viewer.y, viewer.z + viewer.head
    screens = [screen_of_piece(piece, hx, hy) for piece in board.pieces if piece.flags & SIGHT]
    screens += [screen_of_figure(other, hx, hy) for other in others]
    answers: list[list[bool]] = [[], []]
    for points, seen in zip(samples(board, target), answers, strict=True):
        for x, y, z in points:
            shadows = [
                shadow_of(screen, chord, hx, hy, hz, x, y)
                for screen in screens
                for chord in chords_of(screen, hx, hy, x, y)
            ]
            seen.append(not any(low < z < high for low, high in shadows))
    return answers[0], answers[1]


def check(board: Table, viewer: Base, target: Base, others: list[Base]) -> tuple[int, int]:
    """That all questions are answered as when everything is looked at; how many points of body and base are seen."""
    body, base = looked_at_whole(board, viewer, target, others)
    found = sight(board, viewer, target, others)
    assert (found.seen, found.base_seen) == (sum(body), sum(base))
    assert sees(board, viewer, target, others) is any(body)
    assert is_in_cover(board, viewer, target, others) is (any(body) and not all(base)) is found.in_cover
    assert samples_seen(board, viewer, target, others) == (body, base)
    return sum(body), sum(base)


def between(target: Base, dx: int, dy: int, parts: Sequence[int], asides: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Points on the way from a target, so many hundredths along it and so many micrometres aside."""
    for part in parts:
        for aside in asides:
            yield (
                target.x + dx * CM * part // 100 - aside * dy // 8,
                target.y + dy * CM * part // 100 + aside * dx // 8,
            )


# --- what is left out -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("dx", "dy"), AROUND)
def test_from_everywhere_a_figure_hides_what_it_hides(dx: int, dy: int) -> None:
    """[Ruling R206]: close to the target on each side of it, close to the viewer, and beside both."""
    target = figure(30 * CM, 30 * CM)
    viewer = figure(30 * CM + dx * CM, 30 * CM + dy * CM)
    hidden = 0
    for x, y in between(target, dx, dy, (20, 33, 70), (-9_000, -5_000, 0, 5_000, 9_000)):
        hidden += check(table(), viewer, target, [figure(x, y)]) != (25, 20)
    assert hidden >= 5


@pytest.mark.parametrize(("dx", "dy"), AROUND)
def test_from_everywhere_a_piece_hides_what_it_hides(dx: int, dy: int) -> None:
    """[Kaos K6.6]: a post of half a centimetre at the edges of the strip between two figures."""
    target = figure(30 * CM, 30 * CM)
    viewer = figure(30 * CM + dx * CM, 30 * CM + dy * CM)
    hidden = 0
    for x, y in between(target, dx, dy, (12, 25, 80), (-11_000, -5_500, 0, 5_500, 11_000)):
        post = bar(x / CM - 0.25, y / CM - 0.25, x / CM + 0.25, y / CM + 0.25, 4)
        hidden += check(table(post), viewer, target, []) != (25, 20)
    assert hidden >= 5


@pytest.mark.parametrize(("dx", "dy"), AROUND)
def test_from_a_tower_and_up_to_one_things_hide_as_high_as_they_are(dx: int, dy: int) -> None:
    """[Kaos K23.7]: the lower of both ends is the lowest that anything hides."""
    for below, above in ((0, 3 * CM), (3 * CM, 0)):
        target = figure(30 * CM, 30 * CM, below)
        viewer = figure(30 * CM + dx * CM, 30 * CM + dy * CM, above)
        for x, y in between(target, dx, dy, (30, 50, 80), (0,)):
            for height in (2, 3, 4, 5, 6, 8):
                check(table(bar(x / CM - 0.4, y / CM - 0.4, x / CM + 0.4, y / CM + 0.4, height)), viewer, target, [])
            for level in (0, CM, 3 * CM, 5 * CM):
                check(table(), viewer, target, [figure(x, y, level)])


def test_a_post_before_the_middle_of_a_side_gives_cover_though_all_corners_are_seen() -> None:
    """[Kaos K25.9]: half a centimetre is less than from one corner to the next, and too low for the body's crown."""
    viewer, target = figure(40 * CM, 30 * CM), figure(30 * CM, 30 * CM)
    post = table(bar(32, 29.75, 32.5, 30.25, 1.5))
    seen, base_seen = check(post, viewer, target, [])
    assert 0 < seen < 25 and 0 < base_seen < 20
    _, outline = samples(post, target)
    hidden = {
        point[:2] for point, seen in zip(outline, samples_seen(post, viewer, target, [])[1], strict=True) if not seen
    }
    assert hidden and not hidden & set(target.corners)


def test_a_kerb_before_the_axis_gives_no_cover_and_a_wall_before_all_of_it_neither() -> None:
    """[Kaos K25.9]: who is not seen at all is not in cover."""
    viewer, target = figure(40 * CM, 30 * CM), figure(30 * CM, 30 * CM)
    assert check(table(bar(35, 25, 36, 35, 0.3)), viewer, target, []) == (25, 20)
    assert check(table(bar(35, 25, 36, 35, 8)), viewer, target, []) == (0, 0)
    assert not is_in_cover(table(), viewer, target, [])


def test_on_a_ramp_the_uphill_half_of_a_base_is_looked_for_on_the_slope() -> None:
    """[Kaos K25.9]: from the foot, from above and from the side."""
    target = figure(15 * CM, 10 * CM, RAMP.level_at(15 * CM, 10 * CM))
    for viewer in (figure(2 * CM, 10 * CM), figure(25 * CM, 10 * CM, 4 * CM), figure(15 * CM, 2 * CM, 2 * CM)):
        assert check(table(RAMP), viewer, target, []) == (25, 20)
    assert check(table(RAMP), figure(25 * CM, 10 * CM), target, [])[1] < 20


# --- woods ------------------------------------------------------------------------------------------------------------


def test_a_wood_hides_from_outside_and_not_who_stands_in_it() -> None:
    """[Ruling R328]: neither who looks out of it nor who is looked at in it; two beyond it are hidden."""
    wood = table(bar(20, 20, 30, 40, 6, WOOD))
    inside, west, east = figure(25 * CM, 30 * CM), figure(10 * CM, 30 * CM), figure(40 * CM, 30 * CM)
    for one, other, seen in ((inside, east, True), (west, inside, True), (west, east, False), (east, west, False)):
        found = sight(wood, one, other, [])
        assert (found.seen, found.base_seen) == ((25, 20) if seen else (0, 0))
        assert sees(wood, one, other, []) is seen
        assert not is_in_cover(wood, one, other, [])
        assert samples_seen(wood, one, other, []) == ([seen] * 25, [seen] * 20)


# --- one thing that hides a whole body --------------------------------------------------------------------------------


@pytest.mark.parametrize("turn", range(4))
@pytest.mark.parametrize("side", [1, -1])
@pytest.mark.parametrize(("beyond", "visible"), [(-20, True), (6, True), (-200, True), (200, False)])
def test_a_wall_short_of_a_body_s_edge_by_a_hair_does_not_hide_it(
    turn: int, side: int, beyond: int, visible: bool
) -> None:
    """[Kaos K23.8]: looked at along each axis, the wall ends at the body's edge or so many micrometres beyond it."""

    def placed(ahead: int, aside: int) -> tuple[int, int]:
        for _ in range(turn):
            ahead, aside = -aside, ahead
        return 50 * CM + ahead, 50 * CM + aside

    # The edge of the body is the line through the head: seen or hidden the whole way alike.
    end, other_end = side * (6_000 + beyond), -side * 8 * CM
    corners = (
        placed(5 * CM, end),
        placed(5 * CM + 9_000, end),
        placed(5 * CM + 9_000, other_end),
        placed(5 * CM, other_end),
    )
    wall = table(Piece("wall", "wall", corners, 6 * CM, SIGHT | IMPASSABLE))
    viewer, target = figure(*placed(20 * CM, side * 6_000)), figure(*placed(0, 0))
    assert (check(wall, viewer, target, [])[0] > 0) is visible


def test_through_a_slit_in_one_piece_the_axis_is_seen_though_every_corner_is_hidden() -> None:
    """[Kaos K6.6]: what is not convex hides a box by its corners and not what is in it."""
    shape = ((10, 0), (12, 0), (12, 9.8), (11, 9.8), (11, 10.2), (12, 10.2), (12, 20), (10, 20), (10, 10.2))
    notched = tuple((round(x * CM), round(y * CM)) for x, y in (*shape, (10.5, 10.2), (10.5, 9.8), (10, 9.8)))
    closed = table(Piece("closed", "wall", notched, 6 * CM, SIGHT | IMPASSABLE))
    assert check(closed, figure(4 * CM, 10 * CM), figure(18 * CM, 10 * CM), []) == (0, 0)
    fork = ((10, 0), (14, 0), (14, 20), (10, 20), (10, 10.2), (13, 10.2), (13, 9.8), (10, 9.8))
    forked = table(Piece("fork", "wall", tuple((round(x * CM), round(y * CM)) for x, y in fork), 6 * CM, SIGHT))
    # The head is in the slit: the axis ends in front of its bottom, the corners lie within the prongs.
    assert check(forked, figure(4 * CM, 10 * CM), figure(12 * CM, 10 * CM), [])[0] > 0


def test_over_the_low_half_of_a_ramp_one_is_seen_though_its_top_is_higher() -> None:
    """[Kaos K6.6]"""
    assert check(table(RAMP), figure(11 * CM, 2 * CM), figure(11 * CM, 18 * CM), [])[0] == 24
    assert check(table(RAMP), figure(19 * CM, 2 * CM), figure(19 * CM, 18 * CM), [])[0] == 0


def test_under_a_figure_on_a_ledge_one_is_seen_at_once() -> None:
    """[Kaos K23.7]: it is higher than both, and yet hides nothing."""
    large = Base(10 * CM, 10 * CM, 5 * CM, 0, 5 * CM, 8 * CM, 7 * CM, 4 * CM)
    assert check(table(), figure(5 * CM, 10 * CM), figure(16 * CM, 10 * CM), [large]) == (25, 20)


def test_a_crown_level_with_the_eyes_and_with_what_stands_between_is_seen() -> None:
    """[Ruling R218]: of a thing as high but for the hair taken off it; a micrometre more hides it."""
    viewer = Base(20 * CM, 10 * CM, 0, 0, 25_000, 34_000, 32_000, 12_000)
    target = figure(10 * CM, 10 * CM)
    for more, seen in ((0, 5), (1, 0)):
        wall = Piece(
            "wall", "wall", ((140_000, 0), (150_000, 0), (150_000, 20 * CM), (140_000, 20 * CM)), 32_010 + more, SIGHT
        )
        assert check(table(wall), viewer, target, [])[0] == seen


def test_feet_level_with_the_eyes_are_seen_under_a_body_as_high() -> None:
    """[Kaos K23.7]: they alone, along its underside; and by a micrometre less nothing."""
    viewer = figure(20 * CM, 10 * CM)
    target = figure(10 * CM, 10 * CM, viewer.head)
    for more, seen in ((0, 5), (-1, 0)):
        large = Base(17 * CM, 10 * CM, viewer.head - HAIR + more, 0, 4 * CM, 9 * CM, 8 * CM, 4 * CM)
        assert check(table(), viewer, target, [large])[0] == seen


def test_a_low_figure_on_a_slope_is_looked_for_as_high_as_the_slope_under_it() -> None:
    """[Kaos K23.8]: the uphill edge of its body stands on the slope, above its crown."""
    steep = Piece("ramp", "ramp", RAMP.shape, 10 * CM, SIGHT | TOP, RAMP.low, RAMP.high)
    flat = Base(15 * CM, 10 * CM, 5 * CM, 0, 25_000, 1_000, 900, 24_000)
    heights = {z for _, _, z in samples(table(steep), flat)[0]}
    assert max(heights) == 62_000 and min(heights) == 50_000


# --- single steps -----------------------------------------------------------------------------------------------------


def test_ground_half_a_base_higher_is_not_sunk_into_and_a_micrometre_less_is() -> None:
    """The slope of a ramp is not steeper: what rises more is beside the base, not under it."""
    for height, level in ((12_499, 12_499), (12_500, 0), (12_501, 0)):
        block = Piece("block", "platform", ((0, 0), (9 * CM, 0), (9 * CM, 9 * CM), (0, 9 * CM)), height, TOP)
        assert _level([block], figure(8 * CM, 8 * CM), 7 * CM, 7 * CM) == level


@pytest.mark.parametrize(
    ("shadows", "height", "margin"),
    [
        ([(0, 10), (10, 20)], 8, -2),  # what one hides ends where the other begins: that height is seen
        ([(0, 10), (10, 20)], 12, -2),
        ([(0, 10), (9, 20)], 8, -8),
        ([(0, 11), (10, 20)], 12, -8),
        ([(10, 20), (0, 11), (5, 30)], 14, -14),
        ([(0, 10)], 10, 0),
        ([(0, 10)], 0, 0),
        ([(0, 10)], 13, 3),
        ([(0, 10)], -4, 4),
        ([(0, 10), (18, 20)], 13, 3),
    ],
)
def test_a_margin_is_the_way_to_the_nearest_height_where_that_changes(
    shadows: list[tuple[int, int]], height: int, margin: int
) -> None:
    """Up or down, through shadows that overlap; on the edge of one a point is seen, with a margin of 0."""
    assert _margin(shadows, height) == margin


def test_the_margin_of_a_target_without_height_is_one_at_most() -> None:
    """A micrometre either way."""
    target = Base(10 * CM, 10 * CM, 0, 0, 25_000, 0, 0, 12_000)
    assert sight(table(), figure(20 * CM, 10 * CM), target, []).margin == 1
    assert sight(table(bar(14, 0, 15, 20, 6)), figure(20 * CM, 10 * CM), target, []).margin == -1
