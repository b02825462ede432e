"""The messages between clients and the server; docs/protocol.md goes through them line by line.

What is sent is a struct declared here or in `core.shapes`; only position documents and records are documents of the
game's own (docs/notation.md), and what a game shows of itself is of the shapes it declares.
What comes in is decoded strictly: an unknown type, key or value is an error message with its fix.
"""

from collections.abc import Sequence
from typing import Annotated, Any, Final, Generic, Literal, TypeVar

from msgspec import Meta, Struct, field

from esquive.core.error_translations import told
from esquive.core.errors import EsquiveError
from esquive.core.games import USUAL
from esquive.core.ids import SeatName
from esquive.core.messages import LANGUAGES, messages
from esquive.core.rolls_by_hand import RollAsked
from esquive.core.shapes import Chance, Comparison, Judged, Practice, Refused
from esquive.hosting.offer_messages import EndedView, SeriesView, What, WishesView
from esquive.hosting.packs_brought import Packs

Version = Annotated[int, Meta(ge=0, le=1_000_000)]
Line = Annotated[str, Meta(min_length=1, max_length=300)]
PlayerName = Annotated[str, Meta(min_length=1, max_length=40)]
Nonce = Annotated[str, Meta(max_length=200)]
Id = Annotated[str, Meta(max_length=64)]
CardIds = Annotated[list[Id], Meta(max_length=40)]
Secret = Annotated[str, Meta(max_length=200)]
Access = Literal["", "listed", "private"]
Dice = Literal["", "table"]
BestOf = Literal[0, 3, 5]
AgentName = Annotated[str, Meta(max_length=200)]  # human, open, or an agent of the catalogue with its settings
HUMAN: Final = "human"
MOST_REASONS: Final = 5
OPEN: Final = "open"  # a seat that waits for somebody who takes it
Game = TypeVar("Game")
Seen = TypeVar("Seen")
Asked = TypeVar("Asked")
Happened = TypeVar("Happened")
Found = TypeVar("Found")


class ProtocolError(EsquiveError):
    """Something a client asked for that cannot be done: a code, the status of HTTP, and places for the sentence.

    A place may be filled by a list of sentences; what `told_everywhere` gives fills a place too.
    """

    def __init__(self, code: str, status: int = 400, **places: object) -> None:
        spoken, filled = messages("en"), {key: _filled(said, "en") for key, said in places.items()}
        super().__init__(spoken.say(f"error.{code}", filled), "", spoken.say(f"error.{code}.fix", filled))
        self.code = code
        self.status = status
        self.places = places

    def places_to_data(self) -> dict[str, Any]:
        """The places for another process: what a reader's language changes is there in each of the languages."""
        return {key: told_everywhere(said) for key, said in self.places.items()}

    def fault(self, language: str = "en") -> "Fault":
        """What went wrong, in a language."""
        return Fault(self.code, *self._said(language))

    def to_message(self, language: str = "en") -> "ErrorMessage":
        """The `error` message in a language."""
        return ErrorMessage(self.code, *self._said(language))

    def _said(self, language: str) -> tuple[str, str]:
        spoken = messages(language)
        name = f"error.{self.code}"
        places = {key: _filled(said, language) for key, said in self.places.items()}
        return spoken.say(name, places), spoken.say(f"{name}.fix", places)


def _filled(said: object, language: str) -> str:
    """What fills a place of a sentence in a language; of several sentences the first few."""
    if isinstance(said, dict):
        return str(said[language])
    if not isinstance(said, list):
        return told(said, language)
    first = "; ".join(_filled(one, language) for one in said[:MOST_REASONS])
    return f"{first}; …" if len(said) > MOST_REASONS else first


def told_everywhere(said: object) -> Any:
    """What fills a place, as JSON: texts by language; a list of them; numbers as they are."""
    if isinstance(said, list):
        return [told_everywhere(one) for one in said]
    return said if isinstance(said, dict | int) else {language: told(said, language) for language in LANGUAGES}


class Fault(Struct):
    """What was asked for cannot be done: a code for programs, a sentence, and what would do."""

    code: str
    message: str
    fix: str


