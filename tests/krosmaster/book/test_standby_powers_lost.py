"""Powers lost while their effects wait, spells that are no powers, and how long effects last on whoever idles."""

from typing import Any

from tests.krosmaster.casting import ANYWHERE
from tests.krosmaster.playing import Part, Table, card, keyword, mine, power, spell, summon, theirs

NEXT_TURN = ["lock", "armour"]
KEEP = ["keep", "done"]
HUSH = {"op": "lose-powers", "until": "next-turn"}
CAST_OF_ALL: tuple[Part, ...] = (
    card(
        "shooter",
        hp=12,
        ap=12,
        spells=[
            spell("shot", range=ANYWHERE, base=2, cost={"ap": 1}),
            spell("hush", range=ANYWHERE, kind="special", cost={"ap": 1}, do=[HUSH]),
            spell(
                "maim",
                range=ANYWHERE,
                kind="special",
                cost={"ap": 1},
                do=[{"op": "injure", "x": 3}, {"op": "push-back", "x": 2}],
            ),
            spell(
                "dim", range=ANYWHERE, kind="special", cost={"ap": 1}, do=[{"op": "markers", "stat": "range", "x": -2}]
            ),
        ],
    ),
    summon(
        "lamp",
        category="mechanism",
        mp="-",
        ap=2,
        hp=4,
        powers=[
            power(
                "glow",
                when="start-of-summoner-turn",
                do=[{"op": "markers", "stat": "ap", "x": 1, "to": {"who": "units", "side": "ally", "type": "fighter"}}],
            )
        ],
    ),
)


def quiet(kind: str, side: str = "enemy") -> Part:
    """A Krosmaster beside which units of a kind have no powers."""
    of = {"who": "units", "side": side, "kind": kind, "adjacent_to": "self"}
    return card("warden", powers=[power("hush", holds=[{"give": [{"op": "have-no-powers", "to": of}]}])])


