"""A third game, of three rules, that no line of the program knows: it goes through the door like any other.

Take 1 or 2 stones; a die may add one; who takes the last wins. Each seat holds a secret number that only it may see.
The die has three faces: `nothing` twice as likely as `stone`. With `guess = true` the match begins with a question
whose answers cannot be listed: each seat guesses the other's secret, any number at all, and the nearer guess begins.
"""

from pathlib import Path
from random import Random
from typing import Any, ClassVar

from esquive.core.errors import DocumentError, NotationError
from esquive.core.evaluation import ProposalEvaluation
from esquive.core.events import table_of
from esquive.core.frames import UNDECIDED
from esquive.core.game import Game
from esquive.core.ids import format_seat
from esquive.core.odds import OddsGame
from esquive.core.position import Position
from esquive.core.setups import Format, ReadyTeam, Setups, TeamReport
from esquive.core.waiting import Condition, Decision, Over, Refusal, Roll

FACES = ("nothing", "stone")
FIELDS = ("stones", "seat", "turn", "is_rolling", "winner", "secrets", "guesses")
EVENTS = table_of(
    (
        ("taken", "1", "seat:seat x:int"),
        ("added", "2", "x:int"),
        ("peeked", "3", "seat:seat x:int"),
        ("guessed", "4", "seat:seat x:int"),
    ),
    {"peeked": "seat"},
)


