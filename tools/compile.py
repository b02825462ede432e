"""Compile the rules with mypyc into build/compiled, beside plain copies of everything else.

    python tools/compile.py                     compile, then import every compiled module
    PYTHONPATH=build/compiled esquive ...       run on the compiled build

There is one implementation of the rules. The compiled build is optional and the plain one always works; that the rules
stay compilable, and play the same games, is checked by `make check`. The copy holds the whole package: an extension
module found in a folder wins over the Python file of the same name there, and tools that read sources still find them.

mypyc knows no decorators that make classes. In the copy, classes marked `@fields` or `@columns` get the methods that
`core.columns` has written for them; what stands in the sources and what is compiled cannot differ.

All compiled modules are one group of many C files: calls between them are then direct calls in C, and that is where
speed comes from; the files are compiled side by side, and after a change those that differ (`compile_setup.py`).
"""

import argparse
import ast
import importlib
import inspect
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from textwrap import indent
from typing import Final

from msgspec import Struct

from esquive.core.shipped_tables import DECODED, decoded_tables

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src"
BUILD = ROOT / "build" / "compiled"
MADE = ROOT / "build" / "mypyc"  # C files, objects and caches, from one time to the next

COMPILED_PACKAGES: Final = ("esquive.core", "esquive.krosmaster", "esquive.kaos")

# Modules (or whole packages) of those that stay plain Python, each with its reason. `__init__` modules always do.
INTERPRETED: Final[dict[str, str]] = {
    "esquive.core.match_review": "msgspec structs: what is told of a match that is over",
    "esquive.core.exercises": "msgspec structs: lessons, read once a process",
    "esquive.core.columns": "makes classes once a process; the compiled build has them written out",
    "esquive.core.cards": "the door of a game: interpreted classes derive from it",
    "esquive.core.evaluation": "the door of a game: interpreted classes derive from it",
    "esquive.core.game": "the door of a game: interpreted classes derive from it",
    "esquive.core.packs": "msgspec structs: packs, read once a process",
    "esquive.core.phrases": "derives from str, which mypyc cannot",
    "esquive.core.position": "the states of interpreted games derive from it",
    "esquive.core.puzzle_codes": "msgspec structs: puzzles that people make, read now and then",
    "esquive.core.puzzle_shapes": "msgspec structs: what clients are shown",
    "esquive.core.question_answers": "msgspec structs: what a judge is asked once",
    "esquive.core.question_links": "msgspec structs: what a judge is asked once",
    "esquive.core.rolls_by_hand": "msgspec structs: rolls that are entered",
    "esquive.core.setups": "the door of a game: interpreted classes derive from it",
    "esquive.core.shapes": "msgspec structs: what clients are shown",
    "esquive.core.strike_shapes": "msgspec structs: what clients are shown",
    "esquive.core.worked_positions": "msgspec structs: positions of rulings and examples, read now and then",
    "esquive.core.words": "the door of a game, and msgspec structs",
    "esquive.kaos.cards.catalogue": "reads card files once a process",
    "esquive.kaos.cards.documents": "msgspec structs: card files",
    "esquive.kaos.cards.making": "makes cards of documents once a process",
    "esquive.kaos.cards.op_codes": "msgspec structs: ops as the rules read them",
    "esquive.kaos.cards.ops": "msgspec structs: the ops of card files",
    "esquive.kaos.cards.reading": "reads card files once a process",
    "esquive.kaos.game": "derives from the door, which is interpreted",
    "esquive.kaos.drawn": "asked by people, a few times a second",
    "esquive.kaos.packs": "reads packs once a process",
    "esquive.kaos.seen": "asked by people, a few times a second",
    "esquive.kaos.setups": "derives from the door, which is interpreted",
    "esquive.kaos.spoken": "asked by people, a few times a second",
    "esquive.kaos.words": "derives from the door, which is interpreted",
    "esquive.kaos.written": "asked by people, a few times a second",
    "esquive.krosmaster.cards.catalogue": "reads card files once a process",
    "esquive.krosmaster.cards.documents": "msgspec structs: card files",
    "esquive.krosmaster.cards.parts": "walks card files by the classes of their values",
    "esquive.krosmaster.cards.reading": "reads card files once a process",
    "esquive.krosmaster.cards.team_files": "msgspec structs: team files",
    "esquive.krosmaster.cards.translations": "reads files of names once a process",
    "esquive.krosmaster.game": "derives from the door, which is interpreted",
    "esquive.krosmaster.seen.best_turns": "derives from a search of the core, which is interpreted",
    "esquive.krosmaster.seen.shapes": "msgspec structs: what clients are shown",
    "esquive.krosmaster.words": "derives from the door, which is interpreted",
    "esquive.krosmaster.packs": "reads packs once a process",
    "esquive.krosmaster.setups": "derives from the door, which is interpreted",
    "esquive.krosmaster.spoken.cards": "tables of words by class, made once a process",
    "esquive.krosmaster.cards.ops": "msgspec structs: the ops of card files",
    "esquive.krosmaster.cards.who": "msgspec structs: the targets and conditions of card files",
    "esquive.krosmaster.releases.books": "reads lists of clauses once a process",
    "esquive.krosmaster.releases.numbers": "msgspec structs: the numbers of a release",
    "esquive.krosmaster.releases.reading": "reads release files once a process",
}

