"""What is drawn before a click in an Activation Phase: how far a unit gets, what its spells reach, and where a
spell that may be cast would only cost.

A client computes no rule; all of this comes from the rules themselves.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from math import prod
from typing import Any, Final

from esquive.core.clause_numbering import cited, cited_one
from esquive.core.frames import on_top
from esquive.core.waiting import Condition, Decision, Roll
from esquive.krosmaster.book.activation import ActivationFrame
from esquive.krosmaster.book.block import dodge_dice, lock_dice, lockers_of
from esquive.krosmaster.book.dice import DODGE, LOCK, faces_of, hits_of
from esquive.krosmaster.book.movement import is_free
from esquive.krosmaster.book.powers.rolls import ROLL_NAMES, chances, other_face, rolls_again, turner_of_dofus
from esquive.krosmaster.book.prerequisites import can_afford, cast_conditions, may_cast_cells, spells_of
from esquive.krosmaster.book.sight import blocker_between, cells_in_range, field_of_sight, needs_sight
from esquive.krosmaster.book.targets import aimed_at
from esquive.krosmaster.cards.documents import SpellDocument
from esquive.krosmaster.cards.ops.punctual import LaterOp, Swap
from esquive.krosmaster.cards.who import TARGETS
from esquive.krosmaster.seen.shapes import Hints, Reach, SpellHint
from esquive.krosmaster.seen.unspent_actions import unspent
from esquive.krosmaster.seen.views import texts_of
from esquive.krosmaster.spoken.odds_counting import classes_of_successes
from esquive.krosmaster.spoken.wording import Wording
from esquive.krosmaster.table import answers
from esquive.krosmaster.table.board import DIRECTIONS, format_cell, is_adjacent
from esquive.krosmaster.table.events import E_CAST, E_CRITICAL_ROLL, E_ESCAPED, E_PAID
from esquive.krosmaster.table.state import NONE, State

# What a cast tells that comes to nothing else.
_COSTS: Final = (E_CAST, E_PAID, E_CRITICAL_ROLL)
_TOLD: Final = ROLL_NAMES[1:]  # rolls that are something by themselves
DICE: Final = {6: 1, 36: 2}  # by how many ways they fall; what is rolled with more dice is something
# Conditions of a spell that do not depend on where it is aimed at.
_ANYWHERE: Final = (
    "no-gauge",
    "not-an-attack",
    "summon-limit",
    "limit-turn",
    "limit-game",
    "no-ap",
    "no-mp",
    "injury-cost",
    "no-kamas",
)


def hints(state: State, wording: Wording) -> Hints:
    """What to draw before a click, in an Activation Phase: where the unit can go and what its spells reach."""
    frame = on_top(state, ActivationFrame)
    if frame is None:
        return Hints()
    spells = {state.library.spells[index].id: index for index in reversed(spells_of(state, frame.unit))}
    shown = {index: spell_hint(state, frame.unit, index, wording) for index in spells.values()}
    return Hints(
        reach=reach(state, frame.unit),
        spells={name: shown[index] for name, index in spells.items()},
        unspent=unspent(state, frame.unit, shown, wording),
    )


def reach(state: State, unit: int) -> list[Reach]:
    """Every cell the unit can walk to if nobody holds it: its MP cost, the way, and the enemies that would roll.

    Among the shortest ways the one that meets the fewest enemies is taken; `lockers` are all who try to lock on it
    [KA 6.3.2] [KA 4.14.1].
    """
    scratch = state.copy()
    start = state.cell[unit]
    lockers: dict[int, list[int]] = {}
    best: dict[int, tuple[int, list[int], list[int]]] = {start: (0, [], [])}
    edge = [start]
    for _ in range(state.mp[unit]):
        fresh: dict[int, tuple[int, list[int], list[int]]] = {}
        for cell in edge:
            if cell not in lockers:
                scratch.cell[unit] = cell
                lockers[cell] = lockers_of(scratch, unit)
            mp, path, met = best[cell]
            passed = met + [other for other in lockers[cell] if other not in met]
            for direction in DIRECTIONS:
                to = cell + direction
                if to in best or not is_free(state, to):
                    continue
                if to not in fresh or len(passed) < len(fresh[to][2]):
                    fresh[to] = (mp + 1, [*path, to], passed)
        best.update(fresh)
        edge = list(fresh)
    return [
        Reach(
            cell=format_cell(cell),
            mp=mp,
            path=[format_cell(step) for step in path],
            lockers=[state.names[other] for other in met],
            **_crossing(scratch, unit, [start, *path], lockers) if met else {},
        )
        for cell, (mp, path, met) in best.items()
        if cell != start
    ]


def _crossing(state: State, unit: int, way: list[int], lockers: dict[int, list[int]]) -> dict[str, Any]:
    """How likely a unit gets away, in 100, on the cells of a way: from each enemy, and from all of them.

    An enemy rolls anew on every cell that is left beside it [KA 4.14.1]; to be Caught is not to get away.
    """
    free: dict[int, Fraction] = {}
    tie = state.settings.steps.lock_tie
    for cell in way[:-1]:
        for other in lockers[cell]:
            locks = roll_chances(state, other, LOCK, lock_dice(state, other, unit))
            dodges = roll_chances(state, unit, DODGE, dodge_dice(state, unit, other))
            free[other] = free.get(other, Fraction(1)) * escape_chance(locks, dodges, tie)
    return {
        "escapes": [_percent(share) for share in free.values()],
        "through": _percent(prod(free.values(), start=Fraction(1))),
    }


def _percent(share: Fraction) -> float:
    return round(float(share) * 100, 1)


@cache
def escape_chance(
    locks: tuple[Fraction, ...], dodges: tuple[Fraction, ...], tie: Callable[[int, int], int]
) -> Fraction:
    """How likely a Dodge roll escapes from a Lock roll, as a release compares them [KA 4.14.2.d].

    Both by their chances of 0, 1, 2 ... successes.
    """
    return sum(
        (
            of_lock * of_dodge
            for lock, of_lock in enumerate(locks)
            for dodge, of_dodge in enumerate(dodges)
            if tie(lock, dodge) == E_ESCAPED
        ),
        Fraction(0),
    )


def roll_chances(state: State, unit: int, sought: int, dice: int) -> tuple[Fraction, ...]:
    """How likely 0, 1, 2 ... successes of a unit's roll are, with what its cards change of it."""
    spoiled = turner_of_dofus(state, unit) != NONE
    return chances(hits_of(sought, other_face(state, unit, sought), spoiled), dice, rolls_again(state, unit))


