"""An oracle for sight: the same questions answered another way, in floating point, with shapely.

Must agree with `esquive.kaos.geometry.sight`, which it shares nothing with but the shapes: here every line is cut with
the footprints as shapely draws them, and its height is compared with the top at the ends of each cut. Both answers are
worked out twice, with the things in between taken a little thinner and a little thicker than the hair that the rule
leaves, so a line within `UNSURE` of the difference counts as undecided, and only what is certain can disagree.
"""

from importlib import import_module
from math import cos, hypot, pi, sin
from random import Random
from typing import Any, Final

from esquive.kaos.geometry.shapes import DIFFICULT, IMPASSABLE, SIGHT, TOP, Base, Piece, Point, Table
from esquive.kaos.geometry.sight import Sight, sees, sight
from esquive.kaos.geometry.units import CM, TURN

UNSURE: Final = 2.0  # micrometres
# The hair a line may enter what hides, and how far from a reflex corner a hair may reach.
HAIR: Final = 10.0
CORNER: Final = 1.5
SIDE: Final = 60 * CM

Place = tuple[float, float, float]
SEEN, HIDDEN, UNDECIDED = 0, 1, 2


class Scene:
    """A position to look at: the table, who looks, at whom, and who else is in play."""

    def __init__(self, table: Table, viewer: Base, target: Base, others: list[Base]) -> None:
        self.table = table
        self.viewer = viewer
        self.target = target
        self.others = others


def random_sights(count: int, seed: int) -> list[str]:
    """Looks at random positions in both ways; a sentence for each disagreement, with what draws the position again."""
    rng = Random(seed)
    found: list[str] = []
    for number in range(count):
        scene = random_scene(rng)
        found += [f"seed {seed}, position {number}: {fault}" for fault in disagreements(scene)]
    return found


def disagreements(scene: Scene) -> list[str]:
    """What `sight` and `sees` answer about a position that the oracle is certain is wrong; empty when all agree."""
    table, viewer, target, others = scene.table, scene.viewer, scene.target, scene.others
    answer = sight(table, viewer, target, others)
    head = (float(viewer.x), float(viewer.y), float(viewer.z + viewer.head))
    hiding = hiding_in(scene)
    body, base = places(scene)
    found: list[str] = []
    for name, points, seen, whole in (
        ("body", body, answer.seen, answer.samples),
        ("base", base, answer.base_seen, answer.base_samples),
    ):
        verdicts = [look(hiding, head, point) for point in points]
        least = verdicts.count(SEEN)
        most = least + verdicts.count(UNDECIDED)
        if whole != len(points) or not least <= seen <= most:
            found.append(f"{seen} of {whole} points of the {name} seen, not {least} to {most} of {len(points)}")
    if sees(table, viewer, target, others) != answer.is_visible:
        found.append(f"sees says otherwise than {answer!r}")
    return found + _wrong_witnesses(answer, hiding, table)


def _wrong_witnesses(answer: Sight, hiding: list[tuple[Any, ...]], table: Table) -> list[str]:
    found: list[str] = []
    if answer.ray is not None and look(hiding, *answer.ray) == HIDDEN:
        found.append(f"the line {answer.ray} is blocked")
    if answer.blocked_ray is not None and answer.blocker is not None:
        kind, index = answer.blocker
        culprit = hiding[index if kind == "piece" else len(table.pieces) + index]
        if look([culprit], *answer.blocked_ray) == SEEN:
            found.append(f"the line {answer.blocked_ray} is not blocked by {kind} {index}")
    if (answer.blocker is None) != (answer.blocked_ray is None):
        found.append("a blocked line without a blocker, or the other way round")
    return found


def places(scene: Scene) -> tuple[list[Place], list[Place]]:
    """The points of the target's body and of its base, worked out in floating point."""
    target = scene.target
    lines = [(float(target.x), float(target.y)), *_outline(target, target.body, 1.25 * CM)]
    body = []
    for x, y in lines:
        floor = _floor(scene, x, y)
        body += [(x, y, max(target.z + target.height * part / 4, floor)) for part in range(5)]
    return body, [(x, y, _floor(scene, x, y)) for x, y in _outline(target, target.side, 0.5 * CM)]


