"""What a game has to offer so that drivers, agents, servers and tools can work with it without knowing its rules."""

from typing import Any, Protocol

from esquive.core.events import EventKind
from esquive.core.waiting import Condition, Decision, Over, Roll


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


class Game(Protocol):
    """One of the games: how to start it, read it, write it and explain it."""

    name: str
    events: tuple[EventKind, ...]

    def new(self, setup: dict[str, Any]) -> Any:
        """The state of a new match, advanced to its first wait; raises DocumentError for a set-up that cannot be."""

    def from_data(self, setup: dict[str, Any], data: dict[str, Any]) -> Any:
        """The state that `to_data` wrote, for the same set-up."""

    def from_document(self, document: dict[str, Any]) -> Any:
        """The state of a position document."""

    def to_document(self, state: Any, seat: int | None = None) -> dict[str, Any]:
        """The position document of a state; for a seat, only what that seat may know."""

    def parse(self, state: Any, line: str) -> int:
        """The answer a line of notation stands for; raises NotationError when it is none."""

    def format(self, state: Any, answer: int) -> str:
        """The one line of notation of an answer to what the state waits for."""

    def conditions(self, state: Any, answer: int) -> list[Condition]:
        """Every condition of an answer to the decision waited for."""

    def read(self, state: Any, path: str) -> Any:
        """One fact of the position by its path, as scenario files name them; raises NotationError."""

    def view(self, state: Any, seat: int) -> Any:
        """The position as a seat may see it."""

    def event_data(self, state: Any, event: tuple[int, ...]) -> dict[str, Any]:
        """An event with names instead of numbers."""

    def sentence(self, state: Any, event: tuple[int, ...], language: str = "en") -> str:
        """An event as a sentence."""

    def content_hash(self) -> str:
        """The hash of the content the game plays with: catalogue and rules version."""

    def turn_of(self, state: Any) -> int:
        """The number of the turn being played, from 0 before the first."""
