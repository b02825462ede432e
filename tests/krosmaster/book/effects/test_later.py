"""Effects of later steps, and the conditions that wait with them: read when the effect is applied [Ruling R114].

The spell strikes for 2 and, in Step 3, injures its own caster once: what asks for that injury does not hold as the
effects are read, and holds when the damage is added up.
"""

from typing import Any

import pytest

from tests.krosmaster.playing import Table, card, mine, power, spell, summon, theirs

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
