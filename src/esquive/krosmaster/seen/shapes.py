"""What clients are shown of Krosmaster, declared: views of a position, decisions, events, the catalogue.

docs/protocol.md explains every field. What is encoded is exactly this: see `core.shapes`.
"""

from collections.abc import Sequence
from typing import Final, Literal

from msgspec import field

from esquive.core.ids import SeatName
from esquive.core.shapes import Catalogue, DecisionView, Option, Shape, Shapes, event_shape
from esquive.krosmaster.table.events import EVENTS

RangeKind = Literal["close-combat", "target", "line", "no-line-of-sight", "personal"]
SpellKind = Literal["attack", "heal", "special"]
Element = Literal["water", "air", "earth", "fire", "neutral"]
Limit = Literal["none", "turn", "turn-and-target", "game"]
CellKind = Literal["free", "tree", "bush", "crate", "demon", "rink", "cube"]
RewardKind = Literal["boost", "buff", "equipment"]
PieceKind = Literal["krosmaster", "mob", "mechanism"]
PowerSource = Literal["card", "inspiration", "reward", "effect"]


class Range(Shape):
    """The range of a spell; `max` as it stands now for a unit on the board."""

    kind: RangeKind
    min: int
    max: int
    fixed: bool


class Cost(Shape):
    """What a spell costs now; an AP cost of "-" is a printed dash: the spell is only cast by itself."""

    ap: int | Literal["-"] | None
    mp: int | None
    injuries: int | None
    kamas: int | None


class Spell(Shape):
    """A spell bar; `used` is missing in the catalogue; `translated`: the name is a translation of ours."""

    id: str
    name: str
    text: str
    range: Range
    cost: Cost
    kind: SpellKind
    element: Element | None
    base: int | None
    limit: Limit
    area: str
    summons: int | None
    used: bool | None = None
    translated: bool = False


class Power(Shape):
    """A power a unit has, and where it comes from; `translated`: its name is a translation of ours."""

    id: str
    name: str
    text: str
    keyword: bool
    source: PowerSource
    translated: bool = False


class Reward(Shape):
    """A Demonic Reward; face down on another player's card only `face` and `rank` are told."""

    id: str | None
    name: str | None
    text: str | None
    rank: str | None
    kind: RewardKind | None
    slot: str | None
    face: Literal["up", "down"] | None = None
    house: bool | None = None


class SpecialMarker(Shape):
    """A special marker and the unit that put it there."""

    name: str
    by: str


class Emblem(Shape):
    """What a figure's emblem is drawn from, in no language: who it is, and the elements of its attacks as printed.

    `kin` holds the id of its hero or token, then of its types or family.
    """

    kin: list[str]
    elements: list[Element]
    collection: str


class Unit(Shape):
    """A Krosmaster or summon; `at` is "" off the board; gauges it has not are null; `translated`: as of a spell.

    `short` is a name of at most twelve letters that no other unit of the match has.

    `injuries` counts the frozen ones, `ap_markers` and `mp_markers` do not.
    """

    id: str
    card: str
    name: str
    short: str
    emblem: Emblem
    owner: SeatName
    kind: PieceKind
    family: str | None
    level: int
    initiative: int
    at: str
    ko: bool
    injuries: int
    hp: int | None
    ap: int | None
    mp: int | None
    max_ap: int | None
    max_mp: int | None
    ap_markers: int
    mp_markers: int
    range_markers: int
    frozen_injuries: int
    frozen_ap_markers: int
    frozen_mp_markers: int
    has_ap: bool
    has_mp: bool
    types: list[str]
    summoner: str | None
    played: bool
    markers: list[SpecialMarker]
    inspiration: list[str]
    powers: list[Power]
    spells: list[Spell]
    rewards: list[Reward]
    translated: bool = False


class Cell(Shape):
    """A cell of the board; `setup` names the seats that may deploy there: with four, neighbours share a corner."""

    kind: CellKind
    setup: list[SeatName]
    kamas: int


class Endurance(Shape):
    """What scenery that can be destroyed can bear, and its injuries in this turn."""

    hp: int
    injuries: int


class Board(Shape):
    """The arena; cells by name. `rink` and `cubes` list the cells of the skating rink and those with an Ice Cube.

    `breakable` has an entry for each Tree, Bush and Crate where the match lets them be destroyed.
    """

    name: str
    width: int
    height: int
    cells: dict[str, Cell]
    rink: list[str]
    cubes: list[str]
    breakable: dict[str, Endurance]


class Player(Shape):
    """A player's stocks, and the units in order of play; `partner` is the seat that wins together with this one."""

    name: str
    partner: SeatName | None
    gg: int
    kamas: int
    timeline: list[str]


class Turn(Shape):
    """The turn being played; `number` is 0 during set-up. `asked` is the seat that has to decide, if any."""

    number: int
    player: SeatName
    asked: SeatName | None
    unit: str | None
    phase: str


class Pile(Shape):
    """A pile of rewards: tokens in the closed stack, the price for the active unit, the token turned up."""

    rank: str
    pile: int
    closed: int
    price: int
    up: Reward | None


class Standby(Shape):
    """An effect on standby, by the number `resolve` takes."""

    n: int
    text: str
    unit: str
    clause: str


