"""Rulings on KO's in the middle of things, effects on standby, and the turn of a unit."""

from typing import Any

from tests.krosmaster.playing import Table, card, keyword, mine, power, spell, summon, theirs

FIELD = """
    . .    .   . .
    . hero foe . .
    . .    .   . .
"""
MAIN = {"who": "main"}


def test_ruling_r43_a_ko_d_unit_stands_until_the_end_of_the_step() -> None:
    """It fills its cell, takes no more, and leaves before the next step [Ruling R43] [KA 4.10.2] [KA 7.2.4.d]."""
    crush = spell(
        "crush",
        area="shovel",
        do=[{"op": "injure", "x": 6, "to": MAIN}, {"op": "injure", "x": 3, "to": MAIN}, {"op": "attract", "x": 1}],
    )
    table = Table(
        ". hero foe back . . last",
        {
            "hero": mine("crusher"),
            "foe": theirs("fighter"),
            "back": theirs("fighter"),
            "last": theirs("villager"),
        },
        turn="hero",
        pack=[card("crusher", spells=[crush])],
    )
    table.play("cast crush c1")
    assert (table.asked, table.unit("foe", "injuries", "at")) == ("p1 push-order", (8, "c1"))
    assert (table.facts("injured"), table.read("player.p1.gg")) == (
        [{"unit": "foe", "x": 6, "by": "hero"}, {"unit": "foe", "x": 2, "by": "hero"}],
        6,
    )
    table.play("choose back", dice=["lock", "lock"])
    assert (table.unit("back", "at", "injuries"), table.unit("foe", "at", "ko")) == (("d1", 2), ("", True))
    assert table.events.index("removed") < table.events.index("critical-roll")


def test_ruling_r44_a_standby_effect_outlives_its_owner_but_not_its_object() -> None:
    """It is dropped when its owner, in play, lost the power or its object has gone [Ruling R44] [KA 7.2.9.b]."""
    mute = power("mute", when="inflicts-injuries", do=[{"op": "lose-powers", "to": {"who": "subject"}}])
    pack = [
        card("blaster", spells=[spell("blast", area="shovel")]),
        card("muter", spells=[spell("poke")], powers=[mute]),
    ]

    def struck(foe_injuries: int, hero_injuries: int) -> Table:
        table = Table(
            ". hero foe back . mate other",
            {
                "hero": mine("blaster", injuries=hero_injuries),
                "foe": theirs("fighter", injuries=foe_injuries, powers=["counter"]),
                "back": theirs("fighter", injuries=foe_injuries, powers=["counter"]),
                "mate": mine("villager"),
                "other": theirs("villager"),
            },
            turn="hero",
            pack=pack,
        )
        return table.play("cast blast c1", dice=["lock"] * 3, answers=["resolve 1"])

    gone = struck(6, 0)
    assert (gone.unit("foe", "ko"), gone.unit("back", "ko"), gone.unit("hero", "injuries")) == (True, True, 2)
    dead = struck(0, 7)
    assert (dead.unit("hero", "ko"), len(dead.facts("counter")), len(dead.facts("dropped"))) == (True, 1, 1)
    muted = Table(
        FIELD, {"hero": mine("muter"), "foe": theirs("fighter", powers=["counter"])}, turn="hero", pack=pack
    ).play("cast poke c2", dice=["lock", "lock"])
    names = [muted.state.names[entry[1]] for entry in muted.state.standby]
    first = muted.again().play(f"resolve {names.index('foe') + 1}")
    assert first.unit("hero", "injuries") == 1
    muted.play(f"resolve {names.index('hero') + 1}")
    assert (muted.unit("hero", "injuries"), muted.facts("dropped")) == (0, [{"unit": "foe"}])


def test_ruling_r45_the_spell_of_a_ko_d_caster_goes_on_from_its_last_cell() -> None:
    """With its powers and values; what would act on the caster does nothing [Ruling R45] [KA 7.2.2.b] [KA 4.18.6]."""
    blow = spell(
        "last-blow",
        cost={"ap": 2, "injuries": 2},
        do=[
            {"op": "retreat", "x": 1},
            {"op": "markers", "stat": "ap", "x": 1, "to": {"who": "self"}},
            {"op": "push-back", "x": 1},
            {"op": "steal-health"},
        ],
    )
    fury = power("fury", holds=[{"give": [{"op": "damage-bonus", "x": 1}]}])
    table = Table(
        """
        . .    .   . mate
        . hero foe . .
        . .    .   . .
        """,
        {"hero": mine("martyr", injuries=6), "foe": theirs("fighter"), "mate": mine("villager")},
        turn="hero",
        pack=[card("martyr", spells=[blow], powers=[keyword("critical-hit"), fury])],
    ).play("cast last-blow c2", dice=["critical", "lock", "lock"])
    assert table.unit("hero", "ko", "at", "injuries", "ap_markers") == (True, "", 0, 0)
    assert (table.unit("foe", "at"), table.read("turn.unit")) == ("d2", "mate")
    assert table.facts("critical-roll") == [{"unit": "hero", "dice": ["critical", "lock"], "successes": 1}]
    assert table.unit("foe", "injuries") == 4


