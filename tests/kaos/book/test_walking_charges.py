"""Charges carried out: the run-up, the malus, and what becomes of one that is cut short."""

from tests.kaos.playing import (
    STAY,
    SWORD,
    Figure,
    Table,
    close,
    intercept,
    long,
    mine,
    plan,
    react,
    slam,
    theirs,
)

FOE, GUARD = 1, 2
CHARGE = plan("charge", (36, 20), action="strike", means=SWORD, target=FOE)


def charging(hero: Figure | None = None, x: float = 38.5, **more: Figure) -> Table:
    """The hero charges 16 cm eastwards at the foe."""
    figures = {"hero": hero or mine(at=(20, 20)), "foe": theirs(at=(x, 20)), **more}
    return Table(figures).turn_of("hero")


def test_a_charge_strikes_with_a_malus_of_one_die() -> None:
    """[Kaos K28.1] [Kaos K28.2]: 4 dice and base contact are 3."""
    table = charging().play(CHARGE, react("none"), STAY, dice=["411"])
    assert table.facts("pool")[0]["dice"] == 3 and table.place("hero") == (36, 20, 0)
    assert table.read("foe", "wounds") == 5 and table.asks == "rest"


def test_the_malus_adds_to_that_of_the_distance() -> None:
    """[Kaos K28.2] [Kaos K16.4]: a close weapon at 1.5 cm, a long one in contact."""
    for weapon, x in ((close(), 40), (long(), 38.5)):
        table = charging(mine(at=(20, 20), weapons=(weapon,)), x).play(CHARGE, react("none"), dice=["11"])
        assert table.facts("pool")[0]["dice"] == 2


def test_a_charge_is_answered_as_any_attack() -> None:
    """[Kaos K28.3] [Kaos K20.9]: known before it begins, riposted when it arrives."""
    table = charging()
    table.play(CHARGE)
    assert table.asks == "react" and table.place("hero") == (20, 20, 0)
    table.play(react("riposte", SWORD), STAY, dice=["411", "1111"])
    assert table.read("foe", "wounds") == 5 and table.place("hero") == (36, 20, 0)


def test_a_charge_struck_on_its_way_goes_on() -> None:
    """[Kaos K31.12]: its line is whole."""
    guard = theirs(at=(28, 23), faces=270)
    table = charging(guard=guard).play(
        CHARGE, react("none"), intercept(GUARD, at=8), react("none"), dice=["411", "111"]
    )
    table.play(STAY)
    assert table.asks == "rest" and [fact["dice"] for fact in table.facts("pool")] == [3, 3]


def test_a_charge_thrown_off_its_line_is_lost() -> None:
    """[Kaos K28.4] [Kaos K28.5] [Kaos K20.7]: 8 cm from where it lies are no run-up, in reach of the foe or not."""
    guard = theirs(at=(28, 23), faces=270, weapons=(long(wounds=1),))
    table = charging(guard=guard).play(CHARGE, react("none"), intercept(GUARD, at=8), react("none"), dice=["4111"])
    table.play(slam(28, 18.5))
    assert table.place("hero") == (36, 20, 0) and table.asks == "rest"
    assert [fact["figure"] for fact in table.facts("missed")] == ["hero"]
    assert table.read("hero", "acted") == 1


def test_giving_up_the_strike_of_a_charge_leaves_the_run() -> None:
    """[Kaos K31.11] [Ruling R238]."""
    guard = theirs(at=(28, 23), faces=270)
    table = charging(guard=guard)
    table.play(CHARGE, react("none"), intercept(GUARD, at=8), react("riposte", SWORD), STAY, dice=["111", "111"])
    assert table.place("hero") == (36, 20, 0) and len(table.facts("pool")) == 2 and table.asks == "rest"
