"""Powers, selectors and injuries that only release 2.2 has, or has otherwise; frost has a file of its own."""

from typing import Any

import pytest

from esquive.krosmaster.game import GAME
from esquive.krosmaster.table.events import E_DAMAGE
from tests.krosmaster.casting import mage, marker
from tests.krosmaster.playing import Table, card, keyword, mine, power, spell, summon, theirs

MISS = ["lock", "lock"]  # neither a Critical nor an Armour
FRAGILITY, TEMPER = keyword("fragility"), keyword("temper")
BLIND = [keyword("blindness")]


def damage(*victim: dict[str, Any], dice: Any = MISS, release: str = "2.2", **keys: Any) -> Table:
    """The hero hits the foe; other keys are those of its spell."""
    hit = spell("hit", **{"base": 3, **keys})
    pack = [card("striker", spells=[hit]), card("target", powers=victim)]
    units = {"hero": mine("striker"), "foe": theirs("target")}
    return Table("hero foe", units, turn="hero", pack=pack, release=release).play("cast hit b1", dice=dice)


# ------------------------------------------------------------------------------------------------ Fragility and Temper


@pytest.mark.parametrize("element", ["water", "air", "earth", "fire", "neutral"])
def test_spells_of_every_element_deal_one_more_to_fragility_and_two_less_to_temper(element: str) -> None:
    """[KA-2.2 307.11a] [KA-2.2 307.12a]"""
    assert damage(element=element).unit("foe", "injuries") == 3
    assert damage(FRAGILITY, element=element).unit("foe", "injuries") == 4
    assert damage(TEMPER, element=element).unit("foe", "injuries") == 1
    assert damage(FRAGILITY, TEMPER, element=element).unit("foe", "injuries") == 2


def test_fragility_and_temper_are_terms_of_step_6() -> None:
    """With the rolls, resistances and Immune; the sum is told, and is never below 0 [KA-2.2 307.11a] [KA-2.2 602.7]."""
    assert damage(FRAGILITY, dice=["critical", "lock"]).unit("foe", "injuries") == 5
    assert damage(TEMPER, keyword("resistance-earth"), base=2).unit("foe", "injuries") == 0
    assert damage(FRAGILITY, keyword("immune")).unit("foe", "injuries") == 0
    [told] = damage(FRAGILITY, TEMPER, base=0).facts("damage")
    assert told["x"] == 0
    assert damage(FRAGILITY, base=0).unit("foe", "injuries") == 1


def test_fragility_and_temper_say_why_in_every_language() -> None:
    """[KA-2.2 307.11a] [KA-2.2 307.12a]"""
    state = damage(FRAGILITY, TEMPER).state
    [event] = [event for event in state.log or () if event[0] == E_DAMAGE]
    ends = {
        "en": "3 printed, +1 Fragility [307.11a], −2 Temper [307.12a]).",
        "fr": "3 imprimés, +1 Fragilité [307.11a], −2 Trempe [307.12a]).",
        "it": "3 stampati, +1 Fragilità [307.11a], −2 Tempra [307.12a]).",
    }
    for language, end in ends.items():
        assert GAME.sentence(state, event, language).endswith(end)


def test_injuries_that_no_spell_deals_are_neither_more_nor_fewer() -> None:
    """[KA-2.2 307.11a] [KA-2.2 307.12a]"""
    pack = [mage({"op": "injure", "x": 3}), card("target", powers=[FRAGILITY]), card("other", powers=[TEMPER])]
    units = {"hero": mine("mage"), "foe": theirs("target"), "far": theirs("other")}
    table = Table("hero foe far", units, turn="hero", pack=pack, release="2.2")
    assert table.play("cast act b1").play("cast act c1").unit("foe", "injuries") == 3
    assert table.unit("far", "injuries") == 3


def test_cards_have_the_new_powers_in_release_2_7_too() -> None:
    """They are read wherever a card has them [KA-2.2 307.11a] [KA-2.2 307.12a]."""
    assert damage(FRAGILITY, release="2.7").unit("foe", "injuries") == 4
    assert damage(TEMPER, release="2.7").unit("foe", "injuries") == 1


# ----------------------------------------------------------------------------------------------------------- Blindness


def mole(release: str = "2.2", powers: Any = (), **hero: Any) -> Table:
    """A hero at b1, between a foe at c1 and free cells, with a spell of each reach."""
    spells = [spell("bite"), spell("bow", (1, 4)), spell("sling", (2, 4)), spell("roar", "personal", area="cross")]
    mend = spell("mend", (0, 2), kind="heal", base=1, element="water")
    units = {"hero": mine("mole", **hero), "foe": theirs("fighter"), "far": theirs("fighter")}
    pack = [card("mole", spells=[*spells, mend], powers=powers)]
    drawing = """
        . .    .   . .
        . .    .   . .
        . hero foe . far
        """
    return Table(drawing, units, turn="hero", pack=pack, release=release)


