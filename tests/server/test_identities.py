"""Whoever comes again is known by a key that his browser keeps; a code makes another browser his too."""

import asyncio
import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from esquive.hosting.grants import Person
from esquive.server.access.authorization import Entrance
from esquive.server.access.identities import Identities
from esquive.server.storage.tables import CODES, PEOPLE
from esquive.server.storage.writer import Rows
from tests.server.services import database_at
from tests.server.serving import BROTHERHOOD, FIRST_BOX, Site, thread_server
from tests.server.stores import opened

ANN, HER_PHONE, EVE = "A" * 43, "P" * 43, "E" * 43
TABLE = {"players": [{"name": "Ann", "cards": FIRST_BOX}, {"name": "Bot", "cards": BROTHERHOOD, "agent": "open"}]}
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
SAFARI = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 (KHTML, like Gecko) Safari/604.1"


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with thread_server(tmp_path / "matches.sqlite") as found:
        yield found


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[Site]:
    """For what depends on where it is kept: on PostgreSQL too."""
    with thread_server(tmp_path / "matches.sqlite") as found:
        yield found


def own(site: Site, key: str) -> list[str]:
    return [match["id"] for match in site.ask("/api/me/matches", token=key)[1]]


def created(site: Site, key: str, **more: Any) -> dict[str, Any]:
    status, made = site.ask("/api/matches", {**TABLE, **more}, key, user_agent=FIREFOX)
    assert status == 201, made
    return dict(made)


def test_a_visitor_is_nobody_until_there_is_something_to_remember(site: Site) -> None:
    nobody = {"name": "", "devices": [], "asks": None}
    assert site.ask("/api/me", token=ANN)[1] == site.ask("/api/me")[1] == nobody
    assert own(site, ANN) == own(site, "") == []
    made = created(site, ANN)
    me = site.ask("/api/me", token=ANN)[1]
    assert (me["name"], [one["device"] for one in me["devices"]]) == ("Ann", ["Firefox · Linux"])
    assert own(site, ANN) == [made["id"]]
    assert own(site, EVE) == []


def test_one_plays_without_a_key_too(site: Site) -> None:
    made = created(site, "")
    with site.follow(made["id"], made["token"]) as client:
        assert client.hello()["own"]
    assert site.ask("/api/me", {"name": "Ann"})[1]["code"] == "keyless"


@pytest.mark.parametrize("key", ["short", "A" * 42, "A" * 44, "A" * 42 + "!"])
def test_a_key_has_its_form(site: Site, key: str) -> None:
    assert site.ask("/api/me", token=key)[1]["code"] == "bad-key"
    assert site.ask("/api/matches", TABLE, key)[1]["code"] == "bad-key"


@pytest.mark.parametrize("key", ["short", "A" * 44])
def test_a_key_that_cannot_be_one_takes_nothing(site: Site, key: str) -> None:
    made = created(site, ANN)
    place = f"/api/matches/{made['id']}"
    assert site.ask(f"{place}/seats", {"name": "Eve"}, key)[1]["code"] == "bad-key"
    assert [one["open"] for one in site.ask("/api/matches")[1]] == [1]
    assert site.ask(f"{place}/seats", {"name": "Zoe"}, EVE)[0] == 201
    players = [{"name": "Ann", "cards": FIRST_BOX}, {"name": "guest", "cards": [], "agent": "open"}]
    assert site.ask("/api/gatherings", {"match": {"players": players}}, key)[1]["code"] == "bad-key"
    table = site.ask("/api/gatherings", {"match": {"players": players}}, ANN)[1]
    wanted = {"invitation": table["invitation"], "name": "Eve", "cards": BROTHERHOOD}
    assert site.ask(f"/api/gatherings/{table['id']}/seats", wanted, key)[1]["code"] == "bad-key"
    assert site.ask(f"/api/gatherings/{table['id']}/seats", wanted, EVE)[0] == 201
    code = site.ask("/api/me/codes", {}, ANN)[1]["code"]
    assert site.ask("/api/me/move", {"code": code}, key)[1]["code"] == "bad-key"
    moved(site, code)


def test_a_fresh_key_that_comes_many_times_at_once_is_one_person(kept: Site) -> None:
    """A page that is opened in several tabs asks several things before the first has been answered."""
    names = [f"Ann {number}" for number in range(24)]
    with ThreadPoolExecutor(len(names)) as tabs:
        said = [*tabs.map(lambda name: kept.ask("/api/me", {"name": name}, ANN)[0], names)]
        made = [*tabs.map(lambda _: kept.ask("/api/matches", TABLE, EVE)[0], range(8))]
    assert (said, made) == ([200] * len(names), [201] * 8)
    assert len(kept.ask("/api/me", token=ANN)[1]["devices"]) == 1
    assert len(own(kept, EVE)) == 8


