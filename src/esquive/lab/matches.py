"""Bots against bots: what each game of a series is, played here or in worker processes, and the tally.

Everything a game needs is in its `Fixture`, a handful of plain values: worker processes are started afresh (spawn) and
get nothing else, so a series gives the same records with one process or many, in any order of finishing.
"""

import signal
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from esquive.agents.base import Agent, agent_named
from esquive.agents.errors import AgentFault
from esquive.agents.supervision import Supervised, supervised
from esquive.core.dice import SeededDice
from esquive.core.errors import InvariantError
from esquive.core.games import game_named, laboratory_of
from esquive.core.ids import format_seat
from esquive.core.match import Match
from esquive.core.waiting import Decision, Over
from esquive.lab.scores import score_of

CAPPED = "the turn cap was reached"


class Fixture(NamedTuple):
    """One game of a series: `agents` are those of the set-up's teams in their order; the cap is no rule of the game.

    `is_recorded`: whether its record is wanted, which takes time to write; `is_measured`: whether its measures are.
    `seconds`: the most an agent may take for an answer, 0 for as long as it likes. `watched`: the id of a card, of
    which is counted what it casts, where measures are wanted.
    """

    number: int
    game: str
    seed: str
    setup: dict[str, Any]
    agents: tuple[str, str]
    turn_cap: int
    is_recorded: bool = True
    is_measured: bool = False
    seconds: float = 0.0
    watched: str = ""


class Played(NamedTuple):
    """How a game went: `winner` is the number of the winning team, -1 for a draw or a capped game.

    `record` and `measures` (of a game that came to its end) are empty when none were wanted. `fault` is what cost the
    other team the game, where an agent did something wrong; `uses` counts by spell what the watched card cast.
    """

    number: int
    winner: int
    is_capped: bool
    turns: int
    decisions: int
    seconds: float
    record: str
    measures: dict[str, float]
    fault: str = ""
    uses: dict[str, int] = {}


def play(fixture: Fixture) -> Played:
    """Plays one game to its end or the turn cap; raises InvariantError that names game, answer and position."""
    started = time.perf_counter()
    faults: list[str] = []
    match, decisions = play_match(fixture, faults)
    seconds = time.perf_counter() - started
    state = match.state
    waiting = match.waiting
    is_capped = not isinstance(waiting, Over)
    game = match.game
    winner = game.player_in(state, waiting.winner) if isinstance(waiting, Over) and waiting.winner >= 0 else -1
    turns = game.turn_of(state)
    record = match.record.to_text() if fixture.is_recorded else ""
    measures: dict[str, float] = {}
    uses: dict[str, int] = {}
    if fixture.is_measured and not is_capped and not faults:
        laboratory = laboratory_of(fixture.game)
        if laboratory is not None:
            measures = laboratory.measures(state, match.log)
            uses = laboratory.uses(state, match.log, fixture.watched) if fixture.watched else {}
    fault = faults[0] if faults else ""
    return Played(fixture.number, winner, is_capped, turns, decisions, seconds, record, measures, fault, uses)


def play_match(fixture: Fixture, faults: list[str] | None = None) -> tuple[Match, int]:
    """The match of a fixture, played, and the number of decisions in it.

    An agent of somebody else's that does something wrong loses the game, and what it was is added to `faults`.
    """
    agents = [supervised(agent_named(name, fixture.game), fixture.seconds) for name in fixture.agents]
    try:
        return _played(fixture, agents, [] if faults is None else faults)
    finally:
        for agent in agents:
            if isinstance(agent, Supervised):
                agent.close()


def _played(fixture: Fixture, agents: list[Agent], faults: list[str]) -> tuple[Match, int]:
    game = game_named(fixture.game)
    rng = Random(f"{fixture.seed}/agents")
    dice = SeededDice(f"{fixture.seed}/dice")
    is_told = fixture.is_recorded or fixture.is_measured
    match = Match(game, fixture.setup, dice, list(fixture.agents), is_recorded=is_told)
    state = match.state
    decisions = 0
    while not match.is_over:
        decision = match.waiting
        if not isinstance(decision, Decision):
            raise InvariantError(f"game {fixture.seed}: the match waits for {decision!r}")
        if game.turn_of(state) > fixture.turn_cap:
            match.stop(CAPPED)
            break
        answer = -1
        try:
            answer = agents[game.player_in(state, decision.seat)].choose(game, state, decision, rng)
            match.play(answer)
        except AgentFault as fault:
            faults.append(str(fault))
            others = [
                seat for seat in range(game.seats_of(state)) if seat not in game.partners_of(state, decision.seat)
            ]
            match.close("forfeited", format_seat(decision.seat), format_seat(others[0]))
            break
        except Exception as error:
            last = match.record.entries[-1] if match.record.entries else {}
            raise InvariantError(
                f"game {fixture.seed} ({fixture.setup}), decision {decisions} ({decision!r}), answer {answer}, "
                f"after {last}: {error!r}"
            ) from error
        decisions += 1
    return match, decisions


