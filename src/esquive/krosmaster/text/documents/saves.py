"""States as JSON-able data and back, exactly: frames and steps by name, everything else as it is.

Indices of cards, spells and ops in saved data are those of the match's library, which is built from the same set-up;
a record names the hash of the content, so a save is never read with other cards.
"""

from typing import Any

from esquive.core.errors import DocumentError
from esquive.core.frames import Frame, OverFrame, frame_from_data
from esquive.krosmaster.book.activation import ActivationFrame
from esquive.krosmaster.book.block import BlockFrame
from esquive.krosmaster.book.casting import CastFrame
from esquive.krosmaster.book.dice import RollFrame
from esquive.krosmaster.book.effects.running import EffectsFrame
from esquive.krosmaster.book.multiplayer import SeatFrame
from esquive.krosmaster.book.rewards import PurchaseFrame, RevealPileFrame
from esquive.krosmaster.book.setup import SetupFrame
from esquive.krosmaster.book.standby import StandbyFrame
from esquive.krosmaster.book.turn import InspirationFrame, PlayerTurnFrame, TensionFrame
from esquive.krosmaster.book.unit_turn import UnitTurnFrame
from esquive.krosmaster.book.wounds import KoFrame
from esquive.krosmaster.cards.library import Library
from esquive.krosmaster.table.board import Board
from esquive.krosmaster.table.settings import Settings
from esquive.krosmaster.table.state import (
    LIST_FIELDS,
    SCALARS,
    SEAT_COLUMNS,
    TUPLE_LISTS,
    UNIT_COLUMNS,
    State,
    blank_state,
)

# One frame of each kind, which loading copies and fills in.
FRAMES: dict[str, Frame[Any]] = {
    frame.NAME: frame
    for frame in (
        ActivationFrame(0),
        BlockFrame(0, 0, 0, []),
        CastFrame(0, 0, 0, 0, 0),
        EffectsFrame(0, 0, []),
        InspirationFrame([]),
        KoFrame(),
        OverFrame(),
        PlayerTurnFrame(),
        PurchaseFrame(0, 0, 0),
        RevealPileFrame(0),
        RollFrame(0, 0, 0, 0, 0),
        SeatFrame(0, 0, 0),
        SetupFrame(),
        StandbyFrame(),
        TensionFrame(0),
        UnitTurnFrame(0),
    )
}


def state_from_data(settings: Settings, library: Library, board: Board, data: dict[str, Any]) -> State:
    """The state that `State.to_data` wrote; raises DocumentError that names what is missing."""
    state = blank_state(settings, library, board)
    try:
        state.names = list(data["names"])
        for name in UNIT_COLUMNS + SEAT_COLUMNS + LIST_FIELDS:
            setattr(state, name, list(data[name]))
        state.rewards = [tuple(entry) for entry in data["rewards"]]
        state.timeline = [list(line) for line in data["timeline"]]
        for name in TUPLE_LISTS:
            setattr(state, name, [tuple(entry) for entry in data[name]])
        for name in SCALARS:
            setattr(state, name, data[name])
        state.floor = list(data["floor"])
        state.occupant = list(data["occupant"])
        state.kamas_on = dict(data["kamas_on"])
        state.listeners = [tuple((unit, index) for unit, index in entries) for entries in data["listeners"]]
        state.modifiers = [tuple((unit, index) for unit, index in entries) for entries in data["modifiers"]]
        state.over_reason, state.over_clause = data["over"]
        state.stack = [frame_from_data(FRAMES, frame) for frame in data["stack"]]
    except KeyError as error:
        raise DocumentError(f"the saved game lacks {error}", "save", "use a saved game as it was written") from error
    return state
