"""What may be declared: the options of the attacker, paths and what they cost, splits, charges, searches."""

from typing import Any

import pytest

from esquive.kaos.book.modifiers import add_effect
from esquive.kaos.book.plans import may_declare, plan_conditions
from esquive.kaos.cards.library import AS_ACTION, ObjectCard
from esquive.kaos.cards.op_codes import ALWAYS, FORBIDDEN, ROUND, Op
from esquive.kaos.cards.ops import Forbid, Immobilise, Move
from esquive.kaos.geometry.shapes import CLIMBABLE, DIFFICULT, SIGHT, TOP, Piece
from esquive.kaos.table import answers
from tests.kaos.playing import (
    DONE,
    PASS,
    SECOND,
    SPELL,
    SWORD,
    Table,
    activate,
    box,
    close,
    cm,
    face,
    go,
    jump,
    long,
    mine,
    plan,
    platform,
    ranged,
    skill,
    spell,
    theirs,
)
from tests.sentences import said


def table_of(*pieces: Piece, foe: tuple[float, float] = (40, 20), **keys: Any) -> Table:
    """The hero at 20,20 facing east, movement 10; the foe somewhere."""
    figures = {"hero": mine(at=(20, 20), **keys), "foe": theirs(at=foe, activated=1)}
    return Table(figures, pieces).turn_of("hero")


FOE = 1


# ---------------------------------------------------------------------------------------------------- the five options


def test_one_action_without_moving() -> None:
    """[Kaos K20.2]: turning on the spot is no move [Kaos K10.11]."""
    table = table_of(foe=(22.5, 20))
    assert table.why(plan("stay", action="strike", means=SWORD, target=FOE)) == ""
    assert table.why(plan("stay", face(0), action="strike", means=SWORD, target=FOE)) == ""
    assert table.why(plan("stay")) == ""
    assert table.why(plan("stay", (20, 25))) == "plan-shape"


@pytest.mark.parametrize(
    ("way", "why"), [((40, 40), "movement"), ((20, 40), ""), ((20, 30), ""), ((20, 40.001), "movement")]
)
def test_a_move_without_an_action_of_up_to_twice_the_movement(way: tuple[float, float], why: str) -> None:
    """[Kaos K20.3] [Kaos K10.2]: 20 cm for a movement of 10."""
    assert table_of().why(plan("run", way)) == why


def test_a_run_leaves_no_action() -> None:
    """[Kaos K10.4] [Kaos K20.3]."""
    table = table_of(foe=(42.5, 20))
    assert table.why(plan("run", (40, 20), action="strike", means=SWORD, target=FOE)) == "plan-shape"


def test_a_simple_move_followed_by_an_action() -> None:
    """[Kaos K20.4] [Kaos K10.1] [Kaos K10.3]: up to the printed value, any weapon."""
    table = table_of(foe=(32.5, 20), weapons=(long(), ranged()))
    assert table.why(plan("walk", (29, 20), action="strike", means=SWORD, target=FOE)) == ""
    assert table.why(plan("walk", (25, 20), action="shoot", means=SECOND, target=FOE)) == ""
    assert table.why(plan("walk", (20, 31), action="shoot", means=SECOND, target=FOE)) == "movement"
    assert table.why(plan("walk")) == table.why(plan("walk", (20, 20))) == "plan-shape"


def test_a_close_weapon_splits_the_move_and_the_example_holds() -> None:
    """[Kaos K10.5] [Kaos K10.6] [Kaos K20.5] [Kaos K21.6] [Kaos K21.7]: movement 10 is 6 and 4, never 6 and 4.5."""
    table = table_of(foe=(28.5, 20))
    strike: dict[str, Any] = {"action": "strike", "means": SWORD, "target": FOE}
    assert table.why(plan("walk", (26, 20), then=[(26, 24)], **strike)) == ""
    assert table.why(plan("walk", (26, 20), then=[(26, 24.5)], **strike)) == "movement"
    assert table.why(plan("walk", (26, 20), then=[(26, 24), (26, 24.1)], **strike)) == "movement"


