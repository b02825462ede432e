"""Where a victim comes to rest that is sent flying, against small steps of squares in floating point [Kaos K22.7]."""

import math
from random import Random

import pytest

from esquive.kaos.book.slam import flight_of
from tests.kaos.playing import Table, box, mine, theirs
from tests.ways import again

Point = tuple[float, float]

SIDE = 2.5  # cm: of every base here
STEP = 0.002  # cm: how far the victim slides before it is looked at again
NEAR = 0.004  # cm: how exactly the two have to agree
SLACK = 0.001  # cm: how deep two may lie in one another by rounding
AGAINST = 0.1  # cm: what is met so much farther on is what a victim is sent against
UNIT = 10_000  # micrometres in a centimetre


def square(at: Point, faces: float) -> list[Point]:
    """The corners of a base."""
    turned = math.radians(faces)
    along, across = (math.cos(turned), math.sin(turned)), (-math.sin(turned), math.cos(turned))
    half = SIDE / 2
    return [
        (at[0] + half * (a * along[0] + b * across[0]), at[1] + half * (a * along[1] + b * across[1]))
        for a, b in ((1, 1), (-1, 1), (-1, -1), (1, -1))
    ]


def depth(one: list[Point], other: list[Point]) -> float:
    """How deep two convex shapes lie in one another, in cm; below 0 where a line parts them."""
    least = math.inf
    for shape in (one, other):
        for (ax, ay), (bx, by) in zip(shape, [*shape[1:], shape[0]], strict=True):
            length = math.hypot(bx - ax, by - ay)
            x, y = (by - ay) / length, (ax - bx) / length
            spans = [[x * px + y * py for px, py in corners] for corners in (one, other)]
            least = min(least, max(spans[0]) - min(spans[1]), max(spans[1]) - min(spans[0]))
    return least


class Case:
    """A victim, who strikes it, walls and others around them, and where it is sent: drawn by a number."""

    def __init__(self, number: int) -> None:
        draw = Random(number)
        self.start = (20.0, 20.0)
        self.faces = draw.choice([0.0, 45.0, float(draw.randrange(360))])
        away, far = draw.uniform(0, 2 * math.pi), draw.uniform(0.3, 2.5)
        self.goal = (round(20 + far * math.cos(away), 4), round(20 + far * math.sin(away), 4))
        self.striker = self._place(draw, 2.6, 4.2)
        self.others = [self._place(draw, 2.6, 6.0) for _ in range(draw.randrange(3))]
        self.walls = [
            (
                round(20 + draw.uniform(-7, 5), 2),
                round(20 + draw.uniform(-7, 5), 2),
                *draw.choice([(1, 4), (4, 1), (2, 2)]),
            )
            for _ in range(draw.randrange(4))
        ]

    def _place(self, draw: Random, least: float, most: float) -> tuple[float, float, float]:
        away, far = draw.uniform(0, 2 * math.pi), draw.uniform(least, most)
        return round(20 + far * math.cos(away), 3), round(20 + far * math.sin(away), 3), float(draw.randrange(360))

    def obstacles(self) -> list[tuple[bool, list[Point]]]:
        """Whether each is something to be crushed against, and its corners."""
        found = [(False, square(self.striker[:2], self.striker[2]))]
        found += [(True, square(one[:2], one[2])) for one in self.others]
        found += [(True, [(x, y), (x + w, y), (x + w, y + h), (x, y + h)]) for x, y, w, h in self.walls]
        return found

    def is_clear(self) -> bool:
        """Whether nothing touches the victim before it is sent, nor lies in anything else's place."""
        shapes = [square(self.start, self.faces), *(shape for _, shape in self.obstacles())]
        pairs = [(a, b) for n, a in enumerate(shapes) for b in shapes[n + 1 :]]
        return all(depth(a, b) < -0.02 for a, b in pairs[: len(shapes) - 1]) and all(
            depth(a, b) < 0 for a, b in pairs[len(shapes) - 1 :]
        )

    def slid(self) -> tuple[float, bool, bool]:
        """How far it gets, whether it is sent against what crushes, and whether that is too near to tell."""
        dx, dy = self.goal[0] - self.start[0], self.goal[1] - self.start[1]
        length = math.hypot(dx, dy)
        obstacles = self.obstacles()
        for step in range(math.ceil((length + AGAINST) / STEP) + 1):
            far = min(step * STEP, length + AGAINST)
            base = square((self.start[0] + dx * far / length, self.start[1] + dy * far / length), self.faces)
            deep = [(depth(base, shape), crushes) for crushes, shape in obstacles]
            if max(one for one, _ in deep) > SLACK:
                met = {crushes for one, crushes in deep if one > -NEAR}
                return min(far, length), all(met), len(met) > 1 or abs(far - length - AGAINST) < NEAR
        return length, False, any(one > -NEAR for one, _ in deep)


@pytest.mark.parametrize("first", [0, 100, *map(again, (200, 300, 400))])
def test_a_victim_comes_to_rest_where_small_steps_stop_it(first: int) -> None:
    """Stopped by scenery or by figures, and crushed by neither the striker nor by what it passes."""
    stopped = crushed = 0
    for number in range(first, first + 100):
        case = Case(number)
        if not case.is_clear():
            continue
        figures = {f"other-{n}": theirs(at=one[:2], faces=one[2]) for n, one in enumerate(case.others)}
        table = Table(
            {
                "hero": mine(at=case.striker[:2], faces=case.striker[2]),
                "foe": theirs(at=case.start, faces=case.faces),
                **figures,
            },
            [box((x, y), (w, h), name=f"wall-{n}") for n, (x, y, w, h) in enumerate(case.walls)],
        )
        x, y = (round(one * UNIT) for one in case.goal)
        found = flight_of(table.state, table["hero"], table["foe"], x, y)
        far, is_crushed, is_near = case.slid()
        went = math.hypot(found.end.x / UNIT - case.start[0], found.end.y / UNIT - case.start[1])
        assert abs(went - far) <= NEAR, (number, went, far)
        assert is_near or found.is_against == is_crushed, number
        assert (found.drop, found.goes_over) == (0, False)
        stopped += far < math.hypot(case.goal[0] - 20, case.goal[1] - 20) - NEAR
        crushed += is_crushed
    assert stopped > crushed > 0
