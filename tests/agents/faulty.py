"""Bots that do something wrong, each in its own way."""

import time
from random import Random
from typing import Any

from esquive.core.game import Game
from esquive.core.waiting import Decision


class Crashing:
    """Raises."""

    name = "crashing"

    def choose(self, game: Game, state: Any, decision: Decision, rng: Random) -> int:
        raise ZeroDivisionError("of all things")


class Cheating:
    """Answers what is illegal: the last of its options, after it has been taken."""

    name = "cheating"

    def choose(self, game: Game, state: Any, decision: Decision, rng: Random) -> int:
        return 12345678


class Mumbling:
    """Answers with a line, where an answer is wanted."""

    name = "mumbling"

    def choose(self, game: Game, state: Any, decision: Decision, rng: Random) -> int:
        return "end"  # type: ignore[return-value]


class Slow:
    """Takes its time."""

    name = "slow"

    def choose(self, game: Game, state: Any, decision: Decision, rng: Random) -> int:
        until = time.perf_counter() + 0.02
        while time.perf_counter() < until:
            pass
        return decision.options()[0]


class Meddling:
    """Plays on in the position it is given, which is a copy."""

    name = "meddling"

    def choose(self, game: Game, state: Any, decision: Decision, rng: Random) -> int:
        answer = decision.options()[0]
        state.apply(answer)
        return answer
