"""Positions for the properties: a game of any format and release, played at random for a while from a seed."""

from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Any

from esquive.core.waiting import Decision, Over
from esquive.krosmaster.cards.catalogue import catalogue
from esquive.krosmaster.cards.documents import CardDocument
from esquive.krosmaster.releases import release
from esquive.krosmaster.table import answers
from esquive.krosmaster.table.state import State
from esquive.krosmaster.written.documents.set_ups import new_state
from esquive.lab.krosmaster.random_set_ups import playable_cards, random_setup


@cache
def _cards(of: str) -> list[CardDocument]:
    return playable_cards(catalogue(), release(of))


def setup_of(seed: int) -> dict[str, Any]:
    """The set-up of a seed's game, of release 2.2 for one seed in three."""
    params = release("2.2" if seed % 3 == 1 else "2.7")
    return random_setup(catalogue(), _cards(params.name), params, Random(f"{seed}/setup"))


def start(seed: int) -> State:
    """The first wait of a seed's game; the players are rich, so that rewards are bought."""
    state = new_state(setup_of(seed))
    state.log = None
    state.kamas = [40] * state.settings.seats
    return state


def choose(state: State, rng: Random) -> int:
    """A legal answer or outcome: first the verb, then any answer with it, so that rare verbs are not rare."""
    waiting = state.waiting
    if not isinstance(waiting, Decision):
        assert not isinstance(waiting, Over)
        return waiting.sample(rng)
    options = waiting.options()
    verb = rng.choice(sorted({answers.verb_of(option) for option in options} - {answers.END}) or [answers.END])
    if rng.random() < 0.1:
        return options[-1]
    return rng.choice([option for option in options if answers.verb_of(option) == verb])


Choose = Callable[[State, Random], int]


def positions(seed: int, number: int, every: int = 7) -> Iterator[State]:
    """Up to `number` positions of one game, `every` answers apart; the state is the same object throughout."""
    return positions_from(start(seed), seed, number, every, choose)


def positions_from(state: State, seed: int, number: int, every: int, chosen: Choose) -> Iterator[State]:
    """The same of a game that begins with the state, answered as `chosen` says."""
    rng = Random(f"{seed}/play")
    for _ in range(number):
        yield state
        for _ in range(every):
            if isinstance(state.waiting, Over):
                return
            state.apply(chosen(state, rng))


def play(state: State, seed: int, number: int) -> None:
    """Plays up to `number` answers on."""
    rng = Random(seed)
    for _ in range(number):
        if isinstance(state.waiting, Over):
            return
        state.apply(choose(state, rng))
