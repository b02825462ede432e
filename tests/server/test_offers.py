"""What players wish of one another: undo, resignation, draw; each only told to those who play."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import datetime
from typing import Any

import pytest

from esquive.core.games import game_named
from esquive.core.record import parse_record, verify
from esquive.hosting.presence import CLAIM_AFTER, GRACE
from tests.server.given_time import GivenTime, eventually
from tests.server.serving import BROTHERHOOD, FIRST_BOX, Follower, Site, thread_server

HUMANS = [
    {"name": "Ann", "cards": FIRST_BOX, "agent": "human"},
    {"name": "Bob", "cards": BROTHERHOOD, "agent": "human"},
]

TIME = GivenTime()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server for all tests here."""
    with thread_server(tmp_path_factory.mktemp("wishes") / "matches.sqlite", time=TIME) as running:
        yield running


class Two:
    """Two players of a match who follow it, by the seats they sit in, and somebody who looks on."""

    def __init__(self, site: Site, stack: ExitStack, made: dict[str, Any]) -> None:
        self.made = made
        self.clients: dict[str, Follower] = {}
        self.states: dict[str, dict[str, Any]] = {}
        for token in made["player_tokens"]:
            client = stack.enter_context(site.follow(made["id"], token))
            state = client.hello()
            self.clients[state["own"][0]], self.states[state["own"][0]] = client, state
        self.spectator = stack.enter_context(site.follow(made["id"]))
        self.spectator.hello()

    def read(self) -> None:
        """Everybody reads the next state."""
        for seat, client in self.clients.items():
            self.states[seat] = client.read()
            assert self.states[seat]["type"] == "state", self.states[seat]
        self.watched = self.spectator.read()

    @property
    def asked(self) -> str:
        return str(next(iter(self.states.values()))["asked"])

    @property
    def other(self) -> str:
        return next(seat for seat in self.clients if seat != self.asked)

    def answer(self, line: str) -> None:
        seat = self.asked
        self.clients[seat].send({"type": "answer", "version": self.states[seat]["version"], "do": line})
        self.read()

    def play(self, verb: str, most: int = 60) -> str:
        """Answers until a line of this verb is there, which is given."""
        for _ in range(most):
            seat = self.asked
            lines = [one["do"] for one in self.states[seat]["decision"]["options"]]
            wanted = [line for line in lines if line.split()[0] == verb]
            if wanted:
                self.answer(wanted[0])
                return seat
            ends = [line for line in lines if line.split()[0] in ("end", "keep", "pass")]
            self.answer((ends or lines)[0])
        raise AssertionError(verb)

    def wish(self, seat: str, what: str, say: str = "ask") -> None:
        self.clients[seat].send({"type": "wish", "what": what, "say": say, "version": self.states[seat]["version"]})
        self.read()

    def wishes(self, seat: str) -> dict[str, Any]:
        found: dict[str, Any] = self.states[seat]["wishes"]
        return found


def seat_of(table: Two, name: str) -> str:
    state = next(iter(table.states.values()))
    return next(str(one["seat"]) for one in state["players"] if one["name"] == name)


@contextmanager
def two(site: Site, players: list[dict[str, Any]] = HUMANS) -> Iterator[Two]:
    status, made = site.ask("/api/matches", {"players": players})
    assert status == 201, made
    with ExitStack() as stack:
        yield Two(site, stack, made)


def test_a_move_is_taken_back_alone_until_dice_fall_or_another_answers(site: Site) -> None:
    with two(site) as table:
        seat = table.play("move")
        before = table.states[seat]
        line = next(one["do"] for one in before["decision"]["options"] if one["do"].startswith("move"))
        table.answer(line)
        assert table.wishes(seat)["undo"] == "free"
        told = table.states[seat]["since"]
        table.wish(seat, "undo")
        after = table.states[seat]
        assert (after["view"], after["decision"]) == (before["view"], before["decision"])
        assert after["since"] == told
        assert after["version"] > before["version"] + 1
        assert table.watched["since"] == told
        assert table.watched["wishes"] is None


def test_beyond_that_the_other_is_asked_and_may_decline(site: Site) -> None:
    with two(site) as table:
        seat = table.play("move")
        table.play("end")
        while table.asked == seat:
            table.play("end")
        other = table.asked
        lines = [one["do"] for one in table.states[other]["decision"]["options"]]
        table.answer(lines[0])
        assert table.wishes(seat)["undo"] == "ask"
        table.wish(seat, "undo")
        (asked,) = table.wishes(other)["open"]
        assert (asked["what"], asked["by"], asked["waits"]) == ("undo", seat, [other])
        assert table.watched["wishes"] is None
        table.wish(other, "undo", "decline")
        assert table.wishes(seat)["declined"] == {"what": "undo", "by": other}
        assert table.wishes(seat)["open"] == []
        version = table.states[seat]["version"]
        table.wish(seat, "undo")
        table.wish(other, "undo", "agree")
        assert table.states[seat]["version"] == version + 1
        assert table.asked == seat


