"""Conditions and refusals in words, as whoever looks at a position is told them."""

from typing import Any

from esquive.core.games import game_named
from esquive.core.waiting import Condition, Refusal


def said(state: Any, condition: Condition | Refusal, language: str = "en") -> str:
    """The sentence of a condition of a position."""
    return game_named(state.game).words(state, language).condition(condition)
