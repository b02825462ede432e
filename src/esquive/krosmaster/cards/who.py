"""Who, how much, and under which condition: the parts that every op is built from.

Selectors, amounts and conditions are small frozen trees, declared once; `effects.selectors` evaluates them.
Strings are never parsed.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

Stat = Literal["ap", "mp", "range"]
Gauge = Literal["ap", "mp"]
Side = Literal["any", "ally", "enemy", "allied-unit"]
Element = Literal["water", "air", "earth", "fire", "neutral"]
Slug = Annotated[str, Meta(pattern="^[a-z0-9]+(-[a-z0-9]+)*$", max_length=64)]
Small = Annotated[int, Meta(ge=-20, le=20)]
Count = Annotated[int, Meta(ge=0, le=40)]
Cells = Annotated[int, Meta(ge=1, le=12)]
Every = Annotated[int, Meta(ge=1, le=20)]

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
    "fragility",
    "temper",
    "blindness",
    "freezing",
    "snowshoes",
    "unsnowshoes",
    "frost-acceleration",
    "frost-slowing",
]


class Node(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """A part of an effect: frozen, and a misspelt key is an error."""


# ---------------------------------------------------------------------------------------------------------------- who


class Selector(Node, frozen=True):
    """Who: a starting set of units, narrowed by filters [KA 4.18.2.c] [KA 4.18.2.d] [KA 4.18.9].

    `self` is the owner of the effect, `targets` every target of the spell, `main` the units of the main target cell,
    `subject` the other unit of the event that triggered a power (or the unit that `with` is about), `units` every
    unit in play. `or_self` lets the owner pass whatever the filters say; `began_beside` means the active unit when its
    turn began on a cell adjacent to the owner; `adjacent_to = "left"` looks from the cell that a piece has just left;
    `plays_next` means, of those that pass all other filters, the first in the Timeline after the owner, round and
    round; `apart` is the exact distance from the target. Of the owner's side, an `ally` is a character in release 2.2
    and an `allied-unit` any piece; in 2.7 both mean the same [KA 4.4.1] [KA 4.4.3].
    """

    who: Literal["self", "targets", "main", "subject", "units"] = "targets"
    side: Side = "any"
    kind: Literal["any", "krosmaster", "summon", "character", "mechanism", "mob"] = "any"
    type: Slug | None = None
    not_type: Slug | None = None
    adjacent_to: Literal["self", "target", "subject", "left"] | None = None
    aligned_with: Literal["self", "target", "subject"] | None = None
    other: bool = False
    not_subject: bool = False
    or_self: bool = False
    min_level: Count | None = None
    max_level: Count | None = None
    highest: bool = False
    without_markers: Stat | None = None
    weakened: Stat | None = None
    power: Keyword | None = None
    knows: Literal["water", "air", "earth", "fire", "neutral", "spell"] | None = None
    own: bool = False
    began_beside: bool = False
    beside: Slug | None = None
    marked: bool = False
    plays_next: bool = False
    apart: Count | None = None
    choose: bool = False


TARGETS = Selector()
SELF = Selector(who="self")
MAIN = Selector(who="main")


# ----------------------------------------------------------------------------------------------------- how much, when


class PerUnit(Node, tag_field="per", tag="unit", frozen=True):
    """`x` for every `every` units selected, at most `max` times; with `distinct`, equal cards or tokens are one."""

    of: Selector
    every: Every = 1
    max: Count = 40
    distinct: bool = False
    x: Small = 1


class PerInjury(Node, tag_field="per", tag="injuries", frozen=True):
    """`x` for every `every` injuries on the unit `of` selects, the target looked at if it selects targets."""

    every: Every = 1
    of: Selector = SELF
    x: Small = 1


class PerMarker(Node, tag_field="per", tag="markers", frozen=True):
    """`x` for each +1 marker of the stats on the unit `of` selects, the target looked at if it selects targets."""

    stats: tuple[Stat, ...] = ("ap", "mp")
    of: Selector = TARGETS
    x: Small = 1


class PerUnspent(Node, tag_field="per", tag="unspent", frozen=True):
    """`x` for each point left in the caster's gauges named; in a later step of a spell, once its cost was paid."""

    stats: tuple[Gauge, ...] = ("ap", "mp")
    x: Small = 1


class PerCell(Node, tag_field="per", tag="distance", frozen=True):
    """`x` for each cell of distance between the caster and the target looked at [KA 4.15.1]."""

    x: Small = 1


class PerRange(Node, tag_field="per", tag="max-range", frozen=True):
    """`x` for each cell of the MAX range that the spell being cast had as it was cast [KA 4.15.7]."""

    x: Small = 1


class PerKo(Node, tag_field="per", tag="ko", frozen=True):
    """`x` for each Krosmaster of the owner's side that has been KO'd and is out of play."""

    x: Small = 1


class IfCritical(Node, tag_field="per", tag="critical-roll", frozen=True):
    """`x` if the Critical Hit roll has a success (`no`: if it has none); only in Step 6."""

    no: bool = False
    x: Small = 1


class PerCritical(Node, tag_field="per", tag="critical-successes", frozen=True):
    """`x` for each success of the Critical Hit roll; only in Step 6."""

    x: Small = 1


