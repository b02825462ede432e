"""Units as a client shows them: the `units` of the VIEW of docs/protocol.md.

Most units are after an answer as they were before it. So what a view tells of a unit is first put together as plain
values, `UnitFacts`; the unit, and its text as it is sent, follow from them alone and are kept for when they come again.
"""

from collections import OrderedDict
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

import msgspec
from msgspec.structs import replace

from esquive.core.ids import SEAT_NAMES
from esquive.krosmaster.book.dice import FACE_NAMES
from esquive.krosmaster.book.powers.copying import origins
from esquive.krosmaster.book.powers.selectors import types_of
from esquive.krosmaster.book.powers.values import (
    farthest,
    has_held,
    initiative_of,
    is_powerless,
    max_hp,
    max_stat,
    powerless,
    powers,
    spell_cost,
)
from esquive.krosmaster.book.prerequisites import spells_of
from esquive.krosmaster.cards.library import KROSMASTER, PER_GAME, PER_TURN, PIECE_NAMES
from esquive.krosmaster.cards.ops.continuous import M_POWERS
from esquive.krosmaster.cards.translations import display_name, is_translated
from esquive.krosmaster.seen.card_views import LibraryTexts, keyword_view
from esquive.krosmaster.seen.shapes import Power, PowerSource, Reward, SpecialMarker, Spell, Unit
from esquive.krosmaster.spoken.cards.sentences import keyword_text
from esquive.krosmaster.spoken.short_names import short_names
from esquive.krosmaster.spoken.wording import called, type_names
from esquive.krosmaster.table.board import format_cell
from esquive.krosmaster.table.entries import UP, reward_of
from esquive.krosmaster.table.state import AP, FROZEN_KINDS, INJURIES, MP, NONE, State
from esquive.krosmaster.written.documents.units import names_of_mask

MOST_KEPT: Final = 4096  # texts of units, 2 KiB each; a match has two dozen units
_KEPT: Final[OrderedDict[tuple[LibraryTexts, "UnitFacts"], msgspec.Raw]] = OrderedDict()
_NOT_FROZEN: Final = (0, 0, 0)

Procedures = dict[str, str]


class UnitFacts(NamedTuple):
    """Everything a view tells of a unit that can be otherwise in another position, or in another match of its cards.

    `powers` are those copied (by profile), then the masks of Inspiration dice, of rewards and of all; None for a unit
    without any. `spells` are index, farthest cell, AP, MP and whether it is used; off the board as printed, -1 each.
    `rewards` are index, rank and face; of one that lies face down for others the index is not in them.
    """

    release: str
    id: str
    profile: int
    name: str
    short: str
    owner: int
    level: int
    initiative: int
    cell: int
    ko: int
    injuries: int
    hp: int
    ap: int
    mp: int
    max_ap: int
    max_mp: int
    ap_markers: int
    mp_markers: int
    range_markers: int
    frozen: tuple[int, ...]
    types: tuple[str, ...]
    summoner: str | None
    played: bool
    markers: tuple[tuple[str, str], ...]
    inspired: int
    powers: tuple[tuple[int, ...], int, int, int] | None
    spells: tuple[tuple[int, int, int, int, bool], ...]
    rewards: tuple[tuple[int, str, bool], ...]


@lru_cache(maxsize=512)
def _names(texts: LibraryTexts, profiles: Sequence[int], ids: Sequence[str]) -> tuple[list[str], list[str]]:
    """The name and the short name of each unit of a match; one that comes later takes no short name away."""
    known = [texts.library.profiles[profile] for profile in profiles]
    names = tuple(display_name(profile.document.name, texts.language) for profile in known)
    shorts = short_names(names, tuple(profile.piece != KROSMASTER for profile in known))
    return [called(name, id_, ids) for name, id_ in zip(names, ids, strict=True)], shorts


def units_facts(state: State, texts: LibraryTexts) -> list[UnitFacts]:
    """What everybody may know of each unit."""
    names, shorts = _names(texts, tuple(state.profile), tuple(state.names))
    return [_facts(state, unit, names[unit], shorts[unit]) for unit in range(len(names))]


