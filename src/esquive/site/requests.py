"""What the client asks of the page it runs in: the addresses of docs/protocol.md, asked by messages instead of HTTP.

A route is a function of the host, of what was asked and of what its address says; it returns a struct that is sent as
JSON, or a `Text`.
"""

import logging
import re
from collections.abc import Awaitable, Callable, Iterable
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, TypeVar

import msgspec
from msgspec import Struct

from esquive.core.converting import convert
from esquive.core.game import Game
from esquive.core.games import USUAL
from esquive.core.messages import language_of
from esquive.hosting.match_setup import known_game
from esquive.hosting.protocol import ProtocolError

if TYPE_CHECKING:
    from esquive.site.page_host import PageHost

LOG: Final = logging.getLogger("esquive.site")
JSON: Final = "application/json"
Body = TypeVar("Body")


class Asked(Struct, frozen=True):
    """One request: the method of HTTP, the path, what stands behind its question mark, the token, and the body."""

    method: str
    path: str
    query: dict[str, str] = {}
    token: str = ""
    body: bytes = b""

    @property
    def language(self) -> str:
        """The language to answer in."""
        return language_of(self.query.get("lang", "en"))

    @property
    def game(self) -> Game:
        """The game that is named, or the usual one; raises ProtocolError for one that there is not."""
        return known_game(self.query.get("game", USUAL))

    def said(self, kind: type[Body]) -> Body:
        """The body as `kind`; raises ProtocolError `bad-request` where it is none."""
        try:
            return convert(msgspec.json.decode(self.body), kind)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise ProtocolError("bad-request", why=error) from error

    def needed(self, key: str) -> str:
        """What stands behind the question mark for a key; raises ProtocolError `bad-request` where nothing does."""
        if key not in self.query:
            raise ProtocolError("bad-request", why=f"{key}?")
        return self.query[key]

    def number(self, key: str, usual: int) -> int:
        """The whole number behind the question mark for a key; raises ProtocolError `bad-request` for anything else."""
        try:
            return int(self.query.get(key, usual))
        except ValueError as error:
            raise ProtocolError("bad-request", why=error) from error


class Answered(Struct, frozen=True):
    """The answer to a request: the status of HTTP, the type of the body, and the body."""

    status: int
    kind: str
    body: bytes


class Text(Struct, frozen=True):
    """An answer that is no JSON: a text of a type."""

    text: str
    kind: str


Route = Callable[..., Awaitable[Any]]
_KINDS: Final[dict[str, tuple[str, Callable[[str], Any]]]] = {"str": (r"[^/]+", str), "int": (r"\d{1,9}", int)}


class Routes:
    """Addresses and what answers at each; `{name:str}` and `{name:int}` of an address are handed to the route."""

    def __init__(self) -> None:
        self._known: list[tuple[str, re.Pattern[str], dict[str, Callable[[str], Any]], Route, int]] = []
        self._later: dict[str, str] = {}

    def at(self, method: str, address: str, status: int = 0) -> Callable[[Route], Route]:
        """Declares a route; without a `status` a GET answers 200 and a POST 201, as the server does."""
        names = dict(re.findall(r"\{(\w+):(\w+)\}", address))
        form = re.sub(r"\{(\w+):(\w+)\}", lambda found: f"(?P<{found[1]}>{_KINDS[found[2]][0]})", address)
        kinds = {name: _KINDS[kind][1] for name, kind in names.items()}

        def declared(route: Route) -> Route:
            usual = 200 if method == "GET" else 201
            self._known.append((method, re.compile(form), kinds, route, status or usual))
            return route

        return declared

    def later(self, prefixes: Iterable[str], module: str) -> None:
        """Addresses that begin so are among the `ROUTES` of a module, which is imported when the first is asked."""
        self._later |= dict.fromkeys(prefixes, module)

    async def answer(self, host: "PageHost", asked: Asked) -> Answered:
        """The answer to a request; whatever is wrong with it is told as the server tells it."""
        try:
            for prefix in [one for one in self._later if asked.path.startswith(one)]:
                module = self._later[prefix]
                self._known += import_module(module).ROUTES._known
                self._later = {one: known for one, known in self._later.items() if known != module}
            for method, form, kinds, route, status in self._known:
                found = form.fullmatch(asked.path) if method == asked.method else None
                if found is not None:
                    places = {name: kind(found[name]) for name, kind in kinds.items()}
                    return _answered(status, await route(host, asked, **places))
            raise ProtocolError("no-such-address", 404)
        except ProtocolError as error:
            return _answered(error.status, error.fault(asked.language))
        except Exception:
            LOG.exception("%s %s failed", asked.method, asked.path)
            return _answered(500, ProtocolError("server-fault", 500).fault(asked.language))


def _answered(status: int, answer: Any) -> Answered:
    if isinstance(answer, Text):
        return Answered(status, answer.kind, answer.text.encode())
    return Answered(status, JSON, msgspec.json.encode(answer))
