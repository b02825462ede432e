"""Continuous effects, which hold as long as their condition does, and the events that set powers off [KA 4.18.4]."""

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Annotated, ClassVar, Final, Literal

from msgspec import Meta

from esquive.krosmaster.cards.ops.branching import Op, declared
from esquive.krosmaster.cards.who import (
    SELF,
    TARGETS,
    Amount,
    Condition,
    Count,
    Element,
    Every,
    Gauge,
    Keyword,
    Node,
    Selector,
    Side,
    Slug,
    Small,
)

# Kinds of continuous effects, which states index them by: each class says its own.
M_POWERS: Final = 0
M_NO_POWERS: Final = 1
M_STAT: Final = 2
M_DAMAGE: Final = 3
M_REDUCTION: Final = 4
M_HEAL: Final = 5
M_COST: Final = 6
M_CAP: Final = 7
M_PUNCH: Final = 8
M_UNSEEN: Final = 9
M_SPELL_EFFECTS: Final = 10
M_NO_HEALING: Final = 11
M_HP: Final = 12  # stat bonuses of HP, apart from the others: HP are looked at far more often
M_SPARED: Final = 13
M_TYPES: Final = 14
M_NO_SIGHT: Final = 15
M_DUEL: Final = 16
M_DICE: Final = 17
M_FACES: Final = 18
M_AGAIN: Final = 19
M_ROOM: Final = 20
M_SURVIVES: Final = 21
M_CLAIMS: Final = 22
M_SCREENS: Final = 23
M_LACKS: Final = 24
M_ROLL: Final = 25
M_RECRUIT: Final = 26
M_SHIELD: Final = 27
M_PAYS: Final = 28
M_CLEAR: Final = 29
M_GUESS: Final = 30
M_INSTEAD: Final = 31
M_INITIATIVE: Final = 32
MODIFIER_KINDS: Final = 33


Roll = Literal["critical", "armour", "lock", "dodge"]


class ContinuousOp(Node, tag_field="op", frozen=True):
    """A continuous effect that holds while its condition does."""

    KIND: ClassVar[int] = -1


class HavePowers(ContinuousOp, tag="have-powers", frozen=True):
    """Each selected unit has these keyword powers [KA 4.18.4.a]."""

    KIND: ClassVar[int] = M_POWERS

    powers: Annotated[tuple[Keyword, ...], Meta(min_length=1, max_length=8)]
    to: Selector = SELF


class CopyPowers(ContinuousOp, tag="copy-powers", frozen=True):
    """The owner has every power of the other units meant, as if they were printed with its name [KA 4.18.8].

    They are gained and lost as those units come, go, gain and lose them [KA 4.18.4.f]; one of a name it already has,
    or has from a unit that came earlier, is not gained [KA 4.9.1].
    """

    KIND: ClassVar[int] = M_POWERS  # so that games without a copier need not ask for one

    side: Side = "any"
    kind: Literal["any", "krosmaster", "summon", "character", "mechanism", "mob"] = "any"
    type: Slug | None = None


class HaveTypes(ContinuousOp, tag="have-types", frozen=True):
    """The owner has every type printed on the other units meant, besides its own [KA 4.18.9]."""

    KIND: ClassVar[int] = M_TYPES

    side: Side = "any"
    kind: Literal["any", "krosmaster", "summon", "character", "mechanism", "mob"] = "krosmaster"


class GiveTypes(ContinuousOp, tag="give-types", frozen=True):
    """The pieces of a kind of the owner's player count as these types too, besides their own [KA 4.18.9]."""

    KIND: ClassVar[int] = M_TYPES

    types: Annotated[tuple[Slug, ...], Meta(min_length=1, max_length=4)]
    kind: Literal["any", "krosmaster", "summon", "character", "mechanism", "mob"] = "krosmaster"


class HaveNoPowers(ContinuousOp, tag="have-no-powers", frozen=True):
    """Each selected unit loses all its powers, which goes before any gain [KA 4.18.4.g].

    With `keep_same` it keeps a power of the same id as this one.
    """

    KIND: ClassVar[int] = M_NO_POWERS

    to: Selector
    keep_same: bool = False


class StatBonus(ContinuousOp, tag="stat-bonus", frozen=True):
    """`x` more MAX AP, MAX MP, HP, or MAX range of alterable spells [KA 4.11.2] [KA 4.15.7]."""

    KIND: ClassVar[int] = M_STAT

    stat: Literal["ap", "mp", "hp", "range"]
    x: Amount
    to: Selector = SELF


class DamageBonus(ContinuousOp, tag="damage-bonus", frozen=True):
    """The unit's Attack spells (of the element, if named) deal `x` more to each target selected by `against`."""

    KIND: ClassVar[int] = M_DAMAGE

    x: Amount
    element: Element | None = None
    spells: Literal["all", "first-attack"] = "all"
    to: Selector = SELF
    against: Selector = TARGETS


