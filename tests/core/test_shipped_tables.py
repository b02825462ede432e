"""Tables of TOML that a build has decoded hold what decoding them now gives, and cards made of them are the same."""

import tomllib
from importlib.resources import files
from pathlib import Path

import msgspec
import pytest

from esquive.core import shipped_tables
from esquive.core.shipped_tables import PACKAGE, decoded_tables, read_table, shipped_table
from esquive.kaos.cards.catalogue import catalogue as kaos_catalogue
from esquive.krosmaster.cards.catalogue import catalogue

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def decoded(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a package that has been built."""
    tables = msgspec.json.decode(decoded_tables(ROOT), type=dict[str, msgspec.Raw])
    monkeypatch.setattr(shipped_tables, "_decoded", lambda: tables)


def test_a_checkout_decodes_its_tables_when_they_are_read() -> None:
    assert shipped_table(files("esquive.krosmaster").joinpath("catalogue", "teams.toml")) is None


@pytest.mark.usefixtures("decoded")
def test_every_table_is_there_as_it_is_written() -> None:
    paths = sorted(PACKAGE.rglob("*.toml"))
    assert len(paths) > 400
    for path in paths:
        written = tomllib.loads(path.read_text(encoding="utf-8"))
        assert shipped_table(path) == read_table(path) == written, path
    assert shipped_table(ROOT / "pyproject.toml") is None, "no table of the package"
    one = read_table(paths[0])
    one.clear()
    assert read_table(paths[0]) != one, "each reader has its own"


@pytest.mark.usefixtures("decoded")
def test_cards_made_of_decoded_tables_are_those_of_their_sources() -> None:
    for known in (catalogue, kaos_catalogue):
        assert known.__wrapped__().content_hash == known().content_hash
