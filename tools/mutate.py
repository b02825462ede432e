"""Break the rules one at a time and see whether a test notices.

    python tools/mutate.py                       150 mutations of Krosmaster drawn by the seed, two processes
    python tools/mutate.py --game kaos           the same for Kaos, geometry included
    python tools/mutate.py --limit 30 --seed 7   fewer, other ones
    python tools/mutate.py --limit 0             all of them
    python tools/mutate.py --only block.py       those of one file, or of one line: --only block.py:98
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
`--unconfirmed N` leaves that out and believes the first N.
"""

import argparse
import ast
import hashlib
import json
import os
import queue
import random
import re
import shutil
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final, NamedTuple

ROOT: Final = Path(__file__).resolve().parent.parent
BUILD: Final = ROOT / "build" / "mutation"
COPIED: Final = ("src", "tests", "docs", "pyproject.toml", "README.md")
WORKER: Final = "mutation_worker"
NO_TESTS: Final = 5  # pytest's exit code when there was nothing to run
# Functions that only copy, save or name things: properties hold them, not the tests of the rules.
NOT_RULES: Final = ("copy", "to_data", "__repr__", "pile_name", "slot_name")


class Game(NamedTuple):
    """What is broken of a game, and which tests have to notice: `tests` narrowed by pytest's `-k` to `matching`."""

    name: str
    targets: tuple[str, ...]
    # Declarations, read by the card reader, and words for people: nothing there decides anything.
    left_out: tuple[str, ...]
    tests: tuple[str, ...]
    matching: str

    @property
    def folder(self) -> Path:
        """The game's package, relative to the root."""
        return Path("src/esquive") / self.name


KROSMASTER: Final = Game(
    "krosmaster",
    ("rules/*.py", "effects/*.py", "board.py"),
    ("effects/ops.py", "effects/who.py"),
    ("tests/counts", "tests/test_scenarios.py", "tests/krosmaster"),
    "not kaos",
)
KAOS: Final = Game(
    "kaos",
    ("rules/*.py", "effects/*.py", "geometry/*.py"),
    ("effects/ops.py", "effects/sentences.py"),
    ("tests/test_scenarios.py", "tests/kaos"),
    "kaos",
)
GAMES: Final = {game.name: game for game in (KROSMASTER, KAOS)}


def read_equivalents(game: Game) -> dict[str, str]:
    """The mutations that change nothing anybody could notice, by name (see `Mutation.name`), with the reason."""
    found = tomllib.loads((ROOT / "tools" / "mutation_equivalents.toml").read_text(encoding="utf-8"))
    return {name: group["why"] for group in found[game.name] for name in group["mutations"]}


FLIPPED: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
SWAPPED_NAMES: Final = {"min": "max", "max": "min", "any": "all", "all": "any"}


class Mutation(NamedTuple):
    """One way to break one place: `number` is its place among those of the file."""

    file: str
    line: int
    function: str
    what: str
    number: int

    @property
    def name(self) -> str:
        """File, function and change: the same as long as the function keeps its words."""
        return f"{self.file} {self.function}: {self.what}"

    def __str__(self) -> str:
        return f"{self.file}:{self.line} {self.function}: {self.what}"


# ------------------------------------------------------------------------------------------------------------- breaking


class Change(NamedTuple):
    """A change of a syntax tree: where it stands, what it is in words, and how to make it."""

    line: int
    function: str
    what: str
    make: Callable[[], None]


def short(node: ast.AST) -> str:
    """A piece of code, cut to 60 characters."""
    text = " ".join(ast.unparse(node).split())
    return text if len(text) <= 60 else f"{text[:57]}..."


