"""Dice sources and rolls of more outcomes than a floating-point number tells apart: thirty dice at once."""

from random import Random

import pytest

from esquive.core.dice import CommittedDice, DiceSource, SeededDice
from esquive.core.waiting import Roll

THIRTY = Roll("life-gauge", 0, 6**30, 30)


@pytest.mark.parametrize("source", [SeededDice(1), CommittedDice(b"s" * 32, ("a", "b"))])
def test_thirty_dice_fall_on_all_faces(source: DiceSource) -> None:
    seen: set[int] = set()
    for _ in range(20):
        outcome = source.outcome(THIRTY)
        assert 0 <= outcome < THIRTY.size
        seen |= {outcome // 6**die % 6 + 10 * die for die in (0, 1, 29)}
    assert len(seen) >= 15


def test_a_roll_of_thirty_dice_is_sampled_on_all_faces() -> None:
    rng = Random(3)
    assert {THIRTY.sample(rng) % 6 for _ in range(60)} == set(range(6))
