"""Who may attack whom, from where, and with what."""

from typing import Any

import pytest

from esquive.core.waiting import Condition
from esquive.kaos.book.attack_conditions import attack_conditions, may_attack
from esquive.kaos.book.means import CHARGE, MOVED
from esquive.kaos.book.modifiers import add_effect
from esquive.kaos.cards.library import ANY, FRIEND, SELF
from esquive.kaos.cards.op_codes import ALWAYS, FORBIDDEN, ROUND, Op, mask_of
from esquive.kaos.cards.ops import Forbid
from esquive.kaos.table import answers
from esquive.kaos.table.state import OUT
from tests.kaos.playing import SPELL, SWORD, Table, box, close, cm, long, mine, ranged, spell, theirs


def judged(table: Table, means: int = SWORD, target: int | None = None, flags: int = 0) -> list[Condition]:
    """The conditions of an attack of the hero from where everybody stands; the quick answer must agree."""
    state = table.state
    hero = table["hero"]
    aim = table["foe"] if target is None else target
    is_there = 0 <= aim < len(table.names)
    others = state.others(hero, aim)
    base = state.base(aim if is_there else hero)
    found = attack_conditions(state, hero, state.base(hero), means, aim, base, others, flags)
    quick = may_attack(state, hero, state.base(hero), means, aim, base, others, flags)
    assert quick == all(condition.holds for condition in found)
    return found


def failing(table: Table, means: int = SWORD, target: int | None = None, flags: int = 0) -> list[str]:
    """The kinds of the conditions that fail."""
    return [condition.kind for condition in judged(table, means, target, flags) if not condition.holds]


def duel(gap: float, faces: float = 0, **keys: Any) -> Table:
    """Two figures on open ground, so far apart from base to base, the foe east of the hero."""
    return Table({"hero": mine(at=(10, 20), faces=faces, **keys), "foe": theirs(at=(12.5 + gap, 20))}, size=(120, 60))


# ---------------------------------------------------------------------------------------------------------------- melee


@pytest.mark.parametrize("weapon", [close(), long()])
@pytest.mark.parametrize(("gap", "fails"), [(0, []), (2.5, []), (2.55, []), (2.5501, ["melee-reach"])])
def test_every_melee_weapon_strikes_up_to_2_5_cm(weapon: Any, gap: float, fails: list[str]) -> None:
    """[Kaos K21.1] [Kaos K21.3] [Kaos K21.5] [Kaos K22.1] [Kaos K22.3] [Kaos K31.7] [Ruling R228] [Ruling R218].

    2.5 cm inclusive, the side of a foot base, with 0.05 cm to spare.
    """
    assert failing(duel(gap, weapons=[weapon])) == fails


def test_distances_are_measured_from_base_to_base_in_three_dimensions() -> None:
    """[Kaos K9.2]: 2 cm beside and 2 cm above is more than 2.5 cm."""
    figures = {"hero": mine(at=(10, 20), z=2), "foe": theirs(at=(14.5, 20))}
    assert failing(Table(figures)) == ["melee-reach"]
    assert failing(Table({**figures, "hero": mine(at=(10, 20), z=1)})) == []


def test_the_target_must_be_in_the_attack_angle() -> None:
    """[Kaos K30.2] [Kaos K19.1] [Kaos K19.2] [Kaos K19.3]: a figure that looks away has it in its back."""
    assert failing(duel(0, faces=180)) == ["attack-angle"]
    assert failing(duel(0, faces=90)) == []


@pytest.mark.parametrize(("x", "fails"), [("7.55", ["attack-angle"]), ("7.5501", [])])
def test_any_part_of_a_base_in_the_attack_angle_is_enough(x: str, fails: list[str]) -> None:
    """[Kaos K19.4] [Kaos K19.5] [Ruling R218]: over the line of the rear edge by more than 0.05 cm."""
    table = Table({"hero": mine(at=(10, 20)), "foe": theirs(at=(x, 22.5))})
    assert failing(table) == fails


def test_a_wall_between_two_bases_stops_melee() -> None:
    """[Ruling R207]: the target must be visible."""
    figures = {"hero": mine(at=(10, 20)), "foe": theirs(at=(13.5, 20))}
    wall = box((11.5, 10), (0.5, 20), height=6, name="the old wall")
    found = judged(Table(figures, [wall]))
    assert [condition.kind for condition in found if not condition.holds] == ["in-view"]
    assert found[-1].facts["blocker"] == "the old wall"


