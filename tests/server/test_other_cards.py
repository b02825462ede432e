"""A program with other cards than a match began with: unrelated ones are nothing to it, its own are named."""

import asyncio
import json
import random
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from esquive.core.games import game_named
from esquive.core.record import parse_record, verify
from esquive.krosmaster.cards.catalogue import catalogue
from esquive.server.storage.verification import Checked, check_matches
from tests.records.other_cards import added, mended
from tests.server.services import database_at
from tests.server.serving import Site, thread_server
from tests.server.stores import opened
from tests.server.test_resumption import play

RECORD = Path(__file__).parents[1] / "records" / "constructed.jsonl"
UNRELATED, USED = "merkator", "percedal"


def begun(file: Path, answers: int, **more: Any) -> dict[str, Any]:
    """A match of two people that has been played for a while by a server that has gone since."""
    with thread_server(file) as site:
        made = site.new_match("human", "human", **more)
        with site.follow(made["id"], made["token"]) as client:
            made["version"] = play(client, client.hello(), random.Random(5), answers)["version"]
    return made


def over(file: Path) -> dict[str, Any]:
    """One that its first player has given up."""
    with thread_server(file) as site:
        made = site.new_match("human", "human")
        with site.follow(made["id"], made["player_tokens"][0]) as client:
            client.hello()
            client.send({"type": "wish", "what": "resign", "say": "ask", "version": 0})
            while not client.read().get("over"):
                pass
    return made


def hello(site: Site, made: dict[str, Any]) -> dict[str, Any]:
    with site.follow(made["id"], made["token"]) as client:
        return client.hello()


def checked(file: Path) -> list[Checked]:
    async def found() -> list[Checked]:
        async with opened(database_at(file), is_server=False) as store:
            return [one async for one in check_matches(store)]

    return asyncio.run(found())


def test_a_stored_match_goes_on_when_a_card_was_added_and_an_unrelated_one_mended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = begun(tmp_path / "matches.sqlite", 20)
    added(monkeypatch, "cards", UNRELATED)
    mended(monkeypatch, "cards", UNRELATED, hp=40)
    with thread_server(tmp_path / "matches.sqlite") as site, site.follow(made["id"], made["token"]) as client:
        state = client.hello()
        assert state["version"] == made["version"]
        assert play(client, state, random.Random(6), 6)["version"] >= made["version"] + 6
    assert [one.wrong for one in checked(tmp_path / "matches.sqlite")] == [[]]


def test_a_match_that_uses_a_changed_card_names_it_and_is_kept_until_the_card_is_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "matches.sqlite"
    made = begun(file, 20)
    with monkeypatch.context() as later:
        mended(later, "cards", USED, types=(*catalogue().cards[USED].types, "fish"))
        told = {
            "en": f"version of the program: {USED} is not the card it was played with.",
            "fr": f"{USED} n'est pas la carte avec laquelle la partie a été jouée",
            "it": f"{USED} non è la carta con cui si è giocata la partita",
        }
        with thread_server(file) as site:
            for language, sentence in told.items():
                with site.follow(made["id"], made["token"], language) as client:
                    error = client.read()
                assert error["code"] == "cannot-resume" and sentence in error["message"], error
            assert site.ask(f"/api/matches/{made['id']}", token=made["token"])[0] == 409
        assert checked(file)[0].wrong == [f"{USED} is not the card it was played with"]
    with thread_server(file) as site:
        assert hello(site, made)["version"] == made["version"]


def test_answers_that_no_longer_fit_are_told_with_the_card_that_has_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = begun(tmp_path / "matches.sqlite", 20)
    mended(monkeypatch, "cards", USED, initiative=0)  # who goes first is another one
    with thread_server(tmp_path / "matches.sqlite") as site, site.follow(made["id"], made["token"]) as client:
        message = client.read()["message"]
    assert f": {USED} is not the card it was played with; " in message


def test_why_a_private_match_cannot_go_on_is_told_to_its_players_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = begun(tmp_path / "matches.sqlite", 4, access="private")
    mended(monkeypatch, "cards", USED, types=("fish",))
    with thread_server(tmp_path / "matches.sqlite") as site:
        place = f"/api/matches/{made['id']}"
        for path in ("", "/record", "/replay", "/tokens"):
            assert site.ask(place + path)[1]["code"] == "no-such-match"
            assert site.ask(place + path, token="x" * 32)[1]["code"] == "no-such-match"
            assert site.ask(place + path, token=made["token"])[1]["code"] == "cannot-resume"
        with site.follow(made["id"]) as client:
            assert client.read()["code"] == "no-such-match"


def test_another_revision_of_the_rules_stops_no_match_whose_answers_lead_where_they_led(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = begun(tmp_path / "matches.sqlite", 20)
    game = game_named("krosmaster")
    monkeypatch.setattr(type(game), "revision", game.revision + 1)
    with thread_server(tmp_path / "matches.sqlite") as site:
        assert hello(site, made)["version"] == made["version"]


def test_a_match_that_is_over_is_shown_with_a_changed_card_and_its_record_says_what_it_was_played_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = over(tmp_path / "matches.sqlite")
    mended(monkeypatch, "cards", USED, types=("fish",))
    with thread_server(tmp_path / "matches.sqlite") as site:
        status, replay = site.ask(f"/api/matches/{made['id']}/replay?lang=fr", token=made["token"])
        assert (status, replay["over"]) == (200, True)
        assert replay["changed"] == [f"{USED} n'est pas la carte avec laquelle la partie a été jouée"]
        _, text = site.ask(f"/api/matches/{made['id']}/record", token=made["token"])
    assert verify(parse_record(text), game_named("krosmaster")) == [f"{USED} is not the card it was played with"]


@pytest.mark.sqlite
def test_a_match_stored_before_it_was_known_what_it_uses_goes_on_by_its_answers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "matches.sqlite"
    made = begun(file, 20)
    connection = sqlite3.connect(file)
    assert json.loads(connection.execute("SELECT uses FROM matches").fetchone()[0])["card"][USED]
    connection.execute("UPDATE matches SET uses = ''")
    connection.commit()
    connection.close()
    mended(monkeypatch, "cards", USED, types=(*catalogue().cards[USED].types, "fish"))
    with thread_server(file) as site:
        assert hello(site, made)["version"] == made["version"]


def test_a_record_that_is_brought_names_the_card_that_has_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with thread_server(tmp_path / "matches.sqlite") as site:
        known = site.ask("/api/replays", RECORD.read_bytes())[1]
        assert site.ask(f"/api/replays/{known['id']}")[1]["changed"] == []
        header, *entries = RECORD.read_text(encoding="utf-8").splitlines()
        other = json.loads(header)
        other["uses"]["card"]["merkator"] = "0"
        text = "\n".join([json.dumps(other), *entries]).encode()
        told = site.ask("/api/replays?lang=it", text)[1]
        assert site.ask(f"/api/replays/{told['id']}?lang=it")[1]["changed"] == [
            "merkator non è la carta con cui si è giocata la partita"
        ]
        broken = "\n".join([json.dumps(other), entries[1], *entries]).encode()
        status, error = site.ask("/api/replays", broken)
        assert (status, error["code"]) == (400, "bad-record")
        assert "merkator is not the card it was played with; entry 1" in error["message"]
