"""The web application: addresses, errors, and the built client [docs/protocol.md]."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from traceback import walk_tb
from typing import Any, Final

from litestar import Litestar, MediaType, Request, Response, get, post
from litestar.datastructures import State
from litestar.exceptions import HTTPException, NotFoundException
from litestar.params import FromPath, FromQuery, JSONBody
from litestar.routes import HTTPRoute

from esquive.clauses.documents import document
from esquive.core.converting import prepare
from esquive.core.errors import EsquiveError
from esquive.core.games import USUAL
from esquive.core.messages import language_of
from esquive.core.shapes import Drawing, RulesCompared, RulesExample, Term
from esquive.core.words import EVERYTHING
from esquive.hosting.clause_messages import ClauseLine, ClausePage
from esquive.hosting.clause_pages import clause_lines, clause_page, compare_releases, example_of
from esquive.hosting.coaching import Coaches
from esquive.hosting.desk import answer_question
from esquive.hosting.desk_messages import SHORT_SEARCH, DeskLink, DeskQuestion, DeskView, StudyQuestion, StudyView
from esquive.hosting.lobby import Visitors
from esquive.hosting.match_setup import catalogue_of, check_team, draw_team, known_game, outline_of, read_list, terms_of
from esquive.hosting.own_packs import answer_packs
from esquive.hosting.pack_messages import PacksQuestion, PacksVerdict
from esquive.hosting.protocol import (
    Fault,
    ProtocolError,
)
from esquive.hosting.registry import MatchRegistry, new_seed
from esquive.hosting.replay_messages import Replay
from esquive.hosting.studies import study_view
from esquive.hosting.team_messages import TeamDrawing, TeamDrawn, TeamQuestion, TeamRead, TeamText, TeamVerdict
from esquive.hosting.time_source import OF_THIS_MACHINE, Time
from esquive.server.access.authorization import Authorization, Entrance
from esquive.server.access.password import ServerPassword
from esquive.server.cluster.channels import MEMORY
from esquive.server.cluster.forwarding import meeting
from esquive.server.cluster.shared_rate_limits import SharedBuckets
from esquive.server.http import (
    analysis_routes,
    branching_routes,
    coach_routes,
    gathering_routes,
    identity_routes,
    invitation_routes,
    lesson_routes,
    lobby_routes,
    match_routes,
    rematch_routes,
)
from esquive.server.http.client_address import Proxies
from esquive.server.http.long_answers import while_connected
from esquive.server.http.match_routes import LARGEST_PACKS, registry_of
from esquive.server.http.openapi import CATALOGUE, DRAWING, FAULTS, described
from esquive.server.http.operator_routes import ROUTES as OPERATIONS_ROUTES, Operations
from esquive.server.http.origins import OriginCheck
from esquive.server.http.paths import CanonicalPaths
from esquive.server.http.rate_limits import Limits
from esquive.server.http.static_files import COMPRESSION, STATIC, client_at
from esquive.server.http.throttling import Throttle, headers_of
from esquive.server.operations.configuration import Configuration
from esquive.server.operations.logs import Requests
from esquive.server.operations.metrics import ERRORS, Figures
from esquive.server.operations.replay_sandbox import sandbox
from esquive.server.storage.store import Store

LOG: Final = logging.getLogger("esquive.server")
LARGEST_BODY: Final = 64 * 1024
LARGEST_RECORD: Final = 8 * 1024 * 1024
USUAL_LIMITS: Final = Limits()
AT_HOME: Final = Entrance()
GONE: Final = "client disconnected prematurely"  # what the framework says of a body that was cut off


# ----------------------------------------------------------------------------------------------------------- addresses


@get("/api/catalogue", sync_to_thread=True, responses=CATALOGUE)
def get_catalogue(lang: FromQuery[str] = "en", game: FromQuery[str] = USUAL, outline: FromQuery[bool] = False) -> Any:
    """Cards, arenas, ready-made teams, formats and match options of a game, in a language.

    An outline has the cards of the ready-made teams alone.
    """
    return (outline_of if outline else catalogue_of)(known_game(game), language_of(lang))


@get("/api/clauses", sync_to_thread=True, responses=FAULTS)
def get_clauses(lang: FromQuery[str] = "en", release: FromQuery[str] = "") -> tuple[ClauseLine, ...]:
    """The table of contents of the rules: for each game every clause in the order of its book, then every ruling.

    Of the current books, or of those of a release.
    """
    return clause_lines(language_of(lang), release)


@get("/api/clauses/{clause:str}", sync_to_thread=True, responses=FAULTS)
def get_clause(clause: FromPath[str], lang: FromQuery[str] = "en", release: FromQuery[str] = "") -> ClausePage:
    """A clause or ruling in our words, with its code and tests."""
    return clause_page(clause, language_of(lang), release)


@get("/api/terms", sync_to_thread=True, responses=FAULTS)
def get_terms(
    lang: FromQuery[str] = "en", game: FromQuery[str] = USUAL, release: FromQuery[str] = ""
) -> Sequence[Term]:
    """The words of the rules that a reader may ask about, and what they mean."""
    return terms_of(known_game(game), release, language_of(lang))


@get("/api/compare", sync_to_thread=True, responses=FAULTS)
def get_comparison(
    one: FromQuery[str], other: FromQuery[str], lang: FromQuery[str] = "en", game: FromQuery[str] = USUAL
) -> RulesCompared:
    """In what two releases of a game's rulebook differ, chapter by chapter, and which rule each difference turns on."""
    return compare_releases(known_game(game), one, other, language_of(lang))


