"""What is tried out on the table before an answer is given, declared: a path, an area, a line of sight, a length.

Lengths are centimetres, angles degrees, as in `shapes`; docs/protocol.md explains every field.
"""

from typing import Annotated, Final, Literal

from msgspec import Meta

from esquive.core.shapes import Shape, Shapes
from esquive.kaos.seen.shapes import (
    KaosCatalogue,
    KaosDecision,
    KaosEvent,
    KaosOption,
    KaosView,
    Number,
    Place,
    Spot,
)

Coordinate = Annotated[float, Meta(ge=-1000, le=1000)]
Name = Annotated[str, Meta(max_length=64)]
Line = Annotated[str, Meta(max_length=1000)]
LegKind = Literal["go", "jump", "face", "way"]
Pace = Literal["", "walk", "run", "charge"]


class DraftLeg(Shape):
    """A leg of a path as lines write it: to a point, with a jump or without, or a turn on the spot to a `facing`.

    A `way` asks for the shortest one to a point, round what is in between; it is told as the legs that it takes.
    """

    leg: LegKind
    x: Coordinate = 0
    y: Coordinate = 0
    facing: Coordinate = 0


class DraftSpot(Shape):
    """A point, or where the base of a `figure` would stand."""

    x: Coordinate
    y: Coordinate
    facing: Coordinate = 0
    figure: Name = ""


class DraftPath(Shape, tag_field="kind", tag="path"):
    """A path for the figure that is asked to move. Without a `pace` it is a walk as long as that will do, else a run.

    `snap` lets its end go to contact, to 2.5 cm or to a corner that is near. Once the hand is `settled` it is told what
    can be done from the end of the path too, and `onto`, the enemy it is held over, asks for the best attack on that
    one. `after` is the line of a plan with its action: the path goes on from where that acts, as the second part of a
    split move.
    """

    legs: Annotated[list[DraftLeg], Meta(max_length=40)]
    pace: Pace = ""
    snap: bool = True
    settled: bool = False
    onto: Name = ""
    after: Line = ""


class DraftReach(Shape, tag_field="kind", tag="reach"):
    """Asks where a figure gets to from where it stands, with the facing given or its own.

    `after` is the line of a plan with its action: asked for is where the second part of its split move gets to.
    """

    figure: Name
    facing: Coordinate | None = None
    after: Line = ""


class DraftSight(Shape, tag_field="kind", tag="sight"):
    """Asks what a figure sees of another, from where it stands or would stand."""

    figure: Name
    target: Name
    at: DraftSpot | None = None


class DraftField(Shape, tag_field="kind", tag="field"):
    """Asks what a figure sees of the whole table, from where it stands or would stand."""

    figure: Name
    at: DraftSpot | None = None


class DraftRuler(Shape, tag_field="kind", tag="ruler"):
    """Asks how far it is from one end to the other, each a figure or a point."""

    start: DraftSpot | Name
    end: DraftSpot | Name


class DraftBands(Shape, tag_field="kind", tag="bands"):
    """Asks how far the weapons and spells of a figure carry."""

    figure: Name


class DraftLanding(Shape, tag_field="kind", tag="landing"):
    """A place for a line that asks for one, where a figure is put down: that of the line, or another. Its centre is at
    `x y`. With `area` it is told every place that will do."""

    line: Line
    x: Coordinate | None = None
    y: Coordinate | None = None
    area: bool = False


class DraftTyped(Shape, tag_field="kind", tag="typed"):
    """A line that is being typed: asked for is the path it has so far."""

    line: Line


KaosDraft = DraftTyped | DraftPath | DraftReach | DraftSight | DraftField | DraftRuler | DraftBands | DraftLanding


# ------------------------------------------------------------------------------------------------- what they come to


class TriedStretch(Shape):
    """A stretch of a path that costs the same all along; `how` it is gone, and what it costs."""

    how: Literal["flat", "up", "down", "jump"]
    start: Place
    end: Place
    length: Number
    cost: Number
    difficult: bool = False


class TriedProblem(Shape):
    """Why it goes no farther, or not so: a sentence with its clauses, and where on the table, if anywhere."""

    kind: str
    clauses: list[str]
    sentence: str
    at: Place | None = None


class TriedFall(Shape):
    """A fall at the end of a path: where it begins, how deep it is, and the base where it lands."""

    at: Place
    drop: Number
    landing: Spot


Near = Literal["", "contact", "melee", "corner"]  # what the end of a path is drawn to


