"""Examples of where two releases differ: they are played, and what is told and drawn of them follows from that."""

import re
from pathlib import Path
from typing import Final
from xml.etree import ElementTree

import pytest

from esquive.core.errors import DocumentError
from esquive.core.examples import Example, position_of, read_example, shown
from esquive.core.games import game_named
from esquive.core.messages import LANGUAGES
from esquive.core.scenario import (
    before_the_last,
    parse_scenario,
    parse_steps,
    play_step,
    read_scenario,
    run_scenario,
)
from esquive.core.shapes import Course, RulesDifference

GAME = game_named("krosmaster")
FILES = sorted(set(GAME.examples().values()))
# Differences that play otherwise and cannot be shown, by their first clause of 2.2, each with its reason: none.
NOT_SHOWN: Final[dict[str, str]] = {}
TEXT, DESC = "{http://www.w3.org/2000/svg}text", "{http://www.w3.org/2000/svg}desc"


def differences() -> list[RulesDifference]:
    return [one for chapter in GAME.compare("2.2", "2.7").chapters for one in chapter.differences]


def named(path: Path) -> str:
    """A clause by which the example of a file is asked for."""
    return next(clause for clause, found in GAME.examples().items() if found == path)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_an_example_plays_as_it_says_and_otherwise_under_the_other_release(path: Path) -> None:
    """Its own expectations hold, and what is told of the two releases is not the same."""
    example = read_example(path)
    assert failures(example) == []
    found = shown(GAME, named(path), "2.2", "2.7")
    if found.comparison is not None:
        assert not found.comparison.same
        assert 1 <= len(found.comparison.rules) <= 3
        told = [verdict.release for verdict in found.comparison.verdicts]
    else:
        one, other = found.courses
        assert what_comes(one) != what_comes(other)
        told = [one.release, other.release]
    assert told == ["2.2", "2.7"]
    if example.shows != "set-up":
        ElementTree.fromstring(found.svg)


def failures(example: Example) -> list[str]:
    """What does not come as the file says; a set-up is begun, and its last step says how."""
    if example.shows != "set-up":
        return run_scenario(example.scenario, game_named).failures
    (step,) = example.scenario.steps
    state = GAME.new(example.scenario.document)
    assert step.expect
    return [path for path, wanted in step.expect.items() if GAME.read(state, path) != wanted]


def what_comes(course: Course) -> tuple[object, ...]:
    """What a course came to, without the numbers of clauses: those differ anyway."""
    log = [re.sub(r" ?\[[\d.a-z]+\]", "", one.text) for one in course.log]
    return log, [one.text for one in course.refused], course.known, course.ends, course.asked


def test_every_difference_that_plays_otherwise_has_an_example_or_a_reason() -> None:
    missing = {one.says[0].clauses[0] for one in differences() if not one.alike and not one.example}
    assert missing == set(NOT_SHOWN)
    assert all(NOT_SHOWN.values())


def test_every_example_is_of_a_difference_that_plays_otherwise() -> None:
    """Each file is shown beside a difference, and none beside one that plays alike."""
    assert {GAME.examples()[one.example] for one in differences() if one.example} == set(FILES)
    assert not [one for one in differences() if one.alike and one.example]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_an_example_says_what_to_look_at_in_every_language(path: Path) -> None:
    """And the pieces that are made for it have names in all of them."""
    example = read_example(path)
    assert len(set(example.look.values())) == len(LANGUAGES)
    made = [part for key in ("card", "summon", "reward") for part in example.scenario.document.get(key, [])]
    parts = [*made, *(spell for part in made for spell in part.get("spell", []))]
    assert [part["id"] for part in parts if set(part["name"]) != set(LANGUAGES)] == []


