"""What a series says of strength: the score, its interval, and series whose games come in pairs with the same dice."""

import pytest
from hypothesis import given
from hypothesis.strategies import lists, sampled_from

from esquive.lab.fixtures import fixtures_of, mirrored
from esquive.lab.matches import Tally, play
from esquive.lab.scores import score_of

POINTS = sampled_from([0.0, 0.5, 1.0])


def test_without_a_game_everything_is_possible() -> None:
    assert score_of([]) == (0.5, 0.0, 1.0)


def test_a_hundred_pairs_won_of_a_hundred_still_leave_a_little_room() -> None:
    score, least, most = score_of([1.0] * 200)
    assert (score, most) == (1.0, 1.0)
    assert least == pytest.approx(0.9711, abs=1e-4)  # 1 - 1/102 less 1.96 * sqrt(101)/102/sqrt(102)


def test_pairs_that_both_sides_share_say_more_than_games_that_fall_as_they_will() -> None:
    """Where the better team wins whoever leads it, the agents are as good as each other, and that is nearly sure."""
    shared, _, _ = (even := score_of([1.0, 0.0] * 100))
    loose = score_of([1.0, 1.0, 0.0, 0.0] * 50)
    assert shared == loose.score == 0.5
    assert even.most - even.least < (loose.most - loose.least) / 4


@given(lists(POINTS, min_size=1, max_size=60))
def test_an_interval_lies_within_what_is_possible_and_turns_with_the_side(points: list[float]) -> None:
    found, other = score_of(points), score_of([1.0 - point for point in points])
    assert 0.0 <= found.least < found.most <= 1.0
    assert found.score == pytest.approx(1.0 - other.score)
    assert found.least == pytest.approx(1.0 - other.most)


def test_an_agent_against_itself_scores_half_where_set_ups_are_mirrored() -> None:
    """The games of a pair are the same game: whoever leads a team does with it what the other does."""
    tally = Tally("krosmaster", ("random", "random"), is_mirrored=True)
    fixtures = mirrored(fixtures_of("krosmaster", ("random", "random"), 6, 3, "", None, 60))
    for one, two in zip(fixtures[::2], fixtures[1::2], strict=True):
        first, second = play(one), play(two)
        assert first.record == second.record
        tally.add(one, first)
        tally.add(two, second)
    data = tally.to_data(1.0)
    assert data["score"] == 0.5
    assert sum(team["games"] for team in data["wins_by_team"].values()) == 12
    assert sum(team["wins"] for team in data["wins_by_team"].values()) == sum(data["wins"].values())


def test_series_that_are_not_mirrored_have_dice_of_their_own_each() -> None:
    fixtures = fixtures_of("kaos", ("a", "b"), 4, 1, "", None, 9)
    assert len({fixture.seed for fixture in fixtures}) == 4
    assert len({fixture.seed for fixture in mirrored(fixtures)}) == 2
