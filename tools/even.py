"""Whether the scenarios of Kaos favour a side: greedy against itself with the same horde on both, or against random.

    python tools/even.py [SCENARIO ...] [--against greedy|random] [--games 100] [--from 0] [--seed 1] [--jobs 2]

Against itself the ready-made hordes of the scenario's points are played in turn, each by both sides. Against random
the games are those that `esquive match kaos --agents greedy random --arena SCENARIO` plays: hordes drawn by the seed,
greedy leading the first player's in games of an even number. A game is fixed by its number, however many processes.

A draw counts as half a game won when it is asked how even a scenario is, and as not won against random.
"""

import argparse
from collections.abc import Sequence
from typing import Final

from esquive.kaos.cards.catalogue import catalogue
from esquive.lab.fixtures import fixtures_of
from esquive.lab.matches import Fixture, Played, play_series

ROUND_CAP: Final = 40  # more than any scenario has
GREEDY: Final = "greedy"
RANDOM: Final = "random"


def mirrors(scenario: str, numbers: range, seed: int) -> list[Fixture]:
    """Greedy against itself, the hordes of the scenario's points in turn."""
    known = catalogue()
    points = known.scenario(scenario).horde_points
    hordes = [horde.id for horde in known.hordes.values() if horde.points == points]
    both = (GREEDY, GREEDY)
    found = []
    for number in numbers:
        setup = {"scenario": scenario, "hordes": [hordes[number % len(hordes)]] * 2}
        found.append(Fixture(number, "kaos", f"{seed}/{number}", setup, both, ROUND_CAP, is_recorded=False))
    return found


def against_random(scenario: str, numbers: range, seed: int) -> list[Fixture]:
    """Greedy on either side against random."""
    pair = (GREEDY, RANDOM)
    drawn = fixtures_of("kaos", pair, numbers.stop, seed, scenario, None, ROUND_CAP, is_recorded=False)
    return drawn[numbers.start :]


def told(scenario: str, fixtures: Sequence[Fixture], games: Sequence[Played]) -> str:
    """How a series went, in a line; against random the numbers of the games that greedy did not win as well."""
    wins = [sum(one.winner == player for one in games) for player in range(2)]
    draws = len(games) - sum(wins)
    if all(fixture.agents[0] == fixture.agents[1] for fixture in fixtures):
        share = 100 * (wins[0] + draws / 2) / len(games)
        return f"{scenario:<20} player one {wins[0]}, player two {wins[1]}, drawn {draws}: {share:.1f} of 100"
    lines = []
    for player, called in enumerate(("player one", "player two")):
        led = [(one.number, one.winner == player) for one in games if fixtures_led(fixtures, one.number) == player]
        missed = [str(number) for number, is_won in led if not is_won]
        lines.append(
            f"as {called} {len(led) - len(missed)} of {len(led)}" + f" (not {', '.join(missed)})" * bool(missed)
        )
    return f"{scenario:<20} {GREEDY} {', '.join(lines)}"


def fixtures_led(fixtures: Sequence[Fixture], number: int) -> int:
    """Which player greedy is in the game of a number."""
    return fixtures[number - fixtures[0].number].agents.index(GREEDY)


def main() -> None:
    """Plays the series asked for, one line each."""
    known = list(catalogue().scenarios)
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scenarios", nargs="*", metavar="SCENARIO", help=f"of {', '.join(known)}; default: all")
    parser.add_argument("--against", choices=(GREEDY, RANDOM), default=GREEDY)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--from", type=int, default=0, dest="first", help="the number of the first game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    numbers = range(args.first, args.first + args.games)
    source = mirrors if args.against == GREEDY else against_random
    for scenario in args.scenarios or known:
        fixtures = source(scenario, numbers, args.seed)
        print(told(scenario, fixtures, list(play_series(fixtures, args.jobs))), flush=True)


if __name__ == "__main__":
    main()
