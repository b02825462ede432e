"""What anybody may measure on the table at any time [Kaos K9.1]: reach, sight, lengths, how far things carry.

Told as areas and lines to be drawn, with sentences that say the same.
"""

from math import isqrt
from typing import Final

from esquive.core.errors import NotationError
from esquive.core.frames import on_top
from esquive.kaos.book import rolls
from esquive.kaos.book.attack_conditions import blocker_name
from esquive.kaos.book.means import spell_of, weapon_of, weapons_and_spells
from esquive.kaos.book.modifiers import dice_bonus, ignores, move_of, sight_limit
from esquive.kaos.book.movement import LEAST
from esquive.kaos.book.moves import MoveChoiceFrame
from esquive.kaos.book.pools import (
    AT_DISTANCE,
    BAND,
    BEYOND_RANGE,
    CONTACT,
    IN_CONTACT,
    MELEE_REACH,
    MOST_BANDS,
    POINT_BLANK,
)
from esquive.kaos.cards.library import CLIMBER, FLYING, LONG, RANGED
from esquive.kaos.geometry.ground import ground_at
from esquive.kaos.geometry.measures import distance, within
from esquive.kaos.geometry.movement_areas import Ring, field, outlines
from esquive.kaos.geometry.passages import Passage
from esquive.kaos.geometry.planar import nearest
from esquive.kaos.geometry.shadows import Spot as Sample
from esquive.kaos.geometry.shapes import Base, Bases, Piece, base_of
from esquive.kaos.geometry.sight import Ray, Sight, crossed, samples, samples_seen, sight
from esquive.kaos.geometry.units import CM, DEGREE, TOLERANCE, TURN
from esquive.kaos.proposals.lanes import charge_lanes
from esquive.kaos.seen.decisions import place
from esquive.kaos.seen.draft_shapes import (
    DraftBands,
    DraftReach,
    DraftRuler,
    DraftSight,
    DraftSpot,
    TriedBand,
    TriedBands,
    TriedLane,
    TriedMeans,
    TriedRay,
    TriedReach,
    TriedRuler,
    TriedSection,
    TriedSight,
)
from esquive.kaos.seen.shapes import Place
from esquive.kaos.spoken.bearings import bearing, spoken
from esquive.kaos.spoken.wording import Wording
from esquive.kaos.table.state import IN_PLAY, State
from esquive.kaos.written.documents.inline_cards import number_of
from esquive.kaos.written.names import parse_figure

POINT: Final = 2  # the side of the base a point is measured as, in micrometres
SPOKEN: Final = CM // 100  # to which outlines are told
MOST_SHOWN: Final = 4  # bands beyond the range of a weapon that are told


