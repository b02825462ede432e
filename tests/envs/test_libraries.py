"""PettingZoo, Gymnasium and OpenSpiel: each environment passes its library's own suite, and plays by the rules."""

from random import Random
from typing import Any

import gymnasium as gym
import numpy as np
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

from esquive.core.errors import EsquiveError
from esquive.core.games import game_named
from esquive.envs import gymnasium, open_spiel, pettingzoo
from esquive.envs.play import Play, SetUps
from esquive.envs.spaces import spaces_of

# The suites advise what is a matter of taste (a Box instead of a Dict, floats) and say so by warnings.
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")

GAMES = [pytest.param("krosmaster"), pytest.param("kaos", marks=pytest.mark.again)]


# --------------------------------------------------------------------------------------------------------- PettingZoo


@pytest.mark.parametrize("game", GAMES)
def test_the_suite_of_pettingzoo_passes(game: str) -> None:
    api_test(pettingzoo.env(game, turn_cap=6 if game == "krosmaster" else 1), num_cycles=60)
    seed_test(lambda: pettingzoo.env(game, turn_cap=1), num_cycles=20)


def played(env: Any, rng: Random) -> list[tuple[str, int]]:
    """A game by chance: who took which action."""
    taken = []
    for agent in env.agent_iter():
        observation, _, ended, cut, _ = env.last()
        action = None if ended or cut else rng.choice(np.flatnonzero(observation["action_mask"]).tolist())
        if action is not None:
            taken.append((agent, action))
        env.step(action)
    return taken


def test_equal_seeds_give_equal_games_and_the_winner_gets_one() -> None:
    env = pettingzoo.raw_env("krosmaster", turn_cap=80)
    for seed in range(4):
        games = []
        for _ in range(2):
            env.reset(seed=seed)
            games.append(played(env, Random(seed)))
        assert games[0] == games[1]
        play = env.play
        scores = play.scores()
        assert sum(scores) == 0
        if play.is_over:
            winner = scores.index(1.0)
            assert play.game.winner_of(play.state) == play.seat_of(winner)
        else:
            assert scores == [0.0, 0.0]


def test_an_illegal_action_loses_the_game_and_says_so() -> None:
    env = pettingzoo.raw_env("krosmaster")
    env.reset(seed=1)
    agent = env.agent_selection
    env.step(1547)
    assert env.rewards[agent] == -1.0
    assert sum(env.rewards.values()) == 0
    assert all(env.terminations.values())
    assert env.infos[agent] == {"illegal": 1547}


def test_a_game_beyond_its_cap_is_truncated_and_nobody_has_won() -> None:
    env = pettingzoo.raw_env("krosmaster", turn_cap=2)
    env.reset(seed=3)
    for _ in range(2000):
        if any(env.truncations.values()):
            break
        mask = env.observe(env.agent_selection)["action_mask"]
        env.step(int(np.flatnonzero(mask)[-1]))
    assert all(env.truncations.values())
    assert set(env.rewards.values()) == {0.0}


def test_the_position_can_be_looked_at(capsys: pytest.CaptureFixture[str]) -> None:
    env = pettingzoo.env("krosmaster", render_mode="ansi")
    env.reset(seed=1)
    assert "." in env.render()
    shown = pettingzoo.raw_env("krosmaster", render_mode="human")
    shown.reset(seed=1)
    shown.render()
    assert capsys.readouterr().out == env.render() + "\n"


# ----------------------------------------------------------------------------------------------------------- Gymnasium


@pytest.mark.parametrize("game", GAMES)
def test_the_suite_of_gymnasium_passes(game: str) -> None:
    check_env(gymnasium.make(game, turn_cap=2), skip_render_check=True)


def test_somebody_who_learns_meets_agents_of_the_program() -> None:
    env = gymnasium.make("krosmaster", opponent="greedy", player=1, turn_cap=3)
    observation, info = env.reset(seed=4)
    assert info["player"] == 1
    assert env.action_masks().tolist() == observation["action_mask"].tolist()
    rng, ended = Random(1), False
    while not ended:
        observation, reward, over, cut, info = env.step(rng.choice(np.flatnonzero(env.action_masks()).tolist()))
        ended = over or cut
        assert reward in (-1.0, 0.0, 1.0)
    assert info["turn"] >= 3


