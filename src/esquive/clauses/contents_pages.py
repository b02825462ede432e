"""The contents of a rulebook, a page a chapter: each clause in our words, its code, its tests and its rulings.

They change with almost every edit of the sources, so they are built (`make docs` writes them to `build/contents/`) and
not kept. Links lead from there into the checkout.
"""

from pathlib import Path
from typing import Final

from esquive.clauses.clause_index import coverage, scan
from esquive.core.citations import SCENARIO, Site
from esquive.core.clauses import Clause, parent_of
from esquive.core.coverage import Coverage
from esquive.core.games import game_named
from esquive.core.rulebook import Rulebook
from esquive.core.rulings import Ruling

# From a page in build/contents/GAME/ to the root of the checkout.
ROOT: Final = "../../.."
INTRODUCTION: Final = "Built by `make docs`; edit the sources it is made from, not this page."


def contents(root: Path, wanted: Rulebook) -> dict[str, str]:
    """The pages of an edition by file name: README.md with its chapters and how much of it is held, then each one."""
    cited = scan(root, wanted)
    covered = coverage(wanted, cited)
    by_clause: dict[str, list[Ruling]] = {}
    for ruling in cited.rulings.values():
        for number in wanted.read_by(ruling):
            by_clause.setdefault(number, []).append(ruling)
    pages: dict[str, list[str]] = {}
    titles: dict[str, str] = {}
    for clause in covered.registry:
        chapter = chapter_of(clause.clause)
        entry = section(covered, clause, by_clause.get(clause.clause, []), wanted.ledger)
        if chapter not in pages:
            titles[chapter] = f"{chapter} {title_of(clause)}".rstrip()
            pages[chapter] = [f"# {titles[chapter]}", "", INTRODUCTION, ""]
            if title_of(clause):
                continue
        lines = pages[chapter]
        lines.extend(entry[1:] if entry[0] == lines[-1] == "" else entry)
    data = covered.to_data()
    index = [
        f"# {wanted.game.capitalize()} {wanted.release}, clause by clause",
        "",
        INTRODUCTION,
        "",
        f"{data['clauses']} clauses, {data['testable']} of them testable: {data['implemented']} implemented,"
        f" {data['tested']} tested, {len(data['missing'])} missing. The words are ours, not the rulebook's.",
        "",
        *(f"- [{title}]({chapter}.md)" for chapter, title in titles.items()),
    ]
    return {"README.md": _text(index), **{f"{chapter}.md": _text(lines) for chapter, lines in pages.items()}}


def _text(lines: list[str]) -> str:
    return "\n".join(lines).rstrip("\n") + "\n"


def chapter_of(number: str) -> str:
    """The chapter of a clause: `7` of `7.2.8.c`, `3` of `310.2e`, `K20` of `K20.9`, `fr-2` of `fr:2.1`."""
    while parent_of(number):
        number = parent_of(number)
    return number.replace(":", "-")


def title_of(clause: Clause) -> str:
    """The title of a heading; empty for a clause that says something."""
    if clause.kind != "flavour" or not clause.paraphrase.startswith("Heading: "):
        return ""
    title = clause.paraphrase.removeprefix("Heading: ").rstrip(".")
    return f"{title[0].upper()}{title[1:]}"


def section(covered: Coverage, clause: Clause, rulings: list[Ruling], ledger: str) -> list[str]:
    """A heading, or a clause with what holds it."""
    number = clause.clause
    title = title_of(clause)
    if title:
        return ["", f"## {number} {title}", ""]
    parts = [f"- **{number}** {clause.paraphrase}"]
    code = [f"[{_short(site)}]({ROOT}/{site.path})" for site in _distinct(covered.code(number))]
    tests = [f"[{site.name}]({ROOT}/{site.path})" for site in _distinct(covered.tests(number))]
    if code:
        parts.append(f"  Code: {', '.join(code)}.")
    if tests:
        parts.append(f"  Tests: {', '.join(tests)}.")
    if rulings:
        links = [f"[{ruling.ruling}]({_anchor(ruling, ledger)})" for ruling in rulings]
        parts.append(f"  Rulings: {', '.join(links)}.")
    drawn = game_named(covered.game).diagrams()
    for one in (number, *clause.shared):
        if one in drawn:
            parts.append(f"  [Diagram]({ROOT}/docs/diagrams/{one}.svg).")
    if clause.is_testable and not (code and tests):
        parts.append("  *Missing.*")
    return parts


def _distinct(sites: list[Site]) -> list[Site]:
    """One site for each function, in the order found."""
    return list({(site.path, site.name): site for site in sites}.values())


def _short(site: Site) -> str:
    """How a place in the code is called: `book.block.roll_lock`."""
    module = site.module.removeprefix("esquive.").partition(".")[2] or site.module.removeprefix("esquive.")
    return f"{module}.{site.name}" if site.name and site.kind != SCENARIO else module


def _anchor(ruling: Ruling, ledger: str) -> str:
    """The link to a ruling's heading as Markdown renderers make it."""
    kept = "".join(
        letter for letter in f"{ruling.ruling}. {ruling.title}".lower() if letter.isalnum() or letter in " -"
    )
    return f"{ROOT}/{ledger}#{kept.replace(' ', '-')}"
