"""The catalogue as tools see it: fighters, objects, events, battlefields, scenarios and hordes; see `core.cards`."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import structs

from esquive.core.cards import Cards
from esquive.core.did_you_mean import nearest
from esquive.core.errors import DocumentError
from esquive.core.findings import Finding
from esquive.core.messages import messages
from esquive.core.packs import PackFile, PackReport
from esquive.core.remarks import ToldRemark
from esquive.kaos.cards.catalogue import KINDS, Catalogue, catalogue, catalogue_in_force, put_in_force
from esquive.kaos.cards.documents import (
    Document,
    EventDocument,
    FighterDocument,
    HordeDocument,
    ObjectDocument,
    Pack,
    ScenarioDocument,
    display_name,
)
from esquive.kaos.packs import INLINE, checked, pack_of, remarks_of, with_packs
from esquive.kaos.seen.maps import map_of
from esquive.kaos.seen.match_options import agreements
from esquive.kaos.seen.shapes import CardStats, KaosCard, KaosCatalogue
from esquive.kaos.spoken.battlefields import told_remark
from esquive.kaos.spoken.cards.descriptions import Telling, lines, told_parts, what
from esquive.kaos.spoken.cards.lint import lint

CATALOGUE: Final = Path(str(files("esquive.kaos").joinpath("catalogue"))).resolve()


class Shelf(Cards):
    """Everything in a catalogue, kind by kind."""

    def __init__(self, known: Catalogue | None = None) -> None:
        self.known = known or catalogue_in_force()

    def ids(self) -> list[str]:
        """The ids of everything that can be shown in words."""
        return [one.id for _, one in everything(self.known)]

    def rows(self, collection: str = "", *, is_playable: bool = False, language: str = "en") -> list[dict[str, Any]]:
        """Everything: id, kind, name, cost of a fighter or points of a horde (else None), source; all is playable."""
        if collection:
            raise DocumentError("Kaos has no collections", "--collection", "leave it out")
        return [
            {
                "id": one.id,
                "kind": kind,
                "name": display_name(one.name, language),
                "cost": _cost(one),
                "source": one.source,
            }
            for kind, one in everything(self.known)
        ]

    def row_line(self, row: dict[str, Any]) -> str:
        """A row as a line of the list."""
        cost = "" if row["cost"] is None else str(row["cost"])
        return f"{row['kind']:<9} {row['id']:<26} {cost:>3}  {row['name']}"

    def summary(self, rows: list[dict[str, Any]], language: str = "en") -> str:
        """The line below the list."""
        return messages(language).say("kaos.cards.listed", {"n": len(rows)}, len(rows))

    def told(self, wanted: str, language: str = "en") -> dict[str, Any]:
        """The document as it stands."""
        data: dict[str, Any] = msgspec.to_builtins(find(wanted, self.known))
        return data

    def lines(self, wanted: str, language: str = "en") -> Iterator[str]:
        """What a card, battlefield, scenario or horde says, in lines."""
        return lines(find(wanted, self.known), language, self.known)

    def reads(self, tables: Iterable[str]) -> bool:
        """Whether a card file with these tables is one of Kaos."""
        return any(table in KINDS or table == INLINE for table in tables)

    def check(self, path: Path, text: str, tables: Mapping[str, Any]) -> list[Finding]:
        """What is wrong or odd in a file beside the catalogue; fighters may stand under `profile` as in a position."""
        known = catalogue()
        pack = pack_of(PackFile(str(path), text), dict(tables), known)
        if path.resolve().is_relative_to(CATALOGUE):
            own = {kind: {one.id for one in getattr(pack, kind)} for kind in KINDS}
            every = known.pack()
            left: dict[str, Any] = {
                kind: tuple(one for one in getattr(every, kind) if one.id not in own[kind]) for kind in KINDS
            }
            known = Catalogue(Pack(**left))
        return list(lint(pack, str(path), known))

    def check_packs(self, files: Sequence[PackFile]) -> PackReport:
        """What packs hold and what is wrong with them, beside the catalogue."""
        return checked(tuple(files), self.known).report

    def review(self, files: Sequence[PackFile], language: str = "en") -> list[ToldRemark]:
        """What there is to say of the battlefields and scenarios of the last pack."""
        return [told_remark(one, language) for one in remarks_of(tuple(files), self.known)]

    def with_packs(self, files: Sequence[PackFile]) -> "Shelf":
        """The catalogue with packs; raises DocumentError, which knows all others, for whatever is wrong with them."""
        return Shelf(with_packs(tuple(files), self.known)) if files else self

    def own_view(self, language: str = "en") -> KaosCatalogue:
        """What packs have brought, or laid over what is shipped."""
        telling, own = Telling(language), {*self.own()}
        cards = [card_of(kind, one, telling, self.known) for kind, one in everything(self.known) if one.id in own]
        return KaosCatalogue(formats=(), teams=(), releases=(), agents=(), cards=cards, agreements=[])

    def own(self) -> list[str]:
        """The ids of what packs have brought, or laid over what is shipped."""
        return [one.id for kind, one in everything(self.known) if catalogue().table_of(kind).get(one.id) is not one]

    def put_in_force(self) -> None:
        """Let whatever this process makes be chosen from this catalogue, until `withdraw`."""
        put_in_force(self.known)

    def withdraw(self) -> None:
        """Let whatever this process makes be chosen from the shipped catalogue alone."""
        put_in_force(None)

    def view(self, language: str = "en") -> KaosCatalogue:
        """Everything a client needs to choose hordes and a battlefield: the list, and each thing in words."""
        telling = Telling(language)
        cards = [card_of(kind, one, telling, self.known) for kind, one in everything(self.known)]
        return KaosCatalogue(formats=(), teams=(), releases=(), agents=(), cards=cards, agreements=agreements(language))


def card_of(kind: str, one: Document, telling: Telling, known: Catalogue) -> KaosCard:
    """A card as clients are shown it."""
    language = telling.language
    place = one.place if isinstance(one, ObjectDocument | EventDocument | ScenarioDocument) else None
    card = KaosCard(
        id=one.id,
        kind=kind,
        name=display_name(one.name, language),
        cost=_cost(one),
        source=one.source,
        text=list(lines(one, language, known)),
        what=what(one, telling),
        place=place,
        place_name=telling.word("place", place) if place else None,
        map=map_of(one, known),
    )
    if not isinstance(one, FighterDocument):
        return card
    stats = CardStats(
        move=one.move_cm,
        will=one.will_dice,
        life=one.life_points,
        armour=one.armour,
        dodge=one.dodge_dice,
        shield=one.shield_dice,
        base=one.base_cm,
        height=one.height_cm,
    )
    role = display_name(one.role, language)
    return structs.replace(card, tribe=one.tribe, role=role, stats=stats, parts=told_parts(one, telling))


def everything(known: Catalogue | None = None) -> list[tuple[str, Document]]:
    """All of a catalogue, usually the shipped one, with its kind, kind by kind."""
    pack = (known or catalogue()).pack()
    return [(kind, one) for kind in KINDS for one in getattr(pack, kind)]


def find(wanted: str, among: Catalogue) -> Document:
    """Anything of a catalogue by its id; raises DocumentError with the nearest id for an unknown one."""
    known = {one.id: one for _, one in reversed(everything(among))}
    if wanted not in known:
        raise DocumentError(
            "the catalogue of Kaos has no '{wanted}'", "cards show", nearest(wanted, known), wanted=wanted
        )
    return known[wanted]


def _cost(one: Document) -> int | None:
    if isinstance(one, FighterDocument):
        return one.cost
    return one.points if isinstance(one, HordeDocument) else None
