"""What is kept is what would be worked out anew: every answer that random play and lists of candidates find kept."""

import sys
from collections import Counter
from collections.abc import Callable, Iterable
from random import Random
from types import GetSetDescriptorType
from typing import Any

import pytest

from esquive.core.waiting import Decision
from esquive.kaos.book.modifiers import _modifiers_of, modifiers_of
from esquive.kaos.book.plans import may_declare, plan_conditions
from esquive.kaos.book.uses import free_means, freedom_conditions, is_fresh, may_aim, target_conditions
from esquive.kaos.geometry.cache import KEEPERS, forget
from esquive.kaos.proposals.random_plans import draw
from esquive.kaos.table.answers import CHARGE, STRIKE, Plan
from esquive.kaos.table.state import IN_PLAY, State
from tests.kaos.games import positions

MOST_PLANS = 2  # looked into in each game
BY_THE_WAY = ("_column", "_corners", "_fronts", "_near", "_support", "moments")  # worked out later, when somebody asks


def same(one: Any, other: Any) -> bool:
    """Whether two answers are equal in all that they are made of."""
    if one is other:
        return True
    if type(one) is not type(other):
        return False
    if isinstance(one, tuple | list):
        return len(one) == len(other) and all(map(same, one, other))
    parts = parts_of(type(one))
    return all(same(getattr(one, name), getattr(other, name)) for name in parts) if parts else bool(one == other)


def parts_of(kind: type) -> list[str]:
    """What an answer is made of: the slots of its class, or the attributes of a compiled one."""
    names: Iterable[str] = getattr(kind, "__slots__", ())
    if not names and kind.__module__.startswith("esquive."):
        names = [name for name, one in vars(kind).items() if isinstance(one, GetSetDescriptorType)]
    return [name for name in names if name not in BY_THE_WAY]


def checked(keeper: Any, seen: Counter[str]) -> Callable[..., Any]:
    """A function that keeps answers, made to work out each of them anew as well."""

    def asked(*given: Any) -> Any:
        found = keeper(*given)
        fresh = keeper.__wrapped__(*given)
        assert same(found, fresh), f"{keeper.__name__}{given} has kept {found!r}; worked out anew it is {fresh!r}"
        seen[keeper.__name__] += 1
        return found

    return asked


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often each function was asked, once all of them check what they have kept."""
    counted: Counter[str] = Counter()
    forget()
    for keeper in KEEPERS.values():
        instead = checked(keeper, counted)
        for name, module in list(sys.modules.items()):
            if name.startswith("esquive.kaos"):
                for attribute, value in list(vars(module).items()):
                    if value is keeper:
                        monkeypatch.setattr(module, attribute, instead)
    return counted


def test_every_answer_kept_equals_a_fresh_one_in_games_played_by_chance(seen: Counter[str]) -> None:
    for seed in (1, 3):
        plans = 0
        for state, _, _ in positions(seed, fighters=2, rounds=2):
            if isinstance(state.waiting, Decision) and state.waiting.kind == "plan":
                plans += 1
                if plans <= MOST_PLANS:
                    for answer in state.waiting.candidates(3):
                        state.waiting.conditions(answer)
    # What is kept of a battlefield that somebody makes, no game asks for.
    assert set(seen) == {name for module, name in KEEPERS if ".battlefields." not in module}


def test_what_a_state_keeps_is_what_its_columns_say() -> None:
    for seed in (2, 5):
        for state, _, _ in positions(seed, rounds=2):
            figures = [figure for figure, status in enumerate(state.status) if status == IN_PLAY]
            assert state.in_play() == figures
            for seat in range(2):
                assert state.in_play(seat) == [figure for figure in figures if state.owner[figure] == seat]
            for figure in range(len(state.names)):
                assert modifiers_of(state, figure) == _modifiers_of(state, figure)
            for left_out in figures:
                assert [place(base) for base in state.others(left_out)] == [
                    (state.x[figure], state.y[figure], state.z[figure], state.facing[figure])
                    for figure in figures
                    if figure != left_out
                ]
                assert state.others(left_out, left_out) == state.others(left_out)
                for other in figures:
                    expected = tuple(state.base(figure) for figure in figures if figure not in (left_out, other))
                    assert state.others(left_out, other) == expected


def place(base: Any) -> tuple[int, int, int, int]:
    return base.x, base.y, base.z, base.facing


def test_a_copy_goes_its_own_way_whatever_both_have_kept() -> None:
    state = next(state for state, _, _ in positions(2, rounds=2) if len(state.in_play()) > 3)
    mover, other = state.in_play()[:2]
    before = state.others(other)
    copy = state.copy()
    copy.set_base(mover, copy.base(mover).at(1_000, 2_000, 0, 0))
    assert state.others(other) is before
    assert copy.others(other) != before
    assert place(copy.base(mover)) == (1_000, 2_000, 0, 0)
    assert place(state.base(mover)) == (state.x[mover], state.y[mover], state.z[mover], state.facing[mover])
    copy.status[mover] = 0
    assert mover in state.in_play()
    assert mover not in copy.in_play()


def test_who_may_use_what_on_whom_is_judged_fast_as_it_is_explained() -> None:
    """[Kaos K34.1] [Kaos K35.1]"""
    judged: Counter[bool] = Counter()
    for seed in range(8):
        for number, (state, _, _) in enumerate(positions(seed, rounds=2)):
            if number % 5 == 0:
                judge_uses(state, judged)
    assert min(judged[True], judged[False]) > 100


def judge_uses(state: State, judged: Counter[bool]) -> None:
    for figure in state.in_play():
        base = state.base(figure)
        for means in free_means(state, figure):
            holds = all(condition.holds for condition in freedom_conditions(state, figure, means, True))
            assert is_fresh(state, figure, means) == holds
            for target in state.in_play():
                for x, y in ((0, 0), (state.x[target], state.y[target]), (state.x[target] + 30_000, state.y[target])):
                    found = target_conditions(state, figure, means, target, x, y, base)
                    holds = all(condition.holds for condition in found)
                    assert may_aim(state, figure, means, target, x, y) == holds
                    judged[holds] += 1


def test_plans_are_judged_fast_as_they_are_explained() -> None:
    """[Kaos K20.1]"""
    judged: Counter[bool] = Counter()
    for seed in range(6):
        rng = Random(seed)
        for state, _, _ in positions(seed, rounds=2):
            if not isinstance(state.waiting, Decision) or state.waiting.kind != "plan":
                continue
            figure = state.active
            plans = [plan for plan in (draw(state, figure, rng) for _ in range(12)) if plan is not None]
            for plan in plans:
                one = plans[int(rng.random() * len(plans))]
                mixed = Plan(plan.kind, plan.first, one.second, one.action, one.means, one.target, one.x, one.y)
                for tried in (plan, mixed, Plan(CHARGE, one.first, [], STRIKE, plan.means, plan.target)):
                    holds = all(condition.holds for condition in plan_conditions(state, figure, tried))
                    assert may_declare(state, figure, tried) == holds, tried.answer()
                    judged[holds] += 1
    assert min(judged[True], judged[False]) > 100