def test_processes_that_meet_a_fresh_key_at_once_know_one_person(tmp_path: Path, database_kind: str) -> None:
    async def meet() -> tuple[list[Person], int]:
        async with AsyncExitStack() as exits:
            url, processes = database_at(tmp_path / "m.sqlite"), 1 if database_kind == "sqlite" else 3
            stores = [await exits.enter_async_context(opened(url)) for _ in range(processes)]
            meeting = [Identities(store).found("0" * 64, "Firefox", f"Ann {n}") for store in stores for n in range(8)]
            return await asyncio.gather(*meeting), len(await stores[0].find(select(PEOPLE)))

    found, stored = asyncio.run(meet())
    assert (len(set(found)), stored) == (1, 1)


def test_who_has_lost_the_list_of_matches_gets_new_tokens_for_the_key(site: Site) -> None:
    made = created(site, ANN, access="private")
    place = f"/api/matches/{made['id']}"
    status, found = site.ask(f"{place}/tokens", {}, ANN)
    assert status == 201
    with site.follow(made["id"], found["token"]) as client:
        assert len(client.hello()["own"]) == 1
    assert site.ask(f"{place}/invitations", {"to": "seat"}, found["token"])[0] == 201
    assert site.ask(f"{place}/tokens", {}, EVE)[1]["code"] == "no-such-match"
    assert site.ask(f"{place}/tokens", {})[1]["code"] == "no-such-match"


def test_a_seat_that_was_taken_is_ones_own(site: Site) -> None:
    made = created(site, ANN)
    taken = site.ask(f"/api/matches/{made['id']}/seats", {"name": "Eve"}, EVE)[1]
    assert own(site, EVE) == [made["id"]]
    found = site.ask(f"/api/matches/{made['id']}/tokens", {}, EVE)[1]["token"]
    with site.follow(made["id"], found) as client:
        assert client.hello()["own"] == [taken["seat"]]
    assert site.ask(f"/api/matches/{made['id']}/tokens", token=found)[0] == 200


def test_a_name_is_kept(site: Site) -> None:
    assert site.ask("/api/me", {"name": "Ännchen"}, ANN)[1]["name"] == "Ännchen"
    assert site.ask("/api/me", token=ANN)[1]["name"] == "Ännchen"
    assert site.ask("/api/me", {"name": ""}, ANN)[1]["code"] == "bad-request"


def test_a_name_that_is_said_is_looked_at_as_that_of_a_player(site: Site) -> None:
    assert site.ask("/api/me", {"name": "  Ann   of  Amakna "}, ANN)[1]["name"] == "Ann of Amakna"
    for name, code in (("Ann\u200b", "name-unseen"), ("\u202eAnn", "name-unseen"), ("\u3000", "name-blank")):
        assert site.ask("/api/me", {"name": name}, ANN)[1]["code"] == code
        assert site.ask("/api/me", {"name": name}, EVE)[1]["code"] == code
    assert site.ask("/api/me", token=ANN)[1]["name"] == "Ann of Amakna"
    assert site.ask("/api/me", token=EVE)[1] == {"name": "", "devices": [], "asks": None}


# ------------------------------------------------------------------------------------------------- another device


def code_of(site: Site, key: str) -> str:
    return str(site.ask("/api/me/codes", {}, key)[1]["code"])


def state_of(site: Site, key: str) -> str:
    return str(site.ask("/api/me/move", token=key)[1]["state"])


def answer(site: Site, key: str, check: str, accept: bool = True) -> tuple[int, Any]:
    return site.ask("/api/me/move/answer", {"check": check, "accept": accept}, key)


def moved(site: Site, code: str, new: str = HER_PHONE, old: str = ANN) -> dict[str, Any]:
    """What the new browser finds of itself, once it has said a code and the old one has accepted it."""
    status, asked = site.ask("/api/me/move", {"code": code}, new, user_agent=SAFARI)
    assert (status, asked["state"]) == (200, "waits")
    assert answer(site, old, asked["check"])[0] == 200
    return dict(site.ask("/api/me", token=new)[1])


