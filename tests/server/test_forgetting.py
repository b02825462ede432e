"""A player is forgotten by the token of a seat: name and token go, what was played stays."""

import random
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.serving import Site, thread_server
from tests.server.test_resumption import play


def names(site: Site) -> list[list[str]]:
    """The players of every match in the list."""
    return [match["players"] for match in site.ask("/api/matches")[1]]


def test_a_forgotten_player_leaves_the_match_without_name_and_token(tmp_path: Path) -> None:
    with thread_server(tmp_path / "matches.sqlite") as site:
        made = site.new_match("human", "human")
        ann, bob = made["player_tokens"]
        with site.follow(made["id"], made["token"]) as client:
            version = play(client, client.hello(), random.Random(1), 4)["version"]
        with site.follow(made["id"], ann) as here:
            here.hello()
            status, told = site.ask(f"/api/matches/{made['id']}/forget", {"token": ann})
            assert (status, told["deleted"], len(told["seats"])) == (200, False, 1)
            state = here.read()
            assert sorted(player["name"] for player in state["players"]) == ["?", "Bob"]
            assert here.ask({"type": "answer", "version": version, "do": "end"})["code"] == "not-your-decision"
        assert names(site) == [["?", "Bob"]]
        assert site.ask(f"/api/matches/{made['id']}", token=ann)[1]["code"] == "bad-token"
        with site.follow(made["id"], bob) as other:
            assert other.hello()["version"] == version
        assert "Ann" not in str(site.ask(f"/api/matches/{made['id']}/replay"))


def test_a_match_that_others_play_cannot_be_deleted_by_one(tmp_path: Path) -> None:
    with thread_server(tmp_path / "matches.sqlite") as site:
        made = site.new_match("human", "human")
        wanted = {"token": made["player_tokens"][0], "delete": True}
        status, told = site.ask(f"/api/matches/{made['id']}/forget", wanted)
        assert (status, told["code"]) == (409, "others-play-too")
        assert names(site) == [["Ann", "Bob"]]


def test_a_match_against_a_bot_is_deleted_whole(tmp_path: Path) -> None:
    with thread_server(tmp_path / "matches.sqlite") as site:
        made = site.new_match("human", "random")
        kept = site.new_match("human", "human")
        with site.follow(made["id"]) as watching:
            watching.hello()
            status, told = site.ask(f"/api/matches/{made['id']}/forget", {"token": made["token"], "delete": True})
            assert (status, told["deleted"]) == (200, True)
            with pytest.raises(ConnectionClosed) as closed:
                while True:
                    watching.read()
            assert closed.value.rcvd is not None and closed.value.rcvd.reason == "no-such-match"
        assert site.ask(f"/api/matches/{made['id']}")[1]["code"] == "no-such-match"
        assert [match["id"] for match in site.ask("/api/matches")[1]] == [kept["id"]]


def test_who_only_watches_a_match_of_bots_cannot_delete_it_and_who_made_it_can(tmp_path: Path) -> None:
    with thread_server(tmp_path / "matches.sqlite") as site:
        made = site.new_match("random", "random", access="private")
        place = f"/api/matches/{made['id']}"
        for to in ("watch", "seat"):
            invitation = site.ask(f"{place}/invitations", {"to": to}, made["token"])[1]["invitation"]
            watcher = site.ask(f"{place}/watch", {"invitation": invitation})[1]["token"]
            for body in ({"token": watcher, "delete": True}, {"token": watcher}):
                status, told = site.ask(f"{place}/forget", body)
                assert (status, told["code"]) == (403, "not-a-player")
            assert site.ask(f"{place}/forget", {"token": invitation, "delete": True})[1]["code"] == "no-such-match"
        assert site.ask(place, token=made["token"])[0] == 200
        status, told = site.ask(f"{place}/forget", {"token": made["token"], "delete": True})
        assert (status, told["deleted"]) == (200, True)
        assert site.ask(place, token=made["token"])[1]["code"] == "no-such-match"


def test_a_token_that_is_not_the_matchs_forgets_nobody(tmp_path: Path) -> None:
    with thread_server(tmp_path / "matches.sqlite") as site:
        made = site.new_match()
        assert site.ask(f"/api/matches/{made['id']}/forget", {"token": "guessed"})[1]["code"] == "bad-token"
        assert site.ask(f"/api/matches/{made['id']}/forget", {"token": ""})[0] == 400
        assert names(site) == [["Ann", "Bob"]]
