"""Rulings on areas of effect.

A spell that summons a Mob on each free target cell shows which cells its area has.
"""

from typing import Any

import pytest

from esquive.core.errors import DocumentError
from tests.krosmaster.playing import Part, Table, card, mine, spell, theirs

SLOW = [{"op": "markers", "stat": "mp", "x": -1}]
SOW = [{"op": "summon", "summon": "imp"}]
ANYWHERE = {"kind": "no-line-of-sight", "min": 0, "max": 9}
FIELD = """
    . . . . .
    . . . . .
    . . . . .
    . . . . .
    . . . . .
    """


def sower(area: str, **keys: Any) -> Part:
    """A Krosmaster whose only spell sows an imp on each free cell of an area."""
    sow = spell("sow", range=ANYWHERE, kind="special", area=area, summons=20, do=SOW, **keys)
    return card("sower", spells=[sow])


def sown(area: str, at: str, target: str, answers: tuple[str, ...] = ()) -> list[str]:
    """The cells on which the spell of a sower put imps, north row first, drawn as on the map."""
    table = Table(FIELD, {"sower": mine("sower", at=at)}, turn="sower", pack=[sower(area)])
    table.play(f"cast sow {target}", answers=answers)
    found = {fact["cell"] for fact in table.facts("summoned")}
    return ["".join("x" if f"{column}{row}" in found else "." for column in "abcde") for row in range(5, 0, -1)]


def test_ruling_r62_multiple_targets_are_all_cells_the_spell_could_target() -> None:
    """Every other cell in range and in sight, whoever is there; none beyond a tree or too far.

    [KA 7.2.3.c] [Ruling R62]
    """
    gaze = spell("gaze", (1, 3), kind="special", area="multiple-targets", do=SLOW)
    stare = spell("stare", range={"kind": "line", "min": 1, "max": 3}, kind="special", area="multiple-targets", do=SLOW)
    units = {
        "hero": mine("watcher"),
        "friend": mine("fighter"),
        "foe": theirs("fighter"),
        "hidden": theirs("fighter"),
        "far": theirs("fighter"),
    }
    table = Table(
        """
        foe  .      .      .
        .    friend .      far
        hero T      hidden .
        """,
        units,
        turn="hero",
        pack=[card("watcher", spells=[gaze, stare])],
    )
    wide = table.again().play("cast gaze a3")
    slowed = {name: wide.unit(name, "mp_markers") for name in units}
    assert slowed == {"hero": 0, "friend": -1, "foe": -1, "hidden": 0, "far": 0}
    straight = table.again().play("cast stare a3")
    assert [straight.unit(name, "mp_markers") for name in ("friend", "foe")] == [0, -1]
    assert [condition.kind for condition in table.broken("cast gaze c1")] == ["no-sight"]


def test_ruling_r62_an_empty_cell_is_an_additional_target_too() -> None:
    """Free cells that could have been targeted are targets: something may be summoned there.

    [KA 4.16.3] [Ruling R62]
    """
    sow = spell("sow", range={"kind": "no-line-of-sight", "min": 1, "max": 3}, kind="special", area="multiple-targets",
                summons=9, do=SOW)  # fmt: skip
    table = Table(
        "hero . foe . .",
        {"hero": mine("sower"), "foe": theirs("fighter")},
        turn="hero",
        pack=[card("sower", spells=[sow])],
    )
    table.play("cast sow c1")
    assert [fact["cell"] for fact in table.facts("summoned")] == ["b1", "d1"]


def test_ruling_r63_the_square_has_eight_cells_around_its_target() -> None:
    """The Square: its target cell, four cells beside and four diagonally [KA 4.16.3] [Ruling R63]."""
    assert sown("square", "a1", "c3") == [".....", ".xxx.", ".xxx.", ".xxx.", "....."]


def test_ruling_r64_an_attack_off_line_points_along_the_larger_difference() -> None:
    """A Shovel one column and two rows away points north; on a diagonal its player chooses [KA 4.16.3] [Ruling R64]."""
    assert sown("shovel", "b1", "c3") == [".....", "..x..", "..x..", ".....", "....."]
    assert sown("shovel", "b4", "d3") == [".....", ".....", "...xx", ".....", "....."]
    table = Table(FIELD, {"sower": mine("sower", at="a1")}, turn="sower", pack=[sower("shovel")])
    table.play("cast sow c3")
    assert (table.asked, table.options()) == ("p1 direction", ["choose north", "choose east"])
    assert sown("shovel", "a1", "c3", ("choose north",)) == [".....", "..x..", "..x..", ".....", "....."]
    assert sown("shovel", "a1", "c3", ("choose east",)) == [".....", ".....", "..xx.", ".....", "....."]


