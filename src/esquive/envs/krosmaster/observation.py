"""What a seat observes of a position of Krosmaster Arena, as one vector of small integers (int8).

The encoder keeps the vector of the position before and the columns of the state it was made from: of most columns
nothing changes from one answer to the next, and comparing two lists is much quicker than writing one.
"""

from functools import cache, lru_cache
from operator import attrgetter
from typing import Any, Final

import numpy as np

from esquive.core.phrases import phrase
from esquive.core.waiting import Decision
from esquive.envs.krosmaster.actions import (
    CELL_NUMBERS,
    CELLS,
    FACE,
    OUTSIDE,
    PILES,
    SEATS,
    SIDE,
    UNIT,
    UNITS,
    slots_of,
)
from esquive.envs.spaces import Block, Choice, Vector, blocks_of, size_of, unnumbered
from esquive.krosmaster.book.dice import FACE_NAMES, faces_of
from esquive.krosmaster.cards.library import (
    ELEMENT_NAMES,
    KEYWORD_NAMES,
    LIMIT_NAMES,
    PIECE_NAMES,
    SPELL_KINDS,
    Library,
    Profile,
    Spell,
)
from esquive.krosmaster.cards.ranges import RANGE_NAMES
from esquive.krosmaster.releases.names import AREA_NAMES
from esquive.krosmaster.table.board import KIND_NAMES
from esquive.krosmaster.table.entries import UP, reward_of
from esquive.krosmaster.table.state import PHASE_NAMES, State

POWERS: Final = len(KEYWORD_NAMES)
CARD_SPELLS: Final = 4
RANKS: Final = 5
MOST: Final = 127  # of turns and Kamas: more are told as so many
KNOWN_REWARDS: Final = 4  # of one unit, told by name; further ones are only counted
DICE: Final = 12
PARTS: Final = 8
KINDS: Final = (
    "timeline",
    "deployment",
    "activation",
    "tension",
    "faces",
    "inspiration",
    "allocation",
    "choice",
    "direction",
    "push-order",
    "standby",
    "ko-order",
    "locker",
    "next-summon",
    "give-gg",
    "steal-gg",
    "double",
)

COLUMNS: Final = (
    "injuries",
    "ap",
    "mp",
    "ap_markers",
    "mp_markers",
    "range_markers",
    "range_turn",
    "ko",
)
UNIT_FIELDS: Final = ("here", "friend", "seat", "row", "column", "active", "acted", *COLUMNS, "closed rewards")
CARD_FIELDS: Final = (
    "piece",
    "level",
    "initiative",
    "hp",
    "ap",
    "mp",
    "is_character",
    "is_obstacle",
    "is_bomb",
    "is_trap",
)
SPELL_FIELDS: Final = (
    "kind",
    "ap",
    "mp",
    "injuries",
    "kamas",
    "range",
    "least",
    "most",
    "needs_sight",
    "element",
    "base",
    "area",
    "limit",
    "summons",
)
SEAT_FIELDS: Final = ("friend", "gg", "kamas", "krosmasters", "active")
TABLE_FIELDS: Final = (
    "turn",
    "phase",
    "asked",
    "asks",
    "gg_price",
    "gg_bought",
    "revealed",
    "reward_bought",
    "collected",
    "attacks_cast",
    "tension_dice",
    "wild_gg",
)


def _numbered(names: tuple[str, ...], first: int = 0) -> str:
    return ", ".join(f"{number} {name}" for number, name in enumerate(names, first))


