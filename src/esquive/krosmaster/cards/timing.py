"""When the additional effects of a spell act, read from its ops once, as the library of a match is made [KA 4.18.3.a].

An effect of a later step is created in Step 3 and applied in Step 4, 5, 6 or 8. A condition, Retribution or Revenge
round it waits with it [Ruling R114]. Settled in Step 3 is what is gone by then: whether a piece was displaced, and
whether the cast is the first; Track and Invasion are read even earlier, in Step 2 [Ruling R96].
"""

from typing import Any, Final

from esquive.krosmaster.cards import ops, who

NOW: Final = 0  # in Step 3, with all that is inside it
LATER: Final = 1  # an effect of a later step
WAITING: Final = 2  # a condition that waits with one

_CONDITIONAL: Final = (ops.Retribution, ops.Revenge, ops.Track, ops.Invasion)
_GROUPS: Final = (who.All, who.AnyOf)
_SETTLED: Final = (who.Displaced, who.FirstCast)


def timing_of(op: Any, inner: list[int]) -> int:
    """When an op acts: NOW, LATER or WAITING; `inner` are the timings of the ops in its branches."""
    if isinstance(op, ops.LaterOp):
        return LATER
    waits = not is_settled_in_step_3(op.that) if isinstance(op, ops.If) else isinstance(op, _CONDITIONAL)
    return WAITING if waits and any(inner) else NOW


def is_settled_in_step_3(condition: Any) -> bool:
    """Whether a condition asks what only Step 3 can tell: a displacement just made, the first cast of the turn."""
    if isinstance(condition, who.Not):
        return is_settled_in_step_3(condition.that)
    if isinstance(condition, _GROUPS):
        return any(is_settled_in_step_3(part) for part in condition.of)
    return isinstance(condition, _SETTLED)
