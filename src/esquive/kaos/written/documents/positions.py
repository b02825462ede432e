"""Position documents: any position as a document people can write, and the saved game [formats.md].

Reading checks everything and names what is wrong, where, and the fix. A full document (for no seat in particular)
also holds the exact state under `exact`, so that a game saved in the middle of a fight resumes there; a document for
one seat leaves out what that seat may not know: objects found by the other player and their reserve [Ruling R217].
"""

from difflib import get_close_matches
from functools import partial
from typing import Any, Final

import msgspec

from esquive.core import did_you_mean
from esquive.core.converting import convert
from esquive.core.errors import DocumentError
from esquive.core.frames import Unfinished, advance
from esquive.core.ids import SEAT_NAMES, format_seat
from esquive.core.mends import Mend, Sketch, put_in
from esquive.core.phrases import phrase
from esquive.core.whole_numbers import whole
from esquive.kaos.book.hordes import is_aligned
from esquive.kaos.cards.catalogue import Catalogue, catalogue
from esquive.kaos.cards.library import CARRY, OBJECTIVES, SURVIVE, Objective
from esquive.kaos.cards.op_codes import LastingEffect
from esquive.kaos.cards.ops import LastingOp, op_of_code
from esquive.kaos.cards.reading import taught
from esquive.kaos.geometry.units import length_of, parse_angle
from esquive.kaos.table.settings import MODES, NUMBERS, OF_SCENARIOS, OPTIONS
from esquive.kaos.table.state import NONE, SEATS, State, blank_state
from esquive.kaos.written.documents.figures import angle_of, check_figure, place_figures, write_figure
from esquive.kaos.written.documents.inline_cards import check_keys, flag, number_of, tables, write_piece
from esquive.kaos.written.documents.saves import set_pieces, state_from_data
from esquive.kaos.written.documents.set_ups import (
    INLINE_KEYS,
    Parts,
    carried_by,
    hordes_of,
    new_state,
    parts_of,
    place_relic,
    with_inline,
)
from esquive.kaos.written.documents.turns import stack_for, turn_of
from esquive.kaos.written.hidden_information import knows_object
from esquive.kaos.written.names import nearest

RELEASE: Final = "2013"
DOCUMENT_KEYS: Final = (
    "game",
    "release",
    "mode",
    "scenario",
    "options",
    "decks",
    "round",
    "initiative",
    "first",
    "turn",
    "table",
    "scenery",
    "selection",
    "placed",
    "zone",
    "players",
    "figure",
    "carried",
    "effects",
    "objects",
    "events",
    "relic",
    "held",
    "more",
    "profiles",
    "exact",
    *INLINE_KEYS,
)
PLAYER_KEYS: Final = ("destiny", "victory_points", "aligned", "reserve", "name")
CARRIED_KEYS: Final = ("figure", "object", "uses")
EFFECT_KEYS: Final = ("figure", "do", "card", "code")
MOST_FIGURES: Final = 60
HIDDEN: Final = "?"  # a card that the reader may not know


# ------------------------------------------------------------------------------------------------------------- reading


def parts_for(setup: dict[str, Any], known: Catalogue | None = None) -> Parts:
    """What a set-up's match is played with; a set-up `{"position": document}` starts from that document."""
    if "position" in setup:
        return parts_of_document(setup["position"], known)
    used = with_inline(setup, known or catalogue())
    return parts_of(setup, [profile.id for horde in hordes_of(setup, used) for profile in horde], used)


def parts_of_document(document: dict[str, Any], known: Catalogue | None = None) -> Parts:
    """The settings, cards and table of a position document; raises DocumentError."""
    check_keys(document, DOCUMENT_KEYS, "document")
    if document.get("game", "kaos") != "kaos":
        raise DocumentError("game {game!r} is not this one", "game", 'use game = "kaos"', game=document["game"])
    figures = tables(document, "figure")
    if not figures or len(figures) > MOST_FIGURES:
        raise DocumentError(
            "a position has 1 to {most_figures} figures", "figure", "add [[figure]] tables", most_figures=MOST_FIGURES
        ).mended(sketch=None if figures else Sketch(state=partial(_empty, document, known or catalogue())))
    for place, figure in enumerate(figures):
        check_figure(figure, place)
    used = with_inline(document, known or catalogue())
    for place, figure in enumerate(figures):
        if figure["profile"] not in used.profiles and "exact" not in document:
            raise _unknown_fighter(figure["profile"], place, used)
    fighters = (document.get("profiles") if "exact" in document else None) or [one["profile"] for one in figures]
    return parts_of(document, fighters, used)


