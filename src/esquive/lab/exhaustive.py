"""Exhaustive play: random games until everything the rules know has happened, every position and answer examined.

Each game is made by its seed alone (and by the card it was asked to bring), so a failure is played again by naming the
two. Games are played in batches; what is still rare after a batch decides which cards the next one brings. Players are
curious rather than clever: they prefer doing something to walking about.

After every answer the invariants are checked. Before it, answers are made up and given to be judged: whatever is
refused must not be offered, whatever is offered must not be refused, and nothing may raise an error. The rules run as
they are; only the loop round them is repeated here, to see each step pass by, and held against the real one.
"""

import multiprocessing
import time
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any, Final, NamedTuple

from esquive.core.errors import InvariantError, NotationError
from esquive.core.frames import UNDECIDED
from esquive.core.waiting import Decision, Over, Roll
from esquive.krosmaster import answers
from esquive.krosmaster.building import new_state
from esquive.krosmaster.cards.catalogue import catalogue
from esquive.krosmaster.cards.documents import CardDocument
from esquive.krosmaster.invariants import check, check_change, is_krosmaster, totals_of
from esquive.krosmaster.notation import format_answer, parse_answer
from esquive.krosmaster.releases import release
from esquive.krosmaster.rules.values import max_hp
from esquive.krosmaster.state import SETUP, State
from esquive.lab.fuzzing import fuzzed, scribble
from esquive.lab.occurrences import Key, Ledger, bearers
from esquive.lab.random_setups import broken_teams, playable_cards, random_setup

BATCH: Final = 24
MOST_FAILURES: Final = 20
RICH: Final = 40

# How a curious player weighs the verbs of an activation; everything else counts 1.
WEIGHTS: Final = {
    answers.MOVE: 5,
    answers.CAST: 6,
    answers.COLLECT: 3,
    answers.BUY: 8,
    answers.BUY_GG: 8,
    answers.REVEAL: 8,
    answers.END: 1,
}


class Assignment(NamedTuple):
    """One game to play: its seed, the card a team must have (or ""), and how far to go."""

    seed: str
    lead: str
    turn_cap: int
    fuzz: int


class Outcome(NamedTuple):
    """What a game came to. `failures` are sentences, the first of them being what went wrong first."""

    seed: str
    lead: str
    answers: int
    fuzzed: int
    refused: int
    counts: dict[Key, int]
    failures: list[str]


@cache
def _playable() -> list[CardDocument]:
    return playable_cards(catalogue())


def examine(assignment: Assignment) -> Outcome:
    """Plays one game and says what occurred and what went wrong; an error of the rules is a failure, not raised."""
    game = _Examination(assignment)
    try:
        game.play()
    except InvariantError as error:
        game.failures.append(str(error))
    counts = dict(game.ledger.counts)
    return Outcome(
        assignment.seed, assignment.lead, game.answers, game.fuzzed, game.refused, counts, game.failures[:MOST_FAILURES]
    )


