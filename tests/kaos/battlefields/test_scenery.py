"""What a battlefield must be, on drawn tables: each fault is found, with its clause, and mended where it can be."""

from typing import Any

import msgspec
import pytest

from esquive.core.mends import changed
from esquive.kaos.battlefields.scenery import field_remarks
from esquive.kaos.cards.catalogue import catalogue
from esquive.kaos.cards.documents import FieldDocument
from tests.kaos.battlefields.maps import PLATFORM, WOOD, box, field, kinds, of_field, written


def mended(document: FieldDocument, kind: str) -> FieldDocument:
    """A battlefield once the remark of a kind has been mended."""
    one = next(remark for remark in field_remarks(document) if remark.kind == kind)
    return msgspec.convert(changed(written(document), one.changes), FieldDocument)


@pytest.mark.parametrize("name", catalogue().fields)
def test_the_battlefields_of_the_catalogue_are_in_order(name: str) -> None:
    assert field_remarks(catalogue().fields[name]) == ()


def test_a_table_that_is_no_square_of_75_cm_is_told_as_advice_and_made_one() -> None:
    wide = field(box(30, 30, 34, 34), width_cm=90, depth_cm=60)
    (advice,) = of_field(wide)
    assert (advice.kind, advice.is_fault, advice.clauses) == ("unofficial-size", False, ("K0.3", "K0.4"))
    assert of_field(mended(wide, "unofficial-size")) == []


def test_a_piece_over_the_edge_is_brought_back_onto_the_table() -> None:
    over = field(box(70, 10, 80, 14, "the wall"))
    (fault,) = of_field(over)
    assert (fault.kind, fault.is_fault, fault.about) == ("off-table", True, ("piece", 0))
    assert mended(over, "off-table").piece[0].shape[0] == (65, 10)


def test_a_piece_larger_than_the_table_has_no_mend() -> None:
    (fault,) = of_field(field(box(-5, 10, 80, 14)))
    assert fault.kind == "off-table" and fault.changes == ()


def test_an_outline_that_crosses_itself_is_told_and_nothing_else_is_looked_at() -> None:
    bow = {**box(10, 10, 20, 20), "shape": [[10, 10], [20, 20], [20, 10], [10, 20]]}
    found = of_field(field(bow, box(70, 10, 80, 14)))
    assert kinds(found) == ["crossed"] and found[0].places == ((15, 15),)


def test_solid_pieces_that_overlap_are_pushed_apart_by_whole_centimetres() -> None:
    both = field(box(20, 20, 30, 24, "a"), box(28, 20, 38, 24, "b"))
    (fault,) = of_field(both)
    assert (fault.kind, fault.facts) == ("overlap", {"piece": {"en": "b"}, "blocker": {"en": "a"}})
    assert mended(both, "overlap").piece[1].shape[0] == (30, 20)


def test_what_touches_does_not_overlap_and_woods_may_grow_on_anything() -> None:
    assert of_field(field(box(20, 20, 30, 24), box(30, 20, 40, 24), box(25, 18, 35, 30, **WOOD))) == []


def test_ground_that_is_closed_off_is_marked_and_the_piece_that_closes_it_may_go() -> None:
    court = [box(20, 20, 50, 22), box(20, 48, 50, 50), box(20, 22, 22, 48), box(48, 22, 50, 48, "the gate")]
    (fault,) = of_field(field(*court))
    assert (fault.kind, fault.clauses) == ("closes-off", ("K5.6", "K5.7"))
    assert all(22 < x < 48 and 22 < y < 48 for x, y in fault.places)
    assert "closes-off" not in kinds(of_field(mended(field(*court), "closes-off")))


def test_ground_between_walls_too_close_for_the_widest_base_is_closed_off_whoever_goes() -> None:
    two = [box(20, 20, 50, 22), box(20, 48, 50, 50), box(20, 22, 22, 48), box(48, 22, 50, 48)]
    inner = [box(25, 25, 45, 27), box(25, 43, 45, 45), box(25, 27, 27, 43), box(43, 27, 45, 43)]
    found = of_field(field(*two, *inner))
    assert found[0].kind == "closed-off" and found[0].changes == ()


RAMP: dict[str, Any] = {"kind": "ramp", "height_cm": 5, "flags": ["standable", "blocks-sight"]}


def test_half_a_ramp_rises_from_its_first_side_to_the_one_across() -> None:
    half = field(box(30, 20, 40, 28, **RAMP, low=[35, 20]))
    (fault,) = of_field(half)
    assert fault.kind == "half-ramp"
    (piece,) = mended(half, "half-ramp").piece
    assert (piece.low, piece.high) == ((35, 20), (35, 28))


def test_a_ramp_whose_ends_are_one_place_is_half_a_ramp() -> None:
    assert kinds(of_field(field(box(30, 20, 40, 28, **RAMP, low=[35, 20], high=[35, 20])))) == ["half-ramp"]


def test_a_ramp_takes_the_height_of_what_it_leads_to() -> None:
    up = box(30, 20, 40, 28, "the ramp", **{**RAMP, "height_cm": 3}, low=[35, 20], high=[35, 28])
    pieces = (up, box(30, 28, 40, 40, "the hill", **PLATFORM))
    advice = next(one for one in of_field(field(*pieces)) if one.kind == "ramp-to-nowhere")
    assert advice.changes == ((("piece", 0, "height_cm"), 5),)
    assert of_field(mended(field(*pieces), "ramp-to-nowhere")) == []


def test_a_top_that_nobody_gets_on_to_may_be_climbed() -> None:
    tower = field(box(30, 30, 40, 40, **PLATFORM))
    assert kinds(of_field(tower)) == ["top-shut"]
    assert of_field(mended(tower, "top-shut")) == []


def test_a_table_without_anything_to_hide_behind_and_one_that_is_full_are_told() -> None:
    assert kinds(list(field_remarks(field()))) == ["bare"]
    full = field(box(6, 6, 69, 69))
    assert "crowded" in kinds(of_field(full))


def test_a_piece_too_small_to_see_may_go() -> None:
    speck = field(box(30, 30, 30.5, 30.5))
    assert kinds(of_field(speck)) == ["speck"]
    assert mended(speck, "speck").piece == ()
