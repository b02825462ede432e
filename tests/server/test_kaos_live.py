"""A match of Kaos is played over the websocket as any other: by lines, by bots, over a kill, with its secrets kept."""

import threading
from pathlib import Path
from typing import Any

import msgspec
import pytest

from esquive.core.record import parse_record, verify
from esquive.core.waiting import Decision
from esquive.hosting.protocol import StateMessage
from esquive.kaos.cards.catalogue import catalogue
from esquive.kaos.game import GAME
from esquive.kaos.seen import decisions
from esquive.kaos.seen.shapes import KaosCatalogue, KaosDecision, KaosEvent, KaosView
from esquive.kaos.spoken.suggestions import proposals
from esquive.kaos.table.state import State
from tests.server.serving import Follower, ServerProcess, Site, thread_server

pytestmark = pytest.mark.anywhere

HORDES = (["two-gleams"], ["gravediggers"])
DECLARED = StateMessage[str, KaosView, KaosDecision, KaosEvent]  # type: ignore[valid-type]


def create(site: Site, *agents: str, **more: Any) -> dict[str, Any]:
    players = [
        {"name": name, "cards": cards, "agent": agent}
        for name, cards, agent in zip(("Ann", "Bob"), HORDES, agents, strict=True)
    ]
    wanted = {"game": "kaos", "options": {"horde_points": "45"}, "arena": "broken-abbey", "players": players, **more}
    status, made = site.ask("/api/matches", wanted)
    assert status == 201, made
    return dict(made)


def play(client: Follower, state: dict[str, Any], answers: int) -> dict[str, Any]:
    """Answer with the first line that is offered, a number of times or to the end; every message is as declared."""
    state = client.until_asked(state)
    while answers and not state["over"]:
        answers -= 1
        assert state["decision"]["options"], state["decision"]
        line = state["decision"]["options"][0]["do"]
        state = client.until_asked(client.ask({"type": "answer", "version": state["version"], "do": line}))
        msgspec.convert(state, DECLARED)
    return state


def test_a_person_and_a_bot_play_it_over_a_kill_to_the_end(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path / "matches.sqlite")
    made = create(server.start(), "human", "random")
    with server.site.follow(made["id"], made["token"]) as client:
        play(client, client.hello(), 12)
        known = client.hello()
        server.kill()
    server.start()
    with server.site.follow(made["id"], made["token"]) as client:
        assert client.hello() == known
        state = play(client, known, 5000)
    assert state["over"] and state["view"]["over"]["winner"] in ("p1", "p2", "draw")
    place = f"/api/matches/{made['id']}"
    record = parse_record(server.site.ask(f"{place}/record")[1])
    assert verify(record, GAME) == []
    replayed = server.site.ask(f"{place}/replay")[1]
    assert server.site.ask(f"{place}/replay/{len(replayed['steps'])}")[1]["kind"] == "svg"
    assert server.site.ask("/api/matches")[1][0]["game"] == "kaos"
    server.kill()


def test_what_is_drawn_from_the_decks_is_told_to_its_player_alone(tmp_path: Path) -> None:
    """Events in reserve and objects carried: the other player and who watches learn no more than the table shows
    [Ruling R217]."""
    place = next(event.place for event in catalogue().events.values() if event.place)
    decks = {"objects": True, "events": True, "place": place}
    with thread_server(tmp_path / "matches.sqlite") as site:
        made = create(site, "human", "human", setup={"decks": decks})
        first, second = made["player_tokens"]
        told: dict[str, dict[int, dict[str, Any]]] = {"p1": {}, "p2": {}, "none": {}}
        with (
            site.follow(made["id"], first) as ann,
            site.follow(made["id"], second) as bob,
            site.follow(made["id"]) as watcher,
        ):
            clients = {"p1": ann, "p2": bob, "none": watcher}
            states = {seat: client.hello() for seat, client in clients.items()}
            for _ in range(150):
                for seat, state in states.items():
                    assert state["view"]["viewer"] == seat
                    told[seat].update({event["n"]: event for event in state["events"]})
                if states["none"]["over"]:
                    break
                asked = states["none"]["asked"]
                state = states[asked]
                line = state["decision"]["options"][-1]["do"]
                clients[asked].send({"type": "answer", "version": state["version"], "do": line})
                states = {seat: client.read() for seat, client in clients.items()}
        secret = {kind.name: kind.private_to for kind in GAME.events if kind.private_to}
        seen = [event for event in told["p1"].values() if event["kind"] in secret]
        assert seen, "no card was drawn in this match"
        for n, event in told["p1"].items():
            if event["kind"] not in secret:
                continue
            holder = event.get(secret[event["kind"]])
            for other in {"p1", "p2", "none"} - {holder}:
                hidden = told[other].get(n, {})
                assert "object" not in hidden and "event" not in hidden and "card" not in hidden


def test_a_horde_that_may_not_be_is_refused_with_its_clause(tmp_path: Path) -> None:
    with thread_server(tmp_path / "matches.sqlite") as site:
        verdict = site.ask("/api/teams/check", {"game": "kaos", "cards": ["abe-vhol"] * 3})[1]
        assert verdict["legal"] is False and all(one["clause"].startswith("K") for one in verdict["violations"])
        shown = site.ask("/api/catalogue?game=kaos&lang=fr")[1]
        known = msgspec.convert(shown, KaosCatalogue)
        assert {format_.id for format_ in known.formats} == {"battle"}
        assert {"fighter", "horde", "event"} <= {card.kind for card in known.cards}


def test_answers_that_are_proposed_are_looked_for_beside_the_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A list of plans takes its time; who plays other matches is not held up by it."""
    looked: list[tuple[bool, str]] = []

    def noted(state: State, most: int) -> list[int]:
        assert isinstance(state.waiting, Decision)
        looked.append((state.waiting.is_listed, threading.current_thread().name))
        return proposals(state, most)

    monkeypatch.setattr(decisions, "proposals", noted)
    with thread_server(tmp_path / "matches.sqlite") as site:
        made = create(site, "human", "random")
        with site.follow(made["id"], made["player_tokens"][0]) as client:
            play(client, client.hello(), 20)
    proposed, listed = ({thread for is_listed, thread in looked if is_listed == one} for one in (False, True))
    assert proposed and listed
    assert not proposed & listed
