"""A third game is hosted live by the server through its door, with no line about it in the program."""

import random
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from esquive.core.games import game_named
from esquive.core.record import parse_record, verify
from tests.core.test_a_third_game import installed  # noqa: F401
from tests.server.serving import Follower, ServerProcess, Site

pytestmark = [pytest.mark.usefixtures("installed"), pytest.mark.anywhere]
SECRETS = (3, 4)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerProcess]:
    made = ServerProcess(tmp_path / "matches.sqlite")
    made.start()
    yield made
    if made.process is not None:
        made.kill()


def create(site: Site, *agents: str, **more: Any) -> dict[str, Any]:
    players = [{"name": name, "cards": [], "agent": agent} for name, agent in zip(("Ann", "Bob"), agents, strict=True)]
    status, made = site.ask("/api/matches", {"game": "tiny", "players": players, **more})
    assert status == 201, made
    return dict(made)


class Three:
    """Both players and somebody who watches, each with a websocket, and what each of them has been sent."""

    def __init__(self, server: ServerProcess, made: dict[str, Any], clients: ExitStack) -> None:
        self.everybody: list[Follower] = [
            clients.enter_context(server.site.follow(made["id"], token)) for token in (*made["player_tokens"], "")
        ]
        self.states = [client.hello() for client in self.everybody]

    def play(self, rng: random.Random, answers: int) -> list[list[dict[str, Any]]]:
        """Answer a number of times, or to the end; returns everything each was sent."""
        sent = [[state] for state in self.states]
        while answers and not self.states[2]["over"]:
            answers -= 1
            seat = int(self.states[2]["asked"] == "p2")
            assert [state["decision"] is not None for state in self.states] == [seat == 0, seat == 1, False]
            decision = self.states[seat]["decision"]
            line = rng.choice(decision["options"])["do"] if decision["listed"] else f"guess {rng.randrange(500)}"
            self.everybody[seat].send({"type": "answer", "version": self.states[seat]["version"], "do": line})
            self.states = [client.read() for client in self.everybody]
            for messages, state in zip(sent, self.states, strict=True):
                assert state["type"] == "state", state
                messages.append(state)
        return sent


def keeps_secrets(sent: list[list[dict[str, Any]]]) -> None:
    """Each seat is told its own secret, in views and events, and nobody another one's."""
    for seat, messages in enumerate(sent):
        for message in messages:
            known = [secret if place == seat else None for place, secret in enumerate(SECRETS)]
            assert message["view"]["secrets"] == known
            peeks = [event for event in message["events"] if event["kind"] == "peeked"]
            assert {event["x"] for event in peeks} <= ({SECRETS[seat]} if seat < 2 else set())


def test_two_people_play_it_to_the_end_over_a_kill_and_each_keeps_a_secret(server: ServerProcess) -> None:
    """Dice, a question whose answers cannot be listed, and a secret each: created, joined, killed, resumed, recorded,
    replayed."""
    made = create(server.site, "human", "human", arena="9")
    rng = random.Random(4)
    with ExitStack() as clients:
        table = Three(server, made, clients)
        assert table.states[0]["game"] == "tiny" and table.states[0]["decision"]["kind"] == "guess"
        sent = table.play(rng, 5)
        keeps_secrets(sent)
        assert any(event["kind"] == "peeked" for event in table.states[0]["events"] + sent[0][-2]["events"])
        known = [client.hello() for client in table.everybody]
        server.kill()
    server.start()
    with ExitStack() as clients:
        table = Three(server, made, clients)
        assert table.states == known
        place = f"/api/matches/{made['id']}"
        assert server.site.ask(f"{place}/record")[1]["code"] == "not-over"
        replayed = server.site.ask(f"{place}/replay", token=made["player_tokens"][1])[1]
        assert not [step for step in replayed["steps"] if step["by"] != "p2" and step["line"]]
        assert not [line for step in replayed["steps"] for line in step["log"] if "peeked seat 0" in line["sentence"]]
        drawn = server.site.ask(f"{place}/replay/1", token=made["player_tokens"][1])[1]
        assert drawn["kind"] == "text" and "[None, 4]" in drawn["text"]
        keeps_secrets(table.play(rng, 1000))
        assert table.states[0]["over"] and table.states[0]["asked"] is None
    record = parse_record(server.site.ask(f"{place}/record")[1])
    assert verify(record, game_named("tiny")) == []
    replayed = server.site.ask(f"{place}/replay")[1]
    assert (replayed["game"], replayed["over"]) == ("tiny", True)
    assert [step["line"] for step in replayed["steps"]] == record.lines()
    drawn = server.site.ask(f"{place}/replay/{len(replayed['steps'])}")[1]
    assert "secrets: [3, 4]" in drawn["text"] and "stones: 0" in drawn["text"]
    summary = server.site.ask("/api/matches")[1][0]
    assert (summary["game"], summary["over"], len(summary["winners"])) == ("tiny", True, 1)


@pytest.mark.again  # tests/core/test_the_smallest_game.py plays one through a host
def test_a_bot_plays_it_against_a_person_who_asks_why(server: ServerProcess) -> None:
    made = create(server.site, "human", "greedy")
    with server.site.follow(made["id"], made["token"]) as client:
        state = client.until_asked(client.hello())
        refused = client.ask({"type": "answer", "version": state["version"], "do": "take 1"})
        assert refused["code"] == "bad-line"
        why = client.ask({"type": "why", "do": "guess 3"})
        assert why["legal"] and why["conditions"][0]["sentence"] == "A secret is 0 or more."
        state = client.until_asked(client.ask({"type": "answer", "version": state["version"], "do": "guess 3"}))
        refused = client.ask({"type": "answer", "version": state["version"], "do": "take 5"})
        assert (refused["type"], refused["refusal"]["clauses"]) == ("refused", ["1"])
        odds = client.ask({"type": "why", "do": "take 1"})["odds"]
        assert [chance["probability"] for chance in odds] == ["2/3", "1/3"]
        while not state["over"]:
            state = client.until_asked(client.ask({"type": "answer", "version": state["version"], "do": "take 1"}))
    assert server.site.ask("/api/matches")[1][0]["over"]


@pytest.mark.again
def test_its_catalogue_and_its_errors_are_told_as_any_game_s(server: ServerProcess) -> None:
    shown = server.site.ask("/api/catalogue?game=tiny")[1]
    assert [format_["arenas"] for format_ in shown["formats"]] == [["7", "9"]]
    assert server.site.ask("/api/teams/check", {"game": "tiny", "cards": []})[1] == {
        "legal": True,
        "violations": [],
        "advice": [],
    }
    players = [{"name": name, "cards": []} for name in ("Ann", "Bob", "Cleo")]
    assert server.site.ask("/api/matches", {"game": "tiny", "players": players})[1]["code"] == "no-such-table"
    error = server.site.ask("/api/matches", {"game": "tinny", "players": players[:2]})[1]
    assert error["code"] == "bad-request" and "tiny" in error["message"]
