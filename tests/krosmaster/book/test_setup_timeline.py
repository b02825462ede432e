"""Chapter 1.3 and 2.4: Krosmasters of one Initiative are put in order by their player before anybody deploys."""

import pytest

from tests.krosmaster.playing import Table, card
from tests.sentences import said

TWINS = ["ann", "bob", "cid", "dan", "eve"]
PACK = [*(card(name, initiative=4) for name in TWINS), card("fast", initiative=6), card("slow", initiative=1)]


def seated(*team: str) -> Table:
    """A match against a single slow figure; p1 has this team."""
    return Table.match([["slow"], list(team)], pack=PACK)


@pytest.mark.parametrize(
    ("twins", "sentence"),
    [
        (2, "The units to name are: Ann, Bob."),
        (4, "The units to name are: Ann, Bob, Cid, Dan."),
        (5, "The units to name are: Ann, Bob, Cid, Dan, Eve."),
    ],
)
def test_what_has_to_be_named_is_said(twins: int, sentence: str) -> None:
    """All of two to four in one answer, of more the next one [KA 2.4.3.b] [KA 1.3.8]."""
    names = TWINS[:twins]
    table = seated(*names)
    assert table.asked == "p1 timeline"
    refusal = table.refused(f"timeline {names[0]} {names[0]}")
    assert (refusal.kind, refusal.clauses, said(table.state, refusal)) == ("not-an-option", ("2.4.3.b",), sentence)
    assert refusal.facts == {"units": names}


def test_only_figures_of_one_initiative_are_ordered_the_others_have_their_place() -> None:
    """By decreasing Initiative, left to right; nobody is asked where all differ [KA 1.3.8] [KA 2.4.3.d]."""
    table = seated("slow", "bob", "fast", "ann")
    assert (table.asked, sorted(table.options())) == ("p1 timeline", ["timeline ann bob", "timeline bob ann"])
    table.play("timeline ann bob")
    assert table.read("player.p1.timeline") == ["fast", "ann", "bob", "slow-2"]
    told = [(fact["unit"], fact["place"]) for fact in table.facts("timeline")]
    assert told == [("ann", 2), ("bob", 3), ("slow-2", 4), ("slow", 1)]
    assert table.asked == "p1 deployment"
    assert seated("slow", "bob", "fast").asked == "p1 deployment"


def test_each_player_orders_the_own_figures_the_first_player_first() -> None:
    """[KA 2.4.3.b] [KA 1.3.8]"""
    table = Table.match([["cid", "dan"], ["fast", "bob", "ann"]], pack=PACK)
    assert (table.asked, sorted(table.options())) == ("p1 timeline", ["timeline ann bob", "timeline bob ann"])
    table.play("timeline bob ann")
    assert (table.asked, sorted(table.options())) == ("p2 timeline", ["timeline cid dan", "timeline dan cid"])
    table.play("timeline dan cid")
    assert [table.read(f"player.{seat}.timeline") for seat in ("p1", "p2")] == [["fast", "bob", "ann"], ["dan", "cid"]]
    assert table.asked == "p1 deployment"
