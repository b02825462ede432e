"""Every word of the rules is explained in three languages and by both books; cards' texts are full of them."""

import re
from typing import get_args

import pytest

from esquive.core.messages import LANGUAGES
from esquive.krosmaster.cards.catalogue import catalogue
from esquive.krosmaster.cards.who import Keyword
from esquive.krosmaster.releases.books import BOOKS
from esquive.krosmaster.spoken.cards.sentences import spell_text
from esquive.krosmaster.spoken.glossary import terms
from esquive.krosmaster.spoken.wording import words_of

CITED = {book.release: book.registry() for book in BOOKS}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("release", ["2.7", "2.2"])
def test_a_term_has_a_name_a_meaning_and_a_clause_that_exists(release: str, language: str) -> None:
    found = terms(language, release)
    assert len(found) > 110
    assert len({one.id for one in found}) == len(found)
    for one in found:
        assert all(one.words) and one.text.endswith((".", "!", "%", ")")), one
        assert all(clause in CITED[release] for clause in one.clause.split(", "))


def test_each_book_explains_what_only_it_has() -> None:
    """Frozen markers, the Axe and Temper are of 2.2 [KA-2.2 309.8] [KA-2.2 312.3] [KA-2.2 307.12a]."""
    ids = {book.release: {one.id for one in terms("en", book.release)} for book in BOOKS}
    assert {"frozen", "area.axe", "power.temper"} <= ids["2.2"] - ids["2.7"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_keyword_power_is_a_term(language: str) -> None:
    """By the name and sentence it has on cards [KA 4.9.2]."""
    words = words_of(language)
    found = {one.id.removeprefix("power."): one for one in terms(language, "2.2") if one.id.startswith("power.")}
    assert {name: one.words[0] for name, one in found.items()} == {name: words.power(name)[0] for name in found}
    assert set(found) == set(get_args(Keyword))


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_of_spells_are_full_of_terms(language: str) -> None:
    """Nine texts in ten have a word that can be asked about."""
    words = sorted({word for one in terms(language) for word in one.words}, key=len, reverse=True)
    known = re.compile(rf"(?<!\w)({'|'.join(map(re.escape, words))})(?!\w)")
    texts = [
        text for card in catalogue().cards.values() for spell in card.spell if (text := spell_text(spell, language))
    ]
    assert sum(bool(known.search(text)) for text in texts) > 0.9 * len(texts)
