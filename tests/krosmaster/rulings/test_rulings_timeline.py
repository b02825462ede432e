"""Rulings on the Timeline: the turns of summons, and what becomes of them with their summoner."""

from tests.krosmaster.playing import Part, Table, card, keyword, mine, power, spell, summon, theirs

CALL = spell("call", (1, 2), kind="special", cost={"ap": 2}, summons=4, do=[{"op": "summon", "summon": "imp"}])


def keg(hp: int) -> Part:
    """A Bomb of this many HP that explodes for 2 on a cross."""
    return summon(
        "keg",
        category="mechanism",
        family="bomb",
        mp="-",
        ap="-",
        hp=hp,
        spells=[spell("bang", "personal", element="fire", base=2, cost={"ap": "-"}, area="cross")],
        powers=[power("bang", when="is-koed", do=[{"op": "cast", "spell": "bang"}]), keyword("wear")],
    )


def test_ruling_r39_a_summon_acts_right_after_its_summoner_in_the_same_turn() -> None:
    """Of several the active player names the next; a summon's summon follows it [Ruling R39] [KA 4.19.1.g]."""
    table = Table(
        """
        .    .    .    . .
        .    hero .    . foe
        mate .    sham . .
        """,
        {
            "hero": mine("caller"),
            "mate": mine("villager"),
            "sham": mine("shaman", summoner="hero"),
            "foe": theirs("fighter"),
        },
        turn="hero",
        pack=[card("caller", spells=[CALL]), summon("shaman", hp=4, spells=[CALL])],
    )
    table.play("cast call b3", answers=["cast call c2", "end"])
    assert (table.asked, sorted(table.options())) == ("p1 next-summon", ["choose imp", "choose imp-2", "choose sham"])
    table.play("choose sham", answers=["cast call d1", "end"])
    assert table.read("turn.unit") == "imp-3"
    table.play("end")
    assert (table.asked, sorted(table.options())) == ("p1 next-summon", ["choose imp", "choose imp-2"])
    table.play("choose imp-2", answers=["end"])
    assert table.read("turn.unit") == "imp"
    table.play("end")
    assert table.read("turn.unit") == "mate"


def test_ruling_r39_a_summon_that_comes_in_anothers_turn_acts_at_its_summoners_next_passage() -> None:
    """It came when its summoner was struck: not this turn, but after its summoner's next one.

    [Ruling R39] [KA 4.19.1.g] [KA 5.5.1]
    """
    imp = {"op": "summon", "summon": "imp", "where": "around-self"}
    nest = power("nest", when="suffers-injuries", do=[imp])
    units = {"foe": theirs("fighter"), "mother": mine("mother"), "mate": mine("villager"), "last": theirs("villager")}
    table = Table("foe mother . mate last", units, turn="foe", pack=[card("mother", powers=[nest], initiative=9)])
    table.play("cast strike b1", dice=["lock", "lock"])
    assert (table.unit("imp", "at"), table.unit("imp", "summoner")) == ("c1", "mother")
    table.play("end")
    assert table.read("turn.unit") == "last"  # the turn of the other side goes on without the Imp
    table.play("end", dice=["lock", "armour"], answers=["keep", "done"])
    assert table.read("turn.unit") == "mother"
    table.play("end")
    assert table.read("turn.unit") == "imp"
    table.play("end")
    assert table.read("turn.unit") == "mate"


