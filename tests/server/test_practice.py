"""Matches of practice: begun with an exercise, never listed, judged by the rules first and by the lesson second."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from esquive.core.games import game_named
from esquive.core.puzzle_codes import Puzzle, code_of_puzzle
from tests.server.serving import Follower, ServerProcess, Site, thread_server

pytestmark = pytest.mark.anywhere


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with thread_server(tmp_path / "matches.sqlite") as found:
        yield found


def begun(site: Site, exercise: str) -> dict[str, Any]:
    status, made = site.ask(f"/api/learn/{exercise}", {})
    assert status == 201, made
    return dict(made)


def answer(client: Follower, state: dict[str, Any], line: str) -> dict[str, Any]:
    return client.ask({"type": "answer", "version": state["version"], "do": line})


def test_lessons_and_puzzles_are_told_in_each_language(site: Site) -> None:
    told = {language: site.ask(f"/api/learn?lang={language}")[1] for language in ("en", "fr", "it")}
    assert [one["kind"] for one in told["en"]] == ["lesson"] * 8 + ["puzzle"] * 32
    for number, one in enumerate(told["en"]):
        assert len({told[language][number]["text"] for language in told}) == 3, one["id"]
    assert [one["kind"] for one in site.ask("/api/learn?game=kaos")[1]] == ["lesson"] * 7 + ["puzzle"] * 20


def test_a_match_of_practice_is_never_listed(site: Site) -> None:
    made = begun(site, "strike")
    assert made["access"] == "private"
    assert site.ask("/api/matches") == (200, [])
    assert site.ask(f"/api/matches/{made['id']}")[1]["code"] == "no-such-match"


def test_what_is_no_exercise_is_told(site: Site) -> None:
    status, error = site.ask("/api/learn/chess", {})
    assert (status, error["code"]) == (404, "no-such-exercise")
    assert "chess" in error["message"]


def test_nobody_brings_dice_of_his_own_to_a_match(site: Site) -> None:
    """A set-up that says it is practice is refused: its dice would be known."""
    players = [{"name": "Ann", "cards": []}, {"name": "Bob", "cards": []}]
    told = {"practice": {"exercise": "strike", "dice": ["critical"]}}
    status, error = site.ask("/api/matches", {"players": players, "setup": told})
    assert (status, error["code"]) == (400, "bad-request")
    assert "practice" in error["message"]


def test_the_rule_is_told_before_the_hint_and_the_hint_changes_nothing(site: Site) -> None:
    made = begun(site, "strike")
    with site.follow(made["id"], made["token"], "fr") as client:
        state = client.hello()
        assert state["practice"]["lines"] == ["cast con d3"]
        assert (state["practice"]["step"], state["practice"]["steps"]) == (0, 3)
        illegal = answer(client, state, "cast con a1")
        assert illegal["type"] == "refused" and illegal["refusal"]["kind"] != "practice"
        hint = answer(client, state, "end")
        assert hint["refusal"]["kind"] == "practice"
        assert hint["refusal"]["clauses"] == ["7.2.5.a"]
        assert "Arnaque" in hint["refusal"]["sentence"]
        assert client.hello()["version"] == state["version"]


def test_a_lesson_has_the_dice_it_tells_and_goes_on_after_a_restart(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path / "matches.sqlite")
    site = server.start()
    made = begun(site, "strike")
    with site.follow(made["id"], made["token"]) as client:
        state = answer(client, client.hello(), "cast con d3")
        assert state["practice"]["step"] == 1
    server.kill()
    site = server.start()
    with site.follow(made["id"], made["token"]) as client:
        state = client.hello()
        assert state["practice"]["step"] == 1
        healey = next(unit for unit in state["view"]["units"] if unit["id"] == "healey")
        assert healey["injuries"] == 2
        state = answer(client, state, "cast con d3")
        state = answer(client, state, "end")
        assert state["practice"]["reached"] and state["practice"]["over"]
    server.kill()


def test_a_match_of_any_other_kind_has_no_practice(site: Site) -> None:
    made = site.new_match()
    with site.follow(made["id"], made["token"]) as client:
        assert client.hello()["practice"] is None


def test_a_try_is_weighed_once_it_is_over(site: Site) -> None:
    made = begun(site, "close-in")
    place = f"/api/matches/{made['id']}/try"
    with site.follow(made["id"], made["token"]) as client:
        state = client.hello()
        assert site.ask(place, token=made["token"])[1]["code"] == "not-over"
        assert answer(client, state, "end")["practice"]["over"]
    found = site.ask(place, token=made["token"])
    told = {"chance": 0.0, "best": 80.6, "least": 80, "solved": False, "reached": False, "over": True}
    assert found[0] == 200 and told.items() <= found[1].items()
    assert found[1]["lost"] == {"text": "End the turn", "better": "Move to b2", "before": 80.6, "after": 0.0}
    assert site.ask(place)[1]["code"] == "no-such-match"


def test_help_comes_in_steps_in_each_language_before_the_try_is_over(site: Site) -> None:
    made = begun(site, "close-in")
    place = f"/api/matches/{made['id']}/try"
    one, two, all_ = (site.ask(f"{place}?help={step}", token=made["token"])[1]["help"] for step in (1, 2, 3))
    assert "Look at distances" in one["look"] and (one["first"], one["line"], one["do"]) == ("", [], "")
    assert (two["first"], two["do"], two["line"], two["chance"]) == ("Move to b2", "move b2", [], 80.6)
    assert [step["text"] for step in all_["line"] if step["own"]] == ["Move to b2", "Con on c2"]
    assert all_["line"][-1]["chance"] == 100.0
    french = site.ask(f"{place}?help=2&lang=fr", token=made["token"])[1]["help"]
    assert french["look"].startswith("Regardez les distances")
    assert site.ask(f"{place}?help=3")[1]["code"] == "no-such-match"


def test_help_goes_on_from_where_the_try_has_come_to(site: Site) -> None:
    made = begun(site, "unlocked")
    place = f"/api/matches/{made['id']}/try?help=3"
    with site.follow(made["id"], made["token"]) as client:
        state = client.hello()
        for _ in range(3):
            state = answer(client, state, site.ask(place, token=made["token"])[1]["help"]["do"])
        assert state["practice"]["reached"]
    assert site.ask(place, token=made["token"])[1]["solved"]


def test_a_lesson_is_no_try(site: Site) -> None:
    made = begun(site, "strike")
    assert site.ask(f"/api/matches/{made['id']}/try", token=made["token"])[1]["code"] == "no-such-exercise"


def test_a_puzzle_of_ones_own_is_played_and_weighed_by_its_code(site: Site) -> None:
    exercise = game_named("krosmaster").exercises()["close-in"]
    made = begun(site, code_of_puzzle(Puzzle(exercise.document, exercise.goal, 80, "Closer")))
    with site.follow(made["id"], made["token"]) as client:
        state = client.hello()
        told = state["practice"]
        assert (told["title"], told["kind"]) == ("Closer", "puzzle")
        assert told["text"] == "KO Lil Healey this turn, at 80 % or better."
        assert answer(client, state, "end")["practice"]["over"]
    found = site.ask(f"/api/matches/{made['id']}/try", token=made["token"])[1]
    assert (found["best"], found["least"], found["solved"]) == (80.6, 80, False)


def test_a_code_that_makes_no_puzzle_is_told(site: Site) -> None:
    exercise = game_named("krosmaster").exercises()["close-in"]
    code = code_of_puzzle(Puzzle(exercise.document, {"unit.nobody.ko": True}, 80))
    for spoilt, told in ((code, "nobody"), (f"{code[:-4]}AAAA", "cut short or changed")):
        status, error = site.ask(f"/api/learn/{spoilt}", {})
        assert (status, error["code"]) == (400, "bad-question") and told in error["message"]
