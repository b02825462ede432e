"""The search agent: equal seeds give equal games, a clock is kept, and it plays games of units that walk.

That it answers legally and reads nothing hidden is shown in `test_agents.py`.
"""

from random import Random

from esquive.agents.base import agent_named, agents_for
from esquive.core.games import game_named
from esquive.lab.fixtures import fixtures_of
from esquive.lab.matches import play
from tests.krosmaster.playing import Table, mine, theirs

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


def test_it_plays_games_of_units_that_walk_and_no_others() -> None:
    assert "search" in agents_for("krosmaster")
    assert "search" not in agents_for("kaos")
