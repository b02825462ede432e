"""Every key of a release's number sections steers: with another value the same position plays otherwise.

Each proof is a small position played by release 2.7 and by a release that begins from it and changes that one key. A
key of the file without a proof fails, so that none can be written there which no rule reads.
"""

import json
import tomllib
from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

import msgspec
import pytest

from esquive.core.errors import DocumentError
from esquive.core.waiting import Decision
from esquive.krosmaster import releases
from esquive.krosmaster.book.teams import constructed_violations, four_players_violations
from esquive.krosmaster.cards.documents import CardDocument
from esquive.krosmaster.releases import ReleaseParams, add_release, data_path, release, release_from
from tests.krosmaster.casting import ANYWHERE, mage, striker
from tests.krosmaster.playing import Part, Table, card, keyword, mine, reward, spell, summon, theirs

Change = dict[str, dict[str, Any]]  # section, key, value: what a release says that begins from 2.7
DULL: Final = ["lock", "lock"]
FILE: Final = tomllib.loads(data_path("2.7", "release.toml").read_text(encoding="utf-8"))
ALL_RANKS: Final = {"rewards": {"ranks": ["granite", "jade", "silver", "gold", "ruby"]}}


@pytest.fixture(autouse=True)
def _nobody_else_plays_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """The releases made here are forgotten after each test."""
    monkeypatch.setattr(releases, "_added", {})


