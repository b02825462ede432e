"""Effects that stand one behind the other: each is finished before the next, and each acts on whom it names."""

from typing import Any

from tests.krosmaster.casting import ANYWHERE, mage, marker
from tests.krosmaster.playing import Table, card, mine, spell, summon, theirs

SELF = {"who": "self"}
UNITS = {"hero": mine("mage"), "foe": theirs("fighter")}


def test_what_all_coins_on_heads_bring_comes_after_what_each_brings() -> None:
    """Two heads: two AP, then the range; one tails: no range [KA 7.2.4.e]."""
    coins = {
        "op": "coins",
        "n": 2,
        "heads": [marker(SELF, stat="ap")],
        "tails": [marker(SELF, stat="mp")],
        "all_heads": [marker(SELF, stat="range")],
    }
    table = Table("hero foe", UNITS, turn="hero", pack=[mage(coins)]).start("cast act a1")
    heads = table.again().play(dice=["heads", "heads"])
    assert [fact["stat"] for fact in heads.facts("markers")] == ["ap", "ap", "range"]
    mixed = table.again().play(dice=["heads", "tails"])
    assert [fact["stat"] for fact in mixed.facts("markers")] == ["ap", "mp"]
    mixed = table.again().play(dice=["tails", "heads"])
    assert [fact["stat"] for fact in mixed.facts("markers")] == ["mp", "ap"]
    tails = table.play(dice=["tails", "tails"])
    assert [fact["stat"] for fact in tails.facts("markers")] == ["mp", "mp"]


def test_what_coins_bring_comes_before_the_next_effect() -> None:
    """Printed order: the coin's effect, then the two behind it [KA 7.2.4.e]."""
    coins = {"op": "coins", "heads": [marker(SELF, stat="ap")]}
    effects = (coins, marker(SELF, x=2), marker(SELF, x=1, stat="range"))
    table = Table("hero foe", UNITS, turn="hero", pack=[mage(*effects)]).start("cast act a1").play(dice=["heads"])
    assert [fact["stat"] for fact in table.facts("markers")] == ["ap", "mp", "range"]


def test_what_is_chosen_comes_before_the_next_effect() -> None:
    """Both effects of the option, then the two behind it [KA 7.2.4.e] [KA 4.18.3.e]."""
    choice = {
        "op": "choose",
        "options": [[marker(SELF, stat="ap"), marker(SELF, x=3, stat="ap")], [marker(SELF, x=2)]],
    }
    effects = (choice, marker(SELF), marker(SELF, stat="range"))
    table = Table("hero foe", UNITS, turn="hero", pack=[mage(*effects)]).play("cast act a1").play("choose 1")
    assert [(fact["stat"], fact["x"]) for fact in table.facts("markers")] == [
        ("ap", 1),
        ("ap", 3),
        ("mp", 1),
        ("range", 1),
    ]


def test_what_hangs_on_a_condition_comes_before_the_next_effect() -> None:
    """The inner effects first, then what is printed behind [KA 7.2.4.e]."""
    has_foe = {"is": "count", "of": {"who": "units", "side": "enemy"}}
    branch = {"op": "if", "that": has_foe, "then": [marker(SELF, stat="ap")], "otherwise": [marker(SELF, x=2)]}
    effects = (branch, marker(SELF), marker(SELF, stat="range"))
    table = Table("hero foe", UNITS, turn="hero", pack=[mage(*effects)]).play("cast act a1")
    assert [fact["stat"] for fact in table.facts("markers")] == ["ap", "mp", "range"]


def test_effects_about_one_unit_come_before_the_next_effect() -> None:
    """Everything about the chosen unit, then what is printed behind [KA 7.2.4.e] [KA 4.18.3.e]."""
    about = {"op": "with", "to": {"who": "main"}, "do": [marker({"who": "subject"}, stat="ap")]}
    effects = (about, marker(SELF), marker(SELF, stat="range"))
    table = Table("hero foe", UNITS, turn="hero", pack=[mage(*effects)]).play("cast act b1")
    assert [(fact["unit"], fact["stat"]) for fact in table.facts("markers")] == [
        ("foe", "ap"),
        ("hero", "mp"),
        ("hero", "range"),
    ]


def test_the_cell_left_by_an_earlier_displacement_is_forgotten_when_the_next_moves_nobody() -> None:
    """The summon needs a cell that this displacement has left [KA 4.18.5] [KA 4.19.1.a]."""
    rock = card("rock", powers=[{"keyword": "unfazed"}])
    push = {"op": "push-back", "x": 1, "to": {"who": "main"}}
    idle = {"op": "push-back", "x": 1, "to": {"who": "units", "side": "enemy", "power": "unfazed"}}
    call = {"op": "summon", "summon": "imp", "where": "cell-left"}
    units = {**UNITS, "rock": theirs("rock")}
    called = Table("hero foe . rock .", units, turn="hero", pack=[mage(push, call), rock]).play("cast act b1")
    assert called.unit("imp", "at") == "b1"
    nobody = Table("hero foe . rock .", units, turn="hero", pack=[mage(push, idle, call), rock]).play("cast act b1")
    assert nobody.unit("foe", "at") == "c1"
    assert "summoned" not in nobody.events
    told = {"op": "if", "that": {"is": "displaced"}, "then": [marker(SELF)], "otherwise": [marker(SELF, stat="ap")]}
    unmoved = Table("hero foe . rock .", units, turn="hero", pack=[mage(push, idle, told), rock]).play("cast act b1")
    assert [fact["stat"] for fact in unmoved.facts("markers")] == ["ap"]


