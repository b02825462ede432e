"""The OpenAPI description of the addresses, from the structs that are sent.

Litestar reads the types off the handlers; what they cannot say stands here: the shapes of each game, and the errors.
Only the document itself is served: the usual pages that show one load scripts from elsewhere.
"""

import asyncio
from functools import reduce
from operator import or_
from typing import Any, Final

from litestar import Litestar, Request, Response, Router
from litestar.enums import OpenAPIMediaType
from litestar.openapi import OpenAPIConfig, ResponseSpec
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.serialization import encode_json

from esquive import __version__
from esquive.core.games import games
from esquive.core.shapes import Shapes, SvgDrawing, TextDrawing, ViewDrawing
from esquive.hosting.protocol import Fault

PATH: Final = "/schema"
DOCUMENTS: Final = (PATH, f"{PATH}/openapi.json")


def described() -> OpenAPIConfig:
    """How an application describes its addresses."""
    router = Router(PATH, route_handlers=[], before_request=_document, include_in_schema=False)
    plugins = [JsonRenderPlugin(path=["/openapi.json", "/"])]
    return OpenAPIConfig(title="Esquive", version=__version__, render_plugins=plugins, openapi_router=router)


async def _document(request: Request[Any, Any, Any]) -> Response[bytes] | None:
    """The document, put together when first asked for, in a thread: it takes a second, and players wait for answers."""
    state = request.app.state
    if request.url.path.rstrip("/") not in DOCUMENTS:
        return None
    if "openapi" not in state:
        state.openapi = asyncio.create_task(asyncio.to_thread(_encoded, request.app))
    return Response(await asyncio.shield(state.openapi), media_type=OpenAPIMediaType.OPENAPI_JSON)


def _encoded(app: Litestar) -> bytes:
    return encode_json(app.openapi_schema.to_schema())


def _answers(kinds: list[Any], what: str) -> dict[int, ResponseSpec]:
    return {200: ResponseSpec(reduce(or_, kinds), generate_examples=False, description=what)}


def _view_drawing(shapes: Shapes) -> Any:
    view: Any = shapes.view
    return ViewDrawing[view]


SHAPES: Final = [game.shapes for game in games()]
FAULTS: Final = {
    status: ResponseSpec(Fault, generate_examples=False, description="What is wrong, and what would do")
    for status in (400, 403, 404, 409)
}
CATALOGUE: Final = {**FAULTS, **_answers([one.catalogue for one in SHAPES], "What a match is chosen from")}
DRAWING: Final = {
    **FAULTS,
    **_answers([*map(_view_drawing, SHAPES), SvgDrawing, TextDrawing], "The position after a step"),
}
