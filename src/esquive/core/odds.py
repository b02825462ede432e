"""The exact odds of an action: every way the dice can fall until it is resolved, as fractions.

Nothing is sampled. The action is played on copies, once for every class of outcomes of a roll that come to the same;
players who must choose on the way either follow the answers given or are tried with every alternative, each labelled.
What may come of a position is worked out once, however many ways lead to it. Weights are whole numbers over a common
total, so that a test can assert 5/36 and a judge can say it.
"""

from collections.abc import Callable
from fractions import Fraction
from math import gcd, lcm
from typing import Any, Final, NamedTuple, Protocol

from esquive.core.cancellation import check_wanted
from esquive.core.condition_messages import told_plainly
from esquive.core.errors import EsquiveError, NotationError
from esquive.core.ids import format_seat
from esquive.core.phrases import phrase
from esquive.core.waiting import Decision, Over, Refusal, Roll

MOST_POSITIONS: Final = 20_000  # some two seconds of work

Note = tuple[int, ...]
Way = tuple[tuple[str, ...], tuple[Note, ...], int]  # the answers still to come, what is noted, the number of the end
_Choice = tuple[tuple[str, ...], str, str, tuple[str, ...], bool]  # after which answers, seat, kind, options, matters


class OddsGame(Protocol):
    """What a game tells so that odds can be counted; what has a body here is sound for any game, if slow."""

    def parse(self, state: Any, line: str) -> int:
        """The answer a line stands for."""

    def format(self, state: Any, answer: int) -> str:
        """The line of an answer."""

    def told(self, state: Any, refusal: Refusal) -> str:
        """Why an answer given beforehand is refused, in English."""
        return told_plainly(refusal, "en")

    def seen_by(self, state: Any, seat: int) -> Any:
        """A copy in which what the seat cannot know is as likely as the seat must think it."""
        return state.copy()

    def outcomes(self, state: Any, roll: Roll) -> list[tuple[int, int]]:
        """The outcomes of a roll with their weights, those that come to the same merged into one of them."""
        return roll.outcomes()

    def forced(self, state: Any, waiting: Decision) -> int | None:
        """The answer to a decision that is not worth telling apart, such as turning a wild die to the face sought."""
        return None

    def is_settled(self, waiting: Decision) -> bool:
        """Whether the answer that is forced is as good as any, or is at least what whoever solves puzzles goes by."""
        return True

    def is_vain(self, state: Any, answer: int) -> bool:
        """Whether an answer does nothing but spend what it costs: none that is may be left out unless it is."""
        return False

    def key(self, state: Any) -> bytes:
        """What tells positions apart: equal keys have equal odds."""
        return repr(state.to_data()).encode()

    def notes(self, state: Any) -> tuple[Note, ...]:
        """What happened in the answer just taken that its end will not show, out of the log."""
        return ()

    def is_resolved(self, before: Any, state: Any) -> bool:
        """Whether the action that was taken in `before` has been resolved in `state`."""
        return isinstance(state.waiting, Decision)

    def changes(self, before: Any, state: Any) -> dict[str, Any]:
        """What is different after it, by path."""

    def is_asked_for(self, path: str, value: Any) -> bool:
        """Whether a change is what odds are asked for whatever comes with it: who is out, who has won."""
        return path == "winner"

    def note_data(self, state: Any, note: Note) -> dict[str, Any]:
        """A note with names instead of numbers."""
        return {}


class TooManyWays(EsquiveError):
    """An action can lead to more positions than are worked out."""

    def __init__(self) -> None:
        super().__init__(
            f"the odds are not given: this can lead to more than {MOST_POSITIONS} positions",
            "odds",
            "name the answers of the decisions on the way",
        )


class Ending:
    """One outcome: the answers players gave on the way, its probability, what was noted, and what has changed.

    Only choices that make a difference are among the answers. With several alternatives the probabilities are those
    of the dice alone: they add up to 1 for each way of choosing.
    """

    __slots__ = ("answers", "changes", "notes", "probability")

    def __init__(
        self, answers: tuple[str, ...], probability: Fraction, changes: dict[str, Any], notes: tuple[Note, ...] = ()
    ) -> None:
        self.answers = answers
        self.probability = probability
        self.changes = changes
        self.notes = notes

    def to_data(self) -> dict[str, Any]:
        """The keys `answers probability percent changes`; the probability is a text such as `5/36`."""
        return {
            "answers": list(self.answers),
            "probability": str(self.probability),
            "percent": round(float(self.probability) * 100, 4),
            "changes": self.changes,
        }


