"""What is true of every record: it is read as it was written, played again to the same positions, and proved."""

import json
from random import Random

import pytest
from hypothesis import given

from esquive.core.dice import CommittedDice, SeededDice
from esquive.core.match import Match
from esquive.core.record import parse_record, replay, state_hash, verify
from esquive.core.waiting import Decision
from esquive.krosmaster.game import GAME
from tests.drawn_examples import examples
from tests.properties.games import choose, setup_of
from tests.properties.seeds import SEEDS


def played(seed: int, number: int) -> Match:
    """A match of up to `number` answers, then stopped."""
    nonces = ("one", "two")
    dice = SeededDice(seed) if seed % 2 else CommittedDice(seed.to_bytes(32, "big"), nonces)
    match = Match(GAME, setup_of(seed), dice, ["random", "random"])
    rng = Random(seed)
    for _ in range(number):
        if not isinstance(match.waiting, Decision):
            break
        match.play(choose(match.state, rng))
    match.stop("enough")
    return match


@given(SEEDS)
@examples(12)
def test_a_record_played_again_gives_the_same_positions_and_events(seed: int) -> None:
    match = played(seed, 150)
    record = parse_record(match.record.to_text())
    events = []
    for step in replay(record, GAME):
        events += step.events
        last = step.state
    assert last.to_data() == match.state.to_data()
    assert events == match.log[len(match.log) - len(events) :]
    assert record.to_text() == match.record.to_text()


@given(SEEDS)
@examples(12)
def test_a_record_as_written_is_proved(seed: int) -> None:
    assert verify(parse_record(played(seed, 120).record.to_text()), GAME) == []


@given(SEEDS)
@examples(8)
def test_a_match_resumed_from_its_lines_is_the_same_match(seed: int) -> None:
    match = played(seed, 80)
    dice = SeededDice(seed) if seed % 2 else CommittedDice(seed.to_bytes(32, "big"), ("one", "two"))
    again = Match.resume(GAME, match.setup, dice, match.record.lines())
    assert state_hash(again.state) == state_hash(match.state)
    assert again.log == match.log


@pytest.mark.parametrize("what", ["line", "hash"])
def test_a_record_that_was_altered_is_not_proved(what: str) -> None:
    match = played(7, 120)
    lines = match.record.to_text().splitlines()
    entries = [json.loads(line) for line in lines]
    place = next(place for place, entry in enumerate(entries) if what in entry and entry.get("by") != "dice")
    entries[place][what] = "end" if what == "line" else "0" * 64
    assert verify(parse_record("\n".join(json.dumps(entry) for entry in entries)), GAME) != []
