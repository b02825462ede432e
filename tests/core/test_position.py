"""A position is printed, read and played in notation; a decision lists its lines."""

import pytest

from esquive.core.errors import InvariantError, NotationError
from esquive.core.games import game_named
from esquive.core.position import Position
from esquive.core.waiting import Decision, IllegalAnswer
from tests.core.tiny_game import GAME, Tiny
from tests.sentences import said

SETUPS = {
    "krosmaster": {
        "teams": [["oscar-kass", "bill-tell", "anna-tommy", "kassius-kaos"], ["goultard", "percedal", "evangelyne"]]
    },
    "kaos": {"table": "quarry", "hordes": ["two-gleams", "gravediggers"]},
}
ASKED = {"krosmaster": "p1 is asked for deployment", "kaos": "p1 is asked for will-figure"}


def first_of(name: str) -> Position:
    state: Position = game_named(name).new(SETUPS[name])
    return state


@pytest.mark.parametrize("name", SETUPS)
def test_printing_a_position_draws_it_and_its_name_is_short(name: str) -> None:
    state = first_of(name)
    assert str(state) == game_named(name).draw(state) and str(state).count("\n") > 15
    assert repr(state) == f"<{name}, turn 0: {ASKED[name]}>"
    assert not hasattr(state, "__dict__")


@pytest.mark.parametrize("name", SETUPS)
def test_a_decision_lists_its_lines_and_they_can_be_played(name: str) -> None:
    state = first_of(name)
    decision = state.waiting
    assert isinstance(decision, Decision)
    lines = list(decision)
    assert len(lines) == len(decision) == len(decision.options()) and decision.lines() == lines
    assert str(decision).splitlines()[0] == f"{ASKED[name]}: {len(lines)} answers"
    assert str(decision).splitlines()[1:] == [f"  {line}" for line in lines]
    assert lines[0] in decision and "nonsense" not in decision and decision.options()[0] in decision
    assert None not in decision and True not in decision
    other = state.waiting._state.copy()
    state.play(lines[0])
    other.apply(other.answer_of(lines[0]))
    assert state.waiting._state.to_data() == other.to_data()


def test_an_illegal_line_is_refused_with_its_clauses_and_changes_nothing() -> None:
    state = first_of("krosmaster")
    before = str(state)
    with pytest.raises(IllegalAnswer, match=r"1\.3\.9") as refused:
        state.play("deploy goultard b2")
    assert refused.value.refusal.clauses and said(state, refused.value.refusal) in str(refused.value)
    with pytest.raises(NotationError):
        state.play("nonsense")
    assert str(state) == before


def test_rolls_are_played_as_they_fall_and_only_as_they_can() -> None:
    game = game_named("krosmaster")
    state = first_of("krosmaster")
    while isinstance(state.waiting, Decision):
        state.play(state.waiting.lines()[0])
    roll = state.waiting
    assert repr(state).endswith(f"a roll is due: {roll.kind}>")
    line = state.line_of(roll.outcomes()[0][0])
    state.play(line)
    assert not roll.may_fall(roll.size) and roll.refusal(roll.size).kind == "roll"
    assert game.turn_of(state) >= 0


def test_a_game_that_is_over_takes_no_line() -> None:
    state = Tiny(1)
    state.apply(1)
    with pytest.raises(IllegalAnswer, match="The game is over") as refused:
        GAME.play(state, "take 1")
    assert refused.value.refusal.clauses == ("3",)


def test_answers_that_cannot_be_listed_are_proposed_and_judged() -> None:
    decision = Tiny(guesses=(-1, -1)).waiting
    assert isinstance(decision, Decision)
    assert [GAME.format(decision._state, answer) for answer in decision.proposals(2)] == ["guess 0", "guess 1"]
    assert 77 in decision and -1 not in decision
    with pytest.raises(InvariantError, match="cannot be listed"):
        len(decision)
