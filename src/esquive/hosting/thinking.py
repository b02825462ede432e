"""Where bots think: what one is asked, as text for somewhere else, and the answer to it.

A host lets its bots think in threads, so that nobody waits for them (`bots.in_thread`). Where there are no threads they
think in a process or worker of their own, which this module is all that is needed of: it knows no room.
"""

from functools import lru_cache
from random import Random
from typing import Any, Final

import msgspec
from msgspec import Struct

from esquive.agents.base import Agent, agent_named
from esquive.core.converting import convert
from esquive.core.games import game_named
from esquive.core.waiting import Decision

KNOWN: Final = 8
_known = lru_cache(maxsize=KNOWN)(agent_named)


class Thought(Struct):
    """A decision to be thought about: the agent and the game, the position as the set-up and what a save holds, and
    what all its chance comes from."""

    agent: str
    game: str
    setup: dict[str, Any]
    position: dict[str, Any]
    chance: str


def asked(thought: Thought) -> str:
    """A decision as text."""
    return msgspec.json.encode(thought).decode()


def answered(text: str) -> str:
    """The line that is answered to a decision that came as text."""
    thought = convert(msgspec.json.decode(text), Thought)
    game = game_named(thought.game)
    state = game.from_data(thought.setup, thought.position)
    return chosen(_known(thought.agent, thought.game), game, state, thought.chance)


def chosen(agent: Agent, game: Any, state: Any, chance: str) -> str:
    """The line that an agent answers in a position; equal `chance` gives equal lines."""
    waiting = state.waiting
    if not isinstance(waiting, Decision):
        raise AssertionError("nobody is asked anything")
    return str(game.format(state, agent.choose(game, state, waiting, Random(chance))))


def is_quick(agent: Agent) -> bool:
    """Whether an agent answers so fast that nobody notices, as it says itself."""
    return bool(getattr(agent, "is_quick", False))
