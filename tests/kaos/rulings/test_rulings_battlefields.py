"""The ledger of rulings, what players make themselves: R331 and R332."""

from tests.kaos.battlefields.maps import WOOD, box, field, hold, kinds, of_field, of_scenario, scenario


def test_ruling_r331_solid_pieces_do_not_overlap_and_what_one_walks_through_may() -> None:
    house, barn = box(20, 20, 30, 30), box(25, 25, 35, 35)
    assert kinds(of_field(field(house, barn))) == ["overlap"]
    assert of_field(field(house, {**barn, **WOOD})) == []


def test_ruling_r332_a_zone_has_room_for_a_horde_and_goals_are_reached() -> None:
    small = [
        {"seat": "p1", "corner": [0, 0], "opposite": [6, 6]},
        {"seat": "p2", "corner": [0, 53], "opposite": [75, 75]},
    ]
    assert "zone-small" in kinds(of_scenario(scenario(hold(37.5, 37.5), zone=small), field()))
    court = field(box(25, 25, 50, 27), box(25, 48, 50, 50), box(25, 27, 27, 48), box(48, 27, 50, 48))
    assert "goal-shut" in kinds(of_scenario(scenario(hold(37.5, 37.5, radius=2)), court))
