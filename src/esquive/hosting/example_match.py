"""The example: a match of bots, played when somebody first asks for it, with fixed dice."""

from functools import cache
from typing import Final

from esquive.core.record import Record, parse_record
from esquive.lab.matches import Fixture, play

EXAMPLE: Final = "example-kaos"  # the name it has among the records that were brought
_SETUP: Final = {"table": "broken-abbey", "hordes": ["two-gleams", "gravediggers"]}
_SEED: Final = "c"
_TURN_CAP: Final = 40


@cache
def example_record() -> Record:
    """Two small hordes of Kaos led by the greedy agent, to the end."""
    fixture = Fixture(0, "kaos", _SEED, {**_SETUP}, ("greedy", "greedy"), _TURN_CAP)
    return parse_record(play(fixture).record, EXAMPLE)
