"""The ledger of rulings, angles and sight: R206 to R208, R218, R228, R240, R284 to R287, R328, each by a position."""

from typing import Any

import pytest

from esquive.kaos.book.pools import attack_pool
from esquive.kaos.geometry.arcs import in_attack_angle, margin
from esquive.kaos.geometry.shapes import DIFFICULT, SIGHT, Base, Piece, Table as Ground
from esquive.kaos.geometry.sight import samples, sees, sight
from esquive.kaos.geometry.units import SLACK, TOLERANCE
from esquive.kaos.table.state import OUT
from tests.kaos.playing import SWORD, Table, box, cm, long, mine, ranged, theirs
from tests.kaos.rulings.positions import attack, duel, reactions, refusals, turn_of


def looks(*pieces: Piece, viewer: Base, target: Base, others: tuple[Base, ...] = ()) -> bool:
    """Whether one sees the other, asked both ways, which must agree."""
    ground = Ground(cm(75), cm(75), pieces)
    is_seen = sees(ground, viewer, target, list(others))
    assert sight(ground, viewer, target, list(others)).is_visible == is_seen
    return is_seen


def standing(x: float, y: float, z: float = 0, height: float = 3, body: float = 1.2, side: float = 2.5) -> Base:
    """A figure facing east, its eyes 0.3 cm under its crown."""
    return Base(cm(x), cm(y), cm(z), 0, cm(side), cm(height), cm(height) - cm(0.3), cm(body))


# ------------------------------------------------------------------------------------------------------ what is in view


@pytest.mark.parametrize("between", [mine(at=(30, 20), body=4, height=6), theirs(at=(30, 20), body=4, height=6)])
def test_ruling_r206_all_figures_in_play_block_sight_and_removed_ones_do_not(between: Any) -> None:
    """[Ruling R206]: friend or enemy; out of action it is in nobody's way."""
    figures = {"hero": mine(at=(20, 20), weapons=[ranged()]), "foe": theirs(at=(40, 20)), "giant": between}
    table = turn_of(Table(figures))  # the giant is broader and taller than both
    assert refusals(table, "plan stay shoot foe bow") == ["in-view"]
    table.state.status[table["giant"]] = OUT
    assert refusals(table, "plan stay shoot foe bow") == []


def test_ruling_r207_a_wall_between_two_bases_stops_melee() -> None:
    """[Ruling R207]: 1 cm apart, with half a centimetre of wall between them."""
    wall = box((21.4, 15), (0.7, 10), 6)
    table = turn_of(duel(1, pieces=[wall]))
    assert refusals(table, "plan stay strike foe sword") == ["in-view"]
    assert refusals(turn_of(duel(1)), "plan stay strike foe sword") == []
    table = attack(duel(1, pieces=[wall], activated=1)).play()
    assert table.facts("pool") == [] and len(table.facts("missed")) == 1


def test_ruling_r208_nobody_turns_to_react() -> None:
    """[Ruling R208]: the foe looks away and is struck in the back; it ripostes only if it faces the attack."""
    table = turn_of(duel(faces=0)).play("plan stay strike foe sword")
    assert reactions(table) == ["none", "dodge"]
    table = turn_of(duel(faces=180)).play("plan stay strike foe sword")
    assert "riposte" in reactions(table)


# ------------------------------------------------------------------------------------------------------------ tolerance


