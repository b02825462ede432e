"""From documents to what the rules use: profiles, cards, scenery and objectives in whole micrometres."""

from esquive.core.errors import DocumentError
from esquive.kaos.cards import library
from esquive.kaos.cards.documents import (
    EventDocument,
    FieldDocument,
    FighterDocument,
    ObjectDocument,
    ObjectiveDocument,
    PieceDocument,
    Place,
    ScenarioDocument,
    SelectionDocument,
    SkillDocument,
    SpellDocument,
    WeaponDocument,
    ZoneDocument,
    display_name,
)
from esquive.kaos.cards.library import NONE
from esquive.kaos.cards.ops import at_play
from esquive.kaos.geometry.shapes import FLAG_NAMES, Piece, Point, Table
from esquive.kaos.geometry.units import length_of

ANYWHERE = -1
LEAST_USES = 1


def cm(value: float | None, where: str, otherwise: int = 0) -> int:
    """Centimetres of a document in micrometres; `otherwise` where nothing is given."""
    return otherwise if value is None else length_of(value, where)


def profile_of(document: FighterDocument) -> library.Profile:
    """The profile card of a fighter."""
    where = document.id
    keywords = 0
    for keyword in document.keywords:
        keywords |= library.KEYWORDS[keyword]
    return library.Profile(
        id=document.id,
        label=display_name(document.name),
        tribe=library.TRIBES.index(document.tribe),
        cost=document.cost,
        side=cm(document.base_cm, where),
        height=cm(document.height_cm, where),
        head=cm(document.head_cm, where),
        body=cm(document.body_width_cm, where),
        move=cm(document.move_cm, where),
        will=document.will_dice,
        life=document.life_points,
        armour=document.armour,
        dodge=document.dodge_dice,
        shield=NONE if document.shield_dice is None else document.shield_dice,
        weapons=tuple(weapon_of(weapon, where) for weapon in document.weapon),
        spells=tuple(spell_of(spell, where) for spell in document.spell),
        skills=tuple(skill_of(skill, where) for skill in document.skill),
        keywords=keywords,
    )


def weapon_of(document: WeaponDocument, where: str) -> library.Weapon:
    """A weapon of a fighter."""
    return library.Weapon(
        id=document.id,
        label=display_name(document.name),
        kind=library.WEAPON_KINDS.index(document.kind),
        dice=document.dice,
        wounds=document.wounds,
        reach=cm(document.range_cm, where),
        can_target_contact=document.can_target_contact,
    )


def spell_of(document: SpellDocument, where: str) -> library.Spell:
    """A spell of a fighter; its effects are told apart from those of others by its full id [Ruling R213]."""
    return library.Spell(
        id=document.id,
        label=display_name(document.name),
        dice=document.dice,
        reach=cm(document.range_cm, where),
        wounds=document.wounds,
        ignores_armour=document.ignores_armour,
        defence=library.DEFENCES.index(document.defence),
        required=document.successes_required,
        is_free=document.free,
        targets=library.TARGETS.index(document.targets),
        can_target_contact=document.can_target_contact,
        uses=LEAST_USES if document.free else 0,
        effects=at_play(document.do, f"{where}.{document.id}"),
    )


def skill_of(document: SkillDocument, where: str) -> library.Skill:
    """A personal skill of a fighter."""
    card = f"{where}.{document.id}"
    return library.Skill(
        id=document.id,
        label=display_name(document.name),
        dice=document.dice or 0,
        is_free=document.free,
        timing=library.TIMINGS.index(document.timing),
        targets=library.TARGETS.index(document.targets),
        reach=cm(document.range_cm, where, ANYWHERE),
        needs_angle=document.needs_angle,
        needs_sight=document.needs_sight,
        uses=document.uses_per_round,
        effects=at_play(document.do, card),
        standing=at_play(document.holds, card),
    )


