"""What a client may send, and how everything else is answered: one error, and nothing else disturbed."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.given_time import LONGEST_WAIT
from tests.server.serving import BROTHERHOOD, FIRST_BOX, Site, thread_server

pytestmark = pytest.mark.anywhere


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with thread_server(tmp_path_factory.mktemp("server") / "matches.sqlite") as found:
        yield found


BAD_MESSAGES = [
    ("nonsense", "not-json"),
    ('{"type":"hello"', "not-json"),
    (b"\xff\xfe\x00", "not-json"),
    ("[" * 5000, "bad-message"),
    ("[]", "bad-message"),
    ('{"type":"hello"}', "bad-message"),
    ('{"type":"hello","version":-1}', "bad-message"),
    ('{"type":"hello","version":"0"}', "bad-message"),
    ('{"type":"hello","version":0,"extra":1}', "bad-message"),
    ('{"type":"cheat"}', "bad-message"),
    ('{"type":"answer","version":0}', "bad-message"),
    ('{"type":"answer","version":0,"do":""}', "bad-message"),
    ('{"type":"answer","version":0,"do":"' + "x" * 301 + '"}', "bad-message"),
    ('{"type":"why"}', "bad-message"),
]


@pytest.mark.parametrize(("text", "code"), BAD_MESSAGES)
def test_a_bad_message_gets_one_error_and_disturbs_nothing(site: Site, text: str | bytes, code: str) -> None:
    made = site.new_match()
    with site.follow(made["id"], made["token"]) as client, site.follow(made["id"]) as watcher:
        before = client.until_asked(client.hello())
        watcher.hello()
        error = client.ask(text)
        assert (error["type"], error["code"]) == ("error", code)
        assert error["message"] and error["fix"]
        after = client.hello()
        assert (after["version"], after["decision"]) == (before["version"], before["decision"])
        assert watcher.hello()["type"] == "state"


def test_an_answer_to_an_old_version_is_told_so(site: Site) -> None:
    made = site.new_match("human", "human")
    with site.follow(made["id"], made["token"]) as client:
        state = client.hello()
        line = state["decision"]["options"][0]["do"]
        assert client.ask({"type": "answer", "version": state["version"], "do": line})["type"] == "state"
        again = client.ask({"type": "answer", "version": state["version"], "do": line})
        assert (again["type"], again["code"]) == ("error", "stale-version")


def test_an_illegal_answer_is_refused_with_its_clause(site: Site) -> None:
    """A figure is deployed on a set-up cell only [KA 1.3.9]."""
    made = site.new_match("human", "human")
    with site.follow(made["id"], made["token"], "fr") as client:
        state = client.hello()
        unit = state["decision"]["options"][0]["unit"]
        refused = client.ask({"type": "answer", "version": state["version"], "do": f"deploy {unit} f6"})
        assert (refused["type"], refused["do"]) == ("refused", f"deploy {unit} f6")
        assert refused["refusal"]["clauses"] == ["1.3.9"]
        assert refused["refusal"]["sentence"].startswith("La case f6 doit être une case Déploiement")
        assert client.hello()["version"] == state["version"]


def test_a_line_that_is_no_answer_is_told_what_would_be_one(site: Site) -> None:
    made = site.new_match("human", "human")
    with site.follow(made["id"], made["token"]) as client:
        state = client.hello()
        error = client.ask({"type": "answer", "version": state["version"], "do": "deplay oscar-kass a1"})
        assert error["code"] == "bad-line"
        assert "did you mean 'deploy'?" in error["message"]
        assert client.ask({"type": "why", "do": "move z9"})["code"] == "bad-line"


def test_who_watches_decides_nothing(site: Site) -> None:
    made = site.new_match("human", "human")
    with site.follow(made["id"]) as watcher, site.follow(made["id"], made["token"]) as client:
        state = watcher.hello()
        assert (state["decision"], state["view"]["viewer"]) == (None, "none")
        line = client.hello()["decision"]["options"][0]["do"]
        for message in ({"type": "answer", "version": state["version"], "do": line}, {"type": "why", "do": line}):
            assert watcher.ask(message)["code"] == "not-your-decision"


def test_a_wrong_token_and_an_unknown_match_are_told_and_closed(site: Site) -> None:
    made = site.new_match()
    with site.follow(made["id"], "wrong") as client:
        assert client.read()["code"] == "bad-token"
    with site.follow("none", "") as client:
        assert client.read()["code"] == "no-such-match"
    assert site.ask("/api/matches/none")[0] == 404
    assert site.ask(f"/api/matches/{made['id']}", token="wrong")[1]["code"] == "bad-token"


def test_why_lists_every_condition_of_a_line(site: Site) -> None:
    made = site.new_match("human", "human")
    with site.follow(made["id"], made["token"]) as client:
        option = client.hello()["decision"]["options"][0]
        why = client.ask({"type": "why", "do": option["do"]})
        assert (why["type"], why["do"], why["legal"]) == ("why", option["do"], True)
        assert all(condition["holds"] and condition["clauses"] for condition in why["conditions"])
        assert (why["odds"], why["odds_note"].startswith("No dice are rolled")) == (None, True)
        why = client.ask({"type": "why", "do": f"deploy {option['unit']} f6"})
        assert [c["holds"] for c in why["conditions"]].count(False) == 1


BAD_REQUESTS = [
    (b"nonsense", 400, "bad-request"),
    ({}, 400, "bad-request"),
    ({"players": []}, 400, "bad-request"),
    (
        {"players": [{"name": "A", "cards": FIRST_BOX, "agent": "cheat"}, {"name": "B", "cards": BROTHERHOOD}]},
        400,
        "bad-request",
    ),
    ({"players": [{"name": "A", "cards": ["oskar"]}, {"name": "B", "cards": BROTHERHOOD}]}, 400, "bad-request"),
    ({"players": [{"name": "A", "cards": FIRST_BOX[:2]}, {"name": "B", "cards": BROTHERHOOD}]}, 400, "illegal-team"),
    (
        {"players": [{"name": "A", "cards": FIRST_BOX}, {"name": "B", "cards": BROTHERHOOD}], "arena": "moon"},
        400,
        "bad-request",
    ),
    (
        {
            "players": [{"name": "A", "cards": FIRST_BOX}, {"name": "B", "cards": BROTHERHOOD}],
            "options": {"luck": "mine"},
        },
        400,
        "bad-request",
    ),
    (
        {"players": [{"name": "A", "cards": FIRST_BOX}, {"name": "B", "cards": BROTHERHOOD}], "commitment": "00"},
        400,
        "no-such-dice",
    ),
]


@pytest.mark.parametrize(("body", "status", "code"), BAD_REQUESTS)
def test_a_match_that_cannot_be_is_refused_and_not_kept(site: Site, body: object, status: int, code: str) -> None:
    before = len(site.ask("/api/matches")[1])
    got, told = site.ask("/api/matches", body)
    assert (got, told["code"]) == (status, code)
    assert set(told) == {"code", "message", "fix"}
    assert len(site.ask("/api/matches")[1]) == before


def test_the_judge_of_teams_names_every_clause(site: Site) -> None:
    """3 to 8 Krosmasters whose levels add up to 12 [KA 1.1.1.a] [KA 1.1.1.b]."""
    assert site.ask("/api/teams/check", {"cards": FIRST_BOX})[1] == {"legal": True, "violations": [], "advice": []}
    verdict = site.ask("/api/teams/check?lang=it", {"cards": ["oscar-kass"], "format": "constructed"})[1]
    assert [one["clause"] for one in verdict["violations"]] == ["1.1.1.a", "1.1.1.b"]
    assert verdict["violations"][0]["sentence"].startswith("Una squadra ha da 3 a 8 Krosmaster")


def test_a_clause_has_a_page(site: Site) -> None:
    status, page = site.ask("/api/clauses/1.3.9")
    assert status == 200 and page["clause"] == "1.3.9"
    assert any("book/setup.py" in place for place in page["code"])
    assert site.ask("/api/clauses/R12")[1]["kind"] == "ruling"
    status, told = site.ask("/api/clauses/99.9")
    assert (status, told["code"]) == (404, "no-such-clause")


def test_the_catalogue_speaks_three_languages(site: Site) -> None:
    names = [site.ask(f"/api/catalogue?lang={lang}")[1]["rewards"][0]["name"] for lang in ("en", "fr", "it")]
    assert len(set(names)) == 3
    assert site.ask("/api/catalogue?lang=xx")[1]["rewards"][0]["name"] == names[0]


def test_an_unknown_address_is_told_in_the_same_form(site: Site) -> None:
    status, told = site.ask("/api/nothing")
    assert (status, told["code"]) == (404, "no-such-address")


def test_without_a_built_client_a_page_says_how_to_get_it(tmp_path: Path) -> None:
    with thread_server(tmp_path / "matches.sqlite", static=tmp_path / "none") as bare:
        status, page = bare.ask("/")
        assert status == 200 and "make play" in page
        assert bare.ask("/api/matches") == (200, [])


def test_messages_are_json_objects(site: Site) -> None:
    """Every message a client gets is one JSON object with a type."""
    made = site.new_match("random", "random")
    with site.follow(made["id"]) as watcher:
        watcher.send({"type": "hello", "version": 0})
        texts = [str(watcher.socket.recv(timeout=LONGEST_WAIT)) for _ in range(5)]
    assert all(json.loads(text)["type"] == "state" for text in texts)
