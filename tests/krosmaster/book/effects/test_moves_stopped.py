"""What stops a displacement while it goes on, and which Tombstones it passes."""

from typing import Any

import pytest

from tests.krosmaster.casting import mage, marker
from tests.krosmaster.playing import Part, Table, card, mine, power, summon, theirs

SELF = {"who": "self"}
ENEMIES = {"who": "units", "side": "enemy"}
MOVED = {"op": "if", "that": {"is": "displaced"}, "then": [marker(SELF)]}
CALM = {"op": "have-powers", "powers": ["unfazed"], "to": {"who": "units", "side": "ally", "adjacent_to": "self"}}


@pytest.mark.parametrize(
    ("carrier", "places", "markers"),
    [("monk", ("c1", "d1"), 0), ("fighter", ("c1", "e1"), 1)],
)
def test_who_becomes_unfazed_by_a_push_of_the_same_effect_is_not_pushed(
    carrier: str, places: tuple[str, str], markers: int
) -> None:
    """The monk is pushed beside its ally, which from then on is Unfazed, and the last piece was not displaced.

    [KA 4.9.17.a] [KA 7.5.9.b] [KA 4.18.5]
    """
    pack = [
        mage({"op": "push-back", "x": 1, "to": ENEMIES}, MOVED),
        card("monk", powers=[power("calm", holds=[{"give": [CALM]}])]),
    ]
    units = {"hero": mine("mage"), "first": theirs(carrier), "second": theirs("fighter")}
    table = Table("hero first . second . .", units, turn="hero", pack=pack).play("cast act a1")
    assert (table.unit("first", "at"), table.unit("second", "at")) == places
    assert table.unit("hero", "mp_markers") == markers


def test_a_cell_not_left_by_the_piece_that_stayed_is_nobodys_goal() -> None:
    """The piece moved last is the one that could not be: the caster has no cell to go to [KA 4.18.5] [KA 4.9.17.a]."""
    effects = ({"op": "push-back", "x": 1, "to": ENEMIES}, {"op": "place", "where": "cell-left"})
    units = {"hero": mine("mage"), "first": theirs("monk"), "second": theirs("fighter")}
    pack = [mage(*effects), card("monk", powers=[power("calm", holds=[{"give": [CALM]}])])]
    table = Table("hero first . second . .", units, turn="hero", pack=pack).play("cast act a1")
    assert (table.unit("hero", "at"), table.unit("second", "at")) == ("a1", "d1")


GRAVE = summon("grave", category="mechanism", mp="-", ap="-", hp=4, obstacle=False, powers=[{"keyword": "profanation"}])
LEAF = summon("leaf", category="mechanism", mp="-", ap="-", hp=4, obstacle=False)


def hurled(piece: str, lying: dict[str, dict[str, Any]], option: str = "passing") -> Table:
    """A piece is pushed from b1 to e1, over c1 and d1."""
    pack: list[Part] = [mage({"op": "push-back", "x": 3, "to": {"who": "main", "kind": "character"}}), GRAVE, LEAF]
    units = {"hero": mine("mage"), "foe": theirs(piece), "rest": theirs("fighter"), **lying}
    table = Table(
        """
        .    .   . . . rest
        hero foe . . . .
        """,
        units,
        turn="hero",
        pack=pack,
        options={"profanation": option},
    )
    table.play("cast act b1")
    assert table.unit("foe", "at") == "e1"
    return table


def test_with_profanation_in_passing_the_tombstones_passed_are_profaned_and_no_others() -> None:
    """One injury each on the way and at its end; none beside it, none where it began, none on other pieces.

    [Ruling R78] [KA 4.9.31.a]
    """
    cells = {"start": "b1", "first": "c1", "second": "d1", "goal": "e1", "beyond": "f1", "beside": "c2"}
    graves = {name: theirs("grave", at=cell) for name, cell in cells.items()}
    table = hurled("fighter", {**graves, "leaf": theirs("leaf", at="d1")})
    assert [table.unit(name, "injuries") for name in cells] == [0, 1, 1, 1, 0, 0]
    assert table.unit("leaf", "injuries") == 0
    ended = hurled("fighter", graves, "ending")
    assert [ended.unit(name, "injuries") for name in cells] == [0, 0, 0, 1, 0, 0]


def test_a_mob_profanes_neither_in_passing_nor_where_it_ends() -> None:
    """Only a Krosmaster does [KA 4.9.31.a] [Ruling R78]."""
    graves = {name: theirs("grave", at=cell) for name, cell in {"passed": "d1", "goal": "e1"}.items()}
    table = hurled("imp", graves)
    assert (table.unit("passed", "injuries"), table.unit("goal", "injuries")) == (0, 0)
