"""A match being played: the driver between the engine, the people or bots who answer, and the dice.

It takes one line of notation at a time, refuses what is illegal with the rule's own words, lets the dice fall until
somebody is asked again, and keeps the record. It is the only thing a server, a command line or a bot arena needs.
"""

from collections.abc import Iterator
from typing import Any, Final

from esquive.core.dice import DiceSource, ToldDice
from esquive.core.dice_documents import dice_from_data
from esquive.core.document_changes import changes
from esquive.core.errors import DocumentError
from esquive.core.events import EVERYBODY
from esquive.core.frames import DRAW
from esquive.core.game import Game
from esquive.core.ids import NOBODY, SEAT_NAMES, format_seat
from esquive.core.record import (
    CORRECT,
    DICE,
    Record,
    after,
    corrected,
    end_of,
    header_of,
    is_under_way,
    start_of,
    state_hash,
    taken_back,
)
from esquive.core.used_documents import documents_added, uses_of
from esquive.core.waiting import Decision, Over, Refusal, Roll

TABLE_DICE: Final[dict[str, Any]] = {"kind": "table"}


class Match:
    """A match of any game.

    `setup` is the game's set-up, or `{"position": document}`. `dice` answers the rolls; with None people enter them
    as lines, whoever throws. `version` counts the answers and rolls so far, and what was taken back once more: a client
    that holds version n asks for the events since n. `forced` are the versions of answers that were given in a seat's
    place. Events are kept for the whole match, in order. A match that nobody will look at again is played
    with `is_recorded=False`: it has no events, and of its record the header and the end only. `begun` is a match to go
    on from, as `copy` does.
    """

    __slots__ = (
        "_fell",
        "_marks",
        "_standing",
        "_turn",
        "dice",
        "forced",
        "game",
        "is_recorded",
        "log",
        "put_right",
        "record",
        "setup",
        "state",
    )

    def __init__(
        self,
        game: Game,
        setup: dict[str, Any],
        dice: DiceSource | None,
        agents: list[str] | None = None,
        *,
        is_recorded: bool = True,
        begun: "Match | None" = None,
    ) -> None:
        self.game = game
        self.setup = setup
        self.dice = dice
        self.is_recorded = is_recorded
        self.state: Any = start_of(game, setup) if begun is None else begun.state.copy()
        if not is_recorded:
            self.state.log = None
        elif begun is not None:
            self.state.log = list(begun.log)
        elif self.state.log is None:
            self.state.log = []
        self.log: list[tuple[int, ...]] = self.state.log if self.state.log is not None else []
        if begun is None:
            proof = TABLE_DICE if dice is None else dice.to_data()
            self.record = Record(header_of(game, setup, agents or [], proof, self.state))
            self._marks = [len(self.log)]
            self._standing = [0]  # the versions that were not taken back, of the start and of each line
            self._fell: dict[str, str] = {}  # how rolls fell that were taken back, by the hash of the position before
            self.forced: set[int] = set()
            self.put_right: dict[int, list[str]] = {}  # what corrections changed that all may see, by their events
            self._turn = game.turn_of(self.state)
        else:
            self.record = Record(begun.record.header)
            self.record.entries = list(begun.record.entries)
            self._marks = list(begun._marks)
            self._standing = list(begun._standing)
            self._fell = dict(begun._fell)
            self.forced = set(begun.forced)
            self.put_right = dict(begun.put_right)
            self._turn = begun._turn
        self._settle()

    @classmethod
    def resume(
        cls,
        game: Game,
        setup: dict[str, Any],
        dice: DiceSource | None,
        lines: list[str],
        agents: list[str] | None = None,
    ) -> "Match":
        """A match played up to its last stored line, answers and rolls alike; the dice must fall as they did.

        `dice` is the source as it was at the start. Raises DocumentError, which names the line, when a line is illegal
        or is not what the dice give.
        """
        match = cls(game, setup, None, agents)  # the stored lines say how the rolls fell; after them the source does
        match.record.header["dice"] = TABLE_DICE if dice is None else dice.to_data()
        for number, line in enumerate(lines, 1):
            waiting = match.state.waiting
            if isinstance(waiting, Roll) and dice is not None:
                fell = game.format(match.state, _fallen(game, match.state, dice, waiting))
                if fell != line:
                    raise DocumentError(
                        "the dice gave {fell!r}", f"line {number}: {line!r}", "use the match as stored", fell=fell
                    )
            refusal = match.answer(line)
            if refusal is not None:
                told = game.words(match.state).condition(refusal)
                raise DocumentError(told, f"line {number}: {line!r}", "use the match as stored")
        match.dice = dice
        match._settle()
        return match

    # -------------------------------------------------------------------------------------------------------- looking

    @property
    def waiting(self) -> Decision | Roll | Over:
        """What the match waits for; a Roll only when dice are entered by hand, Over too once players ended it."""
        end = self.record.end
        if end is not None and "how" in end:
            winner = str(end["winner"])
            return Over(DRAW if winner not in SEAT_NAMES else SEAT_NAMES.index(winner), str(end["reason"]), "")
        waiting: Decision | Roll | Over = self.state.waiting
        return waiting

    @property
    def version(self) -> int:
        """The number of answers and rolls so far, of undos, and one for an end that the players made."""
        return len(self._marks) - 1

    @property
    def is_over(self) -> bool:
        """Whether the match has ended, by the rules or because it was stopped."""
        return self.record.end is not None

    def first_event_since(self, version: int) -> int:
        """The number of the first event after a version, from 1 on; as many as there are events where none followed."""
        return min(self._marks[version:])

    @property
    def length(self) -> int:
        """The number of answers and rolls that stand."""
        return len(self._standing) - 1

    def fell_before(self) -> str | None:
        """How the roll waited for fell when it was asked in this position and taken back; None where it was not."""
        return self._fell.get(state_hash(self.state)) if self._fell else None

    def first_event_at(self, version: int) -> int:
        """How many events there were at a version that stands."""
        return self._marks[version]

    def standing(self) -> Iterator[tuple[int, int, str, range]]:
        """The answers and rolls that stand, the last first: the version before, its own, who gave it, its events."""
        place, entries = len(self._standing), self.record.entries
        for number in range(len(entries) - 1, -1, -1):
            entry = entries[number]
            if "line" in entry:
                place -= 1
                before, after = self._standing[place - 1], self._standing[place]
                yield before, after, str(entry["by"]), range(self._marks[before], self._marks[after])

    def events_since(self, version: int, seat: int | None = None, language: str = "en") -> list[dict[str, Any]]:
        """The events after a version that a seat may see, in order; None sees everything, -1 what a spectator sees.

        Each has the keys `number` (from 0, without gaps for who sees everything), `version`, `kind`, `clause`,
        `sentence`, `data` and `private` (true when only that seat sees it). Raises ValueError for a version the match
        never had.
        """
        if not 0 <= version <= self.version:
            raise ValueError(f"the match has versions 0 to {self.version}, not {version}")
        found: list[dict[str, Any]] = []
        at = version
        first = self._marks[version] if version else 0
        for number in range(first, len(self.log)):
            while at < self.version and self._marks[at] <= number:
                at += 1
            event = self.log[number]
            kind = self.game.events[event[0]]
            viewer = kind.viewer(event)
            if viewer not in (EVERYBODY, seat) and seat is not None:
                continue
            found.append(
                {
                    "number": number,
                    "version": at,
                    "kind": kind.name,
                    "clause": self.game.clause_of(self.state, event),
                    "sentence": self.game.sentence(self.state, event, language),
                    "data": self.game.event_data(self.state, event),
                    "private": viewer != EVERYBODY,
                }
            )
        return found

    # ------------------------------------------------------------------------------------------------- as a chess board

    @property
    def turn(self) -> int:
        """The seat that is asked, or NOBODY: the dice are due, or the match is over."""
        waiting = self.waiting
        return waiting.seat if isinstance(waiting, Decision) and not self.is_over else NOBODY

    @property
    def turn_number(self) -> int:
        """The number of the turn being played, from 0 before the first."""
        return self.game.turn_of(self.state)

    @property
    def legal_lines(self) -> list[str]:
        """What the seat may answer, as lines; a few proposals where the answers cannot be listed."""
        waiting = self.waiting
        if self.is_over or not isinstance(waiting, Decision):
            return []
        return [self.game.format(self.state, answer) for answer in waiting.proposals()]

    def push(self, line: str) -> None:
        """Gives one line of notation; raises IllegalAnswer with the refusal, and NotationError for no answer."""
        refusal = self.answer(line)
        if refusal is not None:
            raise self.game.illegal(self.state, line, refusal)

    def pop(self) -> str:
        """Takes the last answer back, and the rolls after it; returns its line. The dice will fall as they fell.

        Raises IndexError when nothing has been answered, and ValueError for a match that keeps no record.
        """
        if not self.is_recorded:
            raise ValueError("the match keeps no record: nothing can be taken back")
        header, entries = self.record.header, [entry for entry in self.record.entries if "line" in entry]
        while entries and entries[-1]["by"] == DICE and self.dice is not None:
            del entries[-1]
        if not entries:
            raise IndexError("nothing has been answered")
        line = str(entries.pop()["line"])
        lines = [str(entry["line"]) for entry in entries]
        before = Match.resume(self.game, self.setup, dice_from_data(header["dice"]), lines, list(header["agents"]))
        self.state, self.log, self.record, self.dice = before.state, before.log, before.record, before.dice
        self._marks, self._turn = before._marks, before._turn
        self._standing, self._fell, self.forced = before._standing, before._fell, before.forced
        self.put_right = before.put_right
        return line

    def outcome(self) -> Over | None:
        """How the match has ended, or None."""
        waiting = self.waiting
        return waiting if isinstance(waiting, Over) else None

    def copy(self) -> "Match":
        """An independent match that goes on from here, with dice that fall as this one's."""
        dice = None if self.dice is None else self.dice.copy()
        return Match(self.game, self.setup, dice, is_recorded=self.is_recorded, begun=self)

    def document(self, seat: int | None = None) -> dict[str, Any]:
        """The position document; for a seat, only what that seat may know."""
        return self.game.to_document(self.state, seat)

    def __str__(self) -> str:
        return self.game.draw(self.state)

    def __repr__(self) -> str:
        return f"<match of {self.game.name}, {self.version} answers and rolls, {self.waiting!r}>"

    # -------------------------------------------------------------------------------------------------------- playing

    def answer(self, line: str, seat: int | None = None) -> Refusal | None:
        """Gives one line of notation; a refusal changes nothing. Raises NotationError for a line that is no answer.

        With a seat, the line is refused when another seat is asked. After a legal line the dice fall until the next
        decision or the end.
        """
        waiting = self.waiting
        if self.is_over or isinstance(waiting, Over):
            reason = waiting.reason if isinstance(waiting, Over) else "it was stopped"
            clauses = (waiting.clause,) if isinstance(waiting, Over) and waiting.clause else ()
            return Refusal("game-over", clauses, {"reason": reason})
        if isinstance(waiting, Decision):
            if seat is not None and seat != waiting.seat:
                asked = format_seat(waiting.seat)
                return Refusal("not-asked", (), {"asked": asked, "seat": format_seat(seat)})
            answer = self.game.parse(self.state, line)
            refusal = waiting.refusal(answer)
            if refusal is not None:
                return refusal
        else:
            answer = self.game.parse(self.state, line)
        self.play(answer)
        return None

    def play(self, answer: int) -> None:
        """Takes a legal answer (an agent's, who chose it from the options), and lets the dice fall."""
        self._take(answer)
        self._settle()

    def stop(self, reason: str) -> None:
        """Ends the match without a winner, for a reason that is no rule: a turn cap, players who left."""
        if not self.is_over:
            self.record.entries.append({"end": {"winner": "none", "reason": reason}, "hash": state_hash(self.state)})

    def undo(self, to: int, by: str) -> None:
        """Takes back every answer and roll after version `to`, for a seat (`p1`); raises ValueError where it cannot.

        The record keeps what was taken back. A roll that is asked again in the same position falls as it fell, any
        other is thrown anew: nobody gains a second chance by it, or knows how the next dice fall.
        """
        if self.is_over or not self.is_recorded or to not in self._standing[:-1]:
            raise ValueError(f"nothing can be taken back to version {to}")
        place = self._standing.index(to)
        known = [entry for entry in self.record.entries if "line" in entry]
        before = Match(self.game, self.setup, None)
        for entry in known[:place]:
            before._follow(entry)
        if any(entry["by"] == DICE for entry in known[place:]):
            ahead = before.copy()
            for entry in known[place:]:
                if entry["by"] == DICE:
                    self._fell[state_hash(ahead.state)] = str(entry["line"])
                ahead._follow(entry)
        self.state, self.log, self._turn = before.state, before.log, before._turn
        self.put_right = before.put_right
        self.record.entries = [*taken_back(self.record.entries, place), {"by": by, "undo": to}]
        del self._standing[place + 1 :]
        self._marks.append(len(self.log))

    def correct(self, document: dict[str, Any], by: str) -> None:
        """Puts another position in place of this one, for a seat (`p1`): figures on a real table stand as they stand.

        Raises ValueError where it cannot be (the program throws the dice, or the match is over), and DocumentError for
        a document that is not a position of this match.
        """
        self.check_correction(document, by)
        self._follow({"by": by, "line": CORRECT, "position": document})

    def check_correction(self, document: dict[str, Any], by: str) -> None:
        """Raises as `correct` does, and changes nothing."""
        if self.is_over or not self.is_recorded or self.dice is not None:
            raise ValueError("a position is put right only where dice are thrown by hand")
        if "exact" not in document and is_under_way(self.game, self.state):
            fix = "play what has begun to its end, or take it back first"
            raise DocumentError("more is under way than a position can say", "position", fix)
        put = corrected(self.game, self.state.copy(), document, by)
        added = documents_added(self.record.header["uses"], uses_of(self.game, self.setup, put))
        if added:
            fix = "begin another match from this position at the judge's desk"
            raise DocumentError("{card} is not played with in this match", "position", fix, card=", ".join(added))

    def close(self, how: str, by: str, winner: str) -> None:
        """Ends it as players want (`resigned`, `agreed`, ...): `by` is who did, `winner` a seat, `draw` or `none`."""
        if self.is_over:
            raise ValueError("the match is over")
        end = {"winner": winner, "reason": f"{by}: {how}", "clause": "", "how": how, "by": by}
        self.record.entries.append({"end": end, "hash": state_hash(self.state)})
        self._marks.append(len(self.log))

    def _settle(self) -> None:
        """Lets the dice fall until a decision or the end."""
        waiting = self.state.waiting
        while self.dice is not None and isinstance(waiting, Roll):
            known = self.fell_before()
            fell = None if known is None else self.game.parse(self.state, known)
            self._take(_fallen(self.game, self.state, self.dice, waiting) if fell is None else fell)
            waiting = self.state.waiting
        if isinstance(waiting, Over) and not self.is_over:
            self.record.entries.append({"end": end_of(waiting), "hash": state_hash(self.state)})

    def _follow(self, entry: dict[str, Any]) -> None:
        """Goes on by an entry of a record that is known to be possible."""
        if "position" not in entry:
            self.play(self.game.parse(self.state, entry["line"]))
            return
        known = self.game.to_document(self.state, NOBODY)
        self.state = after(self.game, self.state, entry)
        self.put_right[len(self.log) - 1] = changes(known, self.game.to_document(self.state, NOBODY))
        self._note(entry)
        self._settle()

    def _take(self, answer: int) -> None:
        if not self.is_recorded:
            self.state.apply(answer)
            self._marks.append(0)
            return
        waiting = self.state.waiting
        by = (
            DICE
            if isinstance(waiting, Roll)
            else format_seat(waiting.seat if isinstance(waiting, Decision) else NOBODY)
        )
        entry = {"by": by, "line": self.game.format(self.state, answer)}
        self.state.apply(answer)
        self._note(entry)

    def _note(self, entry: dict[str, Any]) -> None:
        """Notes a line that has been played."""
        entries = self.record.entries
        entries.append(entry)
        self._marks.append(len(self.log))
        self._standing.append(self.version)
        turn = self.game.turn_of(self.state)
        if turn != self._turn:
            self._turn = turn
            entries.append({"turn": turn, "hash": state_hash(self.state)})


def _fallen(game: Game, state: Any, dice: DiceSource, roll: Roll) -> int:
    """How a roll falls: as it is told where the dice are those of an exercise."""
    line = dice.told(roll) if isinstance(dice, ToldDice) else None
    return dice.outcome(roll) if line is None else game.parse(state, line)
