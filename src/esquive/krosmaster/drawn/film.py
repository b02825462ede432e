"""Krosmaster Arena as a film: pieces walk from cell to cell, dice fall, what is thrown flies, numbers rise."""

from collections.abc import Callable, Iterator
from typing import Any, Final

from esquive.core.films import FRAME, Happening, Score, Shot, Stage, Throw, eased, without_reasons
from esquive.krosmaster.book.dice import FACE_NAMES
from esquive.krosmaster.book.powers.values import max_hp
from esquive.krosmaster.cards.library import KROSMASTER, MOB
from esquive.krosmaster.cards.translations import display_name
from esquive.krosmaster.drawn.film_pieces import (
    FACES,
    HEALED,
    INJURY,
    Look,
    aim_at,
    coins_at,
    missile_at,
    number_at,
    piece_at,
)
from esquive.krosmaster.drawn.palette import colour, plain_style
from esquive.krosmaster.drawn.scenery import scenery_at
from esquive.krosmaster.spoken.short_names import short_names
from esquive.krosmaster.spoken.wording import Wording, faces_in
from esquive.krosmaster.table import events as happened
from esquive.krosmaster.table.board import DEMON, RINK, Board, column_of, row_of
from esquive.krosmaster.table.events import EVENTS
from esquive.krosmaster.table.state import NONE, State

SIZE: Final = 50.0
EDGE: Final = 24.0
WALK: Final = 4  # pictures of a step to the next cell
FLIGHT: Final = 6
RISE: Final = 4
MOST_THROWS: Final = 2

# How long it stays what there is to read of an event, in ms; of the others nothing is told.
HOLDS: Final[dict[int, int]] = {
    happened.E_FIRST_PLAYER: 1100, happened.E_DEPLOYED: 350, happened.E_TURN: 1400, happened.E_TENSION: 1000,
    happened.E_REROLL: 900, happened.E_FACES: 900, happened.E_DOUBLE: 1100, happened.E_GG_LOST: 600,
    happened.E_INSPIRED: 700, happened.E_REFUND: 500, happened.E_UNIT_TURN: 900, happened.E_MOVED: 120,
    happened.E_DISPLACED: 500, happened.E_PLACED: 500, happened.E_LOST: 700, happened.E_GAINED: 700,
    happened.E_LOCK_ROLL: 1000, happened.E_DODGE_ROLL: 1000, happened.E_LOCKED: 900, happened.E_CAUGHT: 900,
    happened.E_ESCAPED: 900, happened.E_HELD: 900, happened.E_COLLECTED: 400, happened.E_BOUGHT_GG: 900,
    happened.E_GG_TAKEN: 1000, happened.E_BOUGHT: 900, happened.E_BOUGHT_UP: 900, happened.E_CAST: 700,
    happened.E_CRITICAL_ROLL: 1200, happened.E_ARMOUR_ROLL: 1200, happened.E_DAMAGE: 900, happened.E_INJURED: 900,
    happened.E_HEALED: 900, happened.E_MARKERS: 700, happened.E_KO: 1200, happened.E_REMOVED: 500,
    happened.E_KAMAS: 500, happened.E_SUMMONED: 900, happened.E_TRAP: 900, happened.E_POWER: 900,
    happened.E_COUNTER: 900, happened.E_COINS: 900, happened.E_SWAPPED: 700, happened.E_EXCHANGED: 700,
    happened.E_REPLACED: 900, happened.E_BONUS: 700, happened.E_KAMA_TAKEN: 400, happened.E_WON: 3000,
    happened.E_DRAWN_GAME: 3000, happened.E_GG_GIVEN: 900, happened.E_SPARED: 900, happened.E_FROZEN: 800,
    happened.E_THAWED: 700, happened.E_CUBE: 500, happened.E_SCENERY_INJURED: 700, happened.E_SCENERY_DESTROYED: 900,
    happened.E_TREE: 500, happened.E_CONTROLLED: 900,
}  # fmt: skip
_WALKS: Final = (happened.E_MOVED, happened.E_DISPLACED, happened.E_PLACED)
_ROLLS: Final = (
    *(happened.E_TENSION, happened.E_REROLL, happened.E_LOCK_ROLL, happened.E_DODGE_ROLL),
    *(happened.E_CRITICAL_ROLL, happened.E_ARMOUR_ROLL),
)
_CLEARS: Final = (happened.E_TURN, happened.E_UNIT_TURN, happened.E_CAST)


