"""English that knows its parts, so that it can be told in another language.

Errors say what is wrong at the place that finds it, deep in the rules, where nobody knows who will read it. So an error
holds its English as a template with named places, and the facts that fill them: `core.error_translations` looks the
template up in the catalogue of the reader's language and fills in the same facts.
"""

from typing import Any, Final

_ENGLISH: Final = "en"


class Phrase(str):
    """A text made of a template and facts. It reads as the English that it is, and keeps what it was made of."""

    __slots__ = ("facts", "template")

    template: str
    facts: dict[str, Any]


def phrase(template: str, /, **facts: Any) -> Phrase:
    """The template with its places filled, as `str.format` fills them; KeyError for a place without a fact.

    A fact may itself be a phrase or an error, or a function that is given a language and says it in that language.
    """
    filled = {name: fact(_ENGLISH) if callable(fact) else fact for name, fact in facts.items()}
    said = Phrase(template.format(**filled))
    said.template = template
    said.facts = facts
    return said
