"""One game played by actions: what the adaptors of the libraries have in common.

Players are those of the set-up, in its order, from 0; which seat each has is the game's to say, and does not change
after the first decision.
"""

import sys
from collections.abc import Sequence
from random import Random
from typing import Any, Final

from esquive.core.errors import DocumentError
from esquive.core.game import Game
from esquive.core.ids import NOBODY
from esquive.core.setups import SetupSource
from esquive.core.waiting import Decision, Over, Roll
from esquive.envs.spaces import Choice, Encoder, Spaces, Vector

TURN_CAP: Final = 200
RENDER_MODES: Final = ("ansi", "human")


class SetUps:
    """Where the set-ups of an environment come from: one that is given, or drawn for each game.

    `setup` is a whole set-up, as in a record; without it, ready-made teams meet, on a ground that is drawn too, unless
    `ground` (an arena, battlefield or scenario) and `teams` (two ids or team files) say otherwise; `release` is the
    rulebook's. Raises EsquiveError for what there is not, DocumentError for a set-up that cannot be.
    """

    def __init__(
        self,
        game: Game,
        setup: dict[str, Any] | None = None,
        ground: str = "",
        teams: Sequence[str] | None = None,
        release: str = "",
    ) -> None:
        if setup is not None and (ground or teams is not None or release):
            raise DocumentError(
                "a whole set-up leaves nothing to choose", "setup", "give either setup or ground, teams, release"
            )
        self.game = game
        self._setup = setup
        self._source: SetupSource | None = None
        if setup is None:
            named = None if teams is None else list(teams)
            self._source = game.setups.under(release).series(ground, named)
        self.players = game.seats_of(game.new(self.draw(Random(0))))

    def draw(self, rng: Random) -> dict[str, Any]:
        """The set-up of the next game."""
        if self._source is not None:
            return self._source.draw(rng)
        assert self._setup is not None
        return self._setup


class Play:
    """A game being played. `rng` throws the dice as they come; without it whoever plays gives the outcomes, too.

    `choice` are the actions of the player who is asked, None when nobody is. A game that goes on beyond `turn_cap`
    turns is cut off: `is_cut` then, and nobody has won.
    """

    def __init__(self, spaces: Spaces, game: Game, setup: dict[str, Any], turn_cap: int, rng: Random | None) -> None:
        self.spaces = spaces
        self.game = game
        self.turn_cap = turn_cap
        self._rng = rng
        self.state: Any = game.new(setup)
        self.choice: Choice | None = None
        self.player = NOBODY
        self.is_over = self.is_cut = False
        self._seats: list[int] = []
        self._forfeits = NOBODY  # the player who has given the game away
        self._go_on()

    def step(self, action: int) -> None:
        """Takes an action of the player who is asked; raises IllegalAction for one that is not legal."""
        assert self.choice is not None, "nobody is asked"
        answer = self.choice.take(action)
        if answer is not None:
            self.state.apply(answer)
            self._go_on()

    def answer(self, answer: int) -> None:
        """Takes an answer as the engine knows it, of an agent that has not chosen by action."""
        self.state.apply(answer)
        self._go_on()

    def forfeit(self, player: int) -> None:
        """Ends the game: a player loses it, and whoever wins together with that player."""
        self._forfeits = player
        self.is_over, self.choice, self.player = True, None, NOBODY

    def fall(self, outcome: int) -> None:
        """How the roll that is waited for has fallen."""
        self.state.apply(outcome)
        self._go_on()

    @property
    def roll(self) -> Roll | None:
        """The roll that is waited for, without an `rng`."""
        waiting = self.state.waiting
        return waiting if isinstance(waiting, Roll) and not self.is_cut else None

    def legal(self) -> list[int]:
        """The actions that may be taken now."""
        return self.choice.legal if self.choice is not None else []

    @property
    def players(self) -> int:
        """How many play."""
        return len(self._seats)

    def seat_of(self, player: int) -> int:
        """Where a player of the set-up sits."""
        return self._seats[player]

    def friends_of(self, player: int) -> list[int]:
        """The players who win together with one, that one included."""
        return [self._seats.index(seat) for seat in self.game.partners_of(self.state, self._seats[player])]

    def observed(self, player: int, encoders: Sequence[Encoder]) -> Vector:
        """What a player observes; `encoders` are those of all seats."""
        return encoders[self._seats[player]].observe(self.state, self.choice)

    def scores(self) -> list[float]:
        """1 for who has won, -1 for who has lost, 0 for everybody otherwise, by player of the set-up."""
        if self._forfeits >= 0:
            losers = self.friends_of(self._forfeits)
            return [-1.0 if player in losers else 1.0 for player in range(self.players)]
        winner = self.game.winner_of(self.state) if self.is_over else NOBODY
        if winner < 0:
            return [0.0] * self.players
        winners = self.game.partners_of(self.state, winner)
        return [1.0 if seat in winners else -1.0 for seat in self._seats]

    def rendered(self, mode: str | None) -> str | None:
        """The position as text; written to standard output where the mode is "human"."""
        text = self.game.draw(self.state)
        if mode != "human":
            return text
        sys.stdout.write(f"{text}\n")
        return None

    def copy(self) -> "Play":
        """One that goes on by itself, with the same `rng`."""
        other = Play.__new__(Play)
        other.spaces, other.game, other.turn_cap = self.spaces, self.game, self.turn_cap
        other.state = self.state.copy()
        other.choice = None if self.choice is None else self.choice.copy()
        other.player, other.is_over, other.is_cut = self.player, self.is_over, self.is_cut
        other._rng, other._seats, other._forfeits = self._rng, self._seats, self._forfeits
        return other

    def _go_on(self) -> None:
        """To the next decision, to the end, or to a roll that somebody else throws."""
        state = self.state
        while isinstance(state.waiting, Roll) and self._rng is not None:
            state.apply(state.waiting.sample(self._rng))
        waiting = state.waiting
        self.choice, self.player = None, NOBODY
        self.is_over = isinstance(waiting, Over)
        self.is_cut = not self.is_over and self.game.turn_of(state) > self.turn_cap
        if self.game.turn_of(state) <= 1:
            self._take_seats()
        if isinstance(waiting, Decision) and not self.is_cut:
            self.choice = self.spaces.choice(state, waiting)
            self.player = self._seats.index(waiting.seat)

    def _take_seats(self) -> None:
        seats = range(self.game.seats_of(self.state))
        self._seats = sorted(seats, key=lambda seat: self.game.player_in(self.state, seat))
