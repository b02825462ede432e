"""Whatever a card may say is carried out as it says it, alone and together with others; what cannot be is refused."""

import pytest

from esquive.core.errors import DocumentError
from esquive.core.waiting import Decision
from esquive.kaos.book.effects import apply_effects
from esquive.kaos.book.modifiers import add_effect, armour_of, dice_bonus, end_of_round, sight_limit
from esquive.kaos.book.reactions import ReactionFrame
from esquive.kaos.book.rolls import ATTACK
from esquive.kaos.book.windows import BEFORE_MOVE, FreeWindowFrame
from esquive.kaos.cards import ops
from esquive.kaos.cards.catalogue import catalogue
from esquive.kaos.cards.library import (
    AS_ACTION,
    AS_REACTION,
    FRIEND,
    IN_FREE_WINDOW,
    NONE,
    PASSIVE,
    SELF,
    UNOPPOSED,
    WILL,
    EventCard,
    ObjectCard,
)
from esquive.kaos.cards.reading import parse_pack
from esquive.kaos.geometry.units import MOST
from esquive.kaos.table import answers
from esquive.kaos.written.documents.positions import from_document, to_document
from esquive.kaos.written.hidden_information import knows_object
from esquive.lab.kaos.invariants import check
from tests.kaos.cards.test_reading import FIGHTER
from tests.kaos.playing import (
    PASS,
    SKILL,
    SPELL,
    SWORD,
    Table,
    box,
    cm,
    intercept,
    mine,
    plan,
    react,
    skill,
    spell,
    theirs,
    use,
)
from tests.kaos.text.cards.test_lint import (
    EVENT,
    HEAL,
    HOLDS,
    OBJECT,
    PUSH,
    SPELL as SPELL_CARD,
    found,
    skill as skill_card,
)

CHANGE_NO_ROLL = {
    "move": "cm = 2, ",
    "half-move": "",
    "immobilise": "",
    "armour": "armour = 2, ",
    "forbid": 'what_not = ["dodge"], ',
    "ignore": 'maluses = ["cover"], ',
}
FREELY = {"en": "Free", "fr": "Gratuit", "it": "Gratuito"}


# ------------------------------------------------------------------------------------------------------ for one tribe


@pytest.mark.parametrize(("tribe", "armour"), [(0, 0), (1, 2)])
def test_a_skill_or_an_object_for_one_tribe_changes_nothing_for_another(tribe: int, armour: int) -> None:
    """[Kaos K32.11] [Kaos K34.1]."""
    bark = ops.Armour(armour=2, whom="thanigiste").at_play("bark")
    knack = skill(timing=PASSIVE, standing=(bark,))
    table = Table({"hero": mine(at=(20, 20), tribe=tribe, skills=[knack])})
    assert armour_of(table.state, table["hero"]) == armour
    charm = ObjectCard("charm", "charm", "", 4, PASSIVE, SELF, -1, 0, (), (bark,))
    table = Table({"hero": mine(at=(20, 20), tribe=tribe)}, objects=[charm], carried=[(0, 0, 0)])
    assert armour_of(table.state, table["hero"]) == armour


@pytest.mark.parametrize(("tribe", "left"), [(0, (2, 0)), (1, (1, 5))])
def test_points_for_one_tribe_are_not_given_for_a_target_of_another(tribe: int, left: tuple[int, int]) -> None:
    """[Kaos K1.4] [Kaos K36.2]."""
    table = Table({"hero": mine(at=(20, 20)), "foe": theirs(at=(30, 20), tribe=tribe)}, destiny=(2, 2))
    card = (ops.Destiny(points=-1, whom="thanigiste"), ops.Points(points=5, whom="thanigiste"))
    apply_effects(table.state, tuple(op.at_play("curse") for op in card), table["hero"], table["foe"], 0, 0)
    assert (table.read("p2", "destiny"), table.read("p2", "points")) == left


