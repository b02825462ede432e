"""A private match is shown to its players and those they invite; for everybody else there is no such match."""

import json
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from esquive.server.access.authorization import Entrance
from tests.server.serving import BROTHERHOOD, FIRST_BOX, Site, thread_server

pytestmark = pytest.mark.anywhere

OPEN = {
    "players": [
        {"name": "Ann", "cards": FIRST_BOX},
        {"name": "Bob", "cards": BROTHERHOOD, "agent": "open"},
    ]
}
PASSWORD = "a-word-among-friends"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with thread_server(tmp_path_factory.mktemp("server") / "matches.sqlite") as found:
        yield found


def created(site: Site, **more: Any) -> dict[str, Any]:
    status, made = site.ask("/api/matches", {**OPEN, **more})
    assert status == 201, made
    return dict(made)


def invited(site: Site, made: dict[str, Any], to: str) -> str:
    return str(site.ask(f"/api/matches/{made['id']}/invitations", {"to": to}, made["token"])[1]["invitation"])


def test_nobody_lists_watches_or_joins_a_private_match(site: Site) -> None:
    made = created(site, access="private")
    assert made["access"] == "private"
    assert site.ask("/api/matches") == (200, [])
    place = f"/api/matches/{made['id']}"
    unknown = site.ask("/api/matches/0000000000000000")
    for path in ("", "/record", "/replay", "/replay/0", "/tokens"):
        status, error = site.ask(place + path)
        assert (status, error["code"]) == (404, "no-such-match")
    assert site.ask(place)[1]["message"] == unknown[1]["message"].replace("0000000000000000", made["id"])
    assert site.ask(f"{place}/seats", {"name": "Eve"})[1]["code"] == "no-such-match"
    assert site.ask(f"{place}/invitations", {"to": "seat"})[1]["code"] == "no-such-match"
    with site.follow(made["id"]) as client:
        assert client.read()["code"] == "no-such-match"


STEPS = ("", "/record", "/replay", "/replay/0", "/after", "/begun", "/try", "/tokens")  # that are looked at
DEEDS = (  # with what is sent
    ("seats", {"name": "Eve"}),
    ("seats", {"name": "Eve", "invitation": "guessed"}),
    ("seats", {"name": ""}),
    ("watch", {"invitation": "guessed"}),
    ("invitations", {"to": "seat"}),
    ("tokens", {}),
    ("tokens/0123456789ab/revoke", {}),
    ("rematch", {}),
    ("forget", {"token": "guessed"}),
    ("forget", {"token": "guessed", "delete": True}),
    ("onward/0", {"seats": [{"name": "Eve"}, {"name": "Bot", "agent": "random"}]}),
)


@pytest.mark.parametrize("token", ["", "guessed", "E" * 43])
def test_a_private_match_and_none_at_all_are_told_in_the_same_words(site: Site, token: str) -> None:
    """Whatever is asked of it, by somebody with no token, a wrong one, one of another match, or a key."""
    made, other = created(site, access="private"), created(site)

    def told(match_id: str) -> list[str]:
        place, found = f"/api/matches/{match_id}", []
        for one in dict.fromkeys((token, other["token"] if token == "guessed" else token)):
            found += [site.ask(place + path, token=one) for path in STEPS]
            found += [site.ask(f"{place}/{path}", body, one) for path, body in DEEDS]
            with site.follow(match_id, one) as client:
                found.append((0, client.read()))
                with pytest.raises(ConnectionClosed) as closed:
                    client.read()
                found.append((0, str(closed.value.rcvd)))
        return [json.dumps(one).replace(match_id, "ID") for one in found]

    private, none = told(made["id"]), told("0000000000000000")
    assert private == none
    unlike = [one for one in none if "no-such-match" not in one and "bad-key" not in one]
    assert all("bad-request" in one for one in unlike) and len(unlike) <= 2  # a name that is none, each time


def test_its_players_see_and_play_it(site: Site) -> None:
    made = created(site, access="private")
    assert site.ask(f"/api/matches/{made['id']}", token=made["token"])[0] == 200
    assert site.ask(f"/api/matches/{made['id']}/replay", token=made["token"])[0] == 200
    with site.follow(made["id"], made["token"]) as client:
        assert client.hello()["own"]


