"""What there is to say of documents that somebody makes: faults and advice, with their mends where these are known."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from esquive.core.mends import Changes, Path


class Remark(NamedTuple):
    """A fault, which keeps a document from play, or advice.

    `about`: the part of the document that it is about; `places`: points to be marked, in the game's own unit; `facts`:
    what its sentence tells; `changes`: what mends it, () where nobody can say.
    """

    kind: str
    clauses: tuple[str, ...]
    is_fault: bool
    about: Path
    facts: Mapping[str, Any]
    places: tuple[tuple[float, float], ...] = ()
    changes: Changes = ()

    def within(self, path: Path) -> "Remark":
        """The same of a part of a larger document."""
        changes = tuple(((*path, *inner), value) for inner, value in self.changes)
        return self._replace(about=(*path, *self.about), changes=changes)


class ToldRemark(NamedTuple):
    """A remark in a language: what is said, and what would mend it."""

    remark: Remark
    what: str
    fix: str
