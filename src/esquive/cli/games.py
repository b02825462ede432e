"""The games the command line knows, by the names its verbs and documents use."""

from collections.abc import Callable, Sequence
from typing import Any, Final, Protocol

from esquive.core.errors import DocumentError
from esquive.core.game import Game
from esquive.core.odds import OddsGame
from esquive.core.waiting import Condition

GAME_NAMES: Final = ("krosmaster", "kaos")


def game_named(name: str) -> Game:
    """The game of this name; raises DocumentError that lists the games."""
    if name == "krosmaster":
        from esquive.krosmaster.game import GAME

        return GAME
    if name == "kaos":
        from esquive.kaos.game import GAME as KAOS

        return KAOS
    raise _unknown(name)


def odds_game_named(name: str) -> OddsGame:
    """What counting odds needs to know of the game of this name; raises DocumentError that lists the games."""
    if name == "krosmaster":
        from esquive.krosmaster.text.odds import ODDS

        return ODDS
    if name == "kaos":
        from esquive.kaos.text.odds import ODDS as KAOS

        return KAOS
    raise _unknown(name)


class JudgeWords(Protocol):
    """What a judge says in one language."""

    def sentence(self, condition: Condition) -> str:
        """The sentence of a condition."""

    def odds(self, answer: int, answers: tuple[str, ...] = ()) -> dict[str, Any]:
        """`odds`, a list of `text`, `probability` and `percent` or None, and `odds_note`, a sentence or None."""

    def too_many(self) -> str:
        """Why there are no odds, when there are too many ways to count."""


def judge_words_named(name: str, state: Any, language: str) -> JudgeWords:
    """What speaks for the judge about a position of a game; raises DocumentError that lists the games."""
    if name == "krosmaster":
        from esquive.krosmaster.text.odds_words import JudgeWords as KrosmasterJudge

        return KrosmasterJudge(state, language)
    if name == "kaos":
        from esquive.kaos.text.judging import JudgeWords as KaosJudge

        return KaosJudge(state, language)
    raise _unknown(name)


def drawing_of(name: str) -> Callable[[Any], str]:
    """What draws a position of the game of this name; raises DocumentError that lists the games."""
    if name == "krosmaster":
        from esquive.krosmaster.text.drawing import draw_position

        return draw_position
    if name == "kaos":
        from esquive.kaos.text.drawing import draw_position as draw_table

        return draw_table
    raise _unknown(name)


def picture_of(name: str) -> Callable[[Any, Sequence[str]], str]:
    """What draws a position as SVG, with marks in words; raises DocumentError for a game that has no pictures."""
    if name == "kaos":
        from esquive.kaos.text.svg import draw_svg

        return draw_svg
    raise DocumentError(f"positions of {name!r} have no picture", "--svg", "leave out --svg and --mark")


def _unknown(name: str) -> DocumentError:
    games = ", ".join(GAME_NAMES)
    if not name:
        return DocumentError("the document does not say of which game it is", "game", f'add game = "{GAME_NAMES[0]}"')
    return DocumentError(f"unknown game {name!r}", "game", f"games: {games}")