def _facts(state: State, unit: int, name: str, short: str) -> UnitFacts:
    profile = state.library.profiles[state.profile[unit]]
    cell, summoner = state.cell[unit], state.summoner[unit]
    return UnitFacts(
        state.settings.release,
        state.names[unit],
        state.profile[unit],
        name,
        short,
        state.owner[unit],
        state.level[unit],
        initiative_of(state, unit),
        cell,
        state.ko[unit],
        state.injuries[unit],
        max_hp(state, unit) if profile.has_hp else NONE,
        state.ap[unit],
        state.mp[unit],
        max_stat(state, unit, AP),
        max_stat(state, unit, MP),
        state.ap_markers[unit],
        state.mp_markers[unit],
        state.range_markers[unit] + state.range_turn[unit],
        _frozen(state, unit) if state.frozen else _NOT_FROZEN,
        types_of(state, unit),
        state.names[summoner] if summoner != NONE else None,
        unit in state.acted and unit != state.active_unit,
        _special_markers(state, unit) if state.special_markers else (),
        state.inspired[unit],
        _powers(state, unit),
        tuple([_spell(state, unit, index) for index in spells_of(state, unit)]),
        rewards_seen(state, unit, is_own=False) if state.rewards[unit] else (),
    )


def _frozen(state: State, unit: int) -> tuple[int, ...]:
    return tuple(state.frozen_of(unit, kind) for kind in range(FROZEN_KINDS))


def _special_markers(state: State, unit: int) -> tuple[tuple[str, str], ...]:
    """The special markers on a unit by name, with who put them there [KA 4.13.2]."""
    return tuple(
        (str(state.library.ops[name].name), state.names[placer])
        for name, placer, bearer in state.special_markers
        if bearer == unit
    )


def _powers(state: State, unit: int) -> tuple[tuple[int, ...], int, int, int] | None:
    if not state.cell[unit]:
        return (), state.inspired[unit], _reward_powers(state, unit), state.gained[unit]
    if is_powerless(state, unit):
        return None
    copied: tuple[int, ...] = ()
    if state.library.copies:
        copied = tuple(state.profile[origin] for origin in origins(state, unit, powerless(state)))
    return copied, state.inspired[unit], _reward_powers(state, unit), powers(state, unit)


def _reward_powers(state: State, unit: int) -> int:
    """The keyword powers that face-up rewards of the unit give."""
    if not any(entry & UP for entry in state.rewards[unit]):
        return 0
    mine = {
        index
        for entry in state.rewards[unit]
        if entry & UP
        for index in state.library.rewards[reward_of(entry)].statics
    }
    mask = 0
    for owner, index in state.statics[M_POWERS]:
        if owner == unit and index in mine and has_held(state, owner, index):
            mask |= state.library.statics[index].mask
    return mask & powers(state, unit)


def _spell(state: State, unit: int, index: int) -> tuple[int, int, int, int, bool]:
    """A spell with its range and cost as they stand now; used when its limit forbids it for good or for the turn."""
    spell = state.library.spells[index]
    used = spell.limit == PER_GAME and bool(state.used_game[unit] >> index & 1)
    if spell.limit == PER_TURN and unit == state.active_unit:
        used = bool(state.cast_turn >> index & 1)
    if not state.cell[unit]:
        return index, NONE, NONE, NONE, used
    most = farthest(state, unit, spell)
    if spell.dash:
        return index, most, 0, 0, used
    return index, most, spell_cost(state, unit, spell, AP), spell_cost(state, unit, spell, MP), used


def rewards_seen(state: State, unit: int, *, is_own: bool) -> tuple[tuple[int, str, bool], ...]:
    """The rewards on a card; of one face down only its owner knows more than the rank [KA 4.7.8.b].

    The rank is that of this match: the original box calls its third rank Gold [KA 8.1.2].
    """
    ranks, known = state.settings.rank_names, state.library.rewards
    return tuple(
        (
            reward_of(entry) if is_own or entry & UP else NONE,
            ranks[known[reward_of(entry)].rank],
            bool(entry & UP),
        )
        for entry in state.rewards[unit]
    )


# ---------------------------------------------------------------------------------------------------------- from facts


def unit_text(facts: UnitFacts, texts: LibraryTexts, procedures: Procedures) -> msgspec.Raw:
    """A unit as it is sent; the procedures are those of the release of the facts."""
    key = texts, facts
    found = _KEPT.get(key)
    if found is not None:
        _KEPT.move_to_end(key)
        return found
    found = _KEPT[key] = msgspec.Raw(msgspec.json.encode(unit_view(facts, texts, procedures)))
    if len(_KEPT) > MOST_KEPT:
        _KEPT.popitem(last=False)
    return found


