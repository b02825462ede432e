"""The first game, step by step, as it lies in the catalogue."""

from functools import cache
from pathlib import Path
from typing import Final

from esquive.core.exercises import Exercise, read_exercises

_FOLDER: Final = Path(__file__).resolve().parents[1] / "catalogue"


@cache
def exercises() -> dict[str, Exercise]:
    """Every exercise by id."""
    return read_exercises(_FOLDER)
