"""What clients are shown of Kaos, declared: the view of a position, and events.

docs/protocol.md explains every field. What is encoded is exactly this: see `core.shapes`. Lengths are centimetres,
angles degrees.
"""

from collections.abc import Sequence
from typing import Any, Final, Literal

from esquive.core.ids import SeatName
from esquive.core.shapes import CardPart, Catalogue, DecisionView, Option, Shape, event_shape
from esquive.kaos.seen.map_shapes import FieldMap
from esquive.kaos.table.events import EVENTS

Number = int | float
Group = Literal["strike", "charge", "shoot", "cast", "use", "search", "move"]
Status = Literal["reserve", "in-play", "out-of-action", "left"]


class TableSize(Shape):
    """How large the table is."""

    width: Number
    depth: Number


class Scenery(Shape):
    """A piece of scenery: its outline, and the lowest and highest point of each edge of one that slopes.

    `label` is its own name, `noun` what its kind is called. `look` says what it does, `material` what it is made of:
    how it is drawn.
    """

    id: str
    label: str
    noun: str
    kind: str
    look: str
    material: str
    shape: list[tuple[Number, Number]]
    height: Number
    flags: list[str]
    low: list[Number] | None = None
    high: list[Number] | None = None


class Placed(Shape):
    """A piece of the movable scenery that has been placed."""

    piece: str
    x: Number
    y: Number
    angle: Number


class Zone(Shape):
    """Where a seat deploys, from corner to opposite corner."""

    seat: SeatName
    corner: tuple[Number, Number]
    opposite: tuple[Number, Number]


class Sheet(Shape):
    """A player's points; `reserve` is the event kept in reserve, "?" for who may not know it."""

    name: str
    destiny: int
    victory_points: int
    aligned: bool
    reserve: str | None = None


class Figure(Shape):
    """A figure on the table or beside it: what its document says, and what follows from its card and from what lies on
    it. Where it stands is missing while it is in reserve; what is false or 0 is left out."""

    id: str
    profile: str
    owner: SeatName
    name: str
    status: Status
    wounds: int
    life: int
    life_left: int
    activated: bool
    x: Number | None = None
    y: Number | None = None
    z: Number | None = None
    facing: Number | None = None
    acted: bool = False
    moved: bool = False
    hurt: bool = False
    searching: bool = False
    dodges: int = 0
    dodged: list[str] | None = None
    fleeing: int = 0
    used: int = 0
    move: Number | None = None
    armour: int | None = None
    immobilised: bool | None = None
    effects: list[str] | None = None


class Weapon(Shape):
    """A weapon of a fighter."""

    id: str
    label: str
    kind: str
    dice: int
    wounds: int
    range: Number


class FighterSpell(Shape):
    """A spell of a fighter."""

    id: str
    label: str
    dice: int
    wounds: int
    range: Number
    defence: str
    free: bool
    targets: str


class Skill(Shape):
    """A skill of a fighter."""

    id: str
    label: str
    dice: int
    free: bool
    timing: str


class Fighter(Shape):
    """A profile card as the rules read it; `shield` is null for a fighter without one. Of a fighter of the match's own
    `parts` tell what weapons, spells and skills do; of others the catalogue does. `standee`: what it is drawn from, its
    stance, its tribe, then what it holds."""

    id: str
    label: str
    tribe: str
    emblem: str
    cost: int
    base: Number
    height: Number
    move: Number
    will: int
    life: int
    armour: int
    dodge: int
    shield: int | None
    weapons: list[Weapon]
    spells: list[FighterSpell]
    skills: list[Skill]
    parts: list[CardPart] = []
    standee: list[str] = []


class RoundTurn(Shape):
    """The phase of the round, whose turn it is and with which figure; `asked` when the other player has been asked to
    go first, `rollers` who has rolled for the deployment."""

    phase: str
    player: SeatName | None = None
    figure: str | None = None
    asked: bool | None = None
    rollers: list[str] | None = None


class Decks(Shape):
    """The cards that are played with, by id."""

    objects: list[str]
    events: list[str]


