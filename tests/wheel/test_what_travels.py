"""The wheel holds what the program needs: the built web client, the data of the games, the command."""

import json
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from esquive.clauses.clause_index import EDITIONS

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src" / "esquive"


@pytest.fixture
def inside(wheel: Path) -> Iterator[zipfile.ZipFile]:
    """The wheel, opened."""
    with zipfile.ZipFile(wheel) as opened:
        yield opened


def test_the_web_client_travels_in_the_wheel(inside: zipfile.ZipFile) -> None:
    names = inside.namelist()
    assert "esquive/server/static/index.html" in names
    assert [name for name in names if name.startswith("esquive/server/static/") and name.endswith(".js")] != []


def test_the_engine_of_a_page_travels_in_the_wheel_and_so_do_the_decoded_tables(inside: zipfile.ZipFile) -> None:
    names = inside.namelist()
    listed = json.loads(inside.read("esquive/site/engine/engine.json"))
    for name in listed["files"]:
        assert f"esquive/site/engine/{listed['folder']}/{name}" in names
    tables = json.loads(inside.read("esquive/tables.json"))
    assert tables["krosmaster/catalogue/pairs.toml"] and len(tables) > 400


def test_every_data_file_of_the_games_travels_in_the_wheel(inside: zipfile.ZipFile) -> None:
    data = {
        path.relative_to(PACKAGE.parent).as_posix()
        for pattern in ("*.toml", "*.tsv", "*.mo", "*.typed")
        for path in PACKAGE.rglob(pattern)
    }
    assert {"esquive/py.typed", "esquive/locale/fr/LC_MESSAGES/esquive.mo"} <= data
    assert data - set(inside.namelist()) == set()


def test_the_wheel_brings_the_command_and_the_notices(inside: zipfile.ZipFile) -> None:
    names = inside.namelist()
    (scripts,) = (name for name in names if name.endswith(".dist-info/entry_points.txt"))
    assert "esquive = esquive.cli.main:main" in inside.read(scripts).decode()
    assert {name.rsplit("/", 1)[-1] for name in names if "/licenses/" in name} >= {"LICENSE", "NOTICE.md"}


def test_every_document_that_the_program_names_travels_in_the_wheel(inside: zipfile.ZipFile) -> None:
    texts = [path.read_text(encoding="utf-8") for kind in ("*.py", "*.po") for path in PACKAGE.rglob(kind)]
    named = {name for text in texts for name in re.findall(r"\bdocs/[a-z.-]+\.(?:md|json)\b", text)}
    assert "docs/notation.md" in named
    assert {f"esquive/{name}" for name in named} - set(inside.namelist()) == set()


def test_the_index_of_every_rulebook_travels_in_the_wheel(inside: zipfile.ZipFile) -> None:
    names = inside.namelist()
    for edition in EDITIONS:
        folder = f"esquive/{edition.game}/releases/{edition.release}"
        assert {f"{folder}/clauses.tsv", f"{folder}/coverage.json"} <= set(names)


def test_every_document_that_one_in_the_wheel_leads_to_travels_too(inside: zipfile.ZipFile) -> None:
    documents = [name for name in inside.namelist() if re.fullmatch(r"esquive/docs/[a-z.-]+\.md", name)]
    assert {"esquive/docs/python.md", "esquive/docs/kaos.md", "esquive/docs/command-line.md"} <= set(documents)
    leads_to = {
        f"esquive/docs/{target}"
        for name in documents
        for target in re.findall(r"\]\(([a-z.-]+\.md)[#)]", inside.read(name).decode())
    }
    assert leads_to - set(inside.namelist()) == set()
