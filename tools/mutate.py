"""Break the rules one at a time and see whether a test notices.

    python tools/mutate.py                       150 mutations drawn by the seed, two processes
    python tools/mutate.py --limit 30 --seed 7   fewer, other ones
    python tools/mutate.py --only block.py       those of one file, or of one line: --only block.py:98
    python tools/mutate.py --list                name them all and break nothing

Every mutation changes one thing in the rules, the effects or the board: a comparison, a number, a condition turned
round, a step left out, a procedure that returns at once. The quick tests (`--tests`) run on a copy of the tree in
build/mutation and stop at the first failure: then the mutation is caught. What survives is either a rule no test holds,
or a change that makes no difference; EQUIVALENT names the latter with their reasons. Exit code 1 when fewer than
`--least` in 100 are caught.
"""

import argparse
import ast
import json
import os
import queue
import random
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).resolve().parent.parent
BUILD: Final = ROOT / "build" / "mutation"
GAME: Final = Path("src/esquive/krosmaster")
TARGETS: Final = ("rules/*.py", "effects/*.py", "board.py")
# Declarations, read by the card reader, and words for people: nothing here decides anything.
LEFT_OUT: Final = ("effects/ops.py", "effects/who.py", "rules/__init__.py", "effects/__init__.py")
QUICK_TESTS: Final = ("tests/counts", "tests/test_scenarios.py", "tests/krosmaster")
COPIED: Final = ("src", "tests", "docs", "pyproject.toml", "README.md")
# Functions that only copy, save or name things: properties hold them, not the tests of the rules.
NOT_RULES: Final = ("copy", "to_data", "__repr__", "pile_name", "slot_name")

# Mutations that change nothing anybody could notice, by name (see `Mutation.name`), with the reason.
EQUIVALENT: Final[dict[str, str]] = {
    "board.py Board.is_on: 0 becomes -1 (column 15)": "the last entry of a board is a wall, as the first one is",
    "board.py Board.open_field: 0 becomes 1 (column 21)": "bit 0 of a mask is no cell",
    "effects/running.py EffectsFrame.enter: 0 becomes -1 (column 58)": "the op has one branch: its first is its last",
    "rules/turn.py PlayerTurnFrame.next_unit: 0 becomes -1 (column 55)": "there is one follower: the first is the last",
}

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


def sources() -> list[Path]:
    """The files to break, relative to the root."""
    found = sorted(path for pattern in TARGETS for path in (ROOT / GAME).glob(pattern))
    return [path.relative_to(ROOT) for path in found if str(path.relative_to(ROOT / GAME)) not in LEFT_OUT]


def all_mutations() -> list[Mutation]:
    """Every mutation of every file, those known to change nothing left out."""
    found: list[Mutation] = []
    for path in sources():
        file = str(path.relative_to(GAME))
        for number, change in enumerate(changes(ast.parse((ROOT / path).read_text(encoding="utf-8")))):
            mutation = Mutation(file, change.line, change.function, change.what, number)
            if mutation.name not in EQUIVALENT:
                found.append(mutation)
    return found


def broken(text: str, number: int) -> str:
    """The text of a file with one of its changes made."""
    tree = ast.parse(text)
    list(changes(tree))[number].make()
    return ast.unparse(ast.fix_missing_locations(tree))


# -------------------------------------------------------------------------------------------------------------- testing


