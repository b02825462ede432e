"""`esquive docs --read`, and messages whose documents can be found."""

import json
from pathlib import Path

import pytest

from esquive.clauses import documents
from esquive.cli.main import main


def test_a_document_is_printed_by_its_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["docs", "--read", "notation"]) == 0
    assert capsys.readouterr().out.startswith("# Notation")


def test_every_document_is_listed_with_its_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["docs", "--read", "list", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert {"notation.md", "card-format.md", "card.schema.json", "protocol.md", "rulings.md"} <= set(found)
    assert all(Path(file).is_file() for file in found.values())


def test_an_unknown_document_is_answered_with_those_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["docs", "--read", "novel"]) == 2
    assert "choose from: after-the-game.md, agreeing.md, bots.md, card-format.md" in capsys.readouterr().err


def test_outside_a_checkout_a_message_says_where_its_document_lies(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "see docs/card-format.md for an example"
    assert documents.with_paths(text) == text
    monkeypatch.setattr(documents, "checkout", lambda: None)
    assert documents.with_paths(text) == f"see {documents.SHIPPED / 'card-format.md'} for an example"
