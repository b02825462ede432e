"""The whole position of a Krosmaster Arena game: plain integers and lists, units by number.

Units are numbered in the order they came into the game; every per-unit list has one entry a unit. This is a table
with a column a fact rather than an object a unit, because search copies the state thousands of times a second and
copying a list of small integers costs a tenth of copying an object.

Cards and the board are shared by all copies and never change. The event log is not part of the state: a copy starts
without one. Lists that change rarely (`RARE`) are shared by copies as well: whoever changes one replaces the list by
a changed copy (see `changed`) and never writes into it.
"""

from typing import Any, Final

from esquive.core.frames import UNDECIDED, Frame, OverFrame, advance
from esquive.core.waiting import Decision, Over, Roll
from esquive.krosmaster.cards.library import MODIFIER_KINDS, TRIGGER_NAMES, Library
from esquive.krosmaster.table.board import BUSH as BUSH_CELL, OFF_BOARD, TREE as TREE_CELL, WALL, Board
from esquive.krosmaster.table.settings import Settings

EMPTY: Final = -1
BLOCKED: Final = -2
NONE: Final = -1

# Phases, for people and documents only.
SETUP: Final = 0
TENSION: Final = 1
INSPIRATION: Final = 2
REFUND: Final = 3
PRELIMINARY: Final = 4
ACTIVATION: Final = 5
END: Final = 6
PHASE_NAMES: Final = ("setup", "tension", "inspiration", "refund", "preliminary", "activation", "end")

AP: Final = 0
MP: Final = 1
RANGE: Final = 2
STAT_NAMES: Final = ("ap", "mp", "range")

# How long an effect lasts: a unit's turn, until the end of a unit's next turn, the fight, a player's turn.
UNTIL_TURN: Final = 0
UNTIL_NEXT_TURN: Final = 1
UNTIL_FIGHT: Final = 2
UNTIL_PLAYER_TURN: Final = 3

UNIT_COLUMNS: Final = (
    "profile",
    "owner",
    "cell",
    "last_cell",
    "injuries",
    "ap",
    "mp",
    "ap_markers",
    "mp_markers",
    "range_markers",
    "range_turn",
    "gained",
    "inspired",
    "level",
    "summoner",
    "ko",
    "used_game",
    "rewards",
)
SEAT_COLUMNS: Final = ("gg", "kamas", "team_of", "timeline")
LIST_FIELDS: Final = (
    "piles_up",
    "piles_closed",
    "pool",
    "hits",
    "inflicted",
    "once_turn",
    "once_fight",
    "koed",
    "authors",
    "acted",
    "late",
    "buried",
)
TUPLE_LISTS: Final = ("standby", "effects", "special_markers")
SCALARS: Final = (
    "wild_gg",
    "turn",
    "active_seat",
    "active_unit",
    "phase",
    "gg_bought",
    "revealed",
    "reward_bought",
    "collected",
    "cast_turn",
    "attacks_cast",
    "turn_ends",
    "rolled",
    "successes",
    "chosen",
    "hp_lent",
    "began_beside",
    "winner",
)


# Shared between copies: replaced when they change, never written into.
RARE: Final = (
    "buried",
    "effects",
    "gained",
    "kamas_on",
    "ko",
    "level",
    "names",
    "once_fight",
    "owner",
    "piles_closed",
    "piles_up",
    "pool",
    "profile",
    "special_markers",
    "summoner",
    "used_game",
)


def changed(column: list[int], place: int, value: int) -> list[int]:
    """A copy of a rarely changing list with one entry changed."""
    copy = column.copy()
    copy[place] = value
    return copy


