"""Exhaustive play: one seed is one game, the watched loop is the real one, and what is wrong is told of."""

from random import Random

import pytest

from esquive.core.errors import NotationError
from esquive.core.waiting import Decision, Over
from esquive.krosmaster.cards.catalogue import catalogue
from esquive.krosmaster.notation import format_answer, parse_answer
from esquive.krosmaster.releases import release
from esquive.krosmaster.rules.teams import constructed_violations
from esquive.lab.exhaustive import Assignment, Campaign, Outcome, advance_watched, command_of, examine
from esquive.lab.fuzzing import fuzzed, scribble
from esquive.lab.occurrences import Ledger, bearers, everything
from esquive.lab.random_setups import playable_cards, random_setup
from tests.properties.games import choose, positions, start

SHORT = 12


@pytest.mark.parametrize("seed", ["1/0", "1/1", "1/2", "1/3"])
def test_a_game_is_played_without_a_fault_and_the_same_each_time(seed: str) -> None:
    outcome = examine(Assignment(seed, "", SHORT, 6))
    assert outcome.failures == []
    assert outcome.answers > 50
    assert outcome.refused > outcome.answers
    assert examine(Assignment(seed, "", SHORT, 6)) == outcome


def test_the_watched_loop_is_the_real_one() -> None:
    state, other, rng = start(3), start(3), Random(3)
    for _ in range(400):
        if isinstance(state.waiting, Over):
            break
        answer = choose(state, rng)
        advance_watched(state, answer, Ledger())
        other.apply(answer)
        assert state.to_data() == other.to_data()


def test_a_card_that_is_asked_for_is_brought() -> None:
    known, params = catalogue(), release("2.7")
    cards = playable_cards(known)
    for seed in range(12):
        setup = random_setup(known, cards, params, Random(seed), "oscar-kass")
        assert any("oscar-kass" in team for team in setup["teams"])


def test_teams_drawn_for_constructed_games_are_legal() -> None:
    """[KA 1.1.1]"""
    known, params = catalogue(), release("2.7")
    cards = playable_cards(known)
    formats = set()
    for seed in range(40):
        setup = random_setup(known, cards, params, Random(seed))
        formats.add(setup["format"])
        if setup["format"] == "constructed":
            for team in setup["teams"]:
                assert constructed_violations([known.cards[card] for card in team], params) == []
    assert len(formats) == 4


def test_what_is_made_up_can_be_written_down() -> None:
    rng = Random(5)
    made_up = 0
    for state in positions(5, 40, 9):
        if not isinstance(state.waiting, Decision):
            continue
        options = state.waiting.options()
        for _ in range(20):
            line = format_answer(state, fuzzed(state, state.waiting, options, rng))
            assert format_answer(state, parse_answer(state, line)) == line
            made_up += 1
    assert made_up > 200


def test_a_scribbled_line_is_read_or_answered_with_what_is_wrong() -> None:
    rng = Random(6)
    refused = 0
    for state in positions(6, 40, 9):
        for _ in range(20):
            try:
                parse_answer(state, scribble(state, rng))
            except NotationError as error:
                refused += 1
                assert error.message
    assert refused > 200


def test_there_is_something_of_every_kind_to_look_for() -> None:
    kinds = {kind for kind, _ in everything()}
    assert kinds == {
        *("area", "decision", "event", "keyword", "limit", "markers", "modifier", "op", "range", "refusal", "roll"),
        *("step", "trigger"),
    }
    assert {("refusal", "no-sight"), ("decision", "tension"), ("roll", "coin"), ("step", "cast pay")} <= everything()


def test_the_cards_that_can_show_something_are_known_their_summons_included() -> None:
    by_key = bearers(catalogue())
    assert "bad-aboum" in by_key["keyword", "wear"]
    assert "bad-aboum" not in by_key["op", "swap"]


def test_a_campaign_asks_for_what_is_missing_and_says_how_to_see_a_failure_again() -> None:
    campaign = Campaign(1, 2, SHORT, 3)
    assert {assignment.lead for assignment in campaign.batch()} != {""}
    campaign.add(Outcome("1/9", "nox", 10, 20, 15, {("op", "injure"): 3}, ["something is wrong"]))
    data = campaign.to_data()
    assert data["seen"] == {"op injure": 3}
    assert "op injure" not in data["missing"]
    assert data["missing"]["roll tension"] == 0
    command = f"python tools/exhaustive.py --game 1/9 --lead nox --turn-cap {SHORT} --fuzz 3"
    assert data["failures"] == [{"command": command, "sentences": ["something is wrong"]}]
    assert command_of(campaign.failures[0], (SHORT, 3)) == command