class ArenaStage(Stage):
    """An arena seen from one side, with what lies beside it."""

    def __init__(self, wording: Wording, seat: int) -> None:
        state = wording.state
        board = state.board
        self.wording = wording
        self.width = board.width * SIZE + 2 * EDGE
        self.height = board.height * SIZE + EDGE + 8
        self.style = plain_style()
        self.seats = tuple(
            (colour(f"p{one + 1}"), colour(f"p{one + 1}-edge"), colour(f"p{one + 1}-ink"))
            for one in range(state.settings.seats)
        )
        self.turned = _sits_north(state, seat)
        self.throws: tuple[Throw, ...] = ()
        self.way: tuple[int, list[int]] = (NONE, [])
        # What is shown just now: where pieces are, what they have lost, who is seen, what players have.
        self.at: dict[int, tuple[float, float]] = {}
        self.injuries: dict[int, int] = {}
        self.fades: dict[int, float] = {}
        self.scores: tuple[Score, ...] = ()
        self.when = ""
        self.known: State = state
        self.active = NONE
        self.kamas: dict[int, int] = {}
        self._known: tuple[Board, str] | None = None  # the ground drawn last, with its board

    # ------------------------------------------------------------------------------------------------------- the board

    def centre(self, cell: int) -> tuple[float, float]:
        """Where the middle of a cell is drawn."""
        board = self.known.board
        column, row = column_of(cell) - 1, board.height - row_of(cell)
        if self.turned:
            column, row = board.width - 1 - column, board.height - 1 - row
        return EDGE + (column + 0.5) * SIZE, 8 + (row + 0.5) * SIZE

    def _ground(self) -> str:
        """The tiles, the names of their rows and columns, and the scenery."""
        if self._known is None or self._known[0] is not self.known.board:
            self._known = (self.known.board, self._draw_ground())
        return self._known[1]

    def _draw_ground(self) -> str:
        board = self.known.board
        wide, high = board.width * SIZE, board.height * SIZE
        lines = [f"M{EDGE + i * SIZE:.0f} 8v{high:.0f}" for i in range(board.width + 1)]
        lines += [f"M{EDGE:.0f} {8 + i * SIZE:.0f}h{wide:.0f}" for i in range(board.height + 1)]
        parts = [
            f'<rect class="tiles" x="{EDGE}" y="8" width="{wide}" height="{high}"/>',
            f'<path class="grid" d="{"".join(lines)}"/>',
        ]
        for cell in board.cells:
            x, y = self.centre(cell)
            if row_of(cell) == (board.height if self.turned else 1):
                name = chr(96 + column_of(cell))
                parts.append(f'<text class="ruler" x="{x:.0f}" y="{8 + high + 14:.0f}">{name}</text>')
            if column_of(cell) == (board.width if self.turned else 1):
                parts.append(f'<text class="ruler" x="{EDGE - 11:.0f}" y="{y + 4:.0f}">{row_of(cell)}</text>')
        rink = [cell for cell in board.cells if board.rink_mask >> cell & 1]
        parts += [scenery_at(self.centre(cell), SIZE, RINK) for cell in rink]
        low = [cell for cell in board.cells if board.kinds[cell] in (DEMON, RINK)]
        parts += [scenery_at(self.centre(cell), SIZE, DEMON) for cell in low if board.kinds[cell] == DEMON]
        parts += [scenery_at(self.centre(cell), SIZE, board.kinds[cell]) for cell in board.cells if cell not in low]
        return f'<g class="ka-diagram">{"".join(parts)}</g>'

    def _look(self, unit: int, names: list[str]) -> Look:
        state = self.known
        profile = state.library.profiles[state.profile[unit]]
        kind = "krosmaster" if profile.piece == KROSMASTER else "mob" if profile.piece == MOB else "mechanism"
        hp = max_hp(state, unit) if profile.has_hp else 0
        short = names[unit]
        letters = "".join(word[0] for word in short.split()[:2]) if " " in short else short[:2]
        injuries = self.injuries.get(unit, 0)
        return Look(kind, state.owner[unit], letters, short, hp, injuries, unit == self.active)

    def _names(self) -> list[str]:
        profiles = [self.known.library.profiles[profile] for profile in self.known.profile]
        called = [display_name(profile.document.name, self.wording.language) for profile in profiles]
        return short_names(tuple(called), tuple(profile.piece != KROSMASTER for profile in profiles))

    def _shot(self, ms: int, said: str = "", over: str = "", under: str = "") -> Shot:
        names = self._names()
        parts = [coins_at(*self.centre(cell), SIZE, many) for cell, many in self.kamas.items() if many]
        parts.append(under)
        order = sorted(self.at, key=lambda unit: (unit == self.active, self.at[unit][1]))
        parts += [piece_at(self._look(unit, names), *self.at[unit], SIZE, self.fades.get(unit, 1.0)) for unit in order]
        board = "".join(parts) + over
        return Shot(self._ground(), board, ms, said, self.throws, self.scores, self.when)

    # ---------------------------------------------------------------------------------------------------- what is shown

    def _settle(self, state: State) -> None:
        """Everything as the position has it."""
        self.known = state
        self.at = {unit: self.centre(state.cell[unit]) for unit in state.units_in_play()}
        self.injuries = dict(enumerate(state.injuries))
        self.fades = {}
        self.active = state.active_unit
        self.kamas = dict(state.kamas_on)
        say = self.wording.messages.say
        self.when = say("film.turn", {"number": state.turn}) if state.turn else say("film.before", {})
        self.scores = tuple(
            Score(seat, self.wording.seat(seat), f"{state.gg[seat]} GG", bool(state.turn) and seat == state.active_seat)
            for seat in range(state.settings.seats)
        )

    def still(self, state: State) -> Shot:
        """A position at rest."""
        self.wording.state = state
        self._settle(state)
        return self._shot(FRAME)

    def shots(self, change: Happening, after: State) -> Iterator[Shot]:
        """What has happened, event by event."""
        self.wording.state = after
        self._settle(change.before)
        if len(after.names) > len(change.before.names):
            self.known = after  # somebody is summoned in it, whom the position before does not know
        for event in change.events:
            yield from self._event(event)
        self._settle(after)
        yield self._shot(FRAME)

    def _event(self, event: tuple[int, ...]) -> Iterator[Shot]:
        kind = event[0]
        if kind in _CLEARS:
            self.throws, self.way = (), (NONE, [])
        if kind == happened.E_UNIT_TURN:
            self.active = event[1]
        if kind not in HOLDS:
            return
        said = self._said(event)
        shows: Callable[[tuple[int, ...], str], Iterator[Shot]] | None = None
        if kind in _WALKS:
            shows = self._walk
        elif kind in _ROLLS:
            shows = self._roll
        elif kind in (happened.E_INJURED, happened.E_HEALED):
            shows = self._hurt
        elif kind in (happened.E_KO, happened.E_REMOVED):
            shows = self._fall
        elif kind == happened.E_CAST:
            shows = self._cast
        elif kind in (happened.E_DEPLOYED, happened.E_SUMMONED):
            shows = self._appear
        elif kind in (happened.E_SWAPPED, happened.E_EXCHANGED):
            shows = self._swap
        if shows is None:
            yield self._shot(HOLDS[kind], said)
        else:
            yield from shows(event, said)

    def _said(self, event: tuple[int, ...]) -> str:
        """The sentence of an event; the steps of a walk are one that grows."""
        if event[0] != happened.E_MOVED:
            return self.wording.event(without_reasons(EVENTS, event))
        unit, start, end = event[1:4]
        walker, cells = self.way
        self.way = (unit, [*cells, end]) if walker == unit and cells[-1] == start else (unit, [start, end])
        return self.wording.walk(unit, self.way[1])

    def _walk(self, event: tuple[int, ...], said: str) -> Iterator[Shot]:
        unit, end = event[1], self.centre(event[3])
        start = self.at.get(unit) or self.centre(event[2])
        for part in range(1, WALK + 1):
            self.at[unit] = _between(start, end, part / WALK if event[0] == happened.E_MOVED else eased(part / WALK))
            yield self._shot(FRAME, said)
        yield self._shot(HOLDS[event[0]], said)

    def _roll(self, event: tuple[int, ...], said: str) -> Iterator[Shot]:
        data = dict(zip((name for name, _ in EVENTS[event[0]].fields), event[1:], strict=True))
        unit, seat = data.get("unit", NONE), data.get("seat", NONE)
        label = self.wording.unit(unit) if unit != NONE else self.wording.seat(seat)
        dice = tuple(FACES[FACE_NAMES[face]] for face in faces_in(data["dice"]))
        owner = self.known.owner[unit] if unit != NONE else seat
        rest = self.throws[-1:] if event[0] != happened.E_TENSION else ()
        self.throws = (*rest, Throw(owner, label, dice, "", len(dice)))[-MOST_THROWS:]
        yield self._shot(0, said)
        counted = f"× {data['successes']}" if data.get("successes", -1) >= 0 else ""
        self.throws = (*self.throws[:-1], Throw(owner, label, dice, counted))
        yield self._shot(HOLDS[event[0]], said)

    def _hurt(self, event: tuple[int, ...], said: str) -> Iterator[Shot]:
        unit, x = event[1], event[2]
        is_hurt = event[0] == happened.E_INJURED
        self.injuries[unit] = max(0, self.injuries.get(unit, 0) + (x if is_hurt else -x))
        place = self.at.get(unit)
        if place is None:
            yield self._shot(HOLDS[event[0]], said)
            return
        tone, words = (INJURY, f"−{x}") if is_hurt else (HEALED, f"+{x}")
        for part in range(1, RISE + 1):
            yield self._shot(FRAME, said, number_at(words, *place, tone, eased(part / RISE)))
        yield self._shot(HOLDS[event[0]], said, number_at(words, *place, tone, 1))

    def _fall(self, event: tuple[int, ...], said: str) -> Iterator[Shot]:
        unit = event[1]
        if event[0] == happened.E_KO and unit in self.at:
            for part in range(1, RISE + 1):
                self.fades[unit] = 1 - 0.6 * part / RISE
                yield self._shot(FRAME, said)
        yield self._shot(HOLDS[event[0]], said)
        if event[0] == happened.E_REMOVED:
            self.at.pop(unit, None)

    def _cast(self, event: tuple[int, ...], said: str) -> Iterator[Shot]:
        start, cell = self.at.get(event[1]), event[3]
        if start is None or cell <= 0:
            yield self._shot(HOLDS[event[0]], said)
            return
        end = self.centre(cell)
        aim = aim_at(*end, SIZE)
        if start != end:
            for part in range(1, FLIGHT + 1):
                yield self._shot(FRAME, said, missile_at(start, end, eased(part / FLIGHT)), aim)
        yield self._shot(HOLDS[event[0]], said, "", aim)

    def _appear(self, event: tuple[int, ...], said: str) -> Iterator[Shot]:
        unit, cell = (event[2], event[3]) if event[0] == happened.E_DEPLOYED else (event[1], event[3])
        self.at[unit] = self.centre(cell)
        for part in range(1, RISE + 1):
            self.fades[unit] = part / RISE
            yield self._shot(FRAME, said)
        yield self._shot(HOLDS[event[0]], said)

    def _swap(self, event: tuple[int, ...], said: str) -> Iterator[Shot]:
        one, other = event[1], event[2]
        here, there = self.at.get(one), self.at.get(other)
        if here is not None and there is not None:
            for part in range(1, 2 * WALK + 1):
                done = eased(part / (2 * WALK))
                self.at |= {one: _between(here, there, done), other: _between(there, here, done)}
                yield self._shot(FRAME, said)
        yield self._shot(HOLDS[event[0]], said)


def _between(start: tuple[float, float], end: tuple[float, float], part: float) -> tuple[float, float]:
    return start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part


def _sits_north(state: State, seat: int) -> bool:
    """Whether the set-up cells of a seat lie in the northern half."""
    starts: list[Any] = state.board.starts
    rows = [row_of(cell) for cell in starts[seat]] if 0 <= seat < len(starts) else []
    return bool(rows) and sum(rows) / len(rows) > (state.board.height + 1) / 2
