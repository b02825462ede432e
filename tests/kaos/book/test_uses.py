"""Personal skills, free spells and objects: when they may be used, on whom, and what comes of it."""

from random import Random
from typing import Any

import pytest

from esquive.core.waiting import Condition
from esquive.kaos.book.exchange import AttackFrame
from esquive.kaos.book.modifiers import add_effect
from esquive.kaos.book.uses import (
    UseFrame,
    aim_conditions,
    may_aim,
    object_of_library,
    spend_use,
    target_conditions,
    use_conditions,
)
from esquive.kaos.cards import ops
from esquive.kaos.cards.library import (
    AS_ACTION,
    AS_REACTION,
    ENEMY,
    FRIEND,
    IN_FREE_WINDOW,
    PASSIVE,
    SELF,
    UNOPPOSED,
    WILL,
    EventCard,
    ObjectCard,
    Skill,
)
from esquive.kaos.table import answers
from esquive.kaos.table.state import NONE, OUT
from tests.kaos.playing import SKILL, SPELL, STAY, SWORD, Table, box, cm, go, mine, skill, spell, theirs

OBJECT = answers.OBJECT
HEAL = ops.Heal(wounds=3).at_play("knack")
HURT = ops.Wounds(wounds=3).at_play("knack")


def table_with(*skills: Skill, foe: dict[str, Any] | None = None, **keys: Any) -> Table:
    """A hero with skills, a friend behind it and a foe in front; the hero plays."""
    figures = {
        "hero": mine(at=(20, 20), skills=skills, **keys),
        "friend": mine(at=(15, 20)),
        "foe": theirs(**{"at": (30, 20), **(foe or {})}),
    }
    return Table(figures, active="hero")


def with_object(uses: int = 1, effect: ops.Base | None = None, **keys: Any) -> Table:
    """A hero that carries an object which heals it."""
    op = (effect or ops.Heal(wounds=3)).at_play("flask")
    fields = {"timing": IN_FREE_WINDOW, "targets": SELF, "reach": -1, **keys}
    card = ObjectCard(
        id="flask", label="flask", place="", difficulty=4, uses=uses, effects=(op,), standing=(), **fields
    )
    figures = {"hero": mine(at=(20, 20), wounds=9), "foe": theirs(at=(30, 20))}
    return Table(figures, objects=[card], carried=[(0, 0, uses)], active="hero")


def problem(found: list[Condition]) -> str:
    """The kind of the first condition that fails, "" when all hold."""
    return next((condition.kind for condition in found if not condition.holds), "")


def asked(table: Table, means: int, target: str, is_free: bool = False, at: tuple[float, float] = (0, 0)) -> str:
    """Why the hero may not use something on somebody, "" when it may."""
    x, y = cm(at[0]), cm(at[1])
    return problem(use_conditions(table.state, 0, means, table[target], x, y, is_free=is_free))


def used(table: Table, means: int, target: str, is_free: int = 0) -> Table:
    """The hero uses something."""
    return table.start(UseFrame(table["hero"], means, table[target], 0, 0, is_free))


# -------------------------------------------------------------------------------------------------------------- skills


def test_a_skill_is_the_action_of_the_turn() -> None:
    """[Kaos K34.2]."""
    table = table_with(skill(targets=SELF, effects=(HEAL,)), wounds=5)
    assert asked(table, SKILL, "hero") == ""
    assert asked(table, SKILL, "hero", is_free=True) == "free-means"
    used(table, SKILL, "hero")
    assert table.read("hero", "acted") == 1 and table.facts("skill-used") and not table.facts("free-use")


@pytest.mark.parametrize(("dice", "wounds"), [("311", 5), ("411", 2)])
def test_a_skill_that_is_rolled_needs_one_success(dice: str, wounds: int) -> None:
    """[Kaos K34.3] [Kaos K17.7]: it is spent even when it fails."""
    table = used(table_with(skill(3, targets=SELF, effects=(HEAL,)), wounds=5), SKILL, "hero").play(dice=[dice])
    assert table.read("hero", "wounds") == wounds and table.read("hero", "acted") == 1
    assert bool(table.facts("missed")) == (wounds == 5)