class Wanted(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """What a client sends: any field that is not known here is an error."""


# ------------------------------------------------------------------------------------------------ from client to server


class Hello(Wanted, tag="hello"):
    """The first message: the last version seen, 0 for none. May be sent again to ask for everything since."""

    version: Version


class Answer(Wanted, tag="answer"):
    """An answer to the decision of the version the client has seen."""

    version: Version
    do: Line


class Why(Wanted, tag="why"):
    """Asks whether a line would be legal, and why."""

    do: Line


class Compare(Wanted, tag="compare"):
    """Asks what a line comes to under the match's release and another one of the game: the one named, or the first."""

    do: Line
    release: Id = ""


class AskThreat(Wanted, tag="threat"):
    """Asks what a unit threatens in its next turn."""

    unit: Id


class AskPreview(Wanted, tag="preview"):
    """Tries out an answer in the making at the version the client has seen; `draft` is of the game's own declaration.

    The client counts what it asks (`number`). Only the newest is sure of an answer: it stands for all before it.
    """

    number: Version
    version: Version
    draft: dict[str, Any]


class Wish(Wanted, tag="wish"):
    """Wishes something of the others, agrees to what they wish, declines it, or takes the own wish back (`decline`).

    To `correct` puts another position in place of the one at `version`: its `document`. Only who plays for all people
    of a match whose dice are thrown on a real table may do so.
    """

    what: What
    say: Literal["ask", "agree", "decline"] = "ask"
    version: Version = 0
    document: dict[str, Any] | None = None


# ------------------------------------------------------------------------------------------------ from server to client


class Seated(Struct):
    """Who sits in a seat, and what plays for it: a person, an agent, or nobody yet (`open`)."""

    seat: SeatName
    name: str
    agent: str


class StateMessage(Struct, Generic[Game, Seen, Asked, Happened], tag="state"):
    """The position after an answer, the decision asked of this client if any, and what has happened since.

    `own` are the seats this client answers for, `asked` the seat that has to decide, and `asks`
    the kind of its decision, so that all know what it weighs ("" for none); `practice` is for exercises alone.
    Events from number `since` on that the client knows were taken back: `events` stand in their place. `dice` says
    where they are thrown; on a real `table` whoever plays enters how they fell, and `roll` is what is to be thrown now.
    """

    game: Game
    version: int
    players: list[Seated]
    own: list[SeatName]
    asked: SeatName | None
    over: bool
    view: Seen
    decision: Asked | None
    events: Sequence[Happened]
    asks: str = ""
    since: int = 0
    practice: Practice | None = None
    wishes: WishesView | None = None
    ended: EndedView | None = None
    dice: Dice = ""
    roll: RollAsked | None = None
    series: SeriesView | None = None


class RefusedMessage(Struct, tag="refused"):
    """The answer was illegal; nothing has changed."""

    do: str
    refusal: Refused


class WhyMessage(Struct, tag="why"):
    """Whether a line is legal, with all its conditions; `label` is the line in words.

    `odds` only for a legal one on which dice may follow; `odds_note` is a sentence about them, or why there are none.
    """

    do: str
    legal: bool
    conditions: list[Judged]
    area: list[str]
    targets: list[str]
    odds: list[Chance] | None
    odds_note: str | None
    label: str = ""


class CompareMessage(Comparison, tag="compare", kw_only=True):
    """A line judged under the match's release and another one, and the rules that make the difference."""


class PreviewMessage(Struct, Generic[Game, Found], tag="preview"):
    """What a draft comes to, by the `number` of the ask; those before it are not answered any more.

    `found` is null where the position is another one by now.
    """

    game: Game
    number: int
    version: int
    found: Found | None


class ErrorMessage(Fault, tag="error"):
    """The message could not be taken; the connection stays."""


# -------------------------------------------------------------------------------------------------------- over HTTP


class NewPlayer(Wanted):
    """One of the players of a new match, in any order: who sits where is decided by Initiative.

    An `open` seat waits for somebody who takes it. Two against two, first and third are partners, second and fourth.
    `setup` is what the player brings of his own to the match's set-up: a Limited team of Krosmaster its `pool`.
    """

    name: PlayerName
    cards: CardIds
    agent: AgentName = "human"
    nonce: Nonce = ""
    setup: dict[str, Any] = {}


class ClockWanted(Wanted):
    """Clocks for people, in seconds: what each has for a `turn`, and for the whole match (`total`); 0 is no limit.

    `then` says what follows when one has run out: the `least` answer is given for the seat, or it has lost (`lose`);
    where there are more than two sides a bot plays on in its place.
    """

    turn: Annotated[int, Meta(ge=0, le=604_800)] = 0
    total: Annotated[int, Meta(ge=0, le=2_592_000)] = 0
    then: Literal["least", "lose"] = "least"


class Follows(Wanted):
    """The match after which another one is played by the same players, and a token of one's own for it."""

    match: Id
    token: Secret


class TableWanted(Wanted, kw_only=True):
    """What a match is played with but for its players.

    What is left out is usual in the game. `setup` holds what else its set-up says, or all of it without formats.
    """

    game: Id = USUAL
    release: Id = ""
    format: Id = ""
    arena: Id = ""
    options: dict[str, str] = field(default_factory=dict)
    setup: dict[str, Any] = field(default_factory=dict)


class NewMatch(TableWanted, kw_only=True):
    """A match to be created. With a `commitment` from POST /api/dice its dice come from that seed.

    What is left out is usual in the game. `setup` holds what else its set-up says, or all of it without formats;
    `packs` are cards of one's own that it may be chosen from: the match carries those it uses. `dice` that are thrown
    on a real `table` are entered by who plays. `best_of` so many matches is a series of them; a match played `after`
    another one goes on with that one's series, where its players are called the same.
    """

    players: Annotated[list[NewPlayer], Meta(min_length=2, max_length=4)]
    packs: Packs = []
    commitment: Id = ""
    access: Access = ""
    clock: ClockWanted | None = None
    dice: Dice = ""
    best_of: BestOf = 0
    after: Follows | None = None


class MatchCreated(Struct):
    """`token` controls every human player; `player_tokens` hold one for each alone (null for a bot or an open seat).

    `access` says who may see the match, where nothing was said too.
    """

    id: str
    token: str
    player_tokens: list[str | None]
    commitment: str
    access: str


class SeatWanted(Wanted):
    """Takes an open seat of a match: the one named (`p3`), or the first that is open; by an invitation if private."""

    name: PlayerName
    seat: SeatName | Literal[""] = ""
    invitation: Secret = ""


class SeatTaken(Struct):
    """The seat is taken; `token` plays for it alone. One is called `name` there: with a number, where one's own looks
    `like` that of another player, "" for none.
    """

    id: str
    token: str
    seat: SeatName
    name: str = ""
    like: str = ""


class InvitationWanted(Wanted):
    """Invites somebody to a match: to an open `seat` of it, or to `watch`, `delay` seconds later than it is played."""

    to: Literal["seat", "watch"]
    delay: Annotated[int, Meta(ge=0, le=900)] = 0


class Invitation(Struct):
    """An invitation, until when it counts, and the name it is taken back by; it is for as many as have it."""

    id: str
    invitation: str
    name: str
    expires: str


class WatchWanted(Wanted):
    """Takes a place among those who watch, by an invitation of either kind."""

    invitation: Secret


class MatchToken(Struct):
    """A token for a match. `may_sit` says whether the invitation it was given for is one to a seat; with a `delay`
    it shows what lies so many seconds back."""

    id: str
    token: str
    may_sit: bool
    delay: int = 0


class TokenLine(Struct):
    """A token in the list of those one may take back: which seats it answers for (none: it lets somebody watch), what
    it invites to (`seat`, `watch` or ""), whether it is the one that asks, and until when it counts."""

    name: str
    seats: list[SeatName]
    invites: str
    own: bool
    created: str
    expires: str


class DoorView(Struct):
    """What the server asks of those who come: whether there is a `password` to say, and whether it has been said;
    `private` says who sees a match where its creator says nothing. `reached` are the addresses by which others reach
    the server, told to who asks from its own machine alone. In a page without a server one is `alone`: nobody else can
    come, or is known. `lobby` says whether there is a page of tables that wait for anybody."""

    password: bool
    inside: bool
    private: bool
    reached: list[str]
    alone: bool = False
    lobby: bool = False


class Password(Wanted):
    """Says the password of the server."""

    password: Secret


class DeviceLine(Struct):
    """A browser that is somebody's: what it said that it is, since when, and whether it is the one that asks."""

    name: str
    device: str
    created: str
    own: bool


class NameWanted(Wanted):
    """Says what one wants to be called."""

    name: PlayerName


class Forget(Wanted):
    """Asks that those who play with this token be forgotten; with `delete` the match too, where nobody else plays."""

    token: Annotated[str, Meta(min_length=1, max_length=200)]
    delete: bool = False


class Forgotten(Struct):
    """What is left: the match without the seats' names, or nothing."""

    id: str
    seats: list[SeatName]
    deleted: bool


class DiceCommitment(Struct):
    """The hash of a seed that a match may be created with."""

    commitment: str


class TeamPlayed(Struct):
    """A team in the list of matches: the `name` of a ready-made one, "" for one of one's own, and what its `figures`
    are called."""

    name: str
    figures: list[str]


class MatchSummary(Struct):
    """A match in the list: when it was created (UTC, ISO 8601), who plays, and how it ended.

    `winner` counts in the order of `players`: `p1` is the first of them. `winners` are names: two of them when a pair
    has won. `open` seats wait for somebody. `release` is the rulebook's, "" where the game has one only.

    Places count from 0 in the order of `players`, to which `agents` and `teams` answer: those that are the asker's
    `own`, and the one that is `asked`, -1 for nobody or where that is not known. `points` and `turn` are how it
    stands, nothing where that is not known; `how` players have ended it, "" where a rule did.
    """

    id: str
    created: str
    players: list[str]
    over: bool
    winner: str | None
    game: str
    release: str
    format: str
    winners: list[str]
    open: int
    agents: list[str] = []
    teams: list[TeamPlayed] = []
    own: list[int] = []
    asked: int = -1
    points: list[int] = []
    turn: int = 0
    how: str = ""
