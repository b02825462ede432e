"""`esquive docs`: writes the generated pages of docs/, or says which of them are stale.

Each page has one entry in `GENERATORS`; its function takes the root of the checkout and returns the page's text, and
is imported only when its page is wanted. A target that ends in a slash is a folder of generated files only: its
function returns the text of each by name, and whatever else lies there is removed. Pages name functions and not line
numbers, so that they go stale when what they say changes and not with every edit.
"""

import argparse
import importlib
import json
from collections.abc import Container, Iterator
from pathlib import Path
from typing import Final

from esquive.cli.rulebooks import checkout, coverage, scan
from esquive.core.citations import SCENARIO, Site
from esquive.core.clauses import Clause
from esquive.core.coverage import Coverage
from esquive.core.errors import EsquiveError
from esquive.core.games import USUAL, game_named, games
from esquive.core.rulebook import Rulebook
from esquive.core.rulings import Ruling


class Generator:
    """One generated file or folder: its name on the command line, where it is, and the function that makes the text."""

    __slots__ = ("book", "function", "is_page", "name", "target")

    def __init__(
        self, name: str, target: str, function: str, book: Rulebook | None = None, *, is_page: bool = True
    ) -> None:
        self.name = name
        self.target = target  # relative to the root of the checkout; a folder ends in a slash
        self.function = function  # "module:function", Callable[[Path], str], or dict[str, str] for a folder
        self.book = book  # what the page is about, and the function's second argument
        self.is_page = is_page  # False: written only when named, as the index that a wheel is built with

    def make(self, root: Path) -> dict[str, str]:
        """The text of each file, made from the checkout at root, by its path relative to the root."""
        module, _, name = self.function.partition(":")
        about = () if self.book is None else (self.book,)
        made = getattr(importlib.import_module(module), name)(root, *about)
        wanted = dict if self.target.endswith("/") else str
        if not isinstance(made, wanted):
            raise TypeError(f"{self.function} must return {wanted.__name__} for {self.target}, not {made!r:.40}")
        if isinstance(made, str):
            return {self.target: made}
        return {f"{self.target}{file}": text for file, text in made.items()}

    def left_over(self, root: Path, made: dict[str, str]) -> list[str]:
        """The files of a generated folder that are made no more."""
        if not self.target.endswith("/") or not (root / self.target).is_dir():
            return []
        found = [f"{self.target}{path.name}" for path in sorted((root / self.target).iterdir())]
        return [file for file in found if file not in made]


def _generators() -> Iterator[Generator]:
    """The pages of every game: the clauses of its rulebooks, its diagrams, pages of its own; and the protocol."""
    for game in games():
        for book in game.rulebooks[:1]:
            yield Generator(f"contents-{game.name}", f"docs/contents-{game.name}.md", "esquive.cli.docs:contents", book)
    for game in games():
        if game.diagrams():
            yield Generator("diagrams", "docs/diagrams/", "esquive.cli.docs:diagrams")
        for name, (target, function) in game.pages().items():
            yield Generator(name, target, function)
    yield Generator("protocol", "web/src/protocol.ts", "esquive.cli.typescript:typescript")
    for game in games():
        for book in game.rulebooks[:1]:
            name = "coverage-index" if game.name == USUAL else f"coverage-index-{game.name}"
            target = f"src/esquive/{game.name}/releases/{book.release}/coverage.json"
            yield Generator(name, target, "esquive.cli.docs:coverage_index", book, is_page=False)


