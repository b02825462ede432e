"""What is told of the rules: clauses in our words, their code and tests, and rulings [docs/protocol.md]."""

from msgspec import Struct

from esquive.core.shapes import DeskExample


class ClauseLine(Struct):
    """A line of the table of contents of the rules: a clause, a heading, or a ruling (`title` and decision).

    `language` is the one its words are in: English where they are not translated as they stand; `release` is that of
    its book, "" for a ruling.
    """

    clause: str
    kind: str
    title: str | None
    paraphrase: str
    testable: bool
    implemented: bool
    game: str
    language: str
    release: str


class SameElsewhere(Struct):
    """The numbers that another release of the rulebook has for what a clause is about."""

    release: str
    clauses: list[str]


class RulingLine(Struct):
    """A ruling that reads a clause, in a language."""

    ruling: str
    title: str
    decision: str
    language: str


class ClausePage(Struct):
    """A clause in our words with the code that implements it and the tests that hold it.

    Of a ruling `paraphrase` is the decision; only rulings have a `question` and a `reason`. `language` is the one those
    words are in: English where they are not translated as they stand. `notes` are in the reader's language. `elsewhere`
    are the numbers of other releases for what it is about. `desk` are positions that show it.
    """

    clause: str
    title: str | None
    kind: str
    paraphrase: str
    notes: str
    testable: bool
    implemented: bool
    code: list[str]
    tests: list[str]
    children: list[str]
    rulings: list[RulingLine]
    diagram: str | None  # an SVG document drawn from the engine
    game: str
    question: str
    reason: str
    language: str
    release: str
    elsewhere: list[SameElsewhere]
    desk: list[DeskExample]
