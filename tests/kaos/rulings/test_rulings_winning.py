"""The ledger of rulings, hordes, winning and objectives: R214, R215, R241, R243 to R253."""

from typing import Any

import pytest

from esquive.core.errors import DocumentError
from esquive.core.frames import DRAW, UNDECIDED
from esquive.kaos.book.effects import apply_effects
from esquive.kaos.book.hordes import advice, horde_conditions, is_aligned
from esquive.kaos.book.objectives import after_move, count_objectives
from esquive.kaos.book.pools import dodge_pool
from esquive.kaos.book.round import will_of
from esquive.kaos.book.victory import check_activation, check_round
from esquive.kaos.book.wounds import suffer
from esquive.kaos.cards import ops
from esquive.kaos.cards.catalogue import catalogue
from esquive.kaos.cards.library import CARRY, HOLD, SURVIVE, TRIBES, Objective
from esquive.kaos.table.settings import POINTS, SCENARIO
from esquive.kaos.table.state import NONE, OUT
from esquive.kaos.written.documents.set_ups import new_state
from tests.kaos.playing import (
    Table,
    close,
    cm,
    mine,
    profile,
    theirs,
)
from tests.kaos.rulings.positions import attack, duel


def small(**keys: Any) -> Table:
    """Two figures a side, far apart, one will die each: short initiative rolls."""
    figures = {
        "ann": mine(at=(10, 10), will=1),
        "bob": mine(at=(20, 10), will=1),
        "cat": theirs(at=(10, 60), will=1),
        "dan": theirs(at=(20, 60), will=1),
    }
    return Table(figures, **keys)


# ---------------------------------------------------------------------------------------------------- cards and hordes


def test_ruling_r241_every_fighter_of_the_catalogue_has_a_whole_profile() -> None:
    """[Ruling R241]: of every tribe, with something to fight with, and nothing missing."""
    known = catalogue()
    cards = [known.profile(fighter) for fighter in known.fighters]
    assert len(cards) >= 20 and {card.tribe for card in cards} == set(range(len(TRIBES)))
    for card in cards:
        assert min(card.cost, card.side, card.height, card.head, card.body, card.move, card.life) > 0, card.id
        assert min(card.will, card.armour, card.dodge) >= 0 and (card.weapons or card.spells), card.id
        assert all(weapon.dice > 0 and weapon.wounds >= 0 for weapon in card.weapons), card.id


def test_ruling_r243_pools_have_no_cap_and_stop_at_nothing() -> None:
    """[Ruling R243]: 24 dice are rolled; one die less one are none, and a failure; a dodge has one."""
    table = attack(duel(hero={"weapons": [close(24, 5)]}, activated=1)).play(dice=["1" * 24])
    assert [fact["dice"] for fact in table.facts("pool")] == [24]
    table = attack(duel(2, hero={"weapons": [close(1, 5)]}, activated=1)).play()
    assert len(table.facts("missed")) == 1 and table.read("foe", "wounds") == 0
    table = duel(dodge=1, dodges=5)
    assert dodge_pool(table.state, 1, 0, False).dice == 1


def test_ruling_r246_the_same_figure_may_stand_in_both_hordes() -> None:
    """[Ruling R246]: not twice in one."""
    fighter = next(iter(catalogue().fighters))
    state = new_state({"hordes": [[fighter], [fighter]], "options": {"horde_points": 1000}})
    assert state.owner == [0, 1]
    with pytest.raises(DocumentError, match=r"K3\.2"):
        new_state({"hordes": [[fighter, fighter], [fighter]], "options": {"horde_points": 1000}})


def test_ruling_r247_alignment_is_settled_when_the_horde_is_built() -> None:
    """[Ruling R247]: one figure is aligned, two tribes are not, even when one of them has lost all its figures."""
    one, other = profile(tribe=0), profile(tribe=1)
    assert is_aligned([one]) and is_aligned([one, one]) and not is_aligned([one, other])
    table = Table({"ann": mine(at=(10, 10), tribe=0, will=3), "bob": mine(at=(20, 10), tribe=1, status=OUT)})
    assert will_of(table.state, 0) == (0, 3)
    table.state.aligned = [1, 0]
    assert will_of(table.state, 0) == (0, 4)


