"""A database of every version that was released is brought up to date, and its matches are played on.

`databases/VERSION.sql` is what a server of that version had stored: a match in the middle, one with an open seat, one
that is over. A version that changes the tables adds its own file, made before the change.
"""

import importlib
import random
import sqlite3
from pathlib import Path

import pytest

from esquive.cli.main import main
from esquive.core.games import game_named
from esquive.core.record import parse_record, verify
from esquive.server.storage.migrate import MIGRATIONS
from tests.server.released import DATABASES, MIDDLE, OF_ONE, OPEN, OVER, TOKEN, restored
from tests.server.serving import thread_server
from tests.server.test_resumption import play

pytestmark = pytest.mark.sqlite


@pytest.mark.parametrize("dump", DATABASES, ids=lambda dump: dump.stem)
def test_matches_of_a_released_version_are_played_on(dump: Path, tmp_path: Path) -> None:
    with thread_server(restored(dump, tmp_path / "old.sqlite")) as site:
        with site.follow(MIDDLE, TOKEN) as client:
            state = client.hello()
            assert (state["type"], state["version"]) == ("state", 105)
            later = play(client, state, random.Random(3), 12)
            assert later["version"] >= 105 + 12
        with site.follow(MIDDLE, OF_ONE) as client:
            assert client.hello()["version"] == later["version"]
        status, taken = site.ask(f"/api/matches/{OPEN}/seats", {"name": "Zoe"})
        assert status == 201, taken
        status, text = site.ask(f"/api/matches/{OVER}/record")
        assert status == 200
    record = parse_record(text)
    assert verify(record, game_named("kaos")) == []
    assert record.end is not None


@pytest.mark.parametrize("dump", DATABASES, ids=lambda dump: dump.stem)
def test_what_was_played_on_is_still_there_after_the_next_start(dump: Path, tmp_path: Path) -> None:
    file = restored(dump, tmp_path / "old.sqlite")
    with thread_server(file) as site, site.follow(MIDDLE, TOKEN) as client:
        version = play(client, client.hello(), random.Random(4), 5)["version"]
    with thread_server(file) as site, site.follow(MIDDLE, TOKEN) as client:
        assert client.hello()["version"] == version


def test_a_database_of_a_newer_version_is_refused_in_one_line_that_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = restored(DATABASES[-1], tmp_path / "new.sqlite")
    connection = sqlite3.connect(file)
    connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.commit()
    connection.close()
    before = file.read_bytes()
    assert main(["play", "--no-browser", "--port", "0", "--data", str(file)]) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert str(file) in told and "9999" in told and "newer version" in told
    assert file.read_bytes() == before


def test_every_change_of_the_tables_has_a_number_of_its_own_and_follows_the_one_before() -> None:
    files = sorted(one.stem for one in (MIGRATIONS / "versions").glob("v*.py"))
    changes = [importlib.import_module(f"esquive.server.storage.migrations.versions.{stem}") for stem in files]
    numbers = [f"{number:04d}" for number in range(1, len(files) + 1)]
    assert [stem[1:5] for stem in files] == [change.revision for change in changes] == numbers
    assert [change.down_revision for change in changes] == [None, *numbers[:-1]]
