"""Cards, spells, powers and rewards as a client shows them, in one language.

The texts of a card follow from its ops and cost up to a millisecond, so each is made once a language.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any, TypeVar

from msgspec.structs import replace

from esquive.core.clause_numbering import renumbered
from esquive.core.error_translations import NOTES, told
from esquive.core.messages import messages
from esquive.krosmaster.cards.catalogue import Catalogue, catalogue
from esquive.krosmaster.cards.documents import (
    ArenaDocument,
    CardDocument,
    PowerDocument,
    RewardDocument,
    SpellDocument,
    SummonDocument,
)
from esquive.krosmaster.cards.library import Library
from esquive.krosmaster.cards.ops.punctual import Summon as SummonOp
from esquive.krosmaster.cards.parts import parts, summon_ids
from esquive.krosmaster.cards.translations import display_name, is_translated
from esquive.krosmaster.releases import release, release_names
from esquive.krosmaster.releases.books import numbers_of
from esquive.krosmaster.seen.shapes import (
    Arena,
    Card,
    Cost,
    Emblem,
    KrosmasterCatalogue,
    MatchOption,
    OptionOfRelease,
    Power,
    PowerSource,
    Range,
    Reward,
    Spell,
    Summon,
)
from esquive.krosmaster.spoken.cards.sentences import keyword_text, power_name, power_text, reward_text, spell_text
from esquive.krosmaster.spoken.wording import type_names
from esquive.krosmaster.table.settings import OPTIONS, default_options, known_options

T = TypeVar("T")


def spell_view(spell: SpellDocument, language: str) -> Spell:
    """A spell bar as printed, with its text."""
    reach, cost = spell.range, spell.cost
    least, most = reach.min or 0, reach.max or 0
    if reach.kind == "close-combat":
        least, most = 1, 1
    return Spell(
        id=spell.id,
        name=display_name(spell.name, language),
        text=spell_text(spell, language, area_is_shown=True),
        range=Range(kind=reach.kind, min=least, max=most, fixed=reach.fixed),
        cost=Cost(ap=cost.ap, mp=cost.mp, injuries=cost.injuries, kamas=cost.kamas),
        kind=spell.kind,
        element=spell.element,
        base=spell.base,
        limit=spell.limit,
        area=spell.area,
        summons=spell.summons if isinstance(spell.summons, int) else None,
        translated=is_translated(spell.name, language),
    )


def power_view(power: PowerDocument, language: str) -> Power:
    """A power of a card, keyword or own, with its text."""
    return Power(
        id=power.keyword or power.id or "",
        name=power_name(power, language),
        text=power_text(power, language),
        keyword=power.keyword is not None,
        source="card",
        translated=power.name is not None and is_translated(power.name, language),
    )


@cache
def keyword_view(keyword: str, language: str, source: PowerSource) -> Power:
    """A keyword power that does not come from the card; `source` is inspiration, reward or effect."""
    name, text = keyword_text(keyword, language)
    return Power(id=keyword, name=name, text=text, keyword=True, source=source)


def reward_view(reward: RewardDocument, language: str) -> Reward:
    """A Demonic Reward token with its text."""
    return Reward(
        id=reward.id,
        name=display_name(reward.name, language),
        text=reward_text(reward, language),
        rank=reward.rank,
        kind=reward.kind,
        slot=reward.slot,
        house=reward.house,
    )


class LibraryTexts:
    """The texts of one match's cards in one language, each made when first asked for."""

    __slots__ = ("_emblems", "_powers", "_rewards", "_spells", "_spells_now", "_summons", "language", "library")

    def __init__(self, library: Library, language: str) -> None:
        self.library = library
        self.language = language
        self._spells: dict[int, Spell] = {}
        self._spells_now: dict[tuple[int, int, int, int, bool], Spell] = {}
        self._summons: dict[int, list[Summon]] = {}
        self._rewards: dict[int, Reward] = {}
        self._powers: dict[int, list[Power]] = {}
        self._emblems: dict[int, Emblem] = {}

    def spell(self, index: int) -> Spell:
        """The view of a spell by its index; not to be changed."""
        if index not in self._spells:
            self._spells[index] = spell_view(self.library.spells[index].document, self.language)
        return self._spells[index]

    def spell_now(self, index: int, most: int, ap: int, mp: int, used: bool) -> Spell:
        """The view of a spell with its farthest cell and its cost as they stand; not to be changed."""
        key = (index, most, ap, mp, used)
        if key not in self._spells_now:
            printed = self.spell(index)
            cost = printed.cost
            if not self.library.spells[index].dash:
                cost = replace(
                    cost,
                    ap=ap if ap or cost.ap is not None else None,
                    mp=mp if mp or cost.mp is not None else None,
                )
            self._spells_now[key] = replace(printed, range=replace(printed.range, max=most), cost=cost, used=used)
        return self._spells_now[key]

    def summons(self, index: int) -> list[Summon]:
        """The cards of what a spell may bring into the arena, as printed; not to be changed [KA 4.19.9]."""
        if index not in self._summons:
            spell = self.library.spells[index].document
            wanted = {part.summon for part in parts(spell) if isinstance(part, SummonOp)}
            documents = [profile.document for profile in self.library.profiles if profile.id in wanted]
            self._summons[index] = [
                summon_view(document, self.language) for document in documents if isinstance(document, SummonDocument)
            ]
        return self._summons[index]

    def reward(self, index: int) -> Reward:
        """The view of a reward by its index; not to be changed."""
        if index not in self._rewards:
            self._rewards[index] = reward_view(self.library.rewards[index].document, self.language)
        return self._rewards[index]

    def powers(self, profile: int) -> list[Power]:
        """The views of a card's own powers by the index of its profile; not to be changed."""
        if profile not in self._powers:
            document = self.library.profiles[profile].document
            self._powers[profile] = [power_view(power, self.language) for power in document.power]
        return self._powers[profile]

    def emblem(self, profile: int) -> Emblem:
        """What a figure's emblem is drawn from, by the index of its profile; not to be changed."""
        if profile not in self._emblems:
            self._emblems[profile] = emblem_of(self.library.profiles[profile].document)
        return self._emblems[profile]


