"""Walks the table of docs/server-pairs.md: what happens to a match, against where and by whom it is played.

A cell of `WALKED` is walked on one site of two processes, here or by its addresses (`test_server_pairs_by_address`).
"""

import re
from collections.abc import Coroutine
from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgspec
import pytest

from esquive.hosting.participants import Participants
from esquive.hosting.protocol import NewMatch, ProtocolError, Wish
from esquive.hosting.registry import MatchRegistry
from esquive.hosting.stored_match import NOBODY
from tests.server import test_server_pairs_by_address as by_address
from tests.server.given_time import GivenTime, until, until_told
from tests.server.pairs import ALONE, COLUMNS, HERE, OVER, PRIVATE, Site, begun, created, rooms_of, seen, site
from tests.server.test_processes import AtTable, same, thought_dead
from tests.server.test_removal import code_of, connected, ending, grow_old, pruned
from tests.server.test_store import BOTH, SETUP, Follower, first_option

__all__ = ("site",)
ROOT = Path(__file__).parents[2]
EVERY = (
    *("retention", "forget", "delete", "revoke", "take-over", "restart", "undo", "clocks", "pause"),
    *("delayed spectators", "rematch", "gatherings", "practice"),
)
WALKED = tuple(
    (row, column) for row in ("retention", "forget", "delete", "take-over", "undo", "pause") for column in COLUMNS
)


async def refused(job: Coroutine[Any, Any, Any]) -> str:
    """The code of what something is refused with, "" for what is done."""
    try:
        await job
    except ProtocolError as error:
        return error.code
    return ""


async def gone(site: Site, match_id: str) -> None:
    """Every process comes to tell that there is no such match."""
    for registry in site.registries:

        async def is_gone(registry: MatchRegistry = registry) -> bool:
            return await code_of(registry, match_id) == "no-such-match"

        await until_told(is_gone, "a process still has the match")


async def walk_retention(site: Site, column: str) -> None:
    with site.given_time() as time:
        await retained(site, column, time)


async def retained(site: Site, column: str, time: GivenTime) -> None:
    room, shown = await begun(site, column)
    match_id, near = room.stored.id, site.registries[0].others
    guests = [] if column == ALONE else [AtTable(room, 0), AtTable(shown, 1)]
    await grow_old(site.registries[0], match_id)
    assert near is not None
    if shown is not room and guests:
        await until(lambda: near.is_followed(match_id), "nobody is heard of")
    client = connected(room, *([] if column == ALONE else [0]))
    for registry in site.registries:
        assert match_id not in await pruned(registry), "a match that is played is deleted"
    assert await code_of(site.registries[1], match_id) == "there"
    if column == ALONE:
        await grow_old(site.registries[0], match_id)
        return await site.registries[0].removals.forget(
            room, frozenset(), True
        )  # its bots would play on beside other cells
    for guest, at in reversed([*zip(guests, (room, shown), strict=True)]):  # the match stays where it is
        at.participants.go(guest)
        await until(lambda: not near.is_followed(match_id), "somebody is still there")
    room.followers.discard(client)
    if column != OVER:  # whose time runs keeps a match; where all have gone it rests once it is out
        assert room.participants.is_ticking and await pruned(site.registries[0]) == []
        time.goes_on(601.0)
        assert not room.participants.is_ticking
    await grow_old(site.registries[0], match_id)
    watching = connected(shown) if shown is not room else None
    with patch.object(near, "is_followed", return_value=False):  # it has not heard yet of who looks on
        assert await pruned(site.registries[0]) == [match_id]
    if watching is not None:
        await until(lambda: ending(watching) == (4400, "no-such-match"), "who is there is not told")
    await gone(site, match_id)


