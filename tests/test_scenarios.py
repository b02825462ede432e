"""Every scenario file is a test: a drawn position, the dice, and what must come of it."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from esquive.clauses.clause_index import edition
from esquive.core.citations import names_of_tests
from esquive.core.clauses import Registry
from esquive.core.games import game_named
from esquive.core.scenario import Scenario, read_scenario, run_file

SCENARIOS = Path(__file__).parent / "scenarios"
FILES = sorted(SCENARIOS.rglob("*.toml"))
EXAMPLES = SCENARIOS / "examples.md"
WORKED_EXAMPLES = 76
EXAMPLE_COMMENT = re.compile(r"# (E\d+(?: E\d+)*)")
EXAMPLE_ROW = re.compile(r"\| (E\d+) \| (.+) \|")


def name_of(path: Path) -> str:
    """The path of a scenario below the folder of scenarios, without its ending."""
    return path.relative_to(SCENARIOS).with_suffix("").as_posix()


@pytest.fixture(scope="module")
def scenarios() -> dict[str, Scenario]:
    """Every scenario by its name."""
    return {name_of(path): read_scenario(path) for path in FILES}


@pytest.fixture(scope="module")
def books(scenarios: dict[str, Scenario]) -> dict[tuple[str, str], Registry]:
    """The clauses of every game and release that some scenario is about."""
    wanted = {book_of(scenario) for scenario in scenarios.values()}
    return {(game, release): edition(game, release).registry() for game, release in wanted}


def book_of(scenario: Scenario) -> tuple[str, str]:
    """Game and release of a scenario; no release is the game's first."""
    return str(scenario.document["game"]), str(scenario.document.get("release", ""))


def rows_of_examples() -> Iterator[tuple[str, str]]:
    """The rows of the page of examples: number, and where it is or why it is nowhere."""
    for line in EXAMPLES.read_text(encoding="utf-8").splitlines():
        row = EXAMPLE_ROW.fullmatch(line)
        if row:
            yield row.group(1), row.group(2)


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_scenario(path: Path) -> None:
    assert run_file(path, game_named).failures == []


def test_there_are_scenarios() -> None:
    """A folder that has moved would pass in silence."""
    assert len(FILES) >= 300


def test_every_title_is_a_sentence_of_its_own(scenarios: dict[str, Scenario]) -> None:
    titles = Counter(scenario.title for scenario in scenarios.values())
    assert [title for title, number in titles.items() if number > 1] == []
    assert [title for title in titles if not title[0].isupper() or title.endswith(".") or " " not in title] == []


def test_every_scenario_cites_testable_clauses_of_its_rulebook(
    scenarios: dict[str, Scenario], books: dict[tuple[str, str], Registry]
) -> None:
    faults = [f"{name}: no clause" for name, scenario in scenarios.items() if not scenario.clauses]
    for name, scenario in scenarios.items():
        testable = {clause.clause for clause in books[book_of(scenario)].testable()}
        faults += [f"{name}: {clause}" for clause in scenario.clauses if clause not in testable]
        faults += [f"{name}: {clause} twice" for clause, n in Counter(scenario.clauses).items() if n > 1]
    assert faults == []


def test_every_scenario_lies_in_a_chapter_it_cites(scenarios: dict[str, Scenario]) -> None:
    """`krosmaster/7.2-attack-spells/…` cites 7.2 or a clause below it, `krosmaster/2.2/310-block/…` the Italian 310."""
    faults: list[str] = []
    for name, scenario in scenarios.items():
        game, *_, folder, _ = name.split("/")
        chapter = folder.partition("-")[0]
        if not any(clause == chapter or clause.startswith(f"{chapter}.") for clause in scenario.clauses):
            faults.append(f"{name}: no clause of {chapter}")
        if game != scenario.document["game"]:
            faults.append(f"{name}: about {scenario.document['game']}")
    assert faults == []


def test_every_refused_line_is_refused_by_a_known_clause(
    scenarios: dict[str, Scenario], books: dict[tuple[str, str], Registry]
) -> None:
    unknown = [
        f"{name}: {step.refused}"
        for name, scenario in scenarios.items()
        for step in scenario.steps
        if step.refused is not None and step.refused not in books[book_of(scenario)]
    ]
    assert unknown == []


def test_every_scenario_asks_for_something(scenarios: dict[str, Scenario]) -> None:
    """A scenario that expects nothing could not fail."""
    idle = [
        name
        for name, scenario in scenarios.items()
        if not any(step.expect or step.refused or step.events for step in scenario.steps)
    ]
    assert idle == []


def test_every_worked_example_is_accounted_for() -> None:
    """The page of examples has one row for each, and names exactly the files whose comment names the example."""
    rows = dict(rows_of_examples())
    assert list(rows) == [f"E{number}" for number in range(1, WORKED_EXAMPLES + 1)]
    played: dict[str, set[str]] = {}
    for path in FILES:
        comment = EXAMPLE_COMMENT.match(path.read_text(encoding="utf-8").splitlines()[0])
        for example in comment.group(1).split() if comment else ():
            played.setdefault(example, set()).add(path.relative_to(SCENARIOS).as_posix())
    listed = {example: set(re.findall(r"\]\(([^)]+\.toml)\)", text)) for example, text in rows.items()}
    assert {example: files for example, files in listed.items() if files} == played


def test_every_test_that_holds_a_worked_example_exists() -> None:
    """An example without a position is a test, which the page names."""
    named = {name for _, text in rows_of_examples() for name in re.findall(r"`(test_\w+)`", text)}
    assert named and named - set(names_of_tests(EXAMPLES.parents[2], "tests")) == set()
