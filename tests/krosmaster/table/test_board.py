"""The grid: distance, directions, lines of sight, areas, ranges, territories, and maps as text."""

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings, strategies as st

from esquive.core.errors import DocumentError
from esquive.krosmaster.book.sight import blocker_between, field_of_sight
from esquive.krosmaster.cards.ranges import (
    BREATH,
    CLOSE_COMBAT,
    CROSS,
    HAMMER,
    HAND,
    LINE,
    MULTIPLE,
    NO_AREA,
    NO_SIGHT,
    PERSONAL,
    RANGED,
    SHOVEL,
    SQUARE,
    STAFF,
)
from esquive.krosmaster.table.board import (
    BUSH,
    CORNER_NAMES,
    CORNERS_BLOCK,
    CORNERS_CLOSE,
    CORNERS_OPEN,
    CRATE,
    CUBE,
    DEMON,
    EAST,
    FREE,
    LARGEST,
    NORTH,
    RINK,
    SIZE,
    SOUTH,
    TREE,
    WEST,
    Board,
    cells_cut,
    column_of,
    corners_passed,
    directions_between,
    distance,
    format_cell,
    is_adjacent,
    is_aligned,
    make_cell,
    parse_cell,
    row_of,
)
from esquive.krosmaster.table.maps import parse_map
from esquive.krosmaster.table.state import NONE
from tests.krosmaster.playing import Table, card

CELLS = st.builds(make_cell, st.integers(1, LARGEST), st.integers(1, LARGEST))


def open_board(width: int, height: int) -> Board:
    """A board of free cells."""
    return parse_map("open", "\n".join(" ".join("." * width) for _ in range(height)))


FULL = open_board(LARGEST, LARGEST)


def drawn(board: Board, cells: list[int]) -> list[str]:
    """The board as text, north row first, with an x on each of these cells."""
    columns, rows = range(1, board.width + 1), range(board.height, 0, -1)
    return ["".join("x" if make_cell(column, row) in cells else "." for column in columns) for row in rows]


def names(cells: list[int]) -> list[str]:
    """The public names of cells."""
    return [format_cell(cell) for cell in cells]


# ------------------------------------------------------------------------------------------------------------ cells


@given(CELLS)
def test_a_cell_and_its_name_stand_for_each_other(cell: int) -> None:
    assert parse_cell(format_cell(cell)) == cell
    assert make_cell(column_of(cell), row_of(cell)) == cell


def test_a1_is_the_south_west_corner_and_a_piece_off_the_board_has_no_cell_name() -> None:
    assert (format_cell(make_cell(1, 1)), format_cell(make_cell(3, 14)), format_cell(0)) == ("a1", "c14", "")


@pytest.mark.parametrize("text", ["", "a", "1a", "a0", "a01", "a15", "o1", "aa1", "c-1", "c1.5", "?1", "é1"])
def test_what_is_no_cell_name_is_refused(text: str) -> None:
    with pytest.raises(ValueError) as caught:
        parse_cell(text)
    assert str(caught.value) == text


@given(CELLS, CELLS)
def test_distance_is_rows_plus_columns_and_adjacent_is_distance_1(a: int, b: int) -> None:
    """Cells are counted by their sides [KA 4.15.1] [KA 4.17.2] [Ruling R57]."""
    apart = abs(column_of(a) - column_of(b)) + abs(row_of(a) - row_of(b))
    assert distance(a, b) == distance(b, a) == apart
    assert is_adjacent(a, b) == (apart == 1)


def test_the_ends_of_two_rows_are_not_adjacent() -> None:
    """The last cell of a row and the first of the next share no side, however they are numbered [KA 4.17.2]."""
    assert not is_adjacent(parse_cell("n1"), parse_cell("a2"))


def test_aligned_cells_share_a_row_or_a_column_and_are_two() -> None:
    """A Line spell asks for the same row or column [KA 4.15.4]."""
    c3 = parse_cell("c3")
    aligned = [name for name in ("c1", "c9", "a3", "n3", "d4", "b1", "c3") if is_aligned(c3, parse_cell(name))]
    assert aligned == ["c1", "c9", "a3", "n3"]


