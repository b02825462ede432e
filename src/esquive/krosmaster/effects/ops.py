"""Every op a card may use, declared once: type, range, default, meaning and clause of each field.

From these declarations come the decoder and its limits, the JSON Schema for editors, the linter, the reference page
and the sentence shown to players. The ops are plain, frozen values; what they do is in `effects.apply` (punctual
effects), `effects.modifiers` (continuous effects) and `effects.selectors` (who, how much, under which condition).

Three shapes: `do` now, `when` an event happens, `while` a modifier holds. Strings are never parsed; what no op can
say is a named `special` in the engine; what cannot be expressed yet is `unimplemented`.
"""

from typing import Annotated, Literal

from msgspec import Meta

from esquive.krosmaster.effects.who import (
    MAIN,
    SELF,
    TARGETS,
    Amount,
    Cells,
    Condition,
    Count,
    Element,
    Gauge,
    Keyword,
    Node,
    Selector,
    Slug,
    Small,
    Stat,
)

# -------------------------------------------------------------------------------------------------- punctual effects


class _Op(Node, tag_field="op", frozen=True):
    """A punctual effect."""


class Markers(_Op, tag="markers", frozen=True):
    """Place `x` markers of the stat on each unit: +1 when positive, -1 when negative [KA 7.5.1.a] [KA 7.5.2.a]."""

    stat: Stat
    x: Amount
    to: Selector = TARGETS


class PushBack(_Op, tag="push-back", frozen=True):
    """Each target is moved `x` cells in a straight line away from the caster [KA 7.5.9.a]."""

    x: Cells


class Attract(_Op, tag="attract", frozen=True):
    """Each target is moved `x` cells in a straight line towards the caster [KA 7.5.10.a]."""

    x: Cells
    to: Selector = TARGETS


class Retreat(_Op, tag="retreat", frozen=True):
    """The caster is moved `x` cells in a straight line away from the main target [KA 7.5.16.a]."""

    x: Cells


class MoveCloser(_Op, tag="move-closer", frozen=True):
    """The caster is moved `x` cells in a straight line towards the main target [KA 7.5.17.a]."""

    x: Cells


class PierceArmour(_Op, tag="pierce-armour", frozen=True):
    """Step 5: each target rolls one die less for Armour [KA 7.5.11.a]."""


class ExtraDamage(_Op, tag="extra-damage", frozen=True):
    """Step 6: `x` more damage of the element to each selected target [KA 7.5.5.a] [Ruling R88]."""

    x: Amount
    element: Element
    to: Selector = TARGETS


class ExtraHeal(_Op, tag="extra-heal", frozen=True):
    """Step 6: `x` more injuries healed on each selected target [KA 7.3.2.b]."""

    x: Amount
    to: Selector = TARGETS


class DoubleCriticals(_Op, tag="double-criticals", frozen=True):
    """Step 4: each success of the Critical Hit roll counts twice [KA 7.2.5.a]."""


class StealHealth(_Op, tag="steal-health", frozen=True):
    """Step 8: the caster removes one of its injuries for each injury placed in Step 7 [KA 7.5.18.a]."""


class StealMarkers(_Op, tag="steal-markers", frozen=True):
    """`x` -1 markers on each target; for each one actually placed, a +1 marker on the caster [KA 7.5.12.a]."""

    stat: Gauge
    x: Annotated[int, Meta(ge=1, le=20)]
    to: Selector = TARGETS


class ImmediateGain(_Op, tag="immediate-gain", frozen=True):
    """Add `x` to the gauge at once, if the unit is active; negative is a loss [KA 7.5.14.a] [KA 4.11.4]."""

    stat: Gauge
    x: Amount
    to: Selector = SELF


class EmptyGauges(_Op, tag="empty-gauges", frozen=True):
    """The unit loses everything left in the gauges named, if it is active [KA 4.11.4]."""

    stats: tuple[Gauge, ...] = ("ap", "mp")
    to: Selector = SELF


class ExchangeMarkers(_Op, tag="exchange-markers", frozen=True):
    """The caster and the main target exchange their AP, MP or range markers, which places none [KA 7.5.20.a]."""

    stats: tuple[Stat, ...] = ("ap", "mp")


class ExchangeInjuries(_Op, tag="exchange-injuries", frozen=True):
    """The caster and the main target exchange their injuries: moved, not placed [KA 4.10.7]."""


class InvertMarkers(_Op, tag="invert-markers", frozen=True):
    """Every +1 marker becomes a -1 marker and the reverse."""

    stats: tuple[Stat, ...] = ("ap", "mp", "range")
    to: Selector = TARGETS


class RemoveMarkers(_Op, tag="remove-markers", frozen=True):
    """Remove every marker of the stats named."""

    stats: tuple[Stat, ...] = ("ap", "mp", "range")
    to: Selector = TARGETS


class Injure(_Op, tag="injure", frozen=True):
    """Place `x` injuries, inflicted by the owner of the effect [KA 4.10.6.b]."""

    x: Amount
    to: Selector = TARGETS


