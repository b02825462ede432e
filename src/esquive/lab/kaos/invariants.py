"""What must hold in every position, whatever was answered: checked by tests and by fuzzing, never by players.

Each broken promise is one sentence; an empty list is a sound position.
"""

from typing import Final

from esquive.kaos.book.event_cards import EventsFrame
from esquive.kaos.book.round import RoundFrame
from esquive.kaos.book.searches import KEEP, SearchesFrame
from esquive.kaos.cards.library import CARRY
from esquive.kaos.geometry.ground import footing
from esquive.kaos.geometry.planar import is_on_table, overlap
from esquive.kaos.geometry.units import TURN, format_length
from esquive.kaos.table.state import (
    FIGURE,
    IN_PLAY,
    NONE,
    RESERVE,
    SEAT,
    SEATS,
    STATUS_NAMES,
    State,
)

_FLAGS: Final = ("acted", "moved", "hurt", "searching")


def check(state: State) -> list[str]:
    """Every promise that the position breaks."""
    found = _lengths(state)
    if found:
        return found
    return _gauges(state) + _places(state) + _objects(state) + _events(state) + _rest(state)


def _lengths(state: State) -> list[str]:
    """Every column has an entry a figure, every seat column one a seat."""
    figures = len(state.names)
    found = [
        f"{column} has {len(getattr(state, column))} entries for {figures} figures"
        for column in State.columns_of(FIGURE)
        if len(getattr(state, column)) != figures
    ]
    found += [
        f"{column} has {len(getattr(state, column))} entries for {SEATS} seats"
        for column in State.columns_of(SEAT)
        if len(getattr(state, column)) != SEATS
    ]
    if len(set(state.names)) != figures:
        found.append("two figures have one name")
    return found


# ------------------------------------------------------------------------------------------------------------- figures


def _gauges(state: State) -> list[str]:
    """Wounds, flags and counters stay within their ranges."""
    found: list[str] = []
    rests = len(state.stack) == 1 and isinstance(state.stack[0], RoundFrame)
    for figure, name in enumerate(state.names):
        life = state.card(figure).life
        if not 0 <= state.wounds[figure] <= life:
            found.append(f"{name} has {state.wounds[figure]} wounds of {life}")
        if not 0 <= state.status[figure] < len(STATUS_NAMES):
            found.append(f"{name} has status {state.status[figure]}")
        if state.status[figure] == IN_PLAY and state.wounds[figure] == life:
            found.append(f"{name} is in play with its life gauge full")
        found += [
            f"{name}: {column} is {getattr(state, column)[figure]}"
            for column in _FLAGS
            if _is_no_flag(state, column, figure)
        ]
        if not 0 <= state.activated[figure] <= (1 if rests else 2):
            found.append(f"{name}: activated is {state.activated[figure]}")
        if state.dodges[figure] < 0 or state.dodged[figure] >> len(state.names):
            found.append(f"{name}: dodges {state.dodges[figure]}, dodged {state.dodged[figure]:b}")
        if state.fleeing[figure] < NONE or not 0 <= state.used[figure] < 1 << 16:
            found.append(f"{name}: fleeing {state.fleeing[figure]}, used {state.used[figure]:b}")
    return found


def _is_no_flag(state: State, column: str, figure: int) -> bool:
    return getattr(state, column)[figure] not in (0, 1)


def _places(state: State) -> list[str]:
    """Whoever is in play stands on the table, on its feet, over nobody [Ruling R201] [Ruling R203] [Ruling R205]."""
    found: list[str] = []
    figures = state.in_play()
    for place, figure in enumerate(figures):
        base, name = state.base(figure), state.names[figure]
        stands = (state.x[figure], state.y[figure], state.z[figure], state.facing[figure])
        if (base.x, base.y, base.z, base.facing) != stands or base.side != state.card(figure).side:
            found.append(f"{name} stands at {stands}, its base at {(base.x, base.y, base.z, base.facing)}")
        if not 0 <= base.facing < TURN:
            found.append(f"{name} faces {base.facing}")
        where = f"{format_length(base.x)},{format_length(base.y)}"
        if not is_on_table(state.table, base):
            found.append(f"{name} is not wholly on the table at {where}")
            continue
        ground = footing(state.table, base)
        if not state.stack or _is_still(state):
            if ground.blocker is not None or not ground.is_stable:
                found.append(f"{name} cannot stand at {where}")
            elif ground.level != base.z:
                found.append(f"{name} is {format_length(base.z)} cm high, the ground at {where} {ground.level}")
        found += [
            f"{name} and {state.names[other]} overlap at {where}"
            for other in figures[place + 1 :]
            if overlap(base, state.base(other))
        ]
    return found


