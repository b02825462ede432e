"""What is said about one position in one language: names, sentences, decisions as seen, odds, pictures.

This base speaks for any game, plainly: in notation, and in the English the rules themselves say. A game that has words
of its own overrides what it says better.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

from msgspec import Struct

from esquive.core.ids import format_seat
from esquive.core.messages import messages
from esquive.core.odds import MOST_POSITIONS, Ending, TooManyWays, odds_of
from esquive.core.waiting import Condition, Decision, Over, Refusal

if TYPE_CHECKING:
    from esquive.core.game import Game


class Change(Struct, frozen=True):
    """How a step has led to a position: the state before it, the answers and outcomes in it, and what happened."""

    before: Any
    given: list[int]
    events: list[tuple[int, ...]]


class Piece(Struct):
    """A figure of a drawing: the `letter` it has there, its wounds, and in `marks` what else is true of it."""

    letter: str
    name: str
    life: int
    wounds: int
    marks: list[str]


class Side(Struct):
    """One player's side of a drawing: points, destiny points, whether it has the initiative, and its figures."""

    seat: str
    points: int
    destiny: int
    initiative: bool
    pieces: list[Piece]


class Shown(Struct):
    """A position as it is shown: a VIEW that a client draws itself, an SVG document, or text alone.

    `text` stands beside an SVG document for who cannot see it; `sides` tell who is who in it.
    """

    kind: Literal["view", "svg", "text"]
    view: dict[str, Any] | None = None
    svg: str | None = None
    text: str | None = None
    sides: list[Side] | None = None


class Words:
    """Speaks one language about one position; `names` are the players' names by seat, and may be missing."""

    def __init__(self, game: "Game", state: Any, language: str = "en", names: Sequence[str] = ()) -> None:
        self.game = game
        self.state = state
        self.language = language
        self.names = names

    # ------------------------------------------------------------------------------------------------------------ names

    def seat(self, seat: int) -> str:
        """The name of the player in a seat."""
        if 0 <= seat < len(self.names):
            return self.names[seat]
        return messages(self.language).say(f"seat.{seat + 1}" if seat >= 0 else "seat.none", {})

    # -------------------------------------------------------------------------------------------------------- sentences

    def event(self, event: tuple[int, ...], *, secret: bool = False) -> str:
        """An event as a sentence, "" for one that is not told; a `secret` one as those hear it who may not know all."""
        if secret:
            return ""
        kind = self.game.events[event[0]]
        told = self.game.event_data(self.state, event)
        return " ".join([kind.name, *(f"{name} {told.get(name)}" for name, _ in kind.fields)])

    def condition(self, condition: Condition | Refusal) -> str:
        """The sentence of a condition, or of a refusal."""
        return condition.sentence

    def answer(self, answer: int) -> str:
        """An answer in words, for one after which nothing is told; "" where its notation has to do."""
        return ""

    def heading(self, events: Sequence[tuple[int, ...]]) -> str:
        """The heading before a step of a replay in which this happened, or ""."""
        return ""

    # -------------------------------------------------------------------------------------------------------- decisions

    def decision(self, seat: int) -> dict[str, Any] | None:
        """The decision a seat is asked, or None when it is asked nothing; docs/protocol.md explains the keys.

        Every option has its line under `do` and a `label`. With `listed` False they are proposals: other lines are
        legal too.
        """
        waiting = self.state.waiting
        if not isinstance(waiting, Decision) or waiting.seat != seat:
            return None
        lines = [self.game.format(self.state, answer) for answer in waiting.proposals()]
        return {
            "kind": waiting.kind,
            "seat": format_seat(seat),
            "clause": "",
            "options": [{"do": line, "verb": line.split()[0], "label": line} for line in lines],
            "listed": waiting.is_listed,
            "hints": {},
            "prompt": f"{self.seat(seat)}: {waiting.kind.replace('-', ' ')}",
        }

    def preview(self, line: str) -> dict[str, Any]:
        """Whether a line is legal and why: `legal`, `conditions`, and what it would reach, `area` and `targets`.

        Raises NotationError for a line that is no answer; somebody must be asked to decide.
        """
        waiting = self.state.waiting
        if not isinstance(waiting, Decision):
            raise ValueError("nobody is asked anything")
        conditions = waiting.conditions(self.game.parse(self.state, line))
        return {
            "legal": all(condition.holds for condition in conditions),
            "conditions": [{**one.to_data(), "sentence": self.condition(one)} for one in conditions],
            "area": [],
            "targets": [],
        }

    def over(self) -> dict[str, Any] | None:
        """How the game has ended: `winner`, `reason` and `clause`; None while it goes on."""
        waiting = self.state.waiting
        if not isinstance(waiting, Over):
            return None
        winner = format_seat(waiting.winner) if waiting.winner >= 0 else "draw"
        return {"winner": winner, "reason": waiting.reason, "clause": waiting.clause}

    # ------------------------------------------------------------------------------------------------------------- odds

    def odds(self, answer: int, answers: tuple[str, ...] = ()) -> dict[str, Any]:
        """What may come of a legal answer: `odds`, and `odds_note`, a sentence about them or None.

        `odds` is a list of `text`, `probability` as a fraction and `percent`; None when nothing is rolled, or there are
        too many ways to count. `answers` are lines given in order to the decisions met on the way.
        """
        counted = self.game.odds
        if counted is None:
            return {"odds": None, "odds_note": None}
        try:
            found = odds_of(counted, self.state, answer, answers)
        except TooManyWays:
            return {"odds": None, "odds_note": self.too_many()}
        if not found.has_dice:
            return {"odds": None, "odds_note": None}
        lines = [
            {
                "text": self.ending(end),
                "probability": str(end.probability),
                "percent": round(float(end.probability) * 100, 1),
            }
            for end in found.endings
        ]
        return {"odds": lines, "odds_note": None}

    def ending(self, ending: Ending) -> str:
        """One outcome of an action: the answers given on the way, and what it changes."""
        changes = ", ".join(f"{path} {value}" for path, value in ending.changes.items())
        return ": ".join([*ending.answers, changes or "-"])

    def too_many(self) -> str:
        """Why there are no odds, when there are too many ways to count."""
        return messages(self.language).say("odds.too-many", {"most": MOST_POSITIONS})

    # --------------------------------------------------------------------------------------------------------- pictures

    def shown(self, seat: int, agents: Sequence[str] = (), change: Change | None = None) -> Shown:
        """The position as a seat may see it: -1 a spectator, -2 who may know all, as of a match that is over.

        `agents` say by seat who plays it; `change` how the position has come about, None at the beginning.
        """
        document = self.game.view(self.state, seat, self.language, self.names)
        return Shown("text", text="\n".join(f"{key}: {value}" for key, value in document.items()))
