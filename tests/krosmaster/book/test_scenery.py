"""Ice Cubes on the rink, which only release 2.2 has [KA-2.2 313.5d] [KA-2.2 313.6]."""

from typing import Any

import pytest

from esquive.core.errors import DocumentError
from esquive.krosmaster.seen.decisions import decision_view
from tests.krosmaster.playing import Table, card, keyword, mine, spell, summon, theirs

PUSH = spell("push-cube", kind="special", cost={"ap": 1}, do=[{"op": "push-cube", "x": 3}])
POKE = spell("poke", (1, 3), kind="special", cost={"ap": 1}, do=[{"op": "push-cube", "x": 3}])
GUST = spell("gust", (1, 6), kind="special", cost={"ap": 1}, do=[{"op": "push-back", "x": 2}])
HOOK = spell("hook", (1, 6), kind="special", cost={"ap": 1}, do=[{"op": "attract", "x": 2}])
BLAST = spell("blast", (1, 6), kind="special", cost={"ap": 1}, area="hand", do=[{"op": "push-back", "x": 2}])
PICK = spell("pick", (1, 6), kind="special", cost={"ap": 1}, do=[{"op": "push-back", "x": 2, "to": {"side": "enemy"}}])
BOW = spell("bow", range={"kind": "line", "min": 1, "max": 2, "fixed": False})
PACK = [
    card("keeper", spells=[PUSH, POKE, GUST, HOOK, BLAST], ap=9),
    card("archer", spells=[BOW, PICK]),
    card("rock", powers=[keyword("unfazed")]),
    summon("turret", category="mechanism", family="turret", mp="-", ap="-", hp=2),
    summon("helper", spells=[PUSH], mp=2, ap=3),
]


def rink(drawing: str, board: dict[str, Any] | None = None, turn: str = "hero", **units: dict[str, Any]) -> Table:
    """A game of 2.2 on a drawn rink; the hero is a keeper of p1 unless it is given, the foe a fighter of p2."""
    whole = {"hero": mine("keeper"), "foe": theirs("fighter"), **units}
    return Table(drawing, whole, turn=turn, pack=PACK, board=board, release="2.2")


def cubes(table: Table) -> list[str]:
    """The cells with an Ice Cube."""
    board = table.state.board
    names = [f"{chr(96 + column)}{row}" for row in range(1, board.height + 1) for column in range(1, board.width + 1)]
    return [name for name in names if table.read(f"scenery.{name}") == "cube"]


# ------------------------------------------------------------------------------------------------------- what a cube is


def test_a_cell_with_an_ice_cube_is_free() -> None:
    """It is walked on, and the cube stays there [KA-2.2 313.5d] [KA-2.2 313.3]."""
    table = rink("hero I . foe").play("move b1")
    assert (table.unit("hero", "at"), table.read("scenery.b1")) == ("b1", "cube")


def test_an_ice_cube_does_not_hide_what_is_behind_it() -> None:
    """[KA-2.2 313.5d]"""
    table = rink("hero I foe", hero=mine("archer"))
    assert "cast bow c1" in table.options()


def test_whoever_stands_on_an_ice_cube_shoots_one_cell_farther() -> None:
    """[KA-2.2 313.5d]: the MAX of 2 is 3; the walk to the cube is all that it takes."""
    table = rink("hero I . . . foe", hero=mine("archer"))
    assert [line for line in table.options() if line.startswith("cast bow")] == ["cast bow b1", "cast bow c1"]
    table.play("move b1")
    assert "cast bow e1" in table.options()
    assert "cast bow f1" not in table.options()


def test_in_release_2_7_an_ice_cube_lends_no_range() -> None:
    """Its rulebook knows no cubes [KA 4.17.5]."""
    table = Table("I . . . foe", {"hero": mine("archer", at="a1"), "foe": theirs("fighter")}, turn="hero", pack=PACK)
    assert "cast bow d1" not in table.options()


def test_a_cube_pushed_on_a_demon_cell_leaves_it_one() -> None:
    """Rink under a Demon is told by a list; who stands there buys, and shoots farther [KA-2.2 313.6a]."""
    table = Table(
        "hero I D . . foe",
        {"hero": mine("keeper", ap=9, mp=9), "foe": theirs("fighter")},
        turn="hero",
        pack=PACK,
        board={"rink": ["c1"]},
        players={"p1": {"kamas": 20}},
        release="2.2",
    )
    table.play("cast push-cube b1")
    assert table.read("scenery.c1") == "cube"
    table.play("move b1").play("move c1")
    assert "buy gg" in table.options()


# ------------------------------------------------------------------------------------------------------------ Push-Cube


def test_push_cube_moves_the_cube_in_a_line_away_from_its_caster() -> None:
    """[KA-2.2 313.6a]: by up to 3 cells."""
    table = rink("hero I ~ ~ ~ ~ foe").play("cast push-cube b1")
    assert cubes(table) == ["e1"]
    assert table.facts("cube") == [{"from": "b1", "to": "e1"}]


