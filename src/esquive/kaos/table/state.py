"""The whole position of a game of Kaos: plain integers and lists, figures by number.

Figures are numbered in the order of the hordes: p1's first. Every per-figure list has one entry a figure. Cards, the
table and the settings are shared by all copies and never change; a match with movable scenery has a new table each time
a piece is placed. The event log is not part of the state: a copy starts without one. Lists named in RARE are shared by
copies as well: whoever changes one replaces it (see `changed`) and never writes into it.
"""

from typing import Any, Final

from esquive.core.frames import UNDECIDED, Frame, advance
from esquive.core.position import Position
from esquive.core.waiting import Decision, Over, Roll
from esquive.kaos.cards.library import Library, Profile
from esquive.kaos.geometry.shapes import Base, Table
from esquive.kaos.table.settings import Settings

NONE: Final = -1
NEVER: Final = 1 << 30
SEATS: Final = 2

# Where a figure is.
RESERVE: Final = 0  # not deployed yet
IN_PLAY: Final = 1
OUT: Final = 2  # out of action [Kaos K18.9]
LEFT: Final = 3  # left the table for good [Kaos K27.8]
STATUS_NAMES: Final = ("reserve", "in-play", "out-of-action", "left")

# Phases, for people and documents only [Kaos K7.2].
SCENERY: Final = 0
DEPLOYMENT: Final = 1
DESTINY: Final = 2
INITIATIVE: Final = 3
EVENTS: Final = 4
ACTIVATIONS: Final = 5
SEARCHES: Final = 6
CLEAN_UP: Final = 7
PHASE_NAMES: Final = (
    "scenery",
    "deployment",
    "destiny",
    "initiative",
    "events",
    "activations",
    "searches",
    "clean-up",
)

FIGURE_COLUMNS: Final = (
    "profile",
    "owner",
    "status",
    "x",
    "y",
    "z",
    "facing",
    "wounds",
    "activated",  # 1 once it has played its turn; 2 by force, its move at once still to come [Kaos K7.3] [Kaos K26.2]
    "acted",  # 1 once its action of the round is used
    "moved",  # 1 once it has moved of its own will this round [Kaos K25.6]
    "dodges",  # dodges tried this round [Kaos K29.4]
    "dodged",  # bits: the adversaries it has dodged in melee this round [Kaos K29.10]
    "hurt",  # 1 once it has suffered a wound this round [Kaos K32.6]
    "searching",
    "fleeing",  # 0, or 1 + the rounds it has been fleeing [Kaos K27.6]
    "used",  # bits: free spells (0-7) and skills (8-15) used this round [Kaos K35.1]
)
SEAT_COLUMNS: Final = ("destiny", "points", "aligned", "reserved")  # reserved: the event kept in reserve, or NONE
SCALARS: Final = (
    "round",
    "phase",
    "first",  # the seat that won the round's initiative roll
    "initiative",  # the seat that chooses who plays
    "active",  # the figure activated, or NONE
    "successes_a",  # what the last contest came to: successes of the first side
    "successes_b",  # and of the second, or NONE when there was none
    "chosen",  # what a frame hands to the frame below it
    "relic",  # who carries the relic, or NONE
    "relic_x",
    "relic_y",
    "more",  # bit mask of the seats with an activation still to come, both totals being reached [Kaos K1.2]
    "winner",
)
# Lists of tuples: lasting effects; objects carried (figure, card, uses left: of one without end 0, NONE once used);
# events in force (card, rounds left); scenery placed (number in the selection, x, y, angle).
TUPLE_LISTS: Final = ("effects", "carried", "in_force", "placed")
# Lists of integers: the object cards whose order nobody knows, by number how many of each; those under the pile, in
# order; the event cards in the pile, by number how many; those lying at the table's edge, by number how many.
LIST_FIELDS: Final = ("object_pile", "object_bottom", "event_pile", "event_edge", "held")
RARE: Final = (
    "carried",
    "effects",
    "event_edge",
    "event_pile",
    "held",
    "in_force",
    "names",
    "object_bottom",
    "object_pile",
    "owner",
    "placed",
    "profile",
)


