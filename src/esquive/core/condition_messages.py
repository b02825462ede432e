"""Which message of the catalogue tells a condition or a refusal: by its kind, and where there are several by its facts.

A kind may have variants, each a message of its own: `KIND.VALUE` for the value of a fact that says which case it is,
`KIND.FACT` where a fact of that name is given and not empty, `KIND.CLAUSE` for one of the clauses it rests on. The
first there is counts, in this order. A variant, or the kind itself, may have another message for a condition that
holds, `... .holds`.
"""

from collections.abc import Iterator
from typing import Final

from esquive.core.messages import Messages, messages
from esquive.core.waiting import Condition, Refusal

CASES: Final = ("kind", "wanted", "before")  # facts whose value says which of several cases it is


def condition_message(known: Messages, condition: Condition | Refusal, prefix: str = "condition.") -> str | None:
    """The id of the message of a condition or refusal, or None where the catalogue has none."""
    kind = prefix + condition.kind
    name = next((variant for variant in _variants(kind, condition) if variant in known), kind)
    if isinstance(condition, Condition) and condition.holds and f"{name}.holds" in known:
        return f"{name}.holds"
    return name if name in known else None


def _variants(kind: str, condition: Condition | Refusal) -> Iterator[str]:
    facts = condition.facts
    for fact in CASES:
        if fact in facts:
            yield f"{kind}.{facts[fact]}"
    for fact, value in facts.items():
        if value not in ("", None):
            yield f"{kind}.{fact}"
    for clause in condition.rules:
        yield f"{kind}.{clause}"


def told_plainly(condition: Condition | Refusal, language: str) -> str:
    """The sentence of a condition by its facts as they are; its kind and facts where the catalogue has no message.

    For what all games share, and for games that have no words of their own.
    """
    known = messages(language)
    name = condition_message(known, condition)
    if name is not None:
        return known.say(name, condition.facts)
    facts = ", ".join(f"{fact} {value}" for fact, value in condition.facts.items())
    kind = condition.kind.replace("-", " ").capitalize()
    return f"{kind}: {facts}." if facts else f"{kind}."
