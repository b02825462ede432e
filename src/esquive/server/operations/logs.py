"""Logs: one line a record, for people or as JSON, without secrets or floods.

Every record made while a request is answered bears the request's id, which the answer bears too (`x-request-id`). Lines
of one kind are written so many times a minute; of the rest the next one says how many there were. Whatever looks like a
token, a seed or a password is masked, in traces too.
"""

import logging
import re
import secrets
import sys
import time
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any, Final, TextIO

import msgspec
from litestar.types import ASGIApp, Message, Receive, Scope, Send

REQUEST: Final[ContextVar[str]] = ContextVar("request", default="")
ACCESS: Final = logging.getLogger("esquive.access")
MINUTE: Final = 60.0
MOST_KINDS: Final = 1000
QUIET: Final = ("/healthz", "/metrics")  # asked every few seconds by those who watch

# `token=...` of an address, `"token": "..."` of a message, `Bearer ...`, `user:password@`, and what hexadecimal or
# random text of the length of our own seeds, hashes and tokens there is.
_NAMED: Final = re.compile(
    r"""(?i)((?:[a-z_]*tokens?|password|secret|seed|nonces?|authorization|key)["']?\s*[=:]\s*\[?["']?)([^\s"'&,}\]]+)"""
)
_BEARER: Final = re.compile(r"(?i)(bearer\s+)\S+")
_LOGIN: Final = re.compile(r"(://[^:/@\s]*):[^@\s]*@")
_RANDOM: Final = re.compile(r"(?<![\w-])(?=[\w-]*(?:\d|[a-z-][A-Z]))[\w-]{32,}(?![\w-])")
MASK: Final = "***"


def masked(text: str) -> str:
    """A text without its secrets."""
    text = _BEARER.sub(rf"\1{MASK}", text)
    text = _LOGIN.sub(rf"\1:{MASK}@", text)
    text = _NAMED.sub(rf"\1{MASK}", text)
    return _RANDOM.sub(MASK, text)


class Line(msgspec.Struct, omit_defaults=True):
    """A record as JSON."""

    time: str
    level: str
    logger: str
    message: str
    request: str = ""
    more: int = 0  # lines of this kind that were left out before it
    trace: str = ""


class Formatter(logging.Formatter):
    """One line a record: JSON, or text in which a trace follows."""

    def __init__(self, as_json: bool) -> None:
        super().__init__()
        self.as_json = as_json

    def format(self, record: logging.LogRecord) -> str:
        """The record in a line, masked."""
        trace = masked(self.formatException(record.exc_info)) if record.exc_info else ""
        line = Line(
            time=datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            level=record.levelname.lower(),
            logger=record.name,
            message=masked(record.getMessage()),
            request=REQUEST.get(),
            more=getattr(record, "more", 0),
            trace=trace,
        )
        if self.as_json:
            return msgspec.json.encode(line).decode()
        more = f" ({line.more} more like it were left out)" if line.more else ""
        request = f" [{line.request}]" if line.request else ""
        told = line.message.replace("\n", "\\n").replace("\r", "\\r")
        return f"{line.time} {line.level} {line.logger}{request}: {told}{more}" + (f"\n{trace}" if trace else "")


class Sparing(logging.Filter):
    """Lets a kind of line pass so many times a minute; a kind is what a place in the program says, whatever of."""

    def __init__(self, most_alike: int) -> None:
        super().__init__()
        self.most_alike = most_alike
        self._kinds: dict[tuple[str, int, str], list[float]] = {}  # when its minute began, lines in it, left out

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a record is written; the first after some that were not says how many."""
        if self.most_alike == 0:
            return True
        now = time.monotonic()
        kind = (record.name, record.levelno, str(record.msg))
        if kind not in self._kinds and len(self._kinds) >= MOST_KINDS:
            del self._kinds[next(iter(self._kinds))]
        seen = self._kinds.setdefault(kind, [now, 0, 0])
        if now - seen[0] >= MINUTE:
            record.more = int(seen[2])
            seen[:] = [now, 0, 0]
        seen[1] += 1
        if seen[1] > self.most_alike:
            seen[2] += 1
            return False
        return True


def configure(as_json: bool, level: str, most_alike: int, stream: TextIO | None = None) -> logging.Handler:
    """Send everything that is logged in this process through one handler, which is returned."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(Formatter(as_json))
    handler.addFilter(Sparing(most_alike))
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access", "alembic"):
        logging.getLogger(name).handlers.clear()
        logging.getLogger(name).propagate = True
    for name in ("alembic", "aiosqlite", "sqlalchemy", "websockets", "asyncio", "uvicorn"):
        logging.getLogger(name).setLevel("WARNING" if level != "error" else "ERROR")  # what they say of every step
    return handler


class Requests:
    """An ASGI layer: gives every request an id, tells it in the answer, and writes one line when it is done."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes on with the id in force."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        name = secrets.token_hex(6)
        token = REQUEST.set(name)
        began = time.perf_counter()
        status = 0

        async def told(message: Message) -> None:
            nonlocal status
            kind: Any = message["type"]
            if kind in ("http.response.start", "websocket.accept"):
                sent: Any = message
                status = sent.get("status", 101)
                sent["headers"] = [*sent.get("headers", ()), (b"x-request-id", name.encode())]
            await send(message)

        try:
            await self.app(scope, receive, told)
        finally:
            if ACCESS.isEnabledFor(logging.INFO) and scope["path"] not in QUIET:
                method = scope.get("method", "WEBSOCKET")
                milliseconds = (time.perf_counter() - began) * 1000
                # Each method and status is a kind of its own: a flood of one does not hide the others.
                ACCESS.info(f"{method} %s {status} %.1f ms", scope["path"], milliseconds)
            REQUEST.reset(token)
