"""Set-ups of Krosmaster Arena for a series: ready-made teams and arenas of the catalogue."""

from pathlib import Path
from random import Random
from typing import Any

from esquive.core.errors import EsquiveError
from esquive.core.nearest import nearest
from esquive.krosmaster.cards.catalogue import catalogue
from esquive.krosmaster.cards.team_files import cards_of, load_team, ready_teams


class KrosmasterSetups:
    """Duels in the constructed format. See `setups.SetupSource`."""

    def __init__(self, ground: str, teams: list[str] | None) -> None:
        known = catalogue()
        if ground and ground not in known.arenas:
            raise EsquiveError(f"unknown arena {ground!r}", "--arena", nearest(ground, known.arenas))
        self.arena = ground
        self.arenas = list(known.arenas)
        self.ready = [list(team.cards) for team in ready_teams()]
        self.fixed = [team_named(name) for name in teams] if teams else []

    def draw(self, rng: Random) -> dict[str, Any]:
        """Two different ready-made teams and an arena."""
        pair = self.fixed or rng.sample(self.ready, 2)
        place = rng.choice(self.arenas)
        return {"release": "2.7", "format": "constructed", "arena": self.arena or place, "teams": pair}


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
