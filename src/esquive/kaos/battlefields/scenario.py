"""What a scenario must be, and what is worth knowing of it [Kaos K1.4] [Kaos K37.1] [Ruling R252] [Ruling R332]."""

from collections.abc import Iterator
from typing import Final

import msgspec

from esquive.core.converting import convert
from esquive.core.errors import EsquiveError
from esquive.core.remarks import Remark
from esquive.kaos.battlefields.goals import goal_remarks
from esquive.kaos.battlefields.zones import zone_remarks
from esquive.kaos.cards.catalogue import Catalogue
from esquive.kaos.cards.documents import FieldDocument, ObjectiveDocument, ScenarioDocument
from esquive.kaos.cards.making import table_of
from esquive.kaos.geometry.cache import kept
from esquive.kaos.geometry.shapes import Table

MOST_FIGHTERS: Final = 12  # of a horde that a zone must have room for
FEWEST_POINTS: Final = 30
MOST_POINTS: Final = 150  # of a horde, as the book recommends [Kaos K4.3]
HELD: Final = "hold"


def scenario_remarks(document: ScenarioDocument, known: Catalogue) -> tuple[Remark, ...]:
    """Everything wrong with a scenario, then what is worth knowing of it; paths begin at the scenario.

    A battlefield that nobody knows, or that is none, is told where battlefields are.
    """
    try:
        if document.field is not None:
            table = _table(msgspec.json.encode(known.fields[document.field]))
        else:
            selection = known.selections[document.selection or ""]
            table = table_of(selection)
    except (KeyError, EsquiveError):
        return ()
    fighters = most_fighters(document.horde_points, known)
    found = [
        *_modes(document),
        *zone_remarks(document, table, fighters),
        *goal_remarks(document, table),
        *_numbers(document),
    ]
    return tuple(sorted(found, key=lambda one: not one.is_fault))


@kept(16)
def _table(encoded: bytes) -> Table:
    """The table of a battlefield, the same one as long as it is asked about."""
    return table_of(convert(msgspec.json.decode(encoded), FieldDocument))


def most_fighters(points: int, known: Catalogue) -> int:
    """How many fighters a horde of so many points may have, the cheapest ones; twelve at most [Kaos K4.1]."""
    count = 0
    for cost in sorted(fighter.cost for fighter in known.fighters.values()):
        points -= cost
        if points < 0 or count == MOST_FIGHTERS:
            break
        count += 1
    return max(1, count)


def _modes(document: ScenarioDocument) -> Iterator[Remark]:
    """Objectives count in the mode scenario, and only there [Kaos K37.2]."""
    if document.mode == "scenario" and not document.objective:
        yield Remark("no-goals", ("K37.1",), True, ("objective",), {}, (), ((("mode",), "points"),))
    if document.mode == "points" and document.objective:
        yield Remark("goals-idle", ("K37.2",), True, ("mode",), {}, (), ((("mode",), "scenario"),))


def _numbers(document: ScenarioDocument) -> Iterator[Remark]:
    """Whether the numbers agreed on can be reached, and are what the book recommends [Kaos K1.2] [Kaos K4.3]."""
    total, most = document.victory_points, document.horde_points
    most += sum(_gain(one, document.rounds) for one in document.objective)
    if total > most:
        facts = {"total": total, "most": most}
        yield Remark("total-never", ("K1.2",), False, ("victory_points",), facts, (), ((("victory_points",), 0),))
    at_once = sum(one.points for one in document.objective if one.kind == HELD and one.rounds <= 1)
    if 0 < total <= at_once:
        facts = {"total": total, "most": at_once}
        changes = ((("victory_points",), 3 * at_once),) if 3 * at_once <= most else ((("victory_points",), 0),)
        yield Remark("total-at-once", ("K1.2",), False, ("victory_points",), facts, (), changes)
    points = document.horde_points
    if not FEWEST_POINTS <= points <= MOST_POINTS:
        near = FEWEST_POINTS if points < FEWEST_POINTS else MOST_POINTS
        facts = {"points": points, "least": FEWEST_POINTS, "most": MOST_POINTS}
        yield Remark("horde-size", ("K4.3",), False, ("horde_points",), facts, (), ((("horde_points",), near),))


def _gain(objective: ObjectiveDocument, rounds: int) -> int:
    """What an objective gives one side in all, at most."""
    times = rounds // max(1, objective.rounds) if objective.kind == HELD else 1
    return objective.points * times