async def walk_forget(site: Site, column: str) -> None:
    if column == PRIVATE:
        return await forgotten_by_address(site)
    room, shown = await begun(site, column)
    clients = [connected(room, 0), connected(shown, 0)]
    registry = site.registries[0 if column == HERE else 1]
    places = frozenset() if column == ALONE else frozenset({0})
    await registry.removals.forget(shown, places, False)
    names = [player["name"] for player in SETUP["players"]]
    expected = names if column == ALONE else [NOBODY, names[1]]
    for each in (room, shown):
        await until(lambda each=each: [one.name for one in each.stored.players] == expected, "a name is told still")  # type: ignore[misc]
    left = frozenset({0}) if column == ALONE else frozenset()
    await until(lambda: all(client.controlled == left for client in clients), "a seat is kept")
    await site.registries[0].removals.forget(room, frozenset({0, 1}), True)


async def forgotten_by_address(site: Site) -> None:
    """A private match: strangers are told that there is none, whatever they ask for."""
    made = await created(site, PRIVATE)
    path, (ann, bob), asked = f"/api/matches/{made['id']}/forget", made["player_tokens"], site.processes[1]
    await rooms_of(site, PRIVATE, made)
    for process in site.processes:
        assert (await process.ask(path, {"token": "guessed"}))[0] == 404
    status, told = await asked.ask(path, {"token": ann})
    assert (status, len(told["seats"]), told["deleted"]) == (200, 1, False)
    assert await seen(site, made["id"], ann) == ["no-such-match"] * 2
    assert await seen(site, made["id"], bob) == [""] * 2
    client = asked.follow(made["id"], bob)
    assert sorted(player["name"] for player in (await client.hello())["players"]) == [NOBODY, "Bob"]
    await client.go()


async def deleted_by_address(site: Site) -> None:
    """A private match: after it is deleted its players are told what strangers were told before."""
    made = await created(site, PRIVATE)
    path, asked = f"/api/matches/{made['id']}/forget", site.processes[1]
    await rooms_of(site, PRIVATE, made)
    clients = [process.follow(made["id"], made["token"]) for process in site.processes]
    for client in clients:
        assert (await client.hello())["own"]
    before = [await process.ask(f"/api/matches/{made['id']}") for process in site.processes]
    assert [status for status, _ in before] == [404, 404]
    for process in site.processes:
        assert (await process.ask(path, {"token": "guessed", "delete": True}))[0] == 404
    for process in site.processes:
        assert await process.code(path, {"token": made["player_tokens"][0], "delete": True}) == "others-play-too"
    status, told = await asked.ask(path, {"token": made["token"], "delete": True})
    assert (status, told["deleted"]) == (200, True)
    assert [await client.closed() for client in clients] == [(4400, "no-such-match")] * 2
    after = [await process.ask(f"/api/matches/{made['id']}", token=made["token"]) for process in site.processes]
    assert after == before


async def walk_delete(site: Site, column: str) -> None:
    if column == PRIVATE:
        return await deleted_by_address(site)
    room, shown = await begun(site, column)
    registry, clients = site.registries[0 if column == HERE else 1], [connected(room), connected(shown)]
    if column != ALONE:
        code = await refused(registry.removals.forget(shown, frozenset({0}), True))
        assert code == "others-play-too" and await code_of(registry, room.stored.id) == "there"
    await registry.removals.forget(shown, frozenset({0, 1}), True)
    await gone(site, room.stored.id)
    await until(lambda: all(ending(client) == (4400, "no-such-match") for client in clients), "somebody is not told")
    assert await refused(shown.answer(BOTH, shown.version, "end")) == "no-such-match"


async def walk_take_over(site: Site, column: str) -> None:
    room, _ = await begun(site, column)
    survivor, dead = site.registries[1], site.registries[0]
    own = await survivor.create(msgspec.convert(SETUP, NewMatch))
    follower = await survivor.room(room.stored.id) if column != ALONE else None
    if follower is not None:
        follower.followers.add(Follower())
    near = dead.others
    assert near is not None
    near._is_deaf = True
    await near._takeover.close()
    for bots in dead._bots.values():
        for bot in bots:
            bot.stop()
    await thought_dead(dead)
    await until(lambda: (now := survivor.rooms.get(room.stored.id)) is not None and now.is_ours, "nobody takes it over")
    taken = survivor.rooms[room.stored.id]
    before = taken.version
    assert taken.match.is_over == (column == OVER) and taken.stored.private == (column == PRIVATE)
    if column == ALONE:
        await until(lambda: taken.version > before, "no bot plays")
    elif column != OVER:
        assert await taken.answer(BOTH, before, first_option(taken)) is None
    assert (await survivor.room(own.id)).is_ours
    await survivor.removals.forget(taken, frozenset({0, 1}), True)
    await site.end(dead)
    await site.start()