def test_the_strike_may_come_before_the_whole_move() -> None:
    """[Kaos K21.6]: a first part of nothing."""
    table = table_of(foe=(22.5, 20))
    assert table.why(plan("walk", action="strike", means=SWORD, target=FOE, then=[(20, 30)])) == ""


@pytest.mark.parametrize(
    ("means", "action"), [(SECOND, "strike"), (answers.WEAPON | 2, "shoot"), (SPELL, "cast"), (answers.SKILL, "use")]
)
def test_no_other_means_splits_the_move(means: int, action: str) -> None:
    """[Kaos K10.7] [Kaos K10.8] [Kaos K22.2] [Kaos K23.5]: even for who has a close weapon as well."""
    arms = (close(), long(), ranged())
    table = table_of(foe=(28.5, 20), weapons=arms, spells=(spell(),), skills=(skill(),))
    assert table.why(plan("walk", (25, 20), action=action, means=means, target=FOE)) == ""
    assert table.why(plan("walk", (25, 20), action=action, means=means, target=FOE, then=[(25, 22)])) == "split-move"


def test_turning_after_the_action_is_free_for_everybody() -> None:
    """[Kaos K10.11]: at any point of one's own activation."""
    table = table_of(foe=(28.5, 20), weapons=(ranged(),))
    for kind, first in (("stay", []), ("walk", [(22, 20)])):
        assert table.why(plan(kind, *first, action="shoot", means=SWORD, target=FOE, then=[face(90)])) == ""


def test_without_an_action_there_is_no_second_part() -> None:
    """[Kaos K20.3]."""
    assert table_of().why(plan("walk", (20, 25), then=[(20, 26)])) == "plan-shape"


def test_what_is_used_must_be_what_the_action_takes() -> None:
    """[Kaos K14.1] [Kaos K35.1]: a bow does not strike, a sword does not shoot, a free spell is no action."""
    spells = (spell(), spell(is_free=True))
    table = table_of(foe=(22.5, 20), weapons=(close(), ranged()), spells=spells)
    for action, means in (("strike", SECOND), ("shoot", SWORD), ("cast", SWORD), ("strike", 77), ("shoot", -1)):
        assert table.why(plan("stay", action=action, means=means, target=FOE)) == "means"
    assert table.why(plan("stay", action="cast", means=SPELL | 1, target=FOE)) == "means"
    assert table.why(plan("stay", action="strike", means=SWORD, target=9)) == "target-in-play"


def test_the_attack_is_judged_from_the_end_of_the_first_part() -> None:
    """[Kaos K20.4]: in reach and in the attack angle there, with the facing turned to."""
    table = table_of(foe=(20, 32.5))
    strike: dict[str, Any] = {"action": "strike", "means": SWORD, "target": FOE}
    assert table.why(plan("walk", (20, 30), **strike)) == ""
    assert table.why(plan("walk", (20, 25), **strike)) == "melee-reach"
    behind = table_of(foe=(12.5, 20))
    assert behind.why(plan("walk", (15, 20), **strike)) == "attack-angle"
    assert behind.why(plan("walk", face(180), (15, 20), **strike)) == ""


def test_cards_hold_fast_or_keep_from_acting() -> None:
    """[Kaos K10.14] [Kaos K20.8]: one held fast may turn and act; one kept from acting may move."""
    table = table_of(foe=(24.5, 20))
    strike: dict[str, Any] = {"action": "strike", "means": SWORD, "target": FOE}
    add_effect(table.state, 0, Op(Immobilise, 0, 1, ALWAYS, ROUND, 0, 1))
    assert table.why(plan("walk", (20, 21))) == "held-fast"
    assert table.why(plan("stay", face(10), **strike)) == ""
    table.state.lasting = []
    add_effect(table.state, 0, Op(Forbid, 1 << FORBIDDEN.index("action"), 1, ALWAYS, ROUND, 0, 1))
    assert table.why(plan("stay", **strike)) == "kept-from-acting"
    assert table.why(plan("walk", (20, 21))) == ""


