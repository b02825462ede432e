"""Positions in the middle of games of both kinds, drawn by chance."""

from random import Random
from typing import Any

from esquive.core.game import Game
from esquive.core.games import game_named
from esquive.core.waiting import Over
from esquive.krosmaster.cards.catalogue import catalogue_in_force
from esquive.krosmaster.releases import release
from esquive.lab.kaos.fuzzing import random_setup as kaos_setup
from esquive.lab.krosmaster.random_set_ups import playable_cards, random_setup as krosmaster_setup

KINDS = ("krosmaster", "kaos")


def position_by_chance(name: str, number: int, most: int = 200) -> tuple[Game, Any]:
    """The game and a state of it after up to so many answers and rolls; one number, one position."""
    rng, game = Random(number), game_named(name)
    if name == "kaos":
        setup = kaos_setup(rng)
    else:
        known, params = catalogue_in_force(), release("2.7")
        setup = krosmaster_setup(known, playable_cards(known, params), params, rng)
    state = game.new(setup)
    for _ in range(rng.randrange(most)):
        if isinstance(state.waiting, Over):
            break
        state.apply(state.waiting.sample(rng))
    return game, state
