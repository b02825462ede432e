"""The driver of a match: answers in, refusals or events out."""

import pytest

from esquive.core.dice import SeededDice
from esquive.core.errors import DocumentError, NotationError
from esquive.core.match import Match
from esquive.core.waiting import Decision, IllegalAnswer, Over, Roll
from tests.core.tiny_game import TinyGame

GAME = TinyGame()


def match(seed: int = 1) -> Match:
    return Match(GAME, {"stones": 5}, SeededDice(seed), ["a", "b"])


def test_a_legal_answer_is_taken_and_the_dice_fall_until_somebody_is_asked() -> None:
    played = match()
    assert played.answer("take 2", 0) is None
    assert isinstance(played.waiting, Decision)
    assert played.waiting.seat == 1
    assert played.version == 2
    assert [entry["by"] for entry in played.record.entries if "by" in entry] == ["p1", "dice"]


def test_a_refusal_says_why_and_changes_nothing() -> None:
    played = match()
    before = played.state.to_data()
    refusal = played.answer("take 9", 0)
    assert refusal is not None
    assert (refusal.kind, refusal.clauses) == ("wrong-number", ("1",))
    assert (played.state.to_data(), played.version) == (before, 0)


def test_a_seat_that_is_not_asked_is_refused() -> None:
    played = match()
    refusal = played.answer("take 1", 1)
    assert refusal is not None
    assert refusal.kind == "not-asked"
    assert played.version == 0


def test_a_line_that_is_no_answer_is_an_error() -> None:
    with pytest.raises(NotationError, match="is no answer"):
        match().answer("jump", 0)


def test_events_are_numbered_and_the_private_ones_reach_their_seat_alone() -> None:
    played = match()
    played.answer("take 2", 0)
    played.answer("take 1", 1)
    everything = played.events_since(0)
    assert [event["number"] for event in everything] == list(range(len(everything)))
    assert {event["kind"] for event in played.events_since(0, -1)} <= {"taken", "added"}
    assert [event["data"]["seat"] for event in played.events_since(0, 1) if event["private"]] == [1]
    later = played.events_since(2)
    assert {event["version"] for event in later} <= {3, 4}
    assert later == [event for event in everything if event["version"] > 2]
    with pytest.raises(ValueError, match="versions 0 to 4"):
        played.events_since(5)


def test_a_decided_match_refuses_every_answer_and_its_record_has_ended() -> None:
    played = match()
    while not played.is_over:
        played.answer("take 1")
    assert isinstance(played.waiting, Over)
    refusal = played.answer("take 1")
    assert refusal is not None
    assert refusal.kind == "game-over"
    end = played.record.end
    assert end is not None
    assert end["reason"] == "took the last stone"


def test_a_stopped_match_has_no_winner() -> None:
    played = match()
    played.stop("everybody left")
    assert played.record.end == {"winner": "none", "reason": "everybody left"}
    refusal = played.answer("take 1")
    assert refusal is not None
    assert refusal.kind == "game-over"


def test_without_a_source_the_dice_are_entered_as_lines() -> None:
    played = Match(GAME, {"stones": 5}, None)
    assert played.answer("take 1", 0) is None
    assert isinstance(played.waiting, Roll)
    assert played.answer("stone") is None
    assert played.state.stones == 5
    assert played.record.header["dice"] == {"kind": "table"}


def test_a_match_resumes_from_its_stored_lines_and_its_dice_go_on() -> None:
    whole = match()
    while not whole.is_over:
        whole.answer("take 1")
    lines = whole.record.lines()
    for number in range(len(lines) + 1):
        resumed = Match.resume(GAME, {"stones": 5}, SeededDice(1), lines[:number], ["a", "b"])
        while not resumed.is_over:
            resumed.answer("take 1")
        assert resumed.record.to_text() == whole.record.to_text()


def test_a_stored_line_that_the_dice_did_not_give_is_an_error() -> None:
    whole = match()
    whole.answer("take 1")
    fell = whole.record.lines()[1]
    other = "stone" if fell == "nothing" else "nothing"
    with pytest.raises(DocumentError, match=f"the dice gave '{fell}'"):
        Match.resume(GAME, {"stones": 5}, SeededDice(1), ["take 1", other])
    with pytest.raises(DocumentError, match="line 1: 'take 9'"):
        Match.resume(GAME, {"stones": 5}, SeededDice(1), ["take 9"])


def test_a_match_reads_like_a_chess_board() -> None:
    played = match()
    assert (played.turn, played.turn_number, played.legal_lines) == (0, 1, ["take 1", "take 2"])
    played.push("take 2")
    assert (played.turn, played.outcome(), str(played)) == (1, None, played.game.draw(played.state))
    assert played.document(0)["secrets"] == [3, None]
    with pytest.raises(IllegalAnswer, match="One or two stones are taken") as refused:
        played.push("take 9")
    assert (refused.value.refusal.kind, refused.value.refusal.clauses) == ("wrong-number", ("1",))
    while not played.is_over:
        played.push(played.legal_lines[-1])
    end = played.outcome()
    assert end is not None and (played.turn, played.legal_lines) == (-1, [])


def test_an_answer_is_taken_back_with_its_rolls_and_the_dice_fall_as_they_fell() -> None:
    played = match()
    before = played.state.to_data()
    played.push("take 1")
    after, record = played.state.to_data(), played.record.to_text()
    assert played.pop() == "take 1"
    assert (played.state.to_data(), played.version, len(played.log)) == (before, 0, 0)
    played.push("take 1")
    assert (played.state.to_data(), played.record.to_text()) == (after, record)
    played.pop()
    with pytest.raises(IndexError, match="nothing has been answered"):
        played.pop()
    with pytest.raises(ValueError, match="keeps no record"):
        Match(GAME, {"stones": 5}, SeededDice(1), is_recorded=False).pop()


def test_a_copy_of_a_match_goes_on_by_itself_with_the_same_dice() -> None:
    played = match(4)
    played.push("take 1")
    other = played.copy()
    before = played.state.to_data()
    other.push("take 1")
    assert (played.state.to_data(), played.version) == (before, 2)
    played.push("take 1")
    assert other.state.to_data() == played.state.to_data()
    assert other.record.to_text() == played.record.to_text() and other.events_since(0) == played.events_since(0)
