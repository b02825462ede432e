"""Everything the active unit may do in its Activation, played on copies, the most promising first.

A stand is a position in which the unit is asked what to do. From each of them it walks to all cells that nobody rolls
for, and what it may do there is tried in order of promise, until so many positions have been looked at. What has not
been tried yet counts for nothing: a chance is a lower bound at any time, and exact once nothing is left.
"""

from fractions import Fraction
from heapq import heappop, heappush
from typing import Any, Final

from esquive.core.cancellation import check_wanted
from esquive.core.frames import on_top, under_way
from esquive.core.waiting import Decision, Over, Roll
from esquive.krosmaster.book.activation import ActivationFrame
from esquive.krosmaster.book.powers.values import max_hp
from esquive.krosmaster.book.targets import aimed_at
from esquive.krosmaster.spoken.odds_counting import ODDS
from esquive.krosmaster.table import answers
from esquive.krosmaster.table.state import State

ENDED, STAND, ROLLED, OURS, THEIRS = range(5)
MOST_OF_ONE: Final = 2_000  # positions of one action; what leads to more is let be
EQUAL: Final = 1e-12

# How promising an action is that strikes nobody, by its verb; who strikes counts for 1.
_PROMISE: Final = {answers.CAST: 0.08, answers.MOVE: 0.15, answers.REVEAL: 0.05}
_SAME_AGAIN: Final = 0.2  # the same spell at the same cell, from farther off


class Node:
    """A position: who is out there, and what may come of it.

    `parts` are the answers or outcomes with their weights. Of a stand they are filled in as they are tried, and `walks`
    are the ways to other stands, without dice, the shortest first.
    """

    __slots__ = ("at", "kind", "out", "parts", "walks")

    def __init__(self, kind: int, out: int, at: int) -> None:
        self.kind = kind
        self.out = out
        self.at = at
        self.parts: list[tuple[int, int, Node]] = []
        self.walks: list[tuple[tuple[int, ...], Node]] | None = None


class _TooMuch(Exception):
    """An action leads to more positions than are looked at for one."""


def played(state: State, answer: int) -> State:
    """A copy after an answer or outcome, without a log; raises Cancelled once nobody waits for it."""
    check_wanted()
    after = state.copy()
    after.log = None
    after.apply(answer)
    return after


