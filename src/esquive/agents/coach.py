"""A coach: what every decision of a match gave away in winning chance, what the dice gave, what would have been better.

A position is worth what the evaluation of the bots says, told as a chance by the scale of the game (`match_review`).
For each decision its ways to go on are weighed as the greedy agent weighs them, the dice averaged, whatever the seat
cannot know dealt anew; what was played is held beside the best. Set-up is not judged, nor is an answer that was the
only one. The luck of a roll is the chance after it less the mean over all the ways it could fall.

It is as good as the evaluation it goes by, and says so: where two ways are rolled out to the end of the turn and the
interval of the difference holds 0, it is not sure.
"""

from collections.abc import Iterator, Sequence
from itertools import count, islice
from math import exp, inf, sqrt
from random import Random
from statistics import fmean, pstdev
from typing import Any, Final, NamedTuple, TypeAlias

from esquive.agents.greedy import MOST_ALTERNATIVES, Thoroughness, UnitTurn
from esquive.agents.lookahead import MOST_WAITS, LookaheadAgent
from esquive.agents.rollouts import rolled_out
from esquive.core.errors import EsquiveError
from esquive.core.evaluation import WalkEvaluation
from esquive.core.game import Game
from esquive.core.ids import SEAT_NAMES
from esquive.core.record import Record, after, start_of
from esquive.core.waiting import Decision, Roll

MARKS: Final = (("very-bad", 0.10), ("bad", 0.05), ("doubtful", 0.02))  # by the chance given away, at least
BETTER: Final = 3  # ways told of a decision
CLOSELY: Final = Thoroughness(places=64, classes=40)
EFFORT: Final = 4  # of the other kind of game: times as many dice as the greedy agent takes
PLAYED_ON: Final = 4  # times to the end of the turn, before anything is marked
SAMPLES: Final = 16  # of a roll whose ways are not listed
FARTHEST: Final = 30.0
Worth: TypeAlias = tuple[float, list[int]]  # of a way to go on, with its answers
ROLLED: Final = 1.96  # standard deviations to either side: 95 of 100 intervals hold the true difference


class Way(NamedTuple):
    """A way to go on: its lines, and the chance to win that it leaves."""

    lines: tuple[str, ...]
    chance: float


class RolledOut(NamedTuple):
    """How much better the best way did than the one played, rolled out with the same dice: mean and interval (95 %)."""

    gain: float
    least: float
    most: float
    tries: int

    @property
    def is_sure(self) -> bool:
        """Whether the interval leaves no doubt which is better."""
        return self.least > 0 or self.most < 0


def summed_up(differences: Sequence[float]) -> RolledOut:
    """What one difference or more come to."""
    mean = fmean(differences)
    reach = ROLLED * pstdev(differences) / sqrt(len(differences))
    return RolledOut(mean, mean - reach, mean + reach, len(differences))


class Judged(NamedTuple):
    """A decision that was taken: the number of its entry from 1, what it gave away, and the ways that were better.

    `mark` is one of MARKS, or "" for a good one.
    """

    number: int
    turn: int
    seat: int
    line: str
    chance: float
    given_away: float
    mark: str
    better: tuple[Way, ...]
    rolled: RolledOut | None = None


class Luck(NamedTuple):
    """What a roll gave: to the seat's side, in chance to win; below 0 what it took."""

    number: int
    turn: int
    seat: int
    kind: str
    gave: float


class Side(NamedTuple):
    """What there is to say of a seat: its decisions, what they gave away in all, marks by name, and its luck."""

    seat: int
    decisions: int
    given_away: float
    marks: dict[str, int]
    luck: float

    @property
    def error_rate(self) -> float:
        """The chance given away by a decision on average."""
        return self.given_away / self.decisions if self.decisions else 0.0


class _Weighed(NamedTuple):
    """A decision that was taken: the position as its seat knows it, all ways, the one played and the best, and where
    the dice of its rollouts come from."""

    known: Any
    ways: list[Worth]
    own: Worth
    best: Worth
    chance: int


