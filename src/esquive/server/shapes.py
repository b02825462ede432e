"""The shapes of what is shown: a view of the position, a decision, events. docs/protocol.md explains every field.

The server sends the dictionaries the game makes; these declarations hold them (a test converts every view of whole
games), document them and give clients their schema. A field with a default may be missing.
"""

from typing import Literal

from msgspec import Struct, field


class Shape(Struct, forbid_unknown_fields=True, kw_only=True):
    """A JSON object all of whose fields are known."""


class Range(Shape):
    """The range of a spell; `max` as it stands now for a unit on the board."""

    kind: Literal["close-combat", "target", "line", "no-line-of-sight", "personal"]
    min: int
    max: int
    fixed: bool


class Cost(Shape):
    """What a spell costs now; an AP cost of "-" is a printed dash: the spell is only cast by itself."""

    ap: int | Literal["-"] | None = None
    mp: int | None = None
    injuries: int | None = None
    kamas: int | None = None


class Spell(Shape):
    """A spell bar; `used` is missing in the catalogue."""

    id: str
    name: str
    text: str
    range: Range
    cost: Cost
    kind: Literal["attack", "heal", "special"]
    element: str | None
    base: int | None
    limit: Literal["none", "turn", "turn-and-target", "game"]
    area: str
    summons: int | None
    used: bool | None = None


class Power(Shape):
    """A power a unit has, and where it comes from."""

    id: str
    name: str
    text: str
    keyword: bool
    source: Literal["card", "inspiration", "reward", "effect"]


class Reward(Shape):
    """A Demonic Reward; face down on another player's card only `face` and `rank` are told."""

    id: str | None
    name: str | None
    text: str | None
    rank: str | None
    kind: Literal["boost", "buff", "equipment"] | None
    slot: str | None
    face: Literal["up", "down"] | None = None
    house: bool | None = None


class SpecialMarker(Shape):
    """A special marker and the unit that put it there."""

    name: str
    by: str


class Unit(Shape):
    """A Krosmaster or summon; `at` is "" off the board; gauges it has not are null."""

    id: str
    card: str
    name: str
    owner: str
    kind: Literal["krosmaster", "mob", "mechanism"]
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


class Cell(Shape):
    """A cell of the board; `setup` names the seats that may deploy there: with four, neighbours share a corner."""

    kind: Literal["free", "tree", "bush", "crate", "demon", "rink", "cube"]
    setup: list[str]
    kamas: int


class Board(Shape):
    """The arena; cells by name."""

    name: str
    width: int
    height: int
    cells: dict[str, Cell]


class Player(Shape):
    """A player's stocks, and the units in order of play; `partner` is the seat that wins together with this one."""

    name: str
    agent: str
    partner: str | None
    gg: int
    kamas: int
    timeline: list[str]


class Turn(Shape):
    """The turn being played; `number` is 0 during set-up. `asked` is the seat that has to decide, if any."""

    number: int
    player: str
    asked: str | None
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

    winner: str
    winners: list[str]
    reason: str
    clause: str


class View(Shape):
    """The position as a seat may see it; `viewer` is `none` for a spectator."""

    game: str
    release: str
    format: str
    version: int
    viewer: str
    board: Board
    players: dict[str, Player]
    wild_gg: int
    turn: Turn
    units: list[Unit]
    piles: list[Pile]
    standby: list[Standby]
    over: End | None


class Option(Shape):
    """A legal answer: send `do`. The other fields say what it names and what it costs."""

    do: str
    verb: str
    label: str
    unit: str | None = None
    cell: str | None = None
    spell: str | None = None
    cost: dict[str, int] | None = None
    face: str | None = None
    faces: list[str] | None = None
    reward: str | None = None


class Reach(Shape):
    """A cell the unit can walk to: the MP it takes, the way, and the enemies that would roll for Lock on it."""

    cell: str
    mp: int
    path: list[str]
    lockers: list[str]


class SpellHint(Shape):
    """Legal cells of a spell, its cells in range, the hidden ones with the cell that hides them, and why not at all."""

    cells: list[str]
    range: list[str]
    hidden: dict[str, str]
    why: str | None
    clauses: list[str]


class Hints(Shape):
    """What may be drawn before a click; empty but in an Activation Phase."""

    reach: list[Reach] = field(default_factory=list)
    spells: dict[str, SpellHint] = field(default_factory=dict)


class Named(Shape):
    """An id with its name."""

    id: str
    name: str


class Decision(Shape):
    """What a seat is asked."""

    kind: str
    seat: str
    clause: str
    prompt: str
    options: list[Option]
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


class Event(Shape, rename={"from_": "from", "with_": "with"}):
    """Something that happened, numbered from 0 in the order of the match. Which fields are there depends on the kind.

    Units, spells, rewards and the like are ids, cells and faces names as in notation; null names nobody.
    """

    n: int
    kind: str
    clause: str
    sentence: str
    seat: str | None = None
    unit: str | None = None
    by: str | None = None
    target: str | None = None
    victim: str | None = None
    with_: str | None = None
    cell: str | None = None
    from_: str | None = None
    to: str | None = None
    number: int | None = None
    place: int | None = None
    x: int | None = None
    stat: str | None = None
    ap: int | None = None
    mp: int | None = None
    injuries: int | None = None
    kamas: int | None = None
    price: int | None = None
    successes: int | None = None
    dice: list[str] | None = None
    faces: list[str] | None = None
    face: str | None = None
    coins: list[str] | None = None
    pile: str | None = None
    reward: str | None = None
    spell: str | None = None
    bonus: str | None = None
    element: str | None = None
    spells: str | None = None
    until: str | None = None
    power: str | None = None
    powers: list[str] | None = None
    card: str | None = None
    why: str | None = None
    sum: list[EventTerm] | None = None
