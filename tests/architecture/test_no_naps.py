"""No test rests for a while and hopes: it waits for what it looks at, or lets a time go on that it has handed in."""

import re
from pathlib import Path

TESTS = Path(__file__).parents[1]
NAP = re.compile(
    r"(?<!self\.)\b(?:time|asyncio)\.sleep\((?!0\))|\bwait_for_timeout\(|\bwait_for_load_state\(.networkidle"
)
# Where something is looked at again and again, and where a while is what is done.
RESTS = {
    "server/given_time.py": "looks again: `eventually` and `until`",
    "server/test_time_source.py": "sleeps by the time it hands in",
    "browser/firefox.py": "looks again",
    "browser/driving.py": "a finger rests before it is lifted",
    "browser/test_kaos_hand.py": "the pace of a hand",
    "browser/test_axe.py": "looks at pages when all has come that they ask for; nothing may be wrong before either",
}


def test_no_test_naps() -> None:
    napping = {
        str(file.relative_to(TESTS))
        for file in TESTS.rglob("*.py")
        if file != Path(__file__) and NAP.search(file.read_text(encoding="utf-8"))
    }
    assert sorted(napping - RESTS.keys()) == []
    assert sorted(RESTS.keys() - napping) == [], "named for nothing"


def test_stores_are_opened_where_they_are_closed() -> None:
    """By `opened` and `kept` of tests/server/stores.py, so that a test that fails leaves none open."""
    opening = re.compile(r"^\s*(?:store|\w+_store) = (?:\w*Store)\(", re.MULTILINE)
    found = [file.name for file in sorted((TESTS / "server").glob("*.py")) if opening.search(file.read_text())]
    assert found == ["services.py"]


def test_a_window_is_looked_at_once_it_lies_still_in_its_new_size() -> None:
    """By `resize` of tests/browser/driving.py: a page is laid out anew some frames after its window has changed."""
    found = [file.name for file in (TESTS / "browser").glob("*.py") if ".set_viewport_size(" in file.read_text()]
    assert sorted(found) == ["conftest.py", "driving.py"]


def test_what_lies_where_is_seen_in_one_look() -> None:
    """By `boxes` of tests/browser/driving.py: from one question to the next a page may have been laid out anew."""
    found = [file.name for file in (TESTS / "browser").glob("*.py") if ".bounding_box(" in file.read_text()]
    assert found == []
