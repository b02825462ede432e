"""The games as Gymnasium environments: one player learns, agents of the program play the others.

    from esquive.envs import gymnasium
    env = gymnasium.make("krosmaster", opponent="greedy")
    envs = gymnasium.make_vec("krosmaster", 8, opponent="random")

Observations, actions and rewards are those of `envs.pettingzoo`; the options are, too, and `opponent` (as for
`esquive match --agents`), `partner` (who plays with the learner where players win together), and `player`: which of the
set-up's players learns, drawn anew for each game unless it is said.
"""

from collections.abc import Sequence
from functools import partial
from random import Random
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces as gym_spaces
from gymnasium.vector import AsyncVectorEnv, SyncVectorEnv, VectorEnv

from esquive.agents.base import Agent, agent_named
from esquive.core.errors import DocumentError
from esquive.core.phrases import phrase
from esquive.core.waiting import Decision
from esquive.envs.pettingzoo import observation_space_of
from esquive.envs.play import RENDER_MODES, TURN_CAP, Play, SetUps
from esquive.envs.spaces import IllegalAction, spaces_of


def make(game: str, **options: Any) -> "OpponentEnv":
    """An environment in which one player learns; see above for the options."""
    return OpponentEnv(game, **options)


def make_vec(game: str, number: int, *, processes: bool = False, **options: Any) -> VectorEnv[Any, Any, Any]:
    """Several environments played at once, in this process or each in one of its own; a finished game begins anew."""
    makers = [partial(make, game, **options) for _ in range(number)]
    return AsyncVectorEnv(makers) if processes else SyncVectorEnv(makers)


class OpponentEnv(gymnasium.Env[dict[str, Any], Any]):
    """A game against agents of the program."""

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES)}

    def __init__(
        self,
        game: str,
        *,
        opponent: str = "random",
        partner: str = "random",
        player: int | None = None,
        setup: dict[str, Any] | None = None,
        ground: str = "",
        teams: Sequence[str] | None = None,
        release: str = "",
        turn_cap: int = TURN_CAP,
        render_mode: str | None = None,
    ) -> None:
        self.game, self.numbers = spaces_of(game)
        self.set_ups = SetUps(self.game, setup, ground, teams, release)
        if player is not None and not 0 <= player < self.set_ups.players:
            raise DocumentError(
                "there is no player {player}", "player", phrase("use 0 to {most}", most=self.set_ups.players - 1),
                player=player,
            )  # fmt: skip
        self.opponent, self.partner, self.player = opponent, partner, player
        self.turn_cap = turn_cap
        self.render_mode = render_mode
        self.observation_space = observation_space_of(self.numbers)
        self.action_space = gym_spaces.Discrete(self.numbers.actions)
        self._encoders = [self.numbers.encoder(seat) for seat in range(self.set_ups.players)]
        self._agents: list[Agent] = []
        self._learner = 0
        self._rng = Random()
        self.play: Play | None = None
        agent_named(opponent, game), agent_named(partner, game)  # whoever cannot play is told so at once

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[dict[str, Any], Any]:
        """A new game, played up to the learner's first decision; `options` may hold a `setup` of its own."""
        super().reset(seed=seed)
        if seed is not None or self.play is None:
            self._rng = Random(int(self.np_random.integers(1 << 62)))
        while True:
            setup = (options or {}).get("setup") or self.set_ups.draw(self._rng)
            play = self.play = Play(self.numbers, self.game, setup, self.turn_cap, self._rng)
            self._learner = self._rng.randrange(play.players) if self.player is None else self.player
            friends = play.friends_of(self._learner)
            self._agents = [
                agent_named(self.partner if player in friends else self.opponent, self.game.name)
                for player in range(play.players)
            ]
            self._play_others()
            if play.choice is not None:  # else it was over before the learner was asked anything
                return self._observed(), self._info()

    def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Takes the learner's action, and plays on to its next decision or the end."""
        play = self._playing()
        info: dict[str, Any] = {}
        try:
            play.step(int(action))
        except IllegalAction:
            play.forfeit(self._learner)
            info["illegal"] = int(action)
        self._play_others()
        if self.render_mode == "human":
            self.render()
        reward = play.scores()[self._learner] if play.is_over else 0.0
        return self._observed(), reward, play.is_over, play.is_cut, {**self._info(), **info}

    def render(self) -> str | None:
        """The position as text; printed where the mode is "human"."""
        return self._playing().rendered(self.render_mode)

    def action_masks(self) -> Any:
        """The mask of the learner's legal actions, where libraries ask for it by this name."""
        return self._observed()["action_mask"]

    def _play_others(self) -> None:
        play = self._playing()
        while play.choice is not None and play.player != self._learner:
            waiting = play.state.waiting
            assert isinstance(waiting, Decision)
            play.answer(self._agents[play.player].choose(self.game, play.state, waiting, self._rng))

    def _observed(self) -> dict[str, Any]:
        play = self._playing()
        mask = np.zeros(self.numbers.actions, np.int8)
        if play.player == self._learner:
            mask[play.legal()] = 1
        return {"observation": play.observed(self._learner, self._encoders), "action_mask": mask}

    def _info(self) -> dict[str, Any]:
        return {"player": self._learner, "turn": self.game.turn_of(self._playing().state)}

    def _playing(self) -> Play:
        if self.play is None:
            raise RuntimeError("call reset() first")
        return self.play
