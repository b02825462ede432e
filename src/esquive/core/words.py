"""What is said about one position in one language: names, sentences, decisions as seen, odds, pictures.

This base speaks for any game, plainly: in notation, and in the English the rules themselves say. A game that has words
of its own overrides what it says better.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final

from msgspec import Struct, to_builtins

from esquive.core.condition_messages import told_plainly
from esquive.core.ids import SEAT_NAMES
from esquive.core.messages import messages
from esquive.core.odds import MOST_POSITIONS, Ending, Sum, TooManyWays, odds_of, sums_of
from esquive.core.shapes import Chance, DecisionView, Drawing, Judged, OddsView, Option, Preview, TextDrawing
from esquive.core.waiting import Condition, Decision, Refusal, Roll

if TYPE_CHECKING:
    from esquive.core.films import Stage
    from esquive.core.game import Game

EVERYTHING: Final = -2  # the seat of who may know all: of a match that is over


class Change(Struct, frozen=True):
    """How a step has led to a position: the state before it, the answers and outcomes in it, and what happened."""

    before: Any
    given: list[int]
    events: list[tuple[int, ...]]


class Words:
    """Speaks one language about one position; `names` are the players' names by seat, and may be missing."""

    counts: ClassVar[str] = "turn"  # what `Game.turn_of` counts: `turn` or `round`

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
        own = self.game.sentences.get(condition.kind)
        return told_plainly(condition, self.language) if own is None else own.format_map(condition.facts)

    def answer(self, answer: int) -> str:
        """An answer in words, for one after which nothing is told; "" where its notation has to do."""
        return ""

    def heading(self, events: Sequence[tuple[int, ...]]) -> str:
        """The heading before a step of a replay in which this happened, or ""."""
        return ""

    # -------------------------------------------------------------------------------------------------------- decisions

    def asked(self, kind: str) -> str:
        """What kind of decision or roll is waited for; a kind without words of its own as it is called."""
        known, name = messages(self.language), f"asked.{kind}"
        return known.say(name, {}) if name in known else kind.replace("-", " ")

    def thrown_for(self, roll: Roll) -> str:
        """What is thrown or drawn here and for whom, in a few words."""
        return self.asked(roll.kind)

    def outcome(self, outcome: int) -> list[str]:
        """What each die of the roll waited for shows, or what is drawn, in words."""
        return self.game.format(self.state, outcome).split()[1:]

    def decision(self, seat: int) -> DecisionView | None:
        """The decision a seat is asked, or None when it is asked nothing; docs/protocol.md explains the keys.

        Every option has its line under `do` and a `label`. With `listed` False they are proposals: other lines are
        legal too.
        """
        waiting = self.state.waiting
        if not isinstance(waiting, Decision) or waiting.seat != seat:
            return None
        lines = [self.game.format(self.state, answer) for answer in waiting.proposals()]
        return DecisionView(
            kind=waiting.kind,
            seat=SEAT_NAMES[seat],
            clause="",
            prompt=messages(self.language).say(
                "rules.labelled", {"label": self.seat(seat), "text": self.asked(waiting.kind)}
            ),
            options=[Option(do=line, verb=line.split(maxsplit=1)[0], label=line) for line in lines],
            listed=waiting.is_listed,
        )

    def proposals(self, n: int) -> list[int]:
        """Every answer where they can be listed, else at most n that people may want to choose from."""
        waiting = self.state.waiting
        assert isinstance(waiting, Decision), "answers are proposed to who is asked"
        return waiting.proposals(n)

    def reason(self, answer: int) -> str:
        """What a legal answer to the decision waited for is good for, in a few words; "" where its line says it."""
        return ""

    def briefing(self) -> list[str]:
        """What somebody should know before deciding, a sentence each."""
        return []

    # ------------------------------------------------------------------------------------------------- for who learns

    def topics(self) -> tuple[str, ...]:
        """What `lesson` explains: the verbs of the notation and what lines are made of; none where it does not."""
        return ()

    def lesson(self, topic: str) -> list[str]:
        """A topic explained in lines: its grammar, an example of this position, its clauses; [] for an unknown one."""
        return []

    def reach(self, name: str = "") -> list[str]:
        """What a unit gets to from where it is, in lines, without a name the one asked about; [] where none is told.

        Raises NotationError for a name of nobody.
        """
        return []

    def preview(self, line: str) -> Preview:
        """Whether a line is legal and why, and what it would reach.

        Raises NotationError for a line that is no answer; somebody must be asked to decide.
        """
        waiting = self.state.waiting
        if not isinstance(waiting, Decision):
            raise ValueError("nobody is asked anything")
        conditions = waiting.conditions(self.game.parse(self.state, line))
        return Preview(
            legal=all(condition.holds for condition in conditions),
            conditions=[Judged.of(one, self.condition(one)) for one in conditions],
            area=[],
            targets=[],
        )

    def drafted(self, seat: int, draft: Any) -> Any:
        """What an answer in the making comes to, or a measure taken, as a seat may know it (-1: a spectator).

        `draft` and what is returned are of the types that the game's `shapes` declare; None where it declares none.
        Raises NotationError for a draft about nobody, or about a decision that this seat is not asked.
        """
        return None

    # ------------------------------------------------------------------------------------------------------------- odds

    def odds(self, answer: int, answers: tuple[str, ...] = ()) -> OddsView:
        """What may come of a legal answer. `answers` are lines given in order to the decisions met on the way."""
        counted = self.game.odds
        if counted is None:
            return OddsView(odds=None, odds_note=None)
        try:
            found = odds_of(counted, self.state, answer, answers)
        except TooManyWays:
            return OddsView(odds=None, odds_note=self.too_many())
        if not found.has_dice:
            return OddsView(odds=None, odds_note=None)
        lines = [
            Chance(
                text=self.ending(end),
                probability=str(end.probability),
                percent=round(float(end.probability) * 100, 1),
            )
            for end in found.endings
        ]
        return OddsView(odds=lines, odds_note=None)

    def sums(self, answer: int, answers: tuple[str, ...] = ()) -> list[Chance]:
        """What several outcomes of a legal answer have in common, added up, in the words of their lines."""
        counted = self.game.odds
        if counted is None:
            return []
        try:
            found = odds_of(counted, self.state, answer, answers)
        except TooManyWays:
            return []
        return [self.sum_told(one) for one in sums_of(counted, found)]

    def sum_told(self, one: Sum) -> Chance:
        """A sum in the words of an outcome."""
        text = self.ending(Ending(one.answers, one.probability, {one.path: one.value}))
        return Chance(text=text, probability=str(one.probability), percent=round(float(one.probability) * 100, 1))

    def ending(self, ending: Ending) -> str:
        """One outcome of an action: the answers given on the way, and what it changes."""
        changes = ", ".join(f"{path} {value}" for path, value in ending.changes.items())
        return ": ".join([*ending.answers, changes or "-"])

    def too_many(self) -> str:
        """Why there are no odds, when there are too many ways to count."""
        return messages(self.language).say("odds.too-many", {"most": MOST_POSITIONS})

    # --------------------------------------------------------------------------------------------------------- pictures

    def shown(self, seat: int, change: Change | None = None) -> Drawing:
        """The position as a seat may see it: -1 a spectator, -2 who may know all, as of a match that is over.

        `change` says how it has come about, None at the beginning.
        """
        if seat == EVERYTHING:
            seen: Any = self.game.to_document(self.state)
        else:
            seen = to_builtins(self.game.view(self.state, seat, self.language, self.names))
        return TextDrawing("\n".join(f"{key}: {value}" for key, value in seen.items()))

    def stage(self, seat: int) -> "Stage | None":
        """What is filmed of a match, with the side of a seat at the bottom; None for a game that is not filmed."""
        return None
