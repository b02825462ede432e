"""Krosmaster Arena as the rest of the program sees it: see `core.game.Game`."""

from typing import Any

from esquive.core.events import EventKind
from esquive.core.frames import DRAW
from esquive.core.waiting import Condition, Decision
from esquive.krosmaster.cards.catalogue import catalogue
from esquive.krosmaster.table.events import EVENTS
from esquive.krosmaster.table.state import State
from esquive.krosmaster.text.documents.facts import read_path
from esquive.krosmaster.text.documents.positions import from_document, to_document
from esquive.krosmaster.text.documents.saves import state_from_data
from esquive.krosmaster.text.documents.set_ups import arena_board, card_of, library_of, new_state, settings_of
from esquive.krosmaster.text.notation import format_answer, parse_answer

RULES_VERSION = 1  # raised whenever equal answers may lead to another position than before


class KrosmasterGame:
    """The game object of Krosmaster Arena."""

    name = "krosmaster"
    events: tuple[EventKind, ...] = EVENTS

    def new(self, setup: dict[str, Any]) -> State:
        """A new match, advanced to its first wait; see `building.new_state`."""
        return new_state(setup)

    def from_data(self, setup: dict[str, Any], data: dict[str, Any]) -> State:
        """The state that `to_data` wrote, for the same set-up."""
        known = catalogue()
        settings = settings_of(setup)
        documents = [card_of(known, card, "teams") for team in setup["teams"] for card in team]
        library = library_of(known, settings, documents)
        return state_from_data(
            settings, library, arena_board(known, str(setup.get("arena", "elemental")), settings), data
        )

    def from_document(self, document: dict[str, Any]) -> State:
        """The state of a position document."""
        return from_document(document)

    def to_document(self, state: State, seat: int | None = None) -> dict[str, Any]:
        """The position document of a state."""
        return to_document(state, seat)

    def parse(self, state: State, line: str) -> int:
        """The answer a line of notation stands for."""
        return parse_answer(state, line)

    def format(self, state: State, answer: int) -> str:
        """The line of notation of an answer."""
        return format_answer(state, answer)

    def conditions(self, state: State, answer: int) -> list[Condition]:
        """Every condition of an answer to the decision waited for."""
        waiting = state.waiting
        return waiting.conditions(answer) if isinstance(waiting, Decision) else []

    def read(self, state: State, path: str) -> Any:
        """One fact of the position by its path, as scenario files name them."""
        return read_path(state, path)

    def event_data(self, state: State, event: tuple[int, ...]) -> dict[str, Any]:
        """An event with names instead of numbers."""
        from esquive.krosmaster.text.wording import event_data  # bots and searches never need words

        return event_data(state, event)

    def sentence(self, state: State, event: tuple[int, ...], language: str = "en") -> str:
        """An event as a sentence."""
        from esquive.krosmaster.text.wording import sentence

        return sentence(state, event, language)

    def view(self, state: State, seat: int) -> Any:
        """The position as a seat may see it."""
        from esquive.krosmaster.text.views import view

        return view(state, seat)

    def content_hash(self) -> str:
        """The hash of the catalogue with the version of the rules."""
        return f"{RULES_VERSION}-{catalogue().content_hash}"

    def turn_of(self, state: State) -> int:
        """The number of the turn being played."""
        return state.turn

    def winner_of(self, state: State) -> int:
        """The winning seat, or DRAW; only for a game that is over."""
        return state.winner if state.winner >= 0 else DRAW


GAME = KrosmasterGame()
