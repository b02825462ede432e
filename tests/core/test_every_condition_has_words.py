"""Read out of the sources: every kind of condition and refusal has a message, and one whose places its facts fill."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import NamedTuple

import pytest

from esquive.core.condition_messages import CASES
from esquive.core.messages import LANGUAGES, messages
from tests.catalogues import names_of

SOURCE = Path(__file__).resolve().parents[2] / "src" / "esquive"
PREFIXES = {"krosmaster": "condition.", "kaos": "kaos.condition."}
# Beside the facts: what a wording adds by itself.
ADDED = {"bosses", "cards", "card", "hero", "area", "spell"}


class Said(NamedTuple):
    """A condition or refusal as a source makes it: what is not written out there is None."""

    where: str
    kind: re.Pattern[str]
    clauses: tuple[str, ...] | None
    facts: frozenset[str] | None


def made_in(game: str) -> Iterator[Said]:
    """Every call that makes one in the packages of a game; copies of another one, by its attributes, are left out."""
    for path in sorted((SOURCE / game).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id in ("Condition", "Refusal")
            ):
                for kind in _kinds(node.args[0]):
                    yield Said(f"{path.name}:{node.lineno}", kind, _clauses(node.args[1]), _keys(node.args[-1]))


def _kinds(node: ast.expr) -> list[re.Pattern[str]]:
    if isinstance(node, ast.IfExp):
        return [*_kinds(node.body), *_kinds(node.orelse)]
    if isinstance(node, ast.JoinedStr):
        parts = (re.escape(str(part.value)) if isinstance(part, ast.Constant) else "[a-z-]+" for part in node.values)
        return [re.compile("".join(parts))]
    return [re.compile(re.escape(node.value))] if isinstance(node, ast.Constant) and isinstance(node.value, str) else []


def _clauses(node: ast.expr) -> tuple[str, ...] | None:
    if isinstance(node, ast.Tuple) and all(isinstance(one, ast.Constant) for one in node.elts):
        return tuple(str(one.value) for one in node.elts if isinstance(one, ast.Constant))
    return None


def _keys(node: ast.expr) -> frozenset[str] | None:
    if isinstance(node, ast.Dict) and all(isinstance(key, ast.Constant) for key in node.keys):
        return frozenset(str(key.value) for key in node.keys if isinstance(key, ast.Constant))
    return None


def told_by(prefix: str, said: Said) -> list[str]:
    """The messages that may tell it, of all that begin with its kind: see `core.condition_messages`."""
    found: dict[str, list[str]] = {"": [], "clause": [], "perhaps": [], "fact": []}
    for name in names_of("en"):
        kind, _, variant = name.removeprefix(prefix).partition(".")
        if name.startswith(prefix) and said.kind.fullmatch(kind):
            variant = "" if variant == "holds" else variant.removesuffix(".holds")
            if re.match(r"(KA-\S+ )?[KR]?\d", variant):
                if said.clauses is None or variant in said.clauses:
                    found["perhaps" if said.clauses is None else "clause"].append(name)
            elif not variant or said.facts is None or said.facts & {variant, *CASES}:
                found["fact" if variant else ""].append(name)
    # A clause that has a message of its own is never told by that of the kind; one that is not written out may be.
    return [*found["fact"], *(found["clause"] or found[""] or found["perhaps"])]


def places(name: str, language: str) -> set[str]:
    forms = (messages(language).template(name, count) for count in (1, 2))
    return {place for form in forms for _, place, _, _ in Formatter().parse(form) if place}


@pytest.mark.parametrize("game", PREFIXES)
def test_every_kind_has_a_message(game: str) -> None:
    made = list(made_in(game))
    assert len(made) > 60
    assert [said.where for said in made if not told_by(PREFIXES[game], said)] == []


@pytest.mark.parametrize("game", PREFIXES)
def test_the_places_of_a_message_are_facts_of_whatever_it_may_tell(game: str) -> None:
    lacking = [
        f"{said.where}: {name} asks for {', '.join(sorted(asked))}"
        for said in made_in(game)
        if said.facts is not None
        for name in told_by(PREFIXES[game], said)
        for language in LANGUAGES
        if (asked := places(name, language) - said.facts - ADDED)
    ]
    assert lacking == []
