"""Destiny points on a roll: who is asked, when, and what is rolled again."""

from esquive.core.waiting import Decision
from esquive.kaos.book import rolls
from esquive.kaos.book.rolls import ContestFrame
from esquive.kaos.table import answers
from tests.kaos.playing import DESTINY, PASS, Table, mine, theirs


def duel(ours: int, theirs_: int, destiny: tuple[int, int], seat: int = 0) -> Table:
    """The figure of a seat attacks, the other one dodges."""
    table = Table({"hero": mine(at=(10, 20)), "foe": theirs(at=(40, 20))}, destiny=destiny)
    first, second = (0, 1) if seat == 0 else (1, 0)
    return table.start(ContestFrame(rolls.ATTACK, first, first, ours, rolls.DODGE, second, second, theirs_))


def alone(dice: int, points: int) -> Table:
    """The hero rolls without anybody opposing."""
    table = Table({"hero": mine(at=(10, 20)), "foe": theirs(at=(40, 20))}, destiny=(points, 3))
    return table.start(ContestFrame(rolls.WILL, 0, 0, dice))


def seat_of(table: Table) -> int:
    """Who is asked now."""
    waiting = table.waiting
    assert isinstance(waiting, Decision) and waiting.kind == "destiny"
    return waiting.seat


def test_successes_are_kept_and_every_failure_is_rolled_again() -> None:
    """[Kaos K36.4]."""
    table = alone(5, 1).play(DESTINY, dice=["14253", "441"])
    assert table.state.successes_a == 4 and table.state.destiny == [0, 3]
    assert table.facts("destiny-spent") == [{"seat": 0, "left": 0}]
    assert table.facts("destiny-rolled")[0]["dice"] == "441"


def test_several_points_may_be_spent_one_after_another() -> None:
    """[Kaos K36.5]."""
    table = alone(3, 3).play(DESTINY, DESTINY, PASS, dice=["111", "411", "21"])
    assert table.state.successes_a == 1 and table.state.destiny[0] == 1


def test_who_has_no_point_or_no_failure_is_not_asked() -> None:
    """[Kaos K36.4]: there is nothing to choose."""
    assert alone(2, 0).play(dice=["11"]).asks == "rest"
    assert alone(2, 1).play(dice=["45"]).asks == "rest"


def test_only_own_dice_are_rolled_again() -> None:
    """[Kaos K36.4]: the roll of the opponent, who alone has failures, is not improved by the other side."""
    assert duel(2, 2, (5, 0)).play(dice=["44", "11"]).asks == "rest"


def test_the_attacker_is_asked_first_then_the_defender() -> None:
    """[Kaos K36.6]: the attacker is whoever rolls first, p2 as well as p1."""
    for seat in (0, 1):
        table = duel(1, 1, (1, 1), seat).play(dice=["1", "1"])
        assert seat_of(table) == seat
        assert seat_of(table.play(PASS)) == 1 - seat
        assert table.play(PASS).asks == "rest"


def test_the_roll_is_fixed_once_both_pass_in_succession() -> None:
    """[Kaos K36.6]: a point spent by one lets the other, who had passed, think again."""
    table = duel(2, 2, (2, 1)).play(dice=["11", "11"])
    table.play(PASS)
    assert seat_of(table) == 1
    table.play(DESTINY, dice=["41"])
    assert seat_of(table) == 0
    table.play(DESTINY, dice=["44"])
    assert table.asks == "rest"  # p2 has no point left, p1 no failure
    assert (table.state.successes_a, table.state.successes_b) == (2, 1)


def test_passing_counts_anew_after_a_point() -> None:
    """[Kaos K36.6]: p1 passes, p2 spends, p1 passes again: p2 may still spend another one."""
    table = duel(1, 1, (1, 2)).play(dice=["1", "1"]).play(PASS, DESTINY, PASS, dice=["2"])
    assert seat_of(table) == 1
    assert table.play(PASS).asks == "rest"


def test_points_alternate_between_the_players() -> None:
    """[Kaos K36.6]: after a point of the attacker the defender is asked, then the attacker again."""
    table = duel(1, 1, (2, 2)).play(dice=["1", "1"])
    table.play(DESTINY, dice=["2"])
    assert seat_of(table) == 1
    table.play(DESTINY, dice=["3"])
    assert seat_of(table) == 0
    table.play(PASS)
    assert seat_of(table) == 1
    assert table.play(PASS).asks == "rest"


def test_a_six_rolled_by_destiny_is_one_success() -> None:
    """[Kaos K15.3]: it is a die rolled again already."""
    assert alone(2, 1).play(DESTINY, dice=["11", "66"]).state.successes_a == 2


def test_a_six_whose_second_roll_fails_is_rolled_by_destiny_and_keeps_its_success() -> None:
    """[Kaos K36.4] [Ruling R239]: at most two successes a die."""
    table = alone(1, 2).play(dice=["6", "2"])
    assert table.play(DESTINY, dice=["6"]).state.successes_a == 2
    assert table.asks == "rest"


def test_what_is_neither_a_point_nor_passing_is_refused() -> None:
    """[Kaos K36.4]."""
    table = alone(2, 1).play(dice=["11"])
    for answer in (-1, 0, 7, answers.pack(answers.DESTINY, [1]), answers.pack(answers.ASK, [])):
        assert table.why(answer) == "wrong-verb"
    assert table.why(DESTINY) == table.why(PASS) == ""