class End(Shape):
    """How the game ended: a seat or `draw`; `winners` are all seats that have won, partners included."""

    winner: SeatName | Literal["draw"]
    winners: list[SeatName]
    reason: str
    clause: str


class View(Shape):
    """The position as a seat may see it; `viewer` is `none` for a spectator."""

    game: Literal["krosmaster"]
    release: str
    format: str
    viewer: SeatName | Literal["none"]
    board: Board
    players: dict[SeatName, Player]
    wild_gg: int
    turn: Turn
    units: list[Unit]
    piles: list[Pile]
    standby: list[Standby]
    over: End | None


class KrosmasterOption(Option, kw_only=True):
    """A legal answer, with what it names and what it costs."""

    unit: str | None = None
    cell: str | None = None
    spell: str | None = None
    cost: dict[str, int] | None = None
    face: str | None = None
    faces: list[str] | None = None
    reward: str | None = None


class Printed(Shape):
    """What Krosmaster cards and summon tokens have in common; `hp` is null for a printed dash, `note` says what is open
    about the card, `translated` that its name is a translation of ours."""

    id: str
    name: str
    emblem: Emblem
    mp: int | Literal["-"]
    hp: int | None
    ap: int | Literal["-"]
    spells: list[Spell]
    powers: list[Power]
    house: bool
    note: str | None
    translated: bool = False


class Summon(Printed, kw_only=True):
    """A summon token."""

    kind: Literal["mob", "mechanism"]
    family: str | None


class Reach(Shape):
    """A cell the unit can walk to: the MP it takes, the way, and the enemies that would roll for Lock on it.

    `escapes` says of each of them how likely the unit gets away from it, in 100, and `through` from all of them.
    """

    cell: str
    mp: int
    path: list[str]
    lockers: list[str]
    escapes: list[float] = field(default_factory=list)
    through: float = 100.0


class SpellHint(Shape):
    """Legal cells of a spell, its cells in range, the hidden ones with the cell that hides them, and why not at all.

    `idle` are the legal cells at which the spell would only cost, each with why; `sight` is the clause that hides,
    `summons` the cards of what the spell may bring into the arena.
    """

    cells: list[str]
    range: list[str]
    hidden: dict[str, str]
    idle: dict[str, str]
    sight: str
    why: str | None
    clauses: list[str]
    summons: list[Summon] = field(default_factory=list)


class Hints(Shape):
    """What may be drawn before a click; empty but in an Activation Phase.

    `unspent` says what would be lost if the activation ended now, and is "" where that is little: worth asking once.
    """

    reach: list[Reach] = field(default_factory=list)
    spells: dict[str, SpellHint] = field(default_factory=dict)
    unspent: str = ""


class Named(Shape):
    """An id with its name."""

    id: str
    name: str


class KrosmasterDecision(DecisionView, kw_only=True):
    """What a seat is asked, with what it is about: the unit, the dice on the table, the reward to be given."""

    options: Sequence[KrosmasterOption]
    hints: Hints
    unit: str | None = None
    dice: list[str] | None = None
    reward: Named | None = None


class EventTerm(Shape):
    """One term of the number an event tells: how much, why, by which clause, and where it comes from."""

    x: int
    why: str
    clause: str
    unit: str | None = None
    power: str | None = None
    reward: str | None = None


FIELD_TYPES: Final = {
    "int": int,
    "seat": SeatName | None,
    "terms": list[EventTerm],
    **dict.fromkeys(("dice", "faces", "coins", "powers"), list[str]),
}
KrosmasterEvent: Final = event_shape("KrosmasterEvent", EVENTS, FIELD_TYPES, str | None)


# ------------------------------------------------------------------------------------------------------- the catalogue


class Card(Printed, kw_only=True):
    """A Krosmaster card; `playable` is false while something on it is not implemented, for the reasons in
    `unplayable`. `brings` are the ids of its summons; `conflict` says on what the sources disagree."""

    version: str | None
    print: Literal["original", "eternal", "house"]
    colour: Literal["gold", "white", "black"]
    types: list[str]
    collection: str
    level: int
    initiative: int
    playable: bool
    unplayable: list[str]
    brings: list[str] = field(default_factory=list)
    conflict: str = ""


class Arena(Shape):
    """An arena: `rows` north first, letters as in position documents, and the set-up cells of each seat."""

    id: str
    name: str
    rows: list[str]
    starts: dict[str, list[str]]
    translated: bool = False


class OptionOfRelease(Shape):
    """A match option as a release knows it: one value alone where the release's own book settles it."""

    release: str
    values: list[str]
    default: str
    clause: str


class MatchOption(Shape):
    """A match option: its values, the one it has by default, and the clause or ruling it is about.

    `releases` say the same of each release that knows it, by that release's numbers.
    """

    id: str
    name: str
    values: list[str]
    default: str
    clause: str
    releases: list[OptionOfRelease]


class KrosmasterCatalogue(Catalogue):
    """Everything to build teams from and to choose an arena and options."""

    cards: list[Card]
    summons: list[Summon]
    arenas: list[Arena]
    rewards: list[Reward]
    options: list[MatchOption]


SHAPES: Final = Shapes(View, KrosmasterDecision, KrosmasterEvent, KrosmasterCatalogue)
