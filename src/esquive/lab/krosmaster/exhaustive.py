"""Exhaustive play: random games until everything the rules know has happened, every position and answer examined.

Each game is made by its seed alone (and by the card it was asked to bring), so a failure is played again by naming the
two. Games are played in batches; what is still rare after a batch decides which cards the next one brings. Players are
curious rather than clever: they prefer doing something to walking about.

After every answer the invariants are checked. Apart from that, at some decisions or all, answers are made up and given
to be judged: whatever is refused must not be offered, whatever is offered must not be refused, and nothing may raise
an error. The rules run as they are; only the loop round them is repeated, to see each step pass by, and held against
the real one.
"""

import gc
import multiprocessing
import time
from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any, Final, NamedTuple

from esquive.core.errors import InvariantError, NotationError
from esquive.core.waiting import Decision, Over, Roll
from esquive.krosmaster.cards.catalogue import catalogue
from esquive.krosmaster.cards.documents import CardDocument
from esquive.krosmaster.releases import release
from esquive.krosmaster.table import answers
from esquive.krosmaster.table.state import SETUP, State
from esquive.krosmaster.written.documents.set_ups import new_state
from esquive.krosmaster.written.notation import format_answer, parse_answer
from esquive.lab.krosmaster.changes import check_change, totals_of
from esquive.lab.krosmaster.fuzzing import fuzzed, scribble
from esquive.lab.krosmaster.invariants import check
from esquive.lab.krosmaster.occurrences import Key, Ledger, bearers, borne_by_nobody, never
from esquive.lab.krosmaster.random_set_ups import broken_teams, playable_cards, random_setup
from esquive.lab.krosmaster.soundness import Watch
from esquive.lab.krosmaster.staging import crowd, equip, hurt
from esquive.lab.krosmaster.tallies import Tally

BATCH: Final = 24
LARGE_BATCH: Final = 480  # when nothing is looked for any more
MOST_FAILURES: Final = 20
RICH: Final = 40
THOROUGH: Final = 61  # once in so many answers the invariants are asked one by one, and a copy takes the answer too

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
    """One game to play: its seed, the card a team must have (or ""), and how far to go.

    `fuzz` answers are made up at one decision in `every`; 0 makes up none. `release` is the rulebook's.
    """

    seed: str
    lead: str
    turn_cap: int
    fuzz: int
    every: int = 1
    release: str = "2.7"


class Outcome(NamedTuple):
    """What a game came to. `failures` are sentences, the first of them being what went wrong first."""

    seed: str
    lead: str
    format: str
    answers: int
    fuzzed: int
    refused: int
    counts: dict[Key, int]
    failures: list[str]


@cache
def _playable(of: str) -> list[CardDocument]:
    return playable_cards(catalogue(), release(of))


def examine(assignment: Assignment) -> Outcome:
    """Plays one game and says what occurred and what went wrong; an error of the rules is a failure, not raised."""
    game = _Examination(assignment)
    try:
        game.play()
    except InvariantError as error:
        game.failures.append(str(error))
    return Outcome(
        assignment.seed,
        assignment.lead,
        game.setup.get("format", ""),
        game.answers,
        game.fuzzed,
        game.refused,
        dict(game.ledger.counts),
        game.failures[:MOST_FAILURES],
    )