def _unknown_fighter(fighter: str, place: int, known: Catalogue) -> DocumentError:
    near = get_close_matches(fighter, known.profiles, 1)
    fix = did_you_mean.nearest(fighter, known.profiles)
    remove = Mend(phrase("remove {name}", name=fighter), ((("figure", place), None),))
    mends = [*[put_in(("figure", place, "profile"), one) for one in near], remove]
    error = DocumentError("unknown fighter '{fighter}'", f"figure[{place}]", fix, fighter=fighter)
    return error.mended(*mends, sketch=Sketch(remove.changes))


def _empty(document: dict[str, Any], known: Catalogue) -> State:
    """A table where nobody stands yet, to be drawn."""
    parts = parts_of(document, [], with_inline(document, known))
    state = blank_state(parts.settings, parts.library, parts.table)
    _read_placed(state, tables(document, "placed"))
    state.stack.append(Unfinished())
    return state


def from_document(document: dict[str, Any], known: Catalogue | None = None) -> State:
    """The state of a position document, advanced to its first wait; raises DocumentError.

    A document with `hordes` is a set-up: nothing has happened yet but what the players agreed on.
    """
    if "hordes" in document:
        return new_state(document, known)
    parts = parts_of_document(document, known)
    if "exact" in document:
        return state_from_data(parts.settings, parts.library, parts.table, document["exact"])
    state = blank_state(parts.settings, parts.library, parts.table)
    state.log = []
    _read_placed(state, tables(document, "placed"))
    place_figures(state, document["figure"])
    state.round = whole(document, "round", 1, "document", 0, 999)
    state.initiative = _read_seat(document, "initiative", 0)
    state.first = _read_seat(document, "first", state.initiative)
    state.more = _read_seats(document, "more")
    _read_players(state, document.get("players", {}))
    _read_relic(state, document.get("relic", {}), document.get("held"))
    _read_objects(state, document)
    _read_events(state, document.get("events", {}))
    state.lasting = [_read_effect(state, entry, number) for number, entry in enumerate(tables(document, "effects"))]
    stack_for(state, document.get("turn", {}))
    advance(state)
    return state


def _read_seat(document: dict[str, Any], key: str, default: int) -> int:
    name = document.get(key, format_seat(default))
    if name not in SEAT_NAMES[:SEATS]:
        raise DocumentError("unknown player {name!r}", key, "use p1 or p2", name=name)
    return SEAT_NAMES.index(name)


def _read_seats(document: dict[str, Any], key: str) -> int:
    """A list of players as a bit mask of their seats."""
    names = document.get(key, [])
    if not isinstance(names, list) or any(name not in SEAT_NAMES[:SEATS] for name in names):
        raise DocumentError("{names!r} is no list of players", key, 'write ["p1", "p2"], or one of them', names=names)
    return sum(1 << SEAT_NAMES.index(name) for name in set(names))


def _read_placed(state: State, entries: list[Any]) -> None:
    """Movable scenery already on the table: `{ piece, x, y, angle }`."""
    names = [piece.name for piece in state.library.selection]
    for number, entry in enumerate(entries):
        where = f"placed[{number}]"
        check_keys(entry, ("piece", "x", "y", "angle"), where)
        if entry.get("piece") not in names:
            raise DocumentError(
                "no piece is called {name!r}",
                where,
                phrase("pieces: {known}", known=", ".join(names)),
                name=entry.get("piece"),
            )
        x, y = length_of(entry.get("x", 0), f"{where}.x"), length_of(entry.get("y", 0), f"{where}.y")
        angle = parse_angle(str(entry.get("angle", 0)))
        state.placed = [*state.placed, (names.index(entry["piece"]), x, y, angle)]
    set_pieces(state)


