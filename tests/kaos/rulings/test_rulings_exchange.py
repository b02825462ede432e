"""The ledger of rulings, exchanges: what comes of an attack and its reaction, each with a position and listed dice.

R209 to R213, R221 to R224, R232 to R234, R237 to R239, R280 to R283, R292, R293.
"""

from typing import Any

import pytest

from esquive.kaos.book.falls import FallFrame
from esquive.kaos.book.modifiers import add_effect, dice_bonus, end_of_round, needed_of
from esquive.kaos.book.pools import attack_pool
from esquive.kaos.book.rolls import ATTACK
from esquive.kaos.cards.library import UNOPPOSED, WILL
from esquive.kaos.cards.op_codes import ALWAYS, ROUND, Op, rolls_mask
from esquive.kaos.cards.ops import Dice, Needed
from esquive.kaos.table.state import OUT
from tests.kaos.playing import (
    DESTINY,
    PASS,
    SPELL,
    STAY,
    SWORD,
    Table,
    box,
    close,
    cm,
    go,
    long,
    mine,
    platform,
    ranged,
    slam,
    spell,
    theirs,
)
from tests.kaos.rulings.positions import attack, duel, reactions, refusals, turn_of, wounds


def pools(table: Table) -> list[int]:
    """The dice of the pools rolled so far, in order."""
    return [fact["dice"] for fact in table.facts("pool")]


def archers(gap: float = 15, **keys: Any) -> Table:
    """Two archers so far apart, 5 dice and 4 wounds each, neither having moved."""
    return duel(gap, hero={"weapons": [ranged()]}, **{"weapons": [ranged()], **keys})


def gauntlet(**hero: Any) -> Table:
    """The hero is about to walk past two guards to a foe that has played its turn."""
    figures = {
        "hero": mine(at=(20, 20), **hero),
        "foe": theirs(at=(32, 20), activated=1),
        "guard": theirs(at=(25, 25), faces=270),
        "second": theirs(at=(27.6, 25), faces=270),
    }
    return turn_of(Table(figures, active="hero"))


# -------------------------------------------------------------------------------------------------------- whom it meets


def test_ruling_r209_an_action_has_one_target() -> None:
    """[Ruling R209]: two foes in contact, one of them is struck."""
    others = {"second": theirs(at=(20, 22.5), faces=270, activated=1)}
    table = turn_of(duel(others=others, activated=1)).play("plan stay strike foe sword", "react none", dice=["4444"])
    assert wounds(table) == (0, 5) and table.read("second", "wounds") == 0


def test_ruling_r210_a_missed_shot_hits_nobody() -> None:
    """[Ruling R210]: somebody stands right behind the target."""
    table = attack(archers(others={"behind": theirs(at=(41, 20), activated=1)}, activated=1)).play(dice=["11111"])
    assert table.facts("wounded") == []
    assert [fact["target"] for fact in table.facts("missed")] == ["foe"]


def test_ruling_r211_a_strike_at_or_by_a_fallen_figure_is_lost() -> None:
    """[Ruling R211]: the first interceptor fells the hero; the second strike and the hero's own are lost."""
    table = gauntlet(wounds=15).play("plan walk 29.5,20 strike foe sword", "react none")
    table.play("intercept guard sword at 5", "intercept second sword at 8")
    table.play("react none", STAY, STAY, dice=["444"])
    assert table.read("hero", "status") == OUT and table.asks == "rest"
    assert pools(table) == [3] and table.read("foe", "wounds") == 0


def test_ruling_r211_both_strikes_of_a_tie_fall_together() -> None:
    """[Ruling R211]: both are felled by equal successes."""
    table = attack(duel(hero={"wounds": 15}, wounds=15), "riposte", SWORD).play(dice=["4411", "4411"])
    assert (table.read("hero", "status"), table.read("foe", "status")) == (OUT, OUT)


