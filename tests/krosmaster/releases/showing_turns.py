"""Proofs of the procedures of the game, its turns and rewards, and of Block; see `showing`."""

from typing import Any

from tests.krosmaster.playing import Table, card, mine, power, theirs
from tests.krosmaster.releases.showing import MISS, shows

# --------------------------------------------------------------------------------------------- the game, turns, rewards


@shows("contradiction", {"prohibition": ("none", "p1 inspiration"), "permission": ("p2", "over")})
def last_gg_lost_to_a_double(release: str) -> Any:
    """[KA 1.5.2] [KA-2.2 402.1]"""
    table = Table(
        "hero foe",
        {"hero": mine("fighter"), "foe": theirs("fighter")},
        turn={"player": "p1", "phase": "tension", "number": 3},
        players={"p1": {"gg": 1}, "p2": {"gg": 3}},
        release=release,
    )
    table.play(dice=["lock", "lock"], answers=["keep"])
    return table.read("winner"), table.asked


@shows("initiative_tie", {"more-krosmasters": "p1 deployment", "chance": "nobody first-player roll"})
def equal_initiatives_of_two_and_one(release: str) -> Any:
    """[KA 1.3.1.b] [KA-2.2 103.1]"""
    pack = [card("quick", initiative=3), card("slow", initiative=0)]
    return Table.match([["quick"], ["quick", "slow"]], pack=pack, release=release).asked


@shows("gauges", {"before-start-effects": (6, -2), "after-start-effects": (4, 0)})
def markers_of_the_start_of_the_turn(release: str) -> Any:
    """[KA 6.2.1.b] [KA-2.2 503.1]"""
    weaken = {"op": "markers", "stat": "ap", "x": -2, "to": {"who": "self"}}
    table = Table(
        "hero . foe",
        {"hero": mine("weary"), "foe": theirs("fighter")},
        turn={"player": "p1", "phase": "tension"},
        pack=[card("weary", powers=[power("weary", when="start-of-own-turn", do=[weaken])])],
        release=release,
    )
    table.play(dice=["lock", "dodge"], answers=["keep", "done"])
    return table.unit("hero", "ap", "ap_markers")


@shows("buffs", {"before-start-effects": (["lock"], 2), "after-start-effects": (["lock", "armour"], 1)})
def armour_of_a_buff_against_a_bomb(release: str) -> Any:
    """[KA 6.2.1.a] [KA-2.2 502.1b]"""
    units = {
        "hero": mine("fighter", rewards=[{"id": "bark-skin", "face": "up"}]),
        "petard": mine("petard", summoner="hero"),
        "foe": theirs("fighter"),
    }
    table = Table(". hero petard . foe", units, turn={"player": "p1", "phase": "tension"}, release=release)
    table.play(dice=["lock", "dodge"], answers=["keep"])
    by_buff = "armour" in table.unit("hero", "powers")
    table.start("done").start("roll lock")
    dice = ["lock", "armour"][: table.rolls.count]
    table.play(dice=dice)
    assert by_buff and table.unit("hero", "rewards", "powers") == ([], [])
    return dice, table.unit("hero", "injuries")


@shows("dofus_trophy", {"shared": "4.7.11.c", "separate": "revealed"})
def trophy_beside_a_dofus(release: str) -> Any:
    """[KA 4.7.11.c] [KA-2.2 306.9b]"""
    worn = [{"id": "sunset-dofus", "face": "up"}, {"id": "champions-belt", "face": "down"}]
    units = {"hero": mine("fighter", rewards=worn), "foe": theirs("fighter")}
    table = Table("hero . . foe", units, turn="hero", release=release)
    if "reveal champions-belt" in table.options("reveal"):
        return "revealed" if table.play("reveal champions-belt").facts("revealed") else ""
    return table.refused("reveal champions-belt").clauses[-1]


@shows("boost_spells", {"next-spell": [], "card": ["cast pebble b1"]})
def given_spell_after_another(release: str) -> Any:
    """[KA 4.7.5.a] [KA-2.2 306.3a]"""
    held = [{"id": "pocketful-of-pebbles", "face": "down"}]
    units = {"hero": mine("fighter", ap=12, rewards=held), "foe": theirs("fighter")}
    table = Table("hero foe . .", units, turn="hero", release=release)
    table.play("reveal pocketful-of-pebbles").play("cast strike b1", dice=MISS)
    lines = [line for line in table.options("cast") if "pebble" in line]
    if lines:  # once it is cast itself it is gone
        after = table.again().play("cast pebble b1", dice=MISS)
        assert not [line for line in after.options("cast") if "pebble" in line]
    return lines


@shows("punch_limit", {"once-per-turn": "7.1.3.a", "none": 2})
def second_punch(release: str) -> Any:
    """[KA 4.8.5] [KA-2.2 205.3]"""
    units = {"hero": mine("fighter", ap=10), "foe": theirs("fighter")}
    table = Table("hero foe", units, turn="hero", release=release).play("cast punch b1", dice=MISS)
    if "cast punch b1" in table.options("cast"):
        return table.play("cast punch b1", dice=MISS).unit("foe", "injuries")
    return table.refused("cast punch b1").clauses[0]


# ---------------------------------------------------------------------------------------------------------------- Block


def leaving(release: str, *dice: str, locker: str = "fighter", **keys: Any) -> Table:
    """hero, with 3 MP and 6 AP unless told otherwise, leaves the cell beside an enemy; the dice are listed."""
    units = {"hero": mine("fighter", **keys), "foe": theirs(locker), "far": theirs("fighter")}
    return Table(". hero foe far", units, turn="hero", release=release).play("move a1", dice=dice)


@shows("lock_tie", {"caught": (5, 1, "a1"), "escape": (6, 2, "a1")})
def equal_rolls(release: str) -> Any:
    """[KA 4.14.2.d] [KA-2.2 310.2e]"""
    return leaving(release, "lock", "dodge").unit("hero", "ap", "mp", "at")


@shows("lock_loss", {"fixed": [(3, 0), (2, 0), "b1"], "all": [(6, 3), (0, 0), "b1"]})
def lock_left_over_by_the_first_of_two(release: str) -> Any:
    """Lost after each pair of rolls, or all of it after the last one [KA 4.14.2.d] [KA-2.2 310.2e]."""
    units = {"hero": mine("fighter"), "foe": theirs("fighter"), "near": theirs("fighter")}
    field = """
        . near .
        . hero foe
        """
    table = Table(field, units, turn="hero", release=release)
    table.start("move a1").start("locker foe").start("roll lock").start("roll critical")
    between = table.unit("hero", "ap", "mp")
    table.play(dice=["lock", "dodge"])
    return [between, table.unit("hero", "ap", "mp"), table.unit("hero", "at")]


@shows("lock_by_summon", {"caught": (5, 1, "a1"), "locked": (3, 0, "b1")})
def lock_of_a_mob(release: str) -> Any:
    """[KA 4.14.3] [KA-2.2 310.2e]"""
    return leaving(release, "lock", "critical", locker="imp").unit("hero", "ap", "mp", "at")


@shows("move_payment", {"after-block": [3, (0, "b1")], "before-block": [2, (0, "a1")]})
def mp_of_a_move(release: str) -> Any:
    """Asked for before the rolls, the last MP is not there to be lost to a Caught [KA 4.14.2.f] [KA-2.2 310.2a]."""
    units = {"hero": mine("fighter"), "foe": theirs("fighter")}
    during = Table(". hero foe", units, turn="hero", release=release).start("move a1")
    return [during.unit("hero", "mp"), leaving(release, "lock", "dodge", mp=1).unit("hero", "mp", "at")]
