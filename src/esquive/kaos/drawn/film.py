"""Kaos as a film: figures walk their declared paths, pools of dice fall, blows are struck, wounds are counted."""

from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from math import hypot
from typing import Any, Final

from esquive.core.films import FRAME, Happening, Score, Shot, Stage, Throw, eased, without_reasons
from esquive.kaos.book.rolls import dice_of_number
from esquive.kaos.drawn.canvas import EDGES, FILLS, INK, Canvas, element, number
from esquive.kaos.drawn.figures import Box, base_box, draw_base, draw_figures, draw_tag, tag_boxes
from esquive.kaos.drawn.ground import draw_goals, draw_scenery, draw_spots, draw_table
from esquive.kaos.drawn.happenings import (
    HEALED,
    Step,
    draw_attack,
    draw_passage,
    draw_plan_to_come,
    planned_way,
)
from esquive.kaos.drawn.materials import patterns
from esquive.kaos.drawn.passages import HIDDEN
from esquive.kaos.drawn.svg import draw_names
from esquive.kaos.geometry.passages import Passage
from esquive.kaos.geometry.shapes import Base, Piece
from esquive.kaos.geometry.units import CM, format_length
from esquive.kaos.spoken.declared_plan import declared_turn
from esquive.kaos.spoken.wording import Wording
from esquive.kaos.table import events as happened
from esquive.kaos.table.events import EVENTS
from esquive.kaos.table.state import DEPLOYMENT, IN_PLAY, NONE, OUT, RESERVE, SEATS, State

WIDE: Final = 592.0
MARGIN: Final = 28.0
ABOUT: Final = 6 * CM  # of ground about the figures
LEAST_SEEN: Final = 36 * CM
TALLEST: Final = 1.05  # how high what is seen may be for its width, and how low
WIDEST: Final = 1.6
SPEED: Final = 12 * CM  # of a walk, in a second
LEAST: Final = 4  # pictures of a move, at least and at most
MOST: Final = 26
RISE: Final = 4
FULL_TURN: Final = 360_000
MOST_THROWS: Final = 2

# How long it stays what there is to read of an event, in ms; of the others nothing is told.
HOLDS: Final[dict[int, int]] = {
    happened.E_SCENERY_PLACED: 500, happened.E_DEPLOYMENT_WON: 900, happened.E_DEPLOYED: 300, happened.E_ASKED: 600,
    happened.E_ROUND: 1200, happened.E_INITIATIVE_WON: 900, happened.E_ACTIVATED: 700, happened.E_DECLARED: 1300,
    happened.E_REACTION: 1000, happened.E_INTERCEPTION: 1200, happened.E_FREE_USE: 1100, happened.E_MOVED: 300,
    happened.E_MOVE_STOPPED: 900, happened.E_MOVE_LOST: 800, happened.E_POOL: 500, happened.E_ROLLED: 900,
    happened.E_ROLLED_AGAIN: 800, happened.E_DESTINY_SPENT: 700, happened.E_DESTINY_ROLLED: 900,
    happened.E_SUCCESSES: 800, happened.E_HIT: 1100, happened.E_MISSED: 1100, happened.E_DODGED: 1100,
    happened.E_PARRIED: 1100, happened.E_RESISTED: 1100, happened.E_WOUNDED: 1100, happened.E_ARMOUR: 800,
    happened.E_HEALED: 1000, happened.E_OUT_OF_ACTION: 1300, happened.E_POINTS: 1000, happened.E_FORCED: 800,
    happened.E_SLAMMED: 800, happened.E_SLAMMED_INTO: 800, happened.E_FELL: 1000, happened.E_FALL_SAVED: 800,
    happened.E_FLED: 900, happened.E_FLIGHT_ENDS: 700, happened.E_LEFT_TABLE: 1000, happened.E_SEARCHING: 800,
    happened.E_SEARCH_ROLL: 900, happened.E_OBJECT_KEPT: 800, happened.E_OBJECT_USED: 1000,
    happened.E_EVENT_REVEALED: 900, happened.E_EVENT_HAPPENS: 1100, happened.E_EVENTS_CANCELLED: 900,
    happened.E_EVENT_ENDS: 600, happened.E_EFFECT: 800, happened.E_SKILL_USED: 1000, happened.E_RELIC_TAKEN: 1000,
    happened.E_RELIC_DROPPED: 800, happened.E_OBJECTIVE: 900, happened.E_CLEAN_UP: 800, happened.E_OVER: 3000,
}  # fmt: skip
_ROLLS: Final = (happened.E_ROLLED, happened.E_ROLLED_AGAIN, happened.E_DESTINY_ROLLED)
_CLEARS: Final = (
    *(happened.E_ACTIVATED, happened.E_DECLARED, happened.E_INTERCEPTION, happened.E_FREE_USE, happened.E_ROUND),
    *(happened.E_REACTION, happened.E_OVER),
)
_BLOWS: Final = {  # where events of an attack name who attacks whom, with what
    happened.E_HIT: (1, 2), happened.E_MISSED: (1, 2), happened.E_DODGED: (2, 1), happened.E_PARRIED: (2, 1),
    happened.E_RESISTED: (2, 1), happened.E_INTERCEPTION: (1, 3), happened.E_FREE_USE: (1, 3),
}  # fmt: skip
_PIPS: Final = {
    1: ((0, 0),), 2: ((-8, -8), (8, 8)), 3: ((-8, -8), (0, 0), (8, 8)), 4: ((-8, -8), (8, -8), (-8, 8), (8, 8)),
    5: ((-8, -8), (8, -8), (0, 0), (-8, 8), (8, 8)), 6: ((-8, -9), (8, -9), (-8, 0), (8, 0), (-8, 9), (8, 9)),
}  # fmt: skip


