"""Exactly at a limit and just beyond it: charges, slams, flights, interceptions, moves after them, scenery, wills."""

from random import Random
from typing import Any

import pytest

from esquive.core.waiting import Decision
from esquive.kaos.book.activation import FIRST_MOVE, SHOTS_BEFORE, WINDOW_MOVED, ActivationFrame
from esquive.kaos.book.deployment import DeploymentFrame, deployment_conditions
from esquive.kaos.book.moves import REASONS, MoveChoiceFrame
from esquive.kaos.book.scenery import SceneryFrame
from esquive.kaos.book.slam import SlamFrame
from esquive.kaos.book.windows import place_near
from esquive.kaos.cards.library import Library
from esquive.kaos.geometry.shapes import Piece
from esquive.kaos.table.state import RESERVE
from tests.kaos.playing import (
    STAY,
    SWORD,
    Table,
    activate,
    box,
    cm,
    go,
    intercept,
    long,
    mine,
    place,
    plan,
    react,
    slam,
    theirs,
)
from tests.sentences import said

# ------------------------------------------------------------------------------------------------------------- charges


@pytest.mark.parametrize("line", ["9.95", "9.96", 10, "10.04", 12, 20])
def test_a_charge_whose_line_is_long_enough_ends_with_its_strike(line: Any) -> None:
    """[Kaos K28.5] [Ruling R226] [Ruling R218]: 10 cm, with 0.05 cm to spare, and no longer than a run."""
    x = 20 + float(line)
    table = Table({"hero": mine(at=(20, 20)), "foe": theirs(at=(f"{x + 2.5:.2f}", 20))}).turn_of("hero")
    table.play(
        plan("charge", (f"{x:.2f}", 20), action="strike", means=SWORD, target=1), react("none"), STAY, dice=["411"]
    )
    assert table.read("foe", "wounds") == 5


# --------------------------------------------------------------------------------------------------------------- slams


@pytest.mark.parametrize(("x", "y"), [(1, 1), (1, -1), (-1, 1), (2, 1), (-2, 1)])
@pytest.mark.parametrize(("gap", "is_against"), [(0, True), ("0.05", True), ("0.15", False)])
def test_a_victim_ends_where_it_is_sent_even_if_a_wall_is_close_behind(
    x: int, y: int, gap: float, is_against: bool
) -> None:
    """[Kaos K22.6] [Kaos K22.7]: it is crushed against what stands within 0.1 cm, and goes no farther than told."""
    room = 1.25 + float(gap)
    west, south = (30 + x + room if x > 0 else 30 + x - room - 5), 10
    wall = box((round(west, 4), south), (5, 40))
    table = Table({"hero": mine(at=(30, 26), faces=90), "foe": theirs(at=(30, 30), life=40, activated=1)}, [wall])
    table.start(SlamFrame(0, 1, 8)).play(slam(30 + x, 30 + y))
    assert table.place("foe") == (30 + x, 30 + y, 0)
    assert [fact["wounds"] for fact in table.facts("slammed-into")] == ([4] if is_against else [])


@pytest.mark.parametrize(("options", "far"), [({}, "2.9154"), ({"slam": "placed"}, "1.1")])
def test_how_far_a_victim_would_be_sent_is_told(options: dict[str, Any], far: str) -> None:
    """[Kaos K22.6] [Ruling R229]: from where it was, or as agreed from who strikes."""
    figures = {"hero": mine(at=(20, 20)), "foe": theirs(at=(23.5, 20), activated=1)}
    table = Table(figures, options=options).start(SlamFrame(0, 1, 8))
    answer = slam(26, 21.5) if not options else slam(23.6, 20)
    (found,) = [one for one in table.conditions(answer) if one.kind == "slam-distance"]
    assert (found.facts["distance"], found.facts["limit"]) == (far, "2.5")


def test_a_fleeing_figure_sent_beyond_the_middle_runs_for_the_other_corner() -> None:
    """[Kaos K27.2] [Kaos K27.6] [Kaos K31.12]: the one that is nearest from where it lies."""
    spear = mine(at=(36.5, 14), faces=270, weapons=(long(),))
    table = Table({"hero": spear, "foe": theirs(at=(37, 10), life=40, activated=1, fleeing=1)}).turn_of("foe")
    table.play(plan("flee"), intercept(0, at=1), react("none"), dice=["4111"])
    x, _, _ = table.place("foe")
    assert table.asks == "slam" and x < 37
    table.play(slam(38, 10))
    x, y, _ = table.place("foe")
    assert x > 45 and y < 10 and table.asks == "rest"


# ------------------------------------------------------------------------------------------------------- interceptions


@pytest.mark.parametrize("action", [False, True])
def test_an_interceptor_strikes_with_all_its_dice_whatever_the_mover_has_planned(action: bool) -> None:
    """[Kaos K31.2] [Kaos K31.11]: no malus of a charge or of a move, whether or not there is an action to give up."""
    guard = theirs(at=(25, 23.5), faces=270, weapons=(long(dice=4),))
    figures = {"hero": mine(at=(20, 20), life=40), "foe": theirs(at=(32.5, 20), activated=1), "guard": guard}
    table = Table(figures).turn_of("hero")
    strike: dict[str, Any] = {"action": "strike", "means": SWORD, "target": 1} if action else {}
    table.play(plan("walk", (30, 20), **strike), *([react("none")] if action else []))
    table.play(intercept(2, at=3.5), react("none"), dice=["1111", "1111"] if action else ["1111"])
    assert table.facts("pool")[0]["dice"] == 4


