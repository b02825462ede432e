"""How much one address may ask of the server, and all of them together; every number can be set.

An address is one of a person, of a household, or of a school: the numbers leave room for a class that plays, and none
for a program that creates matches in a loop. A rate is counted by a bucket: full at first, it fills again evenly.
"""

import resource
import time
from collections.abc import Callable
from typing import Final

from msgspec import Struct

from esquive.server.http.client_address import Visitor

MOST_ADDRESSES: Final = 20_000  # that a bucket remembers


class Rate(Struct, frozen=True, forbid_unknown_fields=True):
    """At most `most` at once, and as many again over `seconds`."""

    most: int
    seconds: float


class Limits(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What one address may do, what all may do together, and how long the server waits for a client.

    `apply` false lifts all of it but the file descriptors. With `spare_this_machine` whoever asks from the machine
    itself, and not through a proxy, has only the limits of time and those of all sockets.
    """

    apply: bool = True
    spare_this_machine: bool = True

    # of one address
    requests: Rate = Rate(600, 30)  # anything over HTTP; a replay that plays fast asks 16 times a second
    matches: Rate = Rate(30, 600)
    uploads: Rate = Rate(10, 300)
    dice: Rate = Rate(60, 600)
    seats: Rate = Rate(30, 600)  # seats and spectators' places taken, invitations made
    team_checks: Rate = Rate(120, 60)
    guesses: Rate = Rate(10, 300)  # passwords and codes tried
    connections: int = 300  # open at the same time, idle ones included
    sockets: int = 60  # matches followed at the same time
    bot_matches: int = 3  # matches of bots alone that are being played

    # of all addresses together
    all_matches: Rate = Rate(600, 600)
    all_uploads: Rate = Rate(60, 300)
    all_dice: Rate = Rate(1000, 600)
    all_guesses: Rate = Rate(100, 300)
    all_sockets: int = 4000
    all_bot_matches: int = 20
    match_sockets: int = 1000  # that follow one match

    # of one socket
    messages: Rate = Rate(60, 3)
    hellos: Rate = Rate(20, 20)

    # seconds
    header_seconds: float = 10.0  # from the first byte, or the connection, to the end of the headers
    body_seconds: float = 30.0
    hello_seconds: float = 15.0  # from the opening of a socket to its first hello

    # file descriptors that are kept for the database, the log and the processes that try uploads
    spare_descriptors: int = 128

    def spares(self, visitor: Visitor) -> bool:
        """Whether nothing is counted of what a visitor asks."""
        return not self.apply or (visitor.is_here and self.spare_this_machine)


class Bucket:
    """One bucket: `take` empties it by one."""

    __slots__ = ("_full", "_rate")

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        self._full = 0.0  # when it will be full again

    def take(self, now: float) -> float:
        """0 when there was something in it, else the seconds until there is."""
        step = self._rate.seconds / self._rate.most
        full = max(self._full, now) + step
        if full - now > self._rate.seconds + 1e-9:
            return full - now - self._rate.seconds
        self._full = full
        return 0.0

    def is_full(self, now: float) -> bool:
        """Whether it is as good as a new one."""
        return self._full <= now


class Buckets:
    """A bucket for each address; those that are full again are forgotten."""

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic, most: int = MOST_ADDRESSES) -> None:
        self._rate = rate
        self._clock = clock
        self._most = most
        self._buckets: dict[str, Bucket] = {}

    def take(self, address: str = "") -> float:
        """0 when the address may, else the seconds it should wait."""
        now = self._clock()
        bucket = self._buckets.get(address)
        if bucket is None:
            if len(self._buckets) >= self._most:
                self._forget(now)
            bucket = self._buckets[address] = Bucket(self._rate)
        return bucket.take(now)

    def _forget(self, now: float) -> None:
        """Makes place: of those that are not full the oldest half, when too many are not."""
        left = [(address, bucket) for address, bucket in self._buckets.items() if not bucket.is_full(now)]
        self._buckets = dict(left[len(left) // 2 :] if len(left) > self._most // 2 else left)


def raise_descriptors() -> int:
    """Lets this process have as many file descriptors as the system allows it; how many that are."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 65_536 if hard == resource.RLIM_INFINITY else min(hard, 65_536)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return 65_536 if soft == resource.RLIM_INFINITY else soft
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    except (ValueError, OSError):  # a system whose own limit is lower than it says
        return soft
    return wanted
