"""A page hosts matches by itself: asked as a server is, kept in the browser's database before anybody is told."""

import asyncio
import json
import random
from collections.abc import Iterable, Mapping
from typing import Any

import pytest

from esquive.core.games import game_named
from esquive.core.record import parse_record, verify
from esquive.hosting.match_store import StoreConflict
from esquive.site.keeper import KeptAlready, MemoryKeeper, NotKept
from esquive.site.page_host import PageHost
from esquive.site.page_store import PageStore
from esquive.site.requests import Asked, Routes
from esquive.site.worker import BrowserKeeper, Worker
from tests.packs_of_ones_own import ARCHER

TEAMS = {
    "krosmaster": (
        ["oscar-kass", "anna-tommy", "bad-aboum", "lil-healey"],
        ["percedal", "evangelyne", "ruel-stroud", "amalia"],
    ),
    "kaos": (["two-gleams"], ["gravediggers"]),
}
MORE: dict[str, dict[str, Any]] = {
    "krosmaster": {},
    "kaos": {"options": {"horde_points": "45"}, "arena": "broken-abbey"},
}


LAST = {"krosmaster": 60}  # the version at which it is given up; a whole match of Kaos is short


class Page:
    """A page on a keeper: asks the engine in its worker, and follows matches."""

    def __init__(self, keeper: MemoryKeeper) -> None:
        self.keeper = keeper
        self.numbers = 0

    async def __aenter__(self) -> "Page":
        store = PageStore(self.keeper)
        await store.open()
        self.host = PageHost(store, 0.0)
        await self.host.open()
        self.worker = Worker(self.host)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.host.close()

    async def ask(self, method: str, address: str, body: Any = None, token: str = "") -> tuple[int, Any]:
        text = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        status, kind, found = await self.worker.ask(method, address, token, text)
        return status, json.loads(found) if kind == "application/json" else found.decode()

    def follow(self, match_id: str, token: str = "", language: str = "en") -> "Follows":
        self.numbers += 1
        return Follows(self.worker, self.numbers, match_id, token, language)


class Follows:
    """Somebody who follows a match: what was told, and with what it was let go."""

    def __init__(self, worker: Worker, number: int, match_id: str, token: str, language: str) -> None:
        self.worker, self.number = worker, number
        self.told: list[dict[str, Any]] = []
        self.closed: tuple[int, str] | None = None
        self._is_told = asyncio.Event()
        address = f"/api/matches/{match_id}/ws?lang={language}"
        worker.follow(number, address, token, self._hear, self._end)
        self.say(type="hello", version=0)

    def _hear(self, text: bytes) -> None:
        self.told.append(json.loads(text))
        self._is_told.set()

    def _end(self, code: int, reason: str) -> None:
        self.closed = (code, reason)
        self._is_told.set()

    def say(self, **message: Any) -> None:
        self.worker.say(self.number, json.dumps(message))

    @property
    def state(self) -> dict[str, Any]:
        return next((one for one in reversed(self.told) if one["type"] == "state"), {})

    async def until(self, holds: Any) -> Any:
        while not (found := holds(self)):
            self._is_told.clear()
            await asyncio.wait_for(self._is_told.wait(), 60)
        return found


def is_due(one: Follows) -> dict[str, Any] | None:
    """The state in which one is asked something, or the last one."""
    return one.state if one.state.get("decision") or one.state.get("over") else None


async def play(page: Page, made: dict[str, Any], rng: random.Random, most: float = float("inf")) -> dict[str, Any]:
    """One's own answers, drawn by chance, until the match is over or has come to a version."""
    own = page.follow(made["id"], made["token"])
    while True:
        state = await own.until(
            lambda one: (one.state.get("decision") and one.state) or (one.state.get("over") and one.state)
        )
        if state["over"] or state["version"] >= most:
            page.worker.leave(own.number)
            return dict(state)
        known = state["version"]
        own.say(type="answer", version=known, do=rng.choice(state["decision"]["options"])["do"])
        await own.until(lambda one, known=known: one.state["version"] > known)


def wanted(game: str, other: str = "random") -> dict[str, Any]:
    first, second = TEAMS[game]
    players = [{"name": "Ann", "cards": first}, {"name": "Bot", "cards": second, "agent": other}]
    return {"game": game, "players": players, **MORE[game]}


