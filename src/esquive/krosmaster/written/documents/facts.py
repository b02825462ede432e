"""One fact of a position by its path, as scenario files name them: `unit.oscar.injuries`, `player.p1.gg`, `wild_gg`."""

from collections.abc import Callable
from functools import partial
from typing import Any

from esquive.core.errors import NotationError
from esquive.core.frames import DRAW, UNDECIDED
from esquive.core.ids import SEAT_NAMES, format_seat
from esquive.core.phrases import phrase
from esquive.core.waiting import Decision, Over
from esquive.krosmaster.book.powers.values import max_hp, max_stat, powers
from esquive.krosmaster.table.board import format_cell
from esquive.krosmaster.table.state import AP, MP, NONE, PHASE_NAMES, State
from esquive.krosmaster.written.documents.positions import write_rewards, write_special
from esquive.krosmaster.written.documents.units import FROZEN_KEYS, names_of_mask
from esquive.krosmaster.written.notation import parse_cell_name


def read_path(state: State, path: str) -> Any:
    """The value at a path; raises NotationError that says which paths there are."""
    parts = path.split(".")
    if parts[0] == "unit" and len(parts) == 3:
        return _read_unit(state, parts[1], parts[2], path)
    if parts[0] == "player" and len(parts) == 3:
        return _read_player(state, parts[1], parts[2], path)
    if parts[0] == "kamas" and len(parts) == 2:
        return state.kamas_on.get(parse_cell_name(state, parts[1], path), 0)
    if parts[0] == "scenery" and len(parts) == 2:
        return state.board.scenery(parse_cell_name(state, parts[1], path))
    if parts[0] == "scenery_injuries" and len(parts) == 2:
        return state.scenery_injuries.get(parse_cell_name(state, parts[1], path), 0)
    if path == "wild_gg":
        return state.wild_gg
    if path == "winner":
        return "none" if state.winner == UNDECIDED else "draw" if state.winner == DRAW else format_seat(state.winner)
    if parts[0] in ("turn", "asked") and len(parts) == 2:
        return _read_turn(state, parts[0], parts[1], path)
    raise NotationError(
        "unknown path {path!r}",
        "",
        "use unit.ID.KEY, player.SEAT.KEY, kamas.CELL, scenery.CELL, scenery_injuries.CELL, wild_gg, winner, turn.KEY "
        "or asked.KEY",
        path=path,
    )


def _read_unit(state: State, name: str, key: str, path: str) -> Any:
    if name not in state.names:
        raise NotationError(
            "no unit is called {name!r}", path, phrase("units: {known}", known=", ".join(state.names)), name=name
        )
    unit = state.names.index(name)
    readers: dict[str, Callable[[], Any]] = {
        "at": lambda: format_cell(state.cell[unit]),
        "card": lambda: state.library.profiles[state.profile[unit]].id,
        "owner": lambda: format_seat(state.owner[unit]),
        "injuries": lambda: state.injuries[unit],
        "hp": lambda: max_hp(state, unit),
        "ap": lambda: state.ap[unit],
        "mp": lambda: state.mp[unit],
        "max_ap": lambda: max_stat(state, unit, AP),
        "max_mp": lambda: max_stat(state, unit, MP),
        "ap_markers": lambda: state.ap_markers[unit],
        "mp_markers": lambda: state.mp_markers[unit],
        "range_markers": lambda: state.range_markers[unit],
        "range_turn": lambda: state.range_turn[unit],
        **{key: partial(state.frozen_of, unit, kind) for kind, key in enumerate(FROZEN_KEYS)},
        "level": lambda: state.level[unit],
        "ko": lambda: bool(state.ko[unit]),
        "powers": lambda: names_of_mask(powers(state, unit)),
        "inspiration": lambda: names_of_mask(state.inspired[unit]),
        "rewards": lambda: write_rewards(state, unit, None),
        "special_markers": lambda: write_special(state, unit),
        "summoner": lambda: "" if state.summoner[unit] == NONE else state.names[state.summoner[unit]],
    }
    if key not in readers:
        raise NotationError("units have no {key!r}", path, phrase("keys: {known}", known=", ".join(readers)), key=key)
    return readers[key]()


def _read_player(state: State, name: str, key: str, path: str) -> Any:
    if name not in SEAT_NAMES[: state.settings.seats]:
        raise NotationError("no player is called {name!r}", path, "use p1 or p2", name=name)
    seat = SEAT_NAMES.index(name)
    if key == "gg":
        return state.gg[seat]
    if key == "kamas":
        return state.kamas[seat]
    if key == "timeline":
        return [state.names[unit] for unit in state.timeline[seat]]
    raise NotationError("players have no {key!r}", path, "keys: gg, kamas, timeline", key=key)


def _read_turn(state: State, group: str, key: str, path: str) -> Any:
    if group == "turn":
        values: dict[str, Any] = {
            "player": format_seat(state.active_seat),
            "unit": "" if state.active_unit == NONE else state.names[state.active_unit],
            "phase": PHASE_NAMES[state.phase],
            "number": state.turn,
        }
    else:
        waiting = state.waiting
        values = {
            "player": format_seat(waiting.seat) if isinstance(waiting, Decision) else "none",
            "kind": waiting.kind if isinstance(waiting, Decision) else "over" if isinstance(waiting, Over) else "roll",
        }
    if key not in values:
        raise NotationError(
            "unknown path {path!r}",
            "",
            phrase("keys: {known}", known=", ".join(f"{group}.{name}" for name in values)),
            path=path,
        )
    return values[key]
