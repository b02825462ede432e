"""Where a destiny point can change nothing any more, and where it still can."""

import pytest

from esquive.core.waiting import Decision
from esquive.kaos.book import rolls
from esquive.kaos.book.falls import FallFrame
from esquive.kaos.book.idle_destiny import is_point_idle
from esquive.kaos.book.rolls import ContestFrame
from esquive.kaos.book.round import RoundFrame
from esquive.kaos.evaluation import KaosEvaluation
from esquive.kaos.geometry.units import CM
from tests.kaos.exchanging import attack, duel
from tests.kaos.playing import DESTINY, PASS, SWORD, Table, close, mine, theirs


def asked(table: Table) -> tuple[int, bool]:
    """Who is asked for a point, and whether it is idle."""
    waiting = table.waiting
    assert isinstance(waiting, Decision) and waiting.kind == "destiny"
    return waiting.seat, is_point_idle(table.state)


def struck(reaction: str, destiny: tuple[int, int], *dice: str, **hero: object) -> Table:
    """The hero strikes with 4 dice; the foe does something about it, with 3 dice for a dodge or a riposte."""
    table = duel(hero={**hero} if hero else None, weapons=[close(3, 5)], dodge=3)
    table.state.destiny = list(destiny)
    return attack(table, reaction, SWORD if reaction == "riposte" else -1).play(dice=list(dice))


def test_a_hit_that_nothing_opposes_is_not_improved() -> None:
    """[Kaos K17.1]: one success is enough; without any a point may bring it."""
    assert asked(struck("none", (1, 0), "4111")) == (0, True)
    assert asked(struck("none", (1, 0), "1111")) == (0, False)


def test_who_is_ahead_needs_a_point_only_while_the_other_can_still_catch_up() -> None:
    """[Kaos K17.6] [Kaos K36.6]: a dodge has to be higher. Two successes to one; two dice of the foe failed."""
    assert asked(struck("dodge", (1, 0), "4411", "411")) == (0, True)
    assert asked(struck("dodge", (1, 1), "4411", "411")) == (0, False)
    assert asked(struck("dodge", (1, 1), "4441", "411")) == (0, True)  # three at most are no more than three


def test_who_is_behind_needs_a_point_only_if_it_can_reach_far_enough() -> None:
    """Four to one: three dice that rolled one success are four times too few for more than four [Kaos K17.6]."""
    assert asked(struck("dodge", (0, 3), "4445", "411")) == (1, True)
    assert asked(struck("dodge", (0, 3), "4411", "411")) == (1, False)


def test_a_six_counts_for_the_die_that_failed_after_it() -> None:
    """[Kaos K15.2] [Ruling R239]: 6 and then 1 has won one, and may win another by destiny: two dice reach three."""
    behind = struck("dodge", (0, 1), "4411", "611", "1")
    assert asked(behind) == (1, False)


def test_a_dodge_of_a_strike_that_failed_still_keeps_the_striker_off() -> None:
    """[Kaos K29.10]: with more successes than the attacker's none the foe may not be attacked again this round."""
    assert asked(struck("dodge", (0, 1), "1111", "111")) == (1, False)
    assert asked(struck("dodge", (0, 1), "1111", "411")) == (1, True)


def test_between_a_strike_and_a_riposte_equal_successes_hit_both_ways() -> None:
    """[Kaos K17.5]: the hero is ahead by one; one more changes nothing for it, the foe's one lets it hit as well."""
    assert asked(struck("riposte", (1, 0), "4411", "411")) == (0, True)
    assert asked(struck("riposte", (0, 1), "4411", "411")) == (1, False)
    assert asked(struck("riposte", (1, 0), "4111", "411")) == (0, False)  # both hit; one more, and the hero alone does


def test_after_a_point_it_is_looked_at_anew() -> None:
    """[Kaos K36.5]: the foe has caught up with all its dice; the hero is asked, and can still win."""
    table = struck("dodge", (1, 1), "4411", "411").play(PASS, DESTINY, dice=["44"])
    assert asked(table) == (0, False)


@pytest.mark.parametrize(("dice", "idle"), [("44111", True), ("41111", False)])
def test_a_fall_is_saved_from_by_no_more_than_its_wounds(dice: str, idle: bool) -> None:
    """[Kaos K12.4]: two centimetres are two wounds."""
    figures = {"hero": mine(at=(20, 20), life=5), "foe": theirs(at=(60, 60))}
    table = Table(figures, destiny=(1, 0))
    assert asked(table.start(FallFrame(table["hero"], 2 * CM)).play(dice=[dice])) == (0, idle)


@pytest.mark.parametrize(
    ("dice", "destiny", "idle"),
    [
        (("441", "411"), (1, 0), True),  # ahead without it, and the other has none
        (("441", "411"), (0, 1), False),  # equal with one die made good, and both roll again
        (("411", "411"), (1, 0), False),  # ahead with it, where else both roll again
        (("111", "444"), (1, 0), False),  # equal with all three
        (("111", "441"), (0, 1), True),
    ],
)
def test_the_initiative_hangs_on_who_has_more(dice: tuple[str, str], destiny: tuple[int, int], idle: bool) -> None:
    """[Kaos K8.3]: three dice each; a point makes a die good, and then it is asked again."""
    table = Table({"ann": mine(at=(10, 10), will=3), "cat": theirs(at=(10, 60), will=3)})
    table.start(RoundFrame())
    table.state.destiny = [*destiny]
    assert asked(table.play(dice=[*dice])) == (destiny.index(1), idle)


def test_a_roll_of_nobody_knows_what_for_is_never_idle() -> None:
    table = Table({"hero": mine(at=(20, 20)), "foe": theirs(at=(60, 60))}, destiny=(1, 0))
    assert asked(table.start(ContestFrame(rolls.WILL, 0, 0, 3)).play(dice=["441"])) == (0, False)


def test_where_nothing_is_asked_for_nothing_is_idle() -> None:
    assert not is_point_idle(duel().state)


def test_a_bot_spends_nothing_where_nothing_can_change() -> None:
    """The strike has failed: to beat it would take one success, and change nothing but for a dodge [Kaos K21.12]."""
    table = struck("riposte", (0, 1), "1111", "411")
    waiting = table.waiting
    assert isinstance(waiting, Decision) and asked(table) == (1, True)
    assert KaosEvaluation().settled(table.state, waiting) == PASS