def _read_players(state: State, players: Any) -> None:
    check_keys(players, SEAT_NAMES[:SEATS], "players")
    events = [card.id for card in state.library.events]
    for seat in range(SEATS):
        where = f"players.{format_seat(seat)}"
        table = check_keys(players.get(format_seat(seat), {}), PLAYER_KEYS, where)
        state.destiny[seat] = whole(table, "destiny", 0, where, 0, 99)
        state.points[seat] = whole(table, "victory_points", 0, where, 0, 9999)
        mine = [state.card(figure) for figure, owner in enumerate(state.owner) if owner == seat]
        state.aligned[seat] = int(flag(table, "aligned", bool(mine) and is_aligned(mine), where))
        reserve = table.get("reserve", "")
        if reserve and reserve not in events:
            raise DocumentError(
                "unknown event {name!r}",
                f"{where}.reserve",
                nearest(str(reserve), events, "events: {known}"),
                name=reserve,
            )
        state.reserved[seat] = events.index(reserve) if reserve else NONE


def _read_relic(state: State, relic: Any, held: Any) -> None:
    """Where the relic is, and for how long ground has been held."""
    place_relic(state)
    check_keys(relic, ("x", "y", "figure"), "relic")
    if "x" in relic and "y" in relic:
        state.relic_x, state.relic_y = length_of(relic["x"], "relic.x"), length_of(relic["y"], "relic.y")
    if relic.get("figure"):
        state.relic = _named(state, relic["figure"], "relic.figure")
    if held is not None:
        if not isinstance(held, list) or len(held) != len(state.held) or not all(type(one) is int for one in held):
            raise DocumentError(
                "held cannot be {held!r}",
                "held",
                phrase("list {count} whole numbers, one an objective", count=len(state.held)),
                held=held,
            )
        state.held = list(held)


def _named(state: State, name: Any, where: str) -> int:
    if name not in state.names:
        raise DocumentError(
            "no figure is called {name!r}", where, nearest(str(name), state.names, "figures: {known}"), name=name
        )
    return state.names.index(name)


def _counts(table: dict[str, Any], key: str, ids: list[str], default: list[int]) -> list[int]:
    """How many of each card, by id."""
    if key not in table:
        return default
    where = f"{key} of the cards"
    counts = check_keys(table[key], tuple(ids), where)
    return [whole(counts, name, 0, where, 0, 99) for name in ids]


def _cards(entries: Any, ids: list[str], where: str) -> list[int]:
    if not isinstance(entries, list):
        raise DocumentError("{known!r} is no list of cards", where, "list their ids", known=entries)
    for name in entries:
        if name not in ids:
            raise DocumentError("unknown card {name!r}", where, nearest(str(name), ids, "cards: {known}"), name=name)
    return [ids.index(name) for name in entries]


def _read_objects(state: State, document: dict[str, Any]) -> None:
    """The objects carried, those under the pile, and the rest of one of each in it [Kaos K32.4]."""
    ids = [card.id for card in state.library.objects]
    for number, entry in enumerate(tables(document, "carried")):
        where = f"carried[{number}]"
        check_keys(entry, CARRIED_KEYS, where)
        card = _cards([entry.get("object")], ids, where)[0]
        uses = state.library.objects[card].uses
        uses = whole(entry, "uses", uses, where, 0 if uses else NONE, 99)
        state.carried = [*state.carried, (_named(state, entry.get("figure"), where), card, uses)]
    table = check_keys(document.get("objects", {}), ("pile", "bottom"), "objects")
    state.object_bottom = _cards(table.get("bottom", []), ids, "objects.bottom")
    gone = [*state.object_bottom, *(entry[1] for entry in state.carried)]
    left = [max(0, 1 - gone.count(card)) for card in range(len(ids))]
    state.object_pile = _counts(table, "pile", ids, left)


