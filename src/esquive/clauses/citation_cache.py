"""What the files of a checkout cite, kept in `build/citations.json`.

Reading every source and test takes seconds, asking each when it last changed some hundredths of one. A file is read
again when its time of change or its size is another one; all of them are when the program reads them otherwise.
"""

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

from esquive.core import citations, clauses
from esquive.core.citations import Site, code_sites, scenario_sites, test_sites
from esquive.core.clauses import Grammar
from esquive.core.errors import EsquiveError
from esquive.core.whole_files import write_whole

KEPT: Final = Path("build") / "citations.json"
Reader = Callable[[str, str], list[Site]]  # of a file's text and its path


class Scan:
    """The citations in the files of a checkout; `books` gives the book of each (game, release)."""

    def __init__(self, root: Path, books: dict[tuple[str, str], str]) -> None:
        self.root = root
        self._books = books
        self._grammar = Grammar(books.values())
        self._read_by = _fingerprint(books)
        self._known = _kept(root / KEPT, self._read_by)
        self._found: dict[str, Any] = {}
        self.files_read = 0

    def code(self, folder: str) -> list[Site]:
        """What the Python files below a folder cite."""
        return self._sites("code", folder, ".py", lambda text, path: code_sites(text, path, self._grammar))

    def tests(self, folder: str) -> list[Site]:
        """What the docstrings of tests and the scenarios below a folder cite."""
        return [
            *self._sites("test", folder, ".py", lambda text, path: test_sites(text, path, self._grammar)),
            *self._sites("scenario", folder, ".toml", lambda text, path: scenario_sites(text, path, self._books)),
        ]

    def keep(self) -> None:
        """Writes down what was read; a checkout that cannot be written to is read anew each time."""
        if not self.files_read:
            return
        text = json.dumps({"read_by": self._read_by, "files": self._known | self._found}, ensure_ascii=False)
        try:
            (self.root / KEPT.parent).mkdir(exist_ok=True)
            write_whole(self.root / KEPT, text)
        except (OSError, EsquiveError):
            return

    def _sites(self, kind: str, folder: str, suffix: str, read: Reader) -> list[Site]:
        sites: list[Site] = []
        for path, changed in sorted(_files(self.root, folder, suffix)):
            key = f"{kind} {path}"
            entry = self._known.get(key)
            if entry is None or entry["changed"] != changed:
                self.files_read += 1
                found = read((self.root / path).read_text(encoding="utf-8"), path)
                entry = {
                    "changed": changed,
                    "cites": [[site.book, site.number, site.name, site.line] for site in found],
                }
            self._found[key] = entry
            sites += [Site(kind, book, number, path, name, line) for book, number, name, line in entry["cites"]]
        return sites


def _files(root: Path, folder: str, suffix: str) -> Iterator[tuple[str, list[int]]]:
    """The files of a suffix below a folder, relative to root with forward slashes, with their time and size."""
    waiting = [folder]
    while waiting:
        inside = waiting.pop()
        with os.scandir(root / inside) as entries:
            for entry in entries:
                if entry.is_dir():
                    waiting.append(f"{inside}/{entry.name}")
                elif entry.name.endswith(suffix):
                    status = entry.stat()
                    yield f"{inside}/{entry.name}", [status.st_mtime_ns, status.st_size]


def _fingerprint(books: dict[tuple[str, str], str]) -> list[Any]:
    """What a reading depends on besides the file: the code that reads, and the books there are."""
    readers = [Path(module.__file__ or "").stat().st_mtime_ns for module in (citations, clauses)]
    return [*readers, [[*key, book] for key, book in books.items()]]


def _kept(path: Path, read_by: list[Any]) -> dict[str, Any]:
    """What was written down by the same code; nothing where there is no such file or it is not whole."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    if not isinstance(data, dict) or data.get("read_by") != read_by:
        return {}
    files: dict[str, Any] = data["files"]
    return files
