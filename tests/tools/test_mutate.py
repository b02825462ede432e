"""The mutation check breaks what it says, and nothing else."""

import ast
import importlib.util
import sys
from pathlib import Path
from random import Random
from types import ModuleType

import pytest

from tests.ways import again

ROOT = Path(__file__).parents[2]


def loaded(name: str, path: Path) -> ModuleType:
    """A file as a module."""
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def mutations() -> ModuleType:
    """tools/mutations.py as a module."""
    return loaded("mutations", ROOT / "tools" / "mutations.py")


@pytest.fixture(scope="module")
def mutate(mutations: ModuleType) -> ModuleType:
    """tools/mutate.py as a module; it takes the mutations from the module above."""
    assert sys.modules["mutations"] is mutations
    return loaded("mutate", ROOT / "tools" / "mutate.py")


@pytest.fixture(scope="module")
def worker() -> ModuleType:
    """tools/mutation_worker.py as a module."""
    return loaded("mutation_worker", ROOT / "tools" / "mutation_worker.py")


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


def allowed(state: int) -> bool:
    """As one release has it."""
    return True
'''


def test_every_change_of_a_function_is_found_once(mutations: ModuleType) -> None:
    found = [(change.function, change.what) for change in mutations.changes(ast.parse(SAMPLE))]
    assert found == [
        ("cost", "return 0 at once"),
        ("cost", "3 becomes 4 in `total = 3`"),
        ("cost", "3 becomes 2 in `total = 3`"),
        ("cost", "if not (state > 2 and (not log))"),
        ("cost", "and/or swapped in `state > 2 and (not log)`"),
        ("cost", "GtE in `state > 2`"),
        ("cost", "2 becomes 3 in `state > 2`"),
        ("cost", "2 becomes 1 in `state > 2`"),
        ("cost", "the not dropped in `not log`"),
        ("cost", "leave out `total += min(state, 5)`"),
        ("cost", "the other way round: `total += min(state, 5)`"),
        ("cost", "max in `min(state, 5)`"),
        ("cost", "5 becomes 6 in `min(state, 5)`"),
        ("cost", "5 becomes 4 in `min(state, 5)`"),
        ("cost", "leave out `state.ap = total`"),
        ("cost", "+/- swapped in `total - 1`"),
        ("cost", "1 becomes 2 in `total - 1`"),
        ("cost", "1 becomes 0 in `total - 1`"),
        ("allowed", "return False at once"),
    ]


def test_changes_of_one_name_are_numbered(mutations: ModuleType) -> None:
    text = "def far(a: int) -> str:\n    b = -1 + a[0]\n    return [a[0], b < 2 < a]\n"
    found = [change.what for change in mutations.changes(ast.parse(text))]
    assert found == [
        "+/- swapped in `-1 + a[0]`",
        "1 becomes 2 in `-1 + a[0]`",
        "1 becomes 0 in `-1 + a[0]`",
        "0 becomes 1 in `a[0]`",
        "0 becomes -1 in `a[0]`",
        "0 becomes 1 in `a[0]` (2)",
        "0 becomes -1 in `a[0]` (2)",
        "LtE in `b < 2 < a`",
        "LtE in `b < 2 < a` (2)",
        "2 becomes 3 in `b < 2 < a`",
        "2 becomes 1 in `b < 2 < a`",
    ]


def test_each_change_makes_another_text_that_can_be_read(mutations: ModuleType) -> None:
    number = len(list(mutations.changes(ast.parse(SAMPLE))))
    texts = {mutations.broken(SAMPLE, place) for place in range(number)}
    assert len(texts) == number
    assert ast.unparse(ast.parse(SAMPLE)) not in texts
    assert mutations.broken(SAMPLE, 4).count("or not log") == 1


CHAPTERS = {
    "krosmaster": {"table/board.py", "book/casting.py", "book/effects/apply.py", "book/effects/running.py"},
    "kaos": {"geometry/planar.py", "geometry/sight.py", "book/exchange.py", "book/wounds.py", "book/effects.py"},
}


@pytest.mark.parametrize("game", CHAPTERS)
def test_there_are_enough_mutations_in_every_chapter_and_each_has_a_name(mutations: ModuleType, game: str) -> None:
    found = mutations.all_mutations(mutations.GAMES[game])
    assert len(found) >= 4000
    files = {mutation.file for mutation in found}
    assert files >= CHAPTERS[game]
    assert not any(file.endswith("__init__.py") or file.startswith("cards/") for file in files)
    assert not any("log" in mutation.what.split() for mutation in found)


def test_the_mutations_of_a_release_are_those_of_its_procedures_and_of_what_it_alone_has(mutations: ModuleType) -> None:
    found = mutations.mutations_of_release(mutations.KROSMASTER, "2.2")
    assert 300 < len(found) < 500
    places = {(mutation.file, mutation.function) for mutation in found}
    assert {
        ("book/block.py", "lose_all"),
        ("book/scenery.py", "push_cube"),
        ("book/damage.py", "damage_to_scenery"),
    } <= places
    assert not places & {("book/block.py", "lose_fixed"), ("book/healing.py", "heal"), ("book/block.py", "lockers_of")}


@pytest.mark.parametrize("game", ["kaos", again("krosmaster")])
def test_a_mutation_of_the_real_rules_changes_its_file(mutations: ModuleType, game: str) -> None:
    folder = ROOT / mutations.GAMES[game].folder
    for mutation in Random(1).sample(mutations.all_mutations(mutations.GAMES[game]), 12):
        text = (folder / mutation.file).read_text(encoding="utf-8")
        assert mutations.broken(text, mutation.number) != ast.unparse(ast.parse(text)), str(mutation)


def test_the_tests_that_pass_through_a_line_come_first_and_those_that_fail_already_never(
    mutate: ModuleType, mutations: ModuleType
) -> None:
    """Of those, the ones of its module, and that see least; then those of which not every call was followed."""

    def test(name: str, lines: int, failed: bool = False) -> dict[str, object]:
        return {"name": name, "seconds": 1.0, "lines": lines, "failed": failed}

    known = mutate.TestMap(
        {
            "tests": [
                test("wide", 900),
                test("narrow", 20),
                test("elsewhere", 5),
                test("broken", 1, failed=True),
                test("long", 3),
                test("tests/test_block_dice.py::test_one", 950),
            ],
            "lines": {"book/block.py": {"30": [0, 1, 3, 5]}},
            "unfollowed": {"book/block.py": {"lockers_of": [0, 3, 4], "may_lock": [2]}},
        }
    )
    here = mutations.Mutation("book/block.py", 30, "lockers_of", "what", 0)
    assert [one["name"] for one in known.through(here)] == [
        "tests/test_block_dice.py::test_one",
        "narrow",
        "wide",
        "long",
    ]
    assert [one["name"] for one in known.through(here._replace(line=40))] == ["long", "wide"]
    assert known.through(here._replace(line=40, function="elsewhere")) == []
    assert (known.failed, known.seconds) == (["broken"], 6.0)


def test_tests_named_after_a_module_and_those_that_see_least_come_by_turns(mutate: ModuleType) -> None:
    """However many are named after it, the narrow ones of other files are among the first."""
    seen = {"/test_block.py::a": 400, "/test_block.py::b": 300, "/test_block.py::c": 500, "d": 7, "e": 90}
    tests = [{"name": name, "seconds": 1.0, "lines": lines, "failed": False} for name, lines in seen.items()]
    known = mutate.TestMap({"tests": tests, "lines": {}, "unfollowed": {}})
    found = [one["name"] for one in known.in_order(range(5), "/test_block")]
    assert found == ["/test_block.py::b", "d", "/test_block.py::a", "e", "/test_block.py::c"]


@pytest.mark.parametrize("name", ["block.py:lockers_of", "block.py:BlockFrame.compare", "casting.py:CastFrame.pay"])
def test_the_worker_finds_a_function_and_its_code(worker: ModuleType, name: str) -> None:
    """What is put in its place belongs to the same function."""
    file, _, function = name.partition(":")
    found = worker.function_named(f"book/{file}", function)
    text = (ROOT / "src" / "esquive" / "krosmaster" / "book" / file).read_text(encoding="utf-8")
    code = worker.code_named(compile(text, file, "exec"), function)
    assert found.__code__.co_name == code.co_name == function.rpartition(".")[2]
    assert found.__code__.co_varnames == code.co_varnames
    assert worker.code_named(compile(text, file, "exec"), f"{function}.nowhere") is None


SIGNS = """def sign(number):
    if number < 0:
        return -1
    return 1

def seldom():
    return 0
"""


def test_the_worker_follows_the_first_calls_of_a_function_and_names_it_when_there_are_more(
    worker: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(worker, "SOURCES", str(tmp_path))
    monkeypatch.setattr(worker, "FOLLOWED_CALLS", 2)
    (tmp_path / "book").mkdir()
    (tmp_path / "book" / "signs.py").write_text(SIGNS, encoding="utf-8")
    signs = loaded("signs", tmp_path / "book" / "signs.py")
    before, tracer = sys.gettrace(), worker.Tracer()
    tracer.start()
    for number in (1, 2, -3):
        signs.sign(number)
    signs.seldom()
    sys.settrace(before)
    assert tracer.lines == {("book/signs.py", line) for line in (1, 2, 4, 6, 7)}
    assert tracer.unfollowed() == {("book/signs.py", "sign")}


@pytest.mark.parametrize("game", CHAPTERS)
def test_what_is_said_to_be_equivalent_names_a_mutation(mutations: ModuleType, game: str) -> None:
    names = {mutation.name for mutation in mutations.every_mutation(mutations.GAMES[game])}
    said = mutations.read_equivalents(mutations.GAMES[game])
    assert said and set(said) <= names
    assert all(said.values())


def test_a_draw_stays_what_it_was_when_other_mutations_come_or_go(mutate: ModuleType, mutations: ModuleType) -> None:
    known = mutations.all_mutations(mutations.KROSMASTER)
    first = mutate.drawn(known, 40, seed=21)
    assert len(first) == 40
    # One that is named as equivalent makes room for one more; what was not drawn may come and go.
    fewer = mutate.drawn([mutation for mutation in known if mutation != first[7]], 40, seed=21)
    assert [mutation for mutation in first if mutation not in fewer] == [first[7]]
    others = mutate.drawn([mutation for mutation in known if mutation in first or mutation.number % 2], 40, seed=21)
    assert others == first
    assert mutate.drawn(known, 40, seed=22) != first
