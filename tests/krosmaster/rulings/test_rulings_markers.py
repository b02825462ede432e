"""Rulings on markers that are stolen, and on special markers."""

from tests.krosmaster.playing import Table, card, mine, power, spell, theirs

STEAL = {"op": "steal-markers", "stat": "mp", "x": 2}
THIEF = card("thief", spells=[spell("pilfer", (1, 4), kind="special", cost={"ap": 1}, do=[STEAL])])


def test_ruling_r94_stolen_markers_are_those_really_placed() -> None:
    """One that cancels a +1 counts, one beyond the MAX does not, a unit without the gauge gives none.

    [KA 7.5.12.a] [Ruling R94]
    """
    for theirs_before, mine_before, theirs_after, mine_after in (
        (1, 0, -1, 2),  # the first cancels the +1 and is placed all the same
        (-2, 0, -3, 1),  # MAX 3: only one more is accepted
        (-3, 0, -3, 0),
        (0, -1, -2, 1),  # the thief's own -1 is cancelled by the first +1
    ):
        units = {"thief": mine("thief", mp_markers=mine_before), "foe": theirs("fighter", mp_markers=theirs_before)}
        table = Table("thief foe", units, turn="thief", pack=[THIEF])
        table.play("cast pilfer b1")
        assert (table.unit("foe", "mp_markers"), table.unit("thief", "mp_markers")) == (theirs_after, mine_after)
        assert table.unit("thief", "mp") == 3  # they serve its next turn
    bomb = Table("thief petard", {"thief": mine("thief"), "petard": theirs("petard")}, turn="thief", pack=[THIEF])
    bomb.play("cast pilfer b1")
    assert (bomb.unit("petard", "mp_markers"), bomb.unit("thief", "mp_markers")) == (0, 0)


FAR = {"kind": "no-line-of-sight", "min": 1, "max": 9}


def brand(name: str, slug: str) -> dict[str, object]:
    """A Special spell of 1 AP that puts a special marker."""
    return spell(slug, range=FAR, kind="special", cost={"ap": 1}, do=[{"op": "special-marker", "name": name}])


STRIKE = spell("strike", range=FAR, base=8, cost={"ap": 1})
WITCH = card("witch", spells=[brand("doom", "doom"), brand("curse", "curse"), STRIKE])


def marked(table: Table) -> list[tuple[str, str]]:
    """Who marked whom, of the special markers in play."""
    units = table.document()["unit"]
    return sorted((marker["by"], unit["id"]) for unit in units for marker in unit.get("special_markers", []))


def test_ruling_r102_a_special_marker_is_moved_and_leaves_with_its_placer() -> None:
    """One of a name for a team, one for a placer; it goes when its bearer leaves.

    [KA 4.13.1] [KA 4.13.2] [Ruling R102]
    """
    units = {
        "one": mine("witch"),
        "two": mine("witch"),
        "foe": theirs("fighter"),
        "other": theirs("witch"),
        "last": theirs("villager"),
    }
    table = Table("one two foe other last", units, turn="one", pack=[WITCH])
    table.play("cast doom c1")
    assert marked(table) == [("one", "foe")]
    table.play("cast doom b1")
    assert marked(table) == [("one", "two")]  # placed again it is moved
    table.play("cast curse b1")
    assert marked(table) == [("one", "two")]  # a placer has one, whatever its name
    assert table.unit("two", "special_markers") == [{"name": "curse", "by": "one"}]
    table.play("cast doom c1").play("end").play("cast doom d1")
    assert marked(table) == [("two", "other")]  # the team has one of the name
    bearer_gone = table.again().play("cast strike d1", dice=["lock", "lock"])
    assert marked(bearer_gone) == []


def test_ruling_r102_the_other_teams_marker_of_the_same_name_stays() -> None:
    """One of a name for each team; a placer's KO takes its marker along [KA 4.13.1] [KA 4.13.3] [Ruling R102]."""
    units = {"one": mine("witch"), "mate": mine("villager"), "other": theirs("witch"), "foe": theirs("villager")}
    table = Table("one mate other foe", units, turn="one", pack=[WITCH])
    table.play("cast doom b1").play("end")
    table.play("end", dice=["lock", "armour"], answers=["keep", "inspire foe lock", "inspire foe armour"])
    table.play("cast doom b1")
    assert marked(table) == [("one", "mate"), ("other", "mate")]
    table.play("cast strike a1", dice=["lock", "lock"])
    assert marked(table) == [("other", "mate")]


def test_ruling_r102_a_special_marker_works_only_while_its_placer_has_the_power() -> None:
    """The marker stays and does nothing while the placer's powers are lost, and works again with them.

    [KA 4.13.4] [Ruling R102]
    """
    grudge = {"op": "damage-bonus", "x": 3, "against": {"who": "targets", "marked": True}}
    hunter = card(
        "hunter",
        spells=[brand("quarry", "hunt"), spell("jab", range=FAR, base=1, cost={"ap": 1})],
        powers=[power("grudge", holds=[{"give": [grudge]}])],
    )
    hush = spell("hush", range=FAR, kind="special", cost={"ap": 1}, do=[{"op": "lose-powers", "until": "next-turn"}])
    units = {
        "silencer": mine("silencer"),
        "hunter": mine("hunter"),
        "foe": theirs("fighter"),
        "last": theirs("villager"),
    }
    pack = [hunter, card("silencer", spells=[hush])]
    jab = {"line": "cast jab c1", "dice": ["lock", "lock"]}

    table = Table("silencer hunter foe last", units, turn="hunter", pack=pack)
    table.play("cast hunt c1").play(**jab)
    assert table.unit("foe", "injuries") == 1 + 3

    marked_foe = {**units, "foe": theirs("fighter", special_markers=[{"name": "quarry", "by": "hunter"}])}
    table = Table("silencer hunter foe last", marked_foe, turn="silencer", pack=pack)
    table.play("cast hush b1").play("end")
    assert table.read("turn.unit") == "hunter"
    table.play(**jab)
    assert marked(table) == [("hunter", "foe")]
    assert table.unit("foe", "injuries") == 1  # the marker only recalls a power that is lost for now

    again = Table("silencer hunter foe last", marked_foe, turn="hunter", pack=pack)
    assert again.play(**jab).unit("foe", "injuries") == 1 + 3
