"""States as JSON-able data and back, exactly: frames and steps by name, everything else as it is.

Numbers of profiles and cards in saved data are those of the match's library, which is built from the same set-up; a
record names the hash of the content, so a save is never read with other cards. The table is not saved: it is the
set-up's, with the pieces placed since.
"""

from typing import Any, Final

from esquive.core.errors import DocumentError
from esquive.core.frames import frame_from_data, kinds_of_frames
from esquive.kaos.book.activation import ActivationFrame
from esquive.kaos.book.deployment import DeploymentFrame
from esquive.kaos.book.event_cards import EventsFrame
from esquive.kaos.book.exchange import AttackFrame
from esquive.kaos.book.falls import FallFrame
from esquive.kaos.book.moves import MoveChoiceFrame
from esquive.kaos.book.reactions import ReactionFrame
from esquive.kaos.book.rolls import ContestFrame
from esquive.kaos.book.round import RoundFrame
from esquive.kaos.book.scenery import SceneryFrame, placed_piece, table_with
from esquive.kaos.book.searches import SearchesFrame
from esquive.kaos.book.slam import SlamFrame
from esquive.kaos.book.striking import StrikeFrame
from esquive.kaos.book.uses import UseFrame
from esquive.kaos.book.walking import WalkFrame
from esquive.kaos.book.windows import FreeWindowFrame
from esquive.kaos.book.wounds import ForcedMovesFrame
from esquive.kaos.cards.library import Library
from esquive.kaos.cards.op_codes import LastingEffect
from esquive.kaos.cards.ops import op_of_code
from esquive.kaos.geometry.shapes import Table
from esquive.kaos.table.settings import Settings
from esquive.kaos.table.state import State, blank_state

FRAMES: Final = kinds_of_frames(
    ActivationFrame,
    AttackFrame,
    ContestFrame,
    DeploymentFrame,
    EventsFrame,
    FallFrame,
    ForcedMovesFrame,
    FreeWindowFrame,
    MoveChoiceFrame,
    ReactionFrame,
    RoundFrame,
    SceneryFrame,
    SearchesFrame,
    SlamFrame,
    StrikeFrame,
    UseFrame,
    WalkFrame,
)


def state_from_data(settings: Settings, library: Library, table: Table, data: dict[str, Any]) -> State:
    """The state that `State.to_data` wrote; raises DocumentError that names what is missing.

    `table`: as it was before the movable scenery was placed.
    """
    state = blank_state(settings, library, table)
    try:
        state.restore(data)
        state.lasting = [LastingEffect(figure, op_of_code(code)) for figure, *code in data["lasting"]]
        state.over_reason, state.over_clause = data["over"]
        state.stack = [frame_from_data(FRAMES, frame) for frame in data["stack"]]
    except KeyError as error:
        raise DocumentError(
            "the saved game lacks {key}", "save", "use a saved game as it was written", key=error
        ) from error
    state.forget_bases()
    set_pieces(state)
    return state


def set_pieces(state: State) -> None:
    """Puts the movable scenery placed so far on the table."""
    for number, x, y, angle in state.placed:
        state.table = table_with(state, placed_piece(state.library.selection[number], x, y, angle))
