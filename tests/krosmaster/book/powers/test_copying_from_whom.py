"""Whose powers a copier has: those meant, through other copiers too, and each power once."""

from typing import Any

from tests.krosmaster.casting import mage
from tests.krosmaster.playing import Part, Table, card, keyword, mine, power, theirs

SELF = {"who": "self"}


def copier(slug: str, name: str, **meant: Any) -> Part:
    """A card that copies the powers of the units meant."""
    return card(slug, powers=[power(name, holds=[{"give": [{"op": "copy-powers", **meant}]}])])


def test_the_first_unit_of_a_match_is_copied_only_if_it_is_meant() -> None:
    """An enemy's Armour is not copied, whoever came first [KA 4.18.8] [KA 4.18.2.d]."""
    ape = copier("ape", "mimicry", side="ally")
    pack = [ape, card("guard", powers=[keyword("armour")]), card("holder", powers=[keyword("lock")])]
    units = {"foe": theirs("guard"), "ape": mine("ape"), "pal": mine("holder")}
    assert Table("foe ape pal", units, turn="ape", pack=pack).unit("ape", "powers") == ["lock"]
    units = {"foe": mine("guard"), "ape": mine("ape"), "pal": theirs("holder")}
    assert Table("foe ape pal", units, turn="ape", pack=pack).unit("ape", "powers") == ["armour"]


def test_a_copier_of_a_copier_has_what_that_one_has() -> None:
    """Through two others, to the end of the line [KA 4.18.8]."""
    pack = [
        copier("first", "one", side="ally", type="second"),
        card(
            "second",
            types=["second"],
            powers=[power("two", holds=[{"give": [{"op": "copy-powers", "side": "ally", "type": "third"}]}])],
        ),
        card("third", types=["third"], powers=[keyword("dodge")]),
    ]
    units = {"foe": theirs("fighter"), "a": mine("first"), "b": mine("second"), "c": mine("third")}
    table = Table("a b c foe", units, turn="a", pack=pack)
    assert [table.unit(name, "powers") for name in ("a", "b", "c")] == [["dodge"], ["dodge"], ["dodge"]]


def test_a_triggered_power_copied_from_two_units_is_set_off_once() -> None:
    """The same power twice counts once [KA 4.9.1] [KA 4.18.8]."""
    song = power("song", when="casts", do=[{"op": "markers", "stat": "mp", "x": 1, "to": SELF}])
    singer = card("singer", powers=[song], types=["bard"])
    ape = card(
        "ape",
        spells=mage({"op": "markers", "stat": "range", "x": 1, "to": SELF})[1]["spell"],
        powers=[power("mimicry", holds=[{"give": [{"op": "copy-powers", "side": "ally", "type": "bard"}]}])],
    )
    units = {"ape": mine("ape"), "one": mine("singer"), "two": mine("singer"), "foe": theirs("fighter")}
    table = Table("ape one two foe", units, turn="ape", pack=[singer, ape]).play("cast act a1")
    assert table.unit("ape", "mp_markers") == 1


def test_a_copied_loss_of_powers_works_as_long_as_the_original_has_it() -> None:
    """The ape's neighbour loses its powers too, until the original has lost its own [KA 4.18.8] [KA 4.18.4.g]."""
    take = {"op": "have-no-powers", "to": {"who": "units", "side": "enemy", "adjacent_to": "self"}}
    blot = card("blot", types=["blot"], powers=[power("stain", holds=[{"give": [take]}])])
    ape = copier("ape", "mimicry", side="ally", type="blot")
    hush = mage({"op": "lose-powers", "to": {"who": "main"}})
    units = {
        "hero": mine("mage"),
        "ape": mine("ape"),
        "foe": theirs("guard"),
        "blot": mine("blot"),
        "pal": mine("guard"),
    }
    pack = [blot, ape, hush, card("guard", powers=[keyword("armour")])]
    table = Table("hero ape foe . blot pal", units, turn="hero", pack=pack)
    assert table.unit("foe", "powers") == []
    assert table.again().play("cast act f1").unit("foe", "powers") == []  # somebody else's powers are lost
    assert table.play("cast act e1").unit("foe", "powers") == ["armour"]