class Measure:
    """Measures on one table, as told in one language."""

    def __init__(self, wording: Wording) -> None:
        self.state: State = wording.state
        self.wording = wording

    def figure(self, name: str) -> int:
        """A figure on the table by its name; raises NotationError for one that is not there."""
        figure = parse_figure(self.state, name, name)
        if self.state.status[figure] != IN_PLAY:
            raise NotationError("{name!r} is not on the table", name, "measure between figures in play", name=name)
        return figure

    def base(self, figure: int, at: DraftSpot | None) -> Base:
        """Where a figure stands, or would stand."""
        if at is None:
            return self.state.base(figure)
        x, y = round(at.x * CM), round(at.y * CM)
        facing = round(at.facing * DEGREE) % TURN
        return self.state.base_at(figure, x, y, ground_at(self.state.table, x, y)[0], facing)

    # ----------------------------------------------------------------------------------------------------------- reach

    def reach(self, draft: DraftReach, gone: Passage | None = None) -> TriedReach:
        """Where a figure's centre gets to: see `geometry.areas`, and `proposals.lanes` for charges.

        `gone`: the first part of its move where that is split, both of which cost a simple move at most [Kaos K10.6].
        """
        state, figure = self.state, self.figure(draft.figure)
        base = state.base(figure) if gone is None else gone.end
        if draft.facing is not None:
            base = base.at(base.x, base.y, base.z, round(draft.facing * DEGREE) % TURN)
        moving = self.undeclared(figure)
        simple, least = move_of(state, figure) if moving is None else moving, LEAST
        if gone is not None:
            least = max(least - gone.length, 0) if simple else 0
            moving = simple = max(simple - gone.cost, least)
        keywords = state.card(figure).keywords
        if not simple:
            return TriedReach(figure=state.names[figure], simple=0, walk=[], run=[], lanes=[])
        least = min(least, simple)
        is_climber, is_flying = bool(keywords & CLIMBER), bool(keywords & FLYING)
        most = 2 * simple if moving is None else moving
        costs = field(state.table, base, state.others(figure), most, least, is_climber, is_flying)
        lanes = charge_lanes(state, figure, base, costs) if moving is None else []
        return TriedReach(
            figure=state.names[figure],
            simple=number_of(simple),
            walk=[told_ring(ring) for ring in outlines(costs, simple)],
            run=[told_ring(ring) for ring in outlines(costs, most)] if moving is None else [],
            lanes=[TriedLane(target=state.names[lane.target], shape=told_ring(lane.outline())) for lane in lanes],
        )

    def undeclared(self, figure: int) -> int | None:
        """How far a figure may go that is asked for a move it has not declared, which is no run; else None."""
        move = on_top(self.state, MoveChoiceFrame)
        return move.limit if move is not None and move.figure == figure else None

    # ----------------------------------------------------------------------------------------------------------- sight

    def sight(self, draft: DraftSight) -> TriedSight:
        """What a figure sees of another, sample by sample [Kaos K23.8] [Kaos K25.9]."""
        state, figure, target = self.state, self.figure(draft.figure), self.figure(draft.target)
        if figure == target:
            raise NotationError("nobody is looked at by itself", draft.figure, "name another figure as the target")
        base, there, others = self.base(figure, draft.at), state.base(target), state.others(figure, target)
        found = sight(state.table, base, there, others)
        body, outline = samples(state.table, there)
        body_seen, outline_seen = samples_seen(state.table, base, there, others)
        blocker = blocker_name(state, found, others) or None
        return TriedSight(
            figure=state.names[figure],
            target=state.names[target],
            head=place(base.x, base.y, base.z + base.head),
            seen=found.seen,
            samples=found.samples,
            base_seen=found.base_seen,
            base_samples=found.base_samples,
            rays=_rays(body, body_seen),
            points=_rays(outline, outline_seen),
            text=self.sight_told(figure, base, target, found),
            blocker=blocker,
            blocked=_line(found.blocked_ray) if blocker else None,
            sections=self.sections(base, there, others),
        )

    def sections(self, base: Base, there: Base, others: Bases) -> list[TriedSection]:
        """What lies on the line between two axes, from the side."""
        state = self.state
        bases = {state.base(figure): figure for figure in state.in_play()}
        told: list[TriedSection] = []
        for what, start, end in crossed(state.table, base, there, others):
            near, far = (isqrt((x - base.x) ** 2 + (y - base.y) ** 2) for x, y in (start, end))
            if isinstance(what, Piece):
                label, bottom = self.wording.piece(what.name), 0
                top = (what.level_at(*start), what.level_at(*end))
            else:
                label, bottom = self.wording.figure(bases[what]), what.z
                top = (what.z + what.height, what.z + what.height)
            told.append(
                TriedSection(
                    label=label,
                    start=number_of(near),
                    end=number_of(far),
                    bottom=number_of(bottom),
                    top=(number_of(top[0]), number_of(top[1])),
                )
            )
        return told

    def sight_told(self, figure: int, base: Base, target: int, found: Sight) -> list[str]:
        """How far off it is, how much of its body and base is seen, and what hides the rest."""
        state, wording = self.state, self.wording
        there = state.base(target)
        blocker = wording.blocker(blocker_name(state, found, state.others(figure, target)))
        counts = {
            "seen": found.seen,
            "samples": found.samples,
            "base_seen": found.base_seen,
            "base_samples": found.base_samples,
        }
        places = {"figure": wording.figure(target), "bearing": bearing(state, base, there, wording)}
        told = [wording.say("kaos.measure.off", places), wording.say("kaos.measure.seen", counts)]
        if found.seen and not within(state.table, base, there, sight_limit(state, figure)):
            told.append(wording.say("kaos.sight.far") + ".")
        elif found.in_cover:
            told.append(wording.say("kaos.measure.cover", {"blocker": blocker}))
        elif not found.is_visible:
            told.append(wording.say("kaos.measure.hidden", {"blocker": blocker}))
        return told

    # ----------------------------------------------------------------------------------------------------------- ruler

    def ruler(self, draft: DraftRuler) -> TriedRuler:
        """How far it is from one end to the other, from base to base where they are figures [Kaos K9.2]."""
        state = self.state
        start, end = self.end(draft.start), self.end(draft.end)
        far = distance(state.table, start, end)
        if far:
            far += sum(POINT // 2 for base in (start, end) if base.side == POINT)
        here, there = nearest(start, end)
        if POINT not in (start.side, end.side):
            text = bearing(state, start, end, self.wording)
        else:
            text = self.wording.messages.say("kaos.measure.length", {"cm": spoken(far, self.wording)})
        return TriedRuler(start=place(*here, start.z), end=place(*there, end.z), length=number_of(far), text=text)

    def end(self, end: DraftSpot | str) -> Base:
        """One end of the ruler as a base; a point is one too small to matter."""
        if isinstance(end, str):
            return self.state.base(self.figure(end))
        if end.figure:
            return self.base(self.figure(end.figure), end)
        x, y = round(end.x * CM), round(end.y * CM)
        return base_of(x, y, ground_at(self.state.table, x, y)[0], 0, POINT, 0, 0, 0)

    # ----------------------------------------------------------------------------------------------------------- bands

    def bands(self, draft: DraftBands) -> TriedBands:
        """What a figure fights with, and with how many dice at what distance, before anything else counts."""
        state, figure = self.state, self.figure(draft.figure)
        return TriedBands(
            figure=state.names[figure],
            means=[
                TriedMeans(label=self.wording.means(figure, means), bands=self.bands_of(figure, means))
                for means in weapons_and_spells(state.card(figure))
            ],
        )

    def bands_of(self, figure: int, means: int) -> list[TriedBand]:
        """The bands of a weapon or spell, the nearest first; see `pools`."""
        state = self.state
        weapon, spell = weapon_of(state.card(figure), means), spell_of(state.card(figure), means)
        kind = rolls.SPELL if weapon is None else rolls.ATTACK
        more = dice_bonus(state, figure, kind, means=means)
        if weapon is not None and weapon.kind != RANGED:
            is_long = weapon.kind == LONG
            worse = 0 if ignores(state, figure, IN_CONTACT if is_long else AT_DISTANCE) else 1
            dice = weapon.dice + more
            far = MELEE_REACH - TOLERANCE
            near_dice, far_dice = (dice - worse, dice) if is_long else (dice, dice - worse)
            contact = [] if near_dice == far_dice else [self.band(0, 0, near_dice)]
            return [*contact, self.band(0, far, far_dice)]
        printed = weapon or spell
        assert printed is not None, "what it fights with is on its card"
        reach, dice = max(printed.reach, CONTACT), printed.dice + more
        if printed.reach == 0:
            return [self.band(0, 0, dice)]
        edges = [(0, POINT_BLANK, dice + 1)]
        if reach > POINT_BLANK:
            edges.append((POINT_BLANK, reach, dice))
        beyond = 0 if ignores(state, figure, BEYOND_RANGE) else 1
        for band in range(MOST_BANDS):
            near, far = reach + band * BAND, reach + (band + 1) * BAND
            left = dice - beyond * (band + 1)
            if left <= 0 or band >= MOST_SHOWN:
                break
            if far > POINT_BLANK:
                edges.append((max(near, POINT_BLANK), far, left))
        return [self.band(*edge) for edge in edges]

    def band(self, near: int, far: int, dice: int) -> TriedBand:
        """One band in numbers and in words."""
        places = {"dice": dice, "near": spoken(near, self.wording), "far": spoken(far, self.wording)}
        name = "contact" if not far else "up-to" if not near else "from"
        text = self.wording.say(f"kaos.measure.band.{name}", places, dice)
        return TriedBand(nearest=number_of(near), farthest=number_of(far), dice=max(dice, 0), text=text)


def told_ring(ring: Ring) -> list[tuple[int | float, int | float]]:
    """An outline in centimetres, to a tenth of a millimetre; points on one line but the first and last are left out."""
    found: list[tuple[int, int]] = []
    for x, y in ring:
        point = (round(x / SPOKEN), round(y / SPOKEN))
        if len(found) > 1 and _is_straight(found[-2], found[-1], point):
            found.pop()
        found.append(point)
    return [(x / 100, y / 100) for x, y in found]


def _is_straight(a: tuple[int, int], b: tuple[int, int], c: tuple[int, int]) -> bool:
    return (b[0] - a[0]) * (c[1] - b[1]) == (b[1] - a[1]) * (c[0] - b[0])


def _rays(points: list[Sample], seen: list[bool]) -> list[TriedRay]:
    return [TriedRay(end=place(*point), seen=is_seen) for point, is_seen in zip(points, seen, strict=True)]


def _line(ray: Ray | None) -> list[Place] | None:
    return None if ray is None else [place(*ray[0]), place(*ray[1])]
