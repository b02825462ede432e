"""What a file of Kaos says: fighters, objects, events, battlefields, selections of scenery, scenarios and hordes.

The declarations are the schema: they decode, constrain and document the files. Lengths are centimetres, places are
pairs of centimetres from the south-west corner of the table (or from the middle of a piece of a selection).
"""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta, field as renamed

from esquive.core.packs import PackAbout
from esquive.kaos.cards.ops import AnyOp, Node, Standing

Slug = Annotated[str, Meta(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=60)]
Text = Annotated[str, Meta(min_length=1, max_length=300)]
Name = Annotated[dict[Literal["en", "fr", "it"], Annotated[str, Meta(min_length=1, max_length=80)]], Meta(min_length=1)]
Words = dict[Literal["en", "fr", "it"], Text]
Source = Annotated[Literal["house", "user"], Meta(description="Who made it: this program, or a player.")]
Tribe = Literal["meleien", "thanigiste", "abelberien", "shimeien", "enchantee"]
Ops = Annotated[tuple[AnyOp, ...], Meta(max_length=6, description="What it does, in this order.")]
Standings = Annotated[tuple[Standing, ...], Meta(max_length=6, description="What holds as long as it is there.")]
Place = tuple[float, float]


class WeaponDocument(Node, frozen=True, kw_only=True):
    """A weapon [Kaos K18.1] [Kaos K21.1] [Kaos K22.1] [Kaos K23.1]."""

    id: Slug
    name: Name
    kind: Literal["close_melee", "long_melee", "ranged"]
    dice: Annotated[int, Meta(ge=2, le=7, description="Dice rolled.")]
    wounds: Annotated[int, Meta(ge=2, le=12, description="Wounds dealt, before armour.")]
    range_cm: Annotated[float, Meta(ge=10, le=60, description="Optimal range; ranged weapons only.")] | None = None
    can_target_contact: Annotated[bool, Meta(description="May be used in base contact all the same.")] = False


class SpellDocument(Node, frozen=True, kw_only=True):
    """A spell [Kaos K23.2]; its wounds come first, then what it does besides."""

    id: Slug
    name: Name
    text: Words
    dice: Annotated[int, Meta(ge=2, le=8, description="Dice rolled.")]
    range_cm: Annotated[float, Meta(ge=0, le=50, description="Optimal range; 0: base contact only [Kaos K23.12].")]
    wounds: Annotated[int, Meta(ge=0, le=8, description="Wounds dealt, before armour.")] = 0
    ignores_armour: Annotated[bool, Meta(description="Armour does not count.")] = False
    defence: Annotated[
        Literal["dodge_or_shield", "will", "life_gauge", "none"], Meta(description="What resists it [Kaos K23.14].")
    ]
    successes_required: Annotated[int, Meta(ge=1, le=3, description="Successes it needs [Kaos K23.19].")] = 1
    free: Annotated[bool, Meta(description="Costs no action, once a round [Kaos K35.1].")] = False
    targets: Annotated[Literal["enemy", "friend", "self", "any"], Meta(description="On whom.")] = "enemy"
    can_target_contact: Annotated[bool, Meta(description="May be used in base contact all the same.")] = False
    do: Ops = ()


class SkillDocument(Node, frozen=True, kw_only=True):
    """A personal skill [Kaos K34.1]; without `dice` it is automatic [Kaos K34.4]."""

    id: Slug
    name: Name
    text: Words
    dice: Annotated[int, Meta(ge=2, le=6, description="Dice rolled; left out: automatic.")] | None = None
    free: Annotated[bool, Meta(description="Costs no action [Kaos K35.1].")] = False
    timing: Literal["action", "reaction", "passive", "any_free_window"]
    targets: Annotated[Literal["enemy", "friend", "self", "any"], Meta(description="On whom.")] = "self"
    range_cm: (
        Annotated[float, Meta(ge=0, le=60, description="How far the target may be; left out: anywhere.")] | None
    ) = None
    needs_angle: Annotated[bool, Meta(description="The target is in the attack angle.")] = False
    needs_sight: Annotated[bool, Meta(description="The target is in view.")] = False
    uses_per_round: Annotated[int, Meta(ge=0, le=1, description="1, or 0 for as often as wished.")] = 1
    do: Ops = ()
    holds: Standings = renamed(name="while", default=())


