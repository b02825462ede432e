"""How fast the engine is, and how fast a well-known engine is in the same minute on the same machine.

Both play uniformly random games with all their rules on, ours with its event log. A number of decisions per second says
little by itself; the ratio to python-chess, measured in alternating rounds, says the same on every machine. Processor
time is measured, so that whatever else the machine does counts for neither. What a game without a peer asks of itself
most often is timed instead.
"""

import time
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from random import Random
from statistics import median
from typing import Any, Final

from esquive.agents.base import agent_named
from esquive.core.errors import InvariantError
from esquive.core.game import Game
from esquive.core.games import game_named, laboratory_of
from esquive.core.waiting import Decision, Over
from esquive.lab.fixtures import fixtures_of

TURN_CAP: Final = 300
MOST_WAITS: Final = 100_000  # of one game; one that asks for more stands still
SAMPLES: Final = 200
PEER: Final = "python-chess"


class Pace:
    """Decisions, games and turns played, and the processor seconds they took."""

    __slots__ = ("decisions", "games", "rates", "seconds", "turns")

    def __init__(self) -> None:
        self.decisions = 0
        self.games = 0
        self.turns = 0
        self.seconds = 0.0
        self.rates: list[float] = []

    def add(self, decisions: int, games: int, turns: int, seconds: float) -> None:
        """Counts one round."""
        self.decisions += decisions
        self.games += games
        self.turns += turns
        self.seconds += seconds
        self.rates.append(decisions / seconds)

    def to_data(self) -> dict[str, Any]:
        """The sums, and the rates over the whole time."""
        return {
            "games": self.games,
            "decisions": self.decisions,
            "seconds": round(self.seconds, 3),
            "decisions_per_second": round(self.decisions / self.seconds, 1),
            "games_per_second": round(self.games / self.seconds, 3),
            "mean_length": round(self.turns / self.games, 2),
            "mean_decisions": round(self.decisions / self.games, 1),
        }


def benchmark(
    game_name: str, seconds: float, rounds: int, progress: Callable[[], None], release: str = "", agent: str = "random"
) -> dict[str, Any]:
    """Play of a game and of the peer in alternating rounds of `seconds / rounds / 2` each, then single calls.

    `release` is the rulebook's, "" for the current one; `agent` plays for everybody. `ratio` is the median of the
    rounds' ratios, or None when the peer is not installed, the game is another one or the agent does not play by
    chance, as the peer does. Ctrl-C breaks it off: what the whole rounds till then gave has the key `interrupted`, and
    no times of calls. Raises DocumentError for a release that the game has not, EsquiveError for an agent.
    """
    game = game_named(game_name)
    starts = starts_of(game_name, release)
    share = seconds / rounds / 2
    own, peer = Pace(), Pace()
    laboratory = laboratory_of(game_name)
    has_peer = laboratory is not None and laboratory.has_peer and find_spec("chess") is not None and agent == "random"
    play_round(game, starts, Random("warm"), share / 4, Pace(), agent)
    data: dict[str, Any] = {"game": game_name, "release": release, "agent": agent}
    times: dict[str, float] = {}
    try:
        for number in range(rounds):
            play_round(game, starts, Random(number), share, own, agent)
            if has_peer:
                play_peer(Random(number), share, peer)
            progress()
        positions = sample_positions(game, starts, Random("positions"))
        times = time_calls(positions) | ({} if laboratory is None else laboratory.query_times(positions, time_call))
    except KeyboardInterrupt:
        if not own.rates:
            raise
        data["interrupted"] = True
    data |= own.to_data() | {"peer": None, "ratio": None} | times
    if peer.rates:
        ratios = [a / b for a, b in zip(own.rates, peer.rates, strict=False)]  # one without its peer's, if broken off
        data["peer"] = {"name": PEER, **peer.to_data()}
        data["ratio"] = round(median(ratios), 3)
    return data


