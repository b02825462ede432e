"""The position as one seat may see it, ready to be drawn: the VIEW of docs/protocol.md.

What a seat may not know is never put in: the other players' rewards that lie face down have no id, and nothing is
told of closed stacks but their height [KA 4.7.8.b]. A seat of -1 is a spectator, who knows no secret at all.
"""

from collections import OrderedDict
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Final, cast

import msgspec
from msgspec.structs import replace

from esquive.core.clause_numbering import cited_one
from esquive.core.frames import DRAW, UNDECIDED
from esquive.core.ids import SEAT_NAMES, SeatName, format_seat
from esquive.core.waiting import Decision
from esquive.krosmaster.book.rewards import price_of
from esquive.krosmaster.book.scenery import hp_of_scenery
from esquive.krosmaster.cards.library import Library
from esquive.krosmaster.seen.card_views import LibraryTexts
from esquive.krosmaster.seen.shapes import (
    Board,
    Cell,
    CellKind,
    End,
    Endurance,
    Pile,
    Player,
    Reward,
    Standby,
    Turn,
    View,
)
from esquive.krosmaster.seen.unit_views import rewards_seen, unit_text, unit_view, units_facts
from esquive.krosmaster.spoken.wording import Wording
from esquive.krosmaster.table.board import KIND_NAMES, Board as Lying, format_cell
from esquive.krosmaster.table.entries import UP
from esquive.krosmaster.table.settings import FORMAT_NAMES, partners_of
from esquive.krosmaster.table.state import NONE, PHASE_NAMES, State

SPECTATOR: Final = -1
MOST_BOARDS: Final = 512  # texts of boards, 7 KiB each
_BOARDS: Final[OrderedDict[tuple[Lying, int, tuple[tuple[int, int], ...]], msgspec.Raw]] = OrderedDict()


@lru_cache(maxsize=256)
def texts_of(library: Library, language: str) -> LibraryTexts:
    """The texts of a match's cards; libraries are told apart by identity."""
    return LibraryTexts(library, language)


def view(state: State, seat: int, language: str = "en", players: Sequence[str] = ()) -> View:
    """The position as a seat may see it (-1: a spectator); `players` are the players' names by seat."""
    texts, procedures = texts_of(state.library, language), state.settings.params.procedures
    facts = units_facts(state, texts)
    for unit in _hiding(state, seat):
        facts[unit] = facts[unit]._replace(rewards=rewards_seen(state, unit, is_own=True))
    units = [unit_view(one, texts, procedures) for one in facts]
    return _view(state, seat, Wording(state, language, players), _board_view(state), units)


def views(state: State, language: str = "en", players: Sequence[str] = ()) -> Callable[[int], View]:
    """The position as any seat may see it, by seat, to be sent: what everybody may see is worked out once.

    The board and the units are texts already (`msgspec.Raw`); otherwise it is what `view` gives.
    """
    texts, procedures = texts_of(state.library, language), state.settings.params.procedures
    facts = units_facts(state, texts)
    units = [unit_text(one, texts, procedures) for one in facts]
    shown = _view(state, SPECTATOR, Wording(state, language, players), _board_text(state), units)

    def seen_by(seat: int) -> View:
        own = units.copy()
        for unit in _hiding(state, seat):
            known = facts[unit]._replace(rewards=rewards_seen(state, unit, is_own=True))
            own[unit] = unit_text(known, texts, procedures)
        return replace(shown, viewer=format_seat(seat), units=own)

    return seen_by


def _hiding(state: State, seat: int) -> list[int]:
    """A seat's units on whose cards rewards lie face down."""
    return [
        unit
        for unit, entries in enumerate(state.rewards)
        if entries and state.owner[unit] == seat and not all(entry & UP for entry in entries)
    ]


def _view(state: State, seat: int, wording: Wording, board: Any, units: Any) -> View:
    """The position with the units a seat may see; they and the board as they are, or as texts."""
    texts, waiting = texts_of(state.library, wording.language), state.waiting
    return View(
        game="krosmaster",
        release=state.settings.release,
        format=FORMAT_NAMES[state.settings.format],
        viewer=format_seat(seat),
        board=board,
        players={SEAT_NAMES[number]: _player_view(state, number, wording) for number in range(state.settings.seats)},
        wild_gg=state.wild_gg,
        turn=Turn(
            number=state.turn,
            player=SEAT_NAMES[state.active_seat],
            asked=SEAT_NAMES[waiting.seat] if isinstance(waiting, Decision) else None,
            unit=state.names[state.active_unit] if state.active_unit != NONE else None,
            phase=PHASE_NAMES[state.phase],
        ),
        units=units,
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


def _board_text(state: State) -> msgspec.Raw:
    """The board as it is sent; Kamas come and go, the rest stays as it is until scenery moves or breaks."""
    if state.settings.breaks_scenery:
        return msgspec.Raw(msgspec.json.encode(_board_view(state)))
    key = state.board, state.settings.seats, tuple(state.kamas_on.items())
    found = _BOARDS.get(key)
    if found is not None:
        _BOARDS.move_to_end(key)
        return found
    found = _BOARDS[key] = msgspec.Raw(msgspec.json.encode(_board_view(state)))
    if len(_BOARDS) > MOST_BOARDS:
        _BOARDS.popitem(last=False)
    return found


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
    found: list[int] = []
    for unit in state.timeline[seat]:
        _add_with_summons(state, unit, found)
    return found


def _add_with_summons(state: State, unit: int, found: list[int]) -> None:
    found.append(unit)
    for other in range(unit + 1, len(state.cell)):
        if state.summoner[other] == unit and state.cell[other] and state.settings.steps.mechanism_turns(state, other):
            _add_with_summons(state, other, found)


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


def _token_view(state: State, index: int, texts: LibraryTexts) -> Reward:
    """A reward with the rank it has in this match: the original box calls its third rank Gold [KA 8.1.2]."""
    return replace(texts.reward(index), rank=state.settings.rank_names[state.library.rewards[index].rank])


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