class State:
    """A position, complete: whoever holds it can go on, copy it, save it and search it.

    `active_seat` is the active player [KA 4.1.1], `active_unit` the active unit [KA 6.1.1].

    Integers throughout: seats 0..3, units 0.., cells as in `board`. `winner` is a seat, DRAW, or UNDECIDED. The
    per-unit list `rewards` holds a tuple of `reward index * 2 + face up`. `modifiers[kind]` and `listeners[trigger]`
    are tuples of `(unit, index)` kept up to date as pieces and rewards come and go.
    """

    __slots__ = (
        "acted",
        "active_seat",
        "active_unit",
        "ap",
        "ap_markers",
        "attacks_cast",
        "authors",
        "began_beside",
        "board",
        "buried",
        "cast_turn",
        "cell",
        "chosen",
        "collected",
        "effects",
        "floor",
        "gained",
        "gg",
        "gg_bought",
        "hits",
        "hp_lent",
        "inflicted",
        "injuries",
        "inspired",
        "kamas",
        "kamas_on",
        "ko",
        "koed",
        "last_cell",
        "late",
        "level",
        "library",
        "listeners",
        "log",
        "modifiers",
        "mp",
        "mp_markers",
        "names",
        "occupant",
        "once_fight",
        "once_turn",
        "over_clause",
        "over_reason",
        "owner",
        "phase",
        "piles_closed",
        "piles_up",
        "pool",
        "profile",
        "range_markers",
        "range_turn",
        "revealed",
        "reward_bought",
        "rewards",
        "rolled",
        "settings",
        "special_markers",
        "stack",
        "standby",
        "successes",
        "summoner",
        "team_of",
        "timeline",
        "turn",
        "turn_ends",
        "used_game",
        "wild_gg",
        "winner",
    )

    settings: Settings
    library: Library
    board: Board
    log: list[tuple[int, ...]] | None
    stack: "list[Frame[State]]"
    names: list[str]
    profile: list[int]
    owner: list[int]
    cell: list[int]
    last_cell: list[int]
    injuries: list[int]
    ap: list[int]
    mp: list[int]
    ap_markers: list[int]
    mp_markers: list[int]
    range_markers: list[int]
    range_turn: list[int]
    gained: list[int]
    inspired: list[int]
    level: list[int]
    summoner: list[int]
    ko: list[int]
    used_game: list[int]
    rewards: list[tuple[int, ...]]
    gg: list[int]
    kamas: list[int]
    team_of: list[int]
    timeline: list[list[int]]
    occupant: list[int]
    floor: list[int]
    kamas_on: dict[int, int]
    piles_up: list[int]
    piles_closed: list[int]
    pool: list[int]
    hits: list[int]
    inflicted: list[int]
    once_turn: list[int]
    once_fight: list[int]
    koed: list[int]
    authors: list[int]
    acted: list[int]
    late: list[int]
    buried: list[int]
    standby: list[tuple[int, ...]]
    effects: list[tuple[int, ...]]
    special_markers: list[tuple[int, ...]]
    listeners: list[tuple[tuple[int, int], ...]]
    modifiers: list[tuple[tuple[int, int], ...]]
    wild_gg: int
    turn: int
    active_seat: int
    active_unit: int
    phase: int
    gg_bought: int
    revealed: int
    reward_bought: int
    collected: int
    cast_turn: int
    attacks_cast: int
    turn_ends: int
    rolled: int
    successes: int
    chosen: int
    hp_lent: int
    began_beside: int
    winner: int
    over_reason: str
    over_clause: str

    def __init__(self, settings: Settings, library: Library, board: Board) -> None:
        """Only what all positions of a match share; `blank_state` and `copy` fill in the rest."""
        self.settings = settings
        self.library = library
        self.board = board
        self.log = None

    # ------------------------------------------------------------------------------------------------ the contract

    @property
    def waiting(self) -> Decision | Roll | Over:
        """What the game waits for: a seat's decision, a roll, or nothing because it is over. Computed, never stored."""
        return self.stack[-1].waiting(self)

    def apply(self, answer: int) -> None:
        """Take a legal answer to what is waited for and go on to the next wait. Legality is not checked again."""
        self.stack[-1].answer(self, answer)
        advance(self)

    def finish(self) -> None:
        """Replace everything in progress by the end of the game [KA 1.4.1]."""
        self.stack[:] = [OverFrame()]

    def copy(self) -> "State":
        """An independent copy without the event log; cards, board and settings are shared."""
        other = State(self.settings, self.library, self.board)
        other.stack = [frame.copy() for frame in self.stack]
        other.names = self.names
        other.profile = self.profile
        other.owner = self.owner
        other.cell = self.cell.copy()
        other.last_cell = self.last_cell.copy()
        other.injuries = self.injuries.copy()
        other.ap = self.ap.copy()
        other.mp = self.mp.copy()
        other.ap_markers = self.ap_markers.copy()
        other.mp_markers = self.mp_markers.copy()
        other.range_markers = self.range_markers.copy()
        other.range_turn = self.range_turn.copy()
        other.gained = self.gained
        other.inspired = self.inspired.copy()
        other.level = self.level
        other.summoner = self.summoner
        other.ko = self.ko
        other.used_game = self.used_game
        other.rewards = self.rewards.copy()
        other.gg = self.gg.copy()
        other.kamas = self.kamas.copy()
        other.team_of = self.team_of
        other.timeline = self.timeline if self.phase != SETUP else [line.copy() for line in self.timeline]
        other.occupant = self.occupant.copy()
        other.floor = self.floor.copy()
        other.kamas_on = self.kamas_on
        other.piles_up = self.piles_up
        other.piles_closed = self.piles_closed
        other.pool = self.pool
        other.hits = self.hits.copy()
        other.inflicted = self.inflicted.copy()
        other.once_turn = self.once_turn.copy()
        other.once_fight = self.once_fight
        other.koed = self.koed.copy()
        other.authors = self.authors.copy()
        other.acted = self.acted.copy()
        other.late = self.late.copy()
        other.buried = self.buried
        other.standby = self.standby.copy()
        other.effects = self.effects
        other.special_markers = self.special_markers
        other.listeners = self.listeners.copy()
        other.modifiers = self.modifiers.copy()
        other.wild_gg = self.wild_gg
        other.turn = self.turn
        other.active_seat = self.active_seat
        other.active_unit = self.active_unit
        other.phase = self.phase
        other.gg_bought = self.gg_bought
        other.revealed = self.revealed
        other.reward_bought = self.reward_bought
        other.collected = self.collected
        other.cast_turn = self.cast_turn
        other.attacks_cast = self.attacks_cast
        other.turn_ends = self.turn_ends
        other.rolled = self.rolled
        other.successes = self.successes
        other.chosen = self.chosen
        other.hp_lent = self.hp_lent
        other.began_beside = self.began_beside
        other.winner = self.winner
        other.over_reason = self.over_reason
        other.over_clause = self.over_clause
        return other

    # ------------------------------------------------------------------------------------------------------ looking

    def in_play(self, unit: int) -> bool:
        """Whether the unit stands on the board."""
        return self.cell[unit] != OFF_BOARD

    def enemies(self, a: int, b: int) -> bool:
        """Whether two units are on different sides, that of a unit being its player's.

        [KA 4.3.5] [KA 4.3.5.a] [KA 4.3.5.b]
        """
        return self.settings.side_of[self.owner[a]] != self.settings.side_of[self.owner[b]]

    def units_in_play(self) -> list[int]:
        """Every unit on the board, in the order they came into the game."""
        cells = self.cell
        return [unit for unit in range(len(cells)) if cells[unit]]

    def units_at(self, cell: int) -> list[int]:
        """The units on a cell: the one that stands there, then those that lie there [Ruling R115].

        Scenery and Kamas are game pieces too, but no units: they are the board's [KA 4.2.1].
        """
        found = []
        standing = self.occupant[cell]
        if standing >= 0:
            found.append(standing)
        for unit in self.floor:
            if self.cell[unit] == cell:
                found.append(unit)
        return found

    def to_data(self) -> dict[str, Any]:
        """Everything in which two positions of one match can differ, JSON-able; keys are the names of the fields."""
        data: dict[str, Any] = {"names": list(self.names)}
        for name in UNIT_COLUMNS + SEAT_COLUMNS + LIST_FIELDS:
            data[name] = [list(entry) if isinstance(entry, list | tuple) else entry for entry in getattr(self, name)]
        for name in TUPLE_LISTS:
            data[name] = [list(entry) for entry in getattr(self, name)]
        for name in SCALARS:
            data[name] = getattr(self, name)
        data["floor"] = list(self.floor)
        data["occupant"] = list(self.occupant)
        data["kamas_on"] = [[cell, kamas] for cell, kamas in sorted(self.kamas_on.items())]
        data["listeners"] = [[list(entry) for entry in entries] for entries in self.listeners]
        data["modifiers"] = [[list(entry) for entry in entries] for entries in self.modifiers]
        data["over"] = [self.over_reason, self.over_clause]
        data["stack"] = [frame.to_data() for frame in self.stack]
        return data


