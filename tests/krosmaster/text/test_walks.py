"""How far a unit gets past those who may lock it, exactly, and how that is drawn."""

from fractions import Fraction

import pytest

from esquive.krosmaster.game import GAME
from esquive.krosmaster.seen.walks import Walks, own_turn
from esquive.krosmaster.table.board import format_cell, parse_cell
from esquive.krosmaster.table.state import State
from tests.krosmaster.text.test_best_turns import HEALEY, OSCAR, dying, position

ROWS = ". . . . . .\n. . . . . ."


def chances(state: State, name: str) -> dict[str, Fraction]:
    unit = state.names.index(name)
    walks = Walks(own_turn(state, unit), unit)
    return {format_cell(cell): walks.chance(cell) for cell in walks.cells()}


def test_who_is_caught_walks_on_with_what_is_left() -> None:
    """Beside Lil Healey Oscar escapes by 1/3 and has 3 MP; Caught, by 1/2, he loses one of them; held by 1/6, he stays.

    Two cells away he gets unless he is held, 1/3 + 1/2; three cells only if he escapes [KA 4.14.2].
    """
    found = chances(position(ROWS, [OSCAR, dying("f1"), HEALEY]), "oscar-kass")
    assert (found["c1"], found["d1"], found["c2"]) == (Fraction(5, 6),) * 3
    assert found["e1"] == found["d2"] == Fraction(1, 3)
    assert "f1" not in found and "e2" not in found


def test_every_cell_that_is_left_beside_an_enemy_is_rolled_for_anew() -> None:
    """Lil Healey leaves a1 beside Oscar, and b2 beside him again: she escapes twice by 1/3 * 1/3 [KA 4.14.1]."""
    found = chances(position(ROWS, [OSCAR, dying("f1"), HEALEY]), "lil-healey")
    assert found["a2"] == found["b2"] == Fraction(5, 6) and found["c2"] == Fraction(1, 9)


def test_nobody_near_means_nothing_to_roll_for() -> None:
    found = chances(position(ROWS, [OSCAR, dying("f1")]), "oscar-kass")
    assert set(found.values()) == {Fraction(1)}


def test_a_way_names_its_rolls_cell_by_cell() -> None:
    state = position(ROWS, [OSCAR, dying("f1"), HEALEY])
    way = Walks(own_turn(state, 0), 0).way(parse_cell("d1"))
    assert way is not None and [format_cell(cell) for cell in way.cells] == ["b1", "c1", "d1"]
    (roll,) = way.rolls
    assert (format_cell(roll.cell), state.names[roll.by]) == ("b1", "lil-healey")
    assert (roll.locked, roll.caught, roll.escaped) == (Fraction(1, 6), Fraction(1, 2), Fraction(1, 3))


def test_looking_at_somebody_s_own_turn_changes_nothing_of_the_position() -> None:
    state = position(ROWS, [OSCAR, dying("f1"), HEALEY])
    before = state.to_data()
    for unit in range(3):
        Walks(own_turn(state, unit), unit)
    assert state.to_data() == before


@pytest.mark.parametrize(
    ("mark", "said"),
    [
        ("way oscar-kass d1", "Oscar Kass gets to d1: 83.3 %. Lil Healey on b1: locks 16.7 %, catches 50.0 %"),
        ("way oscar-kass e2", "Oscar Kass cannot walk to e2. No way there costs 3 MP or less. [6.3.2]"),
        ("way oscar-kass f1", "Oscar Kass cannot walk to f1. "),
        ("reach oscar-kass", "Oscar Kass may walk to 7 cells, to 0 of them whatever is rolled."),
        ("threats oscar-kass", "Oscar Kass may be struck by "),
        ("threats bill-tell", "Bill Tell may be struck by Oscar Kass."),
    ],
)
def test_it_is_drawn_and_said(mark: str, said: str) -> None:
    drawn = GAME.picture(position(ROWS, [OSCAR, dying("f1"), HEALEY]), [mark])
    assert f"<title>{said}" in drawn.replace("\u00a0", " ").replace("\u202f", " ")


def test_the_chance_of_being_held_stands_on_the_cell_that_is_left() -> None:
    drawn = GAME.picture(position(ROWS, [OSCAR, dying("f1"), HEALEY]), ["way oscar-kass d1"])
    assert drawn.count('class="tag"') == 1 and ">17" in drawn
