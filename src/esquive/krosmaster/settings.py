"""What a match is played by: the release's numbers, the format, and the switches of the rulings.

Settings are shared by all states of a match and never change.
"""

from typing import Final

from esquive.core.errors import DocumentError

CONSTRUCTED: Final = 0
LIMITED: Final = 1
FREE_FOR_ALL: Final = 2
TWO_AGAINST_TWO: Final = 3
FORMAT_NAMES: Final = ("constructed", "limited", "free-for-all", "two-against-two")

AUTO: Final = "auto"
ASK: Final = "ask"

# Every match option: its values, the first one being the default, and the clause or ruling it settles.
OPTIONS: Final[dict[str, tuple[tuple[str, ...], str]]] = {
    "turn_dice": (("auto", "ask"), "1.6.2"),
    "second_reveal": (("end-of-turn", "next-turn"), "R23"),
    "double_with_one_gg": (("draw", "go-on"), "R14"),
    "corner_sight": (("open",), "R58"),
    "itty_bitty_sight": (("open", "blocks"), "R59"),
    "immediate_gain": (("caster", "active"), "R49"),
    "profanation": (("ending", "passing"), "R78"),
}


class Settings:
    """The parameters of one match. Numbers are those of release 2.7 [KA 1.3.5.a] [KA 4.7.6] [KA 4.6.3]."""

    __slots__ = (
        "asks_dice",
        "format",
        "gg_ap",
        "gg_price",
        "options",
        "prices",
        "punch_ap",
        "punch_base",
        "release",
        "seats",
        "side_of",
        "sides",
        "start_gg",
        "wild_gg",
    )

    def __init__(self, release: str, format_: int, options: dict[str, str]) -> None:
        if release != "2.7":
            raise DocumentError(f"release {release!r} is not played yet", "release", 'use "2.7"')
        if format_ not in (CONSTRUCTED, LIMITED):
            raise DocumentError(
                f"format {FORMAT_NAMES[format_]!r} is not played yet", "format", 'use "constructed" or "limited"'
            )
        self.release = release
        self.format = format_
        self.seats = 2
        self.side_of = [0, 1]
        self.sides = [0, 2]  # where each seat's player sits: 0 south, 1 west, 2 north, 3 east
        self.options = check_options(options)
        self.asks_dice = self.options["turn_dice"] == ASK
        self.start_gg = 6
        self.wild_gg = 1
        self.gg_price = 12
        self.gg_ap = 1
        self.prices = [3, 6, 9]
        self.punch_ap = 5
        self.punch_base = 1


def check_options(options: dict[str, str]) -> dict[str, str]:
    """Every option with its value, defaults filled in; raises DocumentError for an unknown option or value."""
    for name, value in options.items():
        if name not in OPTIONS:
            raise DocumentError(f"unknown option {name!r}", "options", f"known options: {', '.join(OPTIONS)}")
        if value not in OPTIONS[name][0]:
            raise DocumentError(
                f"option {name!r} cannot be {value!r}", "options", f"use one of {', '.join(OPTIONS[name][0])}"
            )
    return {name: options.get(name, values[0]) for name, (values, _) in OPTIONS.items()}
