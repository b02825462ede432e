"""Every op a card of Kaos may use, declared once: type, range, default, meaning and clause of each field.

From these declarations come the decoder of card files and its limits, the schema and the reference, and the tuples of
integers that the rules hold (see `effects.codes`). The ops above FIRST_LASTING are modifiers: in `do` they lie on a
figure for as long as `until` says, in `while` they hold as long as the skill, object or event they are printed on.
"""

from typing import Annotated, Any, ClassVar, Literal, get_type_hints
from zlib import crc32

from msgspec import Meta, Struct
from msgspec.structs import fields

from esquive.core.errors import DocumentError
from esquive.kaos.cards import op_codes as codes
from esquive.kaos.cards.library import TRIBES, Op
from esquive.kaos.geometry.units import length_of

Roll = Literal["attack", "spell", "dodge", "shield", "will", "initiative", "life-gauge", "skill", "fall"]
Circumstance = Literal["always", "in-the-back", "with-melee", "with-ranged", "badly-hurt"]
Until = Literal["next-roll", "round", "next-round", "game"]
Rounds = Literal["round", "next-round", "game"]  # what changes no roll cannot end with the next one
Whom = Literal["anyone", "meleien", "thanigiste", "abelberien", "shimeien", "enchantee"]
Forbidden = Literal["action", "riposte", "dodge", "shield", "will", "spell", "shot", "interception", "free"]
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
Rolls = Annotated[tuple[Roll, ...], Meta(description="The rolls it is about; none at all means every roll.")]
LastsUntil = Annotated[Until, Meta(description="How long it lasts on its target; not used in `while`.")]
LastsRounds = Annotated[Rounds, Meta(description="How long it lasts on its target; not used in `while`.")]


