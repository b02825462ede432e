"""What a change of a card is worth: games in pairs, the same in everything but the change.

Each pair has one set-up (a team by chance with the card, another one by chance, an arena), one dice stream and one
agent on both sides, and is played once as it is and once with the change. What the change is worth is the mean over
pairs of what the team with the card won more. Of two pairs in turn the second has the teams in the other order.

The games are kept in a file, a line each: a comparison that was broken off goes on where it was.
"""

from collections.abc import Callable, Iterator, Sequence
from math import comb, sqrt
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from esquive.core.errors import EsquiveError
from esquive.core.setups import Setups
from esquive.lab.kept_games import KeptGames
from esquive.lab.matches import Fixture, Played, play_series
from esquive.lab.scores import PAIR, WIDTH, Score, score_of

FEW: Final = 0.05  # casts a game: the bots cast such a spell so seldom that the comparison leaves it out
MOST_EXACT: Final = 1000  # pairs that differ; beyond that the binomial is as good as normal

Plays = Callable[[list[Fixture], int, list[str]], Iterator[Played]]


class Side(NamedTuple):
    """One half of a comparison: what its matches are chosen from, and the card that the team has."""

    setups: Setups
    card: str


class Game(NamedTuple):
    """A game: of which pair, with the change or without, what the team with the card got, and whether it began.

    `uses` counts by spell what the card did.
    """

    pair: int
    is_changed: bool
    points: float
    begins: bool | None
    uses: dict[str, int]


class Difference(NamedTuple):
    """Of some pairs: what the team with the card scored without and with the change, and what the change is worth.

    `p` is that of the two-sided sign test over the pairs that went otherwise: how often chance alone would do as much.
    """

    pairs: int
    without: Score
    changed: Score
    worth: Score
    p: float


class Comparison:
    """A comparison of `games` games (a multiple of four): of a card as it is, and of the change.

    Raises EsquiveError for cards that no team can be built with, and for a file of another comparison.
    """

    def __init__(
        self,
        game: str,
        sides: tuple[Side, Side],
        agent: str,
        games: int,
        seed: int,
        turn_cap: int,
        file: Path | None,
        change: str = "",
    ) -> None:
        self.game = game
        self.without, self.changed = sides
        self.agent = agent
        self.games = games
        self.seed = seed
        self.turn_cap = turn_cap
        header = {
            "balance": 1,
            "game": game,
            "card": self.changed.card,
            "instead": self.without.card,
            "change": change,
            "agent": agent,
            "seed": seed,
            "turn_cap": turn_cap,
        }
        self.kept = KeptGames(file, header)
        try:
            found = [Game(*line) for line in self.kept.games]
        except TypeError as error:
            raise EsquiveError(
                "cannot be read as kept games: {why}", str(file), "name another file, or delete it", why=error
            ) from error
        self.played = {(one.pair, one.is_changed): one for one in found if one.pair < games // PAIR}

    def fixtures(self) -> Iterator[tuple[int, bool, Fixture]]:
        """Every game: its pair, whether it has the change, and what it is."""
        for pair in range(self.games // PAIR):
            for is_changed, side in ((False, self.without), (True, self.changed)):
                setup = self._setup(side, pair)
                seed = f"{self.seed}/{pair}"
                agents = (self.agent, self.agent)
                number = PAIR * pair + is_changed
                yield pair, is_changed, Fixture(
                    number, self.game, seed, setup, agents, self.turn_cap, False, True, watched=side.card
                )  # fmt: skip

    def _setup(self, side: Side, pair: int) -> dict[str, Any]:
        """The set-up of a pair; that after it, if it is even, has the same teams in the other order."""
        rng = Random(f"{self.seed}/{pair // PAIR}/draw")
        format_ = self.without.setups.formats()[0]
        own = self.without.setups.drawn_team(rng, format_.id, (self.without.card,))
        own = [side.card if one == self.without.card else one for one in own]
        other = self.without.setups.drawn_team(rng, format_.id)
        ground = rng.choice(format_.grounds)
        return side.setups.setup(format_.id, ground, [own, other] if pair % PAIR == 0 else [other, own])

    def play(self, jobs: int, plays: Plays = play_series) -> Iterator[Game]:
        """The games that have not been played, as they are; each is kept before the next."""
        wanted = [one for one in self.fixtures() if one[:2] not in self.played]
        fixtures = [fixture for _, _, fixture in wanted]
        for (pair, is_changed, _), played in zip(wanted, plays(fixtures, jobs, []) if wanted else (), strict=True):
            game = _game_of(pair, is_changed, played)
            self.played[pair, is_changed] = game
            self.kept.keep(list(game))
            yield game

    def pairs(self) -> list[tuple[Game, Game]]:
        """The pairs of which both games were played: without the change and with it."""
        numbers = sorted({pair for pair, _ in self.played})
        both = ((self.played.get((one, False)), self.played.get((one, True))) for one in numbers)
        return [(one, other) for one, other in both if one is not None and other is not None]

    def uses(self) -> dict[str, float]:
        """How often a game the card casts each of its spells, with the change."""
        games = [other for _, other in self.pairs()]
        totals: dict[str, int] = {}
        for game in games:
            for spell, times in game.uses.items():
                totals[spell] = totals.get(spell, 0) + times
        return {spell: times / len(games) for spell, times in totals.items()}


def _game_of(pair: int, is_changed: bool, played: Played) -> Game:
    """What a game was for the team with the card, whose place in the set-up its pair tells."""
    place = pair % PAIR
    points = 0.5 if played.winner < 0 else float(played.winner == place)
    first = played.measures.get("first_player_wins", 0.5)
    begins = None if first == 0.5 or played.winner < 0 else (first == 1.0) == (points == 1.0)
    return Game(pair, is_changed, points, begins, played.uses)


def difference_of(pairs: Sequence[tuple[Game, Game]]) -> Difference:
    """What a change is worth over some pairs."""
    without, changed = ([game.points for game in side] for side in zip(*pairs, strict=True)) if pairs else ([], [])
    more = [other - one for one, other in zip(without, changed, strict=True)]
    return Difference(len(pairs), score_of(without), score_of(changed), _worth(more), sign_test(more))


def _worth(more: Sequence[float]) -> Score:
    """The mean with its interval (95 %), as if one pair more had gone to either side, as `scores.score_of` does."""
    if not more:
        return Score(0.0, -1.0, 1.0)
    units = [*more, -1.0, 1.0]
    middle = sum(units) / len(units)
    spread = sqrt(sum((unit - middle) ** 2 for unit in units) / len(units)) / sqrt(len(units))
    return Score(sum(more) / len(more), max(-1.0, middle - WIDTH * spread), min(1.0, middle + WIDTH * spread))


def sign_test(more: Sequence[float]) -> float:
    """The two-sided p of the pairs that went otherwise, under the hypothesis that the change is worth nothing."""
    up, down = sum(one > 0 for one in more), sum(one < 0 for one in more)
    number = up + down
    if number == 0:
        return 1.0
    if number > MOST_EXACT:
        from statistics import NormalDist

        return 2 * NormalDist().cdf(-max(0.0, abs(up - down) - 1) / sqrt(number))
    tail: float = sum(comb(number, k) for k in range(max(up, down), number + 1)) / (1 << number)
    return min(1.0, 2 * tail)
