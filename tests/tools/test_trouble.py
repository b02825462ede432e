"""tools/trouble.py and tools/fuzz_server.py for a few seconds: nothing acknowledged is lost, and the server stays."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.ways import again

TOOLS = Path(__file__).parents[2] / "tools"


def run(tool: str, *options: str) -> tuple[int, dict[str, Any], str]:
    """Exit code, result and errors of a run of a tool."""
    command = [sys.executable, str(TOOLS / tool), "--json", *options]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode, json.loads(done.stdout) if done.stdout else {}, done.stderr


@pytest.mark.parametrize(("kind", "rounds"), [again("kill", 1), again("disk-full", 1), again("damaged", 1)])
@pytest.mark.skipif(sys.platform != "linux", reason="processes are limited from outside")
def test_nothing_that_was_acknowledged_is_lost_or_told_otherwise(kind: str, rounds: int) -> None:
    code, found, errors = run("trouble.py", kind, "--rounds", str(rounds), "--seed", "2")
    assert (code, found["lost"], found["changed"], found["faults"]) == (0, [], [], []), errors
    assert found["rounds"] == rounds and found["answers"] >= 24
    if kind == "disk-full":
        assert sum(found["refused"].values()) >= 2  # and each of them in plain words
    if kind == "damaged":
        assert sum(found["told"].values()) >= 1


@pytest.mark.again
def test_what_nobody_should_send_is_refused_without_a_fault() -> None:
    code, found, errors = run("fuzz_server.py", "--number", "150", "--seed", "2")
    assert (code, found["faults"]) == (0, []), errors
    assert found["sent"] >= 150
    assert not [status for status in found["status"] if status.startswith("5")]
    assert {"400", "404", "bad-message", "not-json"} <= set(found["status"])
    assert found["latency"]["answers"] > 5


@pytest.mark.again
def test_everybody_who_looks_on_is_told_the_last_position() -> None:
    code, found, errors = run("spectators.py", "--spectators", "20", "--seconds", "2")
    assert (code, found["behind"], found["lost"], found["log"]) == (0, 0, [], []), errors
    assert found["watched_answers"] > 2 and found["latency"]["answers"] > 2


@pytest.mark.again
def test_a_late_answer_says_no_more_than_an_early_one() -> None:
    """Times of so few answers on a busy machine say nothing: the tool at full length looks at them."""
    code, found, errors = run("growth.py", "--answers", "200")
    assert code in (0, 1), errors
    early, late = found["hundreds"]
    assert (early["answers"], late["answers"]) == (100, 100)
    assert late["bytes"] < 1.2 * early["bytes"]
