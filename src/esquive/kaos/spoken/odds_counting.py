"""What counting odds needs to know of Kaos: which rolls are alike, when an action is over, what has changed.

Odds are those of the dice alone: nobody spends destiny points, intercepts or uses what is free on the way. They reach
as far as the next move, slam or plan, whose answers are without number.
"""

from functools import cache
from hashlib import blake2b
from marshal import dumps
from math import factorial
from typing import Any, Final

from esquive.core.frames import on_top, under_way
from esquive.core.ids import format_seat
from esquive.core.waiting import Decision, Over, Refusal, Roll
from esquive.kaos.book.activation import DONE_ANSWER
from esquive.kaos.book.deployment import DeploymentFrame, reserve, will_roll
from esquive.kaos.book.rolls import (
    AGAIN,
    ASK_DESTINY,
    DEPLOYMENT,
    INITIATIVE,
    PASS_ANSWER,
    ROLL,
    SIDES,
    ContestFrame,
    outcome_of,
)
from esquive.kaos.spoken.wording import Wording
from esquive.kaos.table.answers import ChoosingFigure
from esquive.kaos.table.events import E_ARMOUR, E_POOL, E_SUCCESSES, E_WOUNDED
from esquive.kaos.table.state import IN_PLAY, NONE, SEATS, STATUS_NAMES, State
from esquive.kaos.written.documents.facts import read_path
from esquive.kaos.written.hidden_information import knows_object
from esquive.kaos.written.notation import format_answer, parse_answer

# Decisions that are let be, with the answer that does so; and those that are choices inside an action.
SKIPPED: Final = (
    "destiny",
    "intercept",
    "free-before-move",
    "free-after-move",
    "free-before-action",
    "free-after-action",
)
INSIDE: Final = ("react", *SKIPPED)
# Columns of the state and the path under which a figure's fact is known.
_FACTS: Final = (
    ("status", "status"),
    ("x", "x"),
    ("y", "y"),
    ("z", "z"),
    ("facing", "facing"),
    ("wounds", "wounds"),
    ("fleeing", "fleeing"),
    ("searching", "searching"),
)
_LEFT: Final = tuple(name for status, name in enumerate(STATUS_NAMES) if status > IN_PLAY)
# Events whose sums are told with an outcome.
NOTED: Final = (E_POOL, E_ARMOUR, E_WOUNDED)
# What a contest came to is read before anything is waited for again, and tells no positions apart.
_APART: Final = ("names", "lasting", "successes_a", "successes_b")
_COLUMNS: Final = [name for name, one in State.COLUMNS.items() if one.saved and name not in _APART]


@cache
def classes_of_dice(count: int, needed: int, tells_sixes: bool) -> tuple[tuple[int, int], ...]:
    """One outcome of each class of D6 rolls, with the number of outcomes in it: dice are all alike.

    Dice show a failure, a success or, where sixes are rolled again, a six [Kaos K14.4] [Kaos K15.1].
    """
    faces = [[face for face in range(1, SIDES + 1) if _sort(face, needed, tells_sixes) == sort] for sort in range(3)]
    found: list[tuple[int, int]] = []
    for sixes in range(count + 1 if faces[2] else 1):
        for successes in range(count - sixes + 1 if faces[1] else 1):
            failures = count - sixes - successes
            if failures and not faces[0]:
                continue
            weight = factorial(count) // (factorial(sixes) * factorial(successes) * factorial(failures))
            weight *= len(faces[1]) ** successes * len(faces[0]) ** failures
            shown = [faces[0][0]] * failures if failures else []
            shown += [faces[1][0]] * successes if successes else []
            found.append((outcome_of([*shown, *([AGAIN] * sixes)]), weight))
    return tuple(found)


def _sort(face: int, needed: int, tells_sixes: bool) -> int:
    """0 for a failure, 1 for a success, 2 for a six that counts apart."""
    if face == AGAIN and tells_sixes:
        return 2
    return int(face >= needed)


def is_rolled_off(state: State) -> bool:
    """Whether the roll for deployment or for the initiative begins, for the first time or since both were equal."""
    top = on_top(state, ContestFrame)
    if top is None or top.kind_a not in (DEPLOYMENT, INITIATIVE):
        return False
    return top.step == ROLL and not any(top.shown)


def is_rolled_again(state: State) -> bool:
    """Whether what is rolled off begins anew because both were equal in the step that is logged."""
    return bool(state.stack) and is_rolled_off(state) and any(event[0] == E_SUCCESSES for event in state.log or ())


def names_roller(state: State) -> bool:
    """Whether somebody names the figure that makes the will roll at deployment [Kaos K6.7]."""
    return isinstance(state.waiting, Decision) and state.waiting.kind == "will-figure"


def best_roller(state: State, seat: int) -> int:
    """The figure of a seat that has the most successes in a will roll on average, the first of equal ones."""

    def average(figure: int) -> int:
        dice, needed, again = will_roll(state, figure)
        return dice * (SIDES + 1 - needed) * (SIDES + (needed - 1) * again)

    return max(reserve(state, seat), key=average, default=NONE)


@cache
def classes_of_best(count: int) -> tuple[tuple[int, int], ...]:
    """Of dice of which only the best one counts, as in a search [Kaos K32.8]."""
    return tuple((outcome_of([best] * count), best**count - (best - 1) ** count) for best in range(1, SIDES + 1))


def _wins_deployment(before: State, state: State) -> str:
    """Who wins the roll that decides who deploys first, "again" where both are equal, "" where there was none."""
    then, now = on_top(before, ContestFrame), on_top(state, ContestFrame)
    if is_rolled_again(state):
        return "again" if now is not None and now.kind_a == DEPLOYMENT else ""
    was_rolled = names_roller(before) or (then is not None and then.kind_a == DEPLOYMENT)
    deployment = on_top(state, DeploymentFrame)
    return format_seat(deployment.seat) if was_rolled and deployment is not None else ""


