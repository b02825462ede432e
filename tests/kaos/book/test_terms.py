"""Why pools, wounds and limits of movement are what they are: every term with its clause and its card."""

from typing import Any

import pytest

from esquive.kaos.book import rolls
from esquive.kaos.book.modifiers import add_effect, armour_of, move_of
from esquive.kaos.book.movement import path_of
from esquive.kaos.book.pools import figure_pool, side_pool
from esquive.kaos.book.terms import (
    WHYS,
    armour_terms,
    cost_terms,
    limit_terms,
    move_terms,
    packed,
    term_facts,
    total,
    unpacked,
    wound_terms,
)
from esquive.kaos.book.uses import freedom_conditions
from esquive.kaos.book.wounds import suffer
from esquive.kaos.cards import ops
from esquive.kaos.cards.library import PASSIVE
from esquive.kaos.cards.op_codes import ALWAYS, ROUND, Op
from esquive.kaos.geometry.legs import GO, Leg
from esquive.kaos.geometry.shapes import CLIMBABLE, DIFFICULT, SIGHT, TOP
from esquive.kaos.table import answers
from esquive.kaos.table.state import NONE
from tests.kaos.exchanging import attack, duel
from tests.kaos.playing import Table, box, close, cm, mine, platform, ranged, skill

HERO = 0


def told(table: Table, *terms: Any) -> list[tuple[Any, str, str]]:
    """Lengths as facts tell them: how much, why, by which clause."""
    return [(one["x"], one["why"], one["clause"]) for one in term_facts(table.state.library, terms, in_cm=True)]


def with_card(*holds: Any, **keys: Any) -> Table:
    """A hero whose passive skill holds these effects."""
    standing = tuple(op.at_play("plain.knack") for op in holds)
    return Table({"hero": mine(at=(20, 20), skills=[skill(timing=PASSIVE, standing=standing)], **keys)}, size=(100, 60))


# ---------------------------------------------------------------------------------------------------------------- pools


def test_both_sides_of_a_contest_tell_what_their_dice_are_made_of() -> None:
    """[Kaos K16.4] [Kaos K21.3] [Kaos K29.4]: each side as it begins to roll, the defender after the attacker."""
    table = duel(1, activated=1, dodge=3)
    table.state.dodges[table["foe"]] = 1
    attack(table, "dodge").play(dice=["411", "11"])
    assert table.made("pool") == [
        [(4, "skill", "K14.3"), (-1, "at-distance", "K21.3")],
        [(3, "skill", "K29.1"), (-1, "dodges", "K29.4")],
    ]
    assert [fact["dice"] for fact in table.facts("pool")] == [3, 2]


def test_a_pool_that_stops_at_its_least_says_so() -> None:
    """[Kaos K16.2] [Kaos K29.5]: the terms add up to the dice rolled, not to less."""
    table = duel(1, hero={"weapons": [close(1, 5)]}, activated=1, dodge=1)
    table.state.dodges[table["foe"]] = 3
    table = attack(table, "dodge").play(dice=["1"])
    assert table.made("pool") == [
        [(1, "skill", "K14.3"), (-1, "at-distance", "K21.3")],
        [(1, "skill", "K29.1"), (-3, "dodges", "K29.4"), (3, "floor", "K29.5")],
    ]


def test_a_shot_beyond_its_range_tells_its_bands() -> None:
    """[Kaos K25.3] [Kaos K25.7]."""
    table = duel(35, hero={"weapons": [ranged(5, 4, 20)], "moved": 1}, activated=1)
    attack(table).play(dice=["11"])
    made = [(5, "skill", "K23.9"), (-2, "range", "K25.3"), (-1, "moving-shooter", "K25.7")]
    assert table.made("pool") == [made]


def test_a_riposte_settled_before_the_move_says_that_it_was() -> None:
    """[Ruling R233]."""
    table = attack(duel(), "riposte", answers.WEAPON, riposte_dice=2).play(dice=["1111", "11"])
    assert table.made("pool")[1] == [(2, "before", "R233")]


