"""The conformance suite: what every game must keep to, checked on random games.

Drivers, records, search and servers rely on these promises without knowing the game: copies are independent, saves are
exact, equal answers give equal positions, what is listed is what is legal, somebody can always act, and what a seat may
not know changes nothing it is shown. Of decisions that cannot be listed the promises are: samples and candidates are
legal, candidates are distinct and the same each time, and any integer at all can be judged, and taken if it is legal. A
broken promise raises InvariantError with the seed and the decision, so that the game can be played again to the spot.
"""

from collections.abc import Callable
from random import Random
from typing import Any, Final

from esquive.core.dice import SeededDice
from esquive.core.errors import EsquiveError, InvariantError, NotationError
from esquive.core.game import Game
from esquive.core.match import Match
from esquive.core.record import parse_record, state_hash, verify
from esquive.core.waiting import Decision, Over, Refusal, Roll

Hide = Callable[[Any, int, Random], Any]
JUNK: Final = 12
MOST_LINES: Final = 400
SAMPLES: Final = 3
CANDIDATES: Final = 6
MOST_OUTCOMES: Final = 10_000  # of a roll whose outcomes are listed and added up
LONGEST: Final = 900  # bits of an integer made up


class Report:
    """What was checked: games, decisions, rolls, answers refused, and the kinds of all of them that occurred."""

    __slots__ = ("decisions", "finished", "games", "kinds", "refused", "rolls")

    def __init__(self) -> None:
        self.games = 0
        self.finished = 0
        self.decisions = 0
        self.rolls = 0
        self.refused: dict[str, int] = {}
        self.kinds: dict[str, int] = {}

    def __repr__(self) -> str:
        return (
            f"Report({self.games} games, {self.finished} finished, {self.decisions} decisions, {self.rolls} rolls, "
            f"{sum(self.refused.values())} answers refused for {len(self.refused)} reasons)"
        )


