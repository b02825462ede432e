"""The golden records: games recorded once, which the rules have to play again move by move.

When a rule or a card is changed on purpose, `python tools/golden.py` writes them anew (see there).
"""

from pathlib import Path

import pytest

from esquive.core.record import read_record, replay, verify
from esquive.krosmaster.game import GAME
from esquive.lab.krosmaster.invariants import check

RECORDS = sorted(Path(__file__).parent.glob("*.jsonl"))


def test_each_format_has_its_golden_record() -> None:
    formats = {read_record(path).header["setup"]["format"] for path in RECORDS}
    assert formats == {"constructed", "limited", "free-for-all", "two-against-two"}


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_golden_record_is_proved(path: Path) -> None:
    assert verify(read_record(path), GAME) == []


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_golden_record_passes_through_sound_positions_only_to_an_end_by_the_rules(path: Path) -> None:
    record = read_record(path)
    broken = [(step.number, sentence) for step in replay(record, GAME) for sentence in check(step.state)]
    assert broken == []
    assert record.end is not None
    assert record.end["clause"] in ("1.4.1", "1.4.3")
