"""Exact odds, and the alternatives of those who choose on the way."""

from fractions import Fraction

import pytest

from esquive.core.errors import EsquiveError
from esquive.core.odds import Odds, odds_of
from esquive.core.waiting import Roll
from tests.core.tiny_game import Tiny, TinyGame
from tests.krosmaster.playing import Table, mine, theirs


class LongGame(TinyGame):
    """The same game, of which an action is over only when the other one has answered."""

    def is_resolved(self, before: Tiny, state: Tiny) -> bool:
        return not state.is_rolling and state.turn == before.turn + 2


def test_the_odds_of_an_action_are_exact_fractions() -> None:
    odds = odds_of(TinyGame(), Tiny(5), 1)
    assert [(ending.changes, ending.probability) for ending in odds.endings] == [
        ({"stones": 4}, Fraction(2, 3)),
        ({}, Fraction(1, 3)),
    ]
    assert odds.probability(stones=4) == Fraction(2, 3)
    assert odds.probability(stones=None) == Fraction(1, 3)
    assert odds.choices == []


def test_every_alternative_of_a_choice_on_the_way_is_labelled_and_adds_up_to_one() -> None:
    odds = odds_of(LongGame(), Tiny(9), 1)
    assert [choice["options"] for choice in odds.choices] == [["take 1", "take 2"]]
    totals: dict[tuple[str, ...], Fraction] = {}
    for ending in odds.endings:
        totals[ending.answers] = totals.get(ending.answers, Fraction(0)) + ending.probability
    assert totals == {("take 1",): Fraction(1), ("take 2",): Fraction(1)}


def test_answers_given_are_followed_and_an_illegal_one_is_told() -> None:
    odds = odds_of(LongGame(), Tiny(9), 1, ("take 2",))
    assert (odds.choices, {ending.answers for ending in odds.endings}) == ([], {()})
    assert odds.probability(stones=6) == Fraction(4, 9)
    with pytest.raises(EsquiveError, match="'take 3' is refused"):
        odds_of(LongGame(), Tiny(9), 1, ("take 3",))
    with pytest.raises(EsquiveError, match="'jump' is no answer"):
        odds_of(LongGame(), Tiny(9), 1, ("jump",))


def test_counting_odds_leaves_the_position_as_it_was() -> None:
    state = Tiny(5)
    before = state.to_data()
    odds_of(TinyGame(), state, 2)
    assert state.to_data() == before


def odds_in(table: Table, line: str) -> Odds:
    from esquive.krosmaster.spoken.odds_counting import ODDS

    return odds_of(ODDS, table.state, ODDS.parse(table.state, line))


def test_a_blow_of_two_hurts_by_one_two_or_three_as_the_roll_modifier_says() -> None:
    """One die each: Critical shows on 3 faces of 6, Armour on 2 [KA 1.6.1] [KA 7.2.7.b]."""
    table = Table(". hero foe .", {"hero": mine("fighter"), "foe": theirs("fighter")}, turn="hero")
    odds = odds_in(table, "cast strike c1")
    assert odds.probability(unit__foe__injuries=3) == Fraction(1, 2) * Fraction(2, 3)
    assert odds.probability(unit__foe__injuries=1) == Fraction(1, 2) * Fraction(1, 3)
    assert odds.probability(unit__foe__injuries=2) == Fraction(1, 2)
    assert odds.probability(unit__hero__ap=3) == 1


def test_merged_classes_have_the_weights_of_their_outcomes() -> None:
    from esquive.krosmaster.spoken.odds_counting import ODDS

    table = Table(". hero foe .", {"hero": mine("fighter"), "foe": theirs("fighter")}, turn="hero")
    for kind, count in (("lock", 1), ("armour", 3), ("tension", 2)):
        classes = ODDS.classes(table.state, Roll(kind, 0, 6**count, count))
        assert sum(weight for _, weight in classes) == 6**count
    assert len(ODDS.classes(table.state, Roll("lock", 0, 6**3, 3))) == 4
    assert len(ODDS.classes(table.state, Roll("tension", 0, 36, 2))) == 21
