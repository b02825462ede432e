"""The built web client, and how what is sent is made small: text compressed, what cannot change kept by browsers."""

from pathlib import Path
from typing import Any, Final

from litestar import MediaType, get
from litestar.config.compression import CompressionConfig
from litestar.datastructures import CacheControlHeader
from litestar.static_files import create_static_files_router

STATIC: Final = Path(__file__).resolve().parent.parent / "static"
COMPRESSION: Final = CompressionConfig(backend="gzip", minimum_size=1000, gzip_compress_level=6, exclude=r"\.woff2?$")
FOREVER: Final = CacheControlHeader(max_age=365 * 24 * 3600, immutable=True)
ANEW: Final = CacheControlHeader(no_cache=True)

NOT_BUILT: Final = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Esquive</title>
<h1>The web client has not been built</h1>
<p>The server runs. In a source checkout, <code>make play</code> builds the client and starts the server again.
An installed package brings the client along; if you see this page there, install it anew.</p>
<p>Bots and scripts need no client: see <a href="docs/protocol.md">docs/protocol.md</a>.</p></html>
"""


@get("/", media_type=MediaType.HTML, include_in_schema=False)
async def not_built() -> str:
    """What is shown where the client should be."""
    return NOT_BUILT


def client_at(static: Path) -> list[Any]:
    """What serves the client built in a folder; where there is none, a page that says how to get it.

    What carries a hash of itself in its name is kept by browsers; the page itself is asked for anew.
    """
    if not (static / "index.html").is_file():
        return [not_built]
    folder = static / "assets"
    assets = create_static_files_router(path="/assets", directories=[folder], cache_control=FOREVER, name="assets")
    page = create_static_files_router(path="/", directories=[static], html_mode=True, cache_control=ANEW)
    return [assets, page]
