"""Writing SVG: elements, text that fits, and the scale from a table's micrometres to the points of a picture.

The same position gives the same bytes. Nothing outside the picture is referred to: no font, image or style sheet.
"""

import re
from html import escape
from typing import Final

from esquive.kaos.geometry.shapes import Base, Point, Table
from esquive.kaos.geometry.units import CM

INK: Final = "#2a2622"
SOFT: Final = "#6b645b"
PAPER: Final = "#fbf8f1"
GROUND: Final = "#eee8d9"
WHITE: Final = "#ffffff"
# p1 and p2: the fill of a base, a darker edge, a tint; told apart by their marks as well, a disc and a diamond.
FILLS: Final = ("#2f6fb4", "#d9731a")
EDGES: Final = ("#163f6d", "#7d3c05")
TINTS: Final = ("#d6e5f5", "#fbe3cb")

# What a page may colour anew, by the name of its custom property.
COLOURS: Final = {
    "ink": INK,
    "soft": SOFT,
    "paper": PAPER,
    "ground": GROUND,
    "disc": WHITE,
    "p1": FILLS[0],
    "p2": FILLS[1],
    "p1-edge": EDGES[0],
    "p2-edge": EDGES[1],
    "p1-tint": TINTS[0],
    "p2-tint": TINTS[1],
    "line": "#e0d9c6",
    "line-2": "#d0c6ac",
    "grass": "#d3cbb3",
    "rim": "#8d7350",
    "solid": "#a29b90",
    "solid-2": "#686056",
    "solid-3": "#b9b3a8",
    "stone": "#d9d4c7",
    "stone-2": "#a39b8a",
    "stone-3": "#eeeae0",
    "water": "#a9cbe0",
    "water-2": "#4a86a8",
    "water-3": "#d5e8f3",
    "wood": "#a9c48d",
    "wood-2": "#4f7536",
    "tree": "#86ad66",
    "tree-2": "#b1d08f",
    "rough": "#d0d2a6",
    "rough-2": "#7a7c46",
    "planks": "#d8b987",
    "planks-2": "#9a7740",
    "planks-3": "#ecd6ae",
    "slope": "#e6d8b6",
    "slope-2": "#8a6d2f",
    "screen": "#cfc7bd",
    "screen-2": "#7d746a",
    "tooth": "#fdf6e3",
    "wound": "#8f1d2c",
    "goal": "#6d3fa0",
    "goal-2": "#4f2a7a",
    "way": "#0f766e",
    "seen": "#1e7a3c",
    "cover": "#a86b00",
    "foe": "#b3202c",
    "stand": "#fcf9f2",
    "outline": "#2b2620",
    "piece": "#292521",
    "metal": "#e9edf0",
    "skin": "#f3dcc0",
    "bone": "#f1ecdd",
    "tribe-meleien": "#6a5acd",
    "tribe-meleien-2": "#3c2f8f",
    "tribe-thanigiste": "#a33b46",
    "tribe-thanigiste-2": "#641a24",
    "tribe-abelberien": "#c9a227",
    "tribe-abelberien-2": "#7c5f08",
    "tribe-shimeien": "#5a636d",
    "tribe-shimeien-2": "#262c33",
    "tribe-enchantee": "#4f9a58",
    "tribe-enchantee-2": "#1f5a2c",
}
_COLOUR: Final = re.compile('"(' + "|".join(COLOURS.values()) + ')"')
_NAMES: Final = {colour: name for name, colour in COLOURS.items()}

_WIDE: Final = "mwMWQ%@ABCDGHKNOPRUVXYZ"
_NARROW: Final = "ijltfrI.,:;'|!1()- "


