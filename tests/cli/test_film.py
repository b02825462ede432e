"""`esquive show RECORD --film OUT`: what is on the pictures, and that bad wishes are told in one sentence."""

import io
import json
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageFont

from esquive.cli.extras import lacking
from esquive.cli.film import making
from esquive.cli.film.files import GifFile, PngFile, WebpFile
from esquive.cli.film.page import Page, lines_of, shortened
from esquive.cli.film.pixels import BOLD, REGULAR, Renderer, font_file, width_of
from esquive.cli.main import main
from esquive.core.record import read_record
from esquive.hosting.replays import Played, Table

RECORDS = Path(__file__).parents[1] / "records"
ARENA = str(RECORDS / "limited.jsonl")
ROAD = str(RECORDS / "kaos-road.jsonl")


def told(capsys: pytest.CaptureFixture[str], *words: str, code: int = 0) -> str:
    assert main(["show", *words]) == code
    said = capsys.readouterr()
    return said.err if code else said.out


def played(record: str) -> Played:
    return Played(read_record(Path(record)), Table(("Ada", "Bo"), (), "en"))


def shots(record: str, first: int, last: int, seat: int = 0) -> Iterator[Any]:
    match = played(record)
    stage = match.words().stage(seat)
    stage.look(making._positions(match, first, last))
    yield stage.still(match.state_at(first - 1))
    for step in range(first, last + 1):
        for change, state in match.changes(step):
            yield from stage.shots(change, state)


# ------------------------------------------------------------------------------------------------------------ the file


