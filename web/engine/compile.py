"""Run by compile.mjs inside the Python of a page: compiles what lies in /package, and what it needs of the standard
library: what its modules import, and what the modules of Python import that tell an error or wait for a promise."""

import ast
import importlib._bootstrap_external as bootstrap
import importlib.util
import pkgutil
import sys
import zipfile
from importlib import import_module
from pathlib import Path

OURS = "esquive"
TOLD = ("esquive/agents/", "esquive/krosmaster/cards/", "esquive/kaos/cards/")  # whose docstrings say what is what
LIBRARY = sys.stdlib_module_names
# What is imported late, by the library itself or by JavaScript.
LATE = (
    "_colorize _pyodide pyodide pyodide.code pyodide.ffi pyodide.webloop ast encodings.aliases encodings.ascii "
    "encodings.latin_1 encodings.utf_8 encodings.idna encodings.raw_unicode_escape encodings.unicode_escape "
    "importlib.metadata importlib.resources importlib.resources.readers json.tool linecache stringprep textwrap "
    "tokenize traceback urllib.parse"
).split()


def modules(folder: Path) -> list[str]:
    """Every module of ours."""
    return [one.name for one in pkgutil.walk_packages([str(folder)]) if one.name.split(".")[0] == OURS]


def named(folder: Path) -> set[str]:
    """Every module of the standard library that a module of ours names in an import, at its head or late."""
    found: set[str] = set()
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_bytes())):
            if isinstance(node, ast.Import):
                found |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                found.add(node.module)
    return {name for name in found if name.split(".")[0] in LIBRARY}


def is_there(name: str) -> bool:
    """Whether a module can be imported in a page: what needs another machine cannot."""
    try:
        import_module(name)
    except ImportError:
        return False
    return True


def compiled(source: bytes, name: str, optimize: int) -> bytes:
    """A compiled module that nobody compares with its source."""
    code = compile(source, name, "exec", dont_inherit=True, optimize=optimize)
    return bytes(bootstrap._code_to_hash_pyc(code, importlib.util.source_hash(source), False))


def compile_package(folder: Path) -> None:
    """Every module becomes the compiled one beside it."""
    for path in sorted(folder.rglob("*.py")):
        name = path.relative_to(folder).as_posix()
        path.with_suffix(".pyc").write_bytes(compiled(path.read_bytes(), name, 0 if name.startswith(TOLD) else 2))
        path.unlink()


def compile_library(source: Path, out: Path, needed: set[str]) -> None:
    """The modules that are needed, compiled, in a zip that is not packed: it is packed as a whole."""
    with zipfile.ZipFile(source) as given, zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as made:
        for name in sorted(given.namelist()):
            module = name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
            if name.endswith(".py") and module in needed:
                data = compiled(given.read(name), name, 2)
                made.writestr(zipfile.ZipInfo(f"{name}c", (2026, 1, 1, 0, 0, 0)), data)


package = Path("/package")
sys.path.insert(0, str(package))
sys.dont_write_bytecode = True
for one in [*modules(package), *filter(is_there, named(package)), *LATE]:
    import_module(one)
compile_library(Path("/stdlib.zip"), Path(OUT), {*sys.modules})  # noqa: F821 - compile.mjs sets it
compile_package(package)
