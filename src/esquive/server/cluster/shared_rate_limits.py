"""Rate limits that several processes of a server count together in Redis.

One script takes from all buckets of a request in one step and one round trip, by the clock of Redis alone. A bucket is
one number, as in `limits.Bucket`: when it will be full again. Its key goes by itself then. While Redis is away each
process counts by itself, as one that is alone does.

Not chosen: Litestar's rate limit, which reads a store and then writes it, so that requests which come at once to
several processes are all let through; and a library, of which this would use the twelve lines below.
"""

import asyncio
import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct

from esquive.hosting.time_source import OF_THIS_MACHINE, Time
from esquive.server.cluster.channels import MEMORY, troubles
from esquive.server.http.rate_limits import Rate

if TYPE_CHECKING:
    from redis.asyncio import Redis

LOG: Final = logging.getLogger("esquive.server")
LONGEST: Final = 0.25  # seconds; a request waits no longer for Redis
AGAIN: Final = 2.0  # seconds after which Redis is asked again when it was away
MOST_AT_ONCE: Final = 16  # connections
SCRIPT: Final = """
local time = redis.call('TIME')
local now = time[1] + time[2] / 1000000
for place, key in ipairs(KEYS) do
  local most, seconds = tonumber(ARGV[2 * place - 1]), tonumber(ARGV[2 * place])
  local full = math.max(tonumber(redis.call('GET', key) or '0'), now) + seconds / most
  if full - now > seconds + 1e-6 then
    return {place, string.format('%.6f', full - now - seconds)}
  end
  redis.call('SET', key, string.format('%.6f', full), 'PX', math.ceil((full - now) * 1000))
end
return {0, '0'}
"""


class Wanted(Struct, frozen=True):
    """What a request takes: one from the bucket of this name, which is an address's or, for "", everybody's."""

    name: str
    rate: Rate
    address: str = ""

    @property
    def key(self) -> str:
        """Its name in Redis."""
        return f"esquive:limit:{self.name}:{self.address}"


class SharedBuckets:
    """The buckets that several processes share, where there is a Redis."""

    def __init__(self, channels: str, time: Time = OF_THIS_MACHINE) -> None:
        self._time = time
        self._redis = None if channels == MEMORY else _redis_at(channels)
        self._script: Any = None if self._redis is None else self._redis.register_script(SCRIPT)
        self._away_until: float | None = None

    async def take(self, wanted: Sequence[Wanted]) -> tuple[int, float] | None:
        """Take from these buckets in their order: which of them (from 1) is empty and for how many seconds, or 0 and 0.

        None when there is no Redis, or it is away.
        """
        if self._redis is None or (self._away_until is not None and self._time.now() < self._away_until):
            return None
        rates = [number for one in wanted for number in (one.rate.most, one.rate.seconds)]
        try:
            async with asyncio.timeout(2 * LONGEST):
                place, wait = await self._script(keys=[one.key for one in wanted], args=rates)
        except troubles() as error:
            if self._away_until is None:
                LOG.error("Redis is away: until it is back each process counts for its limits by itself: %r", error)
            self._away_until = self._time.now() + AGAIN
            return None
        if self._away_until is not None:
            LOG.warning("Redis is back: the processes count for their limits together")
            self._away_until = None
        return int(place), float(wait)

    async def close(self) -> None:
        """End the connections."""
        if self._redis is not None:
            await self._redis.aclose()


def _redis_at(url: str) -> "Redis":
    """A Redis that is waited for no longer than a request may wait, and tried once."""
    from redis.asyncio import BlockingConnectionPool, Redis
    from redis.asyncio.retry import Retry
    from redis.backoff import NoBackoff

    pool = BlockingConnectionPool.from_url(
        url,
        max_connections=MOST_AT_ONCE,
        timeout=LONGEST,
        socket_timeout=LONGEST,
        socket_connect_timeout=LONGEST,
        retry=Retry(NoBackoff(), 0),
    )
    return Redis.from_pool(pool)
