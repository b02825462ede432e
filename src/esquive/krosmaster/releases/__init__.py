"""The releases of the rulebook as data: one folder each, with its numbers, its procedures and its list of clauses.

A release is data first (`release.toml`). Where releases differ in a procedure and not in a number, the file chooses
one of two named procedures (`PROCEDURES`); a rule asks `params.lock_tie == LOCK_TIE_CAUGHT` and never for a release
by name, so that a third release is a file and not a hunt through the code.

`ReleaseParams` is flat (`params.block_locked_mp`), because rules read it in the middle of a game's busiest loops.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, Final

from esquive.core.errors import DocumentError

GRANITE: Final = 0
JADE: Final = 1
SILVER: Final = 2
GOLD: Final = 3
RUBY: Final = 4
RANKS: Final = ("granite", "jade", "silver", "gold", "ruby")

# The named procedures, in pairs: the first is 0 and release 2.7's, the second is 1 and release 2.2's.
CONTRADICTION_PROHIBITION: Final = 0
CONTRADICTION_PERMISSION: Final = 1
INITIATIVE_TIE_MORE_KROSMASTERS: Final = 0
INITIATIVE_TIE_CHANCE: Final = 1
GAUGES_BEFORE_START_EFFECTS: Final = 0
GAUGES_AFTER_START_EFFECTS: Final = 1
BUFFS_BEFORE_START_EFFECTS: Final = 0
BUFFS_AFTER_START_EFFECTS: Final = 1
LOCK_TIE_CAUGHT: Final = 0
LOCK_TIE_ESCAPE: Final = 1
LOCK_LOSS_FIXED: Final = 0
LOCK_LOSS_ALL: Final = 1
LOCK_BY_SUMMON_CAUGHT: Final = 0
LOCK_BY_SUMMON_LOCKED: Final = 1
MOVE_PAYMENT_AFTER_BLOCK: Final = 0
MOVE_PAYMENT_BEFORE_BLOCK: Final = 1
DOFUS_TROPHY_SHARED: Final = 0
DOFUS_TROPHY_SEPARATE: Final = 1
BOOST_SPELLS_NEXT_SPELL: Final = 0
BOOST_SPELLS_CARD: Final = 1
PUNCH_LIMIT_ONCE_PER_TURN: Final = 0
PUNCH_LIMIT_NONE: Final = 1
IMMEDIATE_GAIN_CASTER: Final = 0
IMMEDIATE_GAIN_ACTIVE_UNIT: Final = 1
UNFAZED_PLACE: Final = 0
UNFAZED_PLACE_AND_POINTS: Final = 1
COUNTER_OPPONENTS_TURN: Final = 0
COUNTER_ANY_TURN: Final = 1
WISDOM_BOSS: Final = 0
WISDOM_ANY_KROSMASTER: Final = 1
LOOT_ANY_PIECE: Final = 0
LOOT_KROSMASTER: Final = 1
SUMMON_LIMIT_TEAM: Final = 0
SUMMON_LIMIT_KIND: Final = 1
SUMMON_AT_LIMIT_NO_SUMMON: Final = 0
SUMMON_AT_LIMIT_NO_CAST: Final = 1
SUMMON_ON_FLOOR_PIECE_FORBIDDEN: Final = 0
SUMMON_ON_FLOOR_PIECE_ALLOWED: Final = 1
MECHANISM_TURNS_TIMELINE: Final = 0
MECHANISM_TURNS_NONE: Final = 1
MECHANISM_SIDE_OWNER: Final = 0
MECHANISM_SIDE_NOBODY: Final = 1
ALLIES_UNITS: Final = 0
ALLIES_CHARACTERS: Final = 1
INFLICTED_EVERY_SOURCE: Final = 0
INFLICTED_NAMED_SOURCE: Final = 1
MOB_SPELLS_EVERY_SPELL: Final = 0
MOB_SPELLS_ATTACKS: Final = 1

PROCEDURES: Final[dict[str, tuple[str, str]]] = {
    "contradiction": ("prohibition", "permission"),
    "initiative_tie": ("more-krosmasters", "chance"),
    "gauges": ("before-start-effects", "after-start-effects"),
    "buffs": ("before-start-effects", "after-start-effects"),
    "lock_tie": ("caught", "escape"),
    "lock_loss": ("fixed", "all"),
    "lock_by_summon": ("caught", "locked"),
    "move_payment": ("after-block", "before-block"),
    "dofus_trophy": ("shared", "separate"),
    "boost_spells": ("next-spell", "card"),
    "punch_limit": ("once-per-turn", "none"),
    "immediate_gain": ("caster", "active-unit"),
    "unfazed": ("place", "place-and-points"),
    "counter": ("opponents-turn", "any-turn"),
    "wisdom": ("boss", "any-krosmaster"),
    "loot": ("any-piece", "krosmaster"),
    "summon_limit": ("team", "kind"),
    "summon_at_limit": ("no-summon", "no-cast"),
    "summon_on_floor_piece": ("forbidden", "allowed"),
    "mechanism_turns": ("timeline", "none"),
    "mechanism_side": ("owner", "nobody"),
    "allies": ("units", "characters"),
    "inflicted": ("every-source", "named-source"),
    "mob_spells": ("every-spell", "attacks"),
}

_FOLDER: Final = Path(__file__).parent
_loaded: dict[str, ReleaseParams] = {}


def release_names() -> tuple[str, ...]:
    """The releases that can be played, in alphabetical order."""
    return tuple(sorted(path.parent.name for path in _FOLDER.glob("*/release.toml")))


def data_path(name: str, file: str) -> Path:
    """Where a data file of a release is, such as `data_path("2.7", "clauses.tsv")`; the file need not exist.

    Raises DocumentError when there is no such release.
    """
    if name not in release_names():
        known = ", ".join(release_names())
        raise DocumentError(f'there is no release "{name}" of Krosmaster Arena', "release", f"choose one of: {known}")
    return _FOLDER / name / file


def release(name: str) -> ReleaseParams:
    """The parameters of a release, read once. Raises DocumentError for an unknown release or a faulty file."""
    if name not in _loaded:
        path = data_path(name, "release.toml")
        with path.open("rb") as file:
            data = tomllib.load(file)
        _loaded[name] = ReleaseParams(data, f"{name}/release.toml")
    return _loaded[name]


class _Reader:
    """Takes values out of a release file and remembers which, so that a key nobody reads is an error."""

    __slots__ = ("data", "left", "where")

    def __init__(self, data: dict[str, Any], where: str) -> None:
        self.data = data
        self.where = where
        self.left = {
            (section, key)
            for section, values in data.items()
            if isinstance(values, dict) and section != "families"
            for key in values
        }

    def _take(self, section: str, key: str) -> Any:
        values = self.data.get(section)
        if not isinstance(values, dict) or key not in values:
            raise DocumentError("this number of the release is missing", f"{self.where} [{section}] {key}", "add it")
        self.left.discard((section, key))
        return values[key]

    def number(self, section: str, key: str) -> int:
        value = self._take(section, key)
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            raise self.error(section, key, f"{value!r} is no whole number from 0 up", "write a whole number")
        return value

    def words(self, section: str, key: str) -> tuple[str, ...]:
        value = self._take(section, key)
        if not isinstance(value, list) or not all(isinstance(word, str) for word in value):
            raise self.error(section, key, f"{value!r} is no list of words", 'write ["one", "two"]')
        return tuple(value)

    def table(self, section: str, key: str) -> tuple[tuple[int, int], ...]:
        rows = self._take(section, key)
        if not isinstance(rows, list) or not rows or not all(isinstance(row, list) and len(row) == 2 for row in rows):
            raise self.error(section, key, "no list of pairs [up to, value]", "write [[11, 3], [15, 4]]")
        if [row[0] for row in rows] != sorted({row[0] for row in rows}):
            raise self.error(section, key, "the bounds do not grow", "order the rows by their first number")
        return tuple((int(row[0]), int(row[1])) for row in rows)

    def ranks(self, section: str, key: str) -> tuple[int, ...]:
        words = self.words(section, key)
        for word in words:
            if word not in RANKS:
                raise self.error(section, key, f'"{word}" is no rank', f"choose from: {', '.join(RANKS)}")
        return tuple(RANKS.index(word) for word in words)

    def prices(self, section: str, key: str) -> tuple[int, ...]:
        value = self._take(section, key)
        if not isinstance(value, dict) or set(value) != set(RANKS):
            raise self.error(section, key, "prices are wanted for exactly the known ranks", ", ".join(RANKS))
        return tuple(int(value[rank]) for rank in RANKS)

    def procedure(self, key: str) -> int:
        value = self._take("procedures", key)
        pair = PROCEDURES[key]
        if value not in pair:
            raise self.error("procedures", key, f"{value!r} is no such procedure", f"choose {pair[0]} or {pair[1]}")
        return pair.index(value)

    def error(self, section: str, key: str, message: str, fix: str) -> DocumentError:
        return DocumentError(message, f"{self.where} [{section}] {key}", fix)


class ReleaseParams:
    """Every number of one release and the procedures it chooses; never changed after loading.

    Numbers are ints as in the rulebook (Kamas, AP, MP, dice, injuries, rows, GG). Prices are indexed by rank (GRANITE
    to RUBY). A procedure is 0 or 1; compare it with the constant of the same name. The clause of each number stands
    beside it in `release.toml`.
    """

    __slots__ = (
        "allies", "block_caught_ap", "block_caught_mp", "block_locked_ap", "block_locked_mp", "block_move_mp",
        "board_areas", "board_crate_range", "board_start_rows", "board_territory_rows", "book", "boost_spells",
        "buffs", "contradiction", "counter", "damage_armour_malus", "damage_bomb_injuries",
        "damage_counter_injuries", "damage_critical_bonus", "damage_critical_healing", "damage_heal_power",
        "damage_profanation_injuries", "damage_resistance", "damage_wear_injuries",
        "dice_armour", "dice_critical", "dice_critical_neutral_max", "dice_dodge", "dice_lock", "dice_per_power",
        "dice_pierce_armour", "dice_tension", "dice_tension_reroll", "dofus_trophy", "families", "gauges",
        "gg_bought_per_turn", "gg_constructed", "gg_free_for_all", "gg_limited", "gg_lost_to_a_double",
        "gg_price_ap", "gg_price_kamas", "gg_theft", "gg_wild", "gg_wild_free_for_all", "gg_wisdom", "immediate_gain",
        "inflicted", "initiative_tie", "kamas_collect_ap", "kamas_farmer", "kamas_prospecting",
        "kamas_refund_one_die", "kamas_refund_two_dice", "lock_by_summon", "lock_loss", "lock_tie", "loot",
        "markers_special_per_name", "markers_special_per_placer", "mechanism_side", "mechanism_turns",
        "mob_spells", "move_payment", "name", "punch_ap", "punch_damage", "punch_limit", "punch_range",
        "punch_technique_discount", "rewards_crafter_ap", "rewards_crafter_prices", "rewards_equipment",
        "rewards_equipment_per_type", "rewards_pile_size", "rewards_piles_per_rank", "rewards_price_ap",
        "rewards_prices", "rewards_ranks", "rewards_ranks_original_box", "rewards_revealed_per_turn",
        "summon_at_limit", "summon_limit", "summon_on_floor_piece", "summons_bomb_hp", "summons_spells_max",
        "team_bosses", "team_copies_black", "team_copies_gold", "team_copies_white", "team_level_total",
        "team_size_four_players", "team_size_max", "team_size_min", "team_versions_gold", "unfazed", "wisdom",
    )  # fmt: skip

    def __init__(self, data: dict[str, Any], where: str) -> None:
        read = _Reader(data, where)
        self.name = str(data.get("name", ""))
        self.book = str(data.get("book", ""))
        # [KA 4.19.2.a] [KA 4.19.2.b] [KA 4.19.2.c] [KA 4.19.2.d] [KA 4.19.2.e] [KA 4.19.2.f] [KA 4.19.2.g]
        self.families = {family: tuple(names) for family, names in data.get("families", {}).items()}
        self._read_set_up(read)
        self._read_turns(read)
        self._read_spells(read)
        self._read_procedures(read)
        for section, key in sorted(read.left):
            raise DocumentError("no rule reads this key", f"{where} [{section}] {key}", "remove it or correct it")

    def _read_set_up(self, read: _Reader) -> None:
        self.team_size_min = read.number("team", "size_min")
        self.team_size_max = read.number("team", "size_max")
        self.team_level_total = read.number("team", "level_total")
        self.team_versions_gold = read.number("team", "versions_gold")
        self.team_copies_gold = read.number("team", "copies_gold")
        self.team_copies_white = read.number("team", "copies_white")
        self.team_copies_black = read.number("team", "copies_black")
        self.team_bosses = read.number("team", "bosses")
        self.team_size_four_players = read.number("team", "size_four_players")
        self.gg_constructed = read.number("gg", "constructed")
        self.gg_limited = read.table("gg", "limited")
        self.gg_theft = read.table("gg", "theft")
        self.gg_wild = read.number("gg", "wild")
        self.gg_free_for_all = read.number("gg", "free_for_all")
        self.gg_wild_free_for_all = read.number("gg", "wild_free_for_all")
        self.rewards_ranks = read.ranks("rewards", "ranks")
        self.rewards_ranks_original_box = read.ranks("rewards", "ranks_original_box")
        self.rewards_pile_size = read.number("rewards", "pile_size")
        self.rewards_piles_per_rank = read.number("rewards", "piles_per_rank")
        self.board_start_rows = read.number("board", "start_rows")
        self.board_territory_rows = read.number("board", "territory_rows")
        self.board_crate_range = read.number("board", "crate_range")
        self.board_areas = read.words("board", "areas")

    def _read_turns(self, read: _Reader) -> None:
        self.dice_tension = read.number("dice", "tension")
        self.dice_tension_reroll = read.number("dice", "tension_reroll")
        self.gg_lost_to_a_double = read.number("gg", "lost_to_a_double")
        self.gg_price_kamas = read.number("gg", "price_kamas")
        self.gg_price_ap = read.number("gg", "price_ap")
        self.gg_bought_per_turn = read.number("gg", "bought_per_turn")
        self.kamas_collect_ap = read.number("kamas", "collect_ap")
        self.kamas_refund_two_dice = read.number("kamas", "refund_two_dice")
        self.kamas_refund_one_die = read.number("kamas", "refund_one_die")
        self.kamas_prospecting = read.number("kamas", "prospecting")
        self.kamas_farmer = read.number("kamas", "farmer")
        self.rewards_prices = read.prices("rewards", "prices")
        self.rewards_crafter_prices = read.prices("rewards", "crafter_prices")
        self.rewards_price_ap = read.number("rewards", "price_ap")
        self.rewards_crafter_ap = read.number("rewards", "crafter_ap")
        self.rewards_revealed_per_turn = read.number("rewards", "revealed_per_turn")
        self.rewards_equipment = read.words("rewards", "equipment")
        self.rewards_equipment_per_type = read.number("rewards", "equipment_per_type")
        self.block_move_mp = read.number("block", "move_mp")
        self.block_locked_mp = read.number("block", "locked_mp")
        self.block_locked_ap = read.number("block", "locked_ap")
        self.block_caught_mp = read.number("block", "caught_mp")
        self.block_caught_ap = read.number("block", "caught_ap")

    def _read_spells(self, read: _Reader) -> None:
        self.dice_critical = read.number("dice", "critical")
        self.dice_critical_neutral_max = read.number("dice", "critical_neutral_max")
        self.dice_armour = read.number("dice", "armour")
        self.dice_lock = read.number("dice", "lock")
        self.dice_dodge = read.number("dice", "dodge")
        self.dice_per_power = read.number("dice", "per_power")
        self.dice_pierce_armour = read.number("dice", "pierce_armour")
        self.punch_ap = read.number("punch", "ap")
        self.punch_damage = read.number("punch", "damage")
        self.punch_range = read.number("punch", "range")
        self.punch_technique_discount = read.number("punch", "technique_discount")
        self.damage_critical_bonus = read.number("damage", "critical_bonus")
        self.damage_armour_malus = read.number("damage", "armour_malus")
        self.damage_critical_healing = read.number("damage", "critical_healing")
        self.damage_resistance = read.number("damage", "resistance")
        self.damage_heal_power = read.number("damage", "heal_power")
        self.damage_counter_injuries = read.number("damage", "counter_injuries")
        self.damage_wear_injuries = read.number("damage", "wear_injuries")
        self.damage_profanation_injuries = read.number("damage", "profanation_injuries")
        self.damage_bomb_injuries = read.number("damage", "bomb_injuries")
        self.gg_wisdom = read.number("gg", "wisdom")
        self.summons_spells_max = read.number("summons", "spells_max")
        self.summons_bomb_hp = read.number("summons", "bomb_hp")
        self.markers_special_per_name = read.number("markers", "special_per_name")
        self.markers_special_per_placer = read.number("markers", "special_per_placer")

    def _read_procedures(self, read: _Reader) -> None:
        self.contradiction = read.procedure("contradiction")
        self.initiative_tie = read.procedure("initiative_tie")
        self.gauges = read.procedure("gauges")
        self.buffs = read.procedure("buffs")
        self.lock_tie = read.procedure("lock_tie")
        self.lock_loss = read.procedure("lock_loss")
        self.lock_by_summon = read.procedure("lock_by_summon")
        self.move_payment = read.procedure("move_payment")
        self.dofus_trophy = read.procedure("dofus_trophy")
        self.boost_spells = read.procedure("boost_spells")
        self.punch_limit = read.procedure("punch_limit")
        self.immediate_gain = read.procedure("immediate_gain")
        self.unfazed = read.procedure("unfazed")
        self.counter = read.procedure("counter")
        self.wisdom = read.procedure("wisdom")
        self.loot = read.procedure("loot")
        self.summon_limit = read.procedure("summon_limit")
        self.summon_at_limit = read.procedure("summon_at_limit")
        self.summon_on_floor_piece = read.procedure("summon_on_floor_piece")
        self.mechanism_turns = read.procedure("mechanism_turns")
        self.mechanism_side = read.procedure("mechanism_side")
        self.allies = read.procedure("allies")
        self.inflicted = read.procedure("inflicted")
        self.mob_spells = read.procedure("mob_spells")

    def limited_gallons(self, first_levels: int, second_levels: int) -> tuple[int, int]:
        """The GG of both players in a Limited game, the theft by the lower-level side included.

        Levels are each team's total (1 to 12); the table is read with both totals added, its last line also serving
        anything above. The wild GG is set out afterwards and is not stolen here.
        [KA 1.3.5.b] [Ruling R9]
        """
        both = _read_table(self.gg_limited, first_levels + second_levels)
        stolen = _read_table(self.gg_theft, abs(first_levels - second_levels))
        if first_levels < second_levels:
            return both + stolen, both - stolen
        return both - stolen, both + stolen

    def __repr__(self) -> str:
        return f"release({self.name!r})"


def _read_table(rows: tuple[tuple[int, int], ...], number: int) -> int:
    """The value of the first row whose bound the number does not pass; of the last row beyond all bounds."""
    for bound, value in rows:
        if number <= bound:
            return value
    return rows[-1][1]
