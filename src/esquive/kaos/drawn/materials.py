"""What scenery looks like: a pattern of the material its kind is made of, a soft shadow as long as it is high.

What a piece *does* is told by its look (see `ground`), by its edge and by words; materials tell apart what does the
same. A mark of a pattern is a path with a fill and a stroke, by the names of the colours in `canvas`.
"""

import json
from typing import Final

from esquive.kaos.cards.looks import MATERIALS
from esquive.kaos.drawn.canvas import COLOURS, element
from esquive.kaos.geometry.shapes import FLAG_NAMES
from esquive.kaos.written.documents.inline_cards import KIND_FLAGS

Mark = tuple[str, str, str, float]  # a path, what it is filled with and drawn with ("" for nothing), how wide

# The side of a tile, the colour of its ground, and what is drawn on it.
PATTERNS: Final[dict[str, tuple[float, str, tuple[Mark, ...]]]] = {
    "masonry": (
        24,
        "solid",
        (
            ("M0 0H24M0 8H24M0 16H24M6 0V8M18 8V16M6 16V24", "", "solid-2", 1.3),
            ("M8 2H22M1 10H15M8 18H22", "", "solid-3", 1.2),
        ),
    ),
    "boulder": (
        34,
        "solid",
        (
            ("M0 12L9 3L20 8L34 2M9 3L7 18L0 22M7 18L19 22L20 8M19 22L34 16M19 22L16 34M34 16V34", "", "solid-2", 1.3),
            ("M9 5L18 9L17 19L9 17zM22 10L32 6V14L21 20z", "solid-3", "", 0),
        ),
    ),
    "flags": (
        30,
        "stone",
        (
            ("M0 0H30M0 15H30M12 0V15M24 15V30", "", "stone-2", 1.2),
            ("M2 2.5H9M14 2.5H27M2 17.5H21", "", "stone-3", 1),
        ),
    ),
    "planks": (
        24,
        "planks",
        (
            ("M0 8H24M0 16H24M0 24H24M9 0V8M18 8V16M5 16V24", "", "planks-2", 1.2),
            ("M2 4H7M12 4H20M3 12H14M9 20H19", "", "planks-3", 0.9),
        ),
    ),
    "trees": (
        44,
        "wood",
        (
            (
                "M4 14a9 9 0 1 1 18 0a9 9 0 1 1 -18 0zM26 8a7 7 0 1 1 14 0a7 7 0 1 1 -14 0zM22 30a10 10 0 1 1 20 0"
                "a10 10 0 1 1 -20 0zM3 35a7 7 0 1 1 14 0a7 7 0 1 1 -14 0z",
                "tree",
                "wood-2",
                1.1,
            ),
            (
                "M7 12a6 6 0 0 1 9 -4M28.500 6.500a4 4 0 0 1 6 -2M26 27a7 7 0 0 1 9 -4M5.500 33a4 4 0 0 1 6 -2",
                "",
                "tree-2",
                2.2,
            ),
        ),
    ),
    "hedge": (
        16,
        "wood",
        (
            ("M0 6q3 -7 8 -2q5 -5 8 2M-4 14q4 -7 8 -2q4 -6 8 0q4 -5 8 2", "tree", "wood-2", 1.1),
            ("M3 4.500q2 -2 4 0M11 12q2 -2 4 0", "", "tree-2", 1.4),
        ),
    ),
    "marsh": (
        72,
        "rough",
        (
            (
                "M6 18q12 -9 26 -2q8 4 4 10q-8 7 -20 4q-12 -2 -10 -12zM44 52q10 -7 21 0q1 8 -9 9q-13 1 -12 -9z"
                "M52 10q6 -4 11 0q-2 5 -7 5q-5 0 -4 -5z",
                "water",
                "",
                0,
            ),
            ("M13 20q5 -3 10 0M20 25q5 -3 9 0M50 55q4 -2 8 0", "", "water-2", 1),
            (
                "M10 60V51M10 60L6 53M10 60L14 53M20 66V59M20 66L17 61M20 66L23 61M60 36V27M60 36L56 29M60 36L64 29"
                "M42 30V24M42 30L39 26M42 30L45 26",
                "",
                "rough-2",
                1.200,
            ),
        ),
    ),
    "scrub": (
        30,
        "rough",
        (
            ("M6 10V4M6 10L3 6M6 10L9 6M21 25V19M21 25L18 21M21 25L24 21", "", "rough-2", 1.2),
            ("M17 8l3 -2l3 2l-1 3h-4zM5 21l2 -2l3 1l0 3h-4z", "solid-3", "rough-2", 0.8),
        ),
    ),
    "water": (
        28,
        "water",
        (
            ("M0 7q3.500 -4 7 0t7 0t7 0t7 0M0 21q3.500 -4 7 0t7 0t7 0t7 0", "", "water-2", 1.1),
            ("M4 14q3 -2.500 6 0M18 28q3 -2.500 6 0M18 0q3 -2.500 6 0", "", "water-3", 1.2),
        ),
    ),
    "slope": (22, "slope", (("M4 6h1M15 3h1M9 14h1M18 17h1M3 18h1", "", "slope-2", 1.2),)),
    "screen": (12, "screen", (("M4 0V12M10 0V12", "", "screen-2", 1.2), ("M0 6H12", "", "screen-2", 0.8))),
    "ground": (
        96,
        "ground",
        (
            (
                "M12 20q2 -5 4 0M15 21q3 -4 5 0M64 44q2 -5 4 0M67 45q3 -4 5 0M34 78q2 -5 4 0M80 86q2 -5 4 0M86 12"
                "q2 -5 4 0M46 8q2 -4 3 0",
                "",
                "grass",
                1,
            ),
            (
                "M30 36h1.500M54 70h1.500M8 60h1.500M76 26h1.500M42 50h1.500M20 88h1.500M90 62h1.500",
                "",
                "grass",
                1.500,
            ),
        ),
    ),
}

