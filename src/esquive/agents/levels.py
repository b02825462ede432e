"""Six levels from beginner to master: the greedy agent with slips of a human kind, and above it the one that searches.

In games of units that walk, somebody who slips sees the same ways to go on and misjudges what they are worth: by much
at the first level, so that a good action is taken for a bad one now and then, and hardly at the fourth. Where answers
are proposed, some of them are given on a whim. `docs/opponents.md` says how far the levels lie apart.
"""

from typing import ClassVar, Final

from esquive.agents.base import Agent, Setting
from esquive.agents.greedy import GreedyAgent, Thoroughness
from esquive.agents.halving import Budget
from esquive.agents.lookahead import LookaheadAgent
from esquive.agents.search import SearchAgent
from esquive.core.evaluation import WalkEvaluation
from esquive.core.game import Game

LEVELS: Final = 6
USUAL: Final = 3
MASTER_SECONDS: Final = 0.6  # of the last level, for a decision
MASTER_BREADTH: Final = 4


SLIPS: Final = (100, 58, 36, 22, 0, 0)  # by how much a way to go on is misjudged, by level, in the units of values
WHIMS: Final = (100, 70, 45, 30, 16, 0)  # of a hundred answers, those given on a whim


class Level:
    """Plays at a level from 1, a beginner, to 6, a master."""

    settings: ClassVar[tuple[Setting, ...]] = (Setting("level", "1, a beginner, to 6, a master", USUAL, 1, LEVELS),)

    @classmethod
    def for_game(cls, game: Game, level: int = USUAL) -> Agent | None:
        """The agent of a level, or None for a game without an evaluation."""
        evaluation = game.evaluation("search" if level == LEVELS else "greedy") or game.evaluation("greedy")
        if evaluation is None:
            return None
        if not isinstance(evaluation, WalkEvaluation):
            return LookaheadAgent(evaluation, whims=WHIMS[level - 1])
        if level == LEVELS:
            return SearchAgent(evaluation, Budget(0, MASTER_SECONDS), MASTER_BREADTH)
        agent = GreedyAgent(evaluation)
        agent.thoroughness = Thoroughness(slip=SLIPS[level - 1])
        return agent
