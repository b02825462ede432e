"""The names of players are what they look like, wherever they enter."""

import json
from pathlib import Path
from typing import Any

import pytest

from esquive.hosting.player_names import LONGEST, check_apart, cleaned, told_apart
from esquive.hosting.protocol import ProtocolError
from tests.server.serving import BROTHERHOOD, FIRST_BOX, Site, thread_server

pytestmark = pytest.mark.anywhere

REFUSED = [
    ("\u0000", "name-unseen"),
    ("Ann\u0000", "name-unseen"),
    ("A\u0007nn", "name-unseen"),
    ("Ann\n", "name-unseen"),
    ("\u202eadmin", "name-unseen"),
    ("Ann\u2066Bob\u2069", "name-unseen"),
    ("\u200b", "name-unseen"),
    ("An\u200bn", "name-unseen"),
    ("Ann\ufeff", "name-unseen"),
    ("An\u200dn", "name-unseen"),
    ("\u3164", "name-unseen"),
    ("\u2800\u2800", "name-unseen"),
    ("Z\u0301\u0301\u0301\u0301algo", "name-unseen"),
    ("\ue000", "name-unseen"),
    (" ", "name-blank"),
    ("\u00a0\u3000", "name-blank"),
    ("\u1e14" * 40, ""),
]


@pytest.mark.parametrize(("name", "code"), REFUSED)
def test_what_nobody_sees_makes_no_name(name: str, code: str) -> None:
    if not code:
        assert cleaned(name) == name
        return
    with pytest.raises(ProtocolError) as raised:
        cleaned(name)
    assert raised.value.code == code


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("  Ann   of  Amakna ", "Ann of Amakna"),
        ("Zoe\u0308", "Zo\u00eb"),
        ("l'Étoile-du-Nord 7!", "l'Étoile-du-Nord 7!"),
        ("Мария", "Мария"),
        ("あかり", "あかり"),
        ("نور", "نور"),
        ("\U0001f469\u200d\U0001f680", "\U0001f469\u200d\U0001f680"),
    ],
)
def test_a_name_that_can_be_read_is_kept_in_one_form(name: str, kept: str) -> None:
    assert cleaned(name) == kept


@pytest.mark.parametrize("other", ["Ann", "ANN", "ａｎｎ", "a n n", "𝐀nn"])
def test_two_persons_may_not_have_names_that_read_the_same(other: str) -> None:
    with pytest.raises(ProtocolError) as raised:
        check_apart(["Ann", other])
    assert (raised.value.code, raised.value.status) == ("name-taken", 409)
    with pytest.raises(ProtocolError):
        check_apart([other], ["Ann"])
    check_apart(["Ann", "Anna"], ["Bot", "Bot"])


LOOK_ALIKE = [
    ("Ann", "\u0410nn"),  # a Cyrillic A
    ("ann", "\u0430nn"),
    ("Nora", "N\u043era"),
    ("Zoe", "Zoé"),
    ("Bob", "B0b"),
    ("Alice", "AIice"),  # a capital I
    ("Lili", "1ili"),
    ("Mario", "\u041c\u0430\u0433\u0456o"),
    ("Omar", "Ornar"),
    ("Мария", "M\u0430pи\u044f"),
    ("\u0391\u03b8\u03b7\u03bd\u03ac", "A\u03b8\u03b7\u03bd\u03b1"),
    ("Søren", "Soren"),
]


@pytest.mark.parametrize(("first", "second"), LOOK_ALIKE)
def test_names_that_look_alike_are_told_apart_by_a_number(first: str, second: str) -> None:
    assert check_apart([first, second]) == [first, f"{second} (2)"]
    assert check_apart([second, first]) == [second, f"{first} (2)"]
    assert check_apart([second], [first]) == [f"{second} (2)"]
    assert told_apart(second, ["Moe", first]) == (f"{second} (2)", first)


def test_names_that_do_not_look_alike_stay_as_they_are() -> None:
    names = [
        "Ann",
        "Anna",
        "Bob",
        "Zoe",
        "Moe",
        "Max",
        "Lin",
        "Nil",
        "Мария",
        "Дарья",
        "あかり",
        "نور",
        "Player 1",
        "Player 2",
    ]
    assert check_apart(names) == names
    assert told_apart("Ann", ["Bob"]) == ("Ann", "")


