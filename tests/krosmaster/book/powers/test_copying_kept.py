"""Who still has copied powers, and what comes with them through others."""

from typing import Any

import pytest

from tests.krosmaster.casting import ANYWHERE
from tests.krosmaster.playing import Part, Table, card, keyword, mine, power, spell, theirs

COPY_ALLIES = {"op": "copy-powers", "side": "ally"}


def copier(slug: str, name: str, copy: dict[str, Any], **keys: Any) -> Part:
    """A card with one power, which copies those of others."""
    return card(slug, powers=[power(name, holds=[{"give": [copy]}])], **keys)


def test_a_copier_that_is_koed_has_no_copied_power() -> None:
    """Its power to copy has left play with it, whoever came first into the game [KA 4.18.8] [KA 4.18.4.d]."""
    pack = [copier("ape", "mimicry", COPY_ALLIES), card("guard", powers=[keyword("armour"), keyword("loot", x=2)])]
    units = {"guard": mine("guard"), "ape": mine("ape", injuries=7), "pal": mine("ape"), "foe": theirs("fighter")}
    table = Table("guard foe ape pal", units, turn="foe", pack=pack)
    assert [table.unit(name, "powers") for name in ("ape", "pal")] == [["armour", "loot"], ["armour", "loot"]]
    table.play("cast strike c1", dice=["critical", "lock", "lock"])
    assert (table.unit("ape", "ko"), table.unit("ape", "powers")) == (True, [])
    assert table.unit("pal", "powers") == ["armour", "loot"]


def test_the_loss_of_powers_may_be_copied_from_any_unit() -> None:
    """From the one that came first into the game as well [KA 4.18.8] [KA 4.18.4.g]."""
    take = {"op": "have-no-powers", "to": {"who": "units", "side": "enemy", "adjacent_to": "self"}}
    blot = card("blot", types=["blot"], powers=[power("stain", holds=[{"give": [take]}])])
    pack = [
        blot,
        copier("ape", "mimicry", {**COPY_ALLIES, "type": "blot"}),
        card("guard", powers=[keyword("armour")]),
    ]
    units = {"blot": mine("blot"), "ape": mine("ape"), "foe": theirs("guard"), "far": theirs("guard")}
    table = Table("blot . ape foe far", units, turn="blot", pack=pack)
    assert [table.unit(name, "powers") for name in ("foe", "far")] == [[], ["armour"]]


def test_what_an_opponent_has_copied_from_its_own_side_is_copied_with_the_rest() -> None:
    """The knight has the beast's power, so the ape has it from the knight, though no beast is on its own side.

    [KA 4.18.8] [KA 4.18.2.d]
    """
    knight = card(
        "sir", types=["knight"], powers=[power("taming", holds=[{"give": [{**COPY_ALLIES, "type": "beast"}]}])]
    )
    pack = [
        knight,
        copier("ape", "mimicry", {"op": "copy-powers", "side": "enemy", "type": "knight"}),
        card("lion", types=["beast"], powers=[keyword("dodge")]),
    ]
    units = {"lion": theirs("lion"), "ape": mine("ape"), "sir": theirs("sir")}
    table = Table("lion ape sir", units, turn="ape", pack=pack)
    assert [table.unit(name, "powers") for name in ("sir", "ape")] == [["dodge"], ["dodge"]]


def test_a_copier_keeps_what_it_copies_whoever_else_has_lost_its_powers() -> None:
    """Only a unit without powers is not copied, and only a copier without powers copies nothing [KA 4.18.4.g]."""
    hush = spell(
        "hush", range=ANYWHERE, kind="special", cost={"ap": 1}, do=[{"op": "lose-powers", "to": {"who": "main"}}]
    )
    guard = card("guard", powers=[keyword("armour")])
    pack = [copier("ape", "mimicry", COPY_ALLIES), guard, card("mage", spells=[hush])]
    units = {
        "before": mine("villager"),
        "ape": mine("ape"),
        "after": mine("villager"),
        "guard": mine("guard"),
        "last": mine("villager"),
        "foe": theirs("mage"),
    }
    table = Table("before ape after guard last foe", units, turn="foe", pack=pack)
    for cell in ("a1", "c1", "e1", "f1"):
        assert table.play(f"cast hush {cell}").unit("ape", "powers") == ["armour"]
    assert table.again().play("cast hush b1").unit("ape", "powers") == []
    assert table.play("cast hush d1").unit("ape", "powers") == []


def brawn(x: int) -> dict[str, Any]:
    """The power `brawn`: its Attack spells deal more."""
    return power("brawn", holds=[{"give": [{"op": "damage-bonus", "x": x}]}])


def thorns(x: int) -> dict[str, Any]:
    """The power `thorns`: who hurts it is hurt."""
    return power("thorns", when="suffers-injuries", do=[{"op": "injure", "x": x, "to": {"who": "subject"}}])


GLOAT = power("gloat", when="koes", do=[{"op": "gain-kamas", "x": 1}])
CUDGEL = spell("cudgel", range=ANYWHERE, base=1, cost={"ap": 1})
APE = copier("ape", "mimicry", {**COPY_ALLIES, "type": "knight"}, spells=[CUDGEL])
BLOT = card(
    "blot",
    powers=[
        power(
            "stain",
            holds=[
                {"give": [{"op": "have-no-powers", "to": {"who": "units", "side": "enemy", "adjacent_to": "self"}}]}
            ],
        )
    ],
)