@get("/api/compare/{clause:str}", sync_to_thread=True, responses=FAULTS)
def get_example(
    clause: FromPath[str],
    one: FromQuery[str],
    other: FromQuery[str],
    lang: FromQuery[str] = "en",
    game: FromQuery[str] = USUAL,
) -> RulesExample:
    """The example of a difference: a small position drawn, and what a line comes to in it under each release."""
    return example_of(known_game(game), clause, one, other, language_of(lang))


@post("/api/teams/check", status_code=200, request_max_body_size=LARGEST_PACKS, responses=FAULTS)
async def post_team(data: JSONBody[TeamQuestion], lang: FromQuery[str] = "en") -> TeamVerdict:
    """Whether a team is legal, and every rule it breaks."""
    return await asyncio.to_thread(check_team, data, language_of(lang))


@post("/api/teams/read", status_code=200, request_max_body_size=LARGEST_PACKS, responses=FAULTS)
async def post_team_text(data: JSONBody[TeamText], lang: FromQuery[str] = "en") -> TeamRead:
    """Which figures a list of a team means, as people write it."""
    return await asyncio.to_thread(read_list, data, language_of(lang))


@post("/api/teams/draw", status_code=200, request_max_body_size=LARGEST_PACKS, responses=FAULTS)
async def post_team_drawing(data: JSONBody[TeamDrawing], lang: FromQuery[str] = "en") -> TeamDrawn:
    """A legal team by chance, of all figures or of those one owns."""
    return await asyncio.to_thread(draw_team, data, language_of(lang))


@post("/api/packs", status_code=200, request_max_body_size=LARGEST_PACKS, responses=FAULTS)
async def post_packs(data: JSONBody[PacksQuestion], lang: FromQuery[str] = "en") -> PacksVerdict:
    """Whether packs of one's own can be used, all that is wrong with them, and what they bring."""
    return await asyncio.to_thread(answer_packs, known_game(data.game), data, language_of(lang))


@post("/api/desk", status_code=200, request_max_body_size=LARGEST_PACKS, responses=FAULTS)
async def post_question(
    data: JSONBody[DeskQuestion], request: Request[Any, Any, Any], lang: FromQuery[str] = "en"
) -> DeskView:
    """A position and what is asked about it: shown, judged, and as a link."""
    is_long = data.best > SHORT_SEARCH or (data.puzzle is not None and data.puzzle.most > SHORT_SEARCH)
    return await while_connected(request, lambda: answer_question(data, language_of(lang)), is_long=is_long)


