"""Sequential halving: the best candidate is found, most tries go where it is close, and a budget is kept."""

from random import Random

from hypothesis import given
from hypothesis.strategies import floats, integers, lists

from esquive.agents.halving import Budget, halved


@given(lists(floats(-100, 100), min_size=1, max_size=20, unique=True), integers(1, 200))
def test_without_chance_the_best_is_found_and_everybody_is_named_once(worths: list[float], simulations: int) -> None:
    found = halved(len(worths), lambda candidate, number: worths[candidate], Budget(simulations))
    assert sorted(one.candidate for one in found) == list(range(len(worths)))
    assert worths[found[0].candidate] == max(worths)
    assert [one.tries for one in found] == sorted((one.tries for one in found), reverse=True)


def test_all_candidates_of_a_round_meet_the_same_dice() -> None:
    met: dict[int, list[int]] = {}
    halved(5, lambda candidate, number: met.setdefault(candidate, []).append(number) or 0.0, Budget(60))
    longest = max(met.values(), key=len)
    assert all(numbers == longest[: len(numbers)] for numbers in met.values())


def test_a_budget_of_simulations_is_kept_but_for_the_round_under_way() -> None:
    calls = 0

    def tried(candidate: int, number: int) -> float:
        nonlocal calls
        calls += 1
        return 0.0

    halved(8, tried, Budget(80))
    assert 80 <= calls <= 80 + 3 * 8


def test_a_little_better_is_told_from_a_little_worse_more_often_with_a_larger_budget() -> None:
    def right(simulations: int) -> int:
        count = 0
        for seed in range(60):
            noise = Random(seed)
            found = halved(6, lambda candidate, number: noise.gauss(candidate, 6.0), Budget(simulations))  # noqa: B023
            count += found[0].candidate == 5
        return count

    few, many = right(24), right(600)
    assert few < many
    assert many >= 40


def test_with_a_clock_nothing_goes_on_beyond_it() -> None:
    """A clock that has run out before the first try lets each candidate have one all the same."""
    found = halved(4, lambda candidate, number: float(candidate), Budget(0, 1e-9))
    assert [one.candidate for one in found] == [3, 2, 1, 0]
    assert [one.tries for one in found] == [1, 1, 1, 1]
