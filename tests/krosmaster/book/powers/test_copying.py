"""Powers copied from other units: all of them, in the copier's name, as long as the original has them [KA 4.18.8]."""

from typing import Any

import pytest

from esquive.core.errors import DocumentError
from esquive.krosmaster.book.powers.selectors import has_type
from esquive.krosmaster.book.summons import stand
from esquive.krosmaster.cards.trigger_names import T_START_OF_FIGHT
from esquive.krosmaster.game import GAME
from esquive.krosmaster.table.board import parse_cell
from esquive.lab.krosmaster.invariants import check
from tests.krosmaster.casting import ANYWHERE, mage
from tests.krosmaster.playing import Table, card, keyword, mine, power, spell, summon, theirs


def holds(*give: dict[str, Any], **keys: Any) -> list[dict[str, Any]]:
    """A continuous effect as `while` has it."""
    return [{"give": list(give), **keys}]


def copier(slug: str, name: str = "mimicry", of: str = "knight", **keys: Any) -> Any:
    """A card that copies the powers of allied units of a type."""
    copy = {"op": "copy-powers", "side": "ally", "type": of}
    return card(slug, powers=[power(name, holds=holds(copy))], **keys)


STRONG = {"op": "damage-bonus", "x": 2, "element": "earth"}
ADJACENT_FOES = {"who": "units", "side": "enemy", "adjacent_to": "self"}
THORNS = power("thorns", when="suffers-injuries", do=[{"op": "injure", "x": 1, "to": {"who": "subject"}}])
RALLY = power("rally", when="start-of-own-turn", do=[{"op": "immediate-gain", "stat": "mp", "x": 1}])
STRENGTH = power("brawn", holds=holds(STRONG))
CUDGEL = spell("cudgel", base=1, cost={"ap": 2})
APE = copier("ape", spells=[CUDGEL])
KNIGHT = card("sir", types=["knight"], powers=[keyword("lock"), STRENGTH, THORNS], spells=[CUDGEL])


def struck(table: Table, line: str = "cast cudgel b1", foe: str = "foe") -> int:
    """The injuries of the foe once the line is played with even dice, in a copy of the position."""
    before = table.unit(foe, "injuries")
    return int(table.again().play(line, dice=["lock", "lock"]).unit(foe, "injuries")) - int(before)


def test_a_copier_has_keywords_continuous_effects_and_triggered_powers_of_the_other_unit() -> None:
    """[KA 4.18.8]: all three kinds, and only of those the power means: neither of an enemy nor of another type."""
    dame = card("dame", types=["knight"], powers=[keyword("dodge")])
    squire = card("squire", powers=[keyword("armour")])
    units = {
        "ape": mine("ape"),
        "foe": theirs("fighter"),
        "sir": mine("sir"),
        "mate": mine("squire"),
        "dame": theirs("dame"),
    }
    table = Table("ape foe . sir mate dame", units, turn="ape", pack=[APE, KNIGHT, dame, squire])
    assert table.unit("ape", "powers") == ["lock"]
    assert struck(table) == 1 + 2
    table = Table("ape foe . sir mate dame", units, turn="foe", pack=[APE, KNIGHT, dame, squire])
    table.play("cast strike a1", dice=["lock", "lock"])
    assert table.unit("foe", "injuries") == 1


def test_a_copied_power_reads_the_copiers_name_for_the_original_owners() -> None:
    """[KA 4.18.8] [KA 4.18.7]: "while this unit is injured", "next to this unit" and "this unit" mean the copier."""
    rage = power("rage", holds=[{"give": [STRONG], "that": {"is": "injuries", "min": 1}}])
    dread = power("dread", holds=holds({"op": "cost-bonus", "stat": "ap", "x": 1, "to": ADJACENT_FOES}))
    knight = card("sir", types=["knight"], powers=[rage, dread])
    pack = [APE, knight]
    for ape, sir, dealt in ((1, 0, 3), (0, 1, 1)):
        units = {"ape": mine("ape", injuries=ape), "foe": theirs("fighter"), "sir": mine("sir", injuries=sir)}
        assert struck(Table("ape foe . sir", units, turn="ape", pack=pack)) == dealt
    units = {"ape": mine("ape"), "foe": theirs("fighter"), "sir": mine("sir"), "far": theirs("fighter")}
    table = Table("ape foe . sir . far", units, turn="foe", pack=pack)
    before = table.unit("foe", "ap")
    table.play("cast strike a1", dice=["lock", "lock"])
    assert before - table.unit("foe", "ap") == 3 + 1  # beside the copier, far from the original


