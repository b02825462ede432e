"""The door of a game: all that drivers, agents, laboratory, servers and tools may ask of it without knowing its rules.

A game derives from `Game`, makes one object of it and names that object among the entry points `esquive.games` (see
`core.games`). What it must answer is abstract; everything else has a sound answer already, so that a small game is a
page. What only some games have stands in parts: `odds`, `cards`, `rulebooks` are None or empty where a game
has none, and whoever asks goes by that, never by the name of the game.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from esquive.core.cards import Cards
from esquive.core.clause_numbering import cited_one
from esquive.core.errors import DocumentError, InvariantError, NotationError
from esquive.core.evaluation import ProposalEvaluation, WalkEvaluation
from esquive.core.events import EventKind
from esquive.core.ids import NOBODY, format_seat
from esquive.core.odds import OddsGame
from esquive.core.packs import PackFile
from esquive.core.phrases import phrase
from esquive.core.release_differences import side_by_side
from esquive.core.releases import Releases
from esquive.core.rulebook import Rulebook
from esquive.core.setups import Setups
from esquive.core.shapes import RulesCompared, Shapes, Term, Threat, event_shape
from esquive.core.waiting import Condition, Decision, IllegalAnswer, Over, Refusal, Roll

if TYPE_CHECKING:
    from esquive.core.exercises import Exercise
    from esquive.core.review_source import Afterwards
    from esquive.core.strike_shapes import StrikeSearch
    from esquive.core.words import Words


class GameState(Protocol):
    """A position: it waits, takes answers, and can be copied and saved."""

    log: list[tuple[int, ...]] | None

    @property
    def waiting(self) -> Decision | Roll | Over:
        """What the game waits for."""

    def apply(self, answer: int) -> None:
        """Take a legal answer and go on to the next wait."""

    def copy(self) -> Any:
        """An independent copy without the event log."""

    def to_data(self) -> dict[str, Any]:
        """Everything that makes this position, JSON-able."""


class Game(ABC):
    """One of the games: how to start it, read it, write it, show it and explain it.

    Seats count from 0; -1 is nobody, and as somebody who looks on a spectator. Languages are those of `core.messages`.
    `names` are the players' names by seat, and may be missing.
    """

    name: str  # in documents and on the command line, and of its entry point
    title: str  # as people call it
    events: tuple[EventKind, ...] = ()
    rulebooks: tuple[Rulebook, ...] = ()  # those whose clauses are listed, the current one first
    acting: tuple[str, ...] = ()  # the kinds of decisions in which somebody whose turn it is acts; none: all of them
    declining: tuple[str, ...] = ()  # lines by which somebody does as little as can be done
    # What conditions say in English, by kind, with places for facts; for a game without catalogues.
    sentences: ClassVar[Mapping[str, str]] = {}
    # Of a closed deck, how many cards at most are turned up as a turn ends; for games with `decks`.
    cards_at_turn_end: int = 0
    revision: int = 1  # of its rules: raised whenever equal answers may lead to another position than before

    # ------------------------------------------------------------------------------------------ positions and documents

    @abstractmethod
    def new(self, setup: dict[str, Any]) -> Any:
        """The state of a new match, advanced to its first wait; raises DocumentError for a set-up that cannot be."""

    def from_data(self, setup: dict[str, Any], data: dict[str, Any]) -> Any:
        """The state that `to_data` wrote, for the same set-up."""
        return self.new(setup).with_data(data)

    def complete(self, document: dict[str, Any], packs: Sequence[PackFile] = ()) -> dict[str, Any]:
        """A position document with the documents that it uses of these packs and those in force.

        Raises DocumentError, also for packs that cannot be used.
        """
        return document

    def from_document(self, document: dict[str, Any]) -> Any:
        """The state of a position document; raises DocumentError."""
        return self.new({}).with_data({key: value for key, value in document.items() if key != "game"})

    def to_document(self, state: Any, seat: int | None = None) -> dict[str, Any]:
        """The position document of a state; for a seat, only what that seat may know.

        A game with secrets sees to that; in this one everybody knows everything.
        """
        return {"game": self.name, **state.to_data()}

    def content_hash(self) -> str:
        """The hash of all content there is: catalogue and revision of the rules. Records before `uses` name it."""
        return f"{self.name}-{self.revision}"

    def uses(self, setup: dict[str, Any], state: Any) -> dict[str, dict[str, str]]:
        """The documents a match of this set-up is played with, with all they can bring into play, as hashes.

        They are told by kind and id, as `core.uses` says; `state` is any position of the match. A game that does not
        tell them apart names its content.
        """
        return {"content": {self.name: self.content_hash()}}

    # --------------------------------------------------------------------------------------------------------- notation

    def parse(self, state: Any, line: str) -> int:
        """The answer or outcome a line of notation stands for; raises NotationError when it is none.

        Here a line is what the state waits for and a number, such as `take 2`.
        """
        kind, words = state.waiting.kind, line.split()
        if len(words) == 2 and words[0] == kind and words[1].isdecimal():
            return int(words[1])
        raise NotationError("{line!r} is no answer", "", phrase("write '{kind} 1'", kind=kind), line=line)

    def format(self, state: Any, answer: int) -> str:
        """The one line of notation of an answer or outcome to what the state waits for."""
        return f"{state.waiting.kind} {answer}"

    def read(self, state: Any, path: str) -> Any:
        """One fact of the position by its path, as scenario files name them; raises NotationError.

        Here paths are the keys of the position document, and `winner`, a seat or "draw", once the game is over.
        """
        document = self.to_document(state)
        if path == "winner" and isinstance(state.waiting, Over):
            return format_seat(state.waiting.winner)
        if path not in document:
            raise NotationError(
                "unknown path {path!r}",
                "",
                phrase("paths: {document}, winner", document=", ".join(document)),
                path=path,
            )
        return document[path]

    def conditions(self, state: Any, answer: int) -> list[Condition]:
        """Every condition of an answer to the decision waited for; none when nobody decides."""
        waiting = state.waiting
        return waiting.conditions(answer) if isinstance(waiting, Decision) else []

    def play(self, state: Any, line: str) -> None:
        """Answer in notation what a state waits for, be it a decision or a roll, and go on to the next wait.

        Raises IllegalAnswer for what is illegal, and NotationError for a line that is no answer.
        """
        waiting = state.waiting
        if isinstance(waiting, Over):
            raise self.illegal(state, line, Refusal("game-over", (waiting.clause,), {"reason": waiting.reason}))
        answer = self.parse(state, line)
        refusal = waiting.refusal(answer)
        if refusal is not None:
            raise self.illegal(state, line, refusal)
        state.apply(answer)

    def illegal(self, state: Any, line: str, refusal: Refusal) -> IllegalAnswer:
        """The error that says why a line is refused, in English and with its clauses."""
        return IllegalAnswer(line, refusal, self.words(state).condition(refusal))

    # ------------------------------------------------------------------------------------------------------------ seats

    @abstractmethod
    def turn_of(self, state: Any) -> int:
        """The number of the turn being played, from 0 before the first."""

    def seats_of(self, state: Any) -> int:
        """How many seats there are."""
        return 2

    def player_in(self, state: Any, seat: int) -> int:
        """Which of the set-up's players, in their order from 0, sits in a seat."""
        return seat

    def seat_as(self, state: Any, other: Any) -> None:  # noqa: B027 - most games have nothing to do here
        """Has the players sit as in another position of the same match, which position documents need not say."""

    def partners_of(self, state: Any, seat: int) -> list[int]:
        """Who wins and loses together with a seat, that seat first; none for nobody."""
        return [seat] if seat >= 0 else []

    def active_seat(self, state: Any) -> int:
        """The seat whose turn it is, whoever is asked; -1 while it is nobody's."""
        waiting = state.waiting
        return waiting.seat if isinstance(waiting, Decision) else -1

    def winner_of(self, state: Any) -> int:
        """The winning seat, or NOBODY for a draw; only for a game that is over."""
        waiting = state.waiting
        return waiting.winner if isinstance(waiting, Over) else NOBODY

    # -------------------------------------------------------------------------------------------------------- knowledge

    def view(self, state: Any, seat: int, language: str = "en", names: Sequence[str] = ()) -> Any:
        """The position as a seat may see it (-1: a spectator), of the type that `shapes` names."""
        return self.to_document(state, seat)

    def views(self, state: Any, language: str = "en", names: Sequence[str] = ()) -> Callable[[int], Any]:
        """The position as any seat may see it, by seat, for many who look at once; as long as the position stays.

        A game works out once what everybody may see; this one asks `view` for each seat.
        """
        return lambda seat: self.view(state, seat, language, names)

    def hide(self, state: Any, seat: int, rng: Random) -> Any:
        """A copy in which everything the seat cannot know has been dealt anew."""
        return state.copy()

    def decks(self, state: Any) -> Sequence[Sequence[int]] | None:
        """The closed decks of a position, each as the outcomes of drawing its cards, one entry a card; see `concealed`.

        None where cards go back into a deck or are chosen unseen, so that two people who share no server cannot deal.
        """
        return ()

    def concealed(self, state: Any, seat: int) -> list[int]:
        """The cards drawn from a deck that a seat alone has seen up to now, as the outcomes of the draws."""
        return []

    def only_answer(self, state: Any) -> int | None:
        """The only answer there is, if everybody at the table can tell that there is no other; None otherwise.

        It may be given in the seat's place, and nobody learns anything by it: what is hidden never decides whether
        an answer is forced. A game with secrets sees to that.
        """
        waiting = state.waiting
        options = waiting.options() if isinstance(waiting, Decision) and waiting.is_listed else []
        return options[0] if len(options) == 1 else None

    def least_answer(self, state: Any) -> int:
        """What is answered for somebody whose time has run out: a line that declines, else the first there is.

        Raises InvariantError when nobody is asked.
        """
        waiting = state.waiting
        if not isinstance(waiting, Decision):
            raise InvariantError("nobody is asked anything")
        for line in self.declining:
            try:
                answer = self.parse(state, line)
            except NotationError:
                continue  # no line of this decision
            if waiting.refusal(answer) is None:
                return answer
        return waiting.proposals(1)[0]

    @property
    def shapes(self) -> Shapes:
        """What the game shows to clients, as types; events have at least the fields of the table."""
        return Shapes(event=event_shape(f"{self.name.title()}Event", self.events, {}, Any))

    def event_data(self, state: Any, event: tuple[int, ...], *, secret: bool = False) -> dict[str, Any]:
        """An event with names instead of numbers; with `secret`, without what only one seat may know."""
        kind = self.events[event[0]]
        told = {name: value for (name, _), value in zip(kind.fields, event[1:], strict=True)}
        return {"kind": kind.name, "clause": kind.clause, **({} if secret and kind.private_to else told)}

    def clause_of(self, state: Any, event: tuple[int, ...]) -> str:
        """The clause that an event rests on, as the match cites it; several are separated by commas."""
        return cited_one(state, self.events[event[0]].clause)

    # -------------------------------------------------------------------------------------------------- words, drawings

    def words(self, state: Any, language: str = "en", names: Sequence[str] = ()) -> "Words":
        """What is said about a position in a language: see `core.words.Words`."""
        from esquive.core.words import Words  # bots and searches never need words

        return Words(self, state, language, names)

    def sentence(self, state: Any, event: tuple[int, ...], language: str = "en") -> str:
        """An event as a sentence, for who may know all of it."""
        return self.words(state, language).event(event)

    def draw(self, state: Any) -> str:
        """The position as text, for a terminal."""
        return "\n".join(f"{key}: {value}" for key, value in self.to_document(state).items())

    def picture(self, state: Any, marks: Sequence[str] = (), language: str = "en") -> str:
        """The position as an SVG document, with marks in words, told in a language as far as the game does.

        Raises DocumentError for a game without pictures.
        """
        raise DocumentError(
            "positions of {name!r} have no picture", "--svg", "leave out --svg and --mark", name=self.name
        )

    def opens_step(self, by: str, told: Sequence[tuple[int, ...]]) -> bool:
        """Whether an answer or roll of `by` opens a step of a replay, or belongs to the one before.

        `told` are the events of that one so far.
        """
        return True

    def opens_action(self, by: str, told: Sequence[tuple[int, ...]], events: Sequence[tuple[int, ...]]) -> bool:
        """Whether a step of a replay begins another action, such as a walk or an attack, or goes on with the last one.

        `told` are the events of that action so far, `events` those of the step, and `by` is whose step it is.
        """
        return True

    # ---------------------------------------------------------------------------------------- what only some games have

    @property
    def odds(self) -> OddsGame | None:
        """What counting odds needs to know of the game; None where odds are not counted."""
        return None

    @property
    def afterwards(self) -> "Afterwards | None":
        """What a match that is over is looked back on by; None where it is not."""
        return None

    @property
    def setups(self) -> Setups:
        """Formats, teams and grounds to choose a match from; one format and nobody's team where a game has no more."""
        return Setups()

    @property
    def cards(self) -> Cards | None:
        """The catalogue of cards; None for a game without any."""
        return None

    def compare(self, one: str, other: str, language: str = "en") -> RulesCompared:
        """Every difference between two releases of the rulebook; raises DocumentError where no list says them."""
        return side_by_side(self.rulebooks, self.releases, one, other, language, self.examples())

    def examples(self) -> dict[str, Path]:
        """The scenario files that show where releases differ, by the clause each is named by: see `core.examples`."""
        return {}

    def exercises(self) -> "dict[str, Exercise]":
        """Lessons and puzzles to learn the game by, in their order, by id: see `core.exercises`."""
        return {}

    def illustrate(
        self, state: Any, line: str, after: Sequence[tuple[str, Any]], words: "Words", title: str = ""
    ) -> str:
        """A position as an SVG document, with the line to be played in it, if any, and what each release makes of it.

        The title is the line in words unless another is given. Raises DocumentError for a game without pictures.
        """
        return self.picture(state)

    def threat(self, state: Any, unit: str) -> Threat | None:
        """What a unit threatens in its next turn; None for no such unit, or where the game tells no threats."""
        return None

    def reached_by(self, state: Any, unit: str) -> list[str] | None:
        """The enemies that threaten a unit, by their ids (see `threat`); None where the game tells no threats."""
        return None

    def strike_search(self, state: Any, language: str = "en") -> "StrikeSearch | None":
        """The search for the likeliest ways to knock an enemy out in this turn; None where the game does not tell."""
        return None

    @property
    def is_solvable(self) -> bool:
        """Whether puzzles can be solved: answers listed or proposed, and every way the dice fall weighed."""
        return False

    def goals(self, state: Any, place: str = "") -> list[dict[str, Any]]:
        """What a puzzle may ask of the seat that decides: facts by path; with a place, to be there is one of them."""
        return []

    def goal_told(self, state: Any, goal: dict[str, Any], language: str = "en") -> str:
        """The goal of a puzzle in words, without full stop."""
        return "; ".join(f"{path} = {value}" for path, value in goal.items())

    def told_apart(self, states: Sequence[Any], language: str = "en") -> list[list[str]]:
        """For each of some positions the facts in which they are not all alike, in words."""
        return [[] for _ in states]

    def told_of(self, state: Any, line: str, language: str = "en") -> list[str]:
        """What one has to know to judge a line in a position: what the cards met in it do."""
        return []

    @property
    def releases(self) -> Releases | None:
        """The releases of the rulebook that can be played; None where there is one only."""
        return None

    def terms(self, language: str = "en", release: str = "") -> Sequence[Term]:
        """The words of the rules of a release that a reader may ask about; where two are alike the first is meant."""
        return ()

    def diagram(self, clause: str, language: str = "en") -> str | None:
        """The diagram of a clause as an SVG document in a language, or None for a clause without one."""
        return None

    def diagrams(self) -> tuple[str, ...]:
        """The clauses that have a diagram."""
        return ()

    def pages(self) -> dict[str, tuple[str, str]]:
        """Generated pages of the game's own: by the name on the command line, file and "module:function"."""
        return {}

    def evaluation(self, agent: str) -> WalkEvaluation | ProposalEvaluation | None:
        """What the agent of this name has to know of the game, or None when it cannot play it.

        `chances` is what chances of winning are told by after a match; without it, what the greedy agent knows.
        """
        return None