def number(value: float) -> str:
    """A number as short as it may be: two decimals at most."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def element(tag: str, content: str = "", /, **attributes: float | str) -> str:
    """One element; `_` in names of attributes stands for `-`, a trailing one for nothing (`class_`)."""
    parts = [tag]
    for name, value in attributes.items():
        text = escape(value) if isinstance(value, str) else number(value)
        parts.append(f'{name.rstrip("_").replace("_", "-")}="{text}"')
    opening = " ".join(parts)
    return f"<{opening}>{content}</{tag}>" if content else f"<{opening}/>"


def text_at(x: float, y: float, words: str, **attributes: float | str) -> str:
    """A line of text."""
    return element("text", escape(words), x=x, y=y, **attributes)


def text_width(words: str, size: float) -> float:
    """About how wide a line of text is in a plain sans-serif letter of that size."""
    units = 0.0
    for letter in words:
        units += 0.72 if letter in _WIDE else 0.34 if letter in _NARROW else 0.56
    return units * size


def themed(svg: str) -> str:
    """A picture whose colours are the page's custom properties, with its own colours where the page has none."""
    return _COLOUR.sub(lambda found: f'"var(--table-{_NAMES[found[1]]}, {found[1]})"', svg)


def shortened(words: str, size: float, width: float) -> str:
    """The text, cut off with three points where it is wider than there is room."""
    if text_width(words, size) <= width:
        return words
    while words and text_width(words + "…", size) > width:
        words = words[:-1]
    return words.rstrip() + "…"


class Canvas:
    """Where on the picture a place of the table lies; collects elements in the order in which they are drawn.

    `scale`: points for a centimetre; `left` and `top`: of the table's north-west corner. North is up.
    """

    __slots__ = ("depth", "left", "parts", "scale", "top", "width")

    def __init__(self, table: Table, scale: float, left: float, top: float) -> None:
        self.scale = scale
        self.left = left
        self.top = top
        self.width = self.size(table.width)
        self.depth = self.size(table.depth)
        self.parts: list[str] = []

    @property
    def room(self) -> tuple[float, float, float, float]:
        """What is seen of the table: left, top, right, bottom."""
        return self.left, self.top, self.left + self.width, self.top + self.depth

    def size(self, length: float) -> float:
        """A length of the table in points."""
        return length * self.scale / CM

    def x(self, across: float) -> float:
        """Where a place so far east is."""
        return self.left + self.size(across)

    def y(self, along: float) -> float:
        """Where a place so far north is."""
        return self.top + self.depth - self.size(along)

    def at(self, point: Point) -> tuple[float, float]:
        """Where a place is."""
        return self.x(point[0]), self.y(point[1])

    def points(self, shape: tuple[Point, ...] | list[Point]) -> str:
        """The corners of a polygon, as an element wants them."""
        return " ".join(f"{number(self.x(x))},{number(self.y(y))}" for x, y in shape)

    def add(self, tag: str, content: str = "", /, **attributes: float | str) -> None:
        """Draws an element."""
        self.parts.append(element(tag, content, **attributes))

    def line(self, start: Point, end: Point, **attributes: float | str) -> None:
        """Draws a straight line between two places."""
        (x1, y1), (x2, y2) = self.at(start), self.at(end)
        self.add("line", x1=x1, y1=y1, x2=x2, y2=y2, **attributes)

    def text(self, x: float, y: float, words: str, **attributes: float | str) -> None:
        """Writes a line of text, in points of the picture."""
        self.parts.append(text_at(x, y, words, **attributes))

    def label(self, x: float, y: float, words: str, size: float = 11, **attributes: float | str) -> None:
        """Writes text in the middle of a place, on a little paper of its own so that it reads on any ground."""
        width = text_width(words, size) + 8
        fill = str(attributes.pop("fill", INK))
        self.add(
            "rect", x=x - width / 2, y=y - size * 0.78, width=width, height=size * 1.42, rx=3, fill=PAPER, opacity=0.88
        )
        self.text(x, y + size * 0.32, words, font_size=size, text_anchor="middle", fill=fill, **attributes)


def front_of(base: Base) -> tuple[Point, Point, Point]:
    """The middle of the front edge, of the rear edge, and the centre of a base."""
    front_left, rear_left, rear_right, front_right = base.corners
    front = ((front_left[0] + front_right[0]) // 2, (front_left[1] + front_right[1]) // 2)
    rear = ((rear_left[0] + rear_right[0]) // 2, (rear_left[1] + rear_right[1]) // 2)
    return front, rear, (base.x, base.y)
