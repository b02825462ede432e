"""The games that are installed: every entry point of the group `esquive.games` names the object of one.

    [project.entry-points."esquive.games"]
    mygame = "mygame.game:GAME"

So a game can be a package of its own. What the laboratory knows of the inside of a game is found in the same way, in
the group `esquive.laboratories`; so are, in `esquive.rulebooks`, its rulebooks, for who wants to read a clause and has
no use for the game. A game without the latter entry is asked itself.
"""

from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import TYPE_CHECKING, Any, Final

from esquive.core.errors import DocumentError
from esquive.core.phrases import phrase
from esquive.core.rulebook import Rulebook

if TYPE_CHECKING:
    from esquive.core.game import Game

GAMES: Final = "esquive.games"
LABORATORIES: Final = "esquive.laboratories"
RULEBOOKS: Final = "esquive.rulebooks"
USUAL: Final = "krosmaster"  # what is meant where a verb or a document names no game, and the first in every list


@cache
def found_in(group: str) -> dict[str, EntryPoint]:
    """The entry points of a group by name, the usual game's first."""
    found = {entry.name: entry for entry in entry_points(group=group)}
    return dict(sorted(found.items(), key=lambda one: (one[0] != USUAL, one[0])))


def game_names() -> tuple[str, ...]:
    """The names of all games."""
    return tuple(found_in(GAMES))


@cache
def game_named(name: str) -> "Game":
    """The game of this name; raises DocumentError that lists the games."""
    known = found_in(GAMES)
    if name in known:
        game: Game = known[name].load()
        return game
    if not known:
        raise DocumentError("no game is installed", GAMES, "install the package: pip install -e .")
    if not name:
        raise DocumentError(
            "the document does not say of which game it is",
            "game",
            phrase('add game = "{known}"', known=next(iter(known))),
        )
    raise DocumentError("unknown game {name!r}", "game", phrase("games: {known}", known=", ".join(known)), name=name)


def games() -> "tuple[Game, ...]":
    """Every game."""
    return tuple(game_named(name) for name in game_names())


def rulebooks() -> tuple[Rulebook, ...]:
    """The rulebooks of every game, without loading the games that list theirs apart."""
    found: list[Rulebook] = []
    for name in game_names():
        entry = found_in(RULEBOOKS).get(name)
        found += game_named(name).rulebooks if entry is None else entry.load()
    return tuple(found)


@cache
def laboratory_of(name: str) -> Any:
    """What the laboratory knows of the inside of a game, a `lab.laboratory.Laboratory`; None where nothing."""
    entry = found_in(LABORATORIES).get(name)
    return None if entry is None else entry.load()