class TurnSearch:
    """What may come of the Activation that a state is in the middle of; `targets` are the enemies on the board."""

    def __init__(self, state: State) -> None:
        frame, waiting = on_top(state, ActivationFrame), state.waiting
        assert frame is not None and isinstance(waiting, Decision), "a unit is asked what to do"
        self.unit = frame.unit
        self.seat = waiting.seat
        self.turn = state.turn
        side = state.settings.side_of
        self.targets = [unit for unit in state.units_in_play() if side[state.owner[unit]] != side[self.seat]]
        self.positions = 0
        self.has_left_out = False
        self._known: dict[bytes, Node] = {}
        self._states: dict[int, Any] = {}
        self._heap: list[tuple[float, int, Node, int, float]] = []
        self._count = 0
        self._least = 0
        begun = ODDS.seen_by(state, self.seat)
        begun.log = None
        self.root = self._node(begun, 1.0)

    # ---------------------------------------------------------------------------------------------------- searching

    @property
    def has_ended(self) -> bool:
        """Whether nothing is left to look at."""
        return not self._heap

    def look(self, until: int) -> None:
        """Goes on until so many positions have been looked at, or nothing is left."""
        while self._heap and self.positions < until:
            _, _, node, answer, likely = heappop(self._heap)
            if answer < 0:
                self._walk(node, likely)
            else:
                self._try(node, answer, likely)

    def _push(self, promise: float, node: Node, answer: int, likely: float) -> None:
        self._count += 1
        heappush(self._heap, (-promise, self._count, node, answer, likely))

    def _play(self, state: State, answer: int) -> State:
        """A copy after an answer or outcome."""
        after = played(state, answer)
        self.positions += 1
        return after

    def _is_asked(self, state: State) -> bool:
        """Whether the unit goes on with its Activation."""
        frame = on_top(state, ActivationFrame)
        return frame is not None and frame.unit == self.unit and state.turn == self.turn

    def _node(self, state: State, likely: float) -> Node:
        """The node of a position, with all that dice and choices lead to from there until a stand."""
        key = ODDS.key(state)
        known = self._known.get(key)
        if known is not None:
            if known.kind == STAND:
                self._begin(known, likely)
            return known
        out = sum(1 << place for place, unit in enumerate(self.targets) if state.ko[unit])
        waiting = state.waiting
        if isinstance(waiting, Over) or not (self._is_asked(state) or self._goes_on(state)):
            node = Node(ENDED, out, 0)
        elif isinstance(waiting, Roll):
            node = Node(ROLLED, out, 0)
            weighed = ODDS.outcomes(state, waiting)
            total = sum(weight for _, weight in weighed)
            for outcome, weight in weighed:
                after = self._after(state, outcome, likely * weight / total)
                node.parts.append((weight, outcome, after))
        elif self._is_asked(state):
            node = Node(STAND, out, state.cell[self.unit])
            self._states[id(node)] = state
            self._begin(node, likely)
        else:
            node = Node(OURS if waiting.seat == self.seat else THEIRS, out, 0)
            forced = ODDS.forced(state, waiting)
            for answer in waiting.options() if forced is None else [forced]:
                node.parts.append((1, answer, self._after(state, answer, likely)))
        self._known[key] = node
        return node

    def _begin(self, node: Node, likely: float) -> None:
        """Walks are to be made from a stand that dice or choices have led to."""
        hope = self._hope(self._states[id(node)])
        if node.walks is None and hope:
            node.walks = []
            self._push(likely * hope, node, -1, likely)

    def _after(self, state: State, answer: int, likely: float) -> Node:
        if self.positions > self._least + MOST_OF_ONE:
            raise _TooMuch
        return self._node(self._play(state, answer), likely)

    def _goes_on(self, state: State) -> bool:
        """Whether what the unit has done is still being resolved."""
        is_its_turn = state.turn == self.turn and state.active_unit == self.unit
        return is_its_turn and any(frame.unit == self.unit for frame in under_way(state, ActivationFrame))

    def _hope(self, state: State) -> float:
        """How near the weakest enemy is to its end."""
        left = [
            max(1, max_hp(state, unit) - state.injuries[unit])
            for unit in self.targets
            if state.cell[unit] and not state.ko[unit]
        ]
        return max((1 / one for one in left), default=0.0)

    def _walk(self, node: Node, likely: float) -> None:
        """Finds the stands that can be walked to without dice, and what may be tried at each."""
        start = self._states[id(node)]
        assert node.walks is not None, "a stand is walked from once it has been begun"
        most = {self._key_without_mp(start): start.mp[self.unit]}
        edge: list[tuple[tuple[int, ...], Node]] = [((), node)]
        tried: set[int] = set()
        while edge:
            further: list[tuple[tuple[int, ...], Node]] = []
            for path, here in edge:
                state = self._states[id(here)]
                self._offer(here, state, likely * 0.999 ** len(path), tried)
                for answer in state.waiting.options():
                    if answers.verb_of(answer) != answers.MOVE:
                        continue
                    after = self._play(state, answer)
                    if not self._is_asked(after) or not isinstance(after.waiting, Decision):
                        self._push(likely * _PROMISE[answers.MOVE] * self._hope(state), here, answer, likely)
                        continue
                    key, left = self._key_without_mp(after), after.mp[self.unit]
                    if most.get(key, -1) >= left:
                        continue  # there already, by a way that is no longer
                    most[key] = left
                    reached = self._stand(after)
                    node.walks.append(((*path, answer), reached))
                    further.append(((*path, answer), reached))
            edge = further

    def _stand(self, state: State) -> Node:
        """The node of a stand that has been walked to: it is tried from where the walk began."""
        key = ODDS.key(state)
        node = self._known.get(key)
        if node is None:
            out = sum(1 << place for place, unit in enumerate(self.targets) if state.ko[unit])
            node = self._known[key] = Node(STAND, out, state.cell[self.unit])
        self._states.setdefault(id(node), state)
        return node

    def _key_without_mp(self, state: State) -> bytes:
        left, state.mp[self.unit] = state.mp[self.unit], 0
        key = ODDS.key(state)
        state.mp[self.unit] = left
        return key

    def _offer(self, node: Node, state: Any, likely: float, tried: set[int]) -> None:
        """Puts down everything that may be done at a stand besides walking on."""
        done = {answer for _, answer, _ in node.parts}
        hope = self._hope(state)
        for answer in state.waiting.options():
            verb = answers.verb_of(answer)
            if verb == answers.MOVE or answer in done:
                continue
            promise = _PROMISE.get(verb, 0.01) * hope
            if verb == answers.CAST:
                struck = aimed_at(state, answer)[1]
                if not struck and ODDS.is_vain(state, answer):
                    continue
                left = [max(1, max_hp(state, unit) - state.injuries[unit]) for unit in struck if unit in self.targets]
                promise = max([promise, *(1 / one for one in left)])
            self._push(likely * promise * (_SAME_AGAIN if answer in tried else 1), node, answer, likely)
            tried.add(answer)

    def _try(self, node: Node, answer: int, likely: float) -> None:
        """What comes of an action at a stand."""
        if any(answer == known for _, known, _ in node.parts):
            return
        self._least = self.positions
        try:
            node.parts.append((1, answer, self._after(self._states[id(node)], answer, likely)))
        except _TooMuch:
            self.has_left_out = True

    # --------------------------------------------------------------------------------------------------- judging it

    def values(self, place: int) -> "Values":
        """The best chances for the target at this place of the list, by what is known now."""
        return Values(place)


