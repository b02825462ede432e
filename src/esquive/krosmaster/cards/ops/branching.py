"""Ops that hold other ops: coins, choices, conditions; and `Op`, every op there is."""

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from msgspec import Meta

from esquive.krosmaster.cards.ops.punctual import LaterOp, PunctualOp
from esquive.krosmaster.cards.who import (
    Condition,
    Count,
    Selector,
    Slug,
)


class Coins(PunctualOp, tag="coins", frozen=True):
    """Flip `n` coins; `heads` and `tails` happen once for each coin showing them, `all_heads` once if none is tails."""

    INNER: ClassVar[tuple[str, ...]] = ("heads", "tails", "all_heads")
    n: Annotated[int, Meta(ge=1, le=6)] = 1
    heads: tuple["Op", ...] = ()
    tails: tuple["Op", ...] = ()
    all_heads: tuple["Op", ...] = ()


class With(PunctualOp, tag="with", frozen=True):
    """What follows is about each unit selected (one, with `choose`): inside, `who = "subject"` is that unit."""

    INNER: ClassVar[tuple[str, ...]] = ("do",)
    to: Selector
    do: Annotated[tuple["Op", ...], Meta(min_length=1, max_length=8)]


class Choose(PunctualOp, tag="choose", frozen=True):
    """The owner's player chooses `n` different ones of the options; they happen in the order chosen [KA 4.18.3.e]."""

    options: Annotated[tuple[tuple["Op", ...], ...], Meta(min_length=2, max_length=6)]
    n: Annotated[int, Meta(ge=1, le=6)] = 1

    @property
    def branches(self) -> tuple[tuple["Op", ...], ...]:
        return self.options


class ImproveSpell(PunctualOp, tag="improve-spell", frozen=True):
    """Until the end of the turn a spell of the owner gets these additional effects after its own [KA 4.18.3.d]."""

    INNER: ClassVar[tuple[str, ...]] = ("do",)
    spell: Slug
    do: Annotated[tuple["Op", ...], Meta(min_length=1, max_length=4)]


class Track(PunctualOp, tag="track", frozen=True):
    """What follows applies only if the main target is aligned with the caster [KA 7.5.21.a] [Ruling R96]."""

    INNER: ClassVar[tuple[str, ...]] = ("then",)
    then: Annotated[tuple["Op", ...], Meta(min_length=1, max_length=8)]


class Invasion(PunctualOp, tag="invasion", frozen=True):
    """What follows applies only if the caster is in the opponent's territory [KA 7.5.22.a] [Ruling R96]."""

    INNER: ClassVar[tuple[str, ...]] = ("then",)
    then: Annotated[tuple["Op", ...], Meta(min_length=1, max_length=8)]


class Retribution(PunctualOp, tag="retribution", frozen=True):
    """What follows applies only if at least `x` Avengers are in the arena [KA 4.9.19.a]."""

    INNER: ClassVar[tuple[str, ...]] = ("then",)
    x: Count
    then: Annotated[tuple["Op", ...], Meta(min_length=1, max_length=8)]


class Revenge(PunctualOp, tag="revenge", frozen=True):
    """What follows applies only if at least `x` Villains are in the arena [KA 4.9.20.a]."""

    INNER: ClassVar[tuple[str, ...]] = ("then",)
    x: Count
    then: Annotated[tuple["Op", ...], Meta(min_length=1, max_length=8)]


class If(PunctualOp, tag="if", frozen=True):
    """What follows applies only if the condition holds when the effect resolves."""

    INNER: ClassVar[tuple[str, ...]] = ("then", "otherwise")
    that: Condition
    then: Annotated[tuple["Op", ...], Meta(min_length=1, max_length=8)]
    otherwise: tuple["Op", ...] = ()


class Bet(PunctualOp, tag="bet", frozen=True):
    """Step 3: the owner's player names a number; Step 8: what follows, if the spell's damage was exactly that.

    Inside, `who = "subject"` is the target that took it [Ruling R161].
    """

    INNER: ClassVar[tuple[str, ...]] = ("then",)
    then: Annotated[tuple["Op", ...], Meta(min_length=1, max_length=8)]


class IfKoes(LaterOp, tag="if-koes", frozen=True):
    """Step 8: what follows, for each target that is a Krosmaster and that the spell's damage KO'd [KA 4.18.3.a].

    Inside, `who = "subject"` is that Krosmaster, and the target cell is the one on which it was KO'd [Ruling R147].
    """

    INNER: ClassVar[tuple[str, ...]] = ("then",)
    then: Annotated[tuple["Op", ...], Meta(min_length=1, max_length=8)]


class Special(PunctualOp, tag="special", frozen=True):
    """A named op of the engine for what no other op can say."""

    name: Slug


class Unimplemented(PunctualOp, tag="unimplemented", frozen=True):
    """What cannot be expressed yet: the card shows, is barred from play and is counted."""

    note: Annotated[str, Meta(min_length=3, max_length=300)]


def declared(base: type[Any]) -> list[type[Any]]:
    """The ops of a sort that card files may name, in the order of their declarations."""
    found = []
    for kind in base.__subclasses__():
        found += declared(kind) if kind.__subclasses__() else [kind]
    return found


if TYPE_CHECKING:
    Op = PunctualOp
else:
    Op = reduce(or_, declared(PunctualOp))