@pytest.mark.parametrize("options", [{"opponent": "nobody"}, {"player": 2}, {"ground": "nowhere"}])
def test_what_there_is_not_is_told_when_the_environment_is_made(options: dict[str, Any]) -> None:
    with pytest.raises(EsquiveError):
        gymnasium.make("krosmaster", **options)


def test_several_are_played_at_once() -> None:
    envs = gymnasium.make_vec("krosmaster", 3, turn_cap=2)
    observations, _ = envs.reset(seed=5)
    assert isinstance(envs, gym.vector.VectorEnv)
    assert observations["observation"].shape == (3, 7356)
    actions = np.array([np.flatnonzero(mask)[0] for mask in observations["action_mask"]])
    observations, rewards, *_ = envs.step(actions)
    assert rewards.shape == (3,)
    envs.close()


# ----------------------------------------------------------------------------------------------------------- OpenSpiel


@pytest.mark.parametrize("game", GAMES)
def test_the_suite_of_openspiel_passes(game: str) -> None:
    loaded = open_spiel.load(game, turn_cap=0 if game == "krosmaster" else 1)
    pyspiel.random_sim_test(loaded, num_sims=1, serialize=False, verbose=False)


def test_a_roll_of_several_dice_is_rolled_die_by_die() -> None:
    state = open_spiel.load("krosmaster", turn_cap=2).new_initial_state()
    rng = Random(6)
    kinds = set()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            assert sum(chance for _, chance in outcomes) == pytest.approx(1)
            kinds.add(len(outcomes))
            assert state.action_to_string(-1, outcomes[0][0])
            state.apply_action(rng.choice(outcomes)[0])
        else:
            actions = state.legal_actions()
            assert actions == sorted(actions)
            state.apply_action(rng.choice(actions))
    assert 6 in kinds
    assert not {36, 216} & kinds
    assert state.returns() == [0.0, 0.0]


def test_a_copy_goes_on_by_itself_and_a_position_survives_being_written_down() -> None:
    game = open_spiel.load("krosmaster", set_up_seed=4, turn_cap=3)
    state = game.new_initial_state()
    rng = Random(2)
    for _ in range(40):
        actions = (
            [outcome for outcome, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        )
        other = state.clone()
        action = rng.choice(actions)
        before = str(state)
        other.apply_action(action)
        assert str(state) == before
        state.apply_action(action)
        assert str(state) == str(other)
    _, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    assert str(again) == str(state)
    observer = game.make_py_observer()
    observer.set_from(state, 0)
    assert observer.tensor.any()
    assert observer.string_from(state, 0)


def two_against_two() -> dict[str, Any]:
    """Two against two, with the ready-made pairs."""
    setups = game_named("krosmaster").setups
    format_ = next(one for one in setups.formats() if one.has_partners)
    pairs = [list(team.cards) for team in setups.ready_teams() if format_.id in team.formats][:4]
    return setups.setup(format_.id, setups.usual_ground(format_), pairs)


def test_four_players_play_in_teams_of_two() -> None:
    env = pettingzoo.raw_env("krosmaster", setup=two_against_two(), turn_cap=1)
    assert env.possible_agents == ["player_0", "player_1", "player_2", "player_3"]
    env.reset(seed=2)
    env.step(1547)
    assert sorted(env.rewards.values()) == [-1.0, -1.0, 1.0, 1.0]


def test_a_copy_of_a_game_goes_on_to_another_end() -> None:
    game, numbers = spaces_of("krosmaster")
    play = Play(numbers, game, SetUps(game).draw(Random(1)), 200, Random(1))
    other = play.copy()
    before = play.state.to_data()
    while other.state.to_data() == before and other.choice is not None:
        other.step(other.legal()[0])
    assert play.state.to_data() == before
    assert other.state.to_data() != before
