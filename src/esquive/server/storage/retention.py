"""Retention: deletes old matches, and what a player wants to be forgotten.

A match that is deleted is gone from every table. A player who is forgotten leaves the match without name and token;
what was played stays, for the others played it too.
"""

import json
import logging
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from msgspec import Struct
from sqlalchemy import and_, func, or_, select

from esquive.hosting.stored_match import StoredMatch
from esquive.hosting.time_source import OF_THIS_MACHINE, Time
from esquive.server.operations.configuration import Retention
from esquive.server.storage.store import Store
from esquive.server.storage.tables import ANSWERS, MATCHES

LOG: Final = logging.getLogger("esquive.server")
DAILY: Final = 24 * 3600.0


class Outdated(Struct, frozen=True):
    """A match that has been kept long enough."""

    id: str
    created: str
    changed: str
    over: bool
    game: str


async def outdated(store: Store, retention: Retention, today: datetime | None = None) -> list[Outdated]:
    """The matches that have been kept long enough, oldest first; none where nothing is to be deleted."""
    now = today or datetime.now(UTC)
    wanted = [
        and_(MATCHES.c.over == is_over, MATCHES.c.changed < (now - timedelta(days=days)).date().isoformat())
        for is_over, days in ((True, retention.over_days), (False, retention.waiting_days))
        if days > 0
    ]
    if not wanted:
        return []
    columns = (MATCHES.c.id, MATCHES.c.created, MATCHES.c.changed, MATCHES.c.over, MATCHES.c.game)
    found = await store.find(select(*columns).where(or_(*wanted)).order_by(MATCHES.c.changed, MATCHES.c.id))
    return [Outdated(**row) for row in found]


async def prune(
    store: Store,
    retention: Retention,
    retire: Callable[[list[str]], Awaitable[list[str]]],
    time: Time = OF_THIS_MACHINE,
) -> list[Outdated]:
    """Delete the matches that have been kept long enough, those that `retire` finds free; returns them."""
    found = await outdated(store, retention, datetime.fromtimestamp(time.utc(), UTC))
    gone = set(await retire([one.id for one in found])) if found else set()
    return [one for one in found if one.id in gone]


async def prune_daily(
    store: Store,
    retention: Retention,
    retire: Callable[[list[str]], Awaitable[list[str]]],
    time: Time = OF_THIS_MACHINE,
) -> None:
    """Prune now and every day, until it is cancelled; a day on which it fails is in the log."""
    while retention.over_days or retention.waiting_days:
        try:
            gone = await prune(store, retention, retire, time)
            if gone:
                LOG.info("retention: %d matches deleted", len(gone))
        except Exception:
            LOG.exception("retention: old matches could not be deleted")
        await time.sleep(DAILY)


async def named(store: Store, name: str) -> list[tuple[StoredMatch, frozenset[int]]]:
    """The matches in which people of this name sit, and where."""
    found = []
    for row in await store.find(
        select(MATCHES.c.id).where(MATCHES.c.players.contains(json.dumps(name), autoescape=True))
    ):
        stored = await store.load(row["id"])
        if stored is not None:
            places = frozenset(place for place, one in enumerate(stored.players) if one.name == name)
            if places:
                found.append((stored, places))
    return found


# ------------------------------------------------------------------------------------------------------------ counting


async def counts(store: Store) -> dict[str, Any]:
    """How much is kept: matches, those that are over, answers."""
    found = {
        "matches": select(MATCHES.c.id),
        "over": select(MATCHES.c.id).where(MATCHES.c.over),
        "answers": select(ANSWERS),
    }
    number = func.count().label("n")
    return {name: (await store.find(select(number).select_from(one.subquery())))[0]["n"] for name, one in found.items()}
