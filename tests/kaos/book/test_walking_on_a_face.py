"""Who is sent away or barred in the middle of a climb."""

from esquive.kaos.geometry.shapes import CLIMBABLE, SIGHT, TOP
from tests.kaos.playing import STAY, SWORD, Table, intercept, long, mine, plan, platform, react, slam, theirs

FOE, OTHER = 1, 2


def test_who_is_barred_from_going_on_up_a_face_it_was_struck_on_falls_from_it() -> None:
    """[Kaos K20.16] [Kaos K12.1] [Ruling R278]: its riposte has sent the guard into the way, 5 cm up."""
    ledge = platform((24, 10), (16, 20), 5, SIGHT | TOP | CLIMBABLE)
    figures = {
        "hero": mine(at=(20, 20), life=40, move=20, weapons=[long(6, 3)]),
        "foe": theirs(at=(29, 17), z=5, activated=1),
        "guard": theirs(at=(27, 22.6), z=5, faces=270),
    }
    table = Table(figures, [ledge]).turn_of("hero")
    table.play(plan("walk", (26, 20), action="strike", means=SWORD, target=FOE), react("none"))
    table.play(intercept(OTHER, SWORD, 8), react("riposte", SWORD), dice=["111", "444411"])
    assert table.place("hero") == (24, 20, 4)
    table.play(slam(26, 20.35), STAY, dice=["4" + 39 * "1"])
    assert table.place("hero") == (22.75, 20, 0) and table.read("hero", "wounds") == 3
    assert table.facts("fell") == [{"figure": "hero", "drop": 4, "wounds": 4}] and table.asks == "rest"
