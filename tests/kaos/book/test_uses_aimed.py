"""At whom a skill may be used from where: each of its conditions alone, and its reach to the very limit."""

from typing import Any

import pytest

from esquive.kaos.book.uses import _is_aimed
from esquive.kaos.cards.library import AS_ACTION, ENEMY, FRIEND, SELF, ObjectCard
from esquive.kaos.geometry.units import TOLERANCE
from tests.kaos.playing import Table, box, cm, mine, skill, theirs


def scene(faces: float = 0, pieces: Any = (), gap: float = 5) -> Table:
    """The hero, a friend behind it, and a foe before it, `gap` from base to base."""
    at = (f"{22.5 + gap:.4f}", 20)
    figures = {"hero": mine(at=(20, 20), faces=faces), "friend": mine(at=(10, 20)), "foe": theirs(at=at)}
    return Table(figures, pieces)


def aimed(table: Table, target: int, **keys: Any) -> bool:
    """Whether the hero may use such a skill on a figure from where it stands."""
    return _is_aimed(table.state, 0, skill(**keys), target, table.state.base(0))


@pytest.mark.parametrize(("targets", "found"), [(ENEMY, [2]), (FRIEND, [0, 1]), (SELF, [0])])
def test_a_skill_is_used_on_those_it_is_for(targets: int, found: list[int]) -> None:
    """[Kaos K34.1]: oneself is always a friend, and never an enemy."""
    assert [target for target in range(3) if aimed(scene(), target, targets=targets)] == found


def test_what_is_no_use_at_all_may_be_aimed_at_anybody() -> None:
    """[Kaos K34.1]: other conditions judge it."""
    table = scene()
    assert all(_is_aimed(table.state, 0, None, target, table.state.base(0)) for target in range(3))


@pytest.mark.parametrize("reach", [0, 1, 5])
@pytest.mark.parametrize(("more", "holds"), [(-1, True), (0, True), (TOLERANCE, True), (TOLERANCE + 1, False)])
def test_a_skill_reaches_as_far_as_it_says(reach: int, more: int, holds: bool) -> None:
    """[Kaos K34.1] [Ruling R218]: with 0.05 cm to spare, and at range 0 in contact alone."""
    table = scene(gap=reach + max(more, -reach * 10_000) / 10_000)
    assert aimed(table, 2, reach=cm(reach)) == holds
    assert aimed(table, 2, reach=-1)  # at any distance


@pytest.mark.parametrize("faces", [0, 180])
@pytest.mark.parametrize("needs", [True, False])
def test_a_skill_that_needs_the_attack_angle_is_used_on_who_stands_in_it(faces: int, needs: bool) -> None:
    """[Kaos K30.2]."""
    assert aimed(scene(faces), 2, needs_angle=needs) == (faces == 0 or not needs)


@pytest.mark.parametrize("is_hidden", [True, False])
@pytest.mark.parametrize("needs", [True, False])
def test_a_skill_that_needs_sight_is_used_on_who_is_seen(is_hidden: bool, needs: bool) -> None:
    """[Kaos K23.8]: through no wall, but through whoever uses it and whoever it is used on."""
    walls = [box((24, 10), (1, 20), 9)] if is_hidden else []
    assert aimed(scene(pieces=walls), 2, needs_sight=needs) == (not is_hidden or not needs)


def test_an_object_needs_neither_angle_nor_sight() -> None:
    """[Kaos K32.11]: only its targets and its reach are asked."""
    lamp = ObjectCard("lamp", "lamp", "", 4, AS_ACTION, ENEMY, cm(5), 1, (), ())
    for gap, holds in ((5, True), (5.1, False)):
        table = scene(180, [box((24, 10), (1, 20), 9)], gap)
        assert _is_aimed(table.state, 0, lamp, 2, table.state.base(0)) == holds
        assert not _is_aimed(table.state, 0, lamp, 1, table.state.base(0))
