"""The page as a folder: what is written, where it may be written, and that the engine beside it is what it says."""

import asyncio
import gzip
import json
import re
from pathlib import Path
from urllib.parse import parse_qsl

import pytest

from esquive.cli.main import main
from esquive.core.errors import EsquiveError
from esquive.site.folder import ENGINE, write_folder
from esquive.site.keeper import MemoryKeeper
from esquive.site.page_host import PageHost
from esquive.site.page_store import PageStore
from esquive.site.requests import Asked
from esquive.site.routes import ROUTES

MOST_BYTES = 9_300_000  # as they are sent, by gzip
LISTED = ENGINE / "engine.json"


@pytest.fixture
def client(tmp_path: Path) -> Path:
    folder = tmp_path / "client"
    folder.mkdir()
    (folder / "index.html").write_text('<!doctype html>\n<html lang="en">\n  <head>\n  </head>\n</html>\n')
    (folder / "offline.js").write_text("const VERSION = '__VERSION__'\nconst FILES = ['__FILES__']\n")
    return folder


@pytest.fixture
def engine(tmp_path: Path) -> Path:
    folder = tmp_path / "engine"
    (folder / "abc").mkdir(parents=True)
    (folder / "abc" / "package.bin.gz").write_bytes(b"packed")
    (folder / "engine.json").write_text('{"folder": "abc"}')
    return folder


def test_the_page_says_where_its_engine_and_its_server_are_and_knows_its_files(
    client: Path, engine: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    size = write_folder(out, client, engine, server="https://games.example.org")
    page = (out / "index.html").read_text()
    assert '<html data-engine="./engine/engine.json" data-server="https://games.example.org" lang="en">' in page
    assert 'rel="manifest"' in page and json.loads((out / "manifest.webmanifest").read_text())["name"] == "Esquive"
    assert size == sum(path.stat().st_size for path in out.rglob("*") if path.is_file())
    offline = (out / "offline.js").read_text()
    names = json.loads(offline.splitlines()[1].removeprefix("const FILES = "))
    found = {path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file()}
    assert {*names} == {*found, "./"} - {"offline.js"}
    write_folder(out, client, engine)  # over an older page
    assert (out / "offline.js").read_text() != offline, "another version, since a file differs"
    assert "data-server" not in (out / "index.html").read_text()


def test_a_folder_with_something_else_in_it_is_left_alone(client: Path, engine: Path, tmp_path: Path) -> None:
    out = tmp_path / "letters"
    out.mkdir()
    (out / "letter.txt").write_text("dear")
    with pytest.raises(EsquiveError, match="something else"):
        write_folder(out, client, engine)
    with pytest.raises(EsquiveError, match="something else"):
        write_folder(out / "letter.txt", client, engine)
    assert (out / "letter.txt").read_text() == "dear"
    with pytest.raises(EsquiveError, match=r"no index\.html"):
        write_folder(tmp_path / "new", tmp_path / "nothing", engine)
    with pytest.raises(EsquiveError, match=r"no engine\.json"):
        write_folder(tmp_path / "new", client, tmp_path / "nothing")
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize("server", ["games", "ftp://games.example.org", "javascript:alert(1)"])
def test_a_server_is_named_by_its_address(server: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["site", "--out", str(tmp_path / "out"), "--server", server]) == 2
    assert "--server" in capsys.readouterr().err


@pytest.mark.skipif(not LISTED.is_file(), reason="needs the engine: make site")
def test_the_engine_is_small_and_holds_what_it_lists() -> None:
    listed = json.loads(LISTED.read_text())
    folder = ENGINE / listed["folder"]
    assert {path.name for path in folder.iterdir()} == {*listed["files"]} | {
        Path(place).name for place in listed["answers"].values()
    }
    for name, size in listed["files"].items():
        assert (folder / name).stat().st_size == size
    sent = sum(
        len(path.read_bytes() if path.suffix == ".gz" else gzip.compress(path.read_bytes()))
        for path in folder.iterdir()
    )
    assert sent < MOST_BYTES


@pytest.mark.skipif(not LISTED.is_file(), reason="needs the engine: make site")
def test_what_is_answered_before_the_engine_is_there_is_what_the_engine_answers() -> None:
    listed = json.loads(LISTED.read_text())
    host = PageHost(PageStore(MemoryKeeper()))
    assert len(listed["answers"]) == 10
    for address, place in listed["answers"].items():
        path, _, query = address.partition("?")
        answered = asyncio.run(ROUTES.answer(host, Asked("GET", path, dict(parse_qsl(query)))))
        assert (ENGINE / place).read_bytes() == answered.body, address
    client = (Path(__file__).resolve().parents[2] / "web/src/state/api.ts").read_text()
    for asked in (
        r"/api/catalogue\?lang=\$\{settings.language\}&outline=true",
        r"/api/learn\$\{inLanguage\(\)\}&game=",
    ):
        assert re.search(asked, client), "asked by this very address"