def blank_state(settings: Settings, library: Library, board: Board) -> State:
    """A position with the board set up and nobody on it [KA 1.3.3]."""
    seats = settings.seats
    state = State(settings, library, board)
    state.stack = []
    state.names = []
    state.profile = []
    state.owner = []
    state.cell = []
    state.last_cell = []
    state.injuries = []
    state.ap = []
    state.mp = []
    state.ap_markers = []
    state.mp_markers = []
    state.range_markers = []
    state.range_turn = []
    state.gained = []
    state.inspired = []
    state.level = []
    state.summoner = []
    state.ko = []
    state.used_game = []
    state.rewards = []
    state.gg = [0] * seats
    state.kamas = [0] * seats
    state.team_of = list(range(seats))
    state.timeline = [[] for _ in range(seats)]
    state.occupant = [BLOCKED if kind in (WALL, TREE_CELL, BUSH_CELL) else EMPTY for kind in board.kinds]
    state.floor = []
    state.kamas_on = dict(board.kamas)
    state.piles_up = [NONE] * settings.piles
    state.piles_closed = [0] * settings.piles
    state.pool = [reward.copies for reward in library.rewards]
    state.hits = []
    state.inflicted = []
    state.once_turn = []
    state.once_fight = []
    state.koed = []
    state.authors = []
    state.acted = []
    state.late = []
    state.buried = []  # rewards that left face down with a KO'd Krosmaster: unit << 12 | reward
    state.standby = []
    state.effects = []
    state.special_markers = []
    state.listeners = [()] * len(TRIGGER_NAMES)
    state.modifiers = [()] * MODIFIER_KINDS
    state.wild_gg = 0
    state.turn = 0
    state.active_seat = 0
    state.active_unit = NONE
    state.phase = SETUP
    state.gg_bought = 0
    state.revealed = 0
    state.reward_bought = 0
    state.collected = 0
    state.cast_turn = 0
    state.attacks_cast = 0
    state.turn_ends = 0
    state.rolled = 0
    state.successes = 0
    state.chosen = 0
    state.began_beside = 0  # the units beside the active one when its turn began, a bit each
    state.hp_lent = 0  # whether HP were lent when last looked at: they may have ended since
    state.winner = UNDECIDED
    state.over_reason = ""
    state.over_clause = ""
    return state
