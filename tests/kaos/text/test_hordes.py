"""A horde and the decks beside it are judged with every rule they break, what mends it, and what is worth knowing."""

from random import Random
from typing import Any

import pytest

from esquive.core.messages import LANGUAGES
from esquive.kaos.game import GAME
from esquive.kaos.seen.match_options import agreements
from esquive.kaos.setups import BATTLE, HordesAndGrounds
from esquive.kaos.table.settings import NUMBERS, OPTIONS, check_options

SETUPS = HordesAndGrounds()
LARGE = ["abe-vhol", "abe-pyrrane", "abe-maricorde", "enc-brandesouche"]  # 24, 20, 22 and 36 points


def judged(cards: list[str], ground: str = "", language: str = "en", **agreed: Any) -> list[tuple[str, str, str]]:
    """What is broken: clauses, sentence and fix."""
    found = SETUPS.violations(cards, BATTLE, ground, agreed)
    return [(", ".join(one.clauses), SETUPS.violation(one, language), SETUPS.fix(one, language)) for one in found]


def test_the_limit_is_what_is_agreed_else_what_the_scenario_says() -> None:
    """102 points are too many for a hundred, and not for 102 [Kaos K4.1]."""
    assert [one[0] for one in judged(LARGE)] == ["K4.1, K4.2"]
    assert judged(LARGE, options={"horde_points": "102"}) == []
    assert [one[0] for one in judged(LARGE, "wayside-skirmish")] == ["K4.1, K4.2"]


def test_too_many_points_name_the_cheapest_fighter_whose_going_is_enough() -> None:
    """Two points too many: without Pyrrane, who costs 20, it is a horde of 82 [Kaos K4.1]."""
    assert judged(LARGE)[0][2] == "Leave out Pyrrane of the Javelin, or agree on more points."
    assert "72" in judged(LARGE, options={"horde_points": "30"})[0][2]  # nobody alone is worth as much


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_of_hordes_and_decks_says_how_to_keep_it(language: str) -> None:
    """[Kaos K1.1] [Kaos K3.2] [Kaos K32.2] [Kaos K33.2] [Kaos K33.4]."""
    decks = {"objects": ["far-glass"], "events": ["squall", "squall"]}
    found = [*judged([], language=language), *judged(["abe-vhol"] * 2, language=language, decks=decks)]
    assert [one[0] for one in found] == ["K1.1", "K3.2", "K33.4", "K32.2", "K33.2"]
    assert all(fix.endswith(".") for _, _, fix in found)
    assert not any("{" in said or "{" in fix for _, said, fix in found)


@pytest.mark.parametrize("language", LANGUAGES)
def test_hordes_that_have_to_be_equal_are_judged_against_each_other(language: str) -> None:
    """24 points against 20, once that is agreed on; a horde that is not there yet is not compared [Kaos K4.1]."""
    apart, equal = [["abe-vhol"], ["abe-pyrrane"]], {"equal_hordes": "yes"}
    (found,) = judged(["abe-vhol"], language=language, options=equal, hordes=apart)
    assert found[0] == "K4.1" and "24 / 20" in found[1] and "4" in found[2] and "{" not in "".join(found)
    assert judged(["abe-vhol"], options=equal, hordes=[["abe-vhol"], []]) == []
    assert judged(["abe-vhol"], options=equal, hordes=[["abe-vhol"], "abe-pyrrane"]) == []
    assert judged(["abe-vhol"], options={}, hordes=apart) == judged(["abe-vhol"], options=equal) == []
    assert judged(["abe-vhol"], options=equal, hordes=[["abe-pyrrane"], ["abe-pyrrane"]]) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_horde_of_one_tribe_is_told_what_that_brings(language: str) -> None:
    """[Kaos K3.8] [Kaos K4.3] [Kaos K4.4]."""
    found = SETUPS.advice(["abe-vhol"])
    assert [one.clauses for one in found] == [("K4.3",), ("K3.8",), ("K4.4",)]
    assert not any("{" in SETUPS.violation(one, language) for one in found)
    assert [one.clauses for one in SETUPS.advice(["abe-vhol", "mel-ysaure"])] == [("K4.4",)]


def test_scenery_that_players_place_on_an_empty_table_is_a_ground_of_its_own() -> None:
    """A match there begins with placing it [Kaos K5.4]; a series may be played there too."""
    assert "wayside" in SETUPS.grounds()
    state = GAME.new(SETUPS.setup(BATTLE, "wayside", [["two-gleams"], ["gravediggers"]], {"horde_points": "38"}))
    assert not state.table.pieces and len(state.library.selection) == 8
    assert SETUPS.series("wayside", ["two-gleams", "gravediggers"]).draw(Random(1))["selection"] == "wayside"


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_that_may_be_agreed_on_has_its_words_and_its_clause(language: str) -> None:
    """Each usual value is one of those there are."""
    told = agreements(language)
    assert {one.id for one in told} == {*OPTIONS, *NUMBERS}
    for one in told:
        assert one.label and one.hint and one.clause and "kaos.agree" not in one.label + one.hint
        values = [value.value for value in one.values]
        assert one.usual in values if values else (one.least or 0) <= int(one.usual) <= (one.most or 0)
        assert check_options({one.id: one.usual if values else int(one.usual)})