class Coach:
    """Judges the matches of one game; raises EsquiveError for a game whose positions nobody can value."""

    def __init__(self, game: Game, seed: int = 1, rollouts: int = 0) -> None:
        """`rollouts`: how often what is marked is rolled out, together with the best way; 0 for not at all."""
        evaluation = game.evaluation("search") or game.evaluation("greedy")
        if evaluation is None or game.afterwards is None:
            raise EsquiveError(
                "{game!r} has no coach", "game", "it cannot say what a position is worth", game=game.name
            )
        self.game = game
        self.evaluation = evaluation
        self.tells = game.afterwards
        self.rollouts = rollouts
        self._seed = seed

    def judged(self, record: Record) -> Iterator[Judged | Luck]:
        """Every decision and every roll of a match, in order, from the first turn on."""
        state = start_of(self.game, record.header["setup"])
        for number, entry in enumerate(record.standing(), 1):
            if "position" not in entry and self.game.turn_of(state) > 0:
                line, waiting = str(entry["line"]), state.waiting
                answer = self.game.parse(state, line)
                if isinstance(waiting, Roll):
                    found: Judged | Luck | None = self._luck(state, waiting, answer, number, self._chance_of(number))
                else:
                    found = self._decision(state, waiting, answer, line, number)
                if found is not None:
                    yield found
            state = after(self.game, state, entry)

    # ------------------------------------------------------------------------------------------------------ decisions

    def _decision(self, state: Any, decision: Decision, answer: int, line: str, number: int) -> Judged | None:
        if decision.is_listed and len(decision.options()) < 2:
            return None
        seat = decision.seat
        weighed = self._weighed(state, decision, answer, number)
        played, most = self._chance(state, weighed.own[0]), self._chance(state, weighed.best[0])
        given_away = max(0.0, most - played)
        if given_away >= MARKS[-1][1] and isinstance(self.evaluation, WalkEvaluation):
            # What else the turn has time for is not in the ways: played on, the order of two actions may be nothing.
            played_on = fmean(islice(self._differences(state, seat, weighed), PLAYED_ON))
            given_away = min(given_away, max(0.0, played_on))
        mark = next((name for name, least in MARKS if given_away >= least), "")
        better: tuple[Way, ...] = ()
        rolled = None
        if mark:
            better = tuple(self._told(weighed.known, weighed.ways, weighed.own[0]))
            if self.rollouts:
                rolled = summed_up(list(islice(self._differences(state, seat, weighed), self.rollouts)))
        return Judged(number, self.game.turn_of(state), seat, line, played, given_away, mark, better, rolled)

    def known(self, state: Any, seat: int, number: int) -> Any:
        """The position as it is weighed for a seat: what it cannot know is dealt anew, the same for a number each time.

        The lines of the ways that are told of a decision are those of this position.
        """
        return self.evaluation.hide(state, seat, self._chance_of(number))

    def hints(self, state: Any, number: int) -> list[Way]:
        """The best ways to go on with a decision that waits, the best first; its entry is to have the number."""
        decision = state.waiting
        rng = self._chance_of(number)
        known = self.evaluation.hide(state, decision.seat, rng)
        return list(self._told(known, self._ways(known, known.waiting, None, rng)))

    def differences(self, state: Any, answer: int, number: int) -> Iterator[float]:
        """How much better the best way does than an answer, rolled out with the same dice again and again, for ever.

        The same differences come each time, those of `judged` first.
        """
        return self._differences(state, state.waiting.seat, self._weighed(state, state.waiting, answer, number))

    def _chance_of(self, number: int) -> Random:
        return Random(f"{self._seed}/{number}")

    def _weighed(self, state: Any, decision: Decision, answer: int, number: int) -> "_Weighed":
        rng = self._chance_of(number)
        known = self.evaluation.hide(state, decision.seat, rng)
        ways = self._ways(known, known.waiting, answer, rng)
        own = max((way for way in ways if way[1][0] == answer), key=lambda way: way[0])
        return _Weighed(known, ways, own, max(ways, key=lambda way: way[0]), rng.getrandbits(32))

    def _ways(self, known: Any, decision: Decision, answer: int | None, rng: Random) -> list[Worth]:
        """Ways to go on with what they are worth, each as its answers; one at least begins with what was played."""
        evaluation = self.evaluation
        if isinstance(evaluation, WalkEvaluation):
            turn = UnitTurn(evaluation, decision.seat, rng, CLOSELY)
            found: list[Worth] = []
            if evaluation.is_turn(decision):
                walks, actions = turn.weighed(known)
                found = [*walks, *actions]
            else:
                options = decision.options()[:MOST_ALTERNATIVES]
                found = [(turn.expected(known, option, 0), [option]) for option in options]
            if answer is not None and all(plan[0] != answer for _, plan in found):
                found.append((turn.expected(known, answer, 0), [answer]))
            return found
        agent = LookaheadAgent(evaluation, EFFORT)
        seeds = [rng.getrandbits(32) for _ in range(EFFORT * evaluation.tries(decision))]
        proposals = list(dict.fromkeys([*([] if answer is None else [answer]), *evaluation.proposals(known, decision)]))
        return [(agent.expected(known, one, seeds, decision.seat) / len(seeds), [one]) for one in proposals]

    def _told(self, known: Any, ways: list[Worth], played: float = -inf) -> Iterator[Way]:
        """The best ways that are worth more than what was played, each with another end."""
        told: set[int] = set()
        for value, plan in sorted(ways, key=lambda way: -way[0]):
            if value <= played or len(told) == BETTER:
                return
            if plan[-1] in told:
                continue
            told.add(plan[-1])
            yield Way(tuple(self._lines(known, plan)), self._chance(known, value))

    def _lines(self, known: Any, plan: list[int]) -> Iterator[str]:
        state = known.copy()
        for answer in plan:
            yield self.game.format(state, answer)
            state.apply(answer)

    def _differences(self, state: Any, seat: int, weighed: "_Weighed") -> Iterator[float]:
        """The best way less the one played, each to the end of the turn with the same dice."""
        for one in count():
            values = []
            for _, plan in (weighed.best, weighed.own):
                dice = Random(f"{weighed.chance}/{one}")
                dealt = self.evaluation.hide(state, seat, dice)
                values.append(self._chance(state, rolled_out(self.game, self.evaluation, dealt, plan, seat, dice)))
            yield values[0] - values[1]

    def _chance(self, state: Any, value: float) -> float:
        """A value as the chance to win."""
        lead = max(-FARTHEST, min(FARTHEST, value / self.tells.scale(state)))
        return 1 / (1 + exp(-lead))

    # ----------------------------------------------------------------------------------------------------------- luck

    def _luck(self, state: Any, roll: Roll, outcome: int, number: int, rng: Random) -> Luck | None:
        seat = roll.seat if roll.seat >= 0 else self.game.active_seat(state)
        if seat < 0 or roll.total() < 2:
            return None
        fell = self._after(state, outcome, seat, number)
        if isinstance(self.evaluation, WalkEvaluation):
            ways = self.evaluation.classes(state, roll)
        else:
            ways = [(roll.sample(rng), 1) for _ in range(SAMPLES)]
        total = sum(weight for _, weight in ways)
        usual = sum(weight * self._after(state, one, seat, number) for one, weight in ways) / total
        return Luck(number, self.game.turn_of(state), seat, roll.kind, fell - usual)

    def _after(self, state: Any, outcome: int, seat: int, number: int) -> float:
        """The chance to win once a roll has fallen and the action it belongs to is over; the same each time."""
        rng = Random(f"{self._seed}/{number}/{outcome}")
        after = state.copy()
        after.apply(outcome)
        if isinstance(self.evaluation, WalkEvaluation):
            return self._chance(state, UnitTurn(self.evaluation, seat, rng, Thoroughness()).worth(after, 1))
        agent = LookaheadAgent(self.evaluation)
        left = agent.play_on(after, MOST_WAITS)
        value = (
            agent.played_out(after, left, Random(rng.getrandbits(32)), seat)
            if left
            else self.evaluation.value(after, seat)
        )
        return self._chance(state, value)


