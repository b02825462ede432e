"""How far a unit gets by walking alone, past those who may lock it: exact chances, cell by cell.

Every move and every roll is played on copies until the unit can walk no farther. Who is Caught walks on with what it
has left; who is held stays [KA 4.14.2].
"""

from collections import deque
from fractions import Fraction
from typing import Any, Final, NamedTuple

from esquive.core.frames import on_top
from esquive.core.odds import odds_of
from esquive.core.waiting import Decision, Over, Roll
from esquive.krosmaster.book.activation import ActivationFrame
from esquive.krosmaster.book.unit_turn import fill
from esquive.krosmaster.seen.turn_search import ENDED, EQUAL, OURS, ROLLED, STAND, THEIRS, Node, played
from esquive.krosmaster.spoken.odds_counting import ODDS
from esquive.krosmaster.table import answers
from esquive.krosmaster.table.events import E_CAUGHT, E_ESCAPED, E_LOCKED
from esquive.krosmaster.table.state import NONE, State
from esquive.krosmaster.written.documents.turns import stack_for

MOST: Final = 8_000  # positions looked at: more than any walk over an arena comes to


class Held(NamedTuple):
    """A roll for Lock on the way: at which cell, by whom, and how likely it holds, catches or lets go."""

    cell: int
    by: int
    locked: Fraction
    caught: Fraction
    escaped: Fraction


class Way(NamedTuple):
    """A way to a cell: the cells from the first to the last, the rolls on it while all goes well, the chance."""

    cells: list[int]
    rolls: list[Held]
    chance: Fraction


def own_turn(state: State, unit: int) -> State:
    """A copy in which a unit is asked what to do: as it is, or as if its own turn began now [KA 6.2.1]."""
    frame, waiting = on_top(state, ActivationFrame), state.waiting
    if frame is not None and frame.unit == unit and isinstance(waiting, Decision):
        return state.copy()
    found = state.copy()
    found.log = None
    found.stack = []
    if found.active_unit != NONE and found.active_unit != unit:
        found.ap[found.active_unit] = found.mp[found.active_unit] = 0
    found.active_seat = found.owner[unit]
    stack_for(found, "activation", unit, [], [])
    fill(found, unit)
    found.cast_turn = 0
    found.hits = []
    return found


class Walks:
    """All that walking may come to for a unit that is asked what to do."""

    def __init__(self, state: State, unit: int) -> None:
        self.unit = unit
        self.turn = state.turn
        self.positions = 0
        self._known: dict[bytes, Node] = {}
        self._states: dict[int, Any] = {}
        self._left: deque[Node] = deque()
        begun = ODDS.seen_by(state, state.owner[unit])
        begun.log = None
        self.root = self._node(begun)
        while self._left and self.positions < MOST:
            self._step(self._left.popleft())

    def _step(self, node: Node) -> None:
        """Every move from a stand."""
        state = self._states[id(node)]
        for answer in state.waiting.options():
            if answers.verb_of(answer) == answers.MOVE:
                node.parts.append((1, answer, self._after(state, answer)))

    def _after(self, state: State, answer: int) -> Node:
        after = played(state, answer)
        self.positions += 1
        return self._node(after)

    def _node(self, state: State) -> Node:
        key = ODDS.key(state)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._made(state)
        return known

    def _made(self, state: State) -> Node:
        """The node of a position; that of a stand is gone on from later."""
        waiting, frame = state.waiting, on_top(state, ActivationFrame)
        at = state.cell[self.unit]
        if isinstance(waiting, Over) or state.turn != self.turn or state.active_unit != self.unit:
            return Node(ENDED, 0, at)
        if frame is not None:
            node = Node(STAND, 0, at)
            self._states[id(node)] = state
            self._left.append(node)
            return node
        if isinstance(waiting, Roll):
            node = Node(ROLLED, 0, at)
            weighed = ODDS.outcomes(state, waiting)
            node.parts = [(weight, outcome, self._after(state, outcome)) for outcome, weight in weighed]
            return node
        node = Node(OURS if waiting.seat == state.owner[self.unit] else THEIRS, 0, at)
        forced = ODDS.forced(state, waiting)
        options = waiting.options() if forced is None else [forced]
        node.parts = [(1, answer, self._after(state, answer)) for answer in options]
        return node

    # ----------------------------------------------------------------------------------------------------- judging it

    def cells(self) -> list[int]:
        """The cells that may be reached, in the order of the board, the unit's own left out."""
        found = {node.at for node in self._known.values() if node.kind in (STAND, ENDED)}
        return sorted(found - {self.root.at, 0})

    def chance(self, cell: int) -> Fraction:
        """How likely the unit gets to a cell by the best way there is."""
        return _Goal(cell).exact(self.root)

    def way(self, cell: int) -> Way | None:
        """The best way to a cell, as it goes while nobody holds the unit; None where none leads there."""
        goal = _Goal(cell)
        chance = goal.exact(self.root)
        if not chance:
            return None
        cells, rolls, node = [self.root.at], [], self.root
        while node.at != cell or node.kind not in (STAND, ENDED):
            if node.kind == STAND:
                answer, part = goal.pick(node)
                cells.append(answers.first_of(answer))
                if part.kind != STAND:
                    rolls += self._rolls(node, answer)
                node = part
            elif node.kind == ROLLED:
                node = max(node.parts, key=lambda one: (one[0] * goal.rough(one[2])[0], goal.rough(one[2])[1]))[2]
            else:
                node = goal.pick(node)[1]
        return Way(cells, rolls, chance)

    def _rolls(self, node: Node, answer: int) -> list[Held]:
        """The rolls for Lock as the unit leaves a cell, enemies in the order in which they roll first."""
        odds = odds_of(ODDS, self._states[id(node)], answer)
        chosen = min(ending.answers for ending in odds.endings)
        shares: dict[int, dict[int, Fraction]] = {}
        for ending in odds.endings:
            if ending.answers != chosen:
                continue
            for note in ending.notes:
                if note[0] in (E_LOCKED, E_CAUGHT, E_ESCAPED) and note[1] == self.unit:
                    found = shares.setdefault(note[2], {})
                    found[note[0]] = found.get(note[0], Fraction(0)) + ending.probability
        none = Fraction(0)
        return [
            Held(node.at, by, one.get(E_LOCKED, none), one.get(E_CAUGHT, none), one.get(E_ESCAPED, none))
            for by, one in shares.items()
        ]


