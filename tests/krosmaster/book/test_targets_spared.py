"""Effects that ask for one more prerequisite, and rules altered for whoever comes."""

import pytest

from tests.krosmaster.casting import ANYWHERE
from tests.krosmaster.playing import Table, card, mine, power, spell, theirs

BLAST = card("blaster", spells=[spell("blast", (1, 3), area="cross"), spell("strike")], initiative=9)


def beside(blaster: str) -> Table:
    """Lou on c1; p1's blaster begins its turn on the cell named."""
    units = {"hero": mine("blaster", at=blaster), "lou": theirs("lou", at="c1"), "foe": theirs("fighter", at="e1")}
    table = Table(
        """
        . . . . .
        . . . . .
        """,
        units,
        turn={"player": "p1", "unit": "hero", "phase": "preliminary"},
        pack=[BLAST],
    )
    return table


def test_who_began_its_turn_beside_lou_may_not_target_her() -> None:
    """[KA 7.1.7] [KA 7.1.2]: neither directly nor with an area, wherever it goes in that turn."""
    table = beside("b1")
    assert table.refused("cast strike c1").clauses == ("7.1.7",)
    assert table.refused("cast blast c2").clauses == ("7.1.7",)
    assert table.refused("cast blast c2").facts == {"target": "lou"}
    assert "cast blast a2" in table.options("cast")


def test_who_comes_beside_lou_during_its_turn_may() -> None:
    """[KA 7.1.7]: the power looks at where the turn began."""
    table = beside("a1")
    table.play("move b1")
    table.play("cast strike c1", dice=["lock", "lock"])
    assert table.unit("lou", "injuries") == 2


def test_an_effect_that_alters_a_rule_reaches_units_that_come_later() -> None:
    """[KA 4.18.4.c] [KA 4.18.4.d]: what makes spells dearer also holds for an Imp summoned after it began."""
    dear = {"op": "cost-bonus", "stat": "ap", "x": 2, "to": {"who": "units", "side": "enemy"}}
    warden = card("warden", powers=[{"id": "toll", "name": {"en": "Toll"}, "while": [{"give": [dear]}]}])
    caller = card(
        "caller",
        spells=[
            spell(
                "call", kind="special", element=None, summons=2, cost={"ap": 1}, do=[{"op": "summon", "summon": "imp"}]
            )
        ],
    )
    units = {"hero": mine("caller", ap=6), "warden": theirs("warden"), "foe": theirs("fighter")}
    table = Table("hero . warden . foe", units, turn="hero", pack=[warden, caller])
    table.play("cast call b1")
    table.play("end")
    assert table.read("turn.unit") == "imp"
    assert table.broken("cast scratch c1")[0].facts["cost"] == 3 + 2


SLOW = [{"op": "markers", "stat": "mp", "x": -1}]
HOLE = spell("wave", (0, 9), kind="special", area="shovel", limit="turn-and-target", cost={"ap": 1}, do=SLOW)
VEIL = {"op": "spared", "by": {"who": "units", "side": "enemy"}}
DIAGONAL = """
    .    north .
    .    .     veiled
    hero .     .
    """


def on_the_diagonal() -> Table:
    """A Shovel, once per turn and target, whose caster may not target the one of two units that is veiled."""
    veiled = card("veiled", powers=[{"id": "veil", "name": {"en": "Veil"}, "while": [{"give": [VEIL]}]}])
    units = {"hero": mine("digger"), "north": theirs("fighter"), "veiled": theirs("veiled")}
    return Table(DIAGONAL, units, turn="hero", pack=[card("digger", spells=[HOLE]), veiled])


def test_an_orientation_has_to_spare_one_and_hit_nobody_again_at_once() -> None:
    """Northwards it would hit one a second time, eastwards the one it may not target [KA 7.1.3.b] [KA 7.1.7]."""
    table = on_the_diagonal()
    assert "cast wave b2" in table.options("cast")
    table.play("cast wave b3")
    refusal = table.refused("cast wave b2")
    assert (refusal.kind, refusal.facts) == ("spared", {"target": "veiled"})


