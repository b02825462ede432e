"""The numbers of a release: a struct for each section of its file, a field for each key.

They are whole numbers as in the rulebook (Kamas, AP, MP, injuries, GG, dice, cells). What each of them means is the
clause that stands beside it in `release.toml`. Rules read them as the file writes them: `params.block.locked_mp` is
`locked_mp` of `[block]`; what the busiest loops read is copied into `Settings`, once a match.
"""

from typing import Annotated

from msgspec import Meta, Struct

from esquive.krosmaster.releases.names import RANKS, SCENERY_NAMES, Area, Rank, Slot

Number = Annotated[int, Meta(ge=0, le=99)]
Positive = Annotated[int, Meta(ge=1, le=99)]
Dice = Annotated[int, Meta(ge=0, le=4)]
Steps = Annotated[tuple[tuple[Number, Number], ...], Meta(min_length=1)]  # rows of (up to, value)
Prices = dict[str, Number]  # by rank
Ranks = Annotated[tuple[Rank, ...], Meta(min_length=1)]


class Section(Struct, frozen=True, forbid_unknown_fields=True):
    """A section of a release file; `__post_init__` raises ValueError with the key and what is wrong with it."""


class Team(Section, frozen=True):
    """Who may play together [KA 1.1.1] [KA 1.1.2]."""

    size_min: Positive
    size_max: Positive
    level_total: Positive
    versions_gold: Positive
    copies_gold: Positive
    copies_white: Positive
    copies_black: Positive
    bosses: Positive
    size_four_players: Positive

    def __post_init__(self) -> None:
        if self.size_min > self.size_max:
            raise ValueError(f"size_min: {self.size_min} is more than size_max = {self.size_max}")


class Gg(Section, frozen=True):
    """Gallons of Glory; `limited` and `theft` are read by levels, the last row serving anything above."""

    constructed: Positive
    limited: Steps
    theft: Steps
    wild: Number
    free_for_all: Positive
    wild_free_for_all: Number
    price_kamas: Number
    price_ap: Number
    bought_per_turn: Positive
    lost_to_a_double: Number
    wisdom: Number

    def __post_init__(self) -> None:
        for key, rows in (("limited", self.limited), ("theft", self.theft)):
            bounds = [most for most, _ in rows]
            if bounds != sorted(set(bounds)):
                raise ValueError(f"{key}: the bounds {bounds} do not grow")


class Kamas(Section, frozen=True):
    """What Kamas cost and bring."""

    collect_ap: Number
    refund_two_dice: Number
    refund_one_die: Number
    prospecting: Number
    farmer: Number


class Rewards(Section, frozen=True):
    """Demonic Rewards; a `pile_size` of 0 shares out all tokens of the rank."""

    ranks: Ranks
    ranks_original_box: Ranks
    prices: Prices
    crafter_prices: Prices
    price_ap: Number
    crafter_ap: Number
    pile_size: Number
    piles_per_rank: Annotated[int, Meta(ge=1, le=9)]
    revealed_per_turn: Positive
    equipment: tuple[Slot, ...]
    equipment_per_type: Positive

    def __post_init__(self) -> None:
        for key, prices in (("prices", self.prices), ("crafter_prices", self.crafter_prices)):
            if set(prices) != set(RANKS):
                raise ValueError(f"{key}: a price is wanted for exactly these ranks: {', '.join(RANKS)}")
        for key, names in (("ranks", self.ranks), ("ranks_original_box", self.ranks_original_box)):
            if len(set(names)) != len(names):
                raise ValueError(f"{key}: a rank is named twice")


class DiceNumbers(Section, frozen=True):
    """How many dice are rolled; a Tension reroll has fewer dice than the roll, which tells the two apart."""

    tension: Annotated[int, Meta(ge=1, le=4)]
    tension_reroll: Dice
    critical: Dice
    critical_neutral_max: Number
    armour: Dice
    lock: Dice
    dodge: Dice
    per_power: Dice
    pierce_armour: Dice

    def __post_init__(self) -> None:
        if self.tension_reroll >= self.tension:
            raise ValueError(f"tension_reroll: {self.tension_reroll} is not less than tension = {self.tension}")


class Block(Section, frozen=True):
    """What moving costs, and leaving an enemy."""

    move_mp: Positive
    locked_mp: Number
    locked_ap: Number
    caught_mp: Number
    caught_ap: Number


class Punch(Section, frozen=True):
    """The spell that every Krosmaster has."""

    ap: Annotated[int, Meta(ge=0, le=40)]
    damage: Annotated[int, Meta(ge=0, le=30)]
    technique_discount: Number


class Damage(Section, frozen=True):
    """Terms of damage and healing, and the injuries that powers place."""

    critical_bonus: Number
    armour_malus: Number
    critical_healing: Number
    resistance: Number
    heal_power: Number
    counter_injuries: Number
    wear_injuries: Number
    profanation_injuries: Number
    bomb_injuries: Number
    fragility: Number
    temper: Number


class BoardNumbers(Section, frozen=True):
    """Rows and cells; `areas` are the areas of effect that spells may have."""

    start_rows: Positive
    territory_rows: Number
    crate_range: Number
    cube_range: Number
    areas: tuple[Area, ...]


class Scenery(Section, frozen=True):
    """Scenery that can be destroyed, where the match wants it: HP (0: none) and the Kamas it leaves, by kind."""

    hp: dict[str, Number]
    kamas: dict[str, Number]

    def __post_init__(self) -> None:
        for key, numbers in (("hp", self.hp), ("kamas", self.kamas)):
            if set(numbers) != set(SCENERY_NAMES):
                raise ValueError(f"{key}: a number is wanted for exactly these: {', '.join(SCENERY_NAMES)}")


class Markers(Section, frozen=True):
    """How many special markers may be in play."""

    special_per_name: Positive
    special_per_placer: Positive


class ReleaseParams(Section, frozen=True):
    """Everything one release says, never changed after loading; `book` is what its citations begin with.

    `families` lists the summon tokens of each family [KA 4.19.2], `procedures` names one procedure for each key, and
    `settled` gives the one value of those match options whose question the release's own book answers.
    """

    name: Annotated[str, Meta(min_length=1, max_length=80)]
    book: str
    team: Team
    gg: Gg
    kamas: Kamas
    rewards: Rewards
    dice: DiceNumbers
    block: Block
    punch: Punch
    damage: Damage
    board: BoardNumbers
    scenery: Scenery
    markers: Markers
    families: dict[str, tuple[str, ...]]
    procedures: dict[str, str]
    settled: dict[str, str]
    game: str = "krosmaster"

    def family_of(self, token: str) -> str | None:
        """The family that the release gives a summon token, or None for a token it does not list [KA 4.19.2].

        [KA 4.19.2.a] [KA 4.19.2.b] [KA 4.19.2.c] [KA 4.19.2.d] [KA 4.19.2.e] [KA 4.19.2.f] [KA 4.19.2.g]
        """
        return next((family for family, tokens in self.families.items() if token in tokens), None)