GENERATORS: Final = tuple(_generators())


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declares the verb and its options."""
    names = ", ".join(generator.name for generator in GENERATORS)
    parser = subparsers.add_parser(
        "docs", help="write the generated pages of docs/", description=f"Generated files: {names}."
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="only these; default: every page")
    parser.add_argument("--check", action="store_true", help="write nothing; 1 when a page is stale")
    parser.add_argument("--json", action="store_true", help="one JSON document on stdout")


def run(args: argparse.Namespace) -> int:
    """Writes or checks the pages; 0, or 1 when `--check` finds a stale one."""
    root = checkout()
    if root is None:
        raise EsquiveError("the pages are made from the sources and tests", "docs", "run it in a source checkout")
    report: list[dict[str, str]] = []
    for generator in _chosen(args.names):
        made = generator.make(root)
        for file, text in made.items():
            state = _write(root / file, text, may_write=not args.check)
            report.append({"name": generator.name, "file": file, "state": state})
        for file in generator.left_over(root, made):
            if not args.check:
                (root / file).unlink()
            report.append({"name": generator.name, "file": file, "state": "stale" if args.check else "removed"})
    if args.json:
        print(json.dumps(report))
    else:
        for line in report:
            print(f"{line['state']:<8} {line['file']}")
    return 1 if any(line["state"] == "stale" for line in report) else 0


def _write(path: Path, text: str, *, may_write: bool) -> str:
    """Write a file that is not up to date, if that is wanted; tells what was found or done."""
    if path.is_file() and path.read_text(encoding="utf-8") == text:
        return "fresh"
    if not may_write:
        return "stale"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="\n")
    return "written"


def _chosen(names: list[str]) -> list[Generator]:
    known = {generator.name: generator for generator in GENERATORS}
    for name in names:
        if name not in known:
            raise EsquiveError(f'there is no generated page "{name}"', "docs", f"choose from: {', '.join(known)}")
    return [known[name] for name in names] if names else [entry for entry in GENERATORS if entry.is_page]


def coverage_index(root: Path, book: Rulebook) -> str:
    """The index a wheel is built with: everything that cites the clauses of a rulebook, and the rulings, as JSON."""
    return json.dumps(scan(root, book).to_data(), ensure_ascii=False, separators=(",", ":")) + "\n"


def diagrams(_root: Path) -> dict[str, str]:
    """The diagram of every clause that has one, as SVG files."""
    return {f"{clause}.svg": game.diagram(clause) or "" for game in games() for clause in game.diagrams()}


def contents(root: Path, wanted: Rulebook) -> str:
    """The contents page of a rulebook: clause, our words, code, tests, rulings."""
    cited = scan(root, wanted)
    covered = coverage(wanted, cited)
    data = covered.to_data()
    lines = [
        f"# {wanted.title}, clause by clause",
        "",
        "Generated by `esquive docs`; edit the sources it is made from, not this page.",
        "",
        f"{data['clauses']} clauses, {data['testable']} of them testable: {data['implemented']} implemented,"
        f" {data['tested']} tested, {len(data['missing'])} missing. The words are ours, not the rulebook's.",
    ]
    pictured = game_named(wanted.game).diagrams()
    by_clause: dict[str, list[Ruling]] = {}
    for ruling in cited.rulings.values():
        for number in ruling.clauses:
            by_clause.setdefault(number, []).append(ruling)
    for clause in covered.registry:
        entry = section(covered, clause, by_clause.get(clause.clause, []), wanted.ledger, pictured)
        lines.extend(entry[1:] if entry[0] == lines[-1] == "" else entry)
    return "\n".join(lines) + "\n"


def section(
    covered: Coverage, clause: Clause, rulings: list[Ruling], ledger: str, pictured: Container[str]
) -> list[str]:
    """A chapter's heading, or a clause with what holds it."""
    number = clause.clause
    if clause.kind == "flavour" and clause.paraphrase.startswith("Heading: "):
        title = clause.paraphrase.removeprefix("Heading: ").rstrip(".")
        level = "##" if "." not in number else "###"
        return ["", f"{level} {number} {title[0].upper()}{title[1:]}", ""]
    parts = [f"- **{number}** {clause.paraphrase}"]
    code = [f"[{_short(site)}](../{site.path})" for site in _distinct(covered.code(number))]
    tests = [f"[{site.name}](../{site.path})" for site in _distinct(covered.tests(number))]
    if code:
        parts.append(f"  Code: {', '.join(code)}.")
    if tests:
        parts.append(f"  Tests: {', '.join(tests)}.")
    if rulings:
        links = [f"[{ruling.ruling}]({_anchor(ruling, ledger)})" for ruling in rulings]
        parts.append(f"  Rulings: {', '.join(links)}.")
    if number in pictured:
        parts.append(f"  [Diagram](diagrams/{number}.svg).")
    if clause.is_testable and not (code and tests):
        parts.append("  *Missing.*")
    return parts


def _distinct(sites: list[Site]) -> list[Site]:
    """One site for each function, in the order found."""
    return list({(site.path, site.name): site for site in sites}.values())


def _short(site: Site) -> str:
    """How a place in the code is called: `rules.block.roll_lock`."""
    module = site.module.removeprefix("esquive.").partition(".")[2] or site.module.removeprefix("esquive.")
    return f"{module}.{site.name}" if site.name and site.kind != SCENARIO else module


def _anchor(ruling: Ruling, ledger: str) -> str:
    """The link to a ruling's heading as Markdown renderers make it."""
    kept = "".join(
        letter for letter in f"{ruling.ruling}. {ruling.title}".lower() if letter.isalnum() or letter in " -"
    )
    return f"{ledger.removeprefix('docs/')}#{kept.replace(' ', '-')}"
