"""The figures of the drawing: bases to scale with their front, standees, letters, wounds, and name tags out of the way.

Bases are square, as the book has them [Kaos K19.1]. On each lies a ring that tells how much life is left, round for p1
and a diamond for p2, and in it stands the figure (see `standees`); p1's letters are capitals on a disc, p2's small ones
on a diamond. Who has played its turn is pale, with a tick.
"""

from collections.abc import Mapping, Sequence
from math import pi
from typing import Final

from esquive.kaos.book.flight import is_fleeing
from esquive.kaos.book.modifiers import is_immobilised
from esquive.kaos.cards.library import Profile
from esquive.kaos.cards.looks import standee_of
from esquive.kaos.drawn.canvas import (
    COLOURS,
    EDGES,
    FILLS,
    INK,
    PAPER,
    TINTS,
    WHITE,
    Canvas,
    element,
    front_of,
    number,
    text_width,
)
from esquive.kaos.drawn.ground import draw_star
from esquive.kaos.drawn.standees import BADGES, FACE, HEAD, HEADS, HELD, STANCES, Part
from esquive.kaos.geometry.shapes import Base
from esquive.kaos.table.state import State

TAG_SIZE: Final = 10.5
NEAR: Final = 20.0  # how far from its base a tag may stay that stood there before
Box = tuple[float, float, float, float]  # left, top, right, bottom

_ALPHABET: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def letters_of(state: State) -> list[str]:
    """A letter for every figure, capitals for p1 and small ones for p2; a number is added when they run out."""
    counts = [0, 0]
    found: list[str] = []
    for seat in state.owner:
        more, place = divmod(counts[seat], len(_ALPHABET))
        letter = _ALPHABET[place] if seat == 0 else _ALPHABET[place].lower()
        found.append(letter + (str(more + 1) if more else ""))
        counts[seat] += 1
    return found


def draw_mark(
    canvas: Canvas, x: float, y: float, size: float, seat: int, letter: str, *, is_pale: bool = False
) -> None:
    """The mark of a figure: a disc for p1, a diamond for p2, with its letter."""
    fill, edge = (TINTS[seat], EDGES[seat]) if is_pale else (WHITE, EDGES[seat])
    if seat == 0:
        canvas.add("circle", cx=x, cy=y, r=size, fill=fill, stroke=edge, stroke_width=1.2)
    else:
        far = size * 1.28
        canvas.add(
            "path", d=f"M{x:.2f} {y - far:.2f}l{far:.2f} {far:.2f}l{-far:.2f} {far:.2f}l{-far:.2f} {-far:.2f}z",
            fill=fill, stroke=edge, stroke_width=1.2,
        )  # fmt: skip
    canvas.text(
        x, y + size * 0.5, letter, text_anchor="middle", font_size=size * 1.45, font_weight="700", fill=EDGES[seat]
    )


def draw_base(canvas: Canvas, base: Base, seat: int, *, is_pale: bool, is_ghost: bool = False) -> None:
    """A base to scale."""
    fill = TINTS[seat] if is_pale or is_ghost else FILLS[seat]
    attributes: dict[str, float | str] = {"stroke_dasharray": "4 3", "fill_opacity": 0.5} if is_ghost else {}
    canvas.add(
        "polygon", points=canvas.points(base.corners), fill=fill, stroke=EDGES[seat], stroke_width=1.5, **attributes
    )


def draw_front(canvas: Canvas, base: Base, seat: int) -> None:
    """The front of a base: a thick edge, and an arrow that leaves it."""
    canvas.line(base.corners[3], base.corners[0], stroke=EDGES[seat], stroke_width=3.6, stroke_linecap="round")
    front, _, centre = front_of(base)
    (x, y), (cx, cy) = canvas.at(front), canvas.at(centre)
    length = ((x - cx) ** 2 + (y - cy) ** 2) ** 0.5 or 1.0
    ux, uy = (x - cx) / length, (y - cy) / length
    canvas.add(
        "path",
        d=f"M{x + 10 * ux:.2f} {y + 10 * uy:.2f}L{x - 6 * uy:.2f} {y + 6 * ux:.2f}L{x + 6 * uy:.2f} {y - 6 * ux:.2f}z",
        fill=EDGES[seat],
        stroke=PAPER,
        stroke_width=0.8,
    )


