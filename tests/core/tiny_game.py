"""A game of three rules for testing what knows no game: take 1 or 2 stones; a die may add one; who takes the last wins.

Each seat holds a secret number that only it may see. The die has three faces: `nothing` twice as likely as `stone`.
"""

from random import Random
from typing import Any

from esquive.core.errors import DocumentError, NotationError
from esquive.core.events import table_of
from esquive.core.frames import UNDECIDED
from esquive.core.ids import format_seat
from esquive.core.waiting import Condition, Decision, Over, Roll

FACES = ("nothing", "stone")
EVENTS = table_of(
    (("taken", "1", "seat:seat x:int"), ("added", "2", "x:int"), ("peeked", "3", "seat:seat x:int")), {"peeked": "seat"}
)


class Tiny:
    """The position: how many stones, whose turn, whether the die is due."""

    def __init__(self, stones: int = 7, secrets: tuple[int, ...] = (3, 4)) -> None:
        self.stones = stones
        self.seat = 0
        self.turn = 1
        self.is_rolling = False
        self.winner = UNDECIDED
        self.secrets = list(secrets)
        self.log: list[tuple[int, ...]] | None = None

    @property
    def waiting(self) -> Decision | Roll | Over:
        if self.winner != UNDECIDED:
            return Over(self.winner, "took the last stone", "3")
        if self.is_rolling:
            return Roll("stone", self.seat, 2, 1, -1, (2, 1))
        return Decision("take", self.seat, self, self)

    def is_listed(self, state: "Tiny") -> bool:
        return True

    def sample(self, state: "Tiny", rng: Random) -> int:
        return rng.choice(self.options(state))

    def candidates(self, state: "Tiny", n: int) -> list[int]:
        return self.options(state)[:n]

    def options(self, state: "Tiny") -> list[int]:
        return [number for number in (1, 2) if number <= self.stones]

    def conditions(self, state: "Tiny", answer: int) -> list[Condition]:
        return [
            Condition("wrong-number", ("1",), "One or two stones are taken.", answer in (1, 2), {}),
            Condition("too-few", ("1.a",), "There must be as many stones.", answer <= self.stones, {}),
        ]

    def apply(self, answer: int) -> None:
        log = self.log if self.log is not None else []
        if self.is_rolling:
            self.is_rolling = False
            self.stones += answer
            if answer:
                log.append((1, answer))
            self.seat = 1 - self.seat
            self.turn += 1
            return
        self.stones -= answer
        log.append((0, self.seat, answer))
        log.append((2, self.seat, self.secrets[self.seat]))
        if self.stones == 0:
            self.winner = self.seat
        else:
            self.is_rolling = True

    def copy(self) -> "Tiny":
        return TinyGame().from_data({}, self.to_data())

    def to_data(self) -> dict[str, Any]:
        return {
            "stones": self.stones,
            "seat": self.seat,
            "turn": self.turn,
            "is_rolling": self.is_rolling,
            "winner": self.winner,
            "secrets": list(self.secrets),
        }


class TinyGame:
    """See `core.game.Game` and `core.odds.OddsGame`."""

    name = "tiny"
    events = EVENTS

    def new(self, setup: dict[str, Any]) -> Tiny:
        return Tiny(setup.get("stones", 7))

    def from_data(self, setup: dict[str, Any], data: dict[str, Any]) -> Tiny:
        state = Tiny()
        for key, value in data.items():
            setattr(state, key, list(value) if isinstance(value, list) else value)
        return state

    def from_document(self, document: dict[str, Any]) -> Tiny:
        unknown = set(document) - {"game", "stones"}
        if unknown:
            raise DocumentError(f"unknown key {sorted(unknown)[0]!r}", "", "keys: game, stones")
        return Tiny(document.get("stones", 7))

    def to_document(self, state: Tiny, seat: int | None = None) -> dict[str, Any]:
        shown = [secret if seat in (None, number) else None for number, secret in enumerate(state.secrets)]
        return {"game": "tiny", "stones": state.stones, "secrets": shown}

    def parse(self, state: Tiny, line: str) -> int:
        words = line.split()
        if isinstance(state.waiting, Roll):
            if len(words) == 1 and words[0] in FACES:
                return FACES.index(words[0])
            raise NotationError(f"{line!r} is no face", "", "faces: nothing, stone")
        if len(words) == 2 and words[0] == "take" and words[1].isdigit():
            return int(words[1])
        raise NotationError(f"{line!r} is no answer", "", "write 'take 1'")

    def format(self, state: Tiny, answer: int) -> str:
        return FACES[answer] if isinstance(state.waiting, Roll) else f"take {answer}"

    def conditions(self, state: Tiny, answer: int) -> list[Condition]:
        return state.conditions(state, answer)

    def read(self, state: Tiny, path: str) -> Any:
        if path == "winner":
            return format_seat(state.winner)
        if path in ("stones", "turn", "is_rolling"):
            return getattr(state, path)
        raise NotationError(f"unknown path {path!r}", "", "paths: stones, turn, is_rolling, winner")

    def view(self, state: Tiny, seat: int) -> dict[str, Any]:
        return self.to_document(state, seat)

    def event_data(self, state: Tiny, event: tuple[int, ...]) -> dict[str, Any]:
        return {name: value for (name, _), value in zip(EVENTS[event[0]].fields, event[1:], strict=True)}

    def sentence(self, state: Tiny, event: tuple[int, ...], language: str = "en") -> str:
        return f"{EVENTS[event[0]].name} {event[1:]}"

    def content_hash(self) -> str:
        return "tiny-1"

    def turn_of(self, state: Tiny) -> int:
        return state.turn

    def seen_by(self, state: Tiny, seat: int) -> Tiny:
        return state.copy()

    def outcomes(self, state: Tiny, roll: Roll) -> list[tuple[int, int]]:
        return roll.outcomes()

    def forced(self, state: Tiny, waiting: Decision) -> int | None:
        return None

    def key(self, state: Tiny) -> bytes:
        return repr(state.to_data()).encode()

    def notes(self, state: Tiny) -> tuple[tuple[int, ...], ...]:
        return ()

    def note_data(self, state: Tiny, note: tuple[int, ...]) -> dict[str, Any]:
        return {}

    def is_resolved(self, before: Tiny, state: Tiny) -> bool:
        return not state.is_rolling

    def changes(self, before: Tiny, state: Tiny) -> dict[str, Any]:
        return {} if before.stones == state.stones else {"stones": state.stones}


def hide(state: Tiny, seat: int, rng: Random) -> Tiny:
    """The other seat's secret, dealt anew."""
    other = state.copy()
    other.secrets[1 - seat] = rng.randrange(10)
    return other