class _Examination:
    """A game being played and watched."""

    def __init__(self, assignment: Assignment) -> None:
        self.assignment = assignment
        self.rng = Random(f"{assignment.seed}/play")
        self.fuzz_rng = Random(f"{assignment.seed}/fuzz")
        self.ledger = Ledger()
        self.failures: list[str] = []
        self.answers = 0
        self.fuzzed = 0
        self.refused = 0
        self.setup: dict[str, Any] = {}
        self.last = ""

    def where(self) -> str:
        """Which answer of which game."""
        return f"game {self.assignment.seed}, answer {self.answers} ({self.last})"

    def play(self) -> None:
        """Play until the game is over, the turn cap is reached or something is wrong; raises InvariantError."""
        try:
            self.play_on(*self.start())
        except Exception as error:
            raise InvariantError(f"{self.where()}: {type(error).__name__}: {error}") from error

    def start(self) -> tuple[State, Random]:
        """The game at its first wait, and what the rest of its circumstances are drawn from."""
        draw = Random(f"{self.assignment.seed}/setup")
        known, params = catalogue(), release("2.7")
        for kind in broken_teams(known, params, draw):
            self.ledger.note("refusal", kind)
        self.setup = random_setup(known, _playable(), params, draw, self.assignment.lead)
        state = new_state(self.setup)
        if isinstance(state.waiting, Decision):
            self.ledger.note("step", "setup reserves")  # nobody asked: the set-up has gone past it
        return state, draw

    def play_on(self, state: State, draw: Random) -> None:
        """Play; what is rare in a long game is made likelier in some: Kamas to spend, GG and HP about to run out."""
        if draw.random() < 0.5:
            state.kamas = [RICH] * state.settings.seats
        is_close, is_fragile, curious = draw.random() < 0.1, draw.random() < 0.4, draw.random() < 0.8
        while not isinstance(state.waiting, Over) and state.turn <= self.assignment.turn_cap and not self.failures:
            waiting = state.waiting
            if state.phase != SETUP and is_close:
                state.gg, state.wild_gg, is_close = [1] * state.settings.seats, 0, False
            if state.phase != SETUP and is_fragile:
                hurt(state)
                is_fragile = False
            if isinstance(waiting, Decision):
                self.ledger.note("decision", waiting.kind)
                options = waiting.options()
                self.judge(state, waiting, options)
                answer = self.choose(options) if curious else self.rng.choice(options)
            else:
                assert isinstance(waiting, Roll)
                self.ledger.note("roll", waiting.kind)
                answer = waiting.sample(self.rng)
            self.take(state, answer)
        if isinstance(state.waiting, Over):
            self.ledger.note("step", "over start")

    # ------------------------------------------------------------------------------------------------------- answering

    def choose(self, options: list[int]) -> int:
        """A curious player's answer: first the verb, by weight, then any option with it."""
        verbs = sorted({answers.verb_of(option) for option in options})
        verb = self.rng.choices(verbs, [WEIGHTS.get(verb, 1) for verb in verbs])[0]
        return self.rng.choice([option for option in options if answers.verb_of(option) == verb])

    def take(self, state: State, answer: int) -> None:
        """Give a legal answer, step by step, and look at what it led to."""
        self.last = format_answer(state, answer)
        self.answers += 1
        twin = state.copy() if self.rng.random() < 0.02 else None
        before = totals_of(state) if state.phase != SETUP else None
        state.log = []
        advance_watched(state, answer, self.ledger)
        self.ledger.note_events(state, state.log or [])
        found = check(state)
        if before is not None:
            found += check_change(before, state)
        if twin is not None:
            twin.apply(answer)
            if twin.to_data() != state.to_data():
                found.append("a copy that takes the same answer goes elsewhere")
        self.failures += [f"{self.where()}: {sentence}" for sentence in found]

    # --------------------------------------------------------------------------------------------------------- judging

    def judge(self, state: State, decision: Decision, options: list[int]) -> None:
        """Answers made up, one option and one scribbled line: each is refused exactly when it is not offered."""
        rng = self.fuzz_rng
        for _ in range(self.assignment.fuzz):
            self.judge_answer(state, decision, options, fuzzed(state, decision, options, rng))
        option = rng.choice(options)
        self.judge_answer(state, decision, options, option)
        line = format_answer(state, option)
        if format_answer(state, parse_answer(state, line)) != line:
            self.failures.append(f"{self.where()}: {line!r} is read as something else")
        if rng.random() < 0.2:
            try:
                scribbled = parse_answer(state, scribble(state, rng))
            except NotationError:
                return
            self.judge_answer(state, decision, options, scribbled)

    def judge_answer(self, state: State, decision: Decision, options: list[int], answer: int) -> None:
        """The judge and the list of options have to agree."""
        conditions = decision.conditions(answer)
        self.fuzzed += 1
        illegal = False
        for condition in conditions:
            if not condition.holds:
                illegal = True
                self.ledger.note("refusal", condition.kind)
        self.refused += illegal
        if illegal == (answer in options):
            line = format_answer(state, answer)
            told = "is refused and offered" if illegal else "is neither refused nor offered"
            self.failures.append(f"{self.where()}: at the {decision.kind} decision {line!r} {told}")


