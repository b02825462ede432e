"""The log of a match in words: each event is worded once a language and kept as it is sent."""

from collections.abc import Callable
from typing import Any

import msgspec

from esquive.core.converting import convert
from esquive.core.events import EVERYBODY
from esquive.core.game import Game
from esquive.core.match import Match
from esquive.core.words import Words


class Told(msgspec.Struct, gc=False):
    """An event as it is sent: to everybody, or in full to one seat (`seat` -1: no secret in it).

    `public` is None for an event of which the others are told nothing. It holds no cycle, so nobody need look for one.
    """

    public: msgspec.Raw | None
    full: msgspec.Raw
    seat: int


class EventLog:
    """The events of a match in one language, as far as somebody has asked for them."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._told: list[Told | None] = []

    def forget(self, first: int) -> None:
        """The events from a number on were taken back."""
        del self._told[first:]

    def since(self, first: int, match: Match, seat: int, words: Callable[[], Words]) -> list[msgspec.Raw]:
        """The events from a number on, as a seat may know them; `words` are those of the position as it is."""
        told, log = self._told, match.log
        told.extend([None] * (len(log) - len(told)))
        spoken: Words | None = None
        found: list[msgspec.Raw] = []
        for number in range(first, len(log)):
            one = told[number]
            if one is None:
                spoken = spoken or words()
                one = told[number] = self._event(number, match, spoken)
            text = one.full if one.seat in (EVERYBODY, seat) else one.public
            if text is not None:
                found.append(text)
        return found

    def _event(self, number: int, match: Match, words: Words) -> Told:
        """An event as it is told."""
        event, state = match.log[number], match.state
        seat = self.game.events[event[0]].viewer(event)
        sentence = " ".join(filter(None, (words.event(event), "; ".join(match.put_right.get(number, [])))))
        full = self._shaped(number, sentence, self.game.event_data(state, event))
        if seat == EVERYBODY:
            return Told(full, full, seat)
        said = words.event(event, secret=True)
        hidden = self.game.event_data(state, event, secret=True) if said else {}
        return Told(self._shaped(number, said, hidden) if said else None, full, seat)

    def _shaped(self, number: int, sentence: str, data: dict[str, Any]) -> msgspec.Raw:
        """An event as the game declares it."""
        shaped = convert({"n": number, "sentence": sentence, **data}, self.game.shapes.event)
        return msgspec.Raw(msgspec.json.encode(shaped))
