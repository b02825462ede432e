"""What a series says of the strength of its first agent: its score, and an interval that holds the true one.

Games of one set-up are no independent tries: whoever leads the better team wins more often, whoever it is. The unit is
the pair of games in which the agents change sides, as testers of chess engines count.
"""

from collections.abc import Sequence
from math import sqrt
from typing import Final, NamedTuple

WIDTH: Final = 1.96  # standard deviations to either side: 95 of 100 intervals hold the true value
PAIR: Final = 2


class Score(NamedTuple):
    """A score from 0 to 1 and the ends of its interval (95 %)."""

    score: float
    least: float
    most: float


def score_of(points: Sequence[float]) -> Score:
    """The score of games in order, each 1 for a win, 0.5 for a draw and 0 for a loss; 2n and 2n+1 are a pair.

    The interval is that of Agresti and Coull with pairs as units: as if one pair more had been won and one more lost.
    So it has a width where all games went alike too, and never leaves what is possible.
    """
    if not points:
        return Score(0.5, 0.0, 1.0)
    groups = [points[first : first + PAIR] for first in range(0, len(points), PAIR)]
    units = [sum(group) / len(group) for group in groups] + [0.0, 1.0]
    middle = sum(units) / len(units)
    spread = sqrt(sum((unit - middle) ** 2 for unit in units) / len(units)) / sqrt(len(units))
    least, most = max(0.0, middle - WIDTH * spread), min(1.0, middle + WIDTH * spread)
    return Score(sum(points) / len(points), least, most)