def test_an_automatic_skill_needs_no_roll() -> None:
    """[Kaos K34.4]."""
    table = used(table_with(skill(targets=SELF, effects=(HEAL,)), wounds=5), SKILL, "hero")
    assert table.read("hero", "wounds") == 2 and table.facts("rolled") == []


def test_what_cards_change_counts_for_skills_too() -> None:
    """[Kaos K16.2] [Kaos K16.3]: without a die left there is no roll."""
    table = table_with(skill(2, targets=SELF, effects=(HEAL,)), wounds=5)
    add_effect(table.state, 0, ops.Dice(dice=-1).at_play("veil"))
    used(table, SKILL, "hero").play(dice=["4"])
    table = table_with(skill(2, targets=SELF, effects=(HEAL,)))
    add_effect(table.state, 0, ops.Dice(dice=-2).at_play("veil"))
    assert asked(table, SKILL, "hero") == "no-dice"


def test_a_free_skill_costs_no_action_and_activates_nobody() -> None:
    """[Kaos K35.1] [Kaos K35.2]: it may be used by whoever has played already."""
    free = skill(is_free=True, timing=IN_FREE_WINDOW, targets=SELF, effects=(HEAL,))
    table = table_with(free, wounds=5)
    assert asked(table, SKILL, "hero") == "action-means" and asked(table, SKILL, "hero", is_free=True) == ""
    table.state.activated[0] = 0
    used(table, SKILL, "hero", 1)
    assert (table.read("hero", "acted"), table.read("hero", "activated")) == (0, 0) and table.facts("free-use")
    table = table_with(free, activated=1)
    assert asked(table, SKILL, "hero", is_free=True) == ""


def test_a_skill_is_used_once_a_round_unless_its_card_says_otherwise() -> None:
    """[Kaos K35.1]."""
    free = skill(is_free=True, timing=IN_FREE_WINDOW, targets=SELF, effects=(HEAL,))
    table = used(table_with(free, wounds=5), SKILL, "hero", 1)
    assert table.read("hero", "used") == 1 << 8 and asked(table, SKILL, "hero", is_free=True) == "used-up"
    table = used(table_with(skill(targets=SELF, uses=0, effects=(HEAL,)), wounds=5), SKILL, "hero")
    assert asked(table, SKILL, "hero") == ""


@pytest.mark.parametrize("timing", [AS_REACTION, PASSIVE])
def test_what_is_for_other_moments_is_not_used_now(timing: int) -> None:
    """[Kaos K34.2] [Kaos K35.3]."""
    for is_free in (False, True):
        table = table_with(skill(timing=timing, targets=SELF, is_free=is_free))
        assert asked(table, SKILL, "hero") == "action-means"
        assert asked(table, SKILL, "hero", is_free=True) == "free-means"


@pytest.mark.parametrize(
    ("targets", "allowed"),
    [(SELF, ["hero"]), (FRIEND, ["hero", "friend"]), (ENEMY, ["foe"]), (3, ["hero", "friend", "foe"])],
)
def test_a_skill_is_used_on_whom_its_card_says(targets: int, allowed: list[str]) -> None:
    """[Kaos K34.1]."""
    table = table_with(skill(targets=targets))
    for name in ("hero", "friend", "foe"):
        assert asked(table, SKILL, name) == ("" if name in allowed else "target-side")
        assert may_aim(table.state, 0, SKILL, table[name], 0, 0) == (name in allowed)


@pytest.mark.parametrize(("x", "kind"), [(27.5, ""), (27.55, ""), (27.6, "use-reach")])
def test_the_reach_of_a_skill_is_measured_base_to_base(x: float, kind: str) -> None:
    """[Kaos K9.2] [Ruling R218]."""
    table = table_with(skill(reach=cm(5)), foe={"at": (x, 20)})
    assert asked(table, SKILL, "foe") == kind


