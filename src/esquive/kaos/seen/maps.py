"""Battlefields and scenarios drawn small, before they are played on: the table, its scenery, zones and goals."""

from esquive.kaos.cards.catalogue import Catalogue
from esquive.kaos.cards.documents import FieldDocument, PieceDocument, ScenarioDocument, SelectionDocument
from esquive.kaos.cards.looks import material_of
from esquive.kaos.cards.making import piece_of
from esquive.kaos.seen.map_shapes import FieldMap, MapGoal, MapPiece, MapZone


def map_of(one: object, known: Catalogue) -> FieldMap | None:
    """The map of a battlefield, of movable scenery or of a scenario; None for any other card."""
    if isinstance(one, FieldDocument):
        return FieldMap(width=one.width_cm, depth=one.depth_cm, pieces=[_piece(piece, one.id) for piece in one.piece])
    if isinstance(one, SelectionDocument):
        return FieldMap(width=one.width_cm, depth=one.depth_cm)
    if not isinstance(one, ScenarioDocument):
        return None
    ground = known.fields.get(one.field or "") or known.selections.get(one.selection or "")
    found = map_of(ground, known)
    if found is None:
        return None
    return FieldMap(
        width=found.width,
        depth=found.depth,
        pieces=found.pieces,
        goals=[
            MapGoal(kind=goal.kind, at=goal.at, radius=goal.radius_cm, points=goal.points)
            for goal in one.objective
            if goal.at is not None and goal.kind != "survive"
        ],
        zones=[MapZone(seat=zone.seat, corner=zone.corner, opposite=zone.opposite) for zone in one.zone],
    )


def _piece(piece: PieceDocument, where: str) -> MapPiece:
    shape = [(x, y) for x, y in piece.shape]
    return MapPiece(shape=shape, material=material_of(piece_of(piece, where)), height=piece.height_cm)
