"""`esquive docs`: a folder of generated files, and the diagrams."""

import argparse
import json
from pathlib import Path

import pytest

from esquive.clauses.clause_index import EDITIONS
from esquive.clauses.contents_pages import section
from esquive.cli.docs import Generator, run
from esquive.core.coverage import Coverage
from esquive.krosmaster.drawn.diagrams import PICTURES


def sample_folder(_root: Path) -> dict[str, str]:
    return {"one.svg": "<svg/>\n", "two.svg": "<svg/>\n"}


def states(names: list[str], capsys: pytest.CaptureFixture[str], *, check: bool) -> tuple[int, dict[str, str]]:
    code = run(argparse.Namespace(names=names, read=None, check=check, json=True))
    return code, {line["file"]: line["state"] for line in json.loads(capsys.readouterr().out)}


def test_a_folder_is_written_checked_and_cleared_of_what_is_made_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = Generator("folder", "docs/drawn/", "tests.cli.test_docs:sample_folder")
    monkeypatch.setattr("esquive.cli.docs.GENERATORS", (folder,))
    monkeypatch.setattr("esquive.cli.docs.checkout", lambda: tmp_path)
    one, two, old = "docs/drawn/one.svg", "docs/drawn/two.svg", "docs/drawn/old.svg"
    assert states([], capsys, check=True) == (1, {one: "stale", two: "stale"})
    assert states([], capsys, check=False) == (0, {one: "written", two: "written"})
    (tmp_path / one).write_text("scribbled", encoding="utf-8")
    (tmp_path / old).write_text("of a clause without a diagram", encoding="utf-8")
    assert states([], capsys, check=True) == (1, {one: "stale", two: "fresh", old: "stale"})
    assert states([], capsys, check=False) == (0, {one: "written", two: "fresh", old: "removed"})
    assert states([], capsys, check=True) == (0, {one: "fresh", two: "fresh"})


def test_a_generator_that_gives_a_page_for_a_folder_is_an_error(tmp_path: Path) -> None:
    wrong = Generator("folder", "docs/page.md", "tests.cli.test_docs:sample_folder")
    with pytest.raises(TypeError, match=r"must return str for docs/page\.md"):
        wrong.make(tmp_path)


def test_the_diagrams_in_docs_are_those_the_engine_draws(capsys: pytest.CaptureFixture[str]) -> None:
    """When this fails the rules or the drawing have changed: look at the new pictures, then `make docs`."""
    code, found = states(["diagrams"], capsys, check=True)
    assert [file for file, state in found.items() if state != "fresh"] == []
    assert (code, len(found)) == (0, len(PICTURES))


def test_the_contents_link_the_diagram_of_each_clause_that_has_one() -> None:
    for book, release in zip(EDITIONS, ("2.7", "2.2"), strict=False):
        registry = book.registry()
        nothing_cited = Coverage("krosmaster", release, registry, [], {})
        linked = {
            clause.clause: [line for line in section(nothing_cited, clause, [], "docs/rulings.md") if "Diagram" in line]
            for clause in registry
        }
        for clause in registry:
            wanted = [one for one in (clause.clause, *clause.shared) if one in PICTURES]
            assert linked[clause.clause] == [f"  [Diagram](../../../docs/diagrams/{one}.svg)." for one in wanted]
    assert {known for book in EDITIONS[:2] for known in PICTURES if book.registry().is_known(known)} == set(PICTURES)