def test_a_skill_may_ask_for_the_attack_angle_and_for_sight() -> None:
    """[Kaos K19.4] [Kaos K23.8]."""
    table = table_with(skill(needs_angle=True), foe={"at": (12, 20)})
    assert asked(table, SKILL, "foe") == "attack-angle"
    assert asked(table_with(skill(), foe={"at": (12, 20)}), SKILL, "foe") == ""
    figures = {"hero": mine(at=(20, 20), skills=[skill(needs_sight=True)]), "foe": theirs(at=(30, 20))}
    table = Table(figures, [box(at=(24, 10), size=(2, 20), height=8)], active="hero")
    assert asked(table, SKILL, "foe") == "in-view"


def test_no_skill_sees_farther_than_an_event_lets_anybody_see() -> None:
    """[Kaos K23.8] [Kaos K33.15]: in a fog of 15 cm nobody is seen 27.5 cm away, nor by a skill."""
    fog = EventCard("fog", "fog", "", 1, 1, 1, (), (ops.Sight(cm=15).at_play("fog"),))
    figures = {"hero": mine(at=(20, 20), skills=[skill(needs_sight=True)]), "foe": theirs(at=(50, 20))}
    assert asked(Table(figures, events=[fog], in_force=[(0, 1)], active="hero"), SKILL, "foe") == "in-view"
    assert asked(Table(figures, events=[fog], active="hero"), SKILL, "foe") == ""


def test_whoever_a_skill_wounds_moves_at_the_end() -> None:
    """[Kaos K26.1] [Kaos K26.2] [Kaos K18.8]."""
    table = used(table_with(skill(effects=(HURT,))), SKILL, "foe")
    assert (table.read("foe", "wounds"), table.asks) == (3, "forced-move")
    table.play(STAY)
    assert table.read("foe", "activated") == 1


def test_a_skill_whose_target_has_gone_out_of_reach_comes_to_nothing() -> None:
    """[Kaos K34.3]."""
    table = table_with(skill(reach=cm(5), effects=(HURT,)))
    used(table, SKILL, "foe")
    assert table.read("foe", "wounds") == 0 and table.facts("missed")


def test_another_turn_is_for_who_has_played_one() -> None:
    """[Kaos K7.3]."""
    order = skill(targets=FRIEND, effects=(ops.ExtraAction().at_play("order"),))
    table = table_with(order)
    assert asked(table, SKILL, "friend") == "turn-to-come" and asked(table, SKILL, "hero") == "turn-to-come"
    table.state.activated[table["friend"]] = 1
    assert asked(table, SKILL, "friend") == ""


def test_a_place_is_named_where_the_card_asks_for_one_and_only_there() -> None:
    """[Kaos K6.2] [Kaos K34.1]."""
    jump = skill(is_free=True, timing=IN_FREE_WINDOW, targets=SELF, effects=(ops.Place(cm=6).at_play("jump"),))
    table = table_with(jump)
    assert asked(table, SKILL, "hero", True, (20, 26)) == "" and asked(table, SKILL, "hero", True, (20, 27)) != ""
    assert asked(table, SKILL, "hero", True) == "place-distance"
    table.start(UseFrame(0, SKILL, 0, cm(20), cm(26), 1))
    assert table.place("hero") == (20, 26, 0)
    assert asked(table_with(skill(targets=SELF)), SKILL, "hero", False, (20, 26)) == "no-place"


# ---------------------------------------------------------------------------------------------------------- free spells


