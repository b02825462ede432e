"""A match is hosted without a server: what carries its messages and where it is kept are nothing to the host."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

PROGRAM = Path(__file__).with_name("playing_alone.py")


@pytest.fixture(scope="module", params=["krosmaster", "kaos"])
def seen(request: pytest.FixtureRequest) -> dict[str, Any]:
    """What was seen of two matches in a process in which no module of a server can be imported."""
    done = subprocess.run([sys.executable, PROGRAM, request.param], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return dict(json.loads(done.stdout))


def test_two_people_play_a_match_to_its_end_over_a_host_that_ended(seen: dict[str, Any]) -> None:
    """With an undo, clocks that run, somebody who watches, and a host that goes on from the lines of its store."""
    people = seen["people"]
    assert people["undone"] >= 1 and people["ticking"] >= 1 and people["watched"]
    assert people["resumed"], "the second host goes on where the first one ended"
    assert people["over"] == [True, True, True] and people["lines"]
    assert people["problems"] == []


def test_bots_play_a_match_to_its_end_while_somebody_watches(seen: dict[str, Any]) -> None:
    assert seen["bots"] == {"over": True, "problems": []}
