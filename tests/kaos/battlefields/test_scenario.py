"""What a scenario must be, on drawn tables: zones with room, goals that are reached, numbers that can be."""

import msgspec
import pytest

from esquive.core.mends import changed
from esquive.kaos.battlefields.scenario import most_fighters, scenario_remarks
from esquive.kaos.cards.catalogue import catalogue
from esquive.kaos.cards.documents import FieldDocument, ScenarioDocument
from tests.kaos.battlefields.maps import NORTH, SOUTH, box, field, hold, kinds, of_scenario, scenario, written

OPEN = field()
COURT = field(box(25, 25, 50, 27), box(25, 48, 50, 50), box(25, 27, 27, 48), box(48, 27, 50, 48))


def mended(document: ScenarioDocument, kind: str, ground: FieldDocument = OPEN) -> ScenarioDocument:
    """A scenario once the remark of a kind has been mended."""
    one = next(remark for remark in of_scenario(document, ground) if remark.kind == kind)
    assert one.changes, "nothing mends it"
    return msgspec.convert(changed(written(document), one.changes), ScenarioDocument)


@pytest.mark.parametrize("name", catalogue().scenarios)
def test_the_scenarios_of_the_catalogue_are_in_order(name: str) -> None:
    assert scenario_remarks(catalogue().scenarios[name], catalogue()) == ()


def test_a_zone_over_the_edge_is_cut_to_the_table() -> None:
    wide = scenario(hold(37.5, 37.5), zone=[{**SOUTH, "corner": [-5, 0]}, NORTH])
    assert kinds(of_scenario(wide, OPEN)) == ["zone-off-table"]
    assert of_scenario(mended(wide, "zone-off-table"), OPEN) == []


def test_a_zone_too_small_for_a_horde_is_widened_until_it_has_room() -> None:
    small = scenario(hold(37.5, 37.5), zone=[{"seat": "p1", "corner": [35, 0], "opposite": [41, 6]}, NORTH])
    fault = of_scenario(small, OPEN)[0]
    assert fault.kind == "zone-small" and fault.facts["room"] == 4
    assert "zone-small" not in kinds(of_scenario(mended(small, "zone-small"), OPEN))


def test_a_zone_full_of_scenery_has_no_room_though_it_is_large() -> None:
    ground = field(box(0, 0, 74, 21))
    assert "zone-small" in kinds(of_scenario(scenario(hold(37.5, 37.5)), ground))


def test_a_zone_that_only_small_bases_stand_in_is_told() -> None:
    strip = scenario(hold(37.5, 37.5), zone=[{"seat": "p1", "corner": [0, 0], "opposite": [75, 4]}, NORTH])
    assert kinds([one for one in of_scenario(strip, OPEN) if one.is_fault]) == ["zone-narrow"]


def test_a_second_zone_of_a_side_goes_and_a_single_one_is_told() -> None:
    twice = scenario(hold(37.5, 37.5), zone=[SOUTH, NORTH])
    twice = msgspec.structs.replace(twice, zone=(twice.zone[0], twice.zone[0]))
    assert kinds(of_scenario(twice, OPEN)) == ["zone-twice", "zone-alone"]


def test_zones_nearer_than_20_cm_are_drawn_apart_by_as_much() -> None:
    near = scenario(hold(37.5, 37.5), zone=[{**SOUTH, "opposite": [75, 30]}, {**NORTH, "corner": [0, 45]}])
    advice = next(one for one in of_scenario(near, OPEN) if one.kind == "zones-near")
    assert (advice.is_fault, advice.clauses, advice.facts) == (False, ("K6.3",), {"gap": 15, "apart": 20})
    after = mended(near, "zones-near")
    assert (after.zone[0].opposite[1], after.zone[1].corner[1]) == (27, 48)
    assert of_scenario(after, OPEN) == []