def unit_view(facts: UnitFacts, texts: LibraryTexts, procedures: Procedures) -> Unit:
    """A unit with everything on its card that the facts hold; the procedures are those of their release."""
    profile = texts.library.profiles[facts.profile]
    language = texts.language
    return Unit(
        id=facts.id,
        card=profile.id,
        name=facts.name,
        short=facts.short,
        emblem=texts.emblem(facts.profile),
        translated=is_translated(profile.document.name, language),
        owner=SEAT_NAMES[facts.owner],
        kind=PIECE_NAMES[profile.piece],
        family=profile.family or None,
        level=facts.level,
        initiative=facts.initiative,
        at=format_cell(facts.cell),
        ko=bool(facts.ko),
        injuries=facts.injuries,
        hp=facts.hp if profile.has_hp else None,
        ap=facts.ap if profile.has_ap else None,
        mp=facts.mp if profile.has_mp else None,
        max_ap=facts.max_ap if profile.has_ap else None,
        max_mp=facts.max_mp if profile.has_mp else None,
        ap_markers=facts.ap_markers,
        mp_markers=facts.mp_markers,
        range_markers=facts.range_markers,
        frozen_injuries=facts.frozen[INJURIES],
        frozen_ap_markers=facts.frozen[AP],
        frozen_mp_markers=facts.frozen[MP],
        has_ap=profile.has_ap,
        has_mp=profile.has_mp,
        types=type_names(facts.types, language),
        summoner=facts.summoner,
        played=facts.played,
        markers=[SpecialMarker(name=name, by=by) for name, by in facts.markers],
        inspiration=[FACE_NAMES[face] for face in range(4) if facts.inspired >> face & 1],
        powers=_powers_view(facts, texts, procedures),
        spells=[_spell_view(spell, texts) for spell in facts.spells],
        rewards=[reward_seen(reward, texts) for reward in facts.rewards],
    )


def _spell_view(spell: tuple[int, int, int, int, bool], texts: LibraryTexts) -> Spell:
    index, most, ap, mp, used = spell
    return replace(texts.spell(index), used=used) if most == NONE else texts.spell_now(index, most, ap, mp, used)


def reward_seen(reward: tuple[int, str, bool], texts: LibraryTexts) -> Reward:
    """A reward on a card."""
    index, rank, is_up = reward
    if index == NONE:
        return Reward(id=None, name=None, text=None, rank=rank, kind=None, slot=None, face="down")
    return replace(texts.reward(index), rank=rank, face="up" if is_up else "down")


def _powers_view(facts: UnitFacts, texts: LibraryTexts, procedures: Procedures) -> list[Power]:
    """The powers a unit has now: its card's, then those of Inspiration dice, rewards and effects [KA 4.9.1]."""
    if facts.powers is None:
        return []
    copied, inspired, rewarded, had = facts.powers
    found = list(texts.powers(facts.profile))
    found += _copied_powers(facts.profile, copied, texts)
    seen = texts.library.profiles[facts.profile].keywords
    sources: tuple[tuple[int, PowerSource], ...] = ((inspired, "inspiration"), (rewarded, "reward"), (had, "effect"))
    for mask, source in sources:
        found += [keyword_view(name, texts.language, source) for name in names_of_mask(mask & ~seen)]
        seen |= mask
    return [_as_played(power, procedures, texts.language) for power in found]


def _as_played(power: Power, procedures: Procedures, language: str) -> Power:
    """A power with the text of what the release of the match makes of it: of Counter, Unfazed, Wisdom."""
    procedure = procedures.get(power.id)
    if procedure is None or not power.keyword:
        return power
    return replace(power, text=keyword_text(power.id, language, procedure)[1])


def _copied_powers(profile: int, copied: Sequence[int], texts: LibraryTexts) -> list[Power]:
    """The powers with a text of their own that a unit has copied, each name once [KA 4.18.8] [KA 4.9.1]."""
    names = {power.id for power in texts.powers(profile)}
    found: list[Power] = []
    for origin in copied:
        for power in texts.powers(origin):
            if not power.keyword and power.id not in names:
                names.add(power.id)
                found.append(replace(power, source="effect"))
    return found
