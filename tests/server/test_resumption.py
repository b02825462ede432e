"""An acknowledged answer is on disk: a server killed at any moment goes on where it stood."""

import random
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from esquive.core.record import parse_record, verify
from esquive.krosmaster.game import GAME
from tests.server.serving import Follower, ServerProcess, Site, thread_server

KILLS = 2


def play(client: Follower, state: dict[str, Any], rng: random.Random, answers: int) -> dict[str, Any]:
    """Answer at random a number of times, or to the end of the game; returns the last state."""
    state = client.until_asked(state)
    while answers and state["view"]["over"] is None:
        answers -= 1
        line = rng.choice(state["decision"]["options"])["do"]
        state = client.ask({"type": "answer", "version": state["version"], "do": line})
        assert state["type"] == "state", state
        state = client.until_asked(state)
    return state


def resumed(known: dict[str, Any], state: dict[str, Any]) -> None:
    """What was told before the kill stands; where nothing was stored after it, the position is the same."""
    assert state["version"] >= known["version"]
    assert state["events"][: len(known["events"])] == known["events"]
    if state["version"] == known["version"]:
        assert (state["view"], state["decision"]) == (known["view"], known["decision"])


@pytest.mark.anywhere
def test_a_server_killed_at_any_moment_resumes_the_match(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path / "matches.sqlite")
    rng = random.Random(7)
    made = server.start().new_match()
    known: dict[str, Any] | None = None
    for _ in range(KILLS):
        with server.site.follow(made["id"], made["token"]) as client:
            state = client.until_asked(client.hello())
            if known is not None:
                resumed(known, state)
            play(client, state, rng, rng.randint(3, 25))
            known = client.hello()
            decision = known["decision"]
            client.send({"type": "answer", "version": known["version"], "do": decision["options"][-1]["do"]})
            if rng.random() < 0.5:
                known = {**client.read(), "events": known["events"]}
            server.kill()
        server.start()
    server.kill()


@pytest.mark.anywhere
def test_the_position_after_a_restart_is_the_one_before(tmp_path: Path) -> None:
    """View, decision and the whole log are equal when nobody has played in between."""
    file = tmp_path / "matches.sqlite"
    with thread_server(file) as site:
        made = site.new_match()
        with site.follow(made["id"], made["token"]) as client:
            play(client, client.hello(), random.Random(3), 50)
            before = client.hello()
    with thread_server(file) as site, site.follow(made["id"], made["token"]) as client:
        assert client.hello() == before


def test_an_answer_is_stored_before_it_is_shown(tmp_path: Path) -> None:
    """Whatever a client has been told survives a kill in the same moment."""
    server = ServerProcess(tmp_path / "matches.sqlite")
    made = server.start().new_match("random", "random")
    with server.site.follow(made["id"]) as watcher:
        last = watcher.hello()["version"]  # the bots have begun: it may be any
        try:
            while last < 40:
                last = watcher.read()["version"]
            server.kill()
            while True:
                last = watcher.read()["version"]
        except ConnectionClosed:
            pass
    site = server.start()
    with site.follow(made["id"]) as watcher:
        resumed = watcher.hello()
        assert resumed["version"] >= last >= 40
    server.kill()


def test_a_client_that_comes_back_gets_what_it_missed(tmp_path: Path) -> None:
    with thread_server(tmp_path / "matches.sqlite") as site:
        made = site.new_match("human", "human")
        with site.follow(made["id"], made["token"]) as client:
            early = play(client, client.hello(), random.Random(5), 4)
            everything = play(client, early, random.Random(5), 6)
            everything = client.hello()
            missed = client.hello(early["version"])
            assert missed["events"] == [
                event for event in everything["events"] if event not in early_events(client, early)
            ]
            assert client.hello(everything["version"])["events"] == []


def early_events(client: Follower, early: dict[str, Any]) -> list[dict[str, Any]]:
    """The events up to an early state: all but those that a client of that version is sent."""
    everything = client.hello()["events"]
    return list(everything[: len(everything) - len(client.hello(early["version"])["events"])])


@pytest.mark.anywhere
def test_two_clients_see_one_match(tmp_path: Path) -> None:
    """Each plays its own figures; both see every answer, and only one is asked at a time."""
    with thread_server(tmp_path / "matches.sqlite") as site:
        made = site.new_match("human", "human")
        first, second = made["player_tokens"]
        with site.follow(made["id"], first) as ann, site.follow(made["id"], second) as bob:
            states = [ann.hello(), bob.hello()]
            rng = random.Random(11)
            for _ in range(40):
                asked = [place for place, state in enumerate(states) if state["decision"]]
                assert len(asked) == 1
                state = states[asked[0]]
                client, other = (ann, bob) if asked[0] == 0 else (bob, ann)
                assert other.ask({"type": "why", "do": "end"})["code"] == "not-your-decision"
                line = rng.choice(state["decision"]["options"])["do"]
                client.send({"type": "answer", "version": state["version"], "do": line})
                states = [ann.read(), bob.read()]
                assert states[0]["version"] == states[1]["version"]
                assert [one["n"] for one in states[0]["events"]] == [one["n"] for one in states[1]["events"]]


def finish(site: Site, made: dict[str, Any]) -> dict[str, Any]:
    with site.follow(made["id"]) as watcher:
        return watcher.until_asked(watcher.hello())


@pytest.mark.anywhere
def test_the_record_of_a_finished_match_proves_its_dice(tmp_path: Path) -> None:
    """Committed before, revealed after; until the end the record is not given, for it holds secrets."""
    with thread_server(tmp_path / "matches.sqlite") as site:
        commitment = site.ask("/api/dice", {})[1]["commitment"]
        made = site.new_match("greedy", "random", commitment=commitment)
        assert made["commitment"] == commitment
        assert site.ask(f"/api/matches/{made['id']}/record")[1]["code"] == "not-over"
        assert finish(site, made)["view"]["over"] is not None
        status, text = site.ask(f"/api/matches/{made['id']}/record")
        record = parse_record(text)
        assert status == 200 and record.header["dice"]["commitment"] == commitment
        assert verify(record, GAME) == []
        again = site.new_match("greedy", "random", commitment=site.ask("/api/dice", {})[1]["commitment"])
        assert again["id"] != made["id"]
        assert site.ask("/api/matches", {"players": [], "commitment": commitment})[0] == 400
