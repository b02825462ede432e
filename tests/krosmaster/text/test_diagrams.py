"""The diagrams show what the rules answer: every mark is compared with the answers the engine offers or refuses.

The clauses themselves are held by other tests, which is why none is cited here.
"""

import re
from collections import Counter
from xml.etree import ElementTree

import pytest

from esquive.core.waiting import Decision, Refusal, Roll
from esquive.krosmaster.drawn.diagrams import PICTURES, diagram, picture_of
from esquive.krosmaster.drawn.diagrams.picture import (
    AREA,
    BLOCKER,
    CUT,
    DIAGRAMS,
    EDGE,
    FAINT,
    HIDDEN,
    LOCKS,
    MAIN,
    MORE,
    REACH,
    SEATS,
    SEEN,
    Panel,
    Picture,
)
from esquive.krosmaster.drawn.diagrams.stage import play, scene, set_up, unit
from esquive.krosmaster.table.board import CRATE, TREE, column_of, format_cell, parse_cell
from esquive.krosmaster.table.state import State
from esquive.krosmaster.written.notation import format_answer, parse_answer
from tests.core.phrases_of_errors import catalogue

SVG = "{http://www.w3.org/2000/svg}"


def shown(clause: str) -> Picture:
    found = picture_of(clause)
    assert found is not None
    return found


def only_panel(clause: str) -> Panel:
    (panel,) = shown(clause).panels
    return panel


def marked(panel: Panel, *kinds: str) -> list[str]:
    """The names of the cells that bear one of these marks, each as often as it is marked."""
    return sorted(format_cell(cell) for kind in kinds for cell in panel.cells(kind))


def offered(state: State, verb: str) -> list[str]:
    """The cells of every legal answer with this verb, Punch left out."""
    assert isinstance(state.waiting, Decision)
    lines = [format_answer(state, answer).split() for answer in state.waiting.options()]
    return sorted(line[-1] for line in lines if line[0] == verb and "punch" not in line)


def refusals(state: State, spell: str) -> dict[str, Refusal]:
    """The cells at which the spell is refused, and why."""
    waiting = state.waiting
    assert isinstance(waiting, Decision)
    found = {cell: waiting.refusal(parse_answer(state, f"cast {spell} {cell}")) for cell in names(state)}
    return {cell: refusal for cell, refusal in found.items() if refusal is not None}


def names(state: State) -> list[str]:
    return [format_cell(cell) for cell in state.board.cells]


# --------------------------------------------------------------------------------------------------------- the drawing


@pytest.mark.parametrize("clause", PICTURES)
def test_a_diagram_draws_each_marked_cell_once_and_tells_it_in_words(clause: str) -> None:
    """The SVG parses, stands alone, and has one rectangle for every marked cell of its picture."""
    text, picture = diagram(clause), shown(clause)
    assert text is not None
    root = ElementTree.fromstring(text)
    assert root.tag == f"{SVG}svg"
    left, top, width, height = (float(number) for number in root.attrib["viewBox"].split())
    assert (left, top) == (0, 0)
    assert width >= 320
    assert height >= 220
    assert [root.findtext(f"{SVG}title"), root.findtext(f"{SVG}desc")] == [
        f"{clause} {picture.title}",
        picture.sentence(),
    ]
    drawn = Counter(rect.attrib["data-cell"] for rect in root.iter(f"{SVG}rect") if "data-cell" in rect.attrib)
    wanted = Counter(format_cell(cell) for panel in picture.panels for mark in panel.marks for cell in mark.cells)
    assert drawn == wanted
    assert not re.search(r"\bid=|href|url\(|<script|@import|font-face", text)
    legend = {element.text for element in root.iter(f"{SVG}text")}
    for mark in picture.meanings():
        assert any(said and mark.text.startswith(said) for said in legend)


