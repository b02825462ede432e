"""Write the positions that the desk shows for rulings, clauses and the examples of the rulebooks.

    python tools/desk_positions.py

Those of rulings are noted while their tests run (tests/desk_positions.py); those of clauses and of the worked examples
are the scenarios below tests/scenarios. They go to `positions.json` beside the clauses of each game.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from esquive.clauses.clause_index import EDITIONS  # noqa: E402 - as all that is found from the root
from esquive.core.games import game_named  # noqa: E402
from esquive.core.question_links import Question, lasting  # noqa: E402
from esquive.core.scenario import Scenario, read_scenario  # noqa: E402
from esquive.core.waiting import Decision, Over  # noqa: E402
from esquive.core.worked_positions import FILE, WorkedPosition, WorkedPositions, packed  # noqa: E402
from tests.desk_positions import SHOWN, WRITE, slim  # noqa: E402

SCENARIOS: Final = ROOT / "tests" / "scenarios"
LISTS: Final = {"krosmaster": SCENARIOS / "examples.md", "kaos": SCENARIOS / "kaos" / "examples.md"}
ROW: Final = re.compile(r"\| (E\d+|K[\d.]+) \|.*")
LINKED: Final = re.compile(r"\]\(([^)]+\.toml)\)")


def main() -> int:
    """Write the files."""
    noted = rulings()
    for edition in EDITIONS:
        if edition.base is None:
            found = gathered(edition.game, noted.get(edition.game, {}))
            (edition.folder / FILE).write_text(packed(found), encoding="utf-8")
            counts = f"{len(found.rulings)} rulings, {len(found.clauses)} clauses, {len(found.examples)} examples"
            print(f"{edition.folder.relative_to(ROOT) / FILE}: {counts}")
    return 0


def rulings() -> dict[str, dict[str, WorkedPosition]]:
    """By game and ruling: what the first of its tests shows that shows something."""
    with tempfile.TemporaryDirectory() as folder:
        kept = Path(folder) / "noted.jsonl"
        kept.touch()
        words = ["-q", "-p", "no:randomly", "-k", "test_ruling_r", "tests/krosmaster", "tests/kaos"]
        environment = {**os.environ, WRITE: str(kept)}
        subprocess.run([sys.executable, "-m", "pytest", *words], cwd=ROOT, env=environment, check=True)
        lines = kept.read_text(encoding="utf-8").splitlines()
    found: dict[str, dict[str, WorkedPosition]] = {}
    tests: dict[str, str] = {}
    for ruling, game, test, line, document in sorted(map(json.loads, lines), key=lambda one: int(one[0][1:])):
        if ruling not in found.setdefault(game, {}):
            found[game][ruling] = WorkedPosition(Question({"game": game, **slim(game, document)}, line))
            tests[ruling] = test
    SHOWN.write_text(json.dumps(tests, indent=1) + "\n", encoding="utf-8")
    return found


def gathered(game: str, of_rulings: dict[str, WorkedPosition]) -> WorkedPositions:
    """All positions of a game: those of its rulings, its worked examples, and as few scenarios as show every clause."""
    found: dict[Path, tuple[Scenario, WorkedPosition]] = {}
    for path in sorted((SCENARIOS / game).rglob("*.toml")):
        scenario = read_scenario(path)
        shown = position_of(scenario)
        if shown is not None:
            found[path] = scenario, shown
    examples: dict[str, list[WorkedPosition]] = {}
    clauses: dict[str, WorkedPosition] = {}
    for row in ROW.finditer(LISTS[game].read_text(encoding="utf-8")):
        for link in LINKED.findall(row[0]):
            place = (LISTS[game].parent / link).resolve()
            if place not in found:
                continue
            scenario, shown = found[place]
            examples.setdefault(row[1], []).append(shown)
            clauses.update({clause: shown for clause in scenario.clauses if clause not in clauses})
    worked = [one for several in examples.values() for one in several]
    while left := [(one, {*scenario.clauses} - {*clauses}) for scenario, one in found.values()]:
        shown, new = max(left, key=lambda pair: (len(pair[1]), -len(str(pair[0].question.document))))
        if not new:
            break
        clauses.update(dict.fromkeys(new, shown))
    used = {id(one) for one in worked}
    for key, one in clauses.items():  # what it shows besides is said in studies of examples only
        clauses[key] = one if id(one) in used else WorkedPosition(one.question)
    return WorkedPositions(
        of_rulings,
        {clause: clauses[clause] for clause in sorted(clauses)},
        examples,
    )


def position_of(scenario: Scenario) -> WorkedPosition | None:
    """A scenario as a question: its first line, none where dice are rolled; None where it says more than a document."""
    game = game_named(str(scenario.document.get("game", "")))
    state = game.from_document(scenario.document)
    document = lasting(game, game.to_document(state))
    line = next((step.do for step in scenario.steps if step.do is not None), "")
    if "exact" in document or isinstance(state.waiting, Over):
        return None
    line = line if isinstance(state.waiting, Decision) else ""
    return WorkedPosition(Question(scenario.document, line), scenario.title, scenario.clauses)


if __name__ == "__main__":
    sys.exit(main())
