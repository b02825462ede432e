"""The conformance suite passes games that keep the promises, and catches each promise broken."""

from random import Random
from typing import Any

import pytest

from esquive.core.conformance import Conformance
from esquive.core.errors import InvariantError
from esquive.core.waiting import Condition
from esquive.krosmaster.game import GAME
from esquive.krosmaster.written.hidden_information import hide as hide_rewards
from esquive.lab.fixtures import fixtures_of
from tests.core.tiny_game import Tiny, TinyGame, hide


def run(game: TinyGame) -> Conformance:
    suite = Conformance(game, hide=hide)
    suite.run([{"stones": 9}, {"stones": 4}, {"stones": 30}], seed=1, every=1)
    return suite


def test_a_sound_game_passes() -> None:
    report = run(TinyGame()).report
    assert (report.games, report.finished, report.kinds.keys()) == (3, 3, {"take"})


def test_krosmaster_arena_passes() -> None:
    setups = [fixture.setup for fixture in fixtures_of("krosmaster", ("a", "b"), 4, 11, "", None, 1)[::2]]
    suite = Conformance(GAME, hide=hide_rewards)
    report = suite.run(setups, seed=5, every=23, most=1500)
    assert {"deployment", "tension", "inspiration", "activation"} <= set(report.kinds)
    assert {"wrong-verb", "not-adjacent"} <= set(report.refused)


class Leaking(TinyGame):
    def view(self, state: Tiny, seat: int) -> dict[str, Any]:
        return {"secrets": list(state.secrets)}


class SharingState(Tiny):
    def copy(self) -> Tiny:
        return self


class Sharing(TinyGame):
    def new(self, setup: dict[str, Any]) -> Tiny:
        return SharingState(9)


class Forgetful(TinyGame):
    def from_data(self, setup: dict[str, Any], data: dict[str, Any]) -> Tiny:
        state = super().from_data(setup, data)
        state.turn = 1
        return state


class StrictState(Tiny):
    def conditions(self, state: Tiny, answer: int) -> list[Condition]:
        return [Condition("wrong-number", ("1",), answer == 1, {})]


class ListsTooMuch(TinyGame):
    def new(self, setup: dict[str, Any]) -> Tiny:
        return StrictState(9)


class LaxState(Tiny):
    def options(self, state: Tiny) -> list[int]:
        return [1]


class ListsTooLittle(TinyGame):
    def new(self, setup: dict[str, Any]) -> Tiny:
        return LaxState(9)


class StuckState(Tiny):
    def options(self, state: Tiny) -> list[int]:
        return []


class Stuck(TinyGame):
    def new(self, setup: dict[str, Any]) -> Tiny:
        return StuckState(9)


class Mumbling(TinyGame):
    def format(self, state: Tiny, answer: int) -> str:
        return super().format(state, answer) if state.is_rolling else "take 1"


class Restless(TinyGame):
    count = 0

    def new(self, setup: dict[str, Any]) -> Tiny:
        Restless.count += 1
        return Tiny(9, (Restless.count, 0))


@pytest.mark.parametrize(
    ("game", "message"),
    [
        (Leaking(), "the view of seat 0 tells what the seat may not know"),
        (Sharing(), "playing on with a copy changed the original"),
        (Forgetful(), "turn"),
        (ListsTooMuch(), "'take 2' is listed but refused"),
        (Stuck(), "nothing can be answered"),
        (Mumbling(), "reads back as another answer"),
        (Restless(), "the same seed gave two records"),
    ],
)
def test_a_broken_promise_is_caught(game: TinyGame, message: str) -> None:
    with pytest.raises(InvariantError, match=message):
        run(game)


def test_an_answer_that_is_legal_but_not_listed_is_caught() -> None:
    def mutations(state: Tiny, rng: Random) -> list[int]:
        return [1, 2, 3]

    with pytest.raises(InvariantError, match="'take 2' is accepted only"):
        Conformance(ListsTooLittle(), mutations=mutations).run([{}], seed=1, every=1)
