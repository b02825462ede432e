"""Watching the agents of somebody else's: what they do wrong costs them their game and nothing else."""

import time
from random import Random
from typing import Any, Final

from esquive.agents.base import Agent
from esquive.agents.errors import AgentFault
from esquive.core.game import Game
from esquive.core.waiting import Decision

OURS: Final = __name__.partition(".")[0]


class Supervised:
    """An agent that is given a copy of the position, and whose answers are timed and judged.

    `seconds` is the most it may take for one, 0 for as long as it likes. An agent in this process cannot be broken off:
    that it took too long is told once it has answered.
    """

    is_quick = False

    def __init__(self, agent: Agent, seconds: float = 0.0) -> None:
        self.agent = agent
        self.name = agent.name
        self.seconds = seconds

    def choose(self, game: Game, state: Any, decision: Decision, rng: Random) -> int:
        """The agent's answer; raises AgentFault for one that is illegal, comes late, or does not come."""
        own = state.copy()
        began = time.perf_counter()
        try:
            answer = self.agent.choose(game, own, own.waiting, rng)
        except AgentFault:
            raise
        except Exception as error:  # what is not ours may fail in any way
            why = f"{type(error).__name__}: {error}"
            raise AgentFault("it has crashed: {why}", self.name, "mend the bot", why=why) from error
        spent = time.perf_counter() - began
        if self.seconds and spent > self.seconds:
            raise AgentFault(
                "it took {spent:.2f} s for an answer, and {most:g} are allowed",
                self.name,
                "let it think less, or allow more with --limit",
                spent=spent,
                most=self.seconds,
            )
        if type(answer) is not int:
            raise AgentFault("{answer!r} is no answer", self.name, "give one of decision.options()", answer=answer)
        refusal = decision.refusal(answer)
        if refusal is not None:
            why = game.words(state).condition(refusal)
            raise AgentFault("its answer is illegal: {why}", self.name, ", ".join(refusal.clauses), why=why)
        return answer

    def close(self) -> None:
        """Lets go of what the agent holds."""
        close = getattr(self.agent, "close", None)
        if close is not None:
            close()


def supervised(agent: Agent, seconds: float = 0.0) -> Agent:
    """An agent that is watched if it is somebody else's, or if its time is limited; else the agent itself."""
    is_ours = type(agent).__module__.partition(".")[0] == OURS
    return agent if is_ours and not seconds and not hasattr(agent, "close") else Supervised(agent, seconds)
