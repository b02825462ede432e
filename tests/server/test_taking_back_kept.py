"""What was taken back, and how players ended a match, is stored: a server that begins anew goes on from there."""

import asyncio
from pathlib import Path
from typing import Any

from esquive.core.games import game_named
from esquive.core.record import parse_record, verify
from esquive.server.storage.verification import check_match
from tests.server.services import database_at
from tests.server.serving import Follower, thread_server
from tests.server.stores import opened


class Pair:
    """Two players, and the last state of each by their seats."""

    def __init__(self, *clients: Follower) -> None:
        states = [client.hello() for client in clients]
        self.states = {state["own"][0]: state for state in states}
        self.clients = {state["own"][0]: client for state, client in zip(states, clients, strict=True)}

    def say(self, seat: str, **message: Any) -> dict[str, Any]:
        """Somebody says something, and both read the next state; returns that of the seat."""
        self.clients[seat].send({"version": self.states[seat]["version"], **message})
        self.states = {own: client.read() for own, client in self.clients.items()}
        assert {state["type"] for state in self.states.values()} == {"state"}, self.states
        return self.states[seat]

    def answer(self) -> tuple[str, str, int]:
        """The first answer there is: who gave it, its line, and how far the version has come by it."""
        seat = next(seat for seat, state in self.states.items() if state["decision"])
        version, line = self.states[seat]["version"], self.states[seat]["decision"]["options"][0]["do"]
        return seat, line, self.say(seat, type="answer", do=line)["version"] - version


def wrong(file: Path, match_id: str) -> list[str]:
    async def look() -> list[str]:
        async with opened(database_at(file), is_server=False) as store:
            return (await check_match(store, match_id)).wrong

    return asyncio.run(look())


def test_a_server_goes_on_from_what_was_taken_back_and_a_record_proves_it(tmp_path: Path) -> None:
    file = tmp_path / "matches.sqlite"
    with thread_server(file) as site:
        made = site.new_match("human", "human")
        with (
            site.follow(made["id"], made["player_tokens"][0]) as one,
            site.follow(made["id"], made["player_tokens"][1]) as other,
        ):
            pair, taken_back = Pair(one, other), 0
            for number in range(40):
                seat, line, came = pair.answer()
                if number < 8 or came < 2 or taken_back == 2:  # rolls come with the answers they follow
                    continue
                taken_back += 1
                fell = pair.states[seat]["view"]
                pair.say(seat, type="wish", what="undo")
                for wish in pair.states[seat]["wishes"]["open"]:
                    pair.say(wish["waits"][0], type="wish", what="undo", say="agree")
                assert pair.say(seat, type="answer", do=line)["view"] == fell, "the same roll falls as it fell"
            assert taken_back == 2
            kept = one.hello()
    with thread_server(file) as site:
        with site.follow(made["id"], made["player_tokens"][0]) as one:
            assert one.hello() == kept
            one.send({"type": "wish", "what": "resign"})
            ended = one.read()
            assert ended["over"]
        text = site.ask(f"/api/matches/{made['id']}/record")[1]
        record = parse_record(text)
        assert verify(record, game_named("krosmaster")) == []
        assert len([entry for entry in record.entries if "undo" in entry]) == 2
    with thread_server(file) as site, site.follow(made["id"], made["player_tokens"][0]) as one:
        assert one.hello()["ended"] == ended["ended"]
    assert wrong(file, made["id"]) == []
