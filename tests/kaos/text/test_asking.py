"""A decision is told as people choose from it: each answer in words, with its dice, and where it leads."""

from fractions import Fraction
from random import Random
from typing import Any

import pytest
from msgspec import to_builtins

from esquive.core.messages import LANGUAGES
from esquive.core.waiting import Decision, Over, Roll
from esquive.kaos.game import GAME
from esquive.kaos.seen.plan_groups import GROUPS
from tests.kaos.playing import Table, mine, theirs
from tests.kaos.text.test_declared import reacting
from tests.kaos.text.test_notation import document

BOW = {"id": "bow", "kind": "ranged", "dice": 5, "wounds": 3, "range_cm": 10}


def asked(state: Any, language: str = "en") -> Any:
    """What the player asked is told."""
    waiting = state.waiting
    assert isinstance(waiting, Decision)
    return to_builtins(GAME.words(state, language, ("Ann", "Bob")).decision(waiting.seat))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_answer_of_a_match_has_words_and_is_legal(language: str) -> None:
    """Whole matches, whatever is asked in them; no place of a message is left unfilled."""
    setups = GAME.setups
    kinds = set()
    for seed in range(2):
        state, rng = GAME.new(setups.setup("battle", "quarry", [["two-gleams"], ["gravediggers"]])), Random(seed)
        while not isinstance(state.waiting, Over):
            waiting = state.waiting
            if isinstance(waiting, Roll):
                state.apply(waiting.sample(rng))
                continue
            found = asked(state, language)
            kinds.add(found["kind"])
            lines = [option["do"] for option in found["options"]]
            assert lines and len(lines) == len(set(lines))
            for option in found["options"]:
                told = option["label"] + option.get("tells", "")
                assert option["label"] and "{" not in told and "kaos." not in told
                assert waiting.refusal(GAME.parse(state, option["do"])) is None
                assert set(option.get("figures", [])) <= set(state.names)
            state.apply(GAME.parse(state, lines[int(rng.random() * len(lines))]))
    assert {"deployment", "initiative", "plan", "destiny"} <= kinds


def test_a_plan_says_its_way_its_cost_and_its_dice() -> None:
    """[Kaos K20.1] [Kaos K14.3]: to the place where the figure strikes from, and what it rolls there."""
    found = asked(GAME.from_document(document()))
    assert found["figure"] == "knight" and not found["listed"]
    strikes = [
        option for option in found["options"] if option["do"].endswith("strike goblin sword") and "path" in option
    ]
    first = strikes[0]
    assert first["figures"] == ["knight", "goblin"] and first["dice"] >= 1
    assert first["path"][0] == {"x": 10, "y": 10, "z": 0}
    assert {key: first["path"][-1][key] for key in "xyz"} == {key: first["end"][key] for key in "xyz"}
    assert first["label"].startswith("Strike") and " of " in first["tells"]


def test_plans_are_told_group_after_group_the_best_attack_first() -> None:
    """Who strikes from behind, where it cannot be dodged as well, is not asked to look for it below the walks."""
    fighters = {"knight": mine(at=(20, 20)), "goblin": theirs(at=(28, 20), faces=180), "guard": theirs(at=(33, 20))}
    options = asked(Table(fighters).turn_of("knight").state)["options"]
    told = [option["group"] for option in options]
    assert told == sorted(told, key=GROUPS.index) and {"strike", "move"} <= set(told)
    strikes = [option["dice"] for option in options if option["group"] == "strike" and option["target"] == "goblin"]
    assert strikes[0] == max(strikes), "the most dice against one target come first"
    assert options[-1]["group"] == "move"


def test_a_reaction_says_who_attacks_from_where_and_the_dice_of_each_choice() -> None:
    """[Kaos K20.9] [Kaos K19.2]"""
    found = asked(reacting())
    assert found["attacker"] == "knight" and found["figure"] == "goblin"
    assert found["struck_from"] == {"x": 17.5, "y": 10, "z": 0, "facing": 0}
    assert "attacks from" in found["about"][0] and "dice" in found["about"][0]
    by_line = {option["do"]: option for option in found["options"]}
    assert "dice" not in by_line["react none"] and by_line["react dodge"]["dice"] >= 1


def shot_at(*carried: dict[str, Any]) -> Any:
    """An archer shoots at a guard 30 cm away, which reacts; what the archer carries is not known to it."""
    state = GAME.from_document(
        {
            "game": "kaos",
            "turn": {"figure": "archer"},
            "decks": {"objects": ["far-glass"], "events": []},
            "carried": list(carried),
            "profile": [{"id": "bowman", "weapon": [BOW]}, {"id": "guard", "weapon": [BOW]}],
            "figure": [
                {"id": "archer", "profile": "bowman", "owner": "p1", "x": 10, "y": 20, "facing": 0},
                {"id": "guard", "profile": "guard", "owner": "p2", "x": 42, "y": 20, "facing": 180},
            ],
        }
    )
    state.apply(GAME.parse(state, "plan stay shoot guard bow"))
    return state


def test_what_an_enemy_carries_unseen_changes_nothing_that_is_told() -> None:
    """[Ruling R217]: with a Far Glass the shot has more dice; who is shot at cannot know."""
    glass = {"figure": "archer", "object": "far-glass", "uses": 0}
    assert asked(shot_at(glass)) == asked(shot_at())
    assert "3 dice" in asked(shot_at())["about"][0]


def test_who_is_named_for_the_will_roll_is_told_with_dice_and_odds() -> None:
    """Against the best that the opponent can name, then against who has been named [Kaos K6.7] [Kaos K6.9]."""
    state = GAME.new(GAME.setups.setup("battle", "quarry", [["two-gleams"], ["gravediggers"]]))
    for seat in range(2):
        waiting = state.waiting
        assert isinstance(waiting, Decision) and (waiting.kind, waiting.seat) == ("will-figure", seat)
        told = GAME.words(state).decision(seat)
        assert told is not None and all(one.dice for one in told.options)
        best = told.options[0]
        assert ("best choice" in best.tells) == (seat == 0) and "% to win the roll against" in best.tells
        answer = waiting.options()[0]
        odds = GAME.words(state).odds(answer).odds
        assert odds is not None and len(odds) == 3 and sum(Fraction(one.probability) for one in odds) == 1
        assert {one.text.split()[-1] for one in odds} == {"again", "deploys"}
        state.apply(answer)
