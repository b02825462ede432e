"""Bonuses and maluses: how many dice each roll has, line by line."""

from typing import Any

import pytest

from esquive.kaos.book.means import CHARGE, MOVED, RIPOSTE, TARGET_MOVED
from esquive.kaos.book.modifiers import add_effect
from esquive.kaos.book.pools import (
    BAND,
    CONTACT,
    Pool,
    attack_pool,
    bands_beyond,
    dodge_pool,
    has_dice,
    is_too_far,
    prescribed_pool,
    shield_pool,
)
from esquive.kaos.cards.library import LIFE_GAUGE, PASSIVE, SELF, WILL
from esquive.kaos.cards.op_codes import ALWAYS, FORBIDDEN, MALUSES, ROUND, Op, mask_of, rolls_mask
from esquive.kaos.cards.ops import Dice, Forbid, Ignore
from esquive.kaos.geometry.measures import distance
from esquive.kaos.geometry.units import CM
from tests.kaos.playing import SPELL, SWORD, Table, box, close, long, mine, ranged, skill, spell, theirs


def pool_of(table: Table, means: int = SWORD, flags: int = 0, attacker: str = "hero", target: str = "foe") -> Pool:
    """The pool of an attack from where everybody stands."""
    state = table.state
    one, other = table[attacker], table[target]
    others = state.others(one, other)
    return attack_pool(state, one, state.base(one), means, other, state.base(other), others, flags)


def changes(pool: Pool) -> list[tuple[str, int]]:
    """The lines of a pool but the printed skill."""
    return [(kind, dice) for kind, dice, *_ in pool.lines[1:]]


def duel(gap: float, **keys: Any) -> Table:
    """Two figures on open ground, face to face, so far apart from base to base."""
    return Table({"hero": mine(at=(10, 20), **keys), "foe": theirs(at=(12.5 + gap, 20))})


def test_a_skill_rolls_the_number_of_dice_on_the_card() -> None:
    """[Kaos K14.2] [Kaos K14.3]: the rulebook's example is a will of 5, which rolls 5 dice."""
    table = Table({"hero": mine(at=(10, 20), will=5), "foe": theirs(at=(20, 20))})
    assert prescribed_pool(table.state, table["hero"], table["foe"], WILL).dice == 5


def test_bonuses_and_maluses_add_up_and_cancel_each_other_out() -> None:
    """[Kaos K16.1] [Kaos K16.2] [Kaos K16.4]: point-blank and two maluses leave one die less."""
    table = duel(5, weapons=[ranged(5, 4, 40)], moved=1)
    table.state.moved[table["foe"]] = 1
    pool = pool_of(table)
    assert changes(pool) == [("point-blank", 1), ("moving-target", -1), ("moving-shooter", -1)]
    assert pool.dice == 4


def test_a_pool_stops_at_no_dice() -> None:
    """[Kaos K16.2]: a close weapon of 1 die, beyond contact and at the end of a charge, rolls nothing."""
    pool = pool_of(duel(1, weapons=[close(1)]), flags=CHARGE)
    assert (pool.total, pool.dice) == (-1, 0)


# ---------------------------------------------------------------------------------------------------------------- melee


@pytest.mark.parametrize(("gap", "dice"), [(0, 4), (0.05, 4), (0.06, 3), (1, 3), (2.5, 3)])
def test_a_close_weapon_loses_a_die_beyond_base_contact(gap: float, dice: int) -> None:
    """[Kaos K21.2] [Kaos K21.3] [Ruling R218]: contact is up to 0.05 cm."""
    assert pool_of(duel(gap, weapons=[close(4)])).dice == dice


def test_the_distance_malus_is_the_same_for_a_riposte() -> None:
    """[Kaos K21.4] [Kaos K22.4]."""
    pool = pool_of(duel(1, weapons=[close(4)]), flags=RIPOSTE)
    assert pool.lines[1:] == [("at-distance", -1, "K21.4", 0)]
    assert changes(pool_of(duel(0, weapons=[long(4)]), flags=RIPOSTE)) == [("in-contact", -1)]


@pytest.mark.parametrize(("gap", "dice"), [(0, 3), (0.05, 3), (0.06, 4), (2.5, 4)])
def test_a_long_weapon_loses_a_die_in_base_contact(gap: float, dice: int) -> None:
    """[Kaos K22.3] [Kaos K22.4]."""
    assert pool_of(duel(gap, weapons=[long(4)])).dice == dice


