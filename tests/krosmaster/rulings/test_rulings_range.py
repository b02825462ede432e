"""Rulings on distance, range and lines of sight."""

from tests.krosmaster.playing import Table, card, keyword, mine, power, spell, summon, theirs

GREEN = {"kind": "target", "min": 2, "max": 3, "fixed": False}
ARCHER = card(
    "archer",
    spells=[
        spell("bolt", (1, 3)),
        spell("lob", range={"kind": "no-line-of-sight", "min": 1, "max": 2}, kind="special", do=[
            {"op": "markers", "stat": "mp", "x": 1},
        ]),
        spell("shot", (1, 8)),
        spell("long-bow", range=GREEN),
        spell("short-bow", (2, 3)),
    ],
)  # fmt: skip


def cells(table: Table, slug: str) -> list[str]:
    """The cells at which a spell may be cast, in the order of the board."""
    return sorted(line.split()[2] for line in table.options("cast") if line.split()[1] == slug)


def test_ruling_r56_distance_4_is_out_of_a_range_of_3() -> None:
    """A spell of MAX 3 reaches distance 3 and not distance 4 [KA 4.15.3] [Ruling R56]."""
    table = Table(
        "archer . . . foe", {"archer": mine("archer"), "foe": theirs("villager")}, turn="archer", pack=[ARCHER]
    )
    assert cells(table, "bolt") == ["b1", "c1", "d1"]
    refusal = table.refused("cast bolt e1")
    assert refusal.clauses == ("7.1.5", "4.15.3")
    assert (refusal.facts["distance"], refusal.facts["max"]) == (4, 3)


def test_ruling_r57_distance_ignores_obstacles_and_empty_cells_may_be_targeted() -> None:
    """Rows plus columns, over trees, at empty cells and at friends alike [KA 4.15.1] [KA 7.1.5] [Ruling R57]."""
    table = Table(
        """
        .      .  .
        .      T  .
        archer T  friend
        """,
        {"archer": mine("archer"), "friend": mine("villager")},
        turn="archer",
        pack=[ARCHER],
    )
    assert cells(table, "lob") == ["a2", "a3", "b1", "b2", "c1"]
    empty = table.again().play("cast lob a3")
    assert empty.unit("archer", "ap") == 3
    assert table.play("cast lob c1").unit("friend", "mp_markers") == 1


def test_ruling_r58_a_line_through_corners_is_not_cut() -> None:
    """A line between two trees corner to corner is free, both ways; one that enters a cell is cut.

    [KA 4.15.9] [Ruling R58]
    """
    drawing = """
        .      T  foe
        T      .  T
        archer T  .
        """
    units = {"archer": mine("archer"), "foe": theirs("archer")}
    table = Table(drawing, units, turn="archer", pack=[ARCHER])
    # c2 and b3 are a knight's move away: that line enters b1, or a2. The trees themselves are seen.
    assert cells(table, "shot") == ["a2", "b1", "b2", "c3"]
    refusal = table.refused("cast shot c2")
    assert (refusal.clauses, refusal.facts["blocker"]) == (("7.1.6", "4.15.9"), "b1")
    back = Table(drawing, units, turn="foe", pack=[ARCHER])
    assert cells(back, "shot") == ["a1", "b2", "b3", "c2"]


def test_ruling_r58_by_option_two_blockers_corner_to_corner_end_it() -> None:
    """The option `between`: a line stops where two blockers meet at a corner, units and trees alike; one is not enough.

    [KA 4.15.9] [Ruling R58]
    """
    drawing = """
        .      foe  .
        T      .    .
        archer wall .
        """
    units = {"archer": mine("archer"), "foe": theirs("archer"), "wall": theirs("archer")}
    closed = Table(drawing, units, turn="archer", pack=[ARCHER], options={"corner_sight": "between"})
    assert cells(closed, "shot") == ["a2", "b1"]
    refusal = closed.refused("cast shot b2")
    assert (refusal.clauses, refusal.facts["blocker"]) == (("7.1.6", "4.15.9"), "b1")
    alone = {name: units[name] for name in ("archer", "foe")}
    gone = drawing.replace("wall", ".")
    passing = Table(gone, alone, turn="archer", pack=[ARCHER], options={"corner_sight": "between"})
    assert cells(passing, "shot") == ["a2", "b1", "b2", "c1", "c2", "c3"]