def test_what_a_card_changes_is_a_term_with_the_card() -> None:
    """[Kaos K16.3]: one term for each card, also where they cancel each other out."""
    table = with_card(ops.Dice(rolls=("fall",), dice=2), ops.Dice(rolls=("fall",), dice=-2))
    pool = figure_pool(table.state, HERO, rolls.FALL, 5, "K12.3")
    facts = term_facts(table.state.library, pool.terms)
    assert [(one["x"], one["why"], one["clause"]) for one in facts] == [
        (5, "gauge", "K12.3"),
        (2, "modifiers", "K16.3"),
        (-2, "modifiers", "K16.3"),
    ]
    assert all("card" in one for one in facts[1:]) and "card" not in facts[0]


def test_a_skill_tells_its_dice_among_its_conditions() -> None:
    """[Kaos K34.3]."""
    table = Table({"hero": mine(at=(20, 20), skills=[skill(dice=2)])})
    found = {one.kind: one.facts for one in freedom_conditions(table.state, HERO, answers.SKILL, False)}
    assert found["no-dice"]["terms"] == {"dice": [{"x": 2, "why": "skill", "clause": "K34.3"}]}


# ---------------------------------------------------------------------------------------------------------------- moves


@pytest.mark.parametrize(
    ("holds", "terms"),
    [
        ((), [("10", "printed", "K10.1")]),
        ((ops.Move(cm=2),), [("10", "printed", "K10.1"), ("2", "modifiers", "K16.3")]),
        ((ops.HalfMove(),), [("10", "printed", "K10.1"), ("-5", "half", "K16.3")]),
        ((ops.Move(cm=-9),), [("10", "printed", "K10.1"), ("-9", "modifiers", "K16.3"), ("2", "floor", "K10.13")]),
    ],
)
def test_a_move_is_what_is_printed_and_what_cards_change(holds: Any, terms: list[tuple[str, str, str]]) -> None:
    """[Kaos K10.1] [Kaos K10.13]."""
    table = with_card(*holds)
    assert told(table, *move_terms(table.state, HERO)) == terms
    assert total(move_terms(table.state, HERO)) == move_of(table.state, HERO)


def test_who_is_held_fast_goes_nowhere() -> None:
    """[Kaos K10.14]."""
    table = with_card()
    add_effect(table.state, HERO, Op(ops.Immobilise, when=ALWAYS, until=ROUND))
    assert told(table, *move_terms(table.state, HERO)) == [("10", "printed", "K10.1"), ("-10", "held-fast", "K10.14")]


def test_a_run_is_the_simple_move_once_more() -> None:
    """[Kaos K10.2] [Ruling R235]: what was offered before something changed stays as it was."""
    state = with_card().state
    run = limit_terms(state, HERO, cm(20), "K10.2", "K10.1")
    assert run == [("printed", cm(10), "K10.1", 0), ("run", cm(10), "K10.2", 0)]
    assert limit_terms(state, HERO, cm(7), "R235", "K26.2") == [("before", cm(7), "K26.2", 0)]


def test_difficult_ground_is_a_term_of_what_a_path_costs() -> None:
    """[Kaos K10.9] [Kaos K11.8]: 4 cm of it cost 4 cm more, and the terms add up to the cost."""
    table = Table({"hero": mine(at=(20, 20))}, pieces=[box((24, 10), (4, 20), 0, DIFFICULT)], size=(100, 60))
    made = path_of(table.state, HERO, table.state.base(HERO), [Leg(GO, cm(40), cm(20), 0)])
    terms = cost_terms(made)
    assert total(terms) == made.cost > made.length
    assert terms == [("way", made.length, "K10.9", 0), ("difficult", cm(4), "K11.8", 0)]


# --------------------------------------------------------------------------------------------------------------- wounds


def test_wounds_tell_the_weapon_the_armour_and_the_life_left() -> None:
    """[Kaos K18.1] [Kaos K18.2] [Kaos K18.3]."""
    table = attack(duel(hero={"weapons": [close(4, 10)]}, activated=1, armour=2, life=5)).play(dice=["4111"])
    assert table.made("wounded") == [[(10, "weapon", "K18.1"), (-2, "armour", "K18.3"), (-3, "life", "K18.2")]]
    assert table.made("armour") == [[(2, "printed", "K18.3")]]


