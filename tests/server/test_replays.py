"""A record as steps: of a match that is over, of one that goes on, and of a file somebody brings."""

import asyncio
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from esquive.core.dice import SeededDice
from esquive.core.match import Match
from esquive.core.match_review import AfterTheGame
from esquive.core.shapes import Drawing, ViewDrawing
from esquive.core.waiting import Decision
from esquive.core.words import EVERYTHING
from esquive.hosting.protocol import NewMatch
from esquive.hosting.registry import MatchRegistry
from esquive.hosting.replay_messages import Replay
from esquive.hosting.replays import KEEP_EVERY, Table, play_record
from esquive.hosting.rooms import SPECTATOR
from esquive.krosmaster.game import GAME
from esquive.krosmaster.seen.shapes import View
from tests.server.services import database_at
from tests.server.serving import BROTHERHOOD, FIRST_BOX, thread_server
from tests.server.stores import opened

pytestmark = pytest.mark.anywhere

SETUP = {"release": "2.7", "format": "constructed", "arena": "elemental", "teams": [FIRST_BOX, BROTHERHOOD]}
TABLE = Table(("Ann", "Bob"), ("human", "greedy"), "en")


def played(answers: int) -> Match:
    """A match played at random up to a number of answers and rolls, or to its end."""
    match = Match(GAME, SETUP, SeededDice("replay"), ["random", "random"])
    rng = random.Random(5)
    while isinstance(waiting := match.waiting, Decision) and match.version < answers:
        match.play(waiting.sample(rng))
    return match


@pytest.fixture(scope="module")
def whole() -> Match:
    match = played(100_000)
    assert match.is_over
    return match


def test_every_answer_and_roll_is_a_step_with_its_log(whole: Match) -> None:
    replay = play_record(whole.record, TABLE).shown("x", EVERYTHING)
    assert [step.line for step in replay.steps] == whole.record.lines()
    assert (replay.game, replay.format, replay.over) == ("krosmaster", "constructed", True)
    assert {player.name for player in replay.players} == {"Ann", "Bob"}
    assert [step.turn for step in replay.steps] == sorted(step.turn for step in replay.steps)
    log = [line for step in replay.steps for line in step.log]
    assert len(log) > 500 and all(line.sentence and line.clause for line in log)
    assert "win" in log[-1].sentence or "win" in log[-2].sentence


def test_an_answer_of_which_nothing_is_told_is_said_in_words_to_who_may_know_it(whole: Match) -> None:
    steps = play_record(whole.record, TABLE).shown("x", EVERYTHING).steps
    silent = [step for step in steps if not step.log]
    assert {step.line.split()[0] for step in silent} >= {"keep", "reroll"}
    assert {step.answer for step in silent if step.line == "keep"} == {"Keep the dice"}
    assert all(step.answer for step in silent)
    assert not any(step.answer for step in steps if step.log)
    as_spectator = play_record(whole.record, TABLE).shown("x", -1).steps
    assert not any(step.answer for step in as_spectator)


