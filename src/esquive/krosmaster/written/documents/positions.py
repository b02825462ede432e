"""Position documents: any position as a document people can write, and the saved game [formats.md].

Reading checks everything and names what is wrong, where, and the fix. A full document (for no seat in particular)
also holds the exact state under `exact`, so that a game saved in the middle of a spell resumes there; a document for
one seat leaves out what that seat may not know.
"""

from functools import partial
from typing import Any, Final

from esquive.core.did_you_mean import nearest
from esquive.core.errors import DocumentError
from esquive.core.frames import Unfinished, advance
from esquive.core.ids import SEAT_NAMES, format_seat
from esquive.core.mends import Mend, Sketch, leave_out, put_in
from esquive.core.phrases import phrase
from esquive.core.whole_numbers import whole
from esquive.krosmaster.book.rewards import shares_of
from esquive.krosmaster.book.victory import check_gg, check_last_krosmaster
from esquive.krosmaster.cards.catalogue import Catalogue, catalogue
from esquive.krosmaster.cards.library import KROSMASTER
from esquive.krosmaster.table.board import Board, format_cell
from esquive.krosmaster.table.entries import UP, reward_of
from esquive.krosmaster.table.settings import FORMAT_NAMES, Settings, default_options
from esquive.krosmaster.table.state import NONE, PHASE_NAMES, TENSION, State, blank_state
from esquive.krosmaster.written.documents.boards import read_board, read_injuries, write_board
from esquive.krosmaster.written.documents.inline_cards import INLINE_KEYS, own_documents, with_inline
from esquive.krosmaster.written.documents.saves import state_from_data
from esquive.krosmaster.written.documents.set_ups import card_of, keep_arena, library_of, settings_of
from esquive.krosmaster.written.documents.turns import NEED_UNIT, stack_for
from esquive.krosmaster.written.documents.units import (
    FROZEN_KEYS,
    check_keys,
    check_unit,
    names_of_mask,
    place_units,
)
from esquive.krosmaster.written.documents.uses import (
    USED_TURN_KEYS,
    read_turn_uses,
    read_used_powers,
    write_turn_uses,
    write_used_powers,
)

DOCUMENT_KEYS: Final = (
    "game",
    "release",
    "format",
    "options",
    "wild_gg",
    "turn",
    "used_powers",
    "board",
    "players",
    "unit",
    "pile",
    "exact",
    "profiles",
    *INLINE_KEYS,
)
TURN_KEYS: Final = ("player", "unit", "phase", "number", "dice", "gg_bought", *USED_TURN_KEYS)
PLAYER_KEYS: Final = ("gg", "kamas", "timeline")
MOST_CLOSED: Final = 99
PILE_KEYS: Final = ("rank", "pile", "closed", "up")


def from_document(document: dict[str, Any], known: Catalogue | None = None) -> State:
    """The state of a position document, advanced to its first wait; raises DocumentError."""
    state = _begun(document, known)
    if "exact" in document:
        return state_from_data(state.settings, state.library, state.board, document["exact"])
    units = document["unit"]
    state.log = []
    state.scenery_injuries = read_injuries(state, document)
    state.wild_gg = whole(document, "wild_gg", state.settings.wild_gg, "document", 0, 3)
    _read_players(state, document.get("players", {}))
    place_units(state, units)
    _order_timelines(state, document.get("players", {}))
    _read_piles(state, document.get("pile", []))
    _read_turn(state, document.get("turn", {}), units)
    read_turn_uses(state, document.get("turn", {}))
    read_used_powers(state, document.get("used_powers", []))
    _decide_if_won(state)
    advance(state)
    return state


