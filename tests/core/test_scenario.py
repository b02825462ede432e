"""Scenario files: strict reading, strict dice, and failures that say where."""

from pathlib import Path

import pytest

from esquive.core.errors import DocumentError
from esquive.core.game import Game
from esquive.core.scenario import Result, parse_scenario, run_file, run_scenario
from tests.core.tiny_game import TinyGame

HEAD = 'title = "Stones are taken"\nclauses = ["1"]\ngame = "tiny"\nstones = 4\n'


def game_named(name: str) -> Game:
    if name != "tiny":
        raise DocumentError(f"unknown game {name!r}", "game", "games: tiny")
    return TinyGame()


def run(steps: str, head: str = HEAD) -> Result:
    return run_scenario(parse_scenario(head + steps, "s.toml"), game_named)


def test_a_step_plays_its_line_with_its_dice_and_checks_what_it_expects() -> None:
    result = run(
        """
        [[step]]
        expect = { "stones" = 4, "is_rolling" = false, "winner" = "none" }
        [[step]]
        do = "take 2"
        dice = ["stone"]
        expect = { "stones" = { min = 3, max = 3 }, "turn" = 2 }
        events = ["taken", "added"]
        """
    )
    assert result.failures == []
    assert result.to_data() == {"file": "s.toml", "title": "Stones are taken", "passed": True, "failures": []}


def test_answers_go_to_the_decisions_after_the_line_in_order() -> None:
    steps = '[[step]]\ndo = "take 1"\ndice = ["nothing", "nothing"]\nanswers = ["take 2"]\nexpect = { "stones" = 1 }\n'
    assert run(steps).failures == []


def test_a_refused_line_must_be_refused_by_the_clause_or_a_part_of_it() -> None:
    """Any condition that fails may be meant: nine are more than two, and more than there are."""
    step = '[[step]]\ndo = "take {number}"\nrefused = "{clause}"\n'
    assert run(step.format(number=9, clause="1") + 'expect = { "stones" = 4 }').failures == []
    assert run(step.format(number=9, clause="1.a")).failures == []
    assert "refused, but not by 1.a" in run(step.format(number=3, clause="1.a")).failures[0]
    one_stone = HEAD.replace("stones = 4", "stones = 1")
    assert run(step.format(number=2, clause="1.a"), one_stone).failures == []
    assert run(step.format(number=2, clause="1"), one_stone).failures == []
    assert "refused, but not by 2" in run(step.format(number=9, clause="2")).failures[0]
    assert "is legal; it should be refused" in run(step.format(number=1, clause="1")).failures[0]


@pytest.mark.parametrize(
    ("steps", "failure"),
    [
        ('[[step]]\nexpect = { "stones" = 5 }', "s.toml:6: step 1: expected stones = 5, found 4"),
        ('[[step]]\nexpect = { "stones" = { min = 5 } }', "expected stones { min = 5 }, found 4"),
        ('[[step]]\nexpect = { "is_rolling" = 0 }', "expected is_rolling = 0, found false"),
        ('[[step]]\ndo = "take 9"', "'take 9' is refused at the take decision: One or two stones are taken. [1]"),
        ('[[step]]\ndo = "take 1"\ndice = ["nothing"]\nevents = ["added"]', "no event 'added'"),
        ('[[step]]\ndo = "take 1"\ndice = ["stone"]\nevents = ["added", "taken"]', "no event 'taken' after 'added'"),
    ],
)
def test_what_went_otherwise_is_a_failure_and_no_fault_of_the_file(steps: str, failure: str) -> None:
    result = run(steps)
    assert failure in result.failures[0]
    assert result.fault is None


@pytest.mark.parametrize(
    ("steps", "fault"),
    [
        ('[[step]]\ndo = "take 1"\ndice = ["nothing", "stone"]', "s.toml:7: step 1: dice nobody rolled: stone"),
        ('[[step]]\ndo = "take 1"', "the stone roll needs 1 die and none is left"),
        ('[[step]]\ndo = "take 1"\ndice = ["seven"]', "'seven' is no face"),
        (
            '[[step]]\ndo = "take 2"\ndice = ["nothing"]\nanswers = ["take 2", "take 1"]',
            "answers nobody asked for: take 1",
        ),
        ('[[step]]\ndo = "jump"', "'jump' is no answer"),
        ('[[step]]\nexpect = { "stone" = 1 }', "unknown path 'stone'"),
        ('[[step]]\ndo = "take 1"\ndice = ["stone"]\nevents = ["added", "lost"]', "unknown event 'lost'"),
    ],
)
def test_what_the_file_does_wrong_is_a_fault_with_its_line(steps: str, fault: str) -> None:
    result = run(steps)
    assert result.fault is not None
    assert fault in result.fault
    assert not result.passed


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("title = ", "s.toml:1: is not TOML"),
        ('game = "tiny"', "has no title"),
        ('title = "x"', "has no step"),
        (HEAD + '[[step]]\ndos = "take 1"', "s.toml:6: step 1: unknown key 'dos'"),
        (HEAD + "[[step]]\n", "the step is empty"),
        (HEAD + '[[step]]\nrefused = "1"', "refused without do"),
        (HEAD + '[[step]]\ndo = "take 9"\nrefused = "1"\ndice = ["stone"]', "a refused line cannot have dice"),
        (HEAD + "[[step]]\ndice = [1.5]", "dice must be a list of faces"),
        (HEAD + '[[step]]\nanswers = "take 1"', "answers must be a list of texts"),
        ('title = "x"\nclauses = "1"', "clauses must be a list"),
    ],
)
def test_a_file_that_says_something_else_is_refused_with_the_fix(text: str, message: str) -> None:
    with pytest.raises(DocumentError, match=message.replace("[", r"\[")) as caught:
        parse_scenario(text, "s.toml")
    assert caught.value.fix


def test_an_unknown_game_or_key_of_the_position_is_a_fault() -> None:
    step = '[[step]]\nexpect = { "stones" = 4 }'
    assert "unknown game 'chess'" in str(run(step, HEAD.replace("tiny", "chess")).fault)
    assert "unknown key 'stoned'" in str(run(step, HEAD + "stoned = 1\n").fault)


def test_a_file_that_cannot_be_read_is_a_fault(tmp_path: Path) -> None:
    result = run_file(tmp_path / "none.toml", game_named)
    assert "cannot be read" in str(result.fault)
    assert (result.title, result.passed) == ("", False)
