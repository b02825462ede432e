"""A figure of Kaos is moved by hand: dragged, turned, cut to what it may spend, measured for; by mouse, finger and keys."""

import statistics
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from esquive.core.dice import SeededDice
from esquive.core.record import Record, header_of, start_of
from esquive.kaos.game import GAME
from esquive.server.protocol import HUMAN
from tests.browser.axe import violations
from tests.browser.driving import PHONE, arrive, onward, pages_of, place_of, shot
from tests.server.serving import Site
from tests.ways import again

MINE: dict[str, Any] = {"profile": "mel-ysaure", "owner": "p1", "x": 30, "y": 30, "facing": 0}
FOE: dict[str, Any] = {"profile": "tha-osmarque", "owner": "p2", "x": 44, "y": 30, "facing": 180}
WALL = {
    "id": "long-wall",
    "kind": "wall",
    "shape": [[24, 36], [36, 36], [36, 38], [24, 38]],
    "height": 6,
    "flags": ["impassable", "blocks-sight"],
}


def table(site: Site, **more: Any) -> dict[str, Any]:
    """Ann's Ysaure is asked for her plan, 11.5 cm west of Bob's Osmarque, south of a wall."""
    position = {
        "game": "kaos",
        "round": 1,
        "initiative": "p1",
        "turn": {"phase": "activations", "player": "p1", "figure": "ann"},
        "table": {"width": 60, "depth": 60},
        "scenery": [WALL],
        "figure": [{"id": "ann", **MINE}, {"id": "bob", **FOE}],
        **more,
    }
    setup = {"position": position}
    header = header_of(GAME, setup, [HUMAN, HUMAN], SeededDice("none falls").to_data(), start_of(GAME, setup))
    return onward(site, Record(header).to_text(), second="human")
