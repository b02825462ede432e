"""The rules say nothing: conditions, refusals and events are kinds with facts, worded elsewhere in every language.

Where the engine finds one of its own promises broken, and where a document cannot be read, an error says so.
"""

import ast
import re
from collections.abc import Iterator

import pytest

from tests.architecture.test_imports import modules

SILENT = re.compile(r"esquive\.(krosmaster|kaos)\.(table|book|geometry)(\..+)?")
WORDS = 3  # so many words are a sentence
# Where words stand for a reason.
ALLOWED = {
    "esquive.kaos.book.victory": "why a game is over is a part of saved positions and records, as it was written there",
    "esquive.krosmaster.book.victory": "the same",
    "esquive.kaos.geometry.units": "what a number is, for the errors about it",
    "esquive.kaos.book.activation": "steps are named as saved positions write them",
}


def prose(text: str) -> Iterator[tuple[int, str]]:
    """Line and text of each sentence of a module that is neither a docstring nor told by an error."""
    tree = ast.parse(text)
    aside = set()
    for node in ast.walk(tree):
        is_docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        is_for_who_mends = isinstance(node, ast.FunctionDef) and node.name == "__repr__"
        if is_docstring or is_for_who_mends or isinstance(node, ast.Raise | ast.Assert):
            aside |= {id(below) for below in ast.walk(node)}
        if isinstance(node, ast.JoinedStr):
            aside |= {id(part) for part in node.values}
    for node in ast.walk(tree):
        if id(node) in aside:
            continue
        if isinstance(node, ast.JoinedStr):
            said = "".join(str(part.value) if isinstance(part, ast.Constant) else "X" for part in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            said = node.value
        else:
            continue
        if len([word for word in said.split() if re.fullmatch(r"[A-Za-z',.;]{2,}", word)]) >= WORDS:
            yield node.lineno, said


def test_the_rules_hold_no_sentence() -> None:
    found = [
        f"{name}:{line}: {said!r}"
        for name, text in modules()
        if SILENT.fullmatch(name) and name not in ALLOWED
        for line, said in prose(text)
    ]
    assert found == [], "a condition, an event or a refusal is a kind with facts: its words stand in the catalogue"


@pytest.mark.parametrize(
    "text",
    [
        'Condition("no-way", (), True, {"why": "no way leads there"})',
        'said = f"{name} may not move now"',
        'FIXES = {"few": "take one more card"}',
    ],
)
def test_a_sentence_is_found(text: str) -> None:
    assert len(list(prose(text))) == 1


@pytest.mark.parametrize(
    "text",
    [
        '"""What this module is all about."""',
        'raise InvariantError("a strike takes no answers")',
        'kind = EventKind("moved", "figure:figure x:length y:length")',
        'def __repr__(self):\n    return f"Problem of the kind {self.kind}"',
    ],
)
def test_what_is_no_sentence_for_players_is_let_be(text: str) -> None:
    assert list(prose(text)) == []


# --------------------------------------------------------------------------------------------------- frames are asked


OUTER = re.compile(r"esquive\.(krosmaster|kaos)\.(written|spoken|seen|drawn)(\..+)?")


def kinds_asked(name: str, text: str) -> list[str]:
    """Where a room that tells of the rules looks for the class of a frame itself."""
    return [
        f"{name}:{node.lineno}"
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "isinstance"
        and any(isinstance(one, ast.Name) and one.id.endswith("Frame") for one in ast.walk(node))
    ]


def test_rooms_that_tell_of_the_rules_ask_for_a_frame_by_what_it_is_about() -> None:
    """`core.frames.on_top` and `under_way` find the frame that waits, and those in progress."""
    assert kinds_asked("x", "if isinstance(top, AFrame | BFrame): pass") == ["x:1"]
    found = [one for name, text in modules() if OUTER.fullmatch(name) for one in kinds_asked(name, text)]
    assert found == []
