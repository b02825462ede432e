"""The seeds of the dice are sealed: the database alone tells nobody how they will fall."""

import asyncio
import os
import sqlite3
import stat
from pathlib import Path

import msgspec
import pytest

from esquive.core.errors import EsquiveError
from esquive.hosting.protocol import NewMatch, ProtocolError
from esquive.hosting.registry import MatchRegistry
from esquive.server.storage.database import sqlite_url
from esquive.server.storage.seed_encryption import KEY, KEY_FILE, Sealer, sealer
from tests.server.stores import opened
from tests.server.test_migrations import DATABASES, MIDDLE, restored
from tests.server.test_store import SETUP

SEED = "5e" * 32


def seed_of(file: Path, match_id: str) -> str:
    """The seed of a match, as the server knows it after a start."""

    async def run() -> str:
        async with opened(sqlite_url(file)) as store:
            stored = await store.load(match_id)
        assert stored is not None
        return stored.seed

    return asyncio.run(run())


def made(file: Path) -> str:
    async def run() -> str:
        async with opened(sqlite_url(file)) as store:
            match = await MatchRegistry(store, 0.0, lambda: bytes.fromhex(SEED)).create(
                msgspec.convert(SETUP, NewMatch)
            )
            await store.commit("c" * 64, bytes.fromhex(SEED))
        return match.id

    return asyncio.run(run())


def test_a_seed_is_not_in_the_database_and_comes_back_with_the_key(tmp_path: Path) -> None:
    file = tmp_path / "matches.sqlite"
    match_id = made(file)
    content = file.read_bytes()
    assert SEED.encode() not in content and bytes.fromhex(SEED) not in content
    assert seed_of(file, match_id) == SEED
    key = tmp_path / "matches.sqlite.key"
    if os.name == "posix":
        assert stat.S_IMODE(key.stat().st_mode) == 0o600
    assert key.read_text().strip().encode() not in content


@pytest.mark.parametrize("dump", DATABASES, ids=lambda dump: dump.stem)
def test_seeds_that_were_stored_plain_are_sealed_and_leave_nothing_behind(dump: Path, tmp_path: Path) -> None:
    file = restored(dump, tmp_path / "old.sqlite")
    connection = sqlite3.connect(file)
    (plain,) = connection.execute("SELECT seed FROM matches WHERE id = ?", (MIDDLE,)).fetchone()
    connection.close()
    assert plain.encode() in file.read_bytes()
    assert seed_of(file, MIDDLE) == plain
    assert plain.encode() not in file.read_bytes()


def test_a_lost_key_is_told_at_the_start_with_its_place_and_what_to_do(tmp_path: Path) -> None:
    file = tmp_path / "matches.sqlite"
    match_id = made(file)
    key = tmp_path / "matches.sqlite.key"
    saved = key.read_text()
    key.unlink()
    with pytest.raises(EsquiveError, match="key to the dice") as raised:
        seed_of(file, match_id)
    assert str(key) in str(raised.value) and KEY_FILE in str(raised.value)
    assert not key.exists()
    key.write_text("")  # it is lost for good
    with pytest.raises(ProtocolError) as refused:
        seed_of(file, match_id)
    assert (refused.value.code, refused.value.status) == ("no-key", 409)
    key.write_text(key.read_text() + saved)  # found again, under the new one
    assert seed_of(file, match_id) == SEED


def test_the_key_may_be_given_in_the_environment(tmp_path: Path) -> None:
    first, second = "01" * 32, "02" * 32
    place = tmp_path / "unused.key"
    sealed = sealer(place, False, {KEY: first}).seal(SEED, "m")
    assert sealer(place, True, {KEY: f"{second},{first}"}).open(sealed, "m") == SEED
    assert not place.exists()
    with pytest.raises(EsquiveError, match="no key"):
        sealer(place, False, {KEY: "secret"})


def test_what_is_sealed_for_one_match_cannot_be_put_under_another_nor_changed() -> None:
    kept = Sealer([b"k" * 32])
    sealed = kept.seal(SEED, "one")
    assert kept.seal(SEED, "one") != sealed
    for text, of in ((sealed, "other"), (sealed[:-4] + ("AAAA" if sealed[-4:] != "AAAA" else "BBBB"), "one")):
        with pytest.raises(ProtocolError) as raised:
            kept.open(text, of)
        assert raised.value.code == "no-key"