class DamageReduction(ContinuousOp, tag="damage-reduction", frozen=True):
    """Spells (of the element, if named) deal `x` less to the unit [KA 7.2.7.c]."""

    KIND: ClassVar[int] = M_REDUCTION

    x: Small
    element: Element | None = None
    to: Selector = SELF


class HealBonus(ContinuousOp, tag="heal-bonus", frozen=True):
    """The unit's Healing spells heal `x` more [KA 7.3.2.b]."""

    KIND: ClassVar[int] = M_HEAL

    x: Amount
    to: Selector = SELF


class CostBonus(ContinuousOp, tag="cost-bonus", frozen=True):
    """The spells of each selected unit cost `x` more AP or MP (less when negative), never below 0 [KA 4.8.1]."""

    KIND: ClassVar[int] = M_COST

    stat: Gauge
    x: Small
    to: Selector = SELF


class InjuryCap(ContinuousOp, tag="injury-cap", frozen=True):
    """One spell or effect places (and heals, if `heal`) at most `x` injuries on the unit [KA 7.2.8.d].

    With `in_spells` it is a spell that is limited, its additional effects included, and nothing else.
    """

    KIND: ClassVar[int] = M_CAP

    x: Count
    heal: bool = False
    in_spells: bool = False
    to: Selector = SELF


class PunchEffect(ContinuousOp, tag="punch-effect", frozen=True):
    """The Punch spell gets these additional effects and costs 1 AP less [KA 4.7.11.e] [KA 4.7.11.f]."""

    KIND: ClassVar[int] = M_PUNCH

    do: Annotated[tuple[Op, ...], Meta(min_length=1, max_length=4)]


class SpellEffects(ContinuousOp, tag="spell-effects", frozen=True):
    """The owner's Attack spells, Punch included, get these additional effects after their own [KA 7.2.4.a]."""

    KIND: ClassVar[int] = M_SPELL_EFFECTS

    do: Annotated[tuple[Op, ...], Meta(min_length=1, max_length=4)]


class NoHealing(ContinuousOp, tag="no-healing", frozen=True):
    """Injuries of the selected units can neither be removed nor exchanged [KA 1.5.2]."""

    KIND: ClassVar[int] = M_NO_HEALING

    to: Selector


class Spared(ContinuousOp, tag="spared", frozen=True):
    """Units selected by `by` may not cast a spell that would target this unit: one more prerequisite [KA 7.1.7]."""

    KIND: ClassVar[int] = M_SPARED

    by: Selector


class Unseen(ContinuousOp, tag="unseen", frozen=True):
    """Does not block sight for characters that are not adjacent, which cannot injure it either."""

    KIND: ClassVar[int] = M_UNSEEN


class NoSightNeeded(ContinuousOp, tag="no-sight-needed", frozen=True):
    """The owner's spells (the one named alone) need no line of sight to the cells of units selected by `against`.

    A card against the rule [KA 1.5.1] [KA 7.1.6.a].
    """

    KIND: ClassVar[int] = M_NO_SIGHT

    against: Selector
    spell: Slug | None = None


class PowersAgainst(ContinuousOp, tag="powers-against", frozen=True):
    """The owner has these keyword powers in rolls that it makes against units selected by `against` [Ruling R132]."""

    KIND: ClassVar[int] = M_DUEL

    powers: Annotated[tuple[Keyword, ...], Meta(min_length=1, max_length=8)]
    against: Selector


class DiceInstead(ContinuousOp, tag="dice-instead", frozen=True):
    """Where the owner would roll `least` dice or more for Critical, Armour, Lock or Dodge, it rolls `dice` [KA 1.5.1].

    Whatever else changes their number comes before [Ruling R133].
    """

    KIND: ClassVar[int] = M_DICE

    least: Every
    dice: Every


class AlsoSuccess(ContinuousOp, tag="also-success", frozen=True):
    """Dice on `face`, or that can be turned to it, are successes of the owner's rolls of these kinds [Ruling R134]."""

    KIND: ClassVar[int] = M_FACES

    face: Roll
    rolls: Annotated[tuple[Roll, ...], Meta(min_length=1, max_length=4)]


class RollAgain(ContinuousOp, tag="roll-again", frozen=True):
    """When a die of the owner's Critical, Armour, Lock or Dodge roll fails, it rolls them all again [Ruling R135]."""

    KIND: ClassVar[int] = M_AGAIN


class AnyNumberOfRewards(ContinuousOp, tag="any-number-of-rewards", frozen=True):
    """The owner may hold any number of Demonic Rewards: its level is no limit [KA 1.5.1] [KA 4.7.9]."""

    KIND: ClassVar[int] = M_ROOM


class SurvivesKo(ContinuousOp, tag="survives-ko", frozen=True):
    """When the owner is KO'd the opponent gains its GG; it stays in play, without injuries [KA 1.5.1] [Ruling R138]."""

    KIND: ClassVar[int] = M_SURVIVES


