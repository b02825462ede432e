"""The answers of Krosmaster Arena as 1,548 actions, whose meaning never changes.

| from | actions | meaning |
|---|---|---|
| 0 | 144 | the active unit walks to a cell; cells are counted row by row from a1 |
| 144 | 8 x 144 | it casts a spell at a cell: the Punch, the spells of its card, then those it has from elsewhere |
| 1296 | 144 | a cell is chosen, also the one a unit is deployed on |
| 1440 | 56 | a unit is chosen, by its slot |
| 1496 | 16 | a reward is bought: pile by pile, a closed one, then the one that lies face up |
| 1512 | 12 | a number is chosen: also which of the face-down rewards, and what is resolved first |
| 1524 | 6 | a face of the die |
| 1530 | 4 | a seat, counted from the player asked |
| 1534 | 7 | a word: north, east, south, west, yes, no, none |
| 1541 | 7 | keep, reroll, done, collect, buy a Gallon of Glory, discard, end |

The slots of units are those of the observation: first the Krosmasters in the order of their numbers, then the summoned
pieces that are in play, in the order in which they came. Deploying (a unit, a cell), ordering the Timeline (a unit
after another), Inspiration (a unit, a face) and turning wild faces (die after die) are answers of several parts.
"""

from functools import lru_cache
from typing import Final

from esquive.core.phrases import phrase
from esquive.core.waiting import Decision
from esquive.envs.spaces import Choice, unnumbered
from esquive.krosmaster.book.dice import FACE_NAMES, faces_of
from esquive.krosmaster.cards.library import PUNCH, Library
from esquive.krosmaster.table import answers
from esquive.krosmaster.table.answers import WORDS, first_of, second_of, verb_of
from esquive.krosmaster.table.board import SIZE, STRIDE
from esquive.krosmaster.table.state import State

SIDE: Final = 12
CELLS: Final = SIDE * SIDE
SPELLS: Final = 8
UNITS: Final = 56
PILES: Final = 8
NUMBERS: Final = 12
SEATS: Final = 4

MOVE: Final = 0
CAST: Final = MOVE + CELLS
CELL: Final = CAST + SPELLS * CELLS
UNIT: Final = CELL + CELLS
BUY: Final = UNIT + UNITS
NUMBER: Final = BUY + 2 * PILES
FACE: Final = NUMBER + NUMBERS
SEAT: Final = FACE + len(FACE_NAMES)
WORD: Final = SEAT + SEATS
ALONE: Final = WORD + len(WORDS)
ALONE_VERBS: Final = (
    answers.KEEP,
    answers.REROLL,
    answers.DONE,
    answers.COLLECT,
    answers.BUY_GG,
    answers.DISCARD,
    answers.END,
)
ALONE_NAMES: Final = ("keep", "reroll", "done", "collect", "buy a Gallon of Glory", "discard", "end")
ACTIONS: Final = ALONE + len(ALONE_VERBS)

