"""Answers of geometry that are kept: what was asked once is not worked out again.

A function is kept when nothing it reads but its arguments ever changes: numbers, and pieces of scenery, tables and
bases, which are made once and stay as they are. Bases are told apart as objects, and equal ones are one object as long
as `shapes.base_of` keeps them, so an answer is found again wherever its bases come from; one that is not costs time and
nothing else. What is asked again is asked again within a turn or two: of a thousand answers as many are found as of ten
thousand, and they are gone before Python looks through them for rings. What is given back is shared by all who ask, and
not to be changed.
"""

from collections.abc import Callable
from functools import _lru_cache_wrapper, lru_cache
from typing import Any, Final, TypeVar

A = TypeVar("A")

# All functions that keep answers, by module and name.
KEEPERS: Final[dict[tuple[str, str], "_lru_cache_wrapper[Any]"]] = {}


def kept(most: int) -> Callable[[Callable[..., A]], "_lru_cache_wrapper[A]"]:
    """Keep the last answers of a function, so many of them; those asked for least lately go first."""

    def keeping(function: Callable[..., A]) -> "_lru_cache_wrapper[A]":
        keeper = lru_cache(maxsize=most)(function)
        KEEPERS[function.__module__, function.__name__] = keeper
        return keeper

    return keeping


def forget() -> None:
    """Let go of every answer kept, as when constants are changed or a fresh answer is to be timed."""
    for keeper in KEEPERS.values():
        keeper.cache_clear()