class Values:
    """The best chance to knock one enemy out from every node on, by what has been looked at."""

    def __init__(self, place: int) -> None:
        self.bit = 1 << place
        self._rough: dict[int, float] = {}
        self._exact: dict[int, Fraction] = {}

    def rough(self, node: Node) -> float:
        """The chance as a number."""
        if node.out & self.bit:
            return 1.0
        known = self._rough.get(id(node))
        if known is None:
            self._rough[id(node)] = 0.0  # nothing is gained by coming back to where one was
            known = self._rough[id(node)] = self._worked_out(node)
        return known

    def _worked_out(self, node: Node) -> float:
        if node.kind == ROLLED:
            total = sum(weight for weight, _, _ in node.parts)
            return sum(weight * self.rough(part) for weight, _, part in node.parts) / total
        if node.kind == THEIRS:
            return min(self.rough(part) for _, _, part in node.parts)
        if node.kind == STAND:
            chosen = self.choice(node)
            return self.rough(chosen[2]) if chosen else 0.0
        return max((self.rough(part) for _, _, part in node.parts), default=0.0)

    def choice(self, node: Node) -> tuple[tuple[int, ...], int, Node] | None:
        """The best that may be done at a stand: walked first, then done, and what comes of it."""
        best, found = 0.0, None
        for path, stand in [((), node), *(node.walks or ())]:
            for _, answer, part in stand.parts:
                chance = self.rough(part)
                if chance > best + EQUAL:
                    best, found = chance, (path, answer, part)
        return found

    def pick(self, node: Node) -> tuple[int, Node]:
        """The best answer of ours, or the worst of theirs."""
        order = max if node.kind == OURS else min
        _, answer, part = order(node.parts, key=lambda one: self.rough(one[2]))
        return answer, part

    def exact(self, node: Node) -> Fraction:
        """The chance of the same choices as a fraction."""
        if node.out & self.bit:
            return Fraction(1)
        if self.rough(node) == 0.0:
            return Fraction(0)
        known = self._exact.get(id(node))
        if known is None:
            if node.kind == ROLLED:
                total = sum(weight for weight, _, _ in node.parts)
                known = sum((weight * self.exact(part) for weight, _, part in node.parts), Fraction(0)) / total
            elif node.kind == STAND:
                chosen = self.choice(node)
                known = self.exact(chosen[2]) if chosen else Fraction(0)
            else:
                known = self.exact(self.pick(node)[1])
            self._exact[id(node)] = known
        return known
