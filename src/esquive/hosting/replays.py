"""Replays: a record played again once, so that any step of it can be shown at once.

Nothing here knows a game: steps are lines of notation and sentences, and the game shows its positions itself. While a
match goes on its record holds secrets, so steps are told and drawn as the seat that asks may know them.
"""

import logging
from collections import OrderedDict
from collections.abc import Collection, Iterator
from typing import Any, Final, Generic, TypeVar

from msgspec import Struct

from esquive.core.document_changes import changes
from esquive.core.error_translations import told
from esquive.core.errors import DocumentError, EsquiveError
from esquive.core.events import EVERYBODY
from esquive.core.games import game_named
from esquive.core.ids import SEAT_NAMES
from esquive.core.match_review import LookedBack, TooLong
from esquive.core.phrases import phrase
from esquive.core.question_links import Question, code_of, lasting
from esquive.core.record import DICE, Record, after, changes_since, replay, start_of
from esquive.core.shapes import Drawing, TextDrawing
from esquive.core.waiting import Roll
from esquive.core.words import EVERYTHING, Change, Words
from esquive.hosting.protocol import HUMAN, ProtocolError, Seated
from esquive.hosting.replay_messages import Replay, ReplayLine, ReplayStep

LOG: Final = logging.getLogger("esquive.hosting")
KEEP_EVERY: Final = 20
MOST_STEPS: Final = 20_000
MOST_SHELVED: Final = 24
LARGEST_SHELF: Final = 64 << 20  # bytes
OF_A_LINE: Final = 2_000  # bytes that an answer or roll takes, with its events and its share of the positions kept


