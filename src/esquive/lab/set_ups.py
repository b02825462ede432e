"""What games of a series begin with: for each game where its set-ups come from, and which of the teams a seat leads."""

from random import Random
from typing import Any, Protocol

from esquive.core.errors import EsquiveError


class SetupSource(Protocol):
    """Draws the set-ups of one game, with the ground and the two teams fixed that the user has named."""

    def draw(self, rng: Random) -> dict[str, Any]:
        """A set-up drawn by chance."""


def setups_named(game: str, ground: str, teams: list[str] | None) -> SetupSource:
    """The set-ups of a game; `ground` ("" to draw one) and `teams` (None to draw them) are ids, or team files.

    Raises EsquiveError for a game, a ground or a team that does not exist.
    """
    if game == "krosmaster":
        from esquive.lab.krosmaster.set_ups import KrosmasterSetups

        return KrosmasterSetups(ground, teams)
    if game == "kaos":
        from esquive.lab.kaos.set_ups import KaosSetups

        return KaosSetups(ground, teams)
    raise EsquiveError(f"unknown game {game!r}", "game", "games: krosmaster, kaos")


def team_of(game: str, state: Any, seat: int) -> int:
    """Which of the set-up's teams, in their order, a seat leads: Krosmaster's seats are given by the first roll."""
    return int(state.team_of[seat]) if game == "krosmaster" else seat
