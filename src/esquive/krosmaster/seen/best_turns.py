"""The best chance to knock an enemy out in this Activation, told step by step: see `turn_search`."""

from fractions import Fraction
from typing import Any, Final

from esquive.core.frames import on_top
from esquive.core.strike_shapes import BestStrike, BestStrikes, StrikeSearch, StrikeStep
from esquive.core.waiting import Decision, Roll
from esquive.krosmaster.book.activation import ActivationFrame
from esquive.krosmaster.seen.decisions import option_view
from esquive.krosmaster.seen.turn_search import OURS, ROLLED, STAND, THEIRS, Node, TurnSearch, Values
from esquive.krosmaster.spoken.wording import Wording
from esquive.krosmaster.table import answers
from esquive.krosmaster.table.board import format_cell
from esquive.krosmaster.table.state import State
from esquive.krosmaster.written.notation import format_answer

TOLD: Final = 3
MOST_STEPS: Final = 24  # of a way that is told


def strike_search(state: State, language: str = "en") -> StrikeSearch | None:
    """The search for the likeliest KOs of the Activation under way; None outside of one [KA 6.3.1]."""
    waiting = state.waiting
    is_asked = isinstance(waiting, Decision) and waiting.kind == "activation"
    return BestTurns(state, language) if is_asked and on_top(state, ActivationFrame) is not None else None


class BestTurns(StrikeSearch):
    """The likeliest KOs of enemies by whatever the active unit may do, each enemy once, at most three."""

    def __init__(self, state: State, language: str) -> None:
        self.state = state
        self.language = language
        self.search = TurnSearch(state)

    @property
    def positions(self) -> int:
        """How many have been looked at so far."""
        return self.search.positions

    @property
    def has_ended(self) -> bool:
        """Whether nothing is left to look at."""
        return self.search.has_ended

    def look(self, until: int) -> None:
        """Looks at so many positions in all."""
        self.search.look(until)

    def found(self) -> BestStrikes:
        """What has been found so far; two enemies whom the same way knocks out as likely stand together."""
        told: dict[tuple[str, ...], BestStrike] = {}
        for place, unit in enumerate(self.search.targets):
            values = self.search.values(place)
            if self.state.ko[unit] or not values.rough(self.search.root):
                continue
            one = self._told(unit, values)
            key = (one.probability, *(step.label for step in one.steps))
            if key in told:
                told[key].ko += one.ko
            else:
                told[key] = one
        order = sorted(told.values(), key=lambda one: (-Fraction(one.probability), len(one.steps)))
        has_ended = self.has_ended
        return BestStrikes(
            strikes=order[:TOLD],
            positions=self.positions,
            ended=has_ended,
            complete=has_ended and not self.search.has_left_out,
        )

    def _told(self, unit: int, values: Values) -> BestStrike:
        chance = values.exact(self.search.root)
        way = _Way(self, unit, values)
        way.follow(self.search.root)
        return BestStrike(
            lines=way.lines,
            label=way.label,
            ko=[self.state.names[unit]],
            probability=str(chance),
            percent=_percent(float(chance)),
            steps=way.steps,
        )


class _Way:
    """The best way to knock a unit out, followed through the likeliest dice that leave something to do."""

    def __init__(self, turns: BestTurns, unit: int, values: Values) -> None:
        self.turns = turns
        self.unit = unit
        self.values = values
        self.state: Any = turns.state.copy()
        self.state.log = None
        self.steps: list[StrikeStep] = []
        self.lines: list[str] = []
        self.label = ""
        self._has_rolled = False

    def follow(self, node: Node) -> None:
        """Tells the steps from a node on; the state stands there."""
        while len(self.steps) < MOST_STEPS and not node.out & self.values.bit:
            if node.kind == STAND:
                chosen = self.values.choice(node)
                if chosen is None:
                    return
                path, answer, node = chosen
                self._walk(path)
                self._act(answer, node)
            elif node.kind == ROLLED:
                part = self._next(node)
                if part is None:
                    return
                self.state.apply(part[0])
                node = part[1]
            elif node.kind in (OURS, THEIRS):
                answer, node = self.values.pick(node)
                if node.kind != ROLLED or len(self.state.waiting.options()) > 1:
                    self._choose(answer)
                self.state.apply(answer)
            else:
                return

    def _next(self, node: Node) -> tuple[int, Node] | None:
        """The outcome to go on with: whoever is out by it needs nothing more."""
        hopes = [
            (weight * self.values.rough(part), outcome, part)
            for weight, outcome, part in node.parts
            if not self._is_out(part)
        ]
        best = max(hopes, key=lambda one: one[0], default=None)
        return (best[1], best[2]) if best is not None and best[0] > 0 else None

    def _is_out(self, node: Node) -> bool:
        """Whether the unit is knocked out whatever comes, before the acting unit is asked again."""
        if node.out & self.values.bit:
            return True
        return node.kind in (ROLLED, OURS, THEIRS) and all(self._is_out(part) for _, _, part in node.parts)

    def _note(self, answer: int) -> str:
        """Puts down a line, as long as no dice have been rolled; returns its label."""
        label = option_view(self.state, answer, Wording(self.state, self.turns.language)).label.removesuffix(".")
        if not self._has_rolled:
            self.lines.append(format_answer(self.state, answer))
            self.label = label
        return label

    def _walk(self, path: tuple[int, ...]) -> None:
        label = ""
        for answer in path:
            label = self._note(answer)
            self.state.apply(answer)
        if path:
            cell = format_cell(self.state.cell[self.turns.search.unit])
            self.steps.append(StrikeStep(kind="move", label=label, percent=100.0, cell=cell))

    def _act(self, answer: int, node: Node) -> None:
        label = self._note(answer)
        if answers.verb_of(answer) == answers.MOVE:
            to = answers.first_of(answer)
            there = _share(node, lambda one: one.kind == STAND and one.at == to)
            step = StrikeStep(kind="move", label=label, percent=_percent(there), cell=format_cell(to))
        else:
            share = _share(node, lambda one: bool(one.out & self.values.bit))
            is_cast = answers.verb_of(answer) == answers.CAST
            step = StrikeStep(kind="strike" if is_cast else "other", label=label)
            if share:
                step.percent = _percent(share)
        self.steps.append(step)
        self.state.apply(answer)
        self._has_rolled = self._has_rolled or isinstance(self.state.waiting, Roll)

    def _choose(self, answer: int) -> None:
        self.steps.append(StrikeStep(kind="other", label=self._note(answer)))


def _share(node: Node, is_so: Any) -> float:
    """How likely something is by the dice that follow, until somebody is asked what to do next."""
    if is_so(node):
        return 1.0
    if node.kind == ROLLED:
        total = sum(weight for weight, _, _ in node.parts)
        return sum(weight * _share(part, is_so) for weight, _, part in node.parts) / total
    if node.kind in (OURS, THEIRS):
        order = max if node.kind == OURS else min
        return float(order(_share(part, is_so) for _, _, part in node.parts))
    return 0.0


def _percent(share: float) -> float:
    return round(share * 100, 1)