def test_ruling_r46_markers_of_start_of_turn_effects_count_next_turn() -> None:
    """Gauges fill and drop their markers before effects at the start of the turn [Ruling R46] [KA 6.2.1.b]."""
    weaken = {"op": "markers", "stat": "ap", "x": -2, "to": {"who": "self"}}
    table = Table(
        ". hero . foe",
        {"hero": mine("weary", ap_markers=-1), "foe": theirs("fighter")},
        turn={"player": "p1", "phase": "tension"},
        pack=[card("weary", powers=[power("weary", when="start-of-own-turn", do=[weaken])])],
    ).play("keep", dice=["lock", "dodge"], answers=["done"])
    assert table.unit("hero", "ap", "ap_markers") == (5, -2)
    table.play("end", dice=["lock", "dodge"], answers=["keep", "done"])
    table.play("end", dice=["lock", "dodge"], answers=["keep", "done"])
    assert table.unit("hero", "ap", "ap_markers") == (4, -2)


def test_ruling_r47_this_turn_ends_with_the_active_units_activation() -> None:
    """The unit's turn, when its gauges empty; "your turn" is the player's [Ruling R47] [KA 6.4.1] [KA 6.3.8]."""
    rally = {"op": "bonus", "stat": "damage", "x": 2, "to": {"who": "units", "side": "ally"}}
    grumble = power("grumble", when="suffers-injuries", during="own-turn", do=[{"op": "gain-kamas", "x": 1}])
    table = Table(
        """
        . .    .   . .
        . hero foe . .
        . mate .   . .
        """,
        {"hero": mine("leader"), "mate": mine("grumbler"), "foe": theirs("fighter")},
        turn="hero",
        pack=[
            card("leader", initiative=5, spells=[spell("rally", "personal", kind="special", do=[rally]), spell("jab")]),
            card("grumbler", hp=12, powers=[grumble], spells=[spell("arrow", (1, 4))]),
        ],
    )
    table.play("cast rally b2").play("cast jab b1", dice=["lock", "lock"])
    assert (table.unit("mate", "injuries"), table.read("player.p1.kamas")) == (4, 1)
    table.play("end")
    assert (table.read("turn.unit"), table.unit("hero", "ap", "mp")) == ("mate", (0, 0))
    table.play("cast arrow c2", dice=["lock", "lock"])
    assert table.unit("foe", "injuries") == 2


def test_ruling_r48_no_more_minus_markers_than_the_max() -> None:
    """One that meets its opposite counts; equipment raises the limit; gauges stop at 0 [Ruling R48] [KA 4.11.7]."""
    steal = {"op": "steal-markers", "stat": "ap", "x": 4}
    slow = {"op": "markers", "stat": "mp", "x": -2}
    pack = [
        card(
            "thief",
            ap=20,
            spells=[spell("steal", kind="special", do=[steal]), spell("slow", kind="special", do=[slow])],
        )
    ]

    def beside(*lines: str, **foe: Any) -> Table:
        units = {"hero": mine("thief"), "foe": theirs("fighter", **foe)}
        return Table(FIELD, units, turn="hero", pack=pack).play(lines[0], answers=lines[1:])

    table = beside("cast steal c2", ap_markers=1)
    assert (table.unit("foe", "ap_markers"), table.unit("hero", "ap_markers")) == (-3, 4)
    table = beside("cast steal c2", "cast steal c2")
    assert (table.unit("foe", "ap_markers"), table.unit("hero", "ap_markers")) == (-6, 6)
    table = beside("cast steal c2", "cast steal c2", rewards=[{"id": "sunset-dofus", "face": "up"}])
    assert (table.unit("foe", "ap_markers"), table.unit("hero", "ap_markers")) == (-7, 7)
    table = beside("cast slow c2", "cast slow c2")
    assert table.unit("foe", "mp_markers") == -3
    table.play("end", dice=["lock", "dodge"], answers=["keep", "done"])
    assert table.unit("foe", "mp", "mp_markers") == (0, 0)
    full = beside("cast steal c2", ap_markers=-7)
    assert (full.unit("foe", "ap_markers"), full.unit("hero", "ap_markers")) == (-7, 0)


def test_ruling_r49_only_an_active_caster_gains_at_once() -> None:
    """Beyond the MAX, and never below 0; a Trap rewards nobody, unless the option says so.

    [Ruling R49] [KA 7.5.14.a] [KA 4.11.4]
    """
    gain = {"op": "immediate-gain", "stat": "ap", "x": 4}
    tire = {"op": "immediate-gain", "stat": "mp", "x": -5}
    pack = [
        card(
            "hasty", spells=[spell("haste", "personal", kind="special", cost={"ap": 1}, do=[gain, tire]), spell("jab")]
        ),
        card("angry", powers=[power("anger", when="suffers-injuries", do=[gain])]),
        summon(
            "spur",
            category="mechanism",
            family="trap",
            obstacle=False,
            mp="-",
            ap="-",
            hp="-",
            spells=[spell("prick", "personal", kind="special", cost={"ap": "-"}, do=[gain])],
        ),
    ]

    def table(**options: str) -> Table:
        units = {"hero": mine("hasty"), "foe": theirs("fighter"), "trap": theirs("spur", summoner="foe", at="b3")}
        units["foe"]["powers"] = ["itty-bitty"]
        return Table(FIELD, units, turn="hero", pack=pack, options=options)

    assert table().play("cast haste b2").unit("hero", "ap", "max_ap", "mp") == (9, 6, 0)
    assert table().play("move b3").unit("hero", "ap") == 6
    angry = Table(FIELD, {"hero": mine("hasty"), "foe": theirs("angry")}, turn="hero", pack=pack)
    angry.play("cast jab c2", dice=["lock", "lock"])
    assert ("power" in angry.events, angry.unit("foe", "ap"), angry.unit("hero", "ap")) == (True, 0, 3)
    assert table(immediate_gain="active").play("move b3").unit("hero", "ap") == 10
