"""Every part of a card, summon or reward, found by walking its values: what it summons, what it cannot do yet."""

from collections.abc import Iterable
from types import NoneType
from typing import Final

import msgspec

from esquive.krosmaster.cards.documents import (
    CardDocument,
    CostDocument,
    Limit,
    PowerDocument,
    RangeDocument,
    RewardDocument,
    SpellDocument,
    SummonDocument,
)
from esquive.krosmaster.cards.ops import (
    CopyPowers,
    GiveTypes,
    HaveNoPowers,
    HavePowers,
    HaveTypes,
    Modifier,
    ModifierUnimplemented,
    Replace,
    Special,
    StatBonus,
    Summon,
    TurnsInstead,
    Unimplemented,
    While,
)
from esquive.krosmaster.cards.who import Idle, PerUnit, Selector
from esquive.krosmaster.releases.numbers import Punch

Bearer = CardDocument | SummonDocument | RewardDocument
PLAIN: Final = frozenset({str, int, bool, NoneType})  # what no part is in


def parts(value: object) -> list[msgspec.Struct]:
    """The value itself, if it is a declared part, and every part inside it, in printed order."""
    found: list[msgspec.Struct] = []
    _collect((value,), found)
    return found


def _collect(values: Iterable[object], found: list[msgspec.Struct]) -> None:
    for value in values:
        if type(value) in PLAIN:  # most are, and every match walks all its cards
            continue
        if isinstance(value, msgspec.Struct):
            found.append(value)
            _collect([getattr(value, name) for name in value.__struct_fields__], found)
        elif isinstance(value, tuple | list):
            _collect(value, found)


def is_circular(clause: While) -> bool:
    """Whether what gives or takes powers looks at powers, which would never come to an end."""
    if not any(isinstance(give, HavePowers | HaveNoPowers) for give in clause.give):
        return False
    return any(isinstance(part, Selector) and part.power is not None for part in parts(clause))


def lowers_hp(modifier: Modifier) -> bool:
    """Whether a continuous effect may leave less HP than printed: none does that gives so many, or so many a unit."""
    if not isinstance(modifier, StatBonus) or modifier.stat != "hp":
        return False
    each = modifier.x.x if isinstance(modifier.x, PerUnit) else modifier.x
    return not isinstance(each, int) or each < 0


def asks_idle(bearer: Bearer) -> bool:
    """Whether something of the bearer asks if a unit has done nothing in its turn [Ruling R149]."""
    return any(isinstance(part, Idle) for part in parts(bearer))


def takes_after(clause: While) -> bool:
    """Whether the clause copies powers or types of other units, or gives types [KA 4.18.8] [KA 4.18.9]."""
    return any(isinstance(give, CopyPowers | HaveTypes | GiveTypes) for give in clause.give)


def punch_document(numbers: Punch, limit: Limit) -> SpellDocument:
    """The Punch that every Krosmaster has, with the numbers and the limit of a release [KA 4.8.5]."""
    return SpellDocument(
        id="punch",
        name={"en": "Punch", "fr": "Coup de poing", "it": "Pugno"},
        range=RangeDocument(kind="close-combat"),
        cost=CostDocument(ap=numbers.ap),
        kind="attack",
        element="neutral",
        base=numbers.damage,
        limit=limit,
    )


def is_wavering(clause: While) -> bool:
    """Whether powers or types are copied under a condition, which would have to be asked after every step."""
    return clause.that is not None and takes_after(clause)


def cards_named(bearer: Bearer) -> list[str]:
    """The ids of what a card, token or reward can bring into play: summons, and cards that replace it."""
    found: list[str] = []
    for part in parts(bearer):
        if isinstance(part, Summon):
            found.append(part.summon)
        elif isinstance(part, Replace):
            found.extend((part.card, *part.others))
        elif isinstance(part, TurnsInstead):
            found.append(part.card)
    return found


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
