"""The judge's desk: a position that somebody asks about, and what there is to say of it [docs/protocol.md]."""

from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Struct

from esquive.core.games import USUAL
from esquive.core.rolls_by_hand import RollAsked
from esquive.core.shapes import Chance, Comparison, DecisionView, Drawing, Judged, Threat
from esquive.core.strike_shapes import BestStrikes
from esquive.hosting.packs_brought import Packs
from esquive.hosting.protocol import Id, Wanted

MOST_LOOKED_AT: Final = 50_000  # positions, for the likeliest KOs
SHORT_SEARCH: Final = 500  # positions: what is answered at once

Line = Annotated[str, Meta(max_length=2_000)]
Lines = Annotated[list[Line], Meta(max_length=200)]
Place = Annotated[str, Meta(max_length=24)]
Arrow = Annotated[list[Place], Meta(min_length=1, max_length=2)]


class PuzzleQuestion(Struct, forbid_unknown_fields=True):
    """What a puzzle that is made of the position asks for.

    `goal` holds facts by path; without any only what may be asked for is told, to stand on `place` among it. It is
    worked out by at most so many positions, none with 0, and called by its `title`.
    """

    goal: dict[str, Any] = {}
    place: Id = ""
    most: Annotated[int, Meta(ge=0, le=1_000_000)] = 0
    title: Annotated[str, Meta(max_length=100)] = ""


class DeskQuestion(Wanted):
    """A position and what is asked about it: by its `link`, or by its parts.

    `text` is a position document or scenario as a file has it, in place of `document`. With none of them the position
    is the first turn of a match of `game` on `ground`, "" for the usual one. `line` is judged after the lines `after`
    have been played, and `answers` are given to the decisions on its way. With `other`, the id of a release, it is
    judged under that one too. `marks` are drawn on a picture, as `esquive show` draws them; without
    marks there is one where it is to be `pictured`. `about` names a unit of
    which is told what it gets to and threatens. What the position uses of `packs` goes into its document.
    With `best` the likeliest KOs of this turn are told, after looking at so many positions at most. With `puzzle` a
    puzzle is made of it.
    """

    link: Annotated[str, Meta(max_length=110_000)] = ""
    document: dict[str, Any] | None = None
    text: Annotated[str, Meta(max_length=1_000_000)] = ""
    game: Id = USUAL
    ground: Id = ""
    line: Line = ""
    after: Lines = []
    answers: Lines = []
    other: Id = ""
    marks: Lines = []
    about: Id = ""
    best: Annotated[int, Meta(ge=0, le=MOST_LOOKED_AT)] = 0
    puzzle: PuzzleQuestion | None = None
    packs: Packs = []
    pictured: bool = False


class DeskLink(Struct):
    """The code of a position, as the desk opens it."""

    link: str


class DeskChange(Struct):
    """Another value at a path of a document, its keys and places in lists; null: nothing stands there any more."""

    path: list[str | int]
    value: Any


class DeskMend(Struct):
    """What can be done about a fault of a position: what it is called, and the changes of the document."""

    label: str
    changes: list[DeskChange]


class DeskFault(Struct):
    """What is wrong with a question.

    `part` is `position`, `after`, `line`, `marks`, `about` or `puzzle`, and `where` the place in it. `piece` is the id
    of the unit, figure or piece of scenery that it is about, "" for none, and `mends` are what can be done.
    """

    part: str
    where: str
    message: str
    fix: str
    piece: str = ""
    mends: list[DeskMend] = []


class PuzzleGoal(Struct):
    """What a puzzle may ask for: facts by path, and the same in words."""

    goal: dict[str, Any]
    text: str


class PuzzleMove(Struct):
    """A first answer of a puzzle, what it is called, and the chance of the goal by the best play after it."""

    line: str
    label: str
    chance: float


