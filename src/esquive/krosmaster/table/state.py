"""The whole position of a Krosmaster Arena game: plain integers and lists, units by number.

Units are numbered in the order they came into the game; every per-unit list has one entry a unit. This is a table
with a column a fact rather than an object a unit, because search copies the state thousands of times a second and
copying a list of small integers costs a tenth of copying an object.

Cards and boards are shared by all copies and never change: scenery that moves or breaks is another board. The event
log is not part of the state: a copy starts without one. Lists that change rarely (SHARED) are shared by copies as well:
whoever changes one replaces the list by a changed copy (see `changed`) and never writes into it.
"""

from typing import Any, Final

from esquive.core.clause_numbering import Numbers
from esquive.core.columns import BLANK, EACH_COPIED, SHARED, Columns, column, columns
from esquive.core.frames import UNDECIDED, Frame, OverFrame, advance
from esquive.core.waiting import Decision, Over, Roll
from esquive.krosmaster.cards.library import Library
from esquive.krosmaster.cards.ops.continuous import MODIFIER_KINDS
from esquive.krosmaster.cards.trigger_names import TRIGGER_NAMES
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
INJURIES: Final = 2  # after AP and MP the third thing that can be frozen
FROZEN_KINDS: Final = 3

# What a column has an entry for.
UNIT: Final = "unit"
SEAT: Final = "seat"


def changed(column: list[int], place: int, value: int) -> list[int]:
    """A copy of a rarely changing list with one entry changed."""
    copy = column.copy()
    copy[place] = value
    return copy


def _each_seat(state: "State") -> list[int]:
    return [0] * state.settings.seats


# How many kinds of each a saved position has always had.
SAVED_TRIGGERS: Final = 17
SAVED_MODIFIERS: Final = 15


def _no_timelines(state: "State") -> list[tuple[int, ...]]:
    return [()] * state.settings.seats


def _own_teams(state: "State") -> list[int]:
    return list(range(state.settings.seats))


def _scenery(state: "State") -> list[int]:
    return [BLOCKED if kind in (WALL, TREE_CELL, BUSH_CELL) else EMPTY for kind in state.board.kinds]


def _kamas(state: "State") -> dict[int, int]:
    return dict(state.board.kamas)


def _no_tokens_up(state: "State") -> list[int]:
    return [NONE] * state.settings.piles


def _empty_piles(state: "State") -> list[int]:
    return [0] * state.settings.piles


def _every_copy(state: "State") -> list[int]:
    return [reward.copies for reward in state.library.rewards]