@pytest.mark.parametrize("ending", ["gif", "webp", "png"])
def test_a_film_is_read_by_whoever_reads_its_format(
    ending: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / f"walk.{ending}"
    made = json.loads(told(capsys, ARENA, "--film", str(out), "--from", "62", "--to", "63", "--width", "300", "--json"))
    with Image.open(out) as film:
        assert film.n_frames == made["frames"] > 8 and film.size[0] == 300
        shown, lasts = [], 0
        for frame in range(film.n_frames):
            film.seek(frame)
            film.load()
            lasts += film.info["duration"]
            shown.append(film.convert("RGB").tobytes())
        assert film.info.get("loop") == 0 and abs(lasts - made["ms"]) < 10
    assert all(one != other for one, other in pairwise(shown))
    assert out.stat().st_size == made["bytes"] and list(tmp_path.iterdir()) == [out]


def test_the_three_formats_show_the_same(tmp_path: Path) -> None:
    """A GIF has fewer colours; the others are exact."""
    pictures = [Image.new("RGB", (40, 30), "#f6f4ea") for _ in range(3)]
    pictures[1].paste("#b02a37", (7, 5, 20, 19))
    found = []
    for kind in (GifFile, WebpFile, PngFile):
        data = io.BytesIO()
        film = kind(data)
        for picture in pictures:
            film.add(picture, 100)
        film.close()
        data.seek(0)
        with Image.open(data) as read:
            assert read.n_frames == 3
            read.seek(1)
            found.append(read.convert("RGB"))
    assert found[1].tobytes() == found[2].tobytes() == pictures[1].tobytes()
    assert [found[0].getpixel(place) for place in ((10, 10), (0, 0))] == [(176, 42, 55), (246, 244, 234)]


def test_a_picture_like_the_one_before_makes_that_one_stay() -> None:
    data = io.BytesIO()
    film = GifFile(data)
    for _ in range(5):
        film.add(Image.new("RGB", (8, 8), "#ffffff"), 200)
    film.close()
    data.seek(0)
    with Image.open(data) as read:
        assert film.frames == 1 and read.info["duration"] == 1000


# ---------------------------------------------------------------------------------------------------------- the letters


@pytest.mark.parametrize("name", [REGULAR, BOLD])
def test_the_letters_come_along_and_have_what_three_languages_need(name: str) -> None:
    font = ImageFont.truetype(io.BytesIO(font_file(name)), 30)
    missing = bytes(font.getmask("\uffff"))
    for letter in "aàâæçéèêëîïìíœôòùûüÿÀÂÇÉÈÊÎÔÙŒ’«»…–−×·›0123456789":
        assert bytes(font.getmask(letter)) != missing, letter
    heights = {font.getbbox(digit)[3] - font.getbbox(digit)[1] for digit in "0123456789"}
    assert max(heights) - min(heights) <= 2, "figures stand on the line"


def test_text_is_drawn_without_any_font_of_the_machine() -> None:
    with Renderer(200) as renderer:
        drawn = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 40" width="200">{}</svg>'
        words = '<text x="4" y="28" font-size="24" font-family="Alegreya Sans">Épée → b4</text>'
        bare, written = renderer.pixels(drawn.format("")), renderer.pixels(drawn.format(words))
    assert bare.getbbox() is None
    box = written.getbbox()
    assert box is not None and abs(box[2] - box[0] - width_of("Épée → b4", 24)) < 6


def test_what_is_said_keeps_within_its_place() -> None:
    long = "Corvel of the Waning intercepts the Moonstone Boar with Long bow and with everything else there is " * 3
    lines = lines_of(long, 600)
    assert len(lines) == 2 and lines[1].endswith("…") and all(width_of(line, 18) <= 600 for line in lines)
    assert shortened("Ada", 18, 200) == "Ada"


# -------------------------------------------------------------------------------------------------- what is to be seen


def test_a_figure_walks_and_does_not_jump() -> None:
    """From one picture to the next it goes no farther than a part of a cell, or two centimetres."""
    match = played(ARENA)
    stage: Any = match.words().stage(0)
    where = []
    for step in range(114, 119):
        for change, state in match.changes(step):
            for _ in stage.shots(change, state):
                where.append(dict(stage.at))
    ways = [one[unit] for one in where for unit in one if unit == match.last.names.index("anna-tommy")]
    steps = [abs(a - c) + abs(b - d) for (a, b), (c, d) in pairwise(ways)]
    assert max(steps) <= 15 and sum(step > 0 for step in steps) >= 12


@pytest.mark.parametrize(("record", "first", "last"), [(ARENA, 60, 61), (ROAD, 31, 31)])
def test_dice_roll_before_anything_is_said_of_them(record: str, first: int, last: int) -> None:
    found = list(shots(record, first, last))
    rolling = [place for place, shot in enumerate(found) if any(throw.fresh for throw in shot.throws)]
    assert rolling
    for place in rolling:
        assert found[place].ms == 0 and not any(throw.fresh for throw in found[place + 1].throws)
        assert [throw.dice for throw in found[place].throws] == [throw.dice for throw in found[place + 1].throws]


def test_wounds_points_and_rounds_change_when_they_are_told() -> None:
    match = played(ROAD)
    before = None
    for shot in shots(ROAD, 1, len(match.ends)):
        worth = [score.worth for score in shot.scores]
        if before is not None and worth != before:
            assert "victory point" in shot.said
        before = worth


@pytest.mark.parametrize("record", ["limited", "free-for-all-2.2", "two-against-two", "frigost-2.2", "kaos-saint"])
def test_every_step_of_a_game_can_be_filmed(record: str) -> None:
    file = str(RECORDS / f"{record}.jsonl")
    count = len(played(file).ends)
    sides = {throw.seat for shot in shots(file, 1, count, seat=1) for throw in shot.throws}
    assert len(sides) >= 2


def test_nothing_of_a_page_lies_over_anything_else() -> None:
    """The board, the dice and the words have places of their own."""
    from esquive.cli.film.page import HEAD, TRAY, WORDS, Pages

    match = played(ROAD)
    stage: Any = match.words().stage(0)
    pages = Pages(stage)
    assert HEAD + stage.height * pages.scale + TRAY + WORDS == pytest.approx(pages.height, abs=1)
    made = [page for shot in shots(ROAD, 31, 31) for page in pages.of(shot)]
    assert all(isinstance(page, Page) and page.ms > 0 for page in made)


# --------------------------------------------------------------------------------------------------------- bad wishes


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--film", "x.mp4"), "--film: '.mp4' is no ending of a film (endings: .gif, .webp, .png, .apng)"),
        (("--film", "x.gif", "--from", "900"), "--from: it has no step 900 (steps: 1 to 287)"),
        (("--film", "x.gif", "--to", "0"), "--to: it has no step 0 (steps: 1 to 287)"),
        (("--film", "x.gif", "--from", "9", "--to", "3"), "--from: step 9 comes after step 3 (name the earlier step"),
        (("--film", "x.gif", "--turn", "99"), "--turn: it has no turn 99 (turns: 0 to "),
        (("--film", "x.gif", "--seat", "p4"), "--seat: nobody sits in p4 (seats: p1, p2)"),
        (("--film", "x.gif", "--width", "9000"), "--width: '9000' is no number from 200 to 1920"),
        (("--film", "x.gif", "--speed", "fast"), "--speed: 'fast' is no number from 0.25 to 16"),
        (("--film", "x.gif", "--svg", "x.svg"), "--film: a film is no picture of one position (leave out --svg"),
        (("--film", "nowhere/at/all/x.gif", "--from", "1", "--to", "1"), "nowhere/at/all/x.gif: cannot be written"),
        (("--turn", "3"), "--from: steps, turns and seats are of films only (add --film OUT)"),
    ],
)
def test_a_bad_wish_is_told_in_one_sentence(
    words: tuple[str, ...],
    said: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.chdir(tmp_path)
    err = told(capsys, ARENA, *words, code=2)
    assert said in err and err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_a_missing_extra_is_named() -> None:
    for module, package in (("PIL", "pillow"), ("resvg_py", "resvg_py")):
        error = lacking(ModuleNotFoundError("-", name=module))
        assert str(error) == f"{package} is not installed (pip install 'esquive[film]')"
