"""The tables of contents of both books: every chapter of the rulebook is there, and every module that carries one."""

import importlib
import re
from pathlib import Path

import pytest

SOURCES = Path(__file__).parents[2] / "src" / "esquive"
LINE = re.compile(r"(K?\d+(?:\.\d+)?) +(\S.*?)  +(\S.*)")
NAME = re.compile(r"(?:[a-z_]+\.)?[a-z_]+")
CLAUSES = {"krosmaster": "releases/2.7/clauses.tsv", "kaos": "releases/2013/clauses.tsv"}
GAMES = pytest.mark.parametrize("game", CLAUSES)


def contents(game: str) -> str:
    """The table of contents, with what is said before and after it."""
    return importlib.import_module(f"esquive.{game}.book").__doc__ or ""


def table(game: str) -> dict[str, str]:
    """What carries each chapter of a table of contents."""
    rows = [LINE.fullmatch(line.strip()) for line in contents(game).splitlines() if re.match(r" *K?\d", line)]
    assert rows and all(rows), "a line that is no chapter, its title and its modules"
    return {row[1]: row[3] for row in rows if row is not None}


def chapters(game: str) -> set[str]:
    """The numbers of the chapters and of their sections, as the list of clauses has them."""
    rows = (SOURCES / game / CLAUSES[game]).read_text(encoding="utf-8").splitlines()[1:]
    numbers = [row.split("\t")[0].split(".") for row in rows if ":" not in row.split("\t")[0]]
    return {".".join(number[:depth]) for number in numbers for depth in (1, 2)}


def modules(game: str, room: str) -> set[str]:
    """The modules of a room, by their names within it."""
    place = SOURCES / game / room
    found = {path.relative_to(place).with_suffix("").as_posix().replace("/", ".") for path in place.rglob("*.py")}
    return {name for name in found if not name.endswith("__init__")}


@GAMES
def test_every_chapter_is_in_the_table_of_its_book(game: str) -> None:
    """As a whole, or with each of its sections."""
    told, known = set(table(game)), chapters(game)
    assert told <= known
    for chapter in known - told:
        sections = {one for one in known if one.startswith(f"{chapter}.")}
        is_told = bool(sections) and sections <= told
        assert is_told or chapter.split(".")[0] in told, f"chapter {chapter} is told nowhere"


@GAMES
def test_every_module_of_a_book_is_in_its_table(game: str) -> None:
    told = {word for what in table(game).values() for word in NAME.findall(what)}
    told |= set(re.findall(r"`([a-z_.]+)`", contents(game)))
    assert modules(game, "book") - told == set()


@GAMES
def test_what_a_table_names_first_and_what_it_names_with_its_room_exists(game: str) -> None:
    rooms = [path.name for path in (SOURCES / game).iterdir() if path.is_dir()]
    known = modules(game, "book") | {f"{room}.{name}" for room in rooms for name in modules(game, room)}
    for chapter, what in table(game).items():
        words = NAME.findall(what)
        assert {words[0], *(word for word in words if "." in word)} <= known, f"{chapter}: {what}"
