"""Two pages whose players send each other letters, for tests: every answer is drawn by chance or by a bot."""

import hashlib
import json
import random
from typing import Any

from esquive.agents.base import agent_named
from esquive.core.waiting import Decision
from esquive.hosting.correspondence.mail import Mail
from esquive.hosting.rooms import Room
from esquive.site.keeper import MemoryKeeper
from esquive.site.page_host import PageHost
from esquive.site.page_store import PageStore
from esquive.site.worker import Worker

TABLES: dict[str, tuple[dict[str, Any], list[str], list[str]]] = {
    "krosmaster": (
        {"game": "krosmaster"},
        ["oscar-kass", "anna-tommy", "bad-aboum", "lil-healey"],
        ["percedal", "evangelyne", "ruel-stroud", "amalia"],
    ),
    "kaos": (
        {"game": "kaos", "options": {"horde_points": "45"}, "arena": "broken-abbey"},
        ["two-gleams"],
        ["gravediggers"],
    ),
}
KEEN = ("buy", "reveal", "collect", "give")  # answers by which cards are drawn, and shown


class Desk:
    """One of the two, on what his browser keeps."""

    def __init__(self, place: int, keeper: MemoryKeeper | None = None, seed: str = "") -> None:
        self.place = place
        self.keeper = keeper or MemoryKeeper()
        self.seed = seed or f"seed {place}"
        self._seeds = 0

    async def open(self) -> "Desk":
        """The page as it begins; once more for one that was closed."""
        store = PageStore(self.keeper)
        await store.open()
        self.host = PageHost(store, 0.0, self._new_seed)
        await self.host.open()
        self.worker = Worker(self.host)
        return self

    def _new_seed(self) -> bytes:
        self._seeds += 1
        return hashlib.sha256(f"{self.seed} {self._seeds}".encode()).digest()

    async def ask(self, method: str, address: str, body: Any = None, token: str = "") -> tuple[int, Any]:
        """The status and the answer."""
        text = b"" if body is None else json.dumps(body).encode()
        status, kind, found = await self.worker.ask(method, address, token, text)
        return status, json.loads(found) if kind == "application/json" else found.decode()

    async def good(self, method: str, address: str, body: Any = None, token: str = "") -> Any:
        """The answer, which is no refusal."""
        status, found = await self.ask(method, address, body, token)
        assert status in (200, 201), found
        return found

    async def refused(self, letter: str) -> str:
        """The code with which a letter is refused."""
        status, found = await self.ask("POST", "/api/letters", {"letter": letter})
        assert status >= 400, found
        assert status != 500, found
        return str(found["code"])

    async def room(self, match_id: str) -> Room:
        """The room of a match."""
        return await self.host.room(match_id)

    async def mail(self, match_id: str) -> Mail:
        """What is kept of a match."""
        mail = (await self.room(match_id)).stored.mail
        assert mail is not None
        return mail

    async def letter(self, match_id: str) -> str:
        """The letter that is to be sent."""
        return str((await self.good("GET", f"/api/letters/{match_id}"))["letter"])

    async def record(self, match_id: str) -> tuple[int, Any]:
        """The record of a match, with one's own token."""
        token = (await self.good("POST", f"/api/matches/{match_id}/tokens"))["token"]
        return await self.ask("GET", f"/api/matches/{match_id}/record", token=token)


class Chooser:
    """Answers as a bot does, but for what draws cards: that as often as it can be."""

    def __init__(self, game: str, seed: int, agent: str = "greedy@2026-11", keen: float = 0.8) -> None:
        self.rng = random.Random(seed)
        self._agent = agent_named(agent, game)
        self.keen = keen

    def line(self, room: Room) -> str:
        """The line to be answered."""
        state, waiting = room.match.state.copy(), room.match.state.copy().waiting
        assert isinstance(waiting, Decision)
        if waiting.is_listed and self.rng.random() < self.keen:
            lines = [room.game.format(state, answer) for answer in waiting.options()]
            secret = [line for line in lines if line.startswith("buy") and line.endswith("down")]
            keen = secret or [line for line in lines if line.startswith(KEEN)]
            if keen:
                return self.rng.choice(keen)
        return room.game.format(state, self._agent.choose(room.game, state, state.waiting, self.rng))

    async def stretch(self, desk: Desk, match_id: str) -> None:
        """Plays until the other is asked."""
        room = await desk.room(match_id)
        while room.asked_player() == desk.place:
            refused = await room.answer(frozenset({desk.place}), room.version, self.line(room))
            assert refused is None, refused


async def begun(game: str, seed: str = "", **more: Any) -> tuple[Desk, Desk, str]:
    """Two desks at a match of which the inviter is to play: an invitation, and its acceptance."""
    table, own, other = TABLES[game]
    one, two = await Desk(0, seed=f"{seed} 0").open(), await Desk(1, seed=f"{seed} 1").open()
    wanted = {**table, **more, "player": {"name": "Ann", "cards": own}}
    invited = await one.good("POST", "/api/letters/invitations", wanted)
    opened = await two.good("POST", "/api/letters", {"letter": invited["letter"]})
    assert opened["invitation"]["name"] == "Ann"
    player = {"name": "Bob", "cards": other}
    accepted = await two.good("POST", "/api/letters/acceptances", {"letter": invited["letter"], "player": player})
    await one.good("POST", "/api/letters", {"letter": accepted["letter"]})
    return one, two, str(invited["id"])


async def write(chooser: Chooser, desk: Desk, match_id: str) -> str:
    """Plays a stretch, and the letter with it."""
    await chooser.stretch(desk, match_id)
    return await desk.letter(match_id)


async def is_over(desk: Desk, match_id: str) -> bool:
    """Whether a match is over for one of the two."""
    return (await desk.room(match_id)).match.is_over


async def play(chooser: Chooser, desks: tuple[Desk, Desk], match_id: str, most: int = 1000) -> list[str]:
    """Letters until the match is over or so many have been sent; the last one lays open what is hidden."""
    letters: list[str] = []
    writer = 0
    while len(letters) < most:
        letters.append(await write(chooser, desks[writer], match_id))
        await desks[1 - writer].good("POST", "/api/letters", {"letter": letters[-1]})
        if await is_over(desks[writer], match_id):
            letters.append(await desks[1 - writer].letter(match_id))
            await desks[writer].good("POST", "/api/letters", {"letter": letters[-1]})
            break
        writer = 1 - writer
    return letters
