"""Building a horde: uniqueness, points and tribes."""

from typing import Any

import pytest

from esquive.core.errors import DocumentError
from esquive.kaos.book.hordes import advice, balance_condition, cost_of, horde_conditions, is_aligned
from esquive.kaos.cards.catalogue import catalogue
from esquive.kaos.cards.library import Profile
from esquive.kaos.game import GAME
from esquive.kaos.written.horde_conditions import fix_of
from tests.kaos.playing import profile


def fighters(*costs: int, tribe: int = 0) -> list[Profile]:
    """Fighters of one tribe, each with an id of its own."""
    return [profile(id=f"fighter-{number}", cost=cost, tribe=tribe) for number, cost in enumerate(costs)]


def problem(horde: list[Profile], limit: int = 100) -> str:
    """The first condition of a horde that fails, "" when none does."""
    return next((condition.kind for condition in horde_conditions(horde, limit) if not condition.holds), "")


def test_a_horde_costs_what_its_fighters_cost() -> None:
    """[Kaos K4.2]."""
    assert cost_of(fighters(20, 17, 24)) == 61


@pytest.mark.parametrize(("costs", "kind"), [((50, 50), ""), ((50, 51), "too-costly"), ((), "empty-horde")])
def test_a_horde_keeps_to_the_limit_agreed(costs: tuple[int, ...], kind: str) -> None:
    """[Kaos K4.1] [Kaos K3.1] [Kaos K1.1]."""
    assert problem(fighters(*costs)) == kind


def test_no_figure_is_taken_twice_in_one_horde() -> None:
    """[Kaos K3.2]: the id tells figures apart, not the name."""
    one, other = fighters(10, 10)
    assert problem([one, other]) == "" and problem([one, one]) == "same-figure"
    assert problem([one, profile(id="other", label=one.label)]) == ""


def test_a_violation_names_its_clause_and_its_facts() -> None:
    """[Kaos K3.2] [Kaos K4.1]."""
    one = fighters(60)[0]
    found = {condition.kind: condition for condition in horde_conditions([one, one], 100)}
    assert found["same-figure"].clauses == ("K3.2",) and found["same-figure"].facts == {"twice": ["fighter-0"]}
    assert "K4.1" in found["too-costly"].clauses and found["too-costly"].facts == {"cost": 120, "limit": 100}


def test_a_horde_of_one_tribe_is_aligned() -> None:
    """[Kaos K3.4] [Kaos K3.5]: a single figure, too."""
    assert is_aligned(fighters(10, 20, tribe=3)) and is_aligned(fighters(10))
    assert not is_aligned([*fighters(10), profile(id="stranger", tribe=1)])


def test_hordes_are_equal_where_that_is_agreed() -> None:
    """[Kaos K4.1]."""
    assert balance_condition(fighters(20, 17), fighters(37)).holds
    condition = balance_condition(fighters(20), fighters(21))
    assert not condition.holds and condition.facts == {"costs": [20, 21]}


@pytest.mark.parametrize(
    ("hordes", "options", "message", "fix"),
    [
        ([[], ["abe-vhol"]], {}, "A horde holds at least one fighter [K1.1]", "name at least one fighter"),
        (
            [["mel-ysaure", "mel-ysaure"], ["abe-vhol"]],
            {},
            "Taken more than once: Ysaure Two-Gleams [K3.2]",
            "name mel-ysaure once, and other fighters beside",
        ),
        (
            [["mel-ysaure"], ["abe-vhol"]],
            {"horde_points": 5},
            "The cost of the horde in points is {0}; the limit agreed is 5 [K4.1, K4.2]",
            "choose cheaper fighters, or write options.horde_points = {0}",
        ),
        (
            [["mel-ysaure", "abe-vhol"], ["abe-vhol"]],
            {"equal_hordes": "yes"},
            "The hordes cost {2} / {1} points; they must cost the same [K4.1]",
            "choose fighters that make up for {0} points, or leave out options.equal_hordes",
        ),
    ],
)
def test_an_illegal_horde_is_refused_with_its_own_fix(
    hordes: list[list[str]], options: dict[str, Any], message: str, fix: str
) -> None:
    """[Kaos K1.1] [Kaos K3.2] [Kaos K4.1]."""
    one, other = (catalogue().profile(name).cost for name in ("mel-ysaure", "abe-vhol"))
    with pytest.raises(DocumentError) as caught:
        GAME.new({"hordes": hordes, "options": options})
    assert caught.value.message == message.format(one, other, one + other)
    assert caught.value.fix == fix.format(one)


def test_hordes_a_point_apart_say_so() -> None:
    """[Kaos K4.1]."""
    condition = balance_condition(fighters(20), fighters(21))
    assert fix_of(condition, "points").startswith("choose fighters that make up for 1 point,")


@pytest.mark.parametrize(("cost", "warned"), [(29, True), (30, False), (150, False), (151, True)])
def test_a_horde_outside_the_usual_size_is_only_warned_of(cost: int, warned: bool) -> None:
    """[Kaos K4.3]."""
    horde = fighters(cost - 10, 10)
    assert any("K4.3" in one.clauses for one in advice(horde)) == warned and problem(horde, 200) == ""


def test_advice_tells_of_alignment_and_of_the_best_will() -> None:
    """[Kaos K3.8] [Kaos K4.4]."""
    lines = advice([profile(id="one", will=3, cost=40), profile(id="two", will=6, cost=40)])
    assert any("K3.8" in one.clauses for one in lines)
    assert any("K4.4" in one.clauses and one.facts == {"n": 6} for one in lines)
    assert not any("K3.8" in one.clauses for one in advice([*fighters(40), profile(id="x", tribe=2, cost=40)]))
