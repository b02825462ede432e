"""Tables of Kaos drawn: as text for terminals, and as pictures that say everything twice."""

import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from esquive.cli.main import main
from esquive.core.errors import NotationError
from esquive.kaos.drawn.canvas import EDGES, shortened, text_width
from esquive.kaos.drawn.figures import letters_of
from esquive.kaos.drawn.materials import swept
from esquive.kaos.drawn.svg import draw_svg
from esquive.kaos.drawn.terminal import arrow_of, draw_position, draw_table
from esquive.kaos.game import GAME
from esquive.kaos.table.state import State
from tests.kaos.games import SCENERY, positions
from tests.kaos.text.test_notation import document

SVG = "{http://www.w3.org/2000/svg}"


def scene(**keys: Any) -> State:
    """The knights and the goblin among scenery."""
    figures = document()["figure"]
    figures[2] = {**figures[2], "x": 40, "y": 30, "wounds": 5, "activated": True}
    return GAME.from_document(document(scenery=SCENERY, figure=figures, **keys))


def words(picture: str) -> list[str]:
    """Every text of a picture."""
    return [text.text or "" for text in ElementTree.fromstring(picture).iter(f"{SVG}text")]


# ---------------------------------------------------------------------------------------------------------------- text


def test_the_table_is_drawn_with_north_at_the_top() -> None:
    lines = draw_table(scene())
    assert len(lines) == 31 and lines[-1].split() == ["0", "10", "20", "30", "40", "50", "60", "70"]
    north = next(number for number, line in enumerate(lines) if "==" in line)
    south = next(number for number, line in enumerate(lines) if "A→" in line)
    assert north < south


def test_the_text_names_everybody_with_place_facing_and_wounds() -> None:
    text = draw_position(scene())
    assert "a← goblin, 40,30 facing 180, 5/12 wounds, has played" in text
    assert ">A→ knight, 10,10 facing 0, 0/12 wounds, its turn" in text
    assert "// ramp, rising as it points: stairs 3 cm" in text


@pytest.mark.parametrize(
    ("facing", "arrow"), [(0, "→"), (44_000, "↗"), (90_000, "↑"), (180_000, "←"), (271_000, "↓"), (350_000, "→")]
)
def test_arrows_point_where_figures_face(facing: int, arrow: str) -> None:
    assert arrow_of(facing) == arrow


def test_every_figure_has_a_letter_of_its_own() -> None:
    letters = letters_of(scene())
    assert letters == ["A", "B", "a"]


@pytest.mark.parametrize("seed", [3, 4])
def test_every_position_of_a_game_can_be_drawn(seed: int) -> None:
    for number, (state, _, _) in enumerate(positions(seed)):
        if number % 6 == 0:
            text, picture = draw_position(state), draw_svg(state)
            ElementTree.fromstring(picture)
            assert all(name in text for name in state.names)
            assert all(any(name[:12] in word for word in words(picture)) for name in state.names)


# ------------------------------------------------------------------------------------------------------------- picture


def test_a_picture_is_whole_in_itself_and_the_same_every_time() -> None:
    state = scene()
    picture = draw_svg(state)
    assert picture == draw_svg(GAME.from_document(GAME.to_document(state)))
    assert not re.search(r"(href|src|@import|url\((?!#kaos-))", picture)
    assert picture.count("http") == 1  # the name space


def test_every_path_of_a_picture_is_one() -> None:
    """Numbers and the letters of commands alone."""
    root = ElementTree.fromstring(draw_svg(scene()))
    paths = [one.get("d", "") for one in root.iter(f"{SVG}path")]
    assert len(paths) > 40
    assert [path for path in paths if not re.fullmatch(r"[MLHVQTCSAZmlhvqtcsaz0-9 .,-]+", path)] == []


def test_a_figure_is_drawn_by_its_tribe_and_what_it_fights_with() -> None:
    root = ElementTree.fromstring(draw_svg(scene()))
    standees = [one for one in root.iter(f"{SVG}g") if one.get("class") == "kaos-standee"]
    assert len(standees) == 3
    faded = [one for one in standees if one.get("opacity")]
    assert len(faded) == 1  # the goblin, who has played


def test_the_ring_round_a_figure_is_as_long_as_its_life() -> None:
    """Five of the goblin's twelve life points are lost; what is left is drawn in one stroke of seven."""
    root = ElementTree.fromstring(draw_svg(scene()))
    dashes = [
        (one.get("stroke-dasharray") or "").split() for one in root.iter(f"{SVG}path") if one.get("stroke") in EDGES
    ]
    drawn = sorted(round(12 * float(dash[0]) / float(dash[1])) for dash in dashes if len(dash) == 2)
    assert drawn == [7, 12, 12]


def test_the_higher_a_piece_the_longer_its_shadow() -> None:
    far = [swept([(0, 0), (10, 0), (10, 10), (0, 10)], 3.0 * height, 2.0 * height) for height in (1, 2)]
    assert ["16.0 14.0" in path for path in far] == [False, True]
    assert swept([(0, 0), (0, 10), (10, 10), (10, 0)], 3, 2).count("M") == 6  # both ends, and a ring for each side


