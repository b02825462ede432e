"""Several unseen units at once, and one that has lost its powers."""

from tests.krosmaster.effects.casting import ANYWHERE
from tests.krosmaster.playing import Table, card, mine, power, spell, theirs

UNSEEN = power("unseen", holds=[{"give": [{"op": "unseen"}]}])


def test_each_of_several_unseen_units_is_out_of_reach() -> None:
    """Neither is injured from afar, and an ally between them is [KA 1.5.2]."""
    blast = spell("blast", range=ANYWHERE, cost={"ap": 1}, area="cross")
    pack = [card("ghost", powers=[UNSEEN]), card("blaster", spells=[blast])]
    units = {"hero": mine("blaster"), "one": theirs("ghost"), "foe": theirs("fighter"), "two": theirs("ghost")}
    table = Table("hero . one foe two", units, turn="hero", pack=pack).play("cast blast d1", dice=["lock"] * 4)
    assert [table.unit(name, "injuries") for name in ("one", "foe", "two")] == [0, 2, 0]


def test_an_unseen_unit_without_its_powers_is_injured_and_the_other_one_is_not() -> None:
    """[KA 1.5.2] [KA 4.18.4.g]: who has lost its powers is seen like anybody else."""
    blast = spell("blast", range=ANYWHERE, cost={"ap": 1}, area="cross")
    hush = spell("hush", range=ANYWHERE, kind="special", cost={"ap": 1}, do=[{"op": "lose-powers"}])
    pack = [card("ghost", powers=[UNSEEN]), card("blaster", spells=[blast, hush])]
    units = {"hero": mine("blaster"), "one": theirs("ghost"), "foe": theirs("fighter"), "two": theirs("ghost")}
    table = Table("hero . one foe two", units, turn="hero", pack=pack)
    table.play("cast hush c1").play("cast blast d1", dice=["lock"] * 4)
    assert [table.unit(name, "injuries") for name in ("one", "foe", "two")] == [2, 2, 0]
