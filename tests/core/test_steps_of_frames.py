"""The steps of a frame have one order: that of `STEPS`, whose numbers have names in the module of the frame."""

import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest

from esquive.core.frames import Frame
from esquive.core.games import game_names

# Steps whose number has another name than the step, because that names something else in the module.
NAMED: dict[tuple[str, str], str] = {
    ("contest", "again"): "ROLL_AGAIN",
    ("contest", "card roll"): "ROLL_BY_CARD",
    ("contest", "destiny"): "ASK_DESTINY",
    ("contest", "destiny roll"): "ROLL_DESTINY",
    ("round", "events"): "DRAW_EVENTS",
    ("tension", "keep"): "KEEP_OR_REROLL",
    ("tension", "faces"): "TURN_FACES",
    ("roll", "faces"): "TURN_FACES",
    ("roll", "roll-again"): "AGAIN",
    ("roll", "faces-again"): "TURN_AGAIN",
    ("player-turn", "tension"): "ROLL_TENSION",
    ("player-turn", "inspiration"): "INSPIRE",
    ("purchase", "draw"): "DRAW_STEP",
    ("block", "choose-locker"): "CHOOSE",
    ("block", "lock"): "LOCK_ROLLED",
}


def frames() -> Iterator[tuple[ModuleType, type[Frame[Any]]]]:
    for game in game_names():
        book = importlib.import_module(f"esquive.{game}.book")
        for found in pkgutil.walk_packages(book.__path__, f"{book.__name__}."):
            module = importlib.import_module(found.name)
            for kind in vars(module).values():
                if inspect.isclass(kind) and issubclass(kind, Frame) and kind.__module__ == module.__name__:
                    yield module, kind


CASES = [
    pytest.param(module, kind.NAME, step, number, id=f"{kind.NAME} {step}")
    for module, kind in frames()
    if len(kind.STEPS) > 1
    for number, step in enumerate(kind.STEPS)
]


def test_most_frames_have_steps() -> None:
    assert len(CASES) > 120


@pytest.mark.parametrize(("module", "frame", "step", "number"), CASES)
def test_a_step_has_the_number_of_its_place(module: ModuleType, frame: str, step: str, number: int) -> None:
    name = NAMED.get((frame, step), step.upper().replace(" ", "_").replace("-", "_"))
    assert getattr(module, name, None) == number, f"{module.__name__} calls step {number} of {frame!r} not {name}"
