"""Build the engine of a page: the Python that runs in a browser, and everything of ours that it runs.

    python tools/engine.py

It goes to src/esquive/site/engine, ignored by git as the built client is: a folder named by its content with the
runtime (`pyodide`, from web/node_modules), what is needed of the standard library and our modules, compiled, packed by
gzip so that a host that packs nothing sends no more; and `engine.json`, that says what there is and how large.
"""

import asyncio
import gzip
import hashlib
import json
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path
from typing import Final
from urllib.parse import parse_qsl

ROOT: Final = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tools"))

from esquive import __version__  # noqa: E402 - as all that is found from the root
from web import WEB, npm  # noqa: E402 - it is found from the root

PACKAGE: Final = ROOT / "src" / "esquive"
ENGINE: Final = PACKAGE / "site" / "engine"
BUILD: Final = ROOT / "build" / "engine"
RUNTIME: Final = WEB / "node_modules" / "pyodide"
ROOMS: Final = ("agents", "clauses", "core", "hosting", "kaos", "krosmaster", "locale", "site")
# Of the laboratory a page plays its example with this alone.
OF_THE_LABORATORY: Final = ("__init__.py", "matches.py", "scores.py")
# Documents for who runs a server or writes programs, and ledgers that the index of clauses holds already.
NO_DOCUMENTS: Final = frozenset(
    f"{name}.md" for name in "bots command-line environments protocol python rulings rulings-kaos serving".split()
) | {"card.schema.json"}
PLATFORM: Final = ("--platform", "pyemscripten_2026_0_wasm32", "--python-version", "3.14", "--abi", "cp314")
OF_JAVASCRIPT: Final = ("pyodide", "_pyodide", "_pyodide_core")  # modules that hold on to what is no memory of Python
LEFT_OUT: Final = shutil.ignore_patterns("__pycache__", "engine", "*.po")
PROJECT: Final = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def main() -> int:
    """Build the engine."""
    shutil.rmtree(BUILD, ignore_errors=True)
    files = BUILD / "files"
    gather(files)
    library = BUILD / "stdlib.zip"
    npm("run", "--silent", "engine", "--", str(files), str(RUNTIME / "python_stdlib.zip"), str(library))
    made = {
        "pyodide.mjs": (RUNTIME / "pyodide.mjs").read_bytes(),
        "pyodide.asm.mjs.gz": packed((RUNTIME / "pyodide.asm.mjs").read_bytes()),
        "pyodide.asm.wasm.gz": packed((RUNTIME / "pyodide.asm.wasm").read_bytes()),
        "stdlib.zip.gz": packed(library.read_bytes()),
        "package.bin.gz": packed(bundle(files)),
    }
    write(made, answers())
    return 0


def gather(files: Path) -> None:
    """Our modules and data, the documents, what says which games and bots there are, and the wheels they stand on."""
    for room in ROOMS:
        shutil.copytree(PACKAGE / room, files / "esquive" / room, ignore=LEFT_OUT)
    shutil.copy(PACKAGE / "__init__.py", files / "esquive")
    (files / "esquive" / "lab").mkdir()
    for module in OF_THE_LABORATORY:
        shutil.copy(PACKAGE / "lab" / module, files / "esquive" / "lab")
    (files / "esquive" / "docs").mkdir()
    for shipped in PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]:
        if Path(shipped).name not in NO_DOCUMENTS:
            shutil.copy(ROOT / shipped, files / "esquive" / "docs")
    describe(files)
    from esquive.clauses.clause_index import EDITIONS, INDEX_FILE, Index, index
    from esquive.core.shipped_tables import DECODED, decoded_tables

    for edition in EDITIONS:
        place = files / "esquive" / edition.folder.relative_to(PACKAGE)
        cited, books = index(edition), {"Ruling", edition.book, edition.base.book if edition.base else edition.book}
        cited = Index([site for site in cited.sites if site.book in books], cited.rulings, cited.translated)
        (place / INDEX_FILE).write_text(json.dumps(cited.to_data()), encoding="utf-8")
    (files / "esquive" / DECODED).write_text(decoded_tables(ROOT), encoding="utf-8")
    for table in files.rglob("*.toml"):
        table.write_text("")  # it is known by its name alone: what it says is there, decoded
    unpack_wheel(files)


