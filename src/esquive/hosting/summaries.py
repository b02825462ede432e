"""Matches in a list."""

from collections.abc import Sequence

from esquive.core.errors import DocumentError
from esquive.core.games import game_named
from esquive.core.ids import SEAT_NAMES
from esquive.core.setups import Setups
from esquive.hosting.grants import HOST
from esquive.hosting.match_setup import winners_of
from esquive.hosting.protocol import OPEN, MatchSummary, TeamPlayed
from esquive.hosting.stored_match import Standing, StoredMatch


def summary_of(match: StoredMatch, own: Sequence[int] = (), language: str = "en") -> MatchSummary:
    """A match in a list, as whoever has the places `own` is told it; nothing is played again for it."""
    names = [player.name for player in match.players]
    winner = SEAT_NAMES.index(match.winner) if match.winner in SEAT_NAMES else None
    stands = match.standing or Standing()
    return MatchSummary(
        id=match.id,
        created=match.created,
        players=names,
        over=match.over,
        winner=match.winner or None,
        game=match.game,
        release=str(match.setup.get("release", "")),
        format=str(match.setup.get("format", "")),
        winners=[] if winner is None else [names[one] for one in winners_of(match.game, match.setup, winner)],
        open=sum(player.agent == OPEN for player in match.players),
        agents=[player.agent for player in match.players],
        teams=_teams(match, language),
        own=sorted(place for place in own if place != HOST),
        asked=-1 if match.over else stands.asked,
        points=stands.points,
        turn=stands.turn,
        how=stands.how,
    )


def _teams(match: StoredMatch, language: str) -> list[TeamPlayed]:
    """What everybody plays with, which lies open once a match has begun; none for a position that was set up."""
    try:
        setups = game_named(match.game).setups
    except DocumentError:  # a match that is stored outlives the package of its game
        return []
    kept = match.setup.get(setups.teams, ())
    if len(kept) != len(match.players):
        return []
    ready = {team.id: team.name for team in setups.ready_teams(language)}
    return [
        TeamPlayed(ready.get(called, ""), [] if isinstance(team, str) else _figures(setups, team, language))
        for called, team in zip(setups.team_names(match.setup), kept, strict=True)
    ]


def _figures(setups: Setups, team: Sequence[str], language: str) -> list[str]:
    found = []
    for card in team:
        try:
            found.append(setups.list_name(card, language))
        except DocumentError:  # a card of somebody's own, or one that is gone
            found.append(card)
    return found