# ------------------------------------------------------------------------------------------------------- the catalogue


def emblem_of(card: CardDocument | SummonDocument) -> Emblem:
    """What the emblem of a figure is drawn from; the two prints of a card differ in the collection alone."""
    types, collection = (
        (card.types, card.collection) if isinstance(card, CardDocument) else ((card.family or card.id,), "")
    )
    return Emblem(
        kin=list(dict.fromkeys((card.id.removesuffix("-eternal"), *types))),
        elements=list(dict.fromkeys(spell.element for spell in card.spell if spell.element)),
        collection=collection,
    )


def _figure(card: CardDocument | SummonDocument, language: str) -> dict[str, Any]:
    """The fields that is `Printed`."""
    return {
        "id": card.id,
        "name": display_name(card.name, language),
        "emblem": emblem_of(card),
        "mp": card.mp,
        "hp": None if card.hp == "-" else card.hp,
        "ap": card.ap,
        "spells": [spell_view(spell, language) for spell in card.spell],
        "powers": [power_view(power, language) for power in card.power],
        "house": card.house,
        "note": told(card.note, language, NOTES) if card.note else None,
        "translated": is_translated(card.name, language),
    }


def card_view(card: CardDocument, language: str, among: Catalogue | None = None) -> Card:
    """A Krosmaster card with its texts; `playable` is false while something on it is not implemented."""
    known = among or catalogue()
    return Card(
        **_figure(card, language),
        version=display_name(card.version, language) if card.version else None,
        print=card.print,
        colour=card.colour,
        types=type_names(card.types, language),
        collection=card.collection,
        level=card.level,
        initiative=card.initiative,
        playable=known.is_playable(card),
        unplayable=[told(why, language, NOTES) for why in known.unplayable_because(card)],
        brings=list(dict.fromkeys(summon_ids(card))),
        conflict=told(card.conflict, language, NOTES) if card.conflict else "",
    )


def summon_view(summon: SummonDocument, language: str) -> Summon:
    """A summon token with its texts."""
    return Summon(**_figure(summon, language), kind=summon.category, family=summon.family)


def arena_view(arena: ArenaDocument, language: str) -> Arena:
    """An arena: twelve strings, north row first, letters as in position documents."""
    rows = ["".join(line.split()) for line in arena.map.strip().splitlines()]
    return Arena(
        id=arena.id,
        name=display_name(arena.name, language),
        rows=rows,
        starts={seat: list(cells) for seat, cells in arena.starts.items()},
        translated=is_translated(arena.name, language),
    )


@cache
def catalogue_view(language: str, known: Catalogue) -> KrosmasterCatalogue:
    """The cards, arenas, rewards and options, in one language; formats and teams are whoever's who offers them."""
    spoken = messages(language)
    return KrosmasterCatalogue(
        formats=(),
        teams=(),
        releases=(),
        agents=(),
        cards=[card_view(card, language, known) for card in known.cards.values()],
        summons=[summon_view(summon, language) for summon in known.summons.values()],
        arenas=[arena_view(arena, language) for arena in known.arenas.values()],
        rewards=[reward_view(reward, language) for reward in known.rewards.values()],
        options=[
            MatchOption(
                id=name,
                name=spoken.say(f"setting.{name}", {}),
                values=list(values),
                default=values[0],
                clause=clause,
                releases=_option_by_release(name),
            )
            for name, (values, clause) in OPTIONS.items()
        ],
    )


def _option_by_release(name: str) -> list[OptionOfRelease]:
    """An option in each release that knows it."""
    found: list[OptionOfRelease] = []
    for params in map(release, release_names()):
        known = known_options(params)
        if name in known:
            values, clause = known[name]
            clauses = ", ".join(renumbered(numbers_of(params.book), (clause,)))
            found.append(OptionOfRelease(params.name, list(values), default_options(params)[name], clauses))
    return found


def own_view(language: str, known: Catalogue) -> KrosmasterCatalogue:
    """Of a catalogue with packs, what is not shipped."""
    old = catalogue()
    return KrosmasterCatalogue(
        formats=(),
        teams=(),
        releases=(),
        agents=(),
        cards=[card_view(one, language, known) for one in _others(known.cards, old.cards)],
        summons=[summon_view(one, language) for one in _others(known.summons, old.summons)],
        arenas=[arena_view(one, language) for one in _others(known.arenas, old.arenas)],
        rewards=[reward_view(one, language) for one in _others(known.rewards, old.rewards)],
        options=[],
    )


def _others(table: Mapping[str, T], old: Mapping[str, T]) -> list[T]:
    return [one for name, one in table.items() if old.get(name) is not one]