def _begun(document: dict[str, Any], known: Catalogue | None) -> State:
    """The board of a position document, with nobody on it yet and the cards of those who are to come."""
    check_keys(document, DOCUMENT_KEYS, "document")
    if document.get("game", "krosmaster") != "krosmaster":
        raise DocumentError("game {game!r} is not this one", "game", 'use game = "krosmaster"', game=document["game"])
    catalogue_used = with_inline(known or catalogue(), document)
    settings = settings_of(document)
    board = read_board(catalogue_used, document, settings)
    units = document.get("unit", [])
    if not isinstance(units, list) or not units:
        raise DocumentError("a position needs units", "unit", "add [[unit]] tables").mended(
            sketch=Sketch(state=partial(_empty, settings, catalogue_used, board))
        )
    for place, unit in enumerate(units):
        check_unit(unit, place)
    of_units = "exact" not in document or not document.get("profiles")
    cards = [unit["card"] for unit in units] if of_units else document["profiles"]
    places = [f"unit[{place}]" if of_units else "profiles" for place in range(len(cards))]
    documents = [card_of(catalogue_used, card, place) for card, place in zip(cards, places, strict=True)]
    library = library_of(catalogue_used, settings, documents)
    keep_arena(library, catalogue_used, board)
    return blank_state(settings, library, board)


def _empty(settings: Settings, known: Catalogue, board: Board) -> State:
    """A board where nobody stands yet, to be drawn."""
    library = library_of(known, settings, [])
    keep_arena(library, known, board)
    state = blank_state(settings, library, board)
    state.stack.append(Unfinished())
    return state


def _decide_if_won(state: State) -> None:
    """A position that is won already is over [KA 1.4.1] [KA 1.4.3] [Ruling R124].

    Not won is a study in which a side has no Krosmasters at all, nor one whose Krosmasters are still to be deployed.
    """
    check_gg(state)
    fallen = any(line and all(state.ko[unit] for unit in line) for line in state.timeline)
    if fallen and all(state.cell[unit] or state.ko[unit] for line in state.timeline for unit in line):
        check_last_krosmaster(state)


def _read_players(state: State, players: Any) -> None:
    check_keys(players, SEAT_NAMES[: state.settings.seats], "players")
    for seat in range(state.settings.seats):
        name = format_seat(seat)
        table = check_keys(players.get(name, {}), PLAYER_KEYS, f"players.{name}")
        state.gg[seat] = whole(table, "gg", state.settings.start_gg, f"players.{name}", 0, 40)
        state.kamas[seat] = whole(table, "kamas", 0, f"players.{name}")


def _order_timelines(state: State, players: dict[str, Any]) -> None:
    """Timelines by decreasing Initiative, equal ones as written, unless the document gives the order [KA 1.3.8]."""
    profiles = state.library.profiles
    for seat in range(state.settings.seats):
        mine = [
            unit
            for unit in range(len(state.cell))
            if state.owner[unit] == seat and profiles[state.profile[unit]].piece == KROSMASTER
        ]
        mine.sort(key=lambda unit: -profiles[state.profile[unit]].initiative)
        given = players.get(format_seat(seat), {}).get("timeline")
        if given is not None:
            names = [state.names[unit] for unit in mine]
            if not isinstance(given, list) or sorted(map(str, given)) != sorted(names):
                raise DocumentError(
                    "the timeline must name each Krosmaster of the player once",
                    f"players.{format_seat(seat)}.timeline",
                    phrase("name {names}", names=", ".join(names)),
                ).mended(leave_out(("players", format_seat(seat), "timeline")))
            mine = [state.names.index(name) for name in given]
        state.timeline[seat] = tuple(mine)


def _read_piles(state: State, piles: Any) -> None:
    size: int = state.settings.params.rewards.pile_size
    state.piles_closed = [size or share for share in shares_of(state)]
    if not isinstance(piles, list):
        raise DocumentError("piles are a list of tables", "pile", "write [[pile]]")
    for number, table in enumerate(piles):
        where = f"pile[{number}]"
        check_keys(table, PILE_KEYS, where)
        if table.get("rank") not in state.settings.rank_names:
            raise DocumentError(
                "unknown rank {rank!r}",
                where,
                phrase("ranks: {known}", known=", ".join(state.settings.rank_names)),
                rank=table.get("rank"),
            )
        pile = state.settings.pile_of(table["rank"], whole(table, "pile", 1, where, 1, state.settings.piles_per_rank))
        state.piles_closed[pile] = whole(table, "closed", state.piles_closed[pile], where, 0, size or MOST_CLOSED)
        up = table.get("up")
        if up:
            if up not in state.library.reward_by_id:
                raise DocumentError(
                    "unknown reward {name!r}", where, nearest(str(up), state.library.reward_by_id), name=up
                )
            state.piles_up[pile] = state.library.reward_by_id[up]
            state.pool[state.piles_up[pile]] -= 1


