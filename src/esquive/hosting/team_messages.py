"""A team that is judged before a match, and what the judge says of it [docs/protocol.md]."""

from typing import Annotated, Any

from msgspec import Meta, Struct, field

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


class TeamText(Wanted):
    """A list of a team as people write it: a figure a line, by any of its names."""

    text: Annotated[str, Meta(max_length=20_000)]
    game: Id = USUAL
    packs: Packs = []


class TeamDrawing(Wanted):
    """A team that chance is to draw, for a match to be: with `cards` in it, of the figures that `among` names.

    A figure that is there twice is named twice; null stands for every printed figure.
    """

    game: Id = USUAL
    format: Id = ""
    release: Id = ""
    cards: CardIds = []
    among: Annotated[list[Id], Meta(max_length=2000)] | None = None
    packs: Packs = []


class TeamDrawn(Struct):
    """A legal team that chance has drawn, by the ids of its figures."""

    cards: list[str]


class NamedFigure(Struct):
    """A figure and what lists call it."""

    id: str
    name: str


class MeantFigure(Struct):
    """What a line of a list means: so many `copies` of a figure; null, and the `choices` it may mean, where that is not
    sure."""

    text: str
    copies: int
    figure: NamedFigure | None
    choices: list[NamedFigure]


class TeamRead(Struct):
    """A list that was read; `cards` are the ids of all figures that are sure, one that is there twice named twice."""

    cards: list[str]
    lines: list[MeantFigure]


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
