"""What has been used up this turn, or in this fight, is in a position document, also in one that a seat may have."""

import json
from typing import Any

import pytest

from esquive.core.errors import DocumentError
from esquive.core.waiting import Decision, Refusal
from esquive.krosmaster.game import GAME
from esquive.krosmaster.table.state import ACTIVATION, State
from esquive.krosmaster.written.documents.positions import from_document, to_document
from tests.krosmaster.playing import Table, mine, theirs
from tests.krosmaster.text.test_views import decisions

USED = ("cast_turn", "hits", "collected", "reward_bought", "once_turn", "once_fight")


def read_again(state: State) -> State:
    """The state from its document for a spectator, which has no exact form."""
    document = json.loads(json.dumps(to_document(state, -1)))
    assert "exact" not in document
    for unit in document["unit"]:  # what lies face down is not told, and is not what is asked about
        unit["rewards"] = [reward for reward in unit.get("rewards", []) if "id" in reward]
    return from_document(document)


def refused(document: dict[str, Any]) -> Refusal | None:
    """What the rules say to a punch."""
    state = from_document(document)
    assert isinstance(state.waiting, Decision)
    return state.waiting.refusal(GAME.parse(state, "cast punch b1"))


def test_what_was_used_in_random_games_is_used_when_the_document_is_read() -> None:
    seen = dict.fromkeys(USED, 0)
    for state in decisions(5, 7):
        if state.phase != ACTIVATION:  # nobody acts who has used anything up
            continue
        again = read_again(state)
        before, after = to_document(state, -1), to_document(again, -1)
        assert after["turn"] == before["turn"]
        assert after.get("used_powers") == before.get("used_powers")
        for column in USED:
            assert bool(getattr(again, column)) == bool(getattr(state, column)), column
            seen[column] += bool(getattr(state, column))
    assert seen["cast_turn"] and seen["hits"] and seen["collected"], seen


def test_a_spell_once_a_turn_cannot_be_cast_twice_over_a_document() -> None:
    """[KA 7.1.3.a]"""
    table = Table("H F . .", {"H": mine("percedal", ap=12), "F": theirs("percedal")}, turn="H")
    document: dict[str, Any] = to_document(table.state, 0)
    assert refused(document) is None
    document["turn"]["cast"] = ["punch"]
    refusal = refused(document)
    assert refusal is not None and refusal.rules[0] == "7.1.3.a"


@pytest.mark.parametrize(
    ("keys", "where"),
    [
        ({"turn": {"cast": ["no-spell"]}}, "turn.cast[0]"),
        ({"turn": {"struck": [{"spell": "punch", "unit": "nobody"}]}}, "turn.struck[0]"),
        ({"turn": {"struck": [{"spell": "punch", "cell": "4e"}]}}, "turn.struck[0]"),
        ({"used_powers": [{"unit": "H", "of": "percedal", "power": 9}]}, "used_powers[0]"),
        ({"used_powers": [{"unit": "H", "of": ["percedal"]}]}, "used_powers[0]"),
        ({"turn": {"cast": "punch"}}, "turn.cast"),
        ({"turn": {"struck": 5}}, "turn.struck"),
        ({"used_powers": None}, "used_powers"),
    ],
)
def test_what_was_never_there_to_be_used_is_refused_where_it_stands(keys: dict[str, Any], where: str) -> None:
    table = Table("H F . .", {"H": mine("percedal"), "F": theirs("percedal")}, turn="H")
    document = to_document(table.state, 0)
    document["turn"] = {**document["turn"], **keys.get("turn", {})}
    document.update({key: value for key, value in keys.items() if key != "turn"})
    with pytest.raises(DocumentError) as error:
        from_document(document)
    assert where in str(error.value)