def test_a_triggered_power_is_set_off_by_what_happens_to_the_copier() -> None:
    """[KA 4.18.8] [KA 7.2.9.d]: both have Rally, each gains its own MP in its own turn."""
    knight = card("sir", types=["knight"], powers=[RALLY], initiative=2)
    units = {"ape": mine("ape"), "sir": mine("sir"), "foe": theirs("villager")}
    turn = {"player": "p1", "unit": "ape", "phase": "preliminary"}
    table = Table("ape sir . foe", units, turn=turn, pack=[APE, knight])
    table.play()
    assert (table.read("turn.unit"), table.unit("ape", "mp"), table.unit("sir", "mp")) == ("ape", 4, 0)
    table.play("end")
    assert (table.read("turn.unit"), table.unit("sir", "mp")) == ("sir", 4)


def test_a_copied_power_comes_and_goes_with_the_unit_it_is_copied_from() -> None:
    """[KA 4.18.4.f] [KA 4.18.4.d] [KA 4.18.8]: gained the moment a summoned knight enters play, lost with its KO."""
    squire = summon("squire", family="knight", hp=1, powers=[keyword("armour"), STRENGTH])
    call = spell("call", kind="special", cost={"ap": 1}, summons=3, do=[{"op": "summon", "summon": "squire"}])
    ape = copier("ape", spells=[CUDGEL, call], ap=9)
    units = {"ape": mine("ape"), "foe": theirs("fighter")}
    table = Table(
        """
        . . . .
        ape foe . .
        """,
        units,
        turn="ape",
        pack=[ape, squire],
    )
    assert (table.unit("ape", "powers"), struck(table)) == ([], 1)
    table.play("cast call a2")
    assert (table.unit("ape", "powers"), struck(table)) == (["armour"], 3)
    table.play("cast cudgel a2", dice=["lock", "lock", "lock"])
    assert table.unit("squire", "at") == ""
    assert (table.unit("ape", "powers"), struck(table)) == ([], 1)


def test_a_replaced_card_changes_what_is_copied() -> None:
    """[KA 4.18.8] [KA 7.5.19.a]: the powers of the new card instead of those of the old one."""
    page = card("page", types=["knight"], powers=[keyword("dodge")])
    change = spell("change", "personal", kind="special", cost={"ap": 1}, do=[{"op": "replace", "card": "page"}])
    knight = card("sir", types=["knight"], powers=[keyword("lock"), STRENGTH], spells=[change])
    units = {"sir": mine("sir"), "ape": mine("ape"), "foe": theirs("villager")}
    table = Table("sir . ape foe", units, turn="sir", pack=[APE, knight, page])
    assert table.unit("ape", "powers") == ["lock"]
    table.play("cast change a1")
    assert table.unit("ape", "powers") == ["dodge"]
    table.play("end")
    assert struck(table, "cast cudgel d1") == 1


def test_nothing_is_copied_from_a_unit_that_has_lost_its_powers() -> None:
    """[KA 4.18.4.g] [KA 4.18.8]: nor has a copier that lost its own powers those of others."""
    for robbed, at in (("sir", "c1"), ("ape", "a1")):
        units = {"ape": mine("ape"), "foe": theirs("mage"), "sir": mine("sir"), "last": mine("villager")}
        thief = mage({"op": "lose-powers"})
        table = Table("ape foe sir last", units, turn="foe", pack=[APE, KNIGHT, thief])
        assert table.unit("ape", "powers") == ["lock"]
        table.play(f"cast act {at}")
        assert (table.unit("ape", "powers"), table.unit(robbed, "powers")) == ([], [])
        strikes = table.again()
        strikes.state.injuries[2] = 0
        strikes.play("end", dice=["lock", "armour"], answers=["keep", "done"])
        assert strikes.unit("ape", "powers") == ["lock"]  # the loss was for that turn


def test_powers_of_one_name_are_had_once() -> None:
    """[KA 4.9.1] [KA 4.18.8]: neither two knights' powers of a name nor its own and a knight's add up."""
    other = card("dame", types=["knight"], powers=[keyword("lock"), STRENGTH])
    units = {"ape": mine("ape"), "foe": theirs("fighter"), "sir": mine("sir"), "dame": mine("dame"), "s2": mine("sir")}
    table = Table("ape foe . sir dame s2", units, turn="ape", pack=[APE, KNIGHT, other])
    assert struck(table) == 1 + 2
    copy = {"op": "copy-powers", "side": "ally", "type": "knight"}
    brute = card("ape", powers=[power("mimicry", holds=holds(copy)), STRENGTH], spells=[CUDGEL])
    table = Table("ape foe . sir dame s2", units, turn="ape", pack=[brute, KNIGHT, other])
    assert struck(table) == 1 + 2


