"""The games of a series: teams and grounds drawn by the seed, and seats swapped from one game to the next."""

from random import Random

from esquive.lab.matches import Fixture
from esquive.lab.set_ups import setups_named


def fixtures_of(
    game: str,
    agents: tuple[str, str],
    games: int,
    seed: int,
    arena: str,
    teams: list[str] | None,
    turn_cap: int,
    *,
    is_recorded: bool = True,
) -> list[Fixture]:
    """The games of a series, in order. Games 2n and 2n+1 have the same set-up, its teams led by the agents in turn.

    `arena` (an arena; for Kaos a battlefield or a scenario) and `teams` (ids of ready-made teams, or team files) fix
    what the seed would draw. Raises EsquiveError for one that does not exist.
    """
    source = setups_named(game, arena, teams)
    found: list[Fixture] = []
    for number in range(games):
        setup = source.draw(Random(f"{seed}/{number // 2}/draw"))
        led = agents if number % 2 == 0 else (agents[1], agents[0])
        found.append(Fixture(number, game, f"{seed}/{number}", setup, led, turn_cap, is_recorded))
    return found
