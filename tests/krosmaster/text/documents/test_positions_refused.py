"""Positions and scenarios of Krosmaster that cannot be meant as written: one clear error, nothing is passed over."""

from typing import Any

import pytest

from esquive.core.errors import DocumentError, NotationError
from esquive.core.games import game_named
from esquive.core.scenario import Result, parse_scenario, run_scenario
from esquive.krosmaster.game import GAME

DUEL: dict[str, Any] = {
    "game": "krosmaster",
    "turn": {"player": "p1", "unit": "oscar-kass"},
    "unit": [
        {"card": "oscar-kass", "owner": "p1", "at": "c2", "ap": 0},
        {"card": "percedal", "owner": "p2", "at": "i3", "rewards": [{"id": "aero-boost", "face": "down"}]},
    ],
}
SCENARIO = """
title = "A spell out of range, without AP"
clauses = ["7.1.4.a"]
game = "krosmaster"
turn = { player = "p1", unit = "oscar-kass" }
unit = [
  { card = "oscar-kass", owner = "p1", at = "c2", ap = 0 },
  { card = "percedal", owner = "p2", at = "i3" },
]
[[step]]
"""


def refused(**changed: Any) -> str:
    with pytest.raises(DocumentError) as raised:
        GAME.from_document({**DUEL, **changed})
    return str(raised.value)


def run(step: str) -> Result:
    return run_scenario(parse_scenario(SCENARIO + step, "s.toml"), game_named)


@pytest.mark.parametrize(
    ("changed", "key"),
    [
        ({"kamas": {"c4": 2}}, "kamas"),
        ({"over": {"winner": "p1"}}, "over"),
        ({"players": {"p1": {"name": "A"}}}, "name"),
    ],
)
def test_a_key_that_nothing_reads_is_refused(changed: dict[str, Any], key: str) -> None:
    """Kamas lie on the board (`board.kamas`); who has won follows from the position."""
    assert f"unknown key '{key}'" in refused(**changed)


def test_a_position_that_hides_a_reward_says_that_it_was_written_for_one_player() -> None:
    """The document for the opponent of who holds it face down [KA 4.7.8.b]."""
    hidden = GAME.to_document(GAME.from_document(DUEL), 0)
    assert hidden["unit"][1]["rewards"] == [{"face": "down"}]
    with pytest.raises(DocumentError, match=r"rewards: this reward is hidden: .* one player"):
        GAME.from_document(hidden)
    assert GAME.from_document(GAME.to_document(GAME.from_document(DUEL), 1)).rewards[1]


@pytest.mark.parametrize(
    "changed",
    [
        {"pile": [{"rank": "granite", "up": "aero-bost"}]},
        {"unit": [DUEL["unit"][0], {**DUEL["unit"][1], "rewards": [{"id": "aero-bost"}]}]},
    ],
)
def test_an_unknown_reward_names_the_nearest_one(changed: dict[str, Any]) -> None:
    assert "unknown reward 'aero-bost'" in refused(**changed)
    assert "did you mean 'aero-boost'?" in refused(**changed)


@pytest.mark.parametrize(
    ("cell", "why"), [("zz", "'zz' is no cell"), ("n4", "'n4' is not on this board"), ("", "'' is no cell")]
)
def test_a_path_to_kamas_names_a_cell_of_the_board(cell: str, why: str) -> None:
    state = GAME.from_document(DUEL)
    assert GAME.read(state, "kamas.c4") == 0
    with pytest.raises(NotationError, match=why):
        GAME.read(state, f"kamas.{cell}")
    assert why in str(run(f'expect = {{ "kamas.{cell}" = 0 }}').fault)


def test_a_refused_line_may_name_any_condition_that_fails() -> None:
    """Neither the AP nor the range are enough; there is no cost in Kamas [KA 7.1.4.a] [KA 7.1.5] [KA 7.1.6]."""
    assert run('do = "cast con i3"\nrefused = "7.1.4.a"').failures == []
    assert run('do = "cast con i3"\nrefused = "7.1.5"').failures == []
    assert "refused, but not by 7.1.1" in run('do = "cast con i3"\nrefused = "7.1.1"').failures[0]


def test_only_a_spell_that_is_cast_once_per_game_can_be_used() -> None:
    """Con may be cast again and again; nothing is noted of it [KA 4.8.3] [KA 4.8.4]."""
    unit = {**DUEL["unit"][0], "used": ["con"]}
    sentence = r"oscar-kass has no spell 'con' that is cast once per game \(such spells: none\)"
    with pytest.raises(DocumentError, match=sentence):
        GAME.from_document({**DUEL, "unit": [unit, DUEL["unit"][1]]})
