"""The position as one seat may see it, ready to be drawn: the VIEW of docs/protocol.md.

What a seat may not know is never put in: the other players' rewards that lie face down have no id, and nothing is
told of closed stacks but their height [KA 4.7.8.b]. A seat of -1 is a spectator, who knows no secret at all.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final, cast

from msgspec.structs import replace

from esquive.core.citing import cited_one
from esquive.core.frames import DRAW, UNDECIDED
from esquive.core.ids import SEAT_NAMES, SeatName, format_seat
from esquive.core.waiting import Decision
from esquive.krosmaster.book.dice import FACE_NAMES
from esquive.krosmaster.book.powers.copying import origins
from esquive.krosmaster.book.powers.selectors import types_of
from esquive.krosmaster.book.powers.values import (
    farthest,
    has_gauge,
    has_held,
    is_powerless,
    max_hp,
    max_stat,
    powerless,
    powers,
    spell_cost,
)
from esquive.krosmaster.book.prerequisites import spells_of
from esquive.krosmaster.book.rewards import price_of
from esquive.krosmaster.book.scenery import hp_of_scenery
from esquive.krosmaster.cards.library import KROSMASTER, PER_GAME, PER_TURN, PIECE_NAMES, Library
from esquive.krosmaster.cards.ops.continuous import M_POWERS
from esquive.krosmaster.cards.translations import display_name, is_translated
from esquive.krosmaster.table.board import KIND_NAMES, OFF_BOARD, Board as Lying, format_cell
from esquive.krosmaster.table.entries import UP, reward_of
from esquive.krosmaster.table.settings import FORMAT_NAMES, partners_of
from esquive.krosmaster.table.state import AP, INJURIES, MP, NONE, PHASE_NAMES, State
from esquive.krosmaster.text.card_views import LibraryTexts, keyword_view
from esquive.krosmaster.text.cards.sentences import keyword_text
from esquive.krosmaster.text.documents.units import names_of_mask
from esquive.krosmaster.text.shapes import (
    Board,
    Cell,
    CellKind,
    End,
    Endurance,
    Pile,
    Player,
    Power,
    PowerSource,
    Reward,
    SpecialMarker,
    Spell,
    Standby,
    Turn,
    Unit,
    View,
)
from esquive.krosmaster.text.short_names import short_names
from esquive.krosmaster.text.wording import Wording, type_names

SPECTATOR: Final = -1


@lru_cache(maxsize=256)
def texts_of(library: Library, language: str) -> LibraryTexts:
    """The texts of a match's cards; libraries are told apart by identity."""
    return LibraryTexts(library, language)


def view(state: State, seat: int, language: str = "en", players: Sequence[str] = ()) -> View:
    """The position as a seat may see it (-1: a spectator); `players` are the players' names by seat."""
    return views(state, language, players)(seat)


def views(state: State, language: str = "en", players: Sequence[str] = ()) -> Callable[[int], View]:
    """The position as any seat may see it, by seat: what everybody may see is worked out once."""
    shown = _open_view(state, language, players)
    texts = texts_of(state.library, language)
    hidden = [unit for unit, entries in enumerate(state.rewards) if not all(entry & UP for entry in entries)]

    def seen_by(seat: int) -> View:
        units = shown.units
        own = [unit for unit in hidden if state.owner[unit] == seat]
        if own:
            units = units.copy()
            for unit in own:
                rewards = [_reward_view(state, entry, entry & UP == 0, texts) for entry in state.rewards[unit]]
                units[unit] = replace(units[unit], rewards=rewards)
        return replace(shown, viewer=format_seat(seat), units=units)

    return seen_by


def _open_view(state: State, language: str, players: Sequence[str]) -> View:
    """The position as a spectator may see it."""
    wording = Wording(state, language, players)
    texts = texts_of(state.library, language)
    waiting = state.waiting
    shorts = short_names_of(state, language)
    return View(
        game="krosmaster",
        release=state.settings.release,
        format=FORMAT_NAMES[state.settings.format],
        viewer=format_seat(SPECTATOR),
        board=_board_view(state),
        players={SEAT_NAMES[number]: _player_view(state, number, wording) for number in range(state.settings.seats)},
        wild_gg=state.wild_gg,
        turn=Turn(
            number=state.turn,
            player=SEAT_NAMES[state.active_seat],
            asked=SEAT_NAMES[waiting.seat] if isinstance(waiting, Decision) else None,
            unit=state.names[state.active_unit] if state.active_unit != NONE else None,
            phase=PHASE_NAMES[state.phase],
        ),
        units=[unit_view(state, unit, SPECTATOR, texts, wording, short) for unit, short in enumerate(shorts)],
        piles=[_pile_view(state, pile, texts) for pile in range(len(state.piles_up))],
        standby=[
            Standby(n=number, text=wording.standby(entry), unit=state.names[entry[1]], clause=cited_one(state, "7.2.9"))
            for number, entry in enumerate(state.standby, 1)
        ],
        over=over_view(state, wording),
    )


