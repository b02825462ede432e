"""One exchange: an attack against a reaction, from the dice to the last wound."""

import pytest

from esquive.core.waiting import Decision
from esquive.kaos.table.state import OUT
from tests.kaos.exchanging import attack, duel, wounds
from tests.kaos.playing import (
    STAY,
    SWORD,
    Table,
    box,
    close,
    go,
    long,
    mine,
    ranged,
    slam,
    theirs,
)

# -------------------------------------------------------------------------------------------------------- no opposition


@pytest.mark.parametrize(("dice", "suffered"), [("3211", 0), ("4211", 5), ("4455", 5)])
def test_an_attack_that_nothing_opposes_needs_one_success(dice: str, suffered: int) -> None:
    """[Kaos K17.1] [Kaos K17.7] [Kaos K18.4]: how many more there are changes nothing."""
    table = attack(duel(activated=1)).play(dice=[dice])
    assert wounds(table) == (0, suffered)
    assert bool(table.facts("missed")) == (suffered == 0)


def test_the_dice_of_the_rulebooks_example_are_three_successes() -> None:
    """[Kaos K14.4] [Kaos K14.5] [Kaos K15.1]: 2, 4, 5, 6, 3 with 5 dice, before the 6 is rolled again."""
    table = attack(duel(hero={"weapons": [close(5, 5)]}, activated=1)).play(dice=["24563", "1"])
    assert [fact["number"] for fact in table.facts("successes")] == [3]


def test_a_strike_without_dice_fails() -> None:
    """[Kaos K16.2] [Kaos K17.1]."""
    table = attack(duel(1, hero={"weapons": [close(1, 5)]}, activated=1)).play()
    assert table.facts("missed") == [{"figure": "hero", "target": "foe", "means": SWORD}]


def test_armour_is_subtracted_from_the_hit() -> None:
    """[Kaos K18.3] [Kaos K22.8]: 10 wounds on 2 points of armour are 8."""
    table = attack(duel(hero={"weapons": [close(4, 10)]}, activated=1, armour=2)).play(dice=["4111"])
    assert wounds(table) == (0, 8)
    assert table.facts("armour") == [{"figure": "foe", "stopped": 2}]


def test_the_attack_is_the_action_of_the_round() -> None:
    """[Kaos K31.2] [Kaos K24.3]: even when it fails."""
    table = attack(duel()).play(dice=["1111"])
    assert (table.read("hero", "activated"), table.read("hero", "acted")) == (1, 1)
    assert (table.read("foe", "activated"), table.read("foe", "acted")) == (0, 0)


# -------------------------------------------------------------------------------------------------------------- dodging


@pytest.mark.parametrize(
    ("attacks", "dodges", "suffered"),
    [("4411", "411", 5), ("4111", "411", 5), ("4111", "441", 0), ("1111", "111", 0), ("1111", "411", 0)],
)
def test_a_dodge_succeeds_if_it_is_higher_than_the_attack(attacks: str, dodges: str, suffered: int) -> None:
    """[Kaos K17.4] [Kaos K17.6] [Kaos K29.7] [Kaos K29.9] [Ruling R234]: equal ones let it through, 0 to 0 not."""
    table = attack(duel(activated=1), "dodge").play(dice=[attacks, dodges])
    assert wounds(table) == (0, suffered)


def test_a_successful_melee_dodge_bars_strikes_on_that_adversary() -> None:
    """[Kaos K29.10] [Ruling R237]."""
    table = attack(duel(), "dodge").play(dice=["4111", "441"])
    assert table.facts("dodged") == [{"figure": "foe", "attacker": "hero"}]
    assert table.read("foe", "dodged") == 1 << table["hero"]


def test_a_failed_dodge_and_the_dodge_of_a_shot_bar_nothing() -> None:
    """[Kaos K29.10] [Ruling R237] [Kaos K23.13] [Kaos K24.1]."""
    assert attack(duel(activated=1), "dodge").play(dice=["4411", "411"]).read("foe", "dodged") == 0
    table = attack(duel(15, hero={"weapons": [ranged(4)]}), "dodge").play(dice=["4111", "441"])
    assert table.facts("dodged") and table.read("foe", "dodged") == 0


def test_a_figure_is_not_activated_by_its_dodge() -> None:
    """[Kaos K29.3] [Kaos K29.8]: and may play later."""
    table = attack(duel(), "dodge").play(dice=["4111", "441"])
    assert (table.read("foe", "activated"), table.read("foe", "acted"), table.asks) == (0, 0, "rest")


