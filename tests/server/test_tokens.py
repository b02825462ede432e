"""What somebody may do at a match is said by a token in a header; it expires, and can be taken back."""

import asyncio
import sqlite3
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from esquive.hosting.grants import DAYS, time_of
from esquive.server.access.authorization import Visits
from esquive.server.access.tokens import Tokens
from esquive.server.storage.tables import TOKENS
from esquive.server.storage.writer import Rows
from tests.server.services import database_at
from tests.server.serving import BROTHERHOOD, FIRST_BOX, Site, thread_server
from tests.server.stores import opened

OPEN = {
    "players": [
        {"name": "Ann", "cards": FIRST_BOX},
        {"name": "Bob", "cards": BROTHERHOOD, "agent": "open"},
    ]
}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with thread_server(tmp_path_factory.mktemp("server") / "matches.sqlite") as found:
        yield found


def created(site: Site, **more: Any) -> dict[str, Any]:
    status, made = site.ask("/api/matches", {**OPEN, **more})
    assert status == 201, made
    return dict(made)


def lines(site: Site, made: dict[str, Any], token: str) -> list[dict[str, Any]]:
    status, found = site.ask(f"/api/matches/{made['id']}/tokens", token=token)
    assert status == 200, found
    return list(found)


def test_a_token_in_an_address_is_refused_with_what_to_do(site: Site) -> None:
    made = created(site)
    for path in (f"/api/matches/{made['id']}", f"/api/matches/{made['id']}/replay", "/api/matches"):
        status, error = site.ask(f"{path}?token={made['token']}")
        assert (status, error["code"]) == (400, "token-in-address")
        assert "Authorization: Bearer" in error["fix"]


def test_a_websocket_with_a_token_in_its_address_is_told_and_closed(site: Site) -> None:
    made = created(site)
    with site.follow(made["id"], language=f"en&token={made['token']}") as client:
        assert client.read()["code"] == "token-in-address"
        with pytest.raises(ConnectionClosed) as closed:
            client.read()
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 4400


def test_the_server_does_not_say_the_token_back(site: Site) -> None:
    """Of the subprotocols offered it answers the one that is no secret."""
    made = created(site)
    with site.follow(made["id"], made["token"]) as client:
        assert client.hello()["own"]
        assert client.socket.subprotocol == "esquive"


def test_a_token_is_good_for_its_match_alone(site: Site) -> None:
    one, other = created(site), created(site)
    assert site.ask(f"/api/matches/{other['id']}", token=one["token"])[1]["code"] == "bad-token"
    with site.follow(other["id"], one["token"]) as client:
        assert client.read()["code"] == "bad-token"


def test_one_lists_what_one_may_take_back(site: Site) -> None:
    """The creator: its own, those of its players, and whoever only watches; a guest: what is its own."""
    made = created(site)
    place = f"/api/matches/{made['id']}"
    invited = site.ask(f"{place}/invitations", {"to": "seat"}, made["token"])[1]
    site.ask(f"{place}/watch", {"invitation": invited["invitation"]})
    guest = site.ask(f"{place}/seats", {"name": "Zoe"})[1]
    found = lines(site, made, made["token"])
    assert sorted((line["invites"], len(line["seats"]), line["own"]) for line in found) == [
        ("", 0, False),
        ("", 1, False),
        ("", 1, True),
        ("seat", 0, False),
    ]
    assert [line["own"] for line in lines(site, made, guest["token"])] == [True]
    assert invited["name"] in {line["name"] for line in found}
    for token in (made["token"], invited["invitation"], guest["token"]):
        assert token not in str(found)


def test_a_token_that_is_taken_back_ends_the_websocket_it_opened(site: Site) -> None:
    made = created(site)
    place = f"/api/matches/{made['id']}"
    invited = site.ask(f"{place}/invitations", {"to": "watch"}, made["token"])[1]["invitation"]
    watcher = site.ask(f"{place}/watch", {"invitation": invited})[1]["token"]
    with site.follow(made["id"], watcher) as client, site.follow(made["id"], made["token"]) as host:
        assert client.hello()["own"] == []
        host.hello()
        (name,) = [
            line["name"] for line in lines(site, made, made["token"]) if not line["seats"] and not line["invites"]
        ]
        status, left = site.ask(f"{place}/tokens/{name}/revoke", {}, made["token"])
        assert status == 200 and name not in {line["name"] for line in left}
        assert client.read()["code"] == "bad-token"
        with pytest.raises(ConnectionClosed) as closed:
            client.read()
        assert closed.value.rcvd is not None
        assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (4400, "bad-token")
        assert host.hello()["type"] == "state"
    assert site.ask(place, token=watcher)[1]["code"] == "bad-token"