def _read_events(state: State, table: Any) -> None:
    """Events in force, those waiting at the table's edge, and the rest of the deck in the pile [Kaos K33.5]."""
    check_keys(table, ("pile", "edge", "in_force"), "events")
    events = state.library.events
    ids = [card.id for card in events]
    state.event_edge = _counts(table, "edge", ids, [0] * len(ids))
    for number, entry in enumerate(tables(table, "in_force")):
        where = f"events.in_force[{number}]"
        check_keys(entry, ("event", "rounds"), where)
        card = _cards([entry.get("event")], ids, where)[0]
        rounds = whole(entry, "rounds", events[card].rounds, where, 1, 99)
        state.in_force = [*state.in_force, (card, rounds)]
    left = [card.copies - state.event_edge[number] for number, card in enumerate(events)]
    for card, _ in state.in_force:
        left[card] -= events[card].parts
    for card in state.reserved:
        if card != NONE:
            left[card] -= 1
    state.event_pile = _counts(table, "pile", ids, [max(0, number) for number in left])


def _read_effect(state: State, entry: Any, number: int) -> LastingEffect:
    """A lasting effect: `figure`, and `do` as on a card with the `card` it comes from; or its `code`."""
    where = f"effects[{number}]"
    check_keys(entry, EFFECT_KEYS, where)
    figure = _named(state, entry.get("figure"), where)
    if "code" in entry:
        code = entry["code"]
        if not isinstance(code, list) or not all(type(one) is int for one in code):
            raise DocumentError(phrase("code cannot be {code!r}", code=code), where, "list whole numbers, or write do")
        try:
            return LastingEffect(figure, op_of_code(code))
        except DocumentError as error:
            raise DocumentError(error.message, f"{where}.code", error.fix) from error
    try:
        op = convert(entry.get("do"), LastingOp)
    except msgspec.ValidationError as error:
        raise taught(str(error), f"{where}.do", entry) from error
    return LastingEffect(figure, op.at_play(str(entry.get("card", "position"))))


# ------------------------------------------------------------------------------------------------------------- writing


def completed(document: dict[str, Any], known: Catalogue) -> dict[str, Any]:
    """A position document with the documents that it uses of a catalogue with packs; raises DocumentError."""
    if known is catalogue():
        return document
    is_set_up = "hordes" in document
    library = new_state(document, known).library if is_set_up else parts_of_document(document, known).library
    return {**document, **carried_by(document, library)}


def to_document(state: State, seat: int | None = None) -> dict[str, Any]:
    """The position document of a state; for a seat, only what that seat may know."""
    settings = state.settings
    document: dict[str, Any] = {
        "game": "kaos",
        "release": RELEASE,
        "mode": MODES[settings.mode],
        "options": {name: value for name, value in settings.options.items() if value != _usual(state, name)},
        "round": state.round,
        "initiative": format_seat(state.initiative),
        "first": format_seat(state.first),
        "turn": turn_of(state),
        **_write_table(state),
        "players": {format_seat(number): _write_player(state, number, seat) for number in range(SEATS)},
        "figure": [write_figure(state, figure) for figure in range(len(state.names))],
    }
    _add_cards(state, document, seat)
    if state.lasting:
        document["effects"] = [{"figure": state.names[one.figure], "code": one.op.code()} for one in state.lasting]
    if state.library.objectives:
        document["objective"] = [write_objective(one) for one in state.library.objectives]
        document["held"] = list(state.held)
    if any(one.kind == CARRY for one in state.library.objectives):
        document["relic"] = {"x": number_of(state.relic_x), "y": number_of(state.relic_y)}
        if state.relic != NONE:
            document["relic"]["figure"] = state.names[state.relic]
    if state.more:
        document["more"] = [format_seat(seat) for seat in range(SEATS) if state.more >> seat & 1]
    document.update({key: value for key, value in state.library.inline.items() if key != "objective"})
    if state.library.scenario:
        document["scenario"] = state.library.scenario
    if seat is None:
        if state.library.scenario:  # what was agreed on otherwise is not taken from the scenario when it is read
            document.setdefault("decks", {"objects": [], "events": []})
            document.setdefault("selection", [])
        document["profiles"] = [profile.id for profile in state.library.profiles]
        document["exact"] = state.to_data()
    return document


