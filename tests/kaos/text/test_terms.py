"""Every word of Kaos is explained in three languages; its cards are full of them."""

import re

import pytest

from esquive.core.messages import LANGUAGES
from esquive.kaos.cards.catalogue import catalogue
from esquive.kaos.game import GAME
from esquive.kaos.releases.books import BOOKS
from esquive.kaos.spoken.cards.descriptions import lines


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_term_has_a_name_a_meaning_and_clauses_that_exist(language: str) -> None:
    found, cited = GAME.terms(language), BOOKS[0].registry()
    assert len(found) > 60 and len({one.id for one in found}) == len(found)
    for one in found:
        assert all(one.words) and one.text.rstrip().endswith((".", ")")), one
        assert all(clause in cited for clause in one.clause.split(", "))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_has_words_that_can_be_asked_about(language: str) -> None:
    """The numbers of every fighter, object and event are named by terms."""
    words = sorted({word for one in GAME.terms(language) for word in one.words}, key=len, reverse=True)
    known = re.compile(rf"(?<!\w)({'|'.join(map(re.escape, words))})(?!\w)")
    cards = [*catalogue().fighters.values(), *catalogue().objects.values(), *catalogue().events.values()]
    assert not [card.id for card in cards if not known.search(" ".join(lines(card, language)))]
    for fighter in catalogue().fighters.values():
        assert len(known.findall(" ".join(lines(fighter, language)))) > 7, fighter.id
