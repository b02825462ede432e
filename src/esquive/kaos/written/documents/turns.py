"""The procedures in progress that a position document's `turn` stands for [Kaos K7.2]."""

from typing import Any, Final

from esquive.core.errors import DocumentError
from esquive.core.frames import on_top
from esquive.core.ids import SEAT_NAMES, format_seat
from esquive.core.mends import Mend, leave_out
from esquive.core.phrases import phrase
from esquive.kaos.book import deployment, round as rounds, scenery
from esquive.kaos.book.activation import PLAN, ActivationFrame
from esquive.kaos.book.deployment import DeploymentFrame
from esquive.kaos.book.round import RoundFrame
from esquive.kaos.book.scenery import SceneryFrame
from esquive.kaos.table.state import (
    ACTIVATIONS,
    CLEAN_UP,
    DEPLOYMENT,
    DESTINY,
    EVENTS,
    INITIATIVE,
    NONE,
    PHASE_NAMES,
    RESERVE,
    SCENERY,
    SEARCHES,
    SEATS,
    State,
)
from esquive.kaos.written.documents.inline_cards import check_keys, flag
from esquive.kaos.written.names import nearest

TURN_KEYS: Final = ("phase", "player", "figure", "asked", "rollers")
# At which step a round is taken up again.
_STEPS: Final = {
    DESTINY: rounds.BEGIN,
    INITIATIVE: rounds.ROLL,
    EVENTS: rounds.DRAW_EVENTS,
    ACTIVATIONS: rounds.CHOOSE,
    SEARCHES: rounds.SEARCH,
    CLEAN_UP: rounds.END,
}


def stack_for(state: State, turn: Any) -> None:
    """Pushes the frames that `turn` names: `phase`, `player`, `figure` (whose plan is due), `asked`, `rollers`."""
    check_keys(turn, TURN_KEYS, "turn")
    default = DEPLOYMENT if RESERVE in state.status else ACTIVATIONS
    name = turn.get("phase", PHASE_NAMES[default])
    if name not in PHASE_NAMES:
        raise DocumentError(
            "unknown phase {name!r}", "turn.phase", phrase("phases: {known}", known=", ".join(PHASE_NAMES)), name=name
        )
    state.phase = PHASE_NAMES.index(name)
    if "figure" in turn and state.phase != ACTIVATIONS:
        raise DocumentError("no figure plays in the {name} phase", "turn.figure", "remove the key", name=name).mended(
            leave_out(("turn", "figure"))
        )
    if state.phase == SCENERY:
        _resume_scenery(state, turn)
    elif state.phase == DEPLOYMENT:
        _resume_deployment(state, turn)
    else:
        _resume_round(state, turn)


def _player(turn: dict[str, Any], default: int) -> int:
    """The seat that `player` names; NONE when it names nobody and there is no default."""
    name = turn.get("player")
    if name is None:
        return default
    if name not in SEAT_NAMES[:SEATS]:
        raise DocumentError("unknown player {name!r}", "turn.player", "use p1 or p2", name=name)
    return SEAT_NAMES.index(name)


def _resume_scenery(state: State, turn: dict[str, Any]) -> None:
    """With a player, that one places the next piece; without, the first die is to be rolled."""
    frame = SceneryFrame()
    seat = _player(turn, NONE)
    if seat != NONE:
        frame.step = scenery.PLACE
        frame.seat = seat
    state.stack.append(frame)


def _resume_deployment(state: State, turn: dict[str, Any]) -> None:
    """With a player, that one has the right to choose who deploys; without, the will roll comes first."""
    frame = DeploymentFrame()
    seat = _player(turn, NONE)
    rollers = turn.get("rollers", [])
    if not isinstance(rollers, list) or len(rollers) > SEATS:
        raise DocumentError(
            "rollers cannot be {rollers!r}", "turn.rollers", "name a figure of each player", rollers=rollers
        )
    frame.rollers = [_figure(state, name, "turn.rollers") if name else NONE for name in rollers]
    if seat != NONE:
        frame.seat = seat
        frame.step = deployment.ASKED if flag(turn, "asked", False, "turn") else deployment.CHOOSE
        if frame.step == deployment.ASKED:
            _check_asked(1 - seat, deployment.reserve(state, 1 - seat))
    elif rollers:
        frame.step = deployment.FIGURES
    state.stack.append(frame)


