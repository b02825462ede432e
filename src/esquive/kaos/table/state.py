"""The whole position of a game of Kaos: plain integers and lists, figures by number.

Figures are numbered in the order of the hordes: p1's first. Every per-figure list has one entry a figure. Cards, the
table and the settings are shared by all copies and never change; a match with movable scenery has a new table each time
a piece is placed. The event log is not part of the state: a copy starts without one.
"""

from typing import Any, Final

from esquive.core.columns import BLANK, EACH_COPIED, SHARED, Columns, column, columns
from esquive.core.frames import UNDECIDED, Frame, advance
from esquive.core.waiting import Decision, Over, Roll
from esquive.kaos.cards.library import Library, Profile
from esquive.kaos.cards.op_codes import LastingEffect, Op
from esquive.kaos.geometry.shapes import Base, Table, base_of
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

# What a column has an entry for.
FIGURE: Final = "figure"
SEAT: Final = "seat"


def _each_seat(state: "State") -> list[int]:
    return [0] * SEATS


def _each_object(state: "State") -> list[int]:
    return [0] * len(state.library.objects)


def _each_event(state: "State") -> list[int]:
    return [0] * len(state.library.events)


def _each_objective(state: "State") -> list[int]:
    return [0] * len(state.library.objectives)


class Standing:
    """Who is in play, and the bases of all but some: what every question of sight and way begins with.

    `in_play`: the figures of each seat, and last of both. `others`: bases by the figures left out. Nothing is read but
    `status`, of which it keeps its own list, the owners, which never change, and the bases, with which it is let go.
    Copies share it: what one of them works out serves all of them.
    """

    __slots__ = ("in_play", "others", "status")

    def __init__(self, status: list[int], owner: list[int]) -> None:
        self.status = status[:]
        everybody = [figure for figure, where in enumerate(status) if where == IN_PLAY]
        self.in_play = ([f for f in everybody if owner[f] == 0], [f for f in everybody if owner[f] == 1], everybody)
        self.others: dict[tuple[int, ...], tuple[Base, ...]] = {}


class Modifiers:
    """The modifiers that lie on figures, by figure: see `book.modifiers.modifiers_of`, which reads these four lists.

    They are among those that copies share and whoever changes one replaces: the same lists hold the same. Copies share
    this as well.
    """

    __slots__ = ("by_figure", "carried", "in_force", "lasting", "profile")

    def __init__(
        self,
        profile: list[int],
        carried: list[tuple[int, ...]],
        in_force: list[tuple[int, ...]],
        lasting: list[LastingEffect],
    ) -> None:
        self.profile = profile
        self.carried = carried
        self.in_force = in_force
        self.lasting = lasting
        self.by_figure: dict[int, list[Op]] = {}


