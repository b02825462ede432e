"""Effects that change no number on the table at once are told all the same: what, for which spells, how long."""

from typing import Any

import pytest

from esquive.krosmaster.spoken.wording import Wording
from tests.krosmaster.casting import mage
from tests.krosmaster.playing import Table, card, mine, theirs

SELF = {"who": "self"}
MAIN = {"who": "main"}


def told(*do: dict[str, Any], language: str = "en", **foe: Any) -> list[str]:
    """What the log says of a mage's Special spell on the foe, beyond the casting itself."""
    units = {"hero": mine("mage"), "foe": theirs("ox", **foe)}
    pack = [mage(*do), card("ox", hp=20, name={"en": "Ox"})]
    table = Table("hero . foe", units, turn="hero", pack=pack).play("cast act c1")
    words = Wording(table.state, language)
    return [words.event(event) for event in table.state.log or []][2:]


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "Mage has +2 fire damage for its next spell, until the end of the turn."),
        ("fr", "Mage a +2 dégâts feu pour son prochain sort, jusqu'à la fin du tour."),
        ("it", "Mage ha +2 danni fuoco per il suo prossimo incantesimo, fino alla fine del turno."),
    ],
)
def test_a_bonus_is_told_with_what_it_is_for_and_how_long(language: str, sentence: str) -> None:
    """[KA 4.18.3.d]."""
    bonus = {"op": "bonus", "stat": "damage", "x": 2, "element": "fire", "spells": "next", "to": SELF}
    assert told(bonus, language=language) == [sentence]


@pytest.mark.parametrize(
    ("bonus", "sentence"),
    [
        ({"stat": "damage", "x": 1, "until": "fight"}, "Ox has +1 damage, until the end of the fight."),
        ({"stat": "damage", "x": -1}, "Ox has −1 damage, until the end of the turn."),
        ({"stat": "heal", "x": 1, "until": "player-turn"}, "Ox has +1 healing, until the end of its player's turn."),
        ({"stat": "range", "x": 2}, "Ox has +2 MAX range (alterable ranges only), until the end of the turn."),
        ({"stat": "critical-dice", "x": 1}, "Ox has +1 Critical Hit die, until the end of the turn."),
    ],
)
def test_bonuses_to_whatever_there_is_are_told(bonus: dict[str, Any], sentence: str) -> None:
    """[KA 4.18.3.d]."""
    assert told({"op": "bonus", "to": MAIN, **bonus}) == [sentence]


def test_who_slips_and_who_changes_level_is_told() -> None:
    """[KA 4.14.1] [Ruling R20]."""
    assert told({"op": "slip", "to": MAIN}, {"op": "set-level", "x": 1, "to": MAIN}) == [
        "Ox cannot be locked until the end of the turn.",
        "Ox counts as level 1 from now on.",
    ]


def test_a_spell_that_does_more_is_told() -> None:
    """[KA 4.18.3.d]."""
    more = {"op": "improve-spell", "spell": "act", "do": [{"op": "gain-kamas", "x": 1}]}
    assert told(more) == ["Act of Mage does more until the end of the turn."]


@pytest.mark.parametrize(
    ("op", "sentences"),
    [
        ({"op": "remove-markers", "stats": ["ap"]}, ["Ox gives back 2 −1 AP markers."]),
        ({"op": "remove-markers", "stats": ["ap"], "x": 1}, ["Ox gives back a −1 AP marker."]),
        ({"op": "remove-markers", "stats": ["mp"]}, []),
        (
            {"op": "invert-markers", "stats": ["ap", "mp"]},
            ["Ox gives back 2 −1 AP markers.", "Ox gets 2 +1 AP markers."],
        ),
    ],
)
def test_markers_that_are_given_back_are_told(op: dict[str, Any], sentences: list[str]) -> None:
    """[KA 4.18.3]."""
    assert told({**op, "to": MAIN}, ap_markers=-2) == sentences


def test_markers_that_the_other_piece_may_not_have_are_told_as_they_go_back() -> None:
    """The Ox has 1 AP, so that it can hold but one -1 AP marker [KA 4.11.7] [Ruling R95]."""
    units = {"hero": mine("mage", ap_markers=-3), "foe": theirs("ox")}
    pack = [mage({"op": "exchange-markers"}), card("ox", hp=20, ap=1)]
    table = Table("hero . foe", units, turn="hero", pack=pack).play("cast act c1")
    assert table.facts("markers-returned") == [{"unit": "foe", "stat": "ap", "x": -2}]
