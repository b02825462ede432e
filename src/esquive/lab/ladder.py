"""A ladder: every agent against every other on mirrored set-ups, and a rating for each.

Ratings are those of Bradley and Terry, in Elo points: who is 100 points above another one scores 64 of 100. They are
fitted by `choix` (extra `ladder`) to all games together, a draw as half a win for both. Their intervals (95 %) come
from the bootstrap with pairs of games as units, for the two games of a set-up are no independent tries.

The games played are kept in a file, a line each: a ladder that was broken off goes on where it was.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from esquive.core.errors import EsquiveError
from esquive.lab.fixtures import fixtures_of, mirrored
from esquive.lab.kept_games import KeptGames
from esquive.lab.matches import Fixture, Played, play_series

RESAMPLES: Final = 400
PRIOR: Final = 0.05  # of every pairing: so that nobody who has won all games is infinitely far above the others
MIDDLE: Final = 1500.0
ELO: Final = 173.7178  # points of Elo for a factor e of the odds: 400 / ln 10
ENDS: Final = (2.5, 97.5)

Plays = Callable[[list[Fixture], int, list[str]], Iterator[Played]]


class Game(NamedTuple):
    """A game: who played, by place in the list of agents, its number in their series, and the points of `one`."""

    one: int
    other: int
    number: int
    points: float


class Rating(NamedTuple):
    """What an agent is worth, in Elo points, with the ends of the interval; its games and what it scored in them."""

    agent: str
    rating: float
    least: float
    most: float
    games: int
    score: float


class Ladder:
    """A ladder of some agents, `games` for each pairing (an even number); `file` is where games are kept, if anywhere.

    Raises EsquiveError for fewer than two agents, and for a file of another ladder.
    """

    def __init__(
        self, game: str, agents: Sequence[str], games: int, seed: int, turn_cap: int, file: Path | None
    ) -> None:
        if len(set(agents)) < 2 or len(set(agents)) < len(agents):
            raise EsquiveError("a ladder needs two different agents or more", "--agents", "name each of them once")
        self.game = game
        self.agents = list(agents)
        self.games = games
        self.seed = seed
        self.turn_cap = turn_cap
        self.kept = KeptGames(file, self.header)
        try:
            found = [Game(*line) for line in self.kept.games]
        except TypeError as error:
            raise EsquiveError(
                "cannot be read as kept games: {why}", str(file), "name another file, or delete it", why=error
            ) from error
        self.played = {game[:3]: game for game in found if game.number < games}

    @property
    def header(self) -> dict[str, Any]:
        """What makes this ladder; the number of games is not part of it, so that more can be played later."""
        return {"ladder": 1, "game": self.game, "agents": self.agents, "seed": self.seed, "turn_cap": self.turn_cap}

    @property
    def total(self) -> int:
        """How many games there are to be."""
        return len(self.agents) * (len(self.agents) - 1) // 2 * self.games

    def play(self, jobs: int, plays: Plays = play_series) -> Iterator[Game]:
        """The games that have not been played, as they are; each is kept before the next. `plays` plays series."""
        for one, other in combinations(range(len(self.agents)), 2):
            pair = (self.agents[one], self.agents[other])
            series = mirrored(
                fixtures_of(
                    self.game, pair, self.games, self.seed, "", None, self.turn_cap, is_recorded=False
                )
            )  # fmt: skip
            wanted = [fixture for fixture in series if (one, other, fixture.number) not in self.played]
            if wanted:
                for fixture, played in zip(wanted, plays(wanted, jobs, []), strict=True):
                    yield self._keep(Game(one, other, fixture.number, _points(fixture, played)))

    def ratings(self) -> list[Rating]:
        """The agents, the strongest first; the mean of all is MIDDLE. Needs `choix`."""
        import numpy as np

        pairs = self._pairs()
        rng = Random(self.seed)
        best = _fitted(len(self.agents), [game for pair in pairs for game in pair])
        drawn = [
            _fitted(len(self.agents), [game for pair in rng.choices(pairs, k=len(pairs)) for game in pair])
            for _ in range(RESAMPLES)
        ]
        ends = np.percentile(np.array(drawn), ENDS, axis=0)
        found = []
        for place, agent in enumerate(self.agents):
            points = [game.points for game in self.played.values() if game.one == place]
            points += [1.0 - game.points for game in self.played.values() if game.other == place]
            least, most = (float(end[place]) for end in ends)
            score = sum(points) / len(points) if points else 0.5
            found.append(
                Rating(agent, best[place], min(least, best[place]), max(most, best[place]), len(points), score)
            )
        return sorted(found, key=lambda one: -one.rating)

    def _pairs(self) -> list[list[Game]]:
        pairs: dict[tuple[int, int, int], list[Game]] = {}
        for game in self.played.values():
            pairs.setdefault((game.one, game.other, game.number // 2), []).append(game)
        return list(pairs.values())

    def _keep(self, game: Game) -> Game:
        self.played[game[:3]] = game
        self.kept.keep(list(game))
        return game


def _points(fixture: Fixture, played: Played) -> float:
    """What the first agent has got; in games with odd numbers it led the second team."""
    if played.winner < 0:
        return 0.5
    return float((played.winner == 0) == (fixture.number % 2 == 0))


def _fitted(agents: int, games: Sequence[Game]) -> list[float]:
    """The ratings of all agents by their games, as a list of Elo points about MIDDLE."""
    import choix
    import numpy as np

    wins = np.full((agents, agents), PRIOR) - np.diag(np.full(agents, PRIOR))
    for game in games:
        wins[game.one, game.other] += game.points
        wins[game.other, game.one] += 1.0 - game.points
    # choix counts whole comparisons; its dense form takes fractions of them, as draws are.
    strengths = choix.ilsr_pairwise_dense(wins)
    return [MIDDLE + ELO * float(strength) for strength in strengths - strengths.mean()]