@pytest.mark.parametrize("game", ["krosmaster", "kaos"])
def test_a_match_against_a_bot_is_played_to_its_end_looked_back_on_and_played_again(game: str) -> None:
    """And the page is closed in the middle without a word: the next one goes on from what was kept."""

    async def walk() -> None:
        keeper, rng = MemoryKeeper(), random.Random(4)
        async with Page(keeper) as page:
            status, made = await page.ask("POST", "/api/matches?lang=fr", wanted(game))
            assert status == 201
            stopped = await play(page, made, rng, 30)
        async with Page(keeper) as page:
            assert [one["id"] for one in (await page.ask("GET", "/api/matches"))[1]] == [made["id"]]
            again = page.follow(made["id"], made["token"])
            assert (await again.until(lambda one: one.state))["version"] >= stopped["version"]
            assert (await page.ask("GET", f"/api/matches/{made['id']}/record", token=made["token"]))[0] == 409
            assert (await page.ask("GET", f"/api/coach/matches/{made['id']}", token=made["token"]))[0] == 409
            status, hints = await page.ask("GET", f"/api/coach/matches/{made['id']}/hints?lang=it", token=made["token"])
            assert status == 200 and hints["ways"][0]["does"]
            assert (await page.ask("GET", f"/api/coach/matches/{made['id']}/hints"))[1]["code"] == "not-your-decision"
            ended = await play(page, made, rng, LAST.get(game, float("inf")))
            if not ended["over"]:
                again.say(type="wish", what="resign", say="ask")
                ended = await again.until(lambda one: one.state if one.state["over"] else None)
            status, record = await page.ask("GET", f"/api/matches/{made['id']}/record", token=made["token"])
            assert status == 200 and verify(parse_record(record), game_named(game)) == []
            at = f"/api/matches/{made['id']}"
            status, replay = await page.ask("GET", f"{at}/replay?lang=it", token=made["token"])
            assert status == 200 and (await page.ask("GET", f"{at}/replay/5"))[0] == 200
            assert (await page.ask("GET", f"{at}/after", token=made["token"]))[0] in {200, 404}
            coach = f"/api/coach/matches/{made['id']}"
            status, report = await page.ask("GET", f"{coach}?lang=fr&known=0", token=made["token"])
            assert status == 200 and 0 < report["done"] <= report["of"]
            assert (await page.ask("GET", f"{coach}?known=some", token=made["token"]))[1]["code"] == "bad-request"
            assert (await page.ask("GET", f"{coach}/0?tries=2", token=made["token"]))[1]["code"] == "no-such-step"
            assert (await page.ask("GET", f"{coach}/hints", token=made["token"]))[1]["code"] == "over"
            status, rematch = await page.ask("POST", f"{at}/rematch", {}, made["token"])
            assert status == 201 and rematch["id"]
            seats = [{"name": "Ann", "agent": "human"}, {"name": "Bot", "agent": "random"}]
            status, onward = await page.ask("POST", f"{at}/onward/5", {"seats": seats}, made["token"])
            assert status == 201, onward
            assert (await page.ask("GET", f"/api/matches/{onward['id']}/begun", token=onward["token"]))[1]["step"] == 5
            status, brought = await page.ask("POST", "/api/replays", record.encode())
            assert status == 201 and (await page.ask("GET", f"/api/replays/{brought['id']}/3"))[0] == 200
            assert (await page.ask("GET", f"/api/coach/replays/{brought['id']}"))[1]["of"] == report["of"]
            assert ended["over"] and replay
        async with Page(keeper) as page:
            assert (await page.ask("GET", f"/api/replays/{brought['id']}"))[0] == 200
            token = (await page.ask("POST", f"{at}/tokens"))[1]["token"]
            assert (await page.ask("GET", f"{at}/record", token=token))[1] == record

    asyncio.run(walk())


def test_rules_lessons_and_teams_are_answered_and_what_needs_a_server_says_so() -> None:
    async def walk() -> None:
        async with Page(MemoryKeeper()) as page:
            asked = [
                "/api/door",
                "/api/catalogue?lang=fr&outline=true",
                "/api/catalogue?game=kaos&lang=it",
                "/api/clauses?lang=it",
                "/api/clauses/7.2.8.c?lang=fr",
                "/api/terms?game=kaos",
                "/api/compare?one=2.2&other=2.7",
                "/api/compare/503.1?one=2.2&other=2.7",
                "/api/learn?game=kaos",
                "/api/learn/drawings/4.16.3",
                "/docs/protocol.md",
            ]
            for address in asked:
                status, found = await page.ask("GET", address)
                assert (status, bool(found)) == (200, True), address
            status, verdict = await page.ask("POST", "/api/teams/check?lang=it", {"cards": ["oscar-kass"]})
            assert status == 200 and not verdict["legal"]
            status, packs = await page.ask("POST", "/api/packs", {"packs": [{"name": "mine.toml", "text": ARCHER}]})
            assert status == 200 and packs["catalogue"]["cards"][0]["id"] == "my-archer"
            exercises = (await page.ask("GET", "/api/learn"))[1]
            status, made = await page.ask("POST", f"/api/learn/{exercises[0]['id']}", {})
            follows = page.follow(made["id"], made["token"])
            assert (await follows.until(lambda one: one.state))["practice"]
            assert (await page.ask("GET", f"/api/matches/{made['id']}/try", token=made["token"]))[0] == 404
            for method, address in (("POST", "/api/gatherings"), ("GET", "/api/me"), ("POST", "/api/matches/x/watch")):
                status, found = await page.ask(method, f"{address}?lang=fr", {})
                assert (status, found["code"]) == (501, "needs-server") and "serveur" in found["message"]

    asyncio.run(walk())


