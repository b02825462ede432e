"""What a KO takes along and whom it pays: summons and their markers, range, allies out of play, and the order."""

from typing import Any

from tests.krosmaster.casting import ANYWHERE
from tests.krosmaster.playing import Table, card, keyword, mine, spell, theirs

DULL = ["lock", "lock"]
KILL = spell("kill", range=ANYWHERE, base=9, cost={"ap": 1})
LAST = spell("last", range=ANYWHERE, base=9, cost={"ap": 1, "injuries": 2})
DIGGER = card("digger", powers=[keyword("prospecting")])


def test_summons_leave_with_their_summoner_and_without_their_markers() -> None:
    """[KA 4.10.2.a] [Ruling R41]: nothing is left on a token, and one summoned by it goes as well."""
    imp: dict[str, Any] = {"injuries": 1, "ap_markers": 2, "mp_markers": -1, "range_markers": 1}
    units = {
        "hero": mine("killer"),
        "foe": theirs("villager"),
        "imp": theirs("imp", summoner="foe", **imp),
        "imp-2": theirs("imp", summoner="imp", **imp),
        "other": theirs("imp", summoner="rest", **imp),
        "rest": theirs("fighter"),
    }
    table = Table("hero foe imp imp-2 other rest", units, turn="hero", pack=[card("killer", spells=[KILL])])
    table.play("cast kill b1", dice=DULL)
    for gone in ("imp", "imp-2"):
        assert table.unit(gone, "at", "ko", "injuries") == ("", False, 0)
        assert table.unit(gone, "ap_markers", "mp_markers", "range_markers") == (0, 0, 0)
    assert table.unit("other", "at", "injuries", "ap_markers", "mp_markers", "range_markers") == ("e1", 1, 2, -1, 1)


def test_the_range_of_its_turn_leaves_with_a_krosmaster_koed_in_it() -> None:
    """[KA 4.10.2.a] [KA 4.12.1]: no marker stays on it, those already counted for the turn neither."""
    units = {"hero": mine("martyr", range_turn=2), "pal": mine("fighter"), "foe": theirs("fighter")}
    table = Table("hero pal foe", units, turn="hero", pack=[card("martyr", hp=2, spells=[LAST])])
    table.start("cast last c1")
    assert table.asked == "p1 critical roll"
    assert table.unit("hero", "ko", "range_turn") == (True, 0)


def kamas_after(hero: str, **pals: dict[str, Any]) -> int:
    """The Kamas of p1 after its hero, which its own spell may KO, has KO'd the foe."""
    pack = [DIGGER, card("killer", spells=[KILL]), card("martyr", hp=2, spells=[LAST], powers=[keyword("prospecting")])]
    units = {"hero": mine(hero), "foe": theirs("villager"), "rest": theirs("fighter"), "stay": mine("fighter"), **pals}
    table = Table("hero foe rest stay", units, turn="hero", pack=pack)
    table.play(f"cast {'last' if hero == 'martyr' else 'kill'} b1", dice=DULL)
    return int(table.read("player.p1.kamas"))


def test_prospecting_out_of_play_finds_nothing_but_the_authors_own() -> None:
    """[KA 4.9.26.a] [Ruling R45]: the author of the KO has the powers it had as it left; a KO'd ally has none."""
    assert kamas_after("killer", pal=mine("digger", ko=True)) == 0
    assert kamas_after("martyr") == 1
    assert kamas_after("martyr", pal=mine("digger", ko=True)) == 1


def test_kos_whose_order_is_all_one_are_carried_out_as_they_came() -> None:
    """[KA 1.7.1] [Ruling R18]: both are of one player, so nobody is asked; who was injured first leaves first."""
    blast = spell("blast", range=ANYWHERE, base=9, cost={"ap": 1}, area="cross")
    units = {
        "hero": mine("blaster"),
        "second": theirs("villager"),
        "first": theirs("fighter"),
        "rest": theirs("fighter"),
    }
    drawing = "hero . first second . rest"
    table = Table(drawing, units, turn="hero", pack=[card("blaster", spells=[blast])])
    table.play("cast blast c1", dice=["lock"] * 3)
    assert [fact["unit"] for fact in table.facts("ko")] == ["first", "second"]
    assert [fact["unit"] for fact in table.facts("removed")] == ["first", "second"]


def test_a_summon_koed_by_an_effect_takes_no_injury_any_more_and_explodes_once() -> None:
    """KO'd on the instant, without an injury: what comes next in the same spell does not KO it again.

    [KA 4.10.4] [Ruling R43] [Ruling R84]
    """
    bombs = {"who": "units", "kind": "mechanism"}
    end = [{"op": "ko-summons"}, {"op": "injure", "x": 1, "to": bombs}, {"op": "heal-injuries", "x": 1, "to": bombs}]
    pack = [card("sapper", spells=[spell("fuse", "personal", kind="special", cost={"ap": 1}, do=end)])]
    units = {"hero": mine("sapper"), "bomb": mine("petard", summoner="hero"), "foe": theirs("fighter")}
    table = Table("hero . bomb foe", units, turn="hero", pack=pack).play("cast fuse a1", dice=DULL)
    assert table.facts("ko") == [{"unit": "bomb", "by": "nobody"}]
    assert table.facts("injured") == [{"unit": "foe", "x": 2, "by": "bomb"}]
    assert table.unit("foe", "injuries") == 2
