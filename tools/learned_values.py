"""Weights of a position's numbers, learned from the results of games: what is tried to value positions better.

    python tools/learned_values.py play OUT.npz --games 300 --seed a     games of greedy with weights drawn by chance
    python tools/learned_values.py fit A.npz B.npz ... [--ridge 20]      what the results say of the weights
    python -m esquive.cli.main match krosmaster --agents tools.learned_values:Weighed greedy@2026-11 --mirror

The hand-set weights are where the fit begins, and a ridge holds it to them. `docs/opponents.md` says what came of it:
weights that predict results better play worse. Run from the root of a checkout.
"""

import argparse
import json
import sys
from pathlib import Path
from random import Random
from typing import Any, Final

import numpy as np

from esquive.agents.greedy import GreedyAgent
from esquive.core.dice import SeededDice
from esquive.core.games import game_named
from esquive.core.match import Match
from esquive.core.waiting import Decision
from esquive.krosmaster.evaluation.weights import TODAY
from esquive.krosmaster.evaluation.worth import WON, KrosmasterEvaluation, bombs_and_errands
from esquive.krosmaster.table import answers
from esquive.lab.krosmaster.value_features import NAMES, features

FITTED: Final = Path("build/learned-values.json")  # the weights that the last fit found
TURNS: Final = 60
STEPS: Final = 12  # of Newton's method
BY_HAND: Final = {
    "gg_at_least_1": 70, "gg_at_least_2": 40, "gg_at_least_3": 20, "gg_at_least_4": 10, "gg_at_least_5": 10, "gg": 100,
    "first_kamas": 9, "further_kamas": 9, "mobs": 32, "mechanisms": 8, "levels": 40, "injured": -0.8,
    "injured_squared": -0.8, "ap_markers": 6, "mp_markers": 6, "range_markers": 6, "powers": 5, "rewards_down_1": 30,
    "rewards_down_2": 50, "rewards_down_3": 75, "rewards_up": 30,
}  # fmt: skip
# What a player of the games to learn from may think of a number, as factors of its weight.
WHIMS: Final = {
    "own_rewards_down_1": (2, 3), "own_rewards_down_2": (2, 3), "own_rewards_down_3": (2, 3), "own_powers": (2, 3),
    "own_pressure": (0, 0.5, 1.7), "distance": (0.3, 1.6), "own_first_kamas": (0.6, 1.4),
}  # fmt: skip


def by_hand() -> list[float]:
    """The hand-set weight of each number, in hundredths of a Gallon."""
    found = dict.fromkeys(NAMES, 0.0)
    for name, weight in BY_HAND.items():
        found[f"own_{name}"], found[f"other_{name}"] = weight, -weight
    return list((found | {"own_gg": 104.0, "own_pressure": -0.4, "distance": -4.0}).values())


class LearnedValue:
    """An evaluation by the weights of `features`; what it does not value itself is that of greedy."""

    def __init__(self, weights: list[float]) -> None:
        self.weights = weights
        self._greedy = KrosmasterEvaluation()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._greedy, name)

    def value(self, state: Any, seat: int) -> int:
        """How good the position is for a seat."""
        if state.winner != -2:
            return 0 if state.winner < 0 else WON if state.winner == seat else -WON
        total = sum(count * weight for count, weight in zip(features(state, seat), self.weights, strict=True) if count)
        return round(total) + bombs_and_errands(state, seat, list(state.units_in_play()), TODAY)


class Weighed(GreedyAgent):
    """Greedy with the weights that the last fit found, for `esquive match`."""

    def __init__(self) -> None:
        super().__init__(LearnedValue(json.loads(FITTED.read_text(encoding="utf-8"))))


def player(rng: Random) -> GreedyAgent:
    """Somebody who thinks otherwise of one number or another."""
    weights = by_hand()
    for name, factors in WHIMS.items():
        if rng.random() < 0.3:
            weights[NAMES.index(name)] *= rng.choice(factors)
    return GreedyAgent(LearnedValue(weights))


