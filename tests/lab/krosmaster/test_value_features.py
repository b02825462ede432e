"""A position as numbers: they are named, they turn with the side, and they say what lies on the table."""

from random import Random

import pytest

from esquive.krosmaster.game import GAME
from esquive.lab.fixtures import fixtures_of
from esquive.lab.krosmaster.value_features import COUNT, NAMES, SIDE, features
from tests.krosmaster.playing import Table, mine, theirs


def told(table: Table, seat: int = 0) -> dict[str, int]:
    return {name: number for name, number in zip(NAMES, features(table.state, seat), strict=True) if number}


def test_the_numbers_of_a_drawn_position_are_those_that_can_be_counted() -> None:
    table = Table(
        "hero . . . . . . foe",
        {"hero": mine("fighter", injuries=4), "foe": theirs("fighter")},
        turn="hero",
        players={"p1": {"gg": 3, "kamas": 13}, "p2": {"gg": 9, "kamas": 2}},
    )
    found = told(table)
    own = {name.removeprefix("own_"): number for name, number in found.items() if name.startswith("own_")}
    assert own == {
        **{f"gg_at_least_{step}": 1 for step in (1, 2, 3)},
        "gg": 3, "first_kamas": 6, "further_kamas": 6, "can_buy_gg": 1, "levels": 3, "krosmasters": 1,
        "injured": 150, "injured_squared": 75,
        "pressure": 450, "pressure_falling": 3, "pressure_reached": 3,
    }  # fmt: skip
    assert found["other_gg"] == 9 and found["other_gg_at_least_8"] == 1 and found["other_first_kamas"] == 2
    assert found["distance"] == 5


@pytest.mark.parametrize("seed", range(3))
def test_what_is_one_side_s_own_is_the_other_s_other(seed: int) -> None:
    state = GAME.new(fixtures_of("krosmaster", ("a", "b"), 1, seed, "", None, 1)[0].setup)
    rng = Random(seed)
    while state.turn < 6 and state.winner == -2:
        state.apply(state.waiting.sample(rng))
    one, two = features(state, 0), features(state, 1)
    assert len(one) == COUNT
    assert (one[:SIDE], one[SIDE : 2 * SIDE]) == (two[SIDE : 2 * SIDE], two[:SIDE])
