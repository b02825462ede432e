"""Which function carries out which op: each is marked with the op it applies."""

from collections.abc import Callable
from typing import Any, Final

from esquive.krosmaster.table.state import State

# The state, the running `EffectsFrame`, the op and the units that it selected.
Procedure = Callable[[State, Any, Any, list[int]], None]

APPLIED: Final[dict[type[Any], Procedure]] = {}


def applies(op: type[Any]) -> Callable[[Procedure], Procedure]:
    """Marks the function that carries out an op; raises ValueError for a second one of the same op."""

    def mark(procedure: Procedure) -> Procedure:
        if op in APPLIED:
            raise ValueError(f"{op.__name__} is applied by two functions: keep one")
        APPLIED[op] = procedure
        return procedure

    return mark