class Copy:
    """A copy of the tree in which rules are broken, one at a time."""

    def __init__(self, number: int, tests: list[str]) -> None:
        self.folder = BUILD / str(number)
        self.tests = tests
        self.deselected: list[str] = []
        self.seconds = 0.0
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        ignored = shutil.ignore_patterns("__pycache__", "static", "node_modules", "*.so")
        for name in COPIED:
            source = ROOT / name
            if source.is_dir():
                shutil.copytree(source, self.folder / name, ignore=ignored)
            elif source.exists():
                shutil.copy2(source, self.folder / name)

    def run(self, *options: str, keep_bytecode: bool = False, timeout: float | None = None) -> tuple[int, str]:
        """Run the tests; exit code and output. An endless run is stopped: exit code -1."""
        environment = dict(os.environ, PYTHONPATH=str(self.folder / "src"))
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        if not keep_bytecode:
            environment["PYTHONDONTWRITEBYTECODE"] = "1"
        command = [sys.executable, "-m", "pytest", "-q", "--no-header", "--tb=line", *options, *self.tests]
        command += [f"--deselect={name}" for name in self.deselected]
        try:
            done = subprocess.run(
                command,
                cwd=self.folder,
                env=environment,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                timeout=timeout,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return -1, ""
        return done.returncode, done.stdout + done.stderr

    def try_out(self) -> list[str]:
        """Run the tests with the rules whole; tests that fail already are left out from then on, and returned."""
        started = time.monotonic()
        code, output = self.run(keep_bytecode=True)
        self.seconds = time.monotonic() - started
        failed = re.findall(r"^(?:FAILED|ERROR) (\S+)", output, re.MULTILINE)
        if code not in (0, 1) or (code == 1 and not failed):
            raise SystemExit(f"the tests cannot be run in {self.folder}:\n{output[-2000:]}")
        self.deselected = failed
        return failed

    def judge(self, mutation: Mutation) -> tuple[str, str]:
        """Break one rule, run the tests, mend it: `caught`, `endless` or `survived`, and the test that noticed."""
        path = self.folder / GAME / mutation.file
        original = ROOT / "build" / "mutation" / f"original-{self.folder.name}.py"
        shutil.copy2(path, original)
        path.write_text(broken(path.read_text(encoding="utf-8"), mutation.number), encoding="utf-8")
        try:
            code, output = self.run("-x", timeout=30 + 2 * self.seconds)
        finally:
            shutil.copy2(original, path)  # with its time, so that its bytecode is good again
        if code == -1:
            return "endless", ""
        if code == 0:
            return "survived", ""
        noticed = re.search(r"^(?:FAILED|ERROR) (\S+)", output, re.MULTILINE)
        return "caught", noticed.group(1) if noticed else ""


def judge_all(chosen: list[Mutation], tests: list[str], jobs: int) -> list[dict[str, object]]:
    """What became of each mutation, in their order; progress goes to stderr."""
    copies: queue.Queue[Copy] = queue.Queue()
    for number in range(jobs):
        copy = Copy(number, tests)
        if number == 0:
            failed = copy.try_out()
            for name in failed:
                print(f"left out, it fails already: {name}", file=sys.stderr)
        else:
            copy.try_out()
        copies.put(copy)

    def judge(mutation: Mutation) -> dict[str, object]:
        copy = copies.get()
        started = time.monotonic()
        try:
            result, by = copy.judge(mutation)
        finally:
            copies.put(copy)
        print(f"{result}: {mutation} ({time.monotonic() - started:.0f} s)", file=sys.stderr, flush=True)
        return {**mutation._asdict(), "result": result, "by": by}

    with ThreadPoolExecutor(jobs) as pool:
        return list(pool.map(judge, chosen))


def main() -> int:
    """Break and judge; 1 when too few mutations are caught."""
    parser = argparse.ArgumentParser(description="Break the rules one at a time and see whether a test notices.")
    parser.add_argument("--limit", type=int, default=150, help="how many, drawn by the seed; 0: all. Default: 150")
    parser.add_argument("--seed", type=int, default=1, help="default: 1")
    parser.add_argument("--only", default="", help="FILE or FILE:LINE, or any part of a mutation's name")
    parser.add_argument("--jobs", type=int, default=2, help="processes; default: 2")
    parser.add_argument("--least", type=int, default=95, help="how many in 100 have to be caught; default: 95")
    parser.add_argument("--tests", nargs="+", default=list(QUICK_TESTS), help=f"default: {' '.join(QUICK_TESTS)}")
    parser.add_argument("--list", action="store_true", help="name the mutations and break nothing")
    parser.add_argument("--json", action="store_true", help="one JSON document on stdout")
    options = parser.parse_args()
    chosen = [mutation for mutation in all_mutations() if options.only in str(mutation)]
    if options.limit and len(chosen) > options.limit:
        chosen = sorted(random.Random(options.seed).sample(chosen, options.limit))
    if options.list:
        print("\n".join(str(mutation) for mutation in chosen))
        return 0
    results = judge_all(chosen, options.tests, options.jobs)
    survived = [row for row in results if row["result"] == "survived"]
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
