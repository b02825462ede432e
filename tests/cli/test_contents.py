"""The contents of the rulebooks: a page a chapter, every clause on one, every link leading somewhere."""

import re
from functools import cache
from pathlib import Path

import pytest

from esquive.clauses.clause_index import EDITIONS, PACKAGE
from esquive.clauses.contents_pages import chapter_of, contents
from esquive.core.rulebook import Rulebook

ROOT = PACKAGE.parents[1]


@cache
def pages(edition: Rulebook) -> dict[str, str]:
    return contents(ROOT, edition)


@pytest.mark.parametrize("edition", EDITIONS, ids=repr)
def test_every_clause_stands_on_the_page_of_its_chapter_and_on_no_other(edition: Rulebook) -> None:
    found = [
        (clause, name)
        for name, text in pages(edition).items()
        for clause in re.findall(r"^(?:- \*\*|##? )(K?[0-9][0-9a-z.]*(?:-axe)?)\b", text, re.MULTILINE)
    ]
    wanted = [clause.clause for clause in edition.registry() if ":" not in clause.clause]
    assert sorted(found) == sorted((clause, f"{chapter_of(clause)}.md") for clause in wanted)


@pytest.mark.parametrize("edition", EDITIONS, ids=repr)
def test_every_link_leads_to_a_page_or_into_the_checkout(edition: Rulebook) -> None:
    made = pages(edition)
    links = {link for text in made.values() for link in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", text)}
    assert "../../../docs/rulings.md" in links or "../../../docs/rulings-kaos.md" in links
    folder = Path(ROOT, "build", "contents", edition.key)
    assert [link for link in links if link not in made and not (folder / link).resolve().exists()] == []


@pytest.mark.parametrize("edition", EDITIONS, ids=repr)
def test_the_first_page_lists_the_chapters(edition: Rulebook) -> None:
    made = pages(edition)
    assert re.findall(r"\]\((.+?\.md)\)", made["README.md"]) == [name for name in made if name != "README.md"]
