"""Every format over HTTP: tables for four, partners, open seats, restarts, and errors that say what would do."""

import asyncio
import json
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from esquive.core.messages import LANGUAGES
from esquive.core.record import Record, verify
from esquive.core.waiting import Decision, Over
from esquive.hosting.match_setup import winners_of
from esquive.hosting.protocol import NewMatch
from esquive.hosting.registry import MatchRegistry
from esquive.hosting.rooms import winner_in_order
from esquive.krosmaster.cards.team_files import ready_pairs
from esquive.krosmaster.game import GAME
from esquive.krosmaster.seen.shapes import KrosmasterEvent, View
from esquive.krosmaster.setups import cards_named, team_violations
from esquive.krosmaster.table.settings import FORMAT_NAMES
from tests.server.services import database_at
from tests.server.serving import BROTHERHOOD, FIRST_BOX, Follower, Site, thread_server
from tests.server.stores import opened

pytestmark = pytest.mark.anywhere

NAMES = ("Ann", "Bob", "Cleo", "Dan")
TEAMS = [list(team.cards) for team in ready_pairs()]
SEATS = ("p1", "p2", "p3", "p4")


def table(format_: str, agents: tuple[str, ...], **more: Any) -> dict[str, Any]:
    players = [{"name": NAMES[n], "cards": TEAMS[n], "agent": agent} for n, agent in enumerate(agents)]
    return {"format": format_, "players": players, **more}


def create(site: Site, format_: str, agents: tuple[str, ...], **more: Any) -> dict[str, Any]:
    status, made = site.ask("/api/matches", table(format_, agents, **more))
    assert status == 201, made
    return dict(made)


def play(client: Follower, state: dict[str, Any], rng: random.Random, answers: int) -> dict[str, Any]:
    for _ in range(answers):
        line = rng.choice(state["decision"]["options"])["do"]
        state = client.until_asked(client.ask({"type": "answer", "version": state["version"], "do": line}))
    return state


# --------------------------------------------------------------------------------------------------- the catalogue


def test_the_catalogue_offers_every_format_with_its_arenas_and_teams(tmp_path: Path) -> None:
    with thread_server(tmp_path / "matches.sqlite") as site:
        for language in LANGUAGES:
            shown = site.ask(f"/api/catalogue?lang={language}")[1]
            formats = {one["id"]: one for one in shown["formats"]}
            assert tuple(formats) == FORMAT_NAMES
            assert all(one["name"] and one["text"] for one in formats.values())
            assert [one["players"] for one in formats.values()] == [2, 2, 4, 4]
            assert [one["partners"] for one in formats.values()] == [False, False, False, True]
            for one in formats.values():
                assert set(one["arenas"]) <= {arena["id"] for arena in shown["arenas"]} and one["arenas"]
                teams = [team for team in shown["teams"] if one["id"] in team["formats"]]
                assert len(teams) >= 8
                assert all(one["team"][0] <= len(team["cards"]) <= one["team"][1] for team in teams)


def test_every_ready_made_pair_is_legal_and_of_one_level() -> None:
    """Two Krosmasters each [KA 9.1.2]; no level is asked for [Ruling R104], but no pair should be the favourite."""
    levels = set()
    for team in ready_pairs():
        cards = cards_named(team.cards)
        assert team_violations(cards, "free-for-all") == []
        assert len(team_violations(cards, "constructed")) == 2
        levels.add(sum(card.level for card in cards))
    assert levels == {6}


# -------------------------------------------------------------------------------------------------------- errors


@pytest.mark.parametrize(
    ("wanted", "code", "fix"),
    [
        (table("free-for-all", ("random",) * 2), "wrong-players", "constructed, limited"),
        (table("constructed", ("random",) * 4), "wrong-players", "free-for-all, two-against-two"),
        (table("two-against-two", ("random",) * 3), "no-such-table", "Name 4 players."),
        (table("free-for-all", ("random",) * 4, arena="elementul"), "bad-request", "elemental"),
        (table("free-for-all", ("random",) * 4, format="teams"), "bad-request", ""),
    ],
)
def test_a_table_that_cannot_be_is_told_what_could(tmp_path: Path, wanted: dict[str, Any], code: str, fix: str) -> None:
    with thread_server(tmp_path / "matches.sqlite") as site:
        status, error = site.ask("/api/matches", wanted)
        assert (status, error["code"]) == (400, code)
        assert fix in error["fix"] or fix in error["message"]
        assert site.ask("/api/matches")[1] == []


