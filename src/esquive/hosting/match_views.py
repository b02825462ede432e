"""What is shown of a match: views, decisions and the log, each made once for all who see the same."""

from collections.abc import Callable
from typing import Any, Final, Protocol

import msgspec

from esquive.core.game import Game
from esquive.core.ids import SEAT_NAMES
from esquive.core.practice import Course
from esquive.core.rolls_by_hand import roll_asked
from esquive.core.shapes import DecisionView
from esquive.core.waiting import Decision
from esquive.core.words import Words
from esquive.hosting.event_log import EventLog
from esquive.hosting.messages import Encoded, encoded
from esquive.hosting.offers import Offers, Table as OffersTable, ended_of
from esquive.hosting.practice import practice_of
from esquive.hosting.protocol import Seated, StateMessage
from esquive.hosting.series import view_of
from esquive.hosting.view_cache import ViewCache

SPECTATOR: Final = -1
TEXTS: Final = 100  # of which the last position, as its players and spectators see it
EVENTS_A_KIB: Final = 2
_WARM: Final = ViewCache()


class Shown(OffersTable, Protocol):
    """A match that is shown, with who plays it: a room."""

    game: Game
    course: Course | None
    wishes: Offers

    @property
    def version(self) -> int:
        """The number of answers, rolls and undos so far."""

    @property
    def players(self) -> list[Seated]:
        """Who sits in which seat."""

    def words(self, language: str) -> Words:
        """What is said about the position."""

    def viewer(self, controlled: frozenset[int]) -> int:
        """The seat whose view somebody gets who controls these players."""


class MatchViews:
    """What is shown of the match of a room, in every language."""

    def __init__(self, room: Shown) -> None:
        self.decisions: dict[tuple[int, str], DecisionView | None] = {}  # what is asked, by version and language
        self._room = room
        self._told: dict[str, EventLog] = {}  # by language
        self._texts: dict[Any, Encoded] = {}  # what has been sent of the position as it is
        self._views: dict[tuple[int, str], Callable[[int], Any]] = {}  # of the position as it is

    def text(self, controlled: frozenset[int], first_event: int, language: str) -> Encoded:
        """The `state` message as it is sent, made once for all who play the same seats."""
        key = (self._room.viewer(controlled), controlled, first_event, language)
        _WARM.weigh(self, self.forget, TEXTS + len(self._room.match.log) // EVENTS_A_KIB)
        if key not in self._texts:
            self._texts[key] = encoded(self.message(controlled, first_event, language))
        return self._texts[key]

    def message(
        self, controlled: frozenset[int], first_event: int, language: str
    ) -> StateMessage[str, Any, DecisionView, msgspec.Raw]:
        """The `state` message for somebody who controls these players, with the events from a number on."""
        room = self._room
        seat, players, waiting = room.viewer(controlled), room.players, room.match.waiting
        knows = seat if len(controlled) == 1 else SPECTATOR  # nobody's secrets where several sit at one screen
        if language not in self._told:
            self._told[language] = EventLog(room.game)
        told = self._told[language].since(first_event, room.match, knows, lambda: room.words(language))
        return StateMessage(
            game=room.game.name,
            version=room.version,
            players=players,
            own=[SEAT_NAMES[one] for one in room.seats if room.player_in(one) in controlled],
            asked=SEAT_NAMES[waiting.seat] if isinstance(waiting, Decision) else None,
            asks=waiting.kind if isinstance(waiting, Decision) else "",
            over=room.match.is_over,
            view=self._view(seat, language, players),
            decision=None if seat == SPECTATOR else self._decision(seat, language),
            events=told,
            since=first_event,
            practice=None if room.course is None else practice_of(room.course, room.match, language),
            wishes=room.wishes.view(room, controlled) if controlled else None,
            ended=ended_of(room, language),
            dice="table" if room.stored.is_by_hand else "",
            roll=roll_asked(room.words(language)) if room.stored.is_by_hand and not room.match.is_over else None,
            series=view_of(room.stored, [room.player_in(one) for one in room.seats]),
        )

    def _view(self, seat: int, language: str, players: list[Seated]) -> Any:
        """The position as a seat may see it; what everybody may see is worked out once."""
        room, key = self._room, (self._room.version, language)
        if key not in self._views:
            names = [player.name for player in players]
            self._views = {known: view for known, view in self._views.items() if known[0] == room.version}
            self._views[key] = room.game.views(room.match.state, language, names)
        return self._views[key](seat)

    def _decision(self, seat: int, language: str) -> DecisionView | None:
        """The decision a seat is asked; where answers are proposed `judging.propose` has done so before."""
        waiting, key = self._room.match.waiting, (self._room.version, language)
        if not isinstance(waiting, Decision) or waiting.seat != seat:
            return None
        if key not in self.decisions:
            self.proposed(key, self._room.words(language).decision(seat))
        return self.decisions[key]

    def proposed(self, key: tuple[int, str], decision: DecisionView | None) -> None:
        """What is asked at a version, in a language."""
        self.decisions = {known: view for known, view in self.decisions.items() if known[0] == key[0]}
        self.decisions[key] = decision

    def went_on(self) -> None:
        """The position is another one."""
        self._views.clear()
        self._texts.clear()

    def taken_back(self, known: int) -> int:
        """The number of the first event after a version, and no word any more of those that were taken back."""
        first = self._room.match.first_event_since(known)
        for told in self._told.values():
            told.forget(first)
        return first

    def forget(self) -> None:
        """What was said of the match may be otherwise now."""
        self._told.clear()
        self.decisions.clear()
        self.went_on()