def timed(assignment: Assignment) -> tuple[Outcome, float]:
    """`examine`, with how many seconds of the processor it took."""
    started = time.process_time()
    outcome = examine(assignment)
    return outcome, time.process_time() - started


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
        self.watch: Watch | None = None
        self.last: int | None = None

    def where(self) -> str:
        """Which answer of which game."""
        line = ""
        if self.watch is not None and self.last is not None:
            line = f" ({format_answer(self.watch.before, self.last)})"
        return f"game {self.assignment.seed}, answer {self.answers}{line}"

    def fail(self, sentence: str) -> None:
        """Something is wrong."""
        self.failures.append(f"{self.where()}: {sentence}")

    def play(self) -> None:
        """Play until the game is over, the turn cap is reached or something is wrong; raises InvariantError."""
        try:
            self.play_on(*self.start())
        except Exception as error:
            raise InvariantError(f"{self.where()}: {type(error).__name__}: {error}") from error

    def start(self) -> tuple[State, Random]:
        """The game at its first wait, and what the rest of its circumstances are drawn from."""
        draw = Random(f"{self.assignment.seed}/setup")
        known, params = catalogue(), release(self.assignment.release)
        for kind in broken_teams(known, params, draw):
            self.ledger.note("refusal", kind)
        self.setup = random_setup(known, _playable(params.name), params, draw, self.assignment.lead)
        state = new_state(self.setup)
        if isinstance(state.waiting, Decision):
            self.ledger.note("step", "setup reserves")  # nobody asked: the set-up has gone past it
        return state, draw

    def play_on(self, state: State, draw: Random) -> None:
        """Play the game, and name what has been counted."""
        if draw.random() < 0.5:
            state.kamas = [RICH] * state.settings.seats
        watch = self.watch = Watch(state)
        tally = Tally(state)
        staged, curious = False, draw.random() < 0.8
        waiting, options = self.ask(state)
        while not isinstance(waiting, Over) and state.turn <= self.assignment.turn_cap and not self.failures:
            if not staged and state.phase != SETUP:
                self.stage(state, draw)
                staged = True
                waiting, options = self.ask(state)
            if isinstance(waiting, Roll):
                answer = waiting.sample(self.rng)
            else:
                assert isinstance(waiting, Decision)
                self.judge(state, waiting, options)
                answer = self.choose(options) if curious else self.rng.choice(options)
            watch.remember(state)
            self.last = answer
            self.answers += 1
            tally.advance(state, answer)
            waiting, options = self.ask(state)
            if not watch.is_sound(state, waiting, options) or self.answers % THOROUGH == 0:
                self.look_closely(watch, state, answer)
        self.ledger.note_tally(state.library, tally)
        if isinstance(waiting, Over):
            self.ledger.note("step", "over start")

    def stage(self, state: State, draw: Random) -> None:
        """Make likelier in some games what is rare in a long one: melees, rewards, GG and HP about to run out."""
        lead = self.assignment.lead
        chances = draw.random(), draw.random(), draw.random(), draw.random()
        if chances[0] < 0.1:
            state.gg, state.wild_gg = [1] * state.settings.seats, 0
        if chances[1] < (0.6 if lead else 0.25):
            crowd(state, draw, lead)
        if chances[2] < (0.6 if lead else 0.25):
            equip(state, draw)
        if chances[3] < 0.4:
            hurt(state, lead if draw.random() < 0.5 else "")

    # ------------------------------------------------------------------------------------------------------- answering

    def ask(self, state: State) -> tuple[Decision | Roll | Over, list[int]]:
        """What the position waits for, noted, and the answers when it is a decision."""
        waiting = state.waiting
        if isinstance(waiting, Decision):
            self.ledger.note("decision", waiting.kind)
            return waiting, waiting.options()
        if isinstance(waiting, Roll):
            self.ledger.note("roll", waiting.kind)
        return waiting, []

    def choose(self, options: list[int]) -> int:
        """A curious player's answer: first the verb, by weight, for a spell which, then any option with them.

        Where the first and the last option have the same verb, so have, as good as always, all between.
        """
        random = self.rng.random
        verb, found = options[0] & answers.VERB_MASK, options
        if verb != options[-1] & answers.VERB_MASK:
            verbs = list({option & answers.VERB_MASK: None for option in options})
            verb = self.rng.choices(verbs, [WEIGHTS.get(verb, 1) for verb in verbs])[0]
            found = [option for option in options if option & answers.VERB_MASK == verb]
        if verb == answers.CAST:
            spell = answers.first_of(found[int(random() * len(found))])
            if random() < 0.5:
                spells = list({answers.first_of(option): None for option in found})
                spell = spells[int(random() * len(spells))]
            found = [option for option in found if answers.first_of(option) == spell]
        return found[int(random() * len(found))]

    def look_closely(self, watch: Watch, state: State, answer: int) -> None:
        """Every invariant one by one, in words; and a copy that takes the same answer must go the same way."""
        found = check(state)
        if watch.before.phase != SETUP:
            found += check_change(totals_of(watch.before), state)
        twin = watch.before.copy()
        twin.apply(answer)
        if twin.to_data() != state.to_data():
            found.append("a copy that takes the same answer goes elsewhere")
        if not found and self.answers % THOROUGH:
            found.append("the quick look at the position finds something wrong, the close one does not")
        for sentence in found:
            self.fail(sentence)

    # --------------------------------------------------------------------------------------------------------- judging

    def judge(self, state: State, decision: Decision, options: list[int]) -> None:
        """Answers made up, one option and one scribbled line: each is refused exactly when it is not offered."""
        rng = self.fuzz_rng
        assignment = self.assignment
        if not assignment.fuzz or (assignment.every > 1 and rng.random() * assignment.every >= 1):
            return
        offered = set(options)
        for _ in range(assignment.fuzz):
            self.judge_answer(state, decision, offered, fuzzed(state, decision, options, rng))
        option = rng.choice(options)
        self.judge_answer(state, decision, offered, option)
        line = format_answer(state, option)
        if format_answer(state, parse_answer(state, line)) != line:
            self.fail(f"{line!r} is read as something else")
        if rng.random() < 0.2:
            try:
                scribbled = parse_answer(state, scribble(state, rng))
            except NotationError:
                return
            self.judge_answer(state, decision, offered, scribbled)

    def judge_answer(self, state: State, decision: Decision, offered: set[int], answer: int) -> None:
        """The judge and the list of options have to agree."""
        self.fuzzed += 1
        illegal = False
        for condition in decision.conditions(answer):
            if not condition.holds:
                illegal = True
                self.ledger.note("refusal", condition.kind)
        self.refused += illegal
        if illegal == (answer in offered):
            line = format_answer(state, answer)
            told = "is refused and offered" if illegal else "is neither refused nor offered"
            self.fail(f"at the {decision.kind} decision {line!r} {told}")


