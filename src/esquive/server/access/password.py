"""The password of a server: one that is opened to others may ask for it, once a browser.

Whoever knows it gets a pass, a cookie that pages of others cannot read or send. A pass says until when it counts and is
signed with what follows from the password, so that it outlives a restart, counts at each of several processes, and ends
with the password. Rules and cards are free to read; a match answers whoever has a token or an invitation for it.
"""

import hashlib
import hmac
import time
from collections.abc import Callable, Iterator
from typing import Final

from esquive.hosting.protocol import ProtocolError

COOKIE: Final = "esquive_pass"
DAYS: Final = 30
OPEN_TO_READ: Final = ("catalogue", "clauses", "compare")


class ServerPassword:
    """Checks a server's password; without one everybody is let in."""

    def __init__(self, password: str = "", clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self._password = password
        # As slow to guess as it can be made without anybody noticing: one trial takes some 50 ms.
        self._key = hashlib.scrypt(password.encode(), salt=b"esquive door", n=2**14, r=8, p=1) if password else b""

    @property
    def is_open(self) -> bool:
        """Whether nobody is asked for anything."""
        return not self._password

    def enter(self, password: str) -> str:
        """A pass; raises ProtocolError `bad-password`."""
        if not hmac.compare_digest(password.encode(), self._password.encode()):
            raise ProtocolError("bad-password", 403)
        end = str(int(self._clock()) + DAYS * 86400)
        return f"{end}.{self._sign(end)}"

    def admits(self, cookies: str) -> bool:
        """Whether among the cookies of a request is a pass that counts."""
        if self.is_open:
            return True
        return any(self._counts(ticket) for ticket in passes_among(cookies))

    def _counts(self, ticket: str) -> bool:
        end, _, signature = ticket.partition(".")
        return hmac.compare_digest(signature.encode(), self._sign(end).encode()) and int(end) > self._clock()

    def is_free(self, method: str, path: str) -> bool:
        """Whether an address answers those outside too; matches and gatherings look at the token themselves."""
        steps = path.strip("/").split("/")
        if steps[0] != "api" or len(steps) < 2:
            return True
        if steps[1] in ("matches", "gatherings"):
            return len(steps) > 2
        return steps[1] in ("door", "me", "teams") or (method == "GET" and steps[1] in OPEN_TO_READ)

    def _sign(self, end: str) -> str:
        return hmac.new(self._key, end.encode(), hashlib.sha256).hexdigest()


def cookie_of(ticket: str, is_secure: bool) -> str:
    """The header that gives a browser its pass."""
    kept = f"{COOKIE}={ticket}; Path=/; Max-Age={DAYS * 86400}; HttpOnly; SameSite=Strict"
    return kept + "; Secure" if is_secure else kept


def passes_among(cookies: str) -> Iterator[str]:
    """What the cookies of a request hold under the name of the pass.

    Each cookie is read by itself [RFC 6265, 5.4 and 6.1]: others of the same host, set by other programs, need not be
    well formed, and `http.cookies` reads nothing beyond the first that is not. A browser may send two of one name.
    """
    for pair in cookies.split(";"):
        name, is_one, value = pair.partition("=")
        if is_one and name.strip() == COOKIE:
            yield value.strip().strip('"')