def test_a_course_tells_what_happens_and_how_it_stands_in_the_end() -> None:
    """AP gained at the start of the turn are there after the gauge has filled, or before."""
    one, other = shown(GAME, "503.1", "2.2", "2.7").courses
    assert [one.ends, other.ends] == [["Drummer: 10 AP"], ["Drummer: 13 AP"]]
    assert ["503.1"] in [said.clauses for said in one.log]


def test_a_course_ends_where_something_is_refused_or_unknown() -> None:
    blind, seeing = shown(GAME, "307.13a", "2.2", "2.7").courses
    assert "307.13a" in blind.refused[0].clauses
    assert not seeing.refused
    without = shown(GAME, "313.6a", "2.7", "2.2").courses[0]
    assert (without.release, without.known, without.log) == ("2.7", False, [])


def test_a_set_up_says_which_rule_a_team_breaks_and_what_is_waited_for() -> None:
    one, other = shown(GAME, "101.1a", "2.2", "2.7").courses
    assert (one.refused, other.refused[0].clauses) == ([], ("1.1.1.a",))
    tie = shown(GAME, "103.1", "2.2", "2.7")
    assert [course.asked for course in tie.courses] == ["a roll: first player", "deployment"]
    assert (tie.svg, position_of(GAME, "103.1")) == ("", None)


def test_what_an_example_begins_with_can_be_drawn() -> None:
    assert "anna, 0/12 injuries" in GAME.draw(position_of(GAME, "310.2c"))
    assert "drummer, 0/10 injuries" in GAME.draw(position_of(GAME, "503.1"))


def test_dice_that_a_release_does_not_roll_are_a_fault_of_the_file() -> None:
    example = read_example(GAME.examples()["402.1"])
    state = GAME.from_document(example.under("2.7")[0])
    with pytest.raises(DocumentError, match="list what is rolled and answered under each release"):
        play_step(state, parse_steps([{"dice": ["lock", "dodge", "lock"]}], "double.toml", [])[0], GAME, "double.toml")


def test_an_example_needs_its_sentence_in_every_language() -> None:
    scenario = read_scenario(FILES[0])
    del scenario.document["look"]["fr"]
    with pytest.raises(DocumentError, match="look has fr, it"):
        Example(scenario)


def test_the_picture_shows_what_each_release_makes_of_the_board() -> None:
    """A cube that is attracted in 2.2 and stays in 2.7: the board before, and one for each release."""
    example = shown(GAME, "313.6c", "2.2", "2.7")
    written = [element.text for element in ElementTree.fromstring(example.svg).iter(TEXT)]
    assert [text for text in written if text in ("2.2", "2.7")] == ["2.2", "2.7"]
    assert "Ice Cube" in written


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_example_is_told_in_the_readers_language(language: str) -> None:
    """The description too, for those who do not see the drawing."""
    ice = {"en": "Ice Cube", "fr": "Cube de glace", "it": "Cubetto di Ghiaccio"}[language]
    told = {"en": f"{ice} on c1", "fr": f"{ice} en c1", "it": f"{ice} in c1"}[language]
    example = shown(GAME, "313.6c", "2.2", "2.7", language)
    assert ice in [element.text for element in ElementTree.fromstring(example.svg).iter(TEXT)]
    assert example.told
    assert told in (ElementTree.fromstring(example.svg).findtext(DESC) or "")


def test_a_clause_without_an_example_is_told_with_the_nearest() -> None:
    with pytest.raises(DocumentError, match=r"no example shows '310\.2z'"):
        shown(GAME, "310.2z", "2.2", "2.7")


def test_an_example_needs_a_line_to_be_judged() -> None:
    text = GAME.examples()["310.2c"].read_text(encoding="utf-8").partition("[[step]]")[0]
    text = "".join(line for line in text.splitlines(keepends=True) if not line.startswith("look."))
    scenario = parse_scenario(f"{text}[[step]]\nexpect = {{ wild_gg = 1 }}\n")
    with pytest.raises(DocumentError, match="the last step has no line"):
        before_the_last(scenario, GAME)
