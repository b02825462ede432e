"""The linter for files of Kaos: what decodes and still makes no sense, each finding with a code, place and fix.

Errors bar a file from play, warnings tell what is odd. Codes never change their meaning: KO1xx fighters, KO2xx objects
and events, KO3xx battlefields, KO4xx scenarios, KO5xx hordes.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from itertools import pairwise
from typing import Final

from esquive.core import findings as core
from esquive.core.did_you_mean import nearest
from esquive.core.errors import DocumentError, EsquiveError
from esquive.core.mends import Path
from esquive.core.phrases import phrase
from esquive.core.remarks import Remark
from esquive.kaos.battlefields.scenario import scenario_remarks
from esquive.kaos.battlefields.scenery import field_remarks
from esquive.kaos.book.hordes import horde_conditions
from esquive.kaos.cards.catalogue import Catalogue
from esquive.kaos.cards.costs import fair_cost
from esquive.kaos.cards.documents import (
    EventDocument,
    FieldDocument,
    FighterDocument,
    HordeDocument,
    ObjectDocument,
    ObjectiveDocument,
    Pack,
    ScenarioDocument,
    SelectionDocument,
    SkillDocument,
    SpellDocument,
    WeaponDocument,
    display_name,
)
from esquive.kaos.cards.making import piece_of, profile_of, table_of, zone_box
from esquive.kaos.cards.ops import Base, ExtraAction, Place, Push, Sight
from esquive.kaos.geometry.shapes import Piece
from esquive.kaos.geometry.units import CM
from esquive.kaos.spoken.battlefields import told_remark
from esquive.kaos.written.horde_conditions import fix_of, horde_sentence

CODES: Final[Mapping[str, str]] = {
    "KO101": "eyes are below the top of the head, the body is no wider than the base",
    "KO102": "a ranged weapon has a range, a melee weapon has none",
    "KO103": "a fighter has a weapon, a spell or a skill to act with",
    "KO104": "the weapons, spells and skills of a fighter have different ids",
    "KO105": "a free skill is used in a free window, in reaction or always; what is used in a free window is free",
    "KO106": "a passive skill holds something and is not rolled; any other one does something",
    "KO107": "what is free, or gives another turn, is used once a round at most",
    "KO108": "a spell wounds or does something",
    "KO109": "the cost is near what the formula gives",
    "KO110": "nobody is pushed by an event, nor put down by a reaction or an event",
    "KO201": "an object that is carried holds something, any other one does something",
    "KO202": "an object without end of uses is passive or an action",
    "KO203": "an event does or holds something",
    "KO204": "a deck may hold as many copies of an event as it has parts",
    "KO301": "pieces of scenery lie on the table, and those of a selection round 0,0",
    "KO302": "a ramp has a low and a high end and a height",
    "KO303": "no ground is closed off",
    "KO304": "solid pieces do not overlap",
    "KO401": "a scenario names one battlefield or one selection, which exists",
    "KO402": "objectives come with the mode scenario, and only with it",
    "KO403": "ground and relics have a place on the table, who has to survive has a seat; there is one relic",
    "KO404": "enough cards of the place for a deck",
    "KO405": "a zone lies on the table",
    "KO406": "a zone is 10 cm wide at least, a horde has room in it, and there is one zone a side",
    "KO407": "everybody gets to what is fought over, and it counts before the game ends",
    "KO501": "the fighters of a horde exist",
    "KO502": "a horde keeps the rules: nobody twice, within its points",
}
WARNINGS: Final = frozenset({"KO109"})
# Of the faults that battlefields and scenarios have (`kaos.battlefields`), those that are not found before.
REMARKS: Final[Mapping[str, str]] = {
    "half-ramp": "KO302",
    "closes-off": "KO303",
    "closed-off": "KO303",
    "overlap": "KO304",
    "zone-twice": "KO406",
    "zone-small": "KO406",
    "zone-narrow": "KO406",
    "goal-shut": "KO407",
    "goal-late": "KO407",
}
FEWEST_OBJECTS: Final = 6  # [Kaos K32.2]
FEWEST_EVENTS: Final = 6
FEWEST_OF_PLACE: Final = 4  # [Kaos K33.2]
AGAIN: Final = "two figures could give each other turns without end"
NO_DIRECTION: Final = "nobody is pushed away from itself"
ODD_COST: Final = 4


class Finding(core.Finding):
    """One thing the linter of this game found: code, place (file and key), message and fix."""

    __slots__ = ()
    WARNINGS = WARNINGS


def lint(pack: Pack, where: str = "pack", known: Catalogue | None = None) -> list[Finding]:
    """Everything wrong or odd in a pack; `known`: the catalogue whose fighters, cards and fields it may name."""
    try:
        whole = Catalogue(pack) if known is None else known.with_pack(pack)
    except EsquiveError as error:  # a number that is no length on any table too
        code = "KO301" if "shape" in error.where else "KO104"
        return [Finding(code, f"{where}: {error.where}", error.message, error.fix)]
    found: list[Finding] = []
    for fighter in pack.fighter:
        found += _whole(_fighter(fighter, at := f"{where}: fighter '{fighter.id}'"), at)
    for card in pack.object:
        found += _whole(_object(card, at := f"{where}: object '{card.id}'"), at)
    for event in pack.event:
        found += _whole(_event(event, at := f"{where}: event '{event.id}'"), at)
    for field in pack.field:
        found += _whole(_field(field, at := f"{where}: field '{field.id}'"), at)
    for selection in pack.selection:
        found += _whole(_field(selection, at := f"{where}: selection '{selection.id}'"), at)
    for scenario in pack.scenario:
        found += _whole(_scenario(scenario, at := f"{where}: scenario '{scenario.id}'", whole), at)
    for horde in pack.horde:
        found += _whole(_horde(horde, at := f"{where}: horde '{horde.id}'", whole), at)
    return found


def _whole(findings: Iterator[Finding], at: str) -> list[Finding]:
    """What is wrong in a document; a number that is no length on any table stops the search in it."""
    try:
        return list(findings)
    except EsquiveError as error:
        return [Finding("KO301", ", ".join(filter(None, (at, error.where))), error.message, error.fix)]


# ------------------------------------------------------------------------------------------------------------- fighters


def _fighter(card: FighterDocument, at: str) -> Iterator[Finding]:
    if card.head_cm >= card.height_cm or card.body_width_cm > card.base_cm:
        fix = "lower head_cm, or narrow body_width_cm"
        yield Finding("KO101", f"{at}, head_cm", "the head or the body does not fit the figure", fix)
    if not card.weapon and not card.spell and not any(skill.timing == "action" for skill in card.skill):
        yield Finding(
            "KO103",
            f"{at}, weapon",
            phrase("'{card}' has nothing to act with", card=card.id),
            "give it a weapon or a spell",
        )
    ids = [weapon.id for weapon in card.weapon] + [spell.id for spell in card.spell] + [one.id for one in card.skill]
    for one in sorted({one for one in ids if ids.count(one) > 1}):
        yield Finding(
            "KO104",
            f"{at}, id",
            phrase("'{name}' is used twice", name=one),
            "give each weapon, spell and skill its own id",
        )
    for weapon in card.weapon:
        yield from _weapon(weapon, f"{at}, weapon '{weapon.id}'")
    for spell in card.spell:
        yield from _spell(spell, f"{at}, spell '{spell.id}'")
    for skill in card.skill:
        yield from _skill(skill, f"{at}, skill '{skill.id}'")
    fair = fair_cost(profile_of(card))
    if abs(card.cost - fair) > max(ODD_COST, fair // 5):
        yield Finding(
            "KO109",
            f"{at}, cost",
            phrase("costs {cost}, the formula gives {fair}", cost=card.cost, fair=fair),
            phrase("try {fair}", fair=fair),
        )


def _weapon(weapon: WeaponDocument, at: str) -> Iterator[Finding]:
    if (weapon.kind == "ranged") != (weapon.range_cm is not None):
        fix = "give a ranged weapon range_cm, and only a ranged one"
        yield Finding(
            "KO102", f"{at}, range_cm", phrase("a {weapon} weapon and its range do not agree", weapon=weapon.kind), fix
        )


def _spell(spell: SpellDocument, at: str) -> Iterator[Finding]:
    if not spell.wounds and not spell.do:
        yield Finding("KO108", f"{at}, do", "the spell does nothing", "give it wounds, or something in do")
    if _has(spell.do, ExtraAction) and not spell.free:
        yield Finding("KO107", f"{at}, do", AGAIN, "write free = true: once a round")
    if spell.targets == "self" and _has(spell.do, Push):
        yield Finding("KO108", f"{at}, do", NO_DIRECTION, "give it other targets, or use place")


def _skill(skill: SkillDocument, at: str) -> Iterator[Finding]:
    if (skill.timing == "any_free_window" and not skill.free) or (skill.timing == "action" and skill.free):
        fix = 'write timing = "any_free_window" with free = true, or timing = "action" without'
        yield Finding(
            "KO105",
            f"{at}, timing",
            phrase("timing {timing} and free = {free} do not agree", timing=skill.timing, free=skill.free),
            fix,
        )
    if skill.timing == "passive":
        if not skill.holds or skill.do or skill.dice is not None:
            fix = "use `while`, without `do` and `dice`"
            yield Finding("KO106", f"{at}, while", "a passive skill only holds something", fix)
        if _has(skill.holds, Sight):
            yield Finding("KO106", f"{at}, while", "only an event limits sight", "use another op than sight")
    elif skill.holds or not skill.do:
        yield Finding(
            "KO106",
            f"{at}, do",
            phrase("a skill used as {timing} does something", timing=skill.timing),
            "use `do`, not `while`",
        )
    if skill.free and not skill.uses_per_round and skill.timing != "passive":
        yield Finding("KO107", f"{at}, uses_per_round", "free without end", "write uses_per_round = 1")
    elif not skill.uses_per_round and _has(skill.do, ExtraAction):
        yield Finding("KO107", f"{at}, uses_per_round", AGAIN, "write uses_per_round = 1")
    if skill.timing == "reaction" and skill.targets == "friend":
        fix = 'write targets = "enemy" or "self"'
        yield Finding("KO106", f"{at}, targets", "a reaction is used on the attacker or on oneself", fix)
    if skill.targets == "self" and _has(skill.do, Push):
        yield Finding("KO106", f"{at}, do", NO_DIRECTION, "give it other targets, or use place")
    if skill.timing == "reaction" and _has(skill.do, Place):
        yield Finding("KO110", f"{at}, do", "a reaction names no place", "use another op than place")


def _has(ops: tuple[Base, ...], kind: type[Base]) -> bool:
    return any(isinstance(op, kind) for op in ops)


# --------------------------------------------------------------------------------------------------- objects and events


def _object(card: ObjectDocument, at: str) -> Iterator[Finding]:
    if card.timing == "passive":
        if not card.holds or card.do:
            yield Finding("KO201", f"{at}, while", "a passive object only holds something", "use `while`, not `do`")
    elif card.holds or not card.do:
        yield Finding(
            "KO201",
            f"{at}, do",
            phrase("an object used as {timing} does something", timing=card.timing),
            "use `do`, not `while`",
        )
    if card.targets == "self" and _has(card.do, Push):
        yield Finding("KO201", f"{at}, do", NO_DIRECTION, "give it other targets, or use place")
    if not card.uses and _has(card.do, ExtraAction):
        yield Finding("KO202", f"{at}, uses", AGAIN, "give a number of uses")
    if not card.uses and card.timing == "any_free_window":
        yield Finding("KO202", f"{at}, uses", "used between actions without end", "give a number of uses")
    if _has(card.holds, Sight):
        yield Finding("KO201", f"{at}, while", "only an event limits sight", "use another op than sight")


def _event(card: EventDocument, at: str) -> Iterator[Finding]:
    if not card.do and not card.holds:
        yield Finding("KO203", f"{at}, do", "the event does nothing", "give it `do` or `while`")
    if _has(card.do, ExtraAction):
        yield Finding("KO203", f"{at}, do", "nobody has played yet when an event happens", "use another op")
    if card.copies < card.parts:
        message = phrase(
            "{parts} parts, but at most {copies} copies in a deck: it never happens",
            parts=card.parts,
            copies=card.copies,
        )
        yield Finding("KO204", f"{at}, copies", message, phrase("write copies = {least} or more", least=card.parts))
    if _has(card.do, Place) or _has(card.do, Push):
        yield Finding("KO110", f"{at}, do", "an event names no place and has no direction", "use other ops")


# --------------------------------------------------------------------------------------------------------- battlefields


def _field(document: FieldDocument | SelectionDocument, at: str) -> Iterator[Finding]:
    is_free = isinstance(document, SelectionDocument)
    pieces: list[Piece] = []
    for written in document.piece:
        place = f"{at}, piece '{display_name(written.name)}'"
        is_ramp = written.low is not None or written.high is not None
        if is_ramp and is_free and (written.low is None or written.high is None or not written.height_cm):
            fix = "give low, high and height_cm, or none of low and high"
            yield Finding("KO302", f"{place}, low", "only half a ramp", fix)
        try:
            pieces.append(piece_of(written, document.id))
        except DocumentError as error:
            yield Finding("KO301", f"{place}, shape", error.message, error.fix)
            return
    table = table_of(document)
    for piece in pieces:
        west, south, east, north = piece.box
        if is_free:
            holds = west < 0 < east and south < 0 < north
        else:
            holds = min(west, south) >= 0 and east <= table.width and north <= table.depth
        if not holds:
            fix = (
                "draw it round 0,0"
                if is_free
                else phrase(
                    "keep within {width_cm} x {depth_cm} cm", width_cm=document.width_cm, depth_cm=document.depth_cm
                )
            )
            yield Finding("KO301", f"{at}, piece '{piece.name}', shape", "lies in the wrong place", fix)
            return
    if isinstance(document, FieldDocument):
        yield from _of_remarks(field_remarks(document), at)


# ------------------------------------------------------------------------------------------------------------ scenarios


def _scenario(card: ScenarioDocument, at: str, known: Catalogue) -> Iterator[Finding]:
    if (card.field is None) == (card.selection is None):
        yield Finding("KO401", f"{at}, field", "names no battlefield, or two", "give field or selection")
        return
    name = card.field if card.field is not None else str(card.selection)
    table: Mapping[str, object] = known.fields if card.field is not None else known.selections
    if name not in table:
        yield Finding(
            "KO401", f"{at}, field", phrase("unknown battlefield '{field}'", field=name), nearest(name, table)
        )
        return
    if (card.mode == "scenario") != bool(card.objective):
        fix = 'give objectives with mode = "scenario", and none with mode = "points"'
        yield Finding(
            "KO402", f"{at}, objective", phrase("mode {mode} and its objectives do not agree", mode=card.mode), fix
        )
    if [objective.kind for objective in card.objective].count("carry") > 1:
        yield Finding("KO403", f"{at}, objective", "more than one relic", "keep one objective of kind carry")
    size = known.table(name)
    for number, objective in enumerate(card.objective):
        yield from _objective(objective, f"{at}, objective {number + 1}", card, (size.width, size.depth))
    for zone in card.zone:
        west, south, east, north = zone_box(zone, card.id)
        fits = min(west, south) >= 0 and east <= size.width and north <= size.depth
        if not fits:
            yield Finding(
                "KO405", f"{at}, zone {zone.seat}", "the zone is no place to deploy in", "keep it on the table"
            )
    yield from _of_remarks(scenario_remarks(card, known), at)
    yield from _decks(card, at, known)


def _of_remarks(remarks: Iterable[Remark], at: str) -> Iterator[Finding]:
    """The faults among remarks that are not told in another way already."""
    for one in remarks:
        if one.is_fault and one.kind in REMARKS:
            what, fix = (phrase("{sentence}", sentence=partial(_sentence, one, part)) for part in (0, 1))
            about = ", ".join(f"{name} {number + 1}" for name, number in pairs_of(one.about))
            yield Finding(REMARKS[one.kind], ", ".join(filter(None, (at, about))), what, fix)


def pairs_of(path: Path) -> Iterator[tuple[str, int]]:
    """The lists on a path, each with the place in it."""
    for name, number in pairwise(path):
        if isinstance(name, str) and isinstance(number, int):
            yield name, number


def _sentence(remark: Remark, part: int, language: str) -> str:
    """What is wrong, or what would mend it, as a linter says it: without the last dot."""
    told = told_remark(remark, language)
    return (told.fix if part else told.what).rstrip(".")


def _objective(
    objective: ObjectiveDocument, at: str, card: ScenarioDocument, size: tuple[int, int]
) -> Iterator[Finding]:
    if objective.kind == "survive":
        if objective.seat is None or not 1 <= objective.rounds <= card.rounds:
            fix = phrase("give seat, and rounds from 1 to {rounds}", rounds=card.rounds)
            yield Finding("KO403", f"{at}, seat", "nobody has to survive, or for too long", fix)
        return
    x, y = objective.at if objective.at is not None else (-1.0, -1.0)
    if not (0 <= x * CM <= size[0] and 0 <= y * CM <= size[1]):
        yield Finding("KO403", f"{at}, at", "its place is not on the table", "give at = [x, y] in centimetres")


def _decks(card: ScenarioDocument, at: str, known: Catalogue) -> Iterator[Finding]:
    """At least six objects; at least six events, four of them of the place [Kaos K32.2] [Kaos K33.2]."""
    if card.objects and len(known.objects_of(card.place)) < FEWEST_OBJECTS:
        number = len(known.objects_of(card.place))
        yield Finding(
            "KO404",
            f"{at}, place",
            phrase("only {number} objects of '{place}'", number=number, place=card.place),
            phrase("{fewest_objects} at least", fewest_objects=FEWEST_OBJECTS),
        )
    if not card.events:
        return
    events = known.events_of(card.place)
    copies = sum(event.copies for event in events)
    of_place = sum(event.copies for event in events if event.place)
    if copies < FEWEST_EVENTS or of_place < FEWEST_OF_PLACE:
        fix = phrase(
            "{fewest_events} cards at least, {fewest_of_place} of them of the place",
            fewest_events=FEWEST_EVENTS,
            fewest_of_place=FEWEST_OF_PLACE,
        )
        yield Finding(
            "KO404",
            f"{at}, place",
            phrase("only {copies} events, {of_place} of '{place}'", copies=copies, of_place=of_place, place=card.place),
            fix,
        )


# --------------------------------------------------------------------------------------------------------------- hordes


def _horde(horde: HordeDocument, at: str, known: Catalogue) -> Iterator[Finding]:
    for fighter in horde.fighters:
        if fighter not in known.fighters:
            fix = nearest(fighter, known.fighters)
            yield Finding("KO501", f"{at}, fighters", phrase("unknown fighter '{fighter}'", fighter=fighter), fix)
            return
    for condition in horde_conditions(known.horde(horde.id), horde.points):
        if not condition.holds:
            sentence = phrase("{sentence}", sentence=partial(horde_sentence, condition))
            yield Finding("KO502", f"{at}, fighters", sentence, fix_of(condition, "points"))