def test_ruling_r64_on_the_casters_own_cell_every_direction_may_be_chosen() -> None:
    """A target on the caster's own cell gives no direction: its player takes any of the four.

    [KA 4.16.3] [Ruling R64]
    """
    table = Table(FIELD, {"sower": mine("sower", at="c3")}, turn="sower", pack=[sower("shovel")])
    table.play("cast sow c3")
    assert table.options() == ["choose north", "choose east", "choose south", "choose west"]
    assert sown("shovel", "c3", "c3", ("choose west",)) == [".....", ".....", ".x...", ".....", "....."]


def test_ruling_r64_by_option_either_way_towards_the_target_may_be_chosen() -> None:
    """The option `either`: off line the two ways towards the target are open, in line there is one.

    [KA 4.16.3] [Ruling R64]
    """
    units = {"sower": mine("sower", at="b1")}
    options = {"attack_orientation": "either"}
    table = Table(FIELD, units, turn="sower", pack=[sower("shovel")], options=options)
    straight = table.again().play("cast sow b3")
    assert straight.asked == "p1 activation"
    table.play("cast sow c3")
    assert (table.asked, table.options()) == ("p1 direction", ["choose north", "choose east"])
    table.play("choose east")
    assert [fact["cell"] for fact in table.facts("summoned")] == ["c3", "d3"]


def test_ruling_r65_the_cells_of_every_area() -> None:
    """The cells of each area as cast northwards from c1 at c3 [KA 4.16.3] [Ruling R65]."""
    drawn = {
        "none": "..... ..... ..x.. ..... .....",
        "cross": "..... ..x.. .xxx. ..x.. .....",
        "square": "..... .xxx. .xxx. .xxx. .....",
        "hammer": "..... ..x.. .xxx. ..... .....",
        "staff": "..... ..... .xxx. ..... .....",
        "shovel": "..... ..x.. ..x.. ..... .....",
        "hand": "..x.. ..x.. ..x.. ..... .....",
        "breath": "..... .xxx. ..x.. ..... .....",
    }
    assert {area: " ".join(sown(area, "c1", "c3")) for area in drawn} == drawn


@pytest.mark.parametrize(
    ("area", "cells"),
    [
        ("hammer", "..... ..x.. ..xx. ..x.. ....."),
        ("breath", "..... ...x. ..xx. ...x. ....."),
        ("hand", "..... ..... ..xxx ..... ....."),
    ],
)
def test_ruling_r65_areas_turn_with_the_attack(area: str, cells: str) -> None:
    """Behind is farther along the attack: eastwards for a caster in the west [KA 4.16.3] [Ruling R65]."""
    assert " ".join(sown(area, "a3", "c3")) == cells


def axe(at: str, **keys: Any) -> Table:
    """A sower with an Axe on the field, in a game of release 2.2."""
    return Table(FIELD, {"sower": mine("sower", at=at)}, turn="sower", pack=[sower("axe", **keys)], release="2.2")


@pytest.mark.parametrize(
    ("at", "sides", "side", "cells"),
    [
        ("c1", ["east", "west"], "east", ["c3", "c4", "d3"]),
        ("c1", ["east", "west"], "west", ["c3", "c4", "b3"]),
        ("c5", ["east", "west"], "east", ["c3", "c2", "d3"]),
        ("a3", ["north", "south"], "south", ["c3", "d3", "c2"]),
        ("e3", ["north", "south"], "north", ["c3", "b3", "c4"]),
    ],
)
def test_ruling_r65_an_axe_reaches_the_cell_behind_and_one_beside(
    at: str, sides: list[str], side: str, cells: list[str]
) -> None:
    """Two cells in an L: the one behind and the one on the side that the controller chooses [KA-2.2 312.3]."""
    table = axe(at).play("cast sow c3")
    assert (table.asked, table.options()) == ("p1 direction", [f"choose {one}" for one in sides])
    table.play(f"choose {side}")
    assert [fact["cell"] for fact in table.facts("summoned")] == cells


def test_ruling_r65_an_axe_asks_for_its_side_once_its_direction_is_settled() -> None:
    """On the diagonal the direction is chosen first, then a side of that direction [KA-2.2 312.3] [Ruling R64]."""
    table = axe("b2").play("cast sow c3")
    assert table.options() == ["choose north", "choose east"]
    table.play("choose east")
    assert (table.asked, table.options()) == ("p1 direction", ["choose north", "choose south"])
    assert table.refused("choose east").clauses[0] in ("4.16.3", "312.3")
    table.play("choose south")
    assert [fact["cell"] for fact in table.facts("summoned")] == ["c3", "d3", "c2"]


