"""The options `--release` and `--releases`: a release by its name, or a file with a release of one's own.

See ARCHITECTURE.md, *A release of one's own*, for what such a file says.
"""

import argparse
from pathlib import Path

from esquive.core.errors import DocumentError
from esquive.core.games import USUAL, game_named


def add_release(parser: argparse.ArgumentParser, *, default: str = "the current one") -> None:
    """Declares the option for a verb that plays or tells by a release: `args.release` is as given."""
    parser.add_argument(
        "--release",
        default="",
        metavar="RELEASE",
        help=f"of the rulebook, or a file with a release of your own, such as quick.toml; default: {default}",
    )


def add_own_release(parser: argparse.ArgumentParser) -> None:
    """Declares the option for a verb whose documents name their release."""
    parser.add_argument(
        "--release",
        default="",
        metavar="FILE",
        help="a file with a release of your own, which the document then names",
    )


def is_release_file(given: str) -> bool:
    """Whether a release is given as a file and not by its name."""
    return given.endswith(".toml") or "/" in given or "\\" in given


def release_named(given: str, game: str = USUAL) -> str:
    """The name of a release; one that is given as a file is known to this process from then on.

    Raises DocumentError for a file that is no release, and for a game that has no releases.
    """
    if not is_release_file(given):
        return given
    releases = game_named(game).releases
    if releases is None:
        raise DocumentError("{game} has one release only", "--release", "leave it out", game=game)
    return releases.add(Path(given))


def make_known(given: str, game: str = USUAL) -> None:
    """Makes a release of one's own known, if one is given; raises DocumentError for a name in place of a file."""
    if given and not is_release_file(given):
        raise DocumentError(
            "{given!r} is no file", "--release", "name a release file; the document names its release", given=given
        )
    release_named(given, game)
