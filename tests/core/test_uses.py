"""What a match uses: named by kind and id, compared by hashes, and told in sentences of every language."""

from typing import Any

import pytest

from esquive.core.error_translations import told
from esquive.core.games import game_named
from esquive.core.used_documents import (
    RULES,
    changed_documents,
    changed_rules,
    changes,
    digest,
    is_uses,
    uses_of,
    without_words,
)
from tests.core.tiny_game import TinyGame

GAME = TinyGame()
KINDS = (
    *("card", "summon", "reward", "arena"),
    *("fighter", "object", "event", "field", "selection", "scenario", "horde"),
    *("release", "content"),
)


def uses(**kinds: Any) -> dict[str, Any]:
    return {RULES: GAME.revision, **kinds}


def test_a_game_that_tells_nothing_apart_names_its_content_and_its_revision() -> None:
    assert uses_of(GAME, {}, GAME.new({})) == {"rules": 1, "content": {"tiny": "tiny-1"}}


def test_what_is_the_same_is_told_of_nobody_in_whatever_order_it_stands() -> None:
    one, other = uses(card={"a": "1", "b": "2"}, arena={"c": "3"}), uses(arena={"c": "3"}, card={"b": "2", "a": "1"})
    assert changes(one, other, GAME) == []


def test_what_is_changed_gone_or_new_is_named() -> None:
    then, now = uses(card={"a": "1", "b": "2"}), uses(card={"a": "9", "c": "3"}, arena={"d": "4"})
    assert [(one.kind, one.id, one.sentence) for one in changed_documents(then, now)] == [
        ("card", "a", "a is not the card it was played with"),
        ("card", "b", "it was played with b, which is no longer part of it"),
        ("card", "c", "c is part of it now, and was not when it was played"),
        ("arena", "d", "d is part of it now, and was not when it was played"),
    ]


def test_another_revision_is_a_change_of_the_rules() -> None:
    (change,) = changed_rules({RULES: 7}, GAME)
    assert (change.kind, change.sentence) == (
        RULES,
        "it was played by revision 7 of the rules, and this program plays by revision 1",
    )


@pytest.mark.parametrize("value", [None, {}, {"rules": True}, {"rules": "1"}, {"rules": 1, "card": []}])
def test_what_has_another_shape_is_no_list_of_uses(value: Any) -> None:
    assert not is_uses(value)


def test_the_hash_is_that_of_what_is_played_and_not_of_what_is_read() -> None:
    card = {"id": "a", "name": {"en": "A"}, "note": "n", "do": [{"op": "special", "name": "bleeding"}], "hp": 3}
    assert without_words(card) == {"id": "a", "do": [{"op": "special", "name": "bleeding"}], "hp": 3}
    assert digest({"b": 1, "a": 2}) == digest({"a": 2, "b": 1}) != digest({"a": 2, "b": 2})


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("language", ["fr", "it"])
def test_every_change_is_told_in_every_language(kind: str, language: str) -> None:
    then, now = uses(**{kind: {"a": "1", "b": "2"}}), uses(**{kind: {"a": "9", "c": "3"}})
    for change in [*changed_rules({RULES: 7}, GAME), *changed_documents(then, now)]:
        said = told(change.sentence, language)
        assert said != change.sentence
        assert change.id in said


def test_the_kinds_of_all_games_are_told() -> None:
    """Each of these has its sentences above."""
    setups: dict[str, dict[str, Any]] = {
        "krosmaster": {"arena": "elemental", "teams": [["merkator"], ["oscar-kass"]]},
        "kaos": {"hordes": ["gravediggers", "bone-procession"], "scenario": "bones-of-the-saint"},
    }
    for name, setup in setups.items():
        game = game_named(name)
        assert set(uses_of(game, setup, game.new(setup))) <= {RULES, *KINDS}
