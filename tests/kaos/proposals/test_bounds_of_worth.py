"""What no place about is worth more than: plans are left out by it, so it may never be too little."""

from random import Random

import pytest

from esquive.agents.base import agent_named
from esquive.core.games import game_named
from esquive.core.waiting import Decision
from esquive.kaos.geometry.units import CM
from esquive.kaos.proposals.worth import danger_at, taste
from esquive.kaos.table.state import State
from esquive.lab.fixtures import fixtures_of


def position(ground: str, seed: int) -> State:
    """A position in the second round of a random game, in the middle of it."""
    game = game_named("kaos")
    state = game.new(fixtures_of("kaos", ("random", "random"), 1, seed, ground, None, 4)[0].setup)
    agent, rng = agent_named("random", "kaos"), Random(seed)
    while state.round < 2 or len(state.unactivated(0)) > 2:
        waiting = state.waiting
        state.apply(agent.choose(game, state, waiting, rng) if isinstance(waiting, Decision) else waiting.sample(rng))
    return state


@pytest.mark.parametrize("ground", ["", "bones-of-the-saint", "the-road-is-ours"])
def test_no_place_is_worth_more_than_all_places_so_far_are_at_most(ground: str) -> None:
    """Ground to be held, a relic and enemies, from near and far."""
    state = position(ground, 3)
    rng = Random(ground)
    for figure in state.in_play():
        base = state.base(figure)
        for _ in range(60):
            far = rng.choice((3, 10, 25)) * CM
            dx, dy = rng.randrange(-far, far), rng.randrange(-far, far)
            place = base.at(base.x + dx, max(base.y + dy, 0), 0, rng.randrange(360) * 1000)
            if dx * dx + dy * dy <= far * far:
                assert taste(state, figure, place) <= taste(state, figure, base, far)
                assert danger_at(state, figure, place) >= danger_at(state, figure, base, far)
