"""What cards change for a figure: dice, moves, armour, and what is forbidden."""

import pytest

from esquive.kaos.book import rolls
from esquive.kaos.book.modifiers import (
    add_effect,
    after_roll,
    armour_of,
    dice_bonus,
    end_of_round,
    ignores,
    is_forbidden,
    is_immobilised,
    modifiers_of,
    move_of,
    needed_of,
    rolls_failures_again,
    sight_limit,
)
from esquive.kaos.book.rolls import ContestFrame
from esquive.kaos.cards import ops
from esquive.kaos.cards.library import PASSIVE, EventCard, ObjectCard, Skill
from esquive.kaos.geometry.units import MOST
from esquive.kaos.written.documents.facts import read_path
from tests.kaos.playing import SECOND, SWORD, Table, close, cm, mine, ranged, skill, theirs

VEIL = ops.Dice(dice=-1)
HERO = 0


def passive(*holds: ops.Base, card: str = "knack") -> Skill:
    """A skill that is always on."""
    return skill(timing=PASSIVE, standing=tuple(op.at_play(card) for op in holds))


def carried(*holds: ops.Base) -> ObjectCard:
    """An object whose bearer has something as long as it carries it."""
    return ObjectCard("charm", "charm", "", 4, PASSIVE, 2, -1, 0, (), tuple(op.at_play("charm") for op in holds))


def event(*holds: ops.Base, rounds: int = 1) -> EventCard:
    """An event that changes something for everybody while it lasts."""
    return EventCard("storm", "storm", "", 1, 1, rounds, (), tuple(op.at_play("storm") for op in holds))


def hero(*skills: Skill, **keys: int) -> Table:
    """A hero with some skills, alone with a foe."""
    return Table({"hero": mine(at=(20, 20), skills=skills, **keys), "foe": theirs(at=(30, 20))})


def under(op: ops.Base, *cards: str) -> Table:
    """A hero on whom the same effect of some cards lies."""
    table = hero()
    for card in cards:
        add_effect(table.state, HERO, op.at_play(card))
    return table


def test_nothing_lies_on_a_figure_without_cards() -> None:
    table = hero()
    assert modifiers_of(table.state, HERO) == [] and dice_bonus(table.state, HERO, rolls.ATTACK) == 0
    assert move_of(table.state, HERO) == cm(10) and needed_of(table.state, HERO, rolls.ATTACK) == 4


# ---------------------------------------------------------------------------------------------------------------- dice


def test_bonuses_and_maluses_of_different_cards_add_up() -> None:
    """[Kaos K16.1] [Kaos K16.2] [Kaos K16.3] [Kaos K16.4]."""
    table = hero(passive(ops.Dice(rolls=("attack",), dice=2)))
    add_effect(table.state, HERO, VEIL.at_play("veil"))
    assert dice_bonus(table.state, HERO, rolls.ATTACK) == 1
    assert dice_bonus(table.state, HERO, rolls.RIPOSTE) == 1
    assert dice_bonus(table.state, HERO, rolls.DODGE) == -1
    assert dice_bonus(table.state, table["foe"], rolls.ATTACK) == 0


def test_effects_of_the_same_kind_and_card_do_not_add_up() -> None:
    """[Ruling R213]."""
    assert dice_bonus(under(VEIL, "veil", "veil").state, HERO, rolls.DODGE) == -1
    assert dice_bonus(under(VEIL, "veil", "other").state, HERO, rolls.DODGE) == -2
    charm = carried(ops.Armour(armour=1))
    table = Table({"hero": mine(at=(20, 20))}, objects=[charm], carried=[(0, 0, 0), (0, 0, 0)])
    assert armour_of(table.state, HERO) == 1


def test_the_same_effect_again_lies_on_a_figure_only_once() -> None:
    """[Ruling R213]: nothing is added, and nothing told."""
    table = under(ops.Move(cm=2, until="next-round"), "soles", "soles")
    add_effect(table.state, HERO, ops.Move(cm=1, until="round").at_play("soles"))
    assert [effect.figure for effect in table.state.lasting] == [HERO]
    assert move_of(table.state, HERO) == cm(12)
    add_effect(table.state, HERO, ops.Move(cm=3, until="round").at_play("soles"))
    assert move_of(table.state, HERO) == cm(13) and len(table.state.lasting) == 2
    end_of_round(table.state)
    assert move_of(table.state, HERO) == cm(12)