def test_a_fog_for_one_tribe_leaves_the_eyes_of_the_others_alone() -> None:
    """[Kaos K23.8] [Kaos K33.15]."""
    fog = EventCard("fog", "fog", "", 1, 1, 1, (), (ops.Sight(cm=15, whom="thanigiste").at_play("fog"),))
    bolt = spell(reach=30, defence=UNOPPOSED, wounds=2)
    figures = {
        "hero": mine(at=(20, 20), spells=[bolt], tribe=0),
        "foe": theirs(at=(45, 20), spells=[bolt], tribe=1),
    }
    cast = {"hero": plan("stay", action="cast", means=SPELL, target=1)}
    cast["foe"] = plan("stay", action="cast", means=SPELL, target=0)
    tables = {name: Table(figures, events=[fog], in_force=[(0, 1)]).turn_of(name) for name in figures}
    assert tables["hero"].why(cast["hero"]) == "" and tables["foe"].why(cast["foe"]) == "in-view"
    assert sight_limit(tables["hero"].state, 0) == MOST


# ------------------------------------------------------------------------------------------------------------ how long


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_a_strong_effect_of_one_round_and_a_weak_one_of_two_are_both_kept(order: tuple[int, int]) -> None:
    """[Ruling R213]: they do not add up, and neither cuts the other one short."""
    both = (
        ops.Armour(armour=3, until="round").at_play("bark"),
        ops.Armour(armour=1, until="next-round").at_play("bark"),
    )
    table = Table({"hero": mine(at=(20, 20))})
    for number in order:
        add_effect(table.state, 0, both[number])
    seen = []
    for _ in range(3):
        seen.append(armour_of(table.state, 0))
        end_of_round(table.state)
    assert seen == [3, 1, 0] and table.state.lasting == []


def test_of_two_maluses_of_one_card_the_next_roll_has_the_greater_and_the_round_the_smaller() -> None:
    """[Ruling R213]."""
    table = Table({"hero": mine(at=(20, 20)), "foe": theirs(at=(22.5, 20), dodge=1)}).turn_of("hero")
    daze = ops.Dice(rolls=("attack",), dice=-2, until="next-roll"), ops.Dice(rolls=("attack",), dice=-1)
    for op in daze:
        add_effect(table.state, 0, op.at_play("daze"))
    table.play(plan("stay", action="strike", means=SWORD, target=1), react("dodge"), dice=["11", "1"])
    assert [effect.op.amount for effect in table.state.lasting] == [-1]


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_a_bonus_and_a_malus_of_one_card_cancel_each_other_out_as_long_as_both_last(order: tuple[int, int]) -> None:
    """[Kaos K16.4]: neither takes the place of the other."""
    frenzy = ops.Dice(rolls=("attack",), dice=2), ops.Dice(rolls=("attack",), dice=-2, until="next-round")
    table = Table({"hero": mine(at=(20, 20))})
    for number in order:
        add_effect(table.state, 0, frenzy[number].at_play("frenzy"))
    assert dice_bonus(table.state, 0, ATTACK) == 0
    end_of_round(table.state)
    assert dice_bonus(table.state, 0, ATTACK) == -2


@pytest.mark.parametrize(("op", "rest"), CHANGE_NO_ROLL.items())
def test_what_changes_no_roll_cannot_last_until_the_next_one(op: str, rest: str) -> None:
    """It would lie there until the end of the round, whatever the card says."""
    text = skill_card('timing = "action"\ndo = [{ ' + f'op = "{op}", {rest}until = "next-round"' + " }]")
    assert parse_pack(text)
    with pytest.raises(DocumentError, match="next-roll"):
        parse_pack(text.replace("next-round", "next-roll"))


# ----------------------------------------------------------------------------------------------------------- forbidden


def test_who_is_kept_from_what_is_free_reacts_with_no_free_skill() -> None:
    """[Kaos K20.12] [Kaos K35.1]."""
    bark = skill(timing=AS_REACTION, is_free=True, targets=SELF, effects=(ops.Armour(armour=2).at_play("bark"),))
    for hushed in (False, True):
        table = Table({"hero": mine(at=(20, 20)), "foe": theirs(at=(22.5, 20), skills=[bark])}, active="hero")
        if hushed:
            add_effect(table.state, 1, ops.Forbid(what_not=("free",)).at_play("hush"))
        base = table.state.base(0)
        table.start(ReactionFrame(0, SWORD, 1, base.x, base.y, base.z, base.facing))
        assert table.why(react("skill", SKILL)) == ("kept-from" if hushed else "")