def test_a_browser_that_says_a_code_becomes_ones_own_once_it_is_accepted(site: Site) -> None:
    """Both show the same number; what the new browser had played goes along."""
    first, second = created(site, ANN), created(site, HER_PHONE)
    code = code_of(site, ANN)
    assert (state_of(site, HER_PHONE), site.ask("/api/me", token=ANN)[1]["asks"]) == ("none", None)
    asked = site.ask("/api/me/move", {"code": f" {code.lower()} "}, HER_PHONE, user_agent=SAFARI)[1]
    seen = site.ask("/api/me", token=ANN)[1]["asks"]
    assert (seen["device"], seen["check"]) == ("Safari · iPhone", asked["check"])
    assert (
        asked
        == site.ask("/api/me/move", token=HER_PHONE)[1]
        == {
            "state": "waits",
            "check": seen["check"],
            "kept": "",
        }
    )
    assert site.ask("/api/me/move", {"code": code}, HER_PHONE)[1] == asked  # the answer had been lost
    assert own(site, HER_PHONE) == [second["id"]]
    assert site.ask(f"/api/matches/{first['id']}/tokens", {}, HER_PHONE)[0] == 404
    status, me = answer(site, ANN, asked["check"])
    assert (status, len(me["devices"]), me["asks"]) == (200, 2, None)
    assert state_of(site, HER_PHONE) == "done"
    assert [one["own"] for one in site.ask("/api/me", token=HER_PHONE)[1]["devices"]].count(True) == 1
    assert set(own(site, HER_PHONE)) == set(own(site, ANN)) == {first["id"], second["id"]}
    assert site.ask(f"/api/matches/{first['id']}/tokens", {}, HER_PHONE)[0] == 201


def test_what_the_old_browser_keeps_goes_along_and_to_nobody_else(site: Site) -> None:
    created(site, ANN)
    check = site.ask("/api/me/move", {"code": code_of(site, ANN)}, HER_PHONE)[1]["check"]
    kept = json.dumps({"collection": {"oscar-kass": 2}})
    assert site.ask("/api/me/move/answer", {"check": check, "accept": True, "kept": kept}, ANN)[0] == 200
    assert site.ask("/api/me/move", token=HER_PHONE)[1] == {"state": "done", "check": check, "kept": kept}
    assert site.ask("/api/me/move", token=EVE)[1]["kept"] == site.ask("/api/me/move", token=ANN)[1]["kept"] == ""


def test_what_is_refused_takes_nothing_along(site: Site) -> None:
    created(site, ANN)
    check = site.ask("/api/me/move", {"code": code_of(site, ANN)}, EVE)[1]["check"]
    said = {"check": check, "accept": False, "kept": "{}"}
    assert site.ask("/api/me/move/answer", said, ANN)[0] == 200
    assert site.ask("/api/me/move", token=EVE)[1] == {"state": "refused", "check": check, "kept": ""}
    too_much = {"check": check, "accept": True, "kept": "x" * 50_001}
    assert site.ask("/api/me/move/answer", too_much, ANN)[0] == 400


def test_who_says_a_code_has_nothing_until_one_of_its_owners_browsers_accepts(site: Site) -> None:
    made = created(site, ANN, access="private")
    code = code_of(site, ANN)
    check = site.ask("/api/me/move", {"code": code}, EVE)[1]["check"]
    other = f"{(int(check) + 1) % 10_000:04d}"
    for key, number in ((EVE, check), (HER_PHONE, check), ("", check), (ANN, other)):
        assert answer(site, key, number)[1]["code"] == "bad-code"
    assert (own(site, EVE), state_of(site, EVE)) == ([], "waits")
    assert answer(site, ANN, check, accept=False)[1]["asks"] is None
    assert state_of(site, EVE) == "refused"
    assert answer(site, ANN, check)[1]["code"] == "bad-code"  # not any more
    assert site.ask("/api/me/move", {"code": code}, EVE)[1]["state"] == "refused"
    assert site.ask("/api/me/move", {"code": code}, HER_PHONE)[1]["code"] == "bad-code"
    assert own(site, EVE) == [] and len(site.ask("/api/me", token=ANN)[1]["devices"]) == 1
    assert site.ask(f"/api/matches/{made['id']}/tokens", {}, EVE)[1]["code"] == "no-such-match"


