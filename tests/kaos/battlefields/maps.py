"""Battlefields and scenarios drawn for tests: a centimetre a unit, the table 75 cm a side."""

from typing import Any

import msgspec

from esquive.core.remarks import Remark
from esquive.kaos.battlefields.scenario import scenario_remarks
from esquive.kaos.battlefields.scenery import field_remarks
from esquive.kaos.cards.catalogue import Catalogue, catalogue
from esquive.kaos.cards.documents import FieldDocument, Pack, ScenarioDocument

WALL = {"kind": "wall", "height_cm": 8, "flags": ["impassable", "blocks-sight"]}
PLATFORM = {"kind": "platform", "height_cm": 5, "flags": ["standable", "blocks-sight"]}
WOOD = {"kind": "wood", "height_cm": 8, "flags": ["difficult", "blocks-sight"]}
SOUTH = {"seat": "p1", "corner": [0, 0], "opposite": [75, 22]}
NORTH = {"seat": "p2", "corner": [0, 53], "opposite": [75, 75]}


def box(west: float, south: float, east: float, north: float, name: str = "it", **keys: Any) -> dict[str, Any]:
    """A piece with four right angles, a wall unless it says otherwise."""
    shape = [[west, south], [east, south], [east, north], [west, north]]
    return {"name": {"en": name}, "shape": shape, **(keys or WALL)}


def written(document: FieldDocument | ScenarioDocument) -> dict[str, Any]:
    """A document as a file has it."""
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(document))
    return found


def field(*pieces: dict[str, Any], **keys: Any) -> FieldDocument:
    """A battlefield with pieces."""
    words = {"id": "mine", "name": {"en": "Mine"}, "text": {"en": "A place."}, "source": "user"}
    return msgspec.convert({**words, "piece": list(pieces), **keys}, FieldDocument)


def scenario(*goals: dict[str, Any], **keys: Any) -> ScenarioDocument:
    """A scenario on the battlefield, with objectives, and a zone for either side unless it says otherwise."""
    words = {"id": "fight", "name": {"en": "Fight"}, "text": {"en": "A fight."}, "source": "user", "field": "mine"}
    usual = {"mode": "scenario" if goals else "points", "zone": [SOUTH, NORTH]}
    return msgspec.convert({**words, "objective": list(goals), **usual, **keys}, ScenarioDocument)


def hold(x: float, y: float, radius: float = 6, points: int = 10, rounds: int = 1) -> dict[str, Any]:
    """Ground to be held."""
    return {"kind": "hold", "points": points, "at": [x, y], "radius_cm": radius, "rounds": rounds}


def of_field(document: FieldDocument) -> list[Remark]:
    """What is said of a battlefield, without how large it is and that nobody can hide there."""
    return [one for one in field_remarks(document) if one.kind != "bare"]


def of_scenario(document: ScenarioDocument, ground: FieldDocument) -> list[Remark]:
    """What is said of a scenario on a battlefield."""
    return list(scenario_remarks(document, known(ground)))


def known(*fields: FieldDocument) -> Catalogue:
    """The catalogue with battlefields beside it."""
    return catalogue().with_pack(Pack(field=fields))


def kinds(remarks: list[Remark]) -> list[str]:
    """What remarks are about."""
    return [one.kind for one in remarks]
