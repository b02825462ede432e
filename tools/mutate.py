"""Break the rules one at a time and see whether a test notices.

    python tools/mutate.py                       150 mutations of Krosmaster drawn by the seed, two processes
    python tools/mutate.py --game kaos           the same for Kaos, geometry included
    python tools/mutate.py --limit 30 --seed 7   fewer, other ones
    python tools/mutate.py --limit 0             all of them
    python tools/mutate.py --only block.py       those of one file, or of one line: --only block.py:98
    python tools/mutate.py --release 2.2         those of what this release alone has
    python tools/mutate.py --list                name them all and break nothing

Every mutation changes one thing in the rules, effects, board or geometry of a game: a comparison, a number, a condition
turned round, a step left out, a procedure that returns at once. Tests run on a copy of the tree in build/mutation and
stop at the first failure: then the mutation is caught. What survives is either a rule no test holds, or a change that
makes no difference; mutation_equivalents.toml names the latter with their reasons. Exit code 1 when fewer than
`--least` in 100 are caught.

Two steps make that quick without making it wrong. The first time, and whenever sources or tests have changed, all the
tests (`--tests`) run once and a map says which of them pass through which line (map.json of each game). A mutation
is first tried by the tests that pass through its line, in a process that has them collected already
(mutation_worker.py). What survives those has to survive every test in a process of its own, with the file rewritten;
`--unconfirmed N` leaves that out and believes the first N, where there are any.
"""

import argparse
import hashlib
import json
import os
import queue
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final

from mutations import GAMES, KROSMASTER, ROOT, Game, Mutation, all_mutations, broken, mutations_of_release

BUILD: Final = ROOT / "build" / "mutation"
COPIED: Final = ("src", "tests", "docs", "pyproject.toml", "hatch_build.py", "README.md")
WORKER: Final = "mutation_worker"
NO_TESTS: Final = 5  # pytest's exit code when there was nothing to run


