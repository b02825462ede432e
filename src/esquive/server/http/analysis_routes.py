"""After the game: the addresses at which matches that are over are looked back on [docs/protocol.md]."""

from typing import Final

from litestar import get
from litestar.datastructures import State
from litestar.params import FromPath, FromQuery

from esquive.core.match_review import AfterTheGame
from esquive.core.messages import language_of
from esquive.hosting.finished_matches import check_over
from esquive.server.http.match_routes import Asking, entered, registry_of
from esquive.server.http.openapi import FAULTS


@get("/api/matches/{match_id:str}/after", responses=FAULTS)
async def get_after(
    match_id: FromPath[str], request: Asking, state: State, lang: FromQuery[str] = "en"
) -> AfterTheGame:
    """The story, the curves and the luck of a match that is over; `not-over` before."""
    room, _ = await entered(match_id, request, state)
    await check_over(room)
    registry = registry_of(state)
    return await registry.library.looked_back(match_id, await registry.library.played(room, language_of(lang)))


@get("/api/replays/{name:str}/after", responses=FAULTS)
async def get_upload_after(name: FromPath[str], state: State, lang: FromQuery[str] = "en") -> AfterTheGame:
    """The same of a record that was brought."""
    registry = registry_of(state)
    return await registry.library.looked_back(name, await registry.library.uploaded(name, language_of(lang)))


@get("/api/replays/{name:str}/record", media_type="application/x-ndjson", responses=FAULTS)
async def get_upload_record(name: FromPath[str], state: State) -> str:
    """A record that was brought, as it was."""
    return (await registry_of(state).library.uploaded(name, "en")).record.to_text()


ROUTES: Final = (get_after, get_upload_after, get_upload_record)