LAYOUT: Final = (
    Block(
        "units",
        "Where each unit is and what it has, by slot. seat: counted from the observer. row and column from 1, 0 for"
        " who is not in play. ap, mp: left in the gauges. The other columns are those of `table.state`.",
        (UNITS, len(UNIT_FIELDS)),
        UNIT_FIELDS,
    ),
    Block(
        "cards",
        f"What its card says, 0 for a dash. piece: 1 more than {_numbered(PIECE_NAMES)}.",
        (UNITS, len(CARD_FIELDS)),
        CARD_FIELDS,
    ),
    Block(
        "powers",
        "1 for each keyword power that is printed, gained or inspired; those of the dice come first.",
        (UNITS, POWERS),
        KEYWORD_NAMES,
    ),
    Block(
        "spells",
        f"The spells of its card. kind: {_numbered(SPELL_KINDS, 1)}, 0 for no spell. element:"
        f" {_numbered(ELEMENT_NAMES)}. range: {_numbered(tuple(RANGE_NAMES))}. limit: {_numbered(LIMIT_NAMES)}."
        f" area: {_numbered(tuple(AREA_NAMES))}.",
        (UNITS, CARD_SPELLS, len(SPELL_FIELDS)),
        SPELL_FIELDS,
    ),
    Block(
        "spent",
        "1 for each spell of its card that may be cast once a game, or once a turn, and has been.",
        (UNITS, CARD_SPELLS),
        tuple(f"spell {number}" for number in range(1, CARD_SPELLS + 1)),
    ),
    Block(
        "rewards",
        "Rewards it holds that the observer knows: 1 more than the reward's place among those of the match.",
        (UNITS, KNOWN_REWARDS),
        tuple(f"reward {number}" for number in range(1, KNOWN_REWARDS + 1)),
    ),
    Block("ground", f"Cells row by row from a1: {_numbered(KIND_NAMES)}.", (CELLS,), ("kind",)),
    Block("kamas", "How many Kamas lie on each cell.", (CELLS,), ("kamas",)),
    Block("seats", "The players, counted from the observer.", (SEATS, len(SEAT_FIELDS)), SEAT_FIELDS),
    Block(
        "piles",
        "Each pile of rewards: how many lie closed, and 1 more than the place of the one that lies open.",
        (PILES, 2),
        ("closed", "open"),
    ),
    Block(
        "table",
        f"phase: {_numbered(PHASE_NAMES)}. asked: 1 more than the seat of whoever is asked, counted from the observer,"
        f" 0 for nobody. asks: {_numbered(KINDS, 1)}.",
        (len(TABLE_FIELDS),),
        TABLE_FIELDS,
    ),
    Block(
        "dice",
        f"The dice of a Tension roll, of wild faces to be turned, or left for Inspiration: {_numbered(FACE_NAMES, 1)}.",
        (DICE,),
        tuple(f"die {number}" for number in range(1, DICE + 1)),
    ),
    Block(
        "given",
        "Of an answer of several parts, those given already: 1 more than the slot of a unit, or than a face.",
        (PARTS,),
        tuple(f"part {number}" for number in range(1, PARTS + 1)),
    ),
)

