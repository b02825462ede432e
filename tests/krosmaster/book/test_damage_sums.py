"""What others and what is left behind add to the sums of Step 6."""

from typing import Any

import pytest

from tests.krosmaster.casting import ANYWHERE
from tests.krosmaster.playing import Table, card, keyword, mine, power, spell, theirs

DULL = ["lock", "lock"]


def lasting(name: str, *give: dict[str, Any]) -> dict[str, Any]:
    """A power that gives these continuous effects."""
    return power(name, holds=[{"give": list(give)}])


@pytest.mark.parametrize("bearer", ["first", "second", "third", "fourth", "fifth"])
def test_a_healing_bonus_counted_on_its_owner_is_counted_there_whoever_heals(bearer: str) -> None:
    """One more for each injury on the choir, which is not the caster [KA 7.3.2.b] [KA 4.18.7]."""
    mend = spell("mend", range=ANYWHERE, kind="heal", element="water", base=1, cost={"ap": 1})
    bonus = {"op": "heal-bonus", "x": {"per": "injuries"}, "to": {"who": "units", "side": "ally", "other": True}}
    pack = [
        card("medic", spells=[mend]),
        card("choir", hp=20, powers=[lasting("song", bonus)]),
        card("ox", hp=20),
    ]
    names = ["first", "second", "third", "fourth", "fifth"]
    units = {name: mine("ox", injuries=place + 1) for place, name in enumerate(names)}
    units[bearer]["card"] = "choir"
    units |= {"medic": mine("medic"), "hurt": mine("ox", injuries=15), "foe": theirs("fighter")}
    drawing = " ".join([*names, "medic", "hurt", "foe"])
    table = Table(drawing, units, turn="medic", pack=pack).play("cast mend g1", dice=["lock"])
    assert 15 - table.unit("hurt", "injuries") == 1 + names.index(bearer) + 1


@pytest.mark.parametrize(("injuries", "places"), [(0, "hero choir foe"), (2, "hero choir foe"), (0, "choir foe hero")])
def test_a_damage_bonus_counted_on_its_owner_is_counted_there_whoever_attacks(injuries: int, places: str) -> None:
    """One more for each injury on the choir, not on the caster, against those beside the choir [KA 4.18.7]."""
    hit = spell("hit", range=ANYWHERE, base=1, cost={"ap": 1})
    beside = {"who": "targets", "adjacent_to": "self"}
    give = {
        "op": "damage-bonus",
        "x": {"per": "injuries"},
        "against": beside,
        "to": {"who": "units", "side": "ally", "other": True},
    }
    pack = [card("hitter", spells=[hit]), card("choir", hp=20, powers=[lasting("song", give)]), card("ox", hp=20)]
    units = {"hero": mine("hitter", injuries=injuries), "choir": mine("choir", injuries=3), "foe": theirs("ox")}
    cell = "abc"[places.split().index("foe")] + "1"
    table = Table(places, units, turn="hero", pack=pack).play(f"cast hit {cell}", dice=DULL)
    assert table.unit("foe", "injuries") == 1 + 3


def test_a_damage_bonus_against_those_beside_its_owner_is_not_for_those_beside_the_caster() -> None:
    """The foe stands beside the caster, not beside the choir [KA 4.18.7]."""
    hit = spell("hit", range=ANYWHERE, base=1, cost={"ap": 1})
    give = {
        "op": "damage-bonus",
        "x": 3,
        "against": {"who": "targets", "adjacent_to": "self"},
        "to": {"who": "units", "side": "ally", "other": True},
    }
    pack = [card("hitter", spells=[hit]), card("choir", powers=[lasting("song", give)]), card("ox", hp=20)]
    units = {"hero": mine("hitter"), "choir": mine("choir"), "foe": theirs("ox")}
    table = Table("choir hero foe", units, turn="hero", pack=pack).play("cast hit c1", dice=DULL)
    assert table.unit("foe", "injuries") == 1


@pytest.mark.parametrize("place", range(4))
def test_a_caster_koed_by_the_cost_keeps_the_bonuses_it_had_and_no_others(place: int) -> None:
    """Its own and its ally's of the spell's element, whoever of them came first into the game.

    [KA 7.2.2.b] [KA 7.2.7.c] [Ruling R45]
    """
    spells = [
        spell("last", range=ANYWHERE, base=1, cost={"ap": 1, "injuries": 1}),
        spell("gift", range=ANYWHERE, kind="heal", element="water", base=1, cost={"ap": 1, "injuries": 1}),
    ]
    own = [
        lasting(
            "zeal", {"op": "damage-bonus", "x": 1, "element": "earth"}, {"op": "damage-bonus", "x": 9, "element": "air"}
        ),
        lasting("care", {"op": "heal-bonus", "x": 3}),
    ]
    banner = lasting("banner", {"op": "damage-bonus", "x": 4, "to": {"who": "units", "side": "ally", "other": True}})
    pack = [
        card("monk", spells=spells, powers=own, initiative=9),
        card("flag", hp=20, powers=[banner]),
        card("ox", hp=20),
    ]
    known = {
        "flag": mine("flag", injuries=9),
        "pal": mine("ox"),
        "foe": theirs("ox"),
    }
    units = dict(list(known.items())[:place])
    units["monk"] = mine("monk", injuries=7)
    units |= {name: keys for name, keys in known.items() if name not in units}
    table = Table("monk flag pal foe", units, turn="monk", pack=pack)
    blow = table.again().play("cast last d1", dice=DULL)
    assert (blow.unit("monk", "ko"), blow.facts("damage")[0]["x"]) == (True, 1 + 1 + 4)
    units["flag"]["card"] = "ox"
    alone = Table("monk flag pal foe", units, turn="monk", pack=pack).play("cast last d1", dice=DULL)
    assert (alone.unit("monk", "ko"), alone.facts("damage")[0]["x"]) == (True, 1 + 1)
    heal = table.play("cast gift b1", dice=["lock"])
    assert (heal.unit("monk", "ko"), heal.unit("flag", "injuries")) == (True, 9 - 1 - 3)


def test_immune_and_resistances_stop_no_neutral_spell_and_a_reduction_does() -> None:
    """[KA 4.9.11.a] [KA 4.9.12.a] [KA 7.2.7.c]"""
    bash = spell("bash", range=ANYWHERE, element="neutral", base=3, cost={"ap": 1})
    shield = lasting("shield", {"op": "damage-reduction", "x": 1})
    pack = [
        card("brute", ap=9, spells=[bash]),
        card("hard", hp=20, powers=[keyword("resistance-water-air-earth-fire"), keyword("immune")]),
        card("clad", hp=20, powers=[keyword("resistance-water-air-earth-fire"), shield]),
    ]
    units = {"hero": mine("brute"), "hard": theirs("hard"), "clad": theirs("clad")}
    table = Table("hero hard clad", units, turn="hero", pack=pack)
    table.play("cast bash b1", dice=DULL).play("cast bash c1", dice=DULL)
    assert (table.unit("hard", "injuries"), table.unit("clad", "injuries")) == (3, 2)