# ------------------------------------------------------------------------------------------------------ paths and costs


def test_curved_paths_are_measured_along_the_centre() -> None:
    """[Kaos K10.9] [Kaos K10.10] [Kaos K10.12]: five steps of two centimetres, and not one more; no die is rolled."""
    table = table_of()
    bends = [(20, 22), (22, 22), (22, 24), (20, 24), (20, 26)]
    assert table.why(plan("walk", *bends)) == ""
    assert table.why(plan("walk", *bends, (20, 26.01))) == "movement"
    assert table.why(plan("walk", *bends[:2])) == ""


def test_difficult_ground_costs_double() -> None:
    """[Kaos K11.8] [Kaos K11.3] [Kaos K11.9]: only the part in it."""
    table = table_of(box((18, 24), (4, 20), 0, DIFFICULT, "marsh"))
    assert table.why(plan("walk", (20, 27))) == ""  # 4 + 2 x 3
    assert table.why(plan("walk", (20, 27.01))) == "movement"


def test_a_figure_can_always_move_three_centimetres() -> None:
    """[Kaos K10.13]: over the ground, whatever it costs; unless it is held fast [Kaos K10.14]."""
    table = table_of(box((10, 10), (20, 20), 0, DIFFICULT, "marsh"), move=4)
    assert table.why(plan("walk", (20, 23))) == ""  # costs 6 of 4
    assert table.why(plan("walk", (20, 23.01))) == "movement"
    assert table.why(plan("run", (20, 24))) == "" and table.why(plan("run", (20, 24.01))) == "movement"
    slow = table_of()
    add_effect(slow.state, 0, Op(Move, 0, -cm(9), ALWAYS, ROUND, 0, 1))
    assert slow.why(plan("walk", (20, 23))) == "" and slow.why(plan("walk", (20, 23.1))) == "movement"


def test_nobody_and_no_wall_is_walked_through() -> None:
    """[Ruling R201] [Ruling R203] [Kaos K20.16]: friend or foe, nor off the table."""
    table = table_of(box((19, 26), (2, 1)), foe=(25, 20))
    assert table.why(plan("run", (30, 20))) == "path-figure"
    assert table.why(plan("walk", (20, 29))) == "path-piece"
    assert table.why(plan("run", (1, 20))) == "path-off-table"
    assert table.why(plan("run", (20, 23), (25, 23.5), (30, 23))) == ""


def test_climbing_costs_double_and_needs_something_to_climb() -> None:
    """[Kaos K11.1] [Kaos K11.2]: 3 cm up cost 6, down again 1.5."""
    ledge = platform((19, 24), (2, 8), 3, SIGHT | TOP | CLIMBABLE)
    table = table_of(ledge)
    assert table.why(plan("run", (20, 28))) == ""  # 8 along, 6 up
    assert table.why(plan("walk", (20, 28))) == "movement"
    assert table_of(platform((19, 24), (2, 8), 3)).why(plan("run", (20, 28))) == "path-wall"


def test_a_jump_is_half_of_the_straight_run_up_and_is_paid_for() -> None:
    """[Kaos K11.4] [Kaos K11.5]: 8 cm straight allow 4; a bend before it starts the run-up anew."""
    table = table_of()
    assert table.why(plan("run", (20, 28), jump(20, 32))) == ""
    assert table.why(plan("run", (20, 28), jump(20, 32.1))) == "path-jump-too-long"
    assert table.why(plan("run", (24, 20), (24, 24), jump(24, 27))) == "path-jump-too-long"
    assert table.why(plan("walk", (20, 27), jump(20, 30))) == ""
    assert table.why(plan("walk", (20, 28), jump(20, 31))) == "movement"
    wall = table_of(platform((19, 30), (2, 2), 3.5))
    assert wall.why(plan("run", (20, 28), jump(20, 31))) == "path-jump-too-high"


# --------------------------------------------------------------------------------------------------------- the charge


