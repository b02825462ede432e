"""The layers of ARCHITECTURE.md, held: who may import whom, what the rules may not touch, how long a module may be."""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src"

GAMES = {"krosmaster", "kaos"}
# Nobody but a game itself imports a game: everybody asks for it by name (`core.games`), and goes through its door.
MAY_IMPORT = {
    "core": {"core"},
    "krosmaster": {"core", "krosmaster"},
    "kaos": {"core", "kaos"},
    "agents": {"core", "agents"},
    "envs": {"core", "agents", "envs"},
    "lab": {"core", "agents", "lab"},
    "clauses": {"core", "clauses"},
    "hosting": {"core", "agents", "lab", "clauses", "hosting"},
    "server": {"core", "agents", "lab", "clauses", "hosting", "server"},
    "site": {"core", "agents", "lab", "clauses", "hosting", "site"},
    "cli": {"core", "agents", "envs", "lab", "clauses", "hosting", "server", "site", "cli"},
}
# What runs wherever Python does, also in a browser.
STANDING_ALONE = {"core", "hosting", "site"}
# The one other package, and the one module that stands on it: arithmetic in plain Python, which runs there too.
ARITHMETIC = ("esquive.hosting.correspondence.locks", "ecdsa")
# The annexes of laboratory and environments look into their own game, and are found by name (`core.games.found_in`).
ANNEXES = {f"esquive.{layer}.{game}": game for game in GAMES for layer in ("lab", "envs")}

# The rules decide nothing by chance, clock, environment, file or network.
PURE = re.compile(r"esquive\.(krosmaster|kaos)\.(table|book|geometry)(\..+)?")
IMPURE_MODULES = set(
    "asyncio concurrent datetime ctypes glob importlib io logging multiprocessing os pathlib platform random secrets "
    "select shutil signal socket sqlite3 subprocess sys tempfile threading time urllib uuid".split()
)
IMPURE_CALLS = {"open", "input", "print", "exec", "eval", "__import__", "breakpoint"}

EMPTY_NAMES = {"utils", "util", "helpers", "helper", "common", "misc", "manager", "ctx"}
LONGEST_MODULE = 500


