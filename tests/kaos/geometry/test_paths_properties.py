"""What is true of every path over any scenery [Kaos K10.10] [Kaos K11.3]."""

from random import Random

import pytest

from esquive.kaos.geometry.ground import footing, ground_at, is_free
from esquive.kaos.geometry.legs import GO, JUMP, Leg
from esquive.kaos.geometry.paths import Passage, base_at, cut, moments, passage
from esquive.kaos.geometry.planar import overlap
from esquive.kaos.geometry.shapes import CLIMBABLE, DIFFICULT, IMPASSABLE, TOP, Base, Table
from esquive.kaos.geometry.units import CM
from tests.kaos.geometry.drawing import Made, draw, foot

LANDSCAPE = """
    ................
    ..ppp....mmm....
    ..ppp....mmm..w.
    ..ppprrr......w.
    .....t..........
    ....ccc...dd....
    ....ccc...dd....
    ................
"""


def landscape() -> Table:
    table, _ = draw(
        LANDSCAPE,
        p=Made(4, TOP),
        r=Made(4, 0, "w"),
        t=Made(0.4, TOP),
        m=Made(6, DIFFICULT),
        w=Made(5, IMPASSABLE),
        c=Made(2, TOP | CLIMBABLE),
        d=Made(2, TOP | DIFFICULT | CLIMBABLE),
    )
    return table


def random_position(seed: int) -> tuple[Table, Base, list[Base], Random]:
    rng = Random(seed)
    table = landscape()
    bases: list[Base] = []
    while len(bases) < 5:
        x, y = rng.randrange(table.width), rng.randrange(table.depth)
        base = foot(x, y, ground_at(table, x, y)[0], rng.randrange(360_000))
        if is_free(table, base, bases):
            bases.append(base)
    return table, bases[0], bases[1:], rng


def random_passages(seed: int, count: int) -> list[tuple[Passage, list[Leg]]]:
    table, base, others, rng = random_position(seed)
    made = []
    for _ in range(count):
        legs = []
        x, y = base.x, base.y
        for kind in (GO, GO, GO) if rng.random() < 0.7 else (GO, JUMP):
            dx, dy = rng.randrange(-90_000, 90_000), rng.randrange(-60_000, 60_000)
            if kind == JUMP:
                dx, dy = (x - base.x) * 2 // 5, (y - base.y) * 2 // 5
            x, y = x + dx, y + dy
            legs.append(Leg(kind, x, y, 0))
        made.append((passage(table, base, legs, others), legs))
    return made


@pytest.mark.parametrize("seed", range(12))
def test_a_path_without_problems_ends_on_a_free_place(seed: int) -> None:
    fine = [made for made, _ in random_passages(seed, 60) if made.problem is None]
    assert fine
    for made in fine:
        assert is_free(made.table, made.end, made.others)
        assert made.end.z == footing(made.table, made.end).level
        assert made.length == sum(piece.length for piece in made.pieces)
        assert made.length <= 2 * made.cost + 1
        assert made.cost <= 4 * made.length
        if made.fall is not None:
            assert made.fall.drop == made.fall.at[2] - made.end.z > 0


@pytest.mark.parametrize("seed", range(12))
def test_a_base_meets_no_other_anywhere_on_its_path(seed: int) -> None:
    """[Ruling R201]"""
    for made, legs in random_passages(seed, 40):
        if made.problem is None and all(leg.kind == GO for leg in legs):
            for _, there in moments(made):
                assert not any(overlap(there, other) for other in made.others)


@pytest.mark.parametrize("seed", range(12))
def test_a_way_point_on_a_straight_line_changes_nothing(seed: int) -> None:
    """[Kaos K11.3]"""
    table, base, others, rng = random_position(seed)
    for _ in range(40):
        dx, dy = rng.randrange(-60_000, 60_000), rng.randrange(-60_000, 60_000)
        end = Leg(GO, base.x + 2 * dx, base.y + 2 * dy, 0)
        whole = passage(table, base, [end], others)
        halves = passage(table, base, [Leg(GO, base.x + dx, base.y + dy, 0), end], others)
        assert (whole.problem is None) == (halves.problem is None)
        assert (whole.fall is None) == (halves.fall is None)
        if whole.problem is None:
            assert abs(whole.length - halves.length) <= 8
            assert abs(whole.cost - halves.cost) <= 20
            assert abs(whole.straight - halves.straight) <= 8


@pytest.mark.parametrize("seed", range(12))
def test_a_path_stopped_by_a_problem_is_free_just_before_it(seed: int) -> None:
    table, base, others, rng = random_position(seed)
    for _ in range(40):
        leg = Leg(GO, base.x + rng.randrange(-9 * CM, 9 * CM), base.y + rng.randrange(-9 * CM, 9 * CM), 0)
        made = passage(table, base, [leg], others)
        if made.problem is not None and made.problem.kind in ("figure", "piece", "wall", "off-table"):
            short = passage(table, base, [Leg(GO, *made.problem.at, 0)], others)
            assert short.problem is None or short.problem.kind == "no-footing"


@pytest.mark.parametrize("seed", range(12))
def test_a_path_cut_anywhere_is_as_long_as_it_was_cut(seed: int) -> None:
    table, base, others, rng = random_position(seed)
    for _ in range(30):
        leg = Leg(GO, base.x + rng.randrange(-9 * CM, 9 * CM), base.y + rng.randrange(-9 * CM, 9 * CM), 0)
        made = passage(table, base, [leg], others)
        if made.problem is None and made.length:
            distance = rng.randrange(made.length)
            short = cut(made, distance)
            assert short.length == distance
            assert short.cost <= made.cost + 3
            if short.fall is None:
                assert is_free(table, short.end, others)
            else:
                there = base_at(made, distance)
                assert short.fall.at == (there.x, there.y, there.z)
