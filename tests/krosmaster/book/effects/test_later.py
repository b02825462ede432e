"""Effects of later steps, and the conditions that wait with them: read when the effect is applied [Ruling R114].

The spell strikes for 2 and, in Step 3, injures its own caster once: what asks for that injury does not hold as the
effects are read, and holds when the damage is added up.
"""

from typing import Any

import pytest

from tests.krosmaster.playing import Table, card, keyword, mine, power, spell, summon, theirs

DULL = ["lock", "lock"]
SELF = {"who": "self"}
HURT = {"is": "injuries", "min": 1, "of": SELF}
ALWAYS = {"is": "not", "that": {"is": "first-turn"}}  # the first turns are over in these positions
DISPLACED = {"is": "displaced"}
PUSH = {"op": "push-back", "x": 1}
SLOW = {"op": "markers", "stat": "mp", "x": -1}
STEAL = {"op": "steal-health"}
CALL = {"op": "summon", "summon": "deputy", "where": "around-self"}


def no(that: dict[str, Any]) -> dict[str, Any]:
    """The condition that another one does not hold."""
    return {"is": "not", "that": that}


def more(x: int) -> dict[str, Any]:
    """More earth damage, an effect of Step 6."""
    return {"op": "extra-damage", "x": x, "element": "earth"}


def when(that: dict[str, Any], *then: Any, otherwise: Any = ()) -> dict[str, Any]:
    """Effects under a condition."""
    return {"op": "if", "that": that, "then": list(then), "otherwise": list(otherwise)}


def struck(*do: Any, powers: Any = (), **keys: Any) -> Table:
    """The mage casts a spell of 2 with these effects, which also injures it, at a foe that has room behind it."""
    self_inflicted = {"op": "injure", "x": 1, "to": SELF}
    doom = spell("doom", cost={"ap": 1}, summons=1, do=[*do, self_inflicted])
    mage = card("mage", types=["avenger"], spells=[doom], powers=powers)
    units = {"hero": mine("mage", **keys), "foe": theirs("fighter")}
    pack = [mage, summon("deputy", family="avenger")]
    return Table(". hero foe .", units, turn="hero", pack=pack).play("cast doom c1", dice=DULL)


@pytest.mark.parametrize(
    ("effects", "injuries"),
    [
        ([when(HURT, more(3))], 5),
        ([when(no(HURT), more(3))], 2),
        ([when(no(HURT), more(1), otherwise=[more(3)])], 5),
        ([{"op": "retribution", "x": 2, "then": [more(3)]}, CALL], 5),
    ],
)
def test_more_damage_reads_its_condition_when_it_is_added(effects: list[Any], injuries: int) -> None:
    """[KA 7.2.7.c] [KA 4.9.19.a] [Ruling R114]"""
    assert struck(*effects).unit("foe", "injuries") == injuries


@pytest.mark.parametrize(("that", "injuries", "markers"), [(HURT, 5, 0), (no(HURT), 2, -1), (ALWAYS, 5, -1)])
def test_of_two_effects_under_a_condition_each_reads_it_in_its_own_step(
    that: dict[str, Any], injuries: int, markers: int
) -> None:
    """Markers are placed in Step 3, damage is added in Step 6 [KA 7.2.4.e] [KA 7.2.7.c] [Ruling R114]."""
    assert struck(when(that, SLOW, more(3))).unit("foe", "injuries", "mp_markers") == (injuries, markers)


@pytest.mark.parametrize(
    "that",
    [
        DISPLACED,
        no(no(DISPLACED)),
        {"is": "any", "of": [DISPLACED, no(ALWAYS)]},
        {"is": "all", "of": [ALWAYS, DISPLACED]},
    ],
)
def test_whether_a_piece_was_displaced_is_settled_in_step_3(that: dict[str, Any]) -> None:
    """The condition is read there, wherever it stands in it, for more damage too [KA 7.2.4.e] [Ruling R114]."""
    assert struck(PUSH, when(that, more(3))).unit("foe", "injuries") == 5
    assert struck(PUSH, when(no(that), more(1), otherwise=[more(3)])).unit("foe", "injuries") == 5