class FilmCanvas(Canvas):
    """The part of a table that is filmed; `room` is where it lies in the picture."""

    __slots__ = ("seen",)
    seen: Box

    @property
    def room(self) -> Box:
        """What is seen of the table."""
        return self.seen


class TurnedCanvas(FilmCanvas):
    """The same seen from the north: south is up."""

    __slots__ = ()

    def x(self, across: float) -> float:
        """Where a place so far east is."""
        return self.left + self.width - self.size(across)

    def y(self, along: float) -> float:
        """Where a place so far north is."""
        return self.top + self.size(along)


class TableStage(Stage):
    """A table seen from one side, with what lies beside it."""

    def __init__(self, wording: Wording, seat: int) -> None:
        table = wording.state.table
        self.wording = wording
        self.names = [wording.figure(figure) for figure in range(len(wording.state.names))]
        self.kind: type[FilmCanvas] = TurnedCanvas if _deploys_north(wording.state, seat) else FilmCanvas
        self.part: Box = (0, 0, table.width, table.depth)  # what is seen: west, south, east, north
        self.stood: list[Base] = []  # all places where figures will stand
        self._fit()
        self.style = ".ruler{font-size:11px;fill:#6b645b}"
        self.seats = tuple((FILLS[one], EDGES[one], "#ffffff") for one in range(SEATS))
        self.throws: tuple[Throw, ...] = ()
        self.trail: list[str] = []  # what lies under the figures until another one plays
        self.tags: dict[int, Box] = {}
        self._known: tuple[Any, tuple[str, list[Box]]] | None = None  # the ground drawn last, with what it depends on

    def look(self, states: Iterable[State]) -> None:
        """No more of the table is shown than where figures stand, with some ground about them."""
        self.stood = list({base for state in states for base in map(state.base, state.in_play())})
        if not self.stood:
            return
        table, about = self.wording.state.table, ABOUT
        xs, ys = [base.x for base in self.stood], [base.y for base in self.stood]
        west, south, east, north = min(xs) - about, min(ys) - about, max(xs) + about, max(ys) + about
        wide = min(max(east - west, LEAST_SEEN, (north - south) / TALLEST), table.width)
        high = min(max(north - south, wide / WIDEST), table.depth)
        left = min(max(0, (west + east - wide) / 2), table.width - wide)
        low = min(max(0, (south + north - high) / 2), table.depth - high)
        self.part = (left, low, left + wide, low + high)
        self._fit()

    def _fit(self) -> None:
        """The size of the picture, so that the part of the table that is seen is as wide as there is room."""
        west, south, east, north = self.part
        self.scale = WIDE / ((east - west) / CM)
        self.width, self.height = WIDE + 2 * MARGIN, (north - south) / CM * self.scale + 2 * MARGIN

    def _canvas(self, state: State) -> FilmCanvas:
        west, south, east, north = self.part
        table = state.table
        canvas = self.kind(table, self.scale, MARGIN, MARGIN)
        canvas.seen = (MARGIN, MARGIN, self.width - MARGIN, self.height - MARGIN)
        is_turned = issubclass(self.kind, TurnedCanvas)
        canvas.left -= canvas.size(table.width - east if is_turned else west)
        canvas.top -= canvas.size(south if is_turned else table.depth - north)
        return canvas

    def _clip(self) -> str:
        left, top, right, bottom = self._canvas(self.wording.state).room
        table = self.wording.state.table
        rim = MARGIN if (self.part[2] - self.part[0], self.part[3] - self.part[1]) == (table.width, table.depth) else 0
        box = element("rect", x=left - rim, y=top - rim, width=right - left + 2 * rim, height=bottom - top + 2 * rim)
        return element("clipPath", box, id="kaos-seen")

    # ------------------------------------------------------------------------------------------------------- pictures

    def _ground(self, state: State) -> tuple[str, list[Box]]:
        """The table with all that lies on it and seldom changes, and where words stand on it."""
        deploys = state.phase <= DEPLOYMENT or RESERVE in state.status
        lies = (state.relic, state.relic_x, state.relic_y)
        key = (state.table, tuple(state.held), deploys, lies, self.part)
        if self._known is None or self._known[0] != key:
            self._known = (key, self._draw_ground(state))
        return self._known[1]

    def _draw_ground(self, state: State) -> tuple[str, list[Box]]:
        canvas = self._canvas(state)
        draw_table(canvas, state.table)
        draw_goals(canvas, state)
        draw_scenery(canvas, state.table)
        draw_spots(canvas, state)
        stood = [base_box(canvas, base) for base in self.stood]
        taken = draw_names(canvas, state, stood, self._piece)
        drawn = element("g", "".join(canvas.parts), clip_path="url(#kaos-seen)")
        return element("defs", patterns() + self._clip()) + drawn, taken

    def _tags(self, state: State) -> dict[int, Box]:
        """Where the names of all figures stand."""
        canvas = self._canvas(state)
        _, taken = self._ground(state)
        return tag_boxes(canvas, state, [*taken], self.names, self.tags)

    def _piece(self, piece: Piece) -> str:
        name = self.wording.piece(piece.name)
        return f"{name} {format_length(piece.height)} cm" if piece.height else name

    def _shot(self, state: State, ms: int, said: str = "", over: str = "", tags: dict[int, Box] | None = None) -> Shot:
        canvas = self._canvas(state)
        canvas.parts += self.trail
        draw_figures(canvas, state)
        canvas.parts.append(over)
        if tags is None:
            tags = self.tags = self._tags(state)
        for figure in state.in_play():
            if figure in tags:
                draw_tag(canvas, state, figure, tags[figure], self.names[figure])
        scores = tuple(
            Score(
                seat,
                self.wording.seat(seat),
                self.wording.say("film.points", {"x": state.points[seat]}, state.points[seat]),
                bool(state.round) and state.active != NONE and state.owner[state.active] == seat,
            )
            for seat in range(SEATS)
        )
        when = (
            self.wording.say("film.round", {"number": state.round}) if state.round else self.wording.say("film.before")
        )
        board = element("defs", self._clip()) + element("g", "".join(canvas.parts), clip_path="url(#kaos-seen)")
        return Shot(self._ground(state)[0], board, ms, said, self.throws, scores, when)

    def still(self, state: State) -> Shot:
        """A position at rest."""
        self.wording.state = state
        self.tags = {}
        return self._shot(state, FRAME)

    def shots(self, change: Happening, after: State) -> Iterator[Shot]:
        """What has happened, event by event, on a copy of the position before in which it happens."""
        self.wording.state = after
        shown = change.before.copy()
        step = Step(change.before, after, change.given, change.events)
        for event in change.events:
            yield from self._event(shown, step, event)
        yield self._shot(after, FRAME)

    # --------------------------------------------------------------------------------------------------------- events

    def _event(self, shown: State, step: Step, event: tuple[int, ...]) -> Iterator[Shot]:
        kind = event[0]
        if kind in _CLEARS:
            self.throws = ()
        if kind == happened.E_ACTIVATED:
            self.trail = []
            shown.active = event[1]
        elif kind == happened.E_ROUND:
            shown.round, self.trail = event[1], []
        elif kind == happened.E_POINTS:
            shown.points = [event[3] if seat == event[1] else has for seat, has in enumerate(shown.points)]
        elif kind == happened.E_SUCCESSES:
            self._count(event)
        if kind not in HOLDS:
            return
        said = self.wording.event(without_reasons(EVENTS, event))
        special: dict[int, Callable[[State, Step, tuple[int, ...], str], Iterator[Shot]]] = {
            happened.E_DECLARED: self._declared,
            happened.E_MOVED: self._move,
            happened.E_SLAMMED: self._move,
            happened.E_DEPLOYED: self._deploy,
            happened.E_WOUNDED: self._wound,
            happened.E_HEALED: self._wound,
            happened.E_OUT_OF_ACTION: self._leave,
            happened.E_LEFT_TABLE: self._leave,
            **dict.fromkeys(_ROLLS, self._roll),
            **dict.fromkeys(_BLOWS, self._blow),
        }
        if kind in special:
            yield from special[kind](shown, step, event, said)
        else:
            yield self._shot(shown, HOLDS[kind], said)

    def _declared(self, shown: State, step: Step, event: tuple[int, ...], said: str) -> Iterator[Shot]:
        """What is declared, with the way that is to be gone."""
        canvas = self._canvas(shown)
        frame = declared_turn(step.after)
        made = _way_of(step, event[1])
        if made is not None:
            draw_passage(canvas, made)
            draw_base(canvas, made.end, shown.owner[event[1]], is_pale=True, is_ghost=True)
        elif frame is not None and not frame.has_set_out:
            draw_plan_to_come(canvas, step.after)
        self.trail = list(canvas.parts)
        yield self._shot(shown, HOLDS[event[0]], said)

    def _move(self, shown: State, step: Step, event: tuple[int, ...], said: str) -> Iterator[Shot]:
        """A figure goes where it is said to have come, along its declared way where that leads there."""
        figure, pushed = event[1], event[0] == happened.E_SLAMMED
        start = shown.base(figure)
        place = (event[3], event[4], start.z) if pushed else (event[2], event[3], event[4])
        facing = start.facing if pushed else event[5]
        made = None if pushed else planned_way(step, figure, start, place[:2])
        corners = [(start.x, start.y, start.z)]
        corners += [piece.end for piece in made.pieces] if made is not None else [place]
        corners[-1] = place
        if made is not None:
            canvas = self._canvas(shown)
            draw_passage(canvas, made)
            self.trail = list(canvas.parts)
        end = shown.copy()
        end.set_base(figure, shown.base_at(figure, *place, facing))
        old, new = self.tags or self._tags(shown), self._tags(end)
        far = sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(corners))
        many = min(MOST, max(LEAST, round(far / SPEED * 1000 / FRAME)))
        for number_of in range(1, many + 1):
            part = eased(number_of / many)
            base = shown.base_at(figure, *_along(corners, part), _turned(start.facing, facing, part))
            shown.set_base(figure, base)
            self.tags = {one: _between(old.get(one, new[one]), new[one], part) for one in new}
            yield self._shot(shown, FRAME, said, tags=self.tags)
        shown.set_base(figure, end.base(figure))
        yield self._shot(shown, HOLDS[event[0]], said)

    def _deploy(self, shown: State, step: Step, event: tuple[int, ...], said: str) -> Iterator[Shot]:
        figure, x, y, facing = event[1:5]
        shown.status[figure] = IN_PLAY
        shown.set_base(figure, step.after.base_at(figure, x, y, step.after.z[figure], facing))
        yield self._shot(shown, HOLDS[event[0]], said)

    def _roll(self, shown: State, step: Step, event: tuple[int, ...], said: str) -> Iterator[Shot]:
        """Dice fall: first they roll, then they lie."""
        figure, seat, _, dice = event[1:5]
        owner = shown.owner[figure] if figure != NONE else seat
        label = self.wording.who(figure, seat)
        drawn = tuple(_die(face) for face in dice_of_number(dice))
        known = next((one for one in self.throws if (one.seat, one.label) == (owner, label)), None)
        before = known.dice if known is not None and event[0] != happened.E_ROLLED else ()
        others = tuple(one for one in self.throws if one is not known)
        self.throws = (*others, Throw(owner, label, (*before, *drawn), "", len(drawn)))[-MOST_THROWS:]
        yield self._shot(shown, 0, said)
        self.throws = (*self.throws[:-1], Throw(owner, label, (*before, *drawn)))
        yield self._shot(shown, HOLDS[event[0]], said)

    def _count(self, event: tuple[int, ...]) -> None:
        """The successes of a roll, beside its dice."""
        label = self.wording.who(event[1], event[2])
        self.throws = tuple(one._replace(counted=f"× {event[4]}") if one.label == label else one for one in self.throws)

    def _blow(self, shown: State, step: Step, event: tuple[int, ...], said: str) -> Iterator[Shot]:
        one, other = (event[place] for place in _BLOWS[event[0]])
        canvas = self._canvas(shown)
        if NONE not in (one, other) and one != other:
            means = event[3] if event[0] in (happened.E_HIT, happened.E_MISSED) else 0
            draw_attack(canvas, Step(shown, shown, [], []), one, other, means)
        yield self._shot(shown, HOLDS[event[0]], said, "".join(canvas.parts))

    def _wound(self, shown: State, step: Step, event: tuple[int, ...], said: str) -> Iterator[Shot]:
        figure, many, total = event[1:4]
        shown.wounds[figure] = total
        if shown.status[figure] != IN_PLAY:
            yield self._shot(shown, HOLDS[event[0]], said)
            return
        words, tone = (f"−{many}", HIDDEN) if event[0] == happened.E_WOUNDED else (f"+{many}", HEALED)
        for part in range(1, RISE + 1):
            yield self._shot(shown, FRAME, said, self._number(shown.base(figure), words, tone, eased(part / RISE)))
        yield self._shot(shown, HOLDS[event[0]], said, self._number(shown.base(figure), words, tone, 1.0))

    def _number(self, base: Base, words: str, tone: str, part: float) -> str:
        canvas = self._canvas(self.wording.state)
        x, y = canvas.at((base.x, base.y))
        y -= canvas.size(base.side) * (0.3 + 0.45 * part)
        canvas.add("circle", cx=x, cy=y, r=12, fill=tone, stroke="#ffffff", stroke_width=1.6)
        canvas.text(x, y + 5, words, text_anchor="middle", font_size=14, font_weight="700", fill="#ffffff")
        return "".join(canvas.parts)

    def _leave(self, shown: State, step: Step, event: tuple[int, ...], said: str) -> Iterator[Shot]:
        """A cross over a figure, which is gone afterwards."""
        figure = event[1]
        canvas = self._canvas(shown)
        if shown.status[figure] == IN_PLAY:
            base = shown.base(figure)
            (x, y), far = canvas.at((base.x, base.y)), canvas.size(base.side) / 2
            cross = f"M{number(x - far)} {number(y - far)}l{number(2 * far)} {number(2 * far)}"
            cross += f"m0 {number(-2 * far)}l{number(-2 * far)} {number(2 * far)}"
            canvas.add("path", d=cross, stroke=HIDDEN, stroke_width=4, stroke_linecap="round", fill="none")
        yield self._shot(shown, HOLDS[event[0]], said, "".join(canvas.parts))
        shown.status[figure] = OUT
        self.tags.pop(figure, None)


