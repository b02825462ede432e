"""Friends gather for a match by a link: each brings a name and a team, and it begins once the last has sat down."""

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from esquive.server.access.authorization import Entrance
from tests.server.serving import BROTHERHOOD, FIRST_BOX, Site, thread_server

OPEN = {"name": "guest", "cards": [], "agent": "open"}
HOST = {"name": "Ann", "cards": FIRST_BOX}
PAIRS = (
    ["oscar-kass", "anna-tommy"],
    ["percedal", "evangelyne"],
    ["bad-aboum", "lil-healey"],
    ["ruel-stroud", "amalia"],
)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with thread_server(tmp_path_factory.mktemp("server") / "matches.sqlite") as found:
        yield found


def gathered(
    site: Site, players: list[dict[str, Any]] | None = None, sides: bool = False, **match: Any
) -> dict[str, Any]:
    wanted = {"match": {"players": players or [HOST, OPEN], **match}, "sides": sides}
    status, made = site.ask("/api/gatherings", wanted)
    assert status == 201, made
    return dict(made)


def sit(site: Site, made: dict[str, Any], name: str, cards: list[str] = BROTHERHOOD, **more: Any) -> tuple[int, Any]:
    wanted = {"invitation": made["invitation"], "name": name, "cards": cards, **more}
    return site.ask(f"/api/gatherings/{made['id']}/seats", wanted)


def look(site: Site, made: dict[str, Any], token: str = "") -> tuple[int, Any]:
    return site.ask(f"/api/gatherings/{made['id']}", token=token or made["token"])


def four(site: Site, **more: Any) -> dict[str, Any]:
    return gathered(site, [{"name": "Ann", "cards": PAIRS[0]}, OPEN, OPEN, OPEN], format="two-against-two", **more)


def test_the_match_begins_with_the_guest_and_both_play_it_by_the_tokens_they_have(site: Site) -> None:
    made = gathered(site)
    assert look(site, made)[1]["begun"] is False
    assert site.ask(f"/api/matches/{made['id']}", token=made["token"])[0] == 404
    status, seated = sit(site, made, "Zoe")
    assert (status, seated["begun"], seated["id"]) == (201, True, made["id"])
    owned = []
    for token in (made["token"], seated["token"]):
        with site.follow(made["id"], token) as client:
            state = client.hello()
        owned += state["own"]
        assert sorted(player["name"] for player in state["players"]) == ["Ann", "Zoe"]
        view = look(site, made, token)[1]
        assert (view["begun"], [one["own"] for one in view["places"]].count(True)) == (True, 1)
    assert sorted(owned) == ["p1", "p2"]


def test_who_asks_again_since_the_answer_was_lost_has_one_place_and_the_last_answer_counts(site: Site) -> None:
    made, key = four(site), "z" * 43
    wanted = {"invitation": made["invitation"], "name": "Zoe", "cards": PAIRS[1]}
    first = site.ask(f"/api/gatherings/{made['id']}/seats", wanted, token=key)[1]
    again = site.ask(f"/api/gatherings/{made['id']}/seats", {**wanted, "cards": PAIRS[2]}, token=key)[1]
    assert look(site, made, first["token"])[0] == 404
    assert [one["name"] for one in look(site, made, again["token"])[1]["places"]].count("Zoe") == 1
    assert sit(site, made, "Bob", PAIRS[1])[0] == 201


def test_it_is_private_unless_its_host_lists_it(site: Site) -> None:
    for access, listed in (("", 0), ("private", 0), ("listed", 1)):
        made = gathered(site, access=access)
        sit(site, made, "Zoe")
        assert [one["id"] for one in site.ask("/api/matches")[1]].count(made["id"]) == listed


def test_nobody_learns_a_team_before_all_have_chosen(site: Site) -> None:
    """Two hosts who differ in their teams alone send the same bytes, but for what is drawn by lot."""
    shown = []
    for cards in (FIRST_BOX, BROTHERHOOD):
        made = gathered(site, [{"name": "Ann", "cards": cards}, OPEN, OPEN, OPEN][:2])
        text = json.dumps(look(site, made, made["invitation"])[1])
        shown.append(text.replace(made["id"], "").replace(made["expires"], ""))
    assert shown[0] == shown[1]


def test_strangers_learn_and_do_nothing(site: Site) -> None:
    made = gathered(site)
    nowhere = {**made, "id": "0000000000000000"}

    def tries(at: dict[str, Any]) -> str:
        """What somebody is told who has neither a token nor the invitation, without the id."""
        guessed = {**at, "invitation": "guessed"}
        left = site.ask(f"/api/gatherings/{at['id']}/leave", {}, "guessed")
        found = [look(site, at, "guessed"), sit(site, guessed, "Eve"), left]
        assert {told["code"] for _, told in found} == {"no-such-match"}
        return json.dumps(found).replace(at["id"], "")

    assert tries(made) == tries(nowhere)
    assert site.ask(f"/api/gatherings/{made['id']}/leave", {}, made["invitation"])[1]["code"] == "no-such-match"
    sit(site, made, "Zoe")
    assert tries(made) == tries(nowhere)
    assert sit(site, made, "Eve")[1]["code"] == "no-open-seat"


def test_a_team_or_name_that_cannot_be_is_refused_and_the_place_stays_free(site: Site) -> None:
    made = gathered(site)
    assert sit(site, made, "Zoe", FIRST_BOX[:1])[1]["code"] == "illegal-team"
    assert sit(site, made, "Ann")[0] == 409
    assert sit(site, made, "Zoe")[0] == 201


