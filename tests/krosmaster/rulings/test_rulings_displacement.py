"""Rulings on pieces that are pushed, attracted and moved by effects."""

from typing import Any

from tests.krosmaster.playing import Table, card, keyword, mine, spell, theirs

ANYWHERE = {"kind": "no-line-of-sight", "min": 0, "max": 9}


def mover(*spells: tuple[str, list[dict[str, Any]]], area: str = "none", powers: Any = ()) -> Any:
    """A Krosmaster `mover` whose Special spells of 1 AP have these effects."""
    bars = [spell(slug, range=ANYWHERE, kind="special", cost={"ap": 1}, area=area, do=do) for slug, do in spells]
    return card("mover", spells=bars, powers=powers)


PUSH = ("push", [{"op": "push-back", "x": 2}])
PULL = ("pull", [{"op": "attract", "x": 1}])


def test_ruling_r68_a_piece_off_line_is_pushed_along_the_larger_difference() -> None:
    """The row or column of the larger difference; on a diagonal the caster's player chooses.

    [KA 7.5.9.a] [Ruling R68]
    """
    field = """
        .    .   .  .
        .    .   .  .
        .    foe .  .
        .    .   .  .
        hero .   .  .
        """
    units = {"hero": mine("mover"), "foe": theirs("fighter")}
    table = Table(field, units, turn="hero", pack=[mover(PUSH, PULL)])
    assert table.again().play("cast push b3").unit("foe", "at") == "b5"
    assert table.again().play("cast pull b3").unit("foe", "at") == "b2"
    diagonal = table.play("cast pull b3").play("cast push b2")
    assert (diagonal.asked, diagonal.options()) == ("p1 direction", ["choose north", "choose east"])
    assert diagonal.play("choose east").unit("foe", "at") == "d2"


OFF_LINE = """
    .    .   .  .
    .    .   .  .
    .    foe .  .
    .    .   .  .
    hero .   .  .
    """


def test_ruling_r68_by_option_either_way_may_be_chosen() -> None:
    """The option `either`: off line the caster's player takes the row or the column [KA 7.5.9.a] [Ruling R68]."""
    units = {"hero": mine("mover"), "foe": theirs("fighter")}
    table = Table(OFF_LINE, units, turn="hero", pack=[mover(PUSH, PULL)], options={"push_line": "either"})
    pushed = table.again().play("cast push b3")
    assert (pushed.asked, pushed.options()) == ("p1 direction", ["choose north", "choose east"])
    assert pushed.play("choose east").unit("foe", "at") == "d3"
    assert table.play("cast pull b3").options() == ["choose south", "choose west"]
    assert table.play("choose west").unit("foe", "at") == "a3"


def test_ruling_r68_by_option_a_piece_off_line_stays() -> None:
    """The option `stay`: only a piece in the caster's row or column has a straight line to move along.

    [KA 7.5.9.a] [KA 7.5.10.a] [KA 7.5.16.a] [Ruling R68] [Ruling R71]
    """
    units = {"hero": mine("mover"), "foe": theirs("fighter")}
    pack = [mover(PUSH, PULL, ("flee", [{"op": "retreat", "x": 1}]))]
    table = Table(OFF_LINE, units, turn="hero", pack=pack, options={"push_line": "stay"})
    table.play("cast push b3").play("cast pull b3").play("cast flee b3")
    assert (table.unit("foe", "at"), table.unit("hero", "at"), table.asked) == ("b3", "a1", "p1 activation")
    straight = OFF_LINE.replace("foe .", ".   .").replace("hero .  ", "hero foe")
    table = Table(straight, units, turn="hero", pack=pack, options={"push_line": "stay"})
    assert table.play("cast push b1").unit("foe", "at") == "d1"


def test_ruling_r68_a_piece_on_the_casters_cell_stays() -> None:
    """There is no line between a caster and the Trap under it [KA 7.5.9.a] [Ruling R68]."""
    units = {"hero": mine("mover", at="b1"), "snare": theirs("snare", at="b1")}
    table = Table(". . . .", units, turn="hero", pack=[mover(PUSH, PULL)])
    table.play("cast push b1")
    assert [table.unit(name, "at") for name in units] == ["b1", "b1"]
    assert table.asked == "p1 activation"


def test_ruling_r68_a_piece_attracted_stops_level_with_the_caster() -> None:
    """Towards ends at the caster's column or row: beyond it every cell leads away again [KA 7.5.10.a] [Ruling R68]."""
    field = """
        .    . .    . foe
        .    . hero . .
        """
    units = {"hero": mine("mover"), "foe": theirs("fighter")}
    table = Table(field, units, turn="hero", pack=[mover(("reel", [{"op": "attract", "x": 4}]))])
    assert table.play("cast reel e2").unit("foe", "at") == "c2"