@pytest.mark.parametrize("clause", PICTURES)
def test_everything_drawn_lies_inside_the_drawing(clause: str) -> None:
    """No text begins, and no cell lies, outside the view box."""
    root = ElementTree.fromstring(diagram(clause) or "")
    _, _, width, height = (float(number) for number in root.attrib["viewBox"].split())
    for rect in root.iter(f"{SVG}rect"):
        assert 0 <= float(rect.attrib["x"]) <= width - float(rect.attrib["width"])
        assert 0 <= float(rect.attrib["y"]) <= height - float(rect.attrib["height"])
    for group in root.iter(f"{SVG}g"):
        if "transform" in group.attrib:
            x, y = (float(number) for number in re.findall(r"[\d.]+", group.attrib["transform"]))
            assert x < width
            assert y + 18 <= height


def test_a_clause_without_a_diagram_has_none() -> None:
    assert diagram("1.1") is None
    assert diagram("no clause at all") is None


def test_a_diagram_is_the_same_every_time() -> None:
    assert [PICTURES[clause]().sentence() for clause in PICTURES] == [shown(clause).sentence() for clause in PICTURES]


# ---------------------------------------------------------------------------------------------------- range and sight


@pytest.mark.parametrize(
    ("clause", "count"),
    [("4.15.1", 36), ("4.15.2", 4), ("4.15.3", 36), ("4.15.4", 16), ("4.15.5", 40), ("4.15.6", 1)],
)
def test_the_cells_in_range_are_those_the_spell_may_be_cast_at(clause: str, count: int) -> None:
    panel = only_panel(clause)
    cells = marked(panel, REACH, EDGE, MORE)
    assert cells == offered(panel.state, "cast")
    assert len(cells) == count


def test_min_and_max_stand_out_and_every_cell_in_range_bears_its_distance() -> None:
    """The labels 2 to 4, of which 3 is neither MIN nor MAX."""
    panel = only_panel("4.15.3")
    assert {panel.labels[cell] for cell in panel.cells(EDGE)} == {"2", "4"}
    assert {panel.labels[cell] for cell in panel.cells(REACH)} == {"3"}
    line = only_panel("4.15.4")
    assert sorted(line.labels[cell] for cell in line.cells(EDGE)) == ["1"] * 4 + ["4"] * 4


def test_only_what_is_out_of_sight_is_marked_so_for_a_spell_without_line_of_sight() -> None:
    panel = only_panel("4.15.5")
    sighted = scene("far", map_of(panel), unit("caster", "caster", "p1", "e5"))
    hidden = [cell for cell, refusal in refusals(sighted, "far").items() if refusal.kind == "no-sight"]
    assert marked(panel, MORE) == sorted(set(hidden) & set(offered(panel.state, "cast")))
    assert marked(panel, MORE) == ["a5", "b5", "e1", "e8", "e9"]


def map_of(panel: Panel) -> str:
    """The Trees of a panel, drawn again."""
    board = panel.board
    rows = [board.cells[start : start + board.width] for start in range(0, len(board.cells), board.width)]
    return "\n".join(" ".join("T" if board.kinds[cell] == TREE else "." for cell in row) for row in reversed(rows))


def test_a_range_token_lengthens_the_green_range_only() -> None:
    green, red = shown("4.15.7").panels
    assert marked(green, REACH, MORE) == offered(green.state, "cast")
    assert marked(red, REACH, MORE) == offered(red.state, "cast")
    assert marked(green, REACH) == marked(red, REACH)
    assert (len(green.cells(MORE)), red.cells(MORE)) == (12, [])


def test_hidden_cells_are_refused_for_the_blocker_marked() -> None:
    """Of the two enemies one is in sight."""
    panel = only_panel("4.15.8")
    why = refusals(panel.state, "far")
    assert marked(panel, REACH) == offered(panel.state, "cast")
    assert marked(panel, HIDDEN) == sorted(cell for cell, refusal in why.items() if refusal.kind == "no-sight")
    assert marked(panel, BLOCKER) == sorted({str(why[cell].facts["blocker"]) for cell in marked(panel, HIDDEN)})
    assert [(format_cell(line.end), line.kind) for line in panel.lines] == [("g3", SEEN), ("f5", HIDDEN)]


