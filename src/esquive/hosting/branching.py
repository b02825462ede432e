"""Branching: a new match of practice from a step of a replay, with dice of its own.

Its set-up holds the position document, and under `practice` where that is from: so its record says what it is. It is
never listed, and open to nobody without a link.
"""

import asyncio
from typing import Any

from esquive.core.phrases import phrase
from esquive.core.practice import PRACTICE
from esquive.core.waiting import Over
from esquive.hosting.branching_messages import Begun, OnwardWanted
from esquive.hosting.grants import Person
from esquive.hosting.match_setup import check_agents
from esquive.hosting.protocol import HUMAN, OPEN, MatchCreated, NewPlayer, ProtocolError
from esquive.hosting.registry import MatchRegistry
from esquive.hosting.replays import Played


def begun_of(setup: dict[str, Any]) -> Begun:
    """Where a match with this set-up was begun from."""
    told = setup.get(PRACTICE, {})
    return Begun(told["of"], told["id"], told["step"]) if "of" in told else Begun("", "", 0)


def is_of_bots(wanted: OnwardWanted) -> bool:
    """Whether nobody but bots will play."""
    return all(one.agent not in (HUMAN, OPEN) for one in wanted.seats)


async def branch(
    registry: MatchRegistry, played: Played, begun: Begun, wanted: OnwardWanted, person: Person | None
) -> MatchCreated:
    """The match from a step of a record that was played again; raises ProtocolError for what cannot be."""
    position = await asyncio.to_thread(_position, played, begun.step)
    if len(wanted.seats) != played.game.seats_of(position):
        raise ProtocolError("bad-request", why=phrase("it takes {seats} players", seats=played.game.seats_of(position)))
    check_agents(played.game.name, [one.agent for one in wanted.seats])
    order = sorted(range(len(wanted.seats)), key=lambda seat: played.game.player_in(position, seat))
    players = [NewPlayer(wanted.seats[seat].name, [], wanted.seats[seat].agent) for seat in order]
    return await registry.begin(played.game, _setup(played, position, begun), players, person)


def _position(played: Played, step: int) -> Any:
    """The position after a step; raises ProtocolError `no-such-step`, also for the one in which the match was over."""
    last = len(played.ends)
    if not 0 <= step <= last:
        raise ProtocolError("no-such-step", 404, step=step, last=last)
    position = played.state_at(step)
    if isinstance(position.waiting, Over):
        raise ProtocolError("no-such-step", 404, step=step, last=last - 1)
    return position


def _setup(played: Played, position: Any, begun: Begun) -> dict[str, Any]:
    header = played.record.header
    old = {**header["setup"].get("position", {}), **header["setup"]}
    known = {key: old[key] for key in ("release", "format") if key in old}
    told = {"of": begun.of, "id": begun.id, "step": begun.step}
    return {**known, "position": played.game.to_document(position), PRACTICE: told}
