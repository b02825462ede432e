"""Long work that somebody waits for, and may stop waiting for: it asks now and then whether it is still wanted.

Who starts it says so by `wanted_while`, in the context that the work runs in (a thread begun by `asyncio.to_thread`
takes it over). Work that nobody has said anything about is always wanted.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

_IS_WANTED: Final[ContextVar[Callable[[], bool] | None]] = ContextVar("is_wanted", default=None)


class Cancelled(Exception):
    """Nobody waits for this any more."""


@contextmanager
def wanted_while(is_wanted: Callable[[], bool]) -> Iterator[None]:
    """What is done here ends with Cancelled, wherever it asks, once this says no."""
    token = _IS_WANTED.set(is_wanted)
    try:
        yield
    finally:
        _IS_WANTED.reset(token)


def check_wanted() -> None:
    """Raises Cancelled if nobody waits any more."""
    is_wanted = _IS_WANTED.get()
    if is_wanted is not None and not is_wanted():
        raise Cancelled
