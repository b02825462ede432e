"""Formats, releases and ready-made teams as clients are shown them."""

from esquive.core.setups import Setups
from esquive.core.shapes import FormatLine, ReleaseLine, TeamLine


def format_lines(setups: Setups, language: str) -> list[FormatLine]:
    """The formats of a release."""
    return [
        FormatLine(
            id=one.id,
            name=one.name,
            text=one.text,
            players=one.players,
            partners=one.has_partners,
            team=one.team,
            arenas=list(one.grounds),
            clause=one.clause,
        )
        for one in setups.formats(language)
    ]


def release_lines(setups: Setups, language: str) -> list[ReleaseLine]:
    """The releases there are to choose from, each with its formats."""
    return [
        ReleaseLine(id=one.id, name=one.name, text=one.text, formats=format_lines(setups.under(one.id), language))
        for one in setups.editions(language)
    ]


def team_lines(setups: Setups, language: str) -> list[TeamLine]:
    """Every ready-made team, with the ids of its figures."""
    return [
        TeamLine(id=one.id, name=one.name, text=one.text, cards=list(one.cards), formats=list(one.formats))
        for one in setups.ready_teams(language)
    ]
