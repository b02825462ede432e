"""Packs of one's own on the command line: `--pack` of the verbs that choose from a catalogue, and a folder that is
always read."""

import argparse
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from esquive.cli.data_folder import data_folder
from esquive.cli.input_files import file_named
from esquive.core.cards import Cards
from esquive.core.document_faults import together
from esquive.core.errors import DocumentError
from esquive.core.games import USUAL, game_named, games
from esquive.core.packs import PackFile, read_packs, tables_of

FOLDER: Final = "packs"  # in the folder for a user's data


def add_packs(parser: argparse.ArgumentParser) -> None:
    """Declares the option; `args.pack` holds what was named."""
    parser.add_argument(
        "--pack",
        action="append",
        default=[],
        metavar="PATH",
        help="cards of your own: a file, or a folder of .toml files; may be said again",
    )


def own_folder() -> Path:
    """The folder whose packs are always read."""
    return data_folder() / FOLDER


@contextmanager
def in_force(paths: Sequence[str]) -> Iterator[None]:
    """For a while the process chooses from the catalogues with these packs, and those of one's own folder.

    Raises DocumentError, which knows all others, for whatever is wrong with them.
    """
    folder = own_folder()
    always = [folder] if folder.is_dir() and any(folder.rglob("*.toml")) else []
    read, faults = read_packs([*always, *map(file_named, paths)])
    named = by_game(read) if read else []
    faults += [fault for cards, files in named for fault in cards.check_packs(files).errors]
    if faults:
        raise together(faults)
    catalogues = [cards.with_packs(files) for cards, files in named]
    for cards in catalogues:
        cards.put_in_force()
    try:
        yield
    finally:
        for cards in catalogues:
            cards.withdraw()


def by_game(files: Iterable[PackFile]) -> list[tuple[Cards, list[PackFile]]]:
    """The catalogues of games, each with the files that are of its game, in their order."""
    found: dict[str, list[PackFile]] = {}
    for file in files:
        found.setdefault(game_of(tables_of(file.text), file.text), []).append(file)
    return [(cards_of(name), own) for name, own in found.items()]


def game_of(tables: dict[str, Any], text: str) -> str:
    """The game whose card file has these tables; the usual game when it is nobody's.

    A text that is no TOML has the tables whose headings it has.
    """
    named = tables or dict.fromkeys(re.findall(r"^\[\[(\w+)\]\]", text, re.MULTILINE))
    return next((game.name for game in games() if game.cards is not None and game.cards.reads(named)), USUAL)


def cards_of(name: str) -> Cards:
    """The catalogue of a game; raises DocumentError for a game without one."""
    cards = game_named(name).cards
    if cards is None:
        raise DocumentError("{name} has no cards", "--game", "name another game", name=name)
    return cards