def test_every_dodge_counts_successful_or_not() -> None:
    """[Kaos K29.4] [Kaos K29.3]: 3 dice, then 2, then 1, then still 1."""
    table = duel(activated=1, dodge=3, life=60)
    for number, dice in enumerate(["111", "11", "1", "1"]):
        attack(table, "dodge").play(dice=["4111", dice])
        assert table.read("foe", "dodges") == number + 1


def test_a_dodge_in_the_back_has_one_die_less() -> None:
    """[Kaos K19.7] [Kaos K30.1]: 2 of 3."""
    table = attack(duel(faces=0, activated=1), "dodge").play(dice=["4111", "44"])
    assert table.facts("dodged")


def test_a_failed_dodge_with_wounds_activates_by_force() -> None:
    """[Kaos K29.8] [Kaos K26.1] [Kaos K26.2]."""
    table = attack(duel(), "dodge").play(dice=["4411", "411"])
    assert table.asks == "forced-move"
    table.play(go((25, 20)))
    assert (table.read("foe", "activated"), table.read("foe", "acted"), table.read("foe", "moved")) == (1, 1, 1)


# -------------------------------------------------------------------------------------------------------------- riposte


def test_the_riposte_that_is_higher_inflicts_its_own_damage() -> None:
    """[Kaos K17.2] [Kaos K17.3]."""
    table = attack(duel(weapons=[close(4, 3)]), "riposte", SWORD).play(STAY, dice=["4111", "4411"])
    assert wounds(table) == (3, 0)
    assert table.facts("missed") == [{"figure": "hero", "target": "foe", "means": SWORD}]
    assert table.facts("hit") == [{"figure": "foe", "target": "hero", "means": SWORD}]


def test_the_attack_that_is_higher_inflicts_its_damage() -> None:
    """[Kaos K17.2] [Kaos K17.3]."""
    table = attack(duel(weapons=[close(4, 3)]), "riposte", SWORD).play(STAY, dice=["4411", "4111"])
    assert wounds(table) == (0, 5)
    assert table.facts("missed") == [{"figure": "foe", "target": "hero", "means": SWORD}]


def test_equal_strikes_wound_both() -> None:
    """[Kaos K17.5]."""
    table = attack(duel(weapons=[close(4, 3)]), "riposte", SWORD).play(STAY, dice=["4411", "4411"])
    assert wounds(table) == (3, 5)


def test_equal_strikes_may_put_both_out_of_action() -> None:
    """[Kaos K17.5]: their damage is simultaneous."""
    table = attack(duel(hero={"life": 3}, life=4), "riposte", SWORD).play(dice=["4111", "4111"])
    assert (table.read("hero", "status"), table.read("foe", "status")) == (OUT, OUT)
    assert table.state.points == [20, 20]


def test_nothing_against_nothing_is_a_failure_of_both() -> None:
    """[Kaos K17.1] [Ruling R234]."""
    table = attack(duel(), "riposte", SWORD).play(STAY, dice=["1111", "1111"])
    assert wounds(table) == (0, 0) and len(table.facts("missed")) == 2


def test_a_riposte_is_the_activation_of_who_ripostes() -> None:
    """[Kaos K20.10] [Ruling R232]: whatever comes of it."""
    table = attack(duel(), "riposte", SWORD).play(STAY, dice=["4111", "1111"])
    assert (table.read("foe", "activated"), table.read("foe", "acted")) == (1, 1)
    assert table.facts("forced") == []


def test_a_close_riposte_beyond_contact_has_one_die_less() -> None:
    """[Kaos K21.4]: as the attack has."""
    table = attack(duel(1), "riposte", SWORD).play(STAY, dice=["411", "411"])
    assert wounds(table) == (5, 5)


def test_who_ripostes_with_a_close_weapon_may_move_its_whole_movement_afterwards() -> None:
    """[Kaos K21.8] [Kaos K21.9]: 10 cm in the rulebook's example, whatever the result of the exchange."""
    for dice in (["4411", "1111"], ["1111", "4411"], ["4111", "4111"]):
        table = attack(duel(move=10), "riposte", SWORD).play(dice=dice)
        assert table.asks == "move-after-riposte"
        assert table.refusal(go((22.5, 30.1))) is not None
        table.play(go((22.5, 30)))
        assert table.place("foe") == (22.5, 30, 0) and table.asks == "rest"


def test_who_is_out_of_action_moves_no_more() -> None:
    """[Kaos K21.9]."""
    table = attack(duel(life=5), "riposte", SWORD).play(dice=["4411", "1111"])
    assert table.read("foe", "status") == OUT and table.asks == "rest"


def test_a_riposte_with_a_long_weapon_loses_the_move_of_the_round() -> None:
    """[Kaos K22.2]: it would have had to move before."""
    table = attack(duel(1, weapons=[long(4, 0)]), "riposte", SWORD).play(dice=["111", "4111"])
    assert table.asks == "rest" and table.facts("move-lost") == [{"figure": "foe"}]


