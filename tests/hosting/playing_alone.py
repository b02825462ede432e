"""A host in one process, with nothing of a server: two players, spectators and bots play through it to the end.

Run with the name of a game and how many answers its people give before one of them resigns, `inf` for a match that is
played to its end; what a server is made of cannot be imported here. It prints what was seen, as JSON.
"""

import asyncio
import json
import random
import sys
from collections.abc import Callable
from importlib.abc import MetaPathFinder
from typing import Any

OF_A_SERVER = set(
    "litestar sqlalchemy alembic aiosqlite asyncpg redis uvicorn websockets httptools cryptography prometheus_client "
    "isal zstandard".split()
)


class Missing(MetaPathFinder):
    """Finds nothing of what a server is made of, as where it is not installed."""

    def find_spec(self, fullname: str, path: object, target: object = None) -> None:
        if fullname.split(".", maxsplit=1)[0] in OF_A_SERVER or fullname.startswith("esquive.server"):
            raise ModuleNotFoundError(f"no {fullname} here", name=fullname)


sys.meta_path.insert(0, Missing())

import msgspec  # noqa: E402

from esquive.core.games import game_named  # noqa: E402
from esquive.core.record import verify  # noqa: E402
from esquive.hosting.clients import Client  # noqa: E402
from esquive.hosting.memory_store import MemoryStore  # noqa: E402
from esquive.hosting.messages import Encoded  # noqa: E402
from esquive.hosting.protocol import NewMatch  # noqa: E402
from esquive.hosting.registry import MatchRegistry  # noqa: E402
from esquive.hosting.rooms import Room  # noqa: E402

PLAYERS: dict[str, tuple[list[str], list[str]]] = {
    "krosmaster": (
        ["oscar-kass", "anna-tommy", "bad-aboum", "lil-healey"],
        ["percedal", "evangelyne", "ruel-stroud", "amalia"],
    ),
    "kaos": (["two-gleams"], ["gravediggers"]),
}
MORE: dict[str, dict[str, Any]] = {
    "krosmaster": {},
    "kaos": {"options": {"horde_points": "45"}, "arena": "broken-abbey"},
}


class Follower:
    """A client of the room in this process: what it says and what it is told are the messages of the protocol."""

    def __init__(self, room: Room, *players: int) -> None:
        self.client = Client(room, frozenset(players), "en")
        self.told: list[dict[str, Any]] = []
        self.state: dict[str, Any] = {}
        self._is_told = asyncio.Event()
        self._task = asyncio.create_task(self.client.write(self._take))

    async def _take(self, text: Encoded) -> None:
        message = msgspec.json.decode(text)
        self.told.append(message)
        if message["type"] == "state":
            self.state = message
        self._is_told.set()

    async def say(self, **message: Any) -> None:
        await self.client.handle(json.dumps(message))

    async def until(self, holds: Callable[[dict[str, Any]], object]) -> None:
        """Wait for a state it is told of which this holds."""
        while not (self.state and holds(self.state)):
            self._is_told.clear()
            await asyncio.wait_for(self._is_told.wait(), 60)

    async def go(self) -> None:
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        self.client.leave()


async def come(registry: MatchRegistry, match_id: str, *seats: tuple[int, ...]) -> tuple[Room, list[Follower]]:
    room = await registry.room(match_id)
    followers = [Follower(room, *players) for players in seats]
    for one in followers:
        await one.say(type="hello", version=0)
        await one.say(type="table")
        await one.until(lambda state: True)
    return room, followers


async def answer(room: Room, players: list[Follower], rng: random.Random) -> None:
    """Whoever is asked answers, and everybody is told."""
    asked = next(one for one in players if one.state["decision"] is not None)
    known = asked.state["version"]
    await asked.say(type="answer", version=known, do=rng.choice(asked.state["decision"]["options"])["do"])
    for one in players:
        await one.until(lambda state: state["version"] > known)


async def take_back(players: list[Follower]) -> bool:
    """Whoever can take back the last answer asks to, and the other agrees where he has to."""
    before = players[0].state["version"]
    for one, other in (players, players[::-1]):
        await one.say(type="wish", what="undo", say="ask", version=before)
        if one.client.room.version == before and not one.client.room.wishes.open:
            continue  # it was refused: the last answer is the other's
        if one.client.room.wishes.open:
            await other.until(lambda state: state["wishes"]["open"])
            await other.say(type="wish", what="undo", say="agree")
        for each in players:
            await each.until(lambda state: state["version"] > before)
        return True
    return False


async def play(game: str, most: float, seed: int = 6) -> dict[str, Any]:
    """A match of two people with clocks, somebody who watches, an undo, and a host that ends in the middle.

    After `most` answers one of them resigns.
    """
    rng, store = random.Random(seed), MemoryStore()
    first, second = PLAYERS[game]
    people = [{"name": "Ann", "cards": first}, {"name": "Bob", "cards": second}]
    wanted = {"game": game, "players": people, "clock": {"turn": 0, "total": 3600}, **MORE[game]}
    registry = MatchRegistry(store, 0.0, lambda: b"27" * 16)
    made = await registry.create(msgspec.convert(wanted, NewMatch))
    room, (ann, bob, watcher) = await come(registry, made.id, (0,), (1,), ())
    undone = 0
    for number in range(40):
        await answer(room, [ann, bob], rng)
        if number in (10, 20, 30):
            undone += await take_back([ann, bob])
    ticking = [one for one in ann.told if one["type"] == "table" and one["clock"] and one["clock"]["ticking"]]
    version, shown = room.version, watcher.state["view"] is not None
    for one in (ann, bob, watcher):
        await one.go()
    del registry, room  # nobody says goodbye: only what the store has is left

    registry = MatchRegistry(MemoryStore(store.matches), 0.0)
    room, (ann, bob, watcher) = await come(registry, made.id, (0,), (1,), ())
    resumed = room.version == version
    while not room.match.is_over:
        if room.version > most:
            await ann.say(type="wish", what="resign", say="ask")
            await bob.until(lambda state: state["over"])
            break
        await answer(room, [ann, bob], rng)
    await watcher.until(lambda state: state["over"])
    problems = verify(room.match.record, game_named(game))
    await registry.close()
    kept = store.matches[made.id]
    return {
        "undone": undone,
        "ticking": len(ticking),
        "resumed": resumed and version > 40,
        "watched": shown and watcher.state["decision"] is None,
        "over": [ann.state["over"], bob.state["over"], kept.match.over],
        "problems": problems,
        "lines": len(kept.lines) == room.version,
    }


async def play_bots(game: str) -> dict[str, Any]:
    """A match of bots alone to its end, while somebody watches."""
    first, second = PLAYERS[game]
    players = [{"name": "Rob", "cards": first, "agent": "random"}, {"name": "Ada", "cards": second, "agent": "random"}]
    registry = MatchRegistry(MemoryStore(), 0.0, lambda: b"28" * 16)
    made = await registry.create(msgspec.convert({"game": game, "players": players, **MORE[game]}, NewMatch))
    room, (watcher,) = await come(registry, made.id, ())
    await watcher.until(lambda state: state["over"])
    problems = verify(room.match.record, game_named(game))
    await registry.close()
    return {"over": room.match.is_over, "problems": problems}


async def main(game: str, most: float) -> None:
    seen = {"people": await play(game, most), "bots": await play_bots(game)}
    sys.stdout.write(json.dumps(seen))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], float(sys.argv[2])))