@columns
class State(Columns):
    """A position, complete: whoever holds it can go on, copy it, save it and search it.

    Integers throughout: seats 0..3, units 0.., cells as in `board`. The body is the one table of what a position holds;
    see `core.columns`. A SHARED list changes rarely: whoever changes one replaces it (see `changed`).
    """

    game = "krosmaster"

    settings: Settings
    library: Library
    board: Board
    log: list[tuple[int, ...]] | None = column(None, copied=BLANK, saved=False)  # what happened, for whoever asks
    stack: "list[Frame[State]]" = column([], copied=EACH_COPIED, saved=False)  # the procedures in progress

    # One entry a unit, in the order they came into the game.
    names: list[str] = column([], UNIT, SHARED)
    profile: list[int] = column([], UNIT, SHARED)  # its card, a place in `library.profiles`
    owner: list[int] = column([], UNIT, SHARED)  # the seat that plays it
    cell: list[int] = column([], UNIT)  # where it stands, OFF_BOARD when it is not in play
    last_cell: list[int] = column([], UNIT)  # where it stood when it left
    injuries: list[int] = column([], UNIT)
    ap: list[int] = column([], UNIT)  # left in the gauge this turn
    mp: list[int] = column([], UNIT)
    ap_markers: list[int] = column([], UNIT)  # markers gained (or, below 0, lost)
    mp_markers: list[int] = column([], UNIT)
    range_markers: list[int] = column([], UNIT)
    range_turn: list[int] = column([], UNIT)  # RANGE gained for the turn
    gained: list[int] = column([], UNIT, SHARED)  # powers gained, a bit each
    inspired: list[int] = column([], UNIT)  # powers of Inspiration dice, a bit each
    level: list[int] = column([], UNIT, SHARED)
    summoner: list[int] = column([], UNIT, SHARED)  # the unit that summoned it, or NONE
    ko: list[int] = column([], UNIT, SHARED)  # whether it was KO'd
    used_game: list[int] = column([], UNIT, SHARED)  # spells cast that may be cast once a game, a bit each
    rewards: list[tuple[int, ...]] = column([], UNIT)  # the rewards it holds, each `reward * 2 + face up`

    # Frozen markers and injuries, `FROZEN_KINDS * unit + kind` (AP, MP, INJURIES): empty as a rule, no zeros at its
    # end. Of AP and MP the net number besides `ap_markers` and `mp_markers`; of injuries, how many are frozen.
    frozen: list[int] = column([], copied=SHARED, rare=True)

    # One entry a seat.
    gg: list[int] = column(_each_seat, SEAT)
    kamas: list[int] = column(_each_seat, SEAT)
    team_of: list[int] = column(_own_teams, SEAT, SHARED)  # the team of the set-up that sits there
    timeline: list[tuple[int, ...]] = column(_no_timelines, SEAT, SHARED)  # its Krosmasters in their order

    # The board and the stacks.
    occupant: list[int] = column(_scenery)  # by cell: the unit that stands there, EMPTY or BLOCKED
    floor: list[int] = column([])  # the units that lie on the floor
    kamas_on: dict[int, int] = column(_kamas, copied=SHARED)  # by cell
    piles_up: list[int] = column(_no_tokens_up, copied=SHARED)  # by pile: the reward that lies face up, or NONE
    piles_closed: list[int] = column(_empty_piles, copied=SHARED)  # by pile: how many lie face down
    scenery_injuries: dict[int, int] = column({}, copied=SHARED, saved=False)  # by cell: placed in this turn
    pool: list[int] = column(_every_copy, copied=SHARED)  # by reward: copies nobody has seen yet
    buried: list[int] = column([], copied=SHARED)  # rewards that left face down with a KO: unit << 12 | reward

    # What has happened that somebody will ask about.
    hits: list[int] = column([])  # whom this turn's spells targeted: spell << 12 | unit
    inflicted: list[int] = column([])
    once_turn: list[int] = column([])  # powers used that act once a turn
    once_fight: list[int] = column([], copied=SHARED)
    koed: list[int] = column([])  # the units KO'd in this step, and who did it
    authors: list[int] = column([])
    undecided: list[int] = column([], copied=SHARED, rare=True)  # those of them whose KO a card may yet avert
    acted: list[int] = column([])  # the units that had their turn
    late: list[int] = column([])  # ops of a spell that act in its later steps

    # What lasts or waits.
    standby: list[tuple[int, ...]] = column([])
    lasting: list[tuple[int, ...]] = column([], copied=SHARED, saved="effects")  # continuous effects: see `entries`
    special_markers: list[tuple[int, ...]] = column([], copied=SHARED)
    # What cards add to Initiative, as it was when places in the Timelines were given last: (unit, change).
    initiative_changes: list[tuple[int, ...]] = column([], copied=SHARED, rare=True)
    listeners: list[tuple[tuple[int, int], ...]] = column([()] * len(TRIGGER_NAMES))  # by trigger: (unit, index)
    # Static continuous effects in play [KA 4.18.4.a], by kind: (unit, place in `library.statics`).
    statics: list[tuple[tuple[int, int], ...]] = column([()] * MODIFIER_KINDS, saved="modifiers")

    wild_gg: int = column(0)
    turn: int = column(0)
    active_seat: int = column(0)  # the active player [KA 4.1.1]
    active_unit: int = column(NONE)  # the active unit [KA 6.1.1]
    phase: int = column(SETUP)
    gg_bought: int = column(0)
    revealed: int = column(0)
    reward_bought: int = column(0)
    collected: int = column(0)
    cast_turn: int = column(0)
    attacks_cast: int = column(0)
    turn_ends: int = column(0)
    rolled: int = column(0)  # the faces of the dice rolled last, or of the Tension dice kept
    successes: int = column(0)  # what the roll made last came to, for the frame that asked for it
    tension_dice: int = column(0, saved="chosen")  # how many Tension dice were kept, to become Inspiration dice
    hp_lent: int = column(0)  # whether HP were lent when last looked at: they may have ended since
    began_beside: int = column(0)  # the units beside the active one when its turn began, a bit each
    busy: int = column(0, rare=True)  # whether it has left a cell or spent AP or MP since, where a card asks
    walked_from: int = column(0, rare=True)  # the cell left by the step walked last, where a card asks
    turned: int = column(0, rare=True)  # the units whose cards have been turned to another side, a bit each
    winner: int = column(UNDECIDED)  # a seat, DRAW or UNDECIDED
    over_reason: str = column("", saved=False)
    over_clause: str = column("", saved=False)

    # ------------------------------------------------------------------------------------------------ the contract

    @property
    def waiting(self) -> Decision | Roll | Over:
        """What the game waits for: a seat's decision, a roll, or nothing because it is over. Computed, never stored."""
        return self.stack[-1].waiting(self)

    def apply(self, answer: int) -> None:
        """Take a legal answer to what is waited for and go on to the next wait. Legality is not checked again."""
        self.stack[-1].answer(self, answer)
        advance(self)

    @property
    def numbers(self) -> Numbers | None:
        """By which numbers the match cites clauses: see `core.citing`."""
        return self.settings.numbers

    def finish(self) -> None:
        """Replace everything in progress by the end of the game [KA 1.4.1]."""
        self.stack[:] = [OverFrame()]

    # ------------------------------------------------------------------------------------------------------ looking

    def in_play(self, unit: int) -> bool:
        """Whether the unit stands on the board."""
        return self.cell[unit] != OFF_BOARD

    def enemies(self, a: int, b: int) -> bool:
        """Whether two units are on different sides, that of a unit being its player's.

        [KA 4.3.5] [KA 4.3.5.a] [KA 4.3.5.b]
        """
        return self.settings.side_of[self.owner[a]] != self.settings.side_of[self.owner[b]]

    def frozen_of(self, unit: int, kind: int) -> int:
        """The net number of a unit's frozen AP or MP markers, or how many of its INJURIES are frozen [KA-2.2 309.8]."""
        place = FROZEN_KINDS * unit + kind
        return self.frozen[place] if place < len(self.frozen) else 0

    def set_frozen(self, unit: int, kind: int, number: int) -> None:
        """Note how many frozen markers or injuries of a kind a unit has now."""
        place = FROZEN_KINDS * unit + kind
        kept = self.frozen + [0] * (place + 1 - len(self.frozen))
        kept[place] = number
        while kept and not kept[-1]:
            kept.pop()
        self.frozen = kept

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
        data = self.saved()
        # What nobody in play has is not said of kinds that came later, so that all other positions are what they were.
        data["listeners"] = without_last_empty(data["listeners"], SAVED_TRIGGERS)
        data["modifiers"] = without_last_empty(data["modifiers"], SAVED_MODIFIERS)
        data["over"] = [self.over_reason, self.over_clause]
        data["stack"] = [frame.to_data() for frame in self.stack]
        board = self.board
        if board is not board.base or self.scenery_injuries:
            # Only where something has moved or is damaged, so that all other positions are what they were.
            data["scenery"] = [str(board.cube_mask), str(board.gone), sorted(map(list, self.scenery_injuries.items()))]
            if board.planted:
                data["scenery"].append(str(board.planted))
        return data

    def rearrange(self, cubes: int, gone: int, planted: int = 0) -> None:
        """Go on with the board on which cubes stand, scenery is missing and Trees were put on cells of three masks."""
        self.board = self.board.arranged(cubes, gone, planted)


def without_last_empty(lists: list[Any], least: int) -> list[Any]:
    """Lists without the empty ones at the end, but at least so many."""
    count = len(lists)
    while count > least and not lists[count - 1]:
        count -= 1
    return lists[:count]


def blank_state(settings: Settings, library: Library, board: Board) -> State:
    """A position with the board set up and nobody on it [KA 1.3.3]."""
    state = State(settings, library, board)
    state.fill_blank()
    return state
