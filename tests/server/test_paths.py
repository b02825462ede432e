"""However an address is spelled, what judges a request sees the path that is routed: no limit is passed by a slash."""

import asyncio
import json
import re
import urllib.parse
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st
from litestar.exceptions import HTTPException
from msgspec import structs

from esquive.core.puzzle_codes import Puzzle, code_of_puzzle
from esquive.server.access.authorization import Entrance
from esquive.server.access.password import ServerPassword
from esquive.server.http.app import create_app
from esquive.server.http.client_address import Proxies
from esquive.server.http.paths import CanonicalPaths, as_routed
from esquive.server.http.rate_limits import Limits, Rate
from esquive.server.http.throttling import Throttle, kind_of
from tests.server.serving import thread_server

pytestmark = pytest.mark.sqlite
PASSWORD = "swordfish"
DOOR = ServerPassword(PASSWORD)
RATES = {  # of every address that changes something: which rate it counts for, "" for that of all requests alone
    "/api/desk": "team_checks",
    "/api/dice": "dice",
    "/api/door": "guesses",
    "/api/gatherings": "matches",
    "/api/gatherings/{match_id}/leave": "",
    "/api/gatherings/{match_id}/seats": "seats",
    "/api/learn/{exercise}": "matches",
    "/api/lobby": "team_checks",
    "/api/matches": "matches",
    "/api/matches/{match_id}/forget": "",
    "/api/matches/{match_id}/invitations": "seats",
    "/api/matches/{match_id}/onward/{step}": "matches",
    "/api/matches/{match_id}/rematch": "seats",
    "/api/matches/{match_id}/seats": "seats",
    "/api/matches/{match_id}/tokens": "seats",
    "/api/matches/{match_id}/tokens/{name}/revoke": "",
    "/api/matches/{match_id}/watch": "seats",
    "/api/me": "",
    "/api/me/codes": "",
    "/api/me/devices/{name}/revoke": "",
    "/api/me/move": "guesses",
    "/api/me/move/answer": "",
    "/api/packs": "team_checks",
    "/api/replays": "uploads",
    "/api/replays/{name}/onward/{step}": "matches",
    "/api/studies": "team_checks",
    "/api/teams/check": "team_checks",
    "/api/teams/draw": "team_checks",
    "/api/teams/read": "team_checks",
}
APP = create_app("sqlite+aiosqlite:///:memory:")
LIMITED = {path: rate for path, rate in RATES.items() if rate}


def example_of(template: str) -> str:
    """A path that reaches the handler of a template."""
    return "/".join(
        "7" if step == "{step}" else "one" if step.startswith("{") else step for step in template.split("/")
    )


def reached(scope: Any) -> str:
    """The template that the router finds for a request, "" for none."""
    path = as_routed(scope["path"], scope.get("root_path", ""))
    try:
        return str(APP.asgi_router.handle_routing(path=path, method=scope.get("method"))[4])
    except HTTPException:
        return ""


def scope_of(method: str, path: str, root_path: str = "") -> dict[str, Any]:
    """A request as the application is handed it: percent-encoding undone, everything else as it was sent."""
    about = {"type": "http", "method": method, "headers": [], "query_string": b"", "client": ("192.0.2.1", 1)}
    return {**about, "path": root_path + urllib.parse.unquote(path), "root_path": root_path}


@st.composite
def spellings(draw: st.DrawFn, path: str) -> str:
    """A path with more slashes, steps that lead nowhere, letters of another case, and letters in percent-encoding."""
    steps = [step for step in path.split("/") if step]
    for _ in range(draw(st.integers(0, 2))):
        more = draw(st.sampled_from(["", "", ".", "..", "%2e", "%2F", ";"]))
        steps.insert(draw(st.integers(0, len(steps))), more)
    spelled = draw(st.sampled_from(["/", "//", "///", "/%2f"])) + draw(
        st.sampled_from(["/", "//", "%2F", "/%2f"])
    ).join(steps)
    place = draw(st.integers(1, len(spelled) - 1))
    letter = spelled[place]
    another = draw(st.sampled_from([letter, letter.upper(), f"%{ord(letter):02x}", f"%{ord(letter):02X}"]))
    if letter.isalpha() and "%" not in spelled[max(0, place - 2) : place]:
        spelled = spelled[:place] + another + spelled[place + 1 :]
    return spelled + draw(st.sampled_from(["", "", "/", "//", "/.", "%2f", "?", " "]))


def gate_before(seen: list[str], door: ServerPassword) -> CanonicalPaths:
    """The gate as it stands before the application; what gets through is noted and not done."""

    async def application(scope: Any, _receive: Any, _send: Any) -> None:
        seen.append(reached(scope))

    one = {name: Rate(1, 1e6) for name in LIMITED.values()}
    return CanonicalPaths(
        Throttle(application, structs.replace(Limits(requests=Rate(10**6, 1)), **one), Proxies(), door)
    )