def _outline(base: Base, side: int, step: float) -> list[tuple[float, float]]:
    turn = base.facing * 2 * pi / TURN
    parts = max(int(-(-side // step)), 1)
    points = []
    for quarter in range(4):
        angle = turn + quarter * pi / 2
        for part in range(parts):
            ahead, left = side / 2, side / 2 - side * part / parts
            points.append(
                (base.x + ahead * cos(angle) - left * sin(angle), base.y + ahead * sin(angle) + left * cos(angle))
            )
    return points


def _floor(scene: Scene, x: float, y: float) -> float:
    shapely = _shapely()
    target = scene.target
    levels = [float(target.z)]
    for piece in scene.table.pieces:
        if piece.is_standable and shapely.Polygon(piece.shape).buffer(-HAIR, join_style="mitre").contains(
            shapely.Point(x, y)
        ):
            level = _top(piece, x, y)
            if level < target.z + target.side / 2:
                levels.append(level)
    return max(levels)


def _top(piece: Piece, x: float, y: float) -> float:
    if piece.low is None or piece.high is None:
        return float(piece.height)
    (lx, ly), (hx, hy) = piece.low, piece.high
    share = ((x - lx) * (hx - lx) + (y - ly) * (hy - ly)) / hypot(hx - lx, hy - ly) ** 2
    return piece.height * min(max(share, 0.0), 1.0)


def hiding_in(scene: Scene) -> list[tuple[Any, ...]]:
    """What may hide, as (thin shape, thick shape, bottom, piece or None, top); None for a shape that never does."""
    shapely = _shapely()
    hiding: list[tuple[Any, ...]] = []
    for piece in scene.table.pieces:
        shape = shapely.Polygon(piece.shape) if piece.flags & SIGHT else None
        thin, thick = _trimmed(shape)
        if shape is not None and piece.flags & DIFFICULT and not piece.flags & TOP:  # a wood [Ruling R328]
            for base in (scene.viewer, scene.target):
                where = shapely.Point(base.x, base.y)
                if base.z < piece.height and thin is not None and thick.contains(where):
                    # Whoever stands near its outline may be in it or not: then nothing is certain of what it hides.
                    thin, thick = (None, None) if thin.contains(where) else (shapely.Polygon(), thick)
        hiding.append((thin, thick, None, piece, piece.height))
    for other in scene.others:
        shape = shapely.Polygon(_outline(other, other.body, other.body + 1))
        hiding.append((*_trimmed(shape), other.z, None, other.z + other.height))
    return hiding


def _trimmed(shape: Any) -> tuple[Any, Any]:
    if shape is None:
        return None, None
    return (
        shape.buffer(-(HAIR * CORNER + UNSURE), join_style="mitre"),
        shape.buffer(-(HAIR - UNSURE), join_style="mitre"),
    )


def look(hiding: list[tuple[Any, ...]], head: Place, point: Place) -> int:
    """Whether a line is certainly clear, certainly blocked by something, or neither."""
    verdict = SEEN
    for thin, thick, bottom, piece, top in hiding:
        if thin is None:
            continue
        if _enters(thin, head, point, bottom, piece, top, HAIR + UNSURE):
            return HIDDEN
        if _enters(thick, head, point, bottom, piece, top, HAIR - UNSURE):
            verdict = UNDECIDED
    return verdict


def _enters(
    shape: Any, head: Place, point: Place, bottom: int | None, piece: Piece | None, top: int, trim: float
) -> bool:
    shapely = _shapely()
    (hx, hy, hz), (x, y, z) = head, point
    length = hypot(x - hx, y - hy)
    cut = shapely.LineString([(hx, hy), (x, y)]).intersection(shape)
    for part in getattr(cut, "geoms", [cut]):
        if part.geom_type != "LineString" or part.is_empty or length == 0:
            continue
        ways = [hypot(px - hx, py - hy) / length for px, py in part.coords]
        first, last = min(ways), max(ways)
        heights = []
        for way in (first, *_bends(piece, head, point, first, last), last):
            over = top if piece is None else _top(piece, hx + way * (x - hx), hy + way * (y - hy))
            heights.append(hz + way * (z - hz) - over)
        if min(heights) < -trim:
            if bottom is None or max(hz + first * (z - hz), hz + last * (z - hz)) > bottom + trim:
                return True
    return False


def _bends(piece: Piece | None, head: Place, point: Place, first: float, last: float) -> list[float]:
    """Where on the way the slope of a ramp begins and ends: with the ends of a cut, its lowest place is one of them."""
    if piece is None or piece.low is None or piece.high is None:
        return []
    (lx, ly), (hx, hy) = piece.low, piece.high
    length = hypot(hx - lx, hy - ly)
    place = ((head[0] - lx) * (hx - lx) + (head[1] - ly) * (hy - ly)) / length
    rate = ((point[0] - head[0]) * (hx - lx) + (point[1] - head[1]) * (hy - ly)) / length
    ways = [(goal - place) / rate for goal in (0.0, length) if rate]
    return [way for way in ways if first < way < last]


# --- random positions -------------------------------------------------------------------------------------------------


def random_scene(rng: Random) -> Scene:
    """A small crowded part of a table, with figures on the ground, on platforms and on ramps, often in base contact."""
    pieces = tuple(_random_piece(rng, number) for number in range(rng.randrange(2, 10)))
    table = Table(SIDE, SIDE, pieces)
    viewer = _random_base(rng, table, None)
    target = _random_base(rng, table, viewer if rng.random() < 0.3 else None)
    others = [_random_base(rng, table, None) for _ in range(rng.randrange(6))]
    return Scene(table, viewer, target, others)


def _random_piece(rng: Random, number: int) -> Piece:
    x, y = rng.randrange(15 * CM, 45 * CM), rng.randrange(15 * CM, 45 * CM)
    width, depth = rng.randrange(CM // 2, 12 * CM), rng.randrange(CM // 2, 12 * CM)
    height = rng.choice((CM, 2 * CM, 3 * CM, rng.randrange(CM // 2, 8 * CM), rng.randrange(4 * CM, 8 * CM)))
    flags = rng.choice((SIGHT, SIGHT | IMPASSABLE, SIGHT | TOP, SIGHT | TOP, DIFFICULT, SIGHT | DIFFICULT))
    form = rng.randrange(4)
    if form == 0:  # L-shaped
        thin = min(width, depth) // 3
        outline = [(0, 0), (width, 0), (width, thin), (thin, thin), (thin, depth), (0, depth)]
    elif form == 1:  # a star, as a rule not convex
        outline = []
        for spike in range(7):
            far = rng.uniform(0.2, 1.0) * (width + depth) / 3
            outline.append((round(far * cos(spike * 2 * pi / 7)), round(far * sin(spike * 2 * pi / 7))))
    else:
        outline = [(0, 0), (width, 0), (width, depth), (0, depth)]
    if form == 3:
        height = min(height, width // 2)
        low = (x + rng.randrange(width // 4), y)
        high = (x + width - rng.randrange(width // 4), y + rng.randrange(depth))
        return Piece(f"ramp {number}", "ramp", _put(outline, x, y, 0), height, SIGHT | TOP, low, high)
    return Piece(f"piece {number}", "piece", _put(outline, x, y, rng.randrange(TURN)), height, flags)


def _put(outline: list[Point], x: int, y: int, facing: int) -> tuple[Point, ...]:
    turn = facing * 2 * pi / TURN
    return tuple(
        (x + round(a * cos(turn) - b * sin(turn)), y + round(a * sin(turn) + b * cos(turn))) for a, b in outline
    )


def _random_base(rng: Random, table: Table, beside: Base | None) -> Base:
    side = rng.choice((25_000, 25_000, 30_000, 40_000, 50_000))
    height = rng.choice((32_000, 32_000, rng.randrange(15_000, 100_000)))
    if beside is None:
        x, y, facing = rng.randrange(10 * CM, 50 * CM), rng.randrange(10 * CM, 50 * CM), rng.randrange(TURN)
    else:
        x, y, facing = beside.x + (beside.side + side) // 2, beside.y, 0
    shapely = _shapely()
    levels = [0]
    for piece in table.pieces:
        if piece.is_standable and shapely.Polygon(piece.shape).contains(shapely.Point(x, y)):
            levels.append(piece.level_at(x, y))
    return Base(x, y, max(levels), facing, side, height, height * 9 // 10, rng.choice((12_000, side // 2, side)))


def _shapely() -> Any:
    try:
        return import_module("shapely")
    except ModuleNotFoundError:
        raise RuntimeError("the oracle needs shapely: install the development requirements (make)") from None
