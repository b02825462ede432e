"""The procedures in progress that a position document's `turn` stands for."""

from typing import Any, Final

from esquive.core.errors import DocumentError
from esquive.core.mends import leave_out
from esquive.core.phrases import phrase
from esquive.krosmaster.book.activation import ActivationFrame
from esquive.krosmaster.book.dice import FACE_NAMES
from esquive.krosmaster.book.markers import fill_gauges
from esquive.krosmaster.book.setup import DEPLOYMENT, SetupFrame
from esquive.krosmaster.book.turn import INSPIRE, ROLL_TENSION, UNITS, InspirationFrame, PlayerTurnFrame
from esquive.krosmaster.book.unit_turn import BEGIN, FINISH, UnitTurnFrame
from esquive.krosmaster.cards.library import KROSMASTER
from esquive.krosmaster.table.state import (
    ACTIVATION,
    END,
    INSPIRATION,
    NONE,
    PRELIMINARY,
    SETUP,
    TENSION,
    State,
)

NEED_UNIT: Final = ("preliminary", "activation", "end")


def stack_for(state: State, phase: str, unit: int, dice: Any, tables: list[dict[str, Any]]) -> None:
    """Push the frames of a phase: `setup tension inspiration refund preliminary activation end`.

    [KA 5.1.3] [KA 5.5.2]
    """
    if phase == "setup":
        _resume_setup(state)
        return
    turn = PlayerTurnFrame()
    state.stack.append(turn)
    if phase in ("tension", "inspiration", "refund"):
        if unit != NONE:
            raise DocumentError("no unit acts in the {phase} phase", "turn.unit", "remove the key", phase=phase).mended(
                leave_out(("turn", "unit"))
            )
        _resume_player(state, turn, phase, dice)
        return
    _skip_to(state, turn, unit)
    unit_turn = UnitTurnFrame(unit)
    state.stack.append(unit_turn)
    if phase == "preliminary":
        unit_turn.step = BEGIN
        state.phase = PRELIMINARY
        return
    unit_turn.step = FINISH
    state.acted.append(unit)
    state.active_unit = unit
    state.phase = ACTIVATION if phase == "activation" else END
    _fill_active(state, unit, tables)
    if phase == "activation":
        state.stack.append(ActivationFrame(unit))


def _resume_setup(state: State) -> None:
    """Timelines stand; the first seat with Krosmasters off the board deploys [KA 1.3.9]."""
    frame = SetupFrame()
    frame.step = DEPLOYMENT
    left: list[list[int]] = [[unit for unit in line if not state.cell[unit]] for line in state.timeline]
    frame.seat = next((seat for seat, units in enumerate(left) if units), state.settings.seats - 1)
    frame.left = left[frame.seat]
    state.phase = SETUP
    state.turn = 0
    state.stack.append(frame)


def _resume_player(state: State, turn: PlayerTurnFrame, phase: str, dice: Any) -> None:
    if not isinstance(dice, list) or len(dice) > 2 or any(die not in FACE_NAMES[:4] for die in dice):
        raise DocumentError(
            "dice cannot be {dice!r}", "turn.dice", phrase("faces: {known}", known=", ".join(FACE_NAMES[:4])), dice=dice
        )
    if phase == "tension":
        state.phase = TENSION
        turn.step = ROLL_TENSION
    elif phase == "inspiration":
        state.phase = INSPIRATION
        turn.step = UNITS
        if dice:
            state.stack.append(InspirationFrame([FACE_NAMES.index(die) for die in dice]))
    else:
        turn.step = INSPIRE
        state.tension_dice = 0


def _skip_to(state: State, turn: PlayerTurnFrame, unit: int) -> None:
    """Everybody before the unit in the Timeline has had its turn [KA 5.5.1]."""
    turn.step = UNITS
    root = unit
    before: list[int] = []
    while state.library.profiles[state.profile[root]].piece != KROSMASTER:
        if state.summoner[root] == NONE:
            raise DocumentError(
                "{unit} needs a summoner to have a place in the Timeline",
                "unit.summoner",
                "name it",
                unit=state.names[unit],
            )
        root = state.summoner[root]
        before.insert(0, root)
    timeline = state.timeline[state.active_seat]
    turn.place = timeline.index(root) + 1
    for earlier in timeline[: turn.place - 1]:
        state.acted.append(earlier)
        state.acted.extend(other for other in range(len(state.cell)) if state.summoner[other] == earlier)
    state.acted.extend(before)


def _fill_active(state: State, unit: int, tables: list[dict[str, Any]]) -> None:
    """The active unit's gauges: as written, else full [KA 6.2.1.b]."""
    markers, frozen = (state.ap_markers[unit], state.mp_markers[unit]), state.frozen
    state.frozen = []
    state.ap_markers[unit] = state.mp_markers[unit] = 0
    fill_gauges(state, unit)
    state.ap_markers[unit], state.mp_markers[unit] = markers
    state.frozen = frozen
    table = tables[unit] if unit < len(tables) else {}
    if "ap" in table:
        state.ap[unit] = gauge_of(table["ap"], f"unit[{unit}].ap")
    if "mp" in table:
        state.mp[unit] = gauge_of(table["mp"], f"unit[{unit}].mp")


def gauge_of(value: Any, where: str) -> int:
    """A gauge as written, from 0 to 99."""
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= 99:
        raise DocumentError("a gauge cannot hold {value!r}", where, "use a whole number from 0 to 99", value=value)
    return value
