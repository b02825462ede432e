"""What an agent is, and the agents there are."""

from random import Random
from typing import Any, Final, Protocol

from esquive.core.errors import EsquiveError
from esquive.core.evaluation import ProposalEvaluation, WalkEvaluation
from esquive.core.game import Game
from esquive.core.games import game_named
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
    evaluation = game_named(game).evaluation(name)
    if isinstance(evaluation, WalkEvaluation):
        from esquive.agents.greedy import GreedyAgent

        return GreedyAgent(evaluation)
    if isinstance(evaluation, ProposalEvaluation):
        from esquive.agents.lookahead import LookaheadAgent

        return LookaheadAgent(evaluation)
    known = [one for one in AGENT_NAMES if one == "random" or game_named(game).evaluation(one) is not None]
    raise EsquiveError(f"unknown agent {name!r}", "agents", f"agents for {game}: {', '.join(known)}")
