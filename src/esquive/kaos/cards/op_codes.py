"""What ops of cards are made of at play: the op itself, masks of what it is about, circumstances, durations.

The documents that card files are read from, and the ranges of every field, are in `cards.ops`: each op becomes one `Op`
when its card is made, and every circumstance and duration stands here once, for documents and rules alike.
"""

from typing import Any, Final, Literal, get_args

from msgspec import Struct

from esquive.kaos.geometry.units import CM

# What pools are rolled for, in the order of the kinds of `book.rolls`.
ROLL_NAMES: Final = (
    "deployment",
    "initiative",
    "scenery",
    "attack",
    "riposte",
    "dodge",
    "shield",
    "spell",
    "will",
    "life-gauge",
    "skill",
    "fall",
    "search",
    "draw-object",
    "draw-event",
)

# How long. `standing` modifiers hold as long as the skill, the object or the event they stand on.
Until = Literal["next-roll", "round", "next-round", "game"]
UNTIL_NAMES: Final[tuple[str, ...]] = ("now", *get_args(Until))
NOW: Final = 0
NEXT_ROLL: Final = 1  # of the rolls named; at the latest the end of the round
ROUND: Final = 2  # until the end of the round [Ruling R213]
NEXT_ROUND: Final = 3
GAME: Final = 4

# Under which circumstances a bonus or a malus applies.
Circumstance = Literal["always", "in-the-back", "with-melee", "with-ranged", "badly-hurt"]
WHEN_NAMES: Final[tuple[str, ...]] = get_args(Circumstance)
ALWAYS: Final = 0
IN_THE_BACK: Final = 1  # the own attack is made in the back of its target; a dodge, of an attack in the own back
WITH_MELEE: Final = 2  # what is used is a close or long melee weapon
WITH_RANGED: Final = 3  # a ranged weapon
BADLY_HURT: Final = 4  # at least half of the own life gauge is ticked

# Rolls that cards name, and those that cover others than their own: kinds of rolls, by their names in `book.rolls`.
Roll = Literal["attack", "spell", "dodge", "shield", "will", "initiative", "life-gauge", "skill", "fall"]
_WIDER: Final = {"attack": ("attack", "riposte"), "will": ("will", "initiative", "deployment")}
ROLL_GROUPS: Final[dict[str, tuple[str, ...]]] = {name: _WIDER.get(name, (name,)) for name in get_args(Roll)}

# What may be forbidden; `move` is `immobilise`.
Forbidden = Literal["action", "riposte", "dodge", "shield", "will", "spell", "shot", "interception", "free"]
FORBIDDEN: Final[tuple[str, ...]] = get_args(Forbidden)
# The maluses that may be ignored, named as the lines of `book.pools`.
Malus = Literal[
    "at-distance",
    "in-contact",
    "charge",
    "range",
    "moving-target",
    "moving-shooter",
    "cover",
    "dodges",
    "back",
]
MALUSES: Final[tuple[str, ...]] = get_args(Malus)

LEAST_MOVE: Final = 3 * CM  # [Kaos K10.13]


class Op(Struct, frozen=True):
    """An op of a card as the rules read it; equal when all its fields are.

    `kind`: its class in `cards.ops`; `what`: a mask of rolls, of things forbidden or of maluses, or a flag; `amount`:
    wounds, dice, points, a die value, or micrometres; `when` of WHEN_NAMES; `until` of UNTIL_NAMES; `whom`: 0 for
    anyone, or 1 + a tribe; `card`: a number made of the card's id: effects of the same kind and card do not add up.
    """

    kind: Any
    what: int = 0
    amount: int = 0
    when: int = ALWAYS
    until: int = NOW
    whom: int = 0
    card: int = 0

    def code(self) -> list[int]:
        """As whole numbers, for saves; `ops.op_of_code` reads them."""
        return [self.kind.NUMBER, self.what, self.amount, self.when, self.until, self.whom, self.card]


class LastingEffect(Struct, frozen=True):
    """A modifier that lies on a figure until its time is over."""

    figure: int
    op: Op


def mask_of(names: tuple[str, ...], table: tuple[str, ...]) -> int:
    """The bits of some names of a table."""
    mask = 0
    for name in names:
        mask |= 1 << table.index(name)
    return mask


def names_of(mask: int, table: tuple[str, ...]) -> tuple[str, ...]:
    """The names whose bits a mask has."""
    return tuple(name for place, name in enumerate(table) if mask >> place & 1)


def rolls_mask(names: tuple[str, ...]) -> int:
    """The bits of the kinds of rolls that some groups cover; no group at all stands for every roll cards may change."""
    kinds = {kind for name in names or ROLL_GROUPS for kind in ROLL_GROUPS[name]}
    return mask_of(tuple(sorted(kinds)), ROLL_NAMES)


def roll_groups(mask: int) -> tuple[str, ...]:
    """The groups that make up a mask, the widest first; none for every roll."""
    if mask == rolls_mask(()):
        return ()
    found: list[str] = []
    for name in ROLL_GROUPS:
        bits = rolls_mask((name,))
        if bits & mask == bits:
            found.append(name)
            mask &= ~bits
    return tuple(found)
