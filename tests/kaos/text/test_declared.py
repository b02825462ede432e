"""What is declared is said in full: everybody sees the plan and its way while others answer it [Kaos K20.1]."""

from json import dumps
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from msgspec import to_builtins

from esquive.cli.main import main
from esquive.core.waiting import Decision
from esquive.kaos.drawn.svg import draw_svg
from esquive.kaos.drawn.terminal import draw_position
from esquive.kaos.game import GAME
from esquive.kaos.table.state import State
from tests.kaos.playing import Table, mine, theirs
from tests.kaos.text.test_notation import document

PLAN = "plan walk 15,10 17.5,10 face 0 strike goblin sword"


def reacting(plan: str = PLAN) -> State:
    """The knight has declared its plan; an imp stands beside the way, and the goblin at its end."""
    figures = document()["figure"]
    figures.append({"id": "imp", "profile": "goblin", "owner": "p2", "x": 15, "y": 13, "facing": 270})
    state = GAME.from_document(document(figure=figures))
    state.apply(GAME.parse(state, plan))
    return state


def declared(state: State, seat: int) -> Any:
    """What a seat is shown of it."""
    return to_builtins(GAME.view(state, seat).declared)


def asked(state: State) -> str:
    """The kind of what is asked."""
    waiting = state.waiting
    assert isinstance(waiting, Decision)
    return waiting.kind


@pytest.mark.parametrize("seat", [0, 1, -1])
def test_the_plan_declared_and_its_way_are_seen_by_everybody_while_the_target_reacts(seat: int) -> None:
    """[Kaos K20.1] [Kaos K20.9]"""
    state = reacting()
    assert asked(state) == "react"
    assert declared(state, seat) == {
        "figure": "knight",
        "line": PLAN,
        "target": "goblin",
        "end": {"x": 17.5, "y": 10, "z": 0, "facing": 0},
        "path": [{"x": 10, "y": 10, "z": 0}, {"x": 15, "y": 10, "z": 0}, {"x": 17.5, "y": 10, "z": 0}],
        "length": 7.5,
        "cost": 7.5,
        "interceptions": [],
    }


def test_interceptions_join_it_one_after_another() -> None:
    """[Kaos K20.13]"""
    state = reacting("plan walk 17.5,10")
    assert asked(state) == "intercept"
    line = "intercept imp claws at 5"
    state.apply(GAME.parse(state, line))
    assert asked(state) == "intercept"
    assert declared(state, 0)["interceptions"] == [line]
    assert f"declared: imp {line}" in draw_position(state)


def test_before_a_plan_is_declared_there_is_none() -> None:
    """[Kaos K20.1]"""
    state = GAME.from_document(document())
    assert declared(state, 0) is None
    assert "declared" not in draw_position(state)


def test_once_the_figure_has_set_out_its_plan_is_told_without_the_way() -> None:
    """[Kaos K20.15]: struck on its way it is no longer where the way began."""
    state = reacting("plan walk 17.5,10")
    for line in ("intercept imp claws at 5", "done", "pass"):
        state.apply(GAME.parse(state, line))
    assert asked(state) == "react" and GAME.read(state, "figure.knight.x") == 15
    found = declared(state, 1)
    assert (found["line"], found["path"], found["length"]) == ("plan walk 17.5,10", None, None)
    assert found["end"] is None and found["target"] is None


@pytest.mark.parametrize("seat", [0, 1, -1])
def test_the_dice_of_both_sides_are_seen_by_everybody_while_one_decides_about_them(seat: int) -> None:
    """[Kaos K36.4]: they lie on the table."""
    fighters = {"hero": mine(at=(20, 20)), "foe": theirs(at=(22.5, 20))}
    table = Table(fighters, destiny=(2, 1)).turn_of("hero")
    assert GAME.view(table.state, seat).rolled is None
    table.play("plan stay strike foe sword", "react dodge", dice=["1123", "411"])
    assert asked(table.state) == "destiny"
    shown = GAME.view(table.state, seat).rolled
    assert [(side["seat"], sorted(side["dice"])) for side in to_builtins(shown)] == [
        ("p1", [1, 1, 2, 3]),
        ("p2", [1, 1, 4]),
    ]


def test_the_second_part_of_the_way_is_told_with_the_first() -> None:
    """[Kaos K20.5]"""
    state = reacting("plan walk 15,10 17.5,10 strike goblin sword then 17.5,8")
    found = declared(state, 1)
    assert found["line"].endswith("then 17.5,8 strike goblin sword")
    assert (found["path"][-1], found["length"]) == ({"x": 17.5, "y": 8, "z": 0}, 9.5)


def test_a_plan_declared_is_shown_in_text_and_drawn_without_being_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """[Kaos K20.1]: `esquive show` of a position saved while the goblin reacts."""
    state = reacting()
    file = tmp_path / "reacting.json"
    file.write_text(dumps(GAME.to_document(state)), encoding="utf-8")
    assert main(["show", str(file)]) == 0
    assert f"declared: knight {PLAN}" in capsys.readouterr().out
    assert main(["show", str(file), "--svg", str(tmp_path / "reacting.svg")]) == 0
    picture = (tmp_path / "reacting.svg").read_text(encoding="utf-8")
    texts = " ".join(
        node.text or "" for node in ElementTree.fromstring(picture).iter("{http://www.w3.org/2000/svg}text")
    )
    assert "7.5 cm" in texts and "declared: knight plan walk" in texts
    assert picture == draw_svg(state)
