"""Proofs that the numbers of Ice Cubes and of scenery that can be destroyed steer [KA-2.2 313.5d] [KA-2.2 313.7c]."""

from typing import Any

from esquive.core.errors import DocumentError
from tests.krosmaster.playing import card, mine, spell, theirs
from tests.krosmaster.releases.proofs import Change, steers, table


@steers("board.cube_range", 2, ["cast bow d1"], ["cast bow d1", "cast bow e1", "cast bow f1"])
def an_archer_stands_on_an_ice_cube(change: Change) -> Any:
    bow = spell("bow", range={"kind": "line", "min": 3, "max": 3, "fixed": False})
    units = {"hero": mine("archer", at="a1"), "foe": theirs("fighter")}
    return table(change, "I . . . . . foe", units, pack=[card("archer", spells=[bow])]).options("cast")[:-1]


def struck(change: Change, letter: str, **hp: int) -> Any:
    """What stands on the cell that a blow of 2 has struck, and the Kamas there; without HP the match is refused."""
    units = {"hero": mine("fighter"), "foe": theirs("fighter")}
    too = {"scenery": {"hp": hp}} if hp else {}
    options = {"destructible_scenery": "on"}
    try:
        begun = table(change, f"hero {letter} foe", units, options=options, too=too)
    except DocumentError as error:
        return str(error).split(":")[0]
    begun.play("cast strike b1", dice=["lock"])
    return begun.read("kamas.b1") if hp else begun.read("scenery.b1")


@steers("scenery.hp.tree", 2, "options.destructible_scenery", "none")
def a_tree_is_struck(change: Change) -> Any:
    return struck(change, "T")


@steers("scenery.hp.bush", 3, "options.destructible_scenery", "bush")
def a_bush_is_struck(change: Change) -> Any:
    return struck(change, "B")


@steers("scenery.hp.crate", 1, "options.destructible_scenery", "none")
def a_crate_is_struck(change: Change) -> Any:
    return struck(change, "C")


@steers("scenery.kamas.tree", 4, 0, 4)
def a_tree_falls(change: Change) -> Any:
    return struck(change, "T", tree=2)


@steers("scenery.kamas.bush", 4, 0, 4)
def a_bush_falls(change: Change) -> Any:
    return struck(change, "B", bush=2)


@steers("scenery.kamas.crate", 4, 0, 4)
def a_crate_breaks(change: Change) -> Any:
    return struck(change, "C", crate=2)
