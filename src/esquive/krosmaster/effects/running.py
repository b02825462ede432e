"""Running the effects of a spell, power or reward: ops one after the other in printed order [KA 7.2.4.e].

`EffectsFrame` holds a queue of op indices. Conditional ops put their inner ops in front of the queue; ops of a spell
that act in a later step are created here and left for the spell's frame, which applies them in Step 4, 5, 6 or 8
[KA 4.18.3.a]. What needs a choice or a coin stops here, between two integers.
"""

from typing import Any, Final

from esquive.core.frames import Frame
from esquive.core.waiting import Condition, Decision, Roll
from esquive.krosmaster import answers
from esquive.krosmaster.board import DIRECTIONS, directions_between
from esquive.krosmaster.effects import ops, who
from esquive.krosmaster.effects.apply import apply_op
from esquive.krosmaster.effects.selectors import Scope, holds, in_opponent_territory, select
from esquive.krosmaster.events import E_COINS
from esquive.krosmaster.rules.dice import DICE
from esquive.krosmaster.rules.movement import displace, may_be_moved, path_of
from esquive.krosmaster.state import NONE, State

RUN: Final = 0
COINS: Final = 1
ORDER: Final = 2
DIRECTION: Final = 3
CHOICE: Final = 4

LATE_OPS: Final = (ops.PierceArmour, ops.ExtraDamage, ops.ExtraHeal, ops.DoubleCriticals, ops.StealHealth)