class FighterDocument(Node, frozen=True, kw_only=True):
    """A profile card [Kaos K2.2]."""

    id: Slug
    name: Name
    role: Name
    tribe: Tribe
    cost: Annotated[int, Meta(ge=5, le=60)]
    source: Source
    override: bool = False
    base_cm: Annotated[float, Meta(ge=2, le=6, description="Side of the base.")] = 2.5
    height_cm: Annotated[float, Meta(ge=1.5, le=10, description="Base to top of the head.")]
    head_cm: Annotated[float, Meta(ge=1, le=10, description="Height of the eyes [Kaos K23.8].")]
    body_width_cm: Annotated[float, Meta(ge=0.5, le=6, description="Side of the body's column [Kaos K23.7].")]
    move_cm: Annotated[float, Meta(ge=6, le=14)]
    will_dice: Annotated[int, Meta(ge=1, le=7)]
    life_points: Annotated[int, Meta(ge=6, le=24)]
    armour: Annotated[int, Meta(ge=0, le=4)] = 0
    dodge_dice: Annotated[int, Meta(ge=0, le=7)]
    shield_dice: Annotated[int, Meta(ge=2, le=6)] | None = None
    keywords: Annotated[tuple[Literal["flying", "climber"], ...], Meta(max_length=2)] = ()
    weapon: Annotated[tuple[WeaponDocument, ...], Meta(max_length=3)] = ()
    spell: Annotated[tuple[SpellDocument, ...], Meta(max_length=3)] = ()
    skill: Annotated[tuple[SkillDocument, ...], Meta(max_length=2)] = ()


class ObjectDocument(Node, frozen=True, kw_only=True):
    """An object that may be found [Kaos K32.1]; of one place, or without origin [Kaos K32.2]."""

    id: Slug
    name: Name
    text: Words
    source: Source
    override: bool = False
    place: Slug | None = None
    difficulty: Annotated[int, Meta(ge=2, le=6, description="What one search die must show [Kaos K32.8].")]
    timing: Literal["action", "passive", "any_free_window"]
    targets: Annotated[Literal["enemy", "friend", "self", "any"], Meta(description="On whom.")] = "self"
    range_cm: (
        Annotated[float, Meta(ge=0, le=60, description="How far the target may be; left out: anywhere.")] | None
    ) = None
    uses: Annotated[int, Meta(ge=0, le=9, description="Uses in all; 0 for as often as wished.")] = 1
    do: Ops = ()
    holds: Standings = renamed(name="while", default=())


class EventDocument(Node, frozen=True, kw_only=True):
    """An event [Kaos K33.1]; of one place, or without origin [Kaos K33.3]."""

    id: Slug
    name: Name
    text: Words
    source: Source
    override: bool = False
    place: Slug | None = None
    parts: Annotated[int, Meta(ge=1, le=4, description="The n of 1/n [Kaos K33.12].")] = 1
    copies: Annotated[int, Meta(ge=1, le=6, description="At most so many in a deck [Kaos K33.4].")] = 1
    rounds: Annotated[int, Meta(ge=1, le=5, description="Rounds it lasts [Kaos K33.15].")] = 1
    do: Ops = ()
    holds: Standings = renamed(name="while", default=())


# --------------------------------------------------------------------------------------------------------- battlefields


class PieceDocument(Node, frozen=True, kw_only=True):
    """A piece of scenery: a polygon with a height; of a ramp `low` and `high`, between which its top rises."""

    name: Name
    kind: Slug
    shape: Annotated[tuple[Place, ...], Meta(min_length=3, max_length=16, description="Its corners, in order.")]
    height_cm: Annotated[float, Meta(ge=0, le=30, description="Height of its top; 0 for ground such as a marsh.")] = 0
    flags: tuple[Literal["impassable", "difficult", "climbable", "blocks-sight", "standable"], ...] = ()
    low: Place | None = None
    high: Place | None = None


class FieldDocument(Node, frozen=True, kw_only=True):
    """A battlefield: a table with its scenery already on it [Kaos K5.1]."""

    id: Slug
    name: Name
    text: Words
    source: Source
    override: bool = False
    width_cm: Annotated[float, Meta(ge=60, le=120)] = 75
    depth_cm: Annotated[float, Meta(ge=60, le=120)] = 75
    piece: Annotated[tuple[PieceDocument, ...], Meta(max_length=40)] = ()


