"""What would be lost by ending an activation, told where it is much and there is something to spend it on."""

import pytest

from esquive.krosmaster.seen.decisions import decision_view
from tests.krosmaster.playing import Table, card, mine, spell, summon, theirs

SHOT = spell("shot", (1, 3))
CALL = spell("call", (1, 3), kind="special", cost={"ap": 1}, do=[{"op": "summon", "summon": "wisp"}])


def unspent(drawing: str, language: str = "en", **hero: object) -> str:
    pack = [summon("wisp"), card("archer", hp=10, ap=6, mp=2, spells=[SHOT])]
    pack.append(card("caller", hp=10, ap=6, mp=2, spells=[CALL]))
    hero = {"card": "archer", **hero}
    units = {"H": mine(str(hero.pop("card")), **hero), "F": theirs("percedal")}
    shown = decision_view(Table(drawing, units, pack=pack, turn="H").state, 0, language)
    assert shown is not None
    return shown.hints.unspent


def test_an_attack_that_reaches_an_enemy_is_much_and_named() -> None:
    """The points are lost when the activation ends [KA 6.3.8]."""
    assert unspent("H . F .", ap=3, mp=0) == "You would lose 3 AP, though Shot can still be cast at an enemy."


@pytest.mark.parametrize(("language", "word"), [("fr", "perdriez"), ("it", "Perderesti")])
def test_it_is_said_in_the_language_of_the_reader(language: str, word: str) -> None:
    assert word in unspent("H . F .", language)


def test_half_of_the_ap_are_much_where_there_is_something_to_spend_them_on() -> None:
    told = unspent("H . . . . F", card="caller", ap=3, mp=0)
    assert told == "You would lose 3 AP, and there is still something to spend it on."
    assert unspent("H . . . . F", card="caller", ap=2, mp=0) == ""


def test_points_that_nothing_can_be_done_with_are_not_asked_about() -> None:
    assert unspent("H . . . . F", ap=5, mp=0) == ""
    assert unspent("H . . . . F", ap=0, mp=2) == "", "who has struck and stays where it is knows why"


def test_to_end_before_anything_was_done_is_much() -> None:
    assert unspent("H . . . . F") == "Nothing is spent yet: you would lose 6 AP, 2 MP."
