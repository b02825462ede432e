"""Continuous effects, which hold as long as their condition does, and the events that set powers off [KA 4.18.4]."""

from typing import Annotated, Literal

from msgspec import Meta

from esquive.krosmaster.cards.ops.branching import Op
from esquive.krosmaster.cards.who import (
    SELF,
    TARGETS,
    Amount,
    Condition,
    Count,
    Element,
    Gauge,
    Keyword,
    Node,
    Selector,
    Slug,
    Small,
)


class ContinuousOp(Node, tag_field="op", frozen=True):
    """A continuous effect that holds while its condition does."""


class HavePowers(ContinuousOp, tag="have-powers", frozen=True):
    """Each selected unit has these keyword powers [KA 4.18.4.a]."""

    powers: Annotated[tuple[Keyword, ...], Meta(min_length=1, max_length=8)]
    to: Selector = SELF


class CopyPowers(ContinuousOp, tag="copy-powers", frozen=True):
    """The owner has every power of the other units meant, as if they were printed with its name [KA 4.18.8].

    They are gained and lost as those units come, go, gain and lose them [KA 4.18.4.f]; one of a name it already has,
    or has from a unit that came earlier, is not gained [KA 4.9.1].
    """

    side: Literal["any", "ally", "enemy"] = "any"
    kind: Literal["any", "krosmaster", "summon", "character", "mechanism", "mob"] = "any"
    type: Slug | None = None


class HaveTypes(ContinuousOp, tag="have-types", frozen=True):
    """The owner has every type printed on the other units meant, besides its own [KA 4.18.9]."""

    side: Literal["any", "ally", "enemy"] = "any"
    kind: Literal["any", "krosmaster", "summon", "character", "mechanism", "mob"] = "krosmaster"


class HaveNoPowers(ContinuousOp, tag="have-no-powers", frozen=True):
    """Each selected unit loses all its powers, which goes before any gain [KA 4.18.4.g].

    With `keep_same` it keeps a power of the same id as this one.
    """

    to: Selector
    keep_same: bool = False


class StatBonus(ContinuousOp, tag="stat-bonus", frozen=True):
    """`x` more MAX AP, MAX MP, HP, or MAX range of alterable spells [KA 4.11.2] [KA 4.15.7]."""

    stat: Literal["ap", "mp", "hp", "range"]
    x: Amount
    to: Selector = SELF


class DamageBonus(ContinuousOp, tag="damage-bonus", frozen=True):
    """The unit's Attack spells (of the element, if named) deal `x` more to each target selected by `against`."""

    x: Amount
    element: Element | None = None
    spells: Literal["all", "first-attack"] = "all"
    to: Selector = SELF
    against: Selector = TARGETS


class DamageReduction(ContinuousOp, tag="damage-reduction", frozen=True):
    """Spells (of the element, if named) deal `x` less to the unit [KA 7.2.7.c]."""

    x: Small
    element: Element | None = None
    to: Selector = SELF


class HealBonus(ContinuousOp, tag="heal-bonus", frozen=True):
    """The unit's Healing spells heal `x` more [KA 7.3.2.b]."""

    x: Amount
    to: Selector = SELF


class CostBonus(ContinuousOp, tag="cost-bonus", frozen=True):
    """The spells of each selected unit cost `x` more AP or MP (less when negative), never below 0 [KA 4.8.1]."""

    stat: Gauge
    x: Small
    to: Selector = SELF


class InjuryCap(ContinuousOp, tag="injury-cap", frozen=True):
    """One spell or effect places (and heals, if `heal`) at most `x` injuries on the unit [KA 7.2.8.d].

    With `in_spells` it is a spell that is limited, its additional effects included, and nothing else.
    """

    x: Count
    heal: bool = False
    in_spells: bool = False
    to: Selector = SELF


class PunchEffect(ContinuousOp, tag="punch-effect", frozen=True):
    """The Punch spell gets these additional effects and costs 1 AP less [KA 4.7.11.e] [KA 4.7.11.f]."""

    do: Annotated[tuple[Op, ...], Meta(min_length=1, max_length=4)]


class SpellEffects(ContinuousOp, tag="spell-effects", frozen=True):
    """The owner's Attack spells, Punch included, get these additional effects after their own [KA 7.2.4.a]."""

    do: Annotated[tuple[Op, ...], Meta(min_length=1, max_length=4)]


class NoHealing(ContinuousOp, tag="no-healing", frozen=True):
    """Injuries of the selected units can neither be removed nor exchanged [KA 1.5.2]."""

    to: Selector


class Spared(ContinuousOp, tag="spared", frozen=True):
    """Units selected by `by` may not cast a spell that would target this unit: one more prerequisite [KA 7.1.7]."""

    by: Selector


class Unseen(ContinuousOp, tag="unseen", frozen=True):
    """Does not block sight for characters that are not adjacent, which cannot injure it either."""


class ModifierUnimplemented(ContinuousOp, tag="unimplemented", frozen=True):
    """What cannot be expressed yet as a continuous effect: barred from play and counted."""

    note: Annotated[str, Meta(min_length=3, max_length=300)]


Modifier = (
    HavePowers
    | CopyPowers
    | HaveTypes
    | HaveNoPowers
    | StatBonus
    | DamageBonus
    | DamageReduction
    | HealBonus
    | CostBonus
    | InjuryCap
    | PunchEffect
    | SpellEffects
    | NoHealing
    | Spared
    | Unseen
    | ModifierUnimplemented
)

Trigger = Literal[
    "start-of-fight",
    "start-of-own-turn",
    "end-of-own-turn",
    "start-of-summoner-turn",
    "inflicts-injuries",
    "suffers-injuries",
    "ally-suffers-injuries",
    "koes",
    "is-koed",
    "unit-is-koed",
    "own-lock-roll",
    "unit-leaves-adjacent",
    "reveals-reward",
    "casts",
    "targets",
    "is-targeted",
    "unit-gains-ap-marker",
]


class While(Node, frozen=True):
    """A continuous effect: its modifiers hold whenever the condition does [KA 4.18.4.e]."""

    give: Annotated[tuple[Modifier, ...], Meta(min_length=1, max_length=6)]
    that: Condition | None = None