@pytest.mark.parametrize(
    ("effects", "injuries"),
    [
        ([when(ALWAYS, SLOW, when(HURT, more(3)))], 5),
        ([when(ALWAYS, SLOW, when(ALWAYS, SLOW, when(ALWAYS, more(3))))], 5),
        ([when(ALWAYS, more(1)), when(HURT, more(3))], 6),
        ([when(HURT, when(HURT, more(3)), more(1))], 6),
        ([when(HURT, when(no(HURT), more(3)), more(1))], 3),
    ],
)
def test_a_condition_inside_another_one_counts_once_and_one_beside_it_counts_too(
    effects: list[Any], injuries: int
) -> None:
    """[KA 7.2.7.c] [Ruling R114]"""
    assert struck(*effects).unit("foe", "injuries") == injuries


@pytest.mark.parametrize(
    ("effects", "left"),
    [
        ([STEAL], 4),
        ([when(ALWAYS, SLOW, STEAL)], 4),
        ([when(ALWAYS, SLOW, when(ALWAYS, SLOW, STEAL))], 4),
        ([when(no(ALWAYS), SLOW, STEAL)], 6),
        ([when(ALWAYS, SLOW, more(1))], 6),
        ([STEAL, when(no(ALWAYS), SLOW, STEAL)], 4),
        ([when(no(ALWAYS), STEAL), when(ALWAYS, STEAL)], 4),
        ([when(ALWAYS, STEAL), when(no(ALWAYS), STEAL)], 4),
    ],
)
def test_health_is_stolen_under_a_condition_that_holds(effects: list[Any], left: int) -> None:
    """Of 5 injuries and the one it inflicts on itself, 2 are healed, or none [KA 7.5.18.a] [Ruling R114]."""
    assert struck(*effects, injuries=5).unit("hero", "injuries") == left


def test_what_a_power_adds_to_a_spell_is_lost_with_the_power_and_what_the_spell_has_is_not() -> None:
    """1 more by a power, 2 more by the spell: who loses its powers in Step 3 keeps the 2 [KA 4.18.3.c] [Ruling R44]."""
    edge = [power("edge", holds=[{"give": [{"op": "spell-effects", "do": [more(1)]}]}])]
    hush = {"op": "lose-powers", "to": SELF, "until": "turn"}
    assert struck(more(2), powers=edge).unit("foe", "injuries") == 5
    assert struck(hush, more(2), powers=edge).unit("foe", "injuries") == 4


@pytest.mark.parametrize(("effects", "left"), [([STEAL], 3), ([{"op": "track", "then": [STEAL]}], 7)])
def test_a_spell_that_was_on_standby_is_over_when_the_health_it_stole_is_given(effects: list[Any], left: int) -> None:
    """It strikes its caster too. What its condition asks of the line to its target holds no longer.

    [KA 7.2.9.d] [KA 7.5.18.a] [Ruling R114]
    """
    drain = spell("drain", "personal", area="cross", cost={"ap": "-"}, do=effects)
    wake = power("wake", when="start-of-own-turn", do=[{"op": "cast", "spell": "drain"}])
    mage = card("mage", spells=[drain], powers=[wake])
    units = {"hero": mine("mage", injuries=5), "foe": theirs("fighter")}
    begin = {"player": "p1", "unit": "hero", "phase": "preliminary"}
    table = Table(". hero foe .", units, turn=begin, pack=[mage]).play(dice=["lock"] * 3)
    assert (table.unit("hero", "injuries"), table.unit("foe", "injuries")) == (left, 2)


# ------------------------------------------------------------------------------------------ what is asked of a target

BESIDE = {"who": "units", "side": "ally", "other": True, "adjacent_to": "target"}
GUARDED = {"is": "count", "of": BESIDE}  # somebody of the caster's side, not itself, is next to the target


def cast_at(drawing: str, cell: str, *do: Any, dice: list[str] = DULL, foe: Any = (), **keys: Any) -> Table:
    """The mage casts a spell of 2 damage with these effects; `pal` is its partner, `foe` and `other` are opponents."""
    doom = spell("doom", (1, 4), **{"cost": {"ap": 1}, "do": list(do), **keys})
    units = {
        "hero": mine("mage", injuries=5),
        "pal": mine("villager"),
        "foe": theirs("fighter", injuries=2, **dict(foe)),
        "other": theirs("fighter", injuries=2),
    }
    there = {name: unit for name, unit in units.items() if name in drawing.split()}
    return Table(drawing, there, turn="hero", pack=[card("mage", spells=[doom])]).play(f"cast doom {cell}", dice=dice)