class SelectionDocument(Node, frozen=True, kw_only=True):
    """Movable scenery that players set up in turn [Kaos K5.2]; each piece is drawn round 0,0."""

    id: Slug
    name: Name
    text: Words
    source: Source
    override: bool = False
    width_cm: Annotated[float, Meta(ge=60, le=120)] = 75
    depth_cm: Annotated[float, Meta(ge=60, le=120)] = 75
    piece: Annotated[tuple[PieceDocument, ...], Meta(min_length=1, max_length=40)]


# ------------------------------------------------------------------------------------------------- scenarios and hordes


class ObjectiveDocument(Node, frozen=True, kw_only=True):
    """One way a scenario gives victory points [Kaos K1.4]; see `library.Objective`."""

    kind: Literal["hold", "carry", "survive"]
    points: Annotated[int, Meta(ge=1, le=100)]
    at: Annotated[Place | None, Meta(description="The place held, or where the relic lies.")] = None
    radius_cm: Annotated[float, Meta(ge=0, le=30)] = 0
    rounds: Annotated[int, Meta(ge=0, le=20, description="Rounds it must be held, or must be survived.")] = 1
    seat: Annotated[Literal["p1", "p2"] | None, Meta(description="Who has to survive.")] = None


class ZoneDocument(Node, frozen=True, kw_only=True):
    """Where a player deploys: a rectangle, two corners."""

    seat: Literal["p1", "p2"]
    corner: Place
    opposite: Place


class ScenarioDocument(Node, frozen=True, kw_only=True):
    """A scenario: the mode, the battlefield, the objectives and the numbers agreed [Kaos K37.1]."""

    id: Slug
    name: Name
    text: Words
    source: Source
    override: bool = False
    mode: Literal["points", "scenario"]
    field: Slug | None = None
    selection: Slug | None = None
    place: Annotated[Slug | None, Meta(description="The place whose objects and events are used.")] = None
    objects: Annotated[bool, Meta(description="Objects are searched for [Kaos K32.3].")] = False
    events: Annotated[bool, Meta(description="Events are drawn [Kaos K32.3].")] = False
    rounds: Annotated[int, Meta(ge=1, le=20)] = 8
    horde_points: Annotated[int, Meta(ge=20, le=300)] = 100
    victory_points: Annotated[int, Meta(ge=0, le=1000, description="The total that wins; 0 for none.")] = 0
    objective: Annotated[tuple[ObjectiveDocument, ...], Meta(max_length=8)] = ()
    zone: Annotated[tuple[ZoneDocument, ...], Meta(max_length=2)] = ()


class HordeDocument(Node, frozen=True, kw_only=True):
    """A ready-made horde [Kaos K3.1]; `points`: what it costs at most, the limit it is made for."""

    id: Slug
    name: Name
    text: Words
    source: Source
    override: bool = False
    points: Annotated[int, Meta(ge=20, le=300)]
    fighters: Annotated[tuple[Slug, ...], Meta(min_length=1, max_length=12)]


class Pack(Node, frozen=True, kw_only=True):
    """A file: any of these, several of each, and what the pack they belong to is called.

    A document with `override` stands in the place of the catalogue's of that id.
    """

    about: PackAbout | None = renamed(name="pack", default=None)
    fighter: tuple[FighterDocument, ...] = ()
    object: tuple[ObjectDocument, ...] = ()
    event: tuple[EventDocument, ...] = ()
    field: tuple[FieldDocument, ...] = ()
    selection: tuple[SelectionDocument, ...] = ()
    scenario: tuple[ScenarioDocument, ...] = ()
    horde: tuple[HordeDocument, ...] = ()


Document = (
    FighterDocument
    | ObjectDocument
    | EventDocument
    | FieldDocument
    | SelectionDocument
    | ScenarioDocument
    | HordeDocument
)


def display_name(name: Mapping[Any, str], language: str = "en") -> str:
    """The name (or text) in a language, else in English, else in whatever language it is known in; "" for none."""
    return name.get(language) or name.get("en") or next(iter(name.values()), "")
