"""The coach of a host: a slice at a time, the same in every language, and hints where nobody else plays."""

import asyncio
from pathlib import Path

import pytest

from esquive.core.record import parse_record
from esquive.hosting import coaching
from esquive.hosting.coaching import Coaches, Coaching
from esquive.hosting.protocol import ProtocolError
from esquive.hosting.replays import Played, Table, play_record

RECORDS = Path(__file__).parents[1] / "records"


def played(name: str = "kaos-wayside", language: str = "en") -> Played:
    record = parse_record((RECORDS / f"{name}.jsonl").read_text(encoding="utf-8"))
    return play_record(record, Table((), ("greedy", "greedy"), language))


def judged(whole: Played) -> Coaching:
    one = Coaching(whole)
    while one.told(whole, 0).done < len(whole.lines):
        one.go_on()
    return one


def test_it_judges_an_entry_at_least_each_time_and_tells_no_mark_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = played()
    at_once = judged(whole).told(whole, 0)
    monkeypatch.setattr(coaching, "SLICE", 0.0)
    one, found, reports = Coaching(whole), [], 0
    while True:
        one.go_on()
        report = one.told(whole, len(found))
        found += report.marked
        reports += 1
        if report.done == report.of:
            break
    assert reports > 50
    assert found == at_once.marked
    assert report.sides == at_once.sides


def test_marks_belong_to_the_step_of_their_entry_and_are_told_in_the_language_asked_for() -> None:
    whole, french = played(), played(language="fr")
    one = judged(whole)
    for mark, autre in zip(one.told(whole, 0).marked, one.told(french, 0).marked, strict=True):
        assert whole.ends[mark.step - 1] >= mark.entry > (whole.ends[mark.step - 2] if mark.step > 1 else 0)
        assert mark.better and mark.given_away >= 0.02
        assert (mark.entry, mark.chance) == (autre.entry, autre.chance)
    assert any(
        mark.does != autre.does
        for mark, autre in zip(one.told(whole, 0).marked, one.told(french, 0).marked, strict=True)
    )


def test_what_is_rolled_out_goes_on_where_it_was_and_stops_at_what_was_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = played()
    one = judged(whole)
    entry = one.told(whole, 0).marked[0].entry
    assert one.rolled_out(whole, entry, 3).tries == 3
    monkeypatch.setattr(coaching, "SLICE", 0.0)
    assert one.rolled_out(whole, entry, 2).tries == 3
    assert one.rolled_out(whole, entry, 100_000).tries >= 3
    with pytest.raises(ProtocolError) as refused:
        one.rolled_out(whole, 0, 3)
    assert refused.value.code == "no-such-step"


def test_a_match_that_goes_on_is_not_judged() -> None:
    whole = played()
    whole.record.entries = whole.record.entries[:-1]
    with pytest.raises(ProtocolError) as refused:
        asyncio.run(Coaches().report("it", whole, 0))
    assert refused.value.code == "not-over"
