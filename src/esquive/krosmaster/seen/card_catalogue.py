"""The catalogue as tools see it: cards listed, told in words, checked; see `core.cards`."""

from collections.abc import Iterable, Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import msgspec

from esquive.core.cards import Cards
from esquive.core.did_you_mean import nearest
from esquive.core.error_translations import NOTES, told
from esquive.core.errors import DocumentError
from esquive.core.findings import Finding
from esquive.core.messages import Messages, messages
from esquive.core.packs import PackFile, PackReport
from esquive.krosmaster.cards.catalogue import Catalogue, catalogue, catalogue_in_force, put_in_force
from esquive.krosmaster.cards.documents import ArenaDocument, CardDocument, RewardDocument, SummonDocument
from esquive.krosmaster.cards.translations import display_name, is_translated
from esquive.krosmaster.packs import checked, pack_of, with_packs
from esquive.krosmaster.seen.card_views import catalogue_view, own_view
from esquive.krosmaster.seen.shapes import KrosmasterCatalogue
from esquive.krosmaster.spoken.cards.lint import lint
from esquive.krosmaster.spoken.cards.sentences import power_name, power_text, reward_text, spell_bar, spell_text
from esquive.krosmaster.spoken.cards.words import Words
from esquive.krosmaster.spoken.wording import type_names

CATALOGUE: Final = Path(str(files("esquive.krosmaster").joinpath("catalogue"))).resolve()
TABLES: Final = ("card", "summon", "reward", "arena")
MARK: Final = "°"  # stands behind a name that we have translated


class Shelf(Cards):
    """Cards, summons, rewards and arenas of a catalogue; the list shows the cards."""

    def __init__(self, known: Catalogue | None = None) -> None:
        self.known = known or catalogue_in_force()

    def _tables(self) -> tuple[Mapping[str, Any], ...]:
        return (self.known.cards, self.known.summons, self.known.rewards, self.known.arenas)

    def ids(self) -> list[str]:
        """The ids of everything that can be shown in words."""
        return [one for table in self._tables() for one in table]

    def rows(self, collection: str = "", *, is_playable: bool = False, language: str = "en") -> list[dict[str, Any]]:
        """What the list shows: id, name, level, colour, types, collection, print, and whether it is playable."""
        known = self.known
        collections = sorted({card.collection for card in known.cards.values()})
        if collection and collection not in collections:
            raise DocumentError(
                "no collection '{collection}'", "--collection", nearest(collection, collections), collection=collection
            )
        return [
            _row(known, card, language)
            for card in known.cards.values()
            if collection in ("", card.collection) and (not is_playable or known.is_playable(card))
        ]

    def row_line(self, row: dict[str, Any]) -> str:
        """A row as a line of the list."""
        mark = " " if row["playable"] else "-"
        return f"{mark} {row['id']:<34} {row['level']}  {row['colour']:<6} {row['collection']:<8} {row['name']}"

    def summary(self, rows: list[dict[str, Any]], language: str = "en") -> str:
        """The line below the list."""
        return messages(language).say("cards.listed", {"n": len(rows)}, len(rows))

    def told(self, wanted: str, language: str = "en") -> dict[str, Any]:
        """The document as it stands, with the sentences beside the ops, and our translations of its names by id."""
        return _told(self.known, self._find(wanted), language)

    def lines(self, wanted: str, language: str = "en") -> Iterable[str]:
        """A card in words, line by line, and what the mark of a translated name means."""
        found = self._find(wanted)
        yield from _lines(self.known, found, language)
        if any(is_translated(name, language) for _, name in _names(found)):
            yield Words(language, self.known).say("translated")

    def reads(self, tables: Iterable[str]) -> bool:
        """Whether a card file with these tables is one of this game."""
        return any(table in TABLES for table in tables)

    def check(self, path: Path, text: str, tables: Mapping[str, Any]) -> list[Finding]:
        """What is wrong or odd in a card file."""
        is_own = path.resolve().is_relative_to(CATALOGUE)
        known = catalogue()
        return list(lint(pack_of(PackFile(str(path), text), known), text, str(path), known, is_of_catalogue=is_own))

    def coverage(self) -> dict[str, int]:
        """How many printed cards there are and can be played; see `coverage`."""
        return coverage(catalogue())

    def view(self, language: str = "en") -> KrosmasterCatalogue:
        """Everything a client needs to build teams."""
        return catalogue_view(language, self.known)

    def check_packs(self, files: Sequence[PackFile]) -> PackReport:
        """What packs hold and what is wrong with them, beside the catalogue."""
        return checked(tuple(files), self.known).report

    def with_packs(self, files: Sequence[PackFile]) -> "Shelf":
        """The catalogue with packs; raises DocumentError, which knows all others, for whatever is wrong with them."""
        return Shelf(with_packs(tuple(files), self.known)) if files else self

    def own_view(self, language: str = "en") -> KrosmasterCatalogue:
        """What packs have brought, or laid over what is shipped."""
        return own_view(language, self.known)

    def own(self) -> list[str]:
        """The ids of what packs have brought, or laid over what is shipped."""
        shipped = catalogue()
        kept: tuple[Mapping[str, Any], ...] = (shipped.cards, shipped.summons, shipped.rewards, shipped.arenas)
        return [
            one.id
            for table, old in zip(self._tables(), kept, strict=True)
            for one in table.values()
            if old.get(one.id) is not one
        ]

    def put_in_force(self) -> None:
        """Let whatever this process makes be chosen from this catalogue, until `withdraw`."""
        put_in_force(self.known)

    def withdraw(self) -> None:
        """Let whatever this process makes be chosen from the shipped catalogue alone."""
        put_in_force(None)

    def _find(self, wanted: str) -> Any:
        found = next((table[wanted] for table in self._tables() if wanted in table), None)
        if found is None:
            raise DocumentError("the catalogue has no '{id}'", "cards show", nearest(wanted, self.ids()), id=wanted)
        return found


