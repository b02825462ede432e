"""The catalogue as tools see it: fighters, objects, events, battlefields, scenarios and hordes; see `core.cards`."""

from collections.abc import Iterable, Iterator, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import msgspec

from esquive.core.cards import Cards
from esquive.core.errors import DocumentError
from esquive.core.findings import Finding
from esquive.kaos.cards.catalogue import KINDS, Catalogue, catalogue
from esquive.kaos.cards.documents import (
    Document,
    EventDocument,
    FieldDocument,
    FighterDocument,
    HordeDocument,
    ObjectDocument,
    Pack,
    ScenarioDocument,
    SelectionDocument,
    SkillDocument,
    SpellDocument,
    WeaponDocument,
    display_name,
)
from esquive.kaos.cards.reading import nearest, parse_pack
from esquive.kaos.text.cards.lint import lint
from esquive.kaos.text.documents.inline_cards import check_keys, read_inline
from esquive.kaos.text.shapes import KaosCard, KaosCatalogue

INLINE: Final = "profile"  # a fighter as positions bring one along [Kaos K2.2]
CATALOGUE: Final = Path(str(files("esquive.kaos").joinpath("catalogue"))).resolve()


class Shelf(Cards):
    """Everything in the catalogue, kind by kind."""

    def ids(self) -> list[str]:
        """The ids of everything that can be shown in words."""
        return [one.id for _, one in everything()]

    def rows(self, collection: str = "", *, is_playable: bool = False) -> list[dict[str, Any]]:
        """Everything: id, kind, name, cost of a fighter or points of a horde (else None), source; all is playable."""
        if collection:
            raise DocumentError("Kaos has no collections", "--collection", "leave it out")
        return [
            {
                "id": one.id,
                "kind": kind,
                "name": display_name(one.name, "en"),
                "cost": _cost(one),
                "source": one.source,
            }
            for kind, one in everything()
        ]

    def row_line(self, row: dict[str, Any]) -> str:
        """A row as a line of the list."""
        cost = "" if row["cost"] is None else str(row["cost"])
        return f"{row['kind']:<9} {row['id']:<26} {cost:>3}  {row['name']}"

    def summary(self, rows: list[dict[str, Any]]) -> str:
        """The line below the list."""
        return f"{len(rows)} fighters, objects, events, battlefields, scenarios and hordes"

    def told(self, wanted: str, language: str = "en") -> dict[str, Any]:
        """The document as it stands."""
        data: dict[str, Any] = msgspec.to_builtins(find(wanted))
        return data

    def lines(self, wanted: str, language: str = "en") -> Iterator[str]:
        """What a card, battlefield, scenario or horde says, in lines."""
        return lines(find(wanted), language)

    def reads(self, tables: Iterable[str]) -> bool:
        """Whether a card file with these tables is one of Kaos."""
        return any(table in KINDS or table == INLINE for table in tables)

    def check(self, path: Path, text: str, tables: Mapping[str, Any]) -> list[Finding]:
        """What is wrong or odd in a file beside the catalogue; fighters may stand under `profile` as in a position."""
        if INLINE in tables:
            check_keys(dict(tables), (INLINE, "object", "event"), str(path))
            pack = read_inline(dict(tables)) or Pack()
        else:
            pack = parse_pack(text, str(path))
        known = catalogue()
        if path.resolve().is_relative_to(CATALOGUE):
            own = {kind: {one.id for one in getattr(pack, kind)} for kind in KINDS}
            every = known.pack()
            known = Catalogue(
                Pack(**{kind: tuple(one for one in getattr(every, kind) if one.id not in own[kind]) for kind in KINDS})
            )
        return list(lint(pack, str(path), known))

    def view(self, language: str = "en") -> KaosCatalogue:
        """Everything a client needs to choose hordes and a battlefield: the list, and each thing in words."""
        cards = [KaosCard(**row, text=list(self.lines(row["id"], language))) for row in self.rows()]
        return KaosCatalogue(formats=(), teams=(), releases=(), cards=cards)


def everything() -> list[tuple[str, Document]]:
    """All of the catalogue with its kind, kind by kind."""
    pack = catalogue().pack()
    return [(kind, one) for kind in KINDS for one in getattr(pack, kind)]


def find(wanted: str) -> Document:
    """Anything of the catalogue by its id; raises DocumentError with the nearest id for an unknown one."""
    known = {one.id: one for _, one in reversed(everything())}
    if wanted not in known:
        raise DocumentError(f"the catalogue of Kaos has no '{wanted}'", "cards show", nearest(wanted, known))
    return known[wanted]