def test_what_is_wrong_is_told_as_a_server_tells_it() -> None:
    async def walk() -> None:
        async with Page(MemoryKeeper()) as page:
            wrong = [
                ("GET", "/api/nothing", None, 404, "no-such-address"),
                ("GET", "/api/matches/0000000000000000", None, 404, "no-such-match"),
                ("POST", "/api/matches", b"{", 400, "bad-request"),
                ("POST", "/api/matches", {"players": 3}, 400, "bad-request"),
                ("POST", "/api/replays", b"nonsense", 400, "bad-record"),
                ("GET", "/api/clauses/7.2.8.zz", None, 404, "no-such-clause"),
                ("GET", "/api/compare?one=2.2", None, 400, "bad-request"),
            ]
            for method, address, body, *answer in wrong:
                status, found = await page.ask(method, address, body)
                assert [status, found["code"]] == answer and found["message"] and found["fix"], (address, found)
            nowhere = page.follow("0000000000000000")
            assert await nowhere.until(lambda one: one.closed) == (4400, "no-such-match")
            made = (await page.ask("POST", "/api/matches", wanted("krosmaster")))[1]
            stranger = page.follow(made["id"], "guessed")
            assert await stranger.until(lambda one: one.closed) == (4400, "bad-token")

    asyncio.run(walk())


def test_a_match_is_deleted_with_all_that_is_kept_of_it() -> None:
    async def walk() -> None:
        keeper = MemoryKeeper()
        async with Page(keeper) as page:
            made = (await page.ask("POST", "/api/matches", wanted("krosmaster")))[1]
            own = page.follow(made["id"], made["token"])
            await own.until(is_due)
            at = f"/api/matches/{made['id']}"
            assert (await page.ask("POST", f"{at}/forget", {"token": made["token"]}))[1]["code"] == "needs-server"
            wrong = {"token": "guessed", "delete": True}
            assert (await page.ask("POST", f"{at}/forget", wrong))[1]["code"] == "bad-token"
            status, gone = await page.ask("POST", f"{at}/forget", {**wrong, "token": made["token"]})
            assert (status, gone["id"]) == (200, made["id"])
            assert await own.until(lambda one: one.closed) == (4400, "no-such-match")
            assert (await page.ask("GET", at))[0] == 404 and keeper.entries == {}

    asyncio.run(walk())


class Failing(MemoryKeeper):
    """A keeper that may be full, or find that another tab was faster."""

    error: Exception | None = None

    async def write(
        self, entries: Mapping[str, bytes], *, fresh: Iterable[str] = (), dropped: Iterable[str] = ()
    ) -> None:
        if self.error is not None:
            raise self.error
        await super().write(entries, fresh=fresh, dropped=dropped)


def test_where_the_browser_keeps_nothing_an_answer_is_not_played_and_the_next_one_is() -> None:
    async def walk() -> None:
        keeper = Failing()
        async with Page(keeper) as page:
            made = (await page.ask("POST", "/api/matches", wanted("krosmaster", "human")))[1]
            own = page.follow(made["id"], made["token"])
            state = await own.until(lambda one: one.state.get("decision") and one.state)
            before, do = dict(keeper.entries), state["decision"]["options"][0]["do"]
            keeper.error = NotKept(True, "QuotaExceededError")
            own.say(type="answer", version=state["version"], do=do)
            told = await own.until(lambda one: one.told[-1]["type"] == "error" and one.told[-1])
            assert told["code"] == "page-full" and keeper.entries == before
            assert (await page.ask("POST", "/api/matches", wanted("krosmaster")))[1]["code"] == "page-full"
            keeper.error = None
            own.say(type="answer", version=state["version"], do=do)
            await own.until(lambda one: one.state["version"] > state["version"])
            assert len(keeper.entries) > len(before)

    asyncio.run(walk())