def test_a_team_for_four_players_has_two_krosmasters(tmp_path: Path) -> None:
    """Told in the language asked, with the clause [KA 9.1.2]."""
    wanted = table("free-for-all", ("random",) * 4)
    wanted["players"][2]["cards"] = FIRST_BOX
    with thread_server(tmp_path / "matches.sqlite") as site:
        for language, words in (("en", "a team has 2 Krosmasters"), ("fr", "compte 2 Krosmasters"), ("it", "ha 2 K")):
            error = site.ask(f"/api/matches?lang={language}", wanted)[1]
            assert error["code"] == "illegal-team" and "Cleo" in error["message"] and words in error["message"]
        verdict = site.ask("/api/teams/check", {"format": "two-against-two", "cards": FIRST_BOX})[1]
        assert [one["clause"] for one in verdict["violations"]] == ["9.1.2"]
        verdict = site.ask("/api/teams/check", {"format": "limited", "cards": [*FIRST_BOX, "goultard"]})[1]
        assert [one["clause"] for one in verdict["violations"]] == ["1.1.2.b"]


def test_an_arena_without_room_is_refused_with_those_that_have_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("esquive.krosmaster.setups.arenas_for", lambda *asked: ("the-pit",))
    with thread_server(tmp_path / "matches.sqlite") as site:
        error = site.ask("/api/matches", table("free-for-all", ("random",) * 4))[1]
        assert error["code"] == "wrong-arena" and "the-pit" in error["fix"]


# ---------------------------------------------------------------------------------------------------------- playing


@pytest.mark.parametrize("format_", FORMAT_NAMES)
def test_every_format_is_played_to_its_end(tmp_path: Path, format_: str) -> None:
    """The record proves its dice; whoever wins, partners included, is named in every place [KA 9.3.2]."""
    players = 2 if format_ in ("constructed", "limited") else 4
    wanted = table(format_, ("human",) * players, options={"reward_set": "original-box"})
    if players == 2:
        for player, cards in zip(wanted["players"], (FIRST_BOX, BROTHERHOOD), strict=True):
            player["cards"] = cards

    async def play_to_the_end() -> tuple[dict[str, Any], list[str], Record]:
        async with opened(database_at(tmp_path / "matches.sqlite")) as store:
            registry = MatchRegistry(store, 0.0, lambda: b"0" * 32)
            room = await registry.room((await registry.create(msgspec.convert(wanted, NewMatch))).id)
            rng = random.Random(2)
            while isinstance(waiting := room.match.waiting, Decision):
                room.match.play(waiting.sample(rng))
            winner = winner_in_order(room.match, str((room.match.record.end or {})["winner"]))
            won = [] if winner == "draw" else winners_of("krosmaster", room.stored.setup, SEATS.index(winner))
        last = json.loads(msgspec.json.encode(room.views.message(frozenset(), 0, "en")))
        return last, [NAMES[player] for player in won], room.match.record

    last, names, record = asyncio.run(play_to_the_end())
    view, players = last["view"], last["view"]["players"]
    assert view["format"] == format_
    assert [pile["rank"] for pile in view["piles"]] == ["granite"] * 2 + ["jade"] * 2 + ["gold"] * 2
    assert verify(record, GAME) == []
    winners = [players[seat]["name"] for seat in view["over"]["winners"]]
    assert sorted(winners) == sorted(names)
    assert len(winners) == (0 if view["over"]["winner"] == "draw" else 2 if format_ == "two-against-two" else 1)
    told = [event["sentence"] for event in last["events"] if event["kind"] == "won"]
    assert all(name in view["over"]["reason"] and name in told[0] for name in winners)


def test_bots_and_a_person_share_a_table_of_four(tmp_path: Path) -> None:
    """Each bot plays its own seat over the wire, the person is asked for hers alone, whoever watches sees it all."""
    with thread_server(tmp_path / "matches.sqlite") as site:
        made = create(site, "free-for-all", ("human", "greedy", "random", "random"))
        with site.follow(made["id"], made["token"]) as client:
            state = client.until_asked(client.hello())
            while state["view"]["turn"]["number"] < 3:
                assert state["view"]["players"][state["decision"]["seat"]]["name"] == "Ann"
                state = play(client, state, random.Random(state["version"]), 1)
        with site.follow(made["id"]) as watcher:
            events = watcher.hello()["events"]
        assert {event["seat"] for event in events if event["kind"] == "deployed" and "seat" in event} <= set(SEATS)
        assert {event["seat"] for event in events if event["kind"] == "turn"} >= {"p1", "p2"}
        assert site.ask("/api/matches")[1][0]["players"] == list(NAMES)


def test_partners_sit_opposite_whatever_their_initiative(tmp_path: Path) -> None:
    """The first and third of the set-up are partners, and the second and fourth [KA 9.3.3]."""
    with thread_server(tmp_path / "matches.sqlite") as site:
        made = create(site, "two-against-two", ("human",) * 4)
        with site.follow(made["id"], made["token"]) as client:
            players = client.hello()["view"]["players"]
        for seat, player in players.items():
            partner = players[player["partner"]]
            assert partner["partner"] == seat
            assert {player["name"], partner["name"]} in ({"Ann", "Cleo"}, {"Bob", "Dan"})
        assert players["p1"]["partner"] == "p3"


