"""The messages between clients and the server; docs/protocol.md goes through them line by line.

What comes in is decoded strictly: an unknown type, key or value is an error message with its fix, and nothing else
happens.
"""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct, field

from esquive.core.errors import EsquiveError
from esquive.core.messages import messages

Version = Annotated[int, Meta(ge=0, le=1_000_000)]
Line = Annotated[str, Meta(min_length=1, max_length=300)]
PlayerName = Annotated[str, Meta(min_length=1, max_length=40)]
Nonce = Annotated[str, Meta(max_length=200)]
FormatName = Literal["constructed", "limited", "free-for-all", "two-against-two"]
CardIds = Annotated[list[Annotated[str, Meta(max_length=64)]], Meta(max_length=40)]


class ProtocolError(EsquiveError):
    """Something a client asked for that cannot be done: a code, the status of HTTP, and places for the sentence."""

    def __init__(self, code: str, status: int = 400, **places: object) -> None:
        spoken = messages("en")
        super().__init__(spoken.say(f"error.{code}", places), "", spoken.say(f"error.{code}.fix", places))
        self.code = code
        self.status = status
        self.places = places

    def to_message(self, language: str = "en") -> dict[str, Any]:
        """The `error` message in a language."""
        spoken = messages(language)
        return {
            "type": "error",
            "code": self.code,
            "message": spoken.say(f"error.{self.code}", self.places),
            "fix": spoken.say(f"error.{self.code}.fix", self.places),
        }


# ------------------------------------------------------------------------------------------------ from client to server


class Hello(Struct, tag="hello", forbid_unknown_fields=True):
    """The first message: the last version seen, 0 for none. May be sent again to ask for everything since."""

    version: Version


class Answer(Struct, tag="answer", forbid_unknown_fields=True):
    """An answer to the decision of the version the client has seen."""

    version: Version
    do: Line


class Why(Struct, tag="why", forbid_unknown_fields=True):
    """Asks whether a line would be legal, and why."""

    do: Line


ClientMessage = Hello | Answer | Why
_CLIENT: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)


def read_message(text: str | bytes) -> ClientMessage:
    """The message a client sent; raises ProtocolError `not-json` or `bad-message`."""
    try:
        return _CLIENT.decode(text)
    except msgspec.ValidationError as error:
        raise ProtocolError("bad-message", why=str(error)) from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ProtocolError("not-json") from error


# ------------------------------------------------------------------------------------------------ from server to client


class StateMessage(Struct, tag="state"):
    """The position after an answer, the decision asked of this client if any, and what has happened since."""

    version: int
    view: dict[str, Any]
    decision: dict[str, Any] | None
    events: list[dict[str, Any]]


class RefusedMessage(Struct, tag="refused"):
    """The answer was illegal; nothing has changed."""

    do: str
    refusal: dict[str, Any]


class WhyMessage(Struct, tag="why"):
    """Whether a line is legal, with all its conditions.

    `odds` only for a legal one on which dice may follow; `odds_note` is a sentence about them, or why there are none.
    """

    do: str
    legal: bool
    conditions: list[dict[str, Any]]
    area: list[str]
    targets: list[str]
    odds: list[dict[str, Any]] | None = None
    odds_note: str | None = None


class ErrorMessage(Struct, tag="error"):
    """The message could not be taken; the connection stays."""

    code: str
    message: str
    fix: str


# -------------------------------------------------------------------------------------------------------- over HTTP


class NewPlayer(Struct, forbid_unknown_fields=True):
    """One of the players of a new match, in any order: who sits where is decided by Initiative.

    An `open` seat has its team and waits for somebody who takes it. Two against two, the first and the third player
    are partners, and the second and the fourth.
    """

    name: PlayerName
    cards: CardIds
    agent: Literal["human", "random", "greedy", "open"] = "human"
    nonce: Nonce = ""


class NewMatch(Struct, forbid_unknown_fields=True):
    """A match to be created. With a `commitment` from POST /api/dice its dice come from that seed."""

    players: Annotated[list[NewPlayer], Meta(min_length=2, max_length=4)]
    release: str = "2.7"
    format: FormatName = "constructed"
    arena: Annotated[str, Meta(max_length=64)] = "elemental"
    options: dict[str, str] = field(default_factory=dict)
    commitment: Annotated[str, Meta(max_length=64)] = ""


