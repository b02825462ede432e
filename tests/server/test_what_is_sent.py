"""What a browser loads: compressed where that helps, and kept where it cannot change."""

import gzip
import urllib.request
from pathlib import Path

import pytest

from tests.server.serving import thread_server

pytestmark = pytest.mark.anywhere


@pytest.fixture
def static(tmp_path: Path) -> Path:
    folder = tmp_path / "static"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html>" + "<p>Esquive</p>" * 200)
    (folder / "assets" / "index-1a2b.js").write_text("export const one = 1\n" * 200)
    (folder / "assets" / "letters-3c4d.woff2").write_bytes(b"\0" * 4000)
    return folder


@pytest.mark.parametrize(
    ("path", "is_compressed", "is_kept"),
    [
        ("/", True, False),
        ("/assets/index-1a2b.js", True, True),
        ("/assets/letters-3c4d.woff2", False, True),
        ("/api/catalogue", True, None),
    ],
)
def test_text_is_compressed_and_what_carries_its_hash_is_kept(
    tmp_path: Path, static: Path, path: str, is_compressed: bool, is_kept: bool | None
) -> None:
    with thread_server(tmp_path / "matches.sqlite", static=static) as site:
        plain = urllib.request.urlopen(site.address + path).read()
        request = urllib.request.Request(site.address + path, headers={"accept-encoding": "gzip"})
        with urllib.request.urlopen(request) as response:
            body, headers = response.read(), response.headers
    assert (headers.get("content-encoding") == "gzip") == is_compressed
    assert (gzip.decompress(body) if is_compressed else body) == plain
    if is_compressed:
        assert len(body) < len(plain) / 3
    kept = {True: "immutable", False: "no-cache", None: ""}[is_kept]
    assert kept in headers.get("cache-control", "")


def test_the_outline_of_the_catalogue_has_the_cards_of_the_ready_made_teams_alone(tmp_path: Path) -> None:
    with thread_server(tmp_path / "matches.sqlite") as site:
        whole, outline = (site.ask(f"/api/catalogue?outline={told}")[1] for told in ("false", "true"))
        fielded = {card for team in whole["teams"] for card in team["cards"]}
        assert {card["id"] for card in outline["cards"]} == fielded < {card["id"] for card in whole["cards"]}
        assert (outline["teams"], outline["options"]) == (whole["teams"], whole["options"])
        assert site.ask("/api/catalogue?game=kaos&outline=true")[0] == 200