def test_of_many_who_say_a_code_at_once_one_asks(kept: Site) -> None:
    created(kept, ANN)
    code, keys = code_of(kept, ANN), [letter * 43 for letter in "bcdefghi"]
    with ThreadPoolExecutor(len(keys)) as pool:
        said = [*pool.map(lambda key: kept.ask("/api/me/move", {"code": code}, key)[0], keys)]
    assert sorted(said) == [200] + [403] * (len(keys) - 1)
    check = kept.ask("/api/me", token=ANN)[1]["asks"]["check"]
    with ThreadPoolExecutor(4) as pool:
        said = [*pool.map(lambda _: answer(kept, ANN, check)[0], range(4))]
    assert sorted(said) == [200, 403, 403, 403]
    (asker,) = [key for key in keys if len(kept.ask("/api/me", token=key)[1]["devices"]) == 2]
    assert state_of(kept, asker) == "done"


def test_who_says_another_persons_code_gives_up_the_one_before(site: Site) -> None:
    for key in (ANN, EVE):
        created(site, key)
    site.ask("/api/me/move", {"code": code_of(site, EVE)}, HER_PHONE)
    moved(site, code_of(site, ANN))
    assert site.ask("/api/me", token=EVE)[1]["asks"] is None
    assert len(site.ask("/api/me", token=EVE)[1]["devices"]) == 1


def test_a_code_counts_once_for_ten_minutes_and_only_the_last_one(tmp_path: Path) -> None:
    file = tmp_path / "matches.sqlite"

    async def age() -> None:
        async with opened(database_at(file)) as store:
            await store.change(Rows([], [CODES.update().values(expires="2020-01-01T00:00:00+00:00")]))

    with thread_server(file) as site:
        created(site, ANN)
        before, code = code_of(site, ANN), code_of(site, ANN)
        for wrong in (before, "2222-2222", ""):
            assert site.ask("/api/me/move", {"code": wrong}, EVE)[1]["code"] == "bad-code"
        assert len(moved(site, code)["devices"]) == 2
        assert site.ask("/api/me/move", {"code": code}, EVE)[1]["code"] == "bad-code"
        late = code_of(site, ANN)
        check = site.ask("/api/me/move", {"code": late}, EVE)[1]["check"]
    asyncio.run(age())
    with thread_server(file) as site:
        assert answer(site, ANN, check)[1]["code"] == "bad-code"
        assert (state_of(site, EVE), site.ask("/api/me", token=ANN)[1]["asks"]) == ("none", None)
        assert site.ask("/api/me/move", {"code": late}, EVE)[1]["code"] == "bad-code"
        assert site.ask("/api/me/move", {"code": late})[1]["code"] == "keyless"


# ---------------------------------------------------------------------------------------- a browser that is taken away


def phone_of(site: Site) -> str:
    """The name of the phone, which has become one of Ann's browsers."""
    phone = moved(site, code_of(site, ANN))
    return str(next(one["name"] for one in phone["devices"] if one["own"]))


def test_a_browser_that_is_taken_away_is_shut_out(site: Site) -> None:
    """Its key, and the tokens it was given; the browser that is left asks for another one."""
    made = created(site, ANN)
    name = phone_of(site)
    token = site.ask(f"/api/matches/{made['id']}/tokens", {}, HER_PHONE)[1]["token"]
    with site.follow(made["id"], token) as client:
        client.hello()
        assert len(site.ask(f"/api/me/devices/{name}/revoke", {}, ANN)[1]["devices"]) == 1
        assert client.read()["code"] == "bad-token"
    assert own(site, HER_PHONE) == []
    assert site.ask(f"/api/matches/{made['id']}", token=token)[1]["code"] == "bad-token"
    assert site.ask(f"/api/matches/{made['id']}/tokens", {}, HER_PHONE)[1]["code"] == "no-such-match"
    assert site.ask(f"/api/matches/{made['id']}/tokens", {}, ANN)[0] == 201
    for key in (ANN, EVE):
        assert site.ask(f"/api/me/devices/{name}/revoke", {}, key)[1]["code"] == "no-such-device"


