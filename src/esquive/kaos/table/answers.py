"""Answers as integers: a verb in the low eight bits, then its fields of 32 bits each, lowest first.

A path cannot be numbered as the moves of a grid can, but a Python integer is as long as it must be: a whole plan is
one integer, which is compared, kept in a plan and made up by fuzzing as any other answer. `notation` turns answers
into lines of text and back.
"""

from typing import Final

from esquive.kaos.geometry.legs import Leg

ASK: Final = 0
PLACE: Final = 1  # what (a figure, or a piece of the selection), x, y, angle
ACTIVATE: Final = 2  # figure
PLAN: Final = 3  # see `Plan`
REACT: Final = 4  # reaction, means
INTERCEPT: Final = 5  # figure, means, when (see BEFORE, ALONG, AFTER), distance along the path
DONE: Final = 6
DESTINY: Final = 7
PASS: Final = 8
MOVE: Final = 9  # legs: kind, x, y, facing each; none at all for staying
SLAM: Final = 10  # x, y
USE: Final = 11  # figure, means, target figure (or -1), x, y (0, 0 when no place is chosen)
CHOOSE: Final = 12  # number
CHOOSE_FIGURE: Final = 13  # figure
CHOOSE_CARD: Final = 14  # number of the card
CHOOSE_WORD: Final = 15  # index in WORDS
VERBS: Final = 16

WORDS: Final = ("yes", "no", "play", "keep", "leave", "return", "none")
WORD_YES: Final = 0
WORD_NO: Final = 1
WORD_PLAY: Final = 2
WORD_KEEP: Final = 3
WORD_LEAVE: Final = 4
WORD_RETURN: Final = 5
WORD_NONE: Final = 6

# The means of an action, a riposte or an interception: what is used, and its number on the card.
NO_MEANS: Final = 0
WEAPON: Final = 1 << 8
SPELL: Final = 2 << 8
SKILL: Final = 3 << 8
OBJECT: Final = 4 << 8  # the number is that of the object card
KIND_MASK: Final = 0xFF00
NUMBER_MASK: Final = 0xFF

# Kinds of plans [Kaos K20.2] [Kaos K20.3] [Kaos K27.1] [Kaos K28.1].
STAY: Final = 0
WALK: Final = 1
RUN: Final = 2
CHARGE: Final = 3
FLEE: Final = 4
PLAN_NAMES: Final = ("stay", "walk", "run", "charge", "flee")

# Actions of a plan.
NO_ACTION: Final = 0
STRIKE: Final = 1
SHOOT: Final = 2
CAST: Final = 3
SEARCH: Final = 4
USE_SKILL: Final = 5
ACTION_NAMES: Final = ("none", "strike", "shoot", "cast", "search", "use")

# Reactions of the attacked figure [Kaos K20.9].
NO_REACTION: Final = 0
DODGE: Final = 1
RIPOSTE: Final = 2
SHIELD: Final = 3
REACT_SKILL: Final = 4
FLIGHT: Final = 5
SUBMIT: Final = 6
RESIST: Final = 7  # the prescribed defence against a spell, will or life gauge [Kaos K23.14]
REACTION_NAMES: Final = ("none", "dodge", "riposte", "shield", "skill", "flee", "submit", "resist")

# When an interception strikes [Kaos K31.5] [Kaos K31.6].
BEFORE: Final = 0
ALONG: Final = 1  # at the distance given along the path
AFTER: Final = 2
MOMENT_NAMES: Final = ("before", "at", "after")

_SHIFT: Final = 8
_BITS: Final = 32
_BIAS: Final = 1 << 31
_FIELD: Final = (1 << _BITS) - 1


def pack(verb: int, fields: list[int]) -> int:
    """The answer of a verb and its fields, each from -2**31 to 2**31 - 1."""
    answer = 1  # a leading one keeps fields of value -2**31 at the end
    for field in reversed(fields):
        answer = answer << _BITS | (field + _BIAS)
    return answer << _SHIFT | verb


def verb_of(answer: int) -> int:
    """The verb of an answer."""
    return answer & 0xFF


def fields_of(answer: int) -> list[int]:
    """The fields of an answer; an integer that no answer packs to has some all the same, or none."""
    rest = answer >> _SHIFT
    fields: list[int] = []
    while rest > 1:
        fields.append((rest & _FIELD) - _BIAS)
        rest >>= _BITS
    return fields


class Plan:
    """What the attacker declares for the figure activated [Kaos K20.1].

    `kind` of PLAN_NAMES; `first` and `second`: the legs before and after the action; `action` of ACTION_NAMES with its
    `means`, its `target` (a figure, or -1), and a place `x y` where the skill or spell asks for one.
    """

    __slots__ = ("action", "first", "kind", "means", "second", "target", "x", "y")

    def __init__(
        self,
        kind: int,
        first: list[Leg],
        second: list[Leg],
        action: int = NO_ACTION,
        means: int = NO_MEANS,
        target: int = -1,
        x: int = 0,
        y: int = 0,
    ) -> None:
        self.kind = kind
        self.first = first
        self.second = second
        self.action = action
        self.means = means
        self.target = target
        self.x = x
        self.y = y

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Plan) and self.answer() == other.answer()

    def __hash__(self) -> int:
        return hash(self.answer())

    def answer(self) -> int:
        """The plan as an answer."""
        fields = [self.kind, self.action, self.means, self.target, self.x, self.y, len(self.first)]
        for leg in self.first:
            fields += leg.fields()
        for leg in self.second:
            fields += leg.fields()
        return pack(PLAN, fields)


def plan_of(answer: int) -> Plan | None:
    """The plan an answer stands for, or None when it stands for none."""
    if verb_of(answer) != PLAN:
        return None
    fields = fields_of(answer)
    if len(fields) < 7 or (len(fields) - 7) % 4:
        return None
    legs = legs_of(fields[7:])
    kind, action, means, target, x, y, first = fields[:7]
    if not (0 <= kind < len(PLAN_NAMES) and 0 <= action < len(ACTION_NAMES) and 0 <= first <= len(legs)):
        return None
    return Plan(kind, legs[:first], legs[first:], action, means, target, x, y)


def legs_of(fields: list[int]) -> list[Leg]:
    """The legs that fields of four integers each stand for."""
    return [Leg(*fields[place : place + 4]) for place in range(0, len(fields) - 3, 4)]


def move(legs: list[Leg]) -> int:
    """The answer of a move that was not declared: after a riposte, a shield, a wound or an interception."""
    return pack(MOVE, [field for leg in legs for field in leg.fields()])
