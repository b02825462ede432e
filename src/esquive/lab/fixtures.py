"""The games of a series: teams and grounds drawn by the seed, and seats swapped from one game to the next."""

from random import Random

from esquive.core.games import game_named
from esquive.core.setups import SetupSource
from esquive.lab.matches import Fixture


def setups_drawn(game: str, ground: str, teams: list[str] | None, release: str = "") -> SetupSource:
    """Where the set-ups of a game come from; raises EsquiveError for a ground or a team that there is not."""
    return game_named(game).setups.under(release).series(ground, teams)


def fixtures_of(
    game: str,
    agents: tuple[str, str],
    games: int,
    seed: int,
    arena: str,
    teams: list[str] | None,
    turn_cap: int,
    *,
    release: str = "",
    is_recorded: bool = True,
    is_measured: bool = False,
) -> list[Fixture]:
    """The games of a series, in order. Games 2n and 2n+1 have the same set-up, its teams led by the agents in turn.

    `arena` (an arena; for Kaos a battlefield or a scenario) and `teams` (ids of ready-made teams, or team files) fix
    what the seed would draw; `release` is the rulebook's, "" for the current one. Raises EsquiveError for one that does
    not exist.
    """
    source = setups_drawn(game, arena, teams, release)
    found: list[Fixture] = []
    for number in range(games):
        setup = source.draw(Random(f"{seed}/{number // 2}/draw"))
        led = agents if number % 2 == 0 else (agents[1], agents[0])
        found.append(Fixture(number, game, f"{seed}/{number}", setup, led, turn_cap, is_recorded, is_measured))
    return found


def mirrored(fixtures: list[Fixture]) -> list[Fixture]:
    """The games of a series with the same dice in both games of a pair: neither teams nor chance favour an agent."""
    return [fixture._replace(seed=fixtures[number - number % 2].seed) for number, fixture in enumerate(fixtures)]