async def _nothing(*_: Any) -> Any:
    return {"type": "http.request", "body": b"", "more_body": False}


def test_every_address_that_changes_something_has_a_rate_that_was_decided() -> None:
    posts = [route for route in APP.routes if "POST" in getattr(route, "methods", ())]
    found = {str(re.sub(r":\w+}", "}", route.path)) for route in posts}
    assert found == set(RATES)
    assert {template: kind_of("POST", example_of(template)) for template in RATES} == RATES


@given(st.data())
def test_every_spelling_that_reaches_a_limited_handler_is_limited(data: st.DataObject) -> None:
    template = data.draw(st.sampled_from(sorted(LIMITED)))
    path = data.draw(spellings(example_of(template)))
    method = data.draw(st.sampled_from(["POST", "POST", "POST", "post", "GET", "HEAD", "OPTIONS", "PUT"]))
    root = data.draw(st.sampled_from(["", "", "/table", "/api"]))
    seen: list[str] = []
    gate = gate_before(seen, ServerPassword())
    asked = scope_of(method, path, root)
    asyncio.run(_twice(gate, scope_of("POST", example_of(template)), asked))
    assert seen[0] == template
    assert method != "POST" or LIMITED[template] not in {LIMITED.get(one) for one in seen[1:]}
    assert reached(asked) != template or method != "POST" or len(seen) == 1


async def _twice(gate: CanonicalPaths, *asked: Any) -> None:
    for one in asked:
        await gate(one, _nothing, _nothing)


@given(st.data())
def test_no_spelling_passes_a_closed_door(data: st.DataObject) -> None:
    path = data.draw(
        spellings(data.draw(st.sampled_from(["/api/matches", "/api/dice", "/api/replays/one", "/api/gatherings"])))
    )
    method = data.draw(st.sampled_from(["GET", "POST"]))
    seen: list[str] = []
    asyncio.run(_twice(gate_before(seen, DOOR), scope_of(method, path)))
    closed = {"/api/matches", "/api/dice", "/api/replays", "/api/replays/{name}", "/api/gatherings"}
    assert not closed & set(seen)


SPELLED = ["/api//matches", "//api/matches", "/api/matches//", "/api%2fmatches", "/%61pi/matches", "/api/%2Fmatches/"]


@pytest.mark.parametrize("path", SPELLED[:4])
def test_another_spelling_counts_as_the_same_address(tmp_path: Path, path: str) -> None:
    tight = structs.replace(Limits(spare_this_machine=False), matches=Rate(2, 600))
    with thread_server(tmp_path / "m.sqlite", limits=tight) as site:
        assert site.ask(path, {"players": []})[1]["code"] == "bad-request"
        assert site.ask("/api/matches", {"players": []})[1]["code"] == "bad-request"
        assert site.ask(path, {"players": []})[1]["code"] == "too-much"


def test_another_spelling_of_an_address_behind_the_door_is_behind_it_too(tmp_path: Path) -> None:
    with thread_server(tmp_path / "m.sqlite", entrance=Entrance(password=PASSWORD)) as site:
        assert {site.ask(path)[1]["code"] for path in ("/api/matches", *SPELLED)} == {"door-closed"}


def test_who_follows_a_match_by_another_spelling_is_counted_with_the_others(tmp_path: Path) -> None:
    with thread_server(tmp_path / "m.sqlite", limits=structs.replace(Limits(), match_sockets=1)) as site:
        made = site.new_match()
        with site.follow(made["id"]) as first, site.follow(f"/{made['id']}/") as second:
            assert second.read()["code"] == "match-full"
            assert first.hello()["type"] == "state"


def test_a_token_in_an_address_is_refused_however_that_is_spelled(tmp_path: Path) -> None:
    with thread_server(tmp_path / "m.sqlite") as site:
        assert {json.dumps(site.ask(f"{path}?token=x")) for path in ("/api/matches", *SPELLED)} == {
            json.dumps(site.ask("/api/matches?token=x"))
        }


def test_a_puzzle_is_begun_by_a_code_that_holds_a_whole_position(tmp_path: Path) -> None:
    with thread_server(tmp_path / "matches.sqlite") as site:
        _, view = site.ask("/api/desk", {"game": "krosmaster"})
        _, view = site.ask("/api/desk", {"document": view["document"], "puzzle": {}})
        code = code_of_puzzle(Puzzle(view["document"], view["puzzle"]["goals"][0]["goal"], 50, "Long"))
        assert len(code) > 500
        status, made = site.ask(f"/api/learn/{code}?game=krosmaster", {})
        assert (status, bool(made["token"])) == (201, True), made
        assert site.ask(f"/api/learn/{'x' * 9_000}?game=krosmaster", {})[0] == 404
