"""Proofs of the procedures of summons, allies and Mechanisms; see `showing`."""

from typing import Any

from tests.krosmaster.playing import Table, card, mine, spell, summon, theirs
from tests.krosmaster.releases.showing import shows

# --------------------------------------------------------------------------------------------------- summons and allies


def caller(slug: str, control: int, token: str = "imp", **keys: Any) -> dict[str, Any]:
    """A Summoning spell that brings a token to the target cell."""
    call = [{"op": "summon", "summon": token, "where": "target"}]
    return spell(slug, (1, 4), kind="special", cost={"ap": 1}, summons=control, do=call, **keys)


CALLER = card("caller", ap=9, spells=[caller("call", 1), caller("set", 1, "petard"), caller("lay", 9, "snare")])


@shows("summon_limit", {"team": [], "kind": ["c1", "d1"]})
def bombs_and_mobs_under_a_limit_of_one(release: str) -> Any:
    """[KA 4.19.9.c] [KA-2.2 315.7b] [KA-2.2 315.7c]"""
    units = {
        "hero": mine("caller"),
        "mate": mine("fighter"),
        "petard": mine("petard", summoner="mate"),
        "foe": theirs("fighter"),
    }
    field = """
        mate petard . . foe
        hero .      . . .
        """
    table = Table(field, units, turn="hero", pack=[CALLER], release=release)
    cells = [fact["cell"] for fact in table.play("cast call c1").facts("summoned")]
    cells += [fact["cell"] for fact in table.play("cast set d1").facts("summoned")]
    assert table.play("cast call e1").facts("summoned") == []
    return cells


@shows("summon_at_limit", {"no-summon": "cast", "no-cast": ("summon-limit", ("KA-2.2 601.3d", "4.19.9.c"))})
def summoning_at_the_limit(release: str) -> Any:
    """[KA 4.19.9.c] [KA-2.2 601.3d]"""
    units = {"hero": mine("caller"), "imp": mine("imp", summoner="hero"), "foe": theirs("fighter")}
    table = Table("hero . imp . foe", units, turn="hero", pack=[CALLER], release=release)
    if "cast call b1" in table.options("cast"):
        return "cast" if table.play("cast call b1").facts("summoned") == [] else "summoned"
    refusal = table.refused("cast call b1")
    return refusal.kind, refusal.clauses


@shows("summon_on_floor_piece", {"forbidden": ([], "p1 activation"), "allowed": (["imp"], "p2 critical roll")})
def mob_summoned_on_a_trap(release: str) -> Any:
    """A Mob that may come there sets off the Trap; a Trap never comes on a Trap [KA 4.19.1.b] [KA-2.2 315.6c]."""
    units = {"hero": mine("caller"), "snare": theirs("snare"), "foe": theirs("fighter")}
    table = Table("hero snare . . foe", units, turn="hero", pack=[CALLER], release=release)
    assert table.play("cast lay b1").facts("summoned") == []
    table.start("cast call b1")
    came = [fact["unit"] for fact in table.facts("summoned")]
    return came, table.asked


@shows("mechanism_turns", {"timeline": "p1 activation", "none": "p2 tension roll"})
def turn_of_a_bomb(release: str) -> Any:
    """[KA 4.19.1.g] [KA-2.2 315.4a]"""
    busy = summon("busy", category="mechanism", family="bomb", mp="-", hp=3, ap=3, spells=[spell("spark", base=1)])
    units = {"hero": mine("fighter"), "busy": mine("busy", summoner="hero"), "foe": theirs("fighter")}
    return Table("hero . busy . foe", units, turn="hero", pack=[busy], release=release).start("end").asked


WAIL = spell(
    "wail",
    "personal",
    kind="special",
    cost={"ap": 1},
    do=[{"op": "markers", "stat": "range", "x": 1, "to": {"who": "units", "side": "enemy"}}],
)
CHEER = spell(
    "cheer",
    "personal",
    kind="special",
    cost={"ap": 1},
    do=[{"op": "markers", "stat": "range", "x": 1, "to": {"who": "units", "side": "ally"}}],
)
TURRET = summon("turret", category="mechanism", family="turret", mp="-", ap=3)


@shows(
    "mechanism_side",
    {
        "owner": [["hero", "petard", "turret"], ["foe", "snare"]],
        "nobody": [["hero", "turret"], ["foe"]],
    },
)
def sides_of_bombs_and_traps(release: str) -> Any:
    """[KA 4.3.5.b] [KA-2.2 315.4a] [KA-2.2 315.6a]"""
    units = {
        "hero": mine("singer"),
        "petard": mine("petard"),
        "turret": mine("turret"),
        "foe": theirs("fighter"),
        "snare": theirs("snare"),
    }
    pack = [card("singer", spells=[WAIL, CHEER]), TURRET]
    table = Table("hero petard turret foe snare", units, turn="hero", pack=pack, release=release)
    allied = [fact["unit"] for fact in table.play("cast cheer a1").facts("markers")]
    return [allied, [fact["unit"] for fact in table.play("cast wail a1").facts("markers")]]


@shows(
    "allies",
    {
        "units": [["hero", "mate", "imp", "turret"], ["foe", "enemy-turret"]],
        "characters": [["hero", "imp"], ["foe", "enemy-turret"]],
    },
)
def who_is_an_ally(release: str) -> Any:
    """A Turret is none, nor is a Krosmaster without MP by itself (`no_mp`); of opponents nothing is said.

    [KA 4.4.3] [KA-2.2 303.3]
    """
    units = {
        "hero": mine("singer"),
        "mate": mine("statue"),
        "imp": mine("imp"),
        "turret": mine("turret"),
        "foe": theirs("fighter"),
        "enemy-turret": theirs("turret"),
    }
    pack = [card("singer", spells=[WAIL, CHEER]), card("statue", mp="-"), TURRET]
    table = Table("hero mate imp turret foe enemy-turret", units, turn="hero", pack=pack, release=release)
    allied = [fact["unit"] for fact in table.play("cast cheer a1").facts("markers")]
    return [allied, [fact["unit"] for fact in table.play("cast wail a1").facts("markers")]]


@shows("no_mp", {"mechanism": "p1 activation", "character": "p2 lock roll"})
def leaving_a_krosmaster_without_mp(release: str) -> Any:
    """It locks in release 2.2 and only there [KA 4.3.4.b] [KA-2.2 315.1d]."""
    units = {"hero": mine("fighter"), "foe": theirs("statue")}
    table = Table(". hero foe", units, turn="hero", pack=[card("statue", mp="-")], release=release)
    return table.start("move a1").asked


@shows("mob_spells", {"every-spell": "cast", "attacks": ("not-an-attack", ("4.19.4.b",))})
def heal_of_a_mob(release: str) -> Any:
    """[KA 4.19.4.b] [KA-2.2 315.3b]"""
    nurse = summon("nurse", spells=[spell("mend", (1, 2), kind="heal", base=1, element="water")])
    units = {
        "hero": mine("fighter", injuries=2),
        "nurse": mine("nurse", summoner="hero"),
        "imp": mine("imp", summoner="hero"),
        "foe": theirs("fighter"),
    }
    table = Table("nurse hero imp foe", units, turn="nurse", pack=[nurse], release=release)
    assert "cast scratch d1" in Table("nurse hero imp foe", units, turn="imp", pack=[nurse], release=release).options()
    if "cast mend b1" in table.options("cast"):
        return "cast"
    refusal = table.refused("cast mend b1")
    return refusal.kind, refusal.clauses