# The shadow falls so far to the right and down for a height of one, and no piece counts as higher than HIGHEST.
SHADOW: Final = 0.34
HIGHEST: Final = 9.0
LAYERS: Final = (1.0, 0.75, 0.5, 0.25)
DARK: Final = 0.062


def patterns() -> str:
    """The patterns of all materials."""
    found: list[str] = []
    for name, (size, ground, marks) in PATTERNS.items():
        drawn = element("rect", width=size, height=size, fill=COLOURS[ground])
        for path, fill, stroke, width in marks:
            more: dict[str, float | str] = {"stroke": COLOURS[stroke], "stroke_width": width} if stroke else {}
            drawn += element("path", d=path, fill=COLOURS[fill] if fill else "none", stroke_linecap="round", **more)
        tile: dict[str, float | str] = {"width": size, "height": size, "patternUnits": "userSpaceOnUse"}
        found.append(element("pattern", drawn, id=f"kaos-{name}", **tile))
    return "".join(found)


def swept(corners: list[tuple[float, float]], across: float, down: float) -> str:
    """What a shape covers of a picture while it is moved so far: its shadow, as one path."""
    moved = [(x + across, y + down) for x, y in corners]
    rings = [corners, moved]
    for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True):
        rings.append([(ax, ay), (bx, by), (bx + across, by + down), (ax + across, ay + down)])
    return "".join(_ring(ring) for ring in rings)


def _ring(ring: list[tuple[float, float]]) -> str:
    """One ring, always in the same direction, so that rings that overlap fill as one."""
    area = sum(ax * by - bx * ay for (ax, ay), (bx, by) in zip(ring, ring[1:] + ring[:1], strict=True))
    ordered = ring if area >= 0 else ring[::-1]
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in ordered) + "z"


def patterns_typescript() -> list[str]:
    """The patterns, their colours and what shadows are made of, as lines of TypeScript."""
    tables = {n: {"size": size, "ground": ground, "marks": marks} for n, (size, ground, marks) in PATTERNS.items()}
    shadow = {"far": SHADOW, "highest": HIGHEST, "layers": LAYERS, "dark": DARK}
    kinds = {kind: [name for name, bit in FLAG_NAMES.items() if bits & bit] for kind, bits in KIND_FLAGS.items()}
    mark = "[path: string, fill: string, stroke: string, width: number]"
    return [
        f"export interface Pattern {{\n  size: number\n  ground: string\n  marks: {mark}[]\n}}",
        f"export const PATTERNS: Record<string, Pattern> = {json.dumps(tables)}",
        f"export const COLOURS: Record<string, string> = {json.dumps(COLOURS)}",
        f"export const SHADOW = {json.dumps(shadow)}",
        f"export const MATERIALS: Record<string, [string, Record<string, string>]> = {json.dumps(MATERIALS)}",
        f"export const KIND_FLAGS: Record<string, string[]> = {json.dumps(kinds)}",
    ]
