"""A pack that is made in an editor: it goes out as documents and comes back as TOML, with what the rules say of it."""

import tomllib
from typing import Any

from esquive.core.games import game_named
from esquive.hosting.own_packs import answer_packs
from esquive.hosting.pack_messages import PackBrought, PacksQuestion, PacksVerdict

WALL = {
    "name": {"en": "the wall"},
    "kind": "wall",
    "shape": [[70, 10], [80, 10], [80, 12], [70, 12]],
    "height_cm": 8,
    "flags": ["impassable", "blocks-sight"],
}


def asked(language: str = "en", text: str = "", **documents: Any) -> PacksVerdict:
    """What is said of a pack of Kaos that is edited."""
    question = PacksQuestion(
        packs=[PackBrought("mine.toml", text)], game="kaos", edited=True, documents=documents or None
    )
    return answer_packs(game_named("kaos"), question, language)


def field(*pieces: dict[str, Any], **keys: Any) -> dict[str, Any]:
    """A battlefield."""
    words = {"id": "my-field", "name": {"en": "My field"}, "text": {"en": "A wall."}, "source": "user"}
    return {**words, "piece": list(pieces), **keys}


def test_documents_come_back_as_toml_that_says_the_same() -> None:
    found = asked(pack={"name": "Mine"}, field=[field({**WALL, "shape": [[30, 10], [40, 10], [40, 12], [30, 12]]})])
    assert found.usable and tomllib.loads(found.text) == found.documents
    assert found.catalogue is not None and found.held == {"field": 1}


def test_a_fault_comes_with_its_place_clause_and_mend_in_the_language_asked_for() -> None:
    found = asked("fr", field=[field(WALL)])
    (remark,) = found.remarks
    assert (remark.severity, remark.kind, remark.clauses) == ("fault", "off-table", ["K5.4"])
    assert remark.what.startswith("The wall n'est pas") and remark.about == ["field", 0, "piece", 0]
    (change,) = remark.changes
    assert change.path == ["field", 0, "piece", 0, "shape"] and change.value[0] == [65, 10]
    assert not found.usable


def test_a_text_is_read_into_documents_and_what_is_no_toml_is_told() -> None:
    text = asked(field=[field()]).text
    assert asked(text=text).documents == {"field": [field()]}
    broken = asked(text=text + "\n[[")
    assert broken.documents is None and not broken.usable and "TOML" in broken.faults[0].what


def test_documents_of_another_shape_are_told_by_key_and_nothing_is_said_of_their_grounds() -> None:
    found = asked(field=[field(width_cm=20)])
    assert not found.usable and "width_cm" in found.faults[0].where and found.remarks == []


def test_a_pack_that_nobody_edits_is_answered_without_documents() -> None:
    question = PacksQuestion(packs=[PackBrought("mine.toml", asked(field=[field()]).text)], game="kaos")
    found = answer_packs(game_named("kaos"), question, "en")
    assert found.usable and (found.text, found.documents, found.remarks) == ("", None, [])