def _read_turn(state: State, turn: Any, units: list[dict[str, Any]]) -> None:
    check_keys(turn, TURN_KEYS, "turn")
    player = turn.get("player", "p1")
    if player not in SEAT_NAMES[: state.settings.seats]:
        raise DocumentError("unknown player {name!r}", "turn.player", 'use "p1" or "p2"', name=player)
    state.active_seat = SEAT_NAMES.index(player)
    state.turn = whole(turn, "number", 3 + state.active_seat, "turn", 0, 9999)
    bought = turn.get("gg_bought", False)
    state.gg_bought = int(bought) if isinstance(bought, bool) else whole(turn, "gg_bought", 0, "turn", 0, 99)
    phase = turn.get("phase", "activation" if "unit" in turn else "tension")
    if phase not in PHASE_NAMES:
        raise DocumentError(
            "unknown phase {name!r}", "turn.phase", phrase("phases: {known}", known=", ".join(PHASE_NAMES)), name=phase
        )
    unit = NONE
    if "unit" in turn:
        if turn["unit"] not in state.names:
            raise DocumentError(
                "no unit is called {name!r}",
                "turn.unit",
                phrase("units: {known}", known=", ".join(state.names)),
                name=turn["unit"],
            ).mended(*_others_act(state, turn))
        unit = state.names.index(turn["unit"])
        if state.owner[unit] != state.active_seat:
            raise DocumentError(
                "{figure!r} is not {player}'s",
                "turn",
                "name a unit of the player whose turn it is",
                figure=turn["unit"],
                player=player,
            ).mended(put_in(("turn", "player"), format_seat(state.owner[unit])), *_others_act(state, turn))
        if not state.cell[unit]:
            raise DocumentError(
                "{unit!r} is not on the board", "turn.unit", "name a unit in play", unit=turn["unit"]
            ).mended(*_others_act(state, turn))
    elif phase in NEED_UNIT:
        raise DocumentError(
            "the {phase} phase needs a unit", "turn.unit", "name the unit whose turn it is", phase=phase
        ).mended(*_others_act(state, turn))
    stack_for(state, phase, unit, turn.get("dice", []), units)


def _others_act(state: State, turn: dict[str, Any]) -> list[Mend]:
    """Another unit of the player whose turn it is may act, or the turn begin."""
    able = [unit for unit in state.timeline[state.active_seat] if state.cell[unit]]
    rest = {key: turn[key] for key in ("player", "number") if key in turn}
    mends = [
        Mend(phrase("let {name} act", name=name), ((("turn",), {**rest, "unit": name, "phase": "activation"}),))
        for name in (state.names[unit] for unit in able[:1])
    ]
    return [*mends, Mend(phrase("begin the turn"), ((("turn",), {**rest, "phase": PHASE_NAMES[TENSION]}),))]


# ------------------------------------------------------------------------------------------------------------ writing


def completed(document: dict[str, Any], known: Catalogue) -> dict[str, Any]:
    """A position document with the documents that it uses of a catalogue with packs; raises DocumentError."""
    return document if known is catalogue() else {**document, **own_documents(_begun(document, known))}


