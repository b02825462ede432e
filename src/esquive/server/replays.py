"""Replays: a record played again once, so that any step of it can be shown at once.

Nothing here knows a game: steps are lines of notation and sentences, and `drawings` shows a position. While a match
goes on its record holds secrets, so steps are told and drawn as the seat that asks may know them.
"""

import logging
from collections import OrderedDict
from typing import Any, Final, Generic, TypeVar

from esquive.core.errors import DocumentError, EsquiveError
from esquive.core.events import EVERYBODY
from esquive.core.games import game_named
from esquive.core.ids import SEAT_NAMES
from esquive.core.record import DICE, Record, replay, start_of
from esquive.core.waiting import Decision, Roll
from esquive.server.drawings import EVERYTHING, Artist, Change, Table, artist_of
from esquive.server.protocol import ProtocolError, Replay, ReplayDrawing, ReplayLine, ReplayStep

LOG: Final = logging.getLogger("esquive.server")
KEEP_EVERY: Final = 20
MOST_STEPS: Final = 20_000
MOST_SHELVED: Final = 24


class Played:
    """A record that has been played again: its lines and events, and a copy of the position now and then.

    Step n ends with the first `ends[n - 1]` lines.
    """

    def __init__(self, record: Record, table: Table) -> None:
        """Plays the record; raises DocumentError for one that cannot be played, or is too long to be shown."""
        header = record.header
        self.record = record
        self.table = table
        self.game = game_named(str(header["game"]))
        self.artist: Artist = artist_of(self.game.name)
        self.lines: list[tuple[str, str, int]] = []
        self.ends: list[int] = []
        self.events: list[list[tuple[int, ...]]] = []
        self.silent: dict[int, str] = {}  # answers of which nothing is told, by line, in words
        state = start_of(self.game, header["setup"])
        self.first: list[tuple[int, ...]] = list(state.log or ())
        self._kept = [state.copy()]
        self.last: Any = state
        if len(record.entries) > MOST_STEPS:
            raise DocumentError(f"it has {len(record.entries)} entries", "record", f"{MOST_STEPS} can be shown")
        told: list[tuple[int, ...]] = []
        before = state.copy()
        for done in replay(record, self.game):
            entry = done.entry
            self.lines.append((entry["by"], entry["line"], self.game.turn_of(done.state)))
            if not done.events and entry["by"] != DICE:
                answer = self.game.parse(before, entry["line"])
                self.silent[len(self.events)] = self.artist.answer(before, answer, table)
            self.events.append(list(done.events))
            self.last = done.state
            before = done.state.copy()
            if self.ends and not self.artist.opens(entry["by"], told):
                self.ends.pop()
            else:
                told = []
            told += done.events
            self.ends.append(len(self.lines))
            if len(self.lines) % KEEP_EVERY == 0:
                self._kept.append(done.state.copy())

    def state_at(self, step: int) -> Any:
        """The position after the first `step` steps."""
        return self._after(self.ends[step - 1] if step else 0)

    def _after(self, lines: int) -> Any:
        """The position after so many lines."""
        kept = lines // KEEP_EVERY
        state = self._kept[kept].copy()
        for _, line, _ in self.lines[kept * KEEP_EVERY : lines]:
            self._take(state, line)
        return state

    def _take(self, state: Any, line: str) -> int:
        if not isinstance(state.waiting, Decision | Roll):
            raise AssertionError(f"{line!r} is answered where nothing is asked")
        answer = self.game.parse(state, line)
        state.apply(answer)
        return answer

    def _lines_of(self, step: int) -> range:
        """The numbers of the lines of a step."""
        return range(self.ends[step - 2] if step > 1 else 0, self.ends[step - 1])

    # ------------------------------------------------------------------------------------------------------- showing

    def shown(self, replay_id: str, seat: int) -> Replay:
        """All steps as a seat may know them; `EVERYTHING` for a match that is over."""
        header = self.record.header
        steps: list[ReplayStep] = []
        for step in range(1, len(self.ends) + 1):
            numbers = self._lines_of(step)
            speaks = next((number for number in numbers if self.events[number]), numbers[0])
            by = self.lines[speaks][0]
            events = [event for number in numbers for event in self.events[number]]
            is_told = seat == EVERYTHING or (seat >= 0 and by == SEAT_NAMES[seat])
            line = "; ".join(self.lines[number][1] for number in numbers) if is_told else ""
            log = self._log(events, seat)
            said = "" if log or not is_told else self.silent.get(speaks, "")
            heading = self.artist.heading(self.last, events, self.table)
            steps.append(ReplayStep(by, line, self.lines[numbers[-1]][2], log, heading, said))
        return Replay(
            id=replay_id,
            game=self.game.name,
            release=str(header.get("release", "")),
            format=str({**header["setup"].get("position", {}), **header["setup"]}.get("format", "")),
            players=self.artist.players(self.last, self.table),
            over=self.record.end is not None,
            drawing=self.artist.kind,
            steps=steps,
        )

    def drawing(self, step: int, seat: int) -> ReplayDrawing:
        """The position after a step, as a seat may see it; raises ProtocolError `no-such-step`."""
        if not 0 <= step <= len(self.ends):
            raise ProtocolError("no-such-step", 404, step=step, last=len(self.ends))
        if not step:
            return self.artist.draw(self.state_at(0), seat, 0, self.table)
        numbers = self._lines_of(step)
        before = self._after(numbers[0])
        state = before.copy()
        given = [self._take(state, self.lines[number][1]) for number in numbers]
        events = [event for number in numbers for event in self.events[number]]
        return self.artist.draw(state, seat, step, self.table, Change(before, given, events))

    def _log(self, events: list[tuple[int, ...]], seat: int) -> list[ReplayLine]:
        """What happened in a step; the sentences name what never changes, so the last position serves them all."""
        found: list[ReplayLine] = []
        for event in events:
            kind = self.game.events[event[0]]
            secret = seat != EVERYTHING and kind.viewer(event) not in (EVERYBODY, seat)
            sentence = self.artist.sentence(self.last, event, self.table, secret=secret)
            if sentence:
                found.append(ReplayLine(sentence, kind.clause))
        return found


Kept = TypeVar("Kept")


class Shelf(Generic[Kept]):
    """What was asked for last, by name: records that were brought, and records played again."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Kept] = OrderedDict()

    def get(self, name: str) -> Kept | None:
        """What lies on the shelf under a name, or None."""
        found = self._kept.get(name)
        if found is not None:
            self._kept.move_to_end(name)
        return found

    def put(self, name: str, kept: Kept) -> None:
        """Keep something; what has not been asked for the longest makes place."""
        self._kept[name] = kept
        while len(self._kept) > MOST_SHELVED:
            self._kept.popitem(last=False)


def play_record(record: Record, table: Table) -> Played:
    """A record played again; raises ProtocolError `bad-record` that says which entry cannot be played."""
    try:
        return Played(record, table)
    except EsquiveError as error:
        raise ProtocolError("bad-record", why=str(error)) from error
    except (TypeError, ValueError, KeyError, IndexError, AttributeError) as error:
        # A set-up of the wrong shape fails wherever the game first uses it. The log tells it from a fault of our own.
        LOG.warning("a record could not be played", exc_info=error)
        raise ProtocolError("bad-record", why="its set-up has another shape than the game writes") from error