def test_ruling_r65_an_axe_is_asked_for_no_side_that_would_hit_somebody_again() -> None:
    """Once per turn and target: the side that reaches the piece hit before is not offered [Ruling R67]."""
    chop = spell("chop", range=ANYWHERE, kind="special", area="axe", limit="turn-and-target", do=SLOW)
    units = {"hero": mine("chopper", at="c1"), "foe": theirs("fighter", at="d3")}
    table = Table(FIELD, units, turn="hero", pack=[card("chopper", spells=[chop], ap=12)], release="2.2")
    table.play("cast chop c3", answers=["choose east"])
    assert table.unit("foe", "mp_markers") == -1
    table.play("cast chop c4")  # beside c4 stands nobody
    assert table.options() == ["choose east", "choose west"]
    again = axe_at_the_foe(chop)
    again.play("cast chop d3", answers=["choose west"]).play("cast chop c3")
    assert (again.asked, again.unit("foe", "mp_markers")) == ("p1 activation", -1)


def axe_at_the_foe(chop: dict[str, Any]) -> Table:
    """A foe on d3, to the east of what is aimed at later."""
    units = {"hero": mine("chopper", at="d1"), "foe": theirs("fighter", at="d3")}
    return Table(FIELD, units, turn="hero", pack=[card("chopper", spells=[chop], ap=12)], release="2.2")


def test_ruling_r65_release_2_7_has_no_axe() -> None:
    """[KA 4.16.3]: its list of areas ends with Multiple Targets."""
    with pytest.raises(DocumentError, match=r"release 2\.7 has no area 'axe'"):
        sown("axe", "c1", "c3")


def test_ruling_r66_an_area_hits_what_cannot_be_seen_and_the_caster_too() -> None:
    """A Square beside the caster hits him, and a unit behind the tree he cannot see [KA 7.2.3.b] [Ruling R66]."""
    table = Table(
        """
        .    hidden
        .    T
        hero .
        """,
        {"hero": mine("bomber"), "hidden": theirs("fighter")},
        turn="hero",
        pack=[card("bomber", spells=[spell("shake", (1, 3), kind="special", area="square", do=SLOW)])],
    )
    assert table.refused("cast shake b3").kind == "no-sight"
    table.play("cast shake a2")
    assert table.facts("markers") == [
        {"unit": "hidden", "stat": "mp", "x": -1},
        {"unit": "hero", "stat": "mp", "x": -1},
    ]


def test_ruling_r67_a_purple_spell_counts_its_additional_targets() -> None:
    """Nobody is hit twice by a purple spell in a turn; an empty cell counts when named [KA 7.1.3.b] [Ruling R67]."""
    wave = spell("wave", range=ANYWHERE, kind="special", area="cross", limit="turn-and-target", cost={"ap": 1}, do=SLOW)
    units = {"hero": mine("caller"), "foe": theirs("fighter"), "other": theirs("fighter")}
    table = Table("hero . foe other . . .", units, turn="hero", pack=[card("caller", spells=[wave])])
    table.play("cast wave c1")
    refusal = table.refused("cast wave e1")  # its area reaches `other`, hit as an additional target
    assert (refusal.clauses, refusal.facts["target"]) == (("7.1.3.b", "4.8.3"), "other")
    table.play("cast wave f1")
    assert table.refused("cast wave f1").facts["target"] == "f1"
    table.play("cast wave g1")  # f1 is but an additional, empty cell of this one
    assert [table.unit(name, "mp_markers") for name in ("foe", "other")] == [-1, -1]


def test_ruling_r67_an_orientation_that_hits_somebody_again_is_not_offered() -> None:
    """On a diagonal the area may only point where nobody is hit a second time [KA 7.1.3.b] [KA 4.16.3] [Ruling R67]."""
    wave = spell(
        "wave", range=ANYWHERE, kind="special", area="shovel", limit="turn-and-target", cost={"ap": 1}, do=SLOW
    )
    field = """
        .    north .
        .    .     east
        hero .     .
        """
    units = {"hero": mine("caller"), "north": theirs("fighter"), "east": theirs("fighter")}
    for first, at in (("east", "c2"), ("north", "b3")):
        table = Table(field, units, turn="hero", pack=[card("caller", spells=[wave])])
        table.play(f"cast wave {at}")
        assert table.unit(first, "mp_markers") == -1
        table.play("cast wave b2")  # eastwards or northwards, whichever is left
        assert table.asked == "p1 activation"
        assert [table.unit(name, "mp_markers") for name in ("north", "east")] == [-1, -1]
        assert table.refused("cast wave b2").kind == "limit-target"
