"""Markers removed one by one, exchanged beyond a MAX or with a dash, and by a caster that has paid with its last HP."""

from typing import Any

import pytest

from tests.krosmaster.casting import ANYWHERE, mage
from tests.krosmaster.playing import Table, card, mine, spell, theirs


@pytest.mark.parametrize(
    ("sign", "before", "after"),
    [(0, 1, 0), (0, -1, 0), (1, 1, 0), (1, -1, -1), (-1, 1, 1), (-1, -1, 0)],
)
@pytest.mark.parametrize("stat", ["ap", "mp", "range"])
def test_a_single_marker_is_removed_if_it_is_of_the_sign(stat: str, sign: int, before: int, after: int) -> None:
    """Either sign without one named; a marker taken away is none of the other kind [KA 4.11.8]."""
    remove = {"op": "remove-markers", "sign": sign, "to": {"who": "main"}}
    units: dict[str, dict[str, Any]] = {"hero": mine("mage"), "foe": theirs("fighter")}
    units["foe"][f"{stat}_markers"] = before
    table = Table("hero foe", units, turn="hero", pack=[mage(remove)]).play("cast act b1")
    left = {name: table.unit("foe", f"{name}_markers") for name in ("ap", "mp", "range")}
    assert left == {"ap": 0, "mp": 0, "range": 0, stat: after}


@pytest.mark.parametrize(
    ("of_busy", "of_lazy", "busy_has", "lazy_has"),
    [
        ((-5, -3), (1, 2), (1, 2), (-2, -1)),
        ((2, 1), (-2, -1), (-2, -1), (2, 1)),
        ((0, 0), (4, 3), (4, 3), (0, 0)),
    ],
)
@pytest.mark.parametrize(("caster", "other"), [("busy", "lazy"), ("lazy", "busy")])
def test_minus_markers_exchanged_above_the_max_of_who_gets_them_go_back(
    caster: str,
    other: str,
    of_busy: tuple[int, int],
    of_lazy: tuple[int, int],
    busy_has: tuple[int, int],
    lazy_has: tuple[int, int],
) -> None:
    """No more than 2 -1 AP and 1 -1 MP on the lazy one, be it the caster or the main target.

    [KA 4.11.7] [KA 7.5.20.a] [Ruling R95]
    """
    stats: dict[str, dict[str, Any]] = {"busy": {"ap": 6, "mp": 4}, "lazy": {"ap": 2, "mp": 1}}
    pack = [mage({"op": "exchange-markers"}, **stats[caster]), card("other", **stats[other])]
    units = {caster: mine("mage"), other: theirs("other")}
    for name, (ap, mp) in (("busy", of_busy), ("lazy", of_lazy)):
        units[name].update(ap_markers=ap, mp_markers=mp)
    table = Table(f"{caster} {other}", units, turn=caster, pack=pack).play("cast act b1")
    assert table.unit("busy", "ap_markers", "mp_markers") == busy_has
    assert table.unit("lazy", "ap_markers", "mp_markers") == lazy_has


def test_markers_of_a_gauge_that_one_of_two_lacks_stay_where_they_are() -> None:
    """Range markers change hands all the same [KA 4.11.6] [KA 7.5.20.a] [Ruling R95]."""
    trade = {"op": "exchange-markers", "stats": ["ap", "mp", "range"]}
    units = {
        "hero": mine("mage", ap_markers=2, mp_markers=-1, range_markers=1),
        "log": theirs("petard", summoner="foe"),
        "foe": theirs("fighter"),
    }
    table = Table("hero log foe", units, turn="hero", pack=[mage(trade)]).play("cast act b1")
    assert table.unit("hero", "ap_markers", "mp_markers", "range_markers") == (2, -1, 0)
    assert table.unit("log", "ap_markers", "mp_markers", "range_markers") == (0, 0, 1)


def test_who_has_paid_with_its_last_hp_exchanges_nothing_and_gets_nothing() -> None:
    """KO'd by the cost, the caster is no piece in play any more when its effects come [KA 4.18.6] [Ruling R99]."""
    effects = [{"op": "exchange-markers"}, {"op": "exchange-injuries"}, {"op": "steal-markers", "stat": "mp", "x": 1}]
    last = card(
        "last", spells=[spell("last", range=ANYWHERE, kind="special", cost={"ap": 1, "injuries": 1}, do=effects)]
    )
    units = {
        "hero": mine("last", injuries=7, ap_markers=1),
        "pal": mine("fighter"),
        "foe": theirs("fighter", injuries=2, ap_markers=-2),
    }
    table = Table("hero pal foe", units, turn="hero", pack=[last]).play("cast last c1")
    assert table.unit("foe", "injuries", "ap_markers", "mp_markers") == (2, -2, -1)
    assert table.unit("hero", "at") == "" and table.facts("exchanged") == []


@pytest.mark.parametrize(("of_foe", "hero_has", "foe_has"), [(7, 7, 3), (8, 0, 3), (11, 0, 3)])
def test_a_caster_that_takes_over_as_many_injuries_as_its_hp_is_koed_by_nobody(
    of_foe: int, hero_has: int, foe_has: int
) -> None:
    """8 HP, and no more injuries than that [KA 4.10.2] [KA 4.10.8] [Ruling R95]."""
    giant = card("giant", hp=12)
    units = {"hero": mine("mage", injuries=3), "pal": mine("fighter"), "foe": theirs("giant", injuries=of_foe)}
    table = Table("hero pal foe", units, turn="hero", pack=[mage({"op": "exchange-injuries"}), giant])
    table.play("cast act c1")
    koed = of_foe >= 8
    assert table.facts("ko") == ([{"unit": "hero", "by": "nobody"}] if koed else [])
    assert (table.unit("hero", "injuries"), table.unit("hero", "ko")) == (hero_has, koed)
    assert table.unit("foe", "injuries") == foe_has