def test_who_is_invited_to_a_seat_watches_and_then_takes_it(site: Site) -> None:
    made = created(site, access="private")
    invitation = invited(site, made, "seat")
    status, seen = site.ask(f"/api/matches/{made['id']}/watch", {"invitation": invitation})
    assert (status, seen["may_sit"]) == (201, True)
    with site.follow(made["id"], seen["token"]) as client:
        assert client.hello()["own"] == []
    wanted = {"name": "Zoe", "invitation": invitation}
    status, taken = site.ask(f"/api/matches/{made['id']}/seats", wanted)
    assert status == 201
    with site.follow(made["id"], taken["token"]) as client:
        assert client.hello()["own"] == [taken["seat"]]
    assert site.ask(f"/api/matches/{made['id']}/seats", wanted)[1]["code"] == "no-open-seat"


def test_who_is_invited_to_watch_takes_no_seat(site: Site) -> None:
    made = created(site, access="private")
    invitation = invited(site, made, "watch")
    seen = site.ask(f"/api/matches/{made['id']}/watch", {"invitation": invitation})[1]
    assert seen["may_sit"] is False
    assert site.ask(f"/api/matches/{made['id']}", token=seen["token"])[0] == 200
    assert site.ask(f"/api/matches/{made['id']}/seats", {"name": "Eve", "invitation": invitation})[0] == 404


def test_an_invitation_that_is_taken_back_lets_nobody_in(site: Site) -> None:
    made = created(site, access="private")
    place = f"/api/matches/{made['id']}"
    answer = site.ask(f"{place}/invitations", {"to": "seat"}, made["token"])[1]
    assert site.ask(f"{place}/tokens/{answer['name']}/revoke", {}, made["token"])[0] == 200
    for path, body in (("watch", {}), ("seats", {"name": "Eve"})):
        wanted = {**body, "invitation": answer["invitation"]}
        assert site.ask(f"{place}/{path}", wanted)[1]["code"] == "no-such-match"


def test_a_match_is_listed_at_home_and_private_on_an_opened_server_unless_it_is_said(tmp_path: Path) -> None:
    for private, usual in ((False, "listed"), (True, "private")):
        with thread_server(tmp_path / f"{usual}.sqlite", entrance=Entrance(private=private)) as site:
            told = {
                "password": False,
                "inside": True,
                "private": private,
                "reached": [],
                "alone": False,
                "lobby": False,
            }
            assert site.ask("/api/door")[1] == told
            assert created(site)["access"] == usual
            assert [created(site, access=one)["access"] for one in ("listed", "private")] == ["listed", "private"]
            assert len(site.ask("/api/matches")[1]) == (1 if private else 2)
            assert site.ask("/api/matches", {**OPEN, "access": "secret"})[1]["code"] == "bad-request"


def test_it_is_private_after_a_restart_too(tmp_path: Path) -> None:
    with thread_server(tmp_path / "m.sqlite") as site:
        made = created(site, access="private")
    with thread_server(tmp_path / "m.sqlite") as site:
        assert site.ask(f"/api/matches/{made['id']}")[1]["code"] == "no-such-match"
        assert site.ask(f"/api/matches/{made['id']}", token=made["token"])[0] == 200


# ---------------------------------------------------------------------------------------------------------- the door


@pytest.fixture
def closed(tmp_path: Path) -> Iterator[Site]:
    entrance = Entrance(password=PASSWORD, private=True)
    with thread_server(tmp_path / "closed.sqlite", entrance=entrance) as found:
        yield found


def passed(site: Site) -> str:
    """The cookie of somebody who has said the password."""
    body = json.dumps({"password": PASSWORD}).encode()
    request = urllib.request.Request(f"{site.address}/api/door", body, {"content-type": "application/json"})
    with urllib.request.urlopen(request) as response:
        cookie = str(response.headers["set-cookie"])
    assert "HttpOnly" in cookie and "SameSite=Strict" in cookie and PASSWORD not in cookie
    return cookie.partition(";")[0]


