"""The agents that go by what a position is worth: which of them plays a game is for its evaluation to say."""

from typing import ClassVar

from esquive.agents.base import Agent, Setting
from esquive.agents.greedy import GreedyAgent
from esquive.agents.lookahead import LookaheadAgent
from esquive.core.evaluation import WalkEvaluation
from esquive.core.game import Game

MOST_EFFORT = 4


class Greedy:
    """Takes what is worth most on average by the end of its own turn or action; no thought of replies."""

    settings: ClassVar[tuple[Setting, ...]] = (
        Setting("effort", "how many times as many ways and dice it looks at", 1, 1, MOST_EFFORT),
    )

    @classmethod
    def for_game(cls, game: Game, effort: int = 1) -> Agent | None:
        """The agent of the game's evaluation, or None for a game that has none."""
        return _agent(game, "greedy", effort)


class Greedy202611:
    """The greedy agent as it played in November 2026: what others are measured against."""

    is_offered = False

    @classmethod
    def for_game(cls, game: Game) -> Agent | None:
        """The agent of the game's evaluation of that time, or None for a game that has none."""
        return _agent(game, "greedy@2026-11", 1, is_mended=False)


def _agent(game: Game, name: str, effort: int, *, is_mended: bool = True) -> Agent | None:
    evaluation = game.evaluation(name)
    if evaluation is None:
        return None
    if isinstance(evaluation, WalkEvaluation):
        return GreedyAgent(evaluation, effort, is_mended=is_mended)
    return LookaheadAgent(evaluation, effort)