def _resume_round(state: State, turn: dict[str, Any]) -> None:
    """A round at the beginning of a phase; in the activations with a figure, its plan is due."""
    if RESERVE in state.status:
        name = state.names[state.status.index(RESERVE)]
        raise DocumentError(
            "{name!r} is not deployed", "figure", "give x and y, or a phase before the first round", name=name
        ).mended(Mend(phrase("go back to the deployment"), ((("turn",), {"phase": PHASE_NAMES[DEPLOYMENT]}),)))
    frame = RoundFrame()
    frame.step = _STEPS[state.phase]
    if state.phase == DESTINY:
        state.round = max(0, state.round - 1)  # it is about to begin
    state.stack.append(frame)
    if "figure" in turn:
        _resume_activation(state, turn, frame)
    elif state.phase == ACTIVATIONS and flag(turn, "asked", False, "turn"):
        frame.step = rounds.ASKED
        _check_asked(1 - state.initiative, state.unactivated(1 - state.initiative))


def _check_asked(seat: int, left: list[int]) -> None:
    """A side with nothing left is not asked [Kaos K6.9] [Kaos K8.4] [Ruling R260]."""
    if not left:
        name = format_seat(seat)
        raise DocumentError(
            "{name} has no figure left and cannot be asked [R260]", "turn.asked", "remove the key", name=name
        )


def _resume_activation(state: State, turn: dict[str, Any], frame: RoundFrame) -> None:
    figure = _figure(state, turn["figure"], "turn.figure")
    seat = _player(turn, state.owner[figure])
    if seat != state.owner[figure]:
        fix: str = phrase("leave out player, or use {owner}", owner=format_seat(state.owner[figure]))
        raise DocumentError(
            "{figure!r} is not {player}'s", "turn", fix, figure=state.names[figure], player=turn["player"]
        )
    if figure not in state.in_play() or state.activated[figure]:
        fix = "name one that is on the table and has not played this round"
        raise DocumentError("{figure!r} cannot play", "turn.figure", fix, figure=state.names[figure]).mended(
            *_others_play(state, seat)
        )
    frame.step = rounds.PLAYED
    state.active = figure
    found = ActivationFrame(figure)
    found.step = PLAN
    state.stack.append(found)


def _others_play(state: State, seat: int) -> list[Mend]:
    """Another figure of the player may play, or nobody has begun to."""
    able = state.unactivated(seat)[:1]
    rest = {"phase": PHASE_NAMES[ACTIVATIONS]}
    mends = [
        Mend(
            phrase("let {name} act", name=state.names[one]),
            ((("turn",), {**rest, "player": format_seat(seat), "figure": state.names[one]}),),
        )
        for one in able
    ]
    return [*mends, Mend(phrase("let nobody have begun to play"), ((("turn",), rest),))]


def _figure(state: State, name: Any, where: str) -> int:
    if name not in state.names:
        fix = nearest(str(name), state.names, "figures: {known}")
        raise DocumentError("no figure is called {name!r}", where, fix, name=name)
    return state.names.index(name)


def turn_of(state: State) -> dict[str, Any]:
    """The `turn` of a document, as `stack_for` reads it."""
    turn: dict[str, Any] = {"phase": PHASE_NAMES[state.phase]}
    if not state.stack:
        return turn
    first = len(state.stack) - 1  # what lies below everything else
    placing, deploying = on_top(state, SceneryFrame, below=first), on_top(state, DeploymentFrame, below=first)
    playing = on_top(state, RoundFrame, below=first)
    if placing is not None and placing.step == scenery.PLACE:
        turn["player"] = format_seat(placing.seat)
    elif deploying is not None:
        if deploying.step >= deployment.CHOOSE:
            turn["player"] = format_seat(deploying.seat)
            turn["asked"] = deploying.step == deployment.ASKED
        if deploying.rollers:
            turn["rollers"] = ["" if figure == NONE else state.names[figure] for figure in deploying.rollers]
    elif state.active != NONE:
        turn["player"] = format_seat(state.owner[state.active])
        turn["figure"] = state.names[state.active]
    elif playing is not None:
        turn["player"] = format_seat(state.initiative)
        if playing.step == rounds.ASKED:
            turn["asked"] = True
    return turn
