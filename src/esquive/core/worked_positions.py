"""Positions that show a rule: those of the tests that hold a ruling, and of the scenarios that hold a clause.

They are kept in one file a game, beside its clauses, so that a page can open them at the desk where there are no tests.
`tools/desk_positions.py` writes it. Tables that several positions have in common, such as the cards of the cast, stand
in it once, and a position has their numbers in place of them.
"""

import json
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from esquive.core.question_links import Question

FILE: Final = "positions.json"


class WorkedPosition(Struct, frozen=True):
    """A question that shows something; of an example, what it shows, in English, and the clauses that it is about."""

    question: Question
    title: str = ""
    clauses: list[str] = []


class WorkedPositions(Struct, frozen=True):
    """Those of a game: of each ruling and clause that has one, and the examples that the rulebook explains."""

    rulings: dict[str, WorkedPosition]
    clauses: dict[str, WorkedPosition]
    examples: dict[str, list[WorkedPosition]]


NONE: Final = WorkedPositions({}, {}, {})


@cache
def worked_positions(folder: Path) -> WorkedPositions:
    """Those of the edition whose clauses lie in a folder; none where it has none."""
    path = folder / FILE
    return unpacked(json.loads(path.read_text(encoding="utf-8"))) if path.is_file() else NONE


def packed(found: WorkedPositions) -> str:
    """The text of their file: a line for each table and position."""
    everything = [*found.rulings.values(), *found.clauses.values()]
    everything += [one for several in found.examples.values() for one in several]
    known: dict[str, int] = {}
    lines: list[str] = []
    tables = Counter(text for one in {id(one): one for one in everything}.values() for text in _tables(one.question))
    parts = [text for text, times in tables.items() if times > 1]
    numbers = {text: number for number, text in enumerate(parts)}

    def number_of(one: WorkedPosition) -> int:
        said = [one.question.line, _with_numbers(one.question.document, numbers)]
        text = _said([*said, one.title, one.clauses] if one.title else said)
        if text not in known:
            known[text] = len(lines)
            lines.append(text)
        return known[text]

    index = {
        "rulings": {key: number_of(one) for key, one in found.rulings.items()},
        "clauses": {key: number_of(one) for key, one in found.clauses.items()},
        "examples": {key: [number_of(one) for one in several] for key, several in found.examples.items()},
    }
    said = ",\n".join(f'"{key}": {_said(value)}' for key, value in index.items())
    return f'{{"tables": [\n{_rows(parts)}\n],\n"positions": [\n{_rows(lines)}\n],\n{said}}}\n'


def unpacked(data: dict[str, Any]) -> WorkedPositions:
    """What a file says."""
    tables = data["tables"]
    known = [
        WorkedPosition(Question(_with_tables(document, tables), line), *told)
        for line, document, *told in data["positions"]
    ]
    return WorkedPositions(
        {key: known[number] for key, number in data["rulings"].items()},
        {key: known[number] for key, number in data["clauses"].items()},
        {key: [known[number] for number in several] for key, several in data["examples"].items()},
    )


def _tables(question: Question) -> list[str]:
    lists = [value for value in question.document.values() if isinstance(value, list)]
    return [_said(one) for several in lists for one in several if isinstance(one, dict)]


def _with_numbers(document: dict[str, Any], numbers: dict[str, int]) -> dict[str, Any]:
    return {
        key: [numbers.get(_said(one), one) if isinstance(one, dict) else one for one in value]
        if isinstance(value, list)
        else value
        for key, value in document.items()
    }


def _with_tables(document: dict[str, Any], tables: list[Any]) -> dict[str, Any]:
    # A list of tables holds no numbers of its own: what is a number in it stands for a table.
    return {
        key: [tables[one] if isinstance(one, int) else one for one in value] if isinstance(value, list) else value
        for key, value in document.items()
    }


def _said(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _rows(texts: list[str]) -> str:
    return ",\n".join(texts)
