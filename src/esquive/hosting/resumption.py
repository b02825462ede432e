"""Resumption: a match as it is stored, and played again from what is stored of it."""

import asyncio
import json
import logging
from collections.abc import Sequence
from typing import Any, Final

from esquive.core.dice import CommittedDice, DiceSource, ToldDice
from esquive.core.errors import DocumentError, EsquiveError
from esquive.core.games import game_named
from esquive.core.ids import SEAT_NAMES
from esquive.core.match import Match
from esquive.core.practice import PRACTICE
from esquive.core.record import DICE, start_of, state_hash
from esquive.core.used_documents import RULES, Change, changes, sentences, uses_of
from esquive.core.waiting import Decision
from esquive.hosting.match_store import Answers, StoreConflict
from esquive.hosting.protocol import HUMAN, OPEN, ProtocolError
from esquive.hosting.stored_match import SeatedPlayer, Snapshot, Standing, StoredLine, StoredMatch

LOG: Final = logging.getLogger("esquive.hosting")
UNDO: Final = "undo"  # by whom a stored line is that takes back; who did, and to which version, is what it says
CORRECTION: Final = "correct"  # and one by which the position was put right: who did, and the document
END: Final = "end"  # and one by which players have ended the match: who, how, and who has won


NO_ANSWERS: Final = (UNDO, CORRECTION, END)


def winner_in_order(match: Match, winner: str) -> str:
    """The winner as the list of matches names it: `p1` is the first of its `players`, whatever seat Initiative gave."""
    if winner not in SEAT_NAMES:
        return winner
    return SEAT_NAMES[match.game.player_in(match.state, SEAT_NAMES.index(winner))]


def standing_of(match: Match) -> Standing:
    """How a match stands, as lists of matches tell it: see `Standing`."""
    game, state, waiting, end = match.game, match.state, match.waiting, match.record.end
    seats = range(game.seats_of(state))
    is_asked = isinstance(waiting, Decision) and end is None
    points = dict.fromkeys(seats, 0)
    if game.afterwards is not None:
        points = {game.player_in(state, seat): game.afterwards.score(state, seat) for seat in seats}
    return Standing(
        asked=game.player_in(state, waiting.seat) if isinstance(waiting, Decision) and is_asked else -1,
        points=[points[place] for place in sorted(points)] if game.afterwards is not None else [],
        turn=game.turn_of(state),
        how=str(end.get("how", "")) if end is not None else "",
    )


def take_forced(match: Match) -> None:
    """Take every answer that all can tell is the only one there is: it carries no information, and is recorded."""
    while (answer := match.game.only_answer(match.state)) is not None:
        match.forced.add(match.version + 1)
        match.play(answer)


def _stored(entry: dict[str, Any]) -> StoredLine | None:
    """An entry of a record as it is stored; None for one that checks the others."""
    if "undo" in entry:
        return StoredLine(UNDO, f"{entry['by']} {entry['undo']}")
    if "position" in entry:
        return StoredLine(CORRECTION, f"{entry['by']} {json.dumps(entry['position'], separators=(',', ':'))}")
    if "how" in entry.get("end", ()):
        end = entry["end"]
        return StoredLine(END, f"{end['by']} {end['how']} {end['winner']}")
    line = entry.get("line", entry.get("undone"))
    return None if line is None else StoredLine(entry["by"], line)


def take_line(match: Match, line: StoredLine) -> bool:
    """Play a stored line that is no roll: whether it could be."""
    try:
        if line.by == UNDO:
            by, _, to = line.line.partition(" ")
            match.undo(int(to), by)
        elif line.by == END:
            by, how, winner = line.line.split(" ")
            match.close(how, by, winner)
        elif line.by == CORRECTION:
            by, _, document = line.line.partition(" ")
            match.correct(json.loads(document), by)
        else:
            if not match.is_over and match.game.only_answer(match.state) is not None:
                match.forced.add(match.version + 1)
            return match.answer(line.line) is None
    except ValueError:
        return False
    return True


def is_taken(match: Match, line: StoredLine) -> bool:
    """Whether a stored line is played by itself: the program's own dice fall after the answer before them."""
    return line.by != DICE or match.dice is None


def stored_lines(match: Match) -> list[StoredLine]:
    """Everything that counts for the version of a match, as it is stored."""
    return [line for entry in match.record.entries if (line := _stored(entry)) is not None]


def lines_since(match: Match, known: int) -> list[StoredLine]:
    """What came after the first `known`, looked for from the end: a long match takes no longer."""
    found: list[StoredLine] = []
    entries = match.record.entries
    place = len(entries)
    while len(found) < match.version - known:
        place -= 1
        line = _stored(entries[place])
        if line is not None:
            found.append(line)
    return found[::-1]