def _die(face: int) -> str:
    """The pips of a die."""
    return "".join(element("circle", cx=x, cy=y, r=3.9, fill=INK) for x, y in _PIPS[face])


def _way_of(step: Step, figure: int) -> Passage | None:
    """The way a figure goes in a step, if it is known."""
    for event in step.events:
        if event[0] == happened.E_MOVED and event[1] == figure and step.before.status[figure] == IN_PLAY:
            return planned_way(step, figure, step.before.base(figure), (event[2], event[3]))
    return None


def _along(corners: list[tuple[int, int, int]], part: float) -> tuple[int, int, int]:
    """The place after a part of a way."""
    lengths = [hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2]) for a, b in pairwise(corners)]
    left = sum(lengths) * part
    for (a, b), length in zip(pairwise(corners), lengths, strict=True):
        if left <= length and length:
            x, y, z = (round(one + (other - one) * left / length) for one, other in zip(a, b, strict=True))
            return x, y, z
        left -= length
    return corners[-1]


def _turned(start: int, end: int, part: float) -> int:
    """An angle on the shorter way from one to the other."""
    turn = (end - start + FULL_TURN // 2) % FULL_TURN - FULL_TURN // 2
    return round(start + turn * part) % FULL_TURN


def _between(one: Box, other: Box, part: float) -> Box:
    left, top, right, bottom = (a + (b - a) * part for a, b in zip(one, other, strict=True))
    return left, top, right, bottom


def _deploys_north(state: State, seat: int) -> bool:
    """Whether a seat deploys in the northern half."""
    zone = state.library.zones[seat] if 0 <= seat < len(state.library.zones) else None
    return zone is not None and zone[1] + zone[3] > state.table.depth
