"""The coach: the addresses at which a match is judged a slice at a time, and hints are asked for [docs/protocol.md]."""

from typing import Final

from litestar import get
from litestar.datastructures import State
from litestar.params import FromPath, FromQuery

from esquive.core.messages import language_of
from esquive.hosting.coach_messages import CoachHints, CoachReport, CoachRollouts
from esquive.hosting.coaching import USUAL_TRIES, Coaches
from esquive.hosting.finished_matches import check_over
from esquive.hosting.replays import Played
from esquive.server.http.match_routes import Asking, entered, registry_of
from esquive.server.http.openapi import FAULTS


def _coaches_of(state: State) -> Coaches:
    coaches: Coaches = state.coaches
    return coaches


async def _over(match_id: str, request: Asking, state: State, language: str) -> Played:
    room, _ = await entered(match_id, request, state)
    await check_over(room)
    return await registry_of(state).library.played(room, language_of(language))


@get("/api/coach/matches/{match_id:str}", responses=FAULTS)
async def get_report(
    match_id: FromPath[str], request: Asking, state: State, known: FromQuery[int] = 0, lang: FromQuery[str] = "en"
) -> CoachReport:
    """What every decision of a match that is over gave away, as far as it has been judged; `not-over` before."""
    return await _coaches_of(state).report(match_id, await _over(match_id, request, state, lang), known)


@get("/api/coach/matches/{match_id:str}/{entry:int}", responses=FAULTS)
async def get_rollouts(
    match_id: FromPath[str],
    entry: FromPath[int],
    request: Asking,
    state: State,
    tries: FromQuery[int] = USUAL_TRIES,
    lang: FromQuery[str] = "en",
) -> CoachRollouts:
    """A decision that has been marked, rolled out, as far as it has come."""
    played = await _over(match_id, request, state, lang)
    return await _coaches_of(state).rollouts(match_id, played, entry, tries)


@get("/api/coach/matches/{match_id:str}/hints", responses=FAULTS)
async def get_hints(match_id: FromPath[str], request: Asking, state: State, lang: FromQuery[str] = "en") -> CoachHints:
    """The best ways to go on, for who is asked; `no-hints` where other people play."""
    room, controlled = await entered(match_id, request, state)
    return await _coaches_of(state).hints(room, controlled, language_of(lang))


@get("/api/coach/replays/{name:str}", responses=FAULTS)
async def get_upload_report(
    name: FromPath[str], state: State, known: FromQuery[int] = 0, lang: FromQuery[str] = "en"
) -> CoachReport:
    """The same of a record that was brought."""
    played = await registry_of(state).library.uploaded(name, language_of(lang))
    return await _coaches_of(state).report(name, played, known)


@get("/api/coach/replays/{name:str}/{entry:int}", responses=FAULTS)
async def get_upload_rollouts(
    name: FromPath[str],
    entry: FromPath[int],
    state: State,
    tries: FromQuery[int] = USUAL_TRIES,
    lang: FromQuery[str] = "en",
) -> CoachRollouts:
    """A decision of a record that was brought, rolled out."""
    played = await registry_of(state).library.uploaded(name, language_of(lang))
    return await _coaches_of(state).rollouts(name, played, entry, tries)


ROUTES: Final = (get_report, get_rollouts, get_hints, get_upload_report, get_upload_rollouts)