def test_of_two_powers_of_a_name_the_other_serves_when_the_first_is_lost() -> None:
    """[KA 4.9.1] [KA 4.18.4.g] [KA 4.18.8]: the second knight's Brawn of 1 when the first has lost its Brawn of 2."""
    weak = {"op": "damage-bonus", "x": 1, "element": "earth"}
    other = card("dame", types=["knight"], powers=[power("brawn", holds=holds(weak))])
    act = spell("act", range=ANYWHERE, kind="special", cost={"ap": 1}, do=[{"op": "lose-powers"}])
    ape = copier("ape", spells=[CUDGEL, act])
    units = {"ape": mine("ape"), "foe": theirs("fighter"), "sir": mine("sir"), "dame": mine("dame")}
    table = Table("ape foe . sir dame", units, turn="ape", pack=[ape, KNIGHT, other])
    assert struck(table) == 1 + 2
    table.play("cast act d1")
    assert struck(table) == 1 + 1


def test_a_copier_of_a_copier_has_what_that_one_copies() -> None:
    """[KA 4.18.8]: by the other's powers, and in its own name by the power to copy that it copied."""
    lion = card("lion", types=["beast"], powers=[keyword("dodge"), STRENGTH])
    tamer = copier("tamer", "taming", "beast", types=["knight"])
    units = {"ape": mine("ape"), "foe": theirs("fighter"), "tamer": mine("tamer"), "lion": mine("lion")}
    table = Table("ape foe . tamer lion", units, turn="ape", pack=[APE, tamer, lion])
    assert (table.unit("tamer", "powers"), table.unit("ape", "powers")) == (["dodge"], ["dodge"])
    assert struck(table) == 1 + 2
    without = {name: keys for name, keys in units.items() if name != "tamer"}
    table = Table("ape foe . . lion", without, turn="ape", pack=[APE, tamer, lion])
    assert (table.unit("ape", "powers"), struck(table)) == ([], 1)


def test_copiers_of_each_other_share_what_they_have() -> None:
    """[KA 4.18.8] [KA 4.9.1]: a circle of copiers comes to an end, each power once."""
    one = copier("one", "first", types=["knight"], spells=[CUDGEL])
    two = copier("two", "second", types=["knight"], spells=[CUDGEL])
    units = {"one": mine("one"), "foe": theirs("fighter"), "two": mine("two"), "sir": mine("sir")}
    table = Table("one foe two sir", units, turn="one", pack=[one, two, KNIGHT])
    assert (table.unit("one", "powers"), table.unit("two", "powers")) == (["lock"], ["lock"])
    assert struck(table) == 1 + 2
    table.play("end")
    assert struck(table) == 1 + 2


def test_a_copied_effect_on_standby_is_dropped_with_the_power() -> None:
    """[KA 4.18.3.c] [KA 4.18.8]: the blow that KO's the knight also hurts its copier, whose Thorns are lost by then."""
    sweep = spell("sweep", range=ANYWHERE, base=3, cost={"ap": 1}, area="cross")
    units = {"foe": theirs("sweeper"), "ape": mine("ape"), "sir": mine("sir", injuries=5), "last": mine("villager")}
    pack = [APE, KNIGHT, card("sweeper", spells=[sweep])]
    drawing = "foe . ape sir . last"
    table = Table(drawing, units, turn="foe", pack=pack)
    table.play("cast sweep c1", dice=["lock", "lock", "lock"])
    assert table.unit("sir", "ko")
    assert (table.unit("ape", "injuries"), table.unit("foe", "injuries")) == (3, 1)  # the original's answer only
    alive = Table(drawing, {**units, "sir": mine("sir")}, turn="foe", pack=pack)
    alive.play("cast sweep c1", dice=["lock", "lock", "lock"], answers=["resolve 1"])
    assert alive.unit("foe", "injuries") == 2


def test_loot_is_copied_with_its_number() -> None:
    """[KA 4.9.29.a] [KA 4.18.8]: whoever KO's the copier takes what the knight is worth."""
    rich = card("sir", types=["knight"], powers=[keyword("loot", x=3)])
    units = {"foe": theirs("fighter"), "ape": mine("ape", injuries=7), "sir": mine("sir")}
    table = Table("foe ape . sir", units, turn="foe", pack=[APE, rich])
    before = table.read("player.p2.kamas")
    table.play("cast strike b1", dice=["lock", "lock"])
    assert table.unit("ape", "ko")
    assert table.read("player.p2.kamas") == before + 3


def test_the_darkness_knight_has_the_powers_of_the_other_knights_of_its_team() -> None:
    """[KA 4.18.8]: Resistances of the Leaf and the Drop Knight, not of the Flame Knight across the board."""
    units = {
        "dark": mine("darkness-knight"),
        "leaf": mine("leaf-knight"),
        "drop": mine("drop-knight"),
        "flame": theirs("flame-knight"),
    }
    table = Table("dark leaf drop . flame", units, turn="dark")
    assert table.unit("dark", "powers") == ["armour", "resistance-water", "resistance-earth"]
    assert table.unit("leaf", "powers") == ["resistance-earth"]


