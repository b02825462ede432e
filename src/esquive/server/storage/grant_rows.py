"""Grants and seatings as rows of the database."""

import json
from typing import Any

from sqlalchemy import Executable, delete

from esquive.hosting.grants import Grant, Seating
from esquive.server.storage.tables import SEATINGS, TOKENS
from esquive.server.storage.writer import Added


def grant_rows(*grants: Grant) -> Added:
    """The rows that store what tokens allow."""
    kept = [{name: getattr(grant, name) for name in Grant.__struct_fields__} for grant in grants]
    return TOKENS, [{**row, "players": json.dumps(sorted(row["players"]))} for row in kept]


def grant_of(row: dict[str, Any]) -> Grant:
    """What a stored token allows."""
    return Grant(**{**row, "players": frozenset(json.loads(row["players"]))})


def seating_rows(match_id: str, *seatings: Seating) -> Added:
    """The rows that keep whose the seats of a match are."""
    return SEATINGS, [{"match_id": match_id, "place": one.place, "person": one.person} for one in seatings]


def answering_no_more(match_id: str, grants: list[Grant], places: frozenset[int]) -> list[Executable]:
    """What has to be executed so that none of these grants of a match answers for the players of places any more."""
    gone: list[Executable] = []
    for grant in grants:
        if not grant.players & places:
            continue
        left, this = sorted(grant.players - places), TOKENS.c.hash == grant.hash
        gone.append(
            TOKENS.update().where(this).values(players=json.dumps(left)) if left else delete(TOKENS).where(this)
        )
    seats = SEATINGS.c.place.in_(sorted(places))
    return [*gone, delete(SEATINGS).where(SEATINGS.c.match_id == match_id, seats)]
