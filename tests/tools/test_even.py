"""`tools/even.py`: which games it plays, and how it counts them."""

from esquive.lab.matches import Fixture, Played
from tools.even import against_random, mirrors, told


def played(winners: list[int]) -> list[Played]:
    return [Played(number, winner, False, 8, 100, 1.0, "", {}) for number, winner in enumerate(winners)]


def test_against_itself_greedy_plays_every_horde_of_the_scenarios_points_on_both_sides() -> None:
    fixtures = mirrors("wayside-skirmish", range(4), 1)
    hordes = [fixture.setup["hordes"] for fixture in fixtures]
    assert all(one == other for one, other in hordes)
    assert sorted(one for one, _ in hordes) == ["gravediggers", "shield-and-javelin", "three-knives", "two-gleams"]


def test_a_game_is_the_same_whichever_number_a_series_begins_with() -> None:
    for source in (mirrors, against_random):
        assert source("last-light", range(3, 6), 1) == source("last-light", range(6), 1)[3:]


def test_against_random_greedy_leads_both_sides_in_turn() -> None:
    agents = [fixture.agents for fixture in against_random("pitched-battle", range(4), 1)]
    assert agents == [("greedy", "random"), ("random", "greedy")] * 2


def test_a_draw_is_half_a_game_for_either_side_and_no_victory_over_random() -> None:
    both: list[Fixture] = mirrors("last-light", range(4), 1)
    assert told("last-light", both, played([0, 0, 1, -1])).endswith("player one 2, player two 1, drawn 1: 62.5 of 100")
    other = against_random("last-light", range(4), 1)
    said = told("last-light", other, played([0, 1, -1, 0]))
    assert said.endswith("greedy as player one 1 of 2 (not 2), as player two 1 of 2 (not 3)")