@pytest.mark.parametrize(
    ("drawing", "cell", "do", "injuries"),
    [
        ("hero foe . pal .", "b1", PUSH, 7),  # pushed next to the partner
        ("hero foe . .\n.    pal . .", "b2", PUSH, 4),  # pushed away from it
        ("hero . foe .\n.  pal . .", "c2", {"op": "attract", "x": 1}, 7),
        ("hero . foe .\n.  . pal .", "c2", {"op": "attract", "x": 1}, 4),
        ("hero foe pal .", "b1", {"op": "swap"}, 4),
        ("pal hero foe .", "c1", {"op": "swap"}, 7),
        ("pal foe hero .", "b1", {"op": "place", "where": "next-to-self", "to": {"who": "targets"}}, 4),
    ],
)
def test_a_condition_looks_at_the_target_where_it_stands_after_the_effects_before(
    drawing: str, cell: str, do: dict[str, Any], injuries: int
) -> None:
    """2 injuries before, 2 by the spell and 3 more if the partner is next to the target in Step 6.

    [KA 7.5.6.a] [KA 7.2.7.e] [Ruling R114] [Ruling R127]
    """
    pieces = cast_at(drawing, cell, do, when(GUARDED, more(3)))
    assert pieces.unit("foe", "injuries") == injuries


IN_ONE_CROSS = [  # the targets are c2 and the cells round it
    (".    . foe .\nhero . other .\n.   . . .", 3, False, False),
    (".    pal foe .\nhero . other .\n.   . . .", 3, True, False),
    (".    . foe .\nhero . other .\n.   . pal .", 4, False, True),
    (".    . foe .\nhero . other pal\n.   . . .", 4, False, True),
]


@pytest.mark.parametrize(("drawing", "dice", "foe", "other"), IN_ONE_CROSS)
def test_with_an_area_more_damage_asks_its_condition_of_each_target(
    drawing: str, dice: int, foe: bool, other: bool
) -> None:
    """The partner's own armour is rolled too where it is a target [KA 7.2.7.e] [KA 7.5.6.a] [Ruling R127]."""
    table = cast_at(drawing, "c2", when(GUARDED, more(3)), area="cross", dice=["lock"] * dice)
    assert (table.unit("foe", "injuries"), table.unit("other", "injuries")) == (4 + 3 * foe, 4 + 3 * other)


@pytest.mark.parametrize(("drawing", "dice", "foe", "other"), IN_ONE_CROSS)
def test_with_an_area_armour_is_pierced_where_its_condition_holds(
    drawing: str, dice: int, foe: bool, other: bool
) -> None:
    """[KA 7.5.11.a] [Ruling R127]"""
    rolled = ["lock"] * (dice - foe - other)
    table = cast_at(drawing, "c2", when(GUARDED, {"op": "pierce-armour"}), area="cross", dice=rolled)
    rollers = {fact["unit"] for fact in table.facts("armour-roll")}
    assert ("foe" in rollers, "other" in rollers) == (not foe, not other)


@pytest.mark.parametrize(("drawing", "dice", "foe", "other"), IN_ONE_CROSS)
def test_with_an_area_more_is_healed_where_the_condition_holds(drawing: str, dice: int, foe: bool, other: bool) -> None:
    """[KA 7.3.2.b] [Ruling R127]"""
    do = when(GUARDED, {"op": "extra-heal", "x": 1})
    table = cast_at(drawing, "c2", do, area="cross", kind="heal", base=1, dice=["lock"])
    assert (table.unit("foe", "injuries"), table.unit("other", "injuries")) == (1 - foe, 1 - other)


@pytest.mark.parametrize(("drawing", "dice", "foe", "other"), IN_ONE_CROSS)
def test_with_an_area_health_is_stolen_of_the_targets_for_which_the_condition_holds(
    drawing: str, dice: int, foe: bool, other: bool
) -> None:
    """2 of 5 injuries for each of the two that has the partner beside it in Step 8 [KA 7.5.18.a] [Ruling R127].

    The partner, struck itself, has nobody of its side but the caster beside it.
    """
    table = cast_at(drawing, "c2", when(GUARDED, STEAL), area="cross", dice=["lock"] * dice)
    assert table.unit("hero", "injuries") == 5 - 2 * (foe + other)


