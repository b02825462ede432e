"""Nim, as short as a game can be: what the door has a sound answer to already is left to it."""

from typing import Any, ClassVar

from esquive.core.events import table_of
from esquive.core.game import Game
from esquive.core.position import PlainPosition
from esquive.core.waiting import Condition, Decision, Over


class Heap(PlainPosition):
    """How many stones lie there, and whose turn it is."""

    game = "nim"
    fields = ("stones", "seat", "turn")

    def __init__(self, stones: int = 12) -> None:
        self.stones, self.seat, self.turn = stones, 0, 1

    @property
    def waiting(self) -> Decision | Over:
        return Decision("take", self.seat, self, self) if self.stones else Over(1 - self.seat, "took the last", "3")

    def answers(self) -> list[int]:
        return [number for number in (1, 2, 3) if number <= self.stones]

    def conditions(self, state: Any, answer: int) -> list[Condition]:
        return [
            Condition("wrong-number", ("1",), 1 <= answer <= 3, {}),
            Condition("too-few", ("2",), answer <= self.stones, {"stones": self.stones}),
        ]

    def apply(self, answer: int) -> None:
        if self.log is not None:
            self.log.append((0, self.seat, answer))
        self.stones, self.seat, self.turn = self.stones - answer, 1 - self.seat, self.turn + 1


class Nim(Game):
    """Take one, two or three stones; who takes the last wins."""

    name = "nim"
    title = "Nim"
    events = table_of((("taken", "1", "seat:seat stones:int"),), {})
    sentences: ClassVar[dict[str, str]] = {
        "wrong-number": "One, two or three stones are taken.",
        "too-few": "There must be as many stones: there are {stones}.",
    }

    def new(self, setup: dict[str, Any]) -> Heap:
        return Heap(setup.get("stones", 12))

    def turn_of(self, state: Heap) -> int:
        return state.turn


GAME = Nim()
