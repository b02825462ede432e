"""Reads out of the sources which English an error may say: the templates of `phrase`, and texts given to errors.

What a name holds is read where the function gives it, what a call returns where it is made (SPEAKERS). A text that is
put together in any other way could be told in English alone: `unreadable_in` names those.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

from babel.messages.pofile import read_po

SOURCES: Final = Path(__file__).parents[2] / "src" / "esquive"
# What is given a text, and which of its arguments are texts.
TAKERS: Final = {
    **dict.fromkeys(("DocumentError", "EsquiveError", "NotationError", "UnimplementedError"), (0, 2)),
    **dict.fromkeys(("Finding", "_Finding"), (2, 3)),
    "phrase": (0,),
    **dict.fromkeys(("nearest", "fail", "blame"), (2,)),
}
SPEAKERS: Final = ("nearest", "_nearest", "fix_of", "_fix_of", "_hint", "suggestion")


class _Texts:
    """What the expressions of one function may say."""

    def __init__(self, function: ast.AST) -> None:
        self.given: dict[str, list[ast.expr]] = {}
        for node in ast.walk(function):
            if isinstance(node, ast.Assign):
                for target in node.targets:
                    self._give(target, node.value)
            elif isinstance(node, (ast.AnnAssign, ast.NamedExpr)) and node.value is not None:
                self._give(node.target, node.value)

    def _give(self, target: ast.expr, value: ast.expr) -> None:
        if isinstance(target, ast.Name):
            self.given.setdefault(target.id, []).append(value)
        elif isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts):
            for one, its in zip(target.elts, value.elts, strict=True):
                self._give(one, its)

    def of(self, node: ast.expr, depth: int = 0) -> list[ast.expr]:
        """The expressions that a text may come from."""
        if isinstance(node, ast.IfExp):
            return [*self.of(node.body, depth), *self.of(node.orelse, depth)]
        if isinstance(node, ast.BoolOp):
            return [one for value in node.values for one in self.of(value, depth)]
        if isinstance(node, ast.Name) and depth < 3 and node.id in self.given:
            return [one for value in self.given[node.id] for one in self.of(value, depth + 1)]
        return [node]


def phrases_in(path: Path) -> Iterator[str]:
    """The templates and whole texts of one module that say something in words."""
    for node in _said_in(path):
        said = node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""
        if re.search(r"[a-z]{2}", re.sub(r"\{\w+\}", "", said)):
            yield said


def unreadable_in(path: Path) -> Iterator[str]:
    """Texts of one module that are put together of words and something else, without `phrase`."""
    for node in _said_in(path):
        parts = [one for one in ast.walk(node) if isinstance(node, ast.JoinedStr | ast.BinOp)]
        words = [one for one in parts if isinstance(one, ast.Constant) and isinstance(one.value, str)]
        if any(re.search(r"[a-z]{2}", one.value) for one in words):
            yield f"{path.name}:{node.lineno}"


def _said_in(path: Path) -> Iterator[ast.expr]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for function in [*(node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)), tree]:
        texts = _Texts(function)
        for node in ast.walk(function) if function is not tree else list(tree.body):
            if isinstance(node, ast.Call):
                name = str(getattr(node.func, "id", getattr(node.func, "attr", "")))
                for place in TAKERS.get(name, ()):
                    if place < len(node.args):
                        yield from texts.of(node.args[place])
                if name == "ProtocolError":
                    yield from (one for given in node.keywords if given.arg == "why" for one in texts.of(given.value))
            elif isinstance(node, ast.Return) and node.value is not None and getattr(function, "name", "") in SPEAKERS:
                yield from texts.of(node.value)


@cache
def catalogue(name: str, language: str) -> dict[str, str]:
    """What a catalogue says in a language, by its English."""
    with (SOURCES / "locale" / language / "LC_MESSAGES" / f"{name}.po").open("rb") as text:
        return {str(one.id): str(one.string) for one in read_po(text, locale=language) if one.id}