class Carried(Shape):
    """An object that a figure carries; for who may not know it only its difficulty."""

    figure: str
    object: str | None = None
    uses: int | None = None
    difficulty: int | None = None


class ObjectCards(Shape):
    """How many objects are in the pile, and below it."""

    pile: int
    bottom: int


class InForce(Shape):
    """An event that is in force, for so many rounds still."""

    event: str
    rounds: int


class EventCards(Shape):
    """How many events are in the pile, those at the table's edge by id, and those in force."""

    pile: int
    edge: dict[str, int]
    in_force: list[InForce]


class Lasting(Shape):
    """An effect that lasts on a figure, as documents write it."""

    figure: str
    code: list[int]


class ObjectiveLine(Shape):
    """What gives victory points beside the fighting, and in a sentence; ground to be held tells who holds it, and since
    how many rounds."""

    kind: str
    points: int
    rounds: int
    at: tuple[Number, Number] | None = None
    radius_cm: Number | None = None
    seat: SeatName | None = None
    text: str = ""
    held_by: SeatName | None = None
    held_for: int = 0


class Relic(Shape):
    """Where the relic lies, and who carries it."""

    x: Number
    y: Number
    figure: str | None = None


class Waiting(Shape):
    """What is waited for: a decision of `kind`, or a `roll` of so many `dice`. The lines of a listed decision are told
    the player who is asked."""

    player: SeatName | Literal["none"]
    kind: str
    roll: str | None = None
    dice: int | None = None
    listed: bool | None = None
    lines: list[str] | None = None


class Place(Shape):
    """A point in space."""

    x: Number
    y: Number
    z: Number


class Spot(Shape):
    """Where a base stands, or would: its centre, and where it faces."""

    x: Number
    y: Number
    z: Number
    facing: Number


class Stop(Shape):
    """A place along a way where a strike may come: its line, how far along it is, the mover's base, the dice rolled.

    `best`: where the strike has its most dice first."""

    do: str
    cm: Number
    end: Spot
    dice: int
    best: bool


class RolledSide(Shape):
    """A side of a roll as it stands: what every die shows and has `won` before, what it must show, its successes so
    far, how many dice a destiny point rolls `again`, and how many points its player has."""

    seat: SeatName
    figure: str | None
    label: str
    dice: list[int]
    won: list[int]
    needed: int
    successes: int
    again: int
    destiny: int


class KaosOption(Option):
    """An answer with what it is about and where: the `figures` concerned, who acts first; the `path` of a centre, first
    where it stands; the base at its `end`; the figure that is the `target`, or the place `at` which something is done.

    `dice` are those it rolls as things stand, missing where it rolls none; `piece` is the scenery placed, as numbered
    in `selection`. A strike that may come at several places of a way has `stops`; the option is the best of them. The
    `group` is what a plan is for: plans come group after group, the best first in each; `pace` is how fast it
    goes, "" where it stays.
    """

    figures: list[str] = []
    path: list[Place] | None = None
    end: Spot | None = None
    target: str | None = None
    at: Place | None = None
    dice: int | None = None
    piece: int | None = None
    stops: list[Stop] = []
    group: Group | None = None
    pace: str = ""


class KaosDecision(DecisionView, kw_only=True):
    """What a seat is asked, and what it has to know for it: sentences `about` the attack, the roll or the plan it
    answers; the `figure` it is asked for; of a reaction the `attacker`, and where that is `struck_from`; where destiny
    is asked for the sides `rolled`, who acts first; `idle` says why no answer can change anything, where that is so."""

    options: Sequence[KaosOption]
    about: list[str] = []
    figure: str | None = None
    attacker: str | None = None
    struck_from: Spot | None = None
    rolled: list[RolledSide] = []
    idle: str = ""


class DeclaredPlan(Shape):
    """The plan of the figure whose turn it is: its line, the `target` if it has one, the way until it sets out with the
    base at its `end`, its length and cost, null once it has, and the strikes that will meet it there."""

    figure: str
    line: str
    target: str | None
    path: list[Place] | None
    end: Spot | None
    length: Number | None
    cost: Number | None
    interceptions: list[str]