class Conformance:
    """The suite for one game; `hide(state, seat, rng)` deals anew what a seat cannot know (None: nothing is secret).

    `mutations(state, rng)` may give answers that are nearly right, which random integers seldom are.
    """

    def __init__(
        self,
        game: Game,
        *,
        seats: int = 2,
        hide: Hide | None = None,
        mutations: Callable[[Any, Random], list[int]] | None = None,
    ) -> None:
        self.game = game
        self.seats = seats
        self.hide = hide
        self.mutations = mutations
        self.report = Report()
        self.lines: list[str] = []  # answers that were legal somewhere, which makes them good junk elsewhere

    def run(self, setups: list[dict[str, Any]], *, seed: int, every: int = 7, most: int = 4000) -> Report:
        """Plays one random game for each set-up; checks every `every`-th wait thoroughly, at most `most` waits a game.

        Raises InvariantError, which names the set-up's number, the seed and the wait.
        """
        for number, setup in enumerate(setups):
            where = f"set-up {number}, seed {seed}"
            self.play(setup, Random(f"{seed}/{number}"), where, every, most)
            self.check_replay(setup, f"{seed}/{number}", where, most)
            self.report.games += 1
        return self.report

    def play(self, setup: dict[str, Any], rng: Random, where: str, every: int, most: int) -> None:
        """One random game, checked on the way."""
        state = self.game.new(setup)
        for wait in range(most):
            state.log = []
            waiting = state.waiting
            spot = f"{where}, wait {wait} ({waiting!r})"
            if isinstance(waiting, Over):
                self.report.finished += 1
                self.check_save(state, setup, spot)
                return
            if isinstance(waiting, Roll):
                self.report.rolls += 1
                self.check_roll(state, waiting, spot)
            else:
                self.report.decisions += 1
                self.report.kinds[waiting.kind] = self.report.kinds.get(waiting.kind, 0) + 1
            if wait % every == 0:
                self.check_here(state, setup, rng, spot)
            state.apply(waiting.sample(rng))

    def check_here(self, state: Any, setup: dict[str, Any], rng: Random, spot: str) -> None:
        """Everything that can be checked where the game stands."""
        waiting = state.waiting
        if isinstance(waiting, Decision) and waiting.is_listed:
            self.check_options(state, waiting, spot)
            self.check_junk(state, waiting, rng, spot)
        elif isinstance(waiting, Decision):
            self.check_samples(state, waiting, rng, spot)
            self.check_candidates(state, waiting, spot)
            self.check_fuzzed(state, waiting, rng, spot)
        self.check_copy(state, rng, spot)
        self.check_save(state, setup, spot)
        self.check_views(state, rng, spot)

    # ----------------------------------------------------------------------------------------------------- promises

    def check_copy(self, state: Any, rng: Random, spot: str) -> None:
        """A copy equals its original; playing on with either leaves the other as it was; both go the same way."""
        before = state.to_data()
        one, two = state.copy(), state.copy()
        _same(one.to_data(), before, f"{spot}: a copy differs from its original")
        for _ in range(8):
            waiting = one.waiting
            if isinstance(waiting, Over):
                break
            answer = waiting.sample(rng)
            one.apply(answer)
            two.apply(answer)
        _same(state.to_data(), before, f"{spot}: playing on with a copy changed the original")
        _same(one.to_data(), two.to_data(), f"{spot}: two copies given the same answers differ")

    def check_save(self, state: Any, setup: dict[str, Any], spot: str) -> None:
        """Saving and loading gives the same position, which waits for the same."""
        data = state.to_data()
        loaded = self.game.from_data(setup, data)
        _same(loaded.to_data(), data, f"{spot}: loading a save does not give the position saved")
        one, two = state.waiting, loaded.waiting
        if type(one) is not type(two) or getattr(one, "kind", "") != getattr(two, "kind", ""):
            raise InvariantError(f"{spot}: a loaded save waits for {two!r} instead of {one!r}")
        if isinstance(one, Decision) and isinstance(two, Decision):
            if one.is_listed:
                _same(two.options(), one.options(), f"{spot}: a loaded save has other options")
            else:
                found = two.sample(Random(spot))
                _same(found, one.sample(Random(spot)), f"{spot}: a loaded save gives other samples")

    def check_roll(self, state: Any, roll: Roll, spot: str) -> None:
        """A roll has outcomes, and each has a text that reads back."""
        if roll.size < 1:
            raise InvariantError(f"{spot}: the roll has no outcomes")
        if roll.size > MOST_OUTCOMES:
            shown = [0, roll.size // 2, roll.size - 1]
        else:
            outcomes = roll.outcomes()
            if not outcomes or sum(weight for _, weight in outcomes) != roll.total():
                raise InvariantError(f"{spot}: the outcomes {outcomes[:5]} do not add up to {roll.total()}")
            shown = [outcome for outcome, _ in outcomes[:3]]
        for outcome in shown:
            self.check_text(state, outcome, spot)

    def check_options(self, state: Any, decision: Decision, spot: str) -> None:
        """Somebody can act; every option is legal, has a text that reads back, and none is listed twice."""
        options = decision.options()
        if not options:
            raise InvariantError(f"{spot}: nothing can be answered")
        if len(set(options)) != len(options):
            raise InvariantError(f"{spot}: an option is listed twice")
        for option in options:
            refusal = decision.refusal(option)
            if refusal is not None:
                raise InvariantError(f"{spot}: {self.game.format(state, option)!r} is listed but refused: {refusal!r}")
            self.check_text(state, option, spot)

    def check_samples(self, state: Any, decision: Decision, rng: Random, spot: str) -> None:
        """Samples are legal, have a text that reads back, and are the same for equal chance."""
        for _ in range(SAMPLES):
            chance = rng.getrandbits(32)
            answer = decision.sample(Random(chance))
            self.check_legal(state, decision, answer, "a sample", spot)
            _same(decision.sample(Random(chance)), answer, f"{spot}: equal chance gives another sample")

    def check_candidates(self, state: Any, decision: Decision, spot: str) -> None:
        """Candidates are at least one and no more than asked for, distinct, legal, and the same on a copy."""
        found = decision.candidates(CANDIDATES)
        if not 0 < len(found) <= CANDIDATES:
            raise InvariantError(f"{spot}: {len(found)} candidates where at most {CANDIDATES} were asked for")
        if len(set(found)) != len(found):
            raise InvariantError(f"{spot}: a candidate is proposed twice")
        for answer in found:
            self.check_legal(state, decision, answer, "a candidate", spot)
        _same(state.copy().waiting.candidates(CANDIDATES), found, f"{spot}: a copy has other candidates")

    def check_legal(self, state: Any, decision: Decision, answer: int, what: str, spot: str) -> None:
        """An answer that was proposed is legal and has a text that reads back."""
        refusal = decision.refusal(answer)
        if refusal is not None:
            raise InvariantError(f"{spot}: {what}, {self.game.format(state, answer)!r}, is refused: {refusal!r}")
        self.check_text(state, answer, spot)

    def check_fuzzed(self, state: Any, decision: Decision, rng: Random, spot: str) -> None:
        """Any integer can be judged, which changes nothing; what is judged legal can be taken."""
        junk = [] if self.mutations is None else self.mutations(state, rng)
        junk += fuzzed(decision.sample(rng), rng)
        before = state.to_data()
        for answer in junk:
            try:
                refusal = decision.refusal(answer)
            except Exception as error:
                raise InvariantError(f"{spot}: answer {answer} cannot be judged: {error!r}") from error
            if refusal is None:
                self.check_text(state, answer, spot)
                try:
                    state.copy().apply(answer)
                except Exception as error:
                    line = self.game.format(state, answer)
                    raise InvariantError(f"{spot}: {line!r} is legal but cannot be taken: {error!r}") from error
            else:
                self.count_refusal(refusal, answer, spot)
        _same(state.to_data(), before, f"{spot}: judging answers changed the position")

    def check_text(self, state: Any, answer: int, spot: str) -> None:
        """Writing an answer and reading it gives the answer."""
        line = self.game.format(state, answer)
        if self.game.parse(state, line) != answer:
            raise InvariantError(f"{spot}: {line!r} reads back as another answer than {answer}")

    def check_junk(self, state: Any, decision: Decision, rng: Random, spot: str) -> None:
        """An answer is legal exactly when it is listed; a refusal has a kind, a sentence and clauses."""
        listed = decision.options()
        options = set(listed)
        lines = [self.game.format(state, option) for option in listed]
        junk = [] if self.mutations is None else self.mutations(state, rng)
        junk += self.junk_of(state, lines, rng)
        before = state.to_data()
        for answer in junk:
            refusal = decision.refusal(answer)
            if (refusal is None) != (answer in options):
                line = self.game.format(state, answer)
                raise InvariantError(f"{spot}: {line!r} is {'listed' if answer in options else 'accepted'} only")
            if refusal is not None:
                self.count_refusal(refusal, answer, spot)
        _same(state.to_data(), before, f"{spot}: judging answers changed the position")

    def count_refusal(self, refusal: Refusal, answer: int, spot: str) -> None:
        """Notes why an answer was refused; it must have been said."""
        self.report.refused[refusal.kind] = self.report.refused.get(refusal.kind, 0) + 1
        if not (refusal.kind and refusal.clauses):
            raise InvariantError(f"{spot}: answer {answer} is refused without saying why: {refusal!r}")

    def junk_of(self, state: Any, lines: list[str], rng: Random) -> list[int]:
        """Answers that can be written down: lines legal earlier on, and the options with a word swapped for theirs."""
        found: list[int] = []
        for _ in range(JUNK if self.lines else 0):
            words, other = rng.choice(lines).split(), rng.choice(self.lines).split()
            if rng.random() < 0.5:
                words = other
            elif len(words) > 1:
                words[rng.randrange(1, len(words))] = other[-1]
            try:
                found.append(self.game.parse(state, " ".join(words)))
            except NotationError:
                continue  # no answer at all: that is the reader's business, not the rules'
        self.lines.extend(rng.sample(lines, min(3, len(lines))))
        del self.lines[:-MOST_LINES]
        return found

    def check_views(self, state: Any, rng: Random, spot: str) -> None:
        """What a seat is shown is the same whatever it may not know, and the position document reads as JSON."""
        if self.hide is None:
            return
        for seat in range(self.seats):
            other = self.hide(state, seat, rng)
            _same(
                self.game.to_document(other, seat),
                self.game.to_document(state, seat),
                f"{spot}: the document of seat {seat} tells what the seat may not know",
            )
            _same(
                self.game.view(other, seat),
                self.game.view(state, seat),
                f"{spot}: the view of seat {seat} tells what the seat may not know",
            )
            if not isinstance(state.waiting, Decision) or state.waiting.seat == seat:
                continue
            _same(
                self.game.only_answer(other) is None,
                self.game.only_answer(state) is None,
                f"{spot}: whether an answer is forced tells seat {seat} what it may not know",
            )

    def check_replay(self, setup: dict[str, Any], seed: str, where: str, most: int) -> None:
        """A recorded game replays to the same hashes, and recording it again gives the same bytes."""
        first, second = self.record(setup, seed, most), self.record(setup, seed, most)
        if first.record.to_text() != second.record.to_text():
            raise InvariantError(f"{where}: the same seed gave two records")
        try:
            problems = verify(parse_record(first.record.to_text()), self.game)
        except EsquiveError as error:
            raise InvariantError(f"{where}: the record cannot be read again: {error}") from error
        if problems:
            raise InvariantError(f"{where}: the record does not hold: {'; '.join(problems)}")
        resumed = Match.resume(self.game, setup, SeededDice(seed), first.record.lines())
        if state_hash(resumed.state) != state_hash(first.state):
            raise InvariantError(f"{where}: a resumed match stands elsewhere")

    def record(self, setup: dict[str, Any], seed: str, most: int) -> Match:
        """A random match, recorded."""
        rng = Random(seed)
        match = Match(self.game, setup, SeededDice(seed))
        while not match.is_over:
            waiting = match.waiting
            if match.version >= most or not isinstance(waiting, Decision):
                match.stop("enough was seen")
            else:
                match.play(waiting.sample(rng))
        return match


def fuzzed(answer: int, rng: Random) -> list[int]:
    """Integers that may or may not be answers: any at all, small ones, and a legal one with some bits changed."""
    found = [-1, 0, rng.getrandbits(8), -rng.getrandbits(40), rng.getrandbits(rng.randrange(1, LONGEST))]
    for _ in range(JUNK):
        changed = answer
        for _ in range(rng.choice((1, 1, 2, 5))):
            changed ^= 1 << rng.randrange(max(1, answer.bit_length() + 2))
        found.append(changed)
    found += [answer >> 32, answer << 32 | answer & 0xFF, answer + 1, answer - 1]
    return found


def _same(found: Any, wanted: Any, message: str) -> None:
    """Raises InvariantError that names the first difference."""
    if found != wanted:
        raise InvariantError(f"{message}: {_difference(found, wanted, '')}")


def _difference(found: Any, wanted: Any, path: str) -> str:
    if isinstance(found, dict) and isinstance(wanted, dict):
        for key in sorted(set(found) | set(wanted), key=str):
            if found.get(key) != wanted.get(key):
                return _difference(found.get(key), wanted.get(key), f"{path}.{key}")
    if isinstance(found, list) and isinstance(wanted, list) and len(found) == len(wanted):
        for place, (one, two) in enumerate(zip(found, wanted, strict=True)):
            if one != two:
                return _difference(one, two, f"{path}[{place}]")
    return f"{path.lstrip('.') or 'it'} is {found!r}, not {wanted!r}"