class EffectsFrame(Frame[State]):
    """The punctual effects of one spell, power or reward, being resolved one by one [KA 4.18.3]."""

    NAME = "effects"
    STEPS = ("run", "coins", "order", "direction", "choice")
    FIELDS = (
        "owner",
        "seat",
        "queue",
        "subject",
        "main",
        "cells",
        "targets",
        "spell",
        "aligned",
        "invading",
        "op",
        "pending",
        "mover",
        "late",
    )

    __slots__ = (
        "aligned",
        "cells",
        "invading",
        "late",
        "main",
        "mover",
        "op",
        "owner",
        "pending",
        "queue",
        "seat",
        "spell",
        "subject",
        "targets",
    )

    def __init__(self, owner: int, seat: int, queue: list[int]) -> None:
        self.step = RUN
        self.owner = owner
        self.seat = seat
        self.queue = queue
        self.subject = NONE
        self.main = 0
        self.cells: list[int] = []
        self.targets: list[int] = []
        self.spell = NONE
        self.aligned = NONE
        self.invading = NONE
        self.op = NONE
        self.pending: list[int] = []
        self.mover = NONE
        self.late: list[int] = []

    def scope(self, state: State) -> Scope:
        """The scope in which the ops are read."""
        scope = Scope(self.owner, self.seat, state.cell[self.owner] or state.last_cell[self.owner])
        scope.main = self.main
        scope.targets = self.targets
        scope.subject = self.subject
        scope.spell = self.spell
        return scope

    # ------------------------------------------------------------------------------------------------------ running

    def run(self, state: State) -> bool:
        if self.step != RUN:
            return True
        if self.pending:
            return self.displace_next(state)
        if not self.queue:
            state.stack.pop()
            state.late = self.late
            return False
        index = self.queue.pop(0)
        op = state.library.ops[index]
        self.op = index
        if isinstance(op, LATE_OPS):
            self.late.append(index)
            return False
        if self.open_branch(state, op, index):
            return self.step != RUN
        if isinstance(op, ops.PushBack | ops.Attract):
            self.start_displacement(state, op)
            return False
        if isinstance(op, ops.Retreat | ops.MoveCloser):
            if state.cell[self.owner] and state.cell[self.owner] != self.main:
                self.pending = [self.owner]
            return False
        return self.select_and_apply(state, op)

    def open_branch(self, state: State, op: Any, index: int) -> bool:
        """Conditional ops and coins: put the inner ops that apply in front of the queue."""
        branches = state.library.children[index]
        if isinstance(op, ops.Coins):
            self.step = COINS
            return True
        if isinstance(op, ops.If):
            branch = 0 if holds(state, op.that, self.scope(state), self.subject) else 1
            self.queue[0:0] = branches[branch]
            return True
        if isinstance(op, ops.Track):
            applies = self.aligned == 1
        elif isinstance(op, ops.Invasion):
            applies = self.is_invading(state)
        elif isinstance(op, ops.Retribution):
            applies = holds(state, who.AvengersAre(x=op.x), self.scope(state))
        elif isinstance(op, ops.Revenge):
            applies = holds(state, who.VillainsAre(x=op.x), self.scope(state))
        else:
            return False
        if applies:
            self.queue[0:0] = branches[0]
        return True

    def is_invading(self, state: State) -> bool:
        """Whether the caster was in the opponent's territory when targets were determined.

        [KA 7.5.22.a] [Ruling R96]
        """
        if self.invading != NONE:
            return self.invading == 1
        return in_opponent_territory(state, self.seat, state.cell[self.owner] or state.last_cell[self.owner])

    def select_and_apply(self, state: State, op: Any) -> bool:
        """Apply an op to the units it selects; with `choose`, the effect's player picks one of them [KA 4.18.3.e]."""
        selector = getattr(op, "to", None)
        units = select(state, selector, self.scope(state)) if selector is not None else []
        if selector is not None and selector.choose and len(units) > 1:
            self.pending = []
            self.step = CHOICE
            return True
        apply_op(state, self, op, units)
        return False

    # ------------------------------------------------------------------------------------------------- displacement

    def start_displacement(self, state: State, op: Any) -> None:
        """Each target is moved away from, or towards, the caster's cell [KA 7.5.9.a] [KA 7.5.10.a] [Ruling R69]."""
        units = select(state, op.to, self.scope(state)) if isinstance(op, ops.Attract) else list(self.targets)
        here = self.caster_cell(state)
        self.pending = [
            unit
            for unit in units
            if state.cell[unit] and state.cell[unit] != here and may_be_moved(state, unit, self.owner)
        ]

    def caster_cell(self, state: State) -> int:
        """Where the caster is now, or was last [Ruling R45]."""
        return state.cell[self.owner] or state.last_cell[self.owner]

    def ways(self, state: State, unit: int) -> list[int]:
        """The directions in which the op being resolved may move a unit; two when the line is a tie [Ruling R68]."""
        op = state.library.ops[self.op]
        here = self.caster_cell(state)
        if isinstance(op, ops.PushBack):
            return directions_between(here, state.cell[unit])
        if isinstance(op, ops.Attract):
            return directions_between(state.cell[unit], here)
        if isinstance(op, ops.Retreat):
            return directions_between(self.main, here)
        return directions_between(here, self.main)

    def displace_next(self, state: State) -> bool:
        """Move the next piece, asking for the order or the direction only where it can matter."""
        if self.mover == NONE:
            self.pending = [unit for unit in self.pending if state.cell[unit]]
            if not self.pending:
                return False
            if len(self.pending) > 1 and self.order_matters(state):
                self.step = ORDER
                return True
            self.mover = self.pending[0]
        ways = self.ways(state, self.mover)
        if len(ways) > 1 and any(path_of(state, self.mover, way, 1) for way in ways):
            self.step = DIRECTION
            return True
        self.finish_displacement(state, ways[0])
        return False

    def finish_displacement(self, state: State, direction: int) -> None:
        """Move the piece chosen along the direction chosen."""
        cells = state.library.ops[self.op].x
        displace(state, self.mover, direction, cells, self.owner)
        self.pending.remove(self.mover)
        self.mover = NONE
        self.step = RUN

    def order_matters(self, state: State) -> bool:
        """Whether two pieces to be moved can get in each other's way [KA 1.7.1]."""
        cells = state.library.ops[self.op].x
        swept: list[set[int]] = []
        for unit in self.pending:
            reached = {state.cell[unit]}
            for way in self.ways(state, unit):
                reached.update(state.cell[unit] + way * step for step in range(1, cells + 1))
            swept.append(reached)
        return any(one & other for i, one in enumerate(swept) for other in swept[:i])

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
            self.mover = answers.first_of(answer)
            self.step = RUN
        elif self.step == DIRECTION:
            self.finish_displacement(state, DIRECTIONS[answers.first_of(answer)])
        else:
            self.step = RUN
            apply_op(state, self, state.library.ops[self.op], [answers.first_of(answer)])

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
            return [answers.pack(answers.CHOOSE_UNIT, unit) for unit in self.pending]
        if self.step == DIRECTION:
            return [answers.pack(answers.CHOOSE_WORD, DIRECTIONS.index(way)) for way in self.ways(state, self.mover)]
        selector = state.library.ops[self.op].to
        return [answers.pack(answers.CHOOSE_UNIT, unit) for unit in select(state, selector, self.scope(state))]

    def conditions(self, state: State, answer: int) -> list[Condition]:
        clause = {ORDER: "1.7.1", DIRECTION: "7.5.9.a"}.get(self.step, "4.18.3.e")
        sentence = {
            ORDER: "The piece must be one that this effect still has to move.",
            DIRECTION: "The direction must be one of those along the larger difference.",
        }.get(self.step, "The unit must be one that the effect may be applied to.")
        return [Condition("not-an-option", (clause,), sentence, answer in self.options(state), {})]

    def copy(self) -> "EffectsFrame":
        other = EffectsFrame(self.owner, self.seat, self.queue.copy())
        other.step = self.step
        other.subject = self.subject
        other.main = self.main
        other.cells = self.cells.copy()
        other.targets = self.targets.copy()
        other.spell = self.spell
        other.aligned = self.aligned
        other.invading = self.invading
        other.op = self.op
        other.pending = self.pending.copy()
        other.mover = self.mover
        other.late = self.late.copy()
        return other
