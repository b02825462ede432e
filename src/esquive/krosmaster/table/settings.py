"""What a match is played by: the release's numbers, the format, and the switches of the rulings.

Settings are shared by all states of a match and never change.
"""

from typing import Final

from esquive.core.errors import DocumentError
from esquive.core.phrases import phrase
from esquive.krosmaster.releases import ReleaseParams
from esquive.krosmaster.releases.books import numbers_of
from esquive.krosmaster.table.board import CORNER_NAMES
from esquive.krosmaster.table.steps import Steps

CONSTRUCTED: Final = 0
LIMITED: Final = 1
FREE_FOR_ALL: Final = 2
TWO_AGAINST_TWO: Final = 3
FORMAT_NAMES: Final = ("constructed", "limited", "free-for-all", "two-against-two")

ASK: Final = "ask"

# Every match option: its values, the first one being the default, and the clause or ruling it settles.
OPTIONS: Final[dict[str, tuple[tuple[str, ...], str]]] = {
    "turn_dice": (("auto", "ask"), "1.6.2"),
    "second_reveal": (("end-of-turn", "next-turn"), "R23"),
    "double_with_one_gg": (("draw", "go-on"), "R14"),
    "corner_sight": (CORNER_NAMES, "R58"),
    "itty_bitty_sight": (("open", "blocks"), "R59"),
    "attack_orientation": (("larger", "either"), "R64"),
    "push_line": (("larger", "either", "stay"), "R68"),
    "immediate_gain": (("caster", "active"), "R49"),  # the default is what the release says
    "profanation": (("ending", "passing"), "R78"),
    "reward_set": (("tournament", "original-box"), "8.1.1"),
    "destructible_scenery": (("off", "on"), "R112"),  # where scenery has HP
}


