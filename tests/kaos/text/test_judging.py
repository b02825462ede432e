"""A judge who derives: the words of conditions, odds and the log tell what their numbers are made of."""

from typing import Any

import pytest

from esquive.core.messages import LANGUAGES
from esquive.core.odds import odds_of
from esquive.kaos.book.terms import WHYS
from esquive.kaos.game import GAME
from esquive.kaos.spoken.odds_counting import ODDS
from esquive.kaos.spoken.wording import Wording, event_data

SWORD = {"id": "sword", "kind": "close_melee", "dice": 4, "wounds": 3}
CHARGE = "plan charge 36.5,20 strike foe sword"


def charging(**armoured: Any) -> Any:
    """A hero that may charge a foe in armour, 20 cm away, which has played its turn."""
    document = {
        "game": "kaos",
        "turn": {"figure": "hero"},
        "profile": [{"id": "knight", "weapon": [SWORD]}, {"id": "guard", "armour": 1, "weapon": [SWORD], **armoured}],
        "figure": [
            {"id": "hero", "profile": "knight", "owner": "p1", "x": 20, "y": 20, "facing": 0},
            {"id": "foe", "profile": "guard", "owner": "p2", "x": 40, "y": 20, "facing": 180, "activated": True},
        ],
    }
    return GAME.from_document(document)


@pytest.mark.parametrize(
    ("language", "limit"),
    [
        ("en", "(20 = 10 printed [K10.1], +10 running [K10.2])"),
        ("fr", "(20 = 10 imprimés [K10.1], +10 à la course [K10.2])"),
        ("it", "(20 = 10 stampati [K10.1], +10 di corsa [K10.2])"),
    ],
)
def test_a_charge_tells_what_its_limit_is_made_of(language: str, limit: str) -> None:
    """[Kaos K10.2]."""
    state = charging()
    words = GAME.words(state, language)
    told = {one.kind: words.condition(one) for one in GAME.conditions(state, GAME.parse(state, CHARGE))}
    assert limit in told["movement"]


def test_odds_tell_the_pools_and_what_armour_took_off_the_wounds() -> None:
    """[Kaos K18.3] [Kaos K21.3] [Kaos K28.2]: the dice of the next round's initiative are no part of it."""
    state = charging()
    odds = GAME.words(state).odds(GAME.parse(state, CHARGE), ("react none",))
    assert odds.odds_note is not None and odds.odds is not None
    made = "4 printed [K14.3], −1 beyond base contact [K21.3], −1 at the end of a charge [K28.2]"
    assert f"Attack: Hero rolls 2 dice ({made})." in odds.odds_note and "Initiative" not in odds.odds_note
    assert "Foe: +2 wounds (3 by the weapon [K18.1], −1 armour [K18.3])" in [one.text for one in odds.odds]


def test_a_hit_that_armour_stops_whole_says_so() -> None:
    """[Kaos K18.3]: not the same as a miss."""
    state = charging(armour=4)
    odds = GAME.words(state).odds(GAME.parse(state, CHARGE), ("react none",))
    assert odds.odds is not None
    assert {one.text for one in odds.odds} == {"The armour of Foe stops 3 wounds", "Nobody suffers anything"}


def test_an_outcome_lists_the_events_with_their_terms() -> None:
    """What `esquive judge --json` prints under `events`."""
    state = charging()
    found = odds_of(ODDS, state, GAME.parse(state, CHARGE), ("react none",))
    data = found.to_data(lambda note: event_data(state, note))
    sums = [event["sum"] for event in data["outcomes"][0]["events"] if event["kind"] == "pool"]
    assert sums[0][2] == {"x": -1, "why": "charge", "clause": "K28.2"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_has_words(language: str) -> None:
    """Those of events, and those of lengths, which only conditions tell."""
    wording = Wording(charging(), language)
    for why, clause in [
        *WHYS,
        *((why, "K10.1") for why in ("held-fast", "half", "run", "way", "up", "down", "difficult")),
    ]:
        for x in (1, 2, "2.5"):
            told = wording.term({"x": x, "why": why, "clause": clause})
            assert told.endswith(f"[{clause}]") and "{" not in told and "why." not in told