def unpack_wheel(files: Path) -> None:
    """What our modules stand on, as built for a page."""
    pip = [
        sys.executable,
        "-m",
        "pip",
        "download",
        "--quiet",
        "--disable-pip-version-check",
        "--require-hashes",
        "--no-deps",
    ]
    wanted = [
        *pip,
        "--only-binary",
        ":all:",
        *PLATFORM,
        "-r",
        str(ROOT / "requirements" / "page.txt"),
        "-d",
        str(BUILD),
    ]
    subprocess.run(wanted, check=True, stdin=subprocess.DEVNULL)
    for wheel in BUILD.glob("*.whl"):
        with zipfile.ZipFile(wheel) as found:
            found.extractall(files, [one for one in found.namelist() if "/test_" not in one])


def describe(files: Path) -> None:
    """What an installed package says of itself: the games and bots there are are found by it."""
    told = files / f"esquive-{__version__}.dist-info"
    told.mkdir()
    (told / "METADATA").write_text(f"Metadata-Version: 2.1\nName: esquive\nVersion: {__version__}\n", encoding="utf-8")
    groups = [(group, known) for group, known in PROJECT["project"]["entry-points"].items() if "laborat" not in group]
    lines = [
        line for group, known in groups for line in (f"[{group}]", *(f"{key} = {at}" for key, at in known.items()))
    ]
    (told / "entry_points.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


def bundle(files: Path) -> bytes:
    """All files in one: the length of the list of names and sizes, the list as JSON, and what they hold."""
    found = [
        (path.relative_to(files).as_posix(), path.read_bytes()) for path in sorted(files.rglob("*")) if path.is_file()
    ]
    names = json.dumps([[name, len(data)] for name, data in found]).encode()
    return len(names).to_bytes(4, "little") + names + b"".join(data for _, data in found)


def packed(data: bytes) -> bytes:
    """Packed by gzip, the same each time."""
    return gzip.compress(data, 9, mtime=0)


def answers() -> dict[str, bytes]:
    """What a page is asked before its engine is there, by address: a first game to be set up, the lists of lessons."""
    from esquive.core.games import games
    from esquive.core.messages import LANGUAGES
    from esquive.site.keeper import MemoryKeeper
    from esquive.site.page_host import PageHost
    from esquive.site.page_store import PageStore
    from esquive.site.requests import Asked
    from esquive.site.routes import ROUTES

    wanted = ["/api/door"]
    for language in LANGUAGES:
        wanted.append(f"/api/catalogue?lang={language}&outline=true")
        wanted += [f"/api/learn?lang={language}&game={game.name}" for game in games()]
    host, found = PageHost(PageStore(MemoryKeeper())), {}
    for address in wanted:
        path, _, query = address.partition("?")
        answered = asyncio.run(ROUTES.answer(host, Asked("GET", path, dict(parse_qsl(query)))))
        if answered.status != 200:
            raise ValueError(f"{address}: {answered.body.decode()}")
        found[address] = answered.body
    return found


def write(made: dict[str, bytes], said: dict[str, bytes]) -> None:
    """The files in a folder named by what they hold, and the list of them."""
    everything = b"".join(hashlib.sha256(data).digest() for data in (*made.values(), *said.values()))
    digest = hashlib.sha256(everything).hexdigest()[:12]
    shutil.rmtree(ENGINE, ignore_errors=True)
    (ENGINE / digest).mkdir(parents=True)
    for name, data in made.items():
        (ENGINE / digest / name).write_bytes(data)
    places = {address: f"{digest}/answer-{number}.json" for number, address in enumerate(said)}
    for address, place in places.items():
        (ENGINE / place).write_bytes(said[address])
    sizes = {name: len(data) for name, data in made.items()}
    with zipfile.ZipFile(BUILD / "stdlib.zip") as library:
        names = [name.removesuffix(".pyc").removesuffix("/__init__").replace("/", ".") for name in library.namelist()]
    known = [name for name in names if name.split(".")[0] not in OF_JAVASCRIPT]
    listed = {"version": __version__, "folder": digest, "files": sizes, "library": known, "answers": places}
    for told in ("LICENSE", "NOTICE.md"):
        shutil.copy(ROOT / told, ENGINE)
    (ENGINE / "engine.json").write_text(json.dumps(listed), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