@pytest.mark.parametrize(
    ("to", "directions"),
    [
        ("e8", [NORTH]),
        ("e2", [SOUTH]),
        ("h5", [EAST]),
        ("b5", [WEST]),
        ("f8", [NORTH]),
        ("h6", [EAST]),
        ("b4", [WEST]),
        ("d2", [SOUTH]),
        ("g7", [NORTH, EAST]),
        ("g3", [EAST, SOUTH]),
        ("c3", [SOUTH, WEST]),
        ("c7", [NORTH, WEST]),
        ("e5", [NORTH, EAST, SOUTH, WEST]),
    ],
)
def test_a_direction_follows_the_larger_difference(to: str, directions: list[int]) -> None:
    """Two directions on a diagonal, four on one cell, from e5 [Ruling R64] [Ruling R68]."""
    assert directions_between(parse_cell("e5"), parse_cell(to), either=False) == directions


def test_by_choice_a_direction_follows_either_difference() -> None:
    """Both that lead there off line, the one in line, four on one cell, from e5 [Ruling R64] [Ruling R68]."""
    there = {"f8": [NORTH, EAST], "h6": [NORTH, EAST], "d2": [SOUTH, WEST], "e7": [NORTH], "b5": [WEST]}
    for to, directions in there.items():
        assert directions_between(parse_cell("e5"), parse_cell(to), either=True) == directions
    assert len(directions_between(parse_cell("e5"), parse_cell("e5"), either=True)) == 4


# ------------------------------------------------------------------------------------------------------------- sight


def inside(columns: int, rows: int, x: int, y: int) -> bool:
    """Whether the segment from (0, 0) to (columns, rows) passes inside the unit square round (x, y), by fractions."""
    low, high = Fraction(0), Fraction(1)
    for along, centre in ((columns, x), (rows, y)):
        near, far = Fraction(2 * centre - 1, 2), Fraction(2 * centre + 1, 2)
        if along == 0:
            if not near < 0 < far:
                return False
            continue
        enters, leaves = sorted((near / along, far / along))
        low, high = max(low, enters), min(high, leaves)
    return low < high


@given(st.integers(-13, 13), st.integers(-13, 13))
def test_the_cells_cut_are_those_the_line_passes_inside(columns: int, rows: int) -> None:
    """Exactly the cells whose interior the segment of two centres meets, ends left out [KA 4.15.9] [Ruling R58]."""
    expected = {
        (x, y)
        for x in range(min(0, columns), max(0, columns) + 1)
        for y in range(min(0, rows), max(0, rows) + 1)
        if (x, y) not in ((0, 0), (columns, rows)) and inside(columns, rows, x, y)
    }
    assert set(cells_cut(columns, rows)) == expected


def test_a_diagonal_cuts_no_cell_that_it_touches_at_a_corner() -> None:
    """From (0, 0) to (3, 3) only the cells on the diagonal are cut [KA 4.15.9] [Ruling R58]."""
    assert cells_cut(1, 1) == []
    assert cells_cut(3, 3) == [(1, 1), (2, 2)]
    assert cells_cut(2, 1) == [(1, 0), (1, 1)]
    assert cells_cut(1, 3) == [(0, 1), (1, 2)]
    assert cells_cut(3, 0) == [(1, 0), (2, 0)]


def touches(columns: int, rows: int, x: int, y: int) -> bool:
    """Whether the segment from (0, 0) to (columns, rows) meets the closed unit square round (x, y), by fractions."""
    low, high = Fraction(0), Fraction(1)
    for along, centre in ((columns, x), (rows, y)):
        near, far = Fraction(2 * centre - 1, 2), Fraction(2 * centre + 1, 2)
        if along == 0:
            if not near <= 0 <= far:
                return False
            continue
        enters, leaves = sorted((near / along, far / along))
        low, high = max(low, enters), min(high, leaves)
    return low <= high


