"""The catalogue of Kaos shipped with the program: everything by id, and what the rules make of it.

The files are read once, when first asked for: a record names the hash of the whole content.
"""

import hashlib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Final, TypeVar

import msgspec
from msgspec import structs

from esquive.core.did_you_mean import nearest
from esquive.core.errors import DocumentError
from esquive.core.packs import InForce, joined, laid_over
from esquive.kaos.cards.documents import (
    EventDocument,
    FieldDocument,
    FighterDocument,
    HordeDocument,
    ObjectDocument,
    Pack,
    ScenarioDocument,
    SelectionDocument,
)
from esquive.kaos.cards.library import EventCard, ObjectCard, Profile
from esquive.kaos.cards.making import event_of, object_of, profile_of, table_of
from esquive.kaos.cards.reading import read_shipped
from esquive.kaos.geometry.shapes import Table

D = TypeVar(
    "D",
    FighterDocument,
    ObjectDocument,
    EventDocument,
    FieldDocument,
    SelectionDocument,
    ScenarioDocument,
    HordeDocument,
)
KINDS = tuple(name for name in Pack.__struct_fields__ if name != "about")


class Catalogue:
    """Documents by id, one table a kind, and what the rules make of them, made once.

    `content_hash`: SHA-256 over the decoded documents as JSON with sorted keys, so that comments and layout do not
    count.
    """

    __slots__ = (
        "_hash",
        "event_cards",
        "events",
        "fields",
        "fighters",
        "hordes",
        "object_cards",
        "objects",
        "profiles",
        "scenarios",
        "selections",
    )

    def __init__(self, pack: Pack) -> None:
        self.fighters: Mapping[str, FighterDocument] = _by_id(pack.fighter, "fighter")
        self.objects: Mapping[str, ObjectDocument] = _by_id(pack.object, "object")
        self.events: Mapping[str, EventDocument] = _by_id(pack.event, "event")
        for one in sorted(self.objects.keys() & self.events.keys()):  # their effects are told apart by it [Ruling R213]
            fix = "give objects and events ids of their own"
            raise DocumentError("the id '{name}' is used for an object and an event", "event", fix, name=one)
        self.fields: Mapping[str, FieldDocument] = _by_id(pack.field, "field")
        self.selections: Mapping[str, SelectionDocument] = _by_id(pack.selection, "selection")
        self.scenarios: Mapping[str, ScenarioDocument] = _by_id(pack.scenario, "scenario")
        self.hordes: Mapping[str, HordeDocument] = _by_id(pack.horde, "horde")
        self.profiles: Mapping[str, Profile] = {one: profile_of(card) for one, card in self.fighters.items()}
        self.object_cards: Mapping[str, ObjectCard] = {one: object_of(card) for one, card in self.objects.items()}
        self.event_cards: Mapping[str, EventCard] = {one: event_of(card) for one, card in self.events.items()}
        self._hash = ""

    def pack(self) -> Pack:
        """Everything as one pack."""
        return Pack(
            fighter=tuple(self.fighters.values()),
            object=tuple(self.objects.values()),
            event=tuple(self.events.values()),
            field=tuple(self.fields.values()),
            selection=tuple(self.selections.values()),
            scenario=tuple(self.scenarios.values()),
            horde=tuple(self.hordes.values()),
        )

    @property
    def content_hash(self) -> str:
        """The name of this content, worked out when first asked for: that takes longer than all the rest."""
        if not self._hash:
            self._hash = hashlib.sha256(self._canonical()).hexdigest()
        return self._hash

    def _canonical(self) -> bytes:
        return msgspec.json.encode(msgspec.to_builtins(self.pack()), order="sorted")

    def with_pack(self, pack: Pack) -> "Catalogue":
        """This catalogue and a user's pack.

        A document that says `override` takes the place of the one of its id; raises DocumentError for any other whose
        id is taken, and for one that overrides nothing.
        """
        merged: dict[str, Any] = {
            kind: laid_over(self.table_of(kind), getattr(pack, kind), kind) for kind in KINDS if getattr(pack, kind)
        }
        return Catalogue(structs.replace(self.pack(), **merged))

    def table_of(self, kind: str) -> Mapping[str, Any]:
        """The documents of one of KINDS by their ids."""
        table: Mapping[str, Any] = getattr(self, f"{kind}s")
        return table

    # ---------------------------------------------------------------------------------------------------- what it makes

    def profile(self, fighter: str) -> Profile:
        """The profile of a fighter; raises DocumentError for an unknown id."""
        if fighter not in self.profiles:
            raise DocumentError(
                "unknown fighter '{fighter}'", "horde", nearest(fighter, self.profiles), fighter=fighter
            )
        return self.profiles[fighter]

    def horde(self, horde: str) -> list[Profile]:
        """The profiles of a ready-made horde; raises DocumentError for an unknown id."""
        if horde not in self.hordes:
            raise DocumentError("unknown horde '{name}'", "horde", nearest(horde, self.hordes), name=horde)
        return [self.profile(fighter) for fighter in self.hordes[horde].fighters]

    def scenario(self, scenario: str) -> ScenarioDocument:
        """A scenario; raises DocumentError for an unknown id."""
        if scenario not in self.scenarios:
            raise DocumentError(
                "unknown scenario '{scenario}'", "scenario", nearest(scenario, self.scenarios), scenario=scenario
            )
        return self.scenarios[scenario]

    def table(self, field: str) -> Table:
        """The table of a battlefield or of a selection; raises DocumentError for an unknown id."""
        if field in self.fields:
            return table_of(self.fields[field])
        if field in self.selections:
            return table_of(self.selections[field])
        raise DocumentError(
            "unknown battlefield '{field}'", "field", nearest(field, [*self.fields, *self.selections]), field=field
        )

    def objects_of(self, place: str | None) -> tuple[ObjectCard, ...]:
        """The objects of a place and those without origin [Kaos K32.2]."""
        return tuple(card for card in self.object_cards.values() if card.place in ("", place or ""))

    def events_of(self, place: str | None) -> tuple[EventCard, ...]:
        """The events of a place and those without origin [Kaos K33.3]."""
        return tuple(card for card in self.event_cards.values() if card.place in ("", place or ""))


@cache
def catalogue() -> Catalogue:
    """The catalogue shipped with the program, read when first asked for."""
    root = files("esquive.kaos").joinpath("catalogue")
    packs = [
        read_shipped(file)
        for file in sorted(root.iterdir(), key=lambda entry: entry.name)
        if file.name.endswith(".toml")
    ]
    return Catalogue(joined(packs, Pack))


IN_FORCE: Final = InForce(catalogue)
catalogue_in_force, put_in_force = IN_FORCE.known, IN_FORCE.put


def _by_id(documents: tuple[D, ...], kind: str) -> Mapping[str, D]:
    table: dict[str, D] = {}
    for one in sorted(documents, key=lambda document: document.id):
        if one.id in table:
            raise DocumentError("the id '{name}' is used twice", kind, "give every document its own id", name=one.id)
        table[one.id] = one
    return MappingProxyType(table)