def test_who_has_not_said_the_password_reads_rules_and_nothing_else(closed: Site) -> None:
    for path in ("/api/door", "/api/catalogue", "/api/me", "/"):
        assert closed.ask(path)[0] == 200
    told = {"password": True, "inside": False, "private": True, "reached": [], "alone": False, "lobby": False}
    assert closed.ask("/api/door")[1] == told
    for path in ("/api/matches", "/api/replays/example-kaos"):
        status, error = closed.ask(path)
        assert (status, error["code"]) == (401, "door-closed")
    for path, body in (("/api/matches", OPEN), ("/api/dice", {}), ("/api/replays", {}), ("/api/gatherings", {})):
        assert closed.ask(path, body)[1]["code"] == "door-closed"


def test_a_wrong_password_opens_nothing(closed: Site) -> None:
    for wrong in ("", "?", PASSWORD + "x", PASSWORD.upper(), "é"):
        assert closed.ask("/api/door", {"password": wrong})[1]["code"] == "bad-password"
    for forged in ("esquive_pass=", "esquive_pass=9999999999.", "esquive_pass=9999999999.00", "esquive_pass=x.y.z"):
        assert closed.ask("/api/matches", cookie=forged)[1]["code"] == "door-closed"


FOREIGN = [
    'a="',
    "theme",
    "x=[1, 2]",
    'prefs={"a": 1}',
    "naïve=é",
    "=",
    "k@y=1",
    "",
    "esquive_pass=",
    "esquive_pass=1.00",
]


def test_a_pass_counts_beside_any_cookies_of_others(closed: Site) -> None:
    """Programs at the same host set what they like, and a browser sends it all in one header."""
    cookie = passed(closed)
    for foreign in FOREIGN:
        for sent in (f"{foreign}; {cookie}", f"{cookie}; {foreign}", f"{foreign};{cookie};{foreign}"):
            assert closed.ask("/api/matches", cookie=sent)[0] == 200, sent
    for sent in ("; ".join(FOREIGN), f"x{cookie}", f"x={cookie}", cookie.replace("esquive_pass", "Esquive_pass")):
        assert closed.ask("/api/matches", cookie=sent)[1]["code"] == "door-closed", sent
    name, _, value = cookie.partition("=")
    assert closed.ask("/api/matches", cookie=f' {name} = "{value}" ')[0] == 200


def test_the_password_is_said_once_and_outlives_a_restart_but_not_another_password(tmp_path: Path) -> None:
    file = tmp_path / "m.sqlite"
    with thread_server(file, entrance=Entrance(password=PASSWORD)) as site:
        cookie = passed(site)
        assert site.ask("/api/matches", OPEN, cookie=cookie)[0] == 201
        assert len(site.ask("/api/matches", cookie=cookie)[1]) == 1
    with thread_server(file, entrance=Entrance(password=PASSWORD)) as site:
        assert site.ask("/api/matches", cookie=cookie)[0] == 200
    with thread_server(file, entrance=Entrance(password="another")) as site:
        assert site.ask("/api/matches", cookie=cookie)[1]["code"] == "door-closed"


def test_whoever_has_an_invitation_needs_no_password(closed: Site) -> None:
    """Even a listed match is none for those outside; the link of a friend lets in to that match alone."""
    cookie = passed(closed)
    made = closed.ask("/api/matches", {**OPEN, "access": "listed"}, cookie=cookie)[1]
    place = f"/api/matches/{made['id']}"
    assert closed.ask(place)[1]["code"] == "no-such-match"
    assert closed.ask(f"{place}/seats", {"name": "Eve"})[1]["code"] == "no-such-match"
    assert closed.ask(place, cookie=cookie)[0] == 200
    invitation = invited(closed, made, "seat")
    taken = closed.ask(f"{place}/seats", {"name": "Zoe", "invitation": invitation})[1]
    with closed.follow(made["id"], taken["token"]) as client:
        assert client.hello()["own"] == [taken["seat"]]
    assert closed.ask("/api/matches")[1]["code"] == "door-closed"