# Compiled classes from which classes of plain modules, Kaos's and a third game's, derive: mypyc wants to be told.
OPEN: Final[dict[str, tuple[str, ...]]] = {
    "esquive.core.findings": ("Finding",),
    "esquive.core.frames": ("Frame", "OpenFrame"),
    "esquive.core.tables": ("Columns",),
}
OPENED: Final = "@mypyc_attr(allow_interpreted_subclasses=True)"

IMPORT = """
import importlib, sys

slow = [name for name in sys.argv[1:] if importlib.import_module(name).__file__.endswith(".py")]
sys.exit(f"not compiled: {', '.join(slow)}" if slow else 0)
"""


class CompileError(Exception):
    """The rules cannot be compiled; the text says why and what to do."""


def module_name(path: Path) -> str:
    """The dotted name of a module below src."""
    return ".".join(path.relative_to(SOURCE).with_suffix("").parts)


def first_struct(name: str) -> str | None:
    """The name of a msgspec Struct, which mypyc cannot compile, that a module defines; None when it defines none."""
    for value in vars(importlib.import_module(name)).values():
        if isinstance(value, type) and issubclass(value, Struct) and value.__module__ == name:
            return value.__name__
    return None


def is_interpreted(name: str) -> bool:
    """Whether the module, or a package it lies in, is listed as plain."""
    return any(name == listed or name.startswith(listed + ".") for listed in INTERPRETED)


def compiled_modules() -> list[Path]:
    """The modules to compile, in order of path; raises CompileError when the list above no longer fits the sources."""
    sys.path.insert(0, str(SOURCE))
    modules = []
    known: set[str] = set()
    for package in COMPILED_PACKAGES:
        for path in sorted((SOURCE / package.replace(".", "/")).rglob("*.py")):
            name = module_name(path)
            known.update((name, name.removesuffix(".__init__"), name.rpartition(".")[0]))
            if path.name == "__init__.py" or is_interpreted(name):
                continue
            struct = first_struct(name)
            if struct is not None:
                raise CompileError(
                    f"{path.relative_to(ROOT)}: {struct} is a msgspec Struct and cannot be compiled "
                    f"(add {name!r} to INTERPRETED in tools/compile.py, or move the class out of a fast module)"
                )
            modules.append(path)
    gone = sorted(set(INTERPRETED) - known)
    if gone:
        raise CompileError(
            f"tools/compile.py: INTERPRETED names no module of the sources: {', '.join(gone)} (remove it)"
        )
    return modules


def written_out(path: Path) -> str:
    """The text of a module with the classes of `core.columns` written out: plain classes, as mypyc compiles them."""
    text = path.read_text(encoding="utf-8")
    lines = text.splitlines()
    written = importlib.import_module("esquive.core.columns").WRITTEN
    module = importlib.import_module(module_name(path))
    for node in reversed([node for node in ast.parse(text).body if isinstance(node, ast.ClassDef)]):
        methods = written.get((module_name(path), node.name))
        if methods is None:
            continue
        if inspect.isabstract(getattr(module, node.name)):
            methods = methods[: methods.index("def copy")]  # there is none of it to be copied
        columns = []
        lines[node.end_lineno : node.end_lineno] = ["", *indent(methods, "    ").splitlines()]
        for field in reversed([one for one in node.body if isinstance(one, ast.AnnAssign) and one.value is not None]):
            assert field.value is not None
            columns.append(f"        {ast.unparse(field.target)!r}: {ast.unparse(field.value)},")
            lines[field.lineno - 1 : field.end_lineno] = [
                f"    {ast.unparse(field.target)}: {ast.unparse(field.annotation)}"
            ]
        marks = [ast.unparse(mark) for mark in node.decorator_list]
        if marks == ["columns"]:
            head = node.body[1].lineno - 1  # after the docstring
            lines[head:head] = ["    COLUMNS = {", *reversed(columns), "    }"]
        elif marks not in (["fields"], ["with_fields"]):
            raise CompileError(f"{path.relative_to(ROOT)}: {node.name} is marked {', '.join(marks)} (write one mark)")
        del lines[node.decorator_list[0].lineno - 1]
    return "\n".join(lines) + "\n"


