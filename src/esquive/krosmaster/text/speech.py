"""What is said and shown about one position: `core.words.Words`, in the words of Krosmaster Arena."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from esquive.core.ids import format_seat
from esquive.core.waiting import Condition, Decision, Refusal
from esquive.core.words import Change, Shown, Words
from esquive.krosmaster.table.events import E_WON
from esquive.krosmaster.table.settings import partners_of
from esquive.krosmaster.table.state import State
from esquive.krosmaster.text.decision_views import decision_view, option_view, preview
from esquive.krosmaster.text.odds_words import odds_view, too_many
from esquive.krosmaster.text.views import over_view, view
from esquive.krosmaster.text.wording import Wording

if TYPE_CHECKING:
    from esquive.core.game import Game

EVERYTHING: Final = -2  # the seat of who may know all: of a match that is over


class Speech(Words):
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
        return str(option_view(self.state, answer, self.wording)["label"])

    def decision(self, seat: int) -> dict[str, Any] | None:
        """The decision a seat is asked, with hints of reach and range; every one of them is listed."""
        return decision_view(self.state, seat, self.language, self.names)

    def preview(self, line: str) -> dict[str, Any]:
        """Whether a line is legal and why; for a spell, what it would strike."""
        return preview(self.state, line, self.language, self.names)

    def over(self) -> dict[str, Any] | None:
        """How the game has ended, or None while it goes on."""
        return over_view(self.state, self.wording)

    def odds(self, answer: int, answers: tuple[str, ...] = ()) -> dict[str, Any]:
        """What may come of a legal answer; see `odds_view`."""
        return odds_view(self.state, answer, self.wording, answers)

    def too_many(self) -> str:
        """Why there are no odds, when there are too many ways to count."""
        return too_many(self.wording)

    def shown(self, seat: int, agents: Sequence[str] = (), change: Change | None = None) -> Shown:
        """The VIEW, with who is asked, who plays each seat, and partners named [KA 9.3.2].

        Who may know all sees what the player sees whose turn it is.
        """
        state = self.state
        seen = view(state, state.active_seat if seat == EVERYTHING else seat, self.language, self.names)
        waiting = state.waiting
        seen["turn"]["asked"] = format_seat(waiting.seat) if isinstance(waiting, Decision) else None
        for place, agent in enumerate(agents):
            player = seen["players"][format_seat(place)]
            player["agent"] = agent
            others = partners_of(state.settings, place)[1:]
            player["partner"] = format_seat(others[0]) if others else None
        if seen["over"] is not None:
            seen["over"]["winners"] = [format_seat(winner) for winner in partners_of(state.settings, state.winner)]
        return Shown("view", view=seen)
