"""Who watches with a delay is sent no byte of what has happened since, over the websocket or HTTP."""

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.given_time import GivenTime, eventually
from tests.server.serving import Follower, Site, thread_server

DELAY = 1
TIME = GivenTime()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with thread_server(tmp_path_factory.mktemp("later") / "matches.sqlite", time=TIME) as made:
        yield made


def watching(site: Site, made: dict[str, Any], delay: int = 1) -> str:
    """The token of somebody who is invited to watch with a delay."""
    wanted = {"to": "watch", "delay": delay}
    invitation = site.ask(f"/api/matches/{made['id']}/invitations", wanted, made["token"])[1]["invitation"]
    taken = site.ask(f"/api/matches/{made['id']}/watch", {"invitation": invitation})[1]
    assert taken["delay"] == delay
    return str(taken["token"])


def heard(client: Follower) -> list[dict[str, Any]]:
    """Every message that comes to a client before the reply to what it asks now."""
    client.send({"type": "why", "do": "?"})
    found: list[dict[str, Any]] = []
    while (message := client.read())["type"] != "error":
        found.append(message)
    return found


def has_come(client: Follower) -> bool:
    """Whether a client has been told that it watches, which is the last before anything happens in the match."""
    TIME.goes_on(DELAY)
    return any(message["watching"] == 1 for message in heard(client) if message["type"] == "table")


def state(client: Follower) -> dict[str, Any]:
    """The next position."""
    while (message := client.read())["type"] != "state":
        pass
    return message


def test_a_delayed_spectator_is_sent_no_byte_of_what_is_answered_before_its_time(site: Site) -> None:
    """Two worlds: alike up to a moment, then with another answer, a phrase and somebody gone in one of them."""
    with ExitStack() as clients:
        players, watchers, asked = [], [], []
        for _ in range(2):
            made = site.new_match(second="human", access="private")
            players.append(clients.enter_context(site.follow(made["id"], made["token"])))
            asked.append(players[-1].hello())
            watcher = clients.enter_context(site.follow(made["id"], token := watching(site, made)))
            watcher.send({"type": "hello", "version": 0})
            watcher.send({"type": "table"})
            assert watcher.read() == {"type": "later", "delay": DELAY, "wait": DELAY}
            watchers.append((watcher, made["id"], token))
        TIME.goes_on(DELAY)
        first = [state(watcher) for watcher, _, _ in watchers]
        assert first[0] == first[1] and first[0]["version"] == asked[0]["version"]
        for watcher, _, _ in watchers:
            eventually(lambda watcher=watcher: has_come(watcher))
        options = asked[0]["decision"]["options"]
        assert asked[0] == asked[1] and len(options) > 1
        for player, option in zip(players, (options[0], options[-1]), strict=True):
            player.send({"type": "answer", "version": asked[0]["version"], "do": option["do"]})
            assert player.read()["type"] == "state"
        players[1].send({"type": "say", "phrase": "oops"})
        players[1].socket.close()
        TIME.goes_on(DELAY - 0.125)
        assert [heard(watcher) for watcher, _, _ in watchers] == [[], []]
        TIME.goes_on(0.125)
        for watcher, match_id, token in watchers:
            shown = state(watcher)
            assert shown["version"] > asked[0]["version"]
            assert site.ask(f"/api/matches/{match_id}/replay", token=token)[0] == 200


def test_over_http_there_is_nothing_to_see_either_before_its_time(site: Site) -> None:
    made = site.new_match(second="human", access="private")
    token = watching(site, made, 600)
    for path in ("", "/replay", "/replay/0", "/record", "/after", "/begun"):
        status, told = site.ask(f"/api/matches/{made['id']}{path}", token=token)
        assert (status, told["code"]) == (409, "not-yet"), path
    assert site.ask(f"/api/gatherings/{made['id']}", token=token)[0] == 403


def test_who_watches_later_is_counted_and_told_of_it_later_still(site: Site) -> None:
    made = site.new_match(second="human", access="private")
    with ExitStack() as clients:
        ann = clients.enter_context(site.follow(made["id"], made["token"]))
        ann.hello()
        assert ann.ask({"type": "table"})["watching"] == 0
        eve = clients.enter_context(site.follow(made["id"], watching(site, made)))
        eve.send({"type": "hello", "version": 0})
        eve.send({"type": "table"})
        assert eve.read()["type"] == "later"
        TIME.goes_on(DELAY)
        assert ann.read()["watching"] == 1
        state(eve)
        table = eve.read()
        assert (table["type"], table["delay"], table["watching"]) == ("table", DELAY, 0)


def test_who_watches_later_is_told_that_the_match_has_been_deleted(site: Site) -> None:
    """Who has something to see, and who has nothing yet: both are let go, and told why when they come back."""
    made = site.new_match(access="private")
    tokens = [watching(site, made), watching(site, made, 600)]
    with site.follow(made["id"], tokens[0]) as one, site.follow(made["id"], tokens[1]) as other:
        for client in (one, other):
            assert client.hello()["type"] == "later"
        TIME.goes_on(DELAY)
        assert state(one)["view"]
        status, told = site.ask(f"/api/matches/{made['id']}/forget", {"token": made["token"], "delete": True})
        assert (status, told["deleted"]) == (200, True)
        for client in (one, other):
            with pytest.raises(ConnectionClosed):
                while True:
                    client.read()
        assert one.socket.close_reason == "no-such-match"
    with site.follow(made["id"], tokens[0]) as again:
        assert again.read()["code"] == "no-such-match"


def test_a_listed_match_is_not_watched_with_a_delay(site: Site) -> None:
    made = site.new_match(second="human", access="listed")
    wanted = {"to": "watch", "delay": DELAY}
    status, told = site.ask(f"/api/matches/{made['id']}/invitations", wanted, made["token"])
    assert (status, told["code"]) == (409, "delay-needs-private")
