"""Bots of a page think in a worker of their own, but for those that answer at once; what is stopped ends there too."""

import asyncio
import json
from typing import Any

import pytest

from esquive.agents.greedy import GreedyAgent
from esquive.agents.lookahead import LookaheadAgent
from esquive.core.converting import convert
from esquive.hosting.protocol import NewMatch
from esquive.hosting.thinking import answered, asked
from esquive.site.keeper import MemoryKeeper
from esquive.site.page_host import PageHost
from esquive.site.page_store import PageStore
from esquive.site.thinking import Elsewhere
from tests.site.test_page_host import wanted


class SlowWorker:
    """What a page has of its worker: it is asked and told to forget, and answers when it is let."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.forgotten: list[int] = []
        self.may_answer = asyncio.Event()
        self.is_asked = asyncio.Event()

    async def ask(self, number: int, text: str) -> str:
        self.texts.append(text)
        self.is_asked.set()
        await self.may_answer.wait()
        return answered(text)

    def forget(self, number: int) -> None:
        self.forgotten.append(number)


class Told:
    """Somebody who hears of every answer."""

    is_patient = False

    def __init__(self) -> None:
        self._heard = asyncio.Event()

    def changed(self, first_event: int) -> None:
        self._heard.set()

    def taken_over(self) -> None:
        pass

    def failed(self, error: Exception) -> None:
        raise error

    async def next(self) -> None:
        await asyncio.wait_for(self._heard.wait(), 60)
        self._heard.clear()


async def hosted(worker: SlowWorker, game: str) -> tuple[PageHost, Any]:
    store = PageStore(MemoryKeeper())
    await store.open()
    host = PageHost(store, 0.0, lambda: b"s" * 32, Elsewhere(worker.ask, worker.forget))
    await host.open()
    match = wanted(game, "greedy")
    match["players"][0]["agent"] = "greedy"
    made = await host.registry.create(convert(match, NewMatch))
    return host, await host.room(made.id)


@pytest.mark.parametrize("game", ["krosmaster", "kaos"])
def test_a_bot_that_takes_its_time_plays_the_same_in_a_worker_as_in_a_thread(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def lines(is_quick: bool) -> list[str]:
        for kind in (GreedyAgent, LookaheadAgent):
            monkeypatch.setattr(kind, "is_quick", is_quick)
        worker = SlowWorker()
        worker.may_answer.set()
        host, room = await hosted(worker, game)
        told = Told()
        room.followers.add(told)
        while room.version < 24:
            await told.next()
        await host.close()
        assert bool(worker.texts) != is_quick
        return [str(entry["line"]) for entry in room.match.record.entries if "line" in entry][:24]

    assert asyncio.run(lines(True)) == asyncio.run(lines(False))


def test_what_a_worker_is_asked_says_all_that_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    for kind in (GreedyAgent, LookaheadAgent):
        monkeypatch.setattr(kind, "is_quick", False)

    async def walk() -> None:
        worker = SlowWorker()
        host, room = await hosted(worker, "krosmaster")
        await worker.is_asked.wait()
        bot = next(one for one in room.followers if one.player == room.asked_player())
        state = room.match.state
        here = bot.choose(state.copy(), room.match.length)
        assert answered(worker.texts[0]) == here
        assert json.loads(worker.texts[0])["agent"] == "greedy"
        assert asked(bot.thought(state, room.match.length)) == worker.texts[0]
        await host.registry.removals.forget(room, frozenset(), True)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert worker.forgotten == [1], "the match is gone, and with it the thought"
        await host.close()

    asyncio.run(walk())