def test_four_people_see_one_match_each_with_their_own_secrets(tmp_path: Path) -> None:
    """Every state has its shape, is the asked seat's alone to answer, and hides what others hold [KA 4.7.8.b]."""

    async def run() -> None:
        async with opened(database_at(tmp_path / "matches.sqlite")) as store:
            registry = MatchRegistry(store, 0.0, lambda: b"3" * 32)
            made = await registry.create(msgspec.convert(table("free-for-all", ("human",) * 4), NewMatch))
            room = await registry.room(made.id)
            rng = random.Random(4)
            number, hidden = 0, 0
            while not isinstance(room.match.waiting, Over) and number < 1500:
                number += 1
                waiting = room.match.waiting
                assert isinstance(waiting, Decision)
                room.match.play(waiting.sample(rng))
                if number % 60:
                    continue
                for player in range(4):
                    message = json.loads(msgspec.json.encode(room.views.message(frozenset({player}), 0, "en")))
                    msgspec.convert(message["view"], View)
                    msgspec.convert(message["events"], list[KrosmasterEvent])
                    own = message["view"]["viewer"]
                    assert (message["decision"] is not None) == (room.asked_player() == player)
                    for unit in message["view"]["units"]:
                        for reward in unit["rewards"]:
                            hidden += reward["id"] is None
                            assert (reward["id"] is None) == (reward["face"] == "down" and unit["owner"] != own)
            assert hidden > 0

    asyncio.run(run())


def test_a_table_of_four_stands_after_a_restart_as_before(tmp_path: Path) -> None:
    """Seats, tokens, view, decision and log; two people and two bots."""
    file = tmp_path / "matches.sqlite"
    with thread_server(file) as site:
        made = create(site, "two-against-two", ("human", "greedy", "human", "random"))
        with site.follow(made["id"], made["token"]) as client:
            play(client, client.until_asked(client.hello()), random.Random(3), 60)
            before = client.hello()
    assert len(before["events"]) > 60
    with thread_server(file) as site:
        with site.follow(made["id"], made["token"]) as client:
            assert client.hello() == before
        for place in (0, 2):
            with site.follow(made["id"], made["player_tokens"][place]) as client:
                seen = client.hello()["view"]
                assert seen["players"][seen["viewer"]]["name"] == NAMES[place]


# ---------------------------------------------------------------------------------------------------------- open seats


def test_an_open_seat_is_taken_once_and_kept(tmp_path: Path) -> None:
    file = tmp_path / "matches.sqlite"
    with thread_server(file) as site:
        made = create(site, "free-for-all", ("human", "open", "random", "open"))
        assert made["player_tokens"][1] is None
        assert site.ask("/api/matches")[1][0]["open"] == 2
        with site.follow(made["id"], made["token"]) as host:
            players = host.hello()["players"]
            assert sorted(player["agent"] for player in players) == ["human", "open", "open", "random"]
            wanted = next(player["seat"] for player in players if player["name"] == "Dan")
            status, taken = site.ask(f"/api/matches/{made['id']}/seats", {"name": "Zoe", "seat": wanted})
            assert (status, taken["seat"]) == (201, wanted)
            told: dict[str, Any] = {"seat": wanted, "name": "Dan", "agent": "open"}
            while told["name"] != "Zoe":
                told = next(player for player in host.read()["players"] if player["seat"] == wanted)
            assert told["agent"] == "human"
        error = site.ask(f"/api/matches/{made['id']}/seats", {"name": "Eve", "seat": wanted})
        assert (error[0], error[1]["code"]) == (409, "no-open-seat")
        assert site.ask(f"/api/matches/{made['id']}/seats", {"name": "Yan"})[0] == 201
        assert site.ask(f"/api/matches/{made['id']}/seats", {"name": "Eve"})[1]["code"] == "no-open-seat"
        assert site.ask(f"/api/matches/{made['id']}/seats", {"name": ""})[1]["code"] == "bad-request"
    with thread_server(file) as site, site.follow(made["id"], taken["token"]) as client:
        view = client.hello()["view"]
        assert view["players"][view["viewer"]]["name"] == "Zoe"
        assert site.ask("/api/matches")[1][0]["players"] == ["Ann", "Yan", "Cleo", "Zoe"]


def test_nobody_plays_an_open_seat_until_it_is_taken(tmp_path: Path) -> None:
    """The match waits at its first decision, and goes on with whoever takes the seat."""
    with thread_server(tmp_path / "matches.sqlite") as site:
        made = create(site, "free-for-all", ("open",) * 4)
        with site.follow(made["id"]) as watcher:
            waiting = watcher.hello()
            assert waiting["decision"] is None and waiting["view"]["turn"]["phase"] == "setup"
            tokens = [site.ask(f"/api/matches/{made['id']}/seats", {"name": name})[1]["token"] for name in NAMES]
        asked = []
        for token in tokens:
            with site.follow(made["id"], token) as client:
                asked.append(client.hello()["decision"] is not None)
        assert asked.count(True) == 1