def _is_still(state: State) -> bool:
    """Whether nobody is in the middle of a walk or a fall, where a base need not stand firmly."""
    return not any(frame.NAME in ("walk", "fall", "slam") for frame in state.stack)


# --------------------------------------------------------------------------------------------------------------- cards


def _objects(state: State) -> list[str]:
    """Every object is in one place: the pile, under it, carried, or just drawn [Kaos K32.4]."""
    count = len(state.library.objects)
    if len(state.object_pile) != count or any(many < 0 for many in state.object_pile):
        return [f"the pile of objects is {state.object_pile}"]
    found: list[str] = []
    places = list(state.object_pile)
    for card in state.object_bottom:
        places[card] += 1
    for figure, card, uses in state.carried:
        places[card] += 1
        if state.status[figure] != IN_PLAY:
            found.append(f"{state.names[figure]} is not in play and carries {state.library.objects[card].id}")
        if uses < (0 if state.library.objects[card].uses else NONE):
            found.append(f"{state.library.objects[card].id} has {uses} uses left")
    for frame in state.stack:
        if isinstance(frame, SearchesFrame) and frame.step == KEEP:
            places[frame.card] += 1
    found += [f"{state.library.objects[card].id} is in {many} places" for card, many in enumerate(places) if many > 1]
    return found


def _events(state: State) -> list[str]:
    """No more cards of an event than its deck holds [Kaos K33.4]; none is lost on the way."""
    events = state.library.events
    if len(state.event_pile) != len(events) or len(state.event_edge) != len(events):
        return [f"the pile of events is {state.event_pile}, the table's edge {state.event_edge}"]
    places = [pile + edge for pile, edge in zip(state.event_pile, state.event_edge, strict=True)]
    for card, rounds in state.in_force:
        places[card] += events[card].parts
        if rounds < 1:
            return [f"{events[card].id} is in force for {rounds} rounds"]
    held = [card for card in state.reserved if card != NONE]
    for frame in state.stack:
        if isinstance(frame, EventsFrame):
            held += _in_hand(state, frame)
    for card in held:
        places[card] += 1
    return [
        f"{event.id}: {many} cards, the deck has {event.copies}"
        for event, many in zip(events, places, strict=True)
        if many > event.copies or min(many, *state.event_pile, *state.event_edge) < 0
    ]


def _in_hand(state: State, frame: EventsFrame) -> list[int]:
    """Cards drawn or put down while events are drawn, that lie neither in the pile nor in reserve."""
    found: list[int] = []
    for seat in range(SEATS):
        if frame.played[seat] != NONE:
            found.append(frame.played[seat])
        elif frame.drawn[seat] != NONE and frame.drawn[seat] != state.reserved[seat]:
            found.append(frame.drawn[seat])
    return found


# ----------------------------------------------------------------------------------------------------------- the rest


def _rest(state: State) -> list[str]:
    """Points, the relic, who is active, the effects that lie on figures."""
    found = [f"a player has {points} destiny points" for points in state.destiny if points < 0]
    figures = len(state.names)
    if not NONE <= state.active < figures:
        found.append(f"figure {state.active} is active")
    if state.relic != NONE and (state.relic >= figures or state.status[state.relic] != IN_PLAY):
        found.append(f"figure {state.relic} carries the relic and is not in play")
    has_relic = any(one.kind == CARRY for one in state.library.objectives)
    if state.relic != NONE and not has_relic:
        found.append("a relic is carried that no objective knows")
    if len(state.held) != len(state.library.objectives):
        found.append(f"held has {len(state.held)} entries for {len(state.library.objectives)} objectives")
    found += [f"an effect lies on figure {one.figure}" for one in state.lasting if not 0 <= one.figure < figures]
    if RESERVE in state.status and state.round:
        found.append("the first round has begun and somebody is not deployed")
    return found