class PerKama(Node, tag_field="per", tag="kamas", frozen=True):
    """`x` for every `every` Kamas in the stock of the owner's player, at most `max`."""

    every: Every = 1
    x: Small = 1
    max: Count = 40


class PerReward(Node, tag_field="per", tag="rewards", frozen=True):
    """`x` for each Demonic Reward that the owner holds, face up or face down [KA 4.7.9]."""

    x: Small = 1


Amount = (
    Small
    | PerUnit
    | PerInjury
    | PerMarker
    | PerUnspent
    | PerCell
    | PerRange
    | PerKo
    | PerCritical
    | IfCritical
    | PerKama
    | PerReward
)


class CountIs(Node, tag_field="is", tag="count", frozen=True):
    """The number of selected units lies between `min` and `max`."""

    of: Selector
    min: Count = 1
    max: Count | None = None


class InjuriesAre(Node, tag_field="is", tag="injuries", frozen=True):
    """Some unit that `of` selects, by default the owner, has between `min` and `max` injuries."""

    min: Count = 0
    max: Count | None = None
    of: Selector = SELF


class InTerritory(Node, tag_field="is", tag="in-opponent-territory", frozen=True):
    """Some unit that `of` selects, by default the owner, stands in the opponent's territory [KA 4.20.1]."""

    of: Selector = SELF


class IsAligned(Node, tag_field="is", tag="aligned", frozen=True):
    """The main target lies on the caster's row or column [KA 7.5.21.a]."""


class AvengersAre(Node, tag_field="is", tag="avengers", frozen=True):
    """At least `x` Avengers of either side are in the arena: Retribution [KA 4.9.19.a]."""

    x: Count


class VillainsAre(Node, tag_field="is", tag="villains", frozen=True):
    """At least `x` Villains of either side are in the arena: Revenge [KA 4.9.20.a]."""

    x: Count


class InflictedThisTurn(Node, tag_field="is", tag="inflicted-this-turn", frozen=True):
    """The owner inflicted at least one injury during this turn [KA 4.18.2.b], on a unit selected by `on`.

    With `by` it is any unit selected there that did; `turn = "player"` looks at the player's whole turn [Ruling R47].
    """

    on: Selector = Selector(who="units")
    by: Selector = SELF
    turn: Literal["unit", "player"] = "unit"


class HasMarkers(Node, tag_field="is", tag="has-markers", frozen=True):
    """Some unit that `of` selects has +1 (`sign` 1), -1 (-1) or any (0) markers of the stat; `no`: none has."""

    stat: Stat
    sign: Literal[1, -1, 0] = 1
    no: bool = False
    of: Selector = SELF


class FirstCast(Node, tag_field="is", tag="first-cast", frozen=True):
    """This is the first time this turn that the caster casts this spell (`any` spell of the kind when `attack`)."""

    spells: Literal["this", "attack"] = "this"


class OnCrate(Node, tag_field="is", tag="on-crate", frozen=True):
    """The owner stands on a Crate."""


class Prosecution(Node, tag_field="is", tag="prosecution", frozen=True):
    """The owner's team began the fight with at least `x` Avengers of different names, wherever they are now."""

    x: Count


class FewerKamas(Node, tag_field="is", tag="fewer-kamas", frozen=True):
    """The owner's player has fewer Kamas in stock than some opponent [KA 4.5.1]."""


class TurnOf(Node, tag_field="is", tag="turn", frozen=True):
    """It is the turn of the owner's player, or that of an opponent; a partner's turn is neither."""

    whose: Literal["own", "opponent"] = "own"


class FirstTurn(Node, tag_field="is", tag="first-turn", frozen=True):
    """The owner's player takes the first turn of the fight."""


class Displaced(Node, tag_field="is", tag="displaced", frozen=True):
    """The displacement or placing that this effect has just tried did move a piece [KA 7.5.9.b] [KA 4.18.5]."""


class IsKoed(Node, tag_field="is", tag="koed", frozen=True):
    """The owner has been KO'd, or is out of play."""


class Idle(Node, tag_field="is", tag="idle", frozen=True):
    """It is the owner's turn, in which it has neither left its cell nor spent AP or MP [Ruling R149]."""


class TargetedThisTurn(Node, tag_field="is", tag="targeted-this-turn", frozen=True):
    """A spell of the active unit has targeted `min` different units, or more, that `of` selects, in its turn."""

    spell: Slug
    min: Every
    of: Selector = Selector(who="units", side="enemy")


class DemonTarget(Node, tag_field="is", tag="demon-target", frozen=True):
    """The main target cell is a Demon cell [KA 4.17.1]."""


class Turned(Node, tag_field="is", tag="turned", frozen=True):
    """The owner's card has been turned at least once in this fight [Ruling R160]."""


class LowerInitiative(Node, tag_field="is", tag="lower-initiative", frozen=True):
    """Some Krosmaster that `of` selects, by default the target looked at, has a lower Initiative than the owner."""

    of: Selector = TARGETS


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
    | Prosecution
    | FewerKamas
    | TurnOf
    | FirstTurn
    | Displaced
    | IsKoed
    | Idle
    | TargetedThisTurn
    | DemonTarget
    | Turned
    | LowerInitiative
    | Not
    | All
    | AnyOf
)