class KaosOdds:
    """See `core.odds.OddsGame`."""

    def parse(self, state: State, line: str) -> int:
        """The answer a line stands for."""
        return parse_answer(state, line)

    def format(self, state: State, answer: int) -> str:
        """The line of an answer."""
        return format_answer(state, answer)

    def told(self, state: State, refusal: Refusal) -> str:
        """Why an answer given beforehand is refused, in English."""
        return Wording(state).condition(refusal)

    def seen_by(self, state: State, seat: int) -> State:
        """A copy without what the seat cannot know: objects that are hidden change nothing [Ruling R217]."""
        copy = state.copy()
        copy.carried = [entry for entry in state.carried if knows_object(state, entry, seat)]
        return copy

    def outcomes(self, state: State, roll: Roll) -> list[tuple[int, int]]:
        """Dice that come to the same number of successes are alike, those of a search of which the best is the same."""
        top = on_top(state, ContestFrame)
        if top is not None:
            tells = top.step == ROLL and state.settings.sixes_roll_again
            return list(classes_of_dice(roll.count, top.needed_of(top.side), tells))
        return list(classes_of_best(roll.count)) if roll.kind == "search" else roll.outcomes()

    def forced(self, state: State, waiting: Decision) -> int | None:
        """Destiny points, interceptions and what is free are let be; the other player names the best of his."""
        if names_roller(state):
            return ChoosingFigure(best_roller(state, waiting.seat)).answer()
        if waiting.kind not in SKIPPED:
            return None
        return DONE_ANSWER if waiting.kind == "intercept" else PASS_ANSWER

    def is_settled(self, waiting: Decision) -> bool:
        """Interceptions are a choice to whoever solves a puzzle; destiny points and what is free are let be."""
        return waiting.kind != "intercept"

    def is_vain(self, state: State, answer: int) -> bool:
        """Nothing is left out."""
        return False

    def key(self, state: State) -> bytes:
        """A digest of everything in which positions differ; the dice of a contest in no order."""
        parts: list[Any] = [getattr(state, name) for name in _COLUMNS]
        parts += [(effect.figure, effect.op.code()) for effect in state.lasting]
        parts += [state.over_clause, is_rolled_again(state)]
        for frame in state.stack:
            is_contest = frame.NAME == ContestFrame.NAME
            parts += [frame.NAME, frame.step]
            parts += [getattr(frame, name) for name in frame.FIELDS if not is_contest or name not in ("shown", "won")]
        for contest in under_way(state, ContestFrame):
            for side in range(contest.sides if contest.shown else 0):
                # Whoever has rolled spends no destiny point here, so its successes are all that counts.
                is_done = contest.step == ASK_DESTINY or side < contest.side
                dice = ((contest.shown[place], contest.won[place]) for place in contest.dice_span(side))
                parts.append(contest.successes(side) if is_done else sorted(dice))
        return blake2b(dumps(parts, 2), digest_size=16).digest()

    def notes(self, state: State) -> tuple[tuple[int, ...], ...]:
        """What the dice and the wounds are made of, which the end does not show; the next round's dice are no part."""
        if not state.log:
            return ()
        return tuple(
            event for event in state.log if event[0] in NOTED and (event[0] != E_POOL or event[3] != INITIATIVE)
        )

    def note_data(self, state: State, note: tuple[int, ...]) -> dict[str, Any]:
        """A note as an event with names."""
        from esquive.kaos.spoken.wording import event_data  # searches never need words

        return event_data(state, note)

    def is_resolved(self, before: State, state: State) -> bool:
        """An action is over when somebody must move, plan or choose who plays, or a new round has begun.

        What is rolled off anew as long as both are equal would have no end: it is over whenever it begins, but for the
        roll of the figure that has just been named for it.
        """
        waiting = state.waiting
        if isinstance(waiting, Over) or state.round != before.round:
            return True
        if names_roller(before) and (names_roller(state) or is_rolled_off(state)):
            return is_rolled_again(state)
        return is_rolled_off(state) or (isinstance(waiting, Decision) and waiting.kind not in INSIDE)

    def is_asked_for(self, path: str, value: Any) -> bool:
        """Who is out of action, and who wins."""
        return path == "winner" or (path.endswith(".status") and value in _LEFT)

    def changes(self, before: State, state: State) -> dict[str, Any]:
        """What is different, by the paths of scenario files; `effects` counts the lasting effects begun.

        Of a roll for the initiative or for deployment who wins it, "again" where both are equal.
        """
        found: dict[str, Any] = {}
        for figure, name in enumerate(state.names):
            for column, key in _FACTS:
                if getattr(state, column)[figure] != getattr(before, column)[figure]:
                    path = f"figure.{name}.{key}"
                    found[path] = read_path(state, path)
        for seat in range(SEATS):
            for key, now, then in (
                ("destiny", state.destiny, before.destiny),
                ("victory_points", state.points, before.points),
            ):
                if now[seat] != then[seat]:
                    found[f"player.{format_seat(seat)}.{key}"] = now[seat]
        top = on_top(before, ContestFrame)
        if top is not None and top.kind_a == INITIATIVE:
            found["initiative"] = "again" if is_rolled_off(state) else format_seat(state.first)
        deploys = _wins_deployment(before, state)
        if deploys:
            found["deployment"] = deploys
        begun = sum(1 for effect in state.lasting if effect not in before.lasting)
        if begun:
            found["effects"] = begun
        if read_path(state, "winner") != read_path(before, "winner"):
            found["winner"] = read_path(state, "winner")
        return found


ODDS: Final = KaosOdds()