def hurt(state: State) -> None:
    """Leave every Krosmaster in play one or two HP."""
    for unit in state.units_in_play():
        if is_krosmaster(state, unit):
            state.injuries[unit] = max(0, max_hp(state, unit) - 1 - unit % 2)


def advance_watched(state: State, answer: int, ledger: Ledger) -> None:
    """`State.apply` with every step noted; must agree with `core.frames.advance`."""
    stack = state.stack
    stack[-1].answer(state, answer)
    while state.winner == UNDECIDED:
        frame = stack[-1]
        ledger.note_frame(state, frame)
        if frame.run(state):
            if state.winner == UNDECIDED:
                ledger.note("step", f"{frame.NAME} {frame.STEPS[frame.step]}")
                return
            break
    state.finish()


# ----------------------------------------------------------------------------------------------------------- many games


class Campaign:
    """Games played in batches until everything has occurred often enough, or the budget is over."""

    __slots__ = ("answers", "failures", "fuzzed", "games", "ledger", "options", "refused", "seed", "times")

    def __init__(self, seed: int, times: int, turn_cap: int, fuzz: int) -> None:
        self.seed = seed
        self.times = times
        self.options = (turn_cap, fuzz)
        self.ledger = Ledger()
        self.games = 0
        self.answers = 0
        self.fuzzed = 0
        self.refused = 0
        self.failures: list[Outcome] = []

    def batch(self) -> list[Assignment]:
        """The next games; most of them bring a card that can show something still rare."""
        missing = self.ledger.missing(self.times)
        by_key = bearers(catalogue())
        wanted = [key for key in missing if key in by_key]
        found: list[Assignment] = []
        for number in range(self.games, self.games + BATCH):
            seed = f"{self.seed}/{number}"
            lead = ""
            if wanted and number % 4:
                draw = Random(f"{seed}/lead")
                lead = draw.choice(by_key[draw.choice(wanted)])
            found.append(Assignment(seed, lead, *self.options))
        return found

    def add(self, outcome: Outcome) -> None:
        """Counts a game."""
        self.games += 1
        self.answers += outcome.answers
        self.fuzzed += outcome.fuzzed
        self.refused += outcome.refused
        self.ledger.counts.update(outcome.counts)
        if outcome.failures:
            self.failures.append(outcome)

    def run(self, games: int, seconds: float, jobs: int, *, all_games: bool) -> Iterator[None]:
        """Plays batch after batch, yielding after each; `all_games` goes on when everything has occurred."""
        started = time.monotonic()
        with multiprocessing.get_context("spawn").Pool(jobs) as pool:
            while self.games < games and len(self.failures) < MOST_FAILURES:
                for outcome in pool.imap(examine, self.batch()[: games - self.games]):
                    self.add(outcome)
                yield
                if time.monotonic() - started > seconds or not (all_games or self.ledger.missing(self.times)):
                    return

    def to_data(self) -> dict[str, Any]:
        """The result: totals, what occurred how often, what is missing, and how to see each failure again."""
        missing = self.ledger.missing(self.times)
        by_key = bearers(catalogue())
        unborne = ("op", "modifier", "keyword", "area", "range", "limit", "trigger")
        nowhere = [key for key in missing if key[0] in unborne and key not in by_key and not missing[key]]
        return {
            "games": self.games,
            "answers": self.answers,
            "fuzzed": self.fuzzed,
            "refused": self.refused,
            "wanted": self.times,
            "seen": {f"{kind} {name}": count for (kind, name), count in sorted(self.ledger.counts.items())},
            "missing": {
                f"{kind} {name}": count for (kind, name), count in missing.items() if (kind, name) not in nowhere
            },
            "on_no_card": [f"{kind} {name}" for kind, name in nowhere],
            "failures": [
                {"command": command_of(outcome, self.options), "sentences": outcome.failures}
                for outcome in self.failures
            ],
        }


def command_of(outcome: Outcome, options: tuple[int, int]) -> str:
    """The command that plays a game again."""
    lead = f" --lead {outcome.lead}" if outcome.lead else ""
    return f"python tools/exhaustive.py --game {outcome.seed}{lead} --turn-cap {options[0]} --fuzz {options[1]}"
