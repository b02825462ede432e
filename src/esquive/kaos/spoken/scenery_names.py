"""What people call pieces of scenery: lines call them by one word, `long-wall`, the catalogue knows their names."""

from functools import cache

from esquive.core.messages import messages
from esquive.kaos.cards.catalogue import catalogue
from esquive.kaos.cards.documents import Name, display_name
from esquive.kaos.written.documents.inline_cards import slug_of


@cache
def _pieces() -> dict[str, Name]:
    """The names of the catalogue's scenery in every language, by what lines call each piece."""
    known = catalogue()
    pieces = [piece for field in known.fields.values() for piece in field.piece]
    pieces += [piece for selection in known.selections.values() for piece in selection.piece]
    return {slug_of(display_name(piece.name)).removeprefix("the-"): piece.name for piece in pieces}


def spoken_piece(name: str, kind: str, language: str) -> str:
    """A piece of scenery as people call it; one of a table of one's own by its kind, "" for one that nobody knows."""
    known = _pieces()
    found = known.get(name) or known.get(name.rstrip("0123456789").rstrip("-"))
    return display_name(found, language) if found else spoken_kind(kind, language) or name


def spoken_kind(kind: str, language: str) -> str:
    """What a kind of scenery is called; a kind that the catalogues have no word for as it is written."""
    told, name = messages(language), f"kaos.card.scenery.{kind}"
    return told.say(name, {}) if name in told else kind
