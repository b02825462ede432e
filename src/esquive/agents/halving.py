"""Which of several candidates is best where each can only be tried: sequential halving within a budget.

All candidates are tried equally often with the same dice, the worse half is dropped, and the rest is tried further: so
most of the time goes to those that are hard to tell apart (Karnin, Koren, Somekh 2013).
"""

import time
from collections.abc import Callable
from typing import Final, NamedTuple

MOST_TRIES: Final = 10_000  # of one candidate, however much time there is


class Budget(NamedTuple):
    """How much may be tried: so many `simulations`, or for so many `seconds` where that is more than 0."""

    simulations: int
    seconds: float = 0.0

    @property
    def is_timed(self) -> bool:
        """Whether the clock ends it, so that equal seeds need not give equal choices."""
        return self.seconds > 0


class Tried(NamedTuple):
    """A candidate by its number, what it came to on average, and how often it was tried."""

    candidate: int
    mean: float
    tries: int


def halved(candidates: int, tried: Callable[[int, int], float], budget: Budget) -> list[Tried]:
    """The candidates, the best first: those that were tried longer before those that were dropped.

    `tried(candidate, number)` plays a candidate out with the dice of that number. Of equals the first comes first. A
    single candidate is not tried; of several each is tried once, however little there is to spend.
    """
    totals, counts = [0.0] * candidates, [0] * candidates
    alive = list(range(candidates))
    dropped: list[int] = []
    began, spent, number = time.perf_counter(), 0, 0
    rounds = max(0, candidates - 1).bit_length()
    for one in range(1, rounds + 1):
        while number < MOST_TRIES:
            share = (time.perf_counter() - began) / budget.seconds if budget.is_timed else spent / budget.simulations
            if number and share * rounds >= one:
                break
            for candidate in alive:
                totals[candidate] += tried(candidate, number)
                counts[candidate] += 1
            number += 1
            spent += len(alive)
        alive.sort(key=lambda candidate: (-totals[candidate] / counts[candidate], candidate))
        if one < rounds:
            kept = (len(alive) + 1) // 2
            dropped[:0], alive = alive[kept:], alive[:kept]
    return [
        Tried(candidate, totals[candidate] / max(1, counts[candidate]), counts[candidate])
        for candidate in (*alive, *dropped)
    ]
