"""The ledger of rulings, slams and falls, shots and spells: R229 to R231, R294 to R303, with positions and dice."""

from typing import Any

import pytest

from esquive.core.waiting import Decision
from esquive.kaos.book.falls import FallFrame
from esquive.kaos.book.pools import attack_pool
from esquive.kaos.book.slam import SlamFrame
from esquive.kaos.cards.library import FRIEND, LIFE_GAUGE, SELF, WILL
from esquive.kaos.geometry.shapes import CLIMBABLE, SIGHT, TOP
from tests.kaos.playing import (
    PASS,
    SPELL,
    STAY,
    SWORD,
    Table,
    box,
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


def struck(*pieces: Any, hurt: int = 8, options: dict[str, Any] | None = None, **others: Any) -> Table:
    """The hero, facing east at 20,20, has just wounded the foe, 1 cm before it at 23.5,20."""
    table = Table(
        {"hero": mine(at=(20, 20)), "foe": theirs(at=(23.5, 20), activated=1), **others}, pieces, options=options
    )
    return table.start(SlamFrame(table["hero"], table["foe"], hurt))


def pools(table: Table) -> list[int]:
    """The dice of the pools rolled so far, in order."""
    return [fact["dice"] for fact in table.facts("pool")]


# ---------------------------------------------------------------------------------------------------------------- slams


def test_ruling_r229_a_slam_displaces_by_2_5_cm_at_most() -> None:
    """[Ruling R229]: from where the victim stood, into the attack angle, its facing kept."""
    table = struck()
    assert refusals(table, slam(26, 20)) == []
    assert refusals(table, slam("26.0001", 20)) == ["slam-distance"]
    table.play(slam(26, 20))
    assert table.place("foe") == (26, 20, 0) and table.read("foe", "facing") == 180_000
    beside = Table({"hero": mine(at=(20, 20)), "foe": theirs(at=(18, 23), activated=1)})
    beside.start(SlamFrame(0, 1, 5))
    assert refusals(beside, slam(17.5, 24)) == ["slam-angle"]


def test_ruling_r229_a_slam_may_place_within_2_5_cm_of_the_striker() -> None:
    """[Ruling R229]: the option `slam`; the way it goes does not count."""
    table = struck(options={"slam": "placed"})
    assert refusals(table, slam(25, 20)) == [] and refusals(table, slam(25.1, 20)) == ["slam-distance"]
    assert refusals(table, slam(23.5, 23.6)) == [] and refusals(struck(), slam(23.5, 23.6)) == ["slam-distance"]


def test_ruling_r230_half_of_the_wounds_suffered_is_rounded_up_without_armour() -> None:
    """[Ruling R230]: 10 on 2 points of armour are 8, against a wall 4 more; half of 5 is 3; what it meets is unhurt."""
    wall = box((26, 10), (1, 20))
    table = duel(1, hero={"weapons": [long(4, 10)]}, pieces=[wall], activated=1, armour=2)
    assert wounds(attack(table).play(slam(26, 20), dice=["4111"])) == (0, 12)
    table = struck(hurt=5, friend=theirs(at=(27, 20))).play(slam(26, 20))
    assert table.read("foe", "wounds") == 3 and table.read("friend", "wounds") == 0


def test_ruling_r230_half_wounds_may_be_rounded_down() -> None:
    """[Ruling R230]: the option `half_wounds`."""
    table = struck(box((26, 10), (1, 20)), hurt=5, options={"half_wounds": "down"}).play(slam(26, 20))
    assert table.read("foe", "wounds") == 2


def test_ruling_r231_a_fall_wounds_for_each_centimetre_begun() -> None:
    """[Ruling R231]: small drops too; the drop is from the base's level to where it lies."""
    for drop, hurt in ((4, 4), ("4.01", 5), (0.3, 1)):
        table = Table({"hero": mine(at=(20, 20), activated=1)})
        table.start(FallFrame(0, cm(drop))).play(dice=["1" * 20])
        assert table.read("hero", "wounds") == hurt
    figures = {"hero": mine(at=(20, 20), z=6)}
    table = turn_of(Table(figures, [platform((10, 10), (14, 20), 6), platform((24, 10), (9, 20), 2, name="step")]))
    table.play("plan run 26,20", dice=["1" * 20])
    assert [fact["drop"] for fact in table.facts("fell")] == [4] and table.place("hero")[2] == 2


def test_ruling_r294_a_long_riposte_slams_after_the_attacker() -> None:
    """[Ruling R294]: both hit with spears; p1 is asked first, then p2; who is out of action slams nobody."""
    spears = {"weapons": [long()]}
    table = attack(duel(1, hero=spears, **spears), "riposte", SWORD).play(dice=["4111", "4111"])
    asked = []
    for _ in range(2):
        waiting = table.waiting
        assert isinstance(waiting, Decision) and waiting.kind == "slam"
        asked.append(waiting.seat)
        table.play(PASS)
    assert asked == [0, 1]
    table = attack(duel(1, hero=spears, wounds=16, **spears), "riposte", SWORD).play(dice=["4111", "4111"])
    assert table.asks == "rest"
    table = attack(duel(1, hero=spears), "none").play(dice=["1111"])
    assert table.asks == "rest"


def test_ruling_r295_a_victim_slides_until_something_stops_it() -> None:
    """[Ruling R295]: a wall, contact with one, one that could be climbed; the striker crushes nobody."""
    for edge, x in ((26, 26), (26, 24.75), (24.75, 26)):
        table = struck(box((edge, 10), (1, 20))).play(slam(x, 20))
        assert table.read("foe", "wounds") == 4
        assert table.place("foe")[0] == pytest.approx(edge - 1.25, abs=0.01)
    assert struck(box((26, 10), (1, 20))).play(slam(24, 20)).read("foe", "wounds") == 0
    table = struck(platform((26, 10), (9, 20), 3, SIGHT | TOP | CLIMBABLE)).play(slam(26, 20))
    assert table.read("foe", "wounds") == 4 and table.place("foe")[2] == 0
    table = struck().play(slam(21.5, 20))
    assert table.read("foe", "wounds") == 0 and table.place("foe")[0] == pytest.approx(22.5, abs=0.01)


# --------------------------------------------------------------------------------------------------------------- spells


def test_ruling_r296_spells_are_for_whom_the_card_says_and_friends_are_willing() -> None:
    """[Ruling R296]: a friend rolls nothing, whatever the card prescribes; a bow is for adversaries."""
    hero = {"weapons": [ranged()], "spells": [spell(targets=FRIEND, defence=WILL), spell(id="ward", targets=SELF)]}
    table = turn_of(duel(15, hero=hero, others={"friend": mine(at=(30, 24), activated=1)}))
    assert refusals(table, "plan stay cast foe bolt") == ["target-side"]
    assert refusals(table, "plan stay shoot friend bow") == ["target-side"]
    assert refusals(table, "plan stay cast friend ward") == ["target-side"]
    assert refusals(table, "plan stay cast hero ward") == []
    table.play("plan stay cast friend bolt", dice=["411111"])
    assert pools(table) == [6] and table.asks == "rest"


def test_ruling_r297_contact_forbids_the_target_not_the_shooter() -> None:
    """[Ruling R297]: the foe touches the archer; another foe may be shot."""
    others = {"far": theirs(at=(20, 40), faces=270)}
    table = turn_of(duel(hero={"weapons": [ranged()], "spells": [spell()]}, others=others))
    assert refusals(table, "plan stay shoot foe bow") == ["not-in-contact"]
    assert refusals(table, "plan stay cast foe bolt") == ["not-in-contact"]
    assert refusals(table, "plan stay shoot far bow") == []


@pytest.mark.parametrize(("gap", "bars"), [(0, []), (1, ["contact-only"]), (9, ["contact-only"])])
def test_ruling_r297_range_0_is_contact_only(gap: float, bars: list[str]) -> None:
    """[Ruling R297]: a die fewer for each 10 cm does not make it longer."""
    table = turn_of(duel(gap, hero={"spells": [spell(reach=0)]}))
    assert refusals(table, "plan stay cast foe bolt") == bars


def test_ruling_r298_a_prescribed_defence_costs_nothing() -> None:
    """[Ruling R298]: dodge, will and life gauge activate nobody; the dodge is one of the round; a shield activates."""
    for defence, reaction, dice, activated in (
        (0, "dodge", "441", 0),
        (WILL, "resist", "4411", 0),
        (LIFE_GAUGE, "resist", "44" + "1" * 18, 0),
        (0, "shield", "441", 1),
    ):
        table = duel(15, hero={"spells": [spell(defence=defence, wounds=3)]}, shield=3)
        turn_of(table).play("plan stay cast foe bolt", f"react {reaction}", dice=["41111", dice])
        assert table.read("foe", "activated") == activated and table.read("foe", "wounds") == 0
        assert table.read("foe", "dodges") == int(reaction == "dodge")


def test_ruling_r242_the_three_defences_against_spells() -> None:
    """[Ruling R242]: 3 dice of dodge or of shield, 4 of will, as many as there are points left."""
    for defence, offered, reaction, dice in (
        (0, ["dodge", "shield", "flee", "submit"], "dodge", 3),
        (WILL, ["flee", "submit", "resist"], "resist", 4),
        (LIFE_GAUGE, ["flee", "submit", "resist"], "resist", 13),
    ):
        table = duel(15, hero={"spells": [spell(defence=defence)]}, shield=3, wounds=7)
        turn_of(table).play("plan stay cast foe bolt")
        assert reactions(table) == offered
        table.play(f"react {reaction}", dice=["11111", "1" * dice])
        assert pools(table) == [5, dice]


def test_ruling_r299_a_target_submits_before_the_roll_and_too_few_successes_fail() -> None:
    """[Ruling R299]: it rolls nothing; two successes are needed, one is too few."""
    for dice, hurt in (("41111", 0), ("44111", 3)):
        table = duel(15, hero={"spells": [spell(defence=WILL, wounds=3, required=2)]}, activated=1)
        turn_of(table).play("plan stay cast foe bolt", "react submit", dice=[dice])
        assert pools(table) == [5] and wounds(table) == (0, hurt)


@pytest.mark.parametrize(
    ("card", "faces", "is_offered"),
    [
        ({}, 180, False),
        ({"weapons": [ranged()]}, 180, True),
        ({"spells": [spell()]}, 180, True),
        ({"spells": [spell(is_free=True)]}, 180, False),
        ({"weapons": [ranged()]}, 0, False),
        ({"spells": [spell(reach=0)]}, 180, False),
    ],
)
def test_ruling_r300_a_spell_is_answered_in_kind(card: dict[str, Any], faces: int, is_offered: bool) -> None:
    """[Ruling R300]: not with a sword within its reach, a free spell, out of the attack angle or out of range."""
    table = turn_of(duel(2, hero={"spells": [spell()]}, faces=faces, **card)).play("plan stay cast foe bolt")
    assert ("riposte" in reactions(table)) == is_offered


def test_ruling_r300_crossing_spells_are_still_resisted_with_will() -> None:
    """[Ruling R300]: the arrow crosses the spell, which the archer resists all the same; nobody dodges the arrow."""
    table = duel(15, hero={"spells": [spell(defence=WILL, wounds=3)]}, weapons=[ranged()])
    turn_of(table).play("plan stay cast foe bolt", "react riposte bow", STAY, dice=["44111", "4111", "41111"])
    assert pools(table) == [5, 4, 5] and wounds(table) == (4, 3)
    table = duel(15, hero={"spells": [spell(wounds=3)]}, spells=[spell(wounds=2)], dodge=6)
    turn_of(table).play("plan stay cast foe bolt", "react riposte bolt", STAY, dice=["41111", "41111"])
    assert pools(table) == [5, 5] and wounds(table) == (2, 3)


# ------------------------------------------------------------------------------------------------------------ modifiers


def test_ruling_r301_point_blank_is_nearer_than_10_cm_and_not_in_contact() -> None:
    """[Ruling R301]: bow and spell alike."""
    for means in (SWORD, SPELL):
        for gap, dice in (("9.9999", 6), (10, 5), (1, 6), (0, 5), (0.05, 5)):
            hero = mine(at=(20, 20), weapons=[ranged(can_target_contact=True)], spells=[spell(can_target_contact=True)])
            state = Table({"hero": hero, "foe": theirs(at=(60, 20))}).state
            foe = state.base_at(1, cm(22.5) + cm(gap), cm(20), 0, 0)
            assert attack_pool(state, 0, state.base(0), means, 1, foe, []).dice == dice


def test_ruling_r302_a_shot_needs_a_die_after_all_modifiers() -> None:
    """[Ruling R302]: one die: not on the move, unless point-blank gives another."""
    hero = {"weapons": [ranged(1)]}
    assert refusals(turn_of(duel(15, hero=hero)), "plan stay shoot foe bow") == []
    assert refusals(turn_of(duel(15, hero=hero)), "plan walk 21,20 shoot foe bow") == ["dice-left"]
    assert refusals(turn_of(duel(9, hero=hero)), "plan walk 21,20 shoot foe bow") == []


def test_ruling_r303_only_moves_of_ones_own_hamper_aim() -> None:
    """[Ruling R303]: turning and being sent flying do not; a declared walk and a forced move do."""
    archer = {"weapons": [ranged()]}
    table = turn_of(duel(15, hero=archer, activated=1)).play(
        "plan stay face 10 shoot foe bow", "react none", dice=["11111"]
    )
    assert pools(table) == [5]
    table = turn_of(duel(15, hero=archer, activated=1)).play(
        "plan walk 21,20 shoot foe bow", "react none", dice=["1111"]
    )
    assert pools(table) == [4]
    table = struck().play(slam(26, 20))
    assert table.read("foe", "moved") == 0
    table = attack(duel()).play(go((30, 20)), dice=["4111"])
    assert table.read("foe", "moved") == 1
    table = Table({"hero": mine(at=(20, 20), activated=1)})
    table.start(FallFrame(0, cm(1))).play(dice=["1" * 20])
    assert table.read("hero", "moved") == 0