def _row(known: Catalogue, card: CardDocument, language: str) -> dict[str, Any]:
    return {
        "id": card.id,
        "name": _full_name(card, language),
        "level": card.level,
        "colour": card.colour,
        "types": list(card.types),
        "collection": card.collection,
        "print": card.print,
        "playable": known.is_playable(card),
    }


def _full_name(card: CardDocument, language: str) -> str:
    name = _marked(card.name, language)
    return name if card.version is None else f"{name} - {_marked(card.version, language)}"


def _marked(name: Mapping[Any, str], language: str) -> str:
    """The name, with the mark of a translation of ours."""
    return display_name(name, language) + (MARK if is_translated(name, language) else "")


def _names(found: Any) -> Iterable[tuple[str, Mapping[Any, str]]]:
    """Every name the document has, with what it names: an id, or `version`."""
    yield found.id, found.name
    if getattr(found, "version", None):
        yield "version", found.version
    for one in (*getattr(found, "spell", ()), *getattr(found, "power", ())):
        if one.name is not None:
            yield one.id, one.name


def _told(known: Catalogue, found: Any, language: str) -> dict[str, Any]:
    data: dict[str, Any] = msgspec.to_builtins(found)
    if not isinstance(found, ArenaDocument):
        data["sentences"] = {spell.id: spell_text(spell, language) for spell in found.spell}
        data["playable"] = known.is_playable(found)
        data["unplayable_because"] = list(known.unplayable_because(found))
    if isinstance(found, RewardDocument):
        data["sentences"][found.id] = reward_text(found, language)
    elif not isinstance(found, ArenaDocument):
        data["powers"] = {power_name(power, language): power_text(power, language) for power in found.power}
    data["translated"] = {
        what: display_name(name, language) for what, name in _names(found) if is_translated(name, language)
    }
    return data