def test_who_has_dodged_an_adversary_in_melee_may_not_strike_it_this_round() -> None:
    """[Kaos K29.10] [Ruling R237]: shots and spells stay legal, and so do other adversaries."""
    table = Table(
        {
            "hero": mine(at=(10, 20), weapons=[close(), ranged()], spells=[spell()]),
            "foe": theirs(at=(13, 20)),
            "other": theirs(at=(13, 22.5)),
        }
    )
    table.state.dodged[table["hero"]] = 1 << table["foe"]
    assert failing(table) == ["not-dodged"]
    assert failing(table, answers.WEAPON | 1) == []
    assert failing(table, SPELL) == []
    assert failing(table, SWORD, table["other"]) == []


def test_a_strike_with_no_die_left_is_legal_and_fails() -> None:
    """[Kaos K16.2]: only shots and spells need a die [Kaos K25.5]."""
    assert failing(duel(1, weapons=[close(1)]), flags=CHARGE) == []


# -------------------------------------------------------------------------------------------------------- ranged, magic


@pytest.mark.parametrize(("gap", "fails"), [(80, []), (80.1, ["dice-left"])])
def test_a_bow_of_40_cm_and_5_dice_cannot_shoot_beyond_80_cm(gap: float, fails: list[str]) -> None:
    """[Kaos K25.5]: the rulebook's example."""
    assert failing(duel(gap, weapons=[ranged(5, 4, 40)])) == fails


def test_all_modifiers_count_for_the_last_die() -> None:
    """[Kaos K25.5]: at 80 cm the shooter that has moved has no die left."""
    assert failing(duel(80, weapons=[ranged(5, 4, 40)]), flags=MOVED) == ["dice-left"]


@pytest.mark.parametrize(("gap", "fails"), [(0, ["not-in-contact"]), (0.05, ["not-in-contact"]), (0.06, [])])
def test_no_shot_and_no_spell_at_an_adversary_in_base_contact(gap: float, fails: list[str]) -> None:
    """[Kaos K23.11]."""
    assert failing(duel(gap, weapons=[ranged()])) == fails
    assert failing(duel(gap, spells=[spell()]), SPELL) == fails


def test_a_card_may_allow_base_contact() -> None:
    """[Kaos K23.11]."""
    assert failing(duel(0, weapons=[ranged(can_target_contact=True)])) == []
    assert failing(duel(0, spells=[spell(can_target_contact=True)]), SPELL) == []


def test_contact_with_one_enemy_does_not_keep_from_shooting_another() -> None:
    """[Kaos K23.11]: it forbids the target, not the shooter."""
    table = Table(
        {
            "hero": mine(at=(10, 20), weapons=[ranged()]),
            "foe": theirs(at=(30, 20)),
            "near": theirs(at=(10, 22.5)),
        }
    )
    assert failing(table) == []


@pytest.mark.parametrize(("gap", "fails"), [(0, []), (0.05, []), (0.06, ["contact-only"]), (5, ["contact-only"])])
def test_a_spell_of_range_0_is_for_base_contact_only(gap: float, fails: list[str]) -> None:
    """[Kaos K23.12]: the bands of 10 cm cannot extend it."""
    assert failing(duel(gap, spells=[spell(6, 0)]), SPELL) == fails


def test_a_shot_needs_some_part_of_the_body_in_view() -> None:
    """[Kaos K23.6] [Kaos K23.7] [Kaos K23.8]: from the head; a wall of 6 cm hides it, one of 1 cm does not."""
    figures = {"hero": mine(at=(10, 20), weapons=[ranged()]), "foe": theirs(at=(30, 20))}
    assert failing(Table(figures, [box((20, 10), (1, 20), height=6)])) == ["in-view"]
    assert failing(Table(figures, [box((20, 10), (1, 20), height=1)])) == []


def test_bodies_of_figures_block_the_view() -> None:
    """[Ruling R206]: a giant right before the shooter, friend or not; named in the facts."""
    figures = {
        "hero": mine(at=(10, 20), weapons=[ranged()]),
        "giant": mine(at=(15, 20), side=5, body=5, height=7, head=6),
        "foe": theirs(at=(30, 20)),
    }
    found = judged(Table(figures))
    assert [condition.kind for condition in found if not condition.holds] == ["in-view"]
    assert found[-2].facts["blocker"] == "giant"


