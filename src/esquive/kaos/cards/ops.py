"""Every op a card of Kaos may use, declared once: type, range, default, meaning and clause of each field.

From these declarations come the decoder of card files and its limits, the schema and the reference, and the values
that the rules hold (`Op`, whose kind is the class here). What an op does at once is registered for its class in
`book.effects`, what one changes that LASTS is read in `book.modifiers`: in `do` it lies on a figure for as long as
`until` says, in `while` it holds as long as the skill, object or event it is printed on.
"""

from collections.abc import Sequence
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Final, Literal, TypeAlias, TypeVar, get_type_hints
from zlib import crc32

from msgspec import Meta, Struct
from msgspec.structs import fields

from esquive.core.errors import DocumentError
from esquive.kaos.cards import op_codes as codes
from esquive.kaos.cards.library import TRIBES
from esquive.kaos.cards.op_codes import Circumstance, Forbidden, Malus, Op, Roll, Until
from esquive.kaos.geometry.units import length_of

Rounds = Literal["round", "next-round", "game"]  # what changes no roll cannot end with the next one
Whom = Literal["anyone", "meleien", "thanigiste", "abelberien", "shimeien", "enchantee"]
Rolls = Annotated[tuple[Roll, ...], Meta(description="The rolls it is about; none at all means every roll.")]
LastsUntil = Annotated[Until, Meta(description="How long it lasts on its target; not used in `while`.")]
LastsRounds = Annotated[Rounds, Meta(description="How long it lasts on its target; not used in `while`.")]