def test_ruling_r212_slam_then_half_the_wounds_then_the_fall_then_the_forced_move() -> None:
    """[Ruling R212]: sent against a wall at the corner of a ledge, where less than half of it is held up."""
    pieces = [platform((10, 10), (14.5, "10.3"), 3), box(("25.45", 10), (1, 20), 9)]
    figures = {"hero": mine(at=(20, 19), z=3, weapons=[long(4, 5)]), "foe": theirs(at=(23.5, 20), z=3, life=40)}
    table = attack(Table(figures, pieces, active="hero"))
    table.play(slam(25, 20), dice=["4111", "1" * 32])
    order = [kind for kind in table.events() if kind in ("slammed", "slammed-into", "fell")]
    assert order == ["slammed", "slammed-into", "fell"]
    assert [fact["wounds"] for fact in table.facts("wounded")] == [5, 3, 3]
    assert table.asks == "forced-move"


def test_ruling_r213_an_effect_ends_with_the_round() -> None:
    """[Ruling R213]."""
    table = duel()
    add_effect(table.state, 0, Op(Dice, rolls_mask(("attack",)), 2, ALWAYS, ROUND, 0, 1))
    assert dice_bonus(table.state, 0, ATTACK) == 2
    end_of_round(table.state)
    assert dice_bonus(table.state, 0, ATTACK) == 0


def test_ruling_r213_copies_of_one_effect_do_not_add_up() -> None:
    """[Ruling R213]: the stronger one of the same card counts; another card's adds up."""
    table = duel()
    for amount, card, bonus in ((1, 1, 1), (2, 1, 2), (1, 1, 2), (1, 2, 3)):
        add_effect(table.state, 0, Op(Dice, rolls_mask(("attack",)), amount, ALWAYS, ROUND, 0, card))
        assert dice_bonus(table.state, 0, ATTACK) == bonus


# --------------------------------------------------------------------------------------------------------------- forced


@pytest.mark.parametrize(("foe", "asked"), [({"moved": 1}, "forced-move"), ({"activated": 1}, "rest")])
def test_ruling_r221_a_wound_forces_who_has_not_been_activated(foe: dict[str, int], asked: str) -> None:
    """[Ruling R221]: whether it has moved is not what counts."""
    assert attack(duel(**foe)).play(dice=["4111"]).asks == asked


def test_ruling_r221_a_wounded_riposter_may_still_move() -> None:
    """[Ruling R221]: whatever its weapon; unhurt, a riposter with a long weapon has lost its move."""
    table = attack(duel(1, weapons=[long()]), "riposte", SWORD).play(dice=["411", "1111"])
    assert wounds(table) == (0, 5) and table.asks == "forced-move"
    table = attack(duel(1, weapons=[long()]), "riposte", SWORD).play(PASS, dice=["411", "4441"])
    assert wounds(table) == (5, 0) and table.asks == "rest"
    assert table.facts("move-lost") == [{"figure": "foe"}]


def test_ruling_r222_any_wound_forces_an_activation_and_spells_that_wound_do() -> None:
    """[Ruling R222]: a sword, a fall and a spell alike; a spell without wounds does not."""
    assert attack(duel()).play(dice=["4111"]).asks == "forced-move"
    table = duel()
    table.start(FallFrame(table["foe"], cm(9))).play(dice=["1" * 20])
    assert table.facts("forced") == [{"figure": "foe"}]
    for hurt, asked in ((2, "forced-move"), (0, "rest")):
        table = duel(10, hero={"spells": [spell(defence=UNOPPOSED, wounds=hurt)]})
        assert attack(table, means=SPELL).play(dice=["41111"]).asks == asked
        assert bool(table.read("foe", "activated")) == bool(hurt)


def forced_move(agreed: str, limit: int) -> None:
    """As far as the limit and no farther, past a friend of the hero that has not played yet."""
    others = {"friend": mine(at=(26, 24), faces=270)}
    table = attack(duel(others=others, options={"forced_move": agreed})).play(dice=["4111"])
    assert table.asks == "forced-move"
    assert refusals(table, go((22.6 + limit, 20))) == ["movement"]
    table.play(go((22.5 + limit, 20)))
    assert table.asks == "rest" and table.place("foe") == (22.5 + limit, 20, 0)


