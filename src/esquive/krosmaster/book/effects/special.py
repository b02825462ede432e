"""Named ops of the engine for what no declared op can say. Empty while every playable card says itself in ops.

A card names one with `{ op = "special", name = "..." }`; user files may use a special but never bring one.
"""

from collections.abc import Callable
from typing import Any

from esquive.krosmaster.table.state import State

SPECIALS: dict[str, Callable[[State, Any], None]] = {}
