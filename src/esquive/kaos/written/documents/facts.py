"""One fact of a position by its path, as scenario files name them: `figure.knight.wounds`, `round`, `winner`.

Lengths are centimetres and angles degrees. Between two figures `distance.A.B` is from base to base, `sight.A.B` what A
sees of B ("none", also where an event lets it see less far, "cover" or "clear"), `angle.A.B` whether B is in the attack
angle of A ("front" or "back").
"""

from collections.abc import Callable
from typing import Any

from esquive.core.errors import NotationError
from esquive.core.frames import DRAW, UNDECIDED
from esquive.core.ids import SEAT_NAMES, format_seat
from esquive.core.phrases import phrase
from esquive.core.waiting import Decision, Over
from esquive.kaos.book.flight import is_at_the_edge, is_fleeing
from esquive.kaos.book.modifiers import armour_of, is_immobilised, move_of, sight_limit
from esquive.kaos.geometry.arcs import in_attack_angle
from esquive.kaos.geometry.measures import distance, within
from esquive.kaos.geometry.sight import sight
from esquive.kaos.geometry.units import CM, DEGREE
from esquive.kaos.table.state import IN_PLAY, NONE, OUT, PHASE_NAMES, SEATS, STATUS_NAMES, State
from esquive.kaos.written.names import nearest

PATHS = (
    "figure.ID.KEY, player.SEAT.KEY, round, winner, turn.KEY, asked.KEY, relic.KEY, scenery.ID.KEY, "
    "distance.A.B, sight.A.B, angle.A.B, objects.KEY or events.KEY"
)


def read_path(state: State, path: str) -> Any:
    """The value at a path; raises NotationError that says which paths there are."""
    parts = path.split(".")
    readers: dict[str, Callable[[State, list[str], str], Any]] = {
        "figure": _read_figure,
        "player": _read_player,
        "turn": _read_turn,
        "asked": _read_asked,
        "relic": _read_relic,
        "scenery": _read_scenery,
        "distance": _read_between,
        "sight": _read_between,
        "angle": _read_between,
        "objects": _read_cards,
        "events": _read_cards,
    }
    if path == "round":
        return state.round
    if path == "winner":
        return "none" if state.winner == UNDECIDED else "draw" if state.winner == DRAW else format_seat(state.winner)
    if parts[0] not in readers:
        raise NotationError("unknown path {path!r}", "", phrase("use {paths}", paths=PATHS), path=path)
    return readers[parts[0]](state, parts[1:], path)


def _expect(parts: list[str], count: int, path: str) -> None:
    if len(parts) != count:
        raise NotationError("unknown path {path!r}", "", phrase("use {paths}", paths=PATHS), path=path)


def _pick(values: dict[str, Callable[[], Any]], key: str, path: str, whose: str) -> Any:
    if key not in values:
        raise NotationError(
            "{whose} have no {key!r}", path, nearest(key, values, "keys: {known}"), whose=whose, key=key
        )
    return values[key]()


def _cm(length: int) -> int | float:
    """Micrometres as centimetres; a whole number where it is one."""
    return length // CM if length % CM == 0 else length / CM


def _degrees(angle: int) -> int | float:
    return angle // DEGREE if angle % DEGREE == 0 else angle / DEGREE


def figure_at(state: State, name: str, path: str) -> int:
    """The figure of this name; raises NotationError with the nearest."""
    if name not in state.names:
        raise NotationError(
            "no figure is called {name!r}", path, nearest(name, state.names, "figures: {known}"), name=name
        )
    return state.names.index(name)


def _read_figure(state: State, parts: list[str], path: str) -> Any:
    _expect(parts, 2, path)
    figure = figure_at(state, parts[0], path)
    values: dict[str, Callable[[], Any]] = {
        "profile": lambda: state.card(figure).id,
        "owner": lambda: format_seat(state.owner[figure]),
        "status": lambda: STATUS_NAMES[state.status[figure]],
        "out": lambda: state.status[figure] == OUT,
        "x": lambda: _cm(state.x[figure]),
        "y": lambda: _cm(state.y[figure]),
        "z": lambda: _cm(state.z[figure]),
        "facing": lambda: _degrees(state.facing[figure]),
        "wounds": lambda: state.wounds[figure],
        "life": lambda: state.life_left(figure),
        "armour": lambda: armour_of(state, figure),
        "move": lambda: _cm(move_of(state, figure)),
        "activated": lambda: bool(state.activated[figure]),
        "acted": lambda: bool(state.acted[figure]),
        "moved": lambda: bool(state.moved[figure]),
        "dodges": lambda: state.dodges[figure],
        "dodged": lambda: [name for other, name in enumerate(state.names) if state.dodged[figure] >> other & 1],
        "hurt": lambda: bool(state.hurt[figure]),
        "searching": lambda: bool(state.searching[figure]),
        "fleeing": lambda: is_fleeing(state, figure),
        "at_edge": lambda: is_at_the_edge(state, figure),
        "immobilised": lambda: is_immobilised(state, figure),
        "objects": lambda: [state.library.objects[entry[1]].id for entry in state.carried if entry[0] == figure],
        "effects": lambda: sum(effect.figure == figure for effect in state.lasting),
        "relic": lambda: state.relic == figure,
    }
    return _pick(values, parts[1], path, "figures")