def test_the_black_crows_laugh_is_heard_twice_beside_the_darkness_knight() -> None:
    """[KA 4.18.8] [KA 4.18.3.b]: each of the two has the power, and each one's goes on standby as the fight begins."""
    table = Table.match([["darkness-knight", "black-crow"], ["oscar-kass", "anna-tommy"]])
    state = table.state
    stand(state, 0, parse_cell("b2"))
    assert state.listeners[T_START_OF_FIGHT] == ()
    stand(state, 1, parse_cell("c2"))
    assert sorted(unit for unit, _ in state.listeners[T_START_OF_FIGHT]) == [0, 1]


def test_grougaloragran_has_the_types_of_the_others_and_the_darkness_knight_copies_that() -> None:
    """[KA 4.18.8] [KA 4.18.9]: as a Knight he is copied, and the Darkness Knight himself has every type in play."""
    units = {
        "dark": mine("darkness-knight"),
        "dragon": mine("grougaloragran-old"),
        "oscar": theirs("oscar-kass"),
        "tofu": theirs("tofu", summoner="oscar"),
    }
    table = Table("dark dragon . oscar tofu", units, turn="dark")
    state = table.state
    iop = state.library.profiles[state.profile[2]].types
    assert iop
    for unit in (0, 1):
        for type_ in ("knight", "tormentator", "dragon", "boss", *iop):
            assert has_type(state, unit, type_), (unit, type_)
        assert not has_type(state, unit, "tofu")  # that is no type of a Krosmaster
    assert not has_type(state, 2, "dragon")


def test_a_view_shows_copied_powers_and_types() -> None:
    """[KA 4.18.8]: what the Darkness Knight has now, beside what is printed on his card."""
    units = {"dark": mine("darkness-knight"), "dragon": mine("grougaloragran-old"), "foe": theirs("leaf-knight")}
    view = GAME.view(Table("dark dragon foe", units, turn="dark").state, 0)
    dark = view.units[0]
    assert [(one.id, one.source) for one in dark.powers] == [
        ("armour", "card"),
        ("master-knight", "card"),
        ("dragonshifting", "effect"),
    ]
    assert {name.lower() for name in dark.types} == {"knight", "tormentator", "dragon", "boss"}


def test_types_that_a_power_gives_go_with_it() -> None:
    """[KA 4.18.4.g] [KA 4.18.8]: Grougaloragran without powers is a Dragon only, and the Darkness Knight no Dragon."""
    units = {"dark": mine("darkness-knight"), "dragon": mine("grougaloragran-old"), "foe": theirs("mage")}
    table = Table("dark dragon foe", units, turn="foe", pack=[mage({"op": "lose-powers"})])
    assert has_type(table.state, 0, "dragon")
    table.play("cast act b1")
    assert [has_type(table.state, 1, name) for name in ("dragon", "knight")] == [True, False]
    assert not has_type(table.state, 0, "dragon")


def test_last_breath_hurts_more_when_it_kos_its_caster() -> None:
    """[KA 7.2.2.b] [KA 7.5.7.a]: 1 EARTH, and 2 more when the injury it costs is the caster's last."""
    for injuries, dealt in ((4, 1), (5, 3)):
        units = {
            "dragon": mine("grougaloragran-old", injuries=injuries),
            "foe": theirs("fighter"),
            "mate": mine("villager"),
        }
        table = Table("dragon foe . mate", units, turn="dragon")
        table.play("cast last-breath b1", dice=["lock", "lock"])
        assert table.unit("foe", "injuries") == dealt
        assert table.unit("dragon", "ko") == (injuries == 5)


def test_an_index_that_forgets_a_copied_power_is_noticed() -> None:
    """[KA 4.18.8]: what copiers have is worked out anew by the invariants."""
    units = {"ape": mine("ape"), "foe": theirs("fighter"), "sir": mine("sir")}
    state = Table("ape foe sir", units, turn="ape", pack=[APE, KNIGHT]).state
    assert check(state) == []
    state.statics = [tuple(entry for entry in entries if entry[0] != 0) for entries in state.statics]
    assert len(check(state)) == 2  # the copied Brawn, and the power to copy
    state = Table("ape foe sir", units, turn="ape", pack=[APE, KNIGHT]).state
    state.listeners = [tuple(entry for entry in entries if entry[0] != 0) for entries in state.listeners]
    assert len(check(state)) == 1


def test_copying_under_a_condition_is_refused() -> None:
    """What is copied is asked for whenever a piece comes or goes, not after every step."""
    copy = {"op": "copy-powers", "side": "ally"}
    fickle = card("ape", powers=[power("mimicry", holds=holds(copy, that={"is": "on-crate"}))])
    with pytest.raises(DocumentError, match="under a condition"):
        Table("ape foe", {"ape": mine("ape"), "foe": theirs("fighter")}, turn="ape", pack=[fickle])
