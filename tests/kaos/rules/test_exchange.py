"""One exchange: an attack against a reaction, from the dice to the last wound."""

from typing import Any

import pytest

from esquive.core.frames import Frame
from esquive.core.waiting import Decision
from esquive.kaos import answers
from esquive.kaos.effects.codes import ALWAYS, ARMOUR, DICE, NEEDED, NOW, ROUND, WOUNDS, rolls_mask
from esquive.kaos.library import AS_REACTION, LIFE_GAUGE, SELF, UNOPPOSED, WILL
from esquive.kaos.rules.exchange import AttackFrame
from esquive.kaos.rules.means import FREE, GIVES_UP, INTERCEPTION
from esquive.kaos.rules.modifiers import add_effect
from esquive.kaos.rules.reactions import ReactionFrame
from esquive.kaos.rules.slam import SlamFrame
from esquive.kaos.rules.wounds import ForcedMovesFrame
from esquive.kaos.state import NONE, OUT, State
from tests.kaos.playing import (
    DESTINY,
    PASS,
    SKILL,
    SPELL,
    STAY,
    SWORD,
    Table,
    box,
    close,
    go,
    long,
    mine,
    ranged,
    react,
    skill,
    slam,
    spell,
    theirs,
)


def attack(
    table: Table,
    reaction: str = "none",
    reaction_means: int = answers.NO_MEANS,
    *,
    means: int = SWORD,
    flags: int = 0,
    riposte_dice: int = NONE,
    attacker: str = "hero",
    target: str = "foe",
) -> Table:
    """One figure attacks another, from where both stand."""
    number = answers.REACTION_NAMES.index(reaction)
    frame = AttackFrame(table[attacker], means, table[target], number, reaction_means, flags, riposte_dice)
    return table.start(frame)


def duel(gap: float = 0, hero: dict[str, Any] | None = None, faces: float = 180, **foe: Any) -> Table:
    """The hero, whose turn it is, and the foe face to face; swords of 4 dice and 5 wounds unless told otherwise."""
    figures = {"hero": mine(at=(20, 20), **(hero or {})), "foe": theirs(at=(22.5 + gap, 20), faces=faces, **foe)}
    return Table(figures, active="hero", size=(100, 60))


def wounds(table: Table) -> tuple[int, int]:
    """The wounds of the hero and of the foe."""
    return table.read("hero", "wounds"), table.read("foe", "wounds")


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


# ------------------------------------------------------------------------------------------------------- spell ripostes


def test_a_spell_that_ripostes_is_resolved_on_its_own() -> None:
    """[Ruling R233] [Kaos K23.14]: the strike needs one success, the spell has to beat its printed defence."""
    table = attack(duel(1, spells=[spell(4, 30, WILL, wounds=2)]), "riposte", SPELL)
    table.play(dice=["411"])
    assert isinstance(table.waiting, Decision) and (table.asks, table.waiting.seat) == ("react", 0)
    table.play(react("resist"), STAY, dice=["44441", "4111"])
    assert wounds(table) == (2, 5)


def test_the_striker_may_resist_the_spell_and_strike_all_the_same() -> None:
    """[Ruling R233] [Kaos K24.2]."""
    table = attack(duel(1, spells=[spell(4, 30, WILL, wounds=2)]), "riposte", SPELL)
    table.play(react("resist"), STAY, dice=["411", "41111", "4411"])
    assert wounds(table) == (0, 5) and table.facts("resisted") == [{"figure": "hero", "attacker": "foe"}]


def test_the_striker_may_dodge_the_spell_but_no_more() -> None:
    """[Kaos K29.3] [Kaos K23.15]: it has played, so no shield; and no riposte to a riposte."""
    table = attack(duel(1, hero={"shield": 3}, spells=[spell(4, 30, wounds=2)]), "riposte", SPELL)
    table.play(dice=["111"])
    assert isinstance(table.waiting, Decision)
    assert table.waiting.options() == [react("dodge"), react("submit")]
    table.play(react("dodge"), dice=["41111", "441"])
    assert wounds(table) == (0, 0) and table.read("hero", "dodges") == 1
    assert table.facts("dodged") == [{"figure": "hero", "attacker": "foe"}]


def test_who_is_shooting_cannot_dodge_what_comes_back() -> None:
    """[Kaos K23.22]: the spell is not opposed, nobody is asked."""
    table = attack(duel(15, hero={"weapons": [ranged(4, 4)]}, spells=[spell(4, 30, wounds=2)]), "riposte", SPELL)
    table.play(dice=["1111", "4111"])
    assert wounds(table) == (2, 0) and table.read("hero", "dodges") == 0