OUTSIDE: Final = -1
ELSEWHERE: Final = -1
# By cell of the rules: its number here.
CELL_NUMBERS: Final = tuple(
    (cell // STRIDE - 1) * SIDE + cell % STRIDE - 1
    if 1 <= cell // STRIDE <= SIDE and 1 <= cell % STRIDE <= SIDE
    else OUTSIDE
    for cell in range(SIZE)
)
SEVERAL_PARTS: Final = ("deployment", "timeline", "inspiration", "faces")


def slots_of(state: State) -> list[int]:
    """The units of a position by slot.

    Raises UnnumberedError for more than there is room for.
    """
    cells, level = state.cell, state.level
    units = range(len(cells))
    found = [unit for unit in units if level[unit]]
    if len(found) < len(units):
        found += [unit for unit in units if cells[unit] and not level[unit]]
    if len(found) > UNITS:
        raise unnumbered(phrase("units"), len(found), UNITS)
    return found


class ActionsOf(dict[int, int]):
    """By answer: the action of what a unit of one profile may do in its turn, worked out when it is asked for.

    ELSEWHERE for an answer whose action the profile does not tell: a spell that is not of its card, a reward.
    """

    def __init__(self, spells: tuple[int, ...]) -> None:
        super().__init__()
        self.slots = {spell: slot for slot, spell in enumerate(spells)}

    def __missing__(self, answer: int) -> int:
        verb, first = verb_of(answer), first_of(answer)
        if verb == answers.MOVE:
            action = MOVE + CELL_NUMBERS[first]
        elif verb == answers.CAST and first in self.slots:
            action = CAST + self.slots[first] * CELLS + CELL_NUMBERS[second_of(answer)]
        elif verb in ALONE_VERBS:
            action = ALONE + ALONE_VERBS.index(verb)
        else:
            return ELSEWHERE
        self[answer] = action
        return action


@lru_cache(maxsize=64)
def actions_by_profile(library: Library) -> list[ActionsOf]:
    """Those of each profile of a match; the Punch comes before the spells of the card."""
    return [ActionsOf((PUNCH, *profile.spells)) for profile in library.profiles]


def choice_of(state: State, decision: Decision) -> Choice:
    """The answers to a decision as actions.

    Raises UnnumberedError for an answer beyond the numbers.
    """
    options = decision.options()
    kind = decision.kind
    if kind == "activation":
        return Choice(options, activation_actions(state, options))
    slots = {unit: UNIT + slot for slot, unit in enumerate(slots_of(state))}
    if kind in SEVERAL_PARTS:
        dice: int = getattr(state.stack[-1], "count", 0)
        return Choice(options, [], told_apart([parts_of(answer, slots, dice) for answer in options]))
    return Choice(options, [action_of(state, answer, slots, decision.seat) for answer in options])


def activation_actions(state: State, options: list[int]) -> list[int]:
    """The actions of what a unit may do in its turn, the bulk of all decisions."""
    known = actions_by_profile(state.library)[state.profile[state.active_unit]]
    found = [known[answer] for answer in options]
    if ELSEWHERE in found:
        others = [answer for answer, action in zip(options, found, strict=True) if action == ELSEWHERE]
        spells = sorted({first_of(answer) for answer in others if verb_of(answer) == answers.CAST})
        slots = {
            spell: _within(len(known.slots) + n, SPELLS, phrase("spells of one unit")) for n, spell in enumerate(spells)
        }
        for place, answer in enumerate(options):
            if found[place] == ELSEWHERE and verb_of(answer) == answers.CAST:
                found[place] = CAST + slots[first_of(answer)] * CELLS + CELL_NUMBERS[second_of(answer)]
            elif found[place] == ELSEWHERE:
                found[place] = action_of(state, answer, {}, state.active_seat)
    return found


def told_apart(parts: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """Answers of equally many parts without those in which all are alike: nobody is asked for those."""
    if len({len(part) for part in parts}) > 1:
        return parts
    varied = [place for place in range(len(parts[0])) if any(part[place] != parts[0][place] for part in parts)]
    return [tuple(part[place] for place in varied or [0]) for part in parts]


def parts_of(answer: int, slots: dict[int, int], dice: int = 0) -> tuple[int, ...]:
    """The actions of an answer of several parts; of turned faces, one for each of the dice."""
    verb = verb_of(answer)
    if verb == answers.DEPLOY:
        return slots[first_of(answer)], CELL + CELL_NUMBERS[second_of(answer)]
    if verb == answers.TIMELINE:
        return tuple(slots[unit] for unit in answers.units_of(answer))
    if verb == answers.INSPIRE:
        return slots[first_of(answer)], FACE + second_of(answer)
    if verb == answers.FACES:
        return tuple(FACE + face for face in faces_of(answer >> answers.VERB_BITS, dice))
    return (ALONE + ALONE_VERBS.index(verb),)


def action_of(state: State, answer: int, slots: dict[int, int], seat: int) -> int:
    """The action of an answer of one part that is neither a step nor a spell."""
    verb, first = verb_of(answer), first_of(answer)
    if verb in ALONE_VERBS:
        return ALONE + ALONE_VERBS.index(verb)
    if verb == answers.BUY:
        return BUY + 2 * _within(first, PILES, phrase("piles")) + second_of(answer)
    if verb == answers.REVEAL:
        closed = sorted({entry >> 1 for entry in state.rewards[state.active_unit] if not entry & 1})
        return NUMBER + _within(closed.index(first), NUMBERS, phrase("rewards of one unit"))
    if verb in (answers.RESOLVE, answers.CHOOSE_NUMBER):
        return NUMBER + _within(first, NUMBERS, phrase("numbers"))
    if verb == answers.CHOOSE_CELL:
        return CELL + CELL_NUMBERS[first]
    if verb in (answers.GIVE, answers.LOCKER, answers.CHOOSE_UNIT):
        return slots[first]
    if verb == answers.CHOOSE_SEAT:
        return SEAT + (first - seat) % state.settings.seats
    return WORD + first


def _within(number: int, room: int, what: str) -> int:
    if number >= room:
        raise unnumbered(what, number + 1, room)
    return number


def meaning_of(action: int) -> str:
    """What an action is, in English."""
    if action < CAST:
        return f"walk to {_cell(action)}"
    if action < CELL:
        slot = (action - CAST) // CELLS
        return f"cast {'the Punch' if slot == 0 else f'spell {slot}'} at {_cell((action - CAST) % CELLS)}"
    if action < UNIT:
        return f"cell {_cell(action - CELL)}"
    if action < BUY:
        return f"the unit in slot {action - UNIT}"
    if action < NUMBER:
        return f"buy {'the open' if (action - BUY) % 2 else 'a closed'} reward of pile {(action - BUY) // 2 + 1}"
    if action < FACE:
        return f"number {action - NUMBER}"
    if action < SEAT:
        return f"face {FACE_NAMES[action - FACE]}"
    if action < WORD:
        return f"the player {action - SEAT} seats on"
    return WORDS[action - WORD] if action < ALONE else ALONE_NAMES[action - ALONE]


def _cell(number: int) -> str:
    return f"{chr(97 + number % SIDE)}{number // SIDE + 1}"
