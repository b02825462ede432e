"""What cards and scenery look like: by rule from their facts, so that nobody and nothing is without looks."""

import pytest

from esquive.kaos.cards.catalogue import catalogue
from esquive.kaos.cards.library import CLOSE, LONG, RANGED, TRIBES
from esquive.kaos.cards.looks import SOLID, held_of, look_of, material_of, standee_of
from esquive.kaos.cards.making import profile_of
from esquive.kaos.drawn.materials import PATTERNS
from esquive.kaos.drawn.standees import HEADS, HELD, STANCES
from esquive.kaos.geometry.shapes import CLIMBABLE, DIFFICULT, IMPASSABLE, SIGHT, TOP, Piece
from esquive.kaos.geometry.units import CM

SQUARE = ((0, 0), (5 * CM, 0), (5 * CM, 5 * CM), (0, 5 * CM))


def test_every_fighter_of_the_catalogue_is_drawn_from_parts_there_are() -> None:
    for fighter in catalogue().fighters.values():
        stance, tribe, *held = standee_of(profile_of(fighter))
        assert stance in STANCES and tribe in HEADS and set(held) <= set(HELD), fighter.id


def test_every_tribe_wears_something_of_its_own() -> None:
    assert set(HEADS) == set(TRIBES) and len({str(part) for part in HEADS.values()}) == len(TRIBES)


def test_no_two_fighters_of_the_catalogue_look_the_same_but_for_a_few() -> None:
    looks = {id: tuple(standee_of(profile_of(fighter))) for id, fighter in catalogue().fighters.items()}
    assert len(set(looks.values())) == len(looks)


@pytest.mark.parametrize(
    ("weapon", "kind", "held"),
    [
        ("long-bow", RANGED, "bow"),
        ("heavy-crossbow", RANGED, "crossbow"),
        ("blow-pipe", RANGED, "bow"),
        ("war-scythe", LONG, "scythe"),
        ("thing-on-a-stick", LONG, "pike"),
        ("flanged-mace", CLOSE, "mace"),
        ("thing", CLOSE, "blade"),
    ],
)
def test_a_weapon_is_told_by_the_words_of_its_id_else_by_its_kind(weapon: str, kind: int, held: str) -> None:
    assert held_of(weapon, kind) == held


@pytest.mark.parametrize("kind", ["wall", "rock", "tree", "hedge", "marsh", "cart", "platform", "made-up"])
@pytest.mark.parametrize("flags", [0, IMPASSABLE, IMPASSABLE | SIGHT, DIFFICULT, TOP | SIGHT, CLIMBABLE])
@pytest.mark.parametrize("height", [0, 3 * CM])
def test_every_piece_has_a_material_there_is(kind: str, flags: int, height: int) -> None:
    assert material_of(Piece("one", kind, SQUARE, height, flags)) in PATTERNS


def test_what_does_the_same_is_told_apart_by_what_it_is_made_of() -> None:
    wall, rock = (Piece("one", kind, SQUARE, 3 * CM, IMPASSABLE | SIGHT) for kind in ("wall", "rock"))
    assert look_of(wall) == look_of(rock) == SOLID
    assert (material_of(wall), material_of(rock)) == ("masonry", "boulder")
