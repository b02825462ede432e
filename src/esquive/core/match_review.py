"""After a match: what fell beside what was to be expected, how points and chances went, and the story of it.

A record is played again, and every roll is weighed against all the ways it could have fallen: nothing is sampled. The
chances of winning come from the evaluation that bots use: the strengths of the sides, divided by the game's `scale`,
as the odds of a contest (`chances_of`). `docs/after-the-game.md` says how the scale was found, and how far it is right.

Everything of a match comes to light here. Only for a match that is over.
"""

import time
from collections.abc import Sequence
from fractions import Fraction
from math import exp
from typing import Any, Final, Literal

from esquive.core.evaluation import Evaluation
from esquive.core.grammar import decimal, percent
from esquive.core.ids import SEAT_NAMES, SeatName
from esquive.core.messages import messages
from esquive.core.record import Record, after, start_of
from esquive.core.review_source import Afterwards, Deed, Fell
from esquive.core.shapes import Shape
from esquive.core.waiting import Over, Roll
from esquive.core.words import Words

VERSION: Final = 2  # raised whenever equal records may be told otherwise than before
RARE: Final = Fraction(1, 4)  # a roll no likelier than this is told as luck
FARTHEST: Final = 30.0  # beyond this many scales apart nobody has a chance that could be written down
Moments = Literal["swing", "lucky", "unlucky", "ko", "deal"]


# ------------------------------------------------------------------------------------------------------ what is shown


class LuckRoll(Shape):
    """A roll: in which step, whose, for what, with how many dice, how many successes were to be expected and fell.

    `at_least` and `at_most` are the chances of as many or more, and of as many or fewer, in 100.
    """

    step: int
    seat: SeatName
    kind: str
    dice: int
    expected: float
    fell: int
    at_least: float
    at_most: float


class LuckSum(Shape):
    """All rolls of a seat of one kind: `exact` is what was to be expected as a fraction."""

    seat: SeatName
    kind: str
    name: str
    rolls: int
    dice: int
    expected: float
    exact: str
    fell: int


class CurvePoint(Shape):
    """What each seat has after a step, and its side's chance of winning, in 100."""

    step: int
    turn: int
    scores: list[int]
    chances: list[float]


class Moment(Shape):
    """One of the moments the story is told in: a sentence, whose moment it is, and the step to look at."""

    kind: Moments
    step: int
    turn: int
    seat: SeatName
    sentence: str


class AfterTheGame(Shape):
    """A match that is over, looked back on. `score` is what the scores are called; `names` are by seat."""

    game: str
    score: str
    names: list[str]
    moments: list[Moment]
    curve: list[CurvePoint]
    sums: list[LuckSum]
    rolls: list[LuckRoll]


class TooLong(Exception):
    """Looking back on a match takes longer than it may."""


# ------------------------------------------------------------------------------------------------------- looking back


class _Step:
    """What a step of the replay has brought."""

    __slots__ = ("deeds", "events", "fell", "is_correction", "point")

    def __init__(self, point: CurvePoint) -> None:
        self.point = point
        self.deeds: list[Deed] = []
        self.events: list[tuple[int, ...]] = []
        self.fell: list[Fell] = []
        self.is_correction = False  # nobody's doing