@given(st.integers(-13, 13), st.integers(-13, 13))
def test_the_corners_passed_lie_between_two_cells_touched_and_not_cut(columns: int, rows: int) -> None:
    """Every cell that the segment touches without entering it stands in just one pair, diagonally [Ruling R58]."""
    pairs = corners_passed(columns, rows)
    expected = {
        (x, y)
        for x in range(min(0, columns) - 1, max(0, columns) + 2)
        for y in range(min(0, rows) - 1, max(0, rows) + 2)
        if touches(columns, rows, x, y) and not inside(columns, rows, x, y)
    }
    assert sorted(cell for pair in pairs for cell in pair) == sorted(expected)
    assert all(abs(a - c) == abs(b - d) == 1 for (a, b), (c, d) in pairs)


@pytest.mark.parametrize("corners", [CORNERS_OPEN, CORNERS_CLOSE, CORNERS_BLOCK])
@settings(max_examples=25)
@given(st.randoms(use_true_random=False), CELLS, CELLS)
def test_sight_is_mutual_whatever_becomes_of_corners(corners: int, rng: Random, a: int, b: int) -> None:
    """A field of sight agrees with the first blocker, and with the field of the other end [KA 4.15.9] [Ruling R58]."""
    drawing = "\n".join(" ".join(rng.choice("....T") for _ in range(LARGEST)) for _ in range(LARGEST))
    standing = rng.sample(FULL.cells, 12)
    units = {f"u{n}": {"card": "guard", "owner": "p1", "at": format_cell(cell)} for n, cell in enumerate(standing)
             if drawing.split()[(LARGEST - row_of(cell)) * LARGEST + column_of(cell) - 1] != "T"}  # fmt: skip
    turn, options = {"player": "p1", "phase": "tension"}, {"corner_sight": CORNER_NAMES[corners]}
    state = Table(drawing, units, turn=turn, pack=[card("guard")], options=options).state
    seen = bool(field_of_sight(state, a) >> b & 1)
    assert seen == bool(field_of_sight(state, b) >> a & 1)
    assert seen == (blocker_between(state, a, b) == NONE)


@given(CELLS, CELLS)
def test_the_line_from_a_to_b_is_the_line_from_b_to_a(a: int, b: int) -> None:
    """Sight is the same in both directions [KA 4.15.9] [Ruling R58]."""
    there = FULL.between(a, b)
    assert set(there) == set(FULL.between(b, a))
    assert [distance(a, cell) for cell in there] == sorted(distance(a, cell) for cell in there)


@given(CELLS, CELLS)
def test_a_blocker_hides_the_cells_whose_line_it_cuts(origin: int, target: int) -> None:
    """Shadows must agree with the cells between [KA 4.15.9]."""
    shadows = FULL.shadows(origin)
    hiding = {cell for cell in FULL.cells if shadows[cell] >> target & 1}
    assert hiding == set(FULL.between(origin, target))


def test_trees_alone_close_the_open_field() -> None:
    """A Tree hides what is behind it and is seen itself; Bushes and Crates hide nothing [KA 4.17.5.a] [KA 4.17.5.b]."""
    board = parse_map(
        "wood",
        """
        . . . . .
        . . T . .
        . . . B .
        . . . . .
        . . C . .
        """,
    )
    field = board.open_field(parse_cell("c2"))
    assert drawn(board, [cell for cell in board.cells if field >> cell & 1]) == [
        "xx.xx",
        "xxxxx",
        "xxxxx",
        "xxxxx",
        "xxxxx",
    ]


# ------------------------------------------------------------------------------------------------------------- areas


def turned(rows: list[str]) -> list[str]:
    """A square drawing turned by a quarter, so that what pointed north points east."""
    size = len(rows)
    return ["".join(rows[size - 1 - column][row] for column in range(size)) for row in range(size)]


