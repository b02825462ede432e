"""Walks the other half of docs/server-pairs.md, by the addresses of two processes: see `test_server_pairs`."""

import asyncio
from typing import Any

import pytest

from esquive.core.games import game_named
from esquive.core.record import parse_record, verify
from esquive.hosting.grants import hash_of
from esquive.hosting.offers import AgreedAction
from tests.server.given_time import until
from tests.server.pairs import (
    ALONE,
    CLOCK,
    COLUMNS,
    ELSEWHERE,
    HERE,
    OVER,
    PRIVATE,
    Follower,
    Process,
    Site,
    Told,
    created,
    deleted,
    resigned,
    rooms_of,
    seen,
    site,
)
from tests.server.serving import BROTHERHOOD, FIRST_BOX
from tests.server.test_processes import same
from tests.server.test_store import BOTH, first_option
from tests.ways import again

__all__ = ("site",)
ROWS = ("revoke", "restart", "clocks", "delayed spectators", "rematch", "gatherings", "practice")
WALKED = tuple((row, column) for row in ROWS for column in COLUMNS)
AGAIN = {  # what `make test` shows on one process, killed and begun again
    ("restart", HERE),  # test_resuming.py: test_a_server_killed_at_any_moment_resumes_the_match
    ("restart", PRIVATE),  # test_private_matches.py: test_it_is_private_after_a_restart_too
    ("practice", HERE),  # test_practice.py: test_a_lesson_has_the_dice_it_tells_and_goes_on_after_a_restart
}
DELAY = 1
HOST = {"name": "Ann", "cards": FIRST_BOX}
OPEN = {"name": "guest", "cards": [], "agent": "open"}


async def watching(process: Process, made: Told, delay: int = 0) -> str:
    """The token of somebody who was invited to watch."""
    place = f"/api/matches/{made['id']}"
    status, invited = await process.ask(f"{place}/invitations", {"to": "watch", "delay": delay}, made["token"])
    assert status == 201, invited
    return str((await process.ask(f"{place}/watch", {"invitation": invited["invitation"]}))[1]["token"])


async def entered(process: Process, match_id: str, token: str = "") -> tuple[Follower, Told]:
    """A client that has said hello, and the state it was told."""
    client = process.follow(match_id, token)
    return client, await client.hello()


# -------------------------------------------------------------------------------------------------------------- revoke


async def walk_revoke(site: Site, column: str) -> None:
    made, asked = await created(site, column), site.asked(column)
    place = f"/api/matches/{made['id']}"
    token = await watching(asked, made) if column == ALONE else made["player_tokens"][1]
    clients = [(await entered(process, made["id"], token))[0] for process in site.processes]
    host, _ = await entered(asked, made["id"], made["token"])
    name = hash_of(token)[:12]
    status, left = await asked.ask(f"{place}/tokens/{name}/revoke", {}, made["token"])
    assert status == 200 and name not in {line["name"] for line in left}
    assert [await client.closed() for client in clients] == [(4400, "bad-token")] * 2
    hidden = "no-such-match" if column == PRIVATE else "bad-token"
    assert await seen(site, made["id"], token) == [hidden] * 2
    assert (await host.hello())["type"] == "state"
    if column == PRIVATE:
        invited = (await asked.ask(f"{place}/invitations", {"to": "seat"}, made["token"]))[1]
        assert (await asked.ask(f"{place}/tokens/{invited['name']}/revoke", {}, made["token"]))[0] == 200
        for process in site.processes:
            wanted = {"invitation": invited["invitation"]}
            assert await process.code(f"{place}/watch", wanted) == "no-such-match"
    await host.go()
    await deleted(site, made)


# ------------------------------------------------------------------------------------------------------------- restart


async def walk_restart(site: Site, column: str) -> None:
    made = await created(site, column)
    _, shown = await rooms_of(site, column, made)
    records = [await one.ask(f"/api/matches/{made['id']}/record") for one in site.processes]
    if column not in (ALONE, OVER):
        version = shown.version
        assert await shown.answer(BOTH, version, first_option(shown)) is None
        await until(lambda: shown.version > version, "it is not played along")
    version, before = shown.version, shown.match.state.to_data()
    if column in (ELSEWHERE, ALONE):  # one process ends, and the other has the match at once
        await site.end(site.registries[0])
        left = site.processes[0]
        if column == ELSEWHERE:
            assert await shown.answer(BOTH, version, first_option(shown)) is None
            assert shown.is_ours
        else:
            await until(lambda: shown.is_ours and shown.version > version, "no bot plays on")
        await site.start()
        assert left is site.processes[0]
    else:
        await site.restart()
        rooms = [await registry.room(made["id"]) for registry in site.registries]
        assert [one.is_ours for one in rooms] == [True, False]
        for one in rooms:
            assert one.version == version and one.match.state.to_data() == before
    hidden = "no-such-match" if column == PRIVATE else ""
    assert await seen(site, made["id"]) == [hidden] * 2
    assert await seen(site, made["id"], made["token"]) == [""] * 2
    if column == OVER:
        assert [await one.ask(f"/api/matches/{made['id']}/record") for one in site.processes] == records
        assert verify(parse_record(records[0][1]), game_named("krosmaster")) == []
    await deleted(site, made)