def test_ruling_r235_a_forced_move_is_a_simple_move() -> None:
    """[Ruling R235]: nobody intercepts it."""
    forced_move("walk", 10)


def test_ruling_r235_a_forced_move_may_be_a_run_as_agreed() -> None:
    """[Ruling R235]: the option `forced_move`."""
    forced_move("run", 20)


# ---------------------------------------------------------------------------------------------------------------- range


def test_ruling_r223_crossing_fire_is_resolved_apart() -> None:
    """[Ruling R223]: three successes and one: both hit; without a success one misses."""
    table = attack(archers(), "riposte", SWORD).play(STAY, dice=["44411", "41111"])
    assert wounds(table) == (4, 4)
    assert wounds(attack(archers(), "riposte", SWORD).play(dice=["11111", "41111"])) == (4, 0)


def test_ruling_r223_crossing_fire_may_be_opposed_as_agreed() -> None:
    """[Ruling R223]: the option `crossing_fire`; only the better roll hits, equal ones both."""
    agreed = {"crossing_fire": "opposed"}
    table = attack(archers(options=agreed), "riposte", SWORD).play(STAY, dice=["44411", "41111"])
    assert wounds(table) == (0, 4)
    table = attack(archers(options=agreed), "riposte", SWORD).play(STAY, dice=["41111", "41111"])
    assert wounds(table) == (4, 4)


def test_ruling_r224_one_bonus_and_four_maluses_count_for_shots_and_spells() -> None:
    """[Ruling R224]: 5 dice and each of the five modifiers alone, then the four maluses together."""

    def dice(means: int, gap: float = 15, *, kerb: bool = False, moved: tuple[int, int] = (0, 0)) -> int:
        card = {"weapons": [ranged()], "spells": [spell(5, 40)], "moved": moved[0]}
        pieces = [box((gap + 20.5, 18), (0.2, 2), 0.5)] if kerb else []
        table = duel(gap, hero=card, pieces=pieces, moved=moved[1])
        state = table.state
        return attack_pool(state, 0, state.base(0), means, 1, state.base(1), []).dice

    for means in (SWORD, SPELL):
        assert (dice(means), dice(means, 9), dice(means, 45), dice(means, kerb=True)) == (5, 6, 4, 4)
        assert (dice(means, moved=(1, 0)), dice(means, moved=(0, 1))) == (4, 4)
        assert dice(means, 45, kerb=True, moved=(1, 1)) == 1


# ------------------------------------------------------------------------------------------------------------ reactions


def test_ruling_r232_riposte_shield_and_flight_need_and_use_up_the_activation() -> None:
    """[Ruling R232]: a dodge costs nothing and is left to everybody."""
    table = turn_of(duel(shield=3)).play("plan stay strike foe sword")
    assert reactions(table) == ["none", "dodge", "riposte", "shield", "flee"]
    table = turn_of(duel(shield=3, activated=1)).play("plan stay strike foe sword")
    assert reactions(table) == ["none", "dodge"]
    for reaction, means, dice, spent in (
        ("riposte", SWORD, "4441", 1),
        ("shield", 0, "441", 1),
        ("dodge", 0, "441", 0),
    ):
        table = attack(duel(shield=3), reaction, means).play(*([STAY] if spent else []), dice=["4111", dice])
        assert (table.read("foe", "activated"), table.read("foe", "acted")) == (spent, spent)


def test_ruling_r233_a_ranged_riposte_has_the_dice_of_before_the_move() -> None:
    """[Ruling R233]: 9 cm apart point-blank gives a die; after the move there would be contact. One comparison."""
    table = turn_of(duel(9, weapons=[ranged()])).play(
        "plan walk 29,20 strike foe sword", "react riposte bow", dice=["4111", "441111"]
    )
    assert pools(table) == [4, 6] and wounds(table) == (4, 0)


def test_ruling_r233_a_spell_that_ripostes_is_rolled_on_its_own() -> None:
    """[Ruling R233]: the strike is not opposed, the spell by the attacker's will."""
    table = turn_of(duel(9, spells=[spell(defence=WILL, wounds=3)], life=30))
    table.play("plan walk 29,20 strike foe sword", "react riposte bolt", dice=["4111"])
    assert reactions(table) == ["submit", "resist"]
    table.play("react resist", STAY, dice=["411111", "1111"])
    assert pools(table) == [4, 6, 4] and wounds(table) == (3, 5)