def test_a_target_that_is_ko_d_stands_nowhere_when_health_is_stolen() -> None:
    """Its injuries count for who steals from every target, not for who asks what is next to it [KA 4.18.6].

    [KA 7.5.18.a] [Ruling R127]
    """
    drawing = "hero . foe pal . . other"
    assert cast_at(drawing, "c1", STEAL, base=6).unit("hero", "injuries") == 0
    assert cast_at(drawing, "c1", when(GUARDED, STEAL), base=6).unit("hero", "injuries") == 5
    assert cast_at(drawing, "c1", when(GUARDED, STEAL), base=5).unit("hero", "injuries") == 0


@pytest.mark.parametrize("of", [{"who": "targets"}, {"who": "main"}])
def test_what_is_asked_of_the_targets_is_asked_of_each_and_of_the_main_target_of_that_one(of: dict[str, Any]) -> None:
    """One of the two has lost MP [KA 7.2.3.a] [KA 7.2.7.e] [Ruling R127]."""
    slow = {"is": "has-markers", "stat": "mp", "sign": -1, "of": of}
    drawing = ".    . foe .\nhero . other ."
    table = cast_at(drawing, "c1", when(slow, more(3)), area="cross", dice=["lock"] * 3, foe={"mp_markers": -1})
    assert (table.unit("foe", "injuries"), table.unit("other", "injuries")) == (7 if of["who"] == "targets" else 4, 4)


def test_one_critical_hit_roll_for_all_targets_asks_of_the_main_target_where_it_stands() -> None:
    """Pushed next to the partner: its one success counts twice against one of Armour [KA 7.2.5.c] [Ruling R127]."""
    twice = {"op": "double-criticals"}
    dice = ["critical", "armour"]
    near, far = "hero foe . pal", "hero foe . . pal"
    assert cast_at(near, "b1", PUSH, when(GUARDED, twice), dice=dice).unit("foe", "injuries") == 5
    assert cast_at(far, "b1", PUSH, when(GUARDED, twice), dice=dice).unit("foe", "injuries") == 4


@pytest.mark.parametrize(("first", "injuries"), [((), 4), (({"op": "replace", "card": "wolf"},), 7)])
def test_a_target_that_has_been_replaced_is_what_its_new_card_says(first: Any, injuries: int) -> None:
    """The mage strikes itself and becomes a Beast in Step 3 [KA 7.5.19.a] [KA 7.5.6.a] [Ruling R127]."""
    beast = {"is": "count", "of": {"who": "targets", "type": "beast"}}
    doom = spell("doom", (0, 1), cost={"ap": 1}, do=[*first, when(beast, more(3))])
    pack = [card("mage", spells=[doom]), card("wolf", types=["beast"])]
    units = {"hero": mine("mage", injuries=2), "foe": theirs("fighter")}
    table = Table("hero . foe", units, turn="hero", pack=pack).play("cast doom a1", dice=DULL)
    assert table.unit("hero", "injuries") == injuries


@pytest.mark.parametrize(("drawing", "markers"), [("hero foe . pal", 1), ("hero foe . .\n. pal . .", 0)])
def test_in_step_3_too_the_target_is_where_the_effects_before_have_put_it(drawing: str, markers: int) -> None:
    """[KA 7.2.4.e] [Ruling R127]"""
    cell = "b1" if "\n" not in drawing else "b2"
    prize = {"op": "markers", "stat": "ap", "x": 1, "to": SELF}
    assert cast_at(drawing, cell, PUSH, when(GUARDED, prize)).unit("hero", "ap_markers") == markers


@pytest.mark.parametrize(("that", "left"), [(ALWAYS, 3), (GUARDED, 5)])
def test_a_position_saved_without_what_was_placed_steals_by_what_is_asked_of_no_target(that: Any, left: int) -> None:
    """While Counter and Steals Health wait in Step 8 [KA 7.2.9.a] [KA 7.5.18.a] [Ruling R127]."""
    bite = spell("bite", cost={"ap": 1}, do=[when(that, STEAL)])
    pack = [card("mage", spells=[bite]), card("thorny", powers=[keyword("counter")])]
    units = {"hero": mine("mage", injuries=4), "foe": theirs("thorny"), "pal": mine("villager")}
    table = Table("hero foe pal", units, turn="hero", pack=pack).play("cast bite b1", dice=DULL)
    (spell_cast,) = (frame for frame in table.state.stack if frame.NAME == "cast")
    old: Any = spell_cast
    assert (table.asked, old.placed) == ("p1 standby", [2])
    counter_first = table.again()
    kept: Any = next(frame for frame in counter_first.state.stack if frame.NAME == "cast")
    kept.placed = []
    assert counter_first.play("resolve 1").unit("hero", "injuries") == left
