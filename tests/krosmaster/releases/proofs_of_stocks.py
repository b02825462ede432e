"""Proofs of the numbers of Kamas, Gallons, rewards, markers and families; see `proofs`."""

from collections.abc import Callable
from typing import Any, Final

from esquive.core.errors import DocumentError
from esquive.core.waiting import Decision
from tests.krosmaster.casting import ANYWHERE, mage
from tests.krosmaster.playing import Table, card, keyword, mine, reward, spell, summon, theirs
from tests.krosmaster.releases.proofs import ALL_RANKS, DULL, FILE, Change, steers, table

# ------------------------------------------------------------------------------------------------------ Kamas, Gallons


@steers("kamas.collect_ap", 2, (5, 1), (4, 1))
def a_kama_is_collected(change: Change) -> Any:
    units = {"hero": mine("fighter"), "foe": theirs("fighter")}
    played = table(change, "hero . foe", units, kamas={"a1": 2}).play("collect")
    return played.unit("hero", "ap"), played.read("player.p1.kamas")


def killing(change: Change, *powers: Any, **foe: Any) -> Table:
    """The hero has KO'd the foe, of level 3."""
    kill = spell("kill", range=ANYWHERE, base=9, cost={"ap": 1})
    pack = [card("killer", spells=[kill], powers=list(powers)), card("victim", **foe)]
    units = {"hero": mine("killer"), "foe": theirs("victim"), "rest": theirs("fighter")}
    return table(change, "hero foe rest", units, pack=pack).play("cast kill b1", dice=DULL)


@steers("kamas.prospecting", 4, 1, 4)
def a_krosmaster_with_prospecting_koes_another(change: Change) -> Any:
    return killing(change, keyword("prospecting")).read("player.p1.kamas")


@steers("gg.wisdom", 3, 10, 12)
def a_krosmaster_with_wisdom_koes_a_boss(change: Change) -> Any:
    return killing(change, keyword("wisdom"), types=["boss"]).read("player.p1.gg")


@steers("kamas.farmer", 3, 2, 4)
def a_farmer_ends_its_turn_with_a_kama_collected(change: Change) -> Any:
    units = {"hero": mine("peasant"), "foe": theirs("fighter")}
    pack = [card("peasant", powers=[keyword("farmer")])]
    played = table(change, "hero . foe", units, kamas={"a1": 2}, pack=pack).play("collect").start("end")
    return played.read("player.p1.kamas")


def shop(change: Change, kamas: int, units: dict[str, Any] | None = None, **keys: Any) -> Table:
    """The hero stands on the Demon cell with so many Kamas."""
    cast = {"hero": mine("fighter", at="a1"), "foe": theirs("fighter"), **(units or {})}
    return table(change, "D . foe", cast, players={"p1": {"kamas": kamas}}, **keys)


@steers("gg.price_kamas", 10, [], ["buy gg"])
def a_gallon_is_wanted_for_ten_kamas(change: Change) -> Any:
    return [line for line in shop(change, 10).options("buy") if line == "buy gg"]


@steers("gg.price_ap", 3, 5, 3)
@steers("gg.bought_per_turn", 2, 5, (5, "again"))
def a_gallon_is_bought(change: Change) -> Any:
    played = shop(change, 30).play("buy gg")
    ap = played.unit("hero", "ap")
    return (ap, "again") if "buy gg" in played.options("buy") else ap


# ----------------------------------------------------------------------------------------------------------- rewards


def offered(bought: Table) -> list[str]:
    """The ranks that may be bought."""
    lines = [line.split() for line in bought.options("buy") if line != "buy gg"]
    return list(dict.fromkeys(words[1] for words in lines))


@steers("rewards.ranks", ["jade", "ruby"], ["granite", "jade", "silver"], ["jade", "ruby"])
def rewards_are_on_offer(change: Change) -> Any:
    return offered(shop(change, 40))


@steers("rewards.ranks_original_box", ["jade", "gold"], ["granite", "jade", "gold"], ["jade", "gold"])
def rewards_of_the_original_box_are_on_offer(change: Change) -> Any:
    return offered(shop(change, 40, options={"reward_set": "original-box"}))


def price(rank: str, powers: Any = ()) -> Callable[[Change], Any]:
    """What a reward of a rank costs the hero, in a release that has all five."""

    def play(change: Change) -> Any:
        pack = [card("buyer", powers=powers)]
        poor = shop(change, 0, {"hero": mine("buyer", at="a1")}, pack=pack, too=ALL_RANKS)
        waiting = poor.state.waiting
        assert isinstance(waiting, Decision)
        return next(one.facts["cost"] for one in poor.broken(f"buy {rank} 1 down") if one.kind == "no-kamas")

    return play