def test_an_undo_of_a_position_that_is_past_is_refused(site: Site) -> None:
    with two(site) as table:
        seat = table.play("move")
        client, version = table.clients[seat], table.states[seat]["version"]
        assert client.ask({"type": "wish", "what": "undo", "version": version - 1})["code"] == "stale-version"
        assert client.ask({"type": "wish", "what": "draw", "say": "agree"})["code"] == "no-such-wish"
        assert table.spectator.ask({"type": "wish", "what": "draw"})["code"] == "not-your-decision"


def test_who_resigns_has_lost_and_the_record_says_so(site: Site) -> None:
    with two(site) as table:
        seat = table.play("move")
        table.answer(next(one["do"] for one in table.states[seat]["decision"]["options"]))
        if table.wishes(seat)["undo"] == "free":
            table.wish(seat, "undo")
        table.wish(seat, "resign")
        other = next(one for one in table.clients if one != seat)
        state = table.states[other]
        assert state["over"] and state["asked"] is None and state["decision"] is None
        name = next(one["name"] for one in state["players"] if one["seat"] == seat)
        assert state["ended"] == {
            "how": "resigned",
            "by": seat,
            "winners": [other],
            "sentence": f"{name} has resigned.",
        }
        assert table.watched["ended"] == state["ended"]
        match_id = table.made["id"]
        status, text = site.ask(f"/api/matches/{match_id}/record")
        assert status == 200
        record = parse_record(text)
        assert verify(record, game_named("krosmaster")) == []
        assert record.end is not None and record.end["how"] == "resigned"
        listed = next(one for one in site.ask("/api/matches")[1] if one["id"] == match_id)
        winner = next(one["name"] for one in state["players"] if one["seat"] == other)
        assert (listed["over"], listed["winners"]) == (True, [winner])
        for path in ("replay", "after"):
            assert site.ask(f"/api/matches/{match_id}/{path}")[0] == 200, path
        assert table.clients[seat].ask({"type": "wish", "what": "draw"})["code"] == "over"


def test_a_draw_is_offered_and_ends_with_the_next_answer_of_the_other(site: Site) -> None:
    with two(site) as table:
        table.play("move")
        seat, other = table.asked, table.other
        table.wish(other, "draw")
        assert [one["what"] for one in table.wishes(seat)["open"]] == ["draw"]
        table.answer(next(one["do"] for one in table.states[seat]["decision"]["options"]))
        assert table.wishes(other)["open"] == []
        table.wish(seat, "draw")
        table.wish(other, "draw")
        state = table.states[seat]
        assert state["over"]
        assert (state["ended"]["how"], state["ended"]["winners"]) == ("agreed", [])
        listed = next(one for one in site.ask("/api/matches")[1] if one["id"] == table.made["id"])
        assert (listed["over"], listed["winner"]) == (True, "draw")


def test_a_bot_agrees_to_go_back_over_its_own_answers_and_never_over_dice(site: Site) -> None:
    made = site.new_match()
    with site.follow(made["id"], made["token"]) as player:
        state = player.until_asked(player.hello())
        seen = set()
        for _ in range(40):
            options = [one["do"] for one in state["decision"]["options"]]
            moves = [line for line in options if line.startswith("move")]
            seen.add(state["wishes"]["undo"])
            assert state["wishes"]["undo"] != "ask"
            line = moves[0] if moves and state["wishes"]["undo"] == "" else options[0]
            version = state["version"]
            state = player.ask({"type": "answer", "version": version, "do": line})
            state = player.until_asked(state)
            if state["over"]:
                break
        assert seen == {"", "free"}
        assert player.ask({"type": "wish", "what": "draw"})["wishes"]["declined"]["what"] == "draw"


def test_a_rematch_begins_once_all_want_it_and_everybody_gets_a_token_for_his_own_place(site: Site) -> None:
    with two(site) as table:
        seat = table.play("move")
        path, tokens = f"/api/matches/{table.made['id']}/rematch", table.made["player_tokens"]
        assert site.ask(path, {}, tokens[0])[1]["code"] == "not-over"
        table.wish(seat, "resign")
        assert site.ask(path, {})[1]["code"] == "bad-token"
        status, first = site.ask(path, {}, tokens[0])
        assert status == 201
        assert (first["id"], first["token"], len(first["waits"])) == ("", "", 1)
        table.read()
        assert len(table.wishes(seat)["again"]) == 1
        second = site.ask(path, {}, tokens[1])[1]
        table.read()
        assert table.wishes(seat)["next"] == second["id"]
        mine = site.ask(path, {}, tokens[0])[1]
        assert mine["id"] == second["id"] != table.made["id"]
        for token, name in ((mine["token"], "Ann"), (second["token"], "Bob")):
            with site.follow(second["id"], token) as client:
                state = client.hello()
                (own,) = state["own"]
                assert next(one["name"] for one in state["players"] if one["seat"] == own) == name
        listed = {one["id"]: one["players"] for one in site.ask("/api/matches")[1]}
        assert listed[second["id"]] == ["Bob", "Ann"]
        assert listed[table.made["id"]] == ["Ann", "Bob"]


