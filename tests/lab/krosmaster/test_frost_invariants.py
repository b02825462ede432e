"""The invariants of frozen injuries and markers notice what is wrong [KA-2.2 309.8]."""

import pytest

from esquive.krosmaster.table.state import AP, INJURIES
from esquive.lab.krosmaster.frost import frost_broken
from tests.krosmaster.playing import Table, mine, theirs


@pytest.mark.parametrize(
    ("kind", "number", "release", "sentence"),
    [
        (INJURIES, 2, "2.2", "foe has 1 injuries, 2 of them frozen"),
        (INJURIES, -1, "2.2", "foe has 1 injuries, -1 of them frozen"),
        (AP, 1, "2.7", "release 2.7 has no frost, yet something is frozen"),
        (INJURIES, 1, "2.2", ""),
    ],
)
def test_what_is_frozen_wrongly_is_told(kind: int, number: int, release: str, sentence: str) -> None:
    units = {"hero": mine("fighter"), "foe": theirs("fighter", injuries=1)}
    state = Table("hero foe", units, turn="hero", release=release).state
    assert frost_broken(state) == []
    state.set_frozen(1, kind, number)
    assert frost_broken(state) == ([sentence] if sentence else [])


def test_nobody_off_the_board_has_frozen_markers_and_nothing_is_kept_for_nobody() -> None:
    units = {"hero": mine("fighter"), "foe": theirs("fighter"), "gone": theirs("fighter", ko=True)}
    state = Table("hero foe", units, turn="hero", release="2.2").state
    state.set_frozen(2, AP, 1)
    assert frost_broken(state) == ["gone can have no AP markers, yet has frozen ones"]
    state.frozen = [0]
    assert frost_broken(state) == ["frozen markers and injuries are [0] for 3 units"]
