"""What is compiled: the list of plain modules fits the sources, without compiling anything."""

import json
import tomllib
from pathlib import Path

import pytest

from esquive.core.shipped_tables import DECODED
from tests.tools.loading import tool_named


def test_the_copy_has_the_tables_as_they_are_now(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A table decoded when the checkout was built says nothing of cards that have come since."""
    tool = tool_named("compile")
    monkeypatch.setattr(tool, "BUILD", tmp_path)
    tool.bring_up_to_date([])
    tables = json.loads((tmp_path / "esquive" / DECODED).read_text(encoding="utf-8"))
    card = Path("krosmaster/catalogue/cards/vampyro.toml")
    assert tables[card.as_posix()] == tomllib.loads((tool.SOURCE / "esquive" / card).read_text(encoding="utf-8"))


def test_every_module_is_compiled_or_plain_for_a_reason() -> None:
    """A new module with structs, or a plain one that is gone, has to be said in tools/compile.py."""
    tool = tool_named("compile")
    names = {tool.module_name(path) for path in tool.compiled_modules()}
    assert {"esquive.core.frames", "esquive.krosmaster.book.casting", "esquive.kaos.book.moves"} <= names
    assert "esquive.core.packs" not in names
