"""What an agent is, and the agents there are."""

from random import Random
from typing import Any, Final, Protocol

from esquive.core.errors import EsquiveError
from esquive.core.game import Game
from esquive.core.waiting import Decision

AGENT_NAMES: Final = ("random", "greedy")


class Agent(Protocol):
    """Chooses an answer when a seat is asked.

    The state is the real one: an agent that looks ahead must first deal anew what its seat cannot know. All its chance
    comes from `rng`, so that equal seeds give equal games.
    """

    name: str

    def choose(self, game: Game, state: Any, decision: Decision, rng: Random) -> int:
        """One of the decision's options."""


def agent_named(name: str, game: str) -> Agent:
    """A new agent for a game; raises EsquiveError that lists the agents."""
    if name == "random":
        from esquive.agents.random_agent import RandomAgent

        return RandomAgent()
    if name == "greedy" and game == "krosmaster":
        from esquive.agents.greedy import GreedyAgent
        from esquive.krosmaster.evaluation import KrosmasterEvaluation

        return GreedyAgent(KrosmasterEvaluation())
    if name == "greedy" and game == "kaos":
        from esquive.agents.lookahead import LookaheadAgent
        from esquive.kaos.evaluation import KaosEvaluation

        return LookaheadAgent(KaosEvaluation())
    raise EsquiveError(f"unknown agent {name!r}", "agents", f"agents for {game}: {', '.join(AGENT_NAMES)}")
