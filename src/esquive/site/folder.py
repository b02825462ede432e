"""The page as a folder of files that any static host can serve: the built client, and the engine beside it."""

import json
import re
import shutil
from pathlib import Path
from typing import Final

from esquive.core.errors import EsquiveError

ENGINE: Final = Path(__file__).with_name("engine")
LISTED: Final = "engine.json"
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
    shutil.rmtree(out, ignore_errors=True)
    shutil.copytree(client, out)
    shutil.copytree(engine, out / "engine")
    told = f'<html data-engine="./engine/{LISTED}"' + (f" data-server={json.dumps(server)}" if server else "")
    text = page.read_text(encoding="utf-8")
    (out / "index.html").write_text(_ROOT.sub(lambda _: told, text, count=1), encoding="utf-8")
    return sum(path.stat().st_size for path in out.rglob("*") if path.is_file())