def test_will_is_rolled_in_crossing_fire_on_both_sides() -> None:
    """[Kaos K23.22] [Kaos K23.14]."""
    card = spell(4, 30, WILL, wounds=2)
    table = attack(duel(15, hero={"spells": [card]}, spells=[card]), "riposte", SPELL, means=SPELL)
    table.play(react("resist"), dice=["4111", "4411", "4111", "4411"])
    assert [fact["roll"] for fact in table.facts("pool")] == [7, 8, 7, 8]
    assert wounds(table) == (0, 0)
    assert table.facts("resisted") == [{"figure": "foe", "attacker": "hero"}, {"figure": "hero", "attacker": "foe"}]


def test_a_spell_to_dodge_is_not_dodged_by_who_shoots_back() -> None:
    """[Kaos K23.22]: the caster rolls alone."""
    table = attack(
        duel(15, hero={"spells": [spell(4, 30, wounds=2)]}, weapons=[ranged(4, 3)]), "riposte", SWORD, means=SPELL
    )
    table.play(STAY, dice=["4111", "4111"])
    assert wounds(table) == (3, 2)


def test_a_spell_that_ripostes_may_need_more_successes() -> None:
    """[Kaos K23.19]."""
    table = attack(duel(1, spells=[spell(4, 30, UNOPPOSED, wounds=2, required=3)]), "riposte", SPELL)
    table.play(dice=["111", "44111"])
    assert wounds(table) == (0, 0)


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


# -------------------------------------------------------------------------------------------------------- interceptions


def test_an_interception_activates_who_strikes() -> None:
    """[Kaos K31.2]: it is its action; the mover is not activated by force."""
    table = duel()
    attack(table, attacker="foe", target="hero", flags=INTERCEPTION).play(dice=["4111"])
    assert (table.read("foe", "activated"), table.read("foe", "acted")) == (1, 1)
    assert wounds(table) == (5, 0) and table.asks == "rest" and table.facts("forced") == []


def test_the_mover_that_ripostes_gives_up_its_action_and_has_no_move_for_it() -> None:
    """[Kaos K31.11] [Ruling R238]."""
    table = duel()
    attack(table, "riposte", SWORD, attacker="foe", target="hero", flags=INTERCEPTION | GIVES_UP)
    table.play(dice=["4111", "4411"])
    assert wounds(table) == (0, 5) and table.read("hero", "acted") == 1
    assert table.asks == "rest" and table.facts("move-lost") == []


def test_the_mover_with_nothing_to_give_up_does_not_riposte() -> None:
    """[Ruling R238]."""
    table = duel()
    attack(table, "riposte", SWORD, attacker="foe", target="hero", flags=INTERCEPTION).play(dice=["4111"])
    assert wounds(table) == (5, 0)


# ----------------------------------------------------------------------------------------------- what does not come off


def test_an_attack_that_has_become_impossible_fails_and_costs_the_defender_nothing() -> None:
    """[Kaos K27.1] [Ruling R236]: the target has fled out of reach; its riposte or dodge does not count either."""
    for reaction, means in (("flee", 0), ("riposte", SWORD), ("dodge", 0)):
        table = attack(duel(5), reaction, means).play()
        assert table.facts("missed") and table.asks == "rest"
        assert (table.read("hero", "acted"), table.read("foe", "activated"), table.read("foe", "dodges")) == (1, 0, 0)


def test_a_fleeing_figure_still_in_reach_is_struck_unopposed() -> None:
    """[Kaos K27.1] [Kaos K27.3]."""
    table = attack(duel(activated=1, acted=1, fleeing=1), "flee").play(dice=["4111"])
    assert wounds(table) == (0, 5)


@pytest.mark.parametrize("gone", ["hero", "foe"])
def test_the_strikes_of_and_at_who_has_left_are_lost(gone: str) -> None:
    """[Ruling R211]."""
    table = duel()
    table.state.status[table[gone]] = OUT
    attack(table, "riposte", SWORD).play()
    assert table.events() == []


# ----------------------------------------------------------------------------------------------- destiny, cards, skills


def test_both_players_may_improve_their_rolls_before_the_result_is_fixed() -> None:
    """[Kaos K36.4] [Kaos K36.6]: the attacker is asked first."""
    table = Table({"hero": mine(at=(20, 20)), "foe": theirs(at=(22.5, 20), activated=1)}, active="hero", destiny=(1, 1))
    attack(table, "dodge").play(DESTINY, DESTINY, dice=["4111", "111", "444", "444"])
    assert wounds(table) == (0, 5) and table.state.destiny == [0, 0]


def test_a_card_may_change_the_dice_of_a_riposte() -> None:
    """[Kaos K16.3]: bonuses for attacks count for ripostes, which are attacks."""
    table = duel()
    add_effect(table.state, table["foe"], (DICE, rolls_mask(("attack",)), 1, ALWAYS, ROUND, 0, 4))
    attack(table, "riposte", SWORD).play(STAY, dice=["4111", "41111"])
    assert wounds(table) == (5, 5)