def _read_player(state: State, parts: list[str], path: str) -> Any:
    _expect(parts, 2, path)
    if parts[0] not in SEAT_NAMES[:SEATS]:
        raise NotationError("no player is called {name!r}", path, "use p1 or p2", name=parts[0])
    seat = SEAT_NAMES.index(parts[0])
    events = state.library.events
    values: dict[str, Callable[[], Any]] = {
        "destiny": lambda: state.destiny[seat],
        "victory_points": lambda: state.points[seat],
        "aligned": lambda: bool(state.aligned[seat]),
        "reserve": lambda: "" if state.reserved[seat] == NONE else events[state.reserved[seat]].id,
        "figures": lambda: [state.names[figure] for figure in state.in_play(seat)],
        "waiting": lambda: [state.names[figure] for figure in state.unactivated(seat)],
    }
    return _pick(values, parts[1], path, "players")


def _read_turn(state: State, parts: list[str], path: str) -> Any:
    _expect(parts, 1, path)
    values: dict[str, Callable[[], Any]] = {
        "phase": lambda: PHASE_NAMES[state.phase],
        "figure": lambda: "" if state.active == NONE else state.names[state.active],
        "player": lambda: "none" if state.active == NONE else format_seat(state.owner[state.active]),
        "initiative": lambda: format_seat(state.initiative),
        "first": lambda: format_seat(state.first),
        "number": lambda: state.round,
    }
    return _pick(values, parts[0], path, "turns")


def _read_asked(state: State, parts: list[str], path: str) -> Any:
    _expect(parts, 1, path)
    waiting = state.waiting
    values: dict[str, Callable[[], Any]] = {
        "player": lambda: format_seat(waiting.seat) if isinstance(waiting, Decision) else "none",
        "kind": lambda: (
            waiting.kind if isinstance(waiting, Decision) else "over" if isinstance(waiting, Over) else "roll"
        ),
    }
    return _pick(values, parts[0], path, "questions")


def _read_relic(state: State, parts: list[str], path: str) -> Any:
    _expect(parts, 1, path)
    values: dict[str, Callable[[], Any]] = {
        "figure": lambda: "" if state.relic == NONE else state.names[state.relic],
        "x": lambda: _cm(state.relic_x),
        "y": lambda: _cm(state.relic_y),
    }
    return _pick(values, parts[0], path, "relics")


def _read_scenery(state: State, parts: list[str], path: str) -> Any:
    _expect(parts, 2, path)
    pieces = {piece.name: piece for piece in state.table.pieces}
    if parts[1] == "placed":
        return parts[0] in pieces
    if parts[0] not in pieces:
        raise NotationError(
            "no piece is called {name!r}", path, nearest(parts[0], pieces, "pieces: {known}"), name=parts[0]
        )
    piece = pieces[parts[0]]
    values: dict[str, Callable[[], Any]] = {
        "kind": lambda: piece.kind,
        "height": lambda: _cm(piece.height),
    }
    return _pick(values, parts[1], path, "pieces")


def _read_between(state: State, parts: list[str], path: str) -> Any:
    """What lies between two figures in play."""
    _expect(parts, 2, path)
    one, other = figure_at(state, parts[0], path), figure_at(state, parts[1], path)
    for figure in (one, other):
        if state.status[figure] != IN_PLAY:
            raise NotationError("{name!r} is not on the table", path, "name figures in play", name=state.names[figure])
    if path.startswith("distance."):
        return _cm(distance(state.table, state.base(one), state.base(other)))
    if path.startswith("angle."):
        return "front" if in_attack_angle(state.base(one), state.base(other)) else "back"
    if not within(state.table, state.base(one), state.base(other), sight_limit(state, one)):
        return "none"  # an event in force lets it see no farther [Kaos K33.15]
    seen = sight(state.table, state.base(one), state.base(other), state.others(one, other))
    return "none" if not seen.is_visible else "cover" if seen.in_cover else "clear"


def _read_cards(state: State, parts: list[str], path: str) -> Any:
    """How many cards are in the piles, which lie where everybody sees them."""
    _expect(parts, 1, path)
    events = state.library.events
    values: dict[str, Callable[[], Any]]
    if path.startswith("objects."):
        values = {
            "pile": lambda: sum(state.object_pile),
            "bottom": lambda: [state.library.objects[card].id for card in state.object_bottom],
            "carried": lambda: len(state.carried),
        }
    else:
        values = {
            "pile": lambda: sum(state.event_pile),
            "edge": lambda: [events[card].id for card, many in enumerate(state.event_edge) for _ in range(many)],
            "in_force": lambda: [events[entry[0]].id for entry in state.in_force],
        }
    return _pick(values, parts[0], path, "piles")
