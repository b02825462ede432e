"""Every key of a release's number sections steers: with another value the same position plays otherwise.

Each proof is a small position played by release 2.7 and by a release that begins from it and changes that one key. A
key of the file without a proof fails, so that none can be written there which no rule reads.
"""

from collections.abc import Iterator
from typing import Any

import pytest

from esquive.krosmaster import releases
from tests.krosmaster.releases import proofs_of_actions, proofs_of_beginnings, proofs_of_scenery, proofs_of_stocks
from tests.krosmaster.releases.proofs import FILE, PROOFS

# Each says its proofs as it is imported.
CHAPTERS = (proofs_of_beginnings, proofs_of_actions, proofs_of_stocks, proofs_of_scenery)


@pytest.fixture(autouse=True)
def _nobody_else_plays_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """The releases made here are forgotten after each test."""
    monkeypatch.setattr(releases, "_added", {})


def keys_of(file: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """Every key of the sections of numbers with its value, those of inline tables too: `rewards.prices.ruby`."""
    for section, values in file.items():
        if isinstance(values, dict) and section != "procedures":
            for key, value in values.items():
                if isinstance(value, dict):
                    yield from ((f"{section}.{key}.{name}", one) for name, one in value.items())
                else:
                    yield f"{section}.{key}", value


@pytest.mark.parametrize(("key", "value"), list(keys_of(FILE)))
def test_every_number_of_the_release_steers_the_game(key: str, value: Any) -> None:
    assert key in PROOFS, f"show a position that plays otherwise with another {key}"
    proof = PROOFS[key]
    assert proof.value != value and proof.usual != proof.changed
    section, _, name = key.partition(".")
    table_of, _, entry = name.rpartition(".")
    change = {section: {table_of: {entry: proof.value}} if table_of else {name: proof.value}}
    assert proof.play({}) == proof.usual
    assert proof.play(change) == proof.changed


def test_every_proof_is_of_a_key_of_the_file() -> None:
    assert set(PROOFS) - {key for key, _ in keys_of(FILE)} == set()
