"""The search agent: equal seeds give equal games, a clock is kept, and it plays games of units that walk.

That it answers legally and reads nothing hidden is shown in `test_agents.py`.
"""

from esquive.agents.base import agents_for
from esquive.lab.fixtures import fixtures_of
from esquive.lab.matches import play

FEW = "search:seconds=0,simulations=6,breadth=3"


def test_equal_seeds_give_equal_games_where_simulations_are_counted() -> None:
    fixture = fixtures_of("krosmaster", (FEW, "random"), 1, 8, "", None, 2)[0]
    assert play(fixture).record == play(fixture).record


def test_with_a_clock_it_answers_within_its_time_or_soon_after() -> None:
    """However short the time, every candidate is played out once; what is answered is legal."""
    fixture = fixtures_of("krosmaster", ("search:seconds=0.001,breadth=2", "random"), 1, 9, "", None, 2)[0]
    assert play(fixture).decisions > 10


def test_it_plays_games_of_units_that_walk_and_no_others() -> None:
    assert "search" in agents_for("krosmaster")
    assert "search" not in agents_for("kaos")
