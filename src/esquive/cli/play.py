"""`esquive play`: the web app on this machine."""

import argparse
import asyncio
import json
import logging
import socket
import threading
import webbrowser
from pathlib import Path

from esquive.cli.data_folder import data_folder
from esquive.cli.languages import add_language
from esquive.cli.packs import add_packs
from esquive.cli.public_access import HERE, opening_of
from esquive.core.errors import EsquiveError
from esquive.core.messages import messages
from esquive.core.phrases import phrase


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declares the verb and its options."""
    parser = subparsers.add_parser(
        "play",
        help="the web app on this machine",
        description="Serves the web app until Ctrl-C and opens it in the browser. Matches are kept in one SQLite file.",
    )
    parser.add_argument(
        "--host", default="127.0.0.1", help="default: 127.0.0.1, this machine only; 0.0.0.0 opens it to the network"
    )
    parser.add_argument("--port", type=int, default=8000, help="default: 8000; 0 for any free one")
    parser.add_argument("--no-browser", action="store_true", help="do not open a browser")
    parser.add_argument(
        "--data",
        default=None,
        metavar="FILE",
        help="default: in the user's data folder; or the address of a database, postgresql://user@host/name",
    )
    parser.add_argument(
        "--channels",
        default="memory://",
        metavar="URL",
        help="how the processes that share a PostgreSQL database speak to one another: redis://host:port",
    )
    parser.add_argument(
        "--bot-pace", type=float, default=0.1, metavar="S", help="least seconds per bot answer; default: 0.1"
    )
    parser.add_argument(
        "--name",
        action="append",
        default=[],
        metavar="NAME",
        help="a name others reach it by, such as games.example.org; by its bare address it is always reached",
    )
    door = parser.add_mutually_exclusive_group()
    door.add_argument(
        "--password", metavar="WORD", default="", help="asked of each browser once; made, and told, with --host"
    )
    door.add_argument(
        "--invite", action="store_true", help="with --host: others enter by your invitations to games alone"
    )
    door.add_argument("--open", action="store_true", help="with --host: whoever finds it may enter")
    add_packs(parser)
    add_language(parser, of="of what is printed here; the web app asks its reader")
    parser.add_argument("--json", action="store_true", help="print the address as one JSON document")


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens; raises EsquiveError when the port or host cannot be had."""
    if not 0 <= port <= 65535:
        raise EsquiveError("{port} is no port", "--port", "use a number from 0 to 65535", port=port)
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    follower = socket.socket(family, socket.SOCK_STREAM)
    follower.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        follower.bind((host, port))
        follower.listen()  # whoever comes once the address is told waits for the server to be ready
    except OSError as error:
        follower.close()
        raise EsquiveError(
            "cannot listen on {host} port {port}: {reason}",
            "--port",
            "use --port 0 for a free port",
            host=host,
            port=port,
            reason=error.strerror or error,
        ) from error
    return follower


def address_of(host: str, follower: socket.socket) -> str:
    """The address to open in a browser; a host that stands for all of them is reached as localhost."""
    port = follower.getsockname()[1]
    shown = "localhost" if host in ("0.0.0.0", "::", "") else f"[{host}]" if ":" in host else host
    return f"http://{shown}:{port}/"


def is_worth_telling(record: logging.LogRecord) -> bool:
    """Whether a line of the log is no mere request that was cut off because the server is being stopped."""
    return record.exc_info is None or not isinstance(record.exc_info[1], asyncio.CancelledError)


def make_sure_of(file: Path) -> None:
    """Make the folder of a file, and the file; raises EsquiveError where that is not allowed."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.open("ab").close()
    except OSError as error:
        raise EsquiveError(
            "cannot be written: {reason}", str(file), "name another with --data", reason=phrase(str(error.strerror))
        ) from error


async def prepare(database: str) -> None:
    """Bring the database at an address up to date; raises EsquiveError for one that cannot be opened."""
    from esquive.server.storage.store import Store

    store = Store(database)
    await store.open()
    await store.close()


def run(args: argparse.Namespace) -> int:
    """Serves until it is stopped; 0. Raises EsquiveError for a port or a file that cannot be had."""
    from esquive.server.access.authorization import Entrance
    from esquive.server.http.app import create_app
    from esquive.server.http.rate_limits import Limits
    from esquive.server.http.serving import server_of
    from esquive.server.operations.books_read_ahead import READ_AFTER, read_ahead
    from esquive.server.storage.database import database_url

    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    file = args.data or str(data_folder() / "matches.sqlite")
    database = database_url(file)
    if args.bot_pace < 0:
        raise EsquiveError("a bot cannot answer before it is asked", "--bot-pace", "use 0 or more")
    if "://" not in file:
        make_sure_of(Path(file))
    asyncio.run(prepare(database))
    follower = listen(args.host, args.port)
    address = address_of(args.host, follower)
    names, limits = [args.host, *args.name], Limits()
    opening = opening_of(args, follower)
    entrance = Entrance(password=opening.password, private=opening.mode != HERE)
    app = create_app(
        database,
        pace=args.bot_pace,
        names=names,
        channels=args.channels,
        limits=limits,
        entrance=entrance,
        reached=opening.reached,
    )
    server = server_of(app, limits)
    logging.getLogger("uvicorn.error").addFilter(is_worth_telling)
    if args.json:
        told = {"address": address, "data": str(file), "mode": opening.mode, "link": opening.link}
        print(json.dumps({**told, "reached": opening.reached, "password": opening.password}), flush=True)
    else:
        print(messages(args.language).say("play.at", {"address": address, "file": file}), flush=True)
        for line in opening.told(args.language):
            print(line, flush=True)
    if not args.no_browser:
        threading.Timer(0.8, webbrowser.open, [opening.link]).start()
    gathering = threading.Timer(READ_AFTER, read_ahead)
    gathering.daemon = True
    gathering.start()
    try:
        server.serve_on(follower)
    finally:
        gathering.cancel()
        follower.close()
    return 0
