"""Exhaustive play: one seed is one game, the watched loop is the real one, and what is wrong is told of."""

from random import Random
from typing import get_args

import pytest

from esquive.core.errors import NotationError
from esquive.core.waiting import Decision, Over
from esquive.krosmaster.book.teams import constructed_violations
from esquive.krosmaster.cards import ops
from esquive.krosmaster.cards.catalogue import catalogue
from esquive.krosmaster.cards.parts import parts, summon_ids
from esquive.krosmaster.releases import release
from esquive.krosmaster.releases.names import AREA_NAMES
from esquive.krosmaster.table.board import distance
from esquive.krosmaster.table.events import EVENTS
from esquive.krosmaster.table.state import SETUP
from esquive.krosmaster.written.documents.saves import FRAMES
from esquive.krosmaster.written.notation import format_answer, parse_answer
from esquive.lab.krosmaster import exhaustive
from esquive.lab.krosmaster.exhaustive import Assignment, Campaign, Outcome, command_of, examine
from esquive.lab.krosmaster.fuzzing import fuzzed, scribble
from esquive.lab.krosmaster.invariants import check
from esquive.lab.krosmaster.occurrences import (
    NEVER,
    NEVER_IN,
    bearers,
    borne_by_nobody,
    everything,
    keys_of_rewards,
    named_in_sources,
)
from esquive.lab.krosmaster.random_set_ups import companions, playable_cards, random_setup
from esquive.lab.krosmaster.staging import crowd, equip, hurt
from esquive.lab.krosmaster.tallies import Tally
from tests.properties.games import choose, play, positions, start

SHORT = 12


@pytest.mark.parametrize("seed", ["1/0", "1/1", "1/2", "1/3"])
def test_a_game_is_played_without_a_fault_and_the_same_each_time(seed: str) -> None:
    outcome = examine(Assignment(seed, "", SHORT, 6))
    assert outcome.failures == []
    assert outcome.answers > 10
    assert outcome.refused > outcome.answers
    assert examine(Assignment(seed, "", SHORT, 6)) == outcome


@pytest.mark.parametrize("seed", ["1/0", "1/1", "1/2", "1/3"])
def test_a_game_of_release_2_2_is_played_without_a_fault(seed: str) -> None:
    outcome = examine(Assignment(seed, "house-frost-binder", SHORT, 6, release="2.2"))
    assert outcome.failures == []
    assert outcome.answers > 10
    assert outcome.refused > outcome.answers
    assert ("decision", "tension") not in outcome.counts


def test_set_ups_of_release_2_2_have_its_options_its_cards_and_the_boards_of_frigost() -> None:
    known, params = catalogue(), release("2.2")
    cards = playable_cards(known, params)
    assert {card.id for card in cards} - {card.id for card in playable_cards(known)} == {"house-woodcutter"}
    setups = [random_setup(known, cards, params, Random(seed)) for seed in range(60)]
    assert {setup["release"] for setup in setups} == {"2.2"}
    assert {setup["options"]["destructible_scenery"] for setup in setups} == {"on", "off"}
    assert {"frigost-1", "frigost-2"} < {setup["arena"] for setup in setups}
    assert len({setup["format"] for setup in setups}) == 4


def test_what_release_2_2_alone_has_is_looked_for() -> None:
    alone = everything("2.2") - everything("2.7")
    assert alone >= {
        ("area", "axe"),
        *(("event", name) for name in ("scenery-injured", "scenery-destroyed")),
        *(("event", name) for name in ("frozen", "thawed", "frozen-markers")),
        *(("refusal", name) for name in ("summon-limit", "not-an-attack")),
    }
    assert everything("2.2") >= {
        *(("event", "cube"), ("refusal", "push-cube"), ("refusal", "blind"), ("keyword", "blindness")),
        ("op", "push-cube"),
    }
    assert ("modifier", "punch-effect") in everything("2.7") - everything("2.2")


def test_the_watched_loop_is_the_real_one() -> None:
    state, other, rng = start(3), start(3), Random(3)
    tally = Tally(state)
    for _ in range(400):
        if isinstance(state.waiting, Over):
            break
        answer = choose(state, rng)
        tally.advance(state, answer)
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


@pytest.mark.parametrize("seed", range(4))
def test_an_arranged_position_breaks_no_invariant_and_is_played_on(seed: int) -> None:
    """Melees, rewards dealt and last HP are positions that play could have led to."""
    state, rng = start(seed), Random(seed)
    while state.phase == SETUP:
        state.apply(choose(state, rng))
    crowd(state, rng, "nox")
    equip(state, rng)
    hurt(state)
    assert check(state) == []
    cells = [state.cell[unit] for unit in state.units_in_play()]
    assert max(distance(cell, cells[0]) for cell in cells) < 9
    assert any(state.rewards)
    assert sum(state.injuries) > 10
    play(state, seed, 60)
    assert check(state) == []


def test_a_reward_dealt_is_taken_from_the_stacks() -> None:
    """[KA 4.7.4]"""
    state, rng = start(2), Random(2)
    while state.phase == SETUP:
        state.apply(choose(state, rng))
    before = (sum(state.pool), sum(state.piles_closed))
    equip(state, rng)
    dealt = sum(len(entries) for entries in state.rewards)
    assert dealt > 0
    assert (sum(state.pool), sum(state.piles_closed)) == (before[0] - dealt, before[1] - dealt)


