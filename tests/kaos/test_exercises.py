"""The first game of Kaos is played to its end by the engine, step by step, on the dice that it tells."""

import pytest

from esquive.core.dice import SeededDice, ToldDice
from esquive.core.exercises import LESSON, Exercise
from esquive.core.match import Match
from esquive.core.practice import Course, setup_of_practice
from esquive.hosting.practice import carry_on
from esquive.kaos.game import GAME
from esquive.kaos.releases.books import BOOKS

LESSONS = [one for one in GAME.exercises().values() if one.kind == LESSON]
OWN_ORDER = ["walk", "strike", "react", "back", "shoot", "search", "score"]


def begun(lesson: Exercise) -> tuple[Match, Course]:
    match = Match(GAME, setup_of_practice(lesson), ToldDice(lesson.dice, SeededDice("a lesson")))
    course = Course(GAME, lesson)
    course.follow(match.record.lines())
    return match, course


def test_the_first_game_walks_strikes_reacts_shoots_searches_and_scores() -> None:
    assert [one.id for one in LESSONS] == [f"kaos-{name}" for name in OWN_ORDER]


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda one: one.id)
def test_a_step_is_played_to_its_goal(lesson: Exercise) -> None:
    """By the first answer that each accepts, with every die it tells and every reply of the other side."""
    match, course = begun(lesson)
    while (step := course.now) is not None:
        lines = course.lines()
        assert lines, f"{step.text['en']!r} cannot be done"
        match.push(lines[0])
        carry_on(match, course)
        course.follow(match.record.lines())
    assert course.is_reached
    assert isinstance(match.dice, ToldDice)
    assert match.dice.used == len(lesson.dice)
    assert not {*lesson.replies} - {*match.record.lines()} - {"activate tholine", "pass"}


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda one: one.id)
def test_every_answer_a_step_takes_leads_to_the_goal(lesson: Exercise) -> None:
    """Nobody is led astray: whatever is proposed and accepted first reaches the goal."""
    _, course = begun(lesson)
    for line in course.lines():
        match, fresh = begun(lesson)
        match.push(line)
        carry_on(match, fresh)
        fresh.follow(match.record.lines())
        while (step := fresh.now) is not None:
            assert fresh.lines(), (line, step.text["en"])
            match.push(fresh.lines()[0])
            carry_on(match, fresh)
            fresh.follow(match.record.lines())
        assert fresh.is_reached, line


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda one: one.id)
def test_its_clauses_are_in_the_book(lesson: Exercise) -> None:
    for clause in [*lesson.clauses, *(step.clause for step in lesson.step)]:
        assert BOOKS[0].registry().is_known(clause), clause
