"""What is taken back: the record tells it, and nobody gains a second chance by it or knows how the next dice fall."""

import pytest

from esquive.core.dice import CommittedDice
from esquive.core.errors import DocumentError
from esquive.core.match import Match
from esquive.core.record import parse_record, replay, verify
from esquive.core.waiting import Over
from tests.core.tiny_game import TinyGame

GAME = TinyGame()


def match(seed: int = 1, stones: int = 12) -> Match:
    return Match(GAME, {"stones": stones}, CommittedDice(bytes([seed]) * 32, ("", "")), ["a", "b"])


def play_on(played: Match) -> None:
    while not played.is_over:
        played.push(played.legal_lines[0])


def test_the_position_and_its_events_are_those_of_before_and_versions_go_on() -> None:
    played = match()
    played.push("take 1")
    version, before, told = played.version, played.state.to_data(), list(played.log)
    played.push("take 2")
    gone = played.version
    played.undo(version, "p2")
    assert (played.state.to_data(), played.log) == (before, told)
    assert played.version == gone + 1
    assert played.first_event_since(gone) == len(told)
    played.push("take 1")
    assert played.first_event_since(gone) == len(told)


def test_the_same_roll_in_the_same_position_falls_as_it_fell() -> None:
    """Else one would ask again until it falls well."""
    for seed in range(20):
        played = match(seed)
        played.push("take 1")
        fell = played.record.lines()[1]
        for _ in range(3):
            played.undo(0, "p1")
            played.push("take 1")
            assert played.record.lines() == ["take 1", fell]


def test_another_roll_is_none_that_was_seen() -> None:
    """Else one would know how it falls: the dice of the taken-back roll are used up."""
    same = set()
    for seed in range(60):
        played = match(seed)
        played.push("take 1")
        seen = played.record.lines()[1]
        played.undo(0, "p1")
        played.push("take 2")
        same.add(played.record.lines()[1] == seen)
        assert isinstance(played.dice, CommittedDice)
        assert played.dice.index == 2
    assert same == {True, False}


def test_a_record_tells_what_was_taken_back_and_can_be_played_and_proved() -> None:
    played = match()
    played.push("take 1")
    version = played.version
    played.push("take 2")
    played.undo(version, "p2")
    played.push("take 1")
    played.undo(0, "p1")
    played.push("take 1")
    play_on(played)
    record = parse_record(played.record.to_text())
    assert [entry for entry in record.entries if "undo" in entry] == [
        {"by": "p2", "undo": version},
        {"by": "p1", "undo": 0},
    ]
    assert verify(record, GAME) == []
    assert list(replay(record, GAME))[-1].state.to_data() == played.state.to_data()
    rolled = next(entry for entry in record.entries if entry.get("by") == "dice" and "undone" in entry)
    rolled["undone"] = {"nothing": "stone", "stone": "nothing"}[rolled["undone"]]
    assert any("not what the dice" in problem for problem in verify(record, GAME))


def test_what_was_taken_back_cannot_be_gone_back_to() -> None:
    played = match()
    played.push("take 1")
    played.push("take 1")
    gone = played.version
    played.push("take 1")
    played.undo(0, "p1")
    for wrong in (gone, played.version, 99):
        with pytest.raises(ValueError, match="nothing can be taken back"):
            played.undo(wrong, "p1")
    record = parse_record(played.record.to_text())
    record.entries[-1]["undo"] = 99
    assert any("taken back" in problem for problem in verify(record, GAME))
    with pytest.raises(DocumentError):
        parse_record(played.record.to_text() + '{"by": "p1", "undo": "x"}\n')


def test_the_players_end_a_match_before_the_rules_do() -> None:
    played = match()
    played.push("take 1")
    version = played.version
    played.close("resigned", "p2", "p1")
    assert played.is_over
    assert isinstance(played.waiting, Over)
    assert (played.waiting.winner, played.version) == (0, version + 1)
    refusal = played.answer("take 1")
    assert refusal is not None and refusal.kind == "game-over"
    assert verify(parse_record(played.record.to_text()), GAME) == []
    with pytest.raises(ValueError, match="over"):
        played.close("agreed", "p1", "draw")
    with pytest.raises(ValueError, match="taken back"):
        played.undo(0, "p1")