def test_cards_that_a_card_speaks_of_are_its_companions() -> None:
    known = catalogue()
    cards = playable_cards(known)
    found = {card.id for card in companions(known.cards["trank"], cards)}
    assert found >= {card.id for card in cards if {"avenger", "vigilante"} & set(card.types)}
    assert len(found) < len(cards) / 4
    assert companions(known.cards["goultard"], cards) == []


def test_the_cards_that_can_make_displaced_pieces_meet_are_known() -> None:
    """Those pushed outwards from the cell they stand round never meet; those pulled along a line do [KA 1.7.1]."""
    assert bearers()["decision", "push-order"] == ["trank", "trank-eternal"]


def test_what_is_said_to_be_never_seen_is_still_declared() -> None:
    names = {
        "op": {str(op.__struct_config__.tag) for op in get_args(ops.Op)},
        "refusal": named_in_sources("Condition") | named_in_sources("Refusal"),
        "step": {f"{name} {step}" for name, frame in FRAMES.items() for step in frame.STEPS},
        "area": set(AREA_NAMES),
        "event": {event.name for event in EVENTS},
    }
    names["decision"] = named_in_sources("Decision")
    names["modifier"] = {str(op.__struct_config__.tag) for op in get_args(ops.Modifier)}
    for kind, name in {**NEVER, **NEVER_IN["2.7"], **NEVER_IN["2.2"]}:
        assert name in names[kind]
    known = catalogue()
    for card in playable_cards(known):
        for bearer in (card, *(known.summons[summon] for summon in summon_ids(card))):
            assert not any(isinstance(part, ops.Special | ops.Unimplemented) for part in parts(bearer))


def test_every_op_power_trigger_area_and_range_is_on_a_playable_card_or_a_reward() -> None:
    """So of nothing has the runner to say that no card can show it; what it would say it of is found by enumeration."""
    assert borne_by_nobody() == borne_by_nobody("2.2") == set()
    assert ("modifier", "punch-effect") not in bearers()
    assert ("modifier", "punch-effect") in keys_of_rewards()


def test_there_is_something_of_every_kind_to_look_for() -> None:
    kinds = {kind for kind, _ in everything()}
    assert kinds == {
        *("area", "decision", "event", "keyword", "limit", "markers", "modifier", "op", "range", "refusal", "roll"),
        *("step", "trigger"),
    }
    assert {("refusal", "no-sight"), ("decision", "tension"), ("roll", "coin"), ("step", "cast pay")} <= everything()


def test_the_cards_that_can_show_something_are_known_their_summons_included() -> None:
    by_key = bearers()
    assert "bad-aboum" in by_key["keyword", "wear"]
    assert "bad-aboum" not in by_key["op", "swap"]


def test_a_campaign_asks_for_what_is_missing_and_says_how_to_see_a_failure_again() -> None:
    campaign = Campaign(1, 2, (SHORT, 3, 2))
    assert {assignment.lead for assignment in campaign.batch()} != {""}
    campaign.add(Outcome("1/9", "nox", "limited", 10, 20, 15, {("op", "injure"): 3}, ["something is wrong"]), 0.5)
    data = campaign.to_data()
    assert data["seen"] == {"op injure": 3}
    assert "op injure" not in data["missing"]
    assert data["missing"]["roll tension"] == 0
    assert data["formats"] == {"limited": {"games": 1, "ms": 500.0}}
    command = f"python tools/exhaustive.py --release 2.7 --game 1/9 --lead nox --turn-cap {SHORT} --fuzz 3 --every 2"
    assert data["failures"] == [{"command": command, "sentences": ["something is wrong"]}]
    assert command_of(campaign.failures[0], (SHORT, 3, 2)) == command


def test_a_game_without_made_up_answers_makes_up_none() -> None:
    outcome = examine(Assignment("1/5", "", SHORT, 0))
    assert (outcome.fuzzed, outcome.failures) == (0, [])
    sparse = examine(Assignment("1/5", "", SHORT, 6, 4))
    assert sparse.answers == outcome.answers
    assert sparse.answers < 2 * sparse.fuzzed < 6 * sparse.answers


def test_a_campaign_ends_when_all_is_seen_and_enough_was_made_up() -> None:
    campaign = Campaign(1, 1, (SHORT, 3, 2))
    campaign.ledger.counts.update(everything())
    campaign.fuzzed = 10
    assert campaign.is_done(10)
    assert not campaign.is_done(11)
    assert {assignment.lead for assignment in campaign.batch()} == {""}


def test_refusals_are_looked_for_only_where_answers_are_made_up() -> None:
    kinds = {kind for kind, _ in Campaign(1, 1, (SHORT, 0, 1)).missing()}
    assert {kind for kind, _ in Campaign(1, 1, (SHORT, 1, 1)).missing()} - kinds == {"refusal"}


def test_a_broken_position_is_a_failure_with_the_answer_that_led_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """The quick look must be followed by a close one; should only the first see something, that is told as well."""
    monkeypatch.setattr(exhaustive, "check", lambda state: ["something is wrong"])
    failures = examine(Assignment("1/6", "", SHORT, 0)).failures
    assert len(failures) == 1
    assert failures[0].startswith(f"game 1/6, answer {exhaustive.THOROUGH} (")
    assert failures[0].endswith("): something is wrong")