@pytest.mark.parametrize(
    ("drawing", "end"),
    [
        ("hero I ~ . ~ foe", "c1"),  # the rink ends
        ("hero I ~ T ~ foe", "c1"),  # a Tree stands there
        ("hero I ~ I ~ foe", "c1"),  # another cube
        ("hero I foe . . .", "b1"),  # somebody stands there
        ("hero I ~", "c1"),  # the board ends
    ],
)
def test_a_pushed_cube_stays_on_the_rink_and_enters_no_impassable_cell(drawing: str, end: str) -> None:
    """[KA-2.2 313.6a] [Ruling R110]"""
    where = {} if "foe" in drawing else {"foe": theirs("fighter", at="")}
    table = rink(drawing, **where).play("cast push-cube b1")
    assert cubes(table)[0] == end


def test_whoever_stands_on_a_pushed_cube_rides_along_even_if_unfazed() -> None:
    """[KA-2.2 313.6b]"""
    table = rink("hero I ~ ~ . foe", rock=theirs("rock", at="b1")).play("cast push-cube b1")
    assert (cubes(table), table.unit("rock", "at")) == (["d1"], "d1")


def test_the_first_unit_of_a_match_rides_along_as_any_other() -> None:
    """[KA-2.2 313.6b]"""
    units = {"rider": theirs("fighter", at="b1"), "hero": mine("keeper")}
    table = Table("hero I ~ ~ . .", units, turn="hero", pack=PACK, release="2.2").play("cast push-cube b1")
    assert (cubes(table), table.unit("rider", "at")) == (["d1"], "d1")


def test_a_bomb_rides_along_and_a_turret_is_left_behind() -> None:
    """[KA-2.2 313.6b]: a character or a Bomb."""
    bomb = rink("hero I ~ ~ . foe", keg=theirs("petard", at="b1", summoner="foe")).play("cast push-cube b1")
    assert (cubes(bomb), bomb.unit("keg", "at")) == (["d1"], "d1")
    turret = rink("hero I ~ ~ . foe", tower=theirs("turret", at="b1", summoner="foe")).play("cast push-cube b1")
    assert (cubes(turret), turret.unit("tower", "at")) == (["d1"], "b1")


def test_push_cube_hits_the_cube_alone() -> None:
    """Whoever rides is no target [KA-2.2 313.6a]; without a cube the piece on the cell is one, and nothing moves."""
    ridden = rink("hero I ~ ~ . foe", rock=theirs("rock", at="b1")).play("cast push-cube b1")
    assert ridden.state.hits == [hit for hit in ridden.state.hits if hit >> 24]
    bare = rink("hero ~ ~ ~ . foe", rock=theirs("rock", at="b1")).play("cast push-cube b1")
    assert (bare.unit("rock", "at"), cubes(bare)) == ("b1", [])


def test_push_cube_is_cast_by_a_krosmaster_next_to_the_cube() -> None:
    """Not from farther away, and by no summon [KA-2.2 313.6a]."""
    table = rink("hero ~ I ~ . foe")
    assert table.refused("cast poke c1").clauses == ("313.6a",)
    assert [line for line in table.options() if "poke" in line] == ["cast poke b1"]
    helper = rink("hero . . . foe\nhelper I ~ ~ .", turn="helper", helper=mine("helper", summoner="hero"))
    assert "313.6a" in [clause for condition in helper.broken("cast push-cube b1") for clause in condition.clauses]


def test_a_rider_that_arrives_on_a_trap_sets_it_off() -> None:
    """Being carried is arriving: the Trap at the end clicks, those passed over do not [Ruling R74] [KA-2.2 313.6b]."""
    table = rink(
        "hero I ~ ~ . foe",
        rock=mine("rock", at="b1"),
        passed=theirs("snare", at="c1", summoner="foe"),
        snare=theirs("snare", at="d1", summoner="foe"),
    )
    table.play("cast push-cube b1", dice=["lock", "lock"])
    assert (table.unit("rock", "at", "injuries"), table.unit("snare", "at")) == (("d1", 2), "")
    assert table.unit("passed", "at") == "c1"


# ------------------------------------------------------------------------------------------------- other displacement


def test_what_displaces_its_target_moves_the_cube_and_not_its_unfazed_rider() -> None:
    """The first example of the rulebook: 3 rink cells, Push Back 2, and Count Harebourg stays [KA-2.2 313.6c]."""
    table = rink("hero . I ~ ~ ~ foe", count=theirs("rock", at="c1")).play("cast gust c1")
    assert (cubes(table), table.unit("count", "at")) == (["e1"], "c1")
    assert table.asked == "p1 activation"


