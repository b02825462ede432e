"""The colours and the style sheet of pictures of an arena.

Colours are the custom properties of the web client where the picture stands in its page, so that it follows the theme
chosen there; alone, as an image, it follows the reader's light or dark setting. What a colour says a shape, a hatching
or an edge says as well.
"""

import re
from typing import Final

from esquive.core.ids import SEAT_NAMES

# name, light, dark; the name is a custom property of the web client.
_COLOURS: Final = (
    ("ink", "#1b2527", "#e8ece4"),
    ("muted", "#566361", "#a3b0ac"),
    ("grout", "#c3cbbb", "#161d20"),
    ("tile", "#e4e8db", "#2c373b"),
    ("accent", "#14706b", "#55c2b4"),
    ("warn", "#9a3412", "#ffa98a"),
    ("fire", "#c95e10", "#de7a2c"),
    ("demon", "#cfc3cf", "#3d3342"),
    ("tree", "#44674c", "#4c7556"),
    ("trunk", "#6e5840", "#8a7356"),
    ("bush", "#8fab7c", "#5c7a50"),
    ("bush-line", "#587349", "#93b382"),
    ("crate", "#c9a877", "#8d7047"),
    ("crate-line", "#80613a", "#d0b081"),
    ("rink", "#cfdfe6", "#2f4552"),
    ("cube", "#f2f7f9", "#47606e"),
    ("ice-line", "#5f8299", "#9fc0d2"),
    ("p1", "#24407c", "#4169c4"),
    ("p1-ink", "#ffffff", "#ffffff"),
    ("p1-edge", "#14264f", "#9db9f5"),
    ("p2", "#fdf1ea", "#f6e6de"),
    ("p2-ink", "#8e1f2d", "#8e1f2d"),
    ("p2-edge", "#a52a38", "#ef7d84"),
    ("p3", "#1f5f4a", "#2f8a6c"),
    ("p3-ink", "#ffffff", "#ffffff"),
    ("p3-edge", "#0f3a2c", "#8fd9bf"),
    ("p4", "#fdf3cf", "#f7ecc4"),
    ("p4-ink", "#6b4a00", "#6b4a00"),
    ("p4-edge", "#a9770c", "#e3b13b"),
)

_RULES: Final = (
    "text{font:400 13px var(--sans,system-ui),sans-serif;fill:var(--d-ink)}",
    ".caption{font-weight:600}",
    ".ruler{font-size:11px;fill:var(--d-muted);text-anchor:middle}",
    ".label{font-size:12px;text-anchor:middle;fill:var(--d-ink);pointer-events:none}",
    ".number{font-size:17px;font-weight:600;text-anchor:middle;pointer-events:none}",
    ".tag{font-size:12px;font-weight:700;text-anchor:middle;paint-order:stroke;stroke:var(--d-tile);stroke-width:4}",
    ".tiles{fill:var(--d-tile)}.grid{stroke:var(--d-grout);stroke-width:1.5;fill:none}",
    ".reach{fill:var(--d-accent);fill-opacity:.24;stroke:var(--d-accent);stroke-opacity:.6}",
    ".edge{fill:var(--d-accent);fill-opacity:.46;stroke:var(--d-accent);stroke-width:2.5}",
    ".more{fill:var(--d-fire);fill-opacity:.26;stroke:var(--d-fire);stroke-width:2;stroke-dasharray:4 3}",
    ".faint{fill:none;stroke:var(--d-muted);stroke-width:1.5;stroke-dasharray:2 3}",
    ".hidden{fill:var(--d-muted);fill-opacity:.2}.hatch{stroke:var(--d-muted);stroke-width:1.6;fill:none}",
    ".blocker{fill:none;stroke:var(--d-warn);stroke-width:3.5}",
    ".cut{fill:var(--d-fire);fill-opacity:.2;stroke:var(--d-fire);stroke-dasharray:3 3}",
    ".main{fill:var(--d-fire);fill-opacity:.55}.bracket{fill:none;stroke:var(--d-fire);stroke-width:3}",
    ".area{fill:var(--d-fire);fill-opacity:.3;stroke:var(--d-fire)}.dot{fill:var(--d-fire)}",
    ".locks{fill:var(--d-warn);fill-opacity:.22;stroke:var(--d-warn);stroke-width:2.5}",
    ".side{fill-opacity:.3;stroke-width:1.2}.bar{stroke-width:4}",
    ".seen{stroke:var(--d-accent);stroke-width:2.5}.unseen{stroke:var(--d-warn);stroke-width:2.5;stroke-dasharray:6 4}",
    ".arrow{stroke:var(--d-ink);stroke-width:2.5;fill:none}.head{fill:var(--d-ink);stroke:none}",
    ".piece{stroke-width:2}.letter{font-weight:700;text-anchor:middle;stroke:none}",
    ".ghost{fill:none;stroke:var(--d-ink);stroke-width:1.6;stroke-dasharray:3 3}",
    ".trunk{fill:var(--d-trunk)}.tree{fill:var(--d-tree)}",
    ".bush{fill:var(--d-bush);stroke:var(--d-bush-line);stroke-width:1.5}",
    ".crate{fill:var(--d-crate);stroke:var(--d-crate-line);stroke-width:1.5}.demon{fill:var(--d-demon)}",
    ".rink{fill:var(--d-rink)}.cube{fill:var(--d-cube);stroke:var(--d-ice-line);stroke-width:1.5}",
)
_SEAT_RULE: Final = (
    ".{0} .piece{{fill:var(--d-{0});stroke:var(--d-{0}-edge)}}.{0} .letter{{fill:var(--d-{0}-ink)}}"
    ".{0} .side{{fill:var(--d-{0}-edge);stroke:var(--d-{0}-edge)}}.{0} .bar{{stroke:var(--d-{0}-edge)}}"
)


def plain_style() -> str:
    """The rules in their light colours, for programs that know no custom properties of style sheets."""
    light = {name: day for name, day, _ in _COLOURS}
    fixed = re.sub(r"var\(--d-([\w-]+)\)", lambda found: light[found[1]], _body())
    return fixed.replace("font:400 13px var(--sans,system-ui),sans-serif", "font-size:13px")


def colour(name: str) -> str:
    """One of the light colours."""
    return next(day for known, day, _ in _COLOURS if known == name)


def themed_style() -> str:
    """The style sheet, every rule of which is about diagrams only."""
    light = "".join(f"--d-{name}:var(--{name},{day});" for name, day, _ in _COLOURS)
    dark = "".join(f"--d-{name}:var(--{name},{night});" for name, _, night in _COLOURS)
    return f"<style>.ka-diagram{{{light}}}@media(prefers-color-scheme:dark){{.ka-diagram{{{dark}}}}}{_body()}</style>"


def _body() -> str:
    """All rules, each of which is about what is inside a diagram."""
    rules = [
        rule
        for line in (*_RULES, *(_SEAT_RULE.format(seat) for seat in SEAT_NAMES))
        for rule in line.split("}")
        if rule
    ]
    return "".join(f".ka-diagram {rule}}}" for rule in rules)