@post("/api/studies", status_code=200, request_max_body_size=LARGEST_PACKS, responses=FAULTS)
async def post_study(data: JSONBody[StudyQuestion], lang: FromQuery[str] = "en") -> StudyView:
    """A study out of its link, or a link out of its chapters."""
    return await asyncio.to_thread(study_view, data, language_of(lang))


@post("/api/replays", request_max_body_size=LARGEST_RECORD, responses=FAULTS)
async def post_replay(request: Request[Any, Any, Any], state: State, lang: FromQuery[str] = "en") -> Replay:
    """Takes a record file (the text itself is the body) and answers its steps; it is kept for a while."""
    name, played = await registry_of(state).library.upload(await request.body(), language_of(lang))
    return played.shown(name, EVERYTHING)


@get("/api/replays/{name:str}", responses=FAULTS)
async def get_upload(name: FromPath[str], state: State, lang: FromQuery[str] = "en") -> Replay:
    """The steps of a record that was brought before."""
    return (await registry_of(state).library.uploaded(name, language_of(lang))).shown(name, EVERYTHING)


@get("/api/replays/{name:str}/{step:int}", responses=DRAWING)
async def get_upload_step(
    name: FromPath[str], step: FromPath[int], state: State, lang: FromQuery[str] = "en"
) -> Drawing:
    """The position of such a record after a step."""
    return (await registry_of(state).library.uploaded(name, language_of(lang))).drawing(step, EVERYTHING)


@get("/api/replays/{name:str}/{step:int}/link", responses=FAULTS)
async def get_upload_link(name: FromPath[str], step: FromPath[int], state: State) -> DeskLink:
    """The same position for the judge's desk."""
    played = await registry_of(state).library.uploaded(name, "en")
    return DeskLink(await asyncio.to_thread(played.link, step, EVERYTHING))


@get("/docs/{name:str}", media_type=MediaType.TEXT, include_in_schema=False, sync_to_thread=True)
def get_document(name: FromPath[str]) -> str:
    """A document that messages point to, as it is written."""
    try:
        return document(name).read_text(encoding="utf-8")
    except EsquiveError as error:
        raise ProtocolError("no-such-address", 404) from error


# -------------------------------------------------------------------------------------------------------------- errors


def _language(request: Request[Any, Any, Any]) -> str:
    return language_of(request.query_params.get("lang", "en"))


def tell_protocol_error(request: Request[Any, Any, Any], error: ProtocolError) -> Response[Fault]:
    """What a client asked for cannot be done."""
    ERRORS.labels(error.code).inc()
    return Response(error.fault(_language(request)), status_code=error.status, headers=headers_of(error))


def tell_http_error(request: Request[Any, Any, Any], error: HTTPException) -> Response[Fault]:
    """What the framework refused, in the same form."""
    if isinstance(error, NotFoundException):
        return tell_protocol_error(request, ProtocolError("no-such-address", 404))
    if error.detail == GONE:
        return tell_protocol_error(request, ProtocolError("bad-request", why=error.detail))
    if error.status_code >= 500:
        return tell_fault(request, error)
    found = [one for one in error.extra or () if isinstance(one, dict)]
    parts = [f"{one.get('key', '')} {one.get('message', '')}".strip() for one in found]
    why = "; ".join(parts) or error.detail
    return tell_protocol_error(request, ProtocolError("bad-request", error.status_code, why=why))


def _is_of_reading(error: Exception) -> bool:
    """Whether an error comes from where the framework reads a body, and not from the server's own work."""
    files = [frame.f_code.co_filename for frame, _ in walk_tb(error.__traceback__)]
    return any("litestar" in file and "serialization" in file for file in files)


def tell_fault(request: Request[Any, Any, Any], error: Exception) -> Response[Fault]:
    """A mistake of the server's own: logged in full, told without details; or a body nobody could read."""
    if isinstance(error, RecursionError | UnicodeError) and _is_of_reading(error):
        return tell_protocol_error(request, ProtocolError("bad-request", why="the body is no JSON that can be read"))
    LOG.error("%s %s failed", request.method, request.url.path, exc_info=error)
    return tell_protocol_error(request, ProtocolError("server-fault", 500))