def test_of_two_tabs_that_answer_the_same_decision_one_is_kept() -> None:
    async def walk() -> None:
        keeper = MemoryKeeper()
        async with Page(keeper) as page:
            made = (await page.ask("POST", "/api/matches", wanted("krosmaster", "human")))[1]
        async with Page(keeper) as one, Page(keeper) as other:
            follows = [page.follow(made["id"], made["token"]) for page in (one, other)]
            states = [await each.until(lambda one: one.state.get("decision") and one.state) for each in follows]
            assert states[0]["version"] == states[1]["version"]
            for each in follows:
                each.say(type="answer", version=states[0]["version"], do=states[0]["decision"]["options"][0]["do"])
                await each.until(lambda one: len(one.told) > 1 or one.closed)
            assert follows[0].told[-1]["type"] == "state" and follows[1].told[-1]["type"] == "error"
            kept = [name for name in keeper.entries if name.startswith("lines/")]
            assert len(kept) == 1, "one answer"
            store = PageStore(keeper)
            await store.open()
            with pytest.raises(StoreConflict):
                await store.append(made["id"], 0, [], None, None)

    asyncio.run(walk())


def test_the_database_of_a_browser_is_asked_in_bytes_and_answers_by_the_names_of_its_errors() -> None:
    class Bytes:
        def __init__(self, kept: bytes) -> None:
            self._kept = kept

        def to_bytes(self) -> bytes:
            return self._kept

    said = ["", "ConstraintError", "QuotaExceededError", "AbortError"]
    written: list[Any] = []

    async def read(prefix: str) -> list[tuple[str, Bytes]]:
        return [(f"{prefix}1", Bytes(b"one"))]

    async def write(names: str, kept: list[bytes], dropped: str) -> str:
        written.append((json.loads(names), kept, json.loads(dropped)))
        return said[len(written) - 1]

    async def walk() -> None:
        keeper = BrowserKeeper(read, write)
        assert await keeper.read("match/") == {"match/1": b"one"}
        await keeper.write({"a": b"1", "b": b"2"}, fresh=["b"], dropped=["c/"])
        assert written == [([["a", False], ["b", True]], [b"1", b"2"], ["c/"])]
        with pytest.raises(KeptAlready):
            await keeper.write({"a": b"1"}, fresh=["a"])
        for code in ("page-full", "page-fault"):
            with pytest.raises(NotKept) as refused:
                await keeper.write({"a": b"1"})
            assert refused.value.code == code

    asyncio.run(walk())


def test_a_record_that_cannot_be_played_is_not_kept() -> None:
    async def walk() -> None:
        keeper = MemoryKeeper()
        async with Page(keeper) as page:
            status, text = await page.ask("GET", "/api/replays/example-kaos/record")
            assert status == 200
            lines = text.splitlines()
            bad = "\n".join([lines[0], '{"by": "p1", "line": "pass 99"}'])
            status, found = await page.ask("POST", "/api/replays", bad.encode())
            assert (status, found["code"]) == (400, "bad-record")
            assert not [name for name in keeper.entries if name.startswith("upload/")]

    asyncio.run(walk())


def test_a_follower_whom_the_engine_lets_go_is_forgotten() -> None:
    async def walk() -> None:
        async with Page(MemoryKeeper()) as page:
            gone = page.follow("no-such-match")
            await gone.until(lambda one: one.closed)
            assert page.worker._followers == {}

    asyncio.run(walk())


def test_a_module_of_addresses_that_cannot_be_loaded_is_told_as_a_fault_each_time() -> None:
    async def walk() -> None:
        routes = Routes()
        routes.later(("/api/none",), "esquive.site.no_such_module")
        async with Page(MemoryKeeper()) as page:
            for _ in range(2):
                answered = await routes.answer(page.host, Asked("GET", "/api/none"))
                assert (answered.status, json.loads(answered.body)["code"]) == (500, "server-fault")

    asyncio.run(walk())


def test_a_page_leaves_a_long_search_when_another_question_is_asked() -> None:
    """And does something else in the middle of it: it has one engine."""

    async def play() -> None:
        async with Page(MemoryKeeper()) as page:
            question = {"game": "krosmaster", "best": 50_000}
            long = asyncio.ensure_future(page.ask("POST", "/api/desk", question))
            await asyncio.sleep(0)
            assert (await page.ask("GET", "/api/matches"))[0] == 200
            assert not long.done()
            status, view = await page.ask("POST", "/api/desk", {"game": "kaos"})
            assert status == 200 and view["best"] is None
            status, fault = await long
            assert (status, fault["code"]) == (400, "bad-request")
            status, view = await page.ask("POST", "/api/desk", {"game": "krosmaster", "best": 300})
            assert status == 200 and view["best"]["positions"] >= 300

    asyncio.run(play())