def test_nobody_takes_back_what_is_not_his(site: Site) -> None:
    made = created(site)
    place = f"/api/matches/{made['id']}"
    guest = site.ask(f"{place}/seats", {"name": "Zoe"})[1]["token"]
    (own,) = lines(site, made, guest)
    names = {line["name"] for line in lines(site, made, made["token"])}
    assert own["name"] not in names
    for name, token in ((own["name"], made["token"]), *((name, guest) for name in names), ("none", guest)):
        assert site.ask(f"{place}/tokens/{name}/revoke", {}, token)[1]["code"] == "no-such-token"
    assert site.ask(f"{place}/tokens")[1]["code"] == "bad-token"
    assert site.ask(f"{place}/tokens/{own['name']}/revoke", {}, guest) == (200, [])
    assert site.ask(place, token=guest)[1]["code"] == "bad-token"


def test_an_invitation_is_no_token_and_a_token_no_invitation(site: Site) -> None:
    made = created(site, access="private")
    place = f"/api/matches/{made['id']}"
    invited = site.ask(f"{place}/invitations", {"to": "seat"}, made["token"])[1]["invitation"]
    watching = site.ask(f"{place}/invitations", {"to": "watch"}, made["token"])[1]["invitation"]
    assert site.ask(place, token=invited)[1]["code"] == "no-such-match"
    assert site.ask(f"{place}/seats", {"name": "Zoe", "invitation": made["token"]})[1]["code"] == "no-such-match"
    assert site.ask(f"{place}/seats", {"name": "Zoe", "invitation": watching})[1]["code"] == "no-such-match"
    watcher = site.ask(f"{place}/watch", {"invitation": watching})[1]
    assert watcher["may_sit"] is False
    assert site.ask(f"{place}/invitations", {"to": "seat"}, watcher["token"])[1]["code"] == "bad-token"


def expire(file: Path) -> None:
    """Every token of a database is past its time."""

    async def change() -> None:
        async with opened(database_at(file)) as store:
            await store.change(Rows([], [TOKENS.update().values(expires="2020-01-01T00:00:00+00:00")]))

    asyncio.run(change())


def test_a_token_counts_until_it_expires(tmp_path: Path) -> None:
    file = tmp_path / "matches.sqlite"
    with thread_server(file) as site:
        made = created(site)
        assert site.ask(f"/api/matches/{made['id']}", token=made["token"])[0] == 200
    expire(file)
    with thread_server(file) as site:
        assert site.ask(f"/api/matches/{made['id']}", token=made["token"])[1]["code"] == "bad-token"
        with site.follow(made["id"], made["token"]) as client:
            assert client.read()["code"] == "bad-token"


def test_a_token_that_is_used_lives_on(tmp_path: Path) -> None:
    """The one that is used, not the others."""
    file, soon = tmp_path / "matches.sqlite", time_of(datetime.now(UTC) + timedelta(days=5))

    async def used(match_id: str, token: str) -> list[str]:
        async with opened(database_at(file)) as store:
            tokens = Tokens(store)
            await store.change(Rows([], [TOKENS.update().values(expires=soon)]))
            await tokens.find(match_id, token)
            found = [one.expires for one in await tokens.of_match(match_id)]
        return sorted(found)

    with thread_server(file) as site:
        made = created(site)
    first, last = asyncio.run(used(made["id"], made["token"]))
    assert first == soon
    assert last > time_of(datetime.now(UTC) + timedelta(days=DAYS - 1))


@pytest.mark.sqlite
def test_what_another_process_took_back_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody tells this process; it looks itself."""
    monkeypatch.setattr("esquive.server.access.authorization.SWEEP", 0.2)
    file = tmp_path / "matches.sqlite"
    with thread_server(file) as site:
        made = created(site)
        with site.follow(made["id"], made["token"]) as client, site.follow(made["id"]) as watcher:
            client.hello()
            watcher.hello()
            with sqlite3.connect(file) as elsewhere:
                elsewhere.execute("UPDATE tokens SET expires = '2020-01-01T00:00:00+00:00'")
            elsewhere.close()
            assert client.read()["code"] == "bad-token"
            assert watcher.hello()["type"] == "state"


def test_a_visit_that_has_ended_is_forgotten() -> None:
    async def run() -> None:
        visits = Visits()
        one, other, nobody = visits.begin("a"), visits.begin("a"), visits.begin("")
        visits.end("a", one)
        visits.show_out("a")
        visits.show_out("")
        assert (one.is_set(), other.is_set(), nobody.is_set()) == (False, True, False)
        visits.end("a", other)
        assert visits.tokens == []

    asyncio.run(run())


@pytest.mark.sqlite
def test_no_token_invitation_key_or_code_is_in_the_database(tmp_path: Path) -> None:
    file, key = tmp_path / "matches.sqlite", "K" * 43
    with thread_server(file) as site:
        made = site.ask("/api/matches", OPEN, key)[1]
        invited = site.ask(f"/api/matches/{made['id']}/invitations", {"to": "seat"}, made["token"])[1]["invitation"]
        code = site.ask("/api/me/codes", {}, key)[1]["code"]
        secrets = [made["token"], *filter(None, made["player_tokens"]), invited, key, code, code.replace("-", "")]
    text = "\n".join(sqlite3.connect(file).iterdump())
    assert made["id"] in text
    assert [secret for secret in secrets if secret in text] == []
