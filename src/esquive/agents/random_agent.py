"""The agent everything is measured against: any legal answer, each as likely as the next."""

from random import Random
from typing import Any

from esquive.core.game import Game
from esquive.core.waiting import Decision


class RandomAgent:
    """Takes any legal answer, each as likely as the next."""

    name = "random"
    is_quick = True

    def choose(self, game: Game, state: Any, decision: Decision, rng: Random) -> int:
        """One of the decision's options."""
        return decision.sample(rng)
