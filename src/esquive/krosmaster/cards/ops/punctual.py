"""Punctual effects that hold no other effect: one class an op, acting once when it is resolved [KA 4.18.3]."""

from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from esquive.krosmaster.cards.who import (
    MAIN,
    SELF,
    TARGETS,
    Amount,
    Cells,
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
from esquive.krosmaster.releases.names import Rank


class PunctualOp(Node, tag_field="op", frozen=True):
    """A punctual effect."""

    INNER: ClassVar[tuple[str, ...]] = ()

    @property
    def branches(self) -> tuple[tuple["PunctualOp", ...], ...]:
        """The lists of ops inside it: its fields that INNER names, in that order."""
        return tuple(getattr(self, name) for name in self.INNER)


class Displacement(PunctualOp, frozen=True):
    """Pieces are moved in a straight line, as the clause says."""

    CLAUSE: ClassVar[str] = ""


class LaterOp(PunctualOp, frozen=True):
    """Created in Step 3, it acts in Step 4, 5, 6 or 8 of the spell [KA 4.18.3.a]."""


class Markers(PunctualOp, tag="markers", frozen=True):
    """Place `x` markers of the stat on each unit: +1 when positive, -1 when negative [KA 7.5.1.a] [KA 7.5.2.a]."""

    stat: Stat
    x: Amount
    to: Selector = TARGETS


class PushBack(Displacement, tag="push-back", frozen=True):
    """Each target is moved `x` cells in a straight line away from the caster [KA 7.5.9.a].

    With `away_from = "main-cell"` it is the main target cell that the line comes from.
    """

    CLAUSE: ClassVar[str] = "7.5.9.a"

    x: Cells
    to: Selector = TARGETS
    away_from: Literal["caster", "main-cell"] = "caster"


class Attract(Displacement, tag="attract", frozen=True):
    """Each target is moved `x` cells in a straight line towards the caster [KA 7.5.10.a]."""

    CLAUSE: ClassVar[str] = "7.5.10.a"

    x: Cells
    to: Selector = TARGETS


class Retreat(Displacement, tag="retreat", frozen=True):
    """The caster is moved `x` cells in a straight line away from the main target [KA 7.5.16.a]."""

    CLAUSE: ClassVar[str] = "7.5.16.a"

    x: Cells


class MoveCloser(Displacement, tag="move-closer", frozen=True):
    """The caster is moved `x` cells in a straight line towards the main target [KA 7.5.17.a]."""

    CLAUSE: ClassVar[str] = "7.5.17.a"

    x: Cells


class PushCube(PunctualOp, tag="push-cube", frozen=True):
    """The Ice Cube on the main target cell moves up to `x` cells away from the caster, who is next to it.

    A character or Bomb on it moves along [KA-2.2 313.6a] [KA-2.2 313.6b]. Without a cube there nothing happens; with
    one the spell strikes nothing else.
    """

    x: Cells


class PierceArmour(LaterOp, tag="pierce-armour", frozen=True):
    """Step 5: each target rolls one die less for Armour [KA 7.5.11.a]."""

    to: Selector = TARGETS


class ExtraDamage(LaterOp, tag="extra-damage", frozen=True):
    """Step 6: `x` more damage of the element to each selected target [KA 7.5.5.a] [Ruling R88]."""

    x: Amount
    element: Element
    to: Selector = TARGETS


class ExtraHeal(LaterOp, tag="extra-heal", frozen=True):
    """Step 6: `x` more injuries healed on each selected target [KA 7.3.2.b]."""

    x: Amount
    to: Selector = TARGETS


class DoubleCriticals(LaterOp, tag="double-criticals", frozen=True):
    """Step 4: each success of the Critical Hit roll counts twice [KA 7.2.5.a]."""


class StealHealth(LaterOp, tag="steal-health", frozen=True):
    """Step 8: the caster removes one of its injuries for each injury placed in Step 7 [KA 7.5.18.a]."""


class StealMarkers(PunctualOp, tag="steal-markers", frozen=True):
    """`x` -1 markers on each target; for each one actually placed, a +1 marker on the caster [KA 7.5.12.a]."""

    stat: Gauge
    x: Annotated[int, Meta(ge=1, le=20)]
    to: Selector = TARGETS


class ImmediateGain(PunctualOp, tag="immediate-gain", frozen=True):
    """Add `x` to the gauge at once, if the unit is active; negative is a loss [KA 7.5.14.a] [KA 4.11.4]."""

    stat: Gauge
    x: Amount
    to: Selector = SELF


class EmptyGauges(PunctualOp, tag="empty-gauges", frozen=True):
    """The unit loses everything left in the gauges named, if it is active [KA 4.11.4]."""

    stats: tuple[Gauge, ...] = ("ap", "mp")
    to: Selector = SELF


class ExchangeMarkers(PunctualOp, tag="exchange-markers", frozen=True):
    """The caster and the main target exchange their AP, MP or range markers, which places none [KA 7.5.20.a]."""

    stats: tuple[Stat, ...] = ("ap", "mp")


class ExchangeInjuries(PunctualOp, tag="exchange-injuries", frozen=True):
    """The caster and the main target exchange their injuries: moved, not placed [KA 4.10.7]."""


class InvertMarkers(PunctualOp, tag="invert-markers", frozen=True):
    """Every +1 marker becomes a -1 marker and the reverse."""

    stats: tuple[Stat, ...] = ("ap", "mp", "range")
    to: Selector = TARGETS


class DoubleMarkers(PunctualOp, tag="double-markers", frozen=True):
    """Place as many markers of each stat named as there are already, +1 on +1 and -1 on -1 [KA 4.11.8]."""

    stats: tuple[Stat, ...] = ("ap", "mp")
    to: Selector = TARGETS


class RemoveMarkers(PunctualOp, tag="remove-markers", frozen=True):
    """Remove markers of the stats named: all of them, or at most `x` of each; only those of `sign` if not 0."""

    stats: tuple[Stat, ...] = ("ap", "mp", "range")
    x: Annotated[int, Meta(ge=1, le=20)] | None = None
    sign: Literal[1, -1, 0] = 0
    to: Selector = TARGETS


class Injure(PunctualOp, tag="injure", frozen=True):
    """Place `x` injuries, inflicted by the owner of the effect [KA 4.10.6.b].

    In release 2.2 only if the text says that this piece inflicts them: `inflicts`. It makes no difference in 2.7.
    Those of a `ricochet` set off the powers of the owner that watch for one.
    """

    x: Amount
    to: Selector = TARGETS
    inflicts: bool = False
    ricochet: bool = False


class HealInjuries(PunctualOp, tag="heal-injuries", frozen=True):
    """Remove up to `x` injuries, outside any Healing roll."""

    x: Amount
    to: Selector = TARGETS


class Summon(PunctualOp, tag="summon", frozen=True):
    """Put a summon into play on each free target cell, within the control value [KA 4.19.9.b] [KA 4.19.9.c].

    `next-to-target` is one free cell next to the target, chosen by the owner's player; `around-self` every free cell
    next to the owner; `cell-left` the cell that the piece this effect has just moved has left.
    """

    summon: Slug
    where: Literal["target", "next-to-target", "around-self", "cell-left"] = "target"


class Place(PunctualOp, tag="place", frozen=True):
    """The unit is placed on the main target cell if that is free [KA 4.17.3].

    `next-to-…` is a free cell next to the target, the owner or the subject, chosen by the owner's player; `cell-left`
    the cell that the piece this effect has just moved has left. `next-to-any` is next to any unit of `near`.
    """

    to: Selector = SELF
    where: Literal["target", "next-to-target", "next-to-self", "next-to-subject", "next-to-any", "cell-left"] = "target"
    near: Selector = Selector(who="units", side="enemy", kind="krosmaster")


class PlaceGroup(PunctualOp, tag="place-group", frozen=True):
    """The caster and the Krosmasters adjacent to it are placed round the main target cell in the same formation."""


class Swap(PunctualOp, tag="swap", frozen=True):
    """The caster, or the unit that `with` is about, and the selected unit exchange cells."""

    to: Selector = MAIN
    one: Literal["self", "subject"] = "self"


class SwapTree(PunctualOp, tag="swap-tree", frozen=True):
    """The caster and the Tree on the main target cell exchange cells [Ruling R156]."""


class GainPower(PunctualOp, tag="gain-power", frozen=True):
    """Gain keyword powers until the end of the unit's turn, the player's turn or the fight [KA 4.18.3.d]."""

    powers: Annotated[tuple[Keyword, ...], Meta(min_length=1, max_length=8)]
    until: Literal["turn", "player-turn", "fight"] = "turn"
    to: Selector = SELF


class LosePowers(PunctualOp, tag="lose-powers", frozen=True):
    """Lose all powers until the end of the turn, player's turn, bearer's next turn or fight [KA 4.18.4.g]."""

    until: Literal["turn", "player-turn", "next-turn", "fight"] = "turn"
    to: Selector = TARGETS


class Bonus(PunctualOp, tag="bonus", frozen=True):
    """A continuous bonus on spells: damage, healing, MAX range or dice, until the end of the turn [KA 4.18.3.d].

    With `spells = "next"` it is spent by the next spell cast, whatever that spell is [KA 4.7.5.a]; with
    `spells = "this"` only this spell profits (from its next cast on).
    """

    stat: Literal["damage", "heal", "range", "critical-dice"]
    x: Small
    element: Element | None = None
    spells: Literal["all", "next", "this"] = "all"
    until: Literal["turn", "player-turn", "fight"] = "turn"
    to: Selector = SELF


class Slip(PunctualOp, tag="slip", frozen=True):
    """Until the end of the turn nobody tries to lock the unit when it moves away [KA 4.14.1]."""

    to: Selector = SELF


class EndTurn(PunctualOp, tag="end-turn", frozen=True):
    """The active unit's Activation Phase ends once this spell is resolved."""


class GainKamas(PunctualOp, tag="gain-kamas", frozen=True):
    """Take `x` Kamas from the reserve; negative gives them back; from the opponent's stock with `steal`.

    With `of = "target"` it is the stock of the player whose unit is the main target, that stolen from with `steal`.
    """

    x: Amount
    steal: bool = False
    of: Literal["own", "target"] = "own"


class TakeKama(PunctualOp, tag="take-kama", frozen=True):
    """Take up to `x` Kamas from the main target cell; `remove` puts them into the reserve instead of the stock.

    The cell has to be free, or the one the owner stands on [KA 4.17.3].
    """

    x: Annotated[int, Meta(ge=1, le=20)] = 1
    remove: bool = False


class SpecialMarker(PunctualOp, tag="special-marker", frozen=True):
    """Put the caster's special marker of this name on the main target Krosmaster [KA 4.13.2]."""

    name: Slug


class RemoveSpecialMarker(PunctualOp, tag="remove-special-marker", frozen=True):
    """The special markers that the owner has placed leave the game [KA 4.13.2]."""


class SetLevel(PunctualOp, tag="set-level", frozen=True):
    """The unit's level becomes `x` until the end of the fight [KA 4.18.3.d]."""

    x: Count
    to: Selector = SELF


class GiveFewerGg(PunctualOp, tag="give-fewer-gg", frozen=True):
    """A KO'd Krosmaster gives `x` Gallons of Glory fewer, but at least `least`: only of a power `when = "gives-gg"`.

    Such a power acts at once, as the GG are counted, and never waits on standby [KA 4.6.2] [Ruling R146].
    """

    x: Annotated[int, Meta(ge=1, le=20)]
    least: Count = 0


class BuyReward(PunctualOp, tag="buy-reward", frozen=True):
    """The owner buys a Demonic Reward wherever it stands, for no AP; without its price with `free` [KA 1.5.1].

    Of the rank if one is named; its player may let it be with `optional` [Ruling R153].
    """

    rank: Rank | None = None
    free: bool = False
    optional: bool = False


class SetControl(PunctualOp, tag="set-control", frozen=True):
    """The owner's player pays as many Kamas as it likes: until the end of the turn they are a spell's control value.

    [KA 4.19.9.c] [Ruling R154]
    """

    spell: Slug


class TakeControl(PunctualOp, tag="take-control", frozen=True):
    """The selected summons of other players become summons of the owner [KA 4.19.1.g] [Ruling R158]."""

    to: Selector


class TurnTheirDofus(PunctualOp, tag="turn-their-dofus", frozen=True):
    """Until the end of the turn the owner's player turns the Dofus that opponents roll [KA 1.6.2.c] [Ruling R162]."""


class KoSummons(PunctualOp, tag="ko-summons", frozen=True):
    """The summons of the caster are KO'd; with `every` those of all others too [Ruling R84]."""

    summon: Slug | None = None
    every: bool = False


class Replace(PunctualOp, tag="replace", frozen=True):
    """The owner's card is replaced by another one; markers, injuries, rewards and effects stay [KA 7.5.19.a].

    With `others` the owner's player chooses among `card` and them; with `optional` the card may stay as it is.
    """

    card: Slug
    others: Annotated[tuple[Slug, ...], Meta(max_length=6)] = ()
    optional: bool = False


class Cast(PunctualOp, tag="cast", frozen=True):
    """The owner casts its own spell at its own cell, as an effect on standby [KA 7.2.9.d]."""

    spell: Slug
