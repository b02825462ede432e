"""Matches of practice: what a room says of the exercise played in it. Which games have any, only their doors know."""

from typing import Any

from esquive.core.errors import EsquiveError
from esquive.core.exercises import Exercise
from esquive.core.game import Game
from esquive.core.match import Match
from esquive.core.messages import messages
from esquive.core.practice import PRACTICE, Course
from esquive.core.puzzle_codes import exercise_named
from esquive.core.shapes import ExerciseLine, Practice, Refused
from esquive.core.waiting import Decision
from esquive.hosting.protocol import ProtocolError
from esquive.hosting.puzzle_solvers import reply_of
from esquive.hosting.resumption import take_forced

WRONG_WAY = "practice"  # the kind of a refusal by the lesson, not by a rule


def is_practice(setup: dict[str, Any]) -> bool:
    """Whether a match was begun to practise."""
    return PRACTICE in setup


def exercise_lines(game: Game, language: str) -> list[ExerciseLine]:
    """The lessons and puzzles of a game, in their order."""
    return [
        ExerciseLine(
            one.id, one.kind, one.title[language], one.text[language], one.clauses, one.least, theme_told(one, language)
        )
        for one in game.exercises().values()
    ]


def theme_told(exercise: Exercise, language: str) -> str:
    """What a puzzle is about, in a few words; "" where it does not say."""
    return messages(language).say(f"puzzle.theme.{exercise.theme}", {}) if exercise.theme else ""


def player_names(language: str) -> tuple[str, str]:
    """What whoever practises is called, and the other side."""
    spoken = messages(language)
    return spoken.say("practice.you", {}), spoken.say("practice.other", {})


def drawing_of(game: Game, clause: str, language: str) -> str:
    """The diagram of a clause alone, as an SVG document; raises ProtocolError where there is none."""
    found = game.diagram(clause, language)
    if found is None:
        raise ProtocolError("no-such-clause", 404, clause=clause, suggestion="see `diagram` of GET /api/clauses")
    return found


def course_of(game: Game, setup: dict[str, Any]) -> Course | None:
    """The course of a match of practice; None for any other, or when the exercise is another one by now."""
    try:
        exercise = exercise_named(game, str(setup.get(PRACTICE, {}).get("exercise", "")))
    except EsquiveError:
        return None  # its card, or the meaning of its goal, is another one by now
    return None if exercise is None or exercise.document != setup["position"] else Course(game, exercise)


def practice_of(course: Course, match: Match, language: str) -> Practice:
    """How far the match has come, in a language."""
    course.follow(match.record.lines())
    exercise, step = course.exercise, course.now
    over = course.is_over
    told = exercise.done if course.is_reached else exercise.text if step is None else step.text
    return Practice(
        exercise=exercise.id,
        kind=exercise.kind,
        title=exercise.title[language],
        text=told[language],
        clause="" if step is None else step.clause,
        step=course.step,
        steps=len(exercise.step),
        lines=[] if over else course.lines(),
        cell="" if step is None or over else step.cell,
        reached=course.is_reached,
        over=over,
    )


def carry_on(match: Match, course: Course | None) -> None:
    """What follows an answer by itself: answers that are the only ones, and in practice those of somebody else."""
    take_forced(match)
    while course is not None:
        course.follow(match.record.lines())
        line = course.reply() or reply_of(course)
        if not line:
            return
        match.push(line)
        take_forced(match)


def hint_for(course: Course, match: Match, line: str, language: str) -> Refused | None:
    """Why a legal line is not played: the lesson asks for another one. None for what is illegal: a rule says why."""
    course.follow(match.record.lines())
    waiting = match.waiting
    step = course.objects_to(line)
    if step is None or not isinstance(waiting, Decision) or waiting.refusal(match.game.parse(match.state, line)):
        return None
    return Refused(kind=WRONG_WAY, clauses=[step.clause], sentence=step.hint[language], facts={})
