"""A match is hosted without a server: what carries its messages and where it is kept are nothing to the host."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.ways import again

PROGRAM = Path(__file__).with_name("playing_alone.py")


@pytest.mark.parametrize(("game", "most"), [("krosmaster", "90"), ("kaos", "inf"), again("krosmaster", "inf")])
def test_people_and_bots_play_matches_to_their_end_where_no_server_can_be_imported(game: str, most: str) -> None:
    """With an undo, clocks that run, somebody who watches, and a host that goes on from the lines of its store."""
    done = subprocess.run([sys.executable, PROGRAM, game, most], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    seen = json.loads(done.stdout)
    people = seen["people"]
    assert people["undone"] >= 1 and people["ticking"] >= 1 and people["watched"]
    assert people["resumed"], "the second host goes on where the first one ended"
    assert people["over"] == [True, True, True] and people["lines"]
    assert people["problems"] == [] and seen["bots"] == {"over": True, "problems": []}