def test_a_place_next_to_the_target_is_next_to_the_main_target_when_there_are_several() -> None:
    """Two targets, one of them on the main cell: the caster comes next to that cell [KA 4.18.3.e]."""
    hop = {"op": "place", "where": "next-to-target"}
    field = """
        .    . . .   .    .
        hero . . foe foe2 .
        .    . . .   .    .
        """
    units = {**UNITS, "foe2": theirs("fighter")}
    table = Table(field, units, turn="hero", pack=[mage(hop, area="cross")]).play("cast act d2")
    assert sorted(table.options()) == ["choose c2", "choose d1", "choose d3"]


def test_a_place_next_to_the_target_is_nowhere_when_no_target_of_several_is_on_the_main_cell() -> None:
    """The main cell is empty, both targets stand beside it [KA 4.18.5]."""
    hop = {"op": "place", "where": "next-to-target"}
    units = {**UNITS, "foe2": theirs("fighter")}
    table = Table(". hero foe . foe2 .", units, turn="hero", pack=[mage(hop, area="cross")]).play("cast act d1")
    assert (table.asked, table.unit("hero", "at")) == ("p1 activation", "b1")


def test_only_the_own_summons_of_the_name_are_koed() -> None:
    """Another summon of the caster and an ally's of the same name stay [KA 4.18.7] [KA 4.10.2]."""
    wolf = summon("wolf")
    units = {
        **UNITS,
        "pal": mine("fighter"),
        "imp": mine("imp", summoner="hero"),
        "wolf": mine("wolf", summoner="hero"),
        "imp2": mine("imp", summoner="pal"),
    }
    named = mage({"op": "ko-summons", "summon": "imp"})
    table = Table("hero foe pal imp wolf imp2", units, turn="hero", pack=[named, wolf]).play("cast act a1")
    assert [table.unit(name, "at") for name in ("imp", "wolf", "imp2")] == ["", "e1", "f1"]
    every = mage({"op": "ko-summons"})
    table = Table("hero foe pal imp wolf imp2", units, turn="hero", pack=[every, wolf]).play("cast act a1")
    assert [table.unit(name, "at") for name in ("imp", "wolf", "imp2")] == ["", "", "f1"]


def test_every_summon_of_the_name_is_koed_whoever_summoned_it() -> None:
    """A text that names the token speaks of all of them in play, on either side [KA 4.18.7] [Ruling R84]."""
    units = {
        **UNITS,
        "imp": mine("imp", summoner="hero"),
        "wolf": mine("wolf", summoner="hero"),
        "imp2": theirs("imp", summoner="foe"),
    }
    act = mage({"op": "ko-summons", "summon": "imp", "every": True})
    table = Table("hero foe imp wolf imp2", units, turn="hero", pack=[act, summon("wolf")]).play("cast act a1")
    assert [table.unit(name, "at") for name in ("imp", "wolf", "imp2")] == ["", "d1", ""]
    act = mage({"op": "ko-summons", "every": True})
    table = Table("hero foe imp wolf imp2", units, turn="hero", pack=[act, summon("wolf")]).play("cast act a1")
    assert [table.unit(name, "at") for name in ("imp", "wolf", "imp2")] == ["", "", ""]


def test_dice_lent_for_criticals_are_as_many_as_printed_and_for_their_unit_alone() -> None:
    """One more die for the third unit; two more for the first, and none for another ally [KA 7.2.5.b]."""
    hit = spell("hit", range=ANYWHERE, base=1, cost={"ap": 1})

    def rolled(x: int, who: str, caster: str) -> int:
        lend: dict[str, Any] = {"op": "bonus", "stat": "critical-dice", "x": x, "until": "fight", "to": {"who": "main"}}
        act = mage(lend)[1]["spell"]
        archer = card("archer", spells=[hit], initiative=1)
        pack = [card("mage", spells=[*act, hit]), archer, card("rest", initiative=2)]
        units = {"hero": mine("mage"), "foe": theirs("fighter"), "rest": mine("rest"), "pal": mine("archer")}
        table = Table("hero foe pal rest", units, turn="hero", pack=pack)
        table.play(f"cast act {table.unit(who, 'at')}")
        if caster == "pal":
            table.play("end").play("end")
        return table.start("cast hit b1").rolls.count

    assert (rolled(1, "pal", "pal"), rolled(2, "pal", "pal"), rolled(2, "pal", "hero")) == (2, 3, 1)
    assert (rolled(1, "hero", "hero"), rolled(2, "hero", "hero"), rolled(2, "hero", "pal")) == (2, 3, 1)