def test_ruling_r248_hordes_are_held_to_a_limit() -> None:
    """[Ruling R248]: 40 of 40 points, not 40 of 39; the other horde may be cheaper."""
    horde = [profile(id="one"), profile(id="two")]
    assert all(condition.holds for condition in horde_conditions(horde, 40))
    assert [condition.kind for condition in horde_conditions(horde, 39) if not condition.holds] == ["too-costly"]


@pytest.mark.parametrize(("agreed", "is_legal"), [("no", True), ("yes", False)])
def test_ruling_r248_equal_costs_may_be_demanded(agreed: str, is_legal: bool) -> None:
    """[Ruling R248]: the option `equal_hordes`; two fighters of different cost."""
    known = catalogue()
    costs = {fighter: known.profile(fighter).cost for fighter in known.fighters}
    cheap, dear = min(costs, key=costs.__getitem__), max(costs, key=costs.__getitem__)
    setup = {"hordes": [[cheap], [dear]], "options": {"equal_hordes": agreed, "horde_points": 1000}}
    if is_legal:
        assert new_state(setup).owner == [0, 1]
    else:
        with pytest.raises(DocumentError, match=r"K4\.1"):
            new_state(setup)


def test_ruling_r249_the_recommended_size_is_advice() -> None:
    """[Ruling R249]: 20 points are said to be few, and legal."""
    horde = [profile(cost=20)]
    assert all(condition.holds for condition in horde_conditions(horde, 100))
    assert any("K4.3" in one.clauses for one in advice(horde))
    assert not any("K4.3" in one.clauses for one in advice([profile(cost=30)]))


# -------------------------------------------------------------------------------------------------------------- winning


@pytest.mark.parametrize(("points", "winner"), [([5, 3], 0), ([3, 5], 1), ([4, 4], DRAW)])
def test_ruling_r214_the_last_round_ends_the_game(points: list[int], winner: int) -> None:
    """[Ruling R214]: the option `rounds`; not the one before."""
    table = small(options={"rounds": 3})
    table.state.points, table.state.round = points, 2
    check_round(table.state)
    assert table.state.winner == UNDECIDED
    table.state.round = 3
    check_round(table.state)
    assert table.state.winner == winner
    assert small().state.settings.rounds == 8


@pytest.mark.parametrize(("points", "winner"), [([40, 20], 0), ([20, 40], 1), ([40, 40], DRAW)])
def test_ruling_r215_both_hordes_gone_the_points_decide(points: list[int], winner: int) -> None:
    """[Ruling R215]."""
    table = small()
    table.state.status, table.state.points = [OUT] * 4, points
    check_activation(table.state, 0)
    assert table.state.winner == winner


@pytest.mark.parametrize(("points", "winner"), [([25, 22], 0), ([20, 22], 1), ([19, 19], UNDECIDED)])
def test_ruling_r244_both_totals_reached_together_the_higher_wins(points: list[int], winner: int) -> None:
    """[Ruling R244]: 20 are agreed; looked at once the activation is over."""
    table = small(options={"victory_points": 20})
    table.state.points = points
    check_activation(table.state, 0)
    assert table.state.winner == winner


@pytest.mark.parametrize(("later", "winner"), [([20, 30], 1), ([20, 20], DRAW)])
def test_ruling_r244_equal_totals_are_played_on_for_one_activation_each(later: list[int], winner: int) -> None:
    """[Ruling R244]: one more of each player, whatever the first brings."""
    table = small(options={"victory_points": 20})
    table.state.points = [20, 20]
    check_activation(table.state, 0)
    assert table.state.winner == UNDECIDED
    table.state.points = later
    for _ in range(2):
        check_activation(table.state, 0)
        assert table.state.winner == UNDECIDED
    check_activation(table.state, 1)
    assert table.state.winner == winner


def test_ruling_r245_an_eliminated_fighter_is_worth_its_cost() -> None:
    """[Ruling R245]: whoever did it, its own side too."""
    deadly = (ops.Wounds(wounds=20, ignores_armour=True).at_play("card"),)
    for source in (0, 1, NONE):
        table = duel(cost=37)
        apply_effects(table.state, deadly, source, 1, 0, 0)
        assert table.state.points == [37, 0]


def test_ruling_r245_an_eliminated_fighter_may_be_worth_one_point() -> None:
    """[Ruling R245]: the option `elimination`."""
    table = duel(cost=37, options={"elimination": "one"})
    suffer(table.state, 1, 20)
    assert table.state.points == [1, 0]


