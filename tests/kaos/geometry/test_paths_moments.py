"""The moments of a path: where its base is along it, however it turns, slides and climbs."""

from itertools import pairwise
from math import hypot

import pytest

from esquive.kaos.geometry.legs import GO, TURN, Leg
from esquive.kaos.geometry.paths import MOMENT, base_at, moments, passage
from esquive.kaos.geometry.shapes import TOP, Base, Table
from esquive.kaos.geometry.units import CM, DEGREE
from tests.kaos.geometry.drawing import Made, draw

OPEN = Table(60 * CM, 60 * CM, ())
START = Base(20 * CM, 20 * CM, 0, 0, 25_000)
PATHS: dict[str, list[Leg]] = {
    "nothing": [],
    "a turn": [Leg(TURN, 0, 0, 90 * DEGREE)],
    "a step": [Leg(GO, 20 * CM + 1, 20 * CM, 0)],
    "a moment": [Leg(GO, 20 * CM + MOMENT, 20 * CM, 0)],
    "a moment and a bit": [Leg(GO, 20 * CM + MOMENT + 1, 20 * CM, 0)],
    "round a corner": [Leg(GO, 23 * CM, 20 * CM, 0), Leg(GO, 23 * CM, 24 * CM, 0)],
    "a turn first": [Leg(TURN, 0, 0, 45 * DEGREE), Leg(GO, 23 * CM, 20 * CM, 0)],
    "a turn between": [Leg(GO, 23 * CM, 20 * CM, 0), Leg(TURN, 0, 0, 45 * DEGREE), Leg(GO, 23 * CM, 24 * CM, 0)],
    "a turn last": [Leg(GO, 23 * CM, 20 * CM, 0), Leg(TURN, 0, 0, 45 * DEGREE)],
}


@pytest.mark.parametrize("name", PATHS)
def test_moments_tell_every_place_and_every_facing_at_most_half_a_centimetre_apart(name: str) -> None:
    """[Kaos K10.10] [Kaos K10.11]: the first and the last of them are where the path begins and ends."""
    made = passage(OPEN, START, PATHS[name], [])
    found = moments(made)
    assert found[0] == (0, START) and found[-1] == (made.length, made.end)
    assert len({(far, base.x, base.y, base.facing) for far, base in found}) == len(found)
    for (far, base), (next_far, other) in pairwise(found):
        gone = hypot(other.x - base.x, other.y - base.y)
        assert abs(next_far - far - gone) < 1 and next_far - far <= MOMENT
        assert base.facing == other.facing or far == next_far  # who turns stands still
        at = base_at(made, far)
        assert (at.x, at.y) == (base.x, base.y)
    facings = [base.facing for _, base in found]
    turns = [leg.facing for leg in PATHS[name] if leg.kind == TURN]
    changes = [b for a, b in pairwise(facings) if a != b]
    assert changes == turns
    for leg in PATHS[name]:
        if leg.kind == GO:
            assert any((base.x, base.y) == (leg.x, leg.y) for _, base in found)
    fewest = sum(-(-length // MOMENT) for length in lengths(PATHS[name]))
    assert len(found) == 1 + fewest + len(turns)


def lengths(path: list[Leg]) -> list[int]:
    """How long each straight leg is."""
    x, y = START.x, START.y
    found = []
    for leg in path:
        if leg.kind == GO:
            found.append(round(hypot(leg.x - x, leg.y - y)))
            x, y = leg.x, leg.y
    return found


def test_moments_on_a_ramp_rise_with_it() -> None:
    """[Kaos K11.1]: at every moment the base is as high as the ramp below it, to a micrometre of rounding."""
    table, _ = draw("..........\n..rrrrpp..\n..rrrrpp..\n..........\n", r=Made(3, 0, "e"), p=Made(3, TOP))
    start = Base(3 * CM, 5 * CM, 0, 0, 25_000)
    made = passage(table, start, [Leg(GO, 14 * CM, 5 * CM, 0)], [])
    assert made.problem is None
    ramp = table.ramps[0]
    assert abs(made.length - (2 * CM + hypot(9 * CM, 9 * CM * 3 / 10))) < 2  # along its surface
    for _, base in moments(made):
        wanted = 0 if base.x < 5 * CM else ramp.level_at(base.x, base.y)
        assert abs(base.z - wanted) <= 2
