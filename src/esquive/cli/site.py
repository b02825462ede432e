"""`esquive site`: writes the page that needs no server, for any static host."""

import argparse
import json
from pathlib import Path
from urllib.parse import urlsplit

from esquive.cli.languages import add_language
from esquive.core.errors import EsquiveError
from esquive.core.messages import messages
from esquive.server import __file__ as server_package
from esquive.site.folder import write_folder


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Declares the verb and its options."""
    parser = subparsers.add_parser(
        "site",
        help="writes the page that needs no server",
        description="Writes a folder of files that any static host can serve: the client, and rules, judge, bots and "
        "lessons, which run in the browser of who reads it.",
    )
    parser.add_argument("--out", metavar="FOLDER", required=True, help="a new folder, or an older page")
    parser.add_argument("--server", metavar="URL", default="", help="where people far from one another meet to play")
    add_language(parser)
    parser.add_argument("--json", action="store_true", help="one JSON document on stdout")


def run(args: argparse.Namespace) -> int:
    """Writes the page; 0, or raises EsquiveError for a folder it may not write."""
    parts = urlsplit(args.server)
    if args.server and (parts.scheme not in ("http", "https") or not parts.netloc):
        raise EsquiveError("a server is reached by its address", "--server", "write it as https://games.example.org")
    out = Path(args.out)
    try:
        size = write_folder(out, Path(server_package).with_name("static"), server=args.server.rstrip("/"))
    except OSError as error:
        raise EsquiveError(
            "{why}", str(out), "name a folder that can be written", why=error.strerror or error
        ) from error
    if args.json:
        print(json.dumps({"out": str(out), "bytes": size}))
    else:
        places = {"out": out, "megabytes": f"{size / 1_000_000:.1f}"}
        print(messages(args.language).say("site.written", places))
    return 0