@columns
class State(Columns):
    """A position. Made by `blank_state` and filled by `set_ups` or `saves`; goes on through `apply`.

    The body is the one table of what a position holds; see `core.columns`. A SHARED list changes rarely: whoever
    changes one replaces it (see `changed`).
    """

    game = "kaos"

    settings: Settings
    library: Library
    table: Table  # another one each time a piece of scenery is placed; not saved: it is the set-up's, with `placed`
    log: list[tuple[int, ...]] | None = column(None, copied=BLANK, saved=False)  # what happened, for whoever asks
    stack: "list[Frame[Any]]" = column([], copied=EACH_COPIED, saved=False)  # the procedures in progress
    # By figure: its base where it stands, once asked for. Copies share the list until one of their figures moves.
    _bases: list[Base | None] = column([], copied=SHARED, saved=False)
    _modifiers: "Modifiers | None" = column(None, saved=False)  # what cards change for each figure, once asked for
    _standing: "Standing | None" = column(None, saved=False)  # who is in play and where, once asked for

    # One entry a figure.
    names: list[str] = column([], FIGURE, SHARED)
    profile: list[int] = column([], FIGURE, SHARED)  # its card, a place in `library.profiles`
    owner: list[int] = column([], FIGURE, SHARED)  # the seat that plays it
    status: list[int] = column([], FIGURE)  # of STATUS_NAMES
    x: list[int] = column([], FIGURE)
    y: list[int] = column([], FIGURE)
    z: list[int] = column([], FIGURE)
    facing: list[int] = column([], FIGURE)
    wounds: list[int] = column([], FIGURE)
    # 1 once it has played its turn; 2 by force, its move at once still to come [Kaos K7.3] [Kaos K26.2]
    activated: list[int] = column([], FIGURE)
    acted: list[int] = column([], FIGURE)  # 1 once its action of the round is used
    moved: list[int] = column([], FIGURE)  # 1 once it has moved of its own will this round [Kaos K25.6]
    dodges: list[int] = column([], FIGURE)  # dodges tried this round [Kaos K29.4]
    dodged: list[int] = column([], FIGURE)  # bits: the adversaries it has dodged in melee this round [Kaos K29.10]
    hurt: list[int] = column([], FIGURE)  # 1 once it has suffered a wound this round [Kaos K32.6]
    searching: list[int] = column([], FIGURE)
    fleeing: list[int] = column([], FIGURE)  # 0, or 1 + the rounds it has been fleeing [Kaos K27.6]
    used: list[int] = column([], FIGURE)  # bits: free spells (0-7) and skills (8-15) used this round [Kaos K35.1]

    # One entry a seat.
    destiny: list[int] = column(_each_seat, SEAT)
    points: list[int] = column(_each_seat, SEAT)
    aligned: list[int] = column(_each_seat, SEAT)
    reserved: list[int] = column([NONE] * SEATS, SEAT)  # the event kept in reserve, or NONE

    # What lasts, is carried, holds or has been placed.
    lasting: list[LastingEffect] = column([], copied=SHARED)  # modifiers that lie on figures until their time is over
    carried: list[tuple[int, ...]] = column(
        [], copied=SHARED
    )  # figure, object, uses left: 0 without end, NONE once used
    in_force: list[tuple[int, ...]] = column([], copied=SHARED)  # events: card, rounds left
    placed: list[tuple[int, ...]] = column([], copied=SHARED)  # scenery: number in the selection, x, y, angle

    # Cards and objectives, by number.
    object_pile: list[int] = column(_each_object, copied=SHARED)  # how many of each lie where nobody knows the order
    object_bottom: list[int] = column([], copied=SHARED)  # those under the pile, in order
    event_pile: list[int] = column(_each_event, copied=SHARED)  # how many of each are in the pile
    event_edge: list[int] = column(_each_event, copied=SHARED)  # how many of each lie at the table's edge
    held: list[int] = column(_each_objective, copied=SHARED)  # rounds each objective has been held or has counted

    round: int = column(0)
    phase: int = column(SCENERY)
    first: int = column(0)  # the seat that won the round's initiative roll
    initiative: int = column(0)  # the seat that chooses who plays
    active: int = column(NONE)  # the figure activated
    relic: int = column(NONE)  # who carries the relic
    relic_x: int = column(0)
    relic_y: int = column(0)
    more: int = column(
        0
    )  # bit mask of the seats with an activation still to come, both totals being reached [Kaos K1.2]
    winner: int = column(UNDECIDED)
    over_reason: str = column("", saved=False)
    over_clause: str = column("", saved=False)

    # What the dice of the contest being rolled are made of, for each side: packed `book.terms`, 0 where nobody said.
    made: tuple[int, int] = column((0, 0), saved=False)

    # What the procedure that has just ended hands to the one below it.
    successes_a: int = column(0)  # of a contest: the successes of the first side
    successes_b: int = column(NONE)  # and of the second, or NONE when there was none
    reaction: int = column(0)  # of a reaction: what is attempted, of REACTION_NAMES
    reaction_means: int = column(0)  # and with what
    walked_cost: int = column(0)  # of a walk: what it has cost in all
    walked_straight: int = column(0)  # and the straight line it has ended with

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

    def to_data(self) -> dict[str, Any]:
        """Everything in which two positions of one match can differ, JSON-able; keys are the names of the fields."""
        data = self.saved()
        data["lasting"] = [[effect.figure, *effect.op.code()] for effect in self.lasting]
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
        return base_of(x, y, z, facing, card.side, card.height, card.head, card.body)

    def set_base(self, figure: int, base: Base) -> None:
        """Puts a figure somewhere: the only way its place may change."""
        self.x[figure], self.y[figure], self.z[figure], self.facing[figure] = base.x, base.y, base.z, base.facing
        self._bases = changed(self._bases, figure, base)
        self._standing = None

    def forget_bases(self) -> None:
        """Lets the bases be worked out anew from where the figures stand."""
        self._bases = [None] * len(self.names)
        self._standing = None

    def standing(self) -> "Standing":
        """Who is in play now; worked out again after a change of `status`, and let go by `set_base`."""
        known = self._standing
        if known is None or known.status != self.status:
            known = self._standing = Standing(self.status, self.owner)
        return known

    def in_play(self, seat: int = NONE) -> list[int]:
        """The figures on the table, of one seat or of both; the list is not to be changed."""
        known = self._standing
        return (known if known is not None and known.status == self.status else self.standing()).in_play[seat]

    def others(self, *left_out: int) -> tuple[Base, ...]:
        """The bases of all figures in play but these, in order of number; the same object until one moves."""
        standing = self._standing
        if standing is None or standing.status != self.status:
            standing = self.standing()
        known = standing.others.get(left_out)
        if known is None:
            known = standing.others[left_out] = self._all_but(standing, left_out)
        return known

    def _all_but(self, standing: "Standing", left_out: tuple[int, ...]) -> tuple[Base, ...]:
        """The bases of all in play but some: those of all but these less one, without the last one's."""
        in_play = standing.in_play[NONE]
        if not left_out:
            return tuple([self.base(figure) for figure in in_play])
        last, rest = left_out[-1], left_out[:-1]
        found = self.others(*rest)
        if last in rest or last not in in_play:
            return found
        place = found.index(self.base(last))  # of two equal bases one is as good as the other
        return found[:place] + found[place + 1 :]

    def life_left(self, figure: int) -> int:
        """Points left in the life gauge."""
        return self.card(figure).life - self.wounds[figure]

    def unactivated(self, seat: int) -> list[int]:
        """The figures of a seat that have yet to play their turn."""
        return [figure for figure in self.in_play(seat) if not self.activated[figure]]


def changed(entries: list[Any], place: int, value: Any) -> list[Any]:
    """A copy of a list with one entry changed, for the lists that copies share."""
    found = entries[:]
    found[place] = value
    return found


def blank_state(settings: Settings, library: Library, table: Table) -> State:
    """A state with no figures, waiting for nothing."""
    state = State(settings, library, table)
    state.fill_blank()
    return state


def add_figure(state: State, name: str, profile: int, owner: int) -> int:
    """A new figure in reserve; its number."""
    figure = len(state.names)
    state.add_entry(FIGURE, {"names": name, "profile": profile, "owner": owner})
    state._bases = [*state._bases, None]
    return figure
