"""An oracle for the plane geometry of Kaos: the same questions answered by shapely, in floating point.

Must agree with `esquive.kaos.geometry.planar`, `arcs`, `ground` and `paths`, which it shares nothing with but the
shapes. Pairs of bases are compared many at a time: overlap, distance, attack angle; then bases and pieces of scenery,
supported areas, and whole paths among obstacles with their costs. What is nearer to a limit than floating point and
the rules' own hair (SLACK) can tell is undecided, and only what is certain can disagree.
"""

from collections.abc import Callable, Iterator
from importlib import import_module
from random import Random
from typing import Any, Final

from esquive.kaos.geometry.arcs import in_attack_angle, margin
from esquive.kaos.geometry.ground import footing
from esquive.kaos.geometry.paths import GO, Leg, Passage, passage
from esquive.kaos.geometry.planar import distance, is_on_table, meets_piece, overlap, piece_within, within
from esquive.kaos.geometry.shapes import DIFFICULT, IMPASSABLE, TOP, Base, Piece, Point, Table
from esquive.kaos.geometry.trigonometry import along
from esquive.kaos.geometry.units import CM, SLACK, TOLERANCE, TURN

SIDES: Final = (25_000, 25_000, 30_000, 40_000, 50_000)
# Where floating point and roundings to a micrometre decide, nothing is claimed.
UNSURE: Final = 2.0
BATCH: Final = 2_000
WIDTH: Final = 60 * CM

# How many of a hundred cases are of which kind.
SHARES: Final = {"pairs": 70, "pieces": 14, "supports": 6, "paths": 10}


