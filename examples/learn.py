"""Somebody who learns Krosmaster Arena from winning and losing: a policy of a dozen weights, by policy gradient.

    python examples/learn.py --games 3000 --out curve.csv

It plays against the agent that plays by chance, through the Gymnasium environment, and sees nothing but observations.
Each legal action is described by what the observation says of it: what kind of action it is, what the spell does, who
stands on the cell, how near the enemy is. The chance of an action grows with the sum of the weights of its features
(softmax). After every batch of games the weights follow the actions after which things went better than usual
(REINFORCE): Gallons of Glory and injuries, what comes soon counting more than what comes late. Every line of the curve
is a batch: games played so far, and the score of its games, a draw counting half.
"""

import argparse
import csv
import sys
from pathlib import Path
from typing import Any

import numpy as np

from esquive.envs import gymnasium
from esquive.envs.krosmaster import actions
from esquive.envs.krosmaster.observation import SEAT_FIELDS, SPELL_FIELDS, UNIT_FIELDS
from esquive.envs.spaces import blocks_of

FEATURES = (
    "walks", "casts", "ends", "collects", "buys a Gallon", "buys a reward", "rerolls", "other",
    "hits an enemy", "hits a friend", "damage on an enemy", "kills", "nears the enemy", "in reach of the enemy",
)  # fmt: skip
COLUMN = {name: number for number, name in enumerate(UNIT_FIELDS)}
SPELL = {name: number for number, name in enumerate(SPELL_FIELDS)}
GG = SEAT_FIELDS.index("gg")
PUNCH_DAMAGE = 1
GALLON = 4.0  # injuries that count as much as a Gallon of Glory
LATER = 0.9  # of what the next decision brings


def features(seen: dict[str, Any], legal: Any) -> Any:
    """What each legal action is like: an array of a row an action, a column a feature."""
    found = np.zeros((len(legal), len(FEATURES)))
    units, cards = seen["units"].astype(int), seen["cards"].astype(int)
    here = units[:, COLUMN["here"]] == 1
    places = np.stack([units[:, COLUMN["row"]] - 1, units[:, COLUMN["column"]] - 1], axis=1)
    foes = places[here & (units[:, COLUMN["friend"]] == 0)]
    at = {(int(row), int(column)): unit for unit, (row, column) in enumerate(places) if here[unit]}
    active = np.flatnonzero(units[:, COLUMN["active"]])
    mine = places[active[0]] if len(active) else np.zeros(2, int)
    near = int(np.abs(foes - mine).sum(axis=1).min()) if len(foes) else 0
    for row, action in zip(found, legal.tolist(), strict=True):
        if action < actions.CAST:
            row[0] = 1
            if len(foes):
                after = int(np.abs(foes - np.array(divmod(action, actions.SIDE))).sum(axis=1).min())
                row[12], row[13] = near - after, after <= 2
        elif action < actions.CELL:
            slot, cell = divmod(action - actions.CAST, actions.CELLS)
            row[1] = 1
            unit = at.get(divmod(cell, actions.SIDE))
            if unit is not None:
                is_friend = units[unit, COLUMN["friend"]] == 1
                spell = seen["spells"][active[0], slot - 1] if 0 < slot <= 4 else None
                attacks = spell is None or spell[SPELL["kind"]] == 1
                damage = PUNCH_DAMAGE if spell is None else int(spell[SPELL["base"]])
                left = cards[unit, 3] - units[unit, COLUMN["injuries"]]
                row[9 if is_friend else 8] = attacks
                if attacks and not is_friend:
                    row[10], row[11] = damage, damage >= left
        else:
            row[kind_of(action)] = 1
    return found


def kind_of(action: int) -> int:
    """The feature that says what kind of action it is that neither walks nor casts."""
    alone = action - actions.ALONE
    if alone == 6:
        return 2
    if alone == 3:
        return 3
    if alone == 4:
        return 4
    if actions.BUY <= action < actions.NUMBER:
        return 5
    return 6 if alone == 1 else 7


def standing(seen: dict[str, Any]) -> float:
    """How things stand for the player who learns: Gallons of Glory, and injuries of those in play."""
    seats, units = seen["seats"].astype(int), seen["units"].astype(int)
    side = np.where(units[:, COLUMN["friend"]] == 1, -1, 1)
    injuries = int((units[:, COLUMN["injuries"]] * units[:, COLUMN["here"]] * side).sum())
    return GALLON * (seats[0, GG] - seats[1, GG]) + injuries


def play(env: Any, weights: Any, rng: Any) -> tuple[float, Any, Any]:
    """A game: the outcome, and for each choice its gradient and what came of it."""
    observation, _ = env.reset()
    gradients, gains = [], []
    seen = blocks_of(env.numbers.layout, observation["observation"])
    before, ended = standing(seen), False
    while not ended:
        legal = np.flatnonzero(observation["action_mask"])
        chosen = 0
        if len(legal) > 1:
            found = features(seen, legal)
            drawn = np.exp((scores := found @ weights) - scores.max())
            drawn /= drawn.sum()
            chosen = int(rng.choice(len(legal), p=drawn))
            gradients.append(found[chosen] - drawn @ found)
            gains.append(0.0)
        observation, reward, over, cut, _ = env.step(int(legal[chosen]))
        seen = blocks_of(env.numbers.layout, observation["observation"])
        after, ended = standing(seen), over or cut
        if gains:
            gains[-1] += after - before
        before = after
    for place in reversed(range(len(gains) - 1)):
        gains[place] += LATER * gains[place + 1]
    return reward, np.array(gradients), np.array(gains)


def main() -> None:
    """Plays and learns."""
    parser = argparse.ArgumentParser(description=str(__doc__).partition("\n")[0])
    parser.add_argument("--games", type=int, default=3000)
    parser.add_argument("--batch", type=int, default=100)
    parser.add_argument("--step", type=float, default=0.25)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=None, help="where the curve goes; default: the terminal")
    options = parser.parse_args()
    rng = np.random.default_rng(options.seed)
    env = gymnasium.make("krosmaster", opponent="random", turn_cap=60)
    env.reset(seed=options.seed)
    weights = np.zeros(len(FEATURES))
    rows = []
    for first in range(0, options.games, options.batch):
        games = [play(env, weights, rng) for _ in range(options.batch)]
        score = float(np.mean([(outcome + 1) / 2 for outcome, _, _ in games]))
        gradients, gains = (np.concatenate([game[place] for game in games]) for place in (1, 2))
        better = (gains - gains.mean()) / gains.std()
        gradient = (better[:, None] * gradients).mean(axis=0)
        weights += options.step * gradient / np.linalg.norm(gradient)
        rows.append((first + options.batch, round(score, 3)))
        print(*rows[-1], sep="\t", flush=True)
    told = ", ".join(f"{name} {weight:.2f}" for name, weight in zip(FEATURES, weights, strict=True))
    print(told)
    if options.out is not None:
        with options.out.open("w", newline="", encoding="utf-8") as file:
            csv.writer(file).writerows([("games", "score"), *rows])


if __name__ == "__main__":
    sys.exit(main())
