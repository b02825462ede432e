"""Pools of dice: successes, sixes, two sides, empty pools, and what cards change."""

from fractions import Fraction

import pytest

from esquive.core.waiting import Roll
from esquive.kaos.book import rolls
from esquive.kaos.book.modifiers import add_effect
from esquive.kaos.book.rolls import ContestFrame, dice_number, dice_of_number, faces_of, outcome_of
from esquive.kaos.cards.op_codes import ALWAYS, NEXT_ROLL, ROUND, Op
from esquive.kaos.cards.ops import Needed, Reroll
from esquive.kaos.table.state import NONE
from tests.kaos.playing import Table, mine, theirs


def duel(**options: str) -> Table:
    """Two figures that roll."""
    return Table({"hero": mine(at=(10, 20)), "foe": theirs(at=(40, 20))}, options=options)


def one_side(table: Table, dice: int, kind: int = rolls.ATTACK) -> Table:
    """The hero rolls alone."""
    return table.start(ContestFrame(kind, 0, table["hero"], dice))


def both(table: Table, ours: int, theirs_: int) -> Table:
    """The hero attacks, the foe dodges."""
    hero, foe = table["hero"], table["foe"]
    return table.start(ContestFrame(rolls.ATTACK, 0, hero, ours, rolls.DODGE, 1, foe, theirs_))


def test_a_skill_is_rolled_with_as_many_dice_as_its_number() -> None:
    """[Kaos K14.3]: will 5 means five dice."""
    waiting = one_side(duel(), 5, rolls.WILL).waiting
    assert isinstance(waiting, Roll)
    assert (waiting.kind, waiting.count, waiting.size, waiting.seat) == ("will", 5, 6**5, 0)


@pytest.mark.parametrize(("face", "successes"), [(1, 0), (2, 0), (3, 0), (4, 1), (5, 1), (6, 1)])
def test_a_die_showing_four_or_more_is_a_success(face: int, successes: int) -> None:
    """[Kaos K14.4]."""
    table = one_side(duel(six_again="no"), 1).play(dice=[str(face)])
    assert table.state.successes_a == successes


def test_the_example_of_five_dice_gives_three_successes_before_the_six_is_rolled_again() -> None:
    """[Kaos K14.5]: 2, 4, 5, 6, 3."""
    assert one_side(duel(six_again="no"), 5).play(dice=["24563"]).state.successes_a == 3
    assert one_side(duel(), 5).play(dice=["24563", "3"]).state.successes_a == 3
    assert one_side(duel(), 5).play(dice=["24563", "4"]).state.successes_a == 4


def test_only_the_dice_that_show_a_six_are_rolled_again() -> None:
    """[Kaos K15.1] [Kaos K15.2]: two of four, and what they bring is added."""
    table = one_side(duel(), 4).play(dice=["2663", "51"])
    assert table.state.successes_a == 3
    assert table.facts("rolled-again") == [{"figure": "hero", "seat": 0, "roll": rolls.ATTACK, "dice": "51"}]
    assert table.state.made == (0, 0)  # what the pools were made of is told, and left behind


def test_a_six_on_a_die_rolled_again_is_one_success_and_no_more() -> None:
    """[Kaos K15.3]."""
    table = one_side(duel(), 1).play(dice=["6", "6"])
    assert table.state.successes_a == 2 and table.asks == "rest"


def test_one_die_gives_none_one_or_two_successes_at_known_odds() -> None:
    """[Kaos K15.2]: one half, five twelfths, one twelfth."""
    odds = {0: Fraction(0), 1: Fraction(0), 2: Fraction(0)}
    for face in range(1, 7):
        for again in range(1, 7):
            dice = [str(face), str(again)] if face == 6 else [str(face)]
            odds[one_side(duel(), 1).play(dice=dice).state.successes_a] += Fraction(1, 36)
    assert odds == {0: Fraction(1, 2), 1: Fraction(5, 12), 2: Fraction(1, 12)}


def test_who_opposes_nothing_leaves_no_second_number() -> None:
    """[Kaos K17.7]."""
    assert one_side(duel(), 2).play(dice=["41"]).state.successes_b == NONE


def test_the_attacker_rolls_first_and_each_side_keeps_its_own_dice() -> None:
    """[Kaos K17.2]: sixes are rolled again side by side."""
    table = both(duel(), 3, 2).play(dice=["461", "2", "65", "1"])
    assert (table.state.successes_a, table.state.successes_b) == (2, 2)
    assert [fact["figure"] for fact in table.facts("rolled")] == ["hero", "foe"]
    assert [fact["number"] for fact in table.facts("successes")] == [2, 2]


def test_a_pool_stops_at_no_dice_and_rolls_nothing() -> None:
    """[Kaos K16.2]: no success, no roll asked for."""
    table = one_side(duel(), -2)
    assert table.asks == "rest" and table.state.successes_a == 0
    assert table.facts("rolled") == [] and table.facts("pool")[0]["dice"] == 0


@pytest.mark.parametrize(("ours", "theirs_", "dice", "found"), [(0, 2, ["44"], (0, 2)), (2, 0, ["41"], (1, 0))])
def test_one_empty_pool_leaves_the_other_side_its_roll(
    ours: int, theirs_: int, dice: list[str], found: tuple[int, int]
) -> None:
    """[Kaos K16.2]."""
    table = both(duel(), ours, theirs_).play(dice=dice)
    assert (table.state.successes_a, table.state.successes_b) == found


def test_two_empty_pools_end_at_once() -> None:
    """[Kaos K16.2]: even with destiny points in hand there is no die to improve."""
    table = both(duel(), 0, 0)
    assert table.asks == "rest" and (table.state.successes_a, table.state.successes_b) == (0, 0)


def test_a_card_may_ask_for_another_value() -> None:
    """[Kaos K17.8]: 5 or more, and only for the rolls it names."""
    table = duel()
    add_effect(table.state, table["hero"], Op(Needed, 1 << rolls.ATTACK, 5, ALWAYS, ROUND, 0, 1))
    assert one_side(table, 4).play(dice=["4453"]).state.successes_a == 1
    assert one_side(table, 4, rolls.WILL).play(dice=["4453"]).state.successes_a == 3


def test_a_card_may_let_failures_be_rolled_once_more() -> None:
    """[Kaos K18.6]: their sixes are not rolled again, and the card's next roll is over."""
    table = duel()
    add_effect(table.state, table["hero"], Op(Reroll, 1 << rolls.ATTACK, 1, ALWAYS, NEXT_ROLL, 0, 1))
    assert one_side(table, 3).play(dice=["461", "2", "61"]).state.successes_a == 3
    assert table.state.lasting == []


def test_dice_are_numbers_and_back() -> None:
    """Faces, outcomes of a roll and numbers of the log agree."""
    for outcome in range(6**3):
        faces = faces_of(outcome, 3)
        assert outcome_of(faces) == outcome and dice_of_number(dice_number(faces)) == faces