def spell_hint(state: State, unit: int, index: int, wording: Wording) -> SpellHint:
    """What a spell of the active unit reaches: legal cells, those of them where it would only cost, cells in range, and
    hidden cells with what hides them.

    `why` and `clauses` say why it cannot be cast at all; then no cell is legal.
    """
    spell = state.library.spells[index]
    origin = state.cell[unit]
    in_range = cells_in_range(state, unit, spell)
    field = field_of_sight(state, origin, unit) if needs_sight(spell) else 0
    legal = may_cast_cells(state, unit, spell, field)
    hidden: dict[str, str] = {}
    if needs_sight(spell):
        for cell in in_range:
            blocker = NONE if field >> cell & 1 else blocker_between(state, origin, cell, unit)
            if blocker != NONE:
                hidden[format_cell(cell)] = format_cell(blocker)
    why, clauses = None, []
    if not can_afford(state, unit, spell):
        failing = next(
            condition
            for condition in cast_conditions(state, unit, index, origin)
            if condition.kind in _ANYWHERE and not condition.holds
        )
        why, clauses = wording.condition(failing), list(cited(state, failing.rules))
    elif not legal:
        why, clauses = wording.say("hint.no-cell", spell=wording.spell(index)), list(cited(state, ("7.1.5",)))
    return SpellHint(
        cells=[format_cell(cell) for cell in legal],
        range=[format_cell(cell) for cell in in_range],
        hidden=hidden,
        idle=idle(state, index, [] if why else legal, wording),
        sight=cited_one(state, "7.1.6"),
        why=why,
        clauses=clauses,
        summons=texts_of(state.library, wording.language).summons(index),
    )