def test_the_end_of_an_effect_is_told_and_that_of_one_that_goes_on_is_not() -> None:
    """[Kaos K24.2]: each with what it did."""
    table = under(ops.Move(cm=2, until="round"), "soles")
    for op, card in ((ops.Move(cm=3, until="next-round"), "wind"), (ops.Armour(armour=1, until="game"), "charm")):
        add_effect(table.state, HERO, op.at_play(card))
    end_of_round(table.state)
    assert [(fact["figure"], fact["x"]) for fact in table.facts("effect-ends")] == [("hero", cm(2))]
    end_of_round(table.state)
    assert [fact["x"] for fact in table.facts("effect-ends")] == [cm(2), cm(3)]
    assert armour_of(table.state, HERO) == 1 and len(table.state.lasting) == 1


def test_the_longer_of_two_equal_effects_stays() -> None:
    """[Ruling R213]."""
    table = under(ops.Dice(dice=-1, until="next-roll"), "veil")
    add_effect(table.state, HERO, ops.Dice(dice=-1, until="next-round").at_play("veil"))
    add_effect(table.state, HERO, ops.Dice(dice=-1, until="round").at_play("veil"))
    end_of_round(table.state)
    assert dice_bonus(table.state, HERO, rolls.DODGE) == -1 and len(table.state.lasting) == 1


@pytest.mark.parametrize(
    ("when", "means", "is_back", "wounds", "bonus"),
    [
        ("always", SWORD, False, 0, 1),
        ("in-the-back", SWORD, False, 0, 0),
        ("in-the-back", SWORD, True, 0, 1),
        ("with-melee", SWORD, False, 0, 1),
        ("with-melee", SECOND, False, 0, 0),
        ("with-ranged", SWORD, False, 0, 0),
        ("with-ranged", SECOND, False, 0, 1),
        ("with-ranged", 0, False, 0, 0),
        ("badly-hurt", SWORD, False, 9, 0),
        ("badly-hurt", SWORD, False, 10, 1),
    ],
)
def test_a_bonus_applies_under_its_circumstances_only(
    when: ops.Circumstance, means: int, is_back: bool, wounds: int, bonus: int
) -> None:
    """[Kaos K16.3]."""
    table = hero(passive(ops.Dice(rolls=("attack",), dice=1, when=when)), weapons=(close(), ranged()), wounds=wounds)
    assert dice_bonus(table.state, HERO, rolls.ATTACK, means=means, is_back=is_back) == bonus


def test_an_effect_for_the_next_roll_ends_with_it() -> None:
    """[Kaos K16.3]: a roll of another kind leaves it be."""
    table = under(ops.Dice(rolls=("dodge",), dice=-1, until="next-roll"), "powder")
    after_roll(table.state, HERO, rolls.ATTACK)
    assert dice_bonus(table.state, HERO, rolls.DODGE) == -1
    after_roll(table.state, table["foe"], rolls.DODGE)
    assert dice_bonus(table.state, HERO, rolls.DODGE) == -1
    after_roll(table.state, HERO, rolls.DODGE)
    assert table.state.lasting == [] and len(table.facts("effect-ends")) == 1


def test_a_contest_uses_up_what_was_meant_for_the_next_roll() -> None:
    table = under(ops.Dice(rolls=("skill",), dice=1, until="next-roll"), "powder")
    table.start(ContestFrame(rolls.SKILL, 0, HERO, 2)).play(dice=["41"])
    assert table.state.lasting == []


# --------------------------------------------------------------------------------------------------- values and rerolls


def test_a_card_may_ask_for_another_value_than_four() -> None:
    """[Kaos K17.8]: of several the hardest."""
    table = under(ops.Needed(rolls=("dodge",), value=5), "flags")
    assert needed_of(table.state, HERO, rolls.DODGE) == 5 and needed_of(table.state, HERO, rolls.ATTACK) == 4
    add_effect(table.state, HERO, ops.Needed(rolls=("dodge",), value=3).at_play("luck"))
    assert needed_of(table.state, HERO, rolls.DODGE) == 5
    table.start(ContestFrame(rolls.DODGE, 0, HERO, 3)).play(dice=["455"])
    assert table.state.successes_a == 2


