"""Records: what is needed to play a match again, exactly, without any random generator.

A record is a text of JSON lines, so that it can be appended to while the match goes on and compared line by line:

    {"record": 1, "game": "krosmaster", "release": "2.7", "uses": {}, "setup": {}, "agents": [], "dice": {}}
    {"by": "p1", "line": "move c4"}          an answer, and the seat that gave it
    {"by": "dice", "line": "roll critical"}  how a roll fell
    {"turn": 3, "hash": "..."}               a new turn has begun; the hash of the whole position
    {"end": {"winner": "p1", "reason": "...", "clause": "1.4.1"}, "hash": "..."}

What was taken back stays, as `undone` instead of `line`, with who took it back, and to where: after the first so many
answers, rolls and undos. Whoever reads the lines alone reads the match as it stands.

    {"by": "p1", "undone": "move c4"}
    {"by": "p1", "undo": 0}

Where figures stand on a real table somebody may put right what stands otherwise there. It counts as an answer, whose
line is `correct`, and holds the position document:

    {"by": "p1", "line": "correct", "position": {}}

An `end` that the players made has `how` (`resigned`, `agreed`, ...) and `by`, the seat that made it.

`uses` names what the match is played with (`core.uses`). Records that were written before have `content` in its place,
the hash of the whole catalogue.

Nothing in it is dated or timed: the same seed gives the same bytes. Hashes make a record that was altered, or a rule
that has changed, show at the turn where it happens. Roads not taken: a random seed alone would not survive a change
of generator, and a list of positions would not show who decided what.
"""

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from esquive.core.dice import DiceSource
from esquive.core.dice_documents import dice_from_data
from esquive.core.errors import DocumentError, EsquiveError
from esquive.core.frames import DRAW
from esquive.core.game import Game, GameState
from esquive.core.ids import SEAT_NAMES, format_seat
from esquive.core.phrases import phrase
from esquive.core.used_documents import changed_documents, changed_rules, is_uses, sentences, uses_of
from esquive.core.waiting import Decision, Over, Roll

VERSION: Final = 1
DICE: Final = "dice"
CORRECT: Final = "correct"  # the line of a position put right
CORRECTED: Final = "corrected"  # the name of its event
HEADER_KEYS: Final = {"game": str, "setup": dict, "agents": list, "dice": dict}
MOST_BYTES: Final = 1 << 26