def opened(name: str, text: str) -> str:
    """The text of a module with the marks that let plain classes derive from its classes listed in OPEN.

    They are no ABCs there: compiled classes share the caches of the first ABC above them, so that asking whether a
    frame is a Frame would answer for all of its kinds.
    """
    if name not in OPEN:
        return text
    lines = text.replace("(ABC, ", "(").splitlines()
    body = ast.parse(text).body
    for node in reversed(body):
        if isinstance(node, ast.ClassDef) and node.name in OPEN[name]:
            lines.insert(node.lineno - 1, OPENED)
    first = next(node for node in body if isinstance(node, ast.Import | ast.ImportFrom))
    lines.insert(first.lineno - 1, "from mypy_extensions import mypyc_attr")
    if lines.count(OPENED) != len(OPEN[name]):
        raise CompileError(f"tools/compile.py: OPEN names a class that {name} has not (remove it)")
    return "\n".join(lines) + "\n"


def check_compiler() -> None:
    """Raise CompileError when there is no C compiler, or Python came without its headers."""
    compiler = (sysconfig.get_config_var("CC") or "cc").split()[0]
    headers = Path(sysconfig.get_path("include")) / "Python.h"
    if shutil.which(compiler) is None:
        raise CompileError(f"the compiled build needs a C compiler and {compiler!r} is missing (on Debian: gcc)")
    if not headers.exists():
        raise CompileError(
            f"the compiled build needs Python's headers and {headers} is missing (on Debian: python3-dev)"
        )


def bring_up_to_date(modules: list[Path]) -> None:
    """Make build/compiled a copy of the package, the given modules as they are compiled; what is as it was stays."""
    wanted = {}
    for path in (SOURCE / "esquive").rglob("*"):
        where = path.relative_to(SOURCE)
        if path.is_file() and not {"__pycache__", "static"} & set(where.parts):
            wanted[where] = path.read_bytes()
    # What lies in the checkout from building it may be older than the tables themselves, and counts only out of it.
    wanted[Path("esquive") / DECODED] = decoded_tables(ROOT).encode()
    for path in modules:
        wanted[path.relative_to(SOURCE)] = opened(module_name(path), written_out(path)).encode()
    compiled = {path.relative_to(SOURCE).with_suffix("") for path in modules}
    for path in list((BUILD / "esquive").rglob("*")):
        where = path.relative_to(BUILD)
        is_made = path.suffix == ".so" and where.with_name(where.name.partition(".")[0]) in compiled
        if path.is_file() and where not in wanted and not is_made:
            path.unlink()
    for where, text in wanted.items():
        file = BUILD / where
        if not file.is_file() or file.read_bytes() != text:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(text)


def compile_modules(modules: list[Path]) -> None:
    """Copy the package to build/compiled and compile the given modules there; raises CalledProcessError."""
    bring_up_to_date(modules)
    files = [str(path.relative_to(SOURCE)) for path in modules]
    environment = dict(os.environ, MYPYPATH=str(BUILD))
    environment.pop("PYTHONPATH", None)
    options = ["--strict", "--python-version=3.11", f"--cache-dir={MADE / 'cache'}"]
    setup = [sys.executable, str(ROOT / "tools" / "compile_setup.py"), str(MADE / "c"), str(MADE / "objects")]
    subprocess.run([*setup, *options, *files], cwd=BUILD, env=environment, check=True, stdin=subprocess.DEVNULL)


def import_modules(modules: list[Path]) -> None:
    """Import every compiled module in a new process; raises CalledProcessError when one fails or is not compiled."""
    environment = dict(os.environ, PYTHONPATH=str(BUILD))
    command = [sys.executable, "-c", IMPORT, *(module_name(path) for path in modules)]
    subprocess.run(command, cwd=BUILD, env=environment, check=True, stdin=subprocess.DEVNULL)


def main() -> int:
    """Compile and try out; 1 when a module cannot be compiled or imported, 2 when the list of modules is wrong."""
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    try:
        modules = compiled_modules()
        check_compiler()
        compile_modules(modules)
        import_modules(modules)
    except CompileError as error:
        print(error, file=sys.stderr)
        return 2
    except subprocess.CalledProcessError as error:
        print(f"the compiled build failed (exit code {error.returncode}); the reason stands above", file=sys.stderr)
        return 1
    print(f"compiled {len(modules)} modules into {BUILD.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