def _cost(one: Document) -> int | None:
    if isinstance(one, FighterDocument):
        return one.cost
    return one.points if isinstance(one, HordeDocument) else None


# ------------------------------------------------------------------------------------------------------------ in words


def lines(one: Document, language: str = "en") -> Iterator[str]:
    """What a card, battlefield, scenario or horde says, in lines."""
    name = display_name(one.name, language)
    if isinstance(one, FighterDocument):
        yield f"{name}  ({display_name(one.role, language)}, {one.tribe}; {one.cost} points, {one.source})"
        yield from _fighter(one, language)
        return
    yield f"{name}  ({_what(one)}, {one.source})"
    yield f"  {display_name(one.text, language)}"
    if isinstance(one, FieldDocument | SelectionDocument):
        yield f"table {one.width_cm:g} x {one.depth_cm:g} cm"
        for piece in one.piece:
            flags = f": {', '.join(piece.flags)}" if piece.flags else ""
            yield f"* {display_name(piece.name, language)} ({piece.kind}, {piece.height_cm:g} cm high){flags}"
    elif isinstance(one, HordeDocument):
        for fighter in one.fighters:
            card = catalogue().fighters[fighter]
            yield f"* {display_name(card.name, language)} ({fighter}, {card.cost} points)"


def _what(one: Document) -> str:
    """What kind of thing it is, with the numbers of its kind."""
    if isinstance(one, ObjectDocument):
        uses = f"{one.uses} use{'s' * (one.uses > 1)}" if one.uses else "any number of uses"
        return f"object, difficulty {one.difficulty}, {one.timing.replace('_', ' ')}, {uses}{_origin(one.place)}"
    if isinstance(one, EventDocument):
        rounds = f"{one.rounds} round{'s' * (one.rounds > 1)}"
        return f"event, 1/{one.parts}, {rounds}, at most {one.copies} in a deck{_origin(one.place)}"
    if isinstance(one, ScenarioDocument):
        win = f", {one.victory_points} victory points win" if one.victory_points else ""
        return f"scenario, {one.rounds} rounds, hordes of {one.horde_points} points{win}"
    if isinstance(one, HordeDocument):
        return f"horde of {one.points} points at most"
    return "battlefield" if isinstance(one, FieldDocument) else "selection of scenery"


def _origin(place: str | None) -> str:
    return f", of {place}" if place else ""


def _fighter(card: FighterDocument, language: str) -> Iterator[str]:
    shield = f"  shield {card.shield_dice}" if card.shield_dice is not None else ""
    keywords = f"  {', '.join(card.keywords)}" if card.keywords else ""
    yield (
        f"move {card.move_cm:g} cm  will {card.will_dice}  life {card.life_points}  armour {card.armour}"
        f"  dodge {card.dodge_dice}{shield}{keywords}"
    )
    yield (
        f"base {card.base_cm:g} cm, {card.height_cm:g} cm high, eyes at {card.head_cm:g} cm, "
        f"body {card.body_width_cm:g} cm wide"
    )
    for weapon in card.weapon:
        yield f"* {display_name(weapon.name, language)}: {_weapon(weapon)}"
    for spell in card.spell:
        yield f"* {display_name(spell.name, language)}: {_spell(spell)}"
        yield f"    {display_name(spell.text, language)}"
    for skill in card.skill:
        yield f"+ {display_name(skill.name, language)}: {_skill(skill)}"
        yield f"    {display_name(skill.text, language)}"


def _weapon(weapon: WeaponDocument) -> str:
    reach = f", range {weapon.range_cm:g} cm" if weapon.range_cm is not None else ""
    contact = ", also in contact" if weapon.can_target_contact else ""
    return f"{weapon.kind.replace('_', ' ')}, {weapon.dice} dice, {weapon.wounds} wounds{reach}{contact}"


def _spell(spell: SpellDocument) -> str:
    reach = f"range {spell.range_cm:g} cm" if spell.range_cm else "in contact"
    wounds = f", {spell.wounds} wounds" if spell.wounds else ""
    needs = f", needs {spell.successes_required} successes" if spell.successes_required > 1 else ""
    return (
        f"{'free ' * spell.free}spell, {spell.dice} dice, {reach}{wounds}{needs}, against "
        f"{spell.defence.replace('_', ' ')}"
    )


def _skill(skill: SkillDocument) -> str:
    dice = f"{skill.dice} dice" if skill.dice is not None else "automatic"
    reach = f", within {skill.range_cm:g} cm" if skill.range_cm is not None else ""
    return f"{'free ' * skill.free}skill, {skill.timing.replace('_', ' ')}, {dice}{reach}"