class DeskPuzzle(Struct):
    """The solver's verdict on a puzzle of a position: `goals` may be asked for, and `text` says what is.

    `positions` have been looked at, of `most` that are; the chance of the goal is known once it `is_solved`: `best` in
    percent, by `moves` alone of so many `answers`. Then `link` is the code of the puzzle, the id of an exercise, and
    `file` its file; both are "" where the goal is out of reach. `counted` says over what the chance is not counted.
    """

    goals: list[PuzzleGoal]
    text: str
    positions: int
    most: int
    is_solved: bool
    best: float
    moves: list[PuzzleMove]
    answers: int
    link: str
    file: str
    counted: str = ""


class DeskVerdict(Struct):
    """The line judged: what it is called, every condition, and what may come of it if it is legal.

    `odds` are null where nothing is rolled or there are too many ways to count; `note` is a sentence about them, or
    null. `sums` are outcomes added up by what they have in common.
    """

    line: str
    label: str
    legal: bool
    conditions: list[Judged]
    odds: list[Chance] | None
    sums: list[Chance]
    note: str | None


class DeskView(Struct):
    """A question as it is understood, and the answer.

    `link` is the code of its address, and `document` the whole position before `after`. `board` shows it after them;
    where the position cannot be read `faults` say why, and `board` shows what can be, null for nothing.
    `waiting` says what is waited for there, and `asked`
    is the decision, null where dice are rolled or the game is over; `roll` says what is rolled, else it
    is null. `picture` is an SVG document, "" where none was asked for. `threat`, `reached_by` and `reach` are of the
    unit asked about: cells, the enemies that threaten it, and lines of text, as far as the game tells them; `best`
    are the likeliest KOs, null where they were not asked for or the game tells none at such a moment, and `puzzle` the
    verdict on one, null where it was not asked for. `text` says question and answer in a line, to be sent to somebody.
    """

    game: str
    document: dict[str, Any]
    line: str
    after: list[str]
    answers: list[str]
    faults: list[DeskFault]
    link: str = ""
    board: Drawing | None = None
    waiting: str = ""
    asked: DecisionView | None = None
    roll: RollAsked | None = None
    verdict: DeskVerdict | None = None
    comparison: Comparison | None = None
    picture: str = ""
    threat: Threat | None = None
    reached_by: list[str] | None = None
    best: BestStrikes | None = None
    puzzle: DeskPuzzle | None = None
    reach: list[str] = []
    text: str = ""


class StudyChapter(Struct, forbid_unknown_fields=True):
    """A question of a study: its code, its title, and what is said of it.

    `arrows` are drawn on its board: each from a place to another, a cell or a point in centimetres ("12.5 30"); one
    place alone is marked.
    """

    link: Annotated[str, Meta(max_length=110_000)]
    title: Annotated[str, Meta(max_length=200)] = ""
    comment: Annotated[str, Meta(max_length=4_000)] = ""
    arrows: Annotated[list[Arrow], Meta(max_length=32)] = []


class StudyQuestion(Wanted):
    """A study by its `link`, or the `text` of its file, or the chapters to make one of.

    `examples` asks for one that the program has: those that the `rulebook` of `game` explains, or the positions that
    show its `rulings`. With `as_file` it is answered as a file has it too.
    """

    link: Annotated[str, Meta(max_length=110_000)] = ""
    text: Annotated[str, Meta(max_length=1_000_000)] = ""
    examples: Literal["", "rulebook", "rulings"] = ""
    game: Id = USUAL
    as_file: bool = False
    title: Annotated[str, Meta(max_length=200)] = ""
    chapters: Annotated[list[StudyChapter], Meta(max_length=200)] = []


class StudyView(Struct):
    """A study: the code of its own address, its title and its chapters in their order.

    `link` is "" for one that is too long for an address; it goes into a file. `document` is that file, if it was asked
    for.
    """

    link: str
    title: str
    chapters: list[StudyChapter]
    document: dict[str, Any] | None
