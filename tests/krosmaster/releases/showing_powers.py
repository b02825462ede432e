"""Proofs of the procedures of powers and wounds, and of what lies on cells; see `showing`."""

from typing import Any

from tests.krosmaster.playing import Table, card, keyword, mine, power, spell, summon, theirs
from tests.krosmaster.releases.showing import MISS, shows

# ---------------------------------------------------------------------------------------------------- powers and wounds


@shows("immediate_gain", {"caster": (0, 6), "active-unit": (0, 8)})
def gain_of_a_unit_that_is_not_active(release: str) -> Any:
    """[KA 7.5.14.a] [KA-2.2 605.14a]"""
    gain = {"op": "immediate-gain", "stat": "ap", "x": 2}
    pack = [card("angry", powers=[power("anger", when="suffers-injuries", do=[gain])])]
    units = {"hero": mine("fighter", ap=9), "foe": theirs("angry")}
    table = Table("hero foe", units, turn="hero", pack=pack, release=release).play("cast strike b1", dice=MISS)
    return table.unit("foe", "ap"), table.unit("hero", "ap")


@shows("unfazed", {"place": (-2, "c1"), "place-and-points": (0, "c1")})
def markers_on_an_unfazed_unit(release: str) -> Any:
    """[KA 4.9.17.a] [KA-2.2 307.18a]"""
    tire = [{"op": "push-back", "x": 1}, {"op": "markers", "stat": "mp", "x": -2}]
    pack = [
        card("tirer", spells=[spell("tire", (1, 4), kind="special", do=tire)]),
        card("rock", powers=[keyword("unfazed")]),
    ]
    units = {"hero": mine("tirer"), "foe": theirs("rock")}
    table = Table("hero . foe . .", units, turn="hero", pack=pack, release=release).play("cast tire c1")
    return table.unit("foe", "mp_markers", "at")


@shows("counter", {"opponents-turn": [], "any-turn": [{"unit": "hero", "target": "foe"}]})
def counter_in_its_own_players_turn(release: str) -> Any:
    """[KA 4.9.15.a] [KA-2.2 307.16a]"""
    revenge = [{"op": "injure", "x": 1, "to": {"who": "subject"}}]
    pack = [
        card("thorny", spells=[spell("strike")], powers=[keyword("counter")]),
        card("vengeful", powers=[power("vengeful", when="suffers-injuries", once="turn", do=revenge)]),
    ]
    units = {"hero": mine("thorny"), "foe": theirs("vengeful")}
    table = Table("hero foe", units, turn="hero", pack=pack, release=release)
    return table.play("cast strike b1", dice=MISS).facts("counter")


@shows("wisdom", {"boss": 1, "any-krosmaster": 2})
def wisdom_against_no_boss(release: str) -> Any:
    """[KA 4.9.25.a] [KA-2.2 307.31a]"""
    pack = [card("sage", spells=[spell("strike")], powers=[keyword("wisdom")])]
    units = {"hero": mine("sage"), "foe": theirs("villager", injuries=3), "other": theirs("fighter")}
    table = Table("hero foe . other", units, turn="hero", pack=pack, wild_gg=0, release=release)
    return table.play("cast strike b1", dice=MISS).read("player.p1.gg") - 6


@shows("loot", {"any-piece": 2, "krosmaster": 0})
def loot_of_a_mob(release: str) -> Any:
    """[KA 4.9.29.a] [KA-2.2 307.35a]"""
    pack = [summon("purse", powers=[keyword("loot", x=2)])]
    units = {"hero": mine("fighter"), "purse": theirs("purse"), "foe": theirs("fighter")}
    table = Table("hero purse . foe", units, turn="hero", pack=pack, release=release)
    return table.play("cast strike b1", dice=MISS).read("player.p1.kamas")


@shows("inflicted", {"every-source": (3, 1), "named-source": (3, 0)})
def injuries_of_an_effect(release: str) -> Any:
    """Those of Step 3 are inflicted, so Counter answers, or suffered only [KA 4.10.6.b] [KA-2.2 308.5b]."""
    curse = spell("curse", kind="special", do=[{"op": "injure", "x": 3}])
    pack = [card("witch", spells=[curse]), card("thorny", powers=[keyword("counter")])]
    units = {"hero": mine("witch"), "foe": theirs("thorny")}
    table = Table("hero foe", units, turn="hero", pack=pack, release=release).play("cast curse b1")
    return table.unit("foe", "injuries"), table.unit("hero", "injuries")


@shows("frost", {"none": (2, 0, -1, 0), "frozen": (2, 2, 0, -1)})
def blow_of_somebody_freezing(release: str) -> Any:
    """[KA 4.9.18.a] [KA-2.2 307.20a] [KA-2.2 307.22a] [KA-2.2 309.8]"""
    chill = spell("chill", do=[{"op": "markers", "stat": "mp", "x": -1}])
    pack = [card("yeti", spells=[chill], powers=[keyword("freezing"), keyword("unsnowshoes")])]
    units = {"hero": mine("yeti"), "foe": theirs("fighter")}
    table = Table("hero foe", units, turn="hero", pack=pack, release=release).play("cast chill b1", dice=MISS)
    return table.unit("foe", "injuries", "frozen_injuries", "mp_markers", "frozen_mp_markers")


# ----------------------------------------------------------------------------------------------- lines of sight, cells


@shows("obstructive_itty_bitty", {"blocks": False, "open": True})
def shooting_past_somebody_small_and_wide(release: str) -> Any:
    """[KA 4.15.9.b] [KA-2.2 311.9b]"""
    pack = [card("barrel", powers=[keyword("itty-bitty"), keyword("obstructive")])]
    units = {"hero": mine("fighter"), "barrel": theirs("barrel"), "foe": theirs("fighter")}
    return "cast arrow c1" in Table("hero barrel foe", units, turn="hero", pack=pack, release=release).options("cast")


@shows("ice_cubes", {"fixed": ("cube", "none", "e1"), "moved": ("none", "cube", "e1")})
def a_cube_and_its_rider_are_pushed_back(release: str) -> Any:
    """[KA-2.2 313.6c]"""
    gust = spell("gust", (1, 3), kind="special", do=[{"op": "push-back", "x": 1}])
    units = {"hero": mine("pusher", at="c1"), "foe": theirs("fighter", at="d1")}
    table = Table(". . . I ~ .", units, turn="hero", pack=[card("pusher", spells=[gust])], release=release)
    table.play("cast gust d1")
    return table.read("scenery.d1"), table.read("scenery.e1"), table.unit("foe", "at")