class Odds:
    """All endings of an action, likeliest first, and the choices players had on the way.

    `rolls` are the kinds of rolls met on the way, `positions` how many different positions were worked out.
    """

    __slots__ = ("choices", "endings", "positions", "rolls")

    def __init__(
        self,
        endings: list[Ending],
        choices: list[dict[str, Any]],
        *,
        rolls: frozenset[str] = frozenset(),
        positions: int = 0,
    ) -> None:
        self.endings = endings
        self.choices = choices
        self.rolls = rolls
        self.positions = positions

    @property
    def has_dice(self) -> bool:
        """Whether anything is left to chance."""
        return bool(self.rolls)

    def probability(self, **wanted: Any) -> Fraction:
        """The total probability of the endings with these changes; keys are paths with `__` for dots.

        A value None asks that the path has not changed. Only meaningful when nobody had a choice on the way.
        """
        paths = {path.replace("__", "."): value for path, value in wanted.items()}
        return sum(
            (e.probability for e in self.endings if all(e.changes.get(path) == value for path, value in paths.items())),
            Fraction(0),
        )

    def to_data(self, told: Callable[[Note], dict[str, Any]] = lambda note: {"note": list(note)}) -> dict[str, Any]:
        """The keys `dice choices outcomes`; `told` names what the notes of an outcome say, under `events`."""
        return {
            "dice": self.has_dice,
            "choices": self.choices,
            "outcomes": [{**end.to_data(), "events": [told(note) for note in end.notes]} for end in self.endings],
        }


class Sum(NamedTuple):
    """What several endings have in common: a change that odds are asked for, and how probable it is in all."""

    answers: tuple[str, ...]
    path: str
    value: Any
    probability: Fraction

    def to_data(self) -> dict[str, Any]:
        """The keys `answers path value probability percent`."""
        return {
            "answers": list(self.answers),
            "path": self.path,
            "value": self.value,
            "probability": str(self.probability),
            "percent": round(float(self.probability) * 100, 4),
        }


def sums_of(game: OddsGame, odds: Odds) -> list[Sum]:
    """The changes asked for that more than one ending has, added up for each way of choosing.

    Where every way of choosing has the same sums they are given once, without answers.
    """
    shares: dict[tuple[str, ...], dict[tuple[str, Any], list[Fraction]]] = {}
    for ending in odds.endings:
        found = shares.setdefault(ending.answers, {})
        for path, value in ending.changes.items():
            if game.is_asked_for(path, value):
                found.setdefault((path, value), []).append(ending.probability)
    added = {
        answers: {fact: sum(parts, Fraction(0)) for fact, parts in found.items() if len(parts) > 1}
        for answers, found in shares.items()
    }
    ways = list(added.values())
    if len(ways) > 1 and all(way == ways[0] for way in ways):
        added = {(): ways[0]}
    return [
        Sum(answers, path, value, share)
        for answers, found in added.items()
        for (path, value), share in sorted(found.items(), key=lambda one: (-one[1], one[0][0]))
    ]


def odds_of(game: OddsGame, state: Any, answer: int, answers: tuple[str, ...] = (), most: int = MOST_POSITIONS) -> Odds:
    """The odds of a legal answer to the decision waited for, or of a roll when `answer` is its outcome.

    `answers` are lines given in order to the decisions met on the way, whatever the dice; once they are used up every
    alternative is tried. Raises EsquiveError when one of them is illegal where it is given, and TooManyWays when more
    than `most` positions would have to be worked out.
    """
    return _Count(game, state, answers, most).result(answer)