def units(**more: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {"hero": mine("shooter"), "foe": theirs("fighter"), **more}


def test_a_bomb_that_has_lost_its_powers_explodes_all_the_same() -> None:
    """Explosion is the Spell that every Bomb casts when KO'd, not one of its powers [KA 4.19.5] [KA 4.18.4.g]."""
    pack = [*CAST_OF_ALL, quiet("summon")]
    petard = theirs("petard", summoner="foe")
    near = Table("hero . warden petard foe", units(warden=mine("warden"), petard=petard), turn="hero", pack=pack)
    near.play("cast shot d1", dice=["lock"] * 5)
    assert [fact["spell"] for fact in near.facts("cast")] == ["shot", "bang"]
    robbed = Table("hero . . petard foe", units(petard=petard), turn="hero", pack=pack).play("cast hush d1")
    robbed.play("cast shot d1", dice=["lock"] * 4)
    assert [fact["spell"] for fact in robbed.facts("cast")] == ["shot", "bang"]


def test_a_mob_that_casts_by_a_power_when_koed_casts_nothing_without_it() -> None:
    """Only Bombs cast by themselves: what a power does goes with the power [KA 4.19.5] [KA 4.18.4.g]."""
    doll = summon(
        "doll",
        spells=[spell("spite", "personal", cost={"ap": "-"}, area="cross")],
        powers=[power("spite", when="is-koed", do=[{"op": "cast", "spell": "spite"}])],
    )
    table = Table("hero . . doll foe", units(doll=theirs("doll")), turn="hero", pack=[*CAST_OF_ALL, doll])
    table.play("cast hush d1").play("cast shot d1", dice=["lock", "lock"])
    assert table.unit("doll", "ko") and [fact["spell"] for fact in table.facts("cast")] == ["shot"]


def test_a_bomb_moved_after_its_ko_explodes_where_it_was_last() -> None:
    """Pushed in the same step, before it leaves: the Explosion is on its last cell [KA 4.19.5.d] [Ruling R79]."""
    table = Table("hero petard . . foe", units(petard=theirs("petard", summoner="foe")), turn="hero", pack=CAST_OF_ALL)
    table.play("cast maim b1", dice=["lock", "lock"])
    assert [(fact["spell"], fact["cell"]) for fact in table.facts("cast")] == [("maim", "b1"), ("bang", "d1")]
    assert (table.unit("hero", "injuries"), table.unit("foe", "injuries")) == (0, 2)


def test_a_spell_waiting_to_be_cast_by_a_power_is_dropped_with_the_power() -> None:
    """Its owner is in play and has lost the power in the meantime [KA 4.18.3.c]."""
    thorny = summon(
        "thorny",
        hp=9,
        spells=[spell("spines", "personal", cost={"ap": "-"}, area="cross", base=1)],
        powers=[
            power("spines", when="suffers-injuries", do=[{"op": "cast", "spell": "spines"}]),
            power("forget", when="suffers-injuries", do=[{"op": "lose-powers", "to": {"who": "self"}}]),
        ],
    )
    field = units(thorny=theirs("thorny", summoner="foe"))
    table = Table("hero . thorny foe", field, turn="hero", pack=[*CAST_OF_ALL, thorny])
    table.play("cast shot c1", dice=["lock", "lock"])
    kept = table.again()
    table.play("resolve 2")
    assert table.facts("dropped") == [{"unit": "thorny"}] and table.facts("cast") == []
    kept.start("resolve 1")
    assert [fact["spell"] for fact in kept.facts("cast")] == ["spines"]


def test_a_farmer_that_loses_its_powers_at_the_end_of_the_turn_gets_no_kama() -> None:
    """Farmer waits with the other effects of the end of the turn and is dropped with the power [KA 4.18.3.c]."""
    forget = power("forget", when="end-of-own-turn", do=[{"op": "lose-powers", "to": {"who": "self"}}])
    peasant = card("peasant", powers=[keyword("farmer"), forget])
    field = {"hero": mine("peasant"), "foe": theirs("fighter")}
    table = Table("hero . foe", field, turn="hero", pack=[peasant], kamas={"a1": 1}).play("collect").play("end")
    last = table.again()
    table.play("resolve 1", dice=NEXT_TURN, answers=KEEP)
    assert table.read("player.p1.kamas") == 1
    last.play("resolve 2", dice=NEXT_TURN, answers=KEEP)
    assert last.read("player.p1.kamas") == 2


def test_what_lasts_until_the_next_turn_of_an_idle_mechanism_ends_as_its_turn_is_passed_by() -> None:
    """It has a turn after its summoner's, in which it can do nothing [KA 4.19.1.g] [KA 4.18.4] [Ruling R40]."""
    field = units(lamp=theirs("lamp", summoner="foe"))
    table = Table("hero . lamp foe", field, turn="hero", pack=CAST_OF_ALL)
    table.play("cast hush c1").play("cast dim c1").play("end", dice=NEXT_TURN, answers=KEEP)
    assert (table.unit("foe", "ap_markers"), table.unit("lamp", "range_markers")) == (0, -2)
    table.play("end", dice=NEXT_TURN, answers=KEEP)
    assert (table.read("turn.unit"), table.unit("lamp", "range_markers", "ap")) == ("hero", (0, 0))
    table.play("end", dice=NEXT_TURN, answers=KEEP)
    assert (table.read("turn.unit"), table.unit("foe", "ap_markers")) == ("foe", 1)


def test_the_next_turn_of_the_active_unit_is_not_the_one_it_is_in() -> None:
    """Robbed of its powers in its own turn, it has none in the turn after that either [KA 4.18.4]."""
    hushed = card(
        "monk",
        powers=[keyword("lock")],
        spells=[spell("vow", "personal", kind="special", cost={"ap": 1}, do=[HUSH])],
    )
    field = {"hero": mine("monk"), "foe": theirs("fighter")}
    table = Table("hero . foe", field, turn="hero", pack=[hushed]).play("cast vow a1")
    found = []
    for _ in range(4):
        table.play("end", dice=NEXT_TURN, answers=KEEP)
        found.append((table.read("turn.unit"), table.unit("hero", "powers")))
    assert found == [("foe", []), ("hero", []), ("foe", ["lock"]), ("hero", ["lock"])]


def test_the_summons_of_a_mechanism_that_can_do_nothing_itself_have_their_turns() -> None:
    """They come after it in the Timeline, and its Bombs wear at the start of its turn [KA 4.19.1.g] [KA 4.19.5.c]."""
    field = {
        "hero": mine("fighter"),
        "nest": mine("nest", summoner="hero"),
        "imp": mine("imp", summoner="nest"),
        "petard": mine("petard", summoner="nest"),
        "foe": theirs("fighter"),
    }
    nest = summon("nest", category="mechanism", mp="-", ap="-")
    table = Table("hero . nest imp . petard . foe", field, turn="hero", pack=[nest])
    table.play("end", dice=["lock"])
    assert [fact["spell"] for fact in table.facts("cast")] == ["bang"]
    assert table.read("turn.unit") == "imp"
    assert table.play("end", dice=NEXT_TURN, answers=KEEP).read("turn.unit") == "foe"
