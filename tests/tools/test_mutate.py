"""The mutation check breaks what it says, and nothing else."""

import ast
import importlib.util
import sys
from pathlib import Path
from random import Random
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def mutate() -> ModuleType:
    """tools/mutate.py as a module."""
    spec = importlib.util.spec_from_file_location("mutate", ROOT / "tools" / "mutate.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["mutate"] = module
    spec.loader.exec_module(module)
    return module


SAMPLE = '''
def cost(state: int, log: list[int]) -> int:
    """What it costs."""
    total = 3
    if state > 2 and not log:
        total += min(state, 5)
    if log is not None and state.log is not None:
        state.log.append(7)
    state.ap = total
    return total - 1


def copy(state: int) -> int:
    return state + 1
'''


def test_every_change_of_a_function_is_found_once(mutate: ModuleType) -> None:
    found = [(change.function, change.what) for change in mutate.changes(ast.parse(SAMPLE))]
    assert found == [
        ("cost", "return 0 at once"),
        ("cost", "3 becomes 4 (column 12)"),
        ("cost", "3 becomes 2 (column 12)"),
        ("cost", "if not (state > 2 and (not log))"),
        ("cost", "and/or swapped in `state > 2 and (not log)`"),
        ("cost", "GtE in `state > 2`"),
        ("cost", "2 becomes 3 (column 15)"),
        ("cost", "2 becomes 1 (column 15)"),
        ("cost", "the not dropped in `not log`"),
        ("cost", "leave out `total += min(state, 5)`"),
        ("cost", "the other way round: `total += min(state, 5)`"),
        ("cost", "max in `min(state, 5)`"),
        ("cost", "5 becomes 6 (column 28)"),
        ("cost", "5 becomes 4 (column 28)"),
        ("cost", "leave out `state.ap = total`"),
        ("cost", "+/- swapped in `total - 1`"),
        ("cost", "1 becomes 2 (column 19)"),
        ("cost", "1 becomes 0 (column 19)"),
    ]


def test_each_change_makes_another_text_that_can_be_read(mutate: ModuleType) -> None:
    number = len(list(mutate.changes(ast.parse(SAMPLE))))
    texts = {mutate.broken(SAMPLE, place) for place in range(number)}
    assert len(texts) == number
    assert ast.unparse(ast.parse(SAMPLE)) not in texts
    assert mutate.broken(SAMPLE, 4).count("or not log") == 1


def test_there_are_enough_mutations_in_every_chapter_and_each_has_a_name(mutate: ModuleType) -> None:
    found = mutate.all_mutations()
    assert len(found) >= 150
    files = {mutation.file for mutation in found}
    assert {"board.py", "rules/casting.py", "rules/wounds.py", "effects/apply.py", "effects/running.py"} <= files
    assert not any("log" in mutation.what.split() for mutation in found)


def test_a_mutation_of_the_real_rules_changes_its_file(mutate: ModuleType) -> None:
    for mutation in Random(1).sample(mutate.all_mutations(), 25):
        text = (ROOT / mutate.GAME / mutation.file).read_text(encoding="utf-8")
        assert mutate.broken(text, mutation.number) != ast.unparse(ast.parse(text)), str(mutation)


def test_what_is_said_to_be_equivalent_names_a_mutation(mutate: ModuleType) -> None:
    names = set()
    for path in mutate.sources():
        file = str(path.relative_to(mutate.GAME))
        for change in mutate.changes(ast.parse((ROOT / path).read_text(encoding="utf-8"))):
            names.add(f"{file} {change.function}: {change.what}")
    assert set(mutate.EQUIVALENT) <= names
    assert all(mutate.EQUIVALENT.values())
