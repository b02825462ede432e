"""The exact odds of an action: every way the dice can fall until it is resolved, as fractions.

Nothing is sampled. The action is played on copies, once for every class of equal outcomes of every roll; players who
must choose on the way either follow the answers given or are tried with every alternative, each labelled. Adding up
fractions of integers keeps the odds exact, so that a test can assert 5/36 and a judge can say it.
"""

from fractions import Fraction
from typing import Any, Final, Protocol

from esquive.core.errors import EsquiveError, NotationError
from esquive.core.ids import format_seat
from esquive.core.waiting import Decision, Over, Roll

MOST_ENDS: Final = 50_000


class OddsGame(Protocol):
    """What a game tells so that odds can be counted."""

    def parse(self, state: Any, line: str) -> int:
        """The answer a line stands for."""

    def format(self, state: Any, answer: int) -> str:
        """The line of an answer."""

    def classes(self, state: Any, roll: Roll) -> list[tuple[int, int]]:
        """The outcomes of a roll with their weights, those the rules treat alike merged into one of them."""

    def is_resolved(self, before: Any, state: Any) -> bool:
        """Whether the action that was taken in `before` has been resolved in `state`."""

    def changes(self, before: Any, state: Any) -> dict[str, Any]:
        """What is different after it, by path."""


class Ending:
    """One outcome: the answers players gave on the way, its probability given those, and what has changed.

    With several alternatives the probabilities are those of the dice alone: they add up to 1 for each way of choosing.
    """

    __slots__ = ("answers", "changes", "probability")

    def __init__(self, answers: tuple[str, ...], probability: Fraction, changes: dict[str, Any]) -> None:
        self.answers = answers
        self.probability = probability
        self.changes = changes

    def to_data(self) -> dict[str, Any]:
        """The keys `answers probability percent changes`; the probability is a text such as `5/36`."""
        return {
            "answers": list(self.answers),
            "probability": str(self.probability),
            "percent": round(float(self.probability) * 100, 4),
            "changes": self.changes,
        }


class Odds:
    """All endings of an action, likeliest first, and the choices players had on the way."""

    __slots__ = ("choices", "endings")

    def __init__(self, endings: list[Ending], choices: list[dict[str, Any]]) -> None:
        self.endings = endings
        self.choices = choices

    def probability(self, **wanted: Any) -> Fraction:
        """The total probability of the endings with these changes; keys are paths with `__` for dots.

        A value None asks that the path has not changed. Only meaningful when nobody had a choice on the way.
        """
        paths = {path.replace("__", "."): value for path, value in wanted.items()}
        return sum(
            (e.probability for e in self.endings if all(e.changes.get(path) == value for path, value in paths.items())),
            Fraction(0),
        )

    def to_data(self) -> dict[str, Any]:
        """The keys `choices outcomes`."""
        return {"choices": self.choices, "outcomes": [ending.to_data() for ending in self.endings]}


def odds_of(game: OddsGame, state: Any, answer: int, answers: tuple[str, ...] = ()) -> Odds:
    """The odds of a legal answer to the decision waited for, or of a roll when `answer` is its outcome.

    `answers` are lines given in order to the decisions met on the way, whatever the dice; once they are used up every
    alternative is tried. Raises EsquiveError when one of them is illegal where it is given, or when there are more than
    50,000 ways.
    """
    count = _Count(game, state, answers)
    first = state.copy()
    first.apply(answer)
    count.follow(first, Fraction(1), (), 0)
    return count.result()


class _Count:
    """The endings found so far, by the answers given and what changed."""

    __slots__ = ("answers", "before", "choices", "ends", "game", "totals")

    def __init__(self, game: OddsGame, before: Any, answers: tuple[str, ...]) -> None:
        self.game = game
        self.before = before
        self.answers = answers
        self.choices: dict[tuple[str, ...], dict[str, Any]] = {}
        self.totals: dict[tuple[tuple[str, ...], str], Ending] = {}
        self.ends = 0

    def follow(self, state: Any, share: Fraction, path: tuple[str, ...], used: int) -> None:
        """Goes on from a state reached with this probability, after these answers, `used` of them given."""
        waiting = state.waiting
        if isinstance(waiting, Over) or self.game.is_resolved(self.before, state):
            self.end(state, share, path)
        elif isinstance(waiting, Roll):
            total = waiting.total()
            for outcome, weight in self.game.classes(state, waiting):
                after = state.copy()
                after.apply(outcome)
                self.follow(after, share * Fraction(weight, total), path, used)
        elif used < len(self.answers):
            after = state.copy()
            after.apply(self.given(state, waiting, self.answers[used]))
            self.follow(after, share, path, used + 1)
        else:
            self.branch(state, waiting, share, path, used)

    def given(self, state: Any, waiting: Decision, line: str) -> int:
        """The answer of a line given beforehand."""
        where = f"the {waiting.kind} decision of {format_seat(waiting.seat)}"
        try:
            answer = self.game.parse(state, line)
        except NotationError as error:
            raise EsquiveError(str(error), where, "give answers in the order they are asked") from error
        refusal = waiting.refusal(answer)
        if refusal is not None:
            options = ", ".join(self.game.format(state, option) for option in waiting.options()[:12])
            raise EsquiveError(f"{line!r} is refused: {refusal.sentence}", where, f"legal: {options}")
        return answer

    def branch(self, state: Any, waiting: Decision, share: Fraction, path: tuple[str, ...], used: int) -> None:
        """Every alternative, labelled."""
        options = waiting.options()
        lines = [self.game.format(state, option) for option in options]
        seat = format_seat(waiting.seat)
        key = (*path, seat, waiting.kind, *lines)
        self.choices[key] = {"seat": seat, "kind": waiting.kind, "after": list(path), "options": lines}
        for option, line in zip(options, lines, strict=True):
            after = state.copy()
            after.apply(option)
            self.follow(after, share, (*path, line), used)

    def end(self, state: Any, share: Fraction, path: tuple[str, ...]) -> None:
        """The action is resolved."""
        self.ends += 1
        if self.ends > MOST_ENDS:
            raise EsquiveError(
                f"there are more than {MOST_ENDS} ways this can go",
                "odds",
                "name the answers of the decisions on the way",
            )
        changes = self.game.changes(self.before, state)
        key = (path, repr(sorted(changes.items())))
        known = self.totals.get(key)
        if known is None:
            self.totals[key] = Ending(path, share, changes)
        else:
            known.probability += share

    def result(self) -> Odds:
        """The endings, those of one path together, likeliest first."""
        endings = sorted(self.totals.values(), key=lambda e: (e.answers, -e.probability, repr(e.changes)))
        return Odds(endings, list(self.choices.values()))
