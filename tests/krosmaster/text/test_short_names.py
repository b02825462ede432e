"""Names short enough to stand under a piece: no two alike in one match, in any language."""

from itertools import combinations_with_replacement

import pytest

from esquive.krosmaster.cards.catalogue import catalogue
from esquive.krosmaster.cards.team_files import ready_teams
from esquive.krosmaster.cards.translations import display_name
from esquive.krosmaster.seen.card_views import emblem_of
from esquive.krosmaster.spoken.short_names import LONGEST, short_names

LANGUAGES = ("en", "fr", "it")


def shorten(*names: str, tokens: tuple[str, ...] = ()) -> list[str]:
    return short_names((*names, *tokens), (*(False for _ in names), *(True for _ in tokens)))


def test_a_name_is_shortened_to_the_word_that_tells_it_from_the_others() -> None:
    assert shorten("Cloud Knight", "Drop Knight", "Ruel Stroud") == ["Cloud", "Drop", "Ruel"]
    assert shorten("Anna Tommy", "Oscar Kass") == ["Anna Tommy", "Oscar Kass"]
    assert shorten("Chevalier Nuage", "Chevalier Goutte") == ["Nuage", "Goutte"]
    assert shorten("King of the Gobballs", "Evangelyne", "The Nun") == ["King", "Evangelyne", "The Nun"]


def test_figures_of_one_name_are_numbered() -> None:
    assert shorten("Boo Ming", "Bill Tell", "Boo Ming", "Boo Ming") == [
        "Boo Ming",
        "Bill Tell",
        "Boo Ming 2",
        "Boo Ming 3",
    ]


def test_what_is_summoned_takes_no_name_away() -> None:
    before = shorten("Royal Gobball", "Anna Tommy")
    assert shorten("Royal Gobball", "Anna Tommy", tokens=("Gobball", "Gobball")) == [*before, "Gobball", "Gobball 2"]
    assert before[0] == "Royal"


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_units_of_any_pair_of_ready_made_teams_have_one_name(language: str) -> None:
    known = catalogue()
    tokens = tuple(display_name(token.name, language) for token in known.summons.values())
    for one, other in combinations_with_replacement(ready_teams(), 2):
        names = tuple(display_name(known.cards[card].name, language) for card in (*one.cards, *other.cards))
        found = shorten(*names, tokens=tokens + tokens)
        assert len({short.casefold() for short in found}) == len(found)
        assert all(short and len(short) <= LONGEST + 3 for short in found)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_of_the_catalogue_has_a_short_name_beside_all_the_others(language: str) -> None:
    names = tuple(display_name(card.name, language) for card in catalogue().cards.values())
    found = shorten(*names)
    assert len({short.casefold() for short in found}) == len(found)


def test_an_emblem_is_told_in_no_language_and_alike_for_both_prints() -> None:
    known = catalogue()
    first, eternal = emblem_of(known.cards["oscar-kass"]), emblem_of(known.cards["oscar-kass-eternal"])
    assert first.kin == eternal.kin == ["oscar-kass", "sram"]
    assert first.elements == ["water", "earth"]
    assert (first.collection, eternal.collection) == ("dks1", "et1")
    assert emblem_of(known.summons["water-bomb"]).kin == ["water-bomb", "bomb"]