# -------------------------------------------------------------------------------------------------------------- clocks


async def shows(client: Follower, ticking: str | None, left: dict[str, float]) -> None:
    """Wait until a client is told whose time runs and what is left; what was told before may still come first."""
    client.send({"type": "table"})
    while True:
        told = (await client.read("table"))["clock"]
        if (told["ticking"], {one["seat"]: one["total"] for one in told["left"]}) == (ticking, left):
            return


async def walk_clocks(site: Site, column: str) -> None:
    with site.given_time() as time:
        made = await created(site, column, clock=CLOCK)
        room, shown = await rooms_of(site, column, made)
        clocks = [one.participants.clock for one in (room, shown)]
        assert all(clocks)
        if column in (ALONE, OVER):
            await until(lambda: column == OVER or shown.version > 1, "no bot plays")
            time.goes_on(1000.0)
            for one in (room, shown):
                told = one.participants.told().clock
                assert told is not None and told.ticking is None and one.participants.clock is not None
                assert one.participants.clock.due(time.now()) is None and not one.participants.is_ticking
                assert (told.left == []) == (column == ALONE)
            return await deleted(site, made)
        full = dict.fromkeys(("p1", "p2"), 600.0)
        ann, first = await entered(site.processes[0], made["id"], made["player_tokens"][0])
        await shows(ann, None, full)
        bob, _ = await entered(site.asked(column), made["id"], made["player_tokens"][1])
        for client in (ann, bob):
            await shows(client, first["asked"], full)
        time.goes_on(30.0)
        for client in (ann, bob):
            await shows(client, first["asked"], {**full, first["asked"]: 570.0})
        if column == ELSEWHERE:  # it goes with the match to where both sit
            heard_of = shown.participants.clock
            await ann.go()
            ann, _ = await entered(site.processes[1], made["id"], made["player_tokens"][0])
            await until(lambda: shown.is_ours and not room.is_ours, "the match has not been given")
            await until(lambda: shown.participants.clock is not heard_of, "clocks that were kept are not read")
            time.goes_on(10.0)
            await shows(ann, first["asked"], {**full, first["asked"]: 560.0})
        for client in (ann, bob):
            await client.go()
        await deleted(site, made)


# -------------------------------------------------------------------------------------------------- delayed spectators


async def heard(client: Follower) -> list[Told]:
    """Every message that comes to a client before the reply to what it asks now."""
    client.send({"type": "why", "do": "?"})
    found: list[Told] = []
    while (message := await client.read())["type"] != "error":
        found.append(message)
    return found


async def walk_delayed(site: Site, column: str) -> None:
    with site.given_time() as time:
        made, asked = await created(site, HERE if column == OVER else column, access="private"), site.asked(column)
        place = f"/api/matches/{made['id']}"
        room, shown = await rooms_of(site, column, made)
        token = await watching(asked, made, DELAY)
        if column == PRIVATE:
            listed = await created(site, ELSEWHERE)
            wanted = {"to": "watch", "delay": DELAY}
            code = await asked.code(f"/api/matches/{listed['id']}/invitations", wanted, listed["token"])
            assert code == "delay-needs-private"
            await deleted(site, listed)
        assert await asked.code(place) == "no-such-match" and await asked.code(place, token=token) == "not-yet"
        client = asked.follow(made["id"], token)
        assert (await client.hello())["wait"] == DELAY
        time.goes_on(DELAY / 2)
        begins = shown.version  # what is played from now on is shown half of the delay later
        if column == ALONE:
            await until(lambda: shown.version > begins, "no bot plays")
        elif column == OVER:
            await resigned(site, made)
            await until(lambda: shown.match.is_over, "it does not end")
        else:
            assert await room.answer(BOTH, room.version, first_option(room)) is None
            await until(lambda: same(room, shown), "it is not played along")
        assert await asked.code(place, token=token) == "not-yet"
        time.goes_on(DELAY / 2)
        while (state := await client.read("state"))["version"] < begins:
            pass
        assert state["version"] == begins and not state["over"] and await heard(client) == []
        time.goes_on(DELAY / 2)
        state = await client.read("state")
        assert begins < state["version"] <= shown.version or (state["over"] and column == OVER)
        await deleted(site, made)
        assert await client.closed() == (4400, "no-such-match")