class MatchCreated(Struct):
    """`token` controls every human player; `player_tokens` hold one for each alone (null for a bot or an open seat)."""

    id: str
    token: str
    player_tokens: list[str | None]
    commitment: str


class SeatWanted(Struct, forbid_unknown_fields=True):
    """Takes an open seat of a match: the one named (`p3`), or the first that is open."""

    name: PlayerName
    seat: Literal["", "p1", "p2", "p3", "p4"] = ""


class SeatTaken(Struct):
    """The seat is taken; `token` plays for it alone."""

    id: str
    token: str
    seat: str


class FormatLine(Struct):
    """A format of the catalogue: how many play, whether in pairs, how many Krosmasters a team has, where it is played.

    `team` holds the fewest and the most Krosmasters, `arenas` the ids of the arenas with room for everybody.
    """

    id: str
    name: str
    text: str
    players: int
    partners: bool
    team: list[int]
    arenas: list[str]


class DiceCommitment(Struct):
    """The hash of a seed that a match may be created with."""

    commitment: str


class MatchSummary(Struct):
    """A match in the list: when it was created (UTC, ISO 8601), who plays, and how it ended.

    `winner` counts in the order of `players`: `p1` is the first of them. `winners` are names: two of them when a pair
    has won. `open` seats wait for somebody.
    """

    id: str
    created: str
    players: list[str]
    over: bool
    winner: str | None
    game: str
    format: str
    winners: list[str]
    open: int


class TeamQuestion(Struct, forbid_unknown_fields=True):
    """A team to be checked."""

    cards: CardIds
    format: FormatName = "constructed"


class Violation(Struct):
    """One broken rule of team building."""

    clause: str
    sentence: str


class TeamVerdict(Struct):
    """Whether a team may be played, and every rule it breaks."""

    legal: bool
    violations: list[Violation]


class ClauseLine(Struct):
    """A line of the table of contents of the rules: a clause, a heading, or a ruling (`title` and decision)."""

    clause: str
    kind: str
    title: str | None
    paraphrase: str
    testable: bool
    implemented: bool
    game: str = "krosmaster"


class ClausePage(Struct):
    """A clause in our words with the code that implements it and the tests that hold it.

    Of a ruling `paraphrase` is the decision; only rulings have a `question` and a `reason`.
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
    rulings: list[dict[str, str]]
    diagram: str | None = None  # an SVG document drawn from the engine
    game: str = "krosmaster"
    question: str = ""
    reason: str = ""


# ------------------------------------------------------------------------------------------------------------ replays


class ReplayPlayer(Struct):
    """Who sat in a seat."""

    seat: str
    name: str
    agent: str


class ReplayLine(Struct):
    """A sentence of the log with its clause."""

    sentence: str
    clause: str


class ReplayStep(Struct):
    """One answer or roll, with those that belong to it: who gave it (a seat or `dice`), its line, the turn it led to,
    and what happened. `heading` is a heading that stands before it, such as whose turn begins, or "".

    While the match goes on `line` is "" where it is not one's own. `answer` is the line in words where nothing else is
    told of it, or "".
    """

    by: str
    line: str
    turn: int
    log: list[ReplayLine]
    heading: str = ""
    answer: str = ""


class Replay(Struct):
    """A record as a list of steps, of any game; step n is the position after the first n of them.

    `drawing` says in which kind the positions come.
    """

    id: str
    game: str
    release: str
    format: str
    players: list[ReplayPlayer]
    over: bool
    drawing: Literal["view", "svg"]
    steps: list[ReplayStep]


class ReplayPiece(Struct):
    """A figure of a drawing: the `letter` it has there, its wounds, and in `marks` what else is true of it."""

    letter: str
    name: str
    life: int
    wounds: int
    marks: list[str]


class ReplaySide(Struct):
    """One player's side of a drawing: points, destiny points, whether it has the initiative, and its figures."""

    seat: str
    points: int
    destiny: int
    initiative: bool
    pieces: list[ReplayPiece]


class ReplayDrawing(Struct):
    """The position after `step` steps: a VIEW, or an SVG document drawn by the engine and the position as text.

    `sides` belong to the document: who is who in it.
    """

    step: int
    kind: Literal["view", "svg"]
    view: dict[str, Any] | None = None
    svg: str | None = None
    text: str | None = None
    sides: list[ReplaySide] | None = None
