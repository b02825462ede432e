"""Learning a game: its exercises, matches begun with one of them, and what a try at a puzzle was worth."""

from typing import Any, Final

from litestar import Request, get, post
from litestar.datastructures import State
from litestar.params import FromPath, FromQuery

from esquive.core.games import USUAL
from esquive.core.messages import language_of
from esquive.core.puzzle_shapes import PracticeTry
from esquive.core.shapes import ExerciseLine
from esquive.hosting.match_setup import known_game
from esquive.hosting.practice import drawing_of, exercise_lines, player_names
from esquive.hosting.protocol import MatchCreated, ProtocolError
from esquive.hosting.puzzle_tries import tried
from esquive.server.access.authorization import authorization_of
from esquive.server.access.tokens import bearer_of
from esquive.server.http.match_routes import registry_of
from esquive.server.http.openapi import FAULTS


@get("/api/learn", sync_to_thread=True, responses=FAULTS)
def get_exercises(lang: FromQuery[str] = "en", game: FromQuery[str] = USUAL) -> list[ExerciseLine]:
    """The lessons and puzzles of a game, in their order."""
    return exercise_lines(known_game(game), language_of(lang))


@post("/api/learn/{exercise:str}", responses=FAULTS)
async def post_exercise(
    exercise: FromPath[str], state: State, lang: FromQuery[str] = "en", game: FromQuery[str] = USUAL
) -> MatchCreated:
    """Begins a match of practice: never listed, its dice told where the exercise says them, for one player."""
    return await registry_of(state).practise(known_game(game), exercise, player_names(language_of(lang)))


@get("/api/learn/drawings/{clause:str}", sync_to_thread=True, media_type="image/svg+xml", responses=FAULTS)
def get_drawing(clause: FromPath[str], lang: FromQuery[str] = "en", game: FromQuery[str] = USUAL) -> str:
    """The diagram of a clause alone, as an SVG document in a language."""
    return drawing_of(known_game(game), clause, language_of(lang))


@get("/api/matches/{match_id:str}/try", responses=FAULTS)
async def get_try(
    match_id: FromPath[str],
    request: Request[Any, Any, Any],
    state: State,
    lang: FromQuery[str] = "en",
    help: FromQuery[int] = 0,  # as the address says it
) -> PracticeTry:
    """What the try at a puzzle that a match holds was worth, or help on the way; only who plays it is told."""
    authorization, token = authorization_of(state), bearer_of(request.headers)
    room = await authorization.room(request, registry_of(state), match_id, token)
    grant = await authorization.admitted(request, room, token)
    if grant is None or not grant.players:
        raise ProtocolError("bad-token", 403)
    return await tried(room, help, language_of(lang))


ROUTES: Final = (get_exercises, post_exercise, get_drawing, get_try)
