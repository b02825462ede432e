"""The lobby: nothing stands in it but what its owner has put there, and nothing at all where the server has none."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from esquive.hosting.lobby import HERE, Visitors
from esquive.hosting.protocol import ProtocolError
from esquive.server.access.authorization import Entrance
from tests.server.given_time import GivenTime
from tests.server.serving import BROTHERHOOD, FIRST_BOX, Site, thread_server

ANN = "A" * 43
TABLE = {"players": [{"name": "Ann", "cards": FIRST_BOX}, {"name": "guest", "cards": [], "agent": "open"}]}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with thread_server(tmp_path_factory.mktemp("lobby") / "m.sqlite", entrance=Entrance(lobby=True)) as found:
        yield found


def laid(site: Site, **more: Any) -> dict[str, Any]:
    status, made = site.ask("/api/gatherings", {"match": {**TABLE, "best_of": 3}, **more}, ANN)
    assert status == 201, made
    return dict(made)


def tables(site: Site) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = site.ask("/api/lobby")[1]["tables"]
    return found


def sit(site: Site, made: dict[str, Any], invitation: str = "lobby") -> tuple[int, Any]:
    wanted = {"invitation": invitation, "name": "Zoe", "cards": BROTHERHOOD}
    return site.ask(f"/api/gatherings/{made['id']}/seats", wanted)


def test_a_table_stands_there_only_where_its_host_says_so_and_anybody_sits_down(site: Site) -> None:
    hidden, shown = laid(site), laid(site, lobby=True)
    (table,) = tables(site)
    assert (table["id"], table["host"], table["free"], table["best_of"]) == (shown["id"], "Ann", 1, 3)
    assert "invitation" not in str(table)
    assert sit(site, hidden)[0] == 404
    status, seated = sit(site, shown)
    assert (status, seated["begun"]) == (201, True)
    assert tables(site) == []


def test_who_is_here_has_said_so_with_a_key(site: Site) -> None:
    assert site.ask("/api/lobby", {"name": "Eve"})[1]["here"] == []
    assert site.ask("/api/lobby", {"name": " Ann "}, ANN)[1]["here"] == ["Ann"]
    assert site.ask("/api/lobby")[1]["here"] == ["Ann"]
    assert site.ask("/api/lobby", {"name": "A\u202en"}, ANN)[1]["code"] == "name-unseen"
    assert site.ask("/api/lobby", {}, ANN)[1]["here"] == []


def test_listed_matches_under_way_can_be_watched_and_private_ones_are_not_told(site: Site) -> None:
    players = [{"name": "Ann", "cards": FIRST_BOX}, {"name": "Bob", "cards": BROTHERHOOD}]
    made = {kind: site.ask("/api/matches", {"players": players, "access": kind})[1] for kind in ("listed", "private")}
    assert [one["id"] for one in site.ask("/api/lobby")[1]["matches"]] == [made["listed"]["id"]]


def test_a_server_without_a_lobby_shows_nothing_whatever_hosts_and_visitors_say(tmp_path: Path) -> None:
    with thread_server(tmp_path / "m.sqlite") as site:
        made = laid(site, lobby=True)
        empty = {"open": False, "tables": [], "here": [], "matches": []}
        assert site.ask("/api/lobby", {"name": "Ann"}, ANN)[1] == site.ask("/api/lobby")[1] == empty
        assert sit(site, made)[0] == 404
        assert sit(site, made, made["invitation"])[0] == 201
        assert site.ask("/api/door")[1]["lobby"] is False


def test_who_says_nothing_more_has_left() -> None:
    time = GivenTime()
    visitors = Visitors(time)
    visitors.say("key", "Ann")
    assert visitors.names() == ["Ann"]
    time.goes_on(HERE + 1)
    assert visitors.names() == []
    with pytest.raises(ProtocolError):
        visitors.say("key", "x" * 60)