def test_a_free_spell_is_resisted_as_its_card_says_and_costs_no_action() -> None:
    """[Kaos K35.1] [Kaos K35.2] [Kaos K23.16] [Kaos K23.18]."""
    card = spell(4, 30, WILL, is_free=True, effects=(ops.Dice(dice=-1).at_play("glint"),))
    table = Table({"hero": mine(at=(20, 20), spells=[card]), "foe": theirs(at=(34.5, 20))})
    used(table, SPELL, "foe", 1)
    assert table.asks == "react"
    table.play("react resist", dice=["4411", "4111"])
    assert len(table.state.lasting) == 1
    assert (table.read("hero", "acted"), table.read("hero", "activated"), table.read("hero", "used")) == (0, 0, 1)
    assert asked(table, SPELL, "foe", True) == "used-up"


def test_a_free_spell_has_the_conditions_of_every_spell() -> None:
    """[Kaos K23.3] [Kaos K23.11] [Kaos K30.2]."""
    card = spell(4, 30, UNOPPOSED, is_free=True, effects=(HEAL,))
    figures = {"hero": mine(at=(20, 20), spells=[card]), "near": theirs(at=(22.5, 20)), "behind": theirs(at=(10, 20))}
    table = Table(figures)
    assert asked(table, SPELL, "near", True) == "not-in-contact"
    assert asked(table, SPELL, "behind", True) == "attack-angle"
    for name in ("near", "behind"):
        assert not may_aim(table.state, 0, SPELL, table[name], 0, 0)


def test_a_free_spell_on_a_friend_is_not_resisted() -> None:
    """[Kaos K17.7]."""
    card = spell(3, 30, WILL, is_free=True, targets=FRIEND, effects=(HEAL,))
    table = Table({"hero": mine(at=(20, 20), spells=[card]), "friend": mine(at=(30, 20), wounds=4)})
    used(table, SPELL, "friend", 1).play(dice=["4111"])
    assert table.read("friend", "wounds") == 1


def test_a_spell_that_is_an_action_is_not_used_between_actions() -> None:
    """[Kaos K35.1]."""
    table = Table({"hero": mine(at=(20, 20), spells=[spell()]), "foe": theirs(at=(34.5, 20))})
    assert asked(table, SPELL, "foe", True) == "free-means"


def test_a_card_may_keep_a_figure_from_what_is_free() -> None:
    """[Kaos K16.3]."""
    free = skill(is_free=True, timing=IN_FREE_WINDOW, targets=SELF, effects=(HEAL,))
    table = table_with(free)
    add_effect(table.state, 0, ops.Forbid(what_not=("free",)).at_play("gag"))
    assert asked(table, SKILL, "hero", True) == "kept-from"


# -------------------------------------------------------------------------------------------------------------- objects


def test_an_object_is_used_by_who_carries_it_and_is_then_gone() -> None:
    """[Kaos K32.11]: a card used up goes under the pile."""
    table = with_object()
    assert asked(table, OBJECT, "hero", True) == ""
    used(table, OBJECT, "hero", 1)
    assert table.read("hero", "wounds") == 6 and table.state.carried == [] and table.state.object_bottom == [0]
    assert table.facts("object-used") == [{"figure": "hero", "card": 0, "target": "hero"}]
    assert asked(table, OBJECT, "hero", True) == "free-means"


def test_an_object_has_as_many_uses_as_its_card_says() -> None:
    """[Kaos K32.11]."""
    table = used(with_object(2), OBJECT, "hero", 1)
    assert table.state.carried == [(0, 0, 1)]
    table = used(with_object(0, timing=AS_ACTION), OBJECT, "hero")
    assert table.state.carried == [(0, 0, NONE)] and asked(table, OBJECT, "hero") == ""


def test_an_object_is_used_up_by_who_used_it_and_no_other_one() -> None:
    """[Kaos K32.11]: neither what else it carries nor the same object in other hands."""
    table = with_object()
    table.state.carried = [(0, 1, 1), (1, 0, 1), (0, 0, 1)]
    spend_use(table.state, 0, OBJECT | 0)
    assert table.state.carried == [(0, 1, 1), (1, 0, 1)] and table.state.object_bottom == [0]