def test_ruling_r40_a_bomb_explodes_in_its_summoners_preliminary_phase() -> None:
    """And its own turn, in which nothing can be done, is passed by unasked [Ruling R40] [KA 4.19.5.c] [KA 4.19.1.g]."""

    def started(hp: int, *dice: str) -> Table:
        table = Table(
            """
            hero .    bomb foe
            mate .    .    .
            """,
            {
                "hero": mine("fighter"),
                "mate": mine("villager"),
                "bomb": mine("keg", summoner="hero"),
                "foe": theirs("fighter"),
            },
            turn={"player": "p1", "phase": "tension"},
            pack=[keg(hp)],
        ).play("keep", dice=["lock", "dodge"])
        return table.play("done", dice=dice)

    table = started(1, "lock", "lock")
    assert (table.read("turn.unit"), table.read("turn.phase")) == ("hero", "activation")
    assert (table.unit("bomb", "ko"), table.unit("foe", "injuries")) == (True, 2)
    table = started(2)
    assert table.unit("bomb", "injuries", "at") == (1, "c2")
    table.play("end")
    assert (table.read("turn.unit"), table.unit("bomb", "injuries")) == ("mate", 1)


def test_ruling_r41_summons_leaving_with_their_summoner_cast_nothing() -> None:
    """They are removed, not KO'd; what is on standby resolves all the same [Ruling R41] [KA 4.10.2.a] [KA 4.19.5]."""
    drawing = """
        .    .    one foe   .
        hero .    .   .     .
        .    mate two other .
    """
    units = {
        "hero": mine("blaster"),
        "mate": mine("fighter"),
        "foe": theirs("fighter", injuries=6),
        "one": theirs("keg", summoner="foe"),
        "two": theirs("keg", summoner="foe"),
        "other": theirs("fighter"),
    }
    pack = [card("blaster", spells=[spell("shot", (1, 4)), spell("blast", (2, 2), area="staff")]), keg(1)]
    table = Table(drawing, units, turn="hero", pack=pack).play("cast shot d3", dice=["lock", "lock"])
    assert (table.unit("foe", "ko"), table.unit("one", "at", "ko"), table.unit("two", "at")) == (True, ("", False), "")
    assert (table.unit("mate", "injuries"), "standby" in table.events, table.asked) == (0, False, "p1 activation")
    table = Table(drawing, units, turn="hero", pack=pack).play("cast blast c2", dice=["lock"] * 3)
    assert (table.asked, table.unit("one", "ko"), table.unit("two", "ko")) == ("p1 standby", True, True)
    first = [place for place, entry in enumerate(table.state.standby, 1) if table.state.names[entry[1]] == "one"]
    table.play(f"resolve {first[0]}", dice=["lock", "lock", "lock", "lock", "lock"])
    assert (table.unit("foe", "ko"), table.unit("mate", "injuries"), table.unit("other", "injuries")) == (True, 2, 2)


def test_ruling_r42_a_bomb_ko_d_with_its_summoner_explodes() -> None:
    """Every unit that reaches its HP in the step is KO'd before the first removal [Ruling R42] [KA 7.2.8.a]."""
    table = Table(
        """
        hero foe bomb .
        .    .   mate other
        """,
        {
            "hero": mine("blaster"),
            "mate": mine("fighter"),
            "foe": theirs("fighter", injuries=6),
            "bomb": theirs("keg", summoner="foe"),
            "other": theirs("villager"),
        },
        turn="hero",
        pack=[card("blaster", spells=[spell("blast", area="shovel")]), keg(1)],
    ).play("cast blast b2", dice=["lock"] * 5)
    assert [fact["unit"] for fact in table.facts("ko")] == ["foe", "bomb"]
    assert table.events.index("standby") < table.events.index("removed")
    assert (table.unit("mate", "injuries"), table.unit("hero", "injuries")) == (2, 0)


def test_ruling_r125_the_timeline_of_a_document_stands_as_it_is_given() -> None:
    """A slow one may stand first, where a quick one has been replaced [KA 2.4.3.a] [KA 7.5.19.a] [Ruling R125]."""
    units = {"slow": mine("villager"), "quick": mine("fighter"), "foe": theirs("fighter")}
    given = Table("slow quick foe", units, turn="slow", players={"p1": {"timeline": ["slow", "quick"]}})
    assert given.play("end").read("turn.unit") == "quick"
    assert Table("slow quick foe", units, turn="quick").read("player.p1.timeline") == ["quick", "slow"]