class Node(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """A part of a card file: frozen, and a misspelt key is an error."""


class Base(Node, frozen=True, kw_only=True, tag_field="op"):
    """An op; `whom` narrows what it does, to a target, to a bearer or to everybody, to the figures of one tribe."""

    CLAUSES: ClassVar[tuple[str, ...]] = ()
    LASTS: ClassVar[bool] = False
    NUMBER: ClassVar[int] = -1  # its place in OPS: what saves and events call it

    whom: Annotated[Whom, Meta(description="Only figures of this tribe.")] = "anyone"

    @classmethod
    def name(cls) -> str:
        """What card files call it."""
        return str(cls.__struct_config__.tag)

    @classmethod
    def things(cls, what: int) -> tuple[str, ...]:
        """The names of the rolls, the things forbidden or the maluses that a mask stands for."""
        return ()

    def at_play(self, card: str) -> Op:
        """The op as the rules read it; `card`: the id of the card it stands on."""
        whom = 0 if self.whom == "anyone" else 1 + TRIBES.index(self.whom)
        number = crc32(card.encode())
        return Op(type(self), self.what(), self.amount(), self.when_code(), self.until_code(), whom, number)

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


class Lasting(Base, frozen=True, kw_only=True):
    """A modifier that lasts, rather than something done at once."""

    LASTS: ClassVar[bool] = True


class AboutRolls(Lasting, frozen=True, kw_only=True):
    """A modifier of rolls."""

    rolls: Rolls = ()

    @classmethod
    def things(cls, what: int) -> tuple[str, ...]:
        return codes.roll_groups(what) or ("every roll",)

    def what(self) -> int:
        return codes.rolls_mask(self.rolls)


OPS: Final[list[type[Base]]] = []  # every op, in the order declared
K = TypeVar("K", bound=type[Base])


def op(kind: K) -> K:
    """Declares an op: from now on cards may use it."""
    kind.NUMBER = len(OPS)
    OPS.append(kind)
    return kind


# -------------------------------------------------------------------------------------------------------------- at once


@op
class Wounds(Base, frozen=True, kw_only=True, tag="wounds"):
    """The target suffers wounds, from which its armour is subtracted unless the op ignores it."""

    CLAUSES: ClassVar[tuple[str, ...]] = ("K18.3", "K18.6")
    wounds: Annotated[int, Meta(ge=1, le=12, description="Wounds before armour.")]
    ignores_armour: Annotated[bool, Meta(description="Armour does not count.")] = False

    def what(self) -> int:
        return int(self.ignores_armour)

    def amount(self) -> int:
        return self.wounds


@op
class Heal(Base, frozen=True, kw_only=True, tag="heal"):
    """Wounds are rubbed out on the target's life gauge."""

    CLAUSES: ClassVar[tuple[str, ...]] = ("K18.6",)
    wounds: Annotated[int, Meta(ge=1, le=12, description="Wounds healed, at most those suffered.")]

    def amount(self) -> int:
        return self.wounds


@op
class Push(Base, frozen=True, kw_only=True, tag="push"):
    """The target slides straight away from the source until something stops it; over a drop it falls."""

    CLAUSES: ClassVar[tuple[str, ...]] = ("K18.6", "R203")
    cm: Annotated[float, Meta(ge=0.5, le=10, description="How far, in centimetres.")]

    def amount(self) -> int:
        return length_of(self.cm, "cm")


@op
class Place(Base, frozen=True, kw_only=True, tag="place"):
    """The target is put down at a place chosen, where it can stand."""

    CLAUSES: ClassVar[tuple[str, ...]] = ("K6.2", "K18.6")
    cm: Annotated[float, Meta(ge=1, le=40, description="At most so far from where it stood, centre to centre.")]

    def amount(self) -> int:
        return length_of(self.cm, "cm")


@op
class Destiny(Base, frozen=True, kw_only=True, tag="destiny"):
    """The target's player gains destiny points, or loses them (never below none)."""

    CLAUSES: ClassVar[tuple[str, ...]] = ("K36.2",)
    points: Annotated[int, Meta(ge=-3, le=3, description="Points gained; below 0: lost.")]

    def amount(self) -> int:
        return self.points


@op
class Points(Base, frozen=True, kw_only=True, tag="points"):
    """The target's player gains victory points."""

    CLAUSES: ClassVar[tuple[str, ...]] = ("K1.4",)
    points: Annotated[int, Meta(ge=1, le=50, description="Victory points gained.")]

    def amount(self) -> int:
        return self.points


@op
class ExtraAction(Base, frozen=True, kw_only=True, tag="extra-action"):
    """The target plays another turn this round: it counts as not activated, its action as not used."""

    CLAUSES: ClassVar[tuple[str, ...]] = ("K7.3", "K10.3")


# ------------------------------------------------------------------------------------------------------------- lasting


@op
class Dice(AboutRolls, frozen=True, kw_only=True, tag="dice"):
    """A bonus or a malus of dice."""

    CLAUSES: ClassVar[tuple[str, ...]] = ("K16.1", "K16.2", "K16.3")
    dice: Annotated[int, Meta(ge=-4, le=4, description="Dice more, or below 0 fewer.")]
    when: Annotated[Circumstance, Meta(description="Under which circumstances.")] = "always"
    until: LastsUntil = "round"

    def amount(self) -> int:
        return self.dice


@op
class Move(Lasting, frozen=True, kw_only=True, tag="move"):
    """A longer or shorter simple move; 3 cm always remain."""

    CLAUSES: ClassVar[tuple[str, ...]] = ("K10.13",)
    cm: Annotated[float, Meta(ge=-10, le=10, description="Centimetres more, or below 0 fewer.")]
    until: LastsRounds = "round"

    def amount(self) -> int:
        return length_of(self.cm, "cm")


@op
class HalfMove(Lasting, frozen=True, kw_only=True, tag="half-move"):
    """All ground is heavy going: a simple move takes a figure half as far; 3 cm always remain."""

    CLAUSES: ClassVar[tuple[str, ...]] = ("K10.13", "K11.8")
    until: LastsRounds = "round"


@op
class Immobilise(Lasting, frozen=True, kw_only=True, tag="immobilise"):
    """The target cannot move, not even 3 cm."""

    CLAUSES: ClassVar[tuple[str, ...]] = ("K10.14",)
    until: LastsRounds = "round"


@op
class Armour(Lasting, frozen=True, kw_only=True, tag="armour"):
    """More or less armour."""

    CLAUSES: ClassVar[tuple[str, ...]] = ("K18.3", "K18.6")
    armour: Annotated[int, Meta(ge=-4, le=4, description="Points more, or below 0 fewer; never below none in all.")]
    until: LastsRounds = "round"

    def amount(self) -> int:
        return self.armour


@op
class Forbid(Lasting, frozen=True, kw_only=True, tag="forbid"):
    """The target may not do something."""

    CLAUSES: ClassVar[tuple[str, ...]] = ("K16.3", "K8.9")
    what_not: Annotated[tuple[Forbidden, ...], Meta(min_length=1, description="What it may not do.")]
    until: LastsRounds = "round"

    @classmethod
    def things(cls, what: int) -> tuple[str, ...]:
        return codes.names_of(what, codes.FORBIDDEN)

    def what(self) -> int:
        return codes.mask_of(self.what_not, codes.FORBIDDEN)


@op
class Ignore(Lasting, frozen=True, kw_only=True, tag="ignore"):
    """Maluses that do not count for the target."""

    CLAUSES: ClassVar[tuple[str, ...]] = ("K16.3",)
    maluses: Annotated[tuple[Malus, ...], Meta(min_length=1, description="The maluses ignored.")]
    until: LastsRounds = "round"

    @classmethod
    def things(cls, what: int) -> tuple[str, ...]:
        return codes.names_of(what, codes.MALUSES)

    def what(self) -> int:
        return codes.mask_of(self.maluses, codes.MALUSES)


@op
class Needed(AboutRolls, frozen=True, kw_only=True, tag="needed"):
    """Another value than 4 is needed for a success."""

    CLAUSES: ClassVar[tuple[str, ...]] = ("K17.8",)
    value: Annotated[int, Meta(ge=2, le=6, description="What a die must show, at least.")]
    until: LastsUntil = "round"

    def amount(self) -> int:
        return self.value


@op
class Reroll(AboutRolls, frozen=True, kw_only=True, tag="reroll"):
    """The dice that show a failure are rolled once more, as with a destiny point that costs nothing."""

    CLAUSES: ClassVar[tuple[str, ...]] = ("K18.6", "K36.4")
    until: LastsUntil = "next-roll"


@op
class Sight(Lasting, frozen=True, kw_only=True, tag="sight"):
    """Nobody sees farther than this while the event lasts."""

    CLAUSES: ClassVar[tuple[str, ...]] = ("K23.8", "K33.15")
    cm: Annotated[float, Meta(ge=5, le=60, description="The farthest anybody sees, base to base.")]

    def amount(self) -> int:
        return length_of(self.cm, "cm")


if TYPE_CHECKING:
    AnyOp: TypeAlias = Base
    LastingOp: TypeAlias = Base
    Standing: TypeAlias = Base
else:
    # What ends by itself may be laid on a figure; what does not holds as long as the card it is printed on.
    LastingOp = reduce(or_, (kind for kind in OPS if "until" in kind.__struct_fields__))
    AnyOp = reduce(or_, (kind for kind in OPS if not kind.LASTS or "until" in kind.__struct_fields__))
    Standing = reduce(or_, (kind for kind in OPS if kind.LASTS))


def at_play(ops: tuple[Base, ...], card: str) -> tuple[Op, ...]:
    """The ops of a card as the rules read them."""
    return tuple(one.at_play(card) for one in ops)


def op_of_code(code: Sequence[int]) -> Op:
    """The op that `Op.code` wrote; raises DocumentError for numbers that are none."""
    if len(code) != len(Op.__struct_fields__) or not 0 <= code[0] < len(OPS):
        raise DocumentError(f"{list(code)} is no op", "code", f"a kind from 0 to {len(OPS) - 1} and six whole numbers")
    return Op(OPS[code[0]], *code[1:])


# ----------------------------------------------------------------------------------------------------------- reference


def reference() -> list[dict[str, Any]]:
    """Every op: its name, meaning, clauses, where it may stand, and its fields with meaning and default.

    JSON-able; one entry an op with the keys `op meaning clauses lasts fields`.
    """
    found: list[dict[str, Any]] = []
    for kind in OPS:
        name = kind.name()
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
                "lasts": kind.LASTS,
                "fields": rows,
            }
        )
    return found


def _meaning(hint: Any) -> str:
    for note in getattr(hint, "__metadata__", ()):
        if isinstance(note, Meta) and note.description:
            return note.description
    raise DocumentError(f"a field of an op has no meaning: {hint}", "effects.ops", "describe it where it is declared")
