"""Ops that hold other ops: coins, choices, conditions; and `Op`, every op there is."""

from typing import Annotated

from msgspec import Meta

from esquive.krosmaster.cards.ops.punctual import (
    Attract,
    Bonus,
    Cast,
    DoubleCriticals,
    DoubleMarkers,
    EmptyGauges,
    EndTurn,
    ExchangeInjuries,
    ExchangeMarkers,
    ExtraDamage,
    ExtraHeal,
    GainKamas,
    GainPower,
    HealInjuries,
    ImmediateGain,
    Injure,
    InvertMarkers,
    KoSummons,
    LosePowers,
    Markers,
    MoveCloser,
    PierceArmour,
    Place,
    PlaceGroup,
    PunctualOp,
    PushBack,
    RemoveMarkers,
    Replace,
    Retreat,
    SetLevel,
    Slip,
    SpecialMarker,
    StealHealth,
    StealMarkers,
    Summon,
    Swap,
    TakeKama,
)
from esquive.krosmaster.cards.who import (
    Condition,
    Count,
    Selector,
    Slug,
)


class Coins(PunctualOp, tag="coins", frozen=True):
    """Flip `n` coins; `heads` and `tails` happen once for each coin showing them, `all_heads` once if none is tails."""

    n: Annotated[int, Meta(ge=1, le=6)] = 1
    heads: tuple["Op", ...] = ()
    tails: tuple["Op", ...] = ()
    all_heads: tuple["Op", ...] = ()


class With(PunctualOp, tag="with", frozen=True):
    """What follows is about each unit selected (one, with `choose`): inside, `who = "subject"` is that unit."""

    to: Selector
    do: Annotated[tuple["Op", ...], Meta(min_length=1, max_length=8)]


class Choose(PunctualOp, tag="choose", frozen=True):
    """The owner's player chooses `n` different ones of the options; they happen in the order chosen [KA 4.18.3.e]."""

    options: Annotated[tuple[tuple["Op", ...], ...], Meta(min_length=2, max_length=6)]
    n: Annotated[int, Meta(ge=1, le=6)] = 1


class ImproveSpell(PunctualOp, tag="improve-spell", frozen=True):
    """Until the end of the turn a spell of the owner gets these additional effects after its own [KA 4.18.3.d]."""

    spell: Slug
    do: Annotated[tuple["Op", ...], Meta(min_length=1, max_length=4)]


class Track(PunctualOp, tag="track", frozen=True):
    """What follows applies only if the main target is aligned with the caster [KA 7.5.21.a] [Ruling R96]."""

    then: Annotated[tuple["Op", ...], Meta(min_length=1, max_length=8)]


class Invasion(PunctualOp, tag="invasion", frozen=True):
    """What follows applies only if the caster is in the opponent's territory [KA 7.5.22.a] [Ruling R96]."""

    then: Annotated[tuple["Op", ...], Meta(min_length=1, max_length=8)]


class Retribution(PunctualOp, tag="retribution", frozen=True):
    """What follows applies only if at least `x` Avengers are in the arena [KA 4.9.19.a]."""

    x: Count
    then: Annotated[tuple["Op", ...], Meta(min_length=1, max_length=8)]


class Revenge(PunctualOp, tag="revenge", frozen=True):
    """What follows applies only if at least `x` Villains are in the arena [KA 4.9.20.a]."""

    x: Count
    then: Annotated[tuple["Op", ...], Meta(min_length=1, max_length=8)]


class If(PunctualOp, tag="if", frozen=True):
    """What follows applies only if the condition holds when the effect resolves."""

    that: Condition
    then: Annotated[tuple["Op", ...], Meta(min_length=1, max_length=8)]
    otherwise: tuple["Op", ...] = ()


class Special(PunctualOp, tag="special", frozen=True):
    """A named op of the engine for what no other op can say."""

    name: Slug


class Unimplemented(PunctualOp, tag="unimplemented", frozen=True):
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
    | DoubleMarkers
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
    | Slip
    | EndTurn
    | GainKamas
    | TakeKama
    | SpecialMarker
    | SetLevel
    | KoSummons
    | Replace
    | Cast
    | With
    | Choose
    | ImproveSpell
    | Track
    | Invasion
    | Retribution
    | Revenge
    | If
    | Special
    | Unimplemented
)