def test_wounds_from_before_the_attack_do_not_give_that_move_back() -> None:
    """[Kaos K22.2] [Kaos K10.15]."""
    table = attack(duel(1, weapons=[long(4, 0)], wounds=3, life=20), "riposte", SWORD).play(dice=["111", "4111"])
    assert table.asks == "rest" and table.facts("move-lost") == [{"figure": "foe"}]


def test_but_wounded_in_its_riposte_a_figure_may_move_whatever_its_weapon() -> None:
    """[Kaos K10.15] [Kaos K22.2]."""
    table = attack(duel(1, weapons=[long(4, 1)]), "riposte", SWORD).play(dice=["444", "4111"])
    assert table.asks == "forced-move"
    table.play(go((23.5, 25)))
    assert table.read("foe", "moved") == 1 and table.facts("move-lost") == []


def test_a_riposte_that_has_become_impossible_is_lost() -> None:
    """[Kaos K19.6] [Kaos K20.10]: attacked in the back by now, or out of its reach."""
    table = attack(duel(faces=0), "riposte", SWORD).play(STAY, dice=["4111"])
    assert wounds(table) == (0, 5) and table.facts("forced")
    table = attack(duel(15, hero={"weapons": [ranged(4)]}), "riposte", SWORD).play(STAY, dice=["4111"])
    assert table.facts("forced")


def test_a_figure_that_has_played_does_not_riposte_after_all() -> None:
    """[Ruling R232]: an interception may have activated it in between."""
    table = attack(duel(activated=1), "riposte", SWORD).play(dice=["4111"])
    assert wounds(table) == (0, 5)


def test_a_shot_may_be_struck_back_when_near() -> None:
    """[Kaos K20.10] [Kaos K17.2]: one comparison."""
    table = attack(duel(1, hero={"weapons": [ranged(4, 4)]}), "riposte", SWORD).play(STAY, dice=["44111", "411"])
    assert wounds(table) == (0, 4)


# ------------------------------------------------------------------------------------------------------- ranged riposte


def test_a_shot_against_a_strike_is_one_comparison_with_dice_fixed_before() -> None:
    """[Kaos K20.10] [Ruling R233]: 4 dice fixed at a distance, though the attacker is in contact by now."""
    table = attack(duel(0, weapons=[ranged(5, 4)]), "riposte", SWORD, riposte_dice=4).play(dice=["4111", "4411"])
    assert wounds(table) == (4, 0)


def test_a_shot_that_waited_counts_its_dice_at_the_strike() -> None:
    """[Kaos K20.10] [Kaos K25.2] [Kaos K25.6]: point-blank, and at a target that has moved."""
    table = duel(1, hero={"moved": 1}, weapons=[ranged(4, 4)])
    attack(table, "riposte", SWORD).play(dice=["411", "4411"])
    assert wounds(table) == (4, 0)


def test_crossing_missiles_may_both_succeed() -> None:
    """[Kaos K23.20] [Kaos K23.21] [Ruling R223]: each needs one success, whatever the other has."""
    table = attack(duel(15, hero={"weapons": [ranged(4, 4)]}, weapons=[ranged(4, 3)]), "riposte", SWORD)
    table.play(STAY, dice=["4444", "4111"])
    assert wounds(table) == (3, 4)


def test_crossing_missiles_may_both_fail() -> None:
    """[Kaos K17.1]."""
    table = attack(duel(15, hero={"weapons": [ranged(4, 4)]}, weapons=[ranged(4, 3)]), "riposte", SWORD)
    table.play(dice=["1111", "1111"])
    assert wounds(table) == (0, 0) and len(table.facts("missed")) == 2


@pytest.mark.parametrize(
    ("dice", "found"), [(["4411", "4111"], (0, 4)), (["4111", "4411"], (3, 0)), (["4111", "4111"], (3, 4))]
)
def test_as_agreed_crossing_missiles_are_opposed(dice: list[str], found: tuple[int, int]) -> None:
    """[Ruling R223]: a switch of the match; the higher roll hits, equal ones both."""
    table = Table(
        {"hero": mine(at=(20, 20), weapons=[ranged(4, 4)]), "foe": theirs(at=(40, 20), weapons=[ranged(4, 3)])},
        active="hero",
        options={"crossing_fire": "opposed"},
    )
    attack(table, "riposte", SWORD)
    table.play(*[STAY] * (1 if found[1] else 0), dice=dice)
    assert wounds(table) == found


# --------------------------------------------------------------------------------------------------------------- shield


