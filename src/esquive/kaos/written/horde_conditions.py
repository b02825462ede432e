"""What hordes and decks must be, in words: their conditions name cards, not the figures of a match."""

from typing import Any, Final

from esquive.core.condition_messages import condition_message, told_plainly
from esquive.core.messages import messages
from esquive.core.waiting import Condition, Refusal
from esquive.kaos.cards.catalogue import catalogue
from esquive.kaos.cards.documents import display_name

CONDITIONS: Final = "kaos.condition."  # what the messages of conditions begin with


def horde_sentence(condition: Condition | Refusal, language: str = "en") -> str:
    """A condition or a broken rule of hordes and decks as a sentence."""
    known = messages(language)
    name = condition_message(known, condition, CONDITIONS)
    if name is None:
        return told_plainly(condition, language)
    return known.say(name, horde_places(condition, language))


def horde_places(condition: Condition | Refusal, language: str) -> dict[str, Any]:
    """The facts of a condition with fighters, events and tribes by their names; unknown ones as they are."""
    known, places = catalogue(), dict(condition.facts)
    names = (known.fighters[one].name if one in known.fighters else {"en": one} for one in places.get("twice", ()))
    places["twice"] = ", ".join(display_name(one, language) for one in names)
    if "costs" in places:
        places["costs"] = " / ".join(map(str, places["costs"]))
    if places.get("without"):
        places["without"] = display_name(known.fighters[places["without"]].name, language)
    if places.get("event"):
        event = known.events.get(places["event"])
        places["event"] = places["event"] if event is None else display_name(event.name, language)
    if places.get("tribe"):
        places["tribe"] = messages(language).say(f"kaos.card.tribe.{places['tribe']}", {})
    return places
