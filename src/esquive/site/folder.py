"""The page as a folder of files that any static host can serve: the built client, and the engine beside it."""

import hashlib
import json
import re
import shutil
from html import escape
from pathlib import Path
from typing import Final

from esquive.core.errors import EsquiveError

ENGINE: Final = Path(__file__).with_name("engine")
LISTED: Final = "engine.json"
OFFLINE: Final = "offline.js"
MANIFEST: Final = {
    "name": "Esquive",
    "short_name": "Esquive",
    "start_url": "./",
    "scope": "./",
    "display": "standalone",
    "background_color": "#e9ece6",
    "theme_color": "#e9ece6",
    "icons": [{"src": "./favicon.svg", "sizes": "any", "type": "image/svg+xml", "purpose": "any"}],
}
_LINK: Final = '<link rel="manifest" href="./manifest.webmanifest" />'
_EARLY: Final = "inPage*.js"  # what begins the engine
_ROOT: Final = re.compile(r"<html\b")


def write_folder(out: Path, client: Path, engine: Path = ENGINE, server: str = "") -> int:
    """Write the page; returns how many bytes it has. `client` is the folder of the built client, and `server` the
    address at which people far from one another meet, "" for none.

    Raises EsquiveError for a folder that holds something else, and where client or engine have not been built.
    """
    page = client / "index.html"
    for needed, command in ((page, "make wheel"), (engine / LISTED, "make site")):
        if not needed.is_file():
            raise EsquiveError(
                "this installation has no {name}", str(needed), "build it: {command}", name=needed.name, command=command
            )
    if out.exists() and (not out.is_dir() or (any(out.iterdir()) and not (out / "engine" / LISTED).is_file())):
        raise EsquiveError("it holds something else than this page", str(out), "name an empty folder, or a new one")
    fresh = out.with_name(f"{out.name}.part")  # the folder is whole at any time
    shutil.rmtree(fresh, ignore_errors=True)
    shutil.copytree(client, fresh)
    shutil.copytree(engine, fresh / "engine")
    _write_page(fresh, server)
    (fresh / "manifest.webmanifest").write_text(json.dumps(MANIFEST, indent=2), encoding="utf-8")
    _write_offline(fresh)
    if out.is_dir():
        shutil.rmtree(out)
    fresh.rename(out)
    return sum(path.stat().st_size for path in out.rglob("*") if path.is_file())


def _write_page(out: Path, server: str) -> None:
    """The page says where its engine is, and its server; what begins the engine is fetched beside the client."""
    page = out / "index.html"
    told = f'<html data-engine="./engine/{LISTED}"' + (f' data-server="{escape(server)}"' if server else "")
    early = [path.relative_to(out).as_posix() for path in sorted(out.rglob(_EARLY))]
    links = [_LINK, *(f'<link rel="modulepreload" crossorigin href="./{name}">' for name in early)]
    head = "".join(f"  {link}\n" for link in links) + "  </head>"
    text = _ROOT.sub(lambda _: told, page.read_text(encoding="utf-8"), count=1)
    page.write_text(text.replace("</head>", head), encoding="utf-8")


def _write_offline(out: Path) -> None:
    """What keeps the page for when there is no network: it knows every file, and a version named by what they hold."""
    files = sorted(path for path in out.rglob("*") if path.is_file() and path.name != OFFLINE)
    digest = hashlib.sha256()
    for path in files:
        digest.update(path.relative_to(out).as_posix().encode() + hashlib.sha256(path.read_bytes()).digest())
    names = json.dumps(["./", *(path.relative_to(out).as_posix() for path in files)])
    text = (out / OFFLINE).read_text(encoding="utf-8")
    text = text.replace("__VERSION__", digest.hexdigest()[:12]).replace("['__FILES__']", names)
    (out / OFFLINE).write_text(text, encoding="utf-8")
