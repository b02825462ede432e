"""A match as it is stored, and played again from what is stored of it."""

import asyncio
import logging
from collections.abc import Sequence
from typing import Final

from esquive.core.dice import CommittedDice, DiceSource, ToldDice
from esquive.core.errors import DocumentError, EsquiveError
from esquive.core.games import game_named
from esquive.core.ids import SEAT_NAMES
from esquive.core.match import Match
from esquive.core.practice import PRACTICE
from esquive.core.record import state_hash
from esquive.server.protocol import HUMAN, OPEN, ProtocolError
from esquive.server.store import SeatedPlayer, Snapshot, Store, StoredLine, StoredMatch

LOG: Final = logging.getLogger("esquive.server")


def winner_in_order(match: Match, winner: str) -> str:
    """The winner as the list of matches names it: `p1` is the first of its `players`, whatever seat Initiative gave."""
    if winner not in SEAT_NAMES:
        return winner
    return SEAT_NAMES[match.game.player_in(match.state, SEAT_NAMES.index(winner))]


def take_forced(match: Match) -> None:
    """Take every answer that all can tell is the only one there is: it carries no information, and is recorded."""
    while (answer := match.game.only_answer(match.state)) is not None:
        match.play(answer)


def stored_lines(match: Match) -> list[StoredLine]:
    """Every answer and roll of a match, as it is stored."""
    return [StoredLine(entry["by"], entry["line"]) for entry in match.record.entries if "line" in entry]


def lines_since(match: Match, known: int) -> list[StoredLine]:
    """The answers and rolls after the first `known`, looked for from the end: a long match takes no longer."""
    found: list[StoredLine] = []
    entries = match.record.entries
    place = len(entries)
    while len(found) < match.version - known:
        place -= 1
        if "line" in entries[place]:
            found.append(StoredLine(entries[place]["by"], entries[place]["line"]))
    return found[::-1]


def snapshot_of(match: Match) -> Snapshot:
    """The position of a match, to be stored."""
    rolls = sum(1 for entry in match.record.entries if entry.get("by") == "dice")
    return Snapshot(match.version, rolls, state_hash(match.state), match.game.to_document(match.state))


def dice_of(stored: StoredMatch) -> DiceSource:
    """The dice of a match, at its first roll; those of an exercise are told first."""
    dice = CommittedDice(bytes.fromhex(stored.seed), tuple(stored.nonces))
    told = stored.setup.get(PRACTICE, {}).get("dice")
    return ToldDice(told, dice) if told else dice


def agents_of(players: Sequence[SeatedPlayer]) -> list[str]:
    """What the header of a record says of who played; an open seat is a person's, whoever takes it."""
    return [HUMAN if player.agent == OPEN else player.agent for player in players]


def resume(stored: StoredMatch, lines: list[StoredLine], snapshot: Snapshot | None) -> Match:
    """A match played again from its stored answers, checked against its last snapshot.

    Raises ProtocolError `cannot-resume` when the answers no longer lead where they led.
    """
    known = snapshot.number if snapshot is not None else 0
    try:
        game, first = game_named(stored.game), [line.line for line in lines[:known]]
        match = Match.resume(game, stored.setup, dice_of(stored), first, agents_of(stored.players))
        if snapshot is not None and state_hash(match.state) != snapshot.hash:
            raise DocumentError("the position is not the one stored", f"answer {known}", "use its first version")
        for line in lines[match.version :]:
            if line.by != "dice" and match.answer(line.line) is not None:
                raise DocumentError("an answer is no longer legal", line.line, "use the version it began with")
        if stored_lines(match) != lines:
            raise DocumentError("the dice fell otherwise", "answers", "use the version it began with")
    except EsquiveError as error:
        LOG.error("match %s cannot be resumed: %s", stored.id, error)
        raise ProtocolError("cannot-resume", 409) from error
    return match


async def load_match(stored: StoredMatch, store: Store) -> Match:
    """A match from the database, as it stood after its last stored answer."""
    lines, snapshot = await store.lines(stored.id), await store.snapshot(stored.id)
    return await asyncio.to_thread(resume, stored, lines, snapshot)