# ------------------------------------------------------------------------------------------------------------- rematch


async def of_bots_again(site: Site, made: Told) -> None:
    """One of bots alone is over: whoever has created it has them play again, where he asks."""
    path, asked = f"/api/matches/{made['id']}/rematch", site.processes[1]
    room, shown = await rooms_of(site, ALONE, made)
    async with room.lock:
        await room.do(AgreedAction("resigned", 0, winner=1))
    await until(lambda: shown.match.is_over, "it does not end")
    assert await asked.code(path, {}, await watching(asked, made)) == "not-your-decision"
    status, after = await asked.ask(path, {}, made["token"])
    assert (status, after["waits"]) == (201, [])
    following = await asked.registry.room(after["id"])
    before = following.version
    await until(lambda: following.is_ours and following.version > before, "no bot plays")
    assert (await site.processes[0].ask(path, {}, made["token"]))[1]["id"] == after["id"]
    await deleted(site, after)


async def walk_rematch(site: Site, column: str) -> None:
    made, asked = await created(site, column), site.asked(column)
    path = f"/api/matches/{made['id']}/rematch"
    if column in (HERE, ELSEWHERE, ALONE):
        assert await asked.code(path, {}, made["token"]) == "not-over"
        if column == ALONE:
            await of_bots_again(site, made)
        return await deleted(site, made)
    if column == PRIVATE:
        await resigned(site, made)
    room, shown = await rooms_of(site, column, made)
    ann, bob = made["player_tokens"]
    one, other = site.processes
    assert await other.code(path, {}) == ("no-such-match" if column == PRIVATE else "bad-token")
    status, first = await one.ask(path, {}, ann)
    assert (status, first["id"], len(first["waits"])) == (201, "", 1)
    await until(lambda: [one.rematch.again for one in (room, shown)] == [[0], [0]], "it is not known who wants to")
    second = (await other.ask(path, {}, bob))[1]
    await until(lambda: [one.rematch.next for one in (room, shown)] == [second["id"]] * 2, "the next is not known")
    mine = (await one.ask(path, {}, ann))[1]
    assert mine["id"] == second["id"] != made["id"]
    assert (await other.registry.room(mine["id"])).is_ours and not (await one.registry.room(mine["id"])).is_ours
    for process, token, name in ((one, mine["token"], "Ann"), (other, second["token"], "Bob")):
        client, state = await entered(process, mine["id"], token)
        assert [player["name"] for player in state["players"] if player["seat"] in state["own"]] == [name]
        await client.go()
    assert await seen(site, mine["id"]) == ["no-such-match" if column == PRIVATE else ""] * 2


# ---------------------------------------------------------------------------------------------------------- gatherings


async def gathered(process: Process, *players: Told, **more: Any) -> Told:
    status, made = await process.ask("/api/gatherings", {"match": {"players": players or (HOST, OPEN), **more}})
    assert status == 201, made
    return dict(made)


async def sit(process: Process, made: Told, name: str) -> tuple[int, Any]:
    wanted = {"invitation": made["invitation"], "name": name, "cards": BROTHERHOOD}
    return await process.ask(f"/api/gatherings/{made['id']}/seats", wanted)


async def walk_gatherings(site: Site, column: str) -> None:
    one, asked = site.processes[0], site.asked(column)
    if column == ALONE:
        for players in ([{**HOST, "agent": "greedy"}, {**HOST, "name": "Bot", "agent": "greedy"}], [OPEN, OPEN]):
            assert await asked.code("/api/gatherings", {"match": {"players": players}}) == "bad-request"
        return
    made = await gathered(one)
    path = f"/api/gatherings/{made['id']}"
    assert await asked.code(path) == "no-such-match"
    assert not (await asked.ask(path, token=made["token"]))[1]["begun"]
    found = await asyncio.gather(*(sit(process, made, name) for process, name in ((asked, "Zoe"), (one, "Max"))))
    assert sorted(status for status, _ in found) == [201, 409], "of two who sit down at once one finds a place"
    token, sat = next((told["token"], n) for n, (status, told) in enumerate(found) if status == 201)
    owner = (asked, one)[sat]
    assert (await owner.registry.room(made["id"])).is_ours
    for process in site.processes:
        states = [await entered(process, made["id"], each) for each in (made["token"], token)]
        assert sorted(seat for _, state in states for seat in state["own"]) == ["p1", "p2"]
        for client, _ in states:
            await client.go()
        assert (await process.ask(path, token=made["token"]))[1]["begun"]
        assert (await sit(process, made, "Eve"))[1]["code"] == "no-open-seat"
        assert await process.code(f"{path}/leave", {}, token) == "no-such-match"
        assert made["id"] not in {each["id"] for each in (await process.ask("/api/matches"))[1]}
    assert await seen(site, made["id"]) == ["no-such-match"] * 2
    if column == PRIVATE:
        listed = await gathered(one, access="listed")
        assert (await sit(asked, listed, "Zoe"))[0] == 201
        for process in site.processes:
            assert listed["id"] in {each["id"] for each in (await process.ask("/api/matches"))[1]}
    if column == OVER:
        wanted = {"token": made["token"], "delete": True}
        assert await asked.code(f"/api/matches/{made['id']}/forget", wanted) == "others-play-too"
        assert (await asked.ask(f"/api/matches/{made['id']}/forget", {"token": token}))[0] == 200
        assert (await asked.ask(f"/api/matches/{made['id']}/forget", wanted))[0] == 200
        for process in site.processes:
            assert await process.code(path, token=made["token"]) == "no-such-match"
            assert (await sit(process, made, "Eve"))[1]["code"] == "no-such-match"


