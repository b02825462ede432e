"""What a card file says: cards, summon tokens, Demonic Rewards and arenas, as frozen values.

The declarations are the schema: they decode, constrain and document the files (see docs/card-format.md).
"""

from typing import Annotated, Literal

from msgspec import Meta, field

from esquive.core.packs import PackAbout
from esquive.krosmaster.cards.ops import Op, Trigger, While
from esquive.krosmaster.cards.who import Condition, Element, Keyword, Node, Selector, Slug
from esquive.krosmaster.releases.names import Area, Rank, Slot

# ----------------------------------------------------------------------------------------------------------- documents

Name = Annotated[
    dict[Literal["en", "fr", "it", "es"], Annotated[str, Meta(min_length=1, max_length=80)]], Meta(min_length=1)
]
Dash = Literal["-"]
Printed = Annotated[int, Meta(ge=0, le=40)]


class RangeDocument(Node, frozen=True):
    """The range of a spell as printed: kind, MIN and MAX, and whether the MAX is fixed (red) or alterable (green)."""

    kind: Literal["close-combat", "target", "line", "no-line-of-sight", "personal"]
    min: Annotated[int, Meta(ge=0, le=24)] | None = None
    max: Annotated[int, Meta(ge=0, le=24)] | None = None
    fixed: bool = True


class CostDocument(Node, frozen=True):
    """What casting costs; an AP cost of "-" is a printed dash, which nothing alters [KA 4.8.2]."""

    ap: Printed | Dash | None = None
    mp: Printed | None = None
    injuries: Printed | None = None
    kamas: Printed | None = None


Limit = Literal["none", "turn", "turn-and-target", "game"]


class SpellDocument(Node, frozen=True):
    """A spell bar [KA 2.5.2]."""

    id: Slug
    name: Name
    range: RangeDocument
    cost: CostDocument
    kind: Literal["attack", "heal", "special"]
    element: Element | None = None
    base: Annotated[int, Meta(ge=0, le=30)] | None = None
    limit: Limit = "none"
    area: Area = "none"
    area_if: Condition | None = None
    summons: Annotated[int, Meta(ge=0, le=20)] | Literal["infinity"] | None = None
    do: Annotated[tuple[Op, ...], Meta(max_length=8)] = ()


class PowerDocument(Node, frozen=True):
    """A power: a keyword of 4.9, or an own power in the shape `when` or `while`."""

    keyword: Keyword | None = None
    x: Annotated[int, Meta(ge=1, le=20)] | None = None
    id: Slug | None = None
    name: Name | None = None
    when: Trigger | None = None
    of: Selector | None = None
    by: Selector | None = None
    spell: Slug | None = None
    at_least: Annotated[int, Meta(ge=1, le=20)] | None = None
    during: Literal["any", "own-turn", "opponent-turn", "unit-turn"] = "any"
    once: Literal["never", "turn", "fight"] = "never"
    that: Condition | None = None
    do: Annotated[tuple[Op, ...], Meta(max_length=8)] = ()
    holds: Annotated[tuple[While, ...], Meta(max_length=4)] = field(name="while", default=())
    unimplemented: Annotated[str, Meta(min_length=3, max_length=300)] | None = None


class CardDocument(Node, frozen=True):
    """A Krosmaster card [KA 2.4.1]."""

    id: Slug
    name: Name
    colour: Literal["gold", "white", "black"]
    level: Printed
    initiative: Printed
    mp: Printed | Dash
    hp: Annotated[int, Meta(ge=1, le=60)]
    ap: Printed | Dash
    version: Name | None = None
    hero: Slug | None = None
    types: Annotated[tuple[Slug, ...], Meta(max_length=8)] = ()
    collection: Slug = "house"
    print: Literal["original", "eternal", "house"] = "original"
    house: bool = False
    note: Annotated[str, Meta(max_length=400)] | None = None
    override: bool = False
    reverse_of: Slug | None = None
    conflict: Annotated[str, Meta(max_length=400)] | None = None
    spell: Annotated[tuple[SpellDocument, ...], Meta(max_length=6)] = ()
    power: Annotated[tuple[PowerDocument, ...], Meta(max_length=8)] = ()


class SummonDocument(Node, frozen=True):
    """A summon token [KA 3.2.1] with at most one spell [KA 3.3.1]; `obstacle` and `family` as in 4.19."""

    id: Slug
    name: Name
    category: Literal["mob", "mechanism"]
    mp: Printed | Dash
    hp: Annotated[int, Meta(ge=1, le=60)] | Dash
    ap: Printed | Dash
    family: Slug | None = None
    obstacle: bool = True
    house: bool = False
    note: Annotated[str, Meta(max_length=400)] | None = None
    override: bool = False
    spell: Annotated[tuple[SpellDocument, ...], Meta(max_length=1)] = ()
    power: Annotated[tuple[PowerDocument, ...], Meta(max_length=8)] = ()


class RewardDocument(Node, frozen=True):
    """A Demonic Reward token [KA 4.7.5]: a boost or buff does something when revealed, equipment holds."""

    id: Slug
    name: Name
    rank: Rank
    kind: Literal["boost", "buff", "equipment"]
    slot: Slot | None = None
    copies: Annotated[int, Meta(ge=1, le=10)] = 1
    house: bool = True
    note: Annotated[str, Meta(max_length=400)] | None = None
    override: bool = False
    do: Annotated[tuple[Op, ...], Meta(max_length=6)] = ()
    holds: Annotated[tuple[While, ...], Meta(max_length=4)] = field(name="while", default=())
    spell: Annotated[tuple[SpellDocument, ...], Meta(max_length=1)] = ()


class ArenaDocument(Node, frozen=True):
    """An arena: drawn north row first; `starts` are the set-up cells of each seat [KA 1.2.1].

    `rink` are the cells of a skating rink that the drawing cannot show, under Kamas and Demons [KA-2.2 313.6].
    """

    id: Slug
    name: Name
    map: Annotated[str, Meta(max_length=1000)]
    starts: dict[Literal["p1", "p2", "p3", "p4"], tuple[str, ...]]
    rink: Annotated[tuple[str, ...], Meta(max_length=196)] = ()
    product: Annotated[str, Meta(max_length=80)] | None = None
    note: Annotated[str, Meta(max_length=400)] | None = None
    override: bool = False


class Pack(Node, frozen=True):
    """A file of cards: any number of each kind, and what the pack they belong to is called.

    A document with `override` stands in the place of the catalogue's of that id.
    """

    about: PackAbout | None = field(name="pack", default=None)
    card: Annotated[tuple[CardDocument, ...], Meta(max_length=400)] = ()
    summon: Annotated[tuple[SummonDocument, ...], Meta(max_length=100)] = ()
    reward: Annotated[tuple[RewardDocument, ...], Meta(max_length=100)] = ()
    arena: Annotated[tuple[ArenaDocument, ...], Meta(max_length=40)] = ()