def draw_figures(canvas: Canvas, state: State) -> None:
    """Every figure in play: all bases, then who stands on them, the nearest last."""
    letters = letters_of(state)
    figures = state.in_play()
    if state.active in figures:
        _draw_halo(canvas, state.base(state.active))
    for figure in figures:
        draw_base(canvas, state.base(figure), state.owner[figure], is_pale=bool(state.activated[figure]))
    for figure in figures:
        draw_front(canvas, state.base(figure), state.owner[figure])
    for figure in sorted(figures, key=lambda one: canvas.y(state.base(one).y)):
        _draw_ring(canvas, state, figure)
        draw_standee(canvas, state.base(figure), state.card(figure), is_pale=bool(state.activated[figure]))
        _draw_signs(canvas, state, figure, letters[figure])


RING: Final = 0.41  # of a base's side: how far the ring of life lies from its middle
DIAMOND: Final = 1.13  # how much farther the corners of a diamond lie


def _draw_ring(canvas: Canvas, state: State, figure: int) -> None:
    """The ground a figure stands on, and round it what is left of its life; what is lost is dotted."""
    base, seat = state.base(figure), state.owner[figure]
    shape = ring_path(canvas, base, seat)
    canvas.add("path", d=shape, fill=TINTS[seat] if state.activated[figure] else COLOURS["stand"], stroke="none")
    life = state.card(figure).life
    left = max(state.life_left(figure), 0)
    width = canvas.size(base.side) * 0.08
    canvas.add(
        "path", d=shape, fill="none", stroke=COLOURS["wound"], stroke_width=width * 0.8, stroke_dasharray="1.5 2"
    )
    if left:  # as long as it is drawn: not every program that reads SVG knows `pathLength`
        far = canvas.size(base.side) * RING
        around = 2 * pi * far if seat == 0 else 4 * 2**0.5 * far * DIAMOND
        dashes = f"{number(around * left / life)} {number(around)}"
        canvas.add("path", d=shape, fill="none", stroke=EDGES[seat], stroke_width=width, stroke_dasharray=dashes)


def ring_path(canvas: Canvas, base: Base, seat: int) -> str:
    """A circle, or a diamond whose corners are in the middle of the base's edges; begun in front, drawn clockwise."""
    front, _, centre = front_of(base)
    (x, y), (fx, fy) = canvas.at(centre), canvas.at(front)
    dx, dy = (fx - x) * 2 * RING, (fy - y) * 2 * RING
    if seat == 0:
        far = canvas.size(base.side) * RING
        half = f"A{far:.2f} {far:.2f} 0 1 1"
        return f"M{x + dx:.2f} {y + dy:.2f}{half} {x - dx:.2f} {y - dy:.2f}{half} {x + dx:.2f} {y + dy:.2f}z"
    dx, dy = dx * DIAMOND, dy * DIAMOND
    corners = ((dx, dy), (-dy, dx), (-dx, -dy), (dy, -dx))
    return "M" + "L".join(f"{x + ex:.2f} {y + ey:.2f}" for ex, ey in corners) + "z"


def draw_standee(canvas: Canvas, base: Base, card: Profile, *, is_pale: bool) -> None:
    """The silhouette of a figure on its base, mirrored where it faces the left of the picture."""
    stance, tribe, *held = standee_of(card)
    paths, (hx, hy, large) = STANCES[stance]
    fills = {
        "body": COLOURS[f"tribe-{tribe}"],
        "trim": COLOURS[f"tribe-{tribe}-2"],
        "skin": COLOURS["bone" if tribe == "thanigiste" else "skin"],
        "metal": COLOURS["metal"],
    }

    def drawn(part: Part) -> str:
        found: list[str] = []
        for made, path in part:
            if made in fills:
                found.append(element("path", d=path, fill=fills[made], stroke=COLOURS["outline"], stroke_width=3))
            else:
                found.append(
                    element(
                        "path", d=path, fill="none", stroke=COLOURS["outline"], stroke_width=6 if made == "line" else 3
                    )
                )
        return "".join(found)

    front, _, centre = (canvas.at(place) for place in front_of(base))
    side = canvas.size(base.side) / 100
    face = (
        element("path", d=FACE, fill="none", stroke=COLOURS["outline"], stroke_width=4) if front[1] >= centre[1] else ""
    )
    head = (
        element("path", d=HEAD, fill=fills["skin"], stroke=COLOURS["outline"], stroke_width=3)
        + face
        + drawn(HEADS[tribe])
    )
    content = (
        element("ellipse", cx=5, cy=26, rx=28, ry=9, fill="#000000", opacity=0.16)
        + drawn(paths)
        + element("g", head, transform=f"translate({number(hx)} {number(hy)}) scale({number(large)})")
        + "".join(drawn(HELD[one]) for one in held)
    )
    mirror = -side if front[0] < centre[0] else side
    more: dict[str, float | str] = {"opacity": 0.55} if is_pale else {}
    place = f"translate({canvas.x(base.x):.2f} {canvas.y(base.y):.2f}) scale({mirror:.3f} {side:.3f})"
    canvas.add(
        "g", content, class_="kaos-standee", stroke_linejoin="round", stroke_linecap="round", transform=place, **more
    )