def test_a_cube_stops_where_the_rink_ends_and_its_rider_goes_on() -> None:
    """The second example: 1 rink cell; the cube moves 1 cell and Bad Aboum 2, nobody is asked [KA-2.2 313.6c]."""
    table = rink("hero . I ~ . . foe", bad=theirs("fighter", at="c1")).play("cast gust c1")
    assert (cubes(table), table.unit("bad", "at")) == (["d1"], "e1")
    assert table.events[-2:] == ["cube", "displaced"]


def test_a_cube_is_attracted_too() -> None:
    """[KA-2.2 313.6c]"""
    assert cubes(rink("hero ~ ~ ~ I foe").play("cast hook e1")) == ["c1"]


def test_an_effect_on_pieces_of_one_side_means_no_cube() -> None:
    """Only what displaces every target does [KA-2.2 313.6c] [Ruling R110]."""
    table = rink("hero . I ~ ~ . foe", hero=mine("archer"), rock=theirs("fighter", at="c1")).play("cast pick c1")
    assert (cubes(table), table.unit("rock", "at")) == (["c1"], "e1")


def test_in_release_2_7_nothing_moves_a_cube_but_push_cube() -> None:
    """Scenery stays where it is [KA 4.17.5]; the spell of a card is the card's."""
    units = {"hero": mine("keeper"), "foe": theirs("fighter")}
    table = Table("hero I ~ ~ ~ foe", units, turn="hero", pack=PACK).play("cast gust b1")
    assert cubes(table) == ["b1"]
    assert cubes(table.play("cast push-cube b1")) == ["e1"]


def test_two_cubes_that_can_meet_are_moved_in_the_order_chosen() -> None:
    """The active player says which goes first, naming its cell [KA 1.7.1] [KA-2.2 313.6c]."""
    drawing = "hero . I I ~ ~ ~ ~ foe"
    table = rink(drawing).play("cast blast c1")
    assert (table.asked, table.options()) == ("p1 push-order", ["choose c1", "choose d1"])
    assert cubes(table.again().play("choose d1")) == ["e1", "f1"]
    assert cubes(table.again().play("choose c1")) == ["c1", "f1"]


def test_a_rider_waits_for_its_cube_when_the_order_is_asked_for() -> None:
    """Between a cube and its rider nobody is asked; between both and somebody ahead of them the player is."""
    table = rink("hero . I ~ ~ ~ ~ ~ foe", rider=theirs("fighter", at="c1"), ahead=theirs("fighter", at="d1"))
    table.play("cast blast c1")
    assert table.options() == ["choose c1", "choose ahead"]
    table.play("choose ahead")
    assert (cubes(table), table.unit("rider", "at"), table.unit("ahead", "at")) == (["e1"], "e1", "f1")


# ------------------------------------------------------------------------------------------------------------ documents


def test_a_document_says_where_cubes_and_rink_are() -> None:
    """What has moved since the board was drawn stands in `scenery`; rink under Kamas in `rink`."""
    table = Table(
        "hero I 2 ~ foe",
        {"hero": mine("keeper"), "foe": theirs("fighter")},
        turn="hero",
        pack=PACK,
        board={"rink": ["c1"]},
        release="2.2",
    )
    table.play("cast push-cube b1")
    board = table.document()["board"]
    assert board == {
        "map": ". I . ~ .",
        "kamas": {"c1": 2},
        "rink": ["c1"],
        "scenery": {"b1": "none", "d1": "cube"},
    }


@pytest.mark.parametrize(
    ("board", "told"),
    [
        ({"rink": "c1"}, "the rink must be a list of cells"),
        ({"rink": ["z9"]}, "'z9' is no cell of this board"),
        ({"scenery": ["c1"]}, "scenery must be a table of cells"),
        ({"scenery": {"b1": "ice"}}, "b1 cannot hold 'ice'"),
        ({"scenery": {"a1": "cube"}}, "a1 is no cell of the rink"),
        ({"scenery": {"b1": "tree"}}, "no tree stands on b1"),
        ({"scenery_injuries": {"d1": 2}}, "what stands on d1 cannot have 2 injuries"),
    ],
)
def test_a_document_with_scenery_that_cannot_be_is_refused(board: dict[str, Any], told: str) -> None:
    with pytest.raises(DocumentError, match=told):
        rink("hero I ~ T foe", board)


def test_whoever_is_asked_about_a_cube_is_shown_what_can_be_chosen() -> None:
    """Its direction on a diagonal, and the order among cubes by their cells, in every language."""
    aslant = rink("~ ~ ~ ~ foe\n~ ~ ~ ~ .\n. I ~ ~ .\nhero . . . .").start("cast gust b2")
    assert (aslant.asked, aslant.options()) == ("p1 direction", ["choose north", "choose east"])
    meeting = rink("hero . I I ~ ~ ~ ~ foe").start("cast blast c1")
    for table in (aslant, meeting):
        for language in ("en", "fr", "it"):
            shown = decision_view(table.state, 0, language)
            assert shown is not None and [option.do for option in shown.options] == table.options()
            assert all(option.label for option in shown.options)
    assert cubes(aslant.play("choose north")) == ["b4"]
