"""Which means stand for an object, and what is said of a place where a figure cannot stand."""

import pytest

from esquive.kaos.book.deployment import standing_conditions
from esquive.kaos.book.uses import object_of, object_of_library
from esquive.kaos.cards.library import AS_ACTION, SELF, ObjectCard
from esquive.kaos.table import answers
from esquive.kaos.table.state import RESERVE
from tests.kaos.playing import Table, box, cm, mine, platform, theirs
from tests.sentences import said

LAMP = ObjectCard("lamp", "lamp", "", 4, AS_ACTION, SELF, -1, 1, (), ())
ROPE = ObjectCard("rope", "rope", "", 5, AS_ACTION, SELF, -1, 1, (), ())


@pytest.mark.parametrize("number", [0, 1])
@pytest.mark.parametrize(
    ("kind", "is_one"),
    [
        (answers.OBJECT, True),
        (answers.WEAPON, False),
        (answers.SPELL, False),
        (answers.SKILL, False),
        (answers.OBJECT | 1 << 16, False),
        (answers.OBJECT - (1 << 24), False),
    ],
)
def test_means_stand_for_an_object_by_their_kind_alone(kind: int, is_one: bool, number: int) -> None:
    """[Kaos K32.11]: a spell of the same number is none, nor is a number nobody could have written."""
    carried = [(0, 0, 1), (0, 1, 1)]
    table = Table({"hero": mine(at=(20, 20)), "foe": theirs(at=(60, 20))}, objects=[LAMP, ROPE], carried=carried)
    wanted = (LAMP, ROPE)[number] if is_one else None
    assert object_of(table.state, 0, kind | number) == wanted
    assert object_of_library(table.state, kind | number) == wanted


@pytest.mark.parametrize("carried", [[(0, 0, 1)], []])
def test_an_object_of_the_library_is_known_used_up_as_well(carried: list[tuple[int, int, int]]) -> None:
    """[Kaos K32.11]: up to the last there is, and not beyond it."""
    table = Table({"hero": mine(at=(20, 20)), "foe": theirs(at=(60, 20))}, objects=[LAMP, ROPE], carried=carried)
    assert object_of(table.state, 0, answers.OBJECT) == (LAMP if carried else None)
    assert object_of(table.state, 0, answers.OBJECT | 1) is None
    assert [object_of_library(table.state, answers.OBJECT | number) for number in range(4)] == [LAMP, ROPE, None, None]


@pytest.mark.parametrize(
    ("at", "holds", "told", "blocker"),
    [
        ((50, 20), True, "Hero can stand there.", ""),
        ((30, 20), False, "Hero cannot stand on rock.", "rock"),
        ((51, 40), True, "Hero can stand there.", ""),
        ((49.9, 40), False, "Hero cannot stand on ledge.", "ledge"),
    ],
)
def test_where_a_figure_cannot_stand_is_told_with_what_is_in_the_way(
    at: tuple[float, float], holds: bool, told: str, blocker: str
) -> None:
    """[Kaos K6.2] [Ruling R205]."""
    pieces = [box((28, 18), (4, 4), name="rock"), platform((50, 30), (20, 20), 5)]
    table = Table({"hero": mine(at=(1, 1), status=RESERVE), "foe": theirs(at=(60, 60))}, pieces)
    found = standing_conditions(table.state, 0, table.state.base_at(0, cm(at[0]), cm(at[1]), 0, 0))[0]
    assert (found.kind, found.holds, said(table.state, found)) == ("no-footing", holds, told)
    assert (found.facts["figure"], found.facts["blocker"]) == ("hero", blocker)


@pytest.mark.parametrize(("at", "met"), [((50, 20), ""), ((60, 61), "foe"), ((62.5, 60), "")])
def test_whom_a_figure_would_overlap_is_told(at: tuple[float, float], met: str) -> None:
    """[Kaos K6.2] [Ruling R201]: contact is no overlap."""
    table = Table({"hero": mine(at=(1, 1), status=RESERVE), "foe": theirs(at=(60, 60))})
    found = standing_conditions(table.state, 0, table.state.base_at(0, cm(at[0]), cm(at[1]), 0, 0))[-1]
    assert (found.kind, found.holds) == ("overlaps", not met)
    assert said(table.state, found) == ("Hero would overlap Foe." if met else "Hero overlaps nobody.")
    assert found.facts == {"figure": "hero", "blocker": met}