def test_a_line_that_touches_corners_is_not_cut() -> None:
    """The same line four times: a Tree on it, two beside its corners, one further on, none near."""
    panels = shown("4.15.9").panels
    assert [panel.lines[0].kind for panel in panels] == [HIDDEN, SEEN, HIDDEN, SEEN]
    assert [marked(panel, BLOCKER) for panel in panels] == [["c2"], [], ["d3"], []]
    for panel in panels:
        assert marked(panel, CUT) == ["c2", "d3"]
        why = refusals(panel.state, "far").get("e3")
        assert ([] if why is None else [why.facts["blocker"]]) == marked(panel, BLOCKER)


def test_krosmasters_obstructive_summons_and_trees_hide_what_is_behind_them() -> None:
    panel = only_panel("4.15.9.a")
    why = refusals(panel.state, "far")
    del why["e5"]  # the caster's own cell is out of range, not out of sight
    assert marked(panel, HIDDEN) == sorted(why)
    assert {refusal.kind for refusal in why.values()} == {"no-sight"}
    assert marked(panel, BLOCKER) == sorted({str(refusal.facts["blocker"]) for refusal in why.values()})
    assert marked(panel, BLOCKER) == ["c4", "e7", "g5"]


def test_nothing_is_hidden_by_what_does_not_block() -> None:
    panel = only_panel("4.15.9.b")
    assert sorted(panel.cells(REACH)) == sorted(panel.board.cells)
    assert marked(panel, REACH) == sorted([*offered(panel.state, "cast"), "e5"])
    assert {line.kind for line in panel.lines} == {SEEN}
    assert [format_cell(cell) for cell in panel.board.cells if panel.board.kinds[cell] == CRATE] == ["c5"]


# --------------------------------------------------------------------------------------------------------------- areas


def test_an_area_marks_the_main_target_and_the_cells_round_it() -> None:
    panel = only_panel("4.16.1")
    assert (marked(panel, MAIN), marked(panel, AREA)) == (["e3"], ["d3", "e2", "e4", "f3"])


def test_each_area_marks_the_cells_whose_pieces_are_struck() -> None:
    """A Mob on every cell in turn: it is injured by the spell if its cell is marked, and not otherwise."""
    panels = shown("4.16.3").panels
    counts = [len(panel.cells(AREA)) for panel in panels]
    assert counts == [4, 8, 3, 2, 1, 2, 3, 12, 2]
    for panel in panels[:-1]:
        assert marked(panel, MAIN) == ["c3"]
        spell = panel.caption.lower().replace(" ", "-")
        struck = [cell for cell in names(panel.state) if cell != "c1" and is_struck(spell, cell)]
        assert marked(panel, MAIN, AREA) == sorted(struck)


def test_the_axe_of_release_2_2_marks_the_cell_behind_and_the_one_on_the_side_chosen() -> None:
    """[KA-2.2 312.3] [Ruling R65]"""
    panel = shown("4.16.3").panels[-1]
    assert (panel.caption, marked(panel, MAIN), marked(panel, AREA)) == (
        "Axe, eastern side (2.2)",
        ["c3"],
        ["c4", "d3"],
    )


def test_the_axe_has_the_cell_behind_and_the_one_on_each_side() -> None:
    """The marks are the cells that the rules strike once a side is chosen."""
    west, east = shown("312.3").panels
    assert [marked(west, MAIN), marked(west, AREA)] == [["c3"], ["b3", "c4"]]
    assert [marked(east, MAIN), marked(east, AREA)] == [["c3"], ["c4", "d3"]]


def test_an_ice_cube_lends_range_to_who_stands_on_it() -> None:
    """What is marked as lent may be cast at from the cube, and not from the rink."""
    plain, on_cube = shown("313.5d").panels
    assert marked(plain, MORE) == []
    assert marked(plain, REACH) == offered(plain.state, "cast")
    assert marked(on_cube, REACH) == marked(plain, REACH)
    assert marked(on_cube, REACH, MORE) == offered(on_cube.state, "cast")
    assert len(marked(on_cube, MORE)) == 12