def test_the_malus_of_a_charge_adds_to_that_of_the_distance() -> None:
    """[Kaos K28.2]."""
    assert changes(pool_of(duel(1, weapons=[close(4)]), flags=CHARGE)) == [("at-distance", -1), ("charge", -1)]
    assert changes(pool_of(duel(0, weapons=[close(4)]), flags=CHARGE)) == [("charge", -1)]
    assert changes(pool_of(duel(0, weapons=[long(4)]), flags=CHARGE)) == [("in-contact", -1), ("charge", -1)]


def test_moves_and_cover_are_nothing_to_a_melee_weapon() -> None:
    """[Kaos K25.1]: those are modifiers of ranged weapons and magic."""
    table = duel(0, weapons=[close(4)], moved=1)
    table.state.moved[table["foe"]] = 1
    assert changes(pool_of(table, flags=MOVED | TARGET_MOVED)) == []


# --------------------------------------------------------------------------------------------------------------- ranged


@pytest.mark.parametrize(
    ("gap", "dice"),
    [(39, 5), (40, 5), (40.0001, 4), (40.1, 4), (50, 4), (50.1, 3), (60, 3), (60.1, 2), (70, 2), (80, 1), (80.1, 0)],
)
def test_a_bow_of_40_cm_and_5_dice_loses_one_for_each_10_cm_begun(gap: float, dice: int) -> None:
    """[Kaos K23.9] [Kaos K23.10] [Kaos K25.3] [Kaos K25.4] [Kaos K25.5]: the rulebook's example."""
    foe = theirs(at=(12.5 + gap, 20))
    table = Table({"hero": mine(at=(10, 20), weapons=[ranged(5, 4, 40)]), "foe": foe}, size=(120, 60))
    assert pool_of(table).dice == dice