def compare_releases(
    game_name: str, seconds: float, rounds: int, progress: Callable[[], None], releases: Sequence[str]
) -> dict[str, Any]:
    """Random play of the same set-ups under several releases in alternating rounds, by name of the release.

    `ratio` is the median of the rounds' ratios to the last one; see `benchmark` for what Ctrl-C leaves.
    Raises DocumentError for a release there is not.
    """
    game = game_named(game_name)
    starts = {release: starts_of(game_name, release) for release in releases}
    paces = {release: Pace() for release in releases}
    share = seconds / rounds / len(releases)
    for release in releases:
        play_round(game, starts[release], Random("warm"), share / 4, Pace())
    interrupted: dict[str, bool] = {}
    times: dict[str, dict[str, float]] = {}
    try:
        for number in range(rounds):
            for release in releases:
                play_round(game, starts[release], Random(number), share, paces[release])
            progress()
        times = {one: time_calls(sample_positions(game, starts[one], Random("positions"))) for one in releases}
    except KeyboardInterrupt:
        if not all(pace.rates for pace in paces.values()):
            raise
        interrupted = {"interrupted": True}
    against = paces[releases[-1]]
    found: dict[str, Any] = {}
    for release, pace in paces.items():
        ratio = median(a / b for a, b in zip(pace.rates, against.rates, strict=not interrupted))
        found[release] = {**pace.to_data(), **times.get(release, {}), "ratio": round(ratio, 3), **interrupted}
    return found


def starts_of(game_name: str, release: str = "") -> list[Any]:
    """The first positions of eight games between ready-made teams; the same ones for every release."""
    game = game_named(game_name)
    fixtures = fixtures_of(game_name, ("random", "random"), 16, 1, "", None, TURN_CAP, release=release)
    return [game.new(fixture.setup) for fixture in fixtures[::2]]


def play_round(game: Game, starts: list[Any], rng: Random, seconds: float, pace: Pace, agent: str = "random") -> None:
    """Whole games, events on, until the time is up.

    Raises InvariantError for a game that goes on asking without end, EsquiveError for an agent that there is not.
    """
    chooser = None if agent == "random" else agent_named(agent, game.name)
    decisions = games = turns = 0
    began = time.process_time()
    while True:
        state = starts[games % len(starts)].copy()
        state.log = []
        asked = 0
        while game.turn_of(state) <= TURN_CAP:
            waiting = state.waiting
            answer = -1
            if isinstance(waiting, Decision):
                decisions += 1
                if chooser is not None:
                    answer = chooser.choose(game, state, waiting, rng)
            elif isinstance(waiting, Over):
                break
            state.apply(waiting.sample(rng) if answer < 0 else answer)
            asked += 1
            if asked > MOST_WAITS:
                raise InvariantError(f"a game has no end after {MOST_WAITS} waits; it waits for {waiting!r}")
        games += 1
        turns += game.turn_of(state)
        spent = time.process_time() - began
        if spent >= seconds:
            break
    pace.add(decisions, games, turns, spent)


def play_peer(rng: Random, seconds: float, pace: Pace) -> None:
    """Whole random games of chess until the time is up; a decision is a move, a turn is a move as well."""
    import chess

    moves = games = 0
    began = time.process_time()
    while True:
        board = chess.Board()
        while not board.is_game_over():
            legal = list(board.legal_moves)
            board.push(legal[int(rng.random() * len(legal))])
            moves += 1
        games += 1
        spent = time.process_time() - began
        if spent >= seconds:
            break
    pace.add(moves, games, moves, spent)


def time_calls(positions: list[Any]) -> dict[str, float]:
    """Microseconds on average of one `copy()` and one `options()`, the latter where the answers can be listed."""
    listed = [state for state in positions if state.waiting.is_listed]
    copies = time_call([state.copy for state in positions])
    options = time_call([state.waiting.options for state in listed])
    return {"copy_microseconds": round(copies, 2), "options_microseconds": round(options, 2)}


def sample_positions(game: Game, starts: list[Any], rng: Random) -> list[Any]:
    """Positions in which somebody decides, about one in ten decisions of random games."""
    found: list[Any] = []
    number = 0
    while len(found) < SAMPLES:
        state = starts[number % len(starts)].copy()
        number += 1
        while not isinstance(state.waiting, Over) and game.turn_of(state) <= TURN_CAP and len(found) < SAMPLES:
            if isinstance(state.waiting, Decision) and rng.random() < 0.1:
                found.append(state.copy())
            state.apply(state.waiting.sample(rng))
    return found


def time_call(calls: list[Callable[[], Any]]) -> float:
    """Microseconds of a call on average: the best of five passes, so that a pause of the machine does not count."""
    best = float("inf")
    for _ in range(5):
        began = time.process_time()
        for call in calls:
            call()
            call()
            call()
            call()
            call()
        best = min(best, time.process_time() - began)
    return best / len(calls) / 5 * 1e6