class Tiny(Position):
    """The position: how many stones, whose turn, whether the die is due, what has been guessed."""

    game = "tiny"

    def __init__(self, stones: int = 7, secrets: tuple[int, ...] = (3, 4), guesses: tuple[int, ...] = (0, 0)) -> None:
        self.stones = stones
        self.seat = 0
        self.turn = 1
        self.is_rolling = False
        self.winner = UNDECIDED
        self.secrets = list(secrets)
        self.guesses = list(guesses)  # -1 for one still to be made
        self.log: list[tuple[int, ...]] | None = None

    @property
    def waiting(self) -> Decision | Roll | Over:
        if self.winner != UNDECIDED:
            return Over(self.winner, "took the last stone", "3")
        if self.is_rolling:
            return Roll("stone", self.seat, 2, 1, -1, (2, 1))
        return Decision("guess" if -1 in self.guesses else "take", self.seat, self, self)

    def is_listed(self, state: "Tiny") -> bool:
        return -1 not in self.guesses

    def options(self, state: "Tiny") -> list[int]:
        return [number for number in (1, 2) if number <= self.stones]

    def sample(self, state: "Tiny", rng: Random) -> int:
        return rng.choice(self.options(state)) if self.is_listed(state) else rng.randrange(1000)

    def candidates(self, state: "Tiny", n: int) -> list[int]:
        return self.options(state)[:n] if self.is_listed(state) else list(range(min(n, 10)))

    def conditions(self, state: "Tiny", answer: int) -> list[Condition]:
        if not self.is_listed(state):
            return [Condition("no-number", ("4",), answer >= 0, {})]
        return [
            Condition("wrong-number", ("1",), answer in (1, 2), {}),
            Condition("too-few", ("1.a",), answer <= self.stones, {}),
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
        elif -1 in self.guesses:
            self.guesses[self.seat] = answer
            log.append((3, self.seat, answer))
            off = [abs(guess - secret) for guess, secret in zip(self.guesses, reversed(self.secrets), strict=True)]
            self.seat = 1 - self.seat if -1 in self.guesses else int(off[1] < off[0])
        else:
            self.stones -= answer
            log.append((0, self.seat, answer))
            log.append((2, self.seat, self.secrets[self.seat]))
            self.is_rolling = self.stones > 0
            self.winner = UNDECIDED if self.stones else self.seat

    def copy(self) -> "Tiny":
        return TinyGame().from_data({}, self.to_data())

    def to_data(self) -> dict[str, Any]:
        values = {name: getattr(self, name) for name in FIELDS}
        return {name: list(value) if isinstance(value, list) else value for name, value in values.items()}


class TinyGame(Game, OddsGame):
    """See `core.game.Game` and `core.odds.OddsGame`."""

    name = "tiny"
    title = "Tiny"
    events = EVENTS
    sentences: ClassVar[dict[str, str]] = {
        "no-number": "A secret is 0 or more.",
        "wrong-number": "One or two stones are taken.",
        "too-few": "There must be as many stones.",
    }

    def new(self, setup: dict[str, Any]) -> Tiny:
        return Tiny(setup.get("stones", 7), guesses=(-1, -1) if setup.get("guess") else (0, 0))

    def from_data(self, setup: dict[str, Any], data: dict[str, Any]) -> Tiny:
        state = Tiny()
        for key, value in data.items():
            setattr(state, key, list(value) if isinstance(value, list) else value)
        return state

    def from_document(self, document: dict[str, Any]) -> Tiny:
        unknown = set(document) - {"game", "stones", "guess"}
        if unknown:
            raise DocumentError(f"unknown key {sorted(unknown)[0]!r}", "", "keys: game, stones, guess")
        return self.new(document)

    def to_document(self, state: Tiny, seat: int | None = None) -> dict[str, Any]:
        shown = [secret if seat in (None, number) else None for number, secret in enumerate(state.secrets)]
        return {"game": "tiny", "stones": state.stones, "secrets": shown}

    def content_hash(self) -> str:
        return "tiny-1"

    def parse(self, state: Tiny, line: str) -> int:
        waiting, words = state.waiting, line.split()
        if isinstance(waiting, Roll):
            if len(words) == 1 and words[0] in FACES:
                return FACES.index(words[0])
            raise NotationError(f"{line!r} is no face", "", "faces: nothing, stone")
        verb = waiting.kind if isinstance(waiting, Decision) else "take"
        if len(words) == 2 and words[0] == verb and words[1].isdigit():
            return int(words[1])
        raise NotationError(f"{line!r} is no answer", "", f"write '{verb} 1'")

    def format(self, state: Tiny, answer: int) -> str:
        waiting = state.waiting
        return f"{waiting.kind} {answer}" if isinstance(waiting, Decision) else FACES[answer]

    def read(self, state: Tiny, path: str) -> Any:
        if path == "winner":
            return format_seat(state.winner)
        if path in ("stones", "turn", "is_rolling"):
            return getattr(state, path)
        raise NotationError(f"unknown path {path!r}", "", "paths: stones, turn, is_rolling, winner")

    def turn_of(self, state: Tiny) -> int:
        return state.turn

    def view(self, state: Tiny, seat: int, language: str = "en", names: Any = ()) -> dict[str, Any]:
        return self.to_document(state, seat)

    def hide(self, state: Tiny, seat: int, rng: Random) -> Tiny:
        return hide(state, seat, rng)

    def event_data(self, state: Tiny, event: tuple[int, ...], *, secret: bool = False) -> dict[str, Any]:
        kind = EVENTS[event[0]]
        told = {name: value for (name, _), value in zip(kind.fields, event[1:], strict=True)}
        return {"kind": kind.name, "clause": kind.clause, **({} if secret else told)}

    def draw(self, state: Tiny) -> str:
        return f"{'o' * state.stones} ({format_seat(state.seat)} is next)"

    odds = property(lambda self: self)
    setups = property(lambda self: Heaps())

    def evaluation(self, agent: str) -> "TinyEvaluation | None":
        return TinyEvaluation() if agent == "greedy" else None

    def is_resolved(self, before: Tiny, state: Tiny) -> bool:
        return not state.is_rolling

    def changes(self, before: Tiny, state: Tiny) -> dict[str, Any]:
        return {} if before.stones == state.stones else {"stones": state.stones}


class TinyEvaluation(ProposalEvaluation):
    """Leave three stones, or six: whatever the other takes, the rest can be taken, unless the die adds one."""

    def value(self, state: Tiny, seat: int) -> int:
        if state.winner != UNDECIDED:
            return 10 if state.winner == seat else -10
        return (1 if state.stones % 3 == 0 else -1) * (1 if state.seat != seat else -1)

    def hide(self, state: Tiny, seat: int, rng: Random) -> Tiny:
        return hide(state, seat, rng)

    def is_inner(self, decision: Decision) -> bool:
        return False


class Heaps(Setups):
    """Heaps of seven or nine stones; nobody has a team."""

    def formats(self, language: str = "en") -> list[Format]:
        return [Format("heap", "Heap", "Take the last stone", (0, 1), (0, 0), self.grounds())]

    def format_of(self, setup: dict[str, Any]) -> str:
        return "heap"

    def grounds(self) -> tuple[str, ...]:
        return ("7", "9")

    def ready_teams(self, language: str = "en") -> list[ReadyTeam]:
        return []

    def violations(self, cards: Any, format_: str, ground: str = "", agreed: Any = None) -> list[Refusal]:
        return []

    def setup(self, format_: str, ground: str, teams: Any, options: Any = None) -> dict[str, Any]:
        return {"stones": int(ground), "guess": True}

    def series(self, ground: str, teams: list[str] | None) -> "Heaps":
        return self

    def draw(self, rng: Random) -> dict[str, Any]:
        return self.setup("heap", rng.choice(self.grounds()), [])

    def team_file(self, path: Path, format_: str) -> TeamReport:
        raise DocumentError("nobody has a team", str(path), "take stones")


def hide(state: Tiny, seat: int, rng: Random) -> Tiny:
    """The other seat's secret, dealt anew."""
    other = state.copy()
    other.secrets[1 - seat] = rng.randrange(10)
    return other


GAME = TinyGame()
