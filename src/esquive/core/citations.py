"""Where clauses are cited: docstrings and comments of code, docstrings of tests, scenario files.

Python is read with `ast` and `tokenize`, never imported, so that the same scan serves a source tree, an installed
package and files that would not import. Text in ordinary strings is no citation: a rule may print a clause without
implementing it.
"""

import ast
import io
import tokenize
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from esquive.core.clauses import Citation, Grammar
from esquive.core.errors import DocumentError

CODE: Final = "code"
TEST: Final = "test"
SCENARIO: Final = "scenario"

_Scoped = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


class Site:
    """One place that cites one clause or ruling.

    `kind` is CODE, TEST or SCENARIO; `path` is relative with forward slashes; `name` is the qualified name of the
    function or class that holds the citation (`Block.roll_lock`; "" for the module itself), the test's name, or a
    scenario's title; `line` counts from 1.
    """

    __slots__ = ("book", "kind", "line", "name", "number", "path")

    def __init__(self, kind: str, book: str, number: str, path: str, name: str, line: int) -> None:
        self.kind = kind
        self.book = book
        self.number = number
        self.path = path
        self.name = name
        self.line = line

    @property
    def module(self) -> str:
        """The dotted name of the Python module, from the path: `src/a/b.py` and `a/b.py` are both `a.b`."""
        return self.path.removeprefix("src/").removesuffix(".py").removesuffix("/__init__").replace("/", ".")

    def to_data(self) -> dict[str, Any]:
        """A JSON-able form; `from_data` reads it."""
        return {
            "kind": self.kind,
            "book": self.book,
            "number": self.number,
            "path": self.path,
            "name": self.name,
            "line": self.line,
        }

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> "Site":
        """The site a dict of `to_data` stands for."""
        return cls(
            str(data["kind"]),
            str(data["book"]),
            str(data["number"]),
            str(data["path"]),
            str(data["name"]),
            int(data["line"]),
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Site) and self.to_data() == other.to_data()

    def __hash__(self) -> int:
        return hash((self.kind, self.book, self.number, self.path, self.name, self.line))

    def __repr__(self) -> str:
        return f"Site({self.kind} {self.book} {self.number}: {self.path}:{self.line} {self.name})"


def citations_in_python(text: str, path: str, grammar: Grammar) -> list[tuple[str, Citation]]:
    """Every citation in docstrings and comments, as (qualified name of the enclosing function or class, citation).

    A docstring belongs to what it documents, a comment to the innermost function or class around it. Lines are the
    file's. Raises DocumentError when the text is no Python.
    """
    found, scopes = _cited_by_docstrings(_tree_of(text, path), grammar)
    for line, comment in _comments(text, path, grammar):
        for citation in grammar.find(comment):
            citation.line = line
            found.append((_scope_at(line, scopes), citation))
    return sorted(found, key=lambda entry: entry[1].line)


def _tree_of(text: str, path: str) -> ast.Module:
    try:
        return ast.parse(text)
    except SyntaxError as error:
        raise _no_python(path, error) from error


def _no_python(path: str, error: Exception) -> DocumentError:
    return DocumentError(f"the file is no Python: {error}", path, "correct it and scan again")


def _comments(text: str, path: str, grammar: Grammar) -> list[tuple[int, str]]:
    """The comments of a file that cites something after a `#`, with their lines; reading its tokens is slow."""
    if not any("#" in line and grammar.find(line[line.index("#") :]) for line in text.splitlines()):
        return []
    try:
        tokens = list(tokenize.generate_tokens(io.StringIO(text).readline))
    except tokenize.TokenError as error:
        raise _no_python(path, error) from error
    return [(token.start[0], token.string) for token in tokens if token.type == tokenize.COMMENT]


def _cited_by_docstrings(
    tree: ast.Module, grammar: Grammar
) -> tuple[list[tuple[str, Citation]], list[tuple[int, int, str]]]:
    """The citations in docstrings, and the lines of every function and class, outer ones before inner ones."""
    scopes: list[tuple[int, int, str]] = []
    found: list[tuple[str, Citation]] = []
    _read_body(tree.body, "", scopes, found, grammar)
    return found, scopes


def _read_body(
    body: list[ast.stmt],
    scope: str,
    scopes: list[tuple[int, int, str]],
    found: list[tuple[str, Citation]],
    grammar: Grammar,
) -> None:
    """Collects docstring citations and the line spans of functions and classes, outer spans before inner ones."""
    for statement in body:
        if isinstance(statement, _Scoped):
            name = f"{scope}.{statement.name}" if scope else statement.name
            scopes.append((statement.lineno, statement.end_lineno or statement.lineno, name))
            _read_body(statement.body, name, scopes, found, grammar)
        elif isinstance(statement, ast.Expr):
            if isinstance(statement.value, ast.Constant) and isinstance(statement.value.value, str):
                for citation in grammar.find(statement.value.value):
                    citation.line += statement.lineno - 1
                    found.append((scope, citation))
        else:
            for _, block in ast.iter_fields(statement):
                if isinstance(block, list) and block and isinstance(block[0], ast.stmt):
                    _read_body(block, scope, scopes, found, grammar)