def test_no_card_is_named_where_none_had_a_hand_in_wounds() -> None:
    """[Kaos K18.2] [Kaos K18.3]: neither for what armour stops nor for what the gauge has no room for."""
    made = [("weapon", 10, "K18.1", 3)]
    assert wound_terms(made, 8, 5) == [*made, ("armour", -2, "K18.3", 0), ("life", -3, "K18.2", 0)]


def test_armour_is_what_is_printed_and_what_cards_change() -> None:
    """[Kaos K18.6]."""
    table = with_card(ops.Armour(armour=2), armour=1)
    terms = armour_terms(table.state, HERO)
    assert [term[:3] for term in terms] == [("printed", 1, "K18.3"), ("modifiers", 2, "K16.3")]
    assert total(terms) == armour_of(table.state, HERO)


def test_armour_that_cards_take_away_is_none_and_no_less() -> None:
    """[Kaos K18.3] [Kaos K18.6]."""
    table = with_card(ops.Armour(armour=-2), armour=1)
    terms = armour_terms(table.state, HERO)
    assert [term[:2] for term in terms[:2]] == [("printed", 1), ("modifiers", -2)]
    assert total(terms) == armour_of(table.state, HERO) == 0


def test_who_has_no_armour_has_what_is_printed_and_no_floor() -> None:
    """[Kaos K18.3]."""
    assert armour_terms(duel().state, HERO) == [("printed", 0, "K18.3", 0)]


def test_wounds_of_which_nobody_said_what_they_are_made_have_no_terms() -> None:
    """A sum is told where it is known, and never made up."""
    table = duel()
    suffer(table.state, table["foe"], 3)
    assert table.made("wounded") == [[]]


def test_every_reason_is_read_as_it_was_written() -> None:
    """Packed terms are for events alone: what is read is what was written, malus and card included."""
    terms = [(why, x, clause, 2**32 - 1) for why, clause in WHYS for x in (-7, 0, 240_000)]
    assert unpacked(packed(terms)) == terms and unpacked(0) == []


def test_what_a_climb_costs_is_its_way_and_as_much_again_upwards_and_half_as_much_less_downwards() -> None:
    """[Kaos K11.1] [Kaos K11.2]: 8 cm on the level and a face of 5, up and down again."""
    ledge = platform((24, 10), (16, 20), 5, SIGHT | TOP | CLIMBABLE)
    table = Table({"hero": mine(at=(20, 20))}, [ledge])
    base = table.state.base(HERO)
    up = path_of(table.state, HERO, base, [Leg(GO, cm(28), cm(20), 0)])
    down = path_of(table.state, HERO, up.end, [Leg(GO, cm(20), cm(20), 0)])
    assert told(table, *cost_terms(up)) == [("13", "way", "K10.9"), ("5", "up", "K11.1")]
    assert told(table, *cost_terms(down)) == [("13", "way", "K10.9"), ("-2.5", "down", "K11.2")]
    assert [total(cost_terms(made)) for made in (up, down)] == [up.cost, down.cost]


@pytest.mark.parametrize(
    ("kind", "clauses"), [(rolls.INITIATIVE, ["K8.1", "K8.2"]), (rolls.DEPLOYMENT, ["K6.7", "K6.8"])]
)
def test_will_is_rolled_at_deployment_and_for_the_initiative_each_by_its_own_clause(
    kind: int, clauses: list[str]
) -> None:
    """[Kaos K6.7] [Kaos K6.8] [Kaos K8.1] [Kaos K8.2]: a die more for an aligned horde."""
    table = Table({"hero": mine(at=(20, 20), will=3)})
    table.state.aligned = [1, 0]
    pool = side_pool(table.state, 0, HERO, kind)
    assert [(dice, clause) for _, dice, clause, _ in pool.terms] == [(3, clauses[0]), (1, clauses[1])]
    assert [clause for _, _, clause, _ in side_pool(table.state, 0, NONE, kind).terms] == clauses
