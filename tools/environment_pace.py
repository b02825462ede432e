"""How many steps a second an environment takes, beside OpenSpiel's chess and python-chess in the same minutes.

    python tools/environment_pace.py --seconds 60
    PYTHONPATH=build/compiled python tools/environment_pace.py

All play by chance, in alternating rounds: the PettingZoo environment of Krosmaster Arena observing before each action,
OpenSpiel's chess (C++) with its observation tensor, python-chess with nothing to observe. Processor time is measured.
"""

import argparse
import time
from collections.abc import Callable
from random import Random
from statistics import median

import chess
import numpy as np
import pyspiel

from esquive.envs import pettingzoo

TURN_CAP = 60


def aec(seconds: float, rng: Random) -> float:
    """Steps a second of the PettingZoo environment, with observations and masks."""
    env = pettingzoo.raw_env("krosmaster", turn_cap=TURN_CAP)
    env.reset(seed=rng.getrandbits(32))
    steps, began = 0, time.process_time()
    while (spent := time.process_time() - began) < seconds:
        if any(env.terminations.values()) or any(env.truncations.values()):
            env.reset()
        legal = np.flatnonzero(env.observe(env.agent_selection)["action_mask"])
        env.step(legal[int(rng.random() * len(legal))])
        steps += 1
    return steps / spent


def spiel(seconds: float, rng: Random) -> float:
    """Moves a second of OpenSpiel's chess, with its observation tensor."""
    game = pyspiel.load_game("chess")
    state = game.new_initial_state()
    steps, began = 0, time.process_time()
    while (spent := time.process_time() - began) < seconds:
        if state.is_terminal():
            state = game.new_initial_state()
        np.asarray(state.observation_tensor(), np.float32)
        legal = state.legal_actions()
        state.apply_action(legal[int(rng.random() * len(legal))])
        steps += 1
    return steps / spent


def python_chess(seconds: float, rng: Random) -> float:
    """Moves a second of python-chess."""
    board = chess.Board()
    steps, began = 0, time.process_time()
    while (spent := time.process_time() - began) < seconds:
        if board.is_game_over():
            board = chess.Board()
        legal = list(board.legal_moves)
        board.push(legal[int(rng.random() * len(legal))])
        steps += 1
    return steps / spent


def main() -> None:
    """Measures and prints a row each."""
    parser = argparse.ArgumentParser(description=str(__doc__).partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    players: dict[str, Callable[[float, Random], float]] = {
        "AEC, Krosmaster Arena": aec,
        "OpenSpiel, chess": spiel,
        "python-chess": python_chess,
    }
    share = options.seconds / options.rounds / len(players)
    rates: dict[str, list[float]] = {name: [] for name in players}
    aec(share / 2, Random(0))
    for number in range(options.rounds):
        for name, play in players.items():
            rates[name].append(play(share, Random(number)))
    for name, found in rates.items():
        print(f"{name:<24}{median(found):>10,.0f} steps/s")


if __name__ == "__main__":
    main()
