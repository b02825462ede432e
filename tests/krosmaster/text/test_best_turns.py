"""The best chance to knock an enemy out in an Activation: several spells, walking, past Locks; exact odds by hand."""

from typing import Any

import pytest

from esquive.agents.solver import Solver
from esquive.core.cancellation import Cancelled, wanted_while
from esquive.core.games import game_named
from esquive.core.strike_shapes import BestStrikes

GAME = game_named("krosmaster")
EVERYTHING = 60_000


def position(rows: str, unit: list[dict[str, Any]], **more: Any) -> Any:
    """A state in which Oscar Kass acts."""
    turn = {"player": "p1", "unit": "oscar-kass", "phase": "activation"}
    return GAME.from_document({"game": "krosmaster", "turn": turn, "board": {"map": rows}, "unit": unit, **more})


OSCAR = {"card": "oscar-kass", "owner": "p1", "at": "b1"}
HEALEY = {"card": "lil-healey", "owner": "p2", "at": "a1"}


def dying(at: str, card: str = "bill-tell", injuries: int = 5) -> dict[str, Any]:
    return {"card": card, "owner": "p2", "at": at, "injuries": injuries}


def best(state: Any, most: int = EVERYTHING) -> BestStrikes:
    search = GAME.strike_search(state)
    assert search is not None
    search.look(most)
    return search.found()


def test_who_has_the_ap_for_it_casts_twice() -> None:
    """Con places an injury by 5 faces of 6; who is missed once is struck again: 1 - 1/6 * 1/6 = 35/36."""
    found = best(position(". . . . . .", [OSCAR, dying("c1")]))
    assert found.complete and found.strikes[0].probability == "35/36"
    assert found.strikes[0].lines == ["cast con c1"]
    assert [(step.kind, step.percent) for step in found.strikes[0].steps] == [("strike", 83.3), ("strike", 83.3)]


def test_injuries_are_added_up() -> None:
    """Of two HP Con takes both by 1/3, one by 1/2, none by 1/6: 1/3 + 1/2 * 5/6 + 1/6 * 1/3 = 29/36."""
    found = best(position(". . . . . .", [OSCAR, dying("c1", injuries=4)]))
    assert found.complete and found.strikes[0].probability == "29/36"
    assert [step.percent for step in found.strikes[0].steps] == [33.3, 83.3]


def test_it_walks_first_where_nobody_rolls_for_lock() -> None:
    found = best(position(". . . . . .", [OSCAR, dying("e1")]))
    assert found.strikes[0].lines == ["move c1", "move d1", "cast con e1"]
    assert found.strikes[0].steps[0].cell == "d1" and found.strikes[0].label == "Con on e1"


def test_a_lock_on_the_way_is_counted_in() -> None:
    """Beside Lil Healey Oscar escapes by 1/3, is Caught by 1/2 (one AP and one MP are lost), and Locked by 1/6.

    With 6 AP he casts Con twice from d1, 35/36; with 5 AP once, 5/6; who is held has 3 AP, and casts Deviousness from
    where he stands, 1/2: 1/3 * 35/36 + 1/2 * 5/6 + 1/6 * 1/2 = 89/108.
    """
    found = best(position(". . . . . .", [OSCAR, dying("e1"), HEALEY]))
    one = found.strikes[0]
    assert found.complete and one.ko == ["bill-tell"] and one.lines == ["move c1"]
    assert [(step.kind, step.percent) for step in one.steps[:2]] == [("move", 83.3), ("move", 100.0)]
    assert one.probability == "89/108"


def test_a_bound_on_the_work_gives_a_lower_bound_of_the_chance_the_same_every_time() -> None:
    state = position(". . . . . .", [OSCAR, dying("e1"), HEALEY])
    whole = best(state).strikes[0].percent
    few, more = best(state, 60), best(state, 400)
    assert not few.complete and not more.complete
    assert [one.percent for one in few.strikes] <= [one.percent for one in more.strikes] <= [whole]
    assert best(state, 400) == more
    in_slices = GAME.strike_search(state)
    assert in_slices is not None
    for until in range(50, 401, 50):
        in_slices.look(until)
    assert in_slices.found().strikes == more.strikes


@pytest.mark.parametrize("name", ["close-in", "keep-the-puff", "one-step", "a-better-view", "worth-the-walk"])
def test_it_agrees_with_the_solver_of_puzzles(name: str) -> None:
    """Two searches of their own find the same best chance of a KO."""
    exercise = GAME.exercises()[name]
    solver = Solver(GAME, exercise)
    found = best(solver.start)
    assert found.complete
    assert found.strikes[0].percent == round(solver.chance(solver.start) * 100, 1)


def test_nobody_in_reach_is_knocked_out_and_outside_an_activation_nothing_is_searched() -> None:
    assert best(position(". . . . . .", [OSCAR, dying("f1", injuries=0)])).strikes == []
    state = position(". . . . . .", [OSCAR, dying("c1")])
    state.apply(GAME.parse(state, "cast con c1"))  # dice are to be rolled
    assert GAME.strike_search(state) is None


def test_a_search_that_nobody_waits_for_ends() -> None:
    search = GAME.strike_search(position(". . . . . .", [OSCAR, dying("e1")]))
    assert search is not None
    asked = iter([True] * 20)
    with wanted_while(lambda: next(asked, False)), pytest.raises(Cancelled):
        search.look(EVERYTHING)
    assert search.positions == 20


def test_whom_an_enemy_threatens_is_told() -> None:
    state = position(". . . . . .", [OSCAR, dying("d1"), dying("f1", "lil-healey", 0)])
    enemies = GAME.reached_by(state, "oscar-kass")
    assert enemies is not None
    for enemy in ("bill-tell", "lil-healey"):
        told = GAME.threat(state, enemy)
        assert told is not None and (enemy in enemies) == ("oscar-kass" in told.hits)
    assert GAME.reached_by(state, "nobody") == []
