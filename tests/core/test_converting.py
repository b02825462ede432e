"""Data becomes the shape that is declared for it, whichever thread is the first to ask."""

import re
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from esquive.core.converting import convert

SOURCE = Path(__file__).parents[2] / "src"
# Threads that are the first to read cards, and take turns as often as they can: by msgspec itself it ends in a
# segmentation fault.
AT_ONCE = """
import sys, threading, tomllib
from importlib.resources import files
from esquive.core.converting import convert
from esquive.krosmaster.cards.documents import Pack

folder = files("esquive.krosmaster").joinpath("catalogue", "cards")
cards = [tomllib.loads(file.read_text("utf-8")) for file in sorted(folder.iterdir(), key=str)[:5]]
sys.setswitchinterval(1e-6)
threads = [threading.Thread(target=lambda: [convert(one, Pack) for one in cards]) for _ in range(8)]
[one.start() for one in threads], [one.join() for one in threads]
"""


class Shape(msgspec.Struct):
    number: int


def test_what_fits_is_converted_and_what_does_not_is_refused() -> None:
    assert convert({"number": 2}, Shape) == Shape(2)
    assert convert({"number": "2"}, Shape, strict=False) == Shape(2)
    with pytest.raises(msgspec.ValidationError, match=r"number"):
        convert({"number": "2"}, Shape)


def test_threads_that_are_the_first_to_read_a_shape_at_once_all_get_it() -> None:
    done = subprocess.run([sys.executable, "-c", AT_ONCE], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


def test_nobody_converts_past_it() -> None:
    """Neither by msgspec itself nor by decoding to a shape, but where a module makes its decoder as it is imported."""
    past = re.compile(r"msgspec\.convert\(|decode\([^\n]*type=")
    found = {str(file.relative_to(SOURCE)) for file in SOURCE.rglob("*.py") if past.search(file.read_text("utf-8"))}
    assert found == {"esquive/core/converting.py"}
