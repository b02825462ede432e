"""How far the winning chances told after a game are right: bots play, and chances are held beside results.

    .venv/bin/python tools/reliability.py --game krosmaster --games 200 --seed 15

Of every position in which a turn begins the chance of each side is noted; of those that were said to win in so many
of a hundred cases, the table says how many did. `docs/after-the-game.md` keeps one such table.
"""

import argparse
import sys
from collections.abc import Iterator
from math import log
from random import Random

from esquive.agents.base import agent_named
from esquive.core.dice import SeededDice
from esquive.core.games import game_named
from esquive.core.match import Match
from esquive.core.match_review import chances_of
from esquive.core.waiting import Decision
from esquive.lab.fixtures import fixtures_of
from esquive.lab.matches import Fixture

BANDS = 10
TURN_CAP = 120
WHO = "greedy@2026-11"  # by whose games the scale was found
SLIMMEST = 1e-6


def chances_and_results(fixture: Fixture) -> Iterator[tuple[float, bool]]:
    """For the first seat: its chance as each turn begins, and whether it won; nothing of a game without a winner."""
    game = game_named(fixture.game)
    tells, evaluation = game.afterwards, game.evaluation("chances") or game.evaluation("greedy")
    if tells is None or evaluation is None:
        raise SystemExit(f"matches of {game.name} are not looked back on")
    agents = [agent_named(name, game.name) for name in fixture.agents]
    rng = Random(f"{fixture.seed}/agents")
    match = Match(game, fixture.setup, SeededDice(f"{fixture.seed}/dice"), is_recorded=False)
    turn, chances = 0, []
    while isinstance(decision := match.waiting, Decision) and game.turn_of(match.state) <= TURN_CAP:
        if game.turn_of(match.state) != turn:
            turn = game.turn_of(match.state)
            chances.append(chances_of(game, match.state, tells, evaluation)[0])
        player = game.player_in(match.state, decision.seat)
        match.play(agents[player].choose(game, match.state, decision, rng))
    winner = game.winner_of(match.state) if match.is_over else -1
    if winner >= 0:
        yield from ((chance, winner in game.partners_of(match.state, 0)) for chance in chances)


def main() -> None:
    """Plays, and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="krosmaster")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=15)
    asked = parser.parse_args()
    fixtures = fixtures_of(asked.game, (WHO, WHO), asked.games, asked.seed, "", None, TURN_CAP, is_recorded=False)
    found = [pair for fixture in fixtures for pair in chances_and_results(fixture)]
    if not found:
        raise SystemExit("no game had a winner")
    surprise = -sum(log(max(SLIMMEST, chance if won else 1 - chance)) for chance, won in found) / len(found)
    sys.stdout.write(f"{asked.game}: {len(fixtures)} games, {len(found)} positions\n\n")
    sys.stdout.write("| told | positions | mean chance told | won |\n|---|---|---|---|\n")
    for band in range(BANDS):
        inside = [(chance, won) for chance, won in found if min(BANDS - 1, int(chance * BANDS)) == band]
        if inside:
            mean = 100 * sum(chance for chance, _ in inside) / len(inside)
            wins = 100 * sum(won for _, won in inside) / len(inside)
            told = f"{band * 10} to {band * 10 + 10} %"
            sys.stdout.write(f"| {told} | {len(inside)} | {mean:.1f} % | {wins:.1f} % |\n")
    sys.stdout.write(f"\nMean log loss {surprise:.3f}; always saying 50 % has {log(2):.3f}.\n")


if __name__ == "__main__":
    main()
