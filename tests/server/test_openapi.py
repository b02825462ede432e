"""The description of the addresses is served as it is, and says what each of them answers."""

import json
import re
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from esquive.cli.docs import GENERATORS
from esquive.server.http import openapi as described
from esquive.server.http.app import create_app
from tests.server.given_time import LONGEST_WAIT, eventually
from tests.server.serving import thread_server

pytestmark = pytest.mark.anywhere

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def schema(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Any]]:
    with thread_server(tmp_path_factory.mktemp("schema") / "matches.sqlite") as site:
        status, text = site.ask("/schema/openapi.json")
        assert status == 200 and site.ask("/schema") == (200, text)
        assert "://" not in json.dumps(text)
        yield text


def operations(schema: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    return [(f"{verb} {path}", one) for path, verbs in schema["paths"].items() for verb, one in verbs.items()]


def test_every_address_is_described(schema: dict[str, Any]) -> None:
    routes = {route.path for route in create_app("sqlite+aiosqlite://").routes if route.path.startswith("/api/")}
    wanted = {re.sub(r":\w+}", "}", path) for path in routes if not path.endswith("/ws")}
    assert set(schema["paths"]) == wanted and len(wanted) == 58


def test_every_answer_is_of_a_declared_shape_and_so_is_every_error(schema: dict[str, Any]) -> None:
    """Position documents and records are the game's own, and docs/notation.md describes them; a drawing is SVG."""
    own = {
        "get /api/matches/{match_id}": "object",
        "get /api/matches/{match_id}/record": "string",
        "get /api/learn/drawings/{clause}": "string",
        "get /api/replays/{name}/record": "string",
    }
    for name, operation in operations(schema):
        for status, response in operation["responses"].items():
            (content,) = response["content"].values()
            described = content["schema"]
            if name in own and status == "200":
                assert described["type"] == own[name]
                continue
            kinds = described.get("oneOf") or [described.get("items", described)]
            assert kinds and all(kind.get("$ref", "").startswith("#/components/schemas/") for kind in kinds), name
            assert status < "400" or kinds == [{"$ref": "#/components/schemas/Fault"}]


def test_no_shape_is_an_empty_promise(schema: dict[str, Any]) -> None:
    shapes = schema["components"]["schemas"]
    assert {"View", "KaosView", "KrosmasterCatalogue", "ClausePage", "Replay"} <= set(shapes)
    assert all(shape.get("properties") for shape in shapes.values())
    assert shapes["Unit"]["properties"]["owner"]["enum"] == ["p1", "p2", "p3", "p4"]


def test_the_client_is_built_against_what_is_sent() -> None:
    """`make docs` writes web/src/protocol.ts anew."""
    generator = next(one for one in GENERATORS if one.name == "protocol")
    made = generator.make(ROOT)
    assert made == {"web/src/protocol.ts": (ROOT / "web/src/protocol.ts").read_text(encoding="utf-8")}


def test_others_are_answered_while_the_description_is_put_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is put together once, however many ask for it, and not by who answers players."""
    asked: list[object] = []
    go_on = threading.Event()

    def slowly(app: object) -> bytes:
        asked.append(app)
        go_on.wait(LONGEST_WAIT)
        return b"{}"

    monkeypatch.setattr(described, "_encoded", slowly)
    with thread_server(tmp_path / "matches.sqlite") as site:
        curious = [threading.Thread(target=site.ask, args=("/schema",)) for _ in range(8)]
        for one in curious:
            one.start()
        eventually(lambda: asked)
        assert site.ask("/api/matches")[0] == 200
        assert not go_on.is_set() and all(one.is_alive() for one in curious)
        go_on.set()
        for one in curious:
            one.join()
    assert len(asked) == 1