@pytest.mark.parametrize(
    ("step", "following", "has"),
    [
        (SHOTS_BEFORE, 0, False),
        (SHOTS_BEFORE, 1, False),
        (FIRST_MOVE, 0, False),
        (FIRST_MOVE, 1, True),
        (WINDOW_MOVED, 0, True),
    ],
)
def test_a_figure_has_set_out_once_its_first_move_has_begun(step: int, following: int, has: bool) -> None:
    """[Kaos K20.15]: until then the way declared begins where it stands."""
    frame = ActivationFrame(0)
    frame.step, frame.next = step, following
    assert frame.has_set_out == has


@pytest.mark.parametrize("reason", range(len(REASONS)))
def test_a_move_that_was_not_declared_names_the_clause_that_lets_it(reason: int) -> None:
    """[Kaos K26.2] [Kaos K21.8] [Kaos K21.15] [Kaos K31.4]."""
    table = Table({"hero": mine(at=(20, 20)), "foe": theirs(at=(60, 20))}).start(MoveChoiceFrame(0, cm(10), reason))
    kind, clause = REASONS[reason]
    assert table.asks == kind
    readable, *_, allowance = table.conditions(go((25, 20)))
    assert readable.clauses == (clause,) and allowance.clauses[0] == clause


# ------------------------------------------------------------------------------------------------------------- windows


def test_a_place_is_drawn_all_round_its_target_and_no_farther_than_it_may_be() -> None:
    """[Kaos K35.3]: as far to every side."""
    table = Table({"hero": mine(at=(30, 30)), "foe": theirs(at=(60, 20))})
    rng = Random(3)
    drawn = [place_near(table.state, 0, cm(6), rng) for _ in range(200)]
    across, along = [x - cm(30) for x, _ in drawn], [y - cm(30) for _, y in drawn]
    for offsets in (across, along):
        assert -cm(6) <= min(offsets) < -cm(5) and cm(5) < max(offsets) <= cm(6)


# ------------------------------------------------------------------------------------------- scenery and deployment


def placing(piece: Piece) -> Table:
    """A piece is to be placed on a table of 75 by 60 cm."""
    figures = {"ann": mine(at=(1, 1), status=RESERVE, will=1), "cat": theirs(at=(1, 1), status=RESERVE, will=1)}
    table = Table(figures, size=(75, 60))
    table.state.library = Library(table.state.library.profiles, selection=(piece,))
    return table.start(SceneryFrame()).play(dice=["5", "2"])


@pytest.mark.parametrize(
    ("x", "y", "why"),
    [
        (2, 30, ""),
        ("1.9999", 30, "off-table"),
        (73, 30, ""),
        ("73.0001", 30, "off-table"),
        (30, 2, ""),
        (30, "1.9999", "off-table"),
        (30, 58, ""),
        (30, "58.0001", "off-table"),
    ],
)
def test_a_piece_of_scenery_may_lie_along_the_very_edge(x: Any, y: Any, why: str) -> None:
    """[Kaos K5.4]."""
    assert placing(box((-2, -2), (4, 4), 5)).why(place(0, x, y)) == why


def test_who_cannot_be_deployed_is_told_what_it_cannot_stand_on() -> None:
    """[Kaos K6.2] [Ruling R205]."""
    figures = {"ann": mine(at=(1, 1), status=RESERVE), "cat": theirs(at=(1, 1), status=RESERVE)}
    table = Table(figures, [box((30, 30), (5, 5), name="the old wall")])
    told = {}
    for x in (10, 32):
        found = deployment_conditions(table.state, 0, 0, cm(x), cm(32), 0)
        (told[x],) = [one for one in found if one.kind == "no-footing"]
    assert told[10].holds and said(table.state, told[10]) == "Ann can stand there."
    assert not told[32].holds and said(table.state, told[32]) == "Ann cannot stand on the old wall."


@pytest.mark.parametrize(("aligned", "dice"), [(0, 0), (1, 1)])
def test_who_has_nobody_to_deploy_rolls_for_its_alignment_alone(aligned: int, dice: int) -> None:
    """[Kaos K6.8] [Kaos K6.9]: the other side alone is left to come."""
    table = Table({"ann": mine(at=(1, 1), status=RESERVE, will=2), "cat": theirs(at=(60, 30))})
    table.state.aligned = [0, aligned]
    table.start(DeploymentFrame())
    table.play(dice=["44", "1"] if dice else ["44"])
    assert [fact["dice"] for fact in table.facts("pool")] == [2, dice]
    waiting = table.waiting
    assert isinstance(waiting, Decision) and waiting.seat == 0 and table.why(activate(0)) != ""
