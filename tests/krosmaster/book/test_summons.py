"""A summon that has just come into play: its name, and that it has what its token shows and nothing else."""

from tests.krosmaster.playing import Table, card, mine, spell, summon, theirs

NEAR = {"kind": "no-line-of-sight", "min": 1, "max": 9}
CALL = spell("call", range=NEAR, kind="special", cost={"ap": 1}, do=[{"op": "summon", "summon": "wisp"}])
# Its spell may be used once a game.
WISP = summon("wisp", mp=3, hp=2, ap=4, spells=[spell("flare", base=1, cost={"ap": 1}, limit="game")])


def called() -> Table:
    """Three wisps, called one after the other."""
    units = {"hero": mine("caller"), "foe": theirs("fighter")}
    table = Table("hero . . . foe", units, turn="hero", pack=[card("caller", spells=[CALL]), WISP])
    return table.play("cast call b1").play("cast call c1").play("cast call d1")


def test_summons_of_one_kind_are_told_apart_by_number() -> None:
    """The first has the name of its token alone, the next ones are numbered from 2 on [KA 4.3.1]."""
    table = called()
    assert [table.unit(name, "at") for name in ("wisp", "wisp-2", "wisp-3")] == ["b1", "c1", "d1"]
    assert table.facts("summoned") == [{"unit": "wisp-3", "by": "hero", "cell": "d1"}]


def test_a_summon_comes_without_injuries_markers_powers_or_spells_used() -> None:
    """It belongs to its summoner's player, and its gauges are filled in its own turn [KA 4.19.1] [KA 4.19.1.c]."""
    table = called()
    wisps = [unit for unit in table.document()["unit"] if unit["card"] == "wisp"]
    fresh = {"card": "wisp", "owner": "p1", "injuries": 0, "ap": 0, "mp": 0, "summoner": "hero"}
    assert wisps == [
        {**fresh, "id": "wisp", "at": "b1"},
        {**fresh, "id": "wisp-2", "at": "c1"},
        {**fresh, "id": "wisp-3", "at": "d1"},
    ]
    table.play("end", answers=["choose wisp-3"])
    assert table.unit("wisp-3", "ap", "mp", "powers", "level") == (4, 3, [], 0)
    assert table.options("cast") == ["cast flare c1", "cast flare e1"]
    table.play("cast flare e1", dice=["lock", "lock"])
    assert (table.unit("foe", "injuries"), table.options("cast")) == (1, [])