@pytest.mark.parametrize(("reaction", "means", "dice"), [("riposte", SWORD, "1111"), ("dodge", 0, "111")])
def test_ruling_r234_nothing_against_nothing_hits_nobody(reaction: str, means: int, dice: str) -> None:
    """[Ruling R234]: equal successes, none."""
    table = attack(duel(), reaction, means).play(*([STAY] if means else []), dice=["1111", dice])
    assert wounds(table) == (0, 0) and table.facts("dodged") == []


def test_ruling_r237_a_dodge_in_melee_bars_melee_on_that_adversary_only() -> None:
    """[Ruling R237]: no strike and no riposte any more; a shot is no melee, another adversary is free."""
    weapons = [close(), ranged()]
    others = {"other": mine(at=(24.5, 17.5), faces=90)}
    table = attack(duel(2, weapons=weapons, others=others), "dodge").play(dice=["411", "441"])
    turn_of(table, "foe")
    assert refusals(table, "plan stay strike hero sword") == ["not-dodged"]
    assert refusals(table, "plan stay shoot hero bow") == []
    assert refusals(table, "plan stay strike other sword") == []
    table = attack(duel(2), "dodge").play(dice=["411", "441"])
    assert "riposte" not in reactions(turn_of(table).play("plan stay strike foe sword"))
    table = attack(duel(2, weapons=weapons, life=60), "dodge").play(STAY, dice=["441", "411"])
    assert refusals(turn_of(table, "foe"), "plan stay strike hero sword") == []
    table = attack(duel(2, hero={"weapons": [ranged()]}), "dodge").play(dice=["411111", "441"])
    assert refusals(turn_of(table, "foe"), "plan stay strike hero sword") == []


def test_ruling_r238_an_intercepted_figure_dodges_or_gives_up_its_action() -> None:
    """[Ruling R238]: its riposte costs it the strike it had declared; without one there is nothing to give up."""
    lines = ("plan walk 29.5,20 strike foe sword", "react none", "intercept guard sword at 5", "done")
    table = gauntlet(shield=3).play(*lines)
    assert reactions(table) == ["none", "dodge", "riposte", "shield"]
    table.play("react riposte sword", STAY, dice=["111", "411"])
    assert table.read("guard", "wounds") == 5 and table.read("foe", "wounds") == 0
    assert table.place("hero") == (29.5, 20, 0) and pools(table) == [3, 3]
    table = gauntlet(shield=3).play(*lines, "react dodge", STAY, dice=["111", "111", "4111"])
    assert table.read("foe", "wounds") == 5
    table = gauntlet(shield=3).play("plan walk 29.5,20", "intercept guard sword at 5", "done")
    assert reactions(table) == ["none", "dodge"]


# ----------------------------------------------------------------------------------------------------------------- dice


def test_ruling_r239_destiny_rolls_what_shows_a_failure_and_no_six_again() -> None:
    """[Ruling R239]: a six that failed after, and two ones; the new six rolls no more: 2 + 1 + 1 successes."""
    table = attack(duel(destiny=(1, 0), activated=1)).play(DESTINY, dice=["6411", "1", "641"])
    assert [fact["number"] for fact in table.facts("successes")] == [4]


def test_ruling_r280_a_six_rolls_again_once() -> None:
    """[Ruling R280]: nobody is asked, and the second six ends it."""
    table = attack(duel(activated=1)).play(dice=["6611", "61"])
    assert [fact["number"] for fact in table.facts("successes")] == [3]


def test_ruling_r280_sixes_may_count_once_as_agreed() -> None:
    """[Ruling R280]: the option `six_again`."""
    table = attack(duel(activated=1, options={"six_again": "no"})).play(dice=["6611"])
    assert [fact["number"] for fact in table.facts("successes")] == [2]


