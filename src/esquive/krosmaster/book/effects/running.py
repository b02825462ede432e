"""Running the effects of a spell, power or reward: ops one after the other in printed order [KA 7.2.4.e].

`EffectsFrame` holds a queue of op indices. Conditional ops put their inner ops in front of the queue; ops of a spell
that act in a later step are created here and left for the spell's frame, which applies them in Step 4, 5, 6 or 8
[KA 4.18.3.a]. What needs a choice or a coin stops here, between two integers.
"""

from typing import Any, Final

from esquive.core.columns import fields
from esquive.core.waiting import Condition, Decision, Roll
from esquive.krosmaster.book.dice import DICE
from esquive.krosmaster.book.effects.apply import apply_op
from esquive.krosmaster.book.effects.later import branch_of, is_within
from esquive.krosmaster.book.effects.moves import cards_for, centre_of, free_cells, put, replace, summons_to_place
from esquive.krosmaster.book.movement import displace, may_be_moved, path_of
from esquive.krosmaster.book.powers.selectors import Scope, in_opponent_territory, select
from esquive.krosmaster.book.scenery import slide, way_of_cube
from esquive.krosmaster.book.triggers import cast_in_progress
from esquive.krosmaster.book.wounds import SpellFrame
from esquive.krosmaster.cards import ops
from esquive.krosmaster.cards.timing import LATER, WAITING
from esquive.krosmaster.cards.who import TARGETS
from esquive.krosmaster.table import answers
from esquive.krosmaster.table.board import DIRECTIONS, column_of, directions_between, format_cell, is_aligned, row_of
from esquive.krosmaster.table.events import E_COINS
from esquive.krosmaster.table.state import NONE, State

RUN: Final = 0
COINS: Final = 1
ORDER: Final = 2
DIRECTION: Final = 3
CHOICE: Final = 4
CELL: Final = 5
OPTION: Final = 6
MOST_NAMED: Final = 11  # the highest number that a player names: no team has so many summons, and no spell such damage

# Kinds of ops that every op is looked for among. No kind has kinds of its own, so that the class itself is looked up:
# in a tuple made once that costs a tenth of `isinstance` with `A | B`.
_SELF_MOVERS: Final = (ops.Retreat, ops.MoveCloser)
_ASKING: Final = (ops.Coins, ops.Choose, ops.Bet)
_CONDITIONAL: Final = (ops.If, ops.Track, ops.Invasion, ops.Retribution, ops.Revenge)
_ON_A_LINE: Final = (ops.PushBack, ops.Attract)