def test_a_card_may_ask_for_another_value_than_4() -> None:
    """[Kaos K17.8]: the foe needs a 5 to dodge."""
    table = duel(activated=1)
    add_effect(table.state, table["foe"], (NEEDED, rolls_mask(("dodge",)), 5, ALWAYS, ROUND, 0, 4))
    attack(table, "dodge").play(dice=["4111", "444"])
    assert wounds(table) == (0, 5)


def test_a_skill_used_in_reaction_comes_before_the_attack() -> None:
    """[Kaos K20.12] [Kaos K34.2]: it is the activation of its user; here 4 points of armour."""
    steady = skill(timing=AS_REACTION, targets=SELF, effects=((ARMOUR, 0, 4, ALWAYS, ROUND, 0, 5),))
    table = attack(duel(skills=[steady]), "skill", SKILL).play(STAY, dice=["4111"])
    assert wounds(table) == (0, 1)
    assert (table.read("foe", "activated"), table.read("foe", "acted")) == (1, 1)
    assert table.events().index("skill-used") < table.events().index("rolled")


def test_a_skill_in_reaction_may_put_the_attacker_out_of_action_before_it_strikes() -> None:
    """[Kaos K20.12] [Ruling R211]: its strike is lost, and whoever else the skill wounded moves."""
    fire = skill(timing=AS_REACTION, effects=((WOUNDS, 1, 20, ALWAYS, NOW, 0, 5),))
    table = attack(duel(skills=[fire]), "skill", SKILL).play()
    assert table.read("hero", "status") == OUT and wounds(table) == (20, 0)
    assert table.facts("rolled") == [] and table.facts("move-lost") == [{"figure": "foe"}]


def test_a_free_skill_used_in_reaction_activates_nobody() -> None:
    """[Kaos K35.2]."""
    steady = skill(timing=AS_REACTION, is_free=True, targets=SELF, effects=((ARMOUR, 0, 5, ALWAYS, ROUND, 0, 5),))
    table = attack(duel(skills=[steady]), "skill", SKILL).play(dice=["4111"])
    assert wounds(table) == (0, 0) and table.read("foe", "activated") == 0


def test_a_free_spell_costs_no_action_and_activates_nobody() -> None:
    """[Kaos K35.1] [Kaos K35.2]."""
    table = Table(
        {"hero": mine(at=(20, 20), spells=[spell(4, 30, LIFE_GAUGE, is_free=True)]), "foe": theirs(at=(30, 20), life=2)}
    )
    attack(table, "resist", means=SPELL, flags=FREE).play(dice=["41111", "11"])
    assert (table.read("hero", "activated"), table.read("hero", "acted")) == (0, 0)


def test_who_casts_a_free_spell_and_is_wounded_by_the_answer_is_activated_by_force() -> None:
    """[Kaos K26.1] [Kaos K35.2] [Kaos K23.20]: it had not played; first the riposting figure loses its move."""
    table = Table(
        {
            "hero": mine(at=(20, 20), spells=[spell(4, 30, UNOPPOSED, is_free=True)]),
            "foe": theirs(at=(40, 20), weapons=[ranged(4, 3)]),
        }
    )
    attack(table, "riposte", SWORD, means=SPELL, flags=FREE).play(go((20, 30)), dice=["1111", "4111"])
    assert wounds(table) == (3, 0) and table.facts("move-lost") == [{"figure": "foe"}]
    assert [fact["figure"] for fact in table.facts("forced")] == ["hero"]


def test_a_position_in_the_middle_of_an_exchange_is_copied_whole() -> None:
    """A copy plays on to the same end, by itself."""
    table = attack(duel(1, hero={"weapons": [long(4, 4)]}, weapons=[close(), ranged()]), "riposte", SWORD)
    copy = table.state.copy()
    table.play(slam(25, 20), STAY, dice=["4411", "111"])
    assert wounds(table) == (0, 4) and copy.wounds == [0, 0]
    table.state, copy = copy, table.state
    table.state.log = []
    table.play(PASS, STAY, dice=["4411", "111"])
    assert wounds(table) == (0, 4) and table.place("foe") == (23.5, 20, 0)


@pytest.mark.parametrize(
    "frame",
    [AttackFrame(0, SWORD, 1), SlamFrame(0, 1, 2), ReactionFrame(0, SWORD, 1, 0, 0, 0, 0), ForcedMovesFrame()],
)
def test_a_frame_is_copied_field_by_field(frame: Frame[State]) -> None:
    """Every field of a saved frame is one a copy has too."""
    frame = frame.copy()
    for number, field in enumerate(frame.FIELDS):
        setattr(frame, field, 100 + number)
    frame.step = len(frame.STEPS) - 1
    assert frame.copy().to_data() == frame.to_data()
