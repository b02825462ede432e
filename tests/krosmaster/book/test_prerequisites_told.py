"""What a player is told about an action: the sentence and the figures of each condition, met or not."""

import pytest

from tests.krosmaster.book.test_prerequisites import conditions, figures
from tests.krosmaster.casting import ANYWHERE
from tests.krosmaster.playing import Table, card, mine, power, spell, theirs
from tests.sentences import said

SLOW = [{"op": "markers", "stat": "mp", "x": -1}]
EACH = spell("each", (0, 9), kind="special", area="shovel", limit="turn-and-target", cost={"ap": 1}, do=SLOW)


@pytest.mark.parametrize(
    ("cell", "free", "sentence", "by"),
    [
        ("b3", True, "Cell b3 must be free.", ""),
        ("b1", False, "Cell b1 is not free: Fighter is there.", "foe"),
        ("c2", False, "Cell c2 is not free: Villager is there.", "pal"),
        ("a2", False, "Cell a2 is not free: scenery is there.", "scenery"),
    ],
)
def test_a_move_tells_whether_its_cell_is_free_and_who_stands_there(
    cell: str, free: bool, sentence: str, by: str
) -> None:
    """[KA 6.3.2] [KA 4.17.3] [KA 4.17.4]"""
    units = {"foe": theirs("fighter"), "hero": mine("fighter"), "pal": mine("villager")}
    table = Table(". . .\nT hero pal\n. foe .", units, turn="hero")
    found = conditions(table, f"move {cell}")["not-free"]
    assert (found.holds, said(table.state, found), found.facts["by"]) == (free, sentence, by)


@pytest.mark.parametrize(("gauge", "missing"), [(5, 0), (4, 0), (3, 1), (0, 4)])
def test_a_cost_tells_what_is_missing_and_nothing_where_it_can_be_paid(gauge: int, missing: int) -> None:
    """4 AP and 4 MP [KA 7.1.4.a] [KA 7.1.4.b]."""
    dear = card("dear", spells=[spell("both", range=ANYWHERE, kind="special", cost={"ap": 4, "mp": 4})])
    units = {"hero": mine("dear", ap=gauge, mp=gauge), "foe": theirs("fighter")}
    table = Table("hero foe", units, turn="hero", pack=[dear])
    for kind, name in (("no-ap", "AP"), ("no-mp", "MP")):
        found = conditions(table, "cast both b1")[kind]
        made = {"cost": [{"x": 4, "why": "printed", "clause": "4.8.1"}]}
        facts = {"cost": 4, "gauge": gauge, "missing": missing, "terms": made}
        assert (found.holds, found.facts) == (missing == 0, facts)
        assert said(table.state, found) == f"It costs 4 {name}; the gauge holds {gauge}."


@pytest.mark.parametrize("cell", ["c1", "d2", "c2", "b3"])
def test_a_limit_by_target_names_the_empty_cell_it_was_cast_at(cell: str) -> None:
    """[KA 7.1.3.b] [Ruling R67]"""
    table = Table(
        ". . . .\n. . . .\nhero . . .\n. . . foe",
        {"hero": mine("digger"), "foe": theirs("fighter")},
        turn="hero",
        pack=[card("digger", spells=[spell("each", range=ANYWHERE, kind="special", limit="turn-and-target")])],
    )
    table.play(f"cast each {cell}")
    assert figures(table, f"cast each {cell}", "limit-target")[1]["target"] == cell


VEIL = {"op": "spared", "by": {"who": "units", "side": "enemy"}}
CORNER = """
    .    north .
    .    .     east
    hero .     .
    """


def digger(card_id: str) -> Table:
    """A hero whose Shovel at b2 goes on to one of two foes, northwards or eastwards."""
    veiled = card("veiled", powers=[power("veil", holds=[{"give": [VEIL]}])])
    units = {
        "hero": mine("digger"),
        "north": theirs(card_id),
        "east": theirs(card_id),
        "last": theirs("fighter", at="c1"),
    }
    return Table(CORNER, units, turn="hero", pack=[card("digger", spells=[EACH]), veiled])


def test_of_two_targets_hit_before_the_first_orientations_is_named() -> None:
    """Northwards comes before eastwards [KA 7.1.3.b] [KA 4.16.3] [Ruling R67]."""
    table = digger("fighter").play("cast each b3").play("cast each c2")
    holds, facts = figures(table, "cast each b2", "limit-target")
    assert (holds, facts["target"]) == (False, "north")


def test_of_two_targets_that_are_spared_the_first_orientations_is_named() -> None:
    """Whom it may not target, in words; with another target it is said that nothing forbids it [KA 7.1.7]."""
    table = digger("veiled")
    found = conditions(table, "cast each b2")["spared"]
    assert (found.holds, found.facts) == (False, {"target": "north"})
    assert said(table.state, found) == "An effect forbids this unit to target Veiled."
    found = conditions(table, "cast each c1")["spared"]
    assert (found.holds, found.facts) == (True, {"target": ""})
    assert said(table.state, found) == "No effect forbids these targets."


def test_a_line_of_sight_tells_where_it_is_blocked() -> None:
    """The cell of the Tree; a free line from end to end [KA 7.1.6] [KA 4.15.9]."""
    units = {"hero": mine("fighter"), "foe": theirs("fighter")}
    table = Table("hero . T foe", units, turn="hero")
    blocked, free = (conditions(table, f"cast arrow {cell}")["no-sight"] for cell in ("d1", "b1"))
    assert said(table.state, blocked) == "The line of sight from a1 to d1 is blocked at c1."
    assert said(table.state, free) == "There is a line of sight from a1 to b1."
