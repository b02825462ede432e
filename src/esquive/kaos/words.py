"""What is said and shown about one position: `core.words.Words`, in the words of Kaos."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from esquive.core.ids import SEAT_NAMES
from esquive.core.shapes import Chance, Drawing, OddsView, Piece, Side, SvgDrawing
from esquive.core.waiting import Condition, Decision, Refusal, Roll
from esquive.core.words import EVERYTHING, Change, Words
from esquive.kaos.book.rolls import faces_of
from esquive.kaos.drawn.figures import letters_of
from esquive.kaos.drawn.happenings import Step
from esquive.kaos.drawn.panel import marks_of
from esquive.kaos.drawn.svg import draw_step
from esquive.kaos.drawn.terminal import describe
from esquive.kaos.seen.decisions import Asking
from esquive.kaos.seen.draft_shapes import (
    DraftField,
    DraftLanding,
    DraftPath,
    DraftReach,
    DraftRuler,
    DraftSight,
    DraftTyped,
    KaosDraft,
    KaosDrafted,
)
from esquive.kaos.seen.measurements import Measure
from esquive.kaos.seen.odds_views import odds_view, sums_view, too_many
from esquive.kaos.seen.own_cards import own_parts
from esquive.kaos.seen.path_drafts import Hand
from esquive.kaos.seen.placement_drafts import Landing
from esquive.kaos.seen.shapes import KaosDecision
from esquive.kaos.seen.sight_fields import sight_field
from esquive.kaos.seen.views import view, without_secrets
from esquive.kaos.spoken.bearings import asked_figure
from esquive.kaos.spoken.briefing import briefing
from esquive.kaos.spoken.notation_help import TOPICS, Lessons
from esquive.kaos.spoken.option_summaries import Reasons
from esquive.kaos.spoken.reach_report import Reach
from esquive.kaos.spoken.suggestions import proposals
from esquive.kaos.spoken.wording import Wording
from esquive.kaos.table.events import E_ACTIVATED
from esquive.kaos.table.state import SEATS, State
from esquive.kaos.written.names import parse_figure

if TYPE_CHECKING:
    from esquive.core.films import Stage
    from esquive.core.game import Game


class KaosWords(Words):
    """Speaks one language about one position."""

    counts: ClassVar[str] = "round"

    def __init__(self, game: "Game", state: State, language: str = "en", names: Sequence[str] = ()) -> None:
        super().__init__(game, state, language, names)
        self.wording = Wording(state, language, names if len(names) == SEATS else ())

    def seat(self, seat: int) -> str:
        """The name of the player in a seat."""
        return self.wording.seat(seat)

    def event(self, event: tuple[int, ...], *, secret: bool = False) -> str:
        """An event as a sentence."""
        return self.wording.event(event, secret=secret)

    def condition(self, condition: Condition | Refusal) -> str:
        """The sentence of a condition, or of a refusal."""
        return self.wording.condition(condition)

    def answer(self, answer: int) -> str:
        """What stands on its button."""
        waiting = self.state.waiting
        assert isinstance(waiting, Decision), "answers are given to who is asked"
        return Asking(waiting, self.wording).option(answer).label

    def thrown_for(self, roll: Roll) -> str:
        """The figure that rolls."""
        told = self.asked(roll.kind)
        places = {"label": told, "text": self.wording.figure(roll.unit)}
        return self.wording.say("rules.labelled", places) if roll.unit >= 0 else told

    def outcome(self, outcome: int) -> list[str]:
        """The numbers that dice show, or the card that is drawn."""
        roll = self.state.waiting
        assert isinstance(roll, Roll), "dice fall where a roll is waited for"
        if roll.kind == "draw-object":
            return [self.wording.object(outcome)]
        if roll.kind == "draw-event":
            return [self.wording.event_card(outcome)]
        return [str(face) for face in faces_of(outcome, roll.count)]

    def heading(self, events: Sequence[tuple[int, ...]]) -> str:
        """The figure whose turn begins, and its player [Kaos K7.1]."""
        for event in events:
            if event[0] == E_ACTIVATED:
                return f"{self.wording.figure(event[1])} · {self.seat(self.state.owner[event[1]])}"
        return ""

    def decision(self, seat: int) -> KaosDecision | None:
        """The decision a seat is asked, told without what that seat cannot know [Ruling R217]."""
        waiting = self.state.waiting
        if not isinstance(waiting, Decision) or waiting.seat != seat:
            return None
        return Asking(waiting, Wording(without_secrets(self.state, seat), self.language, self.wording.players)).view()

    # ------------------------------------------------------------------------------------------------- before deciding

    def proposals(self, n: int) -> list[int]:
        """Answers to choose from, without moves that serve nothing; see `proposed`."""
        return proposals(self.state, n)

    def reason(self, answer: int) -> str:
        """What an answer is for, with its pool of dice and its odds; see `reasons`."""
        return Reasons(self.state, self.wording).of(answer)

    def briefing(self) -> list[str]:
        """Who attacks or moves, how far one may go, what the dice show; see `briefing`."""
        return briefing(self.state, self.wording)

    def topics(self) -> tuple[str, ...]:
        """Every verb, and paths."""
        return TOPICS

    def lesson(self, topic: str) -> list[str]:
        """A verb, or paths, explained; see `lessons`."""
        return Lessons(self.state, self.wording).about(topic)

    def reach(self, name: str = "") -> list[str]:
        """What a figure gets to; see `within_reach`."""
        state = self.state
        figure = parse_figure(state, name, f"reach {name}") if name else asked_figure(state)
        return Reach(state, figure, self.wording).lines() if 0 <= figure < len(state.names) else []

    def drafted(self, seat: int, draft: KaosDraft) -> KaosDrafted:
        """A path in the making, or a measure, by what the seat knows [Ruling R217]; see `trying` and `measuring`."""
        wording = Wording(without_secrets(self.state, seat), self.language, self.wording.players)
        if isinstance(draft, DraftTyped):
            return Hand(wording, seat).typed(draft.line)
        if isinstance(draft, DraftPath):
            return Hand(wording, seat).try_out(draft)
        if isinstance(draft, DraftLanding):
            return Landing(wording, seat, draft.line).try_out(draft)
        measure = Measure(wording)
        if isinstance(draft, DraftReach):
            before = Hand(wording, seat).gone_before(draft.figure, draft.after) if draft.after else None
            return measure.reach(draft, before)
        if isinstance(draft, DraftSight):
            return measure.sight(draft)
        if isinstance(draft, DraftField):
            return sight_field(measure, draft)
        return measure.ruler(draft) if isinstance(draft, DraftRuler) else measure.bands(draft)

    def odds(self, answer: int, answers: tuple[str, ...] = ()) -> OddsView:
        """What may come of a legal answer; see `judging.odds_view`."""
        return odds_view(self.state, answer, self.wording, answers)

    def sums(self, answer: int, answers: tuple[str, ...] = ()) -> list[Chance]:
        """What several outcomes have in common; see `sums_view`."""
        return sums_view(self.state, answer, self.wording, answers)

    def too_many(self) -> str:
        """Why there are no odds, when there are too many ways to count."""
        return too_many(self.wording)

    def shown(self, seat: int, change: Change | None = None) -> Drawing:
        """The table, drawn with what has happened in the step, and both hordes; nothing on it is secret."""
        state = self.state
        names = [self.wording.figure(figure) for figure in range(len(state.names))]
        known = Change(state, [], []) if change is None else change
        svg = draw_step(Step(known.before, state, known.given, known.events), names)
        seen = view(state, self._viewer(seat), self.language, self.wording.players)
        return SvgDrawing(svg, describe(state), self._sides(names), view=seen)

    def _viewer(self, seat: int) -> int:
        """Whose view is shown: who may know all sees what the player sees whose turn it is."""
        return self.game.active_seat(self.state) if seat == EVERYTHING else seat

    def _sides(self, names: Sequence[str]) -> list[Side]:
        state = self.state
        letters, own = letters_of(state), own_parts(state, self.language)
        return [
            Side(
                seat=SEAT_NAMES[seat],
                points=state.points[seat],
                destiny=state.destiny[seat],
                initiative=bool(state.round) and state.initiative == seat,
                pieces=[
                    Piece(
                        letter=letters[figure],
                        name=names[figure],
                        life=state.card(figure).life,
                        wounds=state.wounds[figure],
                        marks=marks_of(state, figure),
                        card=state.card(figure).id,
                        parts=own.get(state.card(figure).id, []),
                    )
                    for figure, owner in enumerate(state.owner)
                    if owner == seat
                ],
            )
            for seat in range(SEATS)
        ]

    def stage(self, seat: int) -> "Stage":
        """The table, from the side of a seat."""
        from esquive.kaos.drawn.film import TableStage  # only films need it

        return TableStage(self.wording, seat)