def played(seed: str) -> tuple[list[list[int]], list[float]]:
    """The numbers of each position in which a unit's turn has ended, from its player's view, and whether he won."""
    game, rng = game_named("krosmaster"), Random(seed)
    setup = game.setups.series("", None).draw(rng)
    agents = (player(rng), player(rng))
    match = Match(game, setup, SeededDice(f"{seed}/dice"), is_recorded=False)
    state, rows, last, slips = match.state, [], None, rng.choice((0, 0.02, 0.06))
    while isinstance(decision := match.waiting, Decision) and state.turn <= TURNS:
        unit = (state.turn, state.active_unit, decision.seat)
        if state.turn and decision.kind == "activation" and unit != last:
            if last is not None:
                rows.append((features(state, last[2]), last[2]))
            last = unit
        agent = agents[game.player_in(state, decision.seat)]
        if decision.kind == "activation" and rng.random() < slips:
            options = decision.options()
            match.play(rng.choice([one for one in options if answers.verb_of(one) == answers.BUY] or options))
        else:
            match.play(agent.choose(game, state, decision, rng))
    winner = state.winner if match.is_over else -1
    return [row for row, _ in rows], [0.5 if winner < 0 else float(winner == seat) for _, seat in rows]


def fitted(numbers: Any, results: Any, games: Any, ridge: float) -> tuple[Any, float]:
    """The weights that results are likeliest by, and by how many hundredths of a Gallon odds change e-fold."""
    prior = np.array(by_hand())
    spread = numbers.std(0)
    scaled = np.where(spread > 0, numbers / np.where(spread > 0, spread, 1), 0)
    columns = np.c_[scaled, numbers @ prior / 100, np.ones(len(results))]
    held = np.full(columns.shape[1], ridge / len(np.unique(games)))
    held[-2:] = 1e-9
    found = np.zeros(columns.shape[1])
    for _ in range(STEPS):
        chance = 1 / (1 + np.exp(-np.clip(columns @ found, -30, 30)))
        slope = columns.T @ (chance - results) / len(results) + held * found
        bend = (columns * (chance * (1 - chance))[:, None]).T @ columns / len(results) + np.diag(held)
        found -= np.linalg.solve(bend, slope)
    per_gallon = found[-2] / 100
    change = np.where(spread > 0, found[:-2] / np.where(spread > 0, spread, 1), 0) / per_gallon
    return prior + change, 1 / per_gallon


def ranked(values: Any, results: Any) -> float:
    """How many of 100 pairs of a won and a lost position are in order."""
    order = np.empty(len(values))
    order[np.argsort(values)] = np.arange(len(values))
    won = results > 0.5
    return float(100 * (order[won].mean() - (won.sum() - 1) / 2) / (~won).sum())


def main() -> None:
    """Plays games, or fits weights to those that were played."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    verbs = parser.add_subparsers(dest="verb", required=True)
    play = verbs.add_parser("play")
    play.add_argument("out", type=Path)
    play.add_argument("--games", type=int, default=300)
    play.add_argument("--seed", default="a")
    fit = verbs.add_parser("fit")
    fit.add_argument("files", type=Path, nargs="+")
    fit.add_argument("--ridge", type=float, default=20.0)
    asked = parser.parse_args()
    if asked.verb == "play":
        found = [played(f"{asked.seed}/{number}") for number in range(asked.games)]
        games = np.repeat(np.arange(len(found)), [len(rows) for rows, _ in found])
        numbers = np.array([row for rows, _ in found for row in rows], dtype=np.int32)
        np.savez_compressed(asked.out, numbers=numbers, results=np.concatenate([one for _, one in found]), games=games)
        sys.stdout.write(f"{asked.games} games, {len(numbers)} positions\n")
        return
    loaded = [np.load(file) for file in asked.files]
    numbers, results = (np.concatenate([one[key] for one in loaded]) for key in ("numbers", "results"))
    games = np.concatenate([one["games"] + number * 10**6 for number, one in enumerate(loaded)])
    held_back = np.isin(games, np.unique(games)[::6])
    weights, _ = fitted(numbers[~held_back], results[~held_back], games[~held_back], asked.ridge)
    for name, tried in (("by hand", np.array(by_hand())), ("fitted", weights)):
        sys.stdout.write(f"{name}: {ranked(numbers[held_back] @ tried, results[held_back]):.1f} % of pairs in order\n")
    weights, _ = fitted(numbers, results, games, asked.ridge)
    FITTED.write_text(json.dumps([round(float(weight), 3) for weight in weights]), encoding="utf-8")
    for name, hand, weight in zip(NAMES, by_hand(), weights, strict=True):
        sys.stdout.write(f"{name:<28} {hand:9.2f} {weight:9.2f}\n")


if __name__ == "__main__":
    main()
