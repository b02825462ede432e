"""The games the command line knows, by the names its verbs and documents use."""

from collections.abc import Callable
from typing import Any, Final

from esquive.core.errors import DocumentError
from esquive.core.game import Game
from esquive.core.odds import OddsGame

GAME_NAMES: Final = ("krosmaster",)


def game_named(name: str) -> Game:
    """The game of this name; raises DocumentError that lists the games."""
    if name == "krosmaster":
        from esquive.krosmaster.game import GAME

        return GAME
    raise _unknown(name)


def odds_game_named(name: str) -> OddsGame:
    """What counting odds needs to know of the game of this name; raises DocumentError that lists the games."""
    if name == "krosmaster":
        from esquive.krosmaster.odds import ODDS

        return ODDS
    raise _unknown(name)


def drawing_of(name: str) -> Callable[[Any], str]:
    """What draws a position of the game of this name; raises DocumentError that lists the games."""
    if name == "krosmaster":
        from esquive.krosmaster.drawing import draw_position

        return draw_position
    raise _unknown(name)


def _unknown(name: str) -> DocumentError:
    games = ", ".join(GAME_NAMES)
    if not name:
        return DocumentError("the document does not say of which game it is", "game", f'add game = "{GAME_NAMES[0]}"')
    return DocumentError(f"unknown game {name!r}", "game", f"games: {games}")
