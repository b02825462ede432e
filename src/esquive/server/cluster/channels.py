"""Publish/subscribe between the processes of one server, over Redis; none for a process that is alone.

Litestar's channels carry it. Whatever waits for one addressee goes in one message, so that many answers a second cost
few. A message may be lost when Redis goes away for a moment: nothing rests on one, the database holds what is true, and
whoever missed something finds it there (see `forwarding`).

While a server is brought up to date process by process, some of them send messages that others do not know yet. Each
message is read by itself, so that one that cannot be read costs none of those it came with; it is passed over, and the
log says so once for each kind of message.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, Generic, TypeVar

import msgspec
from litestar.channels.backends.base import ChannelsBackend

from esquive.core.converting import prepare
from esquive.core.errors import EsquiveError
from esquive.hosting.background_tasks import end

if TYPE_CHECKING:
    from redis.asyncio import Redis

LOG: Final = logging.getLogger("esquive.server")
MEMORY: Final = "memory://"
REDIS: Final = ("redis://", "rediss://", "unix://")
EVERYBODY: Final = "esquive"  # the channel that all processes hear
PATIENCE: Final = 0.5  # seconds before Redis is tried again
LONGEST_PING: Final = 2.0  # seconds for it to say that it is there
REACHED: Final = "reached"

Message = TypeVar("Message")


def redis_at(url: str) -> "Redis | None":
    """What carries messages at an address, None for `memory://`; raises EsquiveError for one that is not known."""
    if url == MEMORY:
        return None
    if not url.startswith(REDIS):
        raise EsquiveError("no channels are known by this address", url, "use memory://, or redis://host:port")
    from redis.asyncio import Redis

    return Redis.from_url(url)


def backend_on(redis: "Redis") -> ChannelsBackend:
    """Litestar's channels over a Redis."""
    from litestar.channels.backends.redis import RedisChannelsPubSubBackend

    return RedisChannelsPubSubBackend(redis=redis)


class Channels(Generic[Message]):
    """The channels of one process: it hears what is sent to its `name` and to everybody."""

    def __init__(self, url: str, name: str, kind: object, hear: Callable[[Message], None]) -> None:
        """`kind` is the type of the messages, `hear` is called with each in the order they were sent."""
        self.name = name
        self._redis = redis_at(url)
        self._backend = None if self._redis is None else backend_on(self._redis)
        self._hear = hear
        self._batches = msgspec.msgpack.Decoder(list[msgspec.Raw])
        prepare(kind)
        self._decoder: msgspec.msgpack.Decoder[Message] = msgspec.msgpack.Decoder(kind)
        self._unread: set[str] = set()  # the kinds of messages that could not be read
        self._waiting: dict[str, list[Message]] = {}
        self._is_due = asyncio.Event()
        self._is_closing = False
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        """Begin to hear; raises EsquiveError when Redis cannot be reached."""
        if self._backend is None:
            return
        try:
            await self._backend.on_startup()
            await self._backend.subscribe([self.name, EVERYBODY])
        except troubles() as error:
            await self.close()
            raise EsquiveError(
                f"Redis cannot be reached: {error}", "channels", "start it, or name another with redis://host:port"
            ) from error
        self._tasks = [
            asyncio.create_task(self._listen(self._backend)),
            asyncio.create_task(self._speak(self._backend)),
        ]

    async def close(self) -> None:
        """Say what is still to be said, and hear no more."""
        if self._backend is None or self._redis is None:
            return
        self._is_closing = True
        self._is_due.set()
        if self._tasks:
            listening, speaking = self._tasks
            await asyncio.wait([speaking], timeout=PATIENCE)  # it ends by itself once all is said
            await end(listening)
            await end(speaking)
        with contextlib.suppress(*troubles()):
            await self._say(self._backend)
            await self._backend.on_shutdown()
            await self._redis.aclose()

    @property
    def is_carried(self) -> bool:
        """Whether there is anything that carries messages."""
        return self._backend is not None

    async def state(self) -> str:
        """`reached`, or what is the matter with Redis; "" for a process that has nobody to talk to."""
        if self._redis is None:
            return ""
        try:
            async with asyncio.timeout(LONGEST_PING):
                await self._redis.ping()
        except TimeoutError:
            return f"away (no answer within {LONGEST_PING:.0f} s)"
        except troubles() as error:
            return f"away ({type(error).__name__})"
        return REACHED

    def send(self, to: str, message: Message) -> None:
        """Send a message to a process, or to everybody; returns at once."""
        if self._backend is not None:
            self._waiting.setdefault(to, []).append(message)
            self._is_due.set()

    async def _say(self, backend: ChannelsBackend) -> None:
        waiting, self._waiting = self._waiting, {}
        for to, messages in waiting.items():
            await backend.publish(msgspec.msgpack.encode(messages), [to])

    async def _speak(self, backend: ChannelsBackend) -> None:
        while self._waiting or not self._is_closing:
            await self._is_due.wait()
            self._is_due.clear()
            try:
                await self._say(backend)
            except troubles() as error:
                LOG.error("the other processes cannot be told: %s", error)
                await asyncio.sleep(PATIENCE)

    async def _listen(self, backend: ChannelsBackend) -> None:
        while True:
            try:
                async for _, data in backend.stream_events():
                    for message in self._read(data):
                        self._hear(message)
            except troubles() as error:
                LOG.error("the other processes cannot be heard: %s", error)
                await asyncio.sleep(PATIENCE)

    def _read(self, data: bytes) -> list[Message]:
        """Those of the messages sent together that can be read here."""
        read: list[Message] = []
        try:
            for one in self._batches.decode(data):
                try:
                    read.append(self._decoder.decode(one))
                except msgspec.ValidationError as error:
                    self._pass_over(msgspec.msgpack.decode(one), error)
        except msgspec.MsgspecError as error:
            LOG.error("what cannot be read came over the channels: %s", error)
        return read

    def _pass_over(self, message: object, error: msgspec.ValidationError) -> None:
        kind = str(message[0]) if isinstance(message, list) and message else type(message).__name__
        if kind not in self._unread:
            self._unread.add(kind)
            LOG.warning("messages '%s' of another version of Esquive are passed over: %s", kind, error)


def troubles() -> tuple[type[Exception], ...]:
    """What is raised when Redis cannot be reached."""
    from redis.exceptions import RedisError

    return OSError, RedisError