def test_an_object_is_an_action_where_its_card_says_so() -> None:
    """[Kaos K32.11] [Kaos K34.2]."""
    table = with_object(timing=AS_ACTION)
    assert asked(table, OBJECT, "hero", True) == "free-means" and asked(table, OBJECT, "hero") == ""
    used(table, OBJECT, "hero")
    assert table.read("hero", "acted") == 1


def test_an_object_reaches_as_far_as_its_card_says() -> None:
    """[Kaos K32.11]."""
    table = with_object(effect=ops.Push(cm=3), targets=ENEMY, reach=cm(5))
    assert asked(table, OBJECT, "foe", True) == "use-reach"


def test_what_somebody_else_carries_is_not_used() -> None:
    """[Kaos K32.11]."""
    table = with_object()
    table.state.carried = [(1, 0, 1)]
    assert asked(table, OBJECT, "hero", True) == "free-means"


# ---------------------------------------------------------------------------------------------------------------- any


@pytest.mark.parametrize("figure", [-1, 0, 3, 10**12])
@pytest.mark.parametrize("means", [-5, 0, SKILL, SKILL | 7, OBJECT, OBJECT | 9, SPELL, 1 << 40])
@pytest.mark.parametrize("target", [-1, 0, 2, 10**12])
def test_conditions_are_told_of_any_use_at_all(figure: int, means: int, target: int) -> None:
    table = table_with(skill(reach=cm(5)))
    for is_free in (False, True):
        found = use_conditions(table.state, figure, means, target, -(10**14), 7, is_free=is_free)
        assert problem(found) and all(condition.clauses for condition in found)


def test_who_is_out_of_play_uses_nothing() -> None:
    """[Kaos K18.9]."""
    table = table_with(skill(targets=SELF))
    table.state.status[0] = OUT
    assert asked(table, SKILL, "hero") == "user-in-play"
    table = table_with(skill())
    table.state.status[table["foe"]] = OUT
    assert asked(table, SKILL, "foe") == "target-in-play"


def test_a_use_is_judged_from_where_the_figure_will_be() -> None:
    """[Kaos K20.4]."""
    table = table_with(skill(reach=cm(5)))
    assert asked(table, SKILL, "foe") == "use-reach"
    base = table.state.base_at(0, cm(25), cm(20), 0, 0)
    assert problem(use_conditions(table.state, 0, SKILL, table["foe"], 0, 0, base=base)) == ""


def test_a_forced_move_after_a_skill_is_a_move_like_any() -> None:
    """[Kaos K26.2]."""
    table = used(table_with(skill(effects=(HURT,))), SKILL, "foe").play(go((34, 20)))
    assert table.place("foe") == (34, 20, 0)


# ------------------------------------------------------------------------------------------------------------ reactions


def attacked(card: Skill, **keys: Any) -> Table:
    """The hero strikes the foe, which uses a skill in reaction."""
    figures = {"hero": mine(at=(20, 20)), "foe": theirs(at=(22.5, 20), skills=[card], **keys)}
    table = Table(figures, active="hero")
    return table.start(AttackFrame(table["hero"], SWORD, table["foe"], answers.REACT_SKILL, SKILL))


def test_a_skill_used_in_reaction_comes_before_the_blow() -> None:
    """[Kaos K20.12] [Kaos K34.4]: it is the activation of its user."""
    table = attacked(skill(timing=AS_REACTION, targets=SELF, effects=(ops.Armour(armour=3).at_play("bone"),)))
    table.play(dice=["4111"])
    assert table.read("foe", "wounds") == 2 and table.read("foe", "activated") == 1
    table = attacked(skill(timing=AS_REACTION, effects=(ops.Dice(dice=-3, until="next-roll").at_play("image"),)))
    table.play(dice=["4"])
    assert table.read("foe", "wounds") == 5