def test_a_shot_needs_the_target_in_the_attack_angle() -> None:
    """[Kaos K23.6]."""
    assert failing(duel(10, faces=180, weapons=[ranged()])) == ["attack-angle"]


def test_a_card_may_forbid_shots_and_spells() -> None:
    """[Kaos K16.3]: a weapon of melee is not one of them."""
    table = duel(1, weapons=[close(), ranged()], spells=[spell()])
    add_effect(table.state, table["hero"], Op(Forbid, mask_of(("spell",), FORBIDDEN), 0, ALWAYS, ROUND, 0, 7))
    assert failing(table, SPELL) == ["not-forbidden"]
    assert failing(table, answers.WEAPON | 1) == []
    add_effect(table.state, table["hero"], Op(Forbid, mask_of(("shot",), FORBIDDEN), 0, ALWAYS, ROUND, 0, 8))
    assert failing(table, answers.WEAPON | 1) == ["not-forbidden"]
    assert failing(table, SWORD) == []


# -------------------------------------------------------------------------------------------------------------- targets


def test_weapons_are_for_adversaries() -> None:
    """[Kaos K23.6]."""
    table = Table({"hero": mine(at=(10, 20), weapons=[close(), ranged()]), "foe": mine(at=(13, 20))})
    assert failing(table) == ["target-side"]
    assert failing(table, answers.WEAPON | 1) == ["target-side"]


@pytest.mark.parametrize(
    ("targets", "enemy", "friend", "oneself"),
    [(0, True, False, False), (FRIEND, False, True, True), (SELF, False, False, True), (ANY, True, True, True)],
)
def test_a_spell_says_whom_it_is_for(targets: int, enemy: bool, friend: bool, oneself: bool) -> None:
    """[Kaos K23.6] [Kaos K17.7]."""
    table = Table(
        {
            "hero": mine(at=(10, 20), spells=[spell(targets=targets)]),
            "foe": theirs(at=(15, 20)),
            "friend": mine(at=(15, 25)),
        }
    )
    found = [not failing(table, SPELL, table[name]) for name in ("foe", "friend", "hero")]
    assert found == [enemy, friend, oneself]


def test_only_figures_in_play_are_targets() -> None:
    """[Kaos K18.9]: neither those out of action nor any other number."""
    table = duel(0)
    table.state.status[table["foe"]] = OUT
    assert failing(table) == ["target-in-play"]
    assert failing(table, target=77) == ["target-in-play"]
    assert failing(table, target=-1) == ["target-in-play"]


@pytest.mark.parametrize("means", [0, -1, answers.WEAPON | 5, answers.SPELL, answers.SKILL, 1 << 40, 3])
def test_one_fights_with_what_is_on_the_card(means: int) -> None:
    """[Kaos K14.1]: whatever integers are given, an answer comes."""
    assert "means-on-card" in failing(duel(0), means)


def test_a_refusal_tells_what_it_rests_on() -> None:
    """Distances, margins and dice are among the facts, as people write them."""
    found = {condition.kind: condition.facts for condition in judged(duel(3, faces=180))}
    assert found["means-on-card"] == {"attacker": "hero", "means": "sword"}
    assert found["melee-reach"]["distance"] == "3" and found["melee-reach"]["limit"] == "2.5"
    assert found["attack-angle"]["margin"] == "-3"
    shot = {condition.kind: condition.facts for condition in judged(duel(85, weapons=[ranged(5, 4, 40)]))}
    assert shot["dice-left"]["dice"] == 0
    assert shot["dice-left"]["terms"] == {
        "dice": [{"x": 5, "why": "skill", "clause": "K23.9"}, {"x": -5, "why": "range", "clause": "K25.3"}]
    }


def test_conditions_are_judged_for_places_where_nobody_stands_yet() -> None:
    """[Kaos K20.1]: where a plan ends decides, not where the figure stands."""
    table = duel(20)
    state = table.state
    hero, foe = table["hero"], table["foe"]
    near = state.base_at(hero, cm(30), cm(20), 0, 0)
    others = state.others(hero, foe)
    assert may_attack(state, hero, near, SWORD, foe, state.base(foe), others)
    assert not may_attack(state, hero, state.base(hero), SWORD, foe, state.base(foe), others)
