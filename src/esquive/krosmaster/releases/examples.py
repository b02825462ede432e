"""Small positions in which two releases play otherwise: scenario files beside the lists of clauses."""

from functools import cache
from pathlib import Path

from esquive.core.scenario import read_scenario
from esquive.krosmaster.releases.books import BOOKS


@cache
def examples() -> dict[str, Path]:
    """The file that shows a clause best: the one that names it first, or else one that names it at all."""
    found = [path for book in BOOKS for path in sorted(book.folder.glob("examples/*.toml"))]
    named = [(read_scenario(path).clauses, path) for path in found]
    first = {clauses[0]: path for clauses, path in named}
    others = {clause: path for clauses, path in named for clause in clauses}
    return {**others, **first}
