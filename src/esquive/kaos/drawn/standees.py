"""What a figure looks like: a silhouette put together by rule from the facts of its card, in paths of our own.

A standee is seen slightly from above and looks to the right of the picture; whoever draws it mirrors it for one that
faces the left. Lengths are hundredths of the side of a base; the middle of the base is 0,0, down is positive. A part is
a list of paths, each with what it is made of: `body` and `trim` (the tribe's colour and a darker one), `skin`, `metal`
(filled), `line` and `thin` (strokes). `web/src/kaos/standees.ts` is generated from these tables.
"""

import json
from pathlib import Path
from typing import Final

from esquive.kaos.drawn.materials import patterns_typescript

Part = tuple[tuple[str, str], ...]  # what it is made of, and a path

# The stance: what is behind the body, the body, and where the head is (x, y, how large).
STANCES: Final[dict[str, tuple[Part, tuple[float, float, float]]]] = {
    "guard": ((("body", "M-23 -14Q0 -33 23 -14L25 20Q0 34 -25 20z"), ("trim", "M-24 4H24L25 14H-25z")), (3, -35, 1)),
    "lunge": (
        (
            ("body", "M-30 26Q-22 -2 -12 -16Q4 -29 20 -17L23 0L34 24L20 25L9 9L-8 13L-16 27z"),
            ("trim", "M-16 -2L22 -9V0L-20 9z"),
        ),
        (9, -35, 0.95),
    ),
    "aim": (
        (("body", "M-20 -13Q0 -30 19 -17L32 -11V-1L18 1L20 25Q0 32 -22 25z"), ("trim", "M-20 2H18V9H-21z")),
        (2, -36, 0.95),
    ),
    "robe": (
        (("body", "M-29 25Q-18 -8 -12 -20Q0 -30 12 -20Q18 -8 29 25Q0 37 -29 25z"), ("trim", "M-5 -16H5L8 31H-8z")),
        (1, -36, 0.95),
    ),
    "wings": (
        (
            ("trim", "M-6 -18Q-34 -56 -50 -26Q-38 -24 -41 -10Q-30 -12 -29 0Q-16 -6 -5 4z"),
            ("trim", "M6 -18Q34 -56 50 -26Q38 -24 41 -10Q30 -12 29 0Q16 -6 5 4z"),
            ("body", "M-13 -16Q0 -28 13 -16Q14 8 0 28Q-14 8 -13 -16z"),
        ),
        (4, -31, 0.85),
    ),
    "beast": (
        (
            (
                "body",
                "M-40 6Q-42 -24 -8 -28Q16 -30 26 -20L34 12Q28 18 22 15L20 27H9L7 17H-14L-17 28H-29L-30 14"
                "Q-38 14 -40 6z",
            ),
            ("trim", "M-33 -13Q-18 -31 10 -27L6 -17Q-12 -21 -28 -6z"),
        ),
        (30, -8, 1.0),
    ),
    "giant": (
        (
            (
                "body",
                "M-45 18Q-46 -22 -20 -32Q0 -40 20 -32Q46 -22 45 18Q37 26 30 18Q30 0 22 -6L24 24Q0 34 -24 24"
                "L-22 -6Q-30 0 -30 18Q-37 26 -45 18z",
            ),
            ("trim", "M-16 -12Q0 -20 16 -12L13 14Q0 4 -13 14z"),
        ),
        (2, -41, 0.85),
    ),
    "sprite": ((("body", "M-15 -4Q0 -15 15 -4L19 22Q0 31 -19 22z"), ("trim", "M-16 6H16L17 13H-17z")), (1, -20, 1.0)),
}

# What a tribe wears on the head, around the head's middle, whose radius is 15; `face` is drawn of who looks at one.
HEADS: Final[dict[str, Part]] = {
    "meleien": (("trim", "M-17 -5A18 18 0 1 1 17 -5A14 14 0 1 0 -17 -5z"),),
    "thanigiste": (("trim", "M-15 -3L-19 -23L-8 -14L0 -30L8 -14L19 -23L15 -3Q0 -12 -15 -3z"),),
    "abelberien": (("trim", "M-19 -1L0 -31L19 -1Q0 -7 -19 -1z"),),
    "shimeien": (("trim", "M-15 14Q-25 -14 -6 -20Q4 -25 -12 -27Q14 -28 16 -3Q6 -9 2 0Q-2 10 -15 14z"),),
    "enchantee": (
        ("trim", "M-13 -8L-24 -22L-16 -20L-15 -32L-8 -20L-1 -14L8 -20L15 -32L16 -20L24 -22L13 -8Q0 -16 -13 -8z"),
    ),
}
HEAD: Final = "M-15 0A15 15 0 1 1 15 0A15 15 0 1 1 -15 0z"
FACE: Final = "M2 -4v6M9 -4v6"