def test_ruling_r218_one_tolerance_serves_contact_reach_charge_and_arc() -> None:
    """[Ruling R218]: 0.05 cm in all four, and a micrometre more is too much."""
    assert cm(0.05) == TOLERANCE
    for gap, dice in (("0.05", 4), ("0.0501", 3)):
        table = duel(0)
        base, other = table.state.base(0), table.state.base_at(1, cm("22.5") + cm(gap), cm(20), 0, 180_000)
        assert attack_pool(table.state, 0, base, SWORD, 1, other, []).dice == dice
    figures = {"hero": mine(at=(20, 20)), "foe": theirs(at=("25.05", 20))}
    assert refusals(turn_of(Table(figures)), "plan stay strike foe sword") == []
    figures = {"hero": mine(at=(20, 20)), "foe": theirs(at=("25.0501", 20))}
    assert refusals(turn_of(Table(figures)), "plan stay strike foe sword") == ["melee-reach"]
    for far, barred in (("37.4499", ["charge-line"]), ("37.45", [])):  # the bend is at 27.5,20
        table = turn_of(Table({"hero": mine(at=(20, 22)), "foe": theirs(at=(40, 20), activated=1)}))
        line = f"plan charge 27.5,20 {far},20 strike foe sword"
        assert refusals(table, line) == barred
    for x, is_in in (("17.55", False), ("17.5501", True)):  # its front edge beyond the rear line at 18.75
        assert in_attack_angle(standing(20, 20), standing(17.5, 30).at(cm(x), cm(30), 0, 0)) == is_in


def test_ruling_r228_two_and_a_half_centimetres_are_within_reach() -> None:
    """[Ruling R228]: in attack, riposte and interception, for close and long weapons."""
    for weapons in ([], [long()]):
        card = {"weapons": weapons} if weapons else {}
        table = turn_of(duel(2.5, hero=card, **card)).play(f"plan stay strike foe {'spear' if weapons else 'sword'}")
        assert "riposte" in reactions(table)
        table = turn_of(Table({"hero": mine(at=(20, 20)), "foe": theirs(at=(24, 25), faces=270, **card)}))
        table.play("plan walk 28,20")
        assert refusals(table, f"intercept foe {'spear' if weapons else 'sword'} at 4") == []


# ---------------------------------------------------------------------------------------------------------------- cover


def test_ruling_r240_cover_is_a_base_not_seen_whole_and_nobody_covers_itself() -> None:
    """[Ruling R240]: a kerb that hides part of the base gives cover; one's own body, however broad, does not."""
    open_ground = Ground(cm(75), cm(75), ())
    hero, foe = standing(20, 20), standing(40, 20)
    assert not sight(open_ground, hero, foe, []).in_cover
    assert not sight(open_ground, hero, standing(40, 20, body=2.5), []).in_cover
    kerb = box((38.5, 18), (0.2, 2), 0.5, SIGHT)
    assert sight(Ground(cm(75), cm(75), (kerb,)), hero, foe, []).in_cover
    assert sight(open_ground, hero, foe, [standing(37, 21, height=1)]).in_cover


# --------------------------------------------------------------------------------------------------------------- angles


def test_ruling_r284_the_back_is_behind_the_line_of_the_rear_edge() -> None:
    """[Ruling R284]: the infinite line through the rear edge, whatever the level; within the tolerance is back."""
    hero = standing(20, 20)
    assert in_attack_angle(hero, standing(17.6, 70)) and not in_attack_angle(hero, standing(17.5, 70))
    assert not in_attack_angle(hero, standing("17.55", 20.0 + 2.5)) and margin(hero, standing("17.55", 30)) == cm(0.05)
    assert in_attack_angle(hero, standing(17.6, 30, z=8)) and not in_attack_angle(hero, standing(17.5, 30, z=8))


def test_ruling_r285_the_back_is_judged_where_the_attacker_strikes_from() -> None:
    """[Ruling R285]: the hero begins before the foe and strikes from behind it."""
    figures = {"hero": mine(at=(22, 24), faces=270), "foe": theirs(at=(22, 20), faces=0)}
    table = turn_of(Table(figures)).play("plan walk 18.9,24 18.9,20 face 0 strike foe sword")
    assert reactions(table) == ["none", "dodge"]
    table.play("react dodge", dice=["111", "11"])
    assert [fact["dice"] for fact in table.facts("pool")] == [4 - 1, 3 - 1]


