"""Matches in a list."""

from esquive.core.ids import SEAT_NAMES
from esquive.hosting.match_setup import winners_of
from esquive.hosting.protocol import OPEN, MatchSummary
from esquive.hosting.stored_match import StoredMatch


def summary_of(match: StoredMatch) -> MatchSummary:
    """A match in a list."""
    names = [player.name for player in match.players]
    winner = SEAT_NAMES.index(match.winner) if match.winner in SEAT_NAMES else None
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
    )
