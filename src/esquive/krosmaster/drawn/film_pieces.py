"""What a film of Krosmaster Arena shows of pieces, dice and numbers: plain shapes, whole colours, no style sheet.

Shapes say the kind of a piece, dashes of its edge and colours its seat, two letters and a name who it is, and the ring
round it its HP; what is lost of them is dotted.
"""

from html import escape
from math import hypot
from typing import Final, NamedTuple

from esquive.krosmaster.drawn.palette import colour

INJURY: Final = "#b02a37"
HEALED: Final = "#1e7a3c"
COIN: Final = "#e3b13b"
COIN_EDGE: Final = "#8a6413"
GLOW: Final = "#e0a100"
PAPER: Final = "#fbfaf4"
DASHES: Final = ("", "4 3", "9 4", "1 3.4")
BODY: Final = 0.33  # of a cell
RING: Final = 0.42
LETTERS: Final = 0.56  # the width of a letter of a name, at most, for one of height 1

# The symbols of the dice, around 0,0 and 20 to each side: paths with their fill or the width of their stroke.
_STAR: Final = "M0-16 4-5 15-8 7 1 14 12 3 7 0 17-3 7-14 12-7 1-15-8-4-5Z"
_ARROW: Final = "M-14 11C-4 12-3 6-2 1S1-9 12-8M6-15 14-8 6-1"
FACES: Final[dict[str, str]] = {
    "critical": f'<path d="{_STAR}" fill="#1b2527"/>',
    "armour": '<path d="M0-16C5-12.5 9.5-11.5 13-11.5 13.5 1 10 11 0 17-10 11-13.5 1-13-11.5-9.5-11.5-5-12.5 0-16Z'
    '" fill="none" stroke="#1b2527" stroke-width="3.4"/>'
    '<path d="M0-9V9.5M-7-3H7" stroke="#1b2527" stroke-width="2.6"/>',
    "lock": '<path d="M-7.5-2V-7A7.5 8 0 0 1 7.5-7V-2" fill="none" stroke="#1b2527" stroke-width="3.6"/>'
    '<rect x="-12" y="-3" width="24" height="18" rx="3.5" fill="#1b2527"/>'
    '<path d="M0 4V8.5" stroke="#fff" stroke-width="3.6"/>',
    "dodge": f'<path d="{_ARROW}" fill="none" stroke="#1b2527" stroke-width="4.2" stroke-linecap="round"/>',
    "critical_dodge": '<path d="M-15 15 15-15" stroke="#1b2527" stroke-width="1.6" opacity="0.6"/>'
    f'<path transform="translate(-8.5 -8) scale(0.56)" d="{_STAR}" fill="#1b2527"/>'
    f'<path transform="translate(8 8.5) scale(0.56)" d="{_ARROW}" fill="none" stroke="#1b2527" stroke-width="5.6"/>',
    "dofus": '<path d="M0-17C8-17 13-4 13 4A13 13 0 0 1-13 4C-13-4-8-17 0-17Z" fill="#1b2527"/>'
    '<path d="M-9 1-4.5-4 0 1 4.5-4 9 1" fill="none" stroke="#fff" stroke-width="2.6"/>',
}


class Look(NamedTuple):
    """How a piece is drawn: its shape, seat, letters, the name under it, its HP (0 for none) and what it has lost."""

    shape: str
    seat: int
    letters: str
    name: str
    hp: int
    injuries: int
    is_active: bool


def piece_at(look: Look, x: float, y: float, size: float, fade: float = 1.0) -> str:
    """A piece with its ring, its letters and its name; `fade` below 1 for one that is going."""
    seat = f"p{look.seat + 1}"
    fill, ink, edge = (colour(seat + more) for more in ("", "-ink", "-edge"))
    body, ring = size * BODY, size * RING
    shade = f'cx="{x:.1f}" cy="{y + ring * 0.95:.1f}" rx="{ring * 0.9:.1f}" ry="4"'
    parts = [f'<ellipse {shade} fill="#000" opacity="0.16"/>']
    if look.is_active:
        parts.append(_outline(look.shape, x, y, ring + 4, f'fill="none" stroke="{GLOW}" stroke-width="4"'))
    if look.hp:
        parts.append(_outline(look.shape, x, y, ring, f'fill="{PAPER}" stroke="{PAPER}" stroke-width="5"'))
        parts += _ring(look, x, y, ring, edge)
    dashes = f' stroke-dasharray="{DASHES[look.seat]}"' if DASHES[look.seat] else ""
    parts.append(_outline(look.shape, x, y, body, f'fill="{fill}" stroke="{edge}" stroke-width="2.4"{dashes}'))
    high = size * 0.31
    place = f'x="{x:.1f}" y="{y + high * 0.33:.1f}" text-anchor="middle" font-weight="700"'
    parts.append(f'<text {place} font-size="{high:.1f}" fill="{ink}">{escape(look.letters)}</text>')
    if look.name:
        parts.append(_plate(look.name, x, y + size * 0.5, size))
    drawn = "".join(parts)
    return drawn if fade >= 1 else f'<g opacity="{max(fade, 0):.2f}">{drawn}</g>'


