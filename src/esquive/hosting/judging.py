"""Judging: whether a line is legal and why, under which rulebook, and what a unit threatens.

Who asks must be the one to decide. Nothing is changed, and what takes its time is counted beside the loop.
"""

import asyncio

from esquive.core.errors import NotationError
from esquive.core.line_comparison import compare as compared
from esquive.core.shapes import OddsView, Threat
from esquive.core.waiting import Decision
from esquive.hosting.protocol import CompareMessage, ProtocolError, WhyMessage
from esquive.hosting.rooms import Room


async def why(room: Room, controlled: frozenset[int], line: str, language: str) -> WhyMessage:
    """The `why` message for a line; raises ProtocolError for who is not asked or a line that cannot be read."""
    async with room.lock:
        room.check_asked(controlled)
        words = room.words(language)
        try:
            found = words.preview(line)
        except NotationError as error:
            raise ProtocolError("bad-line", why=error) from error
        if found.legal:
            words = room.game.words(room.match.state.copy(), language, words.names)
    odds = OddsView(odds=None, odds_note=None)
    if found.legal:
        odds = await asyncio.to_thread(words.odds, room.game.parse(words.state, line))
    return WhyMessage(
        line, found.legal, found.conditions, found.area, found.targets, odds.odds, odds.odds_note, found.label
    )


async def propose(room: Room, controlled: frozenset[int], language: str) -> None:
    """Works out what is asked where answers are proposed, before it is told.

    Nobody else at the table waits for it: how long it takes would tell them of the hand of who is asked.
    """
    async with room.lock:
        waiting, key = room.match.waiting, (room.version, language)
        if not isinstance(waiting, Decision) or waiting.is_listed or room.viewer(controlled) != waiting.seat:
            return
        if key in room.views.decisions:
            return
        words = room.game.words(room.match.state.copy(), language, room.words(language).names)
    found = await asyncio.to_thread(words.decision, waiting.seat)
    if room.version == key[0]:  # else it is another question by now
        room.views.proposed(key, found)


async def compare(room: Room, controlled: frozenset[int], line: str, release: str, language: str) -> CompareMessage:
    """The `compare` message for a line; raises ProtocolError as `why` does, and for a release nobody knows."""
    async with room.lock:
        room.check_asked(controlled)
        state = room.match.state.copy()
    known = room.game.releases
    others = [name for name in known.names() if name != known.of(state)] if known is not None else []
    release = release or (others[0] if others else "")
    if known is None or release not in others:
        raise ProtocolError("no-such-release", release=release, known=", ".join(others))
    releases = (known.of(state), release)
    try:
        found = await asyncio.to_thread(compared, room.game, state, line, releases, language)
    except NotationError as error:
        raise ProtocolError("bad-line", why=error) from error
    return CompareMessage(**{name: getattr(found, name) for name in found.__struct_fields__})


async def threat(room: Room, controlled: frozenset[int], unit: str) -> Threat:
    """The threat of a unit; raises ProtocolError for who is not asked."""
    async with room.lock:
        room.check_asked(controlled)
        found = room.game.threat(room.match.state, unit)
    return found or Threat(unit=unit, reach=[], strikes=[], hits=[])