def test_how_many_fighters_a_zone_must_hold_goes_by_the_points() -> None:
    cheapest = min(fighter.cost for fighter in catalogue().fighters.values())
    assert (most_fighters(cheapest, catalogue()), most_fighters(300, catalogue())) == (1, 12)


def test_a_goal_that_nobody_gets_to_is_moved_to_where_everybody_does() -> None:
    shut = scenario(hold(37.5, 37.5, radius=4))
    fault = of_scenario(shut, COURT)[0]
    assert (fault.kind, fault.clauses, fault.places) == ("goal-shut", ("K5.6", "R332"), ((37.5, 37.5),))
    assert "goal-shut" not in kinds(of_scenario(mended(shut, "goal-shut", COURT), COURT))


def test_a_goal_that_only_small_bases_get_to_is_advice() -> None:
    gate = field(*(written(COURT)["piece"][:3]), box(48, 31, 50, 48))
    assert kinds(of_scenario(scenario(hold(37.5, 37.5, radius=4)), gate))[0] == "goal-narrow"


def test_a_goal_off_the_table_or_without_a_place_is_put_on_it() -> None:
    off = scenario(hold(80, 37.5))
    assert mended(off, "goal-off-table").objective[0].at == (75, 37.5)
    nowhere = scenario({"kind": "hold", "points": 5})
    assert mended(nowhere, "goal-nowhere").objective[0].at == (37.5, 37.5)


def test_there_is_one_relic() -> None:
    relic = {"kind": "carry", "points": 50, "at": [37.5, 37.5]}
    assert kinds(of_scenario(scenario(relic, relic), OPEN)) == ["two-relics"]
    assert len(mended(scenario(relic, relic), "two-relics").objective) == 1


def test_nothing_takes_more_rounds_than_the_game_has() -> None:
    late = scenario(hold(37.5, 37.5, rounds=9), rounds=6)
    assert mended(late, "goal-late").objective[0].rounds == 6


def test_who_has_to_survive_is_named_and_from_the_first_round_on() -> None:
    nobody = scenario({"kind": "survive", "points": 10, "rounds": 8})
    assert mended(nobody, "nobody-survives").objective[0].seat == "p2"
    never = scenario({"kind": "survive", "points": 10, "rounds": 0, "seat": "p1"})
    assert mended(never, "goal-never").objective[0].rounds == 8


def test_objectives_and_the_mode_go_together() -> None:
    assert mended(scenario(mode="scenario"), "no-goals").mode == "points"
    assert mended(scenario(hold(37.5, 37.5), mode="points"), "goals-idle").mode == "scenario"


def test_a_goal_in_a_zone_and_a_shorter_way_for_one_side_are_advice() -> None:
    begun = of_scenario(scenario(hold(37.5, 10)), OPEN)
    assert kinds(begun) == ["goal-in-zone", "uneven"] and not any(one.is_fault for one in begun)
    assert (begun[1].facts["near"], begun[1].facts["far"]) == ("p1", "p2")


def test_a_wall_in_the_way_of_one_side_makes_it_uneven_and_two_goals_make_up_for_one_another() -> None:
    barred = field(box(8, 44, 67, 46))
    assert kinds(of_scenario(scenario(hold(37.5, 37.5, radius=2)), barred)) == ["uneven"]
    assert of_scenario(scenario(hold(20, 30), hold(55, 45)), OPEN) == []


def test_totals_that_nobody_or_anybody_at_once_reaches_are_told() -> None:
    assert mended(scenario(hold(37.5, 37.5), victory_points=900), "total-never").victory_points == 0
    assert mended(scenario(hold(37.5, 37.5), victory_points=10), "total-at-once").victory_points == 30


def test_hordes_of_other_sizes_than_the_book_recommends_are_told() -> None:
    assert mended(scenario(hold(37.5, 37.5), horde_points=200), "horde-size").horde_points == 150


def test_a_scenario_on_a_battlefield_that_nobody_knows_is_told_elsewhere() -> None:
    assert scenario_remarks(scenario(hold(37.5, 37.5)), catalogue()) == ()
