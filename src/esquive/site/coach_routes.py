"""The coach of a page, imported when it is first asked: it needs the bots, which a page has elsewhere till then."""

from functools import lru_cache
from typing import Final

from esquive.hosting.coach_messages import CoachHints, CoachReport, CoachRollouts
from esquive.hosting.coaching import USUAL_TRIES, Coaches
from esquive.hosting.finished_matches import check_over
from esquive.hosting.replays import Played
from esquive.site.page_host import PageHost
from esquive.site.requests import Asked, Routes

ROUTES: Final = Routes()


@lru_cache(maxsize=1)
def _coaches(host: PageHost) -> Coaches:
    """Those of a page, which has one host."""
    return Coaches()


async def _over(host: PageHost, asked: Asked, match_id: str) -> Played:
    room, _ = await host.entered(match_id, asked.token)
    await check_over(room)
    return await host.registry.library.played(room, asked.language)


@ROUTES.at("GET", "/api/coach/matches/{match_id:str}")
async def get_report(host: PageHost, asked: Asked, match_id: str) -> CoachReport:
    """What every decision of a match that is over gave away, as far as it has been judged."""
    played = await _over(host, asked, match_id)
    return await _coaches(host).report(match_id, played, asked.number("known", 0))


@ROUTES.at("GET", "/api/coach/matches/{match_id:str}/{entry:int}")
async def get_rollouts(host: PageHost, asked: Asked, match_id: str, entry: int) -> CoachRollouts:
    """A decision that has been marked, rolled out, as far as it has come."""
    played = await _over(host, asked, match_id)
    return await _coaches(host).rollouts(match_id, played, entry, asked.number("tries", USUAL_TRIES))


@ROUTES.at("GET", "/api/coach/matches/{match_id:str}/hints")
async def get_hints(host: PageHost, asked: Asked, match_id: str) -> CoachHints:
    """The best ways to go on, for who is asked."""
    room, controlled = await host.entered(match_id, asked.token)
    return await _coaches(host).hints(room, controlled, asked.language)


@ROUTES.at("GET", "/api/coach/replays/{name:str}")
async def get_upload_report(host: PageHost, asked: Asked, name: str) -> CoachReport:
    """The same of a record that was brought."""
    played = await host.registry.library.uploaded(name, asked.language)
    return await _coaches(host).report(name, played, asked.number("known", 0))


@ROUTES.at("GET", "/api/coach/replays/{name:str}/{entry:int}")
async def get_upload_rollouts(host: PageHost, asked: Asked, name: str, entry: int) -> CoachRollouts:
    """A decision of a record that was brought, rolled out."""
    played = await host.registry.library.uploaded(name, asked.language)
    return await _coaches(host).rollouts(name, played, entry, asked.number("tries", USUAL_TRIES))