def to_document(state: State, seat: int | None = None) -> dict[str, Any]:
    """The position document of a state; for a seat, only what that seat may know."""
    active = state.active_unit
    turn: dict[str, Any] = {
        "player": format_seat(state.active_seat),
        "phase": PHASE_NAMES[state.phase],
        "number": state.turn,
    }
    if active != NONE:
        turn["unit"] = state.names[active]
    if state.gg_bought:
        turn["gg_bought"] = True if state.gg_bought == 1 else state.gg_bought
    turn.update(write_turn_uses(state))
    usual = default_options(state.settings.params)
    document: dict[str, Any] = {
        "game": "krosmaster",
        "release": state.settings.release,
        "format": FORMAT_NAMES[state.settings.format],
        "options": {name: value for name, value in state.settings.options.items() if value != usual[name]},
        "wild_gg": state.wild_gg,
        "turn": turn,
        "board": write_board(state),
        "players": {
            format_seat(number): {
                "gg": state.gg[number],
                "kamas": state.kamas[number],
                "timeline": [state.names[unit] for unit in state.timeline[number]],
            }
            for number in range(state.settings.seats)
        },
        "unit": [write_unit(state, unit, seat) for unit in range(len(state.cell))],
        "pile": [_write_pile(state, pile) for pile in range(state.settings.piles)],
    }
    if state.once_turn or state.once_fight:
        document["used_powers"] = write_used_powers(state)
    document.update(own_documents(state))
    if seat is None:
        document["profiles"] = [profile.id for profile in state.library.profiles]
        document["exact"] = state.to_data()
    return document


def _write_pile(state: State, pile: int) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "rank": state.settings.name_of(pile)[0],
        "pile": state.settings.name_of(pile)[1],
        "closed": state.piles_closed[pile],
    }
    if state.piles_up[pile] != NONE:
        entry["up"] = state.library.rewards[state.piles_up[pile]].id
    return entry


def write_unit(state: State, unit: int, seat: int | None) -> dict[str, Any]:
    """One unit's table; values that are the card's own defaults are left out."""
    profile = state.library.profiles[state.profile[unit]]
    entry: dict[str, Any] = {
        "id": state.names[unit],
        "card": profile.id,
        "owner": format_seat(state.owner[unit]),
        "at": format_cell(state.cell[unit]),
        "injuries": state.injuries[unit],
        "ap": state.ap[unit],
        "mp": state.mp[unit],
    }
    extras = {
        "ap_markers": state.ap_markers[unit],
        "mp_markers": state.mp_markers[unit],
        "range_markers": state.range_markers[unit],
        **{key: state.frozen_of(unit, kind) for kind, key in enumerate(FROZEN_KEYS)},
        "range_turn": state.range_turn[unit],
        "ko": bool(state.ko[unit]),
    }
    entry.update({key: value for key, value in extras.items() if value})
    if state.gained[unit]:
        entry["powers"] = names_of_mask(state.gained[unit])
    if state.inspired[unit]:
        entry["inspiration"] = names_of_mask(state.inspired[unit])
    if state.level[unit] != profile.level:
        entry["level"] = state.level[unit]
    if state.summoner[unit] != NONE:
        entry["summoner"] = state.names[state.summoner[unit]]
    if state.rewards[unit]:
        entry["rewards"] = write_rewards(state, unit, seat)
    if state.special_markers and write_special(state, unit):
        entry["special_markers"] = write_special(state, unit)
    if state.turned >> unit & 1:
        entry["turned"] = True
    if state.used_game[unit]:
        entry["used"] = [spell.id for spell in state.library.spells if state.used_game[unit] >> spell.index & 1]
    return entry


def write_special(state: State, unit: int) -> list[dict[str, str]]:
    """The special markers on a unit, each with its name and the unit that placed it [KA 4.13.1]."""
    return [
        {"name": state.library.ops[name].name, "by": state.names[placer]}
        for name, placer, bearer in state.special_markers
        if bearer == unit
    ]


def write_rewards(state: State, unit: int, seat: int | None) -> list[dict[str, str]]:
    """A unit's rewards; face-down ones of another player have no id [KA 4.7.8.b]."""
    found: list[dict[str, str]] = []
    for reward in state.rewards[unit]:
        face = "up" if reward & UP else "down"
        if face == "up" or seat is None or seat == state.owner[unit]:
            found.append({"id": state.library.rewards[reward_of(reward)].id, "face": face})
        else:
            found.append({"face": face})
    return found