class HealInjuries(_Op, tag="heal-injuries", frozen=True):
    """Remove up to `x` injuries, outside any Healing roll."""

    x: Amount
    to: Selector = TARGETS


class Summon(_Op, tag="summon", frozen=True):
    """Put a summon into play on each free target cell, within the control value [KA 4.19.9.b] [KA 4.19.9.c]."""

    summon: Slug


class Place(_Op, tag="place", frozen=True):
    """The unit is placed on the main target cell if that is free; with `choose`, the caster's player picks it."""

    to: Selector = SELF


class PlaceGroup(_Op, tag="place-group", frozen=True):
    """The caster and the Krosmasters adjacent to it are placed round the main target cell in the same formation."""


class Swap(_Op, tag="swap", frozen=True):
    """The caster and the selected unit of the main target cell exchange cells."""

    to: Selector = MAIN


class Coins(_Op, tag="coins", frozen=True):
    """Flip `n` coins; `heads` and `tails` happen once for each coin showing them, `all_heads` once if none is tails."""

    n: Annotated[int, Meta(ge=1, le=6)] = 1
    heads: tuple["Op", ...] = ()
    tails: tuple["Op", ...] = ()
    all_heads: tuple["Op", ...] = ()


class GainPower(_Op, tag="gain-power", frozen=True):
    """Gain keyword powers until the end of the turn or of the fight [KA 4.18.3.d]."""

    powers: Annotated[tuple[Keyword, ...], Meta(min_length=1, max_length=8)]
    until: Literal["turn", "fight"] = "turn"
    to: Selector = SELF


class LosePowers(_Op, tag="lose-powers", frozen=True):
    """Lose all powers until the end of the turn, of the bearer's next turn or of the fight [KA 4.18.4.g]."""

    until: Literal["turn", "next-turn", "fight"] = "turn"
    to: Selector = TARGETS


class Bonus(_Op, tag="bonus", frozen=True):
    """A continuous bonus on spells: damage, healing, MAX range or dice, until the end of the turn [KA 4.18.3.d].

    With `spells = "next"` it is spent by the next spell cast, whatever that spell is [KA 4.7.5.a]; with
    `spells = "this"` only this spell profits (from its next cast on).
    """

    stat: Literal["damage", "heal", "range", "critical-dice"]
    x: Small
    element: Element | None = None
    spells: Literal["all", "next", "this"] = "all"
    until: Literal["turn", "fight"] = "turn"
    to: Selector = SELF


class EndTurn(_Op, tag="end-turn", frozen=True):
    """The active unit's Activation Phase ends once this spell is resolved."""


class GainKamas(_Op, tag="gain-kamas", frozen=True):
    """Take `x` Kamas from the reserve; negative gives them back; from the opponent's stock with `steal`."""

    x: Small
    steal: bool = False


class TakeKama(_Op, tag="take-kama", frozen=True):
    """Take up to `x` Kamas from the main target cell; `remove` puts them into the reserve instead of the stock."""

    x: Annotated[int, Meta(ge=1, le=20)] = 1
    remove: bool = False


class SpecialMarker(_Op, tag="special-marker", frozen=True):
    """Put the caster's special marker of this name on the main target Krosmaster [KA 4.13.2]."""

    name: Slug


class SetLevel(_Op, tag="set-level", frozen=True):
    """The unit's level becomes `x` until the end of the fight [KA 4.18.3.d]."""

    x: Count
    to: Selector = SELF


class KoSummons(_Op, tag="ko-summons", frozen=True):
    """The summons of the caster are KO'd."""

    summon: Slug | None = None


class Replace(_Op, tag="replace", frozen=True):
    """The owner's card is replaced by another one; markers, injuries, rewards and effects stay [KA 7.5.19.a]."""

    card: Slug


class Cast(_Op, tag="cast", frozen=True):
    """The owner casts its own spell at its own cell, as an effect on standby [KA 7.2.9.d]."""

    spell: Slug


class Track(_Op, tag="track", frozen=True):
    """What follows applies only if the main target is aligned with the caster [KA 7.5.21.a] [Ruling R96]."""

    then: Annotated[tuple["Op", ...], Meta(min_length=1, max_length=8)]


class Invasion(_Op, tag="invasion", frozen=True):
    """What follows applies only if the caster is in the opponent's territory [KA 7.5.22.a] [Ruling R96]."""

    then: Annotated[tuple["Op", ...], Meta(min_length=1, max_length=8)]


class Retribution(_Op, tag="retribution", frozen=True):
    """What follows applies only if at least `x` Avengers are in the arena [KA 4.9.19.a]."""

    x: Count
    then: Annotated[tuple["Op", ...], Meta(min_length=1, max_length=8)]


class Revenge(_Op, tag="revenge", frozen=True):
    """What follows applies only if at least `x` Villains are in the arena [KA 4.9.20.a]."""

    x: Count
    then: Annotated[tuple["Op", ...], Meta(min_length=1, max_length=8)]


