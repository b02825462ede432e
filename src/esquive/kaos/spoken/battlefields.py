"""What is said of battlefields and scenarios that players make, in sentences."""

from collections.abc import Mapping
from typing import Final

from esquive.core.messages import messages
from esquive.core.remarks import Remark, ToldRemark
from esquive.kaos.cards.documents import display_name
from esquive.kaos.geometry.units import CM, spoken_length

MESSAGES: Final = "kaos.ground."
SEATS: Final = ("p1", "p2")


def told_remark(remark: Remark, language: str = "en") -> ToldRemark:
    """A remark in a language, with the names of pieces and players."""
    name = MESSAGES + remark.kind
    what = messages(language).say(name, _places(remark, language))
    fix = messages(language).say(f"{name}.fix", _places(remark, language))
    return ToldRemark(remark, _capital(what), _capital(fix))


def _places(remark: Remark, language: str) -> dict[str, object]:
    """The facts of a remark as people say them."""
    found: dict[str, object] = {}
    for key, fact in remark.facts.items():
        if isinstance(fact, Mapping):
            found[key] = display_name(fact, language)
        elif fact in SEATS:
            found[key] = messages(language).say(f"{MESSAGES}seat.{fact}", {})
        elif isinstance(fact, float):
            found[key] = spoken_length(round(fact * CM))
        else:
            found[key] = fact
    return found


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
