"""What has changed since it was declared or used: strikers gone, objects of others, points spent, holds and walls."""

import pytest

from esquive.kaos.book.modifiers import add_effect
from esquive.kaos.book.slam import SlamFrame
from esquive.kaos.book.striking import StrikeFrame
from esquive.kaos.book.uses import object_of, use_conditions
from esquive.kaos.cards import ops
from esquive.kaos.cards.library import AS_ACTION, IN_FREE_WINDOW, SELF, ObjectCard
from esquive.kaos.geometry.shapes import CLIMBABLE, SIGHT, TOP
from esquive.kaos.table import answers
from esquive.kaos.table.state import IN_PLAY, OUT
from tests.kaos.playing import SKILL, SWORD, Table, box, mine, platform, skill, slam, theirs


@pytest.mark.parametrize(
    ("striker", "mover", "strikes"), [(IN_PLAY, IN_PLAY, True), (OUT, IN_PLAY, False), (IN_PLAY, OUT, False)]
)
def test_an_interception_needs_both_who_strikes_and_who_moves(striker: int, mover: int, strikes: bool) -> None:
    """[Kaos K31.1] [Ruling R211]: the strike of who is gone is lost, and so is one at who is gone."""
    table = Table({"hero": mine(at=(20, 20), status=striker), "foe": theirs(at=(22.5, 20), status=mover)})
    table.start(StrikeFrame(0, SWORD, 1, 8))
    assert (table.asks == "react") == strikes
    assert len(table.facts("missed")) == (0 if strikes else 1)
    assert len(table.facts("interception")) == (1 if strikes else 0)


LAMP = ObjectCard("lamp", "lamp", "", 4, AS_ACTION, SELF, -1, 1, (), ())
ROPE = ObjectCard("rope", "rope", "", 5, AS_ACTION, SELF, -1, 1, (), ())


def test_only_who_carries_an_object_may_use_it() -> None:
    """[Kaos K32.11]: each figure its own, whatever the numbers of figures and cards."""
    figures = {"hero": mine(at=(20, 20)), "ally": mine(at=(30, 20)), "foe": theirs(at=(60, 20))}
    for carried in ([(0, 1, 1), (1, 0, 1)], [(0, 0, 1), (1, 1, 1)], [(2, 0, 1), (2, 1, 1)], []):
        table = Table(figures, objects=[LAMP, ROPE], carried=carried)
        for figure in range(3):
            for number, card in enumerate((LAMP, ROPE)):
                has = any(entry[:2] == (figure, number) for entry in carried)
                assert object_of(table.state, figure, answers.OBJECT | number) == (card if has else None)


@pytest.mark.parametrize(
    ("x", "y", "fails"), [(0, 0, []), (1, 0, ["no-place"]), (0, 1, ["no-place"]), (1, 1, ["no-place"])]
)
def test_what_needs_no_place_is_given_none(x: int, y: int, fails: list[str]) -> None:
    """[Kaos K34.1]."""
    armour = skill(is_free=True, timing=IN_FREE_WINDOW, targets=SELF, effects=(ops.Armour(armour=1).at_play("knack"),))
    table = Table({"hero": mine(at=(20, 20), skills=[armour]), "foe": theirs(at=(60, 20))})
    found = use_conditions(table.state, 0, SKILL, 0, x, y, is_free=True)
    assert [condition.kind for condition in found if not condition.holds] == fails


@pytest.mark.parametrize("holds", [True, False])
def test_a_wall_crushes_whatever_there_is_to_climb_beside_it(holds: bool) -> None:
    """[Kaos K22.7]: a victim that touches the wall already stays, suffers half as much again, and does not fall."""
    beside = [platform((23, 22), (4, 4), 3, SIGHT | TOP | CLIMBABLE, name="ladder")] if holds else []
    for wall in (box((24.75, 10), (3, 11.9)), box((26, 10), (3, 11.9))):
        table = Table(
            {"hero": mine(at=(20, 20)), "foe": theirs(at=(23.5, 20), life=40, activated=1)}, [*beside, wall]
        ).start(SlamFrame(0, 1, 8))
        table.play(slam(26, 20))
        x, _, _ = table.place("foe")
        assert x == pytest.approx(wall.box[0] / 10_000 - 1.25, abs=0.002)
        assert [fact["wounds"] for fact in table.facts("slammed-into")] == [4]
        assert table.read("foe", "wounds") == 4 and "fell" not in table.events() and table.asks == "rest"


@pytest.mark.parametrize("reactions", [1, 2])
def test_an_effect_that_has_no_number_lies_on_a_figure_once(reactions: int) -> None:
    """[Kaos K16.4] [Ruling R213]: two times forbidden by one card is forbidden."""
    table = Table({"hero": mine(at=(20, 20)), "foe": theirs(at=(60, 20))})
    for _ in range(reactions):
        add_effect(table.state, 0, ops.Forbid(what_not=["dodge"]).at_play("net"))
        add_effect(table.state, 0, ops.Immobilise().at_play("net"))
    assert len(table.state.lasting) == 2
