"""Metrics for Prometheus: `GET /metrics`.

Told to this machine alone, and to who brings the token of the configuration. A request that a proxy passed on does not
come from this machine, whatever address it seems to come from.
"""

import hmac
import ipaddress
import logging
from collections.abc import Awaitable
from contextlib import AbstractContextManager
from typing import Any, Final

from litestar import Request, Response, get
from litestar.datastructures import State
from prometheus_client import CONTENT_TYPE_LATEST, Counter, Gauge, Histogram, generate_latest

from esquive.hosting.meter import Answered, Meter
from esquive.hosting.protocol import ProtocolError

PASSED_ON: Final = ("x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip", "forwarded", "via")
SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
SIZES: Final = (1, 2, 3, 5, 10, 20, 50, 100, 200)

MATCHES: Final = Counter("esquive_matches_created", "Matches created.", ("game",))
MATCHES_OVER: Final = Counter("esquive_matches_over", "Matches that have ended.", ("game",))
ROOMS: Final = Gauge("esquive_rooms", "Matches that are open in memory.")
SOCKETS: Final = Gauge("esquive_sockets", "Websockets that are open.")
ANSWERS: Final = Counter("esquive_answers", "Answers that were stored.", ("game",))
ANSWER_SECONDS: Final = Histogram(
    "esquive_answer_seconds", "From taking an answer to having stored it, refused ones included.", buckets=SECONDS
)
REFUSALS: Final = Counter("esquive_refusals", "Answers the rules refused.", ("game",))
ERRORS: Final = Counter(
    "esquive_errors", "What was asked for and could not be done, by the code of the error.", ("code",)
)
FAULTS: Final = Counter("esquive_faults", "Mistakes of the server's own; each is in the log.")
BATCHES: Final = Histogram("esquive_writer_batch_changes", "Changes that were committed together.", buckets=SIZES)
BATCH_SECONDS: Final = Histogram("esquive_writer_batch_seconds", "How long a commit took.", buckets=SECONDS)
BOT_SECONDS: Final = Histogram("esquive_bot_seconds", "How long a bot thought.", ("agent",), buckets=SECONDS)
LOOP_LAG: Final = Gauge("esquive_loop_lag_seconds", "How late the event loop was at worst in the last minute.")


class _Faults(logging.Handler):
    """Counts what is logged as an error."""

    def emit(self, record: logging.LogRecord) -> None:
        FAULTS.inc()


def count_faults() -> None:
    """Count what the server logs as an error from now on; once is enough."""
    logger = logging.getLogger("esquive")
    if not any(isinstance(handler, _Faults) for handler in logger.handlers):
        logger.addHandler(_Faults(logging.ERROR))


class Figures(Meter):
    """What a host counts, as figures for Prometheus."""

    def began(self, game: str) -> None:
        """A match of a game was created."""
        MATCHES.labels(game).inc()

    def ended(self, game: str) -> None:
        """A match of a game is over."""
        MATCHES_OVER.labels(game).inc()

    async def counted(self, game: str, answering: Awaitable[Answered | None]) -> Answered | None:
        """An answer being taken, counted: None is one that was stored, anything else its refusal."""
        with ANSWER_SECONDS.time():
            refusal = await answering
        (ANSWERS if refusal is None else REFUSALS).labels(game).inc()
        return refusal

    def thinking(self, agent: str) -> AbstractContextManager[object]:
        """A bot thinks as long as this lasts."""
        return BOT_SECONDS.labels(agent).time()

    def failed(self, code: str) -> None:
        """What a client asked for could not be done; `code` is that of the error."""
        ERRORS.labels(code).inc()


def comes_from_here(client: str, headers: Any) -> bool:
    """Whether who asks sits at this machine: its address says so, and nobody has passed the request on."""
    try:
        return ipaddress.ip_address(client).is_loopback and not any(name in headers for name in PASSED_ON)
    except ValueError:
        return False


@get("/metrics", include_in_schema=False)
async def get_metrics(request: Request[Any, Any, Any], state: State) -> Response[bytes]:
    """The counters, as Prometheus reads them."""
    token, given = state.metrics_token, request.headers.get("authorization", "").removeprefix("Bearer ").encode()
    is_known = bool(token) and hmac.compare_digest(given, token.encode())
    is_here = not state.has_proxies and comes_from_here(request.client.host if request.client else "", request.headers)
    if not is_known and not is_here:
        raise ProtocolError("not-for-you", 403)
    ROOMS.set(state.registry.open_rooms)
    LOOP_LAG.set(state.health.lag)
    return Response(generate_latest(), headers={"content-type": CONTENT_TYPE_LATEST, "cache-control": "no-store"})