@pytest.mark.parametrize("east", [0, 7, 31.5, 64, 96])
@pytest.mark.parametrize("north", [0, 3.2, 20, 52])
@pytest.mark.parametrize("faces", [0, 45, 70])
def test_bands_are_counted_from_base_to_base_whichever_way_the_two_stand(east: float, north: float, faces: int) -> None:
    """[Kaos K9.2] [Kaos K25.3]: the number of 10 cm begun beyond the range is that of the distance."""
    figures = {"hero": mine(at=(5, 5), faces=faces), "foe": theirs(at=(5 + east + 2.6, 5 + north + 2.6), faces=30)}
    state = Table(figures, size=(120, 80)).state
    base, other = state.base(0), state.base(1)
    apart = distance(state.table, base, other)
    for reach in (0, 5 * CM, apart - 1_000, apart - 500, apart, 30 * CM):
        expected = max(-(-(apart - max(reach, CONTACT)) // BAND), 0)
        assert bands_beyond(state.table, base, other, reach) == expected


@pytest.mark.parametrize(("dice", "is_left"), [(1, False), (2, True), (3, True)])
@pytest.mark.parametrize("means", [SWORD, SPELL])
def test_cover_may_take_the_last_die(dice: int, is_left: bool, means: int) -> None:
    """[Kaos K25.5] [Kaos K25.8]: beyond point-blank range, behind a wall of 1 cm."""
    keys: dict[str, Any] = {"weapons": [ranged(dice, 4, 40)], "spells": [spell(dice, 40)]}
    low = box((25, 15), (0.5, 10), height=1)
    for pieces, expected in (([low], is_left), ([], True)):
        table = Table({"hero": mine(at=(10, 20), **keys), "foe": theirs(at=(27.5, 20))}, pieces)
        state = table.state
        base, other, others = state.base(0), state.base(1), state.others(0, 1)
        assert has_dice(state, 0, base, means, 1, other, others) is expected
        assert (pool_of(table, means).dice > 0) is expected


@pytest.mark.parametrize(("dice", "reach"), [(1, 0), (1, 10), (2, 0), (2, 10), (3, 25), (5, 40)])
def test_whoever_is_too_far_at_a_first_look_has_no_die_left(dice: int, reach: int) -> None:
    """[Kaos K25.3] [Kaos K25.5]: and 3 cm farther than the dice reach everybody is, if no card gives a die."""
    for gap in (0, 3, 9.9999, 10, 19.99, 20, 20.1, 24, 30.05, 31, 33, 45, 48.5, 55, 80.0001, 83, 90):
        table = Table(
            {"hero": mine(at=(10, 20), spells=[spell(dice, reach)]), "foe": theirs(at=(12.5 + gap, 20))}, size=(120, 60)
        )
        state = table.state
        base, other = state.base(0), state.base(1)
        is_far = is_too_far(state, 0, base, dice, reach * CM, other)
        assert not (is_far and pool_of(table, SPELL).dice > 0)
        if gap > max(reach + 10 * (dice - 1), 9) + 3:
            assert is_far == (reach + 10 * (dice - 1) >= 10)
        add_effect(state, 0, Op(Dice, rolls_mask(("spell",)), 1, ALWAYS, ROUND))
        assert not is_too_far(state, 0, base, dice, reach * CM, other)


@pytest.mark.parametrize(("gap", "dice"), [(0.06, 6), (5, 6), (9.9999, 6), (10, 5), (11, 5)])
def test_point_blank_is_strictly_below_10_cm(gap: float, dice: int) -> None:
    """[Kaos K25.2]: one die more."""
    assert pool_of(duel(gap, weapons=[ranged(5, 4, 40)])).dice == dice


def test_a_weapon_that_may_be_used_in_contact_has_no_point_blank_there() -> None:
    """[Kaos K25.2] [Kaos K23.11]."""
    assert pool_of(duel(0, weapons=[ranged(5, 4, 40, can_target_contact=True)])).dice == 5


def test_a_moving_target_costs_a_die() -> None:
    """[Kaos K25.6]: one that has moved, or will have by then."""
    table = duel(20, weapons=[ranged()])
    assert changes(pool_of(table, flags=TARGET_MOVED)) == [("moving-target", -1)]
    table.state.moved[table["foe"]] = 1
    assert changes(pool_of(table)) == [("moving-target", -1)]


def test_a_moving_shooter_loses_a_die() -> None:
    """[Kaos K25.7]: one that has moved, or will have by then; not both at once."""
    table = duel(20, weapons=[ranged()])
    assert changes(pool_of(table, flags=MOVED)) == [("moving-shooter", -1)]
    table.state.moved[table["hero"]] = 1
    assert changes(pool_of(table, flags=MOVED)) == [("moving-shooter", -1)]


def test_a_target_whose_base_is_not_seen_whole_is_in_cover() -> None:
    """[Kaos K25.8] [Kaos K25.9]: behind a wall of 1 cm the head sees the body, and not the base."""
    low = box((18, 15), (0.5, 10), height=1)
    figures = {"hero": mine(at=(10, 20), weapons=[ranged()]), "foe": theirs(at=(20.5, 20))}
    assert changes(pool_of(Table(figures, [low]))) == [("point-blank", 1), ("cover", -1)]
    assert changes(pool_of(Table(figures))) == [("point-blank", 1)]


def test_another_figure_gives_cover() -> None:
    """[Kaos K25.8] [Ruling R206]: a small friend in between hides part of the base."""
    figures = {
        "hero": mine(at=(10, 20), weapons=[ranged()]),
        "friend": mine(at=(30, 20), height=1.5, head=1.2),
        "foe": theirs(at=(33, 20)),
    }
    assert changes(pool_of(Table(figures))) == [("cover", -1)]


def test_the_modifiers_of_shots_apply_to_spells() -> None:
    """[Kaos K23.1] [Kaos K23.3] [Kaos K25.1] [Ruling R224]."""
    table = duel(35, spells=[spell(6, 30)], moved=1)
    table.state.moved[table["foe"]] = 1
    assert changes(pool_of(table, SPELL)) == [("range", -1), ("moving-target", -1), ("moving-shooter", -1)]
    assert pool_of(duel(5, spells=[spell(6, 30)]), SPELL).dice == 7


@pytest.mark.parametrize("gap", [0, 0.01, 0.05])
def test_a_spell_of_range_0_is_used_in_contact_without_malus(gap: float) -> None:
    """[Kaos K23.12] [Ruling R218]: bases within the tolerance touch."""
    assert changes(pool_of(duel(gap, spells=[spell(6, 0)]), SPELL)) == []


def test_a_spell_on_oneself_has_no_distance() -> None:
    """[Kaos K17.7]: nothing of the shot applies."""
    table = duel(5, spells=[spell(6, 30, targets=SELF)], moved=1)
    assert changes(pool_of(table, SPELL, target="hero")) == []


# ------------------------------------------------------------------------------------------------------------- defences


@pytest.mark.parametrize(("dodges", "dice"), [(0, 4), (1, 3), (2, 2), (3, 1), (4, 1), (9, 1)])
def test_each_dodge_of_the_round_loses_one_die_more_down_to_one(dodges: int, dice: int) -> None:
    """[Kaos K29.4] [Kaos K29.5]."""
    table = Table({"hero": mine(at=(10, 20)), "foe": theirs(at=(12.5, 20), dodge=4, dodges=dodges)})
    assert dodge_pool(table.state, table["foe"], table["hero"], False).dice == dice


def test_a_printed_dodge_of_0_still_rolls_one_die() -> None:
    """[Kaos K29.5]: the floor holds after all maluses."""
    table = Table({"hero": mine(at=(10, 20)), "foe": theirs(at=(12.5, 20), dodge=0)})
    assert dodge_pool(table.state, table["foe"], table["hero"], False).dice == 1
    assert dodge_pool(table.state, table["foe"], table["hero"], True).dice == 1


def test_a_dodge_of_an_attack_in_the_back_loses_a_die() -> None:
    """[Kaos K19.7] [Kaos K30.1]: beside those of earlier dodges."""
    table = Table({"hero": mine(at=(10, 20)), "foe": theirs(at=(12.5, 20), dodge=5, dodges=1)})
    pool = dodge_pool(table.state, table["foe"], table["hero"], True)
    assert pool.lines == [("skill", 5, "K29.1", 0), ("dodges", -1, "K29.4", 0), ("back", -1, "K30.1", 0)]


def test_no_distance_is_a_malus_to_a_shield() -> None:
    """[Kaos K21.10] [Kaos K21.16]."""
    table = Table({"hero": mine(at=(10, 20)), "foe": theirs(at=(14, 20), shield=4)})
    assert shield_pool(table.state, table["foe"], table["hero"]).lines == [("skill", 4, "K21.10", 0)]


def test_the_life_gauge_rolls_one_die_a_point_left() -> None:
    """[Kaos K23.17]."""
    table = Table({"hero": mine(at=(10, 20)), "foe": theirs(at=(14, 20), life=9, wounds=4)})
    assert prescribed_pool(table.state, table["foe"], table["hero"], LIFE_GAUGE).dice == 5


# ---------------------------------------------------------------------------------------------------- what cards change


def test_what_cards_give_is_a_line_of_its_own() -> None:
    """[Kaos K16.3]: one die less on every roll of the round."""
    table = duel(0, weapons=[close(4)])
    add_effect(table.state, table["hero"], Op(Dice, rolls_mask(()), -1, ALWAYS, ROUND, 0, 7))
    assert pool_of(table).lines == [("skill", 4, "K14.3", 0), ("modifiers", -1, "K16.3", 7)]
    assert dodge_pool(table.state, table["hero"], table["foe"], False).dice == 2
    assert prescribed_pool(table.state, table["hero"], table["foe"], WILL).dice == 3


@pytest.mark.parametrize(
    ("malus", "gap", "weapon", "flags"),
    [
        ("at-distance", 1, close(), 0),
        ("in-contact", 0, long(), 0),
        ("charge", 0, close(), CHARGE),
        ("range", 45, ranged(), 0),
        ("moving-target", 20, ranged(), TARGET_MOVED),
        ("moving-shooter", 20, ranged(), MOVED),
    ],
)
def test_a_card_may_spare_a_figure_a_malus(malus: str, gap: float, weapon: Any, flags: int) -> None:
    """[Kaos K16.3]: and only that one."""
    assert changes(pool_of(duel(gap, weapons=[weapon]), flags=flags)) == [(malus, -1)]
    spared = skill(timing=PASSIVE, standing=(Op(Ignore, mask_of((malus,), MALUSES), 0, ALWAYS, 0, 0, 1),))
    assert changes(pool_of(duel(gap, weapons=[weapon], skills=[spared]), flags=flags)) == []


def test_a_figure_whose_will_is_forbidden_has_none_to_resist_with() -> None:
    """[Kaos K23.16]: no dice at all."""
    table = duel(5)
    add_effect(table.state, table["foe"], Op(Forbid, mask_of(("will",), FORBIDDEN), 0, ALWAYS, ROUND, 0, 7))
    assert prescribed_pool(table.state, table["foe"], table["hero"], WILL).dice == 0