def test_of_three_that_look_alike_each_has_its_own_number_within_the_longest_name() -> None:
    assert check_apart(["Zoe", "Zoé", "Zoè"]) == ["Zoe", "Zoé (2)", "Zoè (3)"]
    assert check_apart(["Zoe", "Zoé (2)", "Zoè"]) == ["Zoe", "Zoé (2)", "Zoè (3)"]
    long = "Zo" + "e" * (LONGEST - 2)
    found = check_apart([long, long[:-1] + "é"])[1]
    assert found == long[:-4] + " (2)" and len(found) == LONGEST


def match(first: str, second: str, agent: str = "human") -> dict[str, Any]:
    return {"players": [{"name": first, "cards": FIRST_BOX}, {"name": second, "cards": BROTHERHOOD, "agent": agent}]}


def test_names_are_looked_at_wherever_they_enter(tmp_path: Path) -> None:
    with thread_server(tmp_path / "matches.sqlite") as site:

        def code(path: str, body: Any) -> tuple[int, str]:
            status, told = site.ask(path, body)
            return status, told.get("code", "")

        assert code("/api/matches", match("Ann", "\u202eBob")) == (400, "name-unseen")
        assert code("/api/matches", match("Ann", "ann")) == (409, "name-taken")
        assert code("/api/matches", match("Ann", "x" * 41)) == (400, "bad-request")
        text = json.dumps(match("Ann", "Bob")).replace("Bob", "\\ud800").encode()
        assert code("/api/matches", text)[0] == 400
        status, made = site.ask("/api/matches", match("  Ann ", "Ann", "open"))  # an open seat is nobody yet
        assert status == 201
        place = f"/api/matches/{made['id']}/seats"
        assert code(place, {"name": "ＡＮＮ"}) == (409, "name-taken")
        assert code(place, {"name": "\u0000"}) == (400, "name-unseen")
        assert code(place, {"name": " Bob "}) == (201, "")
        assert names(site, made) == ["Ann", "Bob"]


def test_whoever_joins_with_a_name_that_looks_like_anothers_is_called_otherwise_and_told(tmp_path: Path) -> None:
    with thread_server(tmp_path / "matches.sqlite") as site:
        made = site.ask("/api/matches", match("Zoe", "guest", "open"))[1]
        taken = site.ask(f"/api/matches/{made['id']}/seats", {"name": "Z0é"}, "E" * 43)[1]
        assert (taken["name"], taken["like"]) == ("Z0é (2)", "Zoe")
        with site.follow(made["id"], taken["token"]) as client:
            state = client.hello()
        assert sorted(player["name"] for player in state["players"]) == ["Z0é (2)", "Zoe"]
        assert site.ask("/api/me", token="E" * 43)[1]["name"] == "Z0é"  # elsewhere he is who he is
        players = [{"name": "Zoe", "cards": FIRST_BOX}, {"name": "guest", "cards": [], "agent": "open"}]
        table = site.ask("/api/gatherings", {"match": {"players": players}})[1]
        wanted = {"invitation": table["invitation"], "name": "Z0e", "cards": BROTHERHOOD}
        seated = site.ask(f"/api/gatherings/{table['id']}/seats", wanted)[1]
        assert (seated["begun"], seated["name"], seated["like"]) == (True, "Z0e (2)", "Zoe")
        with site.follow(table["id"], seated["token"]) as client:
            assert sorted(player["name"] for player in client.hello()["players"]) == ["Z0e (2)", "Zoe"]
        made = site.ask("/api/matches", match("Zoe", "guest", "open"))[1]
        taken = site.ask(f"/api/matches/{made['id']}/seats", {"name": " Moe  "})[1]
        assert (taken["name"], taken["like"]) == ("Moe", "")


def names(site: Site, made: dict[str, Any]) -> list[str]:
    with site.follow(made["id"]) as client:
        return sorted(player["name"] for player in client.hello()["players"])
