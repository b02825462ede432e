"""The catalogue as a later version of the program may have it: a card added, a card mended."""

from types import MappingProxyType
from typing import Any

import pytest
from msgspec import structs

from esquive.krosmaster.cards.catalogue import catalogue
from esquive.krosmaster.written.documents import set_ups

FRESH = "a-card-of-next-year"


def mended(monkeypatch: pytest.MonkeyPatch, kind: str, one: str, **changes: Any) -> None:
    """Change a document of Krosmaster's catalogue (`kind`: "cards", "rewards", ...) until the test is over."""
    table = getattr(catalogue(), kind)
    _put(monkeypatch, kind, {**table, one: structs.replace(table[one], **changes)})


def added(monkeypatch: pytest.MonkeyPatch, kind: str, like: str, name: str = FRESH) -> None:
    """Add a document that is like another one but for its id."""
    table = getattr(catalogue(), kind)
    _put(monkeypatch, kind, {**table, name: structs.replace(table[like], id=name)})


def _put(monkeypatch: pytest.MonkeyPatch, kind: str, table: dict[str, Any]) -> None:
    monkeypatch.setattr(catalogue(), kind, MappingProxyType(dict(sorted(table.items()))))
    monkeypatch.setattr(catalogue(), "_hash", "")
    monkeypatch.setattr(set_ups, "_LIBRARIES", {})