def is_struck(spell: str, cell: str) -> bool:
    """Whether a Mob on the cell rolls for Armour against the spell cast from c1 at c3."""
    state = scene(spell, (5, 5), unit("caster", "caster", "p1", "c1"), unit("mob", "mob", "p2", cell))
    play(state, f"cast {spell} c3")
    play(state, "roll lock")
    return isinstance(state.waiting, Roll) and state.waiting.kind == "armour"


def options(state: State) -> tuple[int, ...]:
    assert isinstance(state.waiting, Decision)
    return tuple(state.waiting.options())


def test_multiple_targets_are_all_cells_the_spell_could_be_cast_at() -> None:
    panel = only_panel("7.2.3.c")
    assert marked(panel, MAIN, AREA) == offered(panel.state, "cast")
    why = refusals(panel.state, "multiple-targets")
    assert marked(panel, HIDDEN) == sorted(cell for cell, refusal in why.items() if refusal.kind == "no-sight")
    assert marked(panel, BLOCKER) == sorted({str(why[cell].facts["blocker"]) for cell in marked(panel, HIDDEN)})


# -------------------------------------------------------------------------------------------------------------- places


def test_adjacent_cells_are_those_a_piece_may_move_to() -> None:
    panel = only_panel("4.17.2")
    assert marked(panel, REACH) == offered(panel.state, "move") == ["b3", "c2", "c4", "d3"]


def test_a_territory_is_five_rows_of_twelve_cells() -> None:
    panel = only_panel("4.20.1")
    assert {parse_row(cell) for cell in marked(panel, "p1")} == {1, 2, 3, 4, 5}
    assert {parse_row(cell) for cell in marked(panel, "p2")} == {8, 9, 10, 11, 12}
    assert (len(panel.cells("p1")), len(panel.cells("p2"))) == (60, 60)


def parse_row(name: str) -> int:
    return int(name[1:])


@pytest.mark.parametrize(("clause", "form", "teams"), [("1.3.9", "constructed", 2), ("9.2.4", "free-for-all", 4)])
def test_set_up_cells_are_those_offered_to_each_player_in_turn(clause: str, form: str, teams: int) -> None:
    """The figures drawn are deployed again one by one; they stand on cells of their players."""
    panel = only_panel(clause)
    state = set_up(form, teams)
    for seat in range(teams):
        cells = marked(panel, SEATS[seat])
        assert sorted(set(offered(state, "deploy"))) == cells
        own = [piece for piece in panel.pieces if piece.seat == seat]
        assert len(own) == 2
        for figure, piece in zip(state.timeline[seat], own, strict=True):
            assert format_cell(piece.cell) in cells
            play(state, f"deploy {state.names[figure]} {format_cell(piece.cell)}")


def test_the_enemies_marked_are_those_that_roll_to_lock() -> None:
    """Leaving the first Krosmaster's cell asks which of the two rolls first; the second one just leaves."""
    held, free = shown("4.14.1").panels
    asked = play(held.state.copy(), "move b3")
    lockers = [format_answer(asked, answer).removeprefix("locker ") for answer in options(asked)]
    assert marked(held, LOCKS) == sorted(format_cell(asked.cell[asked.names.index(name)]) for name in lockers)
    assert marked(held, LOCKS) == ["c4", "d3"]
    assert (free.cells(LOCKS), len(free.cells(FAINT))) == ([], 3)
    assert format_cell(play(free.state.copy(), "move b3").cell[0]) == "b3"


def ap_marker_after(spell: str, board: tuple[int, int], origin: str, target: str) -> int:
    """The AP markers on an enemy hit from a cell by a spell whose effect takes 1 AP under a condition."""
    state = scene(spell, board, unit("caster", "caster", "p1", origin), unit("enemy", "figure", "p2", target))
    return play(state, f"cast {spell} {target}").ap_markers[1]


def test_track_marks_the_targets_on_which_its_effects_apply() -> None:
    panel = only_panel("7.5.21.a")
    assert marked(panel, REACH, FAINT) == offered(panel.state, "cast")
    losing = [cell for cell in marked(panel, REACH, FAINT) if ap_marker_after("track", (9, 9), "e5", cell) == -1]
    assert marked(panel, REACH) == losing
    assert len(losing) == 16