async def walk_undo(site: Site, column: str) -> None:
    room, shown = await begun(site, column)
    undo = Wish("undo", "ask", shown.version)
    if column in (ALONE, OVER):
        code = await refused(shown.wish(frozenset({0}), undo))
        assert code == ("over" if column == OVER else "not-your-decision")
        return await site.registries[0].removals.forget(room, frozenset({0, 1}), True)
    asked = room.asked_player()
    assert asked is not None
    first, second = frozenset({asked}), frozenset({1 - asked})
    before = room.match.state.to_data()
    assert await shown.answer(first, shown.version, first_option(shown)) is None
    await until(lambda: same(room, shown), "it is not played along")
    asking = shown.wishes.undo_of(shown, first)
    await shown.wish(first, Wish("undo", "ask", shown.version))
    if asking == "ask":
        await until(lambda: bool(shown.wishes.open), "the wish is not known")
        await shown.wish(second, Wish("undo", "agree"))
    await until(lambda: same(room, shown) and room.match.state.to_data() == before, "it is not taken back")


async def walk_pause(site: Site, column: str) -> None:
    room, shown = await begun(site, column)
    companies: list[Participants] = [room.participants, shown.participants]
    if column in (ALONE, OVER):
        for participants in companies:
            with pytest.raises(ProtocolError) as error:
                participants.pause(frozenset({0}), True)
            assert error.value.code == "no-clock"
        return await site.registries[0].removals.forget(room, frozenset({0, 1}), True)
    guests = [AtTable(room, 0), AtTable(shown, 1)]
    await until(lambda: all(one.clock and one.clock.is_ticking for one in companies), "a clock stands still")
    for guest, participants in zip(guests, companies, strict=True):
        participants.pause(guest.controlled, True)
    await until(lambda: all(one.clock and one.clock.is_paused for one in companies), "no pause")
    for guest, participants in zip(guests, companies, strict=True):
        participants.go(guest)


WALKS = {
    "retention": walk_retention,
    "forget": walk_forget,
    "delete": walk_delete,
    "take-over": walk_take_over,
    "undo": walk_undo,
    "pause": walk_pause,
}


@pytest.mark.parametrize(("row", "column"), WALKED, ids=[f"{row}-{column}".replace(" ", "-") for row, column in WALKED])
def test_a_cell_is_as_the_table_says(site: Site, row: str, column: str) -> None:
    site.walk(WALKS[row](site, column))


# -------------------------------------------------------------------------------------------------------- the document


def cells() -> dict[tuple[str, str], tuple[str, str]]:
    """What docs/server-pairs.md says of each pair: the sentence, and `walked`, the name of a test, or `nothing`."""
    found: dict[tuple[str, str], tuple[str, str]] = {}
    row = ""
    for line in (ROOT / "docs" / "server-pairs.md").read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            row = line.removeprefix("## ").lower()
        elif match := re.fullmatch(r"\| ([a-z ]+) \| (.+) \| (walked|nothing|`[\w./:]+`) \|", line):
            found[row, match[1]] = match[2], match[3].strip("`")
    return found


def test_the_table_has_every_pair_and_says_how_each_is_shown() -> None:
    found = cells()
    assert set(found) == {(row, column) for row in EVERY for column in COLUMNS}
    assert {pair for pair, (_, how) in found.items() if how == "walked"} == {*WALKED, *by_address.WALKED}
    for _, how in found.values():
        if how not in ("walked", "nothing"):
            file, _, name = how.partition("::")
            assert f"def {name}(" in (ROOT / "tests" / "server" / file).read_text(encoding="utf-8"), how