def test_ruling_r281_ties_go_to_the_attacker_against_any_defence() -> None:
    """[Ruling R281]: dodge, shield and will; attack and riposte hit each other."""
    assert wounds(attack(duel(), "dodge").play(STAY, dice=["4111", "411"])) == (0, 5)
    assert wounds(attack(duel(shield=3), "shield").play(STAY, dice=["4111", "411"])) == (0, 5)
    assert wounds(attack(duel(), "riposte", SWORD).play(STAY, dice=["4111", "4111"])) == (5, 5)
    table = duel(10, hero={"spells": [spell(defence=WILL, wounds=2)]})
    assert wounds(attack(table, "resist", means=SPELL).play(STAY, dice=["41111", "4111"])) == (0, 2)
    table = duel(10, hero={"spells": [spell(defence=WILL, wounds=2)]})
    assert wounds(attack(table, "resist", means=SPELL).play(dice=["41111", "4411"])) == (0, 0)


def test_ruling_r282_armour_counts_against_each_hit() -> None:
    """[Ruling R282]: 5 wounds on 2 points of armour, twice; 5 on 7 are none."""
    table = duel(activated=1, armour=2)
    attack(table).play(dice=["4111"])
    assert wounds(attack(table).play(dice=["4111"])) == (0, 6)
    assert wounds(attack(duel(activated=1, armour=7)).play(dice=["4111"])) == (0, 0)


def test_ruling_r283_of_several_die_values_the_highest_counts() -> None:
    """[Ruling R283]: one card asks for 5, another for 6, in whatever order."""
    for values in ((5, 6), (6, 5)):
        table = duel(activated=1)
        for card, value in enumerate(values):
            add_effect(table.state, 0, Op(Needed, rolls_mask(("attack",)), value, ALWAYS, ROUND, 0, card))
        assert needed_of(table.state, 0, ATTACK) == 6
        assert wounds(attack(table).play(dice=["5555"])) == (0, 0)


# ----------------------------------------------------------------------------------------------------- moves afterwards


def test_ruling_r292_a_close_riposte_is_followed_by_a_simple_move() -> None:
    """[Ruling R292]: 10 cm at once, whatever came of it; nobody intercepts it; none for who is out of action."""
    others = {"friend": mine(at=(26, 24), faces=270)}
    table = attack(duel(others=others), "riposte", SWORD).play(dice=["4411", "1111"])
    assert table.asks == "move-after-riposte"
    assert refusals(table, go((32.6, 20))) == ["movement"]
    assert table.play(go((32.5, 20))).asks == "rest"
    table = attack(duel(wounds=16), "riposte", SWORD).play(dice=["4411", "1111"])
    assert table.read("foe", "status") == OUT and table.asks == "rest"


@pytest.mark.parametrize("weapons", [[long()], [ranged(can_target_contact=True)]])
def test_ruling_r292_a_long_riposte_loses_the_move(weapons: list[Any]) -> None:
    """[Ruling R292]: and so does a shot."""
    table = attack(duel(weapons=weapons), "riposte", SWORD)
    dice = "1" * (3 if weapons[0].label == "spear" else 5)
    assert table.play(dice=["1111", dice]).asks == "rest"
    assert table.facts("move-lost") == [{"figure": "foe"}]


def test_ruling_r293_a_shield_is_used_once_and_never_backwards() -> None:
    """[Ruling R293]: against swords, arrows and what is dodged, not against will spells, and from afar in full."""
    table = duel(2, shield=3)
    attack(table, "shield").play(STAY, dice=["411", "441"])
    assert pools(table) == [3, 3]
    assert reactions(turn_of(table).play("plan stay strike foe sword")) == ["none", "dodge"]
    assert "shield" not in reactions(turn_of(duel(faces=0, shield=3)).play("plan stay strike foe sword"))
    hero = {"weapons": [ranged()], "spells": [spell(), spell(defence=WILL, id="hex", label="hex")]}
    for line, is_offered in (("shoot foe bow", True), ("cast foe bolt", True), ("cast foe hex", False)):
        table = turn_of(duel(15, hero=hero, shield=3)).play(f"plan stay {line}")
        assert ("shield" in reactions(table)) == is_offered