class TriedPath(Shape, tag_field="kind", tag="path"):
    """A path as far as it can be gone: its `legs` after it was cut and snapped, its `stretches`, its `cost` out of
    `most`, of which a simple move is `simple`; where it ends, and the `line` that answers with it, `legal` or not.

    `snapped` says what its end was drawn to, and `to` which figure that is. `problem` is the first one of the path that
    was wanted, else the first condition of the line that fails. `actions` are lines that do something from its end, and
    `splits` those after which the figure may walk on; `attack` is the first of them where an attack was asked for and
    there is one, and the path is then the way to it; else `no_attack` says why there is none. Of the second part of a
    move `legs` are its own, all else is told of the whole, and `acts_at` is where the action between the two is done.
    """

    pace: str
    legs: list[DraftLeg]
    stretches: list[TriedStretch]
    length: Number
    cost: Number
    simple: Number
    most: Number
    end: Spot
    line: str
    legal: bool
    snapped: Near = ""
    to: str | None = None
    problem: TriedProblem | None = None
    fall: TriedFall | None = None
    actions: list[KaosOption] = []
    attack: Line = ""
    no_attack: TriedProblem | None = None
    splits: list[str] = []
    acts_at: Spot | None = None


class TriedTyped(Shape, tag_field="kind", tag="typed"):
    """What a line says of a path, as far as it is typed: `pace` and `legs` of a DraftPath that comes to the same,
    `after` the line of what comes before them. `is_path` is false for a line of something else."""

    is_path: bool
    pace: Pace = ""
    legs: list[DraftLeg] = []
    after: str = ""


class TriedLane(Shape):
    """Ground over which an enemy can be charged: the lines by which bases come to the `target` begin and end in it."""

    target: str
    shape: list[tuple[Number, Number]]


class TriedReach(Shape, tag_field="kind", tag="reach"):
    """Where the centre of a figure's base can come: outlines (holes among them) of what it gets to with a simple move
    and at a run, in centimetres, and the `lanes` of charges."""

    figure: str
    simple: Number
    walk: list[list[tuple[Number, Number]]]
    run: list[list[tuple[Number, Number]]]
    lanes: list[TriedLane]


class TriedRay(Shape):
    """A line from the head of who looks to a sample, and whether that is seen."""

    end: Place
    seen: bool


class TriedSection(Shape):
    """What lies on the straight line of a look, from the side: so many centimetres from the viewer's middle (`start`,
    `end`), from its `bottom` to the height of its top at both ends."""

    label: str
    start: Number
    end: Number
    bottom: Number
    top: tuple[Number, Number]


class TriedSight(Shape, tag_field="kind", tag="sight"):
    """What a figure sees of another: so many of the `samples` of its body and of the points of its base, the `rays` to
    the body's columns from the `head`, what hides it (`blocker`, a figure or a piece of scenery, and where on the line
    the eye is stopped, `blocked`), sentences that say all of it, and what the line crosses, from the side
    (`sections`)."""

    figure: str
    target: str
    head: Place
    seen: int
    samples: int
    base_seen: int
    base_samples: int
    rays: list[TriedRay]
    points: list[TriedRay]
    text: list[str]
    blocker: str | None = None
    blocked: list[Place] | None = None
    sections: list[TriedSection] = []


class TriedField(Shape, tag_field="kind", tag="field"):
    """What a figure sees of the table: `rows` of cells from the south, each from the west, `step` cm a side. A cell
    says what would be seen of a foot figure in its middle: `.` all of it, `c` it would be in cover, `#` nothing; a
    space is ground nobody stands on. The sentences say which enemies are seen."""

    figure: str
    head: Place
    step: Number
    rows: list[str]
    text: list[str]


class TriedRuler(Shape, tag_field="kind", tag="ruler"):
    """How far it is at the shortest, from base to base where the ends are figures, and in a sentence."""

    start: Place
    end: Place
    length: Number
    text: str


class TriedBand(Shape):
    """How far something carries, from one distance to another, and the dice it has there."""

    nearest: Number
    farthest: Number
    dice: int
    text: str


class TriedMeans(Shape):
    """A weapon or spell with its bands, the nearest first."""

    label: str
    bands: list[TriedBand]


class TriedBands(Shape, tag_field="kind", tag="bands"):
    """What a figure fights with, and how far each of it carries."""

    figure: str
    means: list[TriedMeans]


class TriedLanding(Shape, tag_field="kind", tag="landing"):
    """A place where a `figure` would be put down, as it would stand there: the `line` that says so, `legal` or not, and
    what forbids it. `area` is told when it is asked for: outlines, holes among them, round places of its centre that
    will do, up to half a centimetre from what is in the way."""

    line: str
    figure: str
    at: Spot
    legal: bool
    problem: TriedProblem | None = None
    area: list[list[tuple[Number, Number]]] | None = None


KaosDrafted = TriedTyped | TriedPath | TriedReach | TriedSight | TriedField | TriedRuler | TriedBands | TriedLanding

SHAPES: Final = Shapes(
    view=KaosView,
    decision=KaosDecision,
    event=KaosEvent,
    catalogue=KaosCatalogue,
    draft=KaosDraft,
    drafted=KaosDrafted,
)