CHARGE: dict[str, Any] = {"action": "strike", "means": SWORD, "target": FOE}


@pytest.mark.parametrize(("foe", "end", "why"), [(32.5, 30, ""), (32.45, 29.95, ""), (32.4, 29.9, "charge-line")])
def test_a_charge_ends_with_a_straight_line_of_a_simple_move(foe: float, end: float, why: str) -> None:
    """[Kaos K28.5] [Ruling R226]: at least 10 cm for a movement of 10, 0.05 cm being tolerated."""
    table = table_of(foe=(foe, 20))
    charge = plan("charge", (end, 20), **CHARGE)
    assert table.why(charge) == why
    declared = answers.plan_of(charge)
    assert declared is not None and may_declare(table.state, table["hero"], declared) == (why == "")


def test_a_charge_goes_as_far_as_a_run() -> None:
    """[Kaos K28.6]: 20 cm, not more, whatever is walked before the line."""
    table = table_of(foe=(42.5, 20))
    assert table.why(plan("charge", (40, 20), **CHARGE)) == ""
    bent = table_of(foe=(32.5, 30))
    assert bent.why(plan("charge", (20, 30), (30, 30), **CHARGE)) == ""
    assert bent.why(plan("charge", (19, 20), (19, 30), (30, 30), **CHARGE)) == "movement"
    assert bent.why(plan("charge", (25, 25), (30, 30), **CHARGE)) == ""


def test_the_last_line_of_a_charge_counts_not_the_first() -> None:
    """[Kaos K28.4]: 12 cm and then a bend of 2 is no charge."""
    table = table_of(foe=(34.5, 22))
    assert table.why(plan("charge", (32, 20), (32, 22), **CHARGE)) == "charge-line"


@pytest.mark.parametrize(
    "piece",
    [
        box((25, 15), (1, 10), 0, DIFFICULT, "marsh"),
        Piece(
            "ramp",
            "ramp",
            ((cm(24), cm(15)), (cm(28), cm(15)), (cm(28), cm(25)), (cm(24), cm(25))),
            cm(1),
            TOP,
            (cm(24), 0),
            (cm(28), 0),
        ),
    ],
)
def test_a_charge_crosses_no_difficult_ground_and_does_not_climb(piece: Piece) -> None:
    """[Kaos K28.4]."""
    table = table_of(piece, foe=(34.5, 20))
    assert table.why(plan("charge", (32, 20), **CHARGE)) == "charge-line"


def test_no_jump_is_part_of_the_line_of_a_charge() -> None:
    """[Kaos K28.4]."""
    table = table_of(foe=(34.5, 20))
    assert table.why(plan("charge", (26, 20), jump(29, 20), (32, 20), **CHARGE)) == "charge-line"


def test_only_a_melee_weapon_charges_and_nothing_comes_after_the_strike() -> None:
    """[Kaos K20.6] [Kaos K28.1] [Kaos K28.3]: close or long; no shot, no spell, no second part."""
    table = table_of(foe=(34.5, 20), weapons=(close(), ranged()), spells=(spell(),))
    assert table.why(plan("charge", (32, 20))) == "plan-shape"
    assert table.why(plan("charge", (32, 20), action="shoot", means=SECOND, target=FOE)) == "plan-shape"
    assert table.why(plan("charge", (32, 20), action="strike", means=SECOND, target=FOE)) == "means"
    assert table.why(plan("charge", (32, 20), then=[(32, 21)], **CHARGE)) == "plan-shape"
    lancer = table_of(foe=(36.5, 20), weapons=(long(),))
    assert lancer.why(plan("charge", (32, 20), **CHARGE)) == ""


# ------------------------------------------------------------------------------------------------------------- searches


def searching(cards: int) -> Table:
    """An object lies in the pile, or none."""
    lamp = ObjectCard("lamp", "lamp", "", 4, AS_ACTION, 2, -1, 1, (), ())
    table = Table({"hero": mine(at=(20, 20)), "foe": theirs(at=(60, 60), activated=1)}, objects=[lamp])
    table.state.object_pile = [cards]
    return table.turn_of("hero")


