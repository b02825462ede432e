"""Kaos keeps what every game promises, and random games keep their invariants whatever is answered."""

from random import Random

import pytest

from esquive.core.conformance import Conformance
from esquive.kaos.game import GAME
from esquive.kaos.written.hidden_information import hide
from esquive.lab.kaos.fuzzing import Fuzzed, fuzz, random_setup

SMALL = [
    {"table": "quarry", "hordes": ["two-gleams", "gravediggers"], "options": {"rounds": 3}},
    {"scenario": "last-light", "hordes": ["three-knives", "shield-and-javelin"], "options": {"rounds": 2}},
]


def test_kaos_passes() -> None:
    report = Conformance(GAME, hide=hide).run(SMALL, seed=2, every=12, most=600)
    assert {"deployment", "plan", "initiative"} <= set(report.kinds)
    assert report.finished == 2
    assert {"wrong-verb", "plan-bare"} <= set(report.refused)


@pytest.mark.parametrize("seed", [0, 6])
def test_random_games_stay_sound_and_judge_anything(seed: int) -> None:
    seen = Fuzzed()
    setup = random_setup(Random(f"{seed}/setup"))
    setup["options"]["rounds"] = 2
    fuzz(setup, str(seed), 9, seen)
    assert seen.games == 1
    assert seen.judged > 50