def module_name(path: Path) -> str:
    parts = path.relative_to(SOURCE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def modules() -> list[tuple[str, str]]:
    """Every module of the package: its dotted name and its text."""
    return [(module_name(path), path.read_text(encoding="utf-8")) for path in sorted(SOURCE.rglob("*.py"))]


def imports(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Line and dotted name of each import; `from a import b` gives `a.b`, a relative import begins with a dot."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                yield node.lineno, "." * node.level + (node.module or "") + "." + alias.name


def named_modules(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Line and text of every string that is the dotted name of a module of ours: an import in disguise."""
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and re.fullmatch(r"esquive(\.\w+)+(:\w+)?", node.value)
            and node.value.split(".")[1].split(":")[0] in MAY_IMPORT
        ):
            yield node.lineno, node.value.replace(":", ".")


def layer_faults(name: str, text: str) -> list[str]:
    """The imports of a module that its layer may not have."""
    parts = name.split(".")
    tree = ast.parse(text)
    if len(parts) == 1:
        return [f"{name}:{line}: the package itself imports nothing, not {what}" for line, what in imports(tree)]
    layer = parts[1]
    if layer == "__main__":
        layer = "cli"
    if layer not in MAY_IMPORT:
        return [f"{name}: no layer of the architecture is called {layer!r}"]
    found = []
    annex = ANNEXES.get(".".join(parts[:3]), "")
    allowed = MAY_IMPORT[layer] | ({annex} if annex else set())
    for line, what in [*imports(tree), *named_modules(tree)]:
        target = what.split(".")
        if target[0] == "":
            found.append(f"{name}:{line}: import {what} by its full name")
        elif target[0] == "esquive" and target[1] not in allowed and target[1] != "__version__":
            found.append(f"{name}:{line}: {layer} may not import {what}")
        elif ANNEXES.get(".".join(target[:3]), annex) != annex:
            found.append(f"{name}:{line}: only what is of {target[2]} may import {what}")
        elif (name, target[0]) == ARITHMETIC:
            continue
        elif layer in STANDING_ALONE and target[0] not in sys.stdlib_module_names | {"msgspec", "esquive"}:
            found.append(f"{name}:{line}: {layer} stands on the standard library and msgspec alone, not on {what}")
    return found


def impurities(name: str, text: str) -> list[str]:
    """What a module of the rules imports or calls although the rules may not."""
    tree = ast.parse(text)
    found = [
        f"{name}:{line}: the rules import no {what.split('.')[0]}"
        for line, what in imports(tree)
        if what.split(".")[0] in IMPURE_MODULES
    ]
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in IMPURE_CALLS:
            found.append(f"{name}:{node.lineno}: the rules do not call {node.func.id}()")
    return found


def test_each_layer_imports_only_the_layers_below_it() -> None:
    assert [fault for name, text in modules() for fault in layer_faults(name, text)] == []


def test_the_rules_know_no_chance_clock_environment_or_file() -> None:
    pure = [(name, text) for name, text in modules() if PURE.fullmatch(name)]
    assert pure, "no module of the rules was found"
    assert [fault for name, text in pure for fault in impurities(name, text)] == []


def test_no_module_is_longer_than_500_lines() -> None:
    assert [(name, len(text.splitlines())) for name, text in modules() if len(text.splitlines()) > LONGEST_MODULE] == []


def test_no_module_has_a_name_that_says_nothing() -> None:
    assert [name for name, _ in modules() if EMPTY_NAMES & set(name.split("."))] == []


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("esquive.core.match", "from esquive.krosmaster.table.state import State"),
        ("esquive.core.match", "from esquive import krosmaster"),
        ("esquive.core.match", "import litestar"),
        ("esquive.core.match", "GAME = 'esquive.krosmaster.game'"),
        ("esquive.core.match", "from .. import kaos"),
        ("esquive.krosmaster.book.moving", "def f() -> None:\n    import esquive.kaos.game"),
        ("esquive.kaos.game", "from esquive.agents.search import Search"),
        ("esquive.agents.greedy", "from esquive.server.http.app import app"),
        ("esquive.lab.arena", "from esquive.cli import main"),
        ("esquive.lab.arena", "from esquive.kaos.game import GAME"),
        ("esquive.lab.arena", "from esquive.lab.kaos.invariants import check"),
        ("esquive.lab.kaos.invariants", "from esquive.krosmaster.game import GAME"),
        ("esquive.lab.kaos.invariants", "from esquive.lab.krosmaster.staging import stage"),
        ("esquive.agents.greedy", "from esquive.krosmaster.game import GAME"),
        ("esquive.cli.show", "from esquive.kaos.game import GAME"),
        ("esquive.cli.show", "PAGE = 'esquive.kaos.drawn.svg:draw_svg'"),
        ("esquive.hosting.replays", "def f() -> None:\n    from esquive.krosmaster.game import GAME"),
        ("esquive.common", "import msgspec"),
        ("esquive", "import msgspec"),
    ],
)
def test_an_import_against_the_layers_is_found(name: str, text: str) -> None:
    assert len(layer_faults(name, text)) == 1


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("esquive.core.record", "import hashlib, msgspec\nfrom esquive.core.errors import DocumentError"),
        (
            "esquive.krosmaster.table.state",
            "from esquive.core.frames import Frame\nfrom esquive.krosmaster import board",
        ),
        (
            "esquive.lab.arena",
            "import ray\nfrom esquive.agents.greedy import Greedy\nfrom esquive.core.games import game_named",
        ),
        ("esquive.lab.kaos.invariants", "from esquive.kaos.table.state import State\nfrom esquive.lab.kaos import x"),
        ("esquive.cli.main", "from esquive import __version__\nfrom esquive.server.http.app import app"),
        ("esquive.__main__", "from esquive.cli.main import main"),
    ],
)
def test_an_import_along_the_layers_is_allowed(name: str, text: str) -> None:
    assert layer_faults(name, text) == []


@pytest.mark.parametrize(
    "text",
    [
        "import random",
        "from time import time",
        "import os.path",
        "def f() -> None:\n    from io import StringIO",
        "open('x')",
    ],
)
def test_an_impure_rule_is_found(text: str) -> None:
    assert len(impurities("esquive.krosmaster.book.moving", text)) == 1