def test_a_picture_tells_who_cannot_see_it() -> None:
    root = ElementTree.fromstring(draw_svg(scene()))
    title, told = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert root.get("role") == "img" and title is not None and title.text == "Round 1, activations: p1 decides (plan)"
    assert told is not None and told.text is not None
    assert "knight at 10,10 facing 0 degrees, 0 of 12 wounds" in told.text and "keep 3 cm" in told.text


def test_owners_are_told_apart_by_shape_and_letter() -> None:
    root = ElementTree.fromstring(draw_svg(scene()))
    discs = [one for one in root.iter(f"{SVG}circle") if one.get("fill") == "#ffffff"]
    assert len(discs) == 4  # two knights, on the table and in the panel
    assert {"A", "B", "a"} <= set(words(draw_svg(scene())))


def test_bases_are_to_scale() -> None:
    root = ElementTree.fromstring(draw_svg(scene()))
    bases = [one.get("points", "") for one in root.iter(f"{SVG}polygon") if one.get("fill") == "#2f6fb4"]
    corners = [tuple(map(float, corner.split(","))) for corner in bases[0].split()]
    assert corners[0][0] - corners[1][0] == pytest.approx(2.5 * 12, abs=0.02)  # 900 points for 75 cm


def test_marks_are_drawn_and_said_in_full() -> None:
    marks = ["distance knight squire", "sight knight goblin", "angle goblin", "reach squire 10", "move knight"]
    marks.append("knight plan walk 15,10 face 90 strike goblin sword")
    plain, picture = words(draw_svg(scene())), words(draw_svg(scene(), marks))
    assert "knight to squire: 7.5 cm" in picture and "7.5 cm" in picture
    assert "knight sees goblin: in full view" in picture
    assert "back of goblin begins here" in picture
    assert "walk 10 cm" in picture and "run 20 cm" in picture and "10 cm" in picture
    assert "the path costs 5 cm, 5 cm long" in picture
    assert any("is within 2.5 cm" in word or "within" in word for word in picture)
    assert not {"7.5 cm", "walk 10 cm"} & set(plain)


def test_what_hides_a_figure_is_named() -> None:
    wall = {"id": "wall", "kind": "wall", "height": 9, "shape": [[14, 5], [16, 5], [16, 15], [14, 15]]}
    state = GAME.from_document(document(scenery=[wall]))
    assert "knight sees goblin: hidden by wall" in words(draw_svg(state, ["sight knight goblin"]))


def test_a_path_that_is_barred_ends_where_it_is_stopped() -> None:
    picture = words(draw_svg(scene(), ["knight plan run 10,30"]))
    assert "stopped" in picture
    assert "Squire stands in the way" in " ".join(picture) and "R201]" in " ".join(picture)


@pytest.mark.parametrize(
    ("mark", "says"),
    [
        ("dance knight", "'dance' is nothing to show"),
        ("distance knight", "wrong number of words"),
        ("sight knight gobln", "did you mean 'goblin'"),
        ("sight knight knight", "is both ends"),
        ("reach knight 0", "is no reach"),
        ("reach knight far", "not a length"),
        ("knight plan wolk 1,1", "did you mean 'walk'"),
    ],
)
def test_a_mark_that_cannot_be_drawn_says_why(mark: str, says: str) -> None:
    with pytest.raises(NotationError, match=re.escape(says)):
        draw_svg(scene(), [mark])


def test_long_names_are_cut_to_the_room_there_is() -> None:
    assert shortened("brandesouche-the-tree", 13, 60).endswith("…")
    assert text_width(shortened("brandesouche-the-tree", 13, 60), 13) <= 60
    assert shortened("ysaure", 13, 60) == "ysaure"


# -------------------------------------------------------------------------------------------------------- command line

POSITION = """
game = "kaos"
[[profile]]
id = "knight"
[[profile.weapon]]
id = "sword"
[[figure]]
profile = "knight"
owner = "p1"
x = 10
y = 10
[[figure]]
profile = "knight"
owner = "p2"
x = 20
y = 10
"""


def test_show_draws_text_or_writes_a_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, out = tmp_path / "position.toml", tmp_path / "out.svg"
    file.write_text(POSITION)
    assert main(["show", str(file)]) == 0
    assert "knight-2, 20,10 facing 0" in capsys.readouterr().out
    assert main(["show", str(file), "--svg", str(out), "--mark", "distance knight knight-2"]) == 0
    assert "knight to knight-2: 7.5 cm" in words(out.read_text())


def test_marks_without_a_picture_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "position.toml"
    file.write_text(POSITION)
    assert main(["show", str(file), "--mark", "move knight"]) == 2
    assert "add --svg OUT" in capsys.readouterr().err
    assert main(["show", str(file), "--svg", str(tmp_path / "no" / "where.svg")]) == 2
    assert "cannot be written" in capsys.readouterr().err


def test_objectives_stand_on_the_scenery_and_in_the_panel() -> None:
    goals = [
        {"kind": "hold", "points": 10, "at": [58, 18], "radius_cm": 6},
        {"kind": "carry", "points": 15, "at": [58, 24], "radius_cm": 1},
    ]
    picture = draw_svg(scene(objective=goals))
    assert {"10 points", "relic", "carry the relic home: 15 points", "hold 58,18 within 6 cm: 10 points"} <= set(
        words(picture)
    )
    assert picture.index("#f2c230") > picture.index("url(#kaos-marsh)")  # the relic is drawn over the marsh