def _ring(look: Look, x: float, y: float, ring: float, edge: str) -> list[str]:
    """What is left of the HP as a line round the piece, and what is lost as dots."""
    long = _around(look.shape, ring)
    left = max(0, look.hp - look.injuries) / look.hp * long
    parts = []
    if look.injuries:
        parts.append(
            _outline(look.shape, x, y, ring, f'fill="none" stroke="{INJURY}" stroke-width="3" stroke-dasharray="1.6 2"')
        )
    if left:
        dashes = f' stroke-dasharray="{left:.2f} {long:.2f}"' if look.injuries else ""
        parts.append(_outline(look.shape, x, y, ring, f'fill="none" stroke="{PAPER}" stroke-width="4.6"{dashes}'))
        parts.append(_outline(look.shape, x, y, ring, f'fill="none" stroke="{edge}" stroke-width="3.4"{dashes}'))
    return parts


def _corners(shape: str, r: float) -> list[tuple[float, float]]:
    if shape == "mob":
        return [(0, -1.06 * r), (0.92 * r, -0.53 * r), (0.92 * r, 0.53 * r), (0, 1.06 * r), (-0.92 * r, 0.53 * r),
                (-0.92 * r, -0.53 * r)]  # fmt: skip
    return [(0, -1.16 * r), (1.16 * r, 0), (0, 1.16 * r), (-1.16 * r, 0)]


def _around(shape: str, r: float) -> float:
    """How long an outline is."""
    if shape == "krosmaster":
        return 2 * 3.14159265 * r
    corners = _corners(shape, r)
    return sum(hypot(a - c, b - d) for (a, b), (c, d) in zip(corners, corners[1:] + corners[:1], strict=True))


def _outline(shape: str, x: float, y: float, r: float, paint: str) -> str:
    """A disc for a Krosmaster, a hexagon for a Mob, a lozenge for the rest; begun at the top, drawn clockwise."""
    if shape == "krosmaster":
        half = f"A{r:.2f} {r:.2f} 0 0 1"
        return f'<path d="M{x:.2f} {y - r:.2f}{half} {x:.2f} {y + r:.2f}{half} {x:.2f} {y - r:.2f}z" {paint}/>'
    points = "L".join(f"{x + a:.2f} {y + b:.2f}" for a, b in _corners(shape, r if shape == "mob" else r * 0.86))
    return f'<path d="M{points}z" {paint}/>'


def _plate(name: str, x: float, y: float, size: float) -> str:
    """A name on paper at the lower edge of a cell, no wider than the cell."""
    high = min(11.0, (size - 5) / (len(name) * LETTERS))
    wide = min(size - 1, len(name) * high * LETTERS + 6)
    return (
        f'<rect x="{x - wide / 2:.1f}" y="{y - 12.5:.1f}" width="{wide:.1f}" height="13" rx="3" fill="{PAPER}"'
        f' fill-opacity="0.93"/><text x="{x:.1f}" y="{y - 2.8:.1f}" text-anchor="middle" font-weight="700"'
        f' font-size="{high:.1f}" fill="#1b2527">{escape(name)}</text>'
    )


def coins_at(x: float, y: float, size: float, many: int) -> str:
    """The Kamas on a cell, whose south-west corner they lie in."""
    found = []
    paint = f'font-size="8" font-weight="700" text-anchor="middle" fill="{COIN_EDGE}"'
    for place in range(min(many, 4)):
        cx, cy = x - size * 0.34 + place * 9, y + size * 0.34
        found.append(
            f'<circle cx="{cx:.1f}" cy="{cy:.1f}" r="5.4" fill="{COIN}" stroke="{COIN_EDGE}" stroke-width="1.3"/>'
            f'<text x="{cx:.1f}" y="{cy + 2.8:.1f}" {paint}>K</text>'
        )
    return "".join(found)


def number_at(words: str, x: float, y: float, tone: str, part: float) -> str:
    """A number that rises from a piece: `part` of its way, from 0 to 1."""
    wide = 12 + 8 * len(words)
    top = y - 16 - 12 * part
    corner = f'x="{x - wide / 2:.1f}" y="{top - 12:.1f}"'
    paint = 'text-anchor="middle" font-size="16" font-weight="700" fill="#fff"'
    return (
        f'<rect {corner} width="{wide}" height="22" rx="11" fill="{tone}" stroke="#fff" stroke-width="1.6"/>'
        f'<text x="{x:.1f}" y="{top + 4.6:.1f}" {paint}>{escape(words)}</text>'
    )


def missile_at(start: tuple[float, float], end: tuple[float, float], part: float) -> str:
    """What is thrown from one cell to another, after a part of its way, with the line it follows."""
    (x, y), (u, v) = start, end
    cx, cy, tone = x + (u - x) * part, y + (v - y) * part, colour("fire")
    return (
        f'<path d="M{x:.1f} {y:.1f}L{u:.1f} {v:.1f}" stroke="{tone}" stroke-width="2.5" stroke-dasharray="6 5"/>'
        f'<circle cx="{cx:.1f}" cy="{cy:.1f}" r="7" fill="{tone}" stroke="#fff" stroke-width="2"/>'
    )


def aim_at(x: float, y: float, size: float) -> str:
    """The cell that is aimed at."""
    far = size / 2 - 2
    return (
        f'<rect x="{x - far:.1f}" y="{y - far:.1f}" width="{2 * far:.1f}" height="{2 * far:.1f}" rx="4" fill="none"'
        f' stroke="{colour("fire")}" stroke-width="3" stroke-dasharray="9 6"/>'
    )