def keys_of(file: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """Every key of the sections of numbers with its value, those of inline tables too: `rewards.prices.ruby`."""
    for section, values in file.items():
        if isinstance(values, dict) and section != "procedures":
            for key, value in values.items():
                if isinstance(value, dict):
                    yield from ((f"{section}.{key}.{name}", one) for name, one in value.items())
                else:
                    yield f"{section}.{key}", value


class Proof(NamedTuple):
    """The other value, what the position shows in 2.7 and with it, and how it is played."""

    value: Any
    usual: Any
    changed: Any
    play: Callable[[Change], Any]


PROOFS: dict[str, Proof] = {}


def steers(key: str, value: Any, usual: Any, changed: Any) -> Callable[[Callable[[Change], Any]], Any]:
    """Say that the scenario below shows `usual` by 2.7, and `changed` when the key has another value."""

    def remember(play: Callable[[Change], Any]) -> Callable[[Change], Any]:
        assert key not in PROOFS, f"{key} is proved twice"
        PROOFS[key] = Proof(value, usual, changed, play)
        return play

    return remember


def params_with(*changes: Change) -> ReleaseParams:
    """The numbers of a release that begins from 2.7 and says these things otherwise."""
    said: dict[str, Any] = {}
    for change in changes:
        for section, keys in change.items():
            said[section] = {**said.get(section, {}), **keys}
    name = f"2.7 with {json.dumps(said)}"[:80]
    return release_from({"name": name, "base": "2.7", **said}) if said else release("2.7")


def table(change: Change, drawing: str, units: dict[str, Any], turn: Any = "hero", **keys: Any) -> Table:
    """A position in the changed release."""
    return Table(drawing, units, turn=turn, release=add_release(params_with(change, keys.pop("too", {}))).name, **keys)


def match(change: Change, *teams: list[str], **keys: Any) -> Table:
    """A new match in the changed release."""
    return Table.match(list(teams), release=add_release(params_with(change)).name, **keys)


@pytest.mark.parametrize(("key", "value"), list(keys_of(FILE)))
def test_every_number_of_the_release_steers_the_game(key: str, value: Any) -> None:
    assert key in PROOFS, f"show a position that plays otherwise with another {key}"
    proof = PROOFS[key]
    assert proof.value != value and proof.usual != proof.changed
    section, _, name = key.partition(".")
    table_of, _, entry = name.rpartition(".")
    change = {section: {table_of: {entry: proof.value}} if table_of else {name: proof.value}}
    assert proof.play({}) == proof.usual
    assert proof.play(change) == proof.changed


def test_every_proof_is_of_a_key_of_the_file() -> None:
    assert set(PROOFS) - {key for key, _ in keys_of(FILE)} == set()


# -------------------------------------------------------------------------------------------------------------- teams


def faults(change: Change, *levels: int, of: Callable[..., Any] = constructed_violations, **keys: Any) -> list[str]:
    """What is wrong with a team of cards of these levels; other keys are those of every card."""
    parts = [
        card(f"card-{place}", level=level, version={"en": f"No. {place}"}, **keys)[1]
        for place, level in enumerate(levels)
    ]
    return [found.kind for found in of([msgspec.convert(part, CardDocument) for part in parts], params_with(change))]


@steers("team.size_min", 2, ["team-size"], [])
def two_krosmasters_of_level_six(change: Change) -> Any:
    return faults(change, 6, 6)


@steers("team.size_max", 4, [], ["team-size"])
def five_krosmasters(change: Change) -> Any:
    return faults(change, 3, 3, 2, 2, 2)


@steers("team.level_total", 10, [], ["team-level"])
def levels_that_add_up_to_twelve(change: Change) -> Any:
    return faults(change, 4, 4, 4)


@steers("team.versions_gold", 3, ["team-copies", "team-versions"], ["team-copies"])
@steers("team.copies_gold", 3, ["team-copies", "team-versions"], ["team-versions"])
def three_versions_of_a_unique_hero(change: Change) -> Any:
    return faults(change, 4, 4, 4, colour="gold", hero="joris")


@steers("team.copies_white", 3, ["team-copies"], [])
def a_white_hero_three_times(change: Change) -> Any:
    return faults(change, 4, 4, 4, colour="white", hero="knight")


@steers("team.copies_black", 2, [], ["team-copies"])
def a_black_hero_three_times(change: Change) -> Any:
    return faults(change, 4, 4, 4, colour="black", hero="chafer")


@steers("team.bosses", 3, ["team-bosses"], [])
def three_bosses(change: Change) -> Any:
    return faults(change, 4, 4, 4, types=["boss"])


@steers("team.size_four_players", 3, ["team-size"], [])
def three_krosmasters_among_four_players(change: Change) -> Any:
    return faults(change, 1, 1, 1, of=four_players_violations)


# ------------------------------------------------------------------------------------------------- starting the game

FAST: Final = card("fast", initiative=9)
SLOW: Final = card("slow", initiative=1, level=1)


@steers("gg.constructed", 7, [6, 6], [7, 7])
def a_duel_begins(change: Change) -> Any:
    return match(change, ["fast"], ["slow"], pack=[FAST, SLOW]).state.gg


@steers("gg.limited", [[24, 8]], [2, 4], [7, 9])
@steers("gg.theft", [[24, 3]], [2, 4], [0, 6])
def a_limited_duel_of_levels_three_and_one_begins(change: Change) -> Any:
    return match(change, ["fast"], ["slow"], pack=[FAST, SLOW], format="limited").state.gg


@steers("gg.wild", 2, 1, 2)
def the_wild_gallons_of_a_duel(change: Change) -> Any:
    return match(change, ["fast"], ["slow"], pack=[FAST, SLOW]).state.wild_gg


@steers("gg.free_for_all", 5, ([3] * 4, 3), ([5] * 4, 3))
@steers("gg.wild_free_for_all", 2, ([3] * 4, 3), ([3] * 4, 2))
def four_players_begin(change: Change) -> Any:
    teams = [["one"], ["two"], ["three"], ["four"]]
    pack = [card(team[0], initiative=9 - place) for place, team in enumerate(teams)]
    state = match(change, *teams, pack=pack, format="free-for-all").state
    return state.gg, state.wild_gg


@steers("rewards.pile_size", 5, [10] * 6, [5] * 6)
@steers("rewards.piles_per_rank", 3, [10] * 6, [10, 10, 10] * 3)
def the_piles_are_laid_out(change: Change) -> Any:
    many = [reward(f"{rank}-token", rank=rank, copies=10) for rank in ("granite", "jade", "silver")]
    return match(change, ["fast"], ["slow"], pack=[FAST, SLOW, *many]).state.piles_closed


@steers("board.start_rows", 1, ["deploy hero a1", "deploy hero a2"], ["deploy hero a1"])
def a_krosmaster_is_deployed(change: Change) -> Any:
    units = {"hero": mine("fighter", at=""), "foe": theirs("fighter", at="")}
    drawing = "s\ns\n.\ns\ns".replace("\n", " .\n") + " ."
    return sorted(table(change, drawing, units, {"player": "p1", "phase": "setup"}).options("deploy"))


# ------------------------------------------------------------------------------------------------------ a player's turn


def tension(change: Change) -> Table:
    """The Tension roll of p1."""
    units = {"hero": mine("fighter"), "foe": theirs("fighter")}
    return table(change, "hero . foe", units, {"player": "p1", "phase": "tension"})


@steers("dice.tension", 3, 2, 3)
def the_dice_of_tension(change: Change) -> Any:
    return tension(change).rolls.count


@steers("dice.tension_reroll", 0, "p1 tension", "p1 inspiration")
def tension_dice_are_kept_or_rerolled(change: Change) -> Any:
    return tension(change).start("lock dodge").asked


@steers("gg.lost_to_a_double", 2, (5, 5), (4, 4))
def a_double(change: Change) -> Any:
    # Without a reroll nobody is asked to keep the dice, which is another key's proof.
    played = tension(change).play(dice=["lock", "lock"], answers=["keep"])
    return played.read("player.p1.gg"), played.read("player.p2.gg")


def refunded(change: Change, *dice: str) -> Any:
    """The Kamas of p1, who sells these dice."""
    units = {"hero": mine("fighter"), "foe": theirs("fighter")}
    turn = {"player": "p1", "phase": "inspiration", "dice": list(dice)}
    return table(change, "hero . foe", units, turn).play("done").read("player.p1.kamas")


@steers("kamas.refund_two_dice", 5, 3, 5)
def two_dice_are_sold(change: Change) -> Any:
    return refunded(change, "lock", "dodge")


@steers("kamas.refund_one_die", 2, 1, 2)
def one_die_is_sold(change: Change) -> Any:
    return refunded(change, "lock")


# ------------------------------------------------------------------------------------------------------ moving, Block


def block(change: Change, *dice: str, mover: Part | None = None, locker: Part | None = None) -> Table:
    """The hero leaves the foe, who rolls first."""
    pack = [mover or card("mover"), locker or card("locker")]
    units = {"hero": mine("mover", mp=5), "foe": theirs("locker")}
    return table(change, ". hero foe", units, pack=pack).play("move a1", dice=list(dice))


@steers("block.move_mp", 2, (2, "a1"), (1, "a1"))
def a_step_is_taken(change: Change) -> Any:
    played = table(change, ". hero . foe", {"hero": mine("fighter"), "foe": theirs("fighter")}).play("move a1")
    return played.unit("hero", "mp", "at")


@steers("block.locked_mp", 2, (1, 3), (2, 3))
@steers("block.locked_ap", 2, (1, 3), (1, 4))
def a_krosmaster_is_locked(change: Change) -> Any:
    return block(change, "lock", "armour").unit("hero", "mp", "ap")


@steers("block.caught_mp", 2, (3, 5), (2, 5))
@steers("block.caught_ap", 0, (3, 5), (3, 6))
def a_krosmaster_is_caught(change: Change) -> Any:
    return block(change, "lock", "dodge").unit("hero", "mp", "ap")


def lock_and_dodge_dice(change: Change, powers: list[dict[str, Any]]) -> tuple[int, int]:
    """How many dice the locker and the mover roll, all of them Armour."""
    pack = [card("mover", powers=powers), card("locker", powers=powers)]
    units = {"hero": mine("mover"), "foe": theirs("locker")}
    played = table(change, ". hero foe", units, pack=pack).start("move a1")
    locks = played.rolls.count
    return locks, played.start(" ".join(["armour"] * locks)).rolls.count


@steers("dice.lock", 3, (1, 1), (3, 1))
@steers("dice.dodge", 2, (1, 1), (1, 2))
def somebody_leaves_an_enemy(change: Change) -> Any:
    return lock_and_dodge_dice(change, [])


@steers("dice.per_power", 2, (2, 2), (3, 3))
def somebody_with_dodge_leaves_an_enemy_with_lock(change: Change) -> Any:
    return lock_and_dodge_dice(change, [keyword("lock"), keyword("dodge")])


# -------------------------------------------------------------------------------------------- dice and sums of spells


def strike(change: Change, *dice: str, base: int = 2, victim: Any = (), powers: Any = (), **keys: Any) -> Table:
    """The striker hits the foe with an earth spell; the first dice are the Critical roll, then the Armour roll."""
    pack = [striker(base=base, powers=powers), card("target", powers=victim)]
    units = {"hero": mine("striker", **keys), "foe": theirs("target")}
    return table(change, "hero . foe", units, pack=pack).play("cast hit c1", dice=list(dice))


def dice_of(change: Change, attack: dict[str, Any], victim: Any = (), powers: Any = ()) -> tuple[int, int]:
    """How many dice the caster and the target roll for a spell."""
    units = {"hero": mine("caster"), "foe": theirs("target")}
    pack = [card("caster", spells=[attack], powers=powers), card("target", powers=victim)]
    played = table(change, "hero foe", units, pack=pack).start(f"cast {attack['id']} b1")
    criticals = played.rolls.count
    played.start(" ".join(["lock"] * criticals))
    return criticals, played.rolls.count if played.asked == "p2 armour roll" else 0


@steers("dice.critical", 2, (1, 1), (2, 1))
@steers("dice.armour", 2, (1, 1), (1, 2))
def a_spell_is_rolled_for(change: Change) -> Any:
    return dice_of(change, spell("hit"))


@steers("dice.critical_neutral_max", 3, (1, 1), (2, 1))
def a_neutral_spell_of_somebody_with_critical_hit(change: Change) -> Any:
    return dice_of(change, spell("hit", element="neutral"), powers=[keyword("critical-hit")])


@steers("dice.pierce_armour", 2, (1, 1), (1, 0))
def armour_is_pierced(change: Change) -> Any:
    return dice_of(change, spell("hit", do=[{"op": "pierce-armour"}]), victim=[keyword("armour")])


@steers("damage.critical_bonus", 3, 3, 5)
def a_critical_roll_succeeds(change: Change) -> Any:
    return strike(change, "critical", "lock").unit("foe", "injuries")


@steers("damage.armour_malus", 2, 1, 0)
def an_armour_roll_succeeds(change: Change) -> Any:
    return strike(change, "lock", "armour").unit("foe", "injuries")


@steers("damage.resistance", 2, 1, 0)
def a_target_resists_earth(change: Change) -> Any:
    return strike(change, *DULL, victim=[keyword("resistance-earth")]).unit("foe", "injuries")


def healed(change: Change, die: str, powers: Any = ()) -> Any:
    """The injuries of the hero, 7 before, who heals 2 of its own."""
    mend = spell("mend", (0, 3), kind="heal", base=2, element="water")
    units = {"hero": mine("healer", injuries=7), "foe": theirs("fighter")}
    played = table(change, "hero . foe", units, pack=[card("healer", spells=[mend], powers=powers)])
    return played.play("cast mend a1", dice=[die]).unit("hero", "injuries")


@steers("damage.critical_healing", 3, 4, 2)
def a_critical_roll_heals_more(change: Change) -> Any:
    return healed(change, "critical")


@steers("damage.heal_power", 4, 4, 1)
def somebody_with_heal_heals_more(change: Change) -> Any:
    return healed(change, "lock", [keyword("heal")])


@steers("damage.counter_injuries", 2, 1, 2)
def a_counter_answers(change: Change) -> Any:
    return strike(change, *DULL, victim=[keyword("counter")]).unit("hero", "injuries")


def worn(change: Change, **keys: Any) -> Any:
    """The injuries of a summon once its summoner's turn has begun."""
    pet = summon("pet", hp=6, category="mechanism", mp="-", ap="-", **keys)
    units = {"hero": mine("fighter"), "pet": mine("pet", summoner="hero"), "foe": theirs("fighter")}
    turn = {"player": "p1", "unit": "hero", "phase": "preliminary"}
    return table(change, "hero pet . foe", units, turn, pack=[pet]).unit("pet", "injuries")


@steers("damage.wear_injuries", 3, 1, 3)
def a_summon_wears(change: Change) -> Any:
    return worn(change, powers=[keyword("wear")])


@steers("damage.bomb_injuries", 2, 1, 2)
def a_bomb_burns_down(change: Change) -> Any:
    return worn(change, family="bomb")


@steers("damage.profanation_injuries", 2, 1, 2)
def a_tombstone_is_profaned(change: Change) -> Any:
    grave = summon("grave", category="mechanism", obstacle=False, mp="-", ap="-", hp=3, powers=[keyword("profanation")])
    units = {"hero": mine("fighter"), "grave": theirs("grave", at="b1"), "foe": theirs("fighter")}
    return table(change, "hero . . foe", units, pack=[grave]).play("move b1").unit("grave", "injuries")


# --------------------------------------------------------------------------------------------------- ranges and places


@steers("board.crate_range", 3, ["cast bow d1"], ["cast bow d1", "cast bow e1", "cast bow f1"])
def an_archer_stands_on_a_crate(change: Change) -> Any:
    bow = spell("bow", range={"kind": "line", "min": 3, "max": 2, "fixed": False})
    units = {"hero": mine("archer", at="a1"), "foe": theirs("fighter")}
    return table(change, "C . . . . . foe", units, pack=[card("archer", spells=[bow])]).options("cast")[:-1]


@steers("board.cube_range", 2, ["cast bow d1"], ["cast bow d1", "cast bow e1", "cast bow f1"])
def an_archer_stands_on_an_ice_cube(change: Change) -> Any:
    bow = spell("bow", range={"kind": "line", "min": 3, "max": 3, "fixed": False})
    units = {"hero": mine("archer", at="a1"), "foe": theirs("fighter")}
    return table(change, "I . . . . . foe", units, pack=[card("archer", spells=[bow])]).options("cast")[:-1]


def struck(change: Change, letter: str, **hp: int) -> Any:
    """What stands on the cell that a blow of 2 has struck, and the Kamas there; without HP the match is refused."""
    units = {"hero": mine("fighter"), "foe": theirs("fighter")}
    too = {"scenery": {"hp": hp}} if hp else {}
    options = {"destructible_scenery": "on"}
    try:
        begun = table(change, f"hero {letter} foe", units, options=options, too=too)
    except DocumentError as error:
        return str(error).split(":")[0]
    begun.play("cast strike b1", dice=["lock"])
    return begun.read("kamas.b1") if hp else begun.read("scenery.b1")


@steers("scenery.hp.tree", 2, "options.destructible_scenery", "none")
def a_tree_is_struck(change: Change) -> Any:
    return struck(change, "T")


@steers("scenery.hp.bush", 3, "options.destructible_scenery", "bush")
def a_bush_is_struck(change: Change) -> Any:
    return struck(change, "B")


@steers("scenery.hp.crate", 1, "options.destructible_scenery", "none")
def a_crate_is_struck(change: Change) -> Any:
    return struck(change, "C")


@steers("scenery.kamas.tree", 4, 0, 4)
def a_tree_falls(change: Change) -> Any:
    return struck(change, "T", tree=2)


@steers("scenery.kamas.bush", 4, 0, 4)
def a_bush_falls(change: Change) -> Any:
    return struck(change, "B", bush=2)


@steers("scenery.kamas.crate", 4, 0, 4)
def a_crate_breaks(change: Change) -> Any:
    return struck(change, "C", crate=2)


@steers("board.territory_rows", 6, 0, 1)
def a_caster_stands_in_the_sixth_row_of_the_opponent(change: Change) -> Any:
    raid = {"op": "invasion", "then": [{"op": "markers", "stat": "mp", "x": 1}]}
    units = {"hero": mine("mage"), "foe": theirs("fighter")}
    drawing = "foe\n.\n.\n.\n.\nhero\n.\n.\n."
    return table(change, drawing, units, pack=[mage(raid)]).play("cast act a9").unit("foe", "mp_markers")


@steers("board.areas", ["none", "square"], "played", "release has no area 'cross'")
def somebody_casts_on_a_cross(change: Change) -> Any:
    units = {"hero": mine("mage"), "foe": theirs("fighter")}
    try:
        table(change, "hero . foe", units, pack=[mage(area="cross")]).play("cast act c1")
    except DocumentError as error:
        return "release has no area 'cross'" if "has no area 'cross', which 'act' has" in str(error) else str(error)
    return "played"


# ---------------------------------------------------------------------------------------------------------- the Punch


def punch(change: Change, *techniques: str) -> Table:
    """The hero has punched the foe; its Techniques lie face up."""
    slow = {"op": "markers", "stat": "mp", "x": -1}
    kick = reward("kick", kind="equipment", slot="technique", holds=[{"give": [{"op": "punch-effect", "do": [slow]}]}])
    rewards = [{"id": name, "face": "up"} for name in techniques]
    units = {"hero": mine("fighter", ap=6, rewards=rewards), "foe": theirs("fighter")}
    return table(change, "hero foe", units, pack=[kick]).play("cast punch b1", dice=DULL)


@steers("punch.ap", 2, (1, 1), (4, 1))
@steers("punch.damage", 3, (1, 1), (1, 3))
def the_hero_punches(change: Change) -> Any:
    played = punch(change)
    return played.unit("hero", "ap"), played.unit("foe", "injuries")


@steers("punch.technique_discount", 3, 2, 4)
def the_hero_punches_by_a_technique(change: Change) -> Any:
    return punch(change, "kick").unit("hero", "ap")


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