def object_of(document: ObjectDocument) -> library.ObjectCard:
    """An object card."""
    return library.ObjectCard(
        id=document.id,
        label=display_name(document.name),
        place=document.place or "",
        difficulty=document.difficulty,
        timing=library.TIMINGS.index(document.timing),
        targets=library.TARGETS.index(document.targets),
        reach=cm(document.range_cm, document.id, ANYWHERE),
        uses=document.uses,
        effects=at_play(document.do, document.id),
        standing=at_play(document.holds, document.id),
    )


def event_of(document: EventDocument) -> library.EventCard:
    """An event card."""
    return library.EventCard(
        id=document.id,
        label=display_name(document.name),
        place=document.place or "",
        parts=document.parts,
        copies=document.copies,
        rounds=document.rounds,
        effects=at_play(document.do, document.id),
        standing=at_play(document.holds, document.id),
    )


# --------------------------------------------------------------------------------------------------------- battlefields


def point_of(place: Place, where: str) -> Point:
    """A place of a document, in micrometres."""
    return (length_of(place[0], where), length_of(place[1], where))


def piece_of(document: PieceDocument, where: str) -> Piece:
    """A piece of scenery; raises DocumentError for an outline that crosses itself or encloses nothing."""
    flags = 0
    for flag in document.flags:
        flags |= FLAG_NAMES[flag]
    low = None if document.low is None else point_of(document.low, where)
    high = None if document.high is None else point_of(document.high, where)
    shape = tuple(point_of(corner, where) for corner in document.shape)
    try:
        return Piece(display_name(document.name), document.kind, shape, cm(document.height_cm, where), flags, low, high)
    except ValueError as error:
        fix = "list the corners once each, in order round the piece"
        raise DocumentError(error, f"{where}: shape of '{display_name(document.name)}'", fix) from error


def table_of(document: FieldDocument | SelectionDocument) -> Table:
    """A battlefield; that of a selection is still empty."""
    where = document.id
    pieces = document.piece if isinstance(document, FieldDocument) else ()
    made = tuple(piece_of(piece, where) for piece in pieces)
    return Table(cm(document.width_cm, where), cm(document.depth_cm, where), made)


def selection_of(document: SelectionDocument) -> tuple[Piece, ...]:
    """The pieces of movable scenery, each drawn round 0,0."""
    return tuple(piece_of(piece, document.id) for piece in document.piece)


# ------------------------------------------------------------------------------------------------------------ scenarios


def objective_of(document: ObjectiveDocument, where: str) -> library.Objective:
    """One way a scenario gives victory points."""
    x, y = point_of(document.at, where) if document.at is not None else (0, 0)
    return library.Objective(
        kind=library.OBJECTIVES.index(document.kind),
        points=document.points,
        x=x,
        y=y,
        radius=cm(document.radius_cm, where),
        rounds=document.rounds,
        seat=NONE if document.seat is None else seat_number(document.seat),
    )


def objectives_of(document: ScenarioDocument) -> tuple[library.Objective, ...]:
    """Everything that gives victory points in a scenario, beside the fighting."""
    return tuple(objective_of(objective, document.id) for objective in document.objective)


def zones_of(document: ScenarioDocument) -> tuple[tuple[int, int, int, int] | None, ...]:
    """Where each seat deploys: west, south, east and north in micrometres, None for anywhere; () when all may."""
    if not document.zone:
        return ()
    found: list[tuple[int, int, int, int] | None] = [None, None]
    for zone in document.zone:
        found[seat_number(zone.seat)] = zone_box(zone, document.id)
    return tuple(found)


def zone_box(zone: ZoneDocument, where: str) -> tuple[int, int, int, int]:
    """West, south, east and north of a zone."""
    (ax, ay), (bx, by) = point_of(zone.corner, where), point_of(zone.opposite, where)
    return (min(ax, bx), min(ay, by), max(ax, bx), max(ay, by))


def seat_number(seat: str) -> int:
    """The number of `p1` or `p2`."""
    return int(seat[1:]) - 1