def test_ruling_r69_pushed_pieces_move_one_by_one_away_from_the_caster() -> None:
    """Two pieces in each other's way move in the order the active player gives.

    [KA 1.7.1] [KA 4.18.3.b] [Ruling R69]
    """
    pack = [mover(("shove", [{"op": "push-back", "x": 1}]), area="shovel")]
    units = {"hero": mine("mover"), "foe": theirs("fighter"), "other": theirs("fighter")}
    table = Table("hero foe other . .", units, turn="hero", pack=pack).play("cast shove b1")
    assert (table.asked, table.options()) == ("p1 push-order", ["choose foe", "choose other"])
    near_first = table.again().play("choose foe")
    assert near_first.unit("foe", "at") == "b1"
    assert near_first.unit("other", "at") == "d1"
    far_first = table.play("choose other")
    assert far_first.unit("foe", "at") == "c1"
    assert far_first.unit("other", "at") == "d1"


def test_ruling_r69_the_line_comes_from_the_caster_and_not_from_the_areas_centre() -> None:
    """A piece north of the main target is pushed east, away from a caster in the west [KA 7.5.9.a] [Ruling R69]."""
    table = Table(
        """
        .    . .   . .
        .    . up  . .
        hero . foe . .
        """,
        {"hero": mine("mover"), "up": theirs("fighter"), "foe": theirs("fighter")},
        turn="hero",
        pack=[mover(("shove", [{"op": "push-back", "x": 1}]), area="square")],
    )
    table.play("cast shove c1")
    assert (table.unit("up", "at"), table.unit("foe", "at")) == ("d2", "d1")


def test_ruling_r69_the_casters_cell_is_the_one_it_has_at_that_moment() -> None:
    """Once it has moved closer the caster pushes from its new cell, now on a diagonal [KA 7.5.9.a] [Ruling R69]."""
    table = Table(
        """
        .    . .   .
        .    . foe .
        hero . .   .
        """,
        {"hero": mine("mover"), "foe": theirs("fighter")},
        turn="hero",
        pack=[mover(("charge", [{"op": "move-closer", "x": 1}, {"op": "push-back", "x": 1}]))],
    )
    table.play("cast charge c2")
    assert table.unit("hero", "at") == "b1"
    assert table.options() == ["choose north", "choose east"]
    assert table.play("choose north").unit("foe", "at") == "c3"


def test_ruling_r70_a_displacement_stops_before_the_first_cell_that_is_not_free() -> None:
    """Bushes, Bombs and the edge stop a piece; Traps, Kamas, Crates and Tombstones do not [KA 7.5.9.b] [Ruling R70]."""
    pack = [mover(("hurl", [{"op": "push-back", "x": 6}]), ("reel", [{"op": "attract", "x": 3}]))]
    hero, foe = mine("mover"), theirs("fighter")
    open_row = Table(
        "hero foe . 2 C . .",
        {"hero": hero, "foe": foe, "snare": theirs("snare", at="c1"), "tombstone": theirs("tombstone", at="f1")},
        turn="hero",
        pack=pack,
    )
    open_row.play("cast hurl b1")
    assert open_row.facts("displaced") == [{"unit": "foe", "from": "b1", "to": "g1"}]
    assert open_row.unit("snare", "at") == "c1"
    assert open_row.unit("tombstone", "injuries") == 0
    bush = Table("hero foe . B .", {"hero": hero, "foe": foe}, turn="hero", pack=pack)
    assert bush.play("cast hurl b1").unit("foe", "at") == "c1"
    bomb = Table("hero foe . petard .", {"hero": hero, "foe": foe, "petard": theirs("petard")}, turn="hero", pack=pack)
    assert bomb.play("cast hurl b1").unit("foe", "at") == "c1"
    between = Table("hero . B . foe", {"hero": hero, "foe": foe}, turn="hero", pack=pack)
    assert between.play("cast reel e1").unit("foe", "at") == "d1"
    touching = Table("hero . . foe", {"hero": hero, "foe": foe}, turn="hero", pack=pack)
    assert touching.play("cast reel d1").unit("foe", "at") == "b1"