class LookedBack:
    """A match that is over, played again and weighed; `told` says it in a language."""

    def __init__(self, record: Record, game: Any, ends: Sequence[int], seconds: float = 30.0) -> None:
        """`ends` are the numbers of lines after which the steps end. Raises TooLong, and ValueError for a match that
        goes on or a game that cannot be looked back on."""
        tells, evaluation = game.afterwards, game.evaluation("chances") or game.evaluation("greedy")
        if record.end is None or tells is None or evaluation is None:
            raise ValueError("only a match that is over, of a game that tells what is needed, is looked back on")
        self.game = game
        self._until = time.monotonic() + seconds
        state = start_of(game, record.header["setup"])
        self.steps = [_Step(self._point(0, state, tells, evaluation))]
        entries = record.standing()
        done = 0
        for number, end in enumerate(ends, 1):
            if time.monotonic() > self._until:
                raise TooLong
            step = _Step(self.steps[-1].point)
            for entry in entries[done:end]:
                state = _take(game, tells, state, entry, step)
                step.is_correction = step.is_correction or "position" in entry
            done = end
            step.point = self._point(number, state, tells, evaluation)
            step.deeds = tells.deeds(state, step.events)
            self.steps.append(step)
        self.last = state

    def _point(self, number: int, state: Any, tells: Afterwards, evaluation: Evaluation) -> CurvePoint:
        game = self.game
        seats = range(game.seats_of(state))
        turn = game.turn_of(state)
        return CurvePoint(
            step=number,
            turn=turn,
            scores=[tells.score(state, seat) for seat in seats],
            chances=[round(100 * one, 1) for one in chances_of(game, state, tells, evaluation, is_begun=turn > 0)],
        )

    # ------------------------------------------------------------------------------------------------------- telling

    def told(self, words: Words) -> AfterTheGame:
        """The match looked back on, in the language of the words, which know its last position."""
        name = self.game.name
        say = messages(words.language)
        return AfterTheGame(
            game=name,
            score=say.say(f"after.score.{name}", {}),
            names=[words.seat(seat) for seat in range(self.game.seats_of(self.last))],
            moments=_Story(self, words).moments(),
            curve=self.curve(),
            sums=self.sums(words.language),
            rolls=[_roll(number, one) for number, step in enumerate(self.steps) for one in step.fell],
        )

    def curve(self) -> list[CurvePoint]:
        """The points in which something is otherwise than before, the first and the last."""
        points = [step.point for step in self.steps]
        found = points[:1]
        for point in points[1:]:
            known = found[-1]
            if (point.scores, point.chances, point.turn) != (known.scores, known.chances, known.turn):
                found.append(point)
        return found if found[-1] is points[-1] else [*found, points[-1]]

    def sums(self, language: str) -> list[LuckSum]:
        """What was to be expected and what fell, by seat and kind."""
        by_kind: dict[tuple[int, str], list[Fell]] = {}
        for step in self.steps:
            for one in step.fell:
                by_kind.setdefault((one.seat, one.kind), []).append(one)
        found = []
        for (seat, kind), rolls in sorted(by_kind.items()):
            exact = sum((one.expected for one in rolls), Fraction(0))
            found.append(
                LuckSum(
                    seat=SEAT_NAMES[seat],
                    kind=kind,
                    name=messages(language).say(self.game.afterwards.named(kind), {}),
                    rolls=len(rolls),
                    dice=sum(one.dice for one in rolls),
                    expected=round(float(exact), 2),
                    exact=str(exact),
                    fell=sum(one.fell for one in rolls),
                )
            )
        return found


def chances_of(
    game: Any, state: Any, tells: Afterwards, evaluation: Evaluation, *, is_begun: bool = True
) -> list[float]:
    """The chance of each seat's side to win, from 0 to 1; partners have one chance together.

    Before the first turn all sides have the same: while figures are set up, what is on the table says nothing.

    Values are a seat's own strength less that of all others, so a side is as strong as half the sum of its seats'
    values, but for what all sides have in common. The chances of two sides a and b are as exp(a / scale) to
    exp(b / scale).
    """
    sides = [game.partners_of(state, seat) for seat in range(game.seats_of(state))]
    if isinstance(state.waiting, Over):
        winner = game.winner_of(state)
        return [1 / len(sides) if winner < 0 else float(winner in side) for side in sides]
    if not is_begun:
        return [len(side) / len(sides) for side in sides]
    values = [evaluation.value(state, seat) / 2 for seat in range(len(sides))]
    strengths = [sum(values[seat] for seat in side) for side in sides]
    best, scale = max(strengths), tells.scale(state)
    shares = [exp(max(-FARTHEST, (strength - best) / scale)) for strength in strengths]
    total = sum(share / len(side) for share, side in zip(shares, sides, strict=True))
    return [share / total for share in shares]


def _take(game: Any, tells: Afterwards, state: Any, entry: dict[str, Any], step: _Step) -> Any:
    """Goes on by an entry, and notes what fell and what happened; the position after it."""
    waiting = state.waiting
    if isinstance(waiting, Roll) and "position" not in entry:
        fell = tells.fell(state, waiting, game.parse(state, entry["line"]))
        if fell is not None:
            step.fell.append(fell)
    state.log = []
    state = after(game, state, entry)
    step.events += state.log
    return state


def _roll(number: int, one: Fell) -> LuckRoll:
    return LuckRoll(
        step=number,
        seat=SEAT_NAMES[one.seat],
        kind=one.kind,
        dice=one.dice,
        expected=round(float(one.expected), 2),
        fell=one.fell,
        at_least=_percent(one.at_least),
        at_most=_percent(one.at_most),
    )


def _percent(chance: Fraction) -> float:
    return round(100 * float(chance), 2)


# ---------------------------------------------------------------------------------------------------------- the story