def play_series(fixtures: list[Fixture], jobs: int, release_files: Sequence[str] = ()) -> Iterator[Played]:
    """The games as they finish, in the order of the fixtures; `jobs` processes, or none besides this one for 1.

    `release_files` are of releases that this process knows already, and others have to be told of.
    """
    if jobs <= 1:
        for fixture in fixtures:
            yield play(fixture)
        return
    import multiprocessing

    context = multiprocessing.get_context("spawn")
    with ExitStack() as stack:
        with _interrupts_held_back():
            pool = stack.enter_context(context.Pool(jobs, _begin, (fixtures[0].game, tuple(release_files))))
        yield from pool.imap(play, fixtures, chunksize=max(1, min(8, len(fixtures) // (jobs * 4))))


def _begin(game: str, release_files: tuple[str, ...]) -> None:
    """In a worker: Ctrl-C reaches every process of a terminal, and the one that started the workers ends them.

    It knows the releases that the program brings along and no others.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    releases = game_named(game).releases
    for file in release_files:
        if releases is not None:
            releases.add(Path(file))


@contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """Processes started meanwhile do not hear Ctrl-C from their first instruction on.

    This one does: once they are started, or before, where another thread than the main one is told of it.
    """
    if threading.current_thread() is not threading.main_thread():
        yield  # handlers are the main thread's
    elif sys.platform == "win32":
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)
    else:
        from multiprocessing import resource_tracker

        # Starting it lets signals through again, which must not happen between two workers.
        resource_tracker.ensure_running()
        held = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, held)


def labels_of(agents: tuple[str, str]) -> tuple[str, str]:
    """What the agents are called in the tally: `A#1` and `A#2` when both have one name."""
    one, two = agents
    return (f"{one}#1", f"{two}#2") if one == two else (one, two)


class Tally:
    """The result of a series, with the keys of the public JSON."""

    __slots__ = (
        "_kept",
        "agents",
        "by_team",
        "capped",
        "decisions",
        "draws",
        "faults",
        "forfeits",
        "game",
        "games",
        "is_mirrored",
        "measures",
        "points",
        "turns",
        "wins",
    )

    def __init__(self, game: str, agents: tuple[str, str], *, is_mirrored: bool = False) -> None:
        self.game = game
        self.agents = labels_of(agents)
        self.is_mirrored = is_mirrored
        self.points: list[float] = []  # of the first agent, by game
        self.by_team: dict[str, list[int]] = {}  # games and wins
        self.games = 0
        self.wins = [0, 0]
        self.draws = 0
        self.capped = 0
        self.forfeits = [0, 0]
        self.faults: dict[str, int] = {}  # what was done wrong, and how often
        self.decisions = 0
        self.turns = 0
        self.measures: dict[str, float] = {}
        self._kept = (0, 0)  # games and decisions of an earlier run

    def add_kept(self, fixture: Fixture, played: Played) -> None:
        """Counts a game of an earlier run, which says nothing of how fast this one is."""
        self.add(fixture, played)
        self._kept = (self.games, self.decisions)

    def add(self, fixture: Fixture, played: Played) -> None:
        """Counts a game; in those with odd numbers the second agent led the set-up's first team."""
        swapped = fixture.number % 2 == 1
        self.games += 1
        for place, team in enumerate(game_named(self.game).setups.team_names(fixture.setup)):
            counted = self.by_team.setdefault(team, [0, 0])
            counted[0] += 1
            counted[1] += played.winner == place
        self.decisions += played.decisions
        self.turns += played.turns
        for name, value in played.measures.items():
            self.measures[name] = self.measures.get(name, 0.0) + value
        if played.winner < 0:
            self.points.append(0.5)
            self.capped += played.is_capped
            self.draws += not played.is_capped
        else:
            winner = 1 - played.winner if swapped else played.winner
            self.wins[winner] += 1
            if played.fault:
                self.forfeits[1 - winner] += 1
                told = f"{self.agents[1 - winner]}: {played.fault}"
                self.faults[told] = self.faults.get(told, 0) + 1
            self.points.append(1.0 - winner)

    def to_data(self, seconds: float) -> dict[str, Any]:
        """The public keys; `seconds` is the time the series took, `mean_length` the turns of a game on average.

        Games of an earlier run come first; rates are of those that were played in this one.
        `score` is that of the first agent, a game without a winner half, and `interval` holds the true one in 95 of 100
        series; see `scores`. `measures`, where they are wanted, are means over the games that came to their end.
        """
        ended = self.games - self.capped
        found = score_of(self.points)
        data: dict[str, Any] = {
            "game": self.game,
            "agents": list(self.agents),
            "games": self.games,
            "wins": dict(zip(self.agents, self.wins, strict=True)),
            "draws": self.draws,
            "capped": self.capped,
            "forfeits": dict(zip(self.agents, self.forfeits, strict=True)),
            "mirrored": self.is_mirrored,
            "score": round(found.score, 4),
            "interval": [round(found.least, 4), round(found.most, 4)],
            "wins_by_team": {
                team: {"games": games, "wins": wins} for team, (games, wins) in sorted(self.by_team.items())
            },
            "decisions": self.decisions,
            "seconds": round(seconds, 3),
            "games_per_second": round((self.games - self._kept[0]) / seconds, 3) if seconds else 0.0,
            "decisions_per_second": round((self.decisions - self._kept[1]) / seconds, 1) if seconds else 0.0,
            "mean_length": round(self.turns / self.games, 2) if self.games else 0.0,
        }
        if self.faults:
            data["faults"] = self.faults
        if self.measures:
            data["measures"] = {name: round(value / ended, 4) for name, value in self.measures.items()}
        return data
