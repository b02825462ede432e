"""What clients are shown of any game: declared here once, made by the games, and encoded as it is declared.

A field without a default is always there. One with a default is left out of the JSON where it has that value, so
`= None` means "may be missing". A game adds what only it has in shapes of its own that derive from these; `Shapes`
names them, and clients get their declarations from there (`web/src/protocol.ts` is generated from them).
"""

from collections.abc import Mapping, Sequence
from types import UnionType
from typing import Any, Final, Generic, Literal, NamedTuple, TypeVar, Union, get_args, get_origin

from msgspec import UNSET, Struct, UnsetType, defstruct, field

from esquive.core.events import EventKind
from esquive.core.ids import SeatName
from esquive.core.waiting import Condition, Refusal

UNIONS: Final = (Union, UnionType)
Seen = TypeVar("Seen")


class Shape(Struct, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A JSON object all of whose fields are known."""


class Option(Shape):
    """A legal answer: send `do`. `verb` is its first word, `label` what to write on a button, `tells` what the answer
    does and costs, and `clause` by which clauses, separated by commas; both missing where nothing is told."""

    do: str
    verb: str
    label: str
    tells: str = ""
    clause: str = ""


class Term(Shape):
    """A word of the rules: how it is written in texts (`words`, its name first), what it means, and by which clauses,
    separated by commas."""

    id: str
    words: Sequence[str]
    text: str
    clause: str


class DecisionView(Shape):
    """What a seat is asked. With `listed` false the options are proposals: other lines are legal too."""

    kind: str
    seat: SeatName
    clause: str
    prompt: str
    options: Sequence[Option]
    listed: bool


class Event(Shape):
    """Something that happened, numbered from 0 in the order of the match. Which other fields are there depends on the
    kind; null names nobody."""

    n: int
    kind: str
    clause: str
    sentence: str


class Refused(Shape):
    """Why an answer is illegal: the clauses and the facts it rests on."""

    kind: str
    clauses: Sequence[str]
    sentence: str
    facts: dict[str, Any]

    @classmethod
    def of(cls, refusal: Refusal, sentence: str) -> "Refused":
        """A refusal told in these words."""
        return cls(kind=refusal.kind, clauses=refusal.clauses, sentence=sentence, facts=refusal.facts)


class Judged(Shape):
    """One condition of an action, and whether it holds."""

    kind: str
    clauses: Sequence[str]
    sentence: str
    holds: bool
    facts: dict[str, Any]

    @classmethod
    def of(cls, condition: Condition, sentence: str) -> "Judged":
        """A condition told in these words."""
        return cls(
            kind=condition.kind,
            clauses=condition.clauses,
            sentence=sentence,
            holds=condition.holds,
            facts=condition.facts,
        )


class Preview(Shape):
    """Whether a line is legal and why, and what it would reach: the cells or places of its `area`, and who is there.

    `label` is the line in words, as far as there are any.
    """

    legal: bool
    conditions: list[Judged]
    area: list[str]
    targets: list[str]
    label: str = ""


class Chance(Shape):
    """What may come of an action, and how often: a fraction, and the same in 100.

    `ko` are the units it knocks out. `ends` are facts of units afterwards by `UNIT.FACT`, named as in the view: those
    in which the outcomes of the action differ from each other or from before.
    """

    text: str
    probability: str
    percent: float
    ko: list[str] = field(default_factory=list)
    ends: dict[str, int | str | bool] = field(default_factory=dict)


class Threat(Shape, tag="threat"):
    """What a unit threatens in its next turn, if nothing else moves: the cells it can walk to, those its attacks
    strike from there, and the enemies that stand on them now."""

    unit: str
    reach: list[str]
    strikes: list[str]
    hits: list[str]


class OddsView(Shape):
    """What may come of a legal answer, likeliest first; null where nothing is rolled or there are too many ways to
    count. `odds_note` is a sentence about them, or null."""

    odds: list[Chance] | None
    odds_note: str | None


class Verdict(Shape):
    """What a line comes to under one release: whether it is legal and why, and what may come of it. `note` is a
    sentence about the odds, or why the line means nothing under this release, or null."""

    release: str
    legal: bool
    conditions: list[Judged]
    odds: list[Chance] | None
    note: str | None


class Ruled(Shape):
    """What a release says of a rule: its value in the file of the release, the clauses cited there and their text."""

    release: str
    value: str
    clauses: Sequence[str]
    text: str


class Turning(Shape):
    """A rule that makes the difference between two releases: its key in their files, and what each says."""

    key: str
    says: list[Ruled]


class Comparison(Shape):
    """A line judged under two releases, and the rules that make the difference; none where it comes to the same."""

    do: str
    same: bool
    verdicts: list[Verdict]
    rules: list[Turning]


class Saying(Shape):
    """What a release says, in our words, and under which numbers: none where it has no clause for it."""

    release: str
    clauses: list[str]
    text: str


class RuleOfRelease(Shape):
    """A rule by its key in the files of the releases, with the value that each of them gives it."""

    key: str
    values: list[str]


class RulesDifference(Shape):
    """Where two releases differ: what each says, and the rules it turns on; `alike` where both play alike all the
    same, and `note` says why, or what else decides. `example` is the clause by which a drawn example is asked for, ""
    for none."""

    says: list[Saying]
    alike: bool
    rules: list[RuleOfRelease]
    rulings: list[str]
    note: str
    example: str


class RulesChapter(Shape):
    """A chapter of the book by which differences are sorted."""

    clause: str
    title: str
    differences: list[RulesDifference]


class RulesCompared(Shape):
    """Two releases of a rulebook side by side, in the order in which they were named."""

    game: str
    releases: list[str]
    chapters: list[RulesChapter]


class Happened(Shape):
    """A sentence about what happened, or about what kept something from it, and the clauses it rests on."""

    text: str
    clauses: Sequence[str]


class Course(Shape):
    """What became of an example under one release: what happened, line by line, and what ended it if something was
    `refused`; with `known` False this release has no such thing as was to be done.

    `ends` tells what is otherwise in the end than under the other release, and `asked` what is waited for then, ""
    where that is the same; neither where one of the two did not come to its end.
    """

    release: str
    log: list[Happened]
    refused: list[Happened]
    known: bool
    ends: list[str]
    asked: str


class RulesExample(Shape):
    """A difference in a small position or set-up, played under each of two releases.

    `look` says in a sentence what to look at, `label` the lines played in words ("" where a turn only begins), `told`
    what the spell and the powers met in it do; `svg` shows the position, and what each release makes of it where the
    boards do not look alike, "" for a set-up. It takes the colours of the page it stands in. The judge's desk opens the
    position by the code `desk`, "" for a set-up. One line alone is judged: `comparison` says what may come of it.
    Otherwise that is null, and `courses` tell what comes of lines and dice.
    """

    clause: str
    look: str
    line: str
    label: str
    told: list[str]
    svg: str
    desk: str
    comparison: Comparison | None
    courses: list[Course]


class CardPart(Shape):
    """A weapon, spell or skill of a card: its numbers in words (`tells`), and what it does (`text`)."""

    kind: str
    label: str
    tells: str
    text: str


class Piece(Shape):
    """A figure of a drawing: the `letter` it has there, its wounds, and in `marks` what else is true of it.

    `card` is what its card is called in the catalogue; of a card that is not there `parts` tell what it does.
    """

    letter: str
    name: str
    life: int
    wounds: int
    marks: list[str]
    card: str = ""
    parts: list[CardPart] = []


class Side(Shape):
    """One player's side of a drawing: points, destiny points, whether it has the initiative, and its figures."""

    seat: SeatName
    points: int
    destiny: int
    initiative: bool
    pieces: list[Piece]


class ViewDrawing(Struct, Generic[Seen], tag_field="kind", tag="view"):
    """The position after `step` steps as a VIEW, which the client draws itself; `events` happened in the last one."""

    view: Seen
    step: int = 0
    events: list[Any] = []


class SvgDrawing(Struct, tag_field="kind", tag="svg"):
    """The position after `step` steps as an SVG document drawn by the engine; `text` tells it to who cannot see it, and
    `sides` tell who is who in it. `view` is the same position as players are shown it, null where they are not, and
    `events` are what happened in the last step, for a client that has a table of its own to show them on."""

    svg: str
    text: str
    sides: list[Side]
    step: int = 0
    view: Any = None
    events: list[Any] = []


class TextDrawing(Struct, tag_field="kind", tag="text"):
    """The position after `step` steps as text, of a game that has no other picture."""

    text: str
    step: int = 0


Drawing = ViewDrawing[Any] | SvgDrawing | TextDrawing


class FormatLine(Shape):
    """A format of the catalogue: how many play, whether in pairs, how many figures a team has, where it is played.

    `team` holds the fewest and the most figures, `arenas` the ids of the places with room for everybody, and `clause`
    is the one to read about it, "" for none.
    """

    id: str
    name: str
    text: str
    players: int
    partners: bool
    team: tuple[int, int]
    arenas: list[str]
    clause: str


class TeamLine(Shape):
    """A ready-made team, and the formats it is legal in."""

    id: str
    name: str
    text: str
    cards: list[str]
    formats: list[str]


class ReleaseLine(Shape):
    """A release a match can be played by, what playing it means, and the formats as its rules have them."""

    id: str
    name: str
    text: str
    formats: list[FormatLine]


class AgentSetting(Shape):
    """What can be set of a bot: a number from `least` to `most`, or one of `choices`."""

    name: str
    meaning: str
    default: int | float | str
    least: float
    most: float
    choices: list[str]


class AgentLine(Shape):
    """A bot that plays the game, as `NAME` or `NAME:key=value,key=value`; `about` and meanings are in English."""

    id: str
    about: str
    settings: list[AgentSetting]


class Catalogue(Shape):
    """What a match is chosen from, in one language. `formats` are those of the current release, the first of the
    `releases`, of which there are none where a game has one only; `agents` are the bots, the usual one first."""

    formats: Sequence[FormatLine]
    teams: Sequence[TeamLine]
    releases: Sequence[ReleaseLine]
    agents: Sequence[AgentLine]


class Shapes(NamedTuple):
    """The declarations of a game. `view` is a Struct, or `dict[str, Any]` for a game that declares none.

    `draft` is what a client may try out before it answers and `drafted` what that comes to: Structs or unions of tagged
    ones; None for a game in which nothing is tried out.
    """

    view: Any = dict[str, Any]
    decision: type[DecisionView] = DecisionView
    event: type[Event] = Event
    catalogue: type[Catalogue] = Catalogue
    draft: Any = None
    drafted: Any = None


def event_shape(name: str, kinds: Sequence[EventKind], types: Mapping[str, Any], usual: Any) -> type[Event]:
    """The shape of a game's events: a field for every one that its table of events has.

    `types` say what a field of the table's type is in JSON, `usual` what all others are.
    """
    found: dict[str, list[Any]] = {}
    for kind in kinds:
        for key, type_ in kind.fields:
            told = types.get(type_, usual)
            found.setdefault(key, []).extend(get_args(told) if get_origin(told) in UNIONS else [told])
    fields = [(field, Union[(*_without_literals(told), UnsetType)], UNSET) for field, told in found.items()]
    more = {"__doc__": Event.__doc__}
    shape: type[Any] = defstruct(name, fields, bases=(Event,), kw_only=True, module=__name__, namespace=more)
    return shape


def _without_literals(types: list[Any]) -> list[Any]:
    """The types without those texts that another one of them, any text, holds already."""
    return [type_ for type_ in types if str not in types or get_origin(type_) is not Literal]


class Practice(Struct):
    """How far somebody has come in an exercise: `step` of `steps` are done; `text` says what to do now, by a `clause`.

    `lines` are the answers that go on from here, and `cell` is where to look; "" where nothing is to be seen. `reached`
    says whether the goal is, and `over` whether nothing more can be tried; a lesson without lines is begun again.
    """

    exercise: str
    kind: str
    title: str
    text: str
    clause: str
    step: int
    steps: int
    lines: list[str]
    cell: str
    reached: bool
    over: bool


class ExerciseLine(Struct):
    """A lesson or puzzle (`kind`) to learn a game by, in the order they are meant for.

    `least` is the chance that a try at a puzzle must have, in percent; 0 for a lesson. `theme` says what a puzzle is
    about, in a few words.
    """

    id: str
    kind: str
    title: str
    text: str
    clauses: list[str]
    least: int
    theme: str = ""


class DeskExample(Struct):
    """A position that shows a rule: the code by which the desk opens it, and what it shows, in a language."""

    link: str
    title: str
    language: str