class _Story:
    """The moments of a match, in words."""

    def __init__(self, back: LookedBack, words: Words) -> None:
        self.steps = back.steps
        self.game = back.game
        self.words = words
        self.say = messages(words.language)

    def moments(self) -> list[Moment]:
        """Those there are, in the order of the match: five where there was luck, a KO and a bargain."""
        found = [self.swing(), *self.luck(), self.chain(), self.deal()]
        return sorted((one for one in found if one is not None), key=lambda one: one.step)

    def change(self, number: int, seat: int) -> float:
        """By how much a step has changed the chance of a seat's side, in 100."""
        return self.steps[number].point.chances[seat] - self.steps[number - 1].point.chances[seat]

    def moment(self, kind: Moments, name: str, number: int, seat: int, **places: Any) -> Moment:
        """A moment told by a message."""
        point = self.steps[number].point
        known = {"who": self.words.seat(seat), "told": self.told(number), **places}
        sentence = self.say.say(f"after.{name}", known).strip()
        return Moment(kind=kind, step=number, turn=point.turn, seat=SEAT_NAMES[seat], sentence=sentence)

    def told(self, number: int) -> str:
        """The weightiest thing that happened in a step: a deed, else the last of which anything is said."""
        step = self.steps[number]
        events = [deed.event for deed in step.deeds[:1]] or step.events[::-1]
        return next((said for event in events if (said := self.words.event(event))), "")

    def swing(self) -> Moment | None:
        """The step that has changed the chances most, before the one that ended the match."""
        numbers = [n for n in range(1, max(1, len(self.steps) - 1)) if not self.steps[n].is_correction]
        seats = range(len(self.steps[0].point.chances))
        best = max(((self.change(n, seat), -n, seat) for n in numbers for seat in seats), default=(0.0, 0, 0))
        gain, number, seat = best[0], -best[1], best[2]
        if gain <= 0:
            return None
        before, after = (self.steps[n].point.chances[seat] for n in (number - 1, number))
        return self.moment("swing", "swing", number, seat, before=self.percent(before), after=self.percent(after))

    def percent(self, chance: float) -> str:
        """A chance in 100 in words."""
        return percent(chance, self.words.language)

    def luck(self) -> list[Moment]:
        """The roll that was least likely to fall as well, and the one that was least likely to fall as badly.

        What falls more than once in four times is nobody's luck.
        """
        rolls = [(number, one) for number, step in enumerate(self.steps) for one in step.fell]
        over = [
            (number, one) for number, one in rolls if one.is_luck and one.fell > one.expected and one.at_least <= RARE
        ]
        under = [
            (number, one) for number, one in rolls if one.is_luck and one.fell < one.expected and one.at_most <= RARE
        ]
        found = []
        if over:
            number, one = min(over, key=lambda pair: (pair[1].at_least, pair[0]))
            found.append(self.fallen("lucky", number, one, one.at_least))
        if under:
            number, one = min(under, key=lambda pair: (pair[1].at_most, pair[0]))
            found.append(self.fallen("unlucky", number, one, one.at_most))
        return found

    def fallen(self, kind: Moments, number: int, one: Fell, chance: Fraction) -> Moment:
        """A roll in words."""
        language = self.words.language
        expected = decimal(f"{float(one.expected):.1f}", language)
        name = self.say.say(self.game.afterwards.named(one.kind), {})
        places = {"roll": name, "fell": one.fell, "expected": expected, "percent": self.percent(_percent(chance))}
        return self.moment(kind, kind, number, one.seat, **places)

    def chain(self) -> Moment | None:
        """The turn in which one player took most figures out; of several, the one that changed the chances most."""
        turns: dict[tuple[int, int], list[tuple[int, Deed]]] = {}
        for number, step in enumerate(self.steps):
            for deed in step.deeds:
                if deed.kind == "ko" and deed.seat >= 0:
                    turns.setdefault((step.point.turn, deed.seat), []).append((number, deed))
        if not turns:
            return None
        kos = max(turns.values(), key=lambda one: (len(one), sum(self.change(n, one[0][1].seat) for n, _ in one)))
        number, seat = kos[0][0], kos[0][1].seat
        told = " ".join(dict.fromkeys(self.words.event(deed.event) for _, deed in kos))
        return self.moment("ko", "ko" if len(kos) == 1 else "kos", number, seat, told=told, count=len(kos))

    def deal(self) -> Moment | None:
        """The purchase or theft that raised the chance of who made it most."""
        deals = [
            (self.change(number, deed.seat), -number, deed)
            for number, step in enumerate(self.steps)
            for deed in step.deeds
            if deed.kind != "ko" and deed.seat >= 0
        ]
        if not deals:
            return None
        _, number, deed = max(deals, key=lambda one: one[:2])
        return self.moment("deal", deed.kind, -number, deed.seat, told=self.words.event(deed.event))