@pytest.mark.parametrize("healed", [0, 3, 9])
def test_who_heals_in_reaction_and_is_wounded_then_may_still_move(healed: int) -> None:
    """[Kaos K10.15] [Kaos K18.7] [Ruling R221]: however its wounds compare with those of before."""
    effect = ops.Heal(wounds=healed) if healed else ops.Dice(dice=1, until="round")
    table = attacked(skill(timing=AS_REACTION, targets=SELF, effects=(effect.at_play("salve"),)), wounds=9)
    table.play(dice=["4111"])
    assert table.read("foe", "wounds") == 9 - healed + 5 and table.asks == "forced-move"


def test_an_attacker_pushed_away_strikes_at_nothing() -> None:
    """[Kaos K20.12] [Kaos K21.3]."""
    table = attacked(skill(4, timing=AS_REACTION, effects=(ops.Push(cm=4).at_play("gust"),))).play(dice=["4111"])
    assert table.place("hero") == (16, 20, 0) and table.read("foe", "wounds") == 0 and table.facts("missed")


def test_a_free_skill_used_in_reaction_costs_no_activation() -> None:
    """[Kaos K35.2]."""
    table = attacked(
        skill(timing=AS_REACTION, targets=SELF, is_free=True, effects=(ops.Armour(armour=4).at_play("bark"),))
    )
    table.play(STAY, dice=["4111"])
    assert table.read("foe", "wounds") == 1 and table.read("foe", "used") == 1 << 8


# ------------------------------------------------------------------------------------------------------------ agreement


def test_the_quick_look_at_a_target_agrees_with_its_conditions() -> None:
    rng = Random(7)
    met = 0
    for _ in range(150):
        skills = [
            skill(
                timing=IN_FREE_WINDOW,
                is_free=True,
                targets=rng.randrange(4),
                reach=cm(rng.choice((0, 5, 12))),
                needs_angle=rng.random() < 0.5,
                needs_sight=rng.random() < 0.5,
                effects=(rng.choice((HEAL, ops.Place(cm=6).at_play("jump"), ops.ExtraAction().at_play("order"))),),
            )
        ]
        spells = [spell(3, rng.choice((0, 10)), is_free=True, targets=rng.randrange(4))]
        spot = iter(rng.sample([(x, y) for x in range(15, 40, 5) for y in range(15, 40, 5)], 3))
        figures = {
            "hero": mine(at=next(spot), faces=rng.randrange(360), skills=skills, spells=spells),
            "friend": mine(at=next(spot), activated=1),
            "foe": theirs(at=next(spot), activated=1),
        }
        table = Table(figures, [box(at=(26, 26), size=(2, 2), height=8)])
        for means in (SKILL, SPELL):
            for target in range(3):
                for x, y in ((0, 0), (cm(22), cm(22))):
                    found = target_conditions(table.state, 0, means, target, x, y, table.state.base(0))
                    may = may_aim(table.state, 0, means, target, x, y)
                    assert may == all(condition.holds for condition in found)
                    met += may
    assert met > 100


def test_what_is_beyond_the_numbers_of_objects_stands_for_none() -> None:
    """Means are a kind and a number in 16 bits: whatever lies above them is no answer of anybody's."""
    state = with_object(2).state
    assert object_of_library(state, OBJECT) is not None
    assert [object_of_library(state, OBJECT | more) for more in (1, 1 << 16, 1 << 17)] == [None, None, None]


@pytest.mark.parametrize(("targets", "target"), [(SELF, 0), (FRIEND, 2)])
def test_who_is_oneself_or_on_the_wrong_side_is_not_measured_to(targets: int, target: int) -> None:
    """[Kaos K34.1]: one reason is told, not those that follow from it."""
    knack = skill(timing=IN_FREE_WINDOW, is_free=True, targets=targets, reach=cm(5), needs_angle=True, effects=(HEAL,))
    state = table_with(knack).state
    found = aim_conditions(state, 0, SKILL, target, state.base(0))
    assert [(one.kind, one.holds) for one in found] == [("target-side", targets == SELF)]
