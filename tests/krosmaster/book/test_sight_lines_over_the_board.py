"""Where the lines of sight of a drawn board end, and whose set-up cells a map draws."""

import pytest

from esquive.krosmaster.table.board import format_cell, parse_cell
from esquive.krosmaster.table.maps import parse_map
from tests.krosmaster.playing import Table, card, mine, power, theirs

CLOSED = {"corner_sight": "between"}
GHOST = card("ghost", powers=[power("unseen", holds=[{"give": [{"op": "unseen"}]}])])


def in_a_column(*names: str) -> Table:
    """The hero with `names` above one another to the north, `.` for a free cell; they are all opponents."""
    units = {"hero": mine("fighter")}
    units |= {name: theirs("ghost" if name.startswith("ghost") else "fighter") for name in names if name != "."}
    return Table("\n".join((*reversed(names), "hero")), units, turn="hero", pack=[GHOST])


@pytest.mark.parametrize(
    ("column", "seen"),
    [
        ((".", "ghost", "foe"), True),
        ((".", "ghost-1", "ghost-2", "foe"), True),
        (("ghost", ".", "foe"), False),
        ((".", "wall", "foe", "ghost"), False),
        ((".", "ghost", "wall", "foe"), False),
    ],
)
def test_sight_passes_units_unseen_from_afar_and_nobody_else(column: tuple[str, ...], seen: bool) -> None:
    """One or two of them, but not from the next cell north, nor past an ordinary Krosmaster [KA 1.5.1] [KA 4.15.9]."""
    table = in_a_column(*column)
    shot = f"cast arrow {table.unit('foe', 'at')}"
    assert (shot in table.options("cast")) == seen
    if not seen:
        blocker = "ghost" if column[0] == "ghost" else "wall"
        assert table.refused(shot).facts["blocker"] == table.unit(blocker, "at")


@pytest.mark.parametrize(("east", "north"), [("T", "foe"), ("foe", "T"), ("T", "T")])
def test_a_line_stops_at_the_corner_that_two_blockers_close_and_passes_the_one_that_one_leaves_open(
    east: str, north: str
) -> None:
    """From a1 to d4: b1 alone leaves its corner open, c2 and b3 close theirs, and the first of them is named.

    [KA 4.15.9] [Ruling R58]
    """
    field = f"""
        .    .       . .
        .    {north} . .
        .    .       {east} .
        hero T       . .
        """
    units = {"hero": mine("fighter"), **({"foe": theirs("fighter")} if "foe" in (east, north) else {})}
    closed = Table(field, units, turn="hero", options=CLOSED)
    assert "cast arrow b2" in closed.options("cast")
    refusal = closed.refused("cast arrow c3")
    assert (refusal.kind, refusal.facts["blocker"]) == ("no-sight", "c2")
    assert "cast arrow c3" in Table(field, units, turn="hero").options("cast")


@pytest.mark.parametrize(
    ("blockers", "target", "named"),
    [(("b3", "c2"), "c3", "c2"), (("b3", "a2"), "a3", "a2"), (("b1", "c2"), "c1", "b1"), (("b1", "a2"), "a1", "b1")],
)
def test_the_two_cells_beside_a_diagonal_step_close_it_in_every_direction(
    blockers: tuple[str, str], target: str, named: str
) -> None:
    """From b2 the one corner cell is hidden, and the three others are seen [KA 4.15.9] [Ruling R58]."""
    field = """
        . . .
        . . .
        . . .
        """
    walls = {f"wall-{at}": theirs("fighter", at=at) for at in blockers}
    table = Table(field, {"hero": mine("fighter", at="b2"), **walls}, turn="hero", options=CLOSED)
    assert table.refused(f"cast arrow {target}").facts["blocker"] == named
    corners = {"a1", "c1", "a3", "c3"}
    assert corners & {line.split()[2] for line in table.options("cast")} == corners - {target}


@pytest.mark.parametrize(
    ("origin", "target", "between"),
    [("a1", "d2", "b1 c2"), ("d2", "a1", "c2 b1"), ("d1", "a2", "c1 b2"), ("a2", "d1", "b2 c1"), ("b4", "a1", "b3 a2")],
)
def test_a_line_is_cut_by_the_cells_it_enters_whichever_way_it_runs(origin: str, target: str, between: str) -> None:
    """Up a row and down a row, east and west, the nearest cell first [KA 4.15.9]."""
    board = parse_map("free", "\n".join([". . . ."] * 4))
    assert [format_cell(cell) for cell in board.between(parse_cell(origin), parse_cell(target))] == between.split()


def test_a_set_up_cell_belongs_to_the_side_in_whose_two_rows_it_is_drawn() -> None:
    """Without other word to the first player's in the south and to the second player's in the north [KA 1.3.9]."""
    drawing = """
        s . s . .
        . s . . .
        s . s . s
        . . . s .
        . . s . s
        """
    south, north = (
        {format_cell(cell) for cell in start} for start in parse_map("set-up", drawing, start_rows=2).starts
    )
    assert south == {"c1", "e1", "d2"}
    assert north == {"b4", "a5", "c5"}
    west, east = (
        {format_cell(cell) for cell in start}
        for start in parse_map("set-up", drawing, None, [1, 3], start_rows=2).starts
    )
    assert west == {"a3", "b4", "a5"}
    assert east == {"e1", "d2", "e3"}