def dealt(drawing: str, units: dict[str, dict[str, Any]], pack: list[Part]) -> tuple[int, int]:
    """What the ape deals to the foe with its spell of 1, and what the foe has for a blow of its own at the ape."""
    at = chr(97 + drawing.split().index("ape"))
    foe = chr(97 + drawing.split().index("foe"))
    table = Table(drawing, units, turn="ape", pack=pack).play(f"cast cudgel {foe}1", dice=["lock", "lock"])
    back = Table(drawing, units, turn="foe", pack=pack).play(f"cast strike {at}1", dice=["lock", "lock"])
    return table.unit("foe", "injuries"), back.unit("foe", "injuries")


@pytest.mark.parametrize("drawing", ["foe ape . sir blot", "foe ape . sir . blot"])
def test_nothing_is_copied_from_a_neighbour_of_who_takes_powers(drawing: str) -> None:
    """Neither its lasting nor its triggered powers, nor its keywords [KA 4.18.8] [KA 4.18.4.g]."""
    pack = [APE, BLOT, card("sir", types=["knight"], powers=[brawn(2), thorns(1), keyword("dodge")])]
    robbed = "sir blot" in drawing
    for order in (("foe", "ape", "blot", "sir"), ("sir", "ape", "blot", "foe"), ("ape", "sir", "foe", "blot")):
        known = {"foe": theirs("fighter"), "ape": mine("ape"), "blot": theirs("blot"), "sir": mine("sir")}
        units = {name: known[name] for name in order}
        assert Table(drawing, units, turn="ape", pack=pack).unit("ape", "powers") == ([] if robbed else ["dodge"])
        assert dealt(drawing, units, pack) == ((1, 0) if robbed else (3, 1))


@pytest.mark.parametrize(("first", "second"), [(1, 2), (2, 1)])
def test_of_powers_of_one_name_the_one_of_the_unit_that_came_first_is_copied(first: int, second: int) -> None:
    """Of two different powers of a name, and of two Loots, only one is had [KA 4.9.1] [KA 4.18.8] [KA 4.9.29.a]."""
    both = {
        name: card(name, types=["knight"], powers=[brawn(x), thorns(x), keyword("loot", x=x)])
        for name, x in (("sir", first), ("dame", second))
    }
    units = {"foe": theirs("fighter"), "ape": mine("ape"), "sir": mine("sir"), "dame": mine("dame")}
    pack = [APE, *both.values()]
    assert dealt("foe ape sir dame", units, pack) == (1 + first, first)
    units["ape"] = mine("ape", injuries=7)
    table = Table("foe ape sir dame", units, turn="foe", pack=pack)
    before = table.read("player.p2.kamas")
    table.play("cast strike b1", dice=["critical", "lock"])
    assert table.unit("ape", "ko")
    assert table.read("player.p2.kamas") == before + first


@pytest.mark.parametrize("until", ["turn", "fight"])
def test_a_power_that_the_original_has_gained_is_copied_too(until: str) -> None:
    """For as long as it has it [KA 4.18.8] [KA 4.18.4.f]."""
    gain = {"op": "gain-power", "powers": ["armour"], "until": until, "to": {"who": "main"}}
    act = spell("act", range=ANYWHERE, kind="special", cost={"ap": 1}, do=[gain])
    units = {"hero": mine("mage"), "ape": mine("ape"), "sir": mine("sir"), "foe": theirs("fighter")}
    pack = [APE, card("mage", spells=[act], initiative=9), card("sir", types=["knight"])]
    table = Table("hero ape sir foe", units, turn="hero", pack=pack)
    assert table.again().play("cast act a1").unit("ape", "powers") == []
    table.play("cast act c1")
    assert [table.unit(name, "powers") for name in ("ape", "sir")] == [["armour"], ["armour"]]
    table.play("end")
    assert table.unit("ape", "powers") == (["armour"] if until == "fight" else [])


def test_a_type_that_a_unit_gives_itself_makes_no_other_unit_one_to_copy() -> None:
    """The shifter counts as a knight and is copied; the guard beside it is not [KA 4.18.8] [KA 4.18.9]."""
    pack = [
        APE,
        card("shifter", powers=[power("shift", holds=[{"give": [{"op": "have-types"}]}]), keyword("dodge")]),
        card("sir", types=["knight"], powers=[keyword("lock")]),
        card("guard", powers=[keyword("armour")]),
    ]
    units = {
        "shifter": mine("shifter"),
        "ape": mine("ape"),
        "guard": mine("guard"),
        "sir": mine("sir"),
        "foe": theirs("fighter"),
    }
    assert Table("shifter ape guard sir foe", units, turn="ape", pack=pack).unit("ape", "powers") == ["lock", "dodge"]


def test_powers_stay_those_of_their_owners_when_a_piece_comes_and_copies_are_counted_anew() -> None:
    """Everyone's own, triggered and lasting, as before [KA 4.18.8] [KA 4.18.4.d] [KA 4.18.4.f]."""
    call = spell(
        "call", range=ANYWHERE, kind="special", cost={"ap": 1}, summons=3, do=[{"op": "summon", "summon": "imp"}]
    )
    caller = card("caller", spells=[call, CUDGEL], powers=[GLOAT, brawn(1)])
    sir = card("sir", types=["knight"], powers=[brawn(2), thorns(1), GLOAT])
    prickly = card("prickly", hp=20, powers=[thorns(2), brawn(3)])
    units = {"hero": mine("caller"), "ape": mine("ape"), "sir": theirs("sir"), "foe": theirs("prickly")}
    table = Table("hero ape . sir foe", units, turn="hero", pack=[APE, caller, sir, prickly])
    table.play("cast call c1").play("cast cudgel e1", dice=["lock", "lock"])
    assert (table.unit("foe", "injuries"), table.unit("hero", "injuries")) == (2, 2)
    table.play("cast cudgel d1", dice=["lock", "lock"])
    assert (table.unit("sir", "injuries"), table.unit("hero", "injuries")) == (2, 3)
