"""Learning a game: its exercises, matches begun with one of them, and what a try at a puzzle was worth."""

import asyncio
from functools import lru_cache
from typing import Any, Final

from litestar import Request, get, post
from litestar.datastructures import State
from litestar.params import FromPath, FromQuery

from esquive.agents.solver import Solver
from esquive.core.exercises import PUZZLE
from esquive.core.game import Game
from esquive.core.games import USUAL
from esquive.core.messages import language_of, messages
from esquive.core.shapes import ExerciseLine, PracticeTry
from esquive.hosting.finished_matches import catch_up
from esquive.hosting.match_setup import known_game
from esquive.hosting.protocol import MatchCreated, ProtocolError
from esquive.server.access.authorization import authorization_of
from esquive.server.access.tokens import bearer_of
from esquive.server.http.match_routes import registry_of
from esquive.server.http.openapi import FAULTS

MOST_SOLVED: Final = 32
_SOLVING: Final = asyncio.Lock()


@get("/api/learn", sync_to_thread=True, responses=FAULTS)
def get_exercises(lang: FromQuery[str] = "en", game: FromQuery[str] = USUAL) -> list[ExerciseLine]:
    """The lessons and puzzles of a game, in their order."""
    language = language_of(lang)
    return [
        ExerciseLine(one.id, one.kind, one.title[language], one.text[language], one.clauses, one.least)
        for one in known_game(game).exercises().values()
    ]


@post("/api/learn/{exercise:str}", responses=FAULTS)
async def post_exercise(
    exercise: FromPath[str], state: State, lang: FromQuery[str] = "en", game: FromQuery[str] = USUAL
) -> MatchCreated:
    """Begins a match of practice: never listed, its dice told where the exercise says them, for one player."""
    spoken = messages(language_of(lang))
    names = (spoken.say("practice.you", {}), spoken.say("practice.other", {}))
    return await registry_of(state).practise(known_game(game), exercise, names)


@get("/api/learn/drawings/{clause:str}", sync_to_thread=True, media_type="image/svg+xml", responses=FAULTS)
def get_drawing(clause: FromPath[str], lang: FromQuery[str] = "en", game: FromQuery[str] = USUAL) -> str:
    """The diagram of a clause alone, as an SVG document in a language."""
    found = known_game(game).diagram(clause, language_of(lang))
    if found is None:
        raise ProtocolError("no-such-clause", 404, clause=clause, suggestion="see `diagram` of GET /api/clauses")
    return found


@get("/api/matches/{match_id:str}/try", responses=FAULTS)
async def get_try(match_id: FromPath[str], request: Request[Any, Any, Any], state: State) -> PracticeTry:
    """What the try at a puzzle that a match holds was worth; only who plays it is told."""
    authorization, token = authorization_of(state), bearer_of(request.headers)
    room = await authorization.room(request, registry_of(state), match_id, token)
    grant = await authorization.admitted(request, room, token)
    course = room.course
    if grant is None or not grant.players:
        raise ProtocolError("bad-token", 403)
    if course is None or course.exercise.kind != PUZZLE:
        raise ProtocolError("no-such-exercise", 404, exercise=match_id)
    await catch_up(room)
    async with room.lock:
        lines = room.match.record.lines()
        course.follow(lines)
        reached, over = course.is_reached, course.is_over
    if not over:
        raise ProtocolError("not-over", 409)
    async with _SOLVING:  # one at a time: it is work, and the second to ask finds it done
        solver = await asyncio.to_thread(_solver, room.game, course.exercise.id)
        best, chance = await asyncio.to_thread(_weighed, solver, lines)
    least = course.exercise.least
    return PracticeTry(chance, best, least, chance >= least, reached, over)


@lru_cache(MOST_SOLVED)
def _solver(game: Game, exercise: str) -> Solver:
    return Solver(game, game.exercises()[exercise])


def _weighed(solver: Solver, lines: list[str]) -> tuple[float, float]:
    """The best chance there was and that of a try, in percent to a tenth."""
    found = solver.chance(solver.start), solver.worth_of(lines)
    return round(found[0] * 100, 1), round(found[1] * 100, 1)


ROUTES: Final = (get_exercises, post_exercise, get_drawing, get_try)
