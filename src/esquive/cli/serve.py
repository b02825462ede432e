"""`esquive serve`: the server for others, told what to do by a file and the environment [docs/serving.md]."""

import argparse
import asyncio
import json
import logging
import os
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Final

from esquive.cli.data_folder import data_folder
from esquive.cli.packs import add_packs
from esquive.cli.play import address_of, is_worth_telling, listen, prepare
from esquive.core.errors import EsquiveError

if TYPE_CHECKING:
    from esquive.server.operations.configuration import Configuration, InForce

LOG: Final = logging.getLogger("esquive.server")


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declares the verb and its options."""
    parser = subparsers.add_parser(
        "serve",
        help="the server for others",
        description="Serves until it is stopped, as a file and the environment say. docs/serving.md is its guide.",
    )
    add_configuration(parser)
    parser.add_argument("--host", default=None, help="the address it listens on; default: 127.0.0.1")
    parser.add_argument("--port", type=int, default=None, help="default: 8000; 0 for any free one")
    add_packs(parser)
    parser.add_argument("--check", action="store_true", help="print what is in force and who says so, and end")
    parser.add_argument("--json", action="store_true", help="print the address as one JSON document")


def add_configuration(parser: argparse.ArgumentParser) -> None:
    """Declares `--config`."""
    parser.add_argument(
        "--config",
        type=Path,
        default=os.environ.get("ESQUIVE_CONFIG") or None,
        metavar="FILE",
        help="the configuration, as TOML; default: what ESQUIVE_CONFIG names, else none",
    )


def in_force(args: argparse.Namespace) -> "InForce":
    """What the file, the environment and the command line say together; raises EsquiveError."""
    from esquive.server.operations.configuration import configuration_of

    options = {name: getattr(args, name, None) for name in ("host", "port")}
    return configuration_of(args.config, os.environ, options)


def database_of(configuration: "Configuration") -> str:
    """The address of the database; the folder of a file is made."""
    from esquive.server.storage.database import database_url

    named = configuration.database or str(data_folder() / "matches.sqlite")
    if "://" not in named:
        try:
            Path(named).parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise EsquiveError(f"cannot be made: {error.strerror}", str(Path(named).parent), "name another") from error
    return database_url(named)


def run(args: argparse.Namespace) -> int:
    """Serves until it is stopped; 0. Raises EsquiveError for what cannot be read, had or opened."""
    found = in_force(args)
    configuration = found.configuration
    if not configuration.names:
        raise EsquiveError(
            "nobody has said by which name the server is reached",
            "names",
            'write names = ["games.example.org"] in the file of --config, or set ESQUIVE_NAMES',
        )
    if args.check:
        print(found.told(), end="")
        return 0
    return serve(configuration, args.json)


def serve(configuration: "Configuration", is_json: bool) -> int:
    """Serves until it is stopped."""
    from esquive.server.access.authorization import Entrance
    from esquive.server.http.app import create_app
    from esquive.server.http.serving import server_of
    from esquive.server.operations.books_read_ahead import READ_AFTER, read_ahead
    from esquive.server.operations.logs import configure

    configure(configuration.log.format == "json", configuration.log.level, configuration.log.most_alike)
    logging.getLogger("uvicorn.error").addFilter(is_worth_telling)
    database = database_of(configuration)
    asyncio.run(prepare(database))
    follower = listen(configuration.host, configuration.port)
    address = address_of(configuration.host, follower)
    app = create_app(
        database,
        pace=configuration.bot_pace,
        names=configuration.names,
        channels=configuration.channels,
        configuration=configuration,
        limits=configuration.limits,
        entrance=Entrance(
            proxies=configuration.proxies,
            player_header=configuration.player_header,
            password=configuration.password,
            private=configuration.private,
            lobby=configuration.lobby,
        ),
    )
    server = server_of(
        app, configuration.limits, proxies=configuration.proxies, stop_seconds=configuration.stop_seconds
    )
    if is_json:
        print(json.dumps({"address": address}), flush=True)
    LOG.info("serving at %s, reached as %s", address, ", ".join(configuration.names))
    gathering = threading.Timer(READ_AFTER, read_ahead)
    gathering.daemon = True
    gathering.start()
    try:
        server.serve_on(follower)
    finally:
        gathering.cancel()
        follower.close()
    LOG.info("stopped")
    return 0
