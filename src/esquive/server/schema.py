"""The description of the addresses at /schema (OpenAPI), from the structs that are sent.

Litestar reads the types off the handlers; what they cannot say stands here: the shapes of each game, and the errors.
Only the document itself is served: the usual pages that show one load scripts from elsewhere.
"""

from functools import reduce
from operator import or_
from typing import Any, Final

from litestar.openapi import OpenAPIConfig, ResponseSpec
from litestar.openapi.plugins import JsonRenderPlugin

from esquive import __version__
from esquive.core.games import games
from esquive.core.shapes import Shapes, SvgDrawing, TextDrawing, ViewDrawing
from esquive.server.protocol import Fault

OPENAPI: Final = OpenAPIConfig(
    title="Esquive",
    version=__version__,
    path="/schema",
    render_plugins=[JsonRenderPlugin(path=["/openapi.json", "/"])],
)


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
