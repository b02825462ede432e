"""Deploying the fighters: where they may stand, and in what order they come [Kaos K6.1] [Kaos K6.9] [Kaos K6.10]."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from esquive.core.columns import fields
from esquive.core.frames import OpenFrame
from esquive.core.waiting import Condition, Decision
from esquive.kaos.book.modifiers import needed_of, rolls_failures_again
from esquive.kaos.book.pools import bare_pool, figure_pool, side_pool
from esquive.kaos.book.rolls import DEPLOYMENT as DEPLOYMENT_ROLL, ContestFrame, made_of
from esquive.kaos.book.round import RoundFrame
from esquive.kaos.cards.library import CLIMBER, FLYING
from esquive.kaos.geometry.accessible_ground import Reach
from esquive.kaos.geometry.ground import footing
from esquive.kaos.geometry.measures import distance, within
from esquive.kaos.geometry.planar import is_on_table, overlap
from esquive.kaos.geometry.shapes import Base, Piece, Point, Table
from esquive.kaos.geometry.sight import sees
from esquive.kaos.geometry.units import CM, TURN, format_length
from esquive.kaos.table import answers
from esquive.kaos.table.answers import ChoosingFigure, Placing
from esquive.kaos.table.events import E_ASKED, E_DEPLOYED, E_DEPLOYMENT_WON
from esquive.kaos.table.state import DEPLOYMENT, IN_PLAY, NONE, RESERVE, SEATS, State

BEGIN: Final = 0
FIGURES: Final = 1
ROLL: Final = 2
COMPARE: Final = 3
CHOOSE: Final = 4
ASKED: Final = 5

REACHES: Final = 16  # how many tables and sizes of bases are kept in mind
Zone = tuple[int, int, int, int]
Outline = tuple[tuple[Point, ...], int, int, Point | None, Point | None]

APART: Final = 20 * CM  # [Kaos K6.3]
GRID: Final = 2 * CM  # how close the places lie that decide whether a figure fits nowhere


@fields
class DeploymentFrame(OpenFrame[State]):
    """A will roll decides who chooses first; the right to choose who deploys then alternates [Ruling R219].

    `seat` holds the right to choose. `rollers` are the figures that roll, one a player, freely chosen [Kaos K6.7].
    """

    NAME = "deployment"
    STEPS = ("begin", "figures", "roll", "compare", "choose", "asked")

    seat: int = 0
    rollers: list[int] = []

    # --------------------------------------------------------------------------------------------------------- running

    def run(self, state: State) -> bool:
        state.phase = DEPLOYMENT
        if self.step == BEGIN:
            self.step = FIGURES if any(reserve(state, seat) for seat in range(SEATS)) else CHOOSE
            return False
        if self.step == FIGURES:
            return self.choose_rollers(state)
        if self.step == ROLL:
            self.roll(state)
            return False
        if self.step == COMPARE:
            self.compare(state)
            return False
        return self.choose(state)

    def choose_rollers(self, state: State) -> bool:
        """Each player names the figure that rolls; a single one, or equal ones, need no naming [Kaos K6.7]."""
        while len(self.rollers) < SEATS:
            mine = reserve(state, len(self.rollers))
            if len({will_roll(state, figure) for figure in mine}) > 1:
                return True
            self.rollers.append(mine[0] if mine else NONE)
        self.step = ROLL
        return False

    def roll(self, state: State) -> None:
        """Will against will, one die more for an aligned horde [Kaos K6.7] [Kaos K6.8]."""
        ours, theirs = pools = [
            side_pool(state, seat, figure, DEPLOYMENT_ROLL) for seat, figure in enumerate(self.rollers)
        ]
        if max(pool.dice for pool in pools) <= 0:
            ours = theirs = bare_pool()  # nobody has any will: one bare die each, or nobody would ever begin
        first, second = self.rollers
        self.step = COMPARE
        made_of(state, ours.terms, theirs.terms)
        state.stack.append(ContestFrame(DEPLOYMENT_ROLL, 0, first, ours.dice, DEPLOYMENT_ROLL, 1, second, theirs.dice))

    def compare(self, state: State) -> None:
        """The better result chooses first; equal ones are rolled again [Kaos K6.9]."""
        if state.successes_a == state.successes_b:
            self.step = ROLL
            return
        self.seat = 0 if state.successes_a > state.successes_b else 1
        if state.log is not None:
            state.log.append((E_DEPLOYMENT_WON, self.seat))
        self.step = CHOOSE

    def choose(self, state: State) -> bool:
        """One figure after another, until all are on the table; then the first round begins [Kaos K6.10]."""
        if self.step == CHOOSE and not reserve(state, self.seat):
            if not reserve(state, 1 - self.seat):
                state.stack.pop()
                state.stack.append(RoundFrame())
                return False
            self.step = ASKED  # nothing of one's own is left: the other side deploys
        return True

    # --------------------------------------------------------------------------------------------------------- waiting

    def asked(self) -> int:
        """Who is asked."""
        if self.step == FIGURES:
            return len(self.rollers)
        return self.seat if self.step == CHOOSE else 1 - self.seat

    def waiting(self, state: State) -> Decision:
        kind = "will-figure" if self.step == FIGURES else "deployment" if self.step == CHOOSE else "deploy"
        return Decision(kind, self.asked(), self, state)

    def is_listed(self, state: State) -> bool:
        return self.step == FIGURES

    def options(self, state: State) -> list[int]:
        """Only the choice of who rolls is listed: the best will first."""
        mine = sorted(reserve(state, self.asked()), key=lambda figure: -will_dice(state, figure))
        return [ChoosingFigure(figure).answer() for figure in mine]

    def conditions(self, state: State, answer: int) -> list[Condition]:
        if self.step == FIGURES:
            chosen = ChoosingFigure.of(answer)
            is_one = chosen is not None and chosen.figure in reserve(state, self.asked())
            return [Condition("wrong-verb", ("K6.7",), is_one, {})]
        if answer == answers.pack(answers.ASK, []):
            return self.ask_conditions(state)
        one = Placing.of(answer)
        is_one = one is not None and 0 <= one.what < len(state.names) and 0 <= one.angle < TURN
        found = [Condition("wrong-verb", ("K6.9",), is_one, {})]
        if one is None or not is_one:
            return found
        return found + deployment_conditions(state, self.asked(), one.what, one.x, one.y, one.angle)

    def ask_conditions(self, state: State) -> list[Condition]:
        """The other side is asked once, and only while it has a figure to deploy [Kaos K6.9]."""
        left = len(reserve(state, 1 - self.asked()))
        return [
            Condition("already-asked", ("K6.9",), self.step == CHOOSE, {}),
            Condition("nobody-to-ask", ("K6.9",), left > 0, {"left": left}),
        ]

    def answer(self, state: State, answer: int) -> None:
        if self.step == FIGURES:
            self.rollers.append(ChoosingFigure.read(answer).figure)
            return
        if answers.verb_of(answer) == answers.ASK:
            if state.log is not None:
                state.log.append((E_ASKED, 1 - self.seat))
            self.step = ASKED
            return
        one = Placing.read(answer)
        figure, x, y, angle = one.what, one.x, one.y, one.angle
        level = footing(state.table, state.base_at(figure, x, y, 0, angle)).level
        state.status[figure] = IN_PLAY
        state.set_base(figure, state.base_at(figure, x, y, level, angle))
        if state.log is not None:
            state.log.append((E_DEPLOYED, figure, x, y, angle))
        self.seat = 1 - self.seat
        self.step = CHOOSE


def reserve(state: State, seat: int) -> list[int]:
    """The figures of a seat still to be deployed."""
    return [figure for figure, status in enumerate(state.status) if status == RESERVE and state.owner[figure] == seat]


def will_dice(state: State, figure: int) -> int:
    """The dice of a will roll at deployment, as cards change them; it activates nobody [Kaos K6.7] [Ruling R262]."""
    return figure_pool(state, figure, DEPLOYMENT_ROLL, state.card(figure).will, "K6.7").dice


def will_roll(state: State, figure: int) -> tuple[int, int, bool]:
    """All that makes one figure's roll differ from another's: the dice, what they must show, a second throw."""
    again = rolls_failures_again(state, figure, DEPLOYMENT_ROLL)
    return (will_dice(state, figure), needed_of(state, figure, DEPLOYMENT_ROLL), again)


# ------------------------------------------------------------------------------------------------------ the three rules


def deployment_conditions(state: State, seat: int, figure: int, x: int, y: int, angle: int) -> list[Condition]:
    """Whose the figure is, and the three conditions of its place [Kaos K6.1]."""
    name = state.names[figure]
    found = [
        Condition(
            "not-yours",
            ("K6.9",),
            state.owner[figure] == seat,
            {"figure": name},
        ),
        Condition(
            "already-deployed",
            ("K6.10",),
            state.status[figure] == RESERVE,
            {"figure": name},
        ),
    ]
    if not all(condition.holds for condition in found):
        return found
    base = state.base_at(figure, x, y, 0, angle)
    found += place_conditions(state, figure, base)
    if all(condition.holds for condition in found):
        level = footing(state.table, base).level
        base = base.at(x, y, level, angle)
        found.append(apart_condition(state, figure, base))
        found.append(view_condition(state, figure, base))
    return found


def place_conditions(state: State, figure: int, base: Base) -> list[Condition]:
    """Condition 1: the figure could stand there under the movement rules [Kaos K6.2] [Ruling R201] [Ruling R205]."""
    name = state.names[figure]
    is_on = is_on_table(state.table, base)
    found = [Condition("off-table", ("K6.2", "R203"), is_on, {"figure": name})]
    if not is_on:
        return found
    zone = zone_conditions(state, figure, base)
    if zone and not zone[0].holds:
        return found + zone
    return found + zone + standing_conditions(state, figure, base)


def standing_conditions(state: State, figure: int, base: Base) -> list[Condition]:
    """What is asked of a place on the table, whatever zone it lies in: ground that bears, a way to it, room."""
    name = state.names[figure]
    ground = footing(state.table, base)
    blocker = ground.blocker.name if ground.blocker is not None else ""
    met = next((other for other in state.in_play() if overlap(base, state.base(other))), NONE)
    return [
        Condition(
            "no-footing",
            ("K6.2", "R205"),
            ground.blocker is None and ground.is_stable,
            {"figure": name, "blocker": blocker, "support": ground.support},
        ),
        accessible_condition(state, figure, base),
        Condition(
            "overlaps",
            ("K6.2", "R201"),
            met == NONE,
            {"figure": name, "blocker": "" if met == NONE else state.names[met]},
        ),
    ]


def zone_conditions(state: State, figure: int, base: Base) -> list[Condition]:
    """A scenario may have each player deploy in a part of the table: wholly inside it [Kaos K37.1].

    Who fits nowhere in it may stand anywhere on the table [Ruling R257].
    """
    zone = zone_of(state, figure)
    if zone is None:
        return []
    name = state.names[figure]
    west, south, east, north = [format_length(length) for length in zone]
    facts = {"figure": name, "zone": [west, south, east, north]}
    is_inside = lies_in(base, zone)
    if not is_inside and next(standing_places(state, figure, zone), None) is None:
        return [Condition("zone-full", ("K37.1", "R257"), True, facts)]
    return [Condition("outside-zone", ("K37.1",), is_inside, facts)]


def zone_of(state: State, figure: int) -> Zone | None:
    """Where the scenario has a figure deployed: west, south, east and north; None for anywhere [Kaos K37.1]."""
    return state.library.zones[state.owner[figure]] if state.library.zones else None


def lies_in(base: Base, zone: Zone) -> bool:
    """Whether a base lies wholly inside a zone, its edge included."""
    west, south, east, north = zone
    return all(west <= x <= east and south <= y <= north for x, y in base.corners)


def accessible_condition(state: State, figure: int, base: Base) -> Condition:
    """A place that nobody of its size can get to is none to be deployed at; those that fly or climb get anywhere."""
    name, card = state.names[figure], state.card(figure)
    gets_anywhere = not state.table.pieces or card.keywords & (FLYING | CLIMBER) != 0
    holds = gets_anywhere or reach_of(state.table, card.side).has(base.x, base.y)
    return Condition("inaccessible", ("K6.2",), holds, {"figure": name})


@lru_cache(maxsize=REACHES)
def reach_of(table: Table, side: int) -> Reach:
    """The places a base of this side can get to; worked out once for tables that are alike."""
    outlines = tuple((piece.shape, piece.height, piece.flags, piece.low, piece.high) for piece in table.pieces)
    return _reach(table.width, table.depth, outlines, side)


@lru_cache(maxsize=REACHES)
def _reach(width: int, depth: int, outlines: tuple[Outline, ...], side: int) -> Reach:
    return Reach(Table(width, depth, tuple(Piece("", "", *outline) for outline in outlines)), side)


def apart_condition(state: State, figure: int, base: Base) -> Condition:
    """Condition 2: more than 20 cm from every enemy on the table [Kaos K6.3].

    A figure that fits nowhere so far away may stand as far away as it can: no place is nearer than another one then.
    """
    near = nearest_enemy(state, figure, base)
    if near == NONE:
        return Condition("too-near", ("K6.3",), True, {})
    far = distance(state.table, base, state.base(near))
    holds = not within(state.table, base, state.base(near), APART) or is_farthest(state, figure, base)
    return Condition(
        "too-near",
        ("K6.3",),
        holds,
        {
            "figure": state.names[figure],
            "enemy": state.names[near],
            "distance": format_length(far),
            "limit": format_length(APART),
        },
    )


def view_condition(state: State, figure: int, base: Base) -> Condition:
    """Condition 3: in view of a comrade, all round from its head; not for a player's first figure.

    [Kaos K6.4] [Kaos K6.5] [Kaos K6.6]. Dropped for a figure that fits nowhere with it [Kaos K6.1].
    """
    comrades = state.in_play(state.owner[figure])
    if not comrades:
        return Condition("first-figure", ("K6.5",), True, {})
    seen_by = next(
        (other for other in comrades if sees(state.table, state.base(other), base, state.others(other))), NONE
    )
    if seen_by != NONE:
        return Condition("out-of-view", ("K6.4", "K6.6"), True, {"comrade": state.names[seen_by]})
    holds = not fits_somewhere(state, figure, needs_view=True)
    return Condition("out-of-view", ("K6.4", "K6.6"), holds, {"figure": state.names[figure]})


def nearest_enemy(state: State, figure: int, base: Base) -> int:
    """The enemy in play nearest to a place, or NONE."""
    found, least = NONE, 0
    for enemy in state.in_play(1 - state.owner[figure]):
        other = state.base(enemy)
        dx, dy, reach = other.x - base.x, other.y - base.y, base.reach + other.reach
        if found == NONE or dx * dx + dy * dy < (least + reach) * (least + reach):  # else it is farther for certain
            far = distance(state.table, base, other)
            if found == NONE or far < least:
                found, least = enemy, far
    return found


def grid_places(state: State, figure: int) -> Iterator[Base]:
    """Places of its zone, or else of the table, a figure could stand at: what decides whether it fits anywhere."""
    zone = zone_of(state, figure)
    is_full = True
    if zone is not None:
        for base in standing_places(state, figure, zone):
            is_full = False
            yield base
    if is_full:
        yield from standing_places(state, figure, (0, 0, state.table.width, state.table.depth))


def standing_places(state: State, figure: int, zone: Zone) -> Iterator[Base]:
    """Places wholly inside a zone a figure could stand at, every 2 cm, facing east [Ruling R257]."""
    west, south, east, north = zone
    for x in range(GRID // 2, east, GRID):
        for y in range(GRID // 2, north, GRID):
            if x < west or y < south:
                continue
            base = state.base_at(figure, x, y, 0, 0)
            if lies_in(base, zone) and all(one.holds for one in standing_conditions(state, figure, base)):
                yield base.at(x, y, footing(state.table, base).level, 0)


def fits_somewhere(state: State, figure: int, *, needs_view: bool) -> bool:
    """Whether some place of the grid is far enough from the enemies, and in view of a comrade if that is asked."""
    comrades = state.in_play(state.owner[figure])
    enemies = [state.base(enemy) for enemy in state.in_play(1 - state.owner[figure])]
    for base in grid_places(state, figure):
        if any(within(state.table, base, enemy, APART) for enemy in enemies):
            continue
        if not needs_view:
            return True
        if any(sees(state.table, state.base(other), base, state.others(other)) for other in comrades):
            return True
    return False


def is_farthest(state: State, figure: int, base: Base) -> bool:
    """Whether a figure that fits nowhere 20 cm away stands as far from its nearest enemy as the grid allows."""
    if fits_somewhere(state, figure, needs_view=False):
        return False
    enemies = [state.base(enemy) for enemy in state.in_play(1 - state.owner[figure])]

    def far(place: Base) -> int:
        return min(distance(state.table, place, enemy) for enemy in enemies)

    return far(base) >= max((far(place) for place in grid_places(state, figure)), default=0)