def changes(tree: ast.Module) -> Iterator[Change]:
    """Every change of a module's functions, in the order of the file."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield from changes_of_function(node, node.name)
        elif isinstance(node, ast.ClassDef):
            for inner in node.body:
                if isinstance(inner, ast.FunctionDef):
                    yield from changes_of_function(inner, f"{node.name}.{inner.name}")


def changes_of_function(function: ast.FunctionDef, name: str) -> Iterator[Change]:
    """The changes of one function: returning at once, then every statement."""
    if function.name in NOT_RULES or function.name == "__init__":
        return
    yield from early_returns(function, name)
    yield from changes_of_body(function.body, name)


def early_returns(function: ast.FunctionDef, name: str) -> Iterator[Change]:
    """A procedure that does nothing, a question that is always answered the same way."""
    kind = ast.unparse(function.returns) if function.returns is not None else ""
    values = {"None": [""], "bool": ["True", "False"], "int": ["0"]}.get(
        kind, ["[]"] if kind.startswith("list[") else []
    )
    if function.name in ("run", "waiting", "options", "conditions", "answer"):
        return  # a frame that never runs or answers hangs or breaks everything: nothing would be learnt
    for value in values:
        statement = ast.parse(f"return {value}").body[0]

        def make(statement: ast.stmt = statement) -> None:
            function.body.insert(0, statement)

        yield Change(function.lineno, name, f"return {value} at once".replace("  ", " "), make)


def is_log(node: ast.AST) -> bool:
    """Whether a condition asks whether anybody listens: what it guards is told, not done."""
    return any(isinstance(part, ast.Attribute) and part.attr == "log" for part in ast.walk(node))


def changes_of_body(body: list[ast.stmt], name: str) -> Iterator[Change]:
    """The changes of a block: each statement left out where that makes sense, and everything inside it."""
    for place, statement in enumerate(body):
        if isinstance(statement, ast.If) and is_log(statement.test):
            continue
        if is_droppable(statement):

            def make(place: int = place) -> None:
                body[place] = ast.Pass()

            yield Change(statement.lineno, name, f"leave out `{short(statement)}`", make)
        yield from changes_of_statement(statement, name)


def is_droppable(statement: ast.stmt) -> bool:
    """Whether a statement can be left out and the function still runs: a call, or a value given to a field."""
    if isinstance(statement, ast.Expr):
        return isinstance(statement.value, ast.Call)
    if isinstance(statement, ast.AugAssign):
        return True
    if isinstance(statement, ast.Assign):
        return all(isinstance(target, ast.Attribute | ast.Subscript) for target in statement.targets)
    return False


def changes_of_statement(statement: ast.stmt, name: str) -> Iterator[Change]:
    """The changes inside one statement."""
    if isinstance(statement, ast.If):

        def turn(node: ast.If = statement) -> None:
            node.test = ast.UnaryOp(ast.Not(), node.test)

        yield Change(statement.lineno, name, f"if not ({short(statement.test)})", turn)
    if isinstance(statement, ast.AugAssign) and isinstance(statement.op, ast.Add | ast.Sub):

        def reverse(node: ast.AugAssign = statement) -> None:
            node.op = ast.Sub() if isinstance(node.op, ast.Add) else ast.Add()

        yield Change(statement.lineno, name, f"the other way round: `{short(statement)}`", reverse)
    for field, value in ast.iter_fields(statement):
        if field in ("annotation", "returns", "decorator_list", "args"):
            continue
        blocks = value if isinstance(value, list) else [value]
        if field in ("body", "orelse", "finalbody") and isinstance(statement, ast.If | ast.For | ast.While):
            yield from changes_of_body(value, name)
            continue
        for node in blocks:
            if isinstance(node, ast.expr):
                yield from changes_of_expression(node, name)


def changes_of_expression(expression: ast.expr, name: str) -> Iterator[Change]:
    """The changes inside an expression; texts for people are left alone."""
    if isinstance(expression, ast.JoinedStr):
        return
    yield from changes_of_node(expression, name)
    for child in ast.iter_child_nodes(expression):
        if isinstance(child, ast.expr):
            yield from changes_of_expression(child, name)
        elif isinstance(child, ast.comprehension):
            for part in (child.iter, *child.ifs):
                yield from changes_of_expression(part, name)
        elif isinstance(child, ast.keyword):
            yield from changes_of_expression(child.value, name)


def changes_of_node(node: ast.expr, name: str) -> Iterator[Change]:
    """The changes of one node itself."""
    line = node.lineno
    if isinstance(node, ast.Compare):
        for place, operator in enumerate(node.ops):

            def flip(node: ast.Compare = node, place: int = place) -> None:
                node.ops[place] = FLIPPED[type(node.ops[place])]()

            yield Change(line, name, f"{FLIPPED[type(operator)].__name__} in `{short(node)}`", flip)
    elif isinstance(node, ast.BoolOp):

        def swap(node: ast.BoolOp = node) -> None:
            node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()

        yield Change(line, name, f"and/or swapped in `{short(node)}`", swap)
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        for step in (1, -1):

            def count(node: ast.Constant = node, step: int = step) -> None:
                node.value = int(str(node.value)) + step

            yield Change(line, name, f"{node.value} becomes {node.value + step} (column {node.col_offset})", count)
    elif isinstance(node, ast.IfExp):

        def exchange(node: ast.IfExp = node) -> None:
            node.body, node.orelse = node.orelse, node.body

        yield Change(line, name, f"branches swapped in `{short(node)}`", exchange)
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub):

        def negate(node: ast.BinOp = node) -> None:
            node.op = ast.Sub() if isinstance(node.op, ast.Add) else ast.Add()

        yield Change(line, name, f"+/- swapped in `{short(node)}`", negate)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in SWAPPED_NAMES:

        def rename(function: ast.Name = node.func) -> None:
            function.id = SWAPPED_NAMES[function.id]

        yield Change(line, name, f"{SWAPPED_NAMES[node.func.id]} in `{short(node)}`", rename)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):

        def affirm(node: ast.UnaryOp = node) -> None:
            node.op = ast.Not()
            node.operand = ast.UnaryOp(ast.Not(), node.operand)

        yield Change(line, name, f"the not dropped in `{short(node)}`", affirm)


def sources(game: Game) -> list[str]:
    """The files to break, relative to the game's package."""
    package = ROOT / game.folder
    found = sorted(path for pattern in game.targets for path in package.glob(pattern) if path.name != "__init__.py")
    return [file for file in (str(path.relative_to(package)) for path in found) if file not in game.left_out]