def idle(state: State, index: int, legal: list[int], wording: Wording) -> dict[str, str]:
    """The legal cells at which a spell would only cost, each with why: found by casting it there on a copy.

    Nothing is what leaves no event but the cast, its cost and its rolls, whatever they show; a decision on the way is
    something.
    """
    found: dict[str, str] = {}
    aims = [(cell, answers.pack(answers.CAST, index, cell)) for cell in legal]
    struck = {cell: aimed_at(state, answer)[1] for cell, answer in aims}
    strikes_alone = strikes_only(state.library.spells[index].document)
    nobody = next((comes_to_nothing(state, one) for cell, one in aims if strikes_alone and not struck[cell]), False)
    for cell, answer in aims:
        is_nothing = nobody if strikes_alone and not struck[cell] else comes_to_nothing(state, answer)
        if is_nothing:
            found[format_cell(cell)] = _why_idle(struck[cell], cell, wording)
    return found


def strikes_only(spell: SpellDocument) -> bool:
    """Whether a spell does nothing but to the units it strikes: where nobody is, it does the same at every cell.

    Whatever else a spell moves, places or asks for may depend on the cell.
    """
    return all(isinstance(op, LaterOp) or (_strikes(op) and not op.branches) for op in spell.do)


def _strikes(op: Any) -> bool:
    """Whether an op is done to targets alone."""
    to = getattr(op, "to", None)
    return to == TARGETS or (isinstance(op, Swap) and to is not None and to.who == "main")


def comes_to_nothing(state: State, step: int) -> bool:
    """Whether an answer or outcome leads back to the activation with nothing told on the way, by every roll."""
    unit = state.active_unit
    scratch = state.copy()
    scratch.log = []
    scratch.apply(step)
    if any(event[0] not in _COSTS for event in scratch.log):
        return False
    waiting = scratch.waiting
    if isinstance(waiting, Roll):
        if waiting.size not in DICE or waiting.kind in _TOLD:
            return False
        return all(comes_to_nothing(scratch, one) for one in _throws_of(scratch, waiting))
    return isinstance(waiting, Decision) and waiting.kind == "activation" and scratch.active_unit == unit


def _throws_of(state: State, roll: Roll) -> list[int]:
    """The outcomes of a roll that may come to something else; where dice turn by themselves only successes count."""
    if roll.kind in ROLL_NAMES and not state.settings.asks_dice:
        return [outcome for outcome, _ in classes_of_successes(ROLL_NAMES.index(roll.kind), roll.count)]
    return _throws(DICE[roll.size])


@cache
def _throws(count: int) -> list[int]:
    """One outcome of that many dice for each set of faces: which die shows which makes no difference."""
    return list({tuple(sorted(faces_of(outcome, count))): outcome for outcome in range(6**count)}.values())


def _why_idle(struck: list[int], cell: int, wording: Wording) -> str:
    if not struck:
        return wording.say("hint.nobody")
    if len(struck) == 1:
        return wording.say("hint.in-the-way", unit=wording.unit(struck[0]), cell=format_cell(cell))
    return wording.say("hint.nothing", cell=format_cell(cell))


def beyond(state: State, answer: int) -> list[Condition]:
    """For a wish to move farther than one cell: whether the unit gets there, before that it moves cell by cell.

    [KA 6.3.2] [KA 4.17.2]
    """
    waiting = state.waiting
    if not isinstance(waiting, Decision) or waiting.kind != "activation" or answers.verb_of(answer) != answers.MOVE:
        return []
    unit, to = state.active_unit, answers.first_of(answer)
    here = state.cell[unit]
    if not state.board.is_on(to) or to == here or is_adjacent(here, to) or not is_free(state, to):
        return []
    steps = steps_to(state, unit, to)
    cost, gauge = steps * state.settings.move_mp, state.mp[unit]
    facts = {"to": format_cell(to), "cost": cost, "gauge": gauge}
    if steps == 0:
        return [Condition("no-way", ("6.3.2", "4.17.3"), False, facts)]
    return [Condition("out-of-reach", ("6.3.2",), cost <= gauge, facts)]


def steps_to(state: State, unit: int, to: int) -> int:
    """The cells a unit walks to a free cell by a shortest way, however many MP it has; 0 when none leads there."""
    seen = {state.cell[unit]}
    edge, steps = list(seen), 0
    while edge:
        steps += 1
        edge = list({cell + way for cell in edge for way in DIRECTIONS if is_free(state, cell + way)} - seen)
        if to in edge:
            return steps
        seen.update(edge)
    return 0
