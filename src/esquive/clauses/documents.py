"""The documents that messages point to: in a checkout those of docs/, in an installed wheel the ones it brought along.

A message says "see docs/notation.md". Where there is no checkout, the command line puts the file's own path in place of
it, and the server answers at `/docs/notation.md`. pyproject.toml says which documents travel; a test holds that every
one a message names is among them.
"""

import re
from pathlib import Path
from typing import Final

from esquive.clauses.clause_index import PACKAGE, checkout
from esquive.core.errors import EsquiveError
from esquive.core.phrases import phrase

SHIPPED: Final = PACKAGE / "docs"
_NAMED: Final = re.compile(r"\bdocs/([a-z.-]+\.(?:md|json))")


def folder() -> Path:
    """Where the documents are."""
    root = checkout()
    return SHIPPED if root is None else root / "docs"


def documents() -> list[Path]:
    """Every document, in alphabetical order."""
    return sorted(path for path in folder().glob("*.*") if path.suffix in (".md", ".json"))


def document(name: str) -> Path:
    """The document of a name, with or without `.md`; raises EsquiveError with the names there are."""
    for path in documents():
        if name in (path.name, path.stem):
            return path
    known = ", ".join(path.name for path in documents())
    raise EsquiveError('there is no document "{name}"', "docs", phrase("choose from: {known}", known=known), name=name)


def with_paths(text: str) -> str:
    """A message whose documents can be found from wherever one is: outside a checkout by their paths."""
    if checkout() is not None:
        return text
    return _NAMED.sub(lambda found: str(SHIPPED / found[1]), text)
