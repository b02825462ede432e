"""The games as PettingZoo environments of the AEC kind: players act one after another, as the rules ask them.

    from esquive.envs import pettingzoo
    env = pettingzoo.env("krosmaster")

The agents are the players of the set-up, `player_0` and so on. Each observes a dictionary of `observation` (see
`envs.spaces`) and `action_mask`, 1 for each legal action of whoever is asked. Rewards are 1, -1 or 0 at the end of a
game; an illegal action loses it. Beyond `turn_cap` turns a game is truncated. `setup`, `ground`, `teams` and `release`
say what is played (see `envs.play.SetUps`); `render_mode` is "ansi" for the position as text, or "human" to print it.
"""

from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np
from gymnasium import spaces as gym_spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from esquive.envs.play import RENDER_MODES, TURN_CAP, Play, SetUps
from esquive.envs.spaces import IllegalAction, spaces_of


def env(game: str, **options: Any) -> Any:
    """An environment with PettingZoo's checks of the order of calls; `raw_env` without them is a little quicker."""
    return wrappers.OrderEnforcingWrapper(raw_env(game, **options))


def raw_env(game: str, **options: Any) -> "GameEnv":
    """An environment; see above for the options."""
    return GameEnv(game, **options)


class GameEnv(AECEnv[str, dict[str, Any], int]):  # type: ignore[misc]  # it has no types
    """A game as PettingZoo sees it."""

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "is_parallelizable": False}

    def __init__(
        self,
        game: str,
        *,
        setup: dict[str, Any] | None = None,
        ground: str = "",
        teams: Sequence[str] | None = None,
        release: str = "",
        turn_cap: int = TURN_CAP,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.game, self.numbers = spaces_of(game)
        self.metadata = {**self.metadata, "name": f"esquive_{game}_v1"}
        self.render_mode = render_mode
        self.turn_cap = turn_cap
        self.set_ups = SetUps(self.game, setup, ground, teams, release)
        self.possible_agents = [f"player_{number}" for number in range(self.set_ups.players)]
        self._player = {agent: number for number, agent in enumerate(self.possible_agents)}
        self._encoders = [self.numbers.encoder(seat) for seat in range(self.set_ups.players)]
        space = observation_space_of(self.numbers)
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {agent: gym_spaces.Discrete(self.numbers.actions) for agent in self.possible_agents}
        self._rng = Random()
        self.play: Play | None = None

    def observation_space(self, agent: str) -> Any:
        """What each agent observes."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The actions of each agent."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game; equal seeds give equal set-ups and equal dice. `options` may hold a `setup` of its own."""
        if seed is not None:
            self._rng = Random(seed)
            for space in self.action_spaces.values():
                space.seed(seed)
        elif self.play is None:
            self._rng = Random(seeding.np_random()[1])
        setup = (options or {}).get("setup") or self.set_ups.draw(self._rng)
        self.play = Play(self.numbers, self.game, setup, self.turn_cap, self._rng)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[max(0, self.play.player)]

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent observes now; its mask is empty while another one is asked."""
        play = self._playing()
        player = self._player[agent]
        mask = np.zeros(self.numbers.actions, np.int8)
        if player == play.player:
            mask[play.legal()] = 1
        return {"observation": play.observed(player, self._encoders), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Takes the action of the agent who is asked."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        play = self._playing()
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        try:
            play.step(int(action) if action is not None else -1)
        except IllegalAction:
            play.forfeit(self._player[agent])
            self.infos[agent] = {"illegal": action}
        if play.is_over or play.is_cut:
            scores = play.scores()
            for number, one in enumerate(self.agents):
                self.rewards[one] = scores[number]
                self.terminations[one], self.truncations[one] = play.is_over, play.is_cut
        self._accumulate_rewards()
        if play.player >= 0:
            self.agent_selection = self.possible_agents[play.player]
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """The position as text; printed where the mode is "human"."""
        return self._playing().rendered(self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""

    def _playing(self) -> Play:
        if self.play is None:
            raise RuntimeError("call reset() first")
        return self.play


def observation_space_of(numbers: Any) -> gym_spaces.Dict:
    """The space of what a player observes: the vector, and the mask of legal actions."""
    limits = np.iinfo(numbers.dtype)
    size = sum(block.size for block in numbers.layout)
    return gym_spaces.Dict(
        {
            "observation": gym_spaces.Box(limits.min, limits.max, (size,), numbers.dtype),
            "action_mask": gym_spaces.Box(0, 1, (numbers.actions,), np.int8),
        }
    )
