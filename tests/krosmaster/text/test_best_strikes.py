"""Which spell knocks an enemy out most likely in this Activation, with exact odds, and what threatens a unit."""

from typing import Any

from esquive.core.games import game_named

GAME = game_named("krosmaster")


def position(rows: str, unit: list[dict[str, Any]], **more: Any) -> Any:
    """A state in which Oscar Kass acts."""
    turn = {"player": "p1", "unit": "oscar-kass", "phase": "activation"}
    return GAME.from_document({"game": "krosmaster", "turn": turn, "board": {"map": rows}, "unit": unit, **more})


OSCAR = {"card": "oscar-kass", "owner": "p1", "at": "b1"}


def dying(at: str, card: str = "bill-tell", injuries: int = 5) -> dict[str, Any]:
    return {"card": card, "owner": "p2", "at": at, "injuries": injuries}


def test_it_walks_to_where_the_likeliest_spell_reaches() -> None:
    """Con places 1 injury unless Armour holds: 5 of 6 faces knock out whom one injury is enough for."""
    found = GAME.best_strikes(position(". . . . . .", [OSCAR, dying("e1")]))
    assert found
    assert found[0].lines == ["move c1", "move d1", "cast con e1"]
    assert (found[0].ko, found[0].probability, found[0].percent) == (["bill-tell"], "5/6", 83.3)
    assert found[0].label == "Con on e1"


def test_whoever_stands_beside_needs_no_step() -> None:
    found = GAME.best_strikes(position(". . . . . .", [OSCAR, dying("c1")]))
    assert found and found[0].lines == ["cast con c1"] and found[0].probability == "5/6"


def test_no_way_leads_past_enemies_that_would_lock() -> None:
    """From beside Lil Healey every step is rolled for; what is told needs no roll of that kind [KA 4.14.1]."""
    beside = {"card": "lil-healey", "owner": "p2", "at": "a1"}
    found = GAME.best_strikes(position(". . . . . .", [OSCAR, dying("e1"), beside]))
    assert found and [one.lines for one in found] == [["cast deviousness e1"]]  # from where he stands


def test_nobody_in_reach_is_knocked_out() -> None:
    assert GAME.best_strikes(position(". . . . . .", [OSCAR, dying("f1", injuries=0)])) == []


def test_outside_an_activation_there_is_none() -> None:
    state = position(". . . . . .", [OSCAR, dying("c1")])
    state.apply(GAME.parse(state, "cast con c1"))  # dice are to be rolled
    assert GAME.best_strikes(state) == []


def test_whom_an_enemy_threatens_is_told() -> None:
    state = position(". . . . . .", [OSCAR, dying("d1"), dying("f1", "lil-healey", 0)])
    enemies = GAME.reached_by(state, "oscar-kass")
    assert enemies is not None
    for enemy in ("bill-tell", "lil-healey"):
        told = GAME.threat(state, enemy)
        assert told is not None and (enemy in enemies) == ("oscar-kass" in told.hits)
    assert GAME.reached_by(state, "nobody") == []