_ROWS: Final = [0 if number == OUTSIDE else number // SIDE + 1 for number in CELL_NUMBERS]
_FILES: Final = [0 if number == OUTSIDE else number % SIDE + 1 for number in CELL_NUMBERS]
_INSIDE: Final = [cell for cell, number in enumerate(CELL_NUMBERS) if number != OUTSIDE]
HERE, FRIEND, SEAT, ROW, FILE, ACTIVE, ACTED = range(7)
FIRST_COLUMN: Final = UNIT_FIELDS.index(COLUMNS[0])
CLOSED_REWARDS: Final = UNIT_FIELDS.index("closed rewards")
BY_SLOT: Final = ("units", "cards", "powers", "spells", "spent", "rewards")
_columns_of = attrgetter(*COLUMNS)
_rarely = attrgetter(
    "profile",
    "owner",
    "gained",
    "inspired",
    "rewards",
    "board",
    "kamas_on",
    "piles_closed",
    "piles_up",
    "gg",
    "kamas",
    "active_seat",
)


class Facts:
    """The printed facts of all profiles of a match, one row each, as the blocks `cards` and `spells` have them."""

    __slots__ = ("cards", "library", "spells")

    def __init__(self, library: Library) -> None:
        self.library = library
        self.cards = np.array([card_facts(profile) for profile in library.profiles], np.int8)
        self.spells = np.zeros((len(library.profiles), CARD_SPELLS, len(SPELL_FIELDS)), np.int8)
        for number, profile in enumerate(library.profiles):
            if len(profile.spells) > CARD_SPELLS:
                raise unnumbered(phrase("spells on one card"), len(profile.spells), CARD_SPELLS)
            for place, spell in enumerate(profile.spells):
                self.spells[number, place] = spell_facts(library.spells[spell])


@lru_cache(maxsize=64)
def facts_of(library: Library) -> Facts:
    """Those of a match; equal matches share their library."""
    return Facts(library)


def card_facts(profile: Profile) -> list[int]:
    """What a card says, in the order of CARD_FIELDS."""
    return [
        profile.piece + 1,
        profile.level,
        profile.initiative,
        profile.hp,
        profile.ap,
        profile.mp,
        profile.is_character,
        profile.is_obstacle,
        profile.is_bomb,
        profile.is_trap,
    ]


def spell_facts(spell: Spell) -> list[int]:
    """What a spell bar says, in the order of SPELL_FIELDS."""
    return [
        spell.kind + 1,
        spell.ap,
        spell.mp,
        spell.injuries,
        spell.kamas,
        spell.range_kind,
        spell.least,
        spell.most,
        spell.needs_sight,
        spell.element,
        spell.base,
        spell.area,
        spell.limit,
        spell.control,
    ]


@cache
def bits(mask: int) -> tuple[int, ...]:
    """A number for each keyword power: whether its bit is set."""
    return tuple([mask >> bit & 1 for bit in range(POWERS)])


class Seen:
    """Of each part of an observation, what it was made from when it was written last."""

    __slots__ = ("_parts",)

    def __init__(self) -> None:
        self._parts: dict[str, tuple[Any, ...]] = {}

    def changed(self, part: str, *made_of: Any) -> bool:
        """Whether a part has to be written again; lists are kept as copies, for they go on changing."""
        if self._parts.get(part) == made_of:
            return False
        self._parts[part] = tuple([made.copy() if type(made) in (list, dict) else made for made in made_of])
        return True


class KrosmasterEncoder:
    """Observes positions of any matches, one after another, from one seat."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self._vector: Vector = np.zeros(size_of(LAYOUT), np.int8)
        self._blocks = blocks_of(LAYOUT, self._vector)
        self._facts: Facts | None = None
        self._seen = Seen()
        self._columns: list[list[int] | None] = []  # of each of COLUMNS, by slot
        self._slots: list[int] = []
        self._cells: list[int] = []  # by slot
        self._is_straight = False  # whether slots are the numbers of units
        self._standing: tuple[int, ...] = ()  # Krosmasters in play, by seat
        self._is_blank = True  # whether no dice and no parts are shown

    def observe(self, state: State, choice: Choice | None) -> Vector:
        """The observation of a position."""
        if self._facts is None or self._facts.library is not state.library:
            self._forget(state)
        seen = self._seen
        if seen.changed("cells", state.cell):
            self._place(state)
        slots = self._slots
        if seen.changed("turns", slots, state.active_unit, state.acted, state.cast_turn, state.used_game):
            units = self._blocks["units"]
            units[: len(slots), ACTIVE] = [unit == state.active_unit for unit in slots]
            units[: len(slots), ACTED] = [unit in state.acted for unit in slots]
            self._write_spent(state)
        self._write_columns(state)
        if seen.changed("rarely", slots, *_rarely(state), self._standing):
            self._write_rare(state)
        self._write_table(state, choice)
        return self._vector.copy()

    def _write_rare(self, state: State) -> None:
        """What hardly ever changes: one comparison a decision is enough for all of it."""
        seen, slots = self._seen, self._slots
        if seen.changed("cards", slots, state.profile, state.owner):
            self._write_cards(state)
        if seen.changed("powers", slots, state.profile, state.gained, state.inspired):
            self._write_powers(state)
        if seen.changed("rewards", slots, state.rewards):
            self._write_rewards(state)
        if seen.changed("ground", state.board):
            self._blocks["ground"][:] = [state.board.kinds[cell] for cell in _INSIDE]
        if seen.changed("kamas", state.kamas_on):
            self._blocks["kamas"][:] = [state.kamas_on.get(cell, 0) for cell in _INSIDE]
        if seen.changed("piles", state.piles_closed, state.piles_up):
            self._write_piles(state)
        if seen.changed("seats", state.gg, state.kamas, state.active_seat, self._standing):
            self._write_seats(state)

    def _forget(self, state: State) -> None:
        self._facts = facts_of(state.library)
        self._vector[:] = 0
        self._slots, self._cells = [], []
        self._seen = Seen()
        if state.board.width > SIDE or state.board.height > SIDE:
            raise unnumbered(phrase("columns or rows"), max(state.board.width, state.board.height), SIDE)

    def _place(self, state: State) -> None:
        """Who is where, and in which slot."""
        slots = slots_of(state)
        units = self._blocks["units"]
        if slots != self._slots:
            for name in BY_SLOT:
                self._blocks[name][len(slots) :] = 0
            self._slots = slots
            self._columns = [None] * len(COLUMNS)
            self._cells = [-1] * len(slots)
        is_straight = len(slots) == len(state.cell) and slots == list(range(len(slots)))
        if is_straight != self._is_straight:
            self._is_straight = is_straight
            self._columns = [None] * len(COLUMNS)
        standing = [0] * state.settings.seats
        for slot, unit in enumerate(slots):
            cell = state.cell[unit]
            if cell and state.level[unit]:
                standing[state.owner[unit]] += 1
            if cell != self._cells[slot]:
                self._cells[slot] = cell
                units[slot, HERE], units[slot, ROW], units[slot, FILE] = cell != 0, _ROWS[cell], _FILES[cell]
        self._standing = tuple(standing)

    def _write_columns(self, state: State) -> None:
        slots, written = self._slots, self._columns
        for number, column in enumerate(_columns_of(state)):
            known = column if self._is_straight else [column[unit] for unit in slots]
            if written[number] != known:
                written[number] = known.copy()
                self._blocks["units"][: len(slots), FIRST_COLUMN + number] = known

    def _write_cards(self, state: State) -> None:
        """Whose units they are, and what their cards say."""
        assert self._facts is not None
        slots, width = self._slots, len(self._slots)
        profiles = [state.profile[unit] for unit in slots]
        self._blocks["cards"][:width] = self._facts.cards[profiles]
        self._blocks["spells"][:width] = self._facts.spells[profiles]
        side_of, seats = state.settings.side_of, state.settings.seats
        owners = [state.owner[unit] for unit in slots]
        self._blocks["units"][:width, FRIEND] = [side_of[owner] == side_of[self.seat] for owner in owners]
        self._blocks["units"][:width, SEAT] = [(owner - self.seat) % seats for owner in owners]

    def _write_powers(self, state: State) -> None:
        keywords = [profile.keywords for profile in state.library.profiles]
        powers = [keywords[state.profile[unit]] | state.gained[unit] | state.inspired[unit] for unit in self._slots]
        self._blocks["powers"][: len(powers)] = [bits(mask) for mask in powers]

    def _write_rewards(self, state: State) -> None:
        rewards, units = self._blocks["rewards"], self._blocks["units"]
        rewards[:] = 0
        for slot, unit in enumerate(self._slots):
            held = state.rewards[unit]
            units[slot, CLOSED_REWARDS] = sum([1 - (one & UP) for one in held])
            if held:
                is_own = state.owner[unit] == self.seat
                known = [reward_of(one) + 1 for one in held if one & UP or is_own][:KNOWN_REWARDS]
                rewards[slot, : len(known)] = known

    def _write_spent(self, state: State) -> None:
        spent = self._blocks["spent"]
        spent[:] = 0
        for slot, unit in enumerate(self._slots):
            cast = state.used_game[unit] | (state.cast_turn if unit == state.active_unit else 0)
            if cast:
                spells = state.library.profiles[state.profile[unit]].spells
                limited = [cast >> spell & 1 if state.library.spells[spell].limit else 0 for spell in spells]
                spent[slot, : len(limited)] = limited

    def _write_piles(self, state: State) -> None:
        if len(state.piles_closed) > PILES:
            raise unnumbered(phrase("piles"), len(state.piles_closed), PILES)
        piles = self._blocks["piles"]
        piles[: len(state.piles_closed), 0] = state.piles_closed
        piles[: len(state.piles_up), 1] = [reward + 1 for reward in state.piles_up]

    def _write_seats(self, state: State) -> None:
        side_of, me, seats = state.settings.side_of, self.seat, state.settings.seats
        for place, seat in enumerate([*range(me, seats), *range(me)]):
            is_friend, is_active = side_of[seat] == side_of[me], seat == state.active_seat
            told = (is_friend, state.gg[seat], min(state.kamas[seat], MOST), self._standing[seat], is_active)
            self._blocks["seats"][place] = told

    def _write_table(self, state: State, choice: Choice | None) -> None:
        """Who is asked what; what is counted in a turn; dice and parts of an answer."""
        waiting = state.waiting
        asked, kind = 0, ""
        if isinstance(waiting, Decision):
            asked, kind = (waiting.seat - self.seat) % state.settings.seats + 1, waiting.kind
        table = (
            min(state.turn, MOST),
            state.phase,
            asked,
            KINDS.index(kind) + 1 if asked else 0,
            state.settings.gg_price,
            state.gg_bought,
            state.revealed,
            state.reward_bought,
            state.collected,
            state.attacks_cast,
            state.tension_dice,
            state.wild_gg,
        )
        if self._seen.changed("table", table):
            self._blocks["table"][:] = table
        dice, given = self._blocks["dice"], self._blocks["given"]
        if not self._is_blank:
            dice[:] = given[:] = 0
            self._is_blank = True
        if kind in ("tension", "faces", "inspiration"):
            faces = dice_shown(state)
            dice[: len(faces)] = [face + 1 for face in faces[:DICE]]
            self._is_blank = False
        if choice is not None and choice.given:
            given[: len(choice.given)] = [
                (action - UNIT if action < FACE else action - FACE) + 1 for action in choice.given
            ]
            self._is_blank = False


def dice_shown(state: State) -> list[int]:
    """The faces of the dice that somebody is asked about; everybody sees them."""
    frame: Any = state.stack[-1]
    left: list[int] | None = getattr(frame, "dice", None)
    return left if left is not None else faces_of(frame.outcome, frame.count)