def _lines(known: Catalogue, found: Any, language: str) -> Iterable[str]:
    said = messages(language)
    if isinstance(found, ArenaDocument):
        yield _marked(found.name, language)
        yield from found.map.strip().splitlines()
        return
    if isinstance(found, RewardDocument):
        places = {"name": _marked(found.name, language), "kind": _kind(found, said), "copies": found.copies}
        yield said.say("card.head.reward", {**places, "rank": said.say(f"rank.{found.rank}", {})}, found.copies)
        yield f"  {reward_text(found, language)}"
    else:
        yield from _card_lines(found, language)
    if found.note:
        yield said.say("card.note", {"text": told(found.note, language, NOTES)})
    if isinstance(found, CardDocument) and found.conflict:
        yield said.say("card.conflict", {"text": told(found.conflict, language, NOTES)})
    for reason in known.unplayable_because(found):
        yield said.say("card.unplayable", {"text": reason})


def _word(name: str, said: Messages) -> str:
    """The word of an id, or its last part for one without: cards of a player may name families of their own."""
    return said.say(name, {}) if name in said else name.rpartition(".")[2]


def _kind(reward: RewardDocument, said: Messages) -> str:
    kind = said.say(f"card.kind.{reward.kind}", {})
    if not reward.slot:
        return kind
    return said.say("card.kind.slot", {"kind": kind, "slot": said.say(f"slot.{reward.slot}", {})})


def _card_lines(found: CardDocument | SummonDocument, language: str) -> Iterable[str]:
    said = messages(language)
    if isinstance(found, CardDocument):
        places = {"name": _full_name(found, language), "collection": found.collection}
        places["types"] = ", ".join(type_names(found.types, language)) or said.say("card.no-type", {})
        places |= {key: said.say(f"card.{key}.{getattr(found, key)}", {}) for key in ("colour", "print")}
        yield said.say("card.head", places)
        yield said.say("card.stats", msgspec.structs.asdict(found))
    else:
        places = {"name": _marked(found.name, language), "kind": said.say(f"card.kind.{found.category}", {})}
        places["family"] = _word(f"card.family.{found.family}", said) if found.family else ""
        yield said.say("card.head.family" if found.family else "card.head.summon", places)
        yield said.say("card.stats.summon", msgspec.structs.asdict(found))
    for spell in found.spell:
        control = f" ({'∞' if spell.summons == 'infinity' else spell.summons})" if spell.summons is not None else ""
        limit = "" if spell.limit == "none" else said.say(f"card.limit.{spell.limit}", {})
        bar = said.say("odds.between", {}).join(filter(None, (spell_bar(spell, language), limit)))
        label = f"{_marked(spell.name, language)}{control}"
        yield f"* {said.say('rules.labelled', {'label': label, 'text': bar})}"
        text = spell_text(spell, language)
        if text:
            yield f"    {text}"
    for power in found.power:
        mark = MARK if power.name is not None and is_translated(power.name, language) else ""
        places = {"label": f"{power_name(power, language)}{mark}", "text": power_text(power, language)}
        yield f"+ {said.say('rules.labelled', places)}"


def coverage(known: Catalogue) -> dict[str, int]:
    """How many printed cards there are and can be played; `house` counts cards, summons and rewards of our own making.

    `conflicting` are cards on which the sources disagree; `unimplemented` are the printed cards that are not playable.
    """
    printed = [card for card in known.cards.values() if card.print != "house"]
    playable = [card for card in printed if known.is_playable(card)]
    house: list[bool] = [one.house for table in (known.summons, known.rewards) for one in table.values()]
    house += [card.house for card in known.cards.values()]
    return {
        "printed": len(printed),
        "playable": len(playable),
        "house": sum(house),
        "conflicting": sum(card.conflict is not None for card in printed),
        "unimplemented": len(printed) - len(playable),
    }