for _rank, _usual, _crafted in (
    ("granite", 3, 3), ("jade", 6, 5), ("silver", 9, 7), ("gold", 12, 10), ("ruby", 18, 15)
):  # fmt: skip
    steers(f"rewards.prices.{_rank}", 20, _usual, 20)(price(_rank))
    steers(f"rewards.crafter_prices.{_rank}", 19, _crafted, 19)(price(_rank, [keyword("crafter")]))


def ap_after_buying(change: Change, powers: Any = ()) -> Any:
    """The AP of the hero once it has bought a reward."""
    pack = [card("buyer", powers=powers), reward("token")]
    buyer = shop(change, 9, {"hero": mine("buyer", at="a1")}, pack=pack)
    return buyer.play("buy granite 1 down", dice=["token"], answers=["give hero"]).unit("hero", "ap")


@steers("rewards.price_ap", 2, 5, 4)
def a_reward_is_bought(change: Change) -> Any:
    return ap_after_buying(change)


@steers("rewards.crafter_ap", 3, 6, 3)
def a_reward_is_bought_by_a_crafter(change: Change) -> Any:
    return ap_after_buying(change, [keyword("crafter")])


HATS: Final = [reward(name, kind="equipment", slot="set") for name in ("hat", "cap")]


@steers("rewards.revealed_per_turn", 2, ["reveal hat", "reveal cap"], ["reveal hat", "reveal cap", "reveal charm"])
def three_rewards_are_held(change: Change) -> Any:
    rewards = [{"id": name, "face": "down"} for name in ("hat", "charm")]
    units = {"hero": mine("fighter", rewards=rewards), "foe": theirs("fighter")}
    played = table(change, "hero . foe", units, pack=[*HATS, reward("charm")])
    return ["reveal hat", "reveal cap", *played.play("reveal hat").options("reveal")]


@steers("rewards.equipment_per_type", 2, [], ["reveal cap"])
@steers("rewards.equipment", ["weapon"], [], "no token is called 'hat'")
def a_second_piece_of_equipment_is_held(change: Change) -> Any:
    rewards = [{"id": "hat", "face": "up"}, {"id": "cap", "face": "down"}]
    units = {"hero": mine("fighter", rewards=rewards), "foe": theirs("fighter")}
    try:
        return table(change, "hero . foe", units, pack=HATS).options("reveal")
    except DocumentError as error:
        return "no token is called 'hat'" if "'hat'" in str(error) else str(error)


# ----------------------------------------------------------------------------------------------- markers, families


def marked(change: Change, *casts: str) -> Any:
    """Who bears special markers once two witches of a team have cast and ended their turns as told."""
    rites = [
        spell(name, range=ANYWHERE, kind="special", cost={"ap": 1}, do=[{"op": "special-marker", "name": name}])
        for name in ("rite", "bane")
    ]
    units = {"hero": mine("witch"), "pal": mine("witch"), "foe": theirs("fighter"), "far": theirs("fighter")}
    played = table(change, "hero pal foe far", units, pack=[card("witch", spells=rites)])
    for line in casts:
        played.play(line)
    return [played.state.names[bearer] for _, _, bearer in played.state.special_markers]


@steers("markers.special_per_placer", 2, ["far"], ["foe", "far"])
def a_witch_places_two_markers(change: Change) -> Any:
    return marked(change, "cast rite c1", "cast bane d1")


@steers("markers.special_per_name", 2, ["far"], ["foe", "far"])
def two_witches_place_the_same_marker(change: Change) -> Any:
    return marked(change, "cast rite c1", "end", "cast rite d1")


def family(name: str) -> Callable[[Change], Any]:
    """Whether a token counts as one of the family, as a spell finds it that means the family alone."""

    def play(change: Change) -> Any:
        wave = {"op": "markers", "stat": "mp", "x": 1, "to": {"who": "units", "type": name}}
        units = {"hero": mine("mage"), "pet": mine("pet", summoner="hero"), "foe": theirs("fighter")}
        played = table(change, "hero pet . foe", units, pack=[mage(wave), summon("pet", family="house")])
        return played.play("cast act d1").unit("pet", "mp_markers")

    return play


for _family, _tokens in FILE["families"].items():
    steers(f"families.{_family}", [*_tokens, "pet"], 0, 1)(family(_family))
