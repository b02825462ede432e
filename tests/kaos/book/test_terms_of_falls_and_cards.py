"""What the dice of a fall are told to come from, the card behind a term, and who may be given another turn."""

from typing import Any

import pytest

from esquive.kaos.book.falls import FallFrame
from esquive.kaos.book.terms import card_facts
from esquive.kaos.book.uses import may_use_on
from esquive.kaos.cards import ops
from esquive.kaos.cards.library import AS_ACTION, FRIEND, SELF, EventCard, Library, ObjectCard
from esquive.kaos.table import answers
from tests.kaos.playing import SKILL, Table, cm, mine, profile, skill, spell, theirs


@pytest.mark.parametrize(("wounds", "left"), [(0, 6), (2, 4), (5, 1)])
def test_the_dice_of_a_fall_are_told_to_be_the_life_that_is_left(wounds: int, left: int) -> None:
    """[Kaos K12.3]: one die for each circle of the life gauge not crossed out."""
    table = Table({"hero": mine(at=(20, 20), life=6, wounds=wounds), "foe": theirs(at=(60, 20))})
    table.start(FallFrame(0, cm(2))).play(dice=["4" * left])
    (made,) = table.made("pool")
    assert sum(int(term[0]) for term in made) == left and {term[2] for term in made} == {"K12.3"}
    assert len(table.facts("fall-saved")) == 1
    assert table.read("hero", "wounds") == wounds + max(2 - left, 0)


HEAL = ops.Heal(wounds=1)


def library() -> Library:
    """Cards of all kinds, some that do nothing, one of each kind that heals under a name of its own."""

    def thing(name: str, effects: Any) -> ObjectCard:
        return ObjectCard(name, name, "", 4, AS_ACTION, SELF, -1, 1, effects, ())

    def event(name: str, effects: Any) -> EventCard:
        return EventCard(name, name, "", 1, 1, 1, effects, ())

    arms = {
        "spells": [spell(), spell(id="salve", effects=(HEAL.at_play("salve"),))],
        "skills": [skill(), skill(id="rest", effects=(HEAL.at_play("rest"),))],
    }
    fighters = (profile(id="monk"), profile(id="healer", **arms))
    objects = (thing("stone", ()), thing("herb", (HEAL.at_play("herb"),)))
    return Library(fighters, objects, (event("calm", ()), event("spring", (HEAL.at_play("spring"),))), ())


@pytest.mark.parametrize(
    ("card", "told"),
    [
        ("herb", {"card": "herb"}),
        ("spring", {"card": "spring"}),
        ("salve", {"card": "healer.salve"}),
        ("rest", {"card": "healer.rest"}),
        ("nowhere", {}),
    ],
)
def test_the_card_behind_a_term_is_the_one_that_has_it_printed(card: str, told: dict[str, str]) -> None:
    """[Kaos K16.3]: cards that do nothing are never named."""
    assert card_facts(library(), HEAL.at_play(card).card) == told
    assert card_facts(library(), 0) == {}


@pytest.mark.parametrize(
    ("activated", "is_active", "holds"), [(0, False, False), (1, False, True), (2, False, True), (1, True, False)]
)
def test_another_turn_is_given_to_who_has_had_its_own(activated: int, is_active: bool, holds: bool) -> None:
    """[Kaos K7.3]: not to who has still to play, nor to who is playing; what gives no turn is for all of them."""
    again = ops.ExtraAction().at_play("drum")
    skills = [skill(targets=FRIEND, effects=(again,)), skill(targets=FRIEND, effects=(HEAL.at_play("rest"),))]
    figures = {"hero": mine(at=(20, 20), skills=skills), "ally": mine(at=(30, 20)), "foe": theirs(at=(60, 20))}
    table = Table(figures, active="ally" if is_active else "hero")
    table.state.activated[1] = activated
    gives, heals = table.state.card(0).skills
    assert may_use_on(table.state, 0, SKILL, gives, 1) == holds
    assert may_use_on(table.state, 0, SKILL | 1, heals, 1)
    assert not may_use_on(table.state, 0, answers.SKILL, gives, 2)