def test_a_card_may_let_a_figure_roll_its_failures_again() -> None:
    """[Kaos K18.6] [Kaos K36.4]: successes are kept."""
    table = under(ops.Reroll(rolls=("attack",)), "drill")
    assert rolls_failures_again(table.state, HERO, rolls.ATTACK)
    assert not rolls_failures_again(table.state, HERO, rolls.DODGE)
    table.start(ContestFrame(rolls.ATTACK, 0, HERO, 3)).play(dice=["411", "41"])
    assert table.state.successes_a == 2 and table.state.lasting == []


# -------------------------------------------------------------------------------------------------- moves and armour


@pytest.mark.parametrize(("holds", "move"), [((2,), 12), ((-2,), 8), ((-8,), 3), ((-10,), 3), ((2, -1), 11)])
def test_a_move_is_longer_or_shorter_but_never_below_three_centimetres(holds: tuple[float, ...], move: float) -> None:
    """[Kaos K10.13]."""
    table = hero(*(passive(ops.Move(cm=change), card=str(change)) for change in holds))
    assert move_of(table.state, HERO) == cm(move)


@pytest.mark.parametrize(("printed", "move"), [(11, 5.5), (6, 3), (5, 3)])
def test_heavy_going_halves_a_move(printed: int, move: float) -> None:
    """[Kaos K10.13] [Kaos K11.8]."""
    table = Table({"hero": mine(at=(20, 20), move=printed)}, events=[event(ops.HalfMove())], in_force=[(0, 1)])
    assert move_of(table.state, HERO) == cm(move)


def test_who_is_held_fast_cannot_move_even_three_centimetres() -> None:
    """[Kaos K10.14]."""
    table = under(ops.Immobilise(), "net")
    assert move_of(table.state, HERO) == 0 and is_immobilised(table.state, HERO)
    assert is_forbidden(table.state, HERO, "move") and not is_immobilised(table.state, table["foe"])


def test_armour_is_changed_by_cards_and_never_below_nothing() -> None:
    """[Kaos K18.3] [Kaos K18.6]."""
    table = hero(passive(ops.Armour(armour=1)), armour=1)
    assert armour_of(table.state, HERO) == 2
    add_effect(table.state, HERO, ops.Armour(armour=-4).at_play("rust"))
    assert armour_of(table.state, HERO) == 0


# ------------------------------------------------------------------------------------------ forbidden, ignored, unseen


def test_only_what_is_named_is_forbidden() -> None:
    """[Kaos K16.3] [Kaos K8.9]."""
    table = under(ops.Forbid(what_not=("riposte", "will")), "echo")
    assert is_forbidden(table.state, HERO, "riposte") and is_forbidden(table.state, HERO, "will")
    assert not is_forbidden(table.state, HERO, "dodge") and not is_forbidden(table.state, table["foe"], "will")


def test_who_cannot_act_cannot_intercept_either() -> None:
    """[Kaos K31.2]."""
    table = under(ops.Forbid(what_not=("action",)), "stun")
    assert is_forbidden(table.state, HERO, "interception")
    table = under(ops.Forbid(what_not=("interception",)), "truce")
    assert is_forbidden(table.state, HERO, "interception") and not is_forbidden(table.state, HERO, "action")


def test_only_the_maluses_named_are_ignored() -> None:
    """[Kaos K16.3]."""
    table = hero(passive(ops.Ignore(maluses=("cover", "dodges"))))
    assert ignores(table.state, HERO, "cover") and ignores(table.state, HERO, "dodges")
    assert not ignores(table.state, HERO, "back")


def test_an_event_limits_how_far_anybody_sees() -> None:
    """[Kaos K23.8] [Kaos K33.15]."""
    table = Table({"hero": mine(at=(20, 20))}, events=[event(ops.Sight(cm=15))])
    assert sight_limit(table.state, HERO) == MOST
    table.state.in_force = [(0, 1)]
    assert sight_limit(table.state, HERO) == cm(15)