def test_a_guest_of_a_limited_match_brings_a_pool_as_the_host_does(site: Site) -> None:
    """Both teams are lower than level 12, and legal for what each was built from [KA 1.1.2.b] [Ruling R6]."""
    low = ["oscar-kass", "anna-tommy", "bad-aboum"]
    host = {**HOST, "cards": low, "setup": {"pool": low}}
    without = {"players": [HOST | {"cards": low}, OPEN], "format": "limited"}
    assert site.ask("/api/gatherings", {"match": without})[1]["code"] == "illegal-team"
    made = gathered(site, [host, OPEN], format="limited")
    assert sit(site, made, "Zoe", low)[1]["code"] == "illegal-team"
    assert sit(site, made, "Zoe", low, setup={"reserve": low})[1]["code"] == "bad-request"
    assert sit(site, made, "Zoe", low, setup={"pool": [*low, "goultard"]})[1]["code"] == "illegal-team"
    status, seated = sit(site, made, "Zoe", low, setup={"pool": [*low, "boomba"][:3]})
    assert (status, seated["begun"]) == (201, True)


def test_a_table_that_could_never_be_played_is_not_laid(site: Site) -> None:
    for players in ([HOST, HOST], [HOST, {**HOST, "name": "Bot", "agent": "greedy"}], [OPEN, OPEN]):
        status, error = site.ask("/api/gatherings", {"match": {"players": players}})
        assert (status, error["code"]) == (400, "bad-request")
    assert site.ask("/api/gatherings", {"match": {"players": [HOST, OPEN], "arena": "nowhere"}})[0] == 400
    illegal = {**HOST, "cards": FIRST_BOX[:1]}
    assert site.ask("/api/gatherings", {"match": {"players": [illegal, OPEN]}})[1]["code"] == "illegal-team"


def test_who_has_sat_down_is_still_there_after_a_restart(tmp_path: Path) -> None:
    file = tmp_path / "m.sqlite"
    with thread_server(file) as site:
        made = four(site)
        token = sit(site, made, "Zoe", PAIRS[1])[1]["token"]
    with thread_server(file) as site:
        view = look(site, made, token)[1]
        assert [(one["name"], one["own"]) for one in view["places"]][:2] == [("Ann", False), ("Zoe", True)]
        assert [sit(site, made, name, cards)[0] for name, cards in zip("MN", PAIRS[2:], strict=True)] == [201, 201]
    with thread_server(file) as site, site.follow(made["id"], token) as client:
        assert len(client.hello()["own"]) == 1


def test_where_sides_are_free_a_guest_chooses_the_partner(site: Site) -> None:
    made = four(site, sides=True)
    assert sit(site, made, "Zoe", PAIRS[1], place=2)[0] == 201
    assert sit(site, made, "Max", PAIRS[2], place=2)[1]["code"] == "no-open-seat"
    assert [one["name"] for one in look(site, made)[1]["places"]] == ["Ann", "", "Zoe", ""]
    fixed = four(site)
    assert sit(site, fixed, "Zoe", PAIRS[1], place=2)[0] == 201
    assert [one["name"] for one in look(site, fixed)[1]["places"]] == ["Ann", "Zoe", "", ""]


def test_who_leaves_frees_the_place_and_with_the_host_it_ends(site: Site) -> None:
    made = four(site)
    token = sit(site, made, "Zoe", PAIRS[1])[1]["token"]
    place = f"/api/gatherings/{made['id']}"
    assert site.ask(f"{place}/leave", {}, token)[0] == 200
    assert look(site, made, token)[1]["code"] == "no-such-match"
    assert sit(site, made, "Zoe", PAIRS[1])[0] == 201
    assert site.ask(f"{place}/leave", {}, made["token"])[0] == 200
    assert look(site, made)[1]["code"] == "no-such-match"
    assert sit(site, made, "Max", PAIRS[2])[1]["code"] == "no-such-match"


def test_of_many_who_sit_down_at_once_as_many_find_a_place_as_there_are(site: Site) -> None:
    made = four(site)
    with ThreadPoolExecutor(6) as pool:
        found = list(pool.map(lambda n: sit(site, made, f"Guest {n}", PAIRS[1]), range(6)))
    assert sorted(status for status, _ in found) == [201] * 3 + [409] * 3
    assert [told["begun"] for status, told in found if status == 201].count(True) == 1


def test_who_comes_with_a_key_finds_the_match_among_the_own_ones(site: Site) -> None:
    keys = {name: letter * 43 for name, letter in (("Ann", "a"), ("Zoe", "z"))}
    made = site.ask("/api/gatherings", {"match": {"players": [HOST, OPEN]}}, keys["Ann"])[1]
    wanted = {"invitation": made["invitation"], "name": "Zoe", "cards": BROTHERHOOD}
    site.ask(f"/api/gatherings/{made['id']}/seats", wanted, keys["Zoe"])
    for key in keys.values():
        assert [one["id"] for one in site.ask("/api/me/matches", token=key)[1]] == [made["id"]]
        assert site.ask(f"/api/matches/{made['id']}/tokens", {}, key)[0] == 201


def test_an_invitation_opens_the_door_for_what_it_is_needed_for(tmp_path: Path) -> None:
    with thread_server(tmp_path / "m.sqlite", entrance=Entrance(password="a-word-among-friends")) as site:
        assert site.ask("/api/gatherings", {"match": {"players": [HOST, OPEN]}})[0] in (401, 403)
        assert site.ask("/api/teams/check", {"cards": BROTHERHOOD})[0] == 200
        assert site.ask("/api/gatherings/0000000000000000", token="guessed")[1]["code"] == "no-such-match"