@lru_cache(maxsize=64)
def _bare_cells(board: Lying, seats: int) -> dict[str, Cell]:
    """The cells of a board by name, without Kamas; not to be changed."""
    setup: dict[int, list[SeatName]] = {}
    for seat in range(seats):
        for cell in board.starts[seat]:
            setup.setdefault(cell, []).append(SEAT_NAMES[seat])
    return {
        format_cell(cell): Cell(
            kind=cast("CellKind", KIND_NAMES[board.kinds[cell]]), setup=setup.get(cell, []), kamas=0
        )
        for cell in board.cells
    }


def _board_view(state: State) -> Board:
    board = state.board
    cells = _bare_cells(board, state.settings.seats).copy()
    for cell, kamas in state.kamas_on.items():
        name = format_cell(cell)
        cells[name] = replace(cells[name], kamas=kamas)
    breakable = {
        format_cell(cell): Endurance(hp=hp_of_scenery(state, cell), injuries=state.scenery_injuries.get(cell, 0))
        for cell in (board.cells if state.settings.breaks_scenery else ())
        if hp_of_scenery(state, cell)
    }
    return Board(
        name=board.name,
        width=board.width,
        height=board.height,
        cells=cells,
        rink=[format_cell(cell) for cell in board.cells if board.rink_mask >> cell & 1],
        cubes=[format_cell(cell) for cell in board.cells if board.cube_mask >> cell & 1],
        breakable=breakable,
    )


def _player_view(state: State, seat: int, wording: Wording) -> Player:
    others = partners_of(state.settings, seat)[1:]
    return Player(
        name=wording.seat(seat),
        partner=SEAT_NAMES[others[0]] if others else None,
        gg=state.gg[seat],
        kamas=state.kamas[seat],
        timeline=[state.names[unit] for unit in order_of_play(state, seat)],
    )


def order_of_play(state: State, seat: int) -> list[int]:
    """A seat's units in the order they play: each Krosmaster of its Timeline, then the summons it brought.

    Krosmasters that are KO'd keep their place; summons are listed while they are in play [KA 5.5.1] [KA 4.19.1.g],
    but for those that are not in the Timeline [KA-2.2 315.4a] [KA-2.2 315.6a].
    """
    takes_turns = state.settings.steps.mechanism_turns
    found: list[int] = []

    def add(unit: int) -> None:
        found.append(unit)
        for other in range(unit + 1, len(state.cell)):
            if state.summoner[other] == unit and state.cell[other] and takes_turns(state, other):
                add(other)

    for unit in state.timeline[seat]:
        add(unit)
    return found