def test_ruling_r71_retreat_and_move_closer_run_from_the_main_target_cell() -> None:
    """The line is that of the main target cell, empty or not, whatever else the area hits.

    [KA 7.5.16.a] [Ruling R71]
    """
    effects = (("back", [{"op": "retreat", "x": 2}]), ("near", [{"op": "move-closer", "x": 3}]))
    field = """
        . . .    . other
        . . hero . .
        . . .    . foe
        """
    units = {"hero": mine("mover"), "foe": theirs("fighter"), "other": theirs("fighter")}
    table = Table(field, units, turn="hero", pack=[mover(*effects, area="square")])
    # Main target d2 is empty; the Square reaches both others, which give no line of their own.
    assert table.again().play("cast back d2").unit("hero", "at") == "a2"
    assert table.again().play("cast back e1").unit("hero", "at") == "a2"  # larger difference: two columns
    assert table.again().play("cast back c2").unit("hero", "at") == "c2"  # on its own cell it stays
    diagonal = table.play("cast back d3")
    assert (diagonal.asked, diagonal.options()) == ("p1 direction", ["choose south", "choose west"])
    assert diagonal.play("choose south").unit("hero", "at") == "c1"


def test_ruling_r71_the_caster_stops_before_the_first_cell_that_is_not_free() -> None:
    """A tree behind ends a Retreat, the target itself ends Move Closer [KA 7.5.17.a] [KA 4.17.3] [Ruling R71]."""
    effects = (("back", [{"op": "retreat", "x": 3}]), ("near", [{"op": "move-closer", "x": 3}]))
    units = {"hero": mine("mover"), "foe": theirs("fighter")}
    table = Table("T . . hero . . foe", units, turn="hero", pack=[mover(*effects)])
    assert table.again().play("cast back g1").unit("hero", "at") == "b1"
    assert table.play("cast near g1").unit("hero", "at") == "f1"


def test_ruling_r71_move_closer_ends_at_the_main_target_or_level_with_it() -> None:
    """An empty main target cell is reached and not run past, nor is its column [KA 7.5.17.a] [Ruling R71]."""
    field = """
        .    . . . . .
        hero . . . . .
        """
    table = Table(field, {"hero": mine("mover")}, turn="hero", pack=[mover(("near", [{"op": "move-closer", "x": 5}]))])
    assert table.again().play("cast near c1").unit("hero", "at") == "c1"
    assert table.play("cast near d2").unit("hero", "at") == "d1"


def test_ruling_r72_a_push_of_3_ends_beside_a_tree_3_cells_away() -> None:
    """Pushed 3 with a tree 3 cells away a piece moves 2 cells and stops beside it.

    [KA 7.2.4.b] [KA 4.18.5] [Ruling R72]
    """
    pack = [mover(("hurl", [{"op": "push-back", "x": 3}]))]
    units = {"hero": mine("mover"), "foe": theirs("fighter")}
    table = Table("hero foe . . T .", units, turn="hero", pack=pack)
    table.play("cast hurl b1")
    assert table.facts("displaced") == [{"unit": "foe", "from": "b1", "to": "d1"}]


def test_ruling_r73_no_foreign_effect_moves_an_unfazed_piece() -> None:
    """Push, pull and exchange leave it where it is, though it may be chosen; its own moves are free.

    [KA 4.9.17.a] [Ruling R73]
    """
    rock = card(
        "rock", spells=[spell("recoil", kind="special", do=[{"op": "retreat", "x": 1}])], powers=[keyword("unfazed")]
    )
    pack = [mover(PUSH, PULL, ("swap", [{"op": "swap"}])), rock]
    units = {"hero": mine("mover"), "rock": theirs("rock")}
    table = Table("hero . rock . .", units, turn="hero", pack=pack)
    for line in ("cast push c1", "cast pull c1", "cast swap c1"):
        table.play(line)
        assert (table.unit("hero", "at"), table.unit("rock", "at")) == ("a1", "c1")
    assert table.unit("hero", "ap") == 3
    own = Table(". hero rock . .", units, turn="rock", pack=pack)
    assert own.again().play("cast recoil b1").unit("rock", "at") == "d1"
    assert own.play("move d1", dice=["critical", "dodge"]).unit("rock", "at") == "d1"


def test_ruling_r73_a_group_that_is_transported_leaves_the_unfazed_one_behind() -> None:
    """Transporting a group places everybody but the Unfazed ally [KA 4.9.17.a] [KA 4.18.5] [Ruling R73]."""
    pack = [mover(("carry", [{"op": "place-group"}])), card("rock", powers=[keyword("unfazed")])]
    table = Table(
        """
        .      .      .    .
        friend hero   rock .
        """,
        {"hero": mine("mover"), "friend": mine("fighter"), "rock": mine("rock")},
        turn="hero",
        pack=pack,
    )
    table.play("cast carry b2")
    assert [table.unit(name, "at") for name in ("hero", "friend", "rock")] == ["b2", "a2", "c1"]