def test_any_step_is_drawn_as_it_was(whole: Match) -> None:
    """First, last, on and beside a kept copy; in any order."""
    replay = play_record(whole.record, TABLE)
    last = whole.version
    for step in (last, 0, KEEP_EVERY, KEEP_EVERY - 1, KEEP_EVERY + 1, last // 2):
        drawn = replay.drawing(step, EVERYTHING)
        assert isinstance(drawn, ViewDrawing) and drawn.step == step
        assert msgspec.json.decode(msgspec.json.encode(drawn), type=ViewDrawing[View]) == drawn
        assert drawn.view.turn.number == (replay.lines[step - 1][2] if step else 0)
    over = viewed(replay.drawing(last, EVERYTHING))["over"]
    assert over["winners"] == [over["winner"]]


def test_a_file_can_be_brought_and_opened_again(tmp_path: Path, whole: Match) -> None:
    text = whole.record.to_text().encode()
    with thread_server(tmp_path / "matches.sqlite") as site:
        status, opened = site.ask("/api/replays?lang=fr", text)
        assert status == 201, opened
        assert len(msgspec.convert(opened, Replay).steps) == whole.version
        assert site.ask(f"/api/replays/{opened['id']}?lang=fr")[1] == opened
        drawn = site.ask(f"/api/replays/{opened['id']}/7")[1]
        assert (drawn["kind"], drawn["step"], drawn["view"]["game"]) == ("view", 7, "krosmaster")
        assert site.ask(f"/api/replays/{opened['id']}/{whole.version + 1}")[1]["code"] == "no-such-step"
        assert site.ask("/api/replays/none")[1]["code"] == "no-such-replay"


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda text: b"nonsense", "record:1"),
        (lambda text: b"\xff\xfe", "UTF-8"),
        (lambda text: text.replace(b'"game": "krosmaster"', b'"game": "chess"'), "krosmaster"),
        (lambda text: text.replace(b'"line": "deploy', b'"line": "deplay', 1), "entry"),
        (lambda text: text.replace(b'"arena": "elemental"', b'"arena": "nowhere"'), "elemental"),
        (lambda text: text.replace(b'"oscar-kass", "anna-tommy"', b'{"a": 1}, "anna-tommy"', 1), "shape"),
    ],
)
def test_a_file_that_cannot_be_replayed_is_told_why(tmp_path: Path, whole: Match, change: Any, why: str) -> None:
    with thread_server(tmp_path / "matches.sqlite") as site:
        status, error = site.ask("/api/replays", change(whole.record.to_text().encode()))
        assert (status, error["code"]) == (400, "bad-record")
        assert why in error["message"] and error["fix"]


def test_a_match_that_goes_on_is_replayed_without_its_secrets(tmp_path: Path) -> None:
    """Lines of others and drawn rewards are not told, hidden rewards not drawn [KA 4.7.8.b]; after the end all is."""

    async def run() -> None:
        async with opened(database_at(tmp_path / "matches.sqlite")) as store:
            registry = MatchRegistry(store, 0.0, lambda: b"7" * 32)
            players = [{"name": "Ann", "cards": FIRST_BOX}, {"name": "Bob", "cards": BROTHERHOOD}]
            made = await registry.create(msgspec.convert({"players": players}, NewMatch))
            room = await registry.room(made.id)
            rng = random.Random(1)
            drawn = next(kind.number for kind in GAME.events if kind.name == "drawn")
            while not any(event[0] == drawn for event in room.match.log):
                waiting = room.match.waiting
                assert isinstance(waiting, Decision)
                room.match.play(waiting.sample(rng))
            event = next(event for event in room.match.log if event[0] == drawn)
            own, other = event[1], 1 - event[1]
            reward = room.match.state.library.rewards[event[2]].id
            assert room.knower(frozenset({0, 1})) == room.knower(frozenset()) == SPECTATOR
            assert room.knower(frozenset({room.player_in(own)})) == own
            replay = await registry.library.played(room, "en")
            told = {seat: msgspec.json.encode(replay.shown("x", seat)) for seat in (own, other, SPECTATOR)}
            names = [one["name"] for one in seen_rewards(viewed(replay.drawing(room.version, own)))]
            assert any(names)
            for seat in (other, SPECTATOR):
                assert reward.encode() not in told[seat]
                lines = {(step.by, step.line) for step in replay.shown("x", seat).steps}
                assert all(not line or by == f"p{seat + 1}" for by, line in lines)
                shown = seen_rewards(viewed(replay.drawing(room.version, seat)), but_of=f"p{seat + 1}")
                assert [one["name"] for one in shown if one["face"] == "down" and one["name"]] == []
            while isinstance(waiting := room.match.waiting, Decision):
                room.match.play(waiting.sample(rng))
            assert room.knower(frozenset()) == EVERYTHING
            everything = (await registry.library.played(room, "en")).shown("x", EVERYTHING)
            assert [step.line for step in everything.steps] == room.match.record.lines()

    asyncio.run(run())


