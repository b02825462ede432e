"""The decks of a match: how many cards they have, how often each, and from which places they come."""

from typing import Any

import pytest

from esquive.core.errors import DocumentError
from esquive.kaos.cards.library import PASSIVE, SELF, EventCard, Library, ObjectCard
from esquive.kaos.written.documents.set_ups import check_decks, new_state


def event(name: str, place: str = "moor", copies: int = 1) -> EventCard:
    """An event on a single card."""
    return EventCard(name, name, place, 1, copies, 1, (), ())


def found(name: str, place: str = "") -> ObjectCard:
    """An object."""
    return ObjectCard(name, name, place, 4, PASSIVE, SELF, -1, 0, (), ())


def decks(objects: list[ObjectCard] | None = None, events: list[EventCard] | None = None) -> str:
    """What is wrong with some decks, "" for nothing."""
    try:
        check_decks(Library((), tuple(objects or ()), tuple(events or ())))
    except DocumentError as error:
        return error.message
    return ""


def match(**wanted: Any) -> dict[str, Any]:
    """A set-up with decks."""
    return {"hordes": [["mel-ysaure"], ["abe-vhol"]], "decks": wanted}


@pytest.mark.parametrize(
    ("copies", "problem"),
    [([2, 2, 2], ""), ([6], ""), ([2, 2, 1], "Events in the deck: 5; at least 6 are needed [K33.2]"), ([1] * 6, "")],
)
def test_the_cards_of_a_deck_are_counted_not_their_kinds(copies: list[int], problem: str) -> None:
    """[Kaos K33.2] [Kaos K33.4]: six cards, as many of a kind as each card allows."""
    assert decks(events=[event(f"e{number}", copies=many) for number, many in enumerate(copies)]) == problem


def test_four_cards_of_an_event_deck_belong_to_its_place() -> None:
    """[Kaos K33.2]: cards, not kinds of cards."""
    free = [event("calm", "", 3)]
    assert decks(events=[event("gale", copies=2), event("hail", copies=2), *free]) == ""
    assert decks(events=[event("gale", copies=3), *free]) == "Events of the place: 3; at least 4 are needed [K33.2]"


def test_a_deck_of_three_kinds_in_two_copies_is_played_with() -> None:
    """[Kaos K33.2] [Kaos K33.4]."""
    assert new_state(match(events=["rising-water", "sea-fog", "squall"])).event_pile == [2, 2, 2]


def test_no_event_is_in_a_deck_more_often_than_its_card_allows() -> None:
    """[Kaos K33.4]: an event named stands for all the copies there may be, so it is named once."""
    with pytest.raises(DocumentError, match=r"Salt Crust.*\[K33\.4\]"):
        new_state(match(events=["rising-water", "sea-fog", "squall", "salt-crust", "salt-crust"]))


def test_objects_come_from_one_place_or_from_none() -> None:
    """[Kaos K32.2]."""
    home = [found(f"o{number}", "moor") for number in range(4)]
    assert decks([*home, found("rope"), found("lamp")]) == ""
    assert decks([*home, found("rope"), found("shell", "shore")]) == "Objects of different places are mixed [K32.2]"
