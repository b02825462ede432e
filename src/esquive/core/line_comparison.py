"""What a line comes to under each of two releases of a rulebook, and what makes the difference (see `core.releases`).

The rules that matter are found by trying: those in which the two releases differ are switched, and the fewest are named
that bring one release to the other's result. So no list of "this depends on that" is written anywhere that could grow
stale.
"""

from collections.abc import Sequence
from typing import Any, Final

from esquive.core.error_translations import told as told_error
from esquive.core.errors import NotationError
from esquive.core.game import Game
from esquive.core.odds import TooManyWays, odds_of
from esquive.core.releases import Difference, Releases
from esquive.core.shapes import Comparison, Judged, OddsView, Ruled, Turning, Verdict
from esquive.core.waiting import Decision, refusal_of

MOST: Final = 4_000  # positions worked out for one trial; there are up to some dozen trials

Result = tuple[Any, ...]


def compare(game: Game, state: Any, line: str, releases: Sequence[str], language: str = "en") -> Comparison:
    """What a line comes to in a position under each of two releases, and the rules that make the difference.

    Both go on from the position as it lies: what has happened before it is not played again. Raises DocumentError for
    an unknown release, and NotationError for a line that neither knows; what one alone does not know is its verdict.
    """
    known = game.releases
    if known is None or len(releases) != 2:
        raise ValueError("two releases of a game that has several")
    one, other = releases
    try:
        game.parse(known.under(state, one), line)
    except NotationError:
        game.parse(known.under(state, other), line)
    verdicts = [_verdict(game, known.under(state, name), line, name, language) for name in releases]
    results = [_result(game, known.under(state, name), line) for name in releases]
    found: list[Difference] = []
    if results[0] != results[1]:
        rules = {difference.key: difference for difference in known.differences(one, other)}
        trial = _Trial(game, known, state, line, one, other, results[1])
        needed = trial.needed([], list(rules))
        found = [rule for key, rule in rules.items() if key in needed]
    return Comparison(
        do=line,
        same=results[0] == results[1],
        verdicts=verdicts,
        rules=[_turning(known, difference, (one, other), language) for difference in found],
    )


class _Trial:
    """Looks for the fewest rules of the other release that make one release come to the other's result."""

    def __init__(
        self, game: Game, known: Releases, state: Any, line: str, one: str, other: str, wanted: Result
    ) -> None:
        self.game = game
        self.known = known
        self.state = state
        self.line = line
        self.one = one
        self.other = other
        self.wanted = wanted

    def suffices(self, rules: Sequence[str]) -> bool:
        """Whether these rules alone make the difference."""
        state = self.known.under(self.state, self.one, rules, self.other)
        return _result(self.game, state, self.line) == self.wanted

    def needed(self, given: list[str], rules: list[str], *, has_grown: bool = False) -> list[str]:
        """The rules needed besides those given, by halving: a few trials for one rule among many."""
        if has_grown and self.suffices(given):
            return []
        if len(rules) == 1:
            return rules
        half = len(rules) // 2
        first, second = rules[:half], rules[half:]
        late = self.needed([*given, *first], second, has_grown=True)
        return [*self.needed([*given, *late], first, has_grown=bool(late)), *late]


def _result(game: Game, state: Any, line: str) -> Result:
    """What a line comes to, comparable: whether it can be said, what keeps it from being legal, what may come of it."""
    try:
        answer = game.parse(state, line)
    except NotationError:
        return ("unknown",)
    conditions = game.conditions(state, answer) if isinstance(state.waiting, Decision) else []
    failing = tuple((one.kind, repr(sorted(one.facts.items()))) for one in conditions if not one.holds)
    if failing:
        return ("refused", failing)
    if game.odds is None:
        return ("legal",)
    try:
        odds = odds_of(game.odds, state, answer, most=MOST)
    except TooManyWays:
        return ("legal", "uncounted")
    return (
        "legal",
        frozenset((e.answers, e.probability, e.notes, repr(sorted(e.changes.items()))) for e in odds.endings),
    )


def _verdict(game: Game, state: Any, line: str, release: str, language: str) -> Verdict:
    words = game.words(state, language)
    try:
        answer = game.parse(state, line)
    except NotationError as error:
        return Verdict(release=release, legal=False, conditions=[], odds=None, note=told_error(error, language))
    conditions = game.conditions(state, answer)
    told = [Judged.of(one, words.condition(one)) for one in conditions]
    is_legal = refusal_of(conditions) is None
    odds = words.odds(answer) if is_legal else OddsView(odds=None, odds_note=None)
    return Verdict(release=release, legal=is_legal, conditions=told, odds=odds.odds, note=odds.odds_note)


def _turning(known: Releases, found: Difference, releases: tuple[str, str], language: str) -> Turning:
    said = [
        Ruled(
            release=release,
            value=value,
            clauses=clauses,
            text=" ".join(filter(None, (known.clause(release, number, language) for number in clauses))),
        )
        for release, value, clauses in zip(releases, found.values, found.clauses, strict=True)
    ]
    return Turning(key=found.key, says=said)