def disagreements(count: int, seed: int, tell: Callable[[int], None] | None = None) -> Iterator[str]:
    """Compares `count` random cases with shapely, and gives a sentence for each disagreement.

    `tell` is called now and then with how many cases are done.
    """
    compare = {"pairs": _pairs, "pieces": _pieces, "supports": _supports, "paths": _paths}
    done = 0
    number = 0
    while done < count:
        for kind, share in SHARES.items():
            size = min(BATCH * share // 100, count - done)
            if size > 0:
                yield from (f"{kind}, seed {seed}/{number}: {text}" for text in compare[kind](size, f"{seed}/{number}"))
            done += size
            number += 1
        if tell is not None:
            tell(done)


def _shapely() -> Any:
    try:
        return import_module("shapely")
    except ImportError:
        raise RuntimeError("the oracle needs shapely: install what requirements/dev.txt lists") from None


def _polygons(shapes: list[tuple[Point, ...]]) -> Any:
    numpy = import_module("numpy")
    return _shapely().polygons(numpy.array(shapes, dtype=float))


def random_base(rng: Random, width: int, z: int = 0) -> Base:
    """A base anywhere on a square of this width, often facing along an axis or a diagonal."""
    facing = rng.randrange(TURN) if rng.random() < 0.8 else rng.randrange(8) * TURN // 8
    return Base(rng.randrange(width), rng.randrange(width), z, facing, rng.choice(SIDES))


def beside(rng: Random, base: Base) -> Base:
    """Another base about as far as touching it, often exactly side to side."""
    if rng.random() < 0.3:
        side = rng.choice(SIDES)
        dx, dy = along(base.facing + rng.randrange(4) * TURN // 4, (base.side + side) // 2 + rng.randrange(-30, 30))
        ex, ey = along(base.facing, rng.randrange(-side, side))
        if abs(dx) > abs(dy):
            ex, ey = 0, 0
        return Base(base.x + dx + ex, base.y + dy + ey, 0, base.facing, side)
    other = random_base(rng, 2)
    dx, dy = along(rng.randrange(TURN), rng.randrange(90_000))
    return other.at(base.x + dx, base.y + dy, rng.choice((0, 0, 0, 20_000)), other.facing)


def _pairs(count: int, seed: str) -> Iterator[str]:
    rng = Random(seed)
    shapely = _shapely()
    ones = [random_base(rng, WIDTH) for _ in range(count)]
    others = [beside(rng, one) for one in ones]
    a, b = _polygons([one.corners for one in ones]), _polygons([other.corners for other in others])
    areas = shapely.area(shapely.intersection(a, b))
    gaps = shapely.distance(a, b)
    for one, other, area, gap in zip(ones, others, areas.tolist(), gaps.tolist(), strict=True):
        where = f"{one} and {other}"
        found = overlap(one, other)
        if found and area < SLACK * SLACK / 2:
            yield f"{where} are said to overlap; shapely finds {area:.1f} square micrometres"
        if not found and area > SLACK * 1.5 * (one.side + other.side):
            yield f"{where} are said not to overlap; shapely finds {area:.1f} square micrometres"
        true = (gap * gap + float(other.z - one.z) ** 2) ** 0.5
        measured = distance(one, other)
        if abs(measured - true) > UNSURE or distance(other, one) != measured:
            yield f"{where} are said to be {measured} apart; shapely finds {true:.2f}"
        limit = measured + rng.choice((-1, 0, 1, 25_000))
        if within(one, other, limit) != (measured <= limit):
            yield f"{where} at {measured} are within {limit}: {within(one, other, limit)}"
        (rx, ry), (sx, sy) = one.corners[1], one.corners[2]
        length = float((sx - rx) ** 2 + (sy - ry) ** 2) ** 0.5
        beyond = max(((sx - rx) * (y - ry) - (sy - ry) * (x - rx)) / length for x, y in other.corners)
        if abs(margin(one, other) - beyond) > UNSURE:
            yield f"{where}: margin {margin(one, other)}, not {beyond:.2f}"
        if abs(beyond - TOLERANCE) > UNSURE and in_attack_angle(one, other) != (beyond > TOLERANCE):
            yield f"{where}: in the attack angle {in_attack_angle(one, other)}, {beyond:.2f} beyond the line"


def random_outline(rng: Random, size: int, x: int, y: int) -> tuple[Point, ...]:
    """A star-shaped polygon of 3 to 8 corners round a point, convex or not."""
    count = rng.randrange(3, 9)
    while True:
        angles = sorted(rng.sample(range(0, TURN, 1000), count))
        gaps = [(after - before) % TURN for before, after in zip(angles, angles[1:] + angles[:1], strict=True)]
        if max(gaps) < TURN // 2:
            break
    corners = []
    for angle in angles:
        dx, dy = along(angle, rng.randrange(size // 3, size))
        corners.append((x + dx, y + dy))
    return tuple(corners)


def _pieces(count: int, seed: str) -> Iterator[str]:
    rng = Random(seed)
    shapely = _shapely()
    bases = [random_base(rng, WIDTH) for _ in range(count)]
    pieces = []
    for base in bases:
        dx, dy = along(rng.randrange(TURN), rng.randrange(120_000))
        outline = random_outline(rng, 80_000, base.x + dx, base.y + dy)
        pieces.append(Piece("piece", "wall", outline, 30_000, IMPASSABLE))
    a = _polygons([base.corners for base in bases])
    b = shapely.from_wkt([_text(piece.shape) for piece in pieces])
    areas = shapely.area(shapely.intersection(a, b)).tolist()
    gaps = shapely.distance(a, b).tolist()
    for base, piece, area, gap in zip(bases, pieces, areas, gaps, strict=True):
        where = f"{base} and {piece.shape}"
        met = meets_piece(base, piece)
        # A piece of several parts may be entered by a hair in each of them.
        most = SLACK * 3 * (base.side + 80_000) * len(piece.parts)
        if (met and area < SLACK * SLACK / 4) or (not met and area > most):
            yield f"{where} meet: {met}; shapely finds {area:.1f} square micrometres"
        limit = rng.choice((0, 25_000, int(gap) + 3, max(int(gap) - 3, 0)))
        if abs(gap - limit) > UNSURE and piece_within(base, piece, limit) != (gap <= limit):
            yield f"{where} within {limit}: {piece_within(base, piece, limit)}; shapely finds {gap:.2f}"


def _text(shape: tuple[Point, ...]) -> str:
    return "POLYGON ((" + ", ".join(f"{x} {y}" for x, y in (*shape, shape[0])) + "))"


def _supports(count: int, seed: str) -> Iterator[str]:
    rng = Random(seed)
    shapely = _shapely()
    for _ in range(count):
        middle = WIDTH // 2
        pieces = tuple(
            Piece(f"top {number}", "platform", random_outline(rng, 60_000, *_near(rng, middle, 25_000)), 30_000, TOP)
            for number in range(rng.randrange(1, 4))
        )
        table = Table(WIDTH, WIDTH, pieces)
        x, y = _near(rng, middle, 40_000)
        base = Base(x, y, 30_000, rng.randrange(TURN), rng.choice(SIDES))
        found = footing(table, base)
        tops = shapely.union_all(shapely.from_wkt([_text(piece.shape) for piece in pieces]))
        centre = shapely.points(base.x, base.y)
        if shapely.distance(shapely.boundary(tops), centre) < UNSURE:
            continue
        if found.level != (30_000 if shapely.contains(tops, centre) else 0):
            yield f"{base} stands at {found.level} on {[piece.shape for piece in pieces]}"
        if found.level:
            square = shapely.from_wkt(_text(base.corners))
            share = 1000 * shapely.area(shapely.intersection(square, tops)) / shapely.area(square)
            if abs(found.support - share) > 0.51:
                yield f"{base} has {found.support} support on {[piece.shape for piece in pieces]}, not {share:.2f}"


def _near(rng: Random, middle: int, spread: int) -> Point:
    return (middle + rng.randrange(-spread, spread), middle + rng.randrange(-spread, spread))


def random_table(rng: Random) -> Table:
    """Walls, platforms that cannot be climbed, and difficult ground."""
    pieces = []
    for number in range(6):
        outline = random_outline(rng, 90_000, rng.randrange(WIDTH), rng.randrange(WIDTH))
        kind = rng.choice(("wall", "platform", "marsh", "marsh"))
        flags = {"wall": IMPASSABLE, "platform": TOP, "marsh": DIFFICULT}[kind]
        pieces.append(Piece(f"{kind} {number}", kind, outline, 0 if kind == "marsh" else 40_000, flags))
    return Table(WIDTH, WIDTH, tuple(pieces))


def _paths(count: int, seed: str) -> Iterator[str]:
    rng = Random(seed)
    shapely = _shapely()
    for _ in range(max(count // 10, 1)):
        table = random_table(rng)
        others = [random_base(rng, WIDTH) for _ in range(5)]
        walls = [*(piece.shape for piece in table.pieces if piece.is_solid), *(other.corners for other in others)]
        obstacles = shapely.from_wkt([_text(shape) for shape in walls])
        marsh = shapely.union_all(
            shapely.from_wkt([_text(piece.shape) for piece in table.pieces if not piece.is_solid])
        )
        for _ in range(10):
            base = random_base(rng, WIDTH)
            square = shapely.from_wkt(_text(base.corners))
            if not is_on_table(table, base) or shapely.intersects(obstacles, square).any():
                continue
            legs = []
            x, y = base.x, base.y
            for _ in range(3):
                dx, dy = along(rng.randrange(TURN), rng.randrange(1, 12 * CM))
                x, y = x + dx, y + dy
                legs.append(Leg(GO, x, y, 0))
            made = passage(table, base, legs, others)
            text = _compare_path(base, legs, made, obstacles, marsh)
            if text:
                yield f"{base}, {[(leg.x, leg.y) for leg in legs]}, {[piece.shape for piece in table.pieces]}: {text}"


def _compare_path(base: Base, legs: list[Leg], made: Passage, obstacles: Any, marsh: Any) -> str:
    """What shapely says of a path that the rules do not; empty when they agree, or nothing is certain."""
    shapely = _shapely()
    table = shapely.box(-SLACK, -SLACK, WIDTH + SLACK, WIDTH + SLACK)
    at = base
    length = cost = 0.0
    for number, leg in enumerate(legs):
        there = at.at(leg.x, leg.y, 0, base.facing)
        sweep = shapely.convex_hull(shapely.multipoints([*at.corners, *there.corners]))
        deepest = float(shapely.area(shapely.intersection(obstacles, sweep)).max())
        is_off = not shapely.covers(table, shapely.from_wkt(_text(there.corners)))
        is_stopped = made.problem is not None and made.problem.leg == number
        if is_stopped:
            assert made.problem is not None
            if made.problem.kind == "off-table":
                return "" if is_off else "it does not leave the table"
            if deepest < SLACK * SLACK / 4:
                return f"nothing is in the way of leg {number}: {made.problem}"
            stop = shapely.from_wkt(_text(base.at(*made.problem.at, 0, base.facing).corners))
            gap = float(shapely.distance(obstacles, stop).min())
            return "" if gap <= UNSURE else f"{made.problem} stops {gap:.1f} before it touches anything"
        if is_off:
            return f"leg {number} leaves the table"
        if deepest > SLACK * 30 * CM:
            return f"something is in the way of leg {number}: {deepest:.0f} square micrometres"
        if deepest > 0:
            return ""
        line = shapely.linestrings([(at.x, at.y), (there.x, there.y)])
        length += shapely.length(line)
        cost += shapely.length(line) + shapely.length(shapely.intersection(line, marsh))
        at = there
    if abs(made.length - length) > 10 or abs(made.cost - cost) > 40:
        return f"length {made.length} and cost {made.cost}, not {length:.1f} and {cost:.1f}"
    return ""
