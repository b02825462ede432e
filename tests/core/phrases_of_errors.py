"""Reads out of the sources which English an error may say: the texts given to EsquiveErrors, findings and fixes.

A place of an f-string is a number in braces, counted from 1. What a call makes at run time is read where it is made
(SPEAKERS), what a name holds where the function gives it.
"""

import ast
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Final

SOURCES: Final = Path(__file__).parents[2] / "src" / "esquive"
ERRORS: Final = ("DocumentError", "EsquiveError", "Finding", "NotationError", "UnimplementedError", "_Finding")
SPEAKERS: Final = ("nearest", "_nearest", "fix_of", "_fix_of", "_hint", "suggestion")
_PLACE: Final = "\0"


def _numbered(template: str) -> str:
    parts = template.split(_PLACE)
    return "".join(f"{part}{{{number}}}" for number, part in enumerate(parts[:-1], start=1)) + parts[-1]


class _Texts:
    """The templates of expressions in one function."""

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

    def of(self, node: ast.expr, depth: int = 0) -> list[str]:
        if isinstance(node, ast.Constant):
            return [node.value] if isinstance(node.value, str) else [_PLACE]
        if isinstance(node, ast.JoinedStr):
            parts = [[one.value] if isinstance(one, ast.Constant) else [_PLACE] for one in node.values]
            return ["".join(str(one) for one in way) for way in product(*parts)]
        if isinstance(node, ast.IfExp):
            return [*self.of(node.body, depth), *self.of(node.orelse, depth)]
        if isinstance(node, ast.BoolOp):
            return [one for value in node.values for one in self.of(value, depth)]
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            return ["".join(way) for way in product(self.of(node.left, depth), self.of(node.right, depth))]
        if isinstance(node, ast.Name) and depth < 3 and node.id in self.given:
            return [one for value in self.given[node.id] for one in self.of(value, depth + 1)]
        return [_PLACE]


def phrases_in(path: Path) -> Iterator[str]:
    """The templates of one module that say something in words."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    for function in [*functions, tree]:
        texts = _Texts(function)
        own = list(ast.walk(function)) if function is not tree else list(tree.body)
        for node in own:
            if isinstance(node, ast.Call) and _called(node) in ERRORS:
                first = 2 if "Finding" in _called(node) else 0
                for place, argument in enumerate(node.args):
                    if place != first - 1 and (place >= first) and not (first == 0 and place == 1):
                        yield from _worded(texts.of(argument))
            elif isinstance(node, ast.Return) and node.value is not None and getattr(function, "name", "") in SPEAKERS:
                yield from _worded(texts.of(node.value))


def _called(node: ast.Call) -> str:
    return str(getattr(node.func, "id", getattr(node.func, "attr", "")))


def _worded(templates: list[str]) -> Iterator[str]:
    for template in templates:
        if re.search(r"[a-z]{2}", template.replace(_PLACE, "")):
            yield _numbered(template)
