"""What a match of Kaos is played by: the mode, the numbers agreed before it, and the switches of the rulings.

Settings are shared by all states of a match and never change.
"""

from typing import Any, Final

from esquive.core.errors import DocumentError
from esquive.core.phrases import phrase
from esquive.kaos.geometry.units import CM

POINTS: Final = 0
SCENARIO: Final = 1
MODES: Final = ("points", "scenario")  # [Kaos K37.1]

# Every match option that is one word of a few: its values, the first being the default, and what it settles.
OPTIONS: Final[dict[str, tuple[tuple[str, ...], str]]] = {
    "crossing_fire": (("independent", "opposed"), "R223"),
    "slam": (("displaced", "placed"), "R229"),
    "half_wounds": (("up", "down"), "R230"),
    "forced_move": (("walk", "run"), "R235"),
    "elimination": (("cost", "one"), "K1.3"),
    "equal_hordes": (("no", "yes"), "K4.1"),
    "six_again": (("yes", "no"), "K15.1"),
}
# Every match option that is a number: the default, the least, the most, and what it settles.
NUMBERS: Final[dict[str, tuple[int, int, int, str]]] = {
    "rounds": (8, 1, 100, "R214"),
    "victory_points": (0, 0, 10_000, "K1.2"),  # 0: nobody wins before the last round but by eliminating all
    "flight_rounds": (0, 0, 20, "K27.9"),  # 0: flight lasts until the edge
    "horde_points": (100, 1, 10_000, "K4.1"),
}

# What a scenario settles by itself.
OF_SCENARIOS: Final = ("horde_points", "rounds", "victory_points")

LEAST_SIDE: Final = 60 * CM
MOST_SIDE: Final = 120 * CM  # [Kaos K0.3]
OFFICIAL_SIDE: Final = 75 * CM  # [Kaos K0.4]


class Settings:
    """The parameters of one match; `options` has every option with its value."""

    __slots__ = (
        "crossing_is_opposed",
        "flight_rounds",
        "half_rounds_up",
        "horde_points",
        "mode",
        "one_point_each",
        "options",
        "rounds",
        "runs_when_forced",
        "sixes_roll_again",
        "slam_is_placed",
        "victory_points",
    )

    def __init__(self, mode: int = POINTS, options: dict[str, Any] | None = None) -> None:
        self.mode = mode
        self.options = check_options(options or {})
        self.crossing_is_opposed = self.options["crossing_fire"] == "opposed"
        self.slam_is_placed = self.options["slam"] == "placed"
        self.half_rounds_up = self.options["half_wounds"] == "up"
        self.runs_when_forced = self.options["forced_move"] == "run"
        self.one_point_each = self.options["elimination"] == "one"
        self.sixes_roll_again = self.options["six_again"] == "yes"
        self.rounds = int(self.options["rounds"])
        self.victory_points = int(self.options["victory_points"])
        self.flight_rounds = int(self.options["flight_rounds"])
        self.horde_points = int(self.options["horde_points"])


def check_options(options: dict[str, Any]) -> dict[str, Any]:
    """Every option with its value, defaults filled in; raises DocumentError for an unknown option or value."""
    known = [*OPTIONS, *NUMBERS]
    for name, value in options.items():
        if name in OPTIONS:
            if value not in OPTIONS[name][0]:
                raise DocumentError(
                    "option {option!r} cannot be {value!r}",
                    "options",
                    phrase("use one of {known}", known=", ".join(OPTIONS[name][0])),
                    option=name,
                    value=value,
                )
        elif name in NUMBERS:
            _, least, most, _ = NUMBERS[name]
            if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
                raise DocumentError(
                    "option {option!r} cannot be {value!r}",
                    "options",
                    phrase("from {least} to {most}", least=least, most=most),
                    option=name,
                    value=value,
                )
        else:
            raise DocumentError(
                "unknown option {option!r}",
                "options",
                phrase("known options: {known}", known=", ".join(known)),
                option=name,
            )
    found: dict[str, Any] = {name: options.get(name, values[0]) for name, (values, _) in OPTIONS.items()}
    found.update({name: options.get(name, row[0]) for name, row in NUMBERS.items()})
    return found
