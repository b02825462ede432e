"""A team that is judged before a match, and what the judge says of it [docs/protocol.md]."""

from typing import Any

from msgspec import Struct, field

from esquive.core.games import USUAL
from esquive.hosting.packs_brought import Packs
from esquive.hosting.protocol import CardIds, Id, Wanted


class TeamQuestion(Wanted):
    """A team to be checked, for a match to be: `arena`, `options`, `setup` and `packs` are those of NewMatch."""

    cards: CardIds
    game: Id = USUAL
    format: Id = ""
    release: Id = ""
    arena: Id = ""
    options: dict[str, str] = field(default_factory=dict)
    setup: dict[str, Any] = field(default_factory=dict)
    packs: Packs = []


class Violation(Struct):
    """One broken rule of team building, or one piece of advice; several clauses are separated by commas.

    `fix` says what would mend it, "" where the sentence says it all.
    """

    clause: str
    sentence: str
    fix: str


class TeamVerdict(Struct):
    """Whether a team may be played, every rule it breaks, and what is worth knowing of it (`advice`)."""

    legal: bool
    violations: list[Violation]
    advice: list[Violation]