class If(_Op, tag="if", frozen=True):
    """What follows applies only if the condition holds when the effect resolves."""

    that: Condition
    then: Annotated[tuple["Op", ...], Meta(min_length=1, max_length=8)]
    otherwise: tuple["Op", ...] = ()


class Special(_Op, tag="special", frozen=True):
    """A named op of the engine for what no other op can say."""

    name: Slug


class Unimplemented(_Op, tag="unimplemented", frozen=True):
    """What cannot be expressed yet: the card shows, is barred from play and is counted."""

    note: Annotated[str, Meta(min_length=3, max_length=300)]


Op = (
    Markers
    | PushBack
    | Attract
    | Retreat
    | MoveCloser
    | PierceArmour
    | ExtraDamage
    | ExtraHeal
    | DoubleCriticals
    | StealHealth
    | StealMarkers
    | ImmediateGain
    | EmptyGauges
    | ExchangeMarkers
    | ExchangeInjuries
    | InvertMarkers
    | RemoveMarkers
    | Injure
    | HealInjuries
    | Summon
    | Place
    | PlaceGroup
    | Swap
    | Coins
    | GainPower
    | LosePowers
    | Bonus
    | EndTurn
    | GainKamas
    | TakeKama
    | SpecialMarker
    | SetLevel
    | KoSummons
    | Replace
    | Cast
    | Track
    | Invasion
    | Retribution
    | Revenge
    | If
    | Special
    | Unimplemented
)


# ------------------------------------------------------------------------------------------------ continuous effects


class _Modifier(Node, tag_field="op", frozen=True):
    """A continuous effect that holds while its condition does."""


class HavePowers(_Modifier, tag="have-powers", frozen=True):
    """Each selected unit has these keyword powers [KA 4.18.4.a]."""

    powers: Annotated[tuple[Keyword, ...], Meta(min_length=1, max_length=8)]
    to: Selector = SELF


class HaveNoPowers(_Modifier, tag="have-no-powers", frozen=True):
    """Each selected unit loses all its powers, which goes before any gain [KA 4.18.4.g]."""

    to: Selector


class StatBonus(_Modifier, tag="stat-bonus", frozen=True):
    """`x` more MAX AP, MAX MP, HP, or MAX range of alterable spells [KA 4.11.2] [KA 4.15.7]."""

    stat: Literal["ap", "mp", "hp", "range"]
    x: Amount
    to: Selector = SELF


class DamageBonus(_Modifier, tag="damage-bonus", frozen=True):
    """The unit's Attack spells (of the element, if named) deal `x` more to each target selected by `against`."""

    x: Amount
    element: Element | None = None
    spells: Literal["all", "first-attack"] = "all"
    to: Selector = SELF
    against: Selector = TARGETS


class DamageReduction(_Modifier, tag="damage-reduction", frozen=True):
    """Spells (of the element, if named) deal `x` less to the unit [KA 7.2.7.c]."""

    x: Small
    element: Element | None = None
    to: Selector = SELF


class HealBonus(_Modifier, tag="heal-bonus", frozen=True):
    """The unit's Healing spells heal `x` more [KA 7.3.2.b]."""

    x: Amount
    to: Selector = SELF


class CostBonus(_Modifier, tag="cost-bonus", frozen=True):
    """The spells of each selected unit cost `x` more AP or MP (less when negative), never below 0 [KA 4.8.1]."""

    stat: Gauge
    x: Small
    to: Selector = SELF


class InjuryCap(_Modifier, tag="injury-cap", frozen=True):
    """One spell or effect places (and heals, if `heal`) at most `x` injuries on the unit [KA 7.2.8.d]."""

    x: Count
    heal: bool = False
    to: Selector = SELF


class PunchEffect(_Modifier, tag="punch-effect", frozen=True):
    """The Punch spell gets these additional effects and costs 1 AP less [KA 4.7.11.e] [KA 4.7.11.f]."""

    do: Annotated[tuple[Op, ...], Meta(min_length=1, max_length=4)]


class Unseen(_Modifier, tag="unseen", frozen=True):
    """Does not block sight for characters that are not adjacent, which cannot injure it either."""


class ModifierUnimplemented(_Modifier, tag="unimplemented", frozen=True):
    """What cannot be expressed yet as a continuous effect: barred from play and counted."""

    note: Annotated[str, Meta(min_length=3, max_length=300)]


Modifier = (
    HavePowers
    | HaveNoPowers
    | StatBonus
    | DamageBonus
    | DamageReduction
    | HealBonus
    | CostBonus
    | InjuryCap
    | PunchEffect
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
]


class While(Node, frozen=True):
    """A continuous effect: its modifiers hold whenever the condition does [KA 4.18.4.e]."""

    give: Annotated[tuple[Modifier, ...], Meta(min_length=1, max_length=6)]
    that: Condition | None = None