def viewed(drawing: Drawing) -> dict[str, Any]:
    assert isinstance(drawing, ViewDrawing)
    return dict(msgspec.to_builtins(drawing.view))


def seen_rewards(view: dict[str, Any], but_of: str = "") -> list[dict[str, Any]]:
    return [reward for unit in view["units"] if unit["owner"] != but_of for reward in unit["rewards"]]


def test_a_match_is_replayed_over_http(tmp_path: Path) -> None:
    with thread_server(tmp_path / "matches.sqlite") as site:
        made = site.new_match("human", "human")
        with site.follow(made["id"], made["token"]) as client:
            state = client.hello()
            for _ in range(6):
                line = state["decision"]["options"][0]["do"]
                state = client.ask({"type": "answer", "version": state["version"], "do": line})
        address = f"/api/matches/{made['id']}/replay"
        shown = site.ask(f"{address}", token=made["player_tokens"][0])[1]
        assert len(shown["steps"]) == state["version"] and shown["over"] is False
        assert [player["name"] for player in shown["players"]] == [
            state["view"]["players"][seat]["name"] for seat in ("p1", "p2")
        ]
        assert {step["line"] for step in shown["steps"] if step["by"] == "dice"} <= {""}
        drawn = site.ask(f"{address}/{state['version']}", token=made["player_tokens"][0])[1]["view"]
        assert drawn["units"] == [unit | {} for unit in state["view"]["units"]]
        assert site.ask(f"{address}", token="wrong")[1]["code"] == "bad-token"
        assert site.ask(f"{address}/{state['version'] + 1}")[0] == 404


def test_a_record_that_is_over_is_looked_back_on_over_http(tmp_path: Path, whole: Match) -> None:
    with thread_server(tmp_path / "matches.sqlite") as site:
        name = site.ask("/api/replays", whole.record.to_text().encode())[1]["id"]
        status, told = site.ask(f"/api/replays/{name}/after?lang=fr")
        assert status == 200, told
        after = msgspec.convert(told, AfterTheGame)
        assert after.curve[-1].step == whole.version and max(after.curve[-1].chances) == 100
        assert {one.kind for one in after.moments} >= {"swing", "lucky", "unlucky"}
        assert after.score == "Galons de la Gloire" and len(after.rolls) == sum(line.rolls for line in after.sums)
        assert site.ask(f"/api/replays/{name}/after?lang=fr")[1] == told
        marked: list[dict[str, Any]] = []
        report = {"done": 0, "of": 1}
        while report["done"] < report["of"]:
            status, report = site.ask(f"/api/coach/replays/{name}?lang=fr&known={len(marked)}")
            assert status == 200
            marked += report["marked"]
        assert sum(sum(side["marks"].values()) for side in report["sides"]) == len(marked)
        if marked:
            status, rolled = site.ask(f"/api/coach/replays/{name}/{marked[0]['entry']}?tries=1")
            assert (status, rolled["tries"]) == (200, 1)


def test_nothing_of_a_match_that_goes_on_is_looked_back_on(tmp_path: Path) -> None:
    """Neither for its players nor by a record without an end: the ledger would tell what is hidden."""
    going = played(60).record.to_text().encode()
    with thread_server(tmp_path / "matches.sqlite") as site:
        made = site.new_match("human", "human")
        for token in ("", made["token"]):
            assert site.ask(f"/api/coach/matches/{made['id']}", token=token)[1]["code"] == "not-over"
            status, fault = site.ask(f"/api/matches/{made['id']}/after", token=token)
            assert (status, fault["code"], set(fault)) == (409, "not-over", {"code", "message", "fix"})
        name = site.ask("/api/replays", going)[1]["id"]
        assert site.ask(f"/api/replays/{name}/after")[1]["code"] == "not-over"