def test_an_attacker_kept_from_acting_by_a_reaction_does_not_strike() -> None:
    """[Kaos K20.12]: the skill comes before the blow, which is lost."""
    gaze = skill(timing=AS_REACTION, effects=(ops.Forbid(what_not=("action",)).at_play("gaze"),))
    table = Table({"hero": mine(at=(20, 20)), "foe": theirs(at=(22.5, 20), skills=[gaze])}).turn_of("hero")
    table.play(plan("stay", action="strike", means=SWORD, target=1), react("skill", SKILL))
    assert table.read("foe", "wounds") == 0 and table.facts("missed") and table.read("hero", "acted") == 1


def test_an_interceptor_kept_from_intercepting_by_a_reaction_does_not_strike() -> None:
    """[Kaos K20.12] [Kaos K31.2]."""
    gaze = skill(timing=AS_REACTION, is_free=True, effects=(ops.Forbid(what_not=("interception",)).at_play("gaze"),))
    table = Table({"hero": mine(at=(20, 20), skills=[gaze]), "foe": theirs(at=(22.5, 20))}).turn_of("hero")
    table.play(plan("walk", (20, 28)), intercept(1, SWORD, 0), react("skill", SKILL))
    assert table.read("hero", "wounds") == 0 and table.facts("missed")
    assert table.place("hero") == (20, 28, 0)


def test_a_free_spell_forbidden_by_a_reaction_is_lost() -> None:
    """[Kaos K20.12] [Kaos K35.1]."""
    gaze = skill(timing=AS_REACTION, is_free=True, effects=(ops.Forbid(what_not=("free",)).at_play("gaze"),))
    bolt = spell(4, 30, WILL, is_free=True, wounds=3)
    figures = {"hero": mine(at=(20, 20), spells=[bolt]), "foe": theirs(at=(28, 20), skills=[gaze])}
    table = Table(figures, active="hero").start(FreeWindowFrame(BEFORE_MOVE, 0))
    table.play(use(0, SPELL, 1), react("skill", SKILL))
    assert table.read("foe", "wounds") == 0 and table.asks == "rest"


# ----------------------------------------------------------------------------------------------- another turn, a place


@pytest.mark.parametrize(("target", "played", "kind"), [(0, 0, "turn-to-come"), (1, 0, "turn-to-come"), (1, 1, "")])
def test_a_spell_gives_another_turn_to_who_has_played_and_never_to_its_caster(
    target: int, played: int, kind: str
) -> None:
    """[Kaos K7.3]: else one caster would play without end."""
    order = spell(4, 30, UNOPPOSED, targets=FRIEND, effects=(ops.ExtraAction().at_play("order"),))
    figures = {"hero": mine(at=(20, 20), spells=[order]), "pal": mine(at=(26, 20), activated=played, acted=played)}
    table = Table(figures | {"foe": theirs(at=(60, 60))}).turn_of("hero")
    assert table.why(plan("stay", action="cast", means=SPELL, target=target)) == kind
    if not kind:
        table.play(plan("stay", action="cast", means=SPELL, target=target), dice=["41111"])
        assert [table.read("pal", column) for column in ("activated", "acted")] == [0, 0]


def test_another_turn_given_to_the_figure_activated_changes_nothing() -> None:
    """[Kaos K7.3]: by a spell that answers its own, for example."""
    table = Table({"hero": mine(at=(20, 20), acted=1), "foe": theirs(at=(30, 20))}, active="hero")
    apply_effects(table.state, (ops.ExtraAction().at_play("order"),), table["foe"], table["hero"], 0, 0)
    assert [table.read("hero", column) for column in ("activated", "acted")] == [1, 1]