# ----------------------------------------------------------------------------------------------------------- many games


def prepare(of: str) -> None:
    """Load what every game of a release shares, and leave it out of garbage collections from now on."""
    bearers(of)
    _playable(of)
    gc.collect()
    gc.freeze()


class Campaign:
    """Games played in batches until everything has occurred often enough, or the budget is over.

    `options` are the turn cap, how many answers are made up at a decision, and at one decision in how many; `release`
    is the rulebook's.
    """

    __slots__ = (
        *("answers", "failures", "formats", "fuzzed", "games", "ledger", "options", "refused", "release", "seconds"),
        *("seed", "times"),
    )

    def __init__(self, seed: int, times: int, options: tuple[int, int, int], release: str = "2.7") -> None:
        self.release = release
        self.seed = seed
        self.times = times
        self.options = options
        self.ledger = Ledger()
        self.games = 0
        self.answers = 0
        self.fuzzed = 0
        self.refused = 0
        self.formats: Counter[str] = Counter()
        self.seconds: dict[str, float] = {}
        self.failures: list[Outcome] = []

    def missing(self) -> dict[Key, int]:
        """What is still rare, and how often it has occurred; refusals only where answers are made up."""
        found = self.ledger.missing(self.times, self.release)
        return found if self.options[1] else {key: count for key, count in found.items() if key[0] != "refusal"}

    def batch(self) -> list[Assignment]:
        """The next games; most of them bring a card that can show something still rare."""
        missing = self.missing()
        by_key = bearers(self.release)
        wanted = [key for key in missing if by_key.get(key)]
        found: list[Assignment] = []
        for number in range(self.games, self.games + (BATCH if missing else LARGE_BATCH)):
            seed = f"{self.seed}/{number}"
            lead = ""
            if wanted and number % 4:
                draw = Random(f"{seed}/lead")
                lead = draw.choice(by_key[draw.choice(wanted)])
            found.append(Assignment(seed, lead, *self.options, self.release))
        return found

    def add(self, outcome: Outcome, seconds: float = 0.0) -> None:
        """Counts a game, and how long it took."""
        self.games += 1
        self.answers += outcome.answers
        self.fuzzed += outcome.fuzzed
        self.refused += outcome.refused
        self.ledger.counts.update(outcome.counts)
        self.formats[outcome.format] += 1
        self.seconds[outcome.format] = self.seconds.get(outcome.format, 0.0) + seconds
        if outcome.failures:
            self.failures.append(outcome)

    def is_done(self, made_up: int) -> bool:
        """Whether everything has occurred often enough, and so many answers were made up."""
        return self.fuzzed >= made_up and not self.missing()

    def run(self, games: int, seconds: float, jobs: int, *, all_games: bool, made_up: int = 0) -> Iterator[None]:
        """Plays batch after batch, yielding after each; `all_games` goes on when everything has occurred."""
        started = time.monotonic()
        with multiprocessing.get_context("spawn").Pool(jobs, prepare, (self.release,)) as pool:
            while self.games < games and len(self.failures) < MOST_FAILURES:
                batch = self.batch()[: games - self.games]
                for outcome, took in pool.imap(timed, batch, max(1, len(batch) // 60)):
                    self.add(outcome, took)
                yield
                if time.monotonic() - started > seconds or not (all_games or not self.is_done(made_up)):
                    return

    def to_data(self) -> dict[str, Any]:
        """The result: totals, what occurred how often, what is missing, and how to see each failure again.

        `formats` has the games of each format and the milliseconds of the processor that one took, `on_no_card` what no
        playable card or reward has, and `never` what no game can show, with the reason.
        """
        missing = self.missing()
        unborne = borne_by_nobody(self.release)
        nowhere = [key for key in missing if key in unborne]
        return {
            "games": self.games,
            "answers": self.answers,
            "fuzzed": self.fuzzed,
            "refused": self.refused,
            "wanted": self.times,
            "formats": {
                name: {"games": games, "ms": round(1000 * self.seconds[name] / games, 1)}
                for name, games in sorted(self.formats.items())
            },
            "seen": {f"{kind} {name}": count for (kind, name), count in sorted(self.ledger.counts.items())},
            "missing": {
                f"{kind} {name}": count for (kind, name), count in missing.items() if (kind, name) not in nowhere
            },
            "on_no_card": [f"{kind} {name}" for kind, name in nowhere],
            "never": {f"{kind} {name}": reason for (kind, name), reason in sorted(never(self.release).items())},
            "failures": [
                {"command": command_of(outcome, self.options, self.release), "sentences": outcome.failures}
                for outcome in self.failures
            ],
        }


def command_of(outcome: Outcome, options: tuple[int, int, int], release: str = "2.7") -> str:
    """The command that plays a game again."""
    lead = f" --lead {outcome.lead}" if outcome.lead else ""
    turn_cap, fuzz, every = options
    game = f"--release {release} --game {outcome.seed}{lead}"
    return f"python tools/exhaustive.py {game} --turn-cap {turn_cap} --fuzz {fuzz} --every {every}"
