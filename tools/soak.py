"""Which tests fail now and then: runs them several times beside processes that only compute, and counts.

    python tools/soak.py [--times 10] [--busy 2] [--jobs 3] [--keep build/soak] [PYTEST ARGUMENT ...]

Without arguments of pytest it runs the tests of the server, the command line, the browser and the tools. What each
round printed, and what it found as JUnit XML, is kept; the exit status is 1 when anything has failed in any round.
`make soak` sets what the tests of the server and of the browser need (TIMES, BUSY, JOBS, ARGS).
"""

import argparse
import os
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final
from xml.etree import ElementTree

from msgspec import Struct

FOLDERS: Final = ("tests/server", "tests/cli", "tests/browser", "tests/tools")
WHOLE: Final = "(the run itself)"  # what has failed when pytest ended badly and blamed no test
TESTS_FAILED: Final = 1  # pytest's exit status
# Computes as long as the process lives that began it.
COMPUTE: Final = "import os, sys\nwhile os.getppid() == int(sys.argv[1]): sum(range(1_000_000))"


class Failure(Struct, frozen=True):
    """A test that failed in a round, and the first line of why."""

    test: str
    why: str


@contextmanager
def busy(number: int) -> Iterator[list["subprocess.Popen[bytes]"]]:
    """So many processes that do nothing but compute, while this lasts."""
    made = [subprocess.Popen([sys.executable, "-c", COMPUTE, str(os.getpid())]) for _ in range(number)]
    try:
        yield made
    finally:
        for one in made:
            one.kill()
            one.wait()


def failures_of(found: Path, status: int) -> list[Failure]:
    """What failed in a round that ended with a status of pytest and wrote down what it found."""
    failures = []
    if found.is_file():
        for case in ElementTree.parse(found).iter("testcase"):
            for kind in ("failure", "error"):  # a test may fail, and what it leaves behind too
                for one in case.iter(kind):
                    name = f"{case.get('file', case.get('classname', ''))}::{case.get('name')}"
                    failures.append(Failure(name, one.get("message", "").partition("\n")[0]))
    if status not in (0, TESTS_FAILED) or (status and not failures):
        failures.append(Failure(WHOLE, f"pytest ended with {status}"))
    return failures


def told(rounds: Sequence[Sequence[Failure]]) -> list[str]:
    """Which tests failed in how many of the rounds, those that fail most first."""
    number: Counter[str] = Counter()
    why: dict[str, str] = {}
    for failures in rounds:
        number.update({one.test for one in failures})
        why.update({one.test: one.why for one in failures})
    if not number:
        return [f"nothing failed in {len(rounds)} rounds"]
    ordered = sorted(number, key=lambda test: (-number[test], test))
    return [f"{number[test]:3} of {len(rounds)}  {test}\n           {why[test]}" for test in ordered]


def run(arguments: Sequence[str], jobs: int, place: Path) -> list[Failure]:
    """One round, with what it printed and found kept in a folder."""
    found = place / "found.xml"
    command = [sys.executable, "-m", "pytest", "-n", str(jobs), "--dist", "worksteal", *arguments]
    command += ["-o", "junit_family=xunit1", f"--junitxml={found}"]
    place.mkdir(parents=True)
    with (place / "printed.txt").open("wb") as printed:
        status = subprocess.run(command, stdout=printed, stderr=subprocess.STDOUT, check=False).returncode
    return failures_of(found, status)


def main() -> int:
    """Runs the rounds, and tells what failed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--times", type=int, default=10, help="rounds (10)")
    parser.add_argument("--busy", type=int, default=2, help="processes that compute beside them (2)")
    parser.add_argument("--jobs", type=int, default=3, help="processes that share the tests (3)")
    parser.add_argument("--keep", type=Path, default=Path("build/soak"), help="where what is printed goes (build/soak)")
    options, arguments = parser.parse_known_args()
    shutil.rmtree(options.keep, ignore_errors=True)
    rounds = []
    with busy(options.busy):
        for number in range(1, options.times + 1):
            began, place = time.monotonic(), options.keep / str(number)
            rounds.append(run(arguments or FOLDERS, options.jobs, place))
            failed = len({one.test for one in rounds[-1]})
            seconds = time.monotonic() - began
            print(f"round {number} of {options.times}: {failed} failed in {seconds:.0f} s ({place})", flush=True)
    print("\n".join(told(rounds)))
    return int(any(rounds))


if __name__ == "__main__":
    sys.exit(main())
