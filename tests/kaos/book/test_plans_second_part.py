"""A move split by a strike: its second part is a path like the first."""

import pytest

from tests.kaos.playing import SWORD, Point, Table, box, mine, plan, theirs


@pytest.mark.parametrize(
    ("then", "why"), [((20, 22), ""), ((22.5, 20), "path-figure"), ((20, 15), "path-piece"), ((17, 20), "")]
)
def test_the_second_part_leads_through_nobody_and_nothing(then: Point, why: str) -> None:
    """[Kaos K10.5] [Ruling R201]: refused when it is declared, not when it is walked."""
    figures = {"hero": mine(at=(20, 20)), "foe": theirs(at=(22.5, 20), activated=1)}
    table = Table(figures, [box((15, 16), (10, 1))]).turn_of("hero")
    assert table.why(plan("walk", (20, 20.5), (20, 20), action="strike", means=SWORD, target=1, then=[then])) == why