@pytest.mark.parametrize(
    ("attacks", "parries", "suffered"), [("4111", "441", 0), ("4411", "441", 5), ("4111", "111", 5), ("1111", "111", 0)]
)
def test_a_shield_parries_if_it_is_higher_than_the_attack(attacks: str, parries: str, suffered: int) -> None:
    """[Kaos K21.11] [Kaos K21.14] [Kaos K17.6]."""
    table = attack(duel(shield=3), "shield").play(STAY, dice=[attacks, parries])
    assert wounds(table) == (0, suffered)


def test_a_shield_inflicts_no_wounds() -> None:
    """[Kaos K18.5] [Kaos K21.12]."""
    table = attack(duel(shield=3), "shield").play(STAY, dice=["4111", "444"])
    assert wounds(table) == (0, 0) and table.facts("parried") == [{"figure": "foe", "attacker": "hero"}]


def test_a_shield_is_the_action_of_the_round_and_the_move_comes_at_once() -> None:
    """[Kaos K21.15]: a simple move, or it is lost; wounded or not it is this one move."""
    for dice in (["4111", "444"], ["4444", "111"]):
        table = attack(duel(shield=3, move=8), "shield").play(dice=dice)
        assert (table.read("foe", "activated"), table.read("foe", "acted")) == (1, 1)
        assert table.asks == "move-after-shield"
        assert table.refusal(go((22.5, 28.1))) is not None
        table.play(go((22.5, 28)))
        assert table.asks == "rest"


def test_a_shield_works_against_shots_without_regard_to_the_distance() -> None:
    """[Kaos K21.13] [Kaos K21.16]."""
    table = attack(duel(30, hero={"weapons": [ranged(4, 4)]}, shield=3), "shield")
    table.play(STAY, dice=["4111", "441"])
    assert table.facts("parried")


# --------------------------------------------------------------------------------------------------------- long weapons


def test_a_long_weapon_that_wounds_sends_its_victim_flying() -> None:
    """[Kaos K22.5] [Kaos K22.8]: 10 wounds on 2 points of armour are 8, and 4 more against the wall; then the move."""
    table = Table(
        {"hero": mine(at=(20, 20), weapons=[long(4, 10)]), "foe": theirs(at=(23.5, 20), armour=2)},
        [box((26, 10), (1, 20))],
        active="hero",
    )
    attack(table).play(dice=["4111"])
    assert table.asks == "slam"
    table.play(slam(26, 20))
    assert wounds(table) == (0, 12) and table.asks == "forced-move"
    table.play(STAY)
    assert table.events().count("forced") == 1


def test_no_wound_no_slam() -> None:
    """[Kaos K22.5]: at least one must be suffered."""
    table = attack(duel(1, hero={"weapons": [long(4, 2)]}, armour=2)).play(dice=["4111"])
    assert table.facts("hit") and table.asks == "rest"


def test_a_close_weapon_and_a_bow_slam_nobody() -> None:
    """[Kaos K22.5]."""
    assert attack(duel(activated=1)).play(dice=["4111"]).asks == "rest"
    assert attack(duel(15, hero={"weapons": [ranged(4)]}, activated=1)).play(dice=["4111"]).asks == "rest"


def test_who_is_out_of_action_is_not_sent_flying() -> None:
    """[Kaos K22.5] [Kaos K18.9]."""
    assert attack(duel(1, hero={"weapons": [long(4, 5)]}, life=5)).play(dice=["4111"]).asks == "rest"


def test_when_both_hit_the_attacker_slams_first() -> None:
    """[Kaos K22.5] [Kaos K17.5]: then who riposted, then the moves."""
    table = attack(duel(1, hero={"weapons": [long(4, 2)]}, weapons=[long(4, 2)]), "riposte", SWORD)
    table.play(dice=["4111", "4111"])
    assert isinstance(table.waiting, Decision) and (table.asks, table.waiting.seat) == ("slam", 0)
    table.play(slam(25, 20))
    assert isinstance(table.waiting, Decision) and (table.asks, table.waiting.seat) == ("slam", 1)
    table.play(slam(18, 20))
    assert [fact["figure"] for fact in table.facts("slammed")] == ["foe", "hero"]
    assert table.asks == "forced-move"
    table.play(STAY)


def test_a_victim_put_out_of_action_by_the_slam_slams_no_more() -> None:
    """[Ruling R211]."""
    table = Table(
        {
            "hero": mine(at=(20, 20), weapons=[long(4, 4)]),
            "foe": theirs(at=(23.5, 20), weapons=[long(4, 2)], life=5),
        },
        [box((26, 10), (1, 20))],
        active="hero",
    )
    attack(table, "riposte", SWORD).play(slam(26, 20), dice=["4111", "4111"])
    assert table.read("foe", "status") == OUT and table.asks == "rest"