class TestMap:
    """Which tests pass through which line of the rules; see mutation_worker.py."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.tests: list[dict[str, Any]] = document["tests"]
        self.lines: dict[str, dict[str, list[int]]] = document["lines"]
        self.unfollowed: dict[str, dict[str, list[int]]] = document["unfollowed"]
        self.failed: list[str] = [test["name"] for test in self.tests if test["failed"]]
        self.seconds = sum(test["seconds"] for test in self.tests)

    def through(self, mutation: Mutation) -> list[dict[str, Any]]:
        """The tests that pass through the line of a mutation: those named after its module and those that see least
        of the rules, by turns.

        Behind them those that call its function so often that not every call was followed.
        """
        module = f"/test_{Path(mutation.file).stem}"
        lines = self.lines.get(mutation.file, {})
        # A function begins with its decorator, which stands above its first line.
        numbers = lines.get(str(mutation.line)) or lines.get(str(mutation.line - 1), [])
        perhaps = set(self.unfollowed.get(mutation.file, {}).get(mutation.function, [])) - set(numbers)
        return self.in_order(numbers, module) + self.in_order(perhaps, module)

    def in_order(self, numbers: Iterable[int], module: str) -> list[dict[str, Any]]:
        """Tests by their numbers, those named after a module and those that see least by turns.

        Without those that fail already. A file named after a module may hold hundreds of tests that see much of it.
        """
        by_lines = [self.tests[number] for number in numbers if not self.tests[number]["failed"]]
        by_lines.sort(key=lambda test: test["lines"])
        by_name = sorted(by_lines, key=lambda test: module not in test["name"])
        turns = [test for pair in zip(by_name, by_lines, strict=True) for test in pair]
        return list({test["name"]: test for test in turns}.values())


def nothing_mapped() -> dict[str, Any]:
    """A map without tests."""
    return {"tests": [], "lines": {}, "unfollowed": {}}


def merged(old: dict[str, Any], anew: set[str], new: dict[str, Any]) -> dict[str, Any]:
    """A map of which the tests of some files were mapped anew, or are there no more."""
    found = nothing_mapped()
    for document, left_out in ((old, anew), (new, set())):
        numbers: dict[int, int] = {}
        for number, test in enumerate(document["tests"]):
            if test["name"].partition("::")[0] not in left_out:
                numbers[number] = len(found["tests"])
                found["tests"].append(test)
        for kind in ("lines", "unfollowed"):
            for file, places in document[kind].items():
                for place, tests in places.items():
                    kept = found[kind].setdefault(file, {}).setdefault(place, [])
                    kept.extend(numbers[number] for number in tests if number in numbers)
    return found


class Copy:
    """A copy of the tree in which rules are broken, one at a time."""

    def __init__(self, game: Game, number: int, tests: list[str]) -> None:
        self.game = game
        self.folder = BUILD / game.name / str(number)
        self.tests = tests
        self.noticed: dict[tuple[str, str], list[str]] = {}  # what caught something in a function
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        ignored = shutil.ignore_patterns("__pycache__", "static", "node_modules", "*.so")
        for name in COPIED:
            source = ROOT / name
            if source.is_dir():
                shutil.copytree(source, self.folder / name, ignore=ignored)
            elif source.exists():
                shutil.copy2(source, self.folder / name)

    def keys(self) -> tuple[str, dict[str, str]]:
        """A digest of all that the whole map depends on, and one for each test file, which only its own tests do."""
        digest = hashlib.sha256(repr(self.tests).encode())
        files: dict[str, str] = {}
        for path in sorted(path for path in self.folder.rglob("*") if path.suffix in (".py", ".toml", ".json", ".md")):
            name = path.relative_to(self.folder).as_posix()
            if path.name.startswith("test_"):
                files[name] = hashlib.sha256(path.read_bytes()).hexdigest()
            else:
                digest.update(name.encode() + path.read_bytes())
        return digest.hexdigest(), files

    def environment(self, **more: str) -> dict[str, str]:
        """The environment of a run of this copy's tests."""
        paths = (str(self.folder / "src"), str(ROOT / "tools"))
        return dict(os.environ, PYTHONPATH=os.pathsep.join(paths), MUTATION_GAME=self.game.name, **more)

    def command(self, *options: str, tests: Iterable[str] = ()) -> list[str]:
        """A run of the tests: all of them, or those of some files."""
        quiet = ["-q", "--no-header", "--tb=line", "-k", self.game.matching]
        return [sys.executable, "-m", "pytest", *quiet, *options, *(tests or self.tests)]

    def map(self) -> TestMap:
        """The map of the tests: the one in the build folder, or a new one; of test files that have changed, anew."""
        place = BUILD / self.game.name / "map.json"
        key, files = self.keys()
        document: dict[str, Any] = {"key": "", "files": {}}
        if place.exists():
            document = json.loads(place.read_text(encoding="utf-8"))
        if document["key"] != key:
            document = self.mapped(())
        elif document["files"] != files:
            anew = {
                name
                for name in files.keys() | document["files"].keys()
                if document["files"].get(name) != files.get(name)
            }
            mine = [name for name in sorted(anew & files.keys()) if name.startswith(tuple(self.tests))]
            document = merged(document, anew, self.mapped(mine) if mine else nothing_mapped())
        document = {**document, "key": key, "files": files}
        place.write_text(json.dumps(document), encoding="utf-8")
        return TestMap(document)

    def mapped(self, tests: Iterable[str]) -> dict[str, Any]:
        """Run tests, all of them or those of some files, and see which lines each passes through."""
        place = BUILD / self.game.name / "mapped.json"
        print("mapping the tests: which lines does each pass through?", file=sys.stderr)
        done = subprocess.run(
            self.command("-s", "-p", WORKER, tests=tests),
            cwd=self.folder,
            env=self.environment(MUTATION_WORKER="map", MUTATION_MAP=str(place)),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode not in (0, 1, NO_TESTS):
            raise SystemExit(f"the tests cannot be run in {self.folder}:\n{(done.stdout + done.stderr)[-2000:]}")
        found: dict[str, Any] = json.loads(place.read_text(encoding="utf-8"))
        return found

    def start(self, known: TestMap) -> None:
        """Collect the tests in a process that waits for orders."""
        self.known = known
        orders, self_orders = os.pipe()
        self_answers, answers = os.pipe()
        environment = self.environment(
            MUTATION_WORKER="judge", MUTATION_ORDERS=str(orders), MUTATION_ANSWERS=str(answers)
        )
        self.worker = subprocess.Popen(
            self.command("-s", "-p", WORKER),
            cwd=self.folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            pass_fds=(orders, answers),
        )
        os.close(orders)
        os.close(answers)
        self.orders = os.fdopen(self_orders, "w", encoding="utf-8")
        self.answers = os.fdopen(self_answers, encoding="utf-8")

    def stop(self) -> None:
        """No more orders."""
        self.orders.close()
        self.answers.close()
        self.worker.wait()

    def judge(self, mutation: Mutation, most: int) -> tuple[str, str]:
        """Break one rule: `caught`, `endless` or `survived`, and the test that noticed; with `most` not confirmed."""
        text = broken((self.folder / self.game.folder / mutation.file).read_text(encoding="utf-8"), mutation.number)
        result, by = self.try_likely(mutation, text, most)
        # A line that no test passes through is run when its module is imported, if ever: only a process anew tells.
        if result == "survived" and not (most and self.known.through(mutation)):
            result, by = self.try_all(mutation, text)
        return result, by

    def try_likely(self, mutation: Mutation, text: str, most: int) -> tuple[str, str]:
        """Run the tests that pass through the line, those first that have caught something in this function."""
        noticed = self.noticed.setdefault((mutation.file, mutation.function), [])
        tests = self.known.through(mutation)
        tests.sort(key=lambda test: noticed.index(test["name"]) if test["name"] in noticed else len(noticed))
        tests = tests[:most] if most else tests
        order = {
            "file": mutation.file,
            "function": mutation.function,
            "text": text,
            "tests": [test["name"] for test in tests],
            "seconds": [test["seconds"] for test in tests],
        }
        print(json.dumps(order), file=self.orders, flush=True)
        answer = json.loads(self.answers.readline())
        if answer["by"]:
            noticed.insert(0, answer["by"])
        return answer["result"], answer["by"]

    def try_all(self, mutation: Mutation, text: str) -> tuple[str, str]:
        """Run every test on the rewritten file, then mend it."""
        path = self.folder / self.game.folder / mutation.file
        original = BUILD / self.game.name / f"original-{self.folder.name}.py"
        shutil.copy2(path, original)
        path.write_text(text, encoding="utf-8")
        try:
            done = subprocess.run(
                self.command("-x", *(f"--deselect={name}" for name in self.known.failed)),
                cwd=self.folder,
                env=self.environment(PYTHONDONTWRITEBYTECODE="1"),
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                timeout=60 + self.known.seconds,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return "endless", ""
        finally:
            shutil.copy2(original, path)  # with its time, so that its bytecode is good again
        if done.returncode == 0:
            return "survived", ""
        noticed = re.search(r"^(?:FAILED|ERROR) (\S+)", done.stdout + done.stderr, re.MULTILINE)
        return "caught", noticed.group(1) if noticed else ""


def judge_all(game: Game, chosen: list[Mutation], tests: list[str], jobs: int, most: int) -> list[dict[str, object]]:
    """What became of each mutation, in their order; progress goes to stderr."""
    copies: queue.Queue[Copy] = queue.Queue()
    known: TestMap | None = None
    for number in range(jobs):
        copy = Copy(game, number, tests)
        if known is None:
            known = copy.map()
            for name in known.failed:
                print(f"left out, it fails already: {name}", file=sys.stderr)
        copy.start(known)
        copies.put(copy)

    def judge(mutation: Mutation) -> dict[str, object]:
        copy = copies.get()
        started = time.monotonic()
        try:
            result, by = copy.judge(mutation, most)
        finally:
            copies.put(copy)
        print(f"{result}: {mutation} ({time.monotonic() - started:.1f} s)", file=sys.stderr, flush=True)
        return {**mutation._asdict(), "result": result, "by": by}

    with ThreadPoolExecutor(jobs) as pool:
        results = list(pool.map(judge, chosen))
    while not copies.empty():
        copies.get().stop()
    return results


def drawn(known: list[Mutation], limit: int, seed: int) -> list[Mutation]:
    """At most so many of them, as the seed has it.

    What is drawn hangs on the names alone: where other functions change, or some are named as equivalent, the rest of a
    draw stays what it was.
    """
    return sorted(known, key=lambda mutation: hashlib.sha256(f"{seed}: {mutation.name}".encode()).digest())[:limit]


def main() -> int:
    """Break and judge; 1 when too few mutations are caught."""
    parser = argparse.ArgumentParser(description="Break the rules one at a time and see whether a test notices.")
    parser.add_argument("--game", choices=sorted(GAMES), default=KROSMASTER.name, help="default: krosmaster")
    parser.add_argument("--limit", type=int, default=150, help="how many, drawn by the seed; 0: all. Default: 150")
    parser.add_argument("--seed", type=int, default=1, help="default: 1")
    parser.add_argument("--only", default="", help="FILE or FILE:LINE, or any part of a mutation's name")
    parser.add_argument("--release", default="", help="only what this release has and its base has not")
    parser.add_argument("--jobs", type=int, default=2, help="processes; default: 2")
    parser.add_argument("--least", type=int, default=95, help="how many in 100 have to be caught; default: 95")
    parser.add_argument("--tests", nargs="+", default=[], help="default: those of the game's rules")
    parser.add_argument(
        "--unconfirmed", type=int, default=0, metavar="N", help="believe the first N tests that pass through the line"
    )
    parser.add_argument("--list", action="store_true", help="name the mutations and break nothing")
    parser.add_argument("--json", action="store_true", help="one JSON document on stdout")
    options = parser.parse_args()
    game = GAMES[options.game]
    known = mutations_of_release(game, options.release) if options.release else all_mutations(game)
    chosen = [mutation for mutation in known if options.only in str(mutation)]
    if options.limit:
        chosen = drawn(chosen, options.limit, options.seed)
    if options.list:
        print("\n".join(str(mutation) for mutation in sorted(chosen)))
        return 0
    results = judge_all(game, chosen, options.tests or list(game.tests), options.jobs, options.unconfirmed)
    survived = sorted(
        (row for row in results if row["result"] == "survived"), key=lambda row: (row["file"], row["line"])
    )
    caught = len(results) - len(survived)
    if options.json:
        print(json.dumps({"mutations": len(results), "caught": caught, "survived": survived, "results": results}))
    else:
        for row in survived:
            print(f"survived: {row['file']}:{row['line']} {row['function']}: {row['what']}")
        print(f"{caught} of {len(results)} mutations were caught")
    return 1 if 100 * caught < options.least * len(results) else 0


if __name__ == "__main__":
    raise SystemExit(main())