def test_two_like_effects_on_standby_are_resolved_without_a_question() -> None:
    """Two Counters of one unit against one other: their order can change nothing [KA 7.2.9.a] [KA 4.9.15.a]."""
    thorn = card("thorn", powers=[{"keyword": "counter"}])
    cut = spell("cut", range=ANYWHERE, base=1, cost={"ap": 1}, do=[{"op": "injure", "x": 1}])
    units = {"hero": mine("cutter"), "foe": theirs("thorn")}
    table = Table("hero foe", units, turn="hero", pack=[thorn, card("cutter", spells=[cut])])
    table.play("cast cut b1", dice=["lock", "lock"])
    assert table.events.count("counter") == 2
    assert (table.asked, table.unit("hero", "injuries")) == ("p1 activation", 2)


def test_two_different_effects_on_standby_are_put_in_order() -> None:
    """The same power of two summons is two effects [KA 7.2.9.a] [KA 4.9.30.a]."""
    pack = [summon("totem", hp=4, powers=[{"keyword": "wear"}])]
    units = {
        "hero": mine("fighter"),
        "totem": mine("totem", summoner="hero"),
        "foe": theirs("fighter"),
        "totem2": mine("totem", summoner="hero"),
    }
    begin = {"player": "p1", "unit": "hero", "phase": "preliminary"}
    table = Table("hero totem foe totem2", units, turn=begin, pack=pack).play()
    assert (table.asked, table.options()) == ("p1 standby", ["resolve 1", "resolve 2"])


def test_what_track_and_its_kind_bring_comes_before_the_next_effect() -> None:
    """Track, Invasion, Retribution and Revenge: the inner effects first, then both behind [KA 7.2.4.e]."""
    pack = [card("hood", types=["avenger", "villain"])]
    field = "\n".join([". ."] * 12)
    units = {"hero": mine("mage", at="a9"), "foe": theirs("hood", at="b9")}
    inner = [marker(SELF, stat="ap"), marker(SELF, x=2, stat="ap")]
    for op in (
        {"op": "track", "then": inner},
        {"op": "invasion", "then": inner},
        {"op": "retribution", "x": 1, "then": inner},
        {"op": "revenge", "x": 1, "then": inner},
    ):
        effects = (op, marker(SELF), marker(SELF, stat="range"))
        table = Table(field, units, turn="hero", pack=[mage(*effects), *pack]).play("cast act b9")
        found = [(fact["stat"], fact["x"]) for fact in table.facts("markers")]
        assert found == [("ap", 1), ("ap", 2), ("mp", 1), ("range", 1)], op


def test_who_did_not_move_was_not_displaced() -> None:
    """By a place on a taken cell, by moving closer to where one stands, by retreating into a Tree [KA 7.5.9.b]."""
    told = {"op": "if", "that": {"is": "displaced"}, "then": [marker(SELF)], "otherwise": [marker(SELF, stat="ap")]}
    for op, at, moved in (
        ({"op": "place"}, "c1", False),
        ({"op": "place"}, "d1", True),
        ({"op": "move-closer", "x": 1}, "b1", False),
        ({"op": "move-closer", "x": 1}, "d1", False),
        ({"op": "retreat", "x": 1}, "c1", False),
        ({"op": "retreat", "x": 1}, "b1", False),
    ):
        table = Table("T hero foe .", UNITS, turn="hero", pack=[mage(op, told)]).play(f"cast act {at}")
        assert [fact["stat"] for fact in table.facts("markers")] == ["mp" if moved else "ap"], (op, at)


def test_invasion_looks_at_where_the_caster_was_when_targets_were_determined() -> None:
    """Moving into the opponent's territory by the same spell comes too late [KA 7.5.22.a] [Ruling R96]."""
    raid = {"op": "invasion", "then": [marker(SELF)]}
    effects = ({"op": "move-closer", "x": 1}, raid)
    field = "\n".join(["."] * 12)
    for row, inside in ((7, False), (8, True)):
        units = {"hero": mine("mage", at=f"a{row}"), "foe": theirs("fighter", at=f"a{row + 3}")}
        table = Table(field, units, turn="hero", pack=[mage(*effects)]).play(f"cast act a{row + 3}")
        assert table.unit("hero", "at") == f"a{row + 1}"
        assert bool(table.unit("hero", "mp_markers")) is inside


def test_a_steal_of_nothing_leaves_nothing_on_standby() -> None:
    """No injury was placed: the other effect needs no order [KA 7.5.18.a] [KA 7.2.9.a]."""
    song = {
        "id": "song",
        "name": {"en": "Song"},
        "when": "casts",
        "do": [{"op": "markers", "stat": "mp", "x": 1, "to": SELF}],
    }
    sip = spell("sip", range=ANYWHERE, base=0, cost={"ap": 1}, do=[{"op": "steal-health"}])
    units = {"hero": mine("bat", injuries=2), "foe": theirs("fighter")}
    table = Table("hero foe", units, turn="hero", pack=[card("bat", spells=[sip], powers=[song])])
    table.play("cast sip b1", dice=["lock", "lock"])
    assert (table.asked, table.unit("hero", "mp_markers", "injuries")) == ("p1 activation", (1, 2))