class Table(Struct, frozen=True):
    """Who plays, in the order of the set-up, and in which language it is told; names may be fewer than seats."""

    names: tuple[str, ...]
    agents: tuple[str, ...]
    language: str


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
        self.lines: list[tuple[str, str, int]] = []
        self._entries = record.standing()
        self.ends: list[int] = []
        self.events: list[list[tuple[int, ...]]] = []
        self.silent: dict[int, str] = {}  # answers of which nothing is told, by line, in words
        self.secret: dict[int, int] = {}  # rolls that only one seat may see, by line
        state = start_of(self.game, header["setup"])
        self.changed = changes_since(record, self.game, state) if "uses" in header else []
        self.first: list[tuple[int, ...]] = list(state.log or ())
        self._kept = [state.copy()]
        self.last: Any = state
        if len(record.entries) > MOST_STEPS:
            raise DocumentError(
                "it has {count} entries",
                "record",
                phrase("{most_steps} can be shown", most_steps=MOST_STEPS),
                count=len(record.entries),
            )
        told: list[tuple[int, ...]] = []
        before = state.copy()
        is_corrected = True  # nothing belongs to the same step as a position put right
        for done in replay(record, self.game):
            entry = done.entry
            if isinstance(before.waiting, Roll) and before.waiting.private_to != EVERYBODY:
                self.secret[len(self.lines)] = before.waiting.private_to
            self.lines.append((entry["by"], entry["line"], self.game.turn_of(done.state)))
            if not done.events and entry["by"] != DICE and "position" not in entry:
                answer = self.game.parse(before, entry["line"])
                self.silent[len(self.events)] = self.wording(before).answer(answer)
            self.events.append(list(done.events))
            self.last = done.state
            before = done.state.copy()
            was_corrected, is_corrected = is_corrected, "position" in entry
            is_apart = was_corrected or is_corrected
            if self.ends and not is_apart and not self.game.opens_step(entry["by"], told):
                self.ends.pop()
            else:
                told = []
            told += done.events
            self.ends.append(len(self.lines))
            if len(self.lines) % KEEP_EVERY == 0:
                self._kept.append(done.state.copy())

    @property
    def size(self) -> int:
        """About how many bytes it takes."""
        return OF_A_LINE * (1 + len(self.lines))

    def wording(self, state: Any) -> Words:
        """What is said about a position, with the names of who plays where they are known."""
        names = self.table.names
        seats = range(self.game.seats_of(state))
        known = [names[self.game.player_in(state, seat)] for seat in seats] if len(names) == len(seats) else []
        return self.game.words(state, self.table.language, known)

    def _players(self, words: Words) -> list[Seated]:
        """Who sits in which seat at the end."""
        agents = self.table.agents
        found: list[Seated] = []
        for seat in range(self.game.seats_of(self.last)):
            player = self.game.player_in(self.last, seat)
            agent = agents[player] if player < len(agents) else HUMAN
            found.append(Seated(SEAT_NAMES[seat], words.seat(seat), agent))
        return found

    def state_at(self, step: int) -> Any:
        """The position after the first `step` steps."""
        return self._after(self.ends[step - 1] if step else 0)

    def _after(self, lines: int) -> Any:
        """The position after so many lines."""
        kept = lines // KEEP_EVERY
        state = self._kept[kept].copy()
        for entry in self._entries[kept * KEEP_EVERY : lines]:
            state = after(self.game, state, entry)
        return state

    def turn_at(self, step: int) -> int:
        """The turn that a step belongs to or has begun."""
        return self.lines[self._lines_of(step)[-1]][2]

    def changes(self, step: int) -> Iterator[tuple[Change, Any]]:
        """How a step has come about, line by line: each change with the position that it leads to."""
        numbers = self._lines_of(step)
        before = self._after(numbers[0])
        for number in numbers:
            entry = self._entries[number]
            given = [] if "position" in entry else [self.game.parse(before, entry["line"])]
            state = after(self.game, before.copy(), entry)
            yield Change(before, given, self.events[number]), state
            before = state.copy()

    def before(self, entry: int) -> Any:
        """The position before an entry of the record, which are counted from 1."""
        return self._after(entry - 1)

    def _lines_of(self, step: int) -> range:
        """The numbers of the lines of a step."""
        return range(self.ends[step - 2] if step > 1 else 0, self.ends[step - 1])

    # ------------------------------------------------------------------------------------------------------- showing

    def shown(self, replay_id: str, seat: int, players: Collection[int] = ()) -> Replay:
        """All steps as a seat may know them; `EVERYTHING` for a match that is over. `players` are those who ask."""
        header = self.record.header
        words = self.wording(self.last)  # sentences name what never changes, so the last position serves them all
        steps: list[ReplayStep] = []
        action: list[tuple[int, ...]] = []  # the events of the action so far
        for step in range(1, len(self.ends) + 1):
            numbers = self._lines_of(step)
            speaks = next((number for number in numbers if self.events[number]), numbers[0])
            by: Any = self.lines[speaks][0]
            events = [event for number in numbers for event in self.events[number]]
            is_told = seat == EVERYTHING or (seat >= 0 and by == SEAT_NAMES[seat])
            line = "; ".join(self.lines[number][1] for number in numbers if self._may_know(number, seat))
            line = line if is_told else ""
            log = self._log(events, seat, words) + self._corrected(step, seat)
            said = "" if log or not is_told else self.silent.get(speaks, "")
            heading = words.heading(events)
            turn = self.lines[numbers[-1]][2]
            opens = not steps or turn != steps[-1].turn or self.game.opens_action(by, action, events)
            action = events if opens else action + events
            steps.append(ReplayStep(by, line, turn, log, heading, said, opens))
        return Replay(
            id=replay_id,
            game=self.game.name,
            release=str(header.get("release", "")),
            format=str({**header["setup"].get("position", {}), **header["setup"]}.get("format", "")),
            players=self._players(words),
            own=[
                name
                for place, name in enumerate(SEAT_NAMES[: self.game.seats_of(self.last)])
                if self.game.player_in(self.last, place) in players
            ],
            over=self.record.end is not None,
            changed=[told(sentence, self.table.language) for sentence in self.changed],
            steps=steps,
        )

    def _may_know(self, number: int, seat: int) -> bool:
        """Whether a seat may read a line: its own, and rolls that are not another one's secret."""
        by = self.lines[number][0]
        is_own = by == DICE or (seat >= 0 and by == SEAT_NAMES[seat])
        return seat == EVERYTHING or (is_own and self.secret.get(number, seat) == seat)

    def drawing(self, step: int, seat: int) -> Drawing:
        """The position after a step, as a seat may see it; raises ProtocolError `no-such-step`."""
        if not 0 <= step <= len(self.ends):
            raise ProtocolError("no-such-step", 404, step=step, last=len(self.ends))
        if not step:
            return self.wording(self.state_at(0)).shown(seat)
        numbers = self._lines_of(step)
        before = self._after(numbers[0])
        state, given = before.copy(), list[int]()
        for number in numbers:
            entry = self._entries[number]
            if "position" not in entry:
                given.append(self.game.parse(state, entry["line"]))
            state = after(self.game, state, entry)
        events = [event for number in numbers for event in self.events[number]]
        words = self.wording(state)
        drawing = words.shown(seat, Change(before, given, events))
        drawing.step = step
        if not isinstance(drawing, TextDrawing):
            first = len(self.first) + sum(len(one) for one in self.events[: numbers[0]])
            drawing.events = list(self._shown(words, events, seat, first))
        return drawing

    def _shown(self, words: Words, events: list[tuple[int, ...]], seat: int, first: int) -> Iterator[dict[str, Any]]:
        """Events as a seat may know them, numbered from `first`, for who shows them on a table."""
        for number, event in enumerate(events, first):
            secret = seat != EVERYTHING and self.game.events[event[0]].viewer(event) not in (EVERYBODY, seat)
            data = self.game.event_data(words.state, event, secret=secret)
            clause = self.game.clause_of(words.state, event)
            sentence = words.event(event, secret=secret)
            if sentence or not secret:
                yield {**data, "n": number, "clause": clause, "sentence": sentence}

    def link(self, step: int, seat: int) -> str:
        """The position after a step as a code of the desk, with what a seat may know; raises ProtocolError as above."""
        if not 0 <= step <= len(self.ends):
            raise ProtocolError("no-such-step", 404, step=step, last=len(self.ends))
        document = self.game.to_document(self.state_at(step), None if seat == EVERYTHING else seat)
        return code_of(Question(lasting(self.game, document)))

    def words(self) -> Words:
        """What is said of the last position, which knows all names of the match."""
        return self.wording(self.last)

    def _corrected(self, step: int, seat: int) -> list[ReplayLine]:
        """What was put right in a step, key by key as position documents have them; for who may know everything."""
        first = self._lines_of(step)[0]
        if seat != EVERYTHING or "position" not in self._entries[first]:
            return []
        before, after_it = (self.game.to_document(self.state_at(one)) for one in (step - 1, step))
        return [ReplayLine(change, "") for change in changes(before, after_it)]

    def _log(self, events: list[tuple[int, ...]], seat: int, words: Words) -> list[ReplayLine]:
        """What happened in a step."""
        found: list[ReplayLine] = []
        for event in events:
            kind = self.game.events[event[0]]
            secret = seat != EVERYTHING and kind.viewer(event) not in (EVERYBODY, seat)
            sentence = words.event(event, secret=secret)
            if sentence:
                found.append(ReplayLine(sentence, self.game.clause_of(words.state, event)))
        return found