# What is held: a weapon by what kind it is, a shield, the spark of who casts.
HELD: Final[dict[str, Part]] = {
    "bow": (("thin", "M25 -37V20M6 -8H47"), ("line", "M25 -37Q50 -8 25 20"), ("metal", "M52 -8L43 -13V-3z")),
    "crossbow": (("line", "M4 -6H42"), ("line", "M32 -25Q48 -6 32 13"), ("metal", "M51 -6L42 -11V-1z")),
    "javelin": (("line", "M-32 -24L36 -41"), ("metal", "M52 -45L35 -48L38 -34z")),
    "knives": (("metal", "M24 -8L48 -26L34 -3z"), ("metal", "M-18 -6L-43 -22L-29 2z")),
    "darts": (("metal", "M22 -20L48 -33L34 -14z"), ("metal", "M24 -2L50 -8L34 9z")),
    "pike": (("line", "M-16 34L31 -42"), ("metal", "M40 -57L23 -43L37 -34z")),
    "scythe": (("line", "M30 30L24 -44"), ("metal", "M21 -50Q52 -56 55 -22Q43 -40 22 -38z")),
    "staff": (("line", "M30 30V-40"), ("metal", "M22 -46A8 8 0 1 1 38 -46A8 8 0 1 1 22 -46z")),
    "rod": (("line", "M28 30V-46"), ("thin", "M22 -38H34M22 -26H34M22 -14H34")),
    "blade": (("metal", "M22 4L45 -42L51 -26L31 8z"), ("line", "M17 -3L36 11")),
    "twin": (("metal", "M22 0L48 -34L50 -22L30 6z"), ("metal", "M-20 2L-46 -26L-46 -14L-28 8z")),
    "hammer": (("line", "M18 22L36 -30"), ("metal", "M22 -40L40 -50L52 -30L34 -20z")),
    "mace": (
        ("line", "M20 20L36 -26"),
        ("metal", "M38 -50L43 -41L53 -38L46 -30L46 -20L37 -25L27 -22L29 -32L24 -41L34 -42z"),
    ),
    "dagger": (("metal", "M24 2L48 -20L36 8z"), ("line", "M21 -3L35 10")),
    "claws": (("metal", "M22 -14L46 -25L30 -6z"), ("metal", "M24 -4L50 -8L31 5z"), ("metal", "M22 6L46 10L28 15z")),
    "chain": (("line", "M18 -4Q30 -34 38 -12T50 -28"), ("metal", "M44 -30Q60 -42 57 -18Q52 -28 44 -22z")),
    "tusks": (("metal", "M34 2Q50 2 49 -16Q42 -6 32 -7z"), ("metal", "M26 6Q38 12 44 0Q35 2 27 -2z")),
    "tongue": (("line", "M42 -4Q58 -2 52 10Q46 18 41 10"),),
    "talons": (("metal", "M-10 22L-15 36L-4 27z"), ("metal", "M4 25L9 38L13 23z")),
    "arms": (("metal", "M-45 12L-54 28L-41 23L-36 31L-32 15z"), ("metal", "M45 12L54 28L41 23L36 31L32 15z")),
    "fist": (("metal", "M22 -10A9 9 0 1 1 40 -10A9 9 0 1 1 22 -10z"),),
    "shield": (("metal", "M-41 -15Q-26 -23 -11 -15V5Q-13 21 -26 27Q-39 21 -41 5z"), ("trim", "M-29 -13H-23V19H-29z")),
    "spell": (("metal", "M-30 -44L-26.5 -34.5L-17 -31L-26.5 -27.5L-30 -18L-33.5 -27.5L-43 -31L-33.5 -34.5z"),),
}


# What is true of a figure besides, as small strokes in a square from -5 to 5.
BADGES: Final[dict[str, str]] = {
    "played": "M-3 0.2L-0.9 2.6L3.2 -2.6",
    "flees": "M-2.6 4.2V-4L3.6 -1.6L-2.6 0.8",
    "held": "M-3 -0.6H3V3.8H-3zM-2 -0.6V-2.2A2 2 0 0 1 2 -2.2V-0.6",
    "searches": "M-3.4 -0.8A2.6 2.6 0 1 1 1.8 -0.8A2.6 2.6 0 1 1 -3.4 -0.8zM1.2 1.2L4 4",
    "object": "M-2.2 -1.2H2.2L3.4 3.8H-3.4zM-1.4 -1.2Q0 -5.4 1.4 -1.2",
    "relic": "M0 -4.4L1.3 -1.4L4.4 -1.3L2 0.8L2.8 4L0 2.2L-2.8 4L-2 0.8L-4.4 -1.3L-1.3 -1.4z",
    "dodged": "M-4 3.4Q-2.6 -3.6 3.4 -1.2M0.4 -3.8L3.6 -1.2L0.6 1.4",
}


def typescript(root: Path) -> str:
    """`web/src/kaos/standees.ts`: the same tables for the page, with the patterns of the ground."""
    stances = {name: {"paths": paths, "head": head} for name, (paths, head) in STANCES.items()}
    tables = {"STANCES": stances, "HEADS": HEADS, "HELD": HELD}
    types = {
        "STANCES": "Record<string, { paths: Part; head: [number, number, number] }>",
        "HEADS": "Record<string, Part>",
        "HELD": "Record<string, Part>",
    }
    lines = [
        "/** Silhouettes of figures, patterns of the ground. Generated by `make docs` from src/esquive/kaos/drawn. */",
        "export type Part = [made: string, path: string][]",
        *(f"export const {name}: {types[name]} = {json.dumps(table)}" for name, table in tables.items()),
        f"export const BADGES: Record<string, string> = {json.dumps(BADGES)}",
        f"export const HEAD = {json.dumps(HEAD)}",
        f"export const FACE = {json.dumps(FACE)}",
        *patterns_typescript(),
    ]
    return "\n".join(lines) + "\n"