def test_an_orientation_that_is_refused_names_the_unit_it_would_hit() -> None:
    """On its own cell the caster's player turns the Shovel as it likes, but not at who is spared [KA 7.1.7]."""
    table = on_the_diagonal()
    table.play("move a2").play("move b2").play("cast wave b2")
    assert table.options() == ["choose north", "choose south", "choose west"]
    refusal = table.refused("choose east")
    assert (refusal.kind, refusal.clauses, refusal.facts) == ("spared", ("7.1.7",), {"target": "veiled"})
    assert table.refused("choose none").clauses == ("4.16.3",)


def test_who_is_spared_only_once_the_cost_is_paid_is_targeted_all_the_same() -> None:
    """Prerequisites are checked before the cost; whichever way the area is turned [KA 7.1.1] [KA 7.1.2] [KA 7.2.2]."""
    hurt = {"is": "injuries", "min": 1, "of": {"who": "units", "side": "enemy"}}
    shy = card("shy", powers=[{"id": "veil", "name": {"en": "Veil"}, "while": [{"give": [VEIL], "that": hurt}]}])
    dig = spell("dig", (1, 9), kind="special", area="shovel", cost={"ap": 1, "injuries": 1}, do=SLOW)
    units = {"hero": mine("digger"), "shy": theirs("shy"), "foe": theirs("fighter")}
    table = Table("hero . shy foe", units, turn="hero", pack=[card("digger", spells=[dig]), shy])
    table.play("cast dig c1")
    assert [table.unit(name, "mp_markers") for name in ("shy", "foe")] == [-1, -1]
    assert table.refused("cast dig c1").kind == "spared"


def limited(area: str) -> Table:
    """A spell of one area, once a turn on each target, and two foes in a row beyond an empty cell."""
    sweep = spell("sweep", range=ANYWHERE, base=0, cost={"ap": 1}, area=area, limit="turn-and-target")
    units = {"hero": mine("sweeper"), "foe": theirs("fighter"), "far": theirs("fighter")}
    field = """
        .    . . .   .
        hero . . foe far
        .    . . .   .
        """
    return Table(field, units, turn="hero", pack=[card("sweeper", ap=9, spells=[sweep])])


@pytest.mark.parametrize(("area", "again"), [("shovel", "c2"), ("hand", "b2"), ("breath", "c2"), ("cross", "c2")])
def test_a_limit_by_target_looks_at_every_cell_of_the_area(area: str, again: str) -> None:
    """The foe was targeted: no area may hold it again this turn, wherever its main cell [KA 7.1.3.b] [Ruling R67]."""
    table = limited(area)
    assert f"cast sweep {again}" in table.options("cast")
    table.play("cast sweep d2", dice=["lock"] * (2 if area == "none" else 3))
    assert table.refused(f"cast sweep {again}").clauses[0] == "7.1.3.b"
    assert "cast sweep a3" in table.options("cast")


@pytest.mark.parametrize(("area", "line"), [("shovel", "c2"), ("hand", "b2"), ("breath", "c2"), ("cross", "c2")])
def test_a_spared_unit_is_spared_by_every_cell_of_the_area(area: str, line: str) -> None:
    """No area may hold it, wherever its main cell [KA 7.1.7]."""
    sweep = spell("sweep", range=ANYWHERE, base=0, cost={"ap": 1}, area=area)
    saint = card("saint", powers=[power("aura", holds=[{"give": [{"op": "spared", "by": {"who": "units"}}]}])])
    units = {"hero": mine("sweeper"), "foe": theirs("saint")}
    field = """
        .    . . .
        hero . . foe
        .    . . .
        """
    table = Table(field, units, turn="hero", pack=[card("sweeper", ap=9, spells=[sweep]), saint])
    assert table.refused(f"cast sweep {line}").kind == "spared"
    assert "cast sweep a3" in table.options("cast")