Kept = TypeVar("Kept")


class ReplayCache(Generic[Kept]):
    """What was asked for last, by name: records that were brought, and records played again. It is counted in bytes."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Kept] = OrderedDict()
        self._sizes: dict[str, int] = {}
        self._size = 0

    def get(self, name: str) -> Kept | None:
        """What lies on the shelf under a name, or None."""
        found = self._kept.get(name)
        if found is not None:
            self._kept.move_to_end(name)
        return found

    def put(self, name: str, kept: Kept, size: int) -> None:
        """Keep something of so many bytes; what has not been asked for the longest makes place."""
        if name in self._kept:
            self._size -= self._sizes.pop(name)
        self._kept[name] = kept
        self._kept.move_to_end(name)
        self._sizes[name] = size
        self._size += size
        while len(self._kept) > 1 and (len(self._kept) > MOST_SHELVED or self._size > LARGEST_SHELF):
            oldest, _ = self._kept.popitem(last=False)
            self._size -= self._sizes.pop(oldest)


def look_back(played: Played) -> LookedBack:
    """A match that is over, weighed; raises ProtocolError `bad-record` for one that takes too long."""
    try:
        return LookedBack(played.record, played.game, played.ends)
    except TooLong as error:
        raise ProtocolError("bad-record", why="it is too long to be looked back on") from error


def _changed(record: Record) -> list[str]:
    """What a record uses that is not what it was, as far as that can be told of one that cannot be played."""
    try:
        game = game_named(str(record.header["game"]))
        return changes_since(record, game, start_of(game, record.header["setup"])) if "uses" in record.header else []
    except EsquiveError:
        return []  # it cannot even begin: that is what is told


def play_record(record: Record, table: Table) -> Played:
    """A record played again; raises ProtocolError `bad-record` that says which entry cannot be played."""
    try:
        return Played(record, table)
    except EsquiveError as error:
        raise ProtocolError("bad-record", why=[*_changed(record), error]) from error
    except (TypeError, ValueError, KeyError, IndexError, AttributeError) as error:
        # A set-up of the wrong shape fails wherever the game first uses it. The log tells it from a fault of our own.
        LOG.warning("a record could not be played", exc_info=error)
        raise ProtocolError("bad-record", why="its set-up has another shape than the game writes") from error