class Settings:
    """The parameters of one match: a format and the options, over the numbers (`params`) and steps of a release.

    `side_of[seat]` is the side a seat plays for, `sides[seat]` where its player sits: 0 south, 1 west, 2 north, 3 east.
    """

    __slots__ = (
        "asks_dice",
        "breaks_scenery",
        "collect_ap",
        "corners",
        "crafter_prices",
        "crate_range",
        "cube_range",
        "either_orientation",
        "either_push",
        "format",
        "gg_ap",
        "gg_per_turn",
        "gg_price",
        "has_four_players",
        "least_price",
        "limits_spells",
        "move_mp",
        "numbers",
        "options",
        "params",
        "piles",
        "piles_per_rank",
        "prices",
        "pushes_in_line_only",
        "rank_names",
        "ranks",
        "release",
        "reveals",
        "seats",
        "side_of",
        "sides",
        "start_gg",
        "steps",
        "territory_rows",
        "wild_gg",
    )

    def __init__(self, params: ReleaseParams, format_: int, options: dict[str, str], steps: Steps) -> None:
        self.steps = steps
        # Whether some of them forbid spells by their kind: asked of every spell of every unit that may act.
        chosen = params.procedures
        self.limits_spells = chosen.get("mob_spells") != "every-spell" or chosen.get("summon_at_limit") != "no-summon"
        self.params = params
        self.numbers = numbers_of(params.book)  # by which numbers it cites clauses: see `core.citing`
        self.release: str = params.name
        self.format = format_
        self.options = check_options(options, params)
        self.asks_dice = self.options["turn_dice"] == ASK
        self.corners = CORNER_NAMES.index(self.options["corner_sight"])
        self.either_orientation = self.options["attack_orientation"] == "either"
        self.either_push = self.options["push_line"] == "either"
        self.pushes_in_line_only = self.options["push_line"] == "stay"
        self.has_four_players = format_ in (FREE_FOR_ALL, TWO_AGAINST_TWO)
        self.seats = 4 if self.has_four_players else 2
        # Free-for-all: everybody alone; two against two: p1 and p3 against p2 and p4 [KA 9.1.1] [KA 9.3.3].
        self.side_of = [0, 1, 0, 1] if format_ == TWO_AGAINST_TWO else list(range(self.seats))
        self.sides = [0, 1, 2, 3] if self.has_four_players else [0, 2]
        self.start_gg: int = params.gg.free_for_all if self.has_four_players else params.gg.constructed
        self.wild_gg: int = params.gg.wild_free_for_all if self.has_four_players else params.gg.wild
        self.note_ranks(params)
        # What is read at every turn of a game is kept here as plain integers.
        self.gg_price: int = params.gg.price_kamas
        self.gg_ap: int = params.gg.price_ap
        self.gg_per_turn: int = params.gg.bought_per_turn
        self.reveals: int = params.rewards.revealed_per_turn
        self.move_mp: int = params.block.move_mp
        self.collect_ap: int = params.kamas.collect_ap
        self.crate_range: int = params.board.crate_range
        self.cube_range: int = params.board.cube_range
        self.breaks_scenery = self.options["destructible_scenery"] == "on"
        self.territory_rows: int = params.board.territory_rows

    def note_ranks(self, params: ReleaseParams) -> None:
        """The ranks of this match's piles, what they cost, and which tokens lie in them.

        `ranks` gives the place of a token's rank among them. The original base box has Gold instead of the third rank,
        at its own price, and the tokens of the one it replaces [KA 8.1.2] [KA 8.1.3]. 2.2 has four [KA-2.2 306.1].
        """
        names: tuple[str, ...] = params.rewards.ranks
        self.ranks: dict[str, int] = {rank: place for place, rank in enumerate(names)}
        if self.options["reward_set"] == "original-box":
            names = params.rewards.ranks_original_box
            self.ranks = {rank: place for rank, place in self.ranks.items() if place < len(names)}
            self.ranks.update({rank: place for place, rank in enumerate(names)})
        self.rank_names = names
        self.piles_per_rank: int = params.rewards.piles_per_rank
        self.piles = len(names) * self.piles_per_rank
        self.prices: list[int] = [params.rewards.prices[rank] for rank in names]
        self.crafter_prices: list[int] = [params.rewards.crafter_prices[rank] for rank in names]
        self.least_price = min(self.prices + self.crafter_prices)

    def pile_of(self, rank: str, number: int) -> int:
        """The pile of a rank of this match by its number from 1."""
        return self.rank_names.index(rank) * self.piles_per_rank + number - 1

    def name_of(self, pile: int) -> tuple[str, int]:
        """The rank of a pile and its number in it, from 1."""
        return self.rank_names[pile // self.piles_per_rank], pile % self.piles_per_rank + 1


def check_options(options: dict[str, str], params: ReleaseParams) -> dict[str, str]:
    """Every option with its value, defaults filled in; raises DocumentError for an unknown option or value."""
    for name, value in options.items():
        if name not in OPTIONS:
            raise DocumentError(
                "unknown option {option!r}",
                "options",
                phrase("known options: {known}", known=", ".join(OPTIONS)),
                option=name,
            )
        if value not in OPTIONS[name][0]:
            raise DocumentError(
                "option {option!r} cannot be {value!r}",
                "options",
                phrase("use one of {known}", known=", ".join(OPTIONS[name][0])),
                option=name,
                value=value,
            )
        if name == "destructible_scenery" and value == "on" and not has_hp(params):
            raise DocumentError(
                "scenery cannot be destroyed in release {release}",
                "options.destructible_scenery",
                'leave the option out, or play release = "2.2"',
                release=params.name,
            )
        settled = params.settled.get(name, value)
        if value != settled:
            raise DocumentError(
                "option {option!r} cannot be {value!r} in release {release}, whose book settles it",
                "options",
                phrase("leave it out, or say {settled!r}", settled=settled),
                option=name,
                value=value,
                release=params.name,
            )
    return {**default_options(params), **options}


def has_hp(params: ReleaseParams) -> bool:
    """Whether scenery has HP in a release, so that it can be destroyed [Ruling R112]."""
    return any(params.scenery.hp.values())


def known_options(params: ReleaseParams) -> dict[str, tuple[tuple[str, ...], str]]:
    """The options of a match of the release, with one value alone where the release's own book settles it.

    Scenery is destroyed only where it has HP [Ruling R112].
    """
    settled = params.settled
    return {
        name: ((settled[name],) if name in settled else values, clause)
        for name, (values, clause) in OPTIONS.items()
        if name != "destructible_scenery" or has_hp(params)
    }


def default_options(params: ReleaseParams) -> dict[str, str]:
    """Every option with its default, which for `immediate_gain` is what the release says [Ruling R49]."""
    defaults = {name: params.settled.get(name, values[0]) for name, (values, _) in OPTIONS.items()}
    if params.procedures["immediate_gain"] == "active-unit":
        defaults["immediate_gain"] = "active"
    return defaults


def partners_of(settings: Settings, seat: int) -> list[int]:
    """A seat and those who win with it, that seat first [KA 9.3.3]; none for a seat that is nobody's."""
    sides = settings.side_of
    if seat < 0:
        return []
    return [seat, *(other for other, side in enumerate(sides) if side == sides[seat] and other != seat)]
