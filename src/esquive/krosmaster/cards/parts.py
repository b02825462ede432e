"""Every part of a card, summon or reward, found by walking its values: what it summons, what it cannot do yet."""

from collections.abc import Iterator

import msgspec

from esquive.krosmaster.cards.documents import CardDocument, PowerDocument, RewardDocument, SummonDocument
from esquive.krosmaster.effects.ops import (
    HaveNoPowers,
    HavePowers,
    ModifierUnimplemented,
    Special,
    Summon,
    Unimplemented,
    While,
)
from esquive.krosmaster.effects.who import Selector

Bearer = CardDocument | SummonDocument | RewardDocument


def parts(value: object) -> Iterator[msgspec.Struct]:
    """The value itself, if it is a declared part, and every part inside it, in printed order."""
    if isinstance(value, msgspec.Struct):
        yield value
        for name in value.__struct_fields__:
            yield from parts(getattr(value, name))
    elif isinstance(value, tuple | list):
        for item in value:
            yield from parts(item)


def is_circular(clause: While) -> bool:
    """Whether what gives or takes powers looks at powers, which would never come to an end."""
    looks = any(isinstance(part, Selector) and part.power is not None for part in parts(clause))
    return looks and any(isinstance(give, HavePowers | HaveNoPowers) for give in clause.give)


def summon_ids(bearer: Bearer) -> tuple[str, ...]:
    """The ids of the summons that the spells and powers put into play, each once, in printed order."""
    return tuple(dict.fromkeys(part.summon for part in parts(bearer) if isinstance(part, Summon)))


def special_names(bearer: Bearer) -> tuple[str, ...]:
    """The names of the engine's own ops that the bearer uses, each once, in printed order."""
    return tuple(dict.fromkeys(part.name for part in parts(bearer) if isinstance(part, Special)))


def unimplemented_notes(bearer: Bearer) -> tuple[str, ...]:
    """What the bearer cannot do yet, one note for each such spell or power, in printed order."""
    notes: list[str] = []
    for part in parts(bearer):
        if isinstance(part, Unimplemented | ModifierUnimplemented):
            notes.append(part.note)
        elif isinstance(part, PowerDocument) and part.unimplemented is not None:
            notes.append(part.unimplemented)
    return tuple(notes)