class Node(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """A part of a card file: frozen, and a misspelt key is an error."""


class Base(Node, frozen=True, kw_only=True, tag_field="op"):
    """An op; `whom` narrows what it does, to a target, to a bearer or to everybody, to the figures of one tribe."""

    CLAUSES: ClassVar[tuple[str, ...]] = ()

    whom: Annotated[Whom, Meta(description="Only figures of this tribe.")] = "anyone"

    def code(self, card: str) -> Op:
        """The op as integers; `card`: the id of the card it stands on."""
        kind = codes.OP_NAMES.index(str(self.__struct_config__.tag))
        whom = 0 if self.whom == "anyone" else 1 + TRIBES.index(self.whom)
        return (kind, self.what(), self.amount(), self.when_code(), self.until_code(), whom, crc32(card.encode()))

    def what(self) -> int:
        """What the op is about: a mask or a flag."""
        return 0

    def amount(self) -> int:
        """How much."""
        return 0

    def when_code(self) -> int:
        """Under which circumstances."""
        when: str = getattr(self, "when", "always")
        return codes.WHEN_NAMES.index(when)

    def until_code(self) -> int:
        """How long."""
        until: str = getattr(self, "until", "now")
        return codes.UNTIL_NAMES.index(until)


# -------------------------------------------------------------------------------------------------------------- at once


class Wounds(Base, frozen=True, kw_only=True, tag="wounds"):
    """The target suffers wounds, from which its armour is subtracted unless the op ignores it."""

    CLAUSES: ClassVar[tuple[str, ...]] = ("K18.3", "K18.6")
    wounds: Annotated[int, Meta(ge=1, le=12, description="Wounds before armour.")]
    ignores_armour: Annotated[bool, Meta(description="Armour does not count.")] = False

    def what(self) -> int:
        return int(self.ignores_armour)

    def amount(self) -> int:
        return self.wounds


class Heal(Base, frozen=True, kw_only=True, tag="heal"):
    """Wounds are rubbed out on the target's life gauge."""

    CLAUSES: ClassVar[tuple[str, ...]] = ("K18.6",)
    wounds: Annotated[int, Meta(ge=1, le=12, description="Wounds healed, at most those suffered.")]

    def amount(self) -> int:
        return self.wounds


class Push(Base, frozen=True, kw_only=True, tag="push"):
    """The target slides straight away from the source until something stops it; over a drop it falls."""

    CLAUSES: ClassVar[tuple[str, ...]] = ("K18.6", "R203")
    cm: Annotated[float, Meta(ge=0.5, le=10, description="How far, in centimetres.")]

    def amount(self) -> int:
        return length_of(self.cm, "cm")


class Place(Base, frozen=True, kw_only=True, tag="place"):
    """The target is put down at a place chosen, where it can stand."""

    CLAUSES: ClassVar[tuple[str, ...]] = ("K6.2", "K18.6")
    cm: Annotated[float, Meta(ge=1, le=40, description="At most so far from where it stood, centre to centre.")]

    def amount(self) -> int:
        return length_of(self.cm, "cm")


class Destiny(Base, frozen=True, kw_only=True, tag="destiny"):
    """The target's player gains destiny points, or loses them (never below none)."""

    CLAUSES: ClassVar[tuple[str, ...]] = ("K36.2",)
    points: Annotated[int, Meta(ge=-3, le=3, description="Points gained; below 0: lost.")]

    def amount(self) -> int:
        return self.points


class Points(Base, frozen=True, kw_only=True, tag="points"):
    """The target's player gains victory points."""

    CLAUSES: ClassVar[tuple[str, ...]] = ("K1.4",)
    points: Annotated[int, Meta(ge=1, le=50, description="Victory points gained.")]

    def amount(self) -> int:
        return self.points


class ExtraAction(Base, frozen=True, kw_only=True, tag="extra-action"):
    """The target plays another turn this round: it counts as not activated, its action as not used."""

    CLAUSES: ClassVar[tuple[str, ...]] = ("K7.3", "K10.3")


# ------------------------------------------------------------------------------------------------------------- lasting


class Dice(Base, frozen=True, kw_only=True, tag="dice"):
    """A bonus or a malus of dice."""

    CLAUSES: ClassVar[tuple[str, ...]] = ("K16.1", "K16.2", "K16.3")
    rolls: Rolls = ()
    dice: Annotated[int, Meta(ge=-4, le=4, description="Dice more, or below 0 fewer.")]
    when: Annotated[Circumstance, Meta(description="Under which circumstances.")] = "always"
    until: LastsUntil = "round"

    def what(self) -> int:
        return codes.rolls_mask(self.rolls)

    def amount(self) -> int:
        return self.dice


class Move(Base, frozen=True, kw_only=True, tag="move"):
    """A longer or shorter simple move; 3 cm always remain."""

    CLAUSES: ClassVar[tuple[str, ...]] = ("K10.13",)
    cm: Annotated[float, Meta(ge=-10, le=10, description="Centimetres more, or below 0 fewer.")]
    until: LastsRounds = "round"

    def amount(self) -> int:
        return length_of(self.cm, "cm")


class HalfMove(Base, frozen=True, kw_only=True, tag="half-move"):
    """All ground is heavy going: a simple move takes a figure half as far; 3 cm always remain."""

    CLAUSES: ClassVar[tuple[str, ...]] = ("K10.13", "K11.8")
    until: LastsRounds = "round"


class Immobilise(Base, frozen=True, kw_only=True, tag="immobilise"):
    """The target cannot move, not even 3 cm."""

    CLAUSES: ClassVar[tuple[str, ...]] = ("K10.14",)
    until: LastsRounds = "round"


class Armour(Base, frozen=True, kw_only=True, tag="armour"):
    """More or less armour."""

    CLAUSES: ClassVar[tuple[str, ...]] = ("K18.3", "K18.6")
    armour: Annotated[int, Meta(ge=-4, le=4, description="Points more, or below 0 fewer; never below none in all.")]
    until: LastsRounds = "round"

    def amount(self) -> int:
        return self.armour


class Forbid(Base, frozen=True, kw_only=True, tag="forbid"):
    """The target may not do something."""

    CLAUSES: ClassVar[tuple[str, ...]] = ("K16.3", "K8.9")
    what_not: Annotated[tuple[Forbidden, ...], Meta(min_length=1, description="What it may not do.")]
    until: LastsRounds = "round"

    def what(self) -> int:
        return codes.mask_of(self.what_not, codes.FORBIDDEN)


class Ignore(Base, frozen=True, kw_only=True, tag="ignore"):
    """Maluses that do not count for the target."""

    CLAUSES: ClassVar[tuple[str, ...]] = ("K16.3",)
    maluses: Annotated[tuple[Malus, ...], Meta(min_length=1, description="The maluses ignored.")]
    until: LastsRounds = "round"

    def what(self) -> int:
        return codes.mask_of(self.maluses, codes.MALUSES)


class Needed(Base, frozen=True, kw_only=True, tag="needed"):
    """Another value than 4 is needed for a success."""

    CLAUSES: ClassVar[tuple[str, ...]] = ("K17.8",)
    rolls: Rolls = ()
    value: Annotated[int, Meta(ge=2, le=6, description="What a die must show, at least.")]
    until: LastsUntil = "round"

    def what(self) -> int:
        return codes.rolls_mask(self.rolls)

    def amount(self) -> int:
        return self.value


class Reroll(Base, frozen=True, kw_only=True, tag="reroll"):
    """The dice that show a failure are rolled once more, as with a destiny point that costs nothing."""

    CLAUSES: ClassVar[tuple[str, ...]] = ("K18.6", "K36.4")
    rolls: Rolls = ()
    until: LastsUntil = "next-roll"

    def what(self) -> int:
        return codes.rolls_mask(self.rolls)


class Sight(Base, frozen=True, kw_only=True, tag="sight"):
    """Nobody sees farther than this while the event lasts."""

    CLAUSES: ClassVar[tuple[str, ...]] = ("K23.8", "K33.15")
    cm: Annotated[float, Meta(ge=5, le=60, description="The farthest anybody sees, base to base.")]

    def amount(self) -> int:
        return length_of(self.cm, "cm")


InstantOp = Wounds | Heal | Push | Place | Destiny | Points | ExtraAction
LastingOp = Dice | Move | HalfMove | Immobilise | Armour | Forbid | Ignore | Needed | Reroll
AnyOp = InstantOp | LastingOp
Standing = LastingOp | Sight
OPS: tuple[type[Base], ...] = (
    Wounds,
    Heal,
    Push,
    Place,
    Destiny,
    Points,
    ExtraAction,
    Dice,
    Move,
    HalfMove,
    Immobilise,
    Armour,
    Forbid,
    Ignore,
    Needed,
    Reroll,
    Sight,
)


def codes_of(ops: tuple[Base, ...], card: str) -> tuple[Op, ...]:
    """The ops of a card as integers."""
    return tuple(op.code(card) for op in ops)


# ----------------------------------------------------------------------------------------------------------- reference


def reference() -> list[dict[str, Any]]:
    """Every op: its name, meaning, clauses, where it may stand, and its fields with meaning and default.

    JSON-able; one entry an op with the keys `op meaning clauses lasts fields`.
    """
    found: list[dict[str, Any]] = []
    for kind in OPS:
        name = str(kind.__struct_config__.tag)
        hints = get_type_hints(kind, include_extras=True)
        rows = [
            {
                "field": field.name,
                "meaning": _meaning(hints[field.name]),
                "is_required": field.required,
                "default": None if field.required else field.default,
            }
            for field in fields(kind)
        ]
        found.append(
            {
                "op": name,
                "meaning": (kind.__doc__ or "").strip(),
                "clauses": list(kind.CLAUSES),
                "lasts": codes.OP_NAMES.index(name) >= codes.FIRST_LASTING,
                "fields": rows,
            }
        )
    return found


def _meaning(hint: Any) -> str:
    for note in getattr(hint, "__metadata__", ()):
        if isinstance(note, Meta) and note.description:
            return note.description
    raise DocumentError(f"a field of an op has no meaning: {hint}", "effects.ops", "describe it where it is declared")