class State(Position):
    """A position. Made by `blank_state` and filled by `building` or `saving`; goes on through `apply`."""

    game = "kaos"

    __slots__ = (
        *FIGURE_COLUMNS,
        *SEAT_COLUMNS,
        *SCALARS,
        *TUPLE_LISTS,
        *LIST_FIELDS,
        "_bases",
        "library",
        "log",
        "names",
        "over_clause",
        "over_reason",
        "settings",
        "stack",
        "table",
    )

    profile: list[int]
    owner: list[int]
    status: list[int]
    x: list[int]
    y: list[int]
    z: list[int]
    facing: list[int]
    wounds: list[int]
    activated: list[int]
    acted: list[int]
    moved: list[int]
    dodges: list[int]
    dodged: list[int]
    hurt: list[int]
    searching: list[int]
    fleeing: list[int]
    used: list[int]
    destiny: list[int]
    points: list[int]
    aligned: list[int]
    reserved: list[int]
    round: int
    phase: int
    first: int
    initiative: int
    active: int
    successes_a: int
    successes_b: int
    chosen: int
    relic: int
    relic_x: int
    relic_y: int
    more: int
    winner: int
    effects: list[tuple[int, ...]]
    carried: list[tuple[int, ...]]
    in_force: list[tuple[int, ...]]
    placed: list[tuple[int, ...]]
    object_pile: list[int]
    object_bottom: list[int]
    event_pile: list[int]
    event_edge: list[int]
    held: list[int]  # rounds each objective of the library has been held or has counted

    def __init__(self, settings: Settings, library: Library, table: Table) -> None:
        self.settings = settings
        self.library = library
        self.table = table
        self.log: list[tuple[int, ...]] | None = None
        self.stack: list[Frame[Any]] = []
        self.names: list[str] = []
        self._bases: list[Base | None] = []
        self.over_reason = ""
        self.over_clause = ""

    # ------------------------------------------------------------------------------------------------ the core's words

    @property
    def waiting(self) -> Decision | Roll | Over:
        """What the game waits for."""
        if self.winner != UNDECIDED:
            return Over(self.winner, self.over_reason, self.over_clause)
        found: Decision | Roll | Over = self.stack[-1].waiting(self)
        return found

    def apply(self, answer: int) -> None:
        """Take a legal answer and go on to the next wait."""
        self.stack[-1].answer(self, answer)
        advance(self)

    def finish(self) -> None:
        """Called once the winner is known: nothing waits any more."""
        self.stack = []

    def copy(self) -> "State":
        """An independent copy without the event log."""
        other = State(self.settings, self.library, self.table)
        for name in FIGURE_COLUMNS + SEAT_COLUMNS + TUPLE_LISTS + LIST_FIELDS:
            value = getattr(self, name)
            setattr(other, name, value if name in _SHARED else value[:])
        for name in SCALARS:
            setattr(other, name, getattr(self, name))
        other.names = self.names
        other._bases = self._bases[:]
        other.over_reason = self.over_reason
        other.over_clause = self.over_clause
        other.stack = [frame.copy() for frame in self.stack]
        return other

    def to_data(self) -> dict[str, Any]:
        """Everything in which two positions of one match can differ, JSON-able; keys are the names of the fields."""
        data: dict[str, Any] = {"names": list(self.names)}
        for name in FIGURE_COLUMNS + SEAT_COLUMNS + LIST_FIELDS:
            data[name] = list(getattr(self, name))
        for name in TUPLE_LISTS:
            data[name] = [list(entry) for entry in getattr(self, name)]
        for name in SCALARS:
            data[name] = getattr(self, name)
        data["over"] = [self.over_reason, self.over_clause]
        data["stack"] = [frame.to_data() for frame in self.stack]
        return data

    # ------------------------------------------------------------------------------------------------------- questions

    def card(self, figure: int) -> Profile:
        """The profile card of a figure."""
        return self.library.profiles[self.profile[figure]]

    def base(self, figure: int) -> Base:
        """Where a figure stands; only for one that is in play."""
        known = self._bases[figure]
        if known is None:
            known = self.base_at(figure, self.x[figure], self.y[figure], self.z[figure], self.facing[figure])
            self._bases[figure] = known
        return known

    def base_at(self, figure: int, x: int, y: int, z: int, facing: int) -> Base:
        """The base a figure would have elsewhere."""
        card = self.card(figure)
        return Base(x, y, z, facing, card.side, card.height, card.head, card.body)

    def set_base(self, figure: int, base: Base) -> None:
        """Puts a figure somewhere: the only way its place may change."""
        self.x[figure], self.y[figure], self.z[figure], self.facing[figure] = base.x, base.y, base.z, base.facing
        self._bases[figure] = base

    def in_play(self, seat: int = NONE) -> list[int]:
        """The figures on the table, of one seat or of both."""
        return [
            figure
            for figure, status in enumerate(self.status)
            if status == IN_PLAY and (seat == NONE or self.owner[figure] == seat)
        ]

    def others(self, *left_out: int) -> list[Base]:
        """The bases of all figures in play but these, in order of number."""
        return [self.base(figure) for figure in self.in_play() if figure not in left_out]

    def life_left(self, figure: int) -> int:
        """Points left in the life gauge."""
        return self.card(figure).life - self.wounds[figure]

    def unactivated(self, seat: int) -> list[int]:
        """The figures of a seat that have yet to play their turn."""
        return [figure for figure in self.in_play(seat) if not self.activated[figure]]


_SHARED: Final = frozenset(RARE)


def changed(entries: list[Any], place: int, value: Any) -> list[Any]:
    """A copy of a list with one entry changed, for the lists that copies share."""
    found = entries[:]
    found[place] = value
    return found


def blank_state(settings: Settings, library: Library, table: Table) -> State:
    """A state with no figures, waiting for nothing."""
    state = State(settings, library, table)
    for name in FIGURE_COLUMNS + TUPLE_LISTS + LIST_FIELDS:
        setattr(state, name, [])
    for name in SCALARS:
        setattr(state, name, 0)
    state.destiny = [0] * SEATS
    state.points = [0] * SEATS
    state.aligned = [0] * SEATS
    state.reserved = [NONE] * SEATS
    state.active = state.relic = state.successes_b = NONE
    state.object_pile = [0] * len(library.objects)
    state.event_pile = [0] * len(library.events)
    state.event_edge = [0] * len(library.events)
    state.held = [0] * len(library.objectives)
    state.winner = UNDECIDED
    return state


def add_figure(state: State, name: str, profile: int, owner: int) -> int:
    """A new figure in reserve; its number."""
    figure = len(state.names)
    state.names = [*state.names, name]
    state._bases.append(None)
    for column in FIGURE_COLUMNS:
        setattr(state, column, [*getattr(state, column), 0])
    state.profile[figure] = profile
    state.owner[figure] = owner
    return figure
