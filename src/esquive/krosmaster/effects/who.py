"""Who, how much, and under which condition: the parts that every op is built from.

Selectors, amounts and conditions are small frozen trees, declared once; `effects.selectors` evaluates them.
Strings are never parsed.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

Stat = Literal["ap", "mp", "range"]
Gauge = Literal["ap", "mp"]
Element = Literal["water", "air", "earth", "fire", "neutral"]
Slug = Annotated[str, Meta(pattern="^[a-z0-9]+(-[a-z0-9]+)*$", max_length=64)]
Small = Annotated[int, Meta(ge=-20, le=20)]
Count = Annotated[int, Meta(ge=0, le=40)]
Cells = Annotated[int, Meta(ge=1, le=12)]

Keyword = Literal[
    "critical-hit",
    "armour",
    "lock",
    "dodge",
    "resistance-water",
    "resistance-air",
    "resistance-earth",
    "resistance-fire",
    "resistance-water-air-earth-fire",
    "immune",
    "itty-bitty",
    "obstructive",
    "counter",
    "heal",
    "unfazed",
    "interior-fire",
    "chance",
    "agility",
    "strength",
    "intelligence",
    "wisdom",
    "prospecting",
    "crafter",
    "farmer",
    "loot",
    "wear",
    "profanation",
]


class Node(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """A part of an effect: frozen, and a misspelt key is an error."""


# ---------------------------------------------------------------------------------------------------------------- who


class Selector(Node, frozen=True):
    """Who: a starting set of units, narrowed by filters [KA 4.18.2.c] [KA 4.18.2.d] [KA 4.18.9].

    `self` is the owner of the effect, `targets` every target of the spell, `main` the units of the main target cell,
    `subject` the other unit of the event that triggered a power, `units` every unit in play.
    """

    who: Literal["self", "targets", "main", "subject", "units"] = "targets"
    side: Literal["any", "ally", "enemy"] = "any"
    kind: Literal["any", "krosmaster", "summon", "character", "mechanism", "mob"] = "any"
    type: Slug | None = None
    not_type: Slug | None = None
    adjacent_to: Literal["self", "target", "subject"] | None = None
    other: bool = False
    min_level: Count | None = None
    max_level: Count | None = None
    choose: bool = False


TARGETS = Selector()
SELF = Selector(who="self")
MAIN = Selector(who="main")


# ----------------------------------------------------------------------------------------------------- how much, when


class PerUnit(Node, tag_field="per", tag="unit", frozen=True):
    """`x` for each unit selected."""

    of: Selector
    x: Small = 1


class PerInjury(Node, tag_field="per", tag="injuries", frozen=True):
    """`x` for every `every` injuries on the owner."""

    every: Annotated[int, Meta(ge=1, le=20)] = 1
    x: Small = 1


class PerUnspent(Node, tag_field="per", tag="unspent", frozen=True):
    """`x` for each AP and each MP left in the caster's gauges."""

    x: Small = 1


class PerCritical(Node, tag_field="per", tag="critical-successes", frozen=True):
    """`x` for each success of the Critical Hit roll; only in Step 6."""

    x: Small = 1


class PerKama(Node, tag_field="per", tag="kamas", frozen=True):
    """`x` for every `every` Kamas in the stock of the owner's player, at most `max`."""

    every: Annotated[int, Meta(ge=1, le=20)] = 1
    x: Small = 1
    max: Count = 40


Amount = Small | PerUnit | PerInjury | PerUnspent | PerCritical | PerKama


class CountIs(Node, tag_field="is", tag="count", frozen=True):
    """The number of selected units lies between `min` and `max`."""

    of: Selector
    min: Count = 1
    max: Count | None = None


class InjuriesAre(Node, tag_field="is", tag="injuries", frozen=True):
    """The owner has between `min` and `max` injuries."""

    min: Count = 0
    max: Count | None = None


class InTerritory(Node, tag_field="is", tag="in-opponent-territory", frozen=True):
    """The owner stands in the opponent's territory [KA 4.20.1]."""


class IsAligned(Node, tag_field="is", tag="aligned", frozen=True):
    """The main target lies on the caster's row or column [KA 7.5.21.a]."""


class AvengersAre(Node, tag_field="is", tag="avengers", frozen=True):
    """At least `x` Avengers of either side are in the arena: Retribution [KA 4.9.19.a]."""

    x: Count


class VillainsAre(Node, tag_field="is", tag="villains", frozen=True):
    """At least `x` Villains of either side are in the arena: Revenge [KA 4.9.20.a]."""

    x: Count


class InflictedThisTurn(Node, tag_field="is", tag="inflicted-this-turn", frozen=True):
    """The owner inflicted at least one injury during this turn [KA 4.18.2.b], on a unit selected by `on`."""

    on: Selector = Selector(who="units")


class HasMarkers(Node, tag_field="is", tag="has-markers", frozen=True):
    """Each unit looked at has +1 (`sign` 1) or -1 (`sign` -1) markers of the stat; `no` turns it round."""

    stat: Stat
    sign: Literal[1, -1] = 1
    no: bool = False


class FirstCast(Node, tag_field="is", tag="first-cast", frozen=True):
    """This is the first time this turn that the caster casts this spell (`any` spell of the kind when `attack`)."""

    spells: Literal["this", "attack"] = "this"


class OnCrate(Node, tag_field="is", tag="on-crate", frozen=True):
    """The owner stands on a Crate."""


class Not(Node, tag_field="is", tag="not", frozen=True):
    """The condition does not hold."""

    that: "Condition"


class All(Node, tag_field="is", tag="all", frozen=True):
    """Every condition holds."""

    of: Annotated[tuple["Condition", ...], Meta(min_length=1, max_length=6)]


class AnyOf(Node, tag_field="is", tag="any", frozen=True):
    """At least one condition holds."""

    of: Annotated[tuple["Condition", ...], Meta(min_length=1, max_length=6)]


Condition = (
    CountIs
    | InjuriesAre
    | InTerritory
    | IsAligned
    | AvengersAre
    | VillainsAre
    | InflictedThisTurn
    | HasMarkers
    | FirstCast
    | OnCrate
    | Not
    | All
    | AnyOf
)
