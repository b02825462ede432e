"""A match of practice is begun from any step of a replay, and says so."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from esquive.core.dice import SeededDice
from esquive.core.games import game_named
from esquive.core.match import Match
from esquive.core.record import parse_record, read_record, verify
from esquive.hosting.replays import Table, play_record
from tests.server.serving import Site, thread_server
from tests.ways import again

RECORD = Path(__file__).parents[1] / "records" / "constructed.jsonl"
PLAYED = play_record(read_record(RECORD), Table(("Ann", "Bob"), ("greedy", "greedy"), "en"))
LAST = len(PLAYED.ends)
OWN_CARD = {
    "id": "own-hero",
    "name": {"en": "Own Hero"},
    "colour": "white",
    "level": 3,
    "initiative": 5,
    "mp": 3,
    "hp": 9,
    "ap": 6,
}
CALL = {
    "id": "call",
    "name": {"en": "Call"},
    "range": {"kind": "target", "min": 1, "max": 2},
    "cost": {"ap": 1},
    "kind": "special",
    "summons": 2,
}


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with thread_server(tmp_path / "matches.sqlite") as found:
        yield found


def begin(site: Site, step: int, first: str = "human", second: str = "human") -> tuple[int, dict[str, Any]]:
    name = site.ask("/api/replays", RECORD.read_bytes())[1]["id"]
    seats = [{"name": "Ann", "agent": first}, {"name": "Bob", "agent": second}]
    status, made = site.ask(f"/api/replays/{name}/onward/{step}", {"seats": seats})
    return status, {**made, "from": name}


@pytest.mark.parametrize("step", [again(0), again(1), LAST // 3, again(LAST // 2), LAST // 2 + 1, again(LAST - 2)])
def test_it_begins_from_the_position_of_the_step(site: Site, step: int) -> None:
    """In the middle of an action too; Ann sits in the first seat, whoever sat there before."""
    status, made = begin(site, step)
    assert status == 201, made
    with site.follow(made["id"], made["token"]) as client:
        state = client.hello()
    state_then = PLAYED.state_at(step)
    shown = {unit["id"]: (unit["at"], unit["injuries"]) for unit in state["view"]["units"]}
    known = PLAYED.game.view(state_then, 0)
    if PLAYED.lines[PLAYED.ends[step] - 1][0] != "dice":  # whose roll is made at once with dice of its own
        assert shown == {unit.id: (unit.at, unit.injuries) for unit in known.units}
    assert {one["seat"]: one["name"] for one in state["players"]} == {"p1": "Ann", "p2": "Bob"}
    assert state["view"]["turn"]["number"] == PLAYED.game.turn_of(state_then)


def test_it_is_private_and_says_what_it_was_begun_from(site: Site) -> None:
    _, made = begin(site, 100)
    assert made["access"] == "private" and site.ask("/api/matches") == (200, [])
    begun = site.ask(f"/api/matches/{made['id']}/begun", token=made["token"])[1]
    assert begun == {"of": "file", "id": made["from"], "step": 100}
    assert site.ask(f"/api/matches/{made['id']}/begun")[0] == 404
    usual = site.new_match()
    assert site.ask(f"/api/matches/{usual['id']}/begun", token=usual["token"])[1]["of"] == ""


def test_a_game_of_bots_goes_on_to_its_end_with_dice_of_its_own(site: Site) -> None:
    _, made = begin(site, LAST - 20, "random", "random")
    status, text = 409, ""
    while status == 409:
        status, text = site.ask(f"/api/matches/{made['id']}/record", token=made["token"])
    record = parse_record(text)
    assert verify(record, game_named("krosmaster")) == []
    assert record.header["setup"]["practice"]["step"] == LAST - 20
    assert record.header["dice"] != read_record(RECORD).header["dice"]


def test_nobody_plays_on_from_a_match_that_goes_on(site: Site) -> None:
    """Its position holds what is hidden."""
    usual = site.new_match()
    seats = {"seats": [{"name": "Ann"}, {"name": "Bob"}]}
    assert site.ask(f"/api/matches/{usual['id']}/onward/0", seats, token=usual["token"])[1]["code"] == "not-over"


def test_there_is_no_playing_on_after_the_end(site: Site) -> None:
    assert begin(site, LAST)[1]["code"] == "no-such-step"
    assert begin(site, LAST + 1)[1]["code"] == "no-such-step"


def test_who_has_the_token_plays_on_from_a_private_match_that_is_over(site: Site) -> None:
    _, first = begin(site, LAST - 20, "random", "random")
    seats = {"seats": [{"name": "Ann"}, {"name": "Bot", "agent": "greedy"}]}
    status, made = 409, {}
    while status == 409:
        status, made = site.ask(f"/api/matches/{first['id']}/onward/0", seats, token=first["token"])
    assert status == 201, made
    assert site.ask(f"/api/matches/{first['id']}/onward/0", seats)[0] == 404
    begun = site.ask(f"/api/matches/{made['id']}/begun", token=made["token"])[1]
    assert begun == {"of": "match", "id": first["id"], "step": 0}


def test_a_match_with_cards_of_its_own_is_played_on_with_them(site: Site) -> None:
    """The record that is brought has them in its set-up, the new match in its position."""
    game = game_named("krosmaster")
    setup = {
        "teams": [["own-hero"], ["bill-tell"]],
        "card": [
            {**OWN_CARD, "spell": [{**CALL, "do": [{"op": "summon", "summon": "own-imp"}]}]},
        ],
        "summon": [{"id": "own-imp", "name": {"en": "Own Imp"}, "category": "mob", "mp": 2, "hp": 2, "ap": 2}],
    }
    match = Match(game, setup, SeededDice(3), ["human", "human"])
    while match.version < 12:
        match.push(match.legal_lines[0])
    match.stop("enough")
    status, told = site.ask("/api/replays", match.record.to_text().encode())
    assert status == 201, told
    step = len(site.ask(f"/api/replays/{told['id']}")[1]["steps"])
    seats = [{"name": "Ann", "agent": "human"}, {"name": "Bob", "agent": "human"}]
    status, made = site.ask(f"/api/replays/{told['id']}/onward/{step}", {"seats": seats})
    assert status == 201, made
    document = site.ask(f"/api/matches/{made['id']}", token=made["token"])[1]
    assert [one["id"] for one in document["card"]] == ["own-hero"]
    assert [one["id"] for one in document["summon"]] == ["own-imp"]
    with site.follow(made["id"], made["token"]) as client:
        assert {unit["id"] for unit in client.hello()["view"]["units"]} >= {"own-hero", "bill-tell"}
