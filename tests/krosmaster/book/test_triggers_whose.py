"""Whose powers an event sets off, and how often: the first times of several units, numbers asked for, robbed Bombs."""

from typing import Any

import pytest

from tests.krosmaster.casting import ANYWHERE, marker
from tests.krosmaster.playing import Table, card, keyword, mine, power, spell, summon, theirs

GAIN = marker({"who": "self"}, stat="ap")
SHOT = spell("shot", range=ANYWHERE, base=0, cost={"ap": 1})
HUSH = spell("hush", range=ANYWHERE, kind="special", cost={"ap": 1}, do=[{"op": "lose-powers", "until": "fight"}])


@pytest.mark.parametrize("caster", ["hero", "pal", "third"])
@pytest.mark.parametrize("once", ["turn", "fight"])
def test_the_first_time_of_any_unit_is_its_first_alone(caster: str, once: str) -> None:
    """Three shots by whichever unit set its power off once, and that of no other unit [KA 4.18.2.a]."""
    song = card("singer", spells=[SHOT], powers=[power("song", when="casts", once=once, do=[GAIN])])
    units = {"hero": mine("singer"), "pal": mine("singer"), "third": mine("singer"), "foe": theirs("fighter")}
    table = Table("hero pal third foe", units, turn=caster, pack=[song])
    for _ in range(3):
        table.play("cast shot d1", dice=["lock", "lock"])
    found = {name: table.unit(name, "ap_markers") for name in units}
    assert found == {name: int(name == caster) for name in units}


@pytest.mark.parametrize("least", [None, 1])
def test_a_power_that_asks_for_injuries_is_set_off_by_no_event_without_any(least: int | None) -> None:
    """Who leaves an adjacent cell inflicts no injury, and who casts at nobody neither [KA 4.10.6.a] [KA 4.18.2.c]."""
    keys: dict[str, Any] = {} if least is None else {"at_least": least}
    set_off = least is None
    cat = card("cat", powers=[power("claw", when="unit-leaves-adjacent", do=[GAIN], **keys)])
    runner = card(
        "runner", spells=[SHOT], powers=[keyword("itty-bitty"), power("song", when="casts", do=[GAIN], **keys)]
    )
    units = {"hero": mine("runner"), "cat": theirs("cat")}
    table = Table(". cat\n. hero", units, turn="hero", pack=[cat, runner])
    table.play("move a1")
    assert table.unit("cat", "ap_markers") == int(set_off)
    table.play("cast shot b1", dice=["lock"])
    assert table.unit("hero", "ap_markers") == int(set_off)


def test_a_bomb_without_powers_does_nothing_but_explode() -> None:
    """Explosion is no power, what else its KO or an injury sets off is one [KA 4.19.5] [KA 4.18.4.g]."""
    bang = spell("bang", "personal", element="fire", base=2, cost={"ap": "-"}, area="cross")
    powers = [
        power("bang", when="is-koed", do=[{"op": "cast", "spell": "bang"}]),
        power("spark", when="suffers-injuries", at_least=2, do=[{"op": "cast", "spell": "bang"}]),
        power("wail", when="is-koed", do=[{"op": "gain-kamas", "x": 1}]),
    ]
    keg = summon("keg", category="mechanism", family="bomb", mp="-", ap="-", hp=3, spells=[bang], powers=powers)
    hit = spell("hit", range=ANYWHERE, base=2, cost={"ap": 1})
    hero = card("gunner", spells=[HUSH, hit])
    units = {"hero": mine("gunner"), "keg": theirs("keg", summoner="foe", injuries=1), "foe": theirs("fighter")}
    whole = Table("hero . keg . . foe", units, turn="hero", pack=[keg, hero])
    assert whole.play("cast hit c1", dice=["lock", "lock"]).options() == ["resolve 1", "resolve 2", "resolve 3"]
    units["keg"] = theirs("keg", summoner="foe")
    table = Table("hero . keg . . foe", units, turn="hero", pack=[keg, hero]).play("cast hush c1")
    assert [fact["spell"] for fact in table.play("cast hit c1", dice=["lock", "lock"]).facts("cast")] == ["hit"]
    table.play("cast hit c1", dice=["lock"] * 3)
    assert [fact["spell"] for fact in table.facts("cast")] == ["hit", "bang"]
    assert table.read("player.p2.kamas") == 0