def _usual(state: State, name: str) -> Any:
    """The value of an option that need not be written; None for what a scenario settles."""
    if name in OPTIONS:
        return OPTIONS[name][0][0]
    return None if state.library.scenario and name in OF_SCENARIOS else NUMBERS[name][0]


def _write_table(state: State) -> dict[str, Any]:
    """The table and its scenery: what stood there from the start apart from what has been placed."""
    table = state.table
    fixed = table.pieces[: len(table.pieces) - len(state.placed)]
    found: dict[str, Any] = {
        "table": {"width": number_of(table.width), "depth": number_of(table.depth)},
        "scenery": [write_piece(piece) for piece in fixed],
    }
    selection = state.library.selection
    if selection:
        found["selection"] = [write_piece(piece) for piece in selection]
        found["placed"] = [
            {"piece": selection[piece].name, "x": number_of(x), "y": number_of(y), "angle": angle_of(angle)}
            for piece, x, y, angle in state.placed
        ]
    if any(zone is not None for zone in state.library.zones):
        found["zone"] = [
            {
                "seat": format_seat(number),
                "corner": [number_of(one) for one in zone[:2]],
                "opposite": [number_of(one) for one in zone[2:]],
            }
            for number, zone in enumerate(state.library.zones)
            if zone is not None
        ]
    return found


def _write_player(state: State, number: int, seat: int | None) -> dict[str, Any]:
    """A player's points; the card kept in reserve only for who may know it [Ruling R217]."""
    entry: dict[str, Any] = {
        "destiny": state.destiny[number],
        "victory_points": state.points[number],
        "aligned": bool(state.aligned[number]),
    }
    if state.reserved[number] != NONE:
        knows = seat is None or seat == number
        entry["reserve"] = state.library.events[state.reserved[number]].id if knows else HIDDEN
    return entry


def _add_cards(state: State, document: dict[str, Any], seat: int | None) -> None:
    """The decks and where their cards are; for a seat, how many are where it may not look [Ruling R217]."""
    objects, events = state.library.objects, state.library.events
    if not objects and not events:
        return
    document["decks"] = {"objects": [card.id for card in objects], "events": [card.id for card in events]}
    if state.carried:
        document["carried"] = [_write_carried(state, entry, seat) for entry in state.carried]
    if objects:
        bottom: Any = [objects[card].id for card in state.object_bottom]
        pile: Any = {card.id: many for card, many in zip(objects, state.object_pile, strict=True) if many}
        if seat is not None:
            pile, bottom = sum(state.object_pile), len(state.object_bottom)
        document["objects"] = {"pile": pile, "bottom": bottom}
    if events:
        pile = {card.id: many for card, many in zip(events, state.event_pile, strict=True) if many}
        document["events"] = {
            "pile": pile if seat is None else sum(state.event_pile),
            "edge": {card.id: many for card, many in zip(events, state.event_edge, strict=True) if many},
            "in_force": [{"event": events[card].id, "rounds": rounds} for card, rounds in state.in_force],
        }


def _write_carried(state: State, entry: tuple[int, ...], seat: int | None) -> dict[str, Any]:
    """An object carried: for the other player its difficulty and who carries it, no more [Kaos K32.9]."""
    figure, card, uses = entry
    found = state.library.objects[card]
    if not knows_object(state, entry, seat):
        return {"figure": state.names[figure], "difficulty": found.difficulty}
    return {"figure": state.names[figure], "object": found.id, "uses": uses}


def write_objective(objective: Objective) -> dict[str, Any]:
    """An objective's table, as a scenario has it."""
    entry: dict[str, Any] = {"kind": OBJECTIVES[objective.kind], "points": objective.points}
    if objective.kind != SURVIVE:
        entry["at"] = [number_of(objective.x), number_of(objective.y)]
        entry["radius_cm"] = number_of(objective.radius)
    entry["rounds"] = objective.rounds
    if objective.seat != NONE:
        entry["seat"] = format_seat(objective.seat)
    return entry