def _pile_view(state: State, pile: int, texts: LibraryTexts) -> Pile:
    up = state.piles_up[pile]
    rank, number = state.settings.name_of(pile)
    price = state.settings.prices[pile // state.settings.piles_per_rank]
    if state.active_unit != NONE:
        price = price_of(state, state.active_unit, pile)
    return Pile(
        rank=rank,
        pile=number,
        closed=state.piles_closed[pile],
        price=price,
        up=_token_view(state, up, texts) if up != NONE else None,
    )


def over_view(state: State, wording: Wording) -> End | None:
    """How the game ended, or None while it goes on."""
    if state.winner == UNDECIDED:
        return None
    return End(
        winner="draw" if state.winner == DRAW else SEAT_NAMES[state.winner],
        winners=[SEAT_NAMES[seat] for seat in partners_of(state.settings, state.winner)],
        reason=wording.over(),
        clause=cited_one(state, state.over_clause),
    )


# --------------------------------------------------------------------------------------------------------------- units


def short_names_of(state: State, language: str) -> list[str]:
    """The short name of each unit of a match; one that comes later takes no name away."""
    profiles = [state.library.profiles[profile] for profile in state.profile]
    names = tuple(display_name(profile.document.name, language) for profile in profiles)
    return short_names(names, tuple(profile.piece != KROSMASTER for profile in profiles))


def unit_view(state: State, unit: int, seat: int, texts: LibraryTexts, wording: Wording, short: str) -> Unit:
    """One unit with everything on its card that the seat may see."""
    profile = state.library.profiles[state.profile[unit]]
    has_ap, has_mp = has_gauge(state, unit, AP), has_gauge(state, unit, MP)
    summoner = state.summoner[unit]
    return Unit(
        id=state.names[unit],
        card=profile.id,
        name=wording.unit(unit),
        short=short,
        emblem=texts.emblem(state.profile[unit]),
        translated=is_translated(profile.document.name, wording.language),
        owner=SEAT_NAMES[state.owner[unit]],
        kind=PIECE_NAMES[profile.piece],
        family=profile.family or None,
        level=state.level[unit],
        initiative=profile.initiative,
        at=format_cell(state.cell[unit]),
        ko=bool(state.ko[unit]),
        injuries=state.injuries[unit],
        hp=max_hp(state, unit) if profile.has_hp else None,
        ap=state.ap[unit] if has_ap else None,
        mp=state.mp[unit] if has_mp else None,
        max_ap=max_stat(state, unit, AP) if has_ap else None,
        max_mp=max_stat(state, unit, MP) if has_mp else None,
        ap_markers=state.ap_markers[unit],
        mp_markers=state.mp_markers[unit],
        range_markers=state.range_markers[unit] + state.range_turn[unit],
        frozen_injuries=state.frozen_of(unit, INJURIES),
        frozen_ap_markers=state.frozen_of(unit, AP),
        frozen_mp_markers=state.frozen_of(unit, MP),
        has_ap=has_ap,
        has_mp=has_mp,
        types=type_names(types_of(state, unit), wording.language),
        summoner=state.names[summoner] if summoner != NONE else None,
        played=unit in state.acted and unit != state.active_unit,
        markers=_special_markers(state, unit),
        inspiration=[FACE_NAMES[face] for face in range(4) if state.inspired[unit] >> face & 1],
        powers=_powers_view(state, unit, texts),
        spells=[_spell_view(state, unit, index, texts) for index in spells_of(state, unit)],
        rewards=[_reward_view(state, entry, state.owner[unit] == seat, texts) for entry in state.rewards[unit]],
    )


def _special_markers(state: State, unit: int) -> list[SpecialMarker]:
    """The special markers on a unit by name, with who put them there [KA 4.13.2]."""
    return [
        SpecialMarker(name=str(state.library.ops[name].name), by=state.names[placer])
        for name, placer, bearer in state.special_markers
        if bearer == unit
    ]


def _reward_view(state: State, entry: int, is_own: bool, texts: LibraryTexts) -> Reward:
    """A reward on a card; face down on another player's card only its rank shows [KA 4.7.8.b]."""
    token = _token_view(state, reward_of(entry), texts)
    if entry & UP:
        return replace(token, face="up")
    if is_own:
        return replace(token, face="down")
    return Reward(id=None, name=None, text=None, rank=token.rank, kind=None, slot=None, face="down")


def _token_view(state: State, index: int, texts: LibraryTexts) -> Reward:
    """A reward with the rank it has in this match: the original box calls its third rank Gold [KA 8.1.2]."""
    return replace(texts.reward(index), rank=state.settings.rank_names[state.library.rewards[index].rank])


def _spell_view(state: State, unit: int, index: int, texts: LibraryTexts) -> Spell:
    """A spell with its range and cost as they stand now; `used` when its limit forbids it for good or for the turn."""
    spell = state.library.spells[index]
    used = spell.limit == PER_GAME and bool(state.used_game[unit] >> index & 1)
    if spell.limit == PER_TURN and unit == state.active_unit:
        used = bool(state.cast_turn >> index & 1)
    if not state.cell[unit]:
        return replace(texts.spell(index), used=used)
    ap, mp = (0, 0) if spell.dash else (spell_cost(state, unit, spell, AP), spell_cost(state, unit, spell, MP))
    return texts.spell_now(index, farthest(state, unit, spell), ap, mp, used)


def _powers_view(state: State, unit: int, texts: LibraryTexts) -> list[Power]:
    """The powers a unit has now: its card's, then those of Inspiration dice, rewards and effects [KA 4.9.1]."""
    if state.cell[unit] != OFF_BOARD and is_powerless(state, unit):
        return []
    found = list(texts.powers(state.profile[unit]))
    found += _copied_powers(state, unit, texts)
    seen = state.library.profiles[state.profile[unit]].keywords
    language = texts.language
    sources: tuple[tuple[int, PowerSource], ...] = (
        (state.inspired[unit], "inspiration"),
        (_reward_powers(state, unit), "reward"),
        (powers(state, unit) if state.cell[unit] else state.gained[unit], "effect"),
    )
    for mask, source in sources:
        found += [keyword_view(name, language, source) for name in names_of_mask(mask & ~seen)]
        seen |= mask
    return [_as_played(state, power, language) for power in found]


def _as_played(state: State, power: Power, language: str) -> Power:
    """A power with the text of what the release of the match makes of it: of Counter, Unfazed, Wisdom."""
    procedure = state.settings.params.procedures.get(power.id)
    if procedure is None or not power.keyword:
        return power
    return replace(power, text=keyword_text(power.id, language, procedure)[1])


def _copied_powers(state: State, unit: int, texts: LibraryTexts) -> list[Power]:
    """The powers with a text of their own that the unit has copied, each name once [KA 4.18.8] [KA 4.9.1]."""
    if not state.cell[unit]:
        return []
    names = {power.id for power in texts.powers(state.profile[unit])}
    found: list[Power] = []
    for origin in origins(state, unit, powerless(state)):
        for power in texts.powers(state.profile[origin]):
            if not power.keyword and power.id not in names:
                names.add(power.id)
                found.append(replace(power, source="effect"))
    return found


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
