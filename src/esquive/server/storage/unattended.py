"""Matches that go on by themselves: those of bots alone, and those in which somebody's time runs."""

from typing import Final

from sqlalchemy import Select, and_, exists, or_, select

from esquive.hosting.protocol import HUMAN, OPEN
from esquive.server.storage.tables import CLOCKS, MATCHES

# `players` is a list of pairs in JSON, in which no name can hold a bare quotation mark.
GOES_ON: Final = and_(
    MATCHES.c.over.is_(False),
    or_(
        and_(*(MATCHES.c.players.not_like(f'%"{agent}"]%') for agent in (HUMAN, OPEN))),
        exists().where(CLOCKS.c.match_id == MATCHES.c.id, CLOCKS.c.running).correlate(MATCHES),
    ),
)


def going_on() -> Select[str]:
    """The matches that go on by themselves, those played last first."""
    return select(MATCHES.c.id).where(GOES_ON).order_by(MATCHES.c.changed.desc(), MATCHES.c.created.desc())
