"""Effects that ask for one more prerequisite, and rules altered for whoever comes."""

from tests.krosmaster.playing import Table, card, mine, spell, theirs

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
