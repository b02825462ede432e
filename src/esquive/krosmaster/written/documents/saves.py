"""States as JSON-able data and back, exactly: frames and steps by name, everything else as it is.

Indices of cards, spells and ops in saved data are those of the match's library, which is built from the same set-up;
a record names the hash of the content, so a save is never read with other cards.
"""

from typing import Any, Final

from esquive.core.errors import DocumentError
from esquive.core.frames import OverFrame, frame_from_data, kinds_of_frames
from esquive.krosmaster.book.activation import ActivationFrame
from esquive.krosmaster.book.block import BlockFrame
from esquive.krosmaster.book.casting import CastFrame
from esquive.krosmaster.book.dice import RollFrame
from esquive.krosmaster.book.effects.running import EffectsFrame
from esquive.krosmaster.book.multiplayer import SeatFrame
from esquive.krosmaster.book.purchases import RewardChoiceFrame
from esquive.krosmaster.book.rewards import PurchaseFrame, RevealPileFrame
from esquive.krosmaster.book.setup import SetupFrame
from esquive.krosmaster.book.standby import StandbyFrame
from esquive.krosmaster.book.timeline import TimelineFrame
from esquive.krosmaster.book.turn import InspirationFrame, PlayerTurnFrame, TensionFrame
from esquive.krosmaster.book.unit_turn import UnitTurnFrame
from esquive.krosmaster.book.wounds import KoFrame
from esquive.krosmaster.cards.library import Library
from esquive.krosmaster.cards.ops.continuous import MODIFIER_KINDS
from esquive.krosmaster.cards.trigger_names import TRIGGER_NAMES
from esquive.krosmaster.table.board import Board
from esquive.krosmaster.table.settings import Settings
from esquive.krosmaster.table.state import State, blank_state

FRAMES: Final = kinds_of_frames(
    ActivationFrame,
    BlockFrame,
    CastFrame,
    EffectsFrame,
    InspirationFrame,
    KoFrame,
    OverFrame,
    PlayerTurnFrame,
    PurchaseFrame,
    RevealPileFrame,
    RewardChoiceFrame,
    RollFrame,
    SeatFrame,
    SetupFrame,
    StandbyFrame,
    TensionFrame,
    TimelineFrame,
    UnitTurnFrame,
)


def state_from_data(settings: Settings, library: Library, board: Board, data: dict[str, Any]) -> State:
    """The state that `State.to_data` wrote; raises DocumentError that names what is missing."""
    state = blank_state(settings, library, board.base)
    try:
        state.restore(data)
        state.listeners += [()] * (len(TRIGGER_NAMES) - len(state.listeners))
        state.statics += [()] * (MODIFIER_KINDS - len(state.statics))
        state.over_reason, state.over_clause = data["over"]
        state.stack = [frame_from_data(FRAMES, frame) for frame in data["stack"]]
        if "scenery" in data:
            cubes, gone, injuries, *planted = data["scenery"]
            state.scenery_injuries = dict(injuries)
            state.rearrange(int(cubes), int(gone), int(planted[0]) if planted else 0)
    except KeyError as error:
        raise DocumentError(
            "the saved game lacks {key}", "save", "use a saved game as it was written", key=error
        ) from error
    return state