def _draw_halo(canvas: Canvas, base: Base) -> None:
    """Whose turn it is: a golden frame round the base, which is drawn over it."""
    points = canvas.points(base.corners)
    canvas.add("polygon", points=points, fill="none", stroke=INK, stroke_width=12, stroke_linejoin="round")
    canvas.add("polygon", points=points, fill="none", stroke="#ffd23f", stroke_width=9, stroke_linejoin="round")


def _draw_signs(canvas: Canvas, state: State, figure: int, letter: str) -> None:
    """The mark of a figure on its base, and the badges at its corner."""
    base, seat = state.base(figure), state.owner[figure]
    has_played = bool(state.activated[figure])
    far = canvas.size(base.side)
    size = min(far * 0.17, 9)
    canvas.parts.append('<g class="kaos-mark">')
    draw_mark(
        canvas, canvas.x(base.x) - far * 0.36, canvas.y(base.y) + far * 0.36, size, seat, letter, is_pale=has_played
    )
    canvas.parts.append("</g>")
    _draw_badges(canvas, state, figure, base)


def _draw_badges(canvas: Canvas, state: State, figure: int, base: Base) -> None:
    """Small signs at the corner: has played, flees, is held fast, searches, carries something or the relic."""
    far = canvas.size(base.reach) * 0.72
    x, y = canvas.x(base.x) + far, canvas.y(base.y) - far
    carries = any(entry[0] == figure for entry in state.carried)
    signs = {
        "played": bool(state.activated[figure]),
        "flees": is_fleeing(state, figure),
        "held": is_immobilised(state, figure),
        "searches": bool(state.searching[figure]),
        "object": carries,
    }
    shown = [sign for sign, holds in signs.items() if holds]
    for place, sign in enumerate(shown):
        canvas.add("circle", cx=x + place * 12, cy=y, r=6, fill=PAPER, stroke=INK, stroke_width=1)
        at = f"translate({x + place * 12:.2f} {y:.2f})"
        canvas.add("path", d=BADGES[sign], transform=at, fill="none", stroke=INK, stroke_width=1.5)
    if state.relic == figure:
        draw_star(canvas, x + len(shown) * 12, y, 8)


# ----------------------------------------------------------------------------------------------------------- name tags


def base_box(canvas: Canvas, base: Base) -> Box:
    """What a base covers of the picture, its arrow included."""
    xs = [canvas.x(x) for x, _ in base.corners]
    ys = [canvas.y(y) for _, y in base.corners]
    return min(xs) - 4, min(ys) - 4, max(xs) + 4, max(ys) + 4


def overlap_of(one: Box, other: Box) -> float:
    """How much of the picture two boxes share, in square points."""
    across = min(one[2], other[2]) - max(one[0], other[0])
    along = min(one[3], other[3]) - max(one[1], other[1])
    return across * along if across > 0 and along > 0 else 0.0


def draw_tags(canvas: Canvas, state: State, taken: list[Box], names: Sequence[str] = ()) -> None:
    """The name and the wounds of every figure in play, beside its base, over as little else as possible.

    `taken`: what else is written on the picture; the tags are added to it. `names`: of all figures, instead of those
    that lines of notation use.
    """
    for figure, box in tag_boxes(canvas, state, taken, names).items():
        draw_tag(canvas, state, figure, box, (names or state.names)[figure])


def tag_boxes(
    canvas: Canvas, state: State, taken: list[Box], names: Sequence[str] = (), kept: Mapping[int, Box] | None = None
) -> dict[int, Box]:
    """Where the tags of all figures in play stand; those of `kept` stay as long as they are beside and over nothing."""
    names = names or state.names
    figures = state.in_play()
    bases = [base_box(canvas, state.base(figure)) for figure in figures]
    found: dict[int, Box] = {}
    for place, figure in enumerate(figures):
        others = bases[:place] + bases[place + 1 :] + taken
        old = (kept or {}).get(figure)
        if old is not None and _gap(old, bases[place]) < NEAR and not any(overlap_of(old, one) for one in others):
            box = old
        else:
            box = _best_box(canvas, names[figure], bases[place], others)
        taken.append(box)
        found[figure] = box
    return found