def last_position(game: Game, record: Record) -> Any:
    """The position a match has come to."""
    state = start_of(game, record.header["setup"])
    for entry in record.standing():
        state = after(game, state, entry)
    return state


def sides_of(game: Game, last: Any, found: list[Judged | Luck]) -> list[Side]:
    """What there is to say of each seat, by the last position of its match.

    Luck is that of its side: what a roll gives one it takes from the other.
    """
    sides = []
    for seat in range(game.seats_of(last)):
        own = [one for one in found if isinstance(one, Judged) and one.seat == seat]
        partners = game.partners_of(last, seat)
        luck = sum(one.gave if one.seat in partners else -one.gave for one in found if isinstance(one, Luck))
        marks = {name: sum(1 for one in own if one.mark == name) for name, _ in MARKS}
        sides.append(Side(seat, len(own), sum(one.given_away for one in own), marks, luck))
    return sides


def result_of(game: Game, record: Record, last: Any, seat: int) -> float | None:
    """1 for a match that a seat's side has won, 0 for one it has lost, a half for a draw.

    None for one that is not over, or was broken off. `last` is the position the match has come to.
    """
    winner = (record.end or {}).get("winner", "none")
    if winner not in SEAT_NAMES:
        return 0.5 if winner == "draw" else None
    return float(SEAT_NAMES.index(winner) in game.partners_of(last, seat))
