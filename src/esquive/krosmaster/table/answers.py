"""Answers as integers: a verb in the low six bits, a first argument of twelve bits, and a second one above them.

One integer an answer keeps lists of options cheap; `notation` turns them into lines of text and back.
"""

from typing import Final

DEPLOY: Final = 0  # a unit, b cell
TIMELINE: Final = 1  # a how many units, b the units in order, six bits each
KEEP: Final = 2
REROLL: Final = 3
FACES: Final = 4  # everything above the verb: the faces as digits in base 6, first die lowest
INSPIRE: Final = 5  # a unit, b face
DONE: Final = 6
MOVE: Final = 7  # a cell
CAST: Final = 8  # a spell, b cell
COLLECT: Final = 9
BUY_GG: Final = 10
BUY: Final = 11  # a pile (rank * piles of a rank + number - 1), b 1 for face up
GIVE: Final = 12  # a unit
DISCARD: Final = 13
REVEAL: Final = 14  # a reward
LOCKER: Final = 15  # a unit
RESOLVE: Final = 16  # a number from 1
CHOOSE_CELL: Final = 17  # a cell
CHOOSE_UNIT: Final = 18  # a unit
CHOOSE_SEAT: Final = 19  # a seat
CHOOSE_NUMBER: Final = 20  # a number
CHOOSE_WORD: Final = 21  # a index in WORDS
END: Final = 22

VERB_BITS: Final = 6
VERB_MASK: Final = 63
SECOND: Final = 18
ARGUMENT_MASK: Final = 4095

WORDS: Final = ("north", "east", "south", "west", "yes", "no", "none")
WORD_YES: Final = 4
WORD_NO: Final = 5
WORD_NONE: Final = 6


def pack(verb: int, first: int = 0, second: int = 0) -> int:
    """The answer of a verb and its arguments (first below 4096)."""
    return verb | first << VERB_BITS | second << SECOND


def verb_of(answer: int) -> int:
    """The verb of an answer."""
    return answer & VERB_MASK


def is_action(answer: int) -> bool:
    """Whether an answer is what a unit does in its Activation Phase, ending it included [KA 6.3.1]."""
    return verb_of(answer) in (MOVE, CAST, COLLECT, BUY_GG, BUY, REVEAL, END)


def first_of(answer: int) -> int:
    """The first argument of an answer."""
    return answer >> VERB_BITS & ARGUMENT_MASK


def second_of(answer: int) -> int:
    """The second argument of an answer."""
    return answer >> SECOND


def units_of(answer: int) -> list[int]:
    """The units named by a TIMELINE answer, in order."""
    packed = answer >> SECOND
    return [packed >> 6 * place & 63 for place in range(answer >> VERB_BITS & ARGUMENT_MASK)]


def pack_units(units: list[int]) -> int:
    """The TIMELINE answer that names these units in this order."""
    packed = 0
    for place, unit in enumerate(units):
        packed |= unit << 6 * place
    return pack(TIMELINE, len(units), packed)


_ONE_ARGUMENT: Final = (
    MOVE,
    GIVE,
    REVEAL,
    LOCKER,
    RESOLVE,
    CHOOSE_CELL,
    CHOOSE_UNIT,
    CHOOSE_SEAT,
    CHOOSE_NUMBER,
    CHOOSE_WORD,
)
_NO_ARGUMENT: Final = (KEEP, REROLL, DONE, COLLECT, BUY_GG, DISCARD, END)


def is_exact(answer: int) -> bool:
    """Whether the integer is one that a line of notation can stand for: nothing where its verb has no argument."""
    verb = verb_of(answer)
    if answer < 0 or verb > END:
        return False
    if verb in _NO_ARGUMENT:
        return answer == verb
    if verb in _ONE_ARGUMENT:
        return second_of(answer) == 0
    if verb == BUY:
        return second_of(answer) <= 1
    return True
