"""What goes with the powers of a unit, and who loses them."""

from typing import Any

import pytest

from tests.krosmaster.casting import ANYWHERE
from tests.krosmaster.playing import Part, Table, card, keyword, mine, power, spell, theirs

DULL = ["lock", "lock"]
NEAR_FOES = {"who": "units", "side": "enemy", "adjacent_to": "self"}
GUARD = card("guard", powers=[keyword("armour")])


def lasting(name: str, *give: dict[str, Any], **keys: Any) -> dict[str, Any]:
    """A power that gives these continuous effects."""
    return power(name, holds=[{"give": list(give), **keys}])


def stain(*more: dict[str, Any], **keys: Any) -> dict[str, Any]:
    """The power `stain`: enemies next to it have no powers; and what else it gives."""
    return lasting("stain", {"op": "have-no-powers", "to": NEAR_FOES, **keys}, *more)


def mage(*powers: dict[str, Any], **keys: Any) -> Part:
    """A caster of `hush`, which takes the powers of its target, and `cheer`, which leaves a bonus on it."""
    main = {"who": "main"}
    effects = {
        "hush": {"op": "lose-powers", "to": main},
        "cheer": {"op": "bonus", "stat": "damage", "x": 1, "to": main},
    }
    spells = [spell(name, range=ANYWHERE, kind="special", cost={"ap": 1}, do=[do]) for name, do in effects.items()]
    spells.append(spell("hit", range=ANYWHERE, base=1, cost={"ap": 1}))
    return card("mage", spells=spells, powers=powers, **keys)


@pytest.mark.parametrize("cheered", ["a1", "c1", "d1"])
def test_a_loss_that_others_impose_ends_with_their_powers_whatever_else_lasts(cheered: str) -> None:
    """The stain's owner has lost it; a bonus that somebody has changes nothing in that [KA 4.18.4.g]."""
    pack = [card("blot", powers=[stain()]), GUARD, mage()]
    units = {"hero": mine("mage"), "pal": mine("guard"), "foe": theirs("blot"), "far": theirs("fighter")}
    table = Table("hero pal foe far", units, turn="hero", pack=pack)
    table.play(f"cast cheer {cheered}")
    assert table.unit("pal", "powers") == []
    assert table.play("cast hush c1").unit("pal", "powers") == ["armour"]


def test_who_loses_its_powers_is_told_by_what_is_printed_on_the_cards() -> None:
    """The loss comes before the power that makes its bearer a knight too [KA 4.18.4.g] [Ruling R101]."""
    purge = {"op": "have-no-powers", "to": {"who": "units", "side": "enemy", "type": "knight"}}
    shifter = [lasting("shift", {"op": "have-types"}), keyword("armour")]
    pack = [
        card("judge", powers=[lasting("purge", purge)]),
        card("shifter", powers=shifter),
        card("sir", types=["knight"], powers=[keyword("armour")]),
    ]
    units = {"judge": mine("judge"), "shifter": theirs("shifter"), "sir": theirs("sir")}
    table = Table("judge shifter sir", units, turn="judge", pack=pack)
    assert [table.unit(name, "powers") for name in ("shifter", "sir")] == [["armour"], []]


@pytest.mark.parametrize(("keep", "most"), [(False, 6), (True, 8)])
def test_a_power_that_takes_powers_spares_its_like_only_if_it_says_so(keep: bool, most: int) -> None:
    """Two powers of one name face each other: what else they give is lost, or kept [KA 4.18.4.g] [Ruling R101]."""
    both = stain({"op": "stat-bonus", "stat": "ap", "x": 2}, **({"keep_same": True} if keep else {}))
    units = {"hero": mine("blot"), "foe": theirs("blot"), "far": theirs("blot")}
    table = Table("hero foe . far", units, turn="hero", pack=[card("blot", powers=[both])])
    assert [table.unit(name, "max_ap") for name in units] == [most, most, 8]


def test_what_a_power_adds_to_punch_and_to_attacks_is_its_owners_and_goes_with_it() -> None:
    """[KA 4.18.4.g] [KA 7.2.4.a]"""
    slow = {"op": "markers", "stat": "mp", "x": -1}
    weaken = {"op": "markers", "stat": "ap", "x": -1}
    gifts = [
        lasting("boxing", {"op": "punch-effect", "do": [slow]}),
        lasting("venom", {"op": "spell-effects", "do": [weaken]}),
    ]
    pack = [mage(*gifts, ap=9), card("plain", spells=[spell("hit", range=ANYWHERE, base=1, cost={"ap": 1})])]
    units = {"hero": mine("mage"), "foe": theirs("fighter"), "pal": mine("plain"), "far": theirs("guard")}
    line = "pal foe hero far"
    table = Table(line, units, turn="hero", pack=[*pack, GUARD])

    def left(table: Table, spell_line: str) -> tuple[int, ...]:
        done = table.again().play(spell_line, dice=DULL)
        marks: tuple[int, ...] = done.unit("foe", "mp_markers", "ap_markers")
        return (done.facts("paid")[0]["ap"], *marks)

    assert (left(table, "cast punch b1"), left(table, "cast hit b1")) == ((4, -1, -1), (1, 0, -1))
    other = Table(line, units, turn="pal", pack=[*pack, GUARD])
    assert (left(other, "cast punch b1"), left(other, "cast hit b1")) == ((5, 0, 0), (1, 0, 0))
    table.play("cast hush d1")
    assert left(table, "cast punch b1") == (4, -1, -1)
    table.play("cast hush c1")
    assert (left(table, "cast punch b1"), left(table, "cast hit b1")) == ((5, 0, 0), (1, 0, 0))