def test_invasion_marks_the_cells_from_which_its_effects_apply() -> None:
    """Cast from every cell of two columns, at the cell beside it."""
    panel = only_panel("7.5.22.a")
    tried = [cell for cell in panel.board.cells if column_of(cell) in (1, 8)]
    applies = [cell for cell in tried if ap_marker_after("invasion", (12, 12), format_cell(cell), beside(cell)) == -1]
    assert applies == [cell for cell in tried if cell in panel.cells(REACH)]
    assert len(applies) == 10
    assert sorted(panel.cells(REACH) + panel.cells(FAINT)) == sorted(panel.board.cells)


def beside(cell: int) -> str:
    return format_cell(cell + 1)


# -------------------------------------------------------------------------------------------------------- displacement


@pytest.mark.parametrize(
    ("clause", "line", "moved", "to"),
    [
        ("7.5.9.a", "cast push-back-2 d2", "enemy", "f2"),
        ("7.5.9.b", "cast push-back-3 d2", "enemy", "f2"),
        ("7.5.10.a", "cast attract-2 g2", "enemy", "e2"),
        ("7.5.10.b", "cast attract-3 g2", "enemy", "e2"),
        ("7.5.16.a", "cast retreat-2 f2", "caster", "b2"),
        ("7.5.17.a", "cast move-closer-3 g2", "caster", "e2"),
        ("4.19.7.c", "cast push-back-1 d2", "enemy", "e2"),
        ("4.19.7.d", "cast push-back-2 d2", "enemy", "f2"),
        ("313.6a", "cast push-cube-2 c2", "enemy", "e2"),
    ],
)
def test_before_and_after_are_what_playing_the_spell_gives(clause: str, line: str, moved: str, to: str) -> None:
    before, after = shown(clause).panels
    played = play(before.state.copy(), line)
    stand = {played.names[number]: cell for number, cell in enumerate(played.cell) if cell}
    assert {piece.name: piece.cell for piece in after.pieces} == stand
    start = next(piece.cell for piece in before.pieces if piece.name == moved)
    assert format_cell(stand[moved]) == to
    assert after.arrows == [(start, parse_cell(to))]
    assert [(ghost.name, ghost.cell) for ghost in after.ghosts] == [(moved, start)]


def test_a_trap_stays_when_it_is_passed_and_leaves_when_it_is_landed_on() -> None:
    passed, landed = shown("4.19.7.d").panels[1], shown("4.19.7.c").panels[1]
    assert [piece.name for piece in passed.pieces] == ["trap", "caster", "enemy"]
    assert [piece.name for piece in landed.pieces] == ["caster", "enemy"]
    assert "clicks" in landed.caption
    assert "clicks" not in passed.caption


@pytest.mark.parametrize("language", ["fr", "it"])
def test_everything_a_diagram_says_is_known_in_the_readers_language(language: str) -> None:
    known, left = catalogue(DIAGRAMS, language), set()
    for clause in PICTURES:
        picture = shown(clause)
        said = {picture.title, *picture.scenery.values()}
        for panel in picture.panels:
            said |= {panel.caption, *(mark.text for mark in panel.marks)}
            said |= {piece.name for piece in (*panel.pieces, *panel.ghosts)}
        left |= {one for one in said if one and getattr(one, "template", one) not in known}
    assert left == set()


def test_a_diagram_is_drawn_with_french_and_italian_words() -> None:
    french, italian = diagram("4.14.1", "fr") or "", diagram("4.14.1", "it") or ""
    assert "Personnages adverses" in french
    assert "Tenta di contrastare" in italian
    assert "De c3 à b3." in french
    for english in ("Enemy characters", "Tries to lock", "From c3", "krosmaster on"):
        assert english not in french + italian


def test_a_diagram_in_another_language_marks_the_same_cells() -> None:
    for clause in PICTURES:
        cells = [re.findall(r'data-cell="[^"]+"', diagram(clause, language) or "") for language in ("en", "fr", "it")]
        assert cells[0] == cells[1] == cells[2]