def _gap(one: Box, other: Box) -> float:
    """How far apart two boxes are, the larger of across and along."""
    return max(one[0] - other[2], other[0] - one[2], one[1] - other[3], other[1] - one[3])


def _best_box(canvas: Canvas, name: str, base: Box, taken: list[Box]) -> Box:
    """Where a tag covers least."""
    width = max(text_width(name, TAG_SIZE) + 10, 58)
    return free_box(canvas, base, width, 25.0, taken)


def free_box(canvas: Canvas, base: Box, width: float, height: float, taken: list[Box]) -> Box:
    """Where something so large, beside what it belongs to, covers least: below, above, beside; near before far."""
    x, y = (base[0] + base[2]) / 2, (base[1] + base[3]) / 2
    left, top, right, bottom = canvas.room
    best: Box = (x, y, x, y)
    least = float("inf")
    for far in (0, 14, 30, 50, 75, 105, 140):
        below, above = base[3] + height / 2 + 1 + far, base[1] - height / 2 - 6 - far
        east, west = base[2] + width / 2 + 3 + far, base[0] - width / 2 - 3 - far
        near = far * 0.7
        ways = (
            (x, below),
            (x, above),
            (east, y),
            (west, y),
            (base[2] + width / 2 + near, base[3] + height / 2 + near),
            (base[0] - width / 2 - near, base[3] + height / 2 + near),
            (base[2] + width / 2 + near, base[1] - height / 2 - near),
            (base[0] - width / 2 - near, base[1] - height / 2 - near),
        )
        for order, (cx, cy) in enumerate(ways):
            box = (cx - width / 2, cy - height / 2, cx + width / 2, cy + height / 2)
            cost = 6.0 * sum(overlap_of(box, other) for other in taken) + far * 3 + order * 2
            if box[0] < left or box[2] > right or box[1] < top or box[3] > bottom:
                cost += 400
            if cost < least:
                best, least = box, cost
    return best


def draw_tag(canvas: Canvas, state: State, figure: int, box: Box, name: str) -> None:
    """A name tag: the name, and below it the life gauge with the wounds ticked."""
    seat, base = state.owner[figure], base_box(canvas, state.base(figure))
    canvas.parts.append('<g class="kaos-tag">')
    left, top, right, bottom = box
    x, y = (left + right) / 2, (top + bottom) / 2
    bx, by = min(max(x, base[0] + 4), base[2] - 4), min(max(y, base[1] + 4), base[3] - 4)
    tx, ty = min(max(bx, left), right), min(max(by, top), bottom)
    if (tx - bx) ** 2 + (ty - by) ** 2 > 10**2:
        canvas.add("line", x1=bx, y1=by, x2=tx, y2=ty, stroke=EDGES[seat], stroke_width=1, stroke_dasharray="2 2")
    canvas.add(
        "rect",
        x=left,
        y=top,
        width=right - left,
        height=bottom - top,
        rx=4,
        fill=PAPER,
        fill_opacity=0.92,
        stroke=EDGES[seat],
        stroke_width=0.8,
    )
    canvas.text(x, top + 11, name, text_anchor="middle", font_size=TAG_SIZE, font_weight="600", fill=INK)
    draw_gauge(canvas, left + 5, top + 15, right - left - 10, 6, state, figure)
    canvas.parts.append("</g>")


def draw_gauge(canvas: Canvas, x: float, y: float, width: float, height: float, state: State, figure: int) -> None:
    """The life gauge: one cell a life point, the wounds filled dark."""
    life, wounds = state.card(figure).life, state.wounds[figure]
    canvas.add("rect", x=x, y=y, width=width, height=height, fill=WHITE, stroke=INK, stroke_width=0.8)
    cell = width / life
    if wounds:
        canvas.add("rect", x=x, y=y, width=cell * wounds, height=height, fill="#8f1d2c")
    cells = "".join(f"M{x + cell * place:.2f} {y:.2f}v{height:.2f}" for place in range(1, life))
    if cells:
        canvas.add("path", d=cells, stroke=INK, stroke_width=0.5, stroke_opacity=0.6)