@pytest.mark.parametrize("release", ["2.2", "2.7"])
def test_the_blind_cast_at_adjacent_cells_only(release: str) -> None:
    """Close combat, and spells that reach a distance of 1 [KA-2.2 307.13a] [KA-2.2 307.13b]."""
    table = mole(release, BLIND)
    assert sorted(table.options("cast")) == [
        f"cast {name} {cell}" for name in ("bite", "bow", "mend", "punch") for cell in ("a1", "b2", "c1")
    ]
    assert "cast sling b3" in mole(release).options("cast")


def test_what_the_blind_may_not_cast_is_refused_by_the_clause() -> None:
    """A cell further away; the own cell, of a Personal spell or another [KA-2.2 307.13a] [KA-2.2 307.13b]."""
    table = mole(powers=BLIND)
    for line, clause in (("bow b3", "307.13a"), ("mend b1", "307.13b"), ("roar b1", "307.13b")):
        refusal = table.refused(f"cast {line}")
        assert (refusal.kind, refusal.clauses[0]) == ("blind", clause)


def test_blindness_lasts_as_long_as_the_power() -> None:
    """One that has lost its powers sees; one that has gained it is blind [KA-2.2 307.13a]."""
    dull = mage({"op": "lose-powers", "until": "fight", "to": {"who": "self"}}, powers=BLIND)
    units = {"hero": mine("mage"), "foe": theirs("fighter")}
    table = Table("hero . foe", units, turn="hero", pack=[dull], release="2.2")
    assert "cast act c1" not in table.options("cast")
    assert "cast act c1" in table.play("cast act b1").options("cast")


@pytest.mark.parametrize("way", ["gained", "lent", "given"])
def test_blindness_that_is_no_power_of_the_card_blinds_as_well(way: str) -> None:
    """Gained for the fight, given by an effect for the turn, or by a power of somebody else [KA-2.2 307.13a]."""
    gain = {"op": "gain-power", "powers": ["blindness"], "to": {"who": "self"}}
    have = {"op": "have-powers", "powers": ["blindness"], "to": {"who": "units", "side": "enemy"}}
    units = {"hero": mine("mage", powers=["blindness"] if way == "gained" else []), "foe": theirs("dazzler")}
    dazzler = card("dazzler", powers=[power("dazzle", holds=[{"give": [have]}])] if way == "given" else [])
    table = Table("hero . foe", units, turn="hero", pack=[mage(*[gain] * (way == "lent")), dazzler], release="2.2")
    if way == "lent":
        table.play("cast act c1")
    assert [line for line in table.options("cast") if "act" in line] == ["cast act b1"]


def test_an_area_of_the_blind_reaches_further_than_its_target_cell() -> None:
    """Only the designated cell has to be adjacent [KA-2.2 307.13a]."""
    sweep = spell("sweep", (1, 3), area="staff")
    units = {"hero": mine("mole"), "foe": theirs("fighter"), "far": theirs("fighter")}
    table = Table(
        """
        . far .
        hero foe .
        """,
        units,
        turn="hero",
        pack=[card("mole", spells=[sweep], powers=BLIND)],
        release="2.2",
    )
    table.play("cast sweep b1", dice=["lock", "lock", "lock"])
    assert (table.unit("foe", "injuries"), table.unit("far", "injuries")) == (2, 2)


# ------------------------------------------------------------------------------------------------------- allied units

TURRET = summon("turret", category="mechanism", family="turret", mp="-", hp=3)


def meant(side: str, release: str = "2.2", **keys: Any) -> list[str]:
    """Whom a selector of a side means in the eyes of the hero."""
    do = marker({"who": "units", "side": side, **keys}, 1, "range")
    units = {
        "hero": mine("mage"),
        "statue": mine("statue"),
        "imp": mine("imp"),
        "turret": mine("turret"),
        "bomb": mine("petard"),
        "trap": mine("snare", at="g1"),
        "foe": theirs("fighter"),
    }
    pack = [mage(do), card("statue", mp="-"), TURRET]
    table = Table("hero statue imp turret bomb foe .", units, turn="hero", pack=pack, release=release)
    return [fact["unit"] for fact in table.play("cast act f1").facts("markers")]


