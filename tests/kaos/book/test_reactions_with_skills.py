"""Personal skills that answer an attack: whom they may be used on, from where the attacker will strike."""

import pytest

from esquive.kaos.book.reactions import ReactionFrame
from esquive.kaos.cards import ops
from esquive.kaos.cards.library import AS_REACTION, ENEMY, FRIEND, SELF, Skill
from tests.kaos.playing import SKILL, SWORD, Table, cm, mine, ranged, react, skill, theirs

GUST = (ops.Push(cm=4).at_play("gust"),)


def shot_at(card: Skill, x: float, faces: float = 180) -> Table:
    """The hero, an archer, shoots at a foe so far east; the foe is asked how it reacts."""
    figures = {"hero": mine(at=(20, 20), weapons=[ranged()]), "foe": theirs(at=(x, 20), faces=faces, skills=[card])}
    table = Table(figures, active="hero")
    base = table.state.base(0)
    return table.start(ReactionFrame(0, SWORD, 1, base.x, base.y, base.z, base.facing))


@pytest.mark.parametrize(("x", "kind"), [(32.5, ""), (33, "use-reach")])
def test_a_skill_used_in_reaction_reaches_as_far_as_its_card_says(x: float, kind: str) -> None:
    """[Kaos K34.1]: 10 cm from base to base."""
    table = shot_at(skill(timing=AS_REACTION, reach=cm(10), effects=GUST), x)
    refusal = table.refusal(react("skill", SKILL))
    assert (refusal.kind if refusal else "") == kind


def test_the_reach_of_a_reaction_is_judged_from_where_the_attacker_will_strike() -> None:
    """[Kaos K34.1] [Kaos K20.9]: it stands 20 cm away, and will have come near by then."""
    card = skill(timing=AS_REACTION, reach=cm(5), needs_sight=True, effects=GUST)
    table = Table({"hero": mine(at=(20, 20)), "foe": theirs(at=(40, 20), skills=[card])}, active="hero")
    table.start(ReactionFrame(0, SWORD, 1, cm(37.5), cm(20), 0, 0))
    assert table.refusal(react("skill", SKILL)) is None


def test_a_skill_used_in_reaction_asks_for_what_its_card_says_of_its_target() -> None:
    """[Kaos K34.1]: whose figure it is, the attack angle; one that is for its user asks for nothing."""
    for keys, kind in (
        ({"targets": FRIEND}, "target-side"),
        ({"targets": ENEMY, "needs_angle": True, "is_free": True}, "attack-angle"),
        ({"targets": SELF, "reach": cm(1)}, ""),
    ):
        faces = 0 if kind == "attack-angle" else 180
        table = shot_at(skill(timing=AS_REACTION, effects=GUST, **keys), 40, faces=faces)
        refusal = table.refusal(react("skill", SKILL))
        assert (refusal.kind if refusal else "") == kind