def test_ruling_r286_a_body_is_a_column_looked_for_at_fixed_points() -> None:
    """[Ruling R286]: nine upright lines of five points for a body of 1.2 cm, 20 points round a base of 2.5 cm."""
    body, base = samples(Ground(cm(75), cm(75), ()), standing(40, 20))
    assert len(base) == 20 and len(body) == 5 * 5
    assert sorted({z for _, _, z in body}) == [0, 7_500, 15_000, 22_500, 30_000]
    assert max(abs(x - cm(40)) for x, _, _ in body) == cm(0.6)
    broad, _ = samples(Ground(cm(75), cm(75), ()), standing(40, 20, body=2.5))
    assert len(broad) == 9 * 5
    # A slit in a wall that shows nothing but a stripe between two of the lines shows nothing.
    wall = [box((30, 0), (1, 19.8), 9), box((30, "19.85"), (1, 40), 9)]
    assert not looks(*wall, viewer=standing(20, 20), target=standing(40, 20))
    wall = [box((30, 0), (1, 19.95), 9), box((30, 20.05), (1, 40), 9)]
    assert looks(*wall, viewer=standing(20, 20), target=standing(40, 20))


def test_ruling_r287_a_touched_edge_does_not_hide() -> None:
    """[Ruling R287]: a wall up to the line of the axis leaves it free; a hair, ten micrometres, more does not."""
    viewer, target = standing(20, 20, body=0.01), standing(40, 20, body=0.01)

    def axis(edge: int) -> int:
        wall = Piece("w", "w", ((cm(30), 0), (cm(31), 0), (cm(31), edge), (cm(30), edge)), cm(9), SIGHT)
        return sight(Ground(cm(75), cm(75), (wall,)), viewer, target, []).seen

    assert SLACK == 10
    assert axis(cm(20)) > axis(cm(20) + 2 * SLACK + 60)
    crown = box((30, 10), (1, 20), 2.7, SIGHT)
    seen = sight(Ground(cm(75), cm(75), (crown,)), standing(20, 20), standing(40, 20), [])
    assert seen.is_visible and cm(0.3) < seen.margin < cm(0.3) + 3 * SLACK


def test_ruling_r287_a_figure_hides_from_its_level_to_its_crown() -> None:
    """[Ruling R287]: a giant on the table hides; 4 cm higher up one looks through under it; a wall has no gap."""
    viewer, target = standing(20, 20), standing(40, 20)
    assert not looks(viewer=viewer, target=target, others=(standing(30, 20, body=5, height=8),))
    assert looks(viewer=viewer, target=target, others=(standing(30, 20, z=4, body=5, height=8),))
    assert looks(viewer=viewer, target=target, others=(standing(30, 20, body=5, height=2),))
    assert not looks(box((28, 15), (4, 10), 12, SIGHT), viewer=viewer, target=target)


def test_ruling_r328_one_sees_into_a_wood_and_out_of_it_and_not_through_it() -> None:
    """[Ruling R328]: a copse of 10 x 10 cm, 8 cm high; above it one is not in it; what is solid hides."""
    copse = box((25, 15), (10, 10), 8, SIGHT | DIFFICULT)
    outside, beyond, inside = standing(15, 20), standing(45, 20), standing(30, 20)
    assert not looks(copse, viewer=outside, target=beyond)
    assert looks(copse, viewer=outside, target=inside)
    assert looks(copse, viewer=inside, target=beyond)
    assert not looks(copse, viewer=standing(24, 20), target=standing(36, 20))  # their bases touch it, no more
    assert not looks(copse, viewer=outside, target=standing(34, 20, z=8))
    assert not looks(box((25, 15), (10, 10), 8, SIGHT), viewer=outside, target=inside)
    behind_another = box((20, 15), (2, 10), 8, SIGHT | DIFFICULT)
    assert not looks(copse, behind_another, viewer=outside, target=inside)


def test_ruling_r328_two_in_a_wood_may_strike_each_other() -> None:
    """[Ruling R328]: in contact in the middle of a copse."""
    copse = box((10, 10), (20, 20), 8, SIGHT | DIFFICULT)
    assert refusals(turn_of(duel(1, pieces=[copse])), "plan stay strike foe sword") == []