def test_a_search_is_declared_before_or_after_the_move() -> None:
    """[Kaos K32.5]: with a simple move, not in the middle of it, not at a run."""
    table = searching(1)
    assert table.why(plan("stay", action="search")) == table.why(plan("walk", (20, 30), action="search")) == ""
    assert table.why(plan("walk", action="search", then=[(20, 30)])) == ""
    assert table.why(plan("walk", (20, 25), action="search", then=[(20, 27)])) == "split-move"
    assert table.why(plan("run", (20, 30), action="search")) == "plan-shape"


@pytest.mark.parametrize("more", [{"means": SWORD}, {"target": FOE}, {"means": SWORD, "target": FOE}])
def test_a_search_has_neither_means_nor_target(more: dict[str, int]) -> None:
    """[Kaos K32.5]."""
    assert searching(1).why(plan("stay", action="search", **more)) == "search-bare"


def test_nothing_is_searched_for_where_nothing_is_left() -> None:
    """[Kaos K32.7]."""
    assert searching(0).why(plan("stay", action="search")) == "nothing-to-find"


# ---------------------------------------------------------------------------------------------------------- any answer


def test_a_plan_names_nothing_it_has_no_use_for() -> None:
    """[Kaos K20.1] [Kaos K20.8]."""
    table = table_of(foe=(22.5, 20))
    assert table.why(plan("stay", means=SWORD)) == table.why(plan("stay", target=FOE)) == "plan-bare"
    assert table.why(plan("stay", spot=(1, 1))) == "plan-bare"
    assert table.why(plan("stay", action="strike", means=SWORD, target=FOE, spot=(1, 1))) == "plan-bare"


def test_fleeing_is_no_plan_of_one_who_does_not_flee() -> None:
    """[Kaos K27.1]."""
    assert table_of().why(plan("flee")) == "not-fleeing"


@pytest.mark.parametrize(
    "answer",
    [
        -7,
        0,
        DONE,
        PASS,
        activate(0),
        go((1, 1)),
        answers.pack(answers.PLAN, [0] * 6),
        answers.pack(answers.PLAN, [9] * 7),
    ],
)
def test_what_is_no_plan_is_refused(answer: int) -> None:
    """[Kaos K20.1]."""
    assert table_of().why(answer) == "wrong-verb"


def test_legs_made_of_any_integers_are_judged() -> None:
    """[Kaos K20.16]: unknown kinds, places far away, no angle, too many legs."""
    table = table_of()
    for leg in ([7, 0, 0, 0], [0, 2**31 - 1, 0, 0], [1, 0, 0, -1], [1, 0, 0, 360_000], [0, 5, 5, 2**31 - 1]):
        answer = answers.pack(answers.PLAN, [answers.WALK, 0, 0, -1, 0, 0, 1, *leg])
        assert table.why(answer) == "path-readable"
    many = plan("walk", *[(20, 21), (20, 20)] * 30)
    assert table.why(many) == "path-readable"


def test_every_condition_says_its_facts() -> None:
    """[Kaos K20.1]: sentences are filled in, facts are plain, clauses are named."""
    table = table_of(foe=(28.5, 20))
    plan_made = answers.plan_of(plan("walk", (26, 20), action="strike", means=SWORD, target=FOE, then=[(26, 25)]))
    assert plan_made is not None
    found = plan_conditions(table.state, 0, plan_made)
    failing = [condition for condition in found if not condition.holds]
    assert [condition.kind for condition in failing] == ["movement"]
    assert failing[0].clauses[0] == "K10.6"
    assert failing[0].facts == {
        "figure": "hero",
        "cost": "11",
        "limit": "10",
        "terms": {
            "cost": [{"x": "11", "why": "way", "clause": "K10.9"}],
            "limit": [{"x": "10", "why": "printed", "clause": "K10.1"}],
        },
    }
    assert all(said(table.state, condition).endswith(".") and condition.clauses for condition in found)
