"""What the worker of a page calls: begin, ask, follow a match. Its database and its messages are handed in.

Everything handed in is a function of JavaScript, or of Python in a test; bytes go as they are, all else as text.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Any

import msgspec

from esquive.core.games import USUAL
from esquive.core.messages import language_of
from esquive.hosting.match_setup import known_game
from esquive.site.follower import Close, Follower, Send
from esquive.site.keeper import KeptAlready, NotKept
from esquive.site.page_host import PageHost
from esquive.site.page_store import PageStore
from esquive.site.requests import Asked
from esquive.site.routes import ROUTES
from esquive.site.thinking import Ask, Elsewhere

ALREADY = "ConstraintError"  # as IndexedDB calls what went wrong
FULL = "QuotaExceededError"


class BrowserKeeper:
    """The browser's database: `read` gives the names and bytes of a prefix, `write` keeps and drops at once."""

    def __init__(self, read: Callable[[str], Awaitable[Any]], write: Callable[..., Awaitable[Any]]) -> None:
        self._read = read
        self._write = write

    async def read(self, prefix: str) -> dict[str, bytes]:
        """Every entry whose name begins so."""
        found = await self._read(prefix)
        return {str(name): kept.to_bytes() for name, kept in found}

    async def write(
        self, entries: Mapping[str, bytes], *, fresh: Iterable[str] = (), dropped: Iterable[str] = ()
    ) -> None:
        """Keep entries and drop others; raises KeptAlready and NotKept by what the database says."""
        new = {*fresh}
        told = msgspec.json.encode([[name, name in new] for name in entries]).decode()
        said = str(await self._write(told, [*entries.values()], msgspec.json.encode([*dropped]).decode()))
        if said == ALREADY:
            raise KeptAlready(said)
        if said:
            raise NotKept(said == FULL, said)


class Worker:
    """The engine as the worker of a page has it; `go_on` is called once it has said that it is there."""

    def __init__(self, host: PageHost) -> None:
        self._host = host
        self._followers: dict[int, Follower] = {}

    async def go_on(self) -> None:
        """What goes on by itself goes on; then what most people ask for first is had at hand before they do."""
        await self._host.open()
        await asyncio.sleep(0)
        setups = known_game(USUAL).setups
        await asyncio.sleep(0)
        setups.violations(setups.ready_teams()[0].cards, setups.formats()[0].id)

    async def ask(self, method: str, address: str, token: str, body: Any) -> tuple[int, str, bytes]:
        """Status, type and body of the answer to a request; `body` is bytes, or an array of bytes of JavaScript."""
        path, query = split(address)
        said = body if isinstance(body, bytes) else body.to_bytes()
        found = await ROUTES.answer(self._host, Asked(method, path, query, token, said))
        return found.status, found.kind, found.body

    def follow(self, number: int, address: str, token: str, send: Send, close: Close) -> None:
        """Somebody follows the match of an address (`/api/matches/ID/ws`), known by a number from now on."""
        path, query = split(address)
        match_id = path.removeprefix("/api/matches/").removesuffix("/ws")
        language = language_of(query.get("lang", "en"))

        def let_go(code: int, reason: str) -> None:
            self._followers.pop(number, None)
            close(code, reason)

        self._followers[number] = Follower(self._host, match_id, token, language, send, let_go)

    def say(self, number: int, text: str) -> None:
        """A follower says something."""
        if number in self._followers:
            self._followers[number].say(text)

    def leave(self, number: int) -> None:
        """A follower goes away."""
        if number in self._followers:
            self._followers.pop(number).go()


def split(address: str) -> tuple[str, dict[str, str]]:
    """The path of an address, and what stands behind its question mark."""
    from urllib.parse import parse_qsl, unquote, urlsplit

    parts = urlsplit(address)
    return unquote(parts.path), dict(parse_qsl(parts.query))


async def begin(
    read: Callable[[str], Awaitable[Any]],
    write: Callable[..., Awaitable[Any]],
    think: Ask,
    forget: Callable[[int], Any],
) -> Worker:
    """The engine on a browser's database, with a worker in which bots think."""
    logging.basicConfig(level=logging.WARNING)
    store = PageStore(BrowserKeeper(read, write))
    await store.open()
    host = PageHost(store, think=Elsewhere(think, forget))
    return Worker(host)