def every_mutation(game: Game) -> Iterator[Mutation]:
    """Every mutation of every file."""
    for file in sources(game):
        text = (ROOT / game.folder / file).read_text(encoding="utf-8")
        for number, change in enumerate(changes(ast.parse(text))):
            yield Mutation(file, change.line, change.function, change.what, number)


def all_mutations(game: Game) -> list[Mutation]:
    """Every mutation of every file, those known to change nothing left out."""
    equivalent = read_equivalents(game)
    return [mutation for mutation in every_mutation(game) if mutation.name not in equivalent]


def broken(text: str, number: int) -> str:
    """The text of a file with one of its changes made."""
    tree = ast.parse(text)
    list(changes(tree))[number].make()
    return ast.unparse(ast.fix_missing_locations(tree))


# -------------------------------------------------------------------------------------------------------------- testing


class TestMap:
    """Which tests pass through which line of the rules; see mutation_worker.py."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.tests: list[dict[str, Any]] = document["tests"]
        self.lines: dict[str, dict[str, list[int]]] = document["lines"]
        self.unfollowed: dict[str, dict[str, list[int]]] = document["unfollowed"]
        self.failed: list[str] = [test["name"] for test in self.tests if test["failed"]]
        self.seconds = sum(test["seconds"] for test in self.tests)

    def through(self, mutation: Mutation) -> list[dict[str, Any]]:
        """The tests that pass through the line of a mutation, those that see least of the rules first.

        Behind them those that call its function so often that not every call was followed.
        """
        lines = self.lines.get(mutation.file, {})
        # A function begins with its decorator, which stands above its first line.
        numbers = lines.get(str(mutation.line)) or lines.get(str(mutation.line - 1), [])
        perhaps = set(self.unfollowed.get(mutation.file, {}).get(mutation.function, [])) - set(numbers)
        return self.in_order(numbers) + self.in_order(perhaps)

    def in_order(self, numbers: Iterable[int]) -> list[dict[str, Any]]:
        """Tests by their numbers, without those that fail already."""
        found = [self.tests[number] for number in numbers if not self.tests[number]["failed"]]
        return sorted(found, key=lambda test: test["lines"])


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
        if result == "survived" and not most:
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


def main() -> int:
    """Break and judge; 1 when too few mutations are caught."""
    parser = argparse.ArgumentParser(description="Break the rules one at a time and see whether a test notices.")
    parser.add_argument("--game", choices=sorted(GAMES), default=KROSMASTER.name, help="default: krosmaster")
    parser.add_argument("--limit", type=int, default=150, help="how many, drawn by the seed; 0: all. Default: 150")
    parser.add_argument("--seed", type=int, default=1, help="default: 1")
    parser.add_argument("--only", default="", help="FILE or FILE:LINE, or any part of a mutation's name")
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
    chosen = [mutation for mutation in all_mutations(game) if options.only in str(mutation)]
    if options.limit and len(chosen) > options.limit:
        chosen = random.Random(options.seed).sample(chosen, options.limit)
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