class _Goal:
    """The best chances to get to one cell, and of equal ones the shortest way."""

    def __init__(self, cell: int) -> None:
        self.cell = cell
        self._rough: dict[int, tuple[float, int]] = {}
        self._exact: dict[int, Fraction] = {}

    def rough(self, node: Node) -> tuple[float, int]:
        """The chance as a number, and how many steps there are to go, below 0."""
        if node.kind in (STAND, ENDED) and node.at == self.cell:
            return 1.0, 0
        known = self._rough.get(id(node))
        if known is None:
            self._rough[id(node)] = (0.0, 0)  # nothing is gained by coming back to where one was
            known = self._rough[id(node)] = self._worked_out(node)
        return known

    def _worked_out(self, node: Node) -> tuple[float, int]:
        if not node.parts:
            return 0.0, 0
        if node.kind == ROLLED:
            total = sum(weight for weight, _, _ in node.parts)
            shares = [(weight * self.rough(part)[0], self.rough(part)[1]) for weight, _, part in node.parts]
            return sum(share for share, _ in shares) / total, max(shares)[1]
        chance, steps = self.rough(self.pick(node)[1])
        return chance, steps - (node.kind == STAND)

    def pick(self, node: Node) -> tuple[int, Node]:
        """The best answer of ours, the first of equals, or the worst of theirs."""
        order = min if node.kind == THEIRS else max
        _, answer, part = order(node.parts, key=lambda one: _rounded(self.rough(one[2])))
        return answer, part

    def exact(self, node: Node) -> Fraction:
        """The chance of the same choices as a fraction."""
        if node.kind in (STAND, ENDED) and node.at == self.cell:
            return Fraction(1)
        if not self.rough(node)[0]:
            return Fraction(0)
        known = self._exact.get(id(node))
        if known is None:
            if node.kind == ROLLED:
                total = sum(weight for weight, _, _ in node.parts)
                known = sum((weight * self.exact(part) for weight, _, part in node.parts), Fraction(0)) / total
            else:
                known = self.exact(self.pick(node)[1])
            self._exact[id(node)] = known
        return known


def _rounded(rough: tuple[float, int]) -> tuple[int, int]:
    """What is compared: equal chances are equal, however they were added up."""
    return round(rough[0] / EQUAL), rough[1]