# ------------------------------------------------------------------------------------------------------------ practice


async def walk_practice(site: Site, column: str) -> None:
    asked = site.asked(column)
    if column == ALONE:
        told = {"practice": {"exercise": "strike", "dice": ["critical"]}}
        bots = [{**HOST, "name": name, "agent": "random"} for name in ("A", "B")]
        assert await asked.code("/api/matches", {"players": bots, "setup": told}) == "bad-request"
        return
    made = (await site.processes[0].ask(f"/api/learn/{'close-in' if column == OVER else 'strike'}", {}))[1]
    place = f"/api/matches/{made['id']}"
    if column == PRIVATE:
        assert await seen(site, made["id"]) == ["no-such-match"] * 2
        for process in site.processes:
            assert made["id"] not in {each["id"] for each in (await process.ask("/api/matches"))[1]}
        return
    client, state = await entered(asked, made["id"], made["token"])
    if column == OVER:
        assert await asked.code(f"{place}/try", token=made["token"]) == "not-over"
        assert (await client.answer(state, "end"))["practice"]["over"]
        for process in site.processes:
            status, told = await process.ask(f"{place}/try", token=made["token"])
            assert (status, told["over"], told["solved"]) == (200, True, False)
        return await client.go()
    if column == ELSEWHERE:
        assert (await client.answer(state, "end"))["refusal"]["kind"] == "practice"
    assert (await client.answer(state, "cast con d3"))["practice"]["step"] == 1
    await client.go()
    await site.restart()
    client, state = await entered(site.asked(column), made["id"], made["token"])
    assert state["practice"]["step"] == 1
    assert next(unit for unit in state["view"]["units"] if unit["id"] == "healey")["injuries"] == 2
    assert (await client.answer(await client.answer(state, "cast con d3"), "end"))["practice"]["reached"]
    await client.go()


WALKS = {
    "revoke": walk_revoke,
    "restart": walk_restart,
    "clocks": walk_clocks,
    "delayed spectators": walk_delayed,
    "rematch": walk_rematch,
    "gatherings": walk_gatherings,
    "practice": walk_practice,
}


CELLS = [again(*cell) if cell in AGAIN else pytest.param(*cell) for cell in WALKED]


@pytest.mark.parametrize(("row", "column"), CELLS, ids=[f"{row}-{column}".replace(" ", "-") for row, column in WALKED])
def test_a_cell_is_as_the_table_says(site: Site, row: str, column: str) -> None:
    site.walk(WALKS[row](site, column))


def test_who_comes_later_to_another_process_is_told_what_stands_there(site: Site) -> None:
    """The time that is left, who is here, a pause that somebody wishes, and a draw that somebody has offered."""

    async def walk() -> None:
        with site.given_time() as time:
            one, other = site.processes
            made = await created(site, HERE)
            (ann, state), (bob, _) = [await entered(one, made["id"], token) for token in made["player_tokens"]]
            (seat,), first, full = state["own"], state["asked"], dict.fromkeys(("p1", "p2"), 600.0)
            await shows(bob, first, full)
            time.goes_on(8.0)
            ann.send({"type": "wish", "what": "draw"})
            ann.send({"type": "pause", "on": True})
            while seat not in (await bob.read("table"))["clock"]["wishes"]:
                pass
            late, state = await entered(other, made["id"], made["player_tokens"][1])
            while not state["wishes"]["open"]:
                state = await late.read("state")
            assert [wish["what"] for wish in state["wishes"]["open"]] == ["draw"]
            late.send({"type": "table"})
            while (told := await late.read("table"))["clock"]["wishes"] != [seat] or not all(
                each["here"] for each in told["seats"]
            ):
                pass
            await shows(late, first, {**full, first: 592.0})
            time.goes_on(30.0)
            await shows(late, first, {**full, first: 562.0})
            for client in (late, bob, ann):
                await client.go()

    site.walk(walk())
