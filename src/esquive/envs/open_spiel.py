"""The games for OpenSpiel, with explicit chance: every roll of the dice is a move of the chance player.

    from esquive.envs import open_spiel
    game = open_spiel.load("krosmaster", turn_cap=40)

OpenSpiel knows them as `python_esquive_krosmaster` and `python_esquive_kaos`. A roll of several dice is rolled die by
die. One game object is one set-up: `setup` is a whole one as JSON; without it, it is drawn by `set_up_seed` as far as
`ground`, `teams` (two ids with a comma between them) and `release` leave it open. Returns are 1, -1 or 0; a game beyond
`turn_cap` turns is a draw.
"""

import json
from functools import lru_cache
from random import Random
from typing import Any, Final

import numpy as np
import pyspiel

from esquive.core.games import found_in, game_named
from esquive.core.phrases import phrase
from esquive.envs.play import TURN_CAP, Play, SetUps
from esquive.envs.spaces import ENVIRONMENTS, blocks_of, size_of, spaces_of, unnumbered

MOST_OUTCOMES: Final = 128  # of one chance node
MOST_PLAYERS: Final = 4
MOST_MOVES: Final = 100_000
PARAMETERS: Final[dict[str, Any]] = {
    "setup": "",
    "set_up_seed": 0,
    "ground": "",
    "teams": "",
    "release": "",
    "turn_cap": TURN_CAP,
}


def load(game: str, **parameters: Any) -> Any:
    """The OpenSpiel game of a game; see above for the parameters."""
    spaces_of(game)
    return pyspiel.load_game(name_of(game), {"setup": "", **parameters})


def name_of(game: str) -> str:
    """What OpenSpiel calls a game."""
    return f"python_esquive_{game}"


def _type_of(game: str, players: int = 2) -> Any:
    return pyspiel.GameType(
        short_name=name_of(game),
        long_name=f"{game_named(game).title} (Esquive)",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM if players == 2 else pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=MOST_PLAYERS,
        min_num_players=2,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=PARAMETERS,
    )


class SetUp:
    """What a game object stands for: one set-up of a game, and the encoders of its seats."""

    def __init__(self, name: str, params: dict[str, Any]) -> None:
        self.game, self.numbers = spaces_of(name)
        given = {**PARAMETERS, **params}
        whole = json.loads(given["setup"]) if given["setup"] else None
        teams = given["teams"].split(",") if given["teams"] else None
        set_ups = SetUps(self.game, whole, given["ground"], teams, given["release"])
        self.setup = set_ups.draw(Random(given["set_up_seed"]))
        self.turn_cap: int = given["turn_cap"]
        self.players = set_ups.players
        self.encoders = [self.numbers.encoder(seat) for seat in range(set_ups.players)]


@lru_cache(maxsize=64)
def _set_up(name: str, params: str) -> SetUp:
    """That of a game's parameters: OpenSpiel copies game objects by those, and what else is in them is lost."""
    return SetUp(name, json.loads(params))


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # it has no types
    """One set-up of the game that a derived class names."""

    name = ""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        params = params or {}
        set_up = _set_up(self.name, json.dumps(params))
        info = pyspiel.GameInfo(
            num_distinct_actions=set_up.numbers.actions,
            max_chance_outcomes=MOST_OUTCOMES,
            num_players=set_up.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if set_up.players == 2 else None,
            max_game_length=MOST_MOVES,
        )
        super().__init__(_type_of(self.name, set_up.players), info, params)

    def set_up(self) -> SetUp:
        """What it stands for."""
        return _set_up(self.name, json.dumps(dict(self.get_parameters())))

    def new_initial_state(self) -> "SpielState":
        """The position in which the first roll or decision is waited for."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "SpielObserver":
        """What observes positions."""
        return SpielObserver(self.set_up())


class SpielState(pyspiel.State):  # type: ignore[misc]  # it has no types
    """A position; `dice` are those of the roll waited for that have been rolled."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        set_up = self.set_up = game.set_up()
        self.play = Play(set_up.numbers, set_up.game, set_up.setup, set_up.turn_cap, None)
        self.dice: tuple[int, ...] = ()

    def current_player(self) -> int:
        """Who is asked: a player, chance, or nobody any more."""
        play = self.play
        if play.is_over or play.is_cut:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if play.roll is not None else play.player

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.play.legal())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of one die, or of a draw, with their chances."""
        roll = self.play.roll
        assert roll is not None
        sides = _sides(roll)
        if sides > MOST_OUTCOMES:
            raise unnumbered(phrase("outcomes of a roll"), sides, MOST_OUTCOMES)
        if roll.count > 1:
            return [(face, 1 / sides) for face in range(sides)]
        total = roll.total()
        return [(outcome, weight / total) for outcome, weight in roll.outcomes()]

    def _apply_action(self, action: int) -> None:
        play, roll = self.play, self.play.roll
        if roll is None:
            play.step(action)
            return
        self.dice += (action,)
        if len(self.dice) == roll.count:
            sides, outcome = _sides(roll), 0
            for face in reversed(self.dice):  # the first die is the lowest digit
                outcome = outcome * sides + face
            self.dice = ()
            play.fall(outcome)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            roll = self.play.roll
            return f"{'roll' if roll is None else roll.kind} {action}"
        return self.set_up.numbers.meaning(action)

    def is_terminal(self) -> bool:
        """Whether the game is over or cut off."""
        return self.play.is_over or self.play.is_cut

    def returns(self) -> list[float]:
        """1 for who has won, -1 for who has lost, 0 for all before the end and after a draw."""
        return self.play.scores()

    def __str__(self) -> str:
        return f"{self.set_up.game.draw(self.play.state)}\n{self.dice}"

    def __deepcopy__(self, memo: dict[int, Any]) -> "SpielState":
        other = SpielState.__new__(SpielState)
        pyspiel.State.__init__(other, self.get_game())
        other.set_up, other.dice = self.set_up, self.dice
        other.play = self.play.copy()
        return other


def _sides(roll: Any) -> int:
    """Of each of a roll's dice; of a draw, how many things may be drawn."""
    return int(roll.size) if roll.count == 1 else round(roll.size ** (1 / roll.count))


class SpielObserver:
    """The observation of `envs.spaces` as floats, whole and by block."""

    def __init__(self, set_up: SetUp) -> None:
        self._set_up = set_up
        self.tensor = np.zeros(size_of(set_up.numbers.layout), np.float32)
        self.dict = blocks_of(set_up.numbers.layout, self.tensor)

    def set_from(self, state: SpielState, player: int) -> None:
        """Observes a position for a player."""
        self.tensor[:] = state.play.observed(player, self._set_up.encoders)

    def string_from(self, state: SpielState, player: int) -> str:
        """The same as text: equal strings, equal observations."""
        seen = state.play.observed(player, self._set_up.encoders)
        places = np.flatnonzero(seen)
        return " ".join(f"{place}:{seen[place]}" for place in places.tolist())


def _register() -> None:
    for name in found_in(ENVIRONMENTS):
        kind = type(f"{name.title()}SpielGame", (SpielGame,), {"name": name})
        pyspiel.register_game(_type_of(name), kind)


_register()