class _Future:
    """What may come of a position: the weights of its ways over a common total, and the choices met on them."""

    __slots__ = ("choices", "total", "ways")

    def __init__(self, total: int, ways: dict[Way, int], choices: tuple[_Choice, ...]) -> None:
        self.total = total
        self.ways = ways
        self.choices = choices

    def reduced(self) -> "_Future":
        """The same with the smallest whole numbers, so that equal futures look equal."""
        common = gcd(self.total, *self.ways.values())
        if common > 1:
            self.total //= common
            self.ways = {way: weight // common for way, weight in self.ways.items()}
        return self

    def after(self, answers: tuple[str, ...], notes: tuple[Note, ...]) -> "_Future":
        """The same, these answers given and these things noted before it."""
        if not answers and not notes:
            return self
        ways: dict[Way, int] = {}
        for (later, noted, end), weight in self.ways.items():
            way = ((*answers, *later), _together(notes, noted), end)
            ways[way] = ways.get(way, 0) + weight
        choices = self.choices
        if answers:
            choices = tuple(((*answers, *after), seat, kind, opts, m) for after, seat, kind, opts, m in choices)
        return _Future(self.total, ways, choices)


def _together(one: tuple[Note, ...], other: tuple[Note, ...]) -> tuple[Note, ...]:
    """Notes in an order of their own: who was asked first makes no difference to what came of it."""
    return tuple(sorted((*one, *other))) if one and other else one or other


class _Count:
    """The futures of the positions met so far."""

    __slots__ = ("answers", "before", "ends", "futures", "game", "most", "numbers", "rolls", "steps")

    def __init__(self, game: OddsGame, before: Any, answers: tuple[str, ...], most: int) -> None:
        self.game = game
        self.before = before
        self.answers = answers
        self.most = most
        self.futures: dict[tuple[bytes, int], _Future] = {}
        self.ends: list[dict[str, Any]] = []
        self.numbers: dict[str, int] = {}
        self.steps = 0
        self.rolls: set[str] = set()

    def result(self, answer: int) -> Odds:
        """The endings of the action, those of one path together, likeliest first."""
        waiting = self.before.waiting
        future = self.step(self.game.seen_by(self.before, waiting.seat), answer, 0).reduced()
        endings = [
            Ending(answers, Fraction(weight, future.total), self.ends[end], notes)
            for (answers, notes, end), weight in future.ways.items()
        ]
        endings.sort(key=lambda e: (e.answers, -e.probability, repr(e.changes), e.notes))
        choices = [
            {"seat": seat, "kind": kind, "after": list(after), "options": list(options), "matters": matters}
            for after, seat, kind, options, matters in dict.fromkeys(future.choices)
        ]
        return Odds(endings, choices, rolls=frozenset(self.rolls), positions=len(self.futures))

    def step(self, state: Any, answer: int, used: int) -> _Future:
        """What may come of an answer or outcome, `used` of the given lines being used; `state` is a copy to play on."""
        state.log = []
        self.steps += 1
        check_wanted()
        if self.steps > self.most:
            raise TooManyWays
        state.apply(answer)
        noted = tuple(sorted(self.game.notes(state)))
        key = (self.game.key(state), used)
        future = self.futures.get(key)
        if future is None:
            future = self.futures[key] = self.follow(state, used)
        return future.after((), noted)

    def follow(self, state: Any, used: int) -> _Future:
        """What may come of a position."""
        waiting = state.waiting
        if isinstance(waiting, Over) or self.game.is_resolved(self.before, state):
            return _Future(1, {((), (), self.end(state)): 1}, ())
        if isinstance(waiting, Roll):
            return self.rolled(state, waiting, used)
        forced = self.game.forced(state, waiting)
        if forced is not None:
            return self.step(state.copy(), forced, used)
        if used < len(self.answers):
            return self.step(state.copy(), self.given(state, waiting, self.answers[used]), used + 1)
        return self.branch(state, waiting, used)

    def rolled(self, state: Any, roll: Roll, used: int) -> _Future:
        """Every class of outcomes, by its weight."""
        self.rolls.add(roll.kind)
        weighed = [(self.step(state.copy(), outcome, used), w) for outcome, w in self.game.outcomes(state, roll)]
        whole = lcm(*(future.total for future, _ in weighed))
        ways: dict[Way, int] = {}
        choices: list[_Choice] = []
        for future, weight in weighed:
            factor = weight * (whole // future.total)
            for way, share in future.ways.items():
                ways[way] = ways.get(way, 0) + share * factor
            choices += future.choices
        return _Future(whole * sum(weight for _, weight in weighed), ways, tuple(dict.fromkeys(choices))).reduced()

    def given(self, state: Any, waiting: Decision, line: str) -> int:
        """The answer of a line given beforehand."""
        where = f"the {waiting.kind} decision of {format_seat(waiting.seat)}"
        try:
            answer = self.game.parse(state, line)
        except NotationError as error:
            raise EsquiveError(error, where, "give answers in the order they are asked") from error
        refusal = waiting.refusal(answer)
        if refusal is not None:
            options = ", ".join(self.game.format(state, option) for option in waiting.options()[:12])
            why = self.game.told(state, refusal)
            raise EsquiveError(
                "{line!r} is refused: {refusal}", where, phrase("legal: {known}", known=options), line=line, refusal=why
            )
        return answer

    def branch(self, state: Any, waiting: Decision, used: int) -> _Future:
        """Every alternative, labelled; when all have the same future, the choice makes no difference."""
        if not waiting.is_listed:
            raise TooManyWays
        options = waiting.options()
        lines = tuple(_told_apart([self.game.format(state, option) for option in options]))
        futures = [self.step(state.copy(), option, used).reduced() for option in options]
        first = futures[0]
        matters = any((other.total, other.ways) != (first.total, first.ways) for other in futures[1:])
        choice: _Choice = ((), format_seat(waiting.seat), waiting.kind, lines, matters)
        if not matters:
            return _Future(first.total, first.ways, (choice, *first.choices))
        whole = lcm(*(future.total for future in futures))
        ways: dict[Way, int] = {}
        choices = [choice]
        for future, line in zip(futures, lines, strict=True):
            labelled = future.after((line,), ())
            choices += labelled.choices
            for way, share in labelled.ways.items():
                ways[way] = share * (whole // labelled.total)
        return _Future(whole, ways, tuple(dict.fromkeys(choices)))

    def end(self, state: Any) -> int:
        """The number of the end that an action has come to; equal changes have one number."""
        changes = self.game.changes(self.before, state)
        text = repr(sorted(changes.items()))
        if text not in self.numbers:
            self.numbers[text] = len(self.ends)
            self.ends.append(changes)
        return self.numbers[text]


def _told_apart(lines: list[str]) -> list[str]:
    """The labels of alternatives, those that read alike numbered."""
    return [f"{line} ({number})" if lines.count(line) > 1 else line for number, line in enumerate(lines, 1)]