def test_ruling_r250_a_full_gauge_puts_a_fighter_out_of_action() -> None:
    """[Ruling R250]: at 20 of 20, not at 19; what it carried goes under the pile."""
    table = duel()
    table.state.carried = [(1, 0, 1)]
    suffer(table.state, 1, 19)
    assert table.read("foe", "status") != OUT
    suffer(table.state, 1, 1)
    assert table.read("foe", "status") == OUT and table.state.points == [20, 0]
    assert table.state.carried == [] and table.state.object_bottom == [0]


def test_ruling_r251_a_side_without_fighters_loses_at_once() -> None:
    """[Ruling R251]: however many points it has; only an agreed total, reached, comes before."""
    table = small()
    table.state.status, table.state.points = [1, 1, OUT, OUT], [0, 99]
    check_activation(table.state, 0)
    assert table.state.winner == 0
    table = small(options={"victory_points": 50})
    table.state.status, table.state.points = [1, 1, OUT, OUT], [0, 99]
    check_activation(table.state, 0)
    assert table.state.winner == 1


# ----------------------------------------------------------------------------------------------------------- objectives


def field(*objectives: Objective, mode: int = SCENARIO, hero: Any = (30, 30), foe: Any = (60, 60)) -> Table:
    """A hero and a foe of a scenario."""
    return Table({"hero": mine(at=hero), "foe": theirs(at=foe)}, objectives=objectives, mode=mode)


def test_ruling_r252_a_place_is_held_by_who_has_more_figures_there() -> None:
    """[Ruling R252]: part of a base is enough, one against one holds nothing, and rounds run on end."""
    hill = Objective(HOLD, 10, cm(30), cm(30), cm(5), 2, NONE)
    table = field(hill, hero=(36.2, 30))
    for points in (0, 10, 10, 20):
        count_objectives(table.state)
        assert table.state.points == [points, 0]
    table = field(hill, hero=(36.2, 30))
    count_objectives(table.state)
    table.state.set_base(1, table.state.base_at(1, cm(30), cm(30), 0, 0))
    for _ in range(3):
        count_objectives(table.state)
    assert table.state.points == [0, 0]
    table = field(hill, hero=(36.4, 30))
    for _ in range(2):
        count_objectives(table.state)
    assert table.state.points == [0, 0]


@pytest.mark.parametrize(("number", "points"), [(2, 0), (3, 7), (4, 0)])
def test_ruling_r252_surviving_scores_in_its_round(number: int, points: int) -> None:
    """[Ruling R252]: p2 still has a figure in play at the end of the third round."""
    table = field(Objective(SURVIVE, 7, 0, 0, 0, 3, 1))
    table.state.round = number
    count_objectives(table.state)
    assert table.state.points == [0, points]


def test_ruling_r252_objectives_count_in_scenarios_only() -> None:
    """[Ruling R252]."""
    table = field(Objective(HOLD, 10, cm(30), cm(30), cm(5), 1, NONE), mode=POINTS)
    count_objectives(table.state)
    assert table.state.points == [0, 0]


def test_ruling_r253_the_relic_is_taken_by_moving_carried_home_and_dropped() -> None:
    """[Ruling R253]: p1 brings it to the south edge, once; who falls drops it where it stood."""
    table = field(Objective(CARRY, 50, cm(30), cm(30), 0, 0, NONE))
    state = table.state
    state.relic_x = state.relic_y = cm(30)
    count_objectives(state)
    assert state.relic == NONE
    after_move(state, 0)
    assert state.relic == 0
    state.set_base(0, state.base_at(0, cm(30), cm(73.75), 0, 0))
    after_move(state, 0)
    assert state.points == [0, 0]
    state.set_base(0, state.base_at(0, cm(30), cm(1.25), 0, 0))
    after_move(state, 0)
    after_move(state, 0)
    assert state.points == [50, 0]
    table = field(Objective(CARRY, 50, cm(30), cm(30), 0, 0, NONE))
    table.state.relic, table.state.relic_x = 0, 0
    suffer(table.state, 0, 20)
    assert (table.state.relic, table.state.relic_x, table.state.relic_y) == (NONE, cm(30), cm(30))