class Goal(Shape):
    """What is played for: the scenario's name, or that of a battle for points; what gives victory points (`text`) and
    when the game ends (`ends`) in sentences; the number of `rounds`, and the `victory_points` that win, 0 for none."""

    name: str
    text: str
    ends: str
    rounds: int
    victory_points: int


class Result(Shape):
    """How the game ended: a seat or `draw`."""

    winner: SeatName | Literal["draw"]
    reason: str
    clause: str


class KaosView(Shape):
    """The position as a seat may see it; `viewer` is `none` for a spectator. What there is none of is left out."""

    game: Literal["kaos"]
    release: str
    mode: str
    options: dict[str, Any]
    round: int
    initiative: SeatName | Literal["none"]
    first: SeatName | Literal["none"]
    turn: RoundTurn
    table: TableSize
    scenery: list[Scenery]
    players: dict[SeatName, Sheet]
    figure: list[Figure]
    viewer: SeatName | Literal["none"]
    fighters: list[Fighter]
    asked: Waiting | None
    declared: DeclaredPlan | None
    over: Result | None
    goal: Goal
    rolled: list[RolledSide] | None = None
    scenario: str | None = None
    selection: list[Scenery] | None = None
    placed: list[Placed] | None = None
    zone: list[Zone] | None = None
    decks: Decks | None = None
    carried: list[Carried] | None = None
    objects: ObjectCards | None = None
    events: EventCards | None = None
    effects: list[Lasting] | None = None
    objective: list[ObjectiveLine] | None = None
    held: list[int] | None = None
    relic: Relic | None = None
    more: list[SeatName] | None = None


class KaosTerm(Shape):
    """One term of the number an event tells: how much, why, by which clause, and the card it comes from, if any."""

    x: int
    why: str
    clause: str
    card: str | None = None


KaosEvent: Final = event_shape(
    "KaosEvent",
    EVENTS,
    {
        "number": int,
        "piece": int,
        "dice": list[int],
        "terms": list[KaosTerm],
        "way": list[Place],
        "seat": SeatName | None,
        "seats": SeatName | None,
    },
    str | None,
)


class CardStats(Shape):
    """The numbers of a profile card; `shield` is null for a fighter without one, lengths are centimetres."""

    move: Number
    will: int
    life: int
    armour: int
    dodge: int
    shield: int | None
    base: Number
    height: Number


class KaosCard(Shape):
    """Anything of the catalogue in words: a fighter, an object, an event, a battlefield, a scenario or a horde, by its
    `kind`; `cost` in points is null for what has none, `source` says who made it.

    `text` is all of it in lines, `what` its numbers in words. A fighter has a `tribe`, a `role`, `stats` and `parts`;
    objects and events may belong to a `place`, and a scenario to the one whose cards it is played with. `map` shows a
    battlefield or a scenario as it lies before a match.
    """

    id: str
    kind: str
    name: str
    cost: int | None
    source: str
    text: list[str]
    what: str = ""
    tribe: str | None = None
    role: str | None = None
    stats: CardStats | None = None
    parts: list[CardPart] = []
    place: str | None = None
    place_name: str | None = None
    map: FieldMap | None = None


class AgreedValue(Shape):
    """A value of something that is agreed on."""

    value: str
    label: str


class Agreement(Shape):
    """Something that may be agreed on before a match, an entry of `options`: one of `values`, or a number from `least`
    to `most`. `clause` is the one, or the ruling, that it settles, `hint` what it means in a line; a `scenario` settles
    it by itself."""

    id: str
    label: str
    hint: str
    clause: str
    usual: str
    values: list[AgreedValue] = []
    least: int | None = None
    most: int | None = None
    scenario: bool = False


class KaosCatalogue(Catalogue):
    """Everything to choose hordes and a battlefield from, and all that may be agreed on before a match."""

    cards: list[KaosCard]
    agreements: list[Agreement]