def test_a_fact_of_sight_knows_the_events_that_shorten_it() -> None:
    """Exactly at the limit and a hair beyond it [Kaos K23.8] [Kaos K33.15]."""
    foes = {"near": theirs(at=(37.5, 20)), "far": theirs(at=(20, 37.6))}
    table = Table({"hero": mine(at=(20, 20)), **foes}, events=[event(ops.Sight(cm=15))])
    assert [read_path(table.state, f"sight.hero.{foe}") for foe in foes] == ["clear", "clear"]
    table.state.in_force = [(0, 1)]
    assert [read_path(table.state, f"sight.hero.{foe}") for foe in foes] == ["clear", "none"]


# ----------------------------------------------------------------------------------------------------------- how long


@pytest.mark.parametrize(("until", "rounds"), [("next-roll", 1), ("round", 1), ("next-round", 2), ("game", 99)])
def test_effects_end_when_they_say(until: ops.Until, rounds: int) -> None:
    """[Kaos K7.4] [Ruling R213]."""
    table = under(ops.Dice(dice=1, until=until), "bark")
    for _ in range(min(rounds, 4) - 1):
        end_of_round(table.state)
    assert dice_bonus(table.state, HERO, rolls.DODGE) == 1
    end_of_round(table.state)
    assert dice_bonus(table.state, HERO, rolls.DODGE) == (1 if rounds == 99 else 0)


def test_effects_on_who_is_gone_are_forgotten() -> None:
    table = under(ops.Armour(armour=1, until="game"), "bark")
    table.state.status[HERO] = 2
    end_of_round(table.state)
    assert table.state.lasting == []


def test_events_in_force_change_things_for_their_tribe_only() -> None:
    """[Kaos K33.15]."""
    storm = event(ops.Armour(armour=1, whom="thanigiste"))
    figures = {"hero": mine(at=(20, 20), tribe=1), "foe": theirs(at=(30, 20), tribe=2)}
    table = Table(figures, events=[storm], in_force=[(0, 1)])
    assert [armour_of(table.state, figure) for figure in (0, 1)] == [1, 0]


def test_an_object_changes_things_for_its_bearer_only() -> None:
    """[Kaos K32.11]."""
    charm = carried(ops.Move(cm=2))
    table = Table({"hero": mine(at=(20, 20)), "friend": mine(at=(30, 20))}, objects=[charm], carried=[(0, 0, 0)])
    assert [move_of(table.state, figure) for figure in (0, 1)] == [cm(12), cm(10)]


def test_of_two_equal_effects_the_stronger_counts() -> None:
    """[Ruling R213]."""
    weak, strong = ops.Armour(armour=1).at_play("charm"), ops.Armour(armour=3).at_play("charm")
    table = Table({"hero": mine(at=(20, 20))}, objects=[carried(ops.Armour(armour=1))], carried=[(0, 0, 0)])
    add_effect(table.state, HERO, strong)
    assert armour_of(table.state, HERO) == 3
    table = Table({"hero": mine(at=(20, 20))}, objects=[carried(ops.Armour(armour=3))], carried=[(0, 0, 0)])
    add_effect(table.state, HERO, weak)
    assert armour_of(table.state, HERO) == 3


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_of_two_limits_of_sight_the_shorter_counts(order: tuple[int, int]) -> None:
    """[Kaos K33.15]."""
    table = Table({"hero": mine(at=(20, 20))}, events=[event(ops.Sight(cm=15)), event(ops.Sight(cm=25))])
    table.state.in_force = [(number, 1) for number in order]
    assert sight_limit(table.state, HERO) == cm(15)


def test_one_card_may_change_several_things() -> None:
    """[Ruling R213]: different kinds, rolls and circumstances are different effects."""
    holds = (
        ops.Dice(rolls=("attack",), dice=1),
        ops.Dice(rolls=("attack",), dice=1, when="in-the-back"),
        ops.Dice(rolls=("dodge",), dice=1),
        ops.Armour(armour=1),
        ops.Move(cm=1),
    )
    table = Table({"hero": mine(at=(20, 20))}, objects=[carried(*holds)], carried=[(0, 0, 0)])
    assert dice_bonus(table.state, HERO, rolls.ATTACK, is_back=True) == 2
    assert dice_bonus(table.state, HERO, rolls.DODGE) == 1
    assert (armour_of(table.state, HERO), move_of(table.state, HERO)) == (1, cm(11))