AREAS = {
    NO_AREA: "..... ..... ..x.. ..... .....",
    CROSS: "..... ..x.. .xxx. ..x.. .....",
    SQUARE: "..... .xxx. .xxx. .xxx. .....",
    HAMMER: "..... ..x.. .xxx. ..... .....",
    STAFF: "..... ..... .xxx. ..... .....",
    SHOVEL: "..... ..x.. ..x.. ..... .....",
    HAND: "..x.. ..x.. ..x.. ..... .....",
    BREATH: "..... .xxx. ..x.. ..... .....",
    MULTIPLE: "..... ..... ..x.. ..... .....",  # its other cells depend on range and sight
}


@pytest.mark.parametrize("area", AREAS)
def test_each_area_in_each_orientation(area: int) -> None:
    """The cells of every area round c3, drawn for an attack to the north and turned [KA 4.16.3] [Ruling R65]."""
    board = open_board(5, 5)
    expected = AREAS[area].split()
    for direction in (NORTH, EAST, SOUTH, WEST):
        cells = board.area(area, parse_cell("c3"), direction)
        assert drawn(board, cells) == expected
        assert cells[0] == parse_cell("c3")
        assert len(set(cells)) == len(cells)
        expected = turned(expected)


def test_an_area_is_cut_off_at_the_edge() -> None:
    """Cells that are not on the board are no targets, also on the largest board [KA 7.2.3.b] [Ruling R66]."""
    assert names(open_board(5, 5).area(SQUARE, parse_cell("a1"), NORTH)) == ["a1", "a2", "b2", "b1"]
    assert names(FULL.area(CROSS, parse_cell("n14"), NORTH)) == ["n14", "n13", "m14"]
    assert names(FULL.area(HAND, parse_cell("a13"), NORTH)) == ["a13", "a14"]


# ------------------------------------------------------------------------------------------------------------- range


@pytest.mark.parametrize(
    ("kind", "least", "most", "expected"),
    [
        (CLOSE_COMBAT, 5, 9, "..... ..x.. .x.x. ..x.. ....."),
        (PERSONAL, 5, 9, "..... ..... ..x.. ..... ....."),
        (RANGED, 1, 2, "..x.. .xxx. xx.xx .xxx. ..x.."),
        (RANGED, 2, 2, "..x.. .x.x. x...x .x.x. ..x.."),
        (RANGED, 0, 0, "..... ..... ..x.. ..... ....."),
        (RANGED, 3, 2, "..... ..... ..... ..... ....."),
        (RANGED, 4, 99, "x...x ..... ..... ..... x...x"),
        (NO_SIGHT, 1, 1, "..... ..x.. .x.x. ..x.. ....."),
        (LINE, 1, 2, "..x.. ..x.. xx.xx ..x.. ..x.."),
        (LINE, 0, 1, "..... ..x.. .xxx. ..x.. ....."),
    ],
)
def test_the_cells_in_range_of_each_kind(kind: int, least: int, most: int, expected: str) -> None:
    """Between MIN and MAX, aligned for a Line; none when MAX is below MIN [KA 4.15.3] [KA 4.15.4] [Ruling R60]."""
    board = open_board(5, 5)
    cells = board.in_range(parse_cell("c3"), kind, least, most)
    assert drawn(board, cells) == expected.split()
    assert len(set(cells)) == len(cells)


def test_a_max_below_0_reaches_nothing_and_is_not_taken_for_another_range() -> None:
    """A MAX brought below 0 by markers leaves no cell, and what is remembered for it is its own [Ruling R60]."""
    board = open_board(5, 5)
    centre = parse_cell("c3")
    assert names(board.in_range(centre, RANGED, 0, 0)) == ["c3"]
    assert board.in_range(centre, RANGED, 1, -1) == []
    assert board.in_range(centre, RANGED, 0, -1) == []
    assert len(board.in_range(centre, RANGED, 1, 1)) == 4


