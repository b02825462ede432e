"""Records: written, read, replayed, and every kind of tampering found."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from esquive.core.dice import CommittedDice, DiceSource, SeededDice
from esquive.core.errors import DocumentError
from esquive.core.match import Match
from esquive.core.record import Record, parse_record, read_record, replay, verify
from tests.core.tiny_game import TinyGame

GAME = TinyGame()


def played(dice: DiceSource | None = None) -> Record:
    match = Match(GAME, {"stones": 6}, dice or SeededDice(4), ["a", "b"])
    while not match.is_over:
        match.answer("take 1")
    return match.record


def changed(change: Callable[[list[dict[str, Any]]], object]) -> Record:
    """A record of which somebody has changed the lines."""
    lines = [json.loads(line) for line in played().to_text().splitlines()]
    change(lines)
    return parse_record("\n".join(json.dumps(line) for line in lines))


def test_a_record_reads_back_as_it_was_written_and_holds() -> None:
    text = played().to_text()
    assert parse_record(text).to_text() == text
    assert verify(parse_record(text), GAME) == []


def test_the_same_seed_gives_the_same_bytes() -> None:
    assert played().to_text() == played().to_text()


def test_committed_dice_are_proved_by_the_record() -> None:
    assert verify(played(CommittedDice(b"seed", ("a", "b"))), GAME) == []


def test_a_turn_has_the_hash_of_its_position_and_so_has_the_end() -> None:
    entries = played().entries
    assert [entry["turn"] for entry in entries if "turn" in entry] == list(
        range(2, 2 + sum("turn" in e for e in entries))
    )
    assert entries[-1]["end"]["winner"] in ("p1", "p2")
    assert all(len(entry["hash"]) == 64 for entry in entries if "hash" in entry)


def test_replaying_gives_each_answer_with_its_events() -> None:
    steps = list(replay(played(), GAME))
    assert [step.entry["line"] for step in steps] == played().lines()
    assert [GAME.events[event[0]].name for event in steps[0].events] == ["taken", "peeked"]


def test_an_altered_die_is_found() -> None:
    def turn_die(lines: list[dict[str, Any]]) -> None:
        die = next(line for line in lines if line.get("by") == "dice")
        die["line"] = "stone" if die["line"] == "nothing" else "nothing"

    problems = verify(changed(turn_die), GAME)
    assert any("is not what the dice of the header gave" in problem for problem in problems)
    assert any("has another hash" in problem for problem in problems)


def test_an_illegal_answer_is_found() -> None:
    def take_too_many(lines: list[dict[str, Any]]) -> None:
        lines[1]["line"] = "take 5"

    assert verify(changed(take_too_many), GAME) == [
        "entry 1: 'take 5': One or two stones are taken. [1] (the answer is illegal)"
    ]


def test_an_answer_by_the_wrong_seat_is_found() -> None:
    problems = verify(changed(lambda lines: lines[1].update(by="p2")), GAME)
    assert problems == ["entry 1: 'take 1': p2 answers where p1 is asked (use the record as it was written)"]


def test_an_altered_hash_and_another_winner_are_found() -> None:
    assert any("another hash" in problem for problem in verify(changed(lambda lines: lines[-1].update(hash="0")), GAME))
    other = changed(lambda lines: lines[-1]["end"].update(winner="draw"))
    assert any("ended otherwise" in problem for problem in verify(other, GAME))


def test_a_header_with_the_hash_of_all_content_is_read_as_before() -> None:
    def before(lines: list[dict[str, Any]]) -> None:
        del lines[0]["uses"]
        lines[0]["content"] = GAME.content_hash()

    assert verify(changed(before), GAME) == []
    record = changed(before)
    record.header["content"] = "x"
    assert verify(record, GAME) == ["played with other content (x) than this program's (tiny-1)"]


def test_other_content_and_a_missing_end_are_found() -> None:
    told = "tiny is not the content it was played with"
    assert verify(changed(lambda lines: lines[0]["uses"]["content"].update(tiny="x")), GAME) == [told]
    assert verify(changed(lambda lines: lines.pop()), GAME) == ["the record stops before the end of the match"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is not a record"),
        ("{}", "is not a record"),
        ("not json", "is not JSON"),
        ("[]", "is not an object"),
        ('{"record": 1, "game": "tiny", "content": "x"}', "the header lacks 'setup'"),
        ('{"record": 1, "game": "tiny", "setup": {}, "agents": [], "dice": {}}', "the header lacks 'uses'"),
        (
            '{"record": 1, "game": "tiny", "setup": {}, "agents": [], "dice": {}, "uses": {"card": {"a": "b"}}}',
            "the header lacks 'uses'",
        ),
        (
            '{"record": 1, "game": "tiny", "setup": {}, "agents": [], "dice": {}, "uses": {"rules": 1, "a": {"b": 3}}}',
            "the header lacks 'uses'",
        ),
        ('{"record": 1, "game": "tiny", "content": "x", "setup": [], "agents": [], "dice": {}}', "lacks 'setup'"),
        (played().to_text() + '{"by": "p1"}\n', "unknown entry"),
    ],
)
def test_what_is_no_record_is_told_with_its_line(text: str, message: str) -> None:
    with pytest.raises(DocumentError, match=message) as caught:
        parse_record(text, "file.jsonl")
    assert str(caught.value).startswith("file.jsonl:")


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(DocumentError, match="cannot be read"):
        read_record(tmp_path / "none.jsonl")