def test_an_allied_unit_is_any_piece_of_the_team_and_an_ally_a_character() -> None:
    """A Bomb is no Ally, a Trap neither of both; a Krosmaster without MP is a character.

    [KA-2.2 303.1] [KA-2.2 303.3] [KA-2.2 315.4a] [KA-2.2 315.6a] [KA-2.2 315.1d]
    """
    assert meant("ally") == ["hero", "statue", "imp"]
    assert meant("allied-unit") == ["hero", "statue", "imp", "turret", "bomb"]


def test_other_leaves_the_piece_itself_out_of_both() -> None:
    """[KA-2.2 303.2] [KA-2.2 303.4]"""
    assert meant("ally", other=True) == ["statue", "imp"]
    assert meant("allied-unit", other=True) == ["statue", "imp", "turret", "bomb"]


def test_in_release_2_7_an_ally_and_an_allied_unit_are_the_same() -> None:
    """[KA 4.4.1] [KA 4.4.3]"""
    assert meant("ally", "2.7") == meant("allied-unit", "2.7")
    assert meant("allied-unit", "2.7") == ["hero", "statue", "imp", "turret", "bomb", "trap"]


def test_a_krosmaster_without_mp_is_a_character_for_texts() -> None:
    """A Turret is a mechanism; in 2.7 both are [KA-2.2 315.1d] [Ruling R103]."""
    assert meant("allied-unit", kind="mechanism") == ["turret", "bomb"]
    assert "statue" in meant("allied-unit", "2.7", kind="mechanism")
    assert meant("any", kind="character") == ["hero", "statue", "imp", "foe"]


# ----------------------------------------------------------------------------------------------------- who inflicts


def watched(release: str, *victim: dict[str, Any], **keys: Any) -> Table:
    """The hero injures the foe by an effect, and has a power that watches for what it inflicts, or the foe has one."""
    glad = power("glad", when="inflicts-injuries", do=[marker({"who": "self"})])
    pack = [mage({"op": "injure", "x": 1, **keys}, powers=[] if victim else [glad]), card("target", powers=victim)]
    units = {"hero": mine("mage"), "foe": theirs("target")}
    return Table("hero foe", units, turn="hero", pack=pack, release=release).play("cast act b1")


def test_ruling_r105_injuries_are_inflicted_by_an_effect_whose_text_says_so() -> None:
    """Others are placed and suffered [KA-2.2 308.5b] [Ruling R105]."""
    assert watched("2.2").unit("hero", "mp_markers") == 0
    assert watched("2.2", inflicts=True).unit("hero", "mp_markers") == 1
    assert watched("2.7").unit("hero", "mp_markers") == watched("2.7", inflicts=True).unit("hero", "mp_markers") == 1


def test_counter_answers_an_effect_that_inflicts() -> None:
    """[KA-2.2 308.5b] [KA-2.2 307.16a]"""
    assert watched("2.2", keyword("counter")).unit("hero", "injuries") == 0
    assert watched("2.2", keyword("counter"), inflicts=True).unit("hero", "injuries") == 1


# ------------------------------------------------------------------------------------------------------ what hides


def shot(release: str, *powers: str) -> bool:
    """Whether the hero sees the foe past somebody with these powers."""
    pack = [card("barrel", powers=[keyword(name) for name in powers])]
    units = {"hero": mine("fighter"), "barrel": theirs("barrel"), "foe": theirs("fighter")}
    return "cast arrow c1" in Table("hero barrel foe", units, turn="hero", pack=pack, release=release).options("cast")


def test_ruling_r59_in_release_2_2_itty_bitty_hides_nobody_even_if_obstructive() -> None:
    """[KA-2.2 311.9b] [KA-2.2 307.15a] [Ruling R59]"""
    assert shot("2.2", "itty-bitty", "obstructive")
    assert not shot("2.7", "itty-bitty", "obstructive")
    assert not shot("2.2", "obstructive")
    assert shot("2.2", "itty-bitty")


def test_ruling_r103_in_release_2_2_a_krosmaster_without_mp_locks() -> None:
    """A summon without MP does not [KA-2.2 315.1d] [KA-2.2 310.1] [Ruling R103]."""
    pack = [card("statue", mp="-"), TURRET]
    units = {"hero": mine("fighter"), "statue": theirs("statue"), "turret": theirs("turret")}
    drawing = """
        . turret .
        . hero statue
        """
    table = Table(drawing, units, turn="hero", pack=pack, release="2.2")
    table.play("move a1", dice=["lock", "critical"])
    assert table.unit("hero", "at", "ap", "mp") == ("b1", 0, 0)
    assert [fact["by"] for fact in table.facts("locked")] == ["statue"]