def test_it_keeps_no_token_of_any_kind(kept: Site) -> None:
    """Of matches it has created, for each player alone, of seats, of gatherings that have not begun and that have."""
    name, theirs = phone_of(kept) if created(kept, ANN) else "", created(kept, EVE)
    two = [{"name": "Ann", "cards": FIRST_BOX}, {"name": "Tom", "cards": BROTHERHOOD}]
    made = created(kept, HER_PHONE, players=two)
    seat = kept.ask(f"/api/matches/{theirs['id']}/seats", {"name": "Moe"}, HER_PHONE)[1]["token"]
    guest = {"name": "guest", "cards": [], "agent": "open"}
    tables = [kept.ask("/api/gatherings", {"match": {"players": [two[0], guest]}}, HER_PHONE)[1] for _ in range(2)]
    wanted = [{"invitation": one["invitation"], "name": "Zoe", "cards": BROTHERHOOD} for one in tables]
    begun, waiting = tables
    assert kept.ask(f"/api/gatherings/{begun['id']}/seats", wanted[0], EVE)[1]["begun"]
    held = [(made["id"], made["token"]), *((made["id"], one) for one in made["player_tokens"])]
    held += [(theirs["id"], seat), (begun["id"], begun["token"])]
    for match_id, token in held:
        with kept.follow(match_id, token) as client:
            assert client.hello()["own"]
    with kept.follow(made["id"], made["player_tokens"][0]) as client:
        client.hello()
        kept.ask(f"/api/me/devices/{name}/revoke", {}, ANN)
        assert client.read()["code"] == "bad-token"
    for match_id, token in held:
        assert kept.ask(f"/api/matches/{match_id}", token=token)[0] in (403, 404)
    assert kept.ask(f"/api/gatherings/{waiting['id']}", token=waiting["token"])[0] == 404
    assert kept.ask(f"/api/gatherings/{waiting['id']}/seats", wanted[1], EVE)[1]["begun"]
    assert kept.ask(f"/api/matches/{waiting['id']}", token=waiting["token"])[1]["code"] == "no-such-match"
    for match_id in {made["id"], theirs["id"], begun["id"], waiting["id"]}:
        found = kept.ask(f"/api/matches/{match_id}/tokens", {}, ANN)[1]["token"]
        with kept.follow(match_id, found) as client:
            assert client.hello()["own"]


def test_a_code_it_had_made_lets_nobody_in(site: Site) -> None:
    created(site, ANN)
    name = phone_of(site)
    code = code_of(site, HER_PHONE)
    check = site.ask("/api/me/move", {"code": code}, EVE)[1]["check"]
    site.ask(f"/api/me/devices/{name}/revoke", {}, ANN)
    assert answer(site, HER_PHONE, check)[1]["code"] == "bad-code"
    assert answer(site, ANN, check)[1]["code"] == "bad-code"
    assert own(site, EVE) == []


# ------------------------------------------------------------------------------------------------ a sign-in elsewhere


def test_a_trusted_proxy_may_say_who_somebody_is(tmp_path: Path) -> None:
    entrance = Entrance(proxies=("127.0.0.1",), player_header="X-Remote-User")
    with thread_server(tmp_path / "m.sqlite", entrance=entrance) as site:
        status, made = site.ask("/api/matches", TABLE, x_remote_user="ann@example.org")
        assert status == 201
        told = site.ask("/api/me/matches", x_remote_user="ann@example.org")[1]
        assert [match["id"] for match in told] == [made["id"]]
        assert site.ask("/api/me/matches", token=ANN, x_remote_user="eve@example.org")[1] == []


def test_nobody_else_says_so(tmp_path: Path) -> None:
    entrance = Entrance(proxies=("192.0.2.1",), player_header="X-Remote-User")
    with thread_server(tmp_path / "m.sqlite", entrance=entrance) as site:
        site.ask("/api/me", {"name": "Ann"}, ANN)
        assert site.ask("/api/me", x_remote_user="ann@example.org")[1]["name"] == ""
        assert site.ask("/api/me", {"name": "Eve"}, x_remote_user="ann@example.org")[1]["code"] == "keyless"


def test_a_list_of_ones_own_says_whose_turn_it_is_and_with_what_one_plays(site: Site) -> None:
    """For the names of teams one asks in one's language; of the lists for everybody no place is anybody's."""
    bots = {"players": [TABLE["players"][0], {"name": "Rusty", "cards": BROTHERHOOD[::-1], "agent": "random"}]}
    made = created(site, ANN, **bots, access="listed")
    with site.follow(made["id"], made["token"]) as follower:
        follower.until_asked(follower.hello())
        (line,) = site.ask("/api/me/matches?lang=fr", token=ANN)[1]
        assert (line["own"], line["asked"], line["how"]) == ([0], 0, "")
        assert len(line["points"]) == len(line["teams"]) == 2
        assert line["teams"][0]["name"]
        assert site.ask("/api/matches")[1][0]["own"] == []
        follower.send({"type": "wish", "what": "resign", "version": follower.hello()["version"]})
        while not follower.read().get("over"):
            pass
    (line,) = site.ask("/api/me/matches", token=ANN)[1]
    assert (line["asked"], line["how"], line["winners"]) == (-1, "resigned", ["Rusty"])