def _scope_at(line: int, scopes: list[tuple[int, int, str]]) -> str:
    """The innermost function or class around a line, "" for the module."""
    name = ""
    for first, last, scope in scopes:
        if first <= line <= last:
            name = scope
    return name


def scan_code(root: Path, folder: str, grammar: Grammar) -> list[Site]:
    """The citations in all Python files below `root / folder`, with paths relative to root."""
    return [site for path, text in _files(root, folder, ".py") for site in code_sites(text, path, grammar)]


def code_sites(text: str, path: str, grammar: Grammar) -> list[Site]:
    """The citations in a Python file."""
    return [
        Site(CODE, citation.book, citation.number, path, name, citation.line)
        for name, citation in citations_in_python(text, path, grammar)
    ]


def scan_tests(root: Path, folder: str, grammar: Grammar) -> list[Site]:
    """The citations in the docstrings of test functions below `root / folder`."""
    return [site for path, text in _files(root, folder, ".py") for site in test_sites(text, path, grammar)]


def test_sites(text: str, path: str, grammar: Grammar) -> list[Site]:
    """The citations in the docstrings of a file's test functions; comments do not count.

    A function is a test when its name begins with `test_`.
    """
    tree = _tree_of(text, path)
    docstring_ends = _docstrings_of_tests(tree)
    sites: list[Site] = []
    for name, citation in _cited_by_docstrings(tree, grammar)[0]:
        first, last = docstring_ends.get(name, (0, -1))
        if first <= citation.line <= last:
            sites.append(Site(TEST, citation.book, citation.number, path, name, citation.line))
    return sites


def _docstrings_of_tests(tree: ast.Module) -> dict[str, tuple[int, int]]:
    """The first and last line of each test function's docstring, by qualified name."""
    spans: dict[str, tuple[int, int]] = {}

    def read(body: list[ast.stmt], scope: str) -> None:
        for statement in body:
            if isinstance(statement, ast.ClassDef):
                read(statement.body, f"{scope}{statement.name}.")
            elif isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef)) and statement.name.startswith("test_"):
                first = statement.body[0]
                if ast.get_docstring(statement) is not None:
                    spans[scope + statement.name] = (first.lineno, first.end_lineno or first.lineno)

    read(tree.body, "")
    return spans


def names_of_tests(root: Path, folder: str) -> set[str]:
    """The names of all test functions below `root / folder`."""
    names: set[str] = set()
    for _, text in _files(root, folder, ".py"):
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.name.startswith("test_"):
                names.add(node.name)
    return names


def scan_scenarios(root: Path, folder: str, books: dict[tuple[str, str], str]) -> list[Site]:
    """The clauses named by the scenario files below `root / folder`; see `scenario_sites`."""
    return [site for path, text in _files(root, folder, ".toml") for site in scenario_sites(text, path, books)]


def scenario_sites(text: str, path: str, books: dict[tuple[str, str], str]) -> list[Site]:
    """The clauses named by a scenario file: `clauses = [...]` and each step's `refused`.

    `books` gives the book of each (game, release). A file whose game and release have no book names none, and so does
    a TOML file without `title` and `step`, which is no scenario. Raises DocumentError for a file that is no TOML.
    """
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise DocumentError(f"the file is no TOML: {error}", path, "correct it and scan again") from error
    game = str(data.get("game", ""))
    # A scenario that names no release is played with the game's first one.
    first = next((release for known, release in books if known == game), "")
    book = books.get((game, str(data.get("release", first))))
    if book is None or "title" not in data or "step" not in data:
        return []
    refused = [step["refused"] for step in data["step"] if "refused" in step]
    return [
        Site(SCENARIO, book, str(number), path, str(data["title"]), _line_of(text, str(number)))
        for number in dict.fromkeys([*data.get("clauses", []), *refused])
    ]


def _line_of(text: str, number: str) -> int:
    """The first line that holds the clause in quotes."""
    for line, content in enumerate(text.splitlines(), start=1):
        if f'"{number}"' in content or f"'{number}'" in content:
            return line
    return 1


def _files(root: Path, folder: str, suffix: str) -> Iterable[tuple[str, str]]:
    """Relative path and text of every file of a suffix below a folder, in alphabetical order."""
    for path in sorted((root / folder).rglob(f"*{suffix}")):
        yield path.relative_to(root).as_posix(), path.read_text(encoding="utf-8")