def test_ruling_r58_by_option_a_blocker_touched_ends_it() -> None:
    """The option `blocks`: one tree at the corner of a diagonal is enough; the ends of a line never block.

    [KA 4.15.9] [Ruling R58]
    """
    drawing = """
        .      .  foe
        T      .  .
        archer .  .
        """
    units = {"archer": mine("archer"), "foe": theirs("archer")}
    table = Table(drawing, units, turn="archer", pack=[ARCHER], options={"corner_sight": "blocks"})
    assert cells(table, "shot") == ["a2", "b1", "c1", "c2"]
    assert table.refused("cast shot b2").facts["blocker"] == "a2"
    back = Table(drawing, units, turn="foe", pack=[ARCHER], options={"corner_sight": "blocks"})
    assert cells(back, "shot") == ["a2", "a3", "b1", "b2", "b3", "c1", "c2"]


def test_ruling_r59_an_itty_bitty_krosmaster_does_not_block_sight() -> None:
    """Itty-Bitty is seen past unless Obstructive too; with the option a Krosmaster blocks.

    [KA 4.15.9.b] [Ruling R59]
    """
    pack = [
        ARCHER,
        card("elf", powers=[keyword("itty-bitty")]),
        card("stout-elf", powers=[keyword("itty-bitty"), keyword("obstructive")]),
        summon("shrub", powers=[keyword("obstructive")]),
    ]

    def sees(between: str, **options: str) -> bool:
        units = {"archer": mine("archer"), "between": theirs(between), "foe": theirs("villager")}
        table = Table("archer between foe", units, turn="archer", pack=pack, options=options)
        return "c1" in cells(table, "shot")

    assert sees("elf")
    assert not sees("elf", itty_bitty_sight="blocks")
    assert not sees("stout-elf")
    assert not sees("villager")
    assert sees("imp")
    assert not sees("shrub")


def test_ruling_r60_only_the_max_of_alterable_ranges_changes() -> None:
    """Crate, markers, equipment and powers add up on green ranges; the MIN stays.

    [KA 4.15.7] [KA 4.12.1] [Ruling R60]
    """
    eagle = card(
        "eagle",
        spells=[spell("long-bow", range=GREEN), spell("short-bow", (2, 3))],
        powers=[power("sharp-eye", holds=[{"give": [{"op": "stat-bonus", "stat": "range", "x": 1}]}])],
    )
    turn = {"player": "p1", "unit": "eagle", "phase": "preliminary"}
    tusk = [{"id": "hunters-tusk", "face": "up"}]
    table = Table(
        "C . . . . . . . . . .",
        {"eagle": mine("eagle", at="a1", range_markers=2, rewards=tusk)},
        turn=turn,
        pack=[eagle],
    )
    assert cells(table, "long-bow") == ["c1", "d1", "e1", "f1", "g1", "h1", "i1"]  # 3 + Crate 1 + 2 + 1 + 1
    assert cells(table, "short-bow") == ["c1", "d1"]
    turn = {"player": "p1", "unit": "archer", "phase": "preliminary"}
    short = Table("archer . . .", {"archer": mine("archer", range_markers=-2)}, turn=turn, pack=[ARCHER])
    assert cells(short, "long-bow") == []
    facts = short.refused("cast long-bow c1").facts
    assert (facts["min"], facts["max"]) == (2, 1)
    assert cells(short, "short-bow") == ["c1", "d1"]


def test_ruling_r61_any_unit_on_a_crate_gains_range() -> None:
    """A Turret on a Crate reaches one cell farther [KA 4.17.5.c] [Ruling R61]."""
    turret = summon(
        "sling",
        category="mechanism",
        family="turret",
        mp="-",
        spells=[spell("stone", range={"kind": "target", "min": 1, "max": 2, "fixed": False})],
    )
    units = {"sling": mine("sling", at="a1", summoner="hero"), "hero": mine("villager")}
    on_crate = Table("C . . . hero", units, turn="sling", pack=[turret])
    assert cells(on_crate, "stone") == ["b1", "c1", "d1"]
    on_ground = Table(". . . . hero", units, turn="sling", pack=[turret])
    assert cells(on_ground, "stone") == ["b1", "c1"]
