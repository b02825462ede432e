"""Cards of one's own over HTTP: checked, shown, chosen from, agreed on by guests, and carried by the match."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.packs_of_ones_own import ARCHER, SENTRY, YARD
from tests.server.serving import Site, thread_server

TEAM = ["my-archer", "my-archer", "captain-amakna"]
MINE = {"name": "mine.toml", "text": ARCHER}
PACKS = [MINE, {"name": "yard.toml", "text": YARD}]
OPEN = {"name": "guest", "cards": [], "agent": "open"}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with thread_server(tmp_path_factory.mktemp("server") / "matches.sqlite") as found:
        yield found


def ids(found: list[dict[str, Any]]) -> list[str]:
    return [one["id"] for one in found]


def test_what_packs_bring_is_shown_with_the_arenas_of_every_format(site: Site) -> None:
    status, verdict = site.ask("/api/packs?lang=fr", {"packs": PACKS})
    assert (status, verdict["usable"], verdict["faults"]) == (200, True, [])
    assert verdict["packs"] == [{"name": "Mine", "version": "2", "author": "Ann", "licence": ""}]
    assert verdict["held"] == {"card": 1, "summon": 1, "reward": 1, "arena": 1}
    brought = verdict["catalogue"]
    assert [ids(brought[kind]) for kind in ("cards", "summons", "rewards", "arenas")] == [
        ["my-archer"], ["water-bomb"], ["aero-boost"], ["my-yard"]]  # fmt: skip
    assert brought["cards"][0]["name"] == "Mon archer" and brought["summons"][0]["hp"] == 5
    assert "my-yard" in brought["formats"][0]["arenas"] and "my-yard" in brought["releases"][1]["formats"][0]["arenas"]
    fighters = site.ask("/api/packs", {"game": "kaos", "packs": [{"name": "kaos.toml", "text": SENTRY}]})[1]
    assert ids(fighters["catalogue"]["cards"]) == ["mel-ysaure", "my-sentry", "my-meadow", "my-stand"]


def test_all_that_is_wrong_is_told_in_the_language_of_the_reader_with_file_and_line(site: Site) -> None:
    broken = [{"name": "a.toml", "text": ARCHER.replace("hp = 10", "hp = 100")}, {"name": "b.toml", "text": "[["}, MINE]
    verdict = site.ask("/api/packs?lang=it", {"packs": broken})[1]
    assert not verdict["usable"] and verdict["catalogue"] is None
    assert [one["where"].partition(":")[0] for one in verdict["faults"]] == ["a.toml", "b.toml"]
    taken = site.ask("/api/packs", {"packs": [{"name": "c.toml", "text": ARCHER.replace("override = true", "")}]})[1]
    assert {one["where"] for one in taken["faults"]} >= {"c.toml:27", "c.toml:32"} and not taken["usable"]


def test_packs_that_cannot_be_used_are_refused_wherever_they_come(site: Site) -> None:
    broken = [{"name": "a.toml", "text": ARCHER.replace("hp = 10", "hp = 100")}]
    players = [{"name": "Ann", "cards": TEAM}, {"name": "Bob", "cards": TEAM, "agent": "random"}]
    for path, body in (("/api/teams/check", {"cards": TEAM}), ("/api/matches", {"players": players})):
        status, fault = site.ask(path, {**body, "packs": broken})
        assert (status, fault["code"]) == (400, "bad-pack") and "a.toml" in fault["message"]
        large = [{"name": f"{number}.toml", "text": "#" * 200_000} for number in range(3)]
        status, fault = site.ask(path, {**body, "packs": large})
        assert (status, fault["code"]) == (400, "packs-too-large")
        assert site.ask(path, {**body, "packs": [MINE] * 9})[1]["code"] == "bad-request"
    assert site.ask("/api/packs", {"packs": []})[1]["code"] == "bad-request"


def test_a_match_of_own_cards_is_played_and_its_record_needs_no_pack(site: Site) -> None:
    assert site.ask("/api/teams/check", {"cards": TEAM})[1]["code"] == "bad-request"
    assert site.ask("/api/teams/check", {"cards": TEAM, "packs": PACKS})[1]["legal"]
    players = [{"name": "Ann", "cards": TEAM}, {"name": "Bob", "cards": TEAM}]
    status, made = site.ask("/api/matches", {"players": players, "packs": PACKS, "arena": "my-yard"})
    assert status == 201, made
    with site.follow(made["id"], made["player_tokens"][0]) as client:
        assert {unit["name"].rstrip(" 12") for unit in client.hello()["view"]["units"]} >= {"My Archer"}
        client.send({"type": "wish", "what": "resign"})
        while not client.read().get("over"):
            pass
    record = site.ask(f"/api/matches/{made['id']}/record", token=made["token"])[1]
    assert "my-archer" in record
    status, replay = site.ask("/api/replays", record.encode())
    assert status == 201, replay
    drawing = site.ask(f"/api/replays/{replay['id']}/0")[1]
    assert "My Archer" in json.dumps(drawing)


def test_a_guest_sees_the_cards_of_the_host_and_plays_them(site: Site) -> None:
    wanted = {"match": {"players": [{"name": "Ann", "cards": TEAM}, OPEN], "packs": PACKS}}
    status, made = site.ask("/api/gatherings", wanted)
    assert status == 201, made
    seen = site.ask(f"/api/gatherings/{made['id']}", token=made["invitation"])[1]
    assert seen["packs"] is True
    told = site.ask(f"/api/gatherings/{made['id']}/packs?lang=fr", token=made["invitation"])[1]
    assert ids(told["catalogue"]["cards"]) == ["my-archer"] and told["packs"][0]["author"] == "Ann"
    assert site.ask(f"/api/gatherings/{made['id']}/packs", token="guessed")[1]["code"] == "no-such-match"
    guest = {"invitation": made["invitation"], "name": "Zoe", "cards": TEAM}
    status, seated = site.ask(f"/api/gatherings/{made['id']}/seats", guest)
    assert (status, seated["begun"]) == (201, True)
    with site.follow(made["id"], seated["token"]) as client:
        assert {unit["card"] for unit in client.hello()["view"]["units"]} == {"my-archer", "captain-amakna"}
    assert site.ask(f"/api/gatherings/{made['id']}", token=seated["token"])[1]["packs"] is False


def test_a_list_is_read_with_the_names_of_packs_in_the_language_of_the_reader(site: Site) -> None:
    text = "2x Mon archer\nCaptain Amakna\nOscar Kas"
    status, found = site.ask("/api/teams/read?lang=fr", {"text": text, "packs": PACKS})
    assert (status, found["cards"]) == (200, TEAM)
    assert found["lines"][0]["figure"] == {"id": "my-archer", "name": "Mon archer"}
    assert found["lines"][2]["figure"] is None and ids(found["lines"][2]["choices"])[0] == "oscar-kass"
    fighters = site.ask("/api/teams/read", {"game": "kaos", "text": "Ysaure Two-Gleams"})[1]
    assert fighters["cards"] == ["mel-ysaure"]


def test_chance_draws_a_legal_team_of_the_figures_one_owns(site: Site) -> None:
    status, drawn = site.ask(
        "/api/teams/draw", {"among": [*TEAM, "oscar-kass"], "packs": PACKS, "cards": ["my-archer"]}
    )
    assert status == 200 and "my-archer" in drawn["cards"]
    checked = site.ask("/api/teams/check", {"cards": drawn["cards"], "packs": PACKS})[1]
    assert checked["legal"] is True
    status, told = site.ask("/api/teams/draw?lang=fr", {"among": ["oscar-kass"]})
    assert (status, told["code"]) == (400, "no-such-team") and "figurines" in told["message"]


def test_a_match_of_kaos_with_fighters_of_ones_own_is_shown_with_what_their_cards_say(site: Site) -> None:
    team = ["my-sentry", "mel-ysaure", "mel-corvel"]
    packs = [{"name": "kaos.toml", "text": SENTRY}]
    players = [{"name": name, "cards": team} for name in ("Ann", "Ben")]
    wanted = {
        "game": "kaos",
        "arena": "my-meadow",
        "players": players,
        "packs": packs,
        "options": {"horde_points": "100"},
    }
    status, made = site.ask("/api/matches", wanted)
    assert status == 201, made
    with site.follow(made["id"], made["token"]) as client:
        view = client.hello()["view"]
        fighter = next(one for one in view["fighters"] if one["id"] == "my-sentry")
        assert fighter["parts"][0]["label"] == "Long Spear"
        assert [piece["noun"] for piece in view["scenery"]] == ["tree"]
    told = site.ask("/api/packs", {"game": "kaos", "packs": packs})[1]["catalogue"]
    assert "two-gleams" in ids(told["teams"])  # ready-made hordes are there as before