class MustBeTargeted(ContinuousOp, tag="must-be-targeted", frozen=True):
    """Units selected by `by` may cast only spells that target the owner: one more prerequisite [KA 7.1.7]."""

    KIND: ClassVar[int] = M_CLAIMS

    by: Selector


class Screens(ContinuousOp, tag="screens", frozen=True):
    """The selected units block lines of sight of the units adjacent to them [KA 1.5.1] [Ruling R141]."""

    KIND: ClassVar[int] = M_SCREENS

    to: Selector


class LackPowers(ContinuousOp, tag="lack-powers", frozen=True):
    """Each selected unit is without these keyword powers, whatever gives them: a loss goes first [KA 4.18.4.g]."""

    KIND: ClassVar[int] = M_LACKS

    powers: Annotated[tuple[Keyword, ...], Meta(min_length=1, max_length=8)]
    to: Selector


class RollBonus(ContinuousOp, tag="roll-bonus", frozen=True):
    """Each selected unit rolls `x` dice more for these rolls (fewer when negative), never below 0 [Ruling R142]."""

    KIND: ClassVar[int] = M_ROLL

    x: Small
    rolls: Annotated[tuple[Roll, ...], Meta(min_length=1, max_length=4)]
    to: Selector = SELF


class Recruit(ContinuousOp, tag="recruit", frozen=True):
    """A team with the owner may have one Krosmaster of this type and level more than its levels allow [Ruling R143].

    Without it the team has fewer than `below` Krosmasters, `least` of them or more of this type [KA 1.1.1.b].
    """

    KIND: ClassVar[int] = M_RECRUIT

    type: Slug
    level: Every
    least: Every
    below: Every


class MarkerShield(ContinuousOp, tag="marker-shield", frozen=True):
    """When a bearer of the owner's special marker would suffer injuries, the marker goes instead [Ruling R144]."""

    KIND: ClassVar[int] = M_SHIELD


class KamasForInjuries(ContinuousOp, tag="kamas-for-injuries", frozen=True):
    """Of more than `left` injuries at a time its player pays for the rest, a Kama each [Ruling R145]."""

    KIND: ClassVar[int] = M_PAYS

    left: Every


class SeesThrough(ContinuousOp, tag="sees-through", frozen=True):
    """The selected units do not block lines of sight of the owner [KA 1.5.1] [Ruling R151]."""

    KIND: ClassVar[int] = M_CLEAR

    to: Selector


class GuessesRewards(ContinuousOp, tag="guesses-rewards", frozen=True):
    """Before a Demonic Reward that the owner buys face down is looked at, its player names a kind: `x` Kamas if right.

    [KA 4.7.5] [Ruling R155]
    """

    KIND: ClassVar[int] = M_GUESS

    x: Every


class HatchesInstead(ContinuousOp, tag="hatches-instead", frozen=True):
    """When the owner would be KO'd, an allied summon of this name may be removed instead: it goes to its cell.

    All its injuries and markers leave it then, and nobody gains GG [KA 1.5.1] [Ruling R159].
    """

    KIND: ClassVar[int] = M_INSTEAD

    summon: Slug


class TurnsInstead(ContinuousOp, tag="turns-instead", frozen=True):
    """When the owner would be KO'd, it loses its injuries and its card is replaced instead; the opponent gains `gg` GG.

    [KA 1.5.1] [Ruling R160]
    """

    KIND: ClassVar[int] = M_INSTEAD

    card: Slug
    gg: Count


class InitiativeBonus(ContinuousOp, tag="initiative-bonus", frozen=True):
    """Each selected Krosmaster has `x` more Initiative (less when negative), and the place in the Timeline for it.

    [KA 1.3.8] [Ruling R163]
    """

    KIND: ClassVar[int] = M_INITIATIVE

    x: Small
    to: Selector


class ModifierUnimplemented(ContinuousOp, tag="unimplemented", frozen=True):
    """What cannot be expressed yet as a continuous effect: barred from play and counted."""

    note: Annotated[str, Meta(min_length=3, max_length=300)]


if TYPE_CHECKING:
    Modifier = ContinuousOp
else:
    Modifier = reduce(or_, declared(ContinuousOp))

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
    "end-of-team-turn",
    "marked-is-targeted",
    "gives-gg",
    "spell-inflicts",
    "ricochet-injures",
    "ally-walks",
]


class While(Node, frozen=True):
    """A continuous effect: its modifiers hold whenever the condition does [KA 4.18.4.e].

    With `koed` they hold while the owner is out of play because it was KO'd, and not while it is in play [Ruling R136].
    """

    give: Annotated[tuple[Modifier, ...], Meta(min_length=1, max_length=6)]
    that: Condition | None = None
    koed: bool = False