def test_once_a_player_is_forgotten_the_one_left_hears_that_there_is_no_rematch(site: Site) -> None:
    """Said at once, by whoever asks and whether or not somebody had asked before."""
    with two(site) as table:
        table.wish(table.play("move"), "resign")
        path, tokens = f"/api/matches/{table.made['id']}/rematch", table.made["player_tokens"]
        ann, left = (seat_of(table, name) for name in ("Ann", "Bob"))
        assert site.ask(path, {}, tokens[0])[1]["waits"] == [left]
        table.read()
        assert (table.wishes(left)["again"], table.wishes(left)["forgotten"]) == ([ann], [])
        assert site.ask(f"/api/matches/{table.made['id']}/forget", {"token": tokens[0]})[0] == 200
        table.read()
        assert (table.wishes(left)["again"], table.wishes(left)["forgotten"]) == ([], [ann])
        for _ in range(2):
            status, fault = site.ask(path, {}, tokens[1])
            assert (status, fault["code"]) == (409, "nobody-to-play")


def test_a_rematch_that_has_begun_is_found_though_a_player_was_forgotten(site: Site) -> None:
    with two(site) as table:
        table.wish(table.play("move"), "resign")
        path, tokens = f"/api/matches/{table.made['id']}/rematch", table.made["player_tokens"]
        site.ask(path, {}, tokens[0])
        begun = site.ask(path, {}, tokens[1])[1]["id"]
        assert site.ask(f"/api/matches/{table.made['id']}/forget", {"token": tokens[0]})[0] == 200
        assert site.ask(path, {}, tokens[1])[1]["id"] == begun != ""


def test_a_bot_plays_again_at_once_and_a_private_match_is_followed_by_one(site: Site) -> None:
    made = site.new_match(access="private")
    with site.follow(made["id"], made["token"]) as player:
        player.hello()
        player.send({"type": "wish", "what": "resign"})
        state = player.read()
        while not state["over"]:
            state = player.read()
        assert state["wishes"]["next"] == ""
    status, again = site.ask(f"/api/matches/{made['id']}/rematch", {}, made["token"])
    assert (status, again["waits"]) == (201, [])
    assert site.ask(f"/api/matches/{again['id']}")[0] == 404
    assert site.ask(f"/api/matches/{again['id']}", token=again["token"])[0] == 200


def test_who_has_left_and_is_to_decide_has_lost_after_a_while(site: Site) -> None:
    with two(site) as table:
        table.play("move")
        seat, other = table.asked, table.other
        claim = {"type": "wish", "what": "claim"}
        client = table.clients[other]

        def refused() -> str:
            client.send(claim)
            while (told := client.read())["type"] == "table":
                pass
            return str(told["code"])

        def gone() -> dict[str, Any] | None:
            TIME.goes_on(GRACE)
            told = next(one for one in client.ask({"type": "table"})["seats"] if one["seat"] == seat)
            return told if told["claim"] else None

        assert refused() == "not-gone"
        table.clients[seat].socket.close()
        left = eventually(gone)
        claimed_at = datetime.fromisoformat(left["claim"]).timestamp()
        assert claimed_at - datetime.fromisoformat(left["since"]).timestamp() == CLAIM_AFTER
        TIME.goes_on(claimed_at - TIME.utc() - 1.0)
        assert refused() == "not-gone"
        TIME.goes_on(2.0)  # what is told is told to the second
        table.clients[other].send(claim)
        state = table.clients[other].read()
        while state["type"] != "state":
            state = table.clients[other].read()
        assert (state["ended"]["how"], state["ended"]["by"], state["ended"]["winners"]) == ("claimed", seat, [other])


def test_of_four_each_for_himself_the_others_play_on_and_a_bot_in_the_place(site: Site) -> None:
    pairs = (FIRST_BOX[:2], BROTHERHOOD[:2]) * 2
    names = ("Ann", "Bob", "Cleo", "Dan")
    agents = ("human", "human", "random", "random")
    players = [
        {"name": name, "cards": cards, "agent": agent} for name, cards, agent in zip(names, pairs, agents, strict=True)
    ]
    status, made = site.ask("/api/matches", {"players": players, "format": "free-for-all"})
    assert status == 201, made
    ann, bob = made["player_tokens"][:2]
    with site.follow(made["id"], ann) as first, site.follow(made["id"], bob) as second:
        state = first.hello()
        second.hello()
        (seat,) = state["own"]
        first.send({"type": "wish", "what": "resign"})
        while state["own"]:
            state = first.read()
        assert not state["over"]
        assert next(one["agent"] for one in state["players"] if one["seat"] == seat) == "greedy"
        assert first.ask({"type": "wish", "what": "resign"})["type"] in ("error", "state")
        other = second.read()
        second.send({"type": "wish", "what": "resign"})
        while not other["over"]:
            other = second.read()
        assert (other["ended"]["how"], other["ended"]["winners"]) == ("resigned", [])
