"""The games of a series: teams and arenas drawn by the seed, and seats swapped from one game to the next."""

from pathlib import Path
from random import Random

from esquive.core.errors import EsquiveError
from esquive.krosmaster.cards.catalogue import catalogue
from esquive.krosmaster.cards.nearest import nearest
from esquive.krosmaster.cards.team_files import cards_of, load_team, ready_teams
from esquive.lab.matches import Fixture


def fixtures_of(
    game: str,
    agents: tuple[str, str],
    games: int,
    seed: int,
    arena: str,
    teams: list[str] | None,
    turn_cap: int,
) -> list[Fixture]:
    """The games of a series, in order. Games 2n and 2n+1 have the same teams and arena, led by the agents in turn.

    `arena` and `teams` (ids of ready-made teams, or team files) fix what the seed would draw. Raises EsquiveError for
    an arena or a team that does not exist.
    """
    known = catalogue()
    if arena and arena not in known.arenas:
        raise EsquiveError(f"unknown arena {arena!r}", "--arena", nearest(arena, known.arenas))
    ready = [list(team.cards) for team in ready_teams()]
    fixed = [team_named(name) for name in teams] if teams else []
    arenas = list(known.arenas)
    found: list[Fixture] = []
    for number in range(games):
        draw = Random(f"{seed}/{number // 2}/draw")
        pair = fixed or draw.sample(ready, 2)
        place = draw.choice(arenas)
        setup = {"release": "2.7", "format": "constructed", "arena": arena or place, "teams": pair}
        led = agents if number % 2 == 0 else (agents[1], agents[0])
        found.append(Fixture(number, game, f"{seed}/{number}", setup, led, turn_cap))
    return found


def team_named(name: str) -> list[str]:
    """The card ids of a ready-made team, or of a team file; raises EsquiveError with the nearest name."""
    teams = {team.id: team for team in ready_teams()}
    if name in teams:
        return list(teams[name].cards)
    path = Path(name)
    if path.suffix != ".toml":
        raise EsquiveError(f"unknown team {name!r}", "--teams", f"{nearest(name, teams)} or a team file (.toml)")
    team = load_team(path)
    return [card.id for card in cards_of(team.cards, "cards", path, catalogue())]
