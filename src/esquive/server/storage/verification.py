"""Verifies a database: every match is played again and compared with what is stored of it."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

from msgspec import Struct
from sqlalchemy import select
from sqlalchemy.exc import SQLAlchemyError

from esquive.core.errors import EsquiveError
from esquive.core.games import game_named
from esquive.core.match import Match
from esquive.core.record import state_hash
from esquive.core.used_documents import changes, sentences
from esquive.core.waiting import Roll
from esquive.hosting.resumption import NO_ANSWERS, agents_of, dice_of, stored_lines, take_line, winner_in_order
from esquive.hosting.stored_match import StoredLine, StoredMatch
from esquive.server.storage.store import Store
from esquive.server.storage.tables import ANSWERS, MATCHES, SNAPSHOTS


class Checked(Struct):
    """A match that was played again: how many answers it has, and what is wrong with it, in sentences."""

    id: str
    answers: int
    wrong: list[str]


async def check_matches(store: Store) -> AsyncIterator[Checked]:
    """Every match of a database, oldest first, played again."""
    for row in await store.find(select(MATCHES.c.id).order_by(MATCHES.c.created, MATCHES.c.id)):
        yield await check_match(store, row["id"])


async def check_match(store: Store, match_id: str) -> Checked:
    """One match, played again."""
    try:
        stored = await store.load(match_id)
        numbers = await store.find(
            select(ANSWERS.c.number).where(ANSWERS.c.match_id == match_id).order_by(ANSWERS.c.number)
        )
        lines = await store.lines(match_id)
        columns = (SNAPSHOTS.c.number, SNAPSHOTS.c.rolls, SNAPSHOTS.c.hash)
        snapshots = await store.find(select(*columns).where(SNAPSHOTS.c.match_id == match_id))
    except (SQLAlchemyError, EsquiveError, ValueError, TypeError) as error:
        return Checked(match_id, 0, [f"it cannot be read: {error}"])
    if stored is None:
        return Checked(match_id, 0, ["it cannot be read"])
    missing = sorted(set(range(1, len(lines) + 1)) - {row["number"] for row in numbers})
    if missing:
        return Checked(match_id, len(lines), [f"answer {missing[0]} is missing, or its number is wrong"])
    wrong = await asyncio.to_thread(wrong_with, stored, lines, {row["number"]: row for row in snapshots})
    return Checked(match_id, len(lines), wrong)


def wrong_with(stored: StoredMatch, lines: list[StoredLine], snapshots: dict[int, dict[str, Any]]) -> list[str]:
    """What is wrong with a match, in sentences; the first answer that cannot be played ends the list.

    Cards and rules that are not those it began with are named first.
    """
    wrong: list[str] = []
    number = 0
    try:
        game = game_named(stored.game)
        dice = dice_of(stored)
        match = Match(game, stored.setup, None, agents_of(stored.players))
        if stored.uses:
            wrong += sentences(changes(stored.uses, match.record.header["uses"], game))
        for number, line in enumerate(lines, 1):
            if dice is not None and isinstance(match.waiting, Roll):
                known = match.fell_before()
                fell = game.format(match.state, dice.outcome(match.waiting)) if known is None else known
                if fell != line.line:
                    return [*wrong, f"answer {number}: the dice give {fell!r}, stored is {line.line!r}"]
            refusal = None if line.by in NO_ANSWERS else match.answer(line.line)
            if line.by in NO_ANSWERS and not take_line(match, line):
                return [*wrong, f"answer {number}: {line.line!r} cannot be"]
            if refusal is not None:
                told = game.words(match.state).condition(refusal)
                return [*wrong, f"answer {number}: {line.line!r} is not legal: {told}"]
            if number in snapshots and state_hash(match.state) != snapshots[number]["hash"]:
                wrong.append(f"answer {number}: the position is not the one that was stored")
        if stored_lines(match) != lines:
            wrong.append("who gave the answers is not what was stored")
    except EsquiveError as error:
        return [*wrong, f"answer {number}: {error}" if number else str(error)]
    late = [number for number in snapshots if number > len(lines)]
    if late:
        wrong.append(f"there is a position after answer {max(late)}, and {len(lines)} answers")
    end = match.record.end
    winner = "" if end is None else winner_in_order(match, str(end["winner"]))
    if (stored.over, stored.winner) != (end is not None, winner):
        wrong.append(f"stored as {_ended(stored.over, stored.winner)}, played it is {_ended(end is not None, winner)}")
    return wrong


def _ended(is_over: bool, winner: str) -> str:
    return f"over, won by {winner or 'nobody'}" if is_over else "not over"
