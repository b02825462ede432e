"""What hordes and decks must be, in words: their conditions name cards, not the figures of a match."""

from typing import Any, Final

from esquive.core.condition_messages import condition_message, told_plainly
from esquive.core.messages import messages
from esquive.core.phrases import Phrase, phrase
from esquive.core.waiting import Condition, Refusal
from esquive.kaos.cards.catalogue import Catalogue, catalogue
from esquive.kaos.cards.documents import display_name

CONDITIONS: Final = "kaos.condition."  # what the messages of conditions begin with


def horde_sentence(condition: Condition | Refusal, language: str = "en", among: Catalogue | None = None) -> str:
    """A condition or a broken rule of hordes and decks as a sentence, with the names of a catalogue."""
    known = messages(language)
    name = condition_message(known, condition, CONDITIONS)
    if name is None:
        return told_plainly(condition, language)
    return known.say(name, horde_places(condition, language, among))


def horde_fault(condition: Condition) -> Phrase:
    """What is wrong with hordes or decks, with the clauses, for an error."""
    return phrase(
        "{sentence} [{clauses}]",
        sentence=lambda language: horde_sentence(condition, language).rstrip("."),
        clauses=", ".join(condition.clauses),
    )


def horde_places(condition: Condition | Refusal, language: str, among: Catalogue | None = None) -> dict[str, Any]:
    """The facts of a condition with fighters, events and tribes by their names; unknown ones as they are."""
    known, places = among or catalogue(), dict(condition.facts)
    names = (known.fighters[one].name if one in known.fighters else {"en": one} for one in places.get("twice", ()))
    places["twice"] = ", ".join(display_name(one, language) for one in names)
    if "costs" in places:
        places["costs"] = " / ".join(map(str, places["costs"]))
    if places.get("without"):
        fighter = known.fighters.get(places["without"])
        places["without"] = places["without"] if fighter is None else display_name(fighter.name, language)
    if places.get("event"):
        event = known.events.get(places["event"])
        places["event"] = places["event"] if event is None else display_name(event.name, language)
    if places.get("tribe"):
        places["tribe"] = messages(language).say(f"kaos.card.tribe.{places['tribe']}", {})
    return places


# ------------------------------------------------------------------------------------------------- what mends them

# Where each condition of decks is written in a set-up, and what makes it hold.
DECK_FIXES: Final[dict[str, tuple[str, str]]] = {
    "event-twice": ("decks.events", "name it once: the deck then has all the copies its card allows"),
    "few-objects": ("decks.objects", "at least 6 are needed, of one place or of none"),
    "few-events": ("decks.events", "at least 6 are needed, of one place or of none"),
    "few-of-place": ("decks.place", "at least 4 are needed; name the place of the scenario"),
    "mixed-objects": ("decks.objects", "keep those of one place"),
    "mixed-events": ("decks.events", "keep those of one place"),
}


def fix_of(condition: Condition, limit: str) -> str:
    """What would make a condition of hordes hold; `limit`: the key where the limit of points is written."""
    facts = condition.facts
    if condition.kind == "empty-horde":
        return "name at least one fighter"
    if condition.kind == "same-figure":
        return phrase("name {twice} once, and other fighters beside", twice=" and ".join(facts["twice"]))
    if condition.kind == "unequal":
        dearer, cheaper = sorted(facts["costs"], reverse=True)
        by = "1 point" if dearer - cheaper == 1 else f"{dearer - cheaper} points"
        return phrase("choose fighters that make up for {by}, or leave out options.equal_hordes", by=by)
    return phrase("choose cheaper fighters, or write {limit} = {cost}", limit=limit, cost=facts["cost"])
