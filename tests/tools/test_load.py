"""tools/load.py plays real matches against a server of its own, and says what went wrong."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.server.serving import thread_server

TOOL = Path(__file__).parents[2] / "tools" / "load.py"


def load(*options: str) -> tuple[int, dict[str, Any], str]:
    """Exit code, figures and errors of a run of the tool."""
    command = [sys.executable, str(TOOL), "--json", *options]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode, json.loads(done.stdout) if done.stdout else {}, done.stderr


@pytest.mark.again
def test_eight_players_of_four_matches_answer_and_nothing_goes_wrong() -> None:
    code, found, errors = load(
        "--connections", "8", "--matches", "4", "--rate", "4", "--seconds", "2", "--warm-up", "0"
    )
    assert (code, found["told"], errors) == (0, [], "")
    assert found["faults"] == 0
    assert found["matches_begun"] >= 4
    # Eight connections with four answers a second for two seconds: not more, and on a busy machine not all.
    assert 12 <= found["answers"] <= 8 * 4 * 2 + 8
    assert 0 < found["p50_ms"] <= found["p90_ms"] <= found["p99_ms"] <= found["worst_ms"]
    assert found["cpu_ms_per_answer"] > 0
    assert 20 < found["memory_mib"] <= found["most_memory_mib"]


@pytest.mark.again
def test_spectators_follow_and_one_connection_plays_for_both(tmp_path: Path) -> None:
    with thread_server(tmp_path / "matches.sqlite") as site:
        few = (site.address, "--matches", "1", "--rate", "3", "--seconds", "1", "--warm-up", "0", "--game", "kaos")
        _, alone, _ = load("--connections", "1", *few)
        code, watched, errors = load("--connections", "6", *few)
    assert (code, watched["told"], errors) == (0, [], "")
    assert alone["answers"] > 0
    # Six connections read what one reads.
    assert watched["mib_read"] / watched["answers"] > 3 * alone["mib_read"] / alone["answers"]


def test_a_server_that_is_not_there_is_a_failure() -> None:
    code, found, errors = load("http://127.0.0.1:9", "--connections", "1", "--matches", "1", "--seconds", "1")
    assert code != 0
    assert found == {}
    assert "Connection refused" in errors
