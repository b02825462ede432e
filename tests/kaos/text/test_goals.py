"""What a match is played for is told with it, and kept with the position."""

from typing import Any

import pytest

from esquive.core.messages import LANGUAGES
from esquive.kaos.cards.catalogue import catalogue
from esquive.kaos.game import GAME
from esquive.kaos.seen.shapes import Goal, KaosView

HORDES = ["two-gleams", "gravediggers"]


def goal(state: Any, language: str = "en") -> Goal:
    shown = GAME.view(state, 0, language)
    assert isinstance(shown, KaosView)
    return shown.goal


def started(scenario: str, **more: Any) -> Any:
    return GAME.new({"scenario": scenario, "hordes": HORDES, **more})


def test_a_scenario_tells_its_name_its_goal_and_when_it_ends() -> None:
    """[Kaos K37.1] [Kaos K1.2] [Ruling R214]"""
    told = goal(started("the-road-is-ours"))
    assert (told.name, told.rounds, told.victory_points) == ("The Road Is Ours", 8, 100)
    assert told.text.startswith("Hold the middle of the causeway")
    assert told.ends.startswith("The first to reach 100 victory points wins. The game ends after 8 rounds")


def test_a_battle_without_a_scenario_tells_what_gives_points() -> None:
    """[Kaos K1.3]; objectives of the match's own are told one by one [Kaos K1.4]."""
    told = goal(GAME.new({"hordes": HORDES, "options": {"rounds": 5, "elimination": "one"}}))
    assert told.name == "Battle for points" and told.text == "A fighter eliminated gives one victory point."
    assert "after 5 rounds" in told.ends and told.victory_points == 0
    own = [{"kind": "hold", "points": 3, "at": [30, 30], "radius_cm": 5, "rounds": 1}]
    held = goal(GAME.new({"hordes": HORDES, "mode": "scenario", "objective": own}))
    assert held.text.endswith("Ground held at 30, 30, within 5 cm, gives 3 points at the end of a round.")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_scenario_is_told_in_every_language(language: str) -> None:
    for name in catalogue().scenarios:
        told = goal(started(name, options={"horde_points": 100}), language)
        assert told.name and told.text and str(told.rounds) in told.ends


@pytest.mark.parametrize("scenario", sorted(catalogue().scenarios))
def test_a_position_keeps_its_scenario_and_what_was_agreed_otherwise(scenario: str) -> None:
    """Read again it is the same match, though a scenario's own numbers and cards would be others."""
    agreed = {"rounds": 8, "horde_points": 100, "victory_points": 0}
    for more in ({}, {"decks": {"objects": False, "events": False}}):
        state = started(scenario, options=agreed, **more)
        again = GAME.from_document(GAME.to_document(state))
        assert goal(again) == goal(state) and GAME.to_document(again) == GAME.to_document(state)
        assert again.settings.options == state.settings.options


def test_only_a_scenario_with_a_relic_has_one_on_the_table() -> None:
    """No relic lies at the corner of a table where ground is to be held."""
    assert GAME.view(started("the-road-is-ours"), 0).relic is None
    assert GAME.view(started("bones-of-the-saint"), 0).relic is not None
