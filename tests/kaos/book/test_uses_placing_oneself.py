"""Somebody walks and then puts itself down elsewhere: how far is measured from where its walk ends."""

import pytest

from esquive.kaos.cards import ops
from esquive.kaos.cards.library import ENEMY, SELF, UNOPPOSED
from tests.kaos.playing import SKILL, SPELL, Table, mine, plan, skill, spell, theirs

STEP = (ops.Place(cm=6).at_play("step"),)


@pytest.mark.parametrize(("action", "means"), [("use", SKILL), ("cast", SPELL)])
@pytest.mark.parametrize(("spot", "kind"), [((34, 20), ""), ((24, 20), ""), ((16, 20), "place-distance")])
def test_a_place_is_measured_from_the_end_of_the_walk(
    action: str, means: int, spot: tuple[float, float], kind: str
) -> None:
    """[Kaos K34.1] [Kaos K20.1]: it walks from 20 to 29, and gets 6 cm farther at most."""
    card = skill(targets=SELF, effects=STEP)
    veil = spell(defence=UNOPPOSED, targets=SELF, effects=STEP)
    hero = mine(at=(20, 20), skills=[card], spells=[veil])
    table = Table({"hero": hero, "foe": theirs(at=(60, 60))}).turn_of("hero")
    walked = plan("walk", (29, 20), action=action, means=means, target=0, spot=spot)
    assert table.why(walked) == kind
    if not kind:
        table.play(walked, dice=["44444"] if action == "cast" else [])
        assert table.place("hero")[:2] == spot


def test_who_stays_is_put_down_from_where_it_stands() -> None:
    """[Kaos K34.1]."""
    hero = mine(at=(20, 20), skills=[skill(targets=SELF, effects=STEP)])
    table = Table({"hero": hero, "foe": theirs(at=(60, 60))}).turn_of("hero")
    assert table.why(plan("stay", action="use", means=SKILL, target=0, spot=(26, 20))) == ""
    assert table.why(plan("stay", action="use", means=SKILL, target=0, spot=(27, 20))) == "place-distance"


@pytest.mark.parametrize(("spot", "kind"), [((20, 20), ""), ((26, 20), "overlaps")])
def test_nobody_is_put_down_where_the_walk_ends(spot: tuple[float, float], kind: str) -> None:
    """[Ruling R201]: it leaves 20,20 and will be at 26,20 by then."""
    far = (ops.Place(cm=20).at_play("step"),)
    hero = mine(at=(20, 20), skills=[skill(targets=ENEMY, effects=far)])
    table = Table({"hero": hero, "foe": theirs(at=(36, 20))}).turn_of("hero")
    assert table.why(plan("walk", (26, 20), action="use", means=SKILL, target=1, spot=spot)) == kind