@fields
class EffectsFrame(SpellFrame):
    """The punctual effects of one spell, power or reward, being resolved one by one [KA 4.18.3].

    `queue` holds indices of ops; a number below 0 in it says whom `subject` means from there on (see `about`).
    `pending` are the pieces still to be displaced (a unit, or an Ice Cube as minus its cell), `placing` those still to
    get a cell, `taken` the options chosen so far, `left` the cell that the piece displaced last has left (0: it did not
    move).
    """

    NAME = "effects"
    STEPS = ("run", "coins", "order", "direction", "choice", "cell", "option")

    owner: int
    seat: int
    queue: list[int]
    subject: int = NONE
    main: int = 0
    cells: list[int] = []
    targets: list[int] = []
    spell: int = NONE
    aligned: int = NONE
    invading: int = NONE
    op: int = NONE
    pending: list[int] = []
    mover: int = NONE
    late: list[int] = []
    left: int = 0
    placing: list[int] = []
    taken: list[int] = []
    most: int = NONE
    mains: int = NONE

    def scope(self, state: State) -> Scope:
        """The scope in which the ops are read."""
        return Scope(
            self.owner,
            self.seat,
            self.caster_cell(state),
            self.main,
            self.targets,
            self.mains,
            subject=self.subject,
            spell=self.spell,
            left=self.left,
            most=self.most,
        )

    # ------------------------------------------------------------------------------------------------------ running

    def run(self, state: State) -> bool:
        if self.step != RUN:
            return True
        if self.pending:
            return self.displace_next(state)
        if self.placing:
            return self.place_next(state)
        if not self.queue:
            state.stack.pop()
            state.late = self.late if self.spell != NONE else []  # powers and rewards have no later steps
            return False
        index = self.queue.pop(0)
        if index < 0:
            self.subject = -index - 2
            return False
        op = state.library.ops[index]
        self.op = index
        if state.library.timing[index] == LATER:
            self.late.append(index)
            return False
        if self.open_branch(state, op, index):
            return self.step != RUN
        if type(op) in _SELF_MOVERS:
            self.left = 0
            if state.cell[self.owner] and state.cell[self.owner] != self.main:
                self.pending = [self.owner]
            return False
        if isinstance(op, ops.Replace) and self.may_choose_card(state, op):
            self.step = OPTION
            return True
        if isinstance(op, ops.SetControl):
            if state.kamas[self.seat] and state.cell[self.owner]:
                self.step = OPTION
            return self.step != RUN
        return self.select_and_apply(state, op)

    def open_branch(self, state: State, op: Any, index: int) -> bool:
        """Conditional ops and coins: put the inner ops that apply in front of the queue."""
        if type(op) in _ASKING:
            self.taken = []
            self.step = COINS if isinstance(op, ops.Coins) else OPTION
            return True
        if type(op) not in _CONDITIONAL:
            return False
        invading = 1 if isinstance(op, ops.Invasion) and self.is_invading(state) else 0
        found = branch_of(state, index, self.scope(state), self.aligned, invading, self.subject)
        if self.spell != NONE and self.subject == NONE and state.library.timing[index] == WAITING:
            # The condition is read again, for what acts in a later step, in that step [Ruling R114].
            if not any(is_within(state, index, outer) for outer in self.late):
                self.late.append(index)
            found = [inner for inner in found if state.library.timing[inner] != LATER]
        self.queue[0:0] = found
        return True

    def is_invading(self, state: State) -> bool:
        """Whether the caster was in the opponent's territory when targets were determined.

        [KA 7.5.22.a] [Ruling R96] If not, the spell is cast all the same without these effects [KA 7.5.22.b].
        """
        if self.invading != NONE:
            return self.invading == 1
        return in_opponent_territory(state, self.seat, state.cell[self.owner] or state.last_cell[self.owner])

    def select_and_apply(self, state: State, op: Any) -> bool:
        """Apply an op to the units it selects; with `choose`, the effect's player picks one of them [KA 4.18.3.e]."""
        selector = getattr(op, "to", None)
        units = select(state, selector, self.scope(state)) if selector is not None else []
        if selector is not None and selector.choose and len(units) > 1:
            self.step = CHOICE
            return True
        self.act_on(state, op, units)
        return False

    def act_on(self, state: State, op: Any, units: list[int]) -> None:
        """Apply an op to the units selected; where it needs a cell for each, they wait for one."""
        if type(op) in _ON_A_LINE:
            self.start_displacement(state, op, units)
        elif isinstance(op, ops.Place) and op.where.startswith("next"):
            self.placing = [unit for unit in units if may_be_moved(state, unit, self.owner)]
        elif isinstance(op, ops.Summon) and op.where == "next-to-target":
            self.placing = [self.owner]
        elif isinstance(op, ops.Summon) and summons_to_place(state, self, op):
            self.placing = [self.owner] * summons_to_place(state, self, op)
        else:
            apply_op(state, self, op, units)

    # -------------------------------------------------------------------------------------- cells, cards and options

    def place_next(self, state: State) -> bool:
        """Give the next piece its cell, asking when more than one is free [KA 4.18.3.e]."""
        cells = free_cells(state, self, state.library.ops[self.op])
        if len(cells) > 1:
            self.step = CELL
            return True
        unit = self.placing.pop(0)
        if cells:
            put(state, self, state.library.ops[self.op], unit, cells[0])
        return False

    def may_choose_card(self, state: State, op: ops.Replace) -> bool:
        """Whether the owner can be replaced by more than one card, or may stay as it is [KA 7.5.19.a]."""
        cards = len(cards_for(state, self, op))
        return bool(state.cell[self.owner]) and cards > 0 and (cards > 1 or op.optional)

    def take_option(self, state: State, number: int) -> None:
        """An option, counted from 1, has been chosen (0: none of them); go on when no further one is needed."""
        op = state.library.ops[self.op]
        self.step = RUN
        if isinstance(op, ops.Replace):
            if number:
                replace(state, self.owner, cards_for(state, self, op)[number - 1])
            return
        if isinstance(op, ops.SetControl):
            apply_op(state, self, op, [number])
            return
        if isinstance(op, ops.Bet):
            cast = cast_in_progress(state, self.owner)
            if cast is not None:
                cast.bets += [self.op, number]
            return
        branches = state.library.children[self.op]
        self.taken.append(number)
        if len(self.taken) < min(op.n, len(branches)):
            self.step = OPTION
            return
        self.queue[0:0] = [index for taken in self.taken for index in branches[taken - 1]]
        self.taken = []

    def enter(self, state: State, units: list[int]) -> None:
        """The ops inside `with` come next, once for each unit; then `subject` is again what it was."""
        follow: list[int] = []
        for unit in units:
            follow.append(about(unit))
            follow.extend(state.library.children[self.op][0])
        if follow:
            self.queue[0:0] = [*follow, about(self.subject)]

    # ------------------------------------------------------------------------------------------------- displacement

    def start_displacement(self, state: State, op: Any, units: list[int]) -> None:
        """Each target is moved away from, or towards, the caster's cell [KA 7.5.9.a] [KA 7.5.10.a] [Ruling R69]."""
        self.left = 0
        here = self.line_start(state, op)
        self.pending = [
            unit
            for unit in units
            if state.cell[unit] and state.cell[unit] != here and may_be_moved(state, unit, self.owner)
        ]
        if op.to == TARGETS and state.board.cube_mask:
            cubes = state.settings.steps.ice_cubes(state, self.cells)
            self.pending[0:0] = [-cell for cell in cubes if cell != here]

    def cell_of(self, state: State, piece: int) -> int:
        """Where a piece to be displaced is: a unit, or an Ice Cube given as minus its cell."""
        return state.cell[piece] if piece >= 0 else -piece

    def caster_cell(self, state: State) -> int:
        """Where the caster is now, or was last [Ruling R45]."""
        return state.cell[self.owner] or state.last_cell[self.owner]

    def line_start(self, state: State, op: Any) -> int:
        """The cell that pieces are moved away from or towards [Ruling R69]."""
        return self.main if isinstance(op, ops.PushBack) and op.away_from == "main-cell" else self.caster_cell(state)

    def ways(self, state: State, unit: int) -> list[int]:
        """The directions in which the op being resolved may move a unit; two when the line is a tie [Ruling R68]."""
        start, end = self.line(state, unit)
        return directions_between(start, end, state.settings.either_push)

    def line(self, state: State, unit: int) -> tuple[int, int]:
        """The two cells whose line a unit is moved along, away from the first of them [Ruling R68] [Ruling R71]."""
        op = state.library.ops[self.op]
        here = self.caster_cell(state)
        if isinstance(op, ops.PushBack):
            return self.line_start(state, op), self.cell_of(state, unit)
        if isinstance(op, ops.Attract):
            return self.cell_of(state, unit), here
        if isinstance(op, ops.Retreat):
            return self.main, here
        return here, self.main

    def has_line(self, state: State, unit: int) -> bool:
        """Whether there is a straight line to move a unit along: any will do unless the match wants a row or column.

        [Ruling R68]
        """
        return not state.settings.pushes_in_line_only or is_aligned(*self.line(state, unit))

    def displace_next(self, state: State) -> bool:
        """Move the next piece, asking for the order or the direction only where it can matter."""
        if self.mover == NONE:
            self.pending = [
                piece for piece in self.pending if self.cell_of(state, piece) and self.has_line(state, piece)
            ]
            if not self.pending:
                return False
            if len(self.pending) > 1 and self.order_matters(state) and len(self.ready(state)) > 1:
                self.step = ORDER
                return True
            self.mover = self.pending[0]
        ways = self.ways(state, self.mover)
        if len(ways) > 1 and any(self.way_of(state, self.mover, way, 1) for way in ways):
            self.step = DIRECTION
            return True
        self.finish_displacement(state, ways[0])
        return False

    def finish_displacement(self, state: State, direction: int) -> None:
        """Move the piece chosen along the direction chosen."""
        cells = self.reach(state, self.mover, direction)
        if self.mover < 0:
            slide(state, -self.mover, direction, cells)
        else:
            origin = state.cell[self.mover]
            self.left = origin if displace(state, self.mover, direction, cells, self.owner) else 0
        self.pending.remove(self.mover)
        self.mover = NONE
        self.step = RUN

    def reach(self, state: State, unit: int, direction: int) -> int:
        """How many cells the op may move a unit: towards something, at most level with it [Ruling R68] [Ruling R71]."""
        op = state.library.ops[self.op]
        cells: int = op.x
        if isinstance(op, ops.PushBack | ops.Retreat):
            return cells
        goal = self.caster_cell(state) if isinstance(op, ops.Attract) else self.main
        here = self.cell_of(state, unit)
        apart = column_of(goal) - column_of(here) if abs(direction) == 1 else row_of(goal) - row_of(here)
        return min(cells, abs(apart))

    def way_of(self, state: State, piece: int, direction: int, cells: int) -> list[int]:
        """The cells that a piece would pass."""
        if piece < 0:
            return way_of_cube(state, -piece, direction, cells)
        return path_of(state, piece, direction, cells)

    def ready(self, state: State) -> list[int]:
        """The pieces that may be moved next: whoever stands on a cube that is to be moved comes after it."""
        cubes = [-piece for piece in self.pending if piece < 0]
        if not cubes:
            return self.pending
        return [piece for piece in self.pending if piece < 0 or state.cell[piece] not in cubes]

    def order_matters(self, state: State) -> bool:
        """Whether two pieces to be moved can get in each other's way [KA 1.7.1]; a cube and its rider do not."""
        swept: list[set[int]] = []
        for piece in self.pending:
            here = self.cell_of(state, piece)
            reached = {here}
            for way in self.ways(state, piece):
                reached.update(here + way * step for step in range(1, self.reach(state, piece, way) + 1))
            swept.append(reached)
        places = [self.cell_of(state, piece) for piece in self.pending]
        return any(
            one & other
            for i, one in enumerate(swept)
            for j, other in enumerate(swept[:i])
            if places[i] != places[j] or min(self.pending) >= 0
        )

    # ------------------------------------------------------------------------------------------------------ waiting

    def waiting(self, state: State) -> Decision | Roll:
        if self.step == COINS:
            count = state.library.ops[self.op].n
            return Roll("coin", self.seat, 2**count, count, self.owner)
        if self.step == ORDER:
            return Decision("push-order", state.active_seat, self, state)
        if self.step == DIRECTION:
            return Decision("direction", self.seat, self, state)
        return Decision("choice", self.seat, self, state)

    def answer(self, state: State, answer: int) -> None:
        if self.step == COINS:
            self.take_coins(state, answer)
        elif self.step == ORDER:
            is_cube = answers.verb_of(answer) == answers.CHOOSE_CELL
            self.mover = -answers.first_of(answer) if is_cube else answers.first_of(answer)
            self.step = RUN
        elif self.step == DIRECTION:
            self.finish_displacement(state, DIRECTIONS[answers.first_of(answer)])
        elif self.step == CELL:
            self.step = RUN
            put(state, self, state.library.ops[self.op], self.placing.pop(0), answers.first_of(answer))
        elif self.step == OPTION:
            is_number = answers.verb_of(answer) == answers.CHOOSE_NUMBER
            self.take_option(state, answers.first_of(answer) if is_number else 0)
        else:
            self.step = RUN
            self.act_on(state, state.library.ops[self.op], [answers.first_of(answer)])

    def take_coins(self, state: State, outcome: int) -> None:
        """Coins have fallen: bit 1 is heads, the first coin lowest; each coin's ops follow in order."""
        op = state.library.ops[self.op]
        heads, tails, all_heads = state.library.children[self.op]
        if state.log is not None:
            state.log.append((E_COINS, self.owner, outcome + DICE * op.n))
        follow: list[int] = []
        for coin in range(op.n):
            follow.extend(heads if outcome >> coin & 1 else tails)
        if outcome == 2**op.n - 1:
            follow.extend(all_heads)
        self.queue[0:0] = follow
        self.step = RUN

    def options(self, state: State) -> list[int]:
        if self.step == ORDER:
            return [
                answers.pack(answers.CHOOSE_UNIT, piece) if piece >= 0 else answers.pack(answers.CHOOSE_CELL, -piece)
                for piece in self.ready(state)
            ]
        if self.step == DIRECTION:
            return [answers.pack(answers.CHOOSE_WORD, DIRECTIONS.index(way)) for way in self.ways(state, self.mover)]
        op = state.library.ops[self.op]
        if self.step == CELL:
            return [answers.pack(answers.CHOOSE_CELL, cell) for cell in free_cells(state, self, op)]
        if self.step == OPTION:
            return self.option_answers(state, op)
        selector = op.to
        return [answers.pack(answers.CHOOSE_UNIT, unit) for unit in select(state, selector, self.scope(state))]

    def option_answers(self, state: State, op: Any) -> list[int]:
        """The numbers of the options, or of the cards, that may be chosen; `none` where the choice is free."""
        if isinstance(op, ops.Replace):
            numbers = range(1, len(cards_for(state, self, op)) + 1)
            found = [answers.pack(answers.CHOOSE_NUMBER, number) for number in numbers]
            return [*found, answers.pack(answers.CHOOSE_WORD, answers.WORD_NONE)] if op.optional else found
        if isinstance(op, ops.SetControl):
            most = min(state.kamas[self.seat], MOST_NAMED)
            return [answers.pack(answers.CHOOSE_NUMBER, number) for number in range(most + 1)]
        if isinstance(op, ops.Bet):
            return [answers.pack(answers.CHOOSE_NUMBER, number) for number in range(MOST_NAMED + 1)]
        numbers = range(1, len(op.options) + 1)
        return [answers.pack(answers.CHOOSE_NUMBER, number) for number in numbers if number not in self.taken]

    def conditions(self, state: State, answer: int) -> list[Condition]:
        clauses, facts = self.question(state)
        return [Condition("not-an-option", clauses, answer in self.options(state), facts)]

    def question(self, state: State) -> tuple[tuple[str, ...], dict[str, Any]]:
        """What is asked: the clauses every answer has to meet, and the facts."""
        if self.step == ORDER:
            return ("1.7.1",), {}
        if self.step == DIRECTION:
            return (state.library.ops[self.op].CLAUSE,), {}
        if self.step == CELL:
            if state.library.ops[self.op].where in ("target", "around-self"):
                return ("4.19.9.c", "1.7.1"), {}
            if state.library.ops[self.op].where == "next-to-any":
                return ("4.18.3.e",), {}
            centre = format_cell(centre_of(state, self, state.library.ops[self.op].where))
            return ("4.18.3.e", "4.17.3"), {"centre": centre}
        if self.step == OPTION:
            return ("4.18.3.e",), {"chosen": list(self.taken)}
        return ("4.18.3.e",), {}


def about(unit: int) -> int:
    """The entry of a queue which says that `subject` is this unit (or NONE) from there on."""
    return -unit - 2
