"""What is said and shown about one position: `core.words.Words`, in the words of Krosmaster Arena."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from esquive.core.frames import on_top
from esquive.core.shapes import Chance, Drawing, OddsView, Preview, ViewDrawing
from esquive.core.waiting import Condition, Refusal, Roll
from esquive.core.words import EVERYTHING, Change, Words
from esquive.krosmaster.book.rewards import PurchaseFrame, RevealPileFrame
from esquive.krosmaster.book.setup import SetupFrame
from esquive.krosmaster.seen.decisions import decision_view, option_view, preview
from esquive.krosmaster.seen.odds_views import odds_view, sums_view, too_many
from esquive.krosmaster.seen.option_effects import tell_options
from esquive.krosmaster.seen.shapes import KrosmasterDecision
from esquive.krosmaster.seen.views import view
from esquive.krosmaster.spoken.wording import Wording
from esquive.krosmaster.table.events import E_WON
from esquive.krosmaster.table.settings import partners_of
from esquive.krosmaster.table.state import State
from esquive.krosmaster.written.notation import dice_names

if TYPE_CHECKING:
    from esquive.core.films import Stage
    from esquive.core.game import Game


class KrosmasterWords(Words):
    """Speaks one language about one position."""

    def __init__(self, game: "Game", state: State, language: str = "en", names: Sequence[str] = ()) -> None:
        super().__init__(game, state, language, names)
        self.wording = Wording(state, language, names)

    def seat(self, seat: int) -> str:
        """The name of the player in a seat."""
        return self.wording.seat(seat)

    def event(self, event: tuple[int, ...], *, secret: bool = False) -> str:
        """An event as a sentence; a pair wins together [KA 9.3.2]."""
        if event[0] == E_WON:
            winners = partners_of(self.state.settings, event[1])
            if len(winners) > 1:
                return self.wording.say("over.pair.won", one=self.seat(winners[0]), other=self.seat(winners[1]))
        return self.wording.event(event, secret=secret)

    def condition(self, condition: Condition | Refusal) -> str:
        """The sentence of a condition, or of a refusal."""
        return self.wording.condition(condition)

    def answer(self, answer: int) -> str:
        """What stood on the button."""
        return option_view(self.state, answer, self.wording).label

    def thrown_for(self, roll: Roll) -> str:
        """The unit that rolls, or the pile that is drawn from."""
        frame = on_top(self.state, RevealPileFrame) or on_top(self.state, PurchaseFrame)
        if roll.kind == "draw" and frame is not None:
            where = self.wording.pile(frame.pile)
        else:
            where = self.wording.unit(roll.unit) if roll.unit >= 0 else ""
        told = self.asked(roll.kind)
        return self.wording.say("rules.labelled", label=told, text=where) if where else told

    def outcome(self, outcome: int) -> list[str]:
        """The faces of dice or coins, the reward that is drawn, or the player the lot falls on, in words."""
        state, roll = self.state, self.state.waiting
        assert isinstance(roll, Roll), "dice fall where a roll is waited for"
        if roll.kind == "draw":
            return [self.wording.reward(outcome)]
        if roll.kind == "first-player":
            frame = on_top(state, SetupFrame)
            assert frame is not None, "the lot is drawn while a match is set up"
            return [self.seat(frame.best_teams(state)[outcome])]  # as they sit before they have seats
        kind = "coin" if roll.kind == "coin" else "face"
        return [self.wording.say(f"{kind}.{name}") for name in dice_names(roll, outcome)]

    def decision(self, seat: int) -> KrosmasterDecision | None:
        """The decision a seat is asked, with hints of reach and range, and what each answer does; all are listed."""
        asked = decision_view(self.state, seat, self.language, self.names)
        if asked is not None:
            tell_options(self.state, asked, self.wording)
        return asked

    def preview(self, line: str) -> Preview:
        """Whether a line is legal and why; for a spell, what it would strike."""
        return preview(self.state, line, self.language, self.names)

    def odds(self, answer: int, answers: tuple[str, ...] = ()) -> OddsView:
        """What may come of a legal answer; see `odds_view`."""
        return odds_view(self.state, answer, self.wording, answers)

    def sums(self, answer: int, answers: tuple[str, ...] = ()) -> list[Chance]:
        """What several outcomes have in common; see `sums_view`."""
        return sums_view(self.state, answer, self.wording, answers)

    def too_many(self) -> str:
        """Why there are no odds, when there are too many ways to count."""
        return too_many(self.wording)

    def shown(self, seat: int, change: Change | None = None) -> Drawing:
        """The VIEW; who may know all sees what the player sees whose turn it is."""
        viewer = self.state.active_seat if seat == EVERYTHING else seat
        return ViewDrawing(view(self.state, viewer, self.language, self.names))

    def stage(self, seat: int) -> "Stage":
        """The arena, from the side of a seat."""
        from esquive.krosmaster.drawn.film import ArenaStage  # only films need it

        return ArenaStage(self.wording, seat)