@given(CELLS)
def test_the_rings_of_a_cell_hold_every_cell_once_by_its_distance(cell: int) -> None:
    rings = FULL.rings(cell)
    assert sorted(other for ring in rings for other in ring) == sorted(FULL.cells)
    assert all(distance(cell, other) == away for away, ring in enumerate(rings) for other in ring)


def test_a_territory_is_the_5_rows_nearest_a_side() -> None:
    """South, west, north and east of a board of 7 columns and 8 rows [KA 4.20.1] [Ruling R96]."""
    board = open_board(7, 8)
    south, west, north, east = (
        drawn(board, [cell for cell in board.cells if board.territory(side, 5) >> cell & 1]) for side in range(4)
    )
    assert south == ["......."] * 3 + ["xxxxxxx"] * 5
    assert north == ["xxxxxxx"] * 5 + ["......."] * 3
    assert west == ["xxxxx.."] * 8
    assert east == ["..xxxxx"] * 8


# -------------------------------------------------------------------------------------------------------------- maps


def test_a_map_is_read_north_row_first() -> None:
    board = parse_map("all", "T B C D\n~ I 3 s\n. . . .\ns . . 9", start_rows=2)
    kinds = [board.kinds[parse_cell(name)] for name in ("a4", "b4", "c4", "d4", "a3", "b3", "c3", "d3", "a2")]
    assert kinds == [TREE, BUSH, CRATE, DEMON, RINK, CUBE, FREE, FREE, FREE]
    assert (board.width, board.height, len(board.cells)) == (4, 4, 16)
    kamas = {format_cell(cell): number for cell, number in board.kamas.items()}
    assert kamas == {"d4": 1, "c3": 3, "d1": 9}  # a Demon cell has its own
    assert [names(start) for start in board.starts] == [["a1"], ["d3"]]
    assert board.is_crate(parse_cell("c4"))
    assert not board.is_crate(parse_cell("b4"))


def test_starts_given_beside_the_map_are_taken_as_they_are() -> None:
    assert names(parse_map("given", "s .\n. s", [[parse_cell("b2")], []]).starts[0]) == ["b2"]


def test_the_cells_of_a_board_are_those_drawn() -> None:
    board = open_board(3, 2)
    assert [cell for cell in range(-20, SIZE + 20) if board.is_on(cell)] == board.cells
    assert names(board.cells) == ["a1", "b1", "c1", "a2", "b2", "c2"]


@pytest.mark.parametrize(
    ("drawing", "said"),
    [
        ("", "the map is empty"),
        ("  \n ", "the map is empty"),
        (". . .\n. .", "row 1 has 2 cells, the first has 3"),
        (". .\n. ? ", "unknown letter '?' at b1"),
        (". .\n. 0", "unknown letter '0' at b1"),
        (". .\nt .", "unknown letter 't' at a1"),
        ("." * 15, "the map is 15 by 1"),
        ("\n".join("." * 15), "the map is 1 by 15"),
    ],
)
def test_a_map_that_cannot_be_is_refused_with_its_fault(drawing: str, said: str) -> None:
    with pytest.raises(DocumentError) as caught:
        parse_map("bad", drawing)
    assert said in str(caught.value)
    assert "board.map" in str(caught.value)


def test_set_up_cells_drawn_on_a_map_belong_to_the_side_whose_two_rows_they_lie_in() -> None:
    """[KA 1.3.9] [KA 9.2.4]: a third row is nobody's."""
    board = parse_map("drawn", "\n".join(["s s s s s s"] * 6), sides=[0, 1, 2, 3], start_rows=2)
    rows = [[parse_cell(f"{column}{row}") for row in range(1, 7) for column in "abcdef"]][0]
    wanted = [
        {cell for cell in rows if cell // 16 <= 2},
        {cell for cell in rows if cell % 16 <= 2},
        {cell for cell in rows if cell // 16 >= 5},
        {cell for cell in rows if cell % 16 >= 5},
    ]
    assert [set(cells) for cells in board.starts] == wanted
