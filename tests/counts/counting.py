"""Two ways of counting how a position can go on, one of which uses as little of the engine as it can.

A position is followed through answers and rolls to a depth; a roll counts as many ways as it has classes of outcomes
that the rules treat alike. `count` asks the engine: its options, its copies, its classes. `count_plainly` writes down
every line that a player could write, with every name, cell and number of the position, gives each to the judge, and
lets every single outcome of the dice happen; two falls are alike when they lead to the same position with the same
number of successes. Each branch starts from a position read back from its saved form. It is a hundred times slower,
hence the small boards.
"""

import json
from collections.abc import Iterator
from itertools import permutations, product

from esquive.core.errors import NotationError
from esquive.core.waiting import Decision, Over, Roll
from esquive.krosmaster.spoken.odds_counting import ODDS
from esquive.krosmaster.table.board import format_cell
from esquive.krosmaster.table.state import State
from esquive.krosmaster.written.documents.saves import state_from_data
from esquive.krosmaster.written.notation import parse_answer


def count(state: State, depth: int) -> int:
    """The number of ways the position can go on for `depth` answers and rolls, or to its end if that comes first."""
    waiting = state.waiting
    if depth == 0 or isinstance(waiting, Over):
        return 1
    if isinstance(waiting, Roll):
        ways = [outcome for outcome, _ in ODDS.classes(state, waiting)]
    else:
        ways = waiting.options()
    total = 0
    for way in ways:
        after = state.copy()
        after.apply(way)
        total += count(after, depth - 1)
    return total


def count_plainly(state: State, depth: int) -> int:
    """The same number, counted the long way round."""
    waiting = state.waiting
    if depth == 0 or isinstance(waiting, Over):
        return 1
    if isinstance(waiting, Roll):
        return sum(count_plainly(after, depth - 1) for after in different_falls(state, waiting))
    total = 0
    for answer in sorted({parsed for line in every_line(state) for parsed in reading(state, line)}):
        if isinstance(waiting, Decision) and waiting.refusal(answer) is None:
            after = again(state)
            after.apply(answer)
            total += count_plainly(after, depth - 1)
    return total


def again(state: State) -> State:
    """The position as it comes back from its saved form."""
    data = json.loads(json.dumps(state.to_data()))
    return state_from_data(state.settings, state.library, state.board, data)


def different_falls(state: State, roll: Roll) -> list[State]:
    """The positions that the outcomes of a roll lead to, each once; the order of Tension dice makes no difference."""
    found: dict[str, State] = {}
    for outcome in range(roll.size):
        after = again(state)
        after.apply(outcome)
        found.setdefault(fingerprint(after), after)
    return list(found.values())


def fingerprint(state: State) -> str:
    """The position without what the dice showed, except the faces of dice that are still to be used, in no order."""
    data = state.to_data()
    del data["rolled"]
    for frame in data["stack"]:
        if frame["frame"] == "tension":
            faces = frame.pop("outcome")
            frame["faces"] = sorted((faces % 6, faces // 6))
        if frame["frame"] == "inspiration":
            frame["dice"].sort()
        if frame["frame"] == "roll":
            frame.pop("outcome")
    return json.dumps(data, sort_keys=True)


def reading(state: State, line: str) -> Iterator[int]:
    """The answer a line stands for, if it can be read at all."""
    try:
        yield parse_answer(state, line)
    except NotationError:
        return


def every_line(state: State) -> Iterator[str]:
    """Every line of the notation with the names, cells and numbers of this position."""
    cells = [format_cell(cell) for cell in state.board.cells]
    units, faces = state.names, ("critical", "armour", "lock", "dodge")
    spells = sorted({spell.id for spell in state.library.spells})
    yield from ("keep", "reroll", "done", "collect", "discard", "end", "buy gg")
    yield from (f"move {cell}" for cell in cells)
    yield from (f"cast {spell} {cell}" for spell in spells for cell in cells)
    yield from (f"deploy {unit} {cell}" for unit in units for cell in cells)
    yield from (f"{verb} {unit}" for verb in ("give", "locker", "choose") for unit in units)
    yield from (f"inspire {unit} {face}" for unit in units for face in faces)
    yield from (f"faces {' '.join(turned)}" for number in (1, 2, 3) for turned in product(faces, repeat=number))
    yield from (f"timeline {' '.join(order)}" for number in (1, 2, 3, 4) for order in permutations(units, number))
    yield from (f"buy {rank} {pile} {face}" for rank in state.settings.rank_names for pile in "12" for face in FACES)
    yield from (f"reveal {reward.id}" for reward in state.library.rewards)
    yield from (f"resolve {number}" for number in range(10))
    yield from (f"choose {what}" for what in (*cells, *WORDS, *map(str, range(10))))


FACES = ("up", "down")
WORDS = ("north", "east", "south", "west", "yes", "no", "none", "p1", "p2", "p3", "p4")