# ----------------------------------------------------------------------------------------------------- the application


@asynccontextmanager
async def _working(
    store: Store, registry: MatchRegistry, operations: Operations, authorization: Authorization
) -> AsyncIterator[None]:
    """What works beside the requests, until all of it is closed in order."""
    sweeping = asyncio.ensure_future(authorization.sweep())
    try:
        yield
    finally:
        sweeping.cancel()
        await operations.close()
        await registry.close()
        await store.close()


ROUTES: Final = (
    get_catalogue,
    get_clauses,
    get_clause,
    get_terms,
    get_comparison,
    get_example,
    post_team,
    post_packs,
    post_question,
    post_study,
    post_team_text,
    post_team_drawing,
    post_replay,
    get_upload,
    get_upload_step,
    get_upload_link,
    get_document,
    *match_routes.ROUTES,
    *analysis_routes.ROUTES,
    *coach_routes.ROUTES,
    *branching_routes.ROUTES,
    *rematch_routes.ROUTES,
    *invitation_routes.ROUTES,
    *gathering_routes.ROUTES,
    *identity_routes.ROUTES,
    *lesson_routes.ROUTES,
    *lobby_routes.ROUTES,
    *OPERATIONS_ROUTES,
)


def create_app(  # noqa: PLR0913 - all but the first by name
    database: str,
    *,
    pace: float = 0.1,
    static: Path = STATIC,
    seeds: Callable[[], bytes] = new_seed,
    names: Sequence[str] = (),
    channels: str = MEMORY,
    configuration: Configuration = Configuration(),  # noqa: B008 - it cannot be changed
    limits: Limits = USUAL_LIMITS,
    entrance: Entrance = AT_HOME,
    reached: Sequence[str] = (),
    time: Time = OF_THIS_MACHINE,
) -> Litestar:
    """The application on a database address; `pace` is the least time in seconds between two answers of a bot,
    `seeds` makes what the dice of each match come from, `names` are those it may be reached by (see `origins`),
    `channels` is the address by which the processes that share a database speak to one another. Of the
    `configuration` this takes what operators of the server need (see `operations`). `limits` say how much may be asked
    of it, `entrance` how it is entered, and `reached` at which addresses others find it. `time` is what time it is.

    The built client is served from `static`; where there is none, a page says how to get it.
    """

    door, shared = ServerPassword(entrance.password, time.utc), SharedBuckets(channels, time)

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        store = Store(database)
        await store.open()
        registry = MatchRegistry(store, pace, seeds, time, Figures(), sandbox())
        app.state.registry = registry
        app.state.coaches = Coaches()
        app.state.store = store
        app.state.authorization = Authorization(store, entrance, door, reached)
        registry.removals.show_out = app.state.authorization.visits.show_out
        app.state.limits = limits
        app.state.visitors = Visitors(time)
        app.state.bot_matches = {}  # those of bots alone, and from which address
        async with _working(
            store, registry, Operations(configuration, store, registry, app.state), app.state.authorization
        ):
            await registry.open(meeting(store, channels))
            yield
        await shared.close()

    app = Litestar(
        route_handlers=[*ROUTES, *client_at(static)],
        lifespan=[lifespan],
        request_max_body_size=LARGEST_BODY,
        compression_config=COMPRESSION,
        logging_config=None,
        exception_handlers={
            ProtocolError: tell_protocol_error,
            HTTPException: tell_http_error,
            Exception: tell_fault,
        },
        openapi_config=described(),
    )
    for route in app.routes:
        for handler in route.route_handlers if isinstance(route, HTTPRoute) else (route.route_handler,):
            prepare(handler.signature_model)  # what is asked for is read beside what other threads convert
    # Origins are checked before limits; the log stands round everything: unknown addresses are told behind them too.
    # They judge the path that will be routed; the log has it as it was sent.
    throttle = Throttle(app.asgi_handler, limits, Proxies(entrance.proxies), door, time, shared)
    app.asgi_handler = Requests(CanonicalPaths(OriginCheck(throttle, names)))
    return app
