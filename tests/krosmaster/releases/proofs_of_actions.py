"""Proofs of the numbers of moving, Block, spells, places and the Punch; see `proofs`."""

from typing import Any

from esquive.core.errors import DocumentError
from tests.krosmaster.casting import mage, striker
from tests.krosmaster.playing import Part, Table, card, keyword, mine, reward, spell, summon, theirs
from tests.krosmaster.releases.proofs import DULL, Change, steers, table

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


@steers("damage.fragility", 2, 3, 4)
def a_fragile_target_is_struck(change: Change) -> Any:
    return strike(change, *DULL, victim=[keyword("fragility")]).unit("foe", "injuries")


@steers("damage.temper", 1, 0, 1)
def a_tempered_target_is_struck(change: Change) -> Any:
    return strike(change, *DULL, victim=[keyword("temper")]).unit("foe", "injuries")


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
