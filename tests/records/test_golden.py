"""The golden records: games recorded once, which the rules have to play again move by move.

When a rule or a card is changed on purpose, `python tools/golden.py` writes them anew (see there).
"""

from pathlib import Path

import pytest

from esquive.core.record import read_record, replay, verify
from esquive.krosmaster.game import GAME
from esquive.krosmaster.table.events import EVENTS
from esquive.lab.krosmaster.invariants import check

RECORDS = sorted(Path(__file__).parent.glob("*.jsonl"))


@pytest.mark.parametrize("release", ["2.7", "2.2"])
def test_each_format_has_its_golden_record(release: str) -> None:
    setups = [read_record(path).header["setup"] for path in RECORDS]
    formats = {setup["format"] for setup in setups if setup["release"] == release}
    assert formats == {"constructed", "limited", "free-for-all", "two-against-two"}


def test_a_game_of_release_2_2_on_frigost_freezes_thaws_and_breaks_scenery() -> None:
    record = read_record(Path(__file__).parent / "frigost-2.2.jsonl")
    assert record.header["setup"]["arena"] == "frigost-1"
    happened = {EVENTS[event[0]].name for step in replay(record, GAME) for event in step.state.log or []}
    assert happened >= {"frozen", "frozen-markers", "thawed", "scenery-injured"}


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_golden_record_is_proved(path: Path) -> None:
    assert verify(read_record(path), GAME) == []


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_golden_record_passes_through_sound_positions_only_to_an_end_by_the_rules(path: Path) -> None:
    record = read_record(path)
    broken = [(step.number, sentence) for step in replay(record, GAME) for sentence in check(step.state)]
    assert broken == []
    assert record.end is not None
    assert record.end["clause"] in ("1.4.1", "1.4.3", "104.1", "402.1")
