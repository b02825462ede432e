"""Answers as integers: a verb in the low eight bits, then its fields of 32 bits each, lowest first.

A path cannot be numbered as the moves of a grid can, but a Python integer is as long as it must be: a whole plan is
one integer, which is compared, kept in a plan and made up by fuzzing as any other answer. `notation` turns answers
into lines of text and back.
"""

from typing import ClassVar, Final, Self

from esquive.core.columns import fields as with_fields
from esquive.kaos.geometry.legs import Leg

ASK: Final = 0
PLACE: Final = 1
ACTIVATE: Final = 2
PLAN: Final = 3  # see `Plan`
REACT: Final = 4
INTERCEPT: Final = 5
DONE: Final = 6
DESTINY: Final = 7
PASS: Final = 8
MOVE: Final = 9  # legs: kind, x, y, facing each; none at all for staying
SLAM: Final = 10
USE: Final = 11
CHOOSE: Final = 12
CHOOSE_FIGURE: Final = 13
CHOOSE_CARD: Final = 14
CHOOSE_WORD: Final = 15
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

EACH: Final = 4  # fields of a leg of a path, and of an interception

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


def pack_one(verb: int, field: int) -> int:
    """The answer of a verb and one field, as `pack` gives it."""
    return (1 << _BITS | field + _BIAS) << _SHIFT | verb


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


class Answer:
    """An answer whose fields have names, in the order in which they are packed. Equal when they pack to one integer."""

    VERB: ClassVar[int] = VERBS
    FIELDS: ClassVar[tuple[str, ...]] = ()

    __slots__ = ()

    def answer(self) -> int:
        """The integer it packs to."""
        return pack(self.VERB, self.fields())

    def fields(self) -> list[int]:
        """Its fields in their order."""
        return [getattr(self, name) for name in self.FIELDS]

    @classmethod
    def of(cls, answer: int) -> Self | None:
        """What an integer stands for; None when it is no answer of this kind, or not written as such answers are."""
        if answer < 0 or verb_of(answer) != cls.VERB:
            return None
        if answer >> _SHIFT + _BITS * len(cls.FIELDS) != 1:  # the leading one stands right above the last field
            return None
        return cls(*fields_of(answer))

    @classmethod
    def read(cls, answer: int) -> Self:
        """What a legal answer stands for; raises ValueError for any other integer."""
        found = cls.of(answer)
        if found is None:
            raise ValueError(f"{answer} is no {cls.__name__}")
        return found

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Answer) and self.answer() == other.answer()

    def __hash__(self) -> int:
        return hash(self.answer())


@with_fields
class Placing(Answer):
    """A figure, or a piece of the selection, is put down; `angle` in thousandths of a degree."""

    VERB = PLACE

    what: int
    x: int
    y: int
    angle: int


@with_fields
class Activating(Answer):
    """A figure plays its turn."""

    VERB = ACTIVATE

    figure: int


@with_fields
class Reaction(Answer):
    """What an attacked figure attempts, of REACTION_NAMES, and with what."""

    VERB = REACT

    reaction: int
    means: int = NO_MEANS


@with_fields
class Interception(Answer):
    """Who strikes the figure activated, with what, when (see BEFORE, ALONG, AFTER), and how far along its path."""

    VERB = INTERCEPT

    figure: int
    means: int
    moment: int
    distance: int


def interceptions_in(packed: list[int]) -> list[Interception]:
    """The interceptions whose fields a frame holds one after another."""
    if not packed:  # mostly nobody intercepts
        return []
    return [Interception(*packed[place : place + EACH]) for place in range(0, len(packed), EACH)]


@with_fields
class Slamming(Answer):
    """The place a victim is sent flying to."""

    VERB = SLAM

    x: int
    y: int


@with_fields
class Use(Answer):
    """Something free is used: by whom, what, on whom (or -1), and the place chosen (0, 0 where none is)."""

    VERB = USE

    figure: int
    means: int
    target: int
    x: int = 0
    y: int = 0


@with_fields
class ChoosingNumber(Answer):
    """A number, as of the destiny points spent."""

    VERB = CHOOSE

    number: int


@with_fields
class ChoosingFigure(Answer):
    """One figure of several."""

    VERB = CHOOSE_FIGURE

    figure: int


@with_fields
class ChoosingCard(Answer):
    """One event card of several."""

    VERB = CHOOSE_CARD

    card: int


@with_fields
class ChoosingWord(Answer):
    """A word, by its place in WORDS."""

    VERB = CHOOSE_WORD

    word: int


# By verb. The other verbs stand alone, but for plans and moves, which are as long as their paths.
SHAPES: Final[dict[int, type[Answer]]] = {
    shape.VERB: shape
    for shape in (
        Placing,
        Activating,
        Reaction,
        Interception,
        Slamming,
        Use,
        ChoosingNumber,
        ChoosingFigure,
        ChoosingCard,
        ChoosingWord,
    )
}


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
        return pack(PLAN, self.fields())

    def fields(self) -> list[int]:
        """Its fields: its head, and those of its legs."""
        fields = self.head()
        for leg in self.first:
            fields += (leg.kind, leg.x, leg.y, leg.facing)
        for leg in self.second:
            fields += (leg.kind, leg.x, leg.y, leg.facing)
        return fields

    def head(self) -> list[int]:
        """Its fields without its legs; the last one says how many of those come first."""
        return [self.kind, self.action, self.means, self.target, self.x, self.y, len(self.first)]


def plan_of(answer: int) -> Plan | None:
    """The plan an answer stands for, or None when it stands for none."""
    return plan_from(fields_of(answer)) if verb_of(answer) == PLAN else None


def plan_from(fields: list[int]) -> Plan | None:
    """The plan of these fields, or None when they are those of none."""
    if len(fields) < 7 or (len(fields) - 7) % EACH:
        return None
    legs = legs_of(fields[7:])
    kind, action, means, target, x, y, first = fields[:7]
    if not (0 <= kind < len(PLAN_NAMES) and 0 <= action < len(ACTION_NAMES) and 0 <= first <= len(legs)):
        return None
    return Plan(kind, legs[:first], legs[first:], action, means, target, x, y)


def legs_of(fields: list[int]) -> list[Leg]:
    """The legs that fields of four integers each stand for."""
    return [Leg(*fields[place : place + EACH]) for place in range(0, len(fields) - EACH + 1, EACH)]


def move(legs: list[Leg]) -> int:
    """The answer of a move that was not declared: after a riposte, a shield, a wound or an interception."""
    return pack(MOVE, [field for leg in legs for field in leg.fields()])


def legs_of_move(answer: int) -> list[Leg] | None:
    """The legs of a move that was not declared; None for an integer that is no such answer."""
    if answer < 0 or verb_of(answer) != MOVE:
        return None
    legs = legs_of(fields_of(answer))
    return legs if move(legs) == answer else None