def state_hash(state: GameState) -> str:
    """The SHA-256 of the position as JSON with sorted keys: 64 hexadecimal digits."""
    text = json.dumps(state.to_data(), sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()


class Record:
    """A match as it was played: the header, then the entries in order. Entries are dictionaries as written above."""

    __slots__ = ("entries", "header")

    def __init__(self, header: dict[str, Any]) -> None:
        self.header = header
        self.entries: list[dict[str, Any]] = []

    @property
    def end(self) -> dict[str, Any] | None:
        """The last entry's `end`, or None while the match goes on."""
        return self.entries[-1].get("end") if self.entries else None

    def lines(self) -> list[str]:
        """The notation of every answer and roll, in order, and `correct` for every position put right."""
        return [entry["line"] for entry in self.entries if "line" in entry]

    def standing(self) -> list[dict[str, Any]]:
        """The entries of the lines, in order (`after` goes on by one)."""
        return [entry for entry in self.entries if "line" in entry]

    def to_text(self) -> str:
        """The record as JSON lines."""
        return "".join(
            json.dumps(entry, ensure_ascii=False, separators=(", ", ": ")) + "\n"
            for entry in (self.header, *self.entries)
        )


def header_of(
    game: Game, setup: dict[str, Any], agents: list[str], dice: dict[str, Any], state: GameState
) -> dict[str, Any]:
    """The header of a new record. A `setup` with the key `position` starts from a position document."""
    return {
        "record": VERSION,
        "game": game.name,
        "release": str(game.to_document(state).get("release", "")),
        "uses": uses_of(game, setup, state),
        "setup": setup,
        "agents": agents,
        "dice": dice,
    }


def start_of(game: Game, setup: dict[str, Any]) -> Any:
    """The state a set-up starts from; `setup = {"position": document}` starts from a position document."""
    if "position" in setup:
        return game.from_document(setup["position"])
    return game.new(setup)


def corrected(game: Game, state: Any, document: dict[str, Any], by: str) -> Any:
    """The position of a document in place of a match's own, with the events of the match going on in it.

    Raises DocumentError for a document that cannot be read, and for one of another match: other seats, another release,
    or cards that the match is not played with.
    """
    put = game.from_document(document)
    fix = "put right what stands on the table; anything else is another match"
    if game.seats_of(put) != game.seats_of(state):
        raise DocumentError("the position has other seats than the match", "position", fix)
    if game.releases is not None and game.releases.of(put) != game.releases.of(state):
        raise DocumentError("the position is of another release than the match", "position", fix)
    game.seat_as(put, state)
    put.log = state.log
    kind = next((kind.number for kind in game.events if kind.name == CORRECTED), None)
    if put.log is not None and kind is not None:
        put.log.append((kind, SEAT_NAMES.index(by)))
    return put


def is_under_way(game: Game, state: Any) -> bool:
    """Whether more is under way than people can read in the position document, as between the dice of an attack.

    Whoever reads it alone is asked something else then.
    """
    readable = {key: value for key, value in game.to_document(state).items() if key != "exact"}
    try:
        plain = game.from_document(readable).waiting
    except EsquiveError:
        return True
    asked = state.waiting
    if isinstance(plain, Over) or isinstance(asked, Over):
        return type(plain) is not type(asked)
    return (type(plain), plain.kind, plain.seat) != (type(asked), asked.kind, asked.seat)


def after(game: Game, state: Any, entry: dict[str, Any]) -> Any:
    """The position after an answer, roll or correction that is known to be possible: `state` itself, but after the
    last of them."""
    if "position" in entry:
        return corrected(game, state, entry["position"], entry["by"])
    state.apply(game.parse(state, entry["line"]))
    return state


def end_of(over: Over) -> dict[str, Any]:
    """The `end` of a match decided by the rules: `winner` is a seat or `draw`."""
    winner = "draw" if over.winner == DRAW else format_seat(over.winner)
    return {"winner": winner, "reason": over.reason, "clause": over.clause}


def taken_back(entries: list[dict[str, Any]], standing: int) -> list[dict[str, Any]]:
    """The entries once only the first so many lines stand; turns that began after them never have."""
    found: list[dict[str, Any]] = []
    lines = 0
    for entry in entries:
        lines += "line" in entry
        if lines <= standing or ("line" not in entry and "turn" not in entry):
            found.append(entry)
        elif "line" in entry:
            found.append({"undone" if key == "line" else key: value for key, value in entry.items()})
    return found


# ---------------------------------------------------------------------------------------------------------- reading


def read_record(path: Path) -> Record:
    """The record of a file; raises DocumentError that names file and line."""
    try:
        if path.stat().st_size > MOST_BYTES:
            raise DocumentError("the file is larger than 64 MiB", str(path), "no match is as long as that")
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise DocumentError(
            "cannot be read: {reason}", str(path), "name a record file", reason=phrase(str(error.strerror))
        ) from error
    except UnicodeDecodeError as error:
        raise DocumentError("is not UTF-8 text", str(path), "use the record as it was written") from error
    return parse_record(text, str(path))


def parse_record(text: str, file: str = "record") -> Record:
    """The record of a text; raises DocumentError that names file and line."""
    parsed: list[dict[str, Any]] = []
    for number, line in enumerate(text.splitlines(), 1):
        try:
            entry = json.loads(line)
        except (json.JSONDecodeError, RecursionError) as error:
            raise DocumentError(
                "is not JSON: {error}", f"{file}:{number}", "a record has one JSON object a line", error=error
            ) from error
        if not isinstance(entry, dict):
            raise DocumentError("is not an object", f"{file}:{number}", "a record has one JSON object a line")
        parsed.append(entry)
    if not parsed or parsed[0].get("record") != VERSION:
        raise DocumentError(
            "is not a record",
            f"{file}:1",
            phrase('the first line begins with {{"record": {version}, ...}}', version=VERSION),
        )
    missing = [key for key, kind in HEADER_KEYS.items() if not isinstance(parsed[0].get(key), kind)]
    if not is_uses(parsed[0].get("uses")) and not _is_of_content(parsed[0]):
        missing.append("uses")
    if missing:
        raise DocumentError(
            "the header lacks {missing!r}", f"{file}:1", "use the record as it was written", missing=missing[0]
        )
    record = Record(parsed[0])
    for number, entry in enumerate(parsed[1:], 2):
        if not _is_entry(entry):
            raise DocumentError(
                "unknown entry {entry}",
                f"{file}:{number}",
                "entries are by/line, by/undone, by/undo, by/line/position, turn/hash, end/hash",
                entry=json.dumps(entry)[:80],
            )
        record.entries.append(entry)
    return record


def _is_of_content(header: dict[str, Any]) -> bool:
    """Whether the header is one of those that were written before `uses`."""
    return "uses" not in header and isinstance(header.get("content"), str)


def _is_entry(entry: dict[str, Any]) -> bool:
    if set(entry) in ({"by", "line"}, {"by", "undone"}):
        return isinstance(entry["by"], str) and isinstance(entry.get("line", entry.get("undone")), str)
    if set(entry) in ({"by", "line", "position"}, {"by", "undone", "position"}):
        is_line = entry.get("line", entry.get("undone")) == CORRECT
        return is_line and entry["by"] in SEAT_NAMES and isinstance(entry["position"], dict)
    if set(entry) == {"by", "undo"}:
        return isinstance(entry["by"], str) and type(entry["undo"]) is int
    if set(entry) == {"turn", "hash"}:
        return isinstance(entry["turn"], int) and isinstance(entry["hash"], str)
    return set(entry) == {"end", "hash"} and isinstance(entry["end"], dict) and isinstance(entry["hash"], str)


# --------------------------------------------------------------------------------------------------------- replaying


class Replayed:
    """One answer or roll played again: its entry, the state after it, and the events it caused."""

    __slots__ = ("entry", "events", "number", "state")

    def __init__(self, number: int, entry: dict[str, Any], state: Any, events: list[tuple[int, ...]]) -> None:
        self.number = number
        self.entry = entry
        self.state = state
        self.events = events


def replay(record: Record, game: Game) -> Iterator[Replayed]:
    """Plays the record again, one answer or roll at a time; the state is the same object up to a correction.

    Raises DocumentError, which names the entry, for an answer that is illegal, given by the wrong seat, or not asked.
    """
    state = start_of(game, record.header["setup"])
    for number, entry in enumerate(record.entries, 1):
        if "line" not in entry:
            continue
        state.log = []
        state = _gone_on(game, state, entry, number)
        yield Replayed(number, entry, state, state.log)


def _gone_on(game: Game, state: Any, entry: dict[str, Any], number: int) -> Any:
    """The position after an entry; raises DocumentError, which names the entry, for one that cannot be."""
    if "position" not in entry:
        state.apply(_answer_of(game, state, entry, number))
        return state
    try:
        return corrected(game, state, entry["position"], entry["by"])
    except EsquiveError as error:
        raise DocumentError(error, f"entry {number}", "use the record as it was written") from error


def _answer_of(game: Game, state: Any, entry: dict[str, Any], number: int) -> int:
    waiting = state.waiting
    line, by = entry["line"], entry["by"]
    where = f"entry {number}: {line!r}"
    if isinstance(waiting, Over):
        raise DocumentError("the game was already over", where, "use the record as it was written")
    asked = DICE if isinstance(waiting, Roll) else format_seat(waiting.seat)
    if by != asked:
        raise DocumentError(
            "{by} answers where {asked} is asked", where, "use the record as it was written", by=by, asked=asked
        )
    try:
        answer = game.parse(state, line)
    except EsquiveError as error:
        raise DocumentError(error, where, "use the record as it was written") from error
    if isinstance(waiting, Decision):
        refusal = waiting.refusal(answer)
        if refusal is not None:
            told = phrase(
                "{sentence} [{clauses}]",
                sentence=game.words(state).condition(refusal),
                clauses=", ".join(refusal.clauses),
            )
            raise DocumentError(told, where, "the answer is illegal")
    elif not waiting.may_fall(answer):
        raise DocumentError("this roll cannot fall like that", where, "use the record as it was written")
    return answer


class _Branch:
    """What stands of a record while it is played with all that was taken back; `fell` as `Match` has it."""

    def __init__(self, game: Game, setup: dict[str, Any]) -> None:
        self.game = game
        self.setup = setup
        self.state = start_of(game, setup)
        self.rows = 0
        self.standing = [0]
        self.entries: list[dict[str, Any]] = []
        self.rolls: list[str] = []  # the hash of the position in which a line was rolled, "" for an answer
        self.fell: dict[str, str] = {}

    def take(self, entry: dict[str, Any]) -> None:
        """Goes on by an entry that can be played."""
        is_roll = isinstance(self.state.waiting, Roll) and "position" not in entry
        self.rolls.append(state_hash(self.state) if is_roll else "")
        self.state = after(self.game, self.state, entry)
        self.rows += 1
        self.standing.append(self.rows)
        self.entries.append(entry)

    def go_back(self, to: int, number: int) -> None:
        """Goes back to what stands; raises DocumentError for where one cannot go back to."""
        if to not in self.standing[:-1]:
            raise DocumentError(
                "nothing can be taken back to there", f"entry {number}", "use the record as it was written"
            )
        place = self.standing.index(to)
        gone = zip(self.rolls[place:], self.entries[place:], strict=True)
        self.fell |= {hashed: str(entry["line"]) for hashed, entry in gone if hashed}
        self.rows += 1
        del self.standing[place + 1 :], self.entries[place:], self.rolls[place:]
        self.state = start_of(self.game, self.setup)
        for entry in self.entries:
            self.state = after(self.game, self.state, entry)


def verify(record: Record, game: Game) -> list[str]:
    """What is wrong with a record, in sentences; empty when every answer is legal, every hash equal, every die proved.

    Cards and rules that are not those it was played with are named first, and the rest is judged by what there is now.
    What was taken back is played as well. The check stops at the first answer that cannot be played: nothing after it
    can be judged.
    """
    header = record.header
    problems = _other_rules(header, game)
    try:
        dice = dice_from_data(header["dice"])
        branch = _Branch(game, header["setup"])
    except EsquiveError as error:
        return [*problems, error.line]
    problems += _other_documents(header, game, branch.state)
    for number, entry in enumerate(record.entries, 1):
        if "turn" in entry or "end" in entry:
            problems += _check_mark(record, game, branch.state, number)
            continue
        try:
            if "undo" in entry:
                branch.go_back(entry["undo"], number)
                continue
            step = {"line" if key == "undone" else key: value for key, value in entry.items()}
            problems += _unproved(branch, dice, step, number)
            branch.take(step)
        except EsquiveError as error:
            return [*problems, error.line]
    if record.end is None:
        problems.append("the record stops before the end of the match")
    return problems


def _unproved(branch: _Branch, dice: DiceSource | None, step: dict[str, Any], number: int) -> list[str]:
    """What is wrong with how a step came about: dice that fell otherwise, or a correction where dice are the program's.

    Raises DocumentError for an answer that cannot be given.
    """
    if "position" in step:
        try:
            corrected(branch.game, branch.state.copy(), step["position"], step["by"])
        except EsquiveError as error:
            raise DocumentError(error, f"entry {number}", "use the record as it was written") from error
        return [] if dice is None else [f"entry {number}: a position is put right only where dice are thrown by hand"]
    answer, waiting = _answer_of(branch.game, branch.state, step, number), branch.state.waiting
    if dice is None or not isinstance(waiting, Roll):
        return []
    known = branch.fell.get(state_hash(branch.state)) if branch.fell else None
    if dice.outcome(waiting) != answer if known is None else known != step["line"]:
        return [f"entry {number}: {step['line']!r} is not what the dice of the header gave"]
    return []


def changes_since(record: Record, game: Game, state: Any) -> list[str]:
    """What is not as it was when the record was made, in sentences; `state` is any position of it."""
    return [*_other_rules(record.header, game), *_other_documents(record.header, game, state)]


def _other_rules(header: dict[str, Any], game: Game) -> list[str]:
    if "uses" in header:
        return sentences(changed_rules(header["uses"], game))
    if header["content"] == game.content_hash():
        return []
    return [
        phrase(
            "played with other content ({content}) than this program's ({own})",
            content=header["content"],
            own=game.content_hash(),
        )
    ]


def _other_documents(header: dict[str, Any], game: Game, state: Any) -> list[str]:
    if "uses" not in header:
        return []
    return sentences(changed_documents(header["uses"], uses_of(game, header["setup"], state)))


def _check_mark(record: Record, game: Game, state: Any, number: int) -> list[str]:
    """What is wrong with a turn's or the end's entry."""
    entry = record.entries[number - 1]
    problems: list[str] = []
    if entry["hash"] != state_hash(state):
        at = f"turn {entry['turn']}" if "turn" in entry else "the end"
        problems.append(f"entry {number}: the position at {at} has another hash than the one recorded")
    if "turn" in entry:
        if entry["turn"] != game.turn_of(state):
            problems.append(f"entry {number}: turn {entry['turn']} is recorded, turn {game.turn_of(state)} is played")
        return problems
    waiting = state.waiting
    if isinstance(waiting, Over):
        if entry["end"] != end_of(waiting):
            problems.append(f"entry {number}: the game ended otherwise: {end_of(waiting)}")
    elif "how" not in entry["end"] and entry["end"].get("winner") != "none":
        problems.append(f"entry {number}: the game is recorded as over but goes on")
    if number != len(record.entries):
        problems.append(f"entry {number}: something follows the end")
    return problems
