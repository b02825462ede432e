"""The search agent: equal seeds give equal games, a clock is kept, and it plays both games.

That it answers legally and reads nothing hidden is shown in `test_agents.py`.
"""

from random import Random

import pytest

from esquive.agents.base import agent_named, agents_for
from esquive.core.games import game_named
from esquive.core.record import parse_record
from esquive.lab.fixtures import fixtures_of
from esquive.lab.matches import play
from tests.krosmaster.playing import Table, mine, theirs
from tests.ways import again

FEW = "search:seconds=0,simulations=6,breadth=3"


def test_equal_seeds_give_equal_games_where_simulations_are_counted() -> None:
    fixture = fixtures_of("krosmaster", (FEW, "random"), 1, 8, "", None, 2)[0]
    assert play(fixture).record == play(fixture).record


def test_with_a_clock_it_answers_within_its_time_or_soon_after() -> None:
    """However short the time, every candidate is played out once; what is answered is legal."""
    fixture = fixtures_of("krosmaster", ("search:seconds=0.001,breadth=2", "random"), 1, 9, "", None, 2)[0]
    assert play(fixture).decisions > 10


def test_where_time_is_too_short_to_try_anything_often_it_plays_as_greedy_does() -> None:
    """One playing-out of each candidate says less than what greedy thinks of them."""
    table = Table(
        """
        . .    .   .
        . hero foe .
        """,
        {"hero": mine("fighter"), "foe": theirs("fighter", injuries=3)},
        turn="hero",
    )
    game = game_named("krosmaster")
    for seed in range(6):
        hasty, greedy = (
            agent_named(name, "krosmaster").choose(game, table.state, table.state.waiting, Random(seed))
            for name in ("search:seconds=0,simulations=1,breadth=8", "greedy")
        )
        assert hasty == greedy


@pytest.mark.parametrize("seed", [3, again(4)])
def test_in_kaos_equal_seeds_give_equal_games_too(seed: int) -> None:
    fixture = fixtures_of("kaos", ("search:seconds=0,simulations=6", "random"), 1, seed, "", None, 1)[0]
    assert play(fixture).record == play(fixture).record


def test_in_kaos_too_little_time_makes_it_the_greedy_agent() -> None:
    names = ("search:seconds=0,simulations=1", "greedy")
    hasty, greedy = (
        parse_record(play(fixtures_of("kaos", (name, "random"), 1, 5, "", None, 1)[0]).record).lines() for name in names
    )
    assert hasty == greedy


def test_it_plays_both_games() -> None:
    assert "search" in agents_for("krosmaster")
    assert "search" in agents_for("kaos")
