"""`esquive docs`: writes the generated pages, or says which of them are stale; prints the pages that were shipped.

Each page has one line in `GENERATORS`; its function takes the root of the checkout and returns the page's text, and
is imported only when its page is wanted. A target that ends in a slash is a folder of generated files only: its
function returns the text of each by name, and whatever else lies there is removed. What changes with almost every edit
of the sources (the contents of the rulebooks with code and tests, the index of a wheel) is built and not kept.
"""

import argparse
import importlib
import json
from pathlib import Path
from typing import Final

from esquive.clauses.clause_index import EDITIONS, INDEX_FILE, checkout, scan
from esquive.clauses.documents import document, documents
from esquive.core.errors import EsquiveError
from esquive.core.games import games
from esquive.core.phrases import phrase
from esquive.core.rulebook import Rulebook
from esquive.core.whole_files import write_whole

# What is kept in docs/; what a reader builds; what a wheel is built with. Without names, `esquive docs` writes pages.
PAGES: Final = "pages"
CONTENTS: Final = "contents"
INDEXES: Final = "indexes"
GROUPS: Final = (PAGES, CONTENTS, INDEXES)


class Generator:
    """One generated file or folder: its name on the command line, where it is, and the function that makes the text."""

    __slots__ = ("edition", "function", "group", "name", "target")

    def __init__(
        self, name: str, target: str, function: str, *, group: str = PAGES, edition: Rulebook | None = None
    ) -> None:
        self.name = name
        self.target = target  # relative to the root of the checkout; a folder ends in a slash
        # "module:function": of the root, and of the edition where there is one; a str, or dict[str, str] for a folder
        self.function = function
        self.group = group
        self.edition = edition

    def make(self, root: Path) -> dict[str, str]:
        """The text of each file, made from the checkout at root, by its path relative to the root."""
        module, _, name = self.function.partition(":")
        function = getattr(importlib.import_module(module), name)
        made = function(root) if self.edition is None else function(root, self.edition)
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


GENERATORS: Final = (
    Generator("diagrams", "docs/diagrams/", "esquive.cli.docs:diagrams"),
    *(Generator(name, *page) for game in games() for name, page in game.pages().items()),
    Generator("protocol", "web/src/protocol.ts", "esquive.cli.typescript:typescript"),
    Generator("serving", "docs/serving.md", "esquive.cli.docs:serving"),
    Generator("environments", "docs/environments.md", "esquive.envs.pages:environments"),
    *(
        Generator(
            f"contents-{one.key}",
            f"build/contents/{one.key}/",
            "esquive.clauses.contents_pages:contents",
            group=CONTENTS,
            edition=one,
        )
        for one in EDITIONS
    ),
    Generator("tables", "src/esquive/tables.json", "esquive.core.shipped_tables:decoded_tables", group=INDEXES),
    *(
        Generator(
            f"index-{one.key}",
            f"src/esquive/{one.game}/releases/{one.release}/{INDEX_FILE}",
            "esquive.cli.docs:index_text",
            group=INDEXES,
            edition=one,
        )
        for one in EDITIONS
    ),
)


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declares the verb and its options."""
    names = ", ".join([*GROUPS, *(generator.name for generator in GENERATORS)])
    parser = subparsers.add_parser(
        "docs",
        help="write the generated pages of docs/, or read one",
        description=f"Writes generated files in a source checkout: {names}. Anywhere: --read NAME prints a document.",
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="only these; default: the pages of docs/")
    parser.add_argument("--check", action="store_true", help="write nothing; 1 when a page is stale")
    parser.add_argument("--read", metavar="NAME", help="print a document, such as notation; list: which there are")
    parser.add_argument("--json", action="store_true", help="one JSON document on stdout")


def run(args: argparse.Namespace) -> int:
    """Writes, checks or prints pages; 0, or 1 when `--check` finds a stale one."""
    if args.read:
        return _read(args.read, as_json=args.json)
    root = checkout()
    if root is None:
        raise EsquiveError(
            "the pages are made from the sources and tests", "docs", "run it in a source checkout, or --read a page"
        )
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


def _read(name: str, *, as_json: bool) -> int:
    """Prints a document, or a list of all there are with the files they are in."""
    if name == "list":
        found = {path.name: str(path) for path in documents()}
        print(json.dumps(found) if as_json else "\n".join(f"{one:<18} {path}" for one, path in found.items()))
        return 0
    path = document(name)
    text = path.read_text(encoding="utf-8")
    print(json.dumps({"name": path.name, "file": str(path), "text": text}, ensure_ascii=False) if as_json else text)
    return 0


def _write(path: Path, text: str, *, may_write: bool) -> str:
    """Write a file that is not up to date, if that is wanted; tells what was found or done."""
    if path.is_file() and path.read_text(encoding="utf-8") == text:
        return "fresh"
    if not may_write:
        return "stale"
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, text)
    return "written"


def _chosen(names: list[str]) -> list[Generator]:
    """The generators of these names and groups, in the order of the names; without names those of the kept pages."""
    chosen: list[Generator] = []
    for name in names or [PAGES]:
        found = [one for one in GENERATORS if name in (one.name, one.group)]
        if not found:
            known = ", ".join([*GROUPS, *(one.name for one in GENERATORS)])
            raise EsquiveError(
                f'there is no generated page "{name}"', "docs", phrase("choose from: {known}", known=known)
            )
        chosen += found
    return chosen


def index_text(root: Path, wanted: Rulebook) -> str:
    """What a wheel is built with: everything that cites the clauses of an edition, and its rulings, as JSON."""
    return json.dumps(scan(root, wanted).to_data(), ensure_ascii=False, separators=(",", ":")) + "\n"


def serving(root: Path) -> str:
    """The guide of operators, with the table of the configuration's keys as they are."""
    from esquive.server.operations.configuration import KEYS

    text = (root / "docs/serving.md").read_text(encoding="utf-8")
    begin, end = "<!-- keys: make docs -->", "<!-- end of keys -->"
    before, after = text.partition(begin)[0], text.partition(end)[2]
    rows = [
        f"| `{one.name}` | `{one.variable}` | {one.about} | `{json.dumps(one.default)}` |" for one in KEYS if one.about
    ]
    table = ["| key | in the environment | what for | default |", "|---|---|---|---|", *rows]
    return "\n".join([f"{before}{begin}", *table, f"{end}{after}"])


def diagrams(_root: Path) -> dict[str, str]:
    """The diagram of every clause that has one, as SVG files."""
    return {f"{clause}.svg": game.diagram(clause) or "" for game in games() for clause in game.diagrams()}