def test_who_is_hemmed_in_is_still_asked_whether_to_be_put_down_elsewhere() -> None:
    """[Kaos K35.3]: the places that are proposed are only some of those there are."""
    leap = skill(timing=IN_FREE_WINDOW, is_free=True, targets=SELF, effects=(ops.Place(cm=8).at_play("leap"),))
    yard = [box((10, 10), (30, 7)), box((10, 23), (30, 7)), box((10, 17), (7, 6)), box((23, 17), (20, 6))]
    figures = {"hero": mine(at=(19, 20), skills=[leap]), "foe": theirs(at=(60, 60))}
    table = Table(figures, yard, active="hero").start(FreeWindowFrame(BEFORE_MOVE, 0))
    waiting = table.waiting
    assert table.asks == "free-before-move" and isinstance(waiting, Decision) and waiting.candidates(9) == [PASS]
    table.play(use(0, SKILL, 0, cm(21), cm(20)))
    assert table.place("hero") == (21, 20, 0) and table.asks == "rest"


# ------------------------------------------------------------------------------------------------------------- objects


def test_an_object_without_end_of_uses_is_known_to_both_once_it_has_been_used() -> None:
    """[Kaos K32.9] [Kaos K32.11] [Ruling R217]."""
    horn = ObjectCard("horn", "horn", "", 4, AS_ACTION, SELF, -1, 0, (ops.Heal(wounds=1).at_play("horn"),), ())
    table = Table({"hero": mine(at=(20, 20), wounds=3)}, objects=[horn], object_pile=[0], carried=[(0, 0, 0)])
    for left in (2, 1):
        assert knows_object(table.state, table.state.carried[0], 1) == (left < 2)
        table.turn_of("hero").play(plan("stay", action="use", means=answers.OBJECT, target=0))
        assert table.read("hero", "wounds") == left and check(table.state) == []
    assert to_document(table.state, 1)["carried"] == [{"figure": "hero", "object": "horn", "uses": NONE}]


def test_a_position_says_that_an_object_without_end_of_uses_has_been_used() -> None:
    """[Ruling R217]."""
    document = {
        "object": [{"id": "horn", "uses": 0, "do": [{"op": "heal", "wounds": 1}]}],
        "decks": {"objects": ["horn"]},
        "figure": [{"id": "hero", "profile": "mel-ysaure", "owner": "p1", "x": 20, "y": 20, "facing": 0}],
        "carried": [{"figure": "hero", "object": "horn", "uses": NONE}],
    }
    state = from_document(document)
    assert state.carried == [(0, 0, NONE)] and from_document(to_document(state)).carried == state.carried


def test_an_object_and_an_event_do_not_have_the_same_id() -> None:
    """[Ruling R213]: effects of one card do not add up, those of two cards do."""
    text = OBJECT.format('timing = "passive"\n' + HOLDS) + EVENT.format(HOLDS)
    assert found(text) == [] and found(text.replace('"flask"', '"storm"')) == ["KO104"]


# ---------------------------------------------------------------------------------------------------------- the linter


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("KO106", skill_card('timing = "passive"\nwhile = [{ op = "sight", cm = 20 }]')),
        ("KO106", skill_card('timing = "reaction"\ntargets = "friend"\n' + HEAL)),
        ("KO106", skill_card('timing = "action"\n' + PUSH)),
        ("KO108", FIGHTER + SPELL_CARD + 'targets = "self"\n' + PUSH),
        ("KO201", OBJECT.format('timing = "action"\n' + PUSH)),
        ("KO203", EVENT.format('do = [{ op = "extra-action" }]')),
    ],
)
def test_a_card_that_could_never_do_what_it_says_is_found(code: str, text: str) -> None:
    """[Kaos K18.6] [Kaos K33.15] [Kaos K34.1]."""
    assert set(found(text)) - {"KO109"} == {code}


# -------------------------------------------------------------------------------------------------------- the catalogue


@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_the_text_of_a_card_says_that_it_is_free_exactly_when_it_is(language: str) -> None:
    """[Kaos K34.2] [Kaos K35.1]: what no card calls free is an action."""
    told = {}
    for fighter in catalogue().fighters.values():
        for one in (*fighter.spell, *fighter.skill):
            if one in fighter.spell or getattr(one, "timing", "") != "passive":
                told[f"{fighter.id} {one.id}"] = (one.free, one.text[language])
    for card in catalogue().objects.values():
        told[card.id] = (card.timing == "any_free_window", card.text[language])
    assert [name for name, (is_free, text) in told.items() if text.startswith(FREELY[language]) != is_free] == []
