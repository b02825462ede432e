"""Six levels from beginner to master: the greedy agent with slips of a human kind, fewer from one to the next.

In games of units that walk, somebody who slips sees the same ways to go on and misjudges what they are worth: by much
at the first level, so that a good action is taken for a bad one now and then, and hardly at the fifth. Where answers
are proposed, some of them are given on a whim. The last level is the greedy agent itself, so that all six play alike
wherever they run, also in a browser. `docs/opponents.md` says how far they lie apart.
"""

from typing import ClassVar, Final

from esquive.agents.base import Agent, Setting
from esquive.agents.greedy import GreedyAgent
from esquive.agents.lookahead import LookaheadAgent
from esquive.core.evaluation import WalkEvaluation
from esquive.core.game import Game

LEVELS: Final = 6
USUAL: Final = 3
SLIPS: Final = (125, 75, 45, 29, 15, 0)  # by how much a way to go on is misjudged, by level, in the units of values
WHIMS: Final = (100, 70, 45, 30, 16, 0)  # of a hundred answers, those given on a whim


class Level:
    """Plays at a level from 1, a beginner, to 6, a master."""

    settings: ClassVar[tuple[Setting, ...]] = (Setting("level", "1, a beginner, to 6, a master", USUAL, 1, LEVELS),)

    @classmethod
    def for_game(cls, game: Game, level: int = USUAL) -> Agent | None:
        """The agent of a level, or None for a game without an evaluation."""
        evaluation = game.evaluation("greedy")
        if evaluation is None:
            return None
        if not isinstance(evaluation, WalkEvaluation):
            return LookaheadAgent(evaluation, whims=WHIMS[level - 1])
        return GreedyAgent(evaluation, slip=SLIPS[level - 1])