def snapshot_of(match: Match) -> Snapshot:
    """The position of a match, to be stored."""
    rolls = sum(1 for entry in match.record.entries if entry.get("by") == "dice")
    return Snapshot(match.version, rolls, state_hash(match.state), match.game.to_document(match.state))


def dice_of(stored: StoredMatch) -> DiceSource | None:
    """The dice of a match, at its first roll; those of an exercise are told first. None where people throw them."""
    if stored.mail is not None:
        from esquive.hosting.correspondence.draws import dice_of_mail  # the arithmetic of locks is seldom needed

        return dice_of_mail(stored.mail)
    if stored.is_by_hand:
        return None
    dice = CommittedDice(bytes.fromhex(stored.seed), tuple(stored.nonces))
    told = stored.setup.get(PRACTICE, {}).get("dice")
    return ToldDice(told, dice) if told else dice


def agents_of(players: Sequence[SeatedPlayer]) -> list[str]:
    """What the header of a record says of who played; an open seat is a person's, whoever takes it."""
    return [HUMAN if player.agent == OPEN else player.agent for player in players]


def resume(stored: StoredMatch, lines: list[StoredLine], snapshot: Snapshot | None) -> Match:
    """A match played again from its stored answers, checked against its last snapshot.

    Raises ProtocolError `cannot-resume`, which names what has changed, when the answers no longer lead where they led;
    and for a match that goes on when a card or a number it uses is not what its players began with. A match that is
    over is shown all the same, and another revision of the rules alone stops none whose answers lead where they led.
    """
    try:
        match = _played_again(stored, lines, snapshot)
    except EsquiveError as error:
        LOG.error("match %s cannot be resumed: %s", stored.id, error)
        raise ProtocolError("cannot-resume", 409, why=[*sentences(_changed(stored)), error]) from error
    if stored.mail is not None:
        from esquive.hosting.correspondence.draws import note_dice

        note_dice(match)
    if not stored.uses:
        return match
    changed = changes(stored.uses, match.record.header["uses"], match.game)
    other = [change for change in changed if change.kind != RULES]
    if other and not match.is_over:
        LOG.error("match %s is not resumed: %s", stored.id, "; ".join(sentences(other)))
        raise ProtocolError("cannot-resume", 409, why=sentences(other))
    if changed:
        LOG.warning("match %s goes on as it was played: %s", stored.id, "; ".join(sentences(changed)))
    match.record.header["uses"] = stored.uses
    return match


def _played_again(stored: StoredMatch, lines: list[StoredLine], snapshot: Snapshot | None) -> Match:
    """The match after its stored answers; raises EsquiveError when they no longer lead where they led."""
    known = snapshot.number if snapshot is not None else 0
    game, first = game_named(stored.game), [line.line for line in lines[: _plain(lines, known)]]
    match = Match.resume(game, stored.setup, dice_of(stored), first, agents_of(stored.players))
    _check(match, snapshot)
    for line in lines[match.version :]:
        if is_taken(match, line) and not take_line(match, line):
            raise DocumentError("an answer is no longer legal", line.line, "use the version it began with")
        _check(match, snapshot)
    if stored_lines(match) != lines:
        raise DocumentError("the dice fell otherwise", "answers", "use the version it began with")
    return match


def _changed(stored: StoredMatch) -> list[Change]:
    """What a match uses that is not what it was, as far as that can be told of one that cannot be played."""
    if not stored.uses:
        return []
    try:
        game = game_named(stored.game)
        return changes(stored.uses, uses_of(game, stored.setup, start_of(game, stored.setup)), game)
    except EsquiveError:
        return []  # it cannot even begin: that is what is told


def _plain(lines: list[StoredLine], known: int) -> int:
    """How many of the first `known` lines are nothing but answers and rolls, up to the last roll of all: who may take
    back what depends on the answers after it."""
    rolls = max((number for number, line in enumerate(lines, 1) if line.by == DICE), default=0)
    other = next((number for number, line in enumerate(lines) if line.by in NO_ANSWERS), known)
    return min(known, rolls, other)


def _check(match: Match, snapshot: Snapshot | None) -> None:
    """Raises DocumentError where the position is not that of the snapshot."""
    if snapshot is not None and match.version == snapshot.number and state_hash(match.state) != snapshot.hash:
        raise DocumentError("the position is not the one stored", f"answer {match.version}", "use its first version")


async def load_match(stored: StoredMatch, store: Answers) -> Match:
    """A match from the database, as it stood after its last stored answer."""
    lines, snapshot = await store.lines(stored.id), await store.snapshot(stored.id)
    return await asyncio.to_thread(resume, stored, lines, snapshot)


async def as_stored(stored: StoredMatch, store: Answers, match: Match, known: int) -> Match:
    """The match as the database has it; while that cannot be asked, as it was after the first `known` lines."""
    try:
        return await load_match(stored, store)
    except (StoreConflict, OSError, ProtocolError):
        return await asyncio.to_thread(resume, stored, stored_lines(match)[:known], None)
