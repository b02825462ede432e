"""Beside the game: who is here, phrases, and that two tabs of one seat agree. Nothing of it tells of the position."""

import json
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from tests.server.serving import Follower, Site, thread_server


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with thread_server(tmp_path_factory.mktemp("company") / "matches.sqlite") as made:
        yield made


def at_table(client: Follower) -> dict[str, Any]:
    """Say hello and ask what goes on beside the game."""
    client.send({"type": "hello", "version": 0})
    client.send({"type": "table"})
    return until(client, "table")


def own_of(client: Follower) -> str:
    """The first seat that somebody plays for."""
    client.send({"type": "hello", "version": 0})
    return str(until(client, "state")["own"][0])


def until(client: Follower, kind: str) -> dict[str, Any]:
    """The next message of a kind."""
    while (message := client.read())["type"] != kind:
        pass
    return message


def seats(table: dict[str, Any]) -> dict[str, bool]:
    return {one["seat"]: one["here"] for one in table["seats"]}


def test_who_plays_is_here_until_he_has_been_gone_for_a_moment(site: Site) -> None:
    made = site.new_match(second="human", access="private")
    with ExitStack() as clients:
        ann = clients.enter_context(site.follow(made["id"], made["player_tokens"][0]))
        table = at_table(ann)
        own = own_of(ann)
        other = "p2" if own == "p1" else "p1"
        assert seats(table) == {own: True, other: False} and table["watching"] == 0 and table["clock"] is None
        with site.follow(made["id"], made["player_tokens"][1]) as bob:
            bob.hello()
            table = until(ann, "table")
            assert seats(table) == {own: True, other: True}
            assert [one["since"] for one in table["seats"]] == ["", ""]
        table = until(ann, "table")
        gone = next(one for one in table["seats"] if not one["here"])
        assert gone["seat"] == other and gone["since"].endswith("+00:00")


def test_who_loads_the_page_again_has_not_left(site: Site) -> None:
    made = site.new_match(second="human")
    with site.follow(made["id"], made["player_tokens"][0]) as ann, site.follow(made["id"]) as eve:
        assert at_table(ann)["watching"] == 0
        with site.follow(made["id"], made["player_tokens"][1]) as bob:
            bob.hello()
            assert all(seats(until(ann, "table")).values())
        with site.follow(made["id"], made["player_tokens"][1]) as bob:
            bob.hello()
            assert all(seats(until(ann, "table")).values())
            eve.hello()
            table = until(ann, "table")
            assert all(seats(table).values()) and table["watching"] == 1


def test_bots_are_always_here_and_open_seats_never(site: Site) -> None:
    made = site.new_match(first="random", second="human")
    with site.follow(made["id"]) as eve:
        assert sorted(seats(at_table(eve)).values()) == [False, True]
    made = site.new_match(second="open")
    with site.follow(made["id"], made["token"]) as ann:
        table = at_table(ann)
        assert sorted(seats(table).values()) == [False, True]
        assert [one["since"] for one in table["seats"]] == ["", ""]


def test_the_table_says_nothing_of_addresses_names_or_the_position(site: Site) -> None:
    """Two worlds: two matches of other teams, dice and positions send the same bytes."""
    said = []
    for arena in ("elemental", "frigost-1"):
        made = site.new_match(second="human", arena=arena)
        with site.follow(made["id"], made["token"]) as ann:
            said.append(json.dumps(at_table(ann)))
            state = ann.hello()
            ann.send({"type": "answer", "version": state["version"], "do": state["decision"]["options"][0]["do"]})
            assert ann.read()["type"] == "state"
            said.append(json.dumps(ann.ask({"type": "table"})))
    assert len(set(said)) == 1
    assert "127.0.0.1" not in said[0] and "Ann" not in said[0]


def test_a_phrase_is_sent_by_its_name_to_all_and_not_too_often(site: Site) -> None:
    made = site.new_match(second="human")
    with ExitStack() as clients:
        tokens = (*made["player_tokens"], "")
        ann, bob, eve = (clients.enter_context(site.follow(made["id"], token)) for token in tokens)
        for client in (ann, bob, eve):
            at_table(client)
        own = own_of(ann)
        for _ in range(3):
            ann.send({"type": "say", "phrase": "good-luck"})
            for client in (ann, bob, eve):
                assert until(client, "said") == {"type": "said", "seat": own, "phrase": "good-luck"}
        ann.send({"type": "say", "phrase": "good-luck"})
        assert until(ann, "error")["code"] == "too-many-phrases"
        eve.send({"type": "say", "phrase": "hello"})
        assert until(eve, "error")["code"] == "not-a-player"
        bob.send({"type": "say", "phrase": "you are a fool"})
        assert until(bob, "error")["code"] == "bad-message"


def test_who_has_not_asked_for_the_table_is_told_nothing_of_it(site: Site) -> None:
    made = site.new_match(second="human")
    with ExitStack() as clients:
        ann, bob = (clients.enter_context(site.follow(made["id"], token)) for token in made["player_tokens"])
        bob.hello()
        at_table(ann)
        ann.send({"type": "say", "phrase": "hello"})
        until(ann, "said")
        assert bob.ask({"type": "why", "do": "end"})["type"] in ("why", "error")  # the next that bob is sent


def test_of_two_tabs_of_one_seat_either_answers_and_the_second_answer_is_refused(site: Site) -> None:
    made = site.new_match(second="human")
    with site.follow(made["id"], made["token"]) as one, site.follow(made["id"], made["token"]) as other:
        state = one.hello()
        assert other.hello() == state
        line = state["decision"]["options"][0]["do"]
        after = other.ask({"type": "answer", "version": state["version"], "do": line})
        assert one.read() == after
        assert one.ask({"type": "answer", "version": state["version"], "do": line})["code"] == "stale-version"
        assert one.hello(after["version"])["version"] == after["version"]
