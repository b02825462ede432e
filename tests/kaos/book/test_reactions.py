"""What the defender may attempt in reaction, and what it may not."""

from typing import Any

import pytest

from esquive.core.waiting import Decision
from esquive.kaos.book.defences import attack_now, reactions_to, riposte_dice
from esquive.kaos.book.means import CROSSING, FREE, GIVES_UP, INTERCEPTION, RIPOSTE
from esquive.kaos.book.modifiers import add_effect
from esquive.kaos.book.reactions import ReactionFrame
from esquive.kaos.cards.library import AS_REACTION, DODGE_OR_SHIELD, FRIEND, LIFE_GAUGE, UNOPPOSED, WILL
from esquive.kaos.cards.op_codes import ALWAYS, FORBIDDEN, ROUND, Op, mask_of
from esquive.kaos.cards.ops import Forbid, Immobilise
from esquive.kaos.table import answers
from esquive.kaos.table.state import NONE
from tests.kaos.playing import (
    SECOND,
    SKILL,
    SPELL,
    SWORD,
    Table,
    close,
    cm,
    long,
    mine,
    ranged,
    react,
    skill,
    spell,
    theirs,
)

NAMES = answers.REACTION_NAMES


def attacked(
    table: Table, means: int = SWORD, flags: int = 0, at: tuple[float, float] | None = None, faces: float = 0
) -> Table:
    """The hero attacks the foe, from where it stands or from a place it will move to."""
    base = table.state.base(table["hero"])
    x, y = (base.x, base.y) if at is None else (cm(at[0]), cm(at[1]))
    facing = base.facing if at is None else int(faces * 1000)
    return table.start(ReactionFrame(table["hero"], means, table["foe"], x, y, base.z, facing, flags))


def offered(table: Table) -> list[str]:
    """The reactions offered, each once, in order; every one must be legal, every other one refused."""
    waiting = table.waiting
    assert isinstance(waiting, Decision)
    if waiting.kind == "rest":
        return [NAMES[table.state.reaction]]
    options = waiting.options()
    every_means = [0, SWORD, SECOND, SPELL, SPELL + 1, SKILL, SKILL + 1, 77]
    for reaction in range(len(NAMES) + 1):
        for means in every_means:
            answer = answers.pack(answers.REACT, [reaction, means])
            assert (waiting.refusal(answer) is None) == (answer in options), (reaction, means)
    found = [NAMES[answers.fields_of(option)[0]] for option in options]
    return list(dict.fromkeys(found))


def ripostes(table: Table) -> list[int]:
    """The means of the ripostes offered."""
    waiting = table.waiting
    assert isinstance(waiting, Decision)
    fields = [answers.fields_of(option) for option in waiting.options()]
    return [means for reaction, means in fields if reaction == answers.RIPOSTE]


def duel(gap: float = 0, hero: dict[str, Any] | None = None, faces: float = 180, **foe: Any) -> Table:
    """Two figures face to face, the foe with what is given."""
    return Table({"hero": mine(at=(20, 20), **(hero or {})), "foe": theirs(at=(22.5 + gap, 20), faces=faces, **foe)})


def refusals(table: Table, answer: int) -> list[str]:
    """The kinds of the conditions that fail."""
    return [condition.kind for condition in table.conditions(answer) if not condition.holds]


# ---------------------------------------------------------------------------------------------------------- the options


def test_the_defender_chooses_among_its_options() -> None:
    """[Kaos K20.9] [Kaos K20.10] [Kaos K20.11] [Kaos K27.1]: nothing is one of them."""
    table = attacked(duel())
    assert isinstance(table.waiting, Decision) and (table.asks, table.waiting.seat) == ("react", 1)
    assert offered(table) == ["none", "dodge", "riposte", "flee"]


def test_reactions_are_looked_for_no_further_than_asked() -> None:
    """[Kaos K20.9]: two make a choice, and the first ones are those of the whole list."""
    table = duel()
    attack = attack_now(table.state, table["hero"], SWORD, table["foe"], 0)
    every = reactions_to(table.state, attack)
    assert len(every) > 2
    assert reactions_to(table.state, attack, 2) == every[:2]


def test_the_choice_is_handed_over_and_announced() -> None:
    """[Kaos K20.9]."""
    table = attacked(duel()).play(react("riposte", SWORD))
    assert (table.state.reaction, table.state.reaction_means) == (answers.RIPOSTE, SWORD)
    assert table.facts("reaction") == [{"figure": "foe", "reaction": "riposte", "means": SWORD}]


def test_a_figure_that_has_played_may_only_dodge() -> None:
    """[Kaos K20.10] [Kaos K21.15] [Kaos K29.1] [Ruling R232]: riposte, shield and flight need its activation."""
    table = attacked(duel(activated=1, shield=3))
    assert offered(table) == ["none", "dodge"]
    assert refusals(table, react("riposte", SWORD)) == ["action-left"]
    assert refusals(table, react("shield")) == ["action-left"]
    assert refusals(table, react("flee")) == ["unactivated"]


def test_a_fleeing_figure_carries_out_no_action() -> None:
    """[Kaos K27.3]."""
    table = attacked(duel(fleeing=1, shield=3))
    assert offered(table) == ["none", "dodge", "flee"]
    assert [found.clauses for found in table.conditions(react("shield")) if not found.holds] == [("K27.3",)]


def test_a_figure_kept_from_acting_by_a_card_is_told_so() -> None:
    """[Kaos K16.3]: it has not played, but a card forbids it to act."""
    table = duel(shield=3)
    add_effect(table.state, table["foe"], Op(Forbid, mask_of(("action",), FORBIDDEN), 0, ALWAYS, ROUND, 0, 7))
    found = [condition for condition in attacked(table).conditions(react("shield")) if not condition.holds]
    assert [condition.clauses for condition in found] == [("K16.3",)]


def test_a_shield_may_be_used_instead_of_a_weapon() -> None:
    """[Kaos K21.10] [Kaos K21.13] [Kaos K23.13]: against strikes and shots."""
    assert "shield" in offered(attacked(duel(shield=3)))
    assert "shield" in offered(attacked(duel(10, {"weapons": [ranged()]}, shield=3)))
    assert refusals(attacked(duel()), react("shield")) == ["has-shield"]
    assert refusals(attacked(duel(shield=0)), react("shield")) == ["has-shield"]


@pytest.mark.parametrize("what", ["riposte", "dodge", "shield"])
def test_a_card_may_forbid_a_reaction(what: str) -> None:
    """[Kaos K16.3]: that one and no other."""
    table = duel(shield=3)
    add_effect(table.state, table["foe"], Op(Forbid, mask_of((what,), FORBIDDEN), 0, ALWAYS, ROUND, 0, 7))
    every = ["none", "dodge", "riposte", "shield", "flee"]
    assert offered(attacked(table)) == [name for name in every if name != what]


def test_who_may_not_act_may_still_dodge_and_flee() -> None:
    """[Kaos K29.3] [Kaos K17.2]: a riposte is an action, a dodge is none."""
    table = duel(shield=3)
    add_effect(table.state, table["foe"], Op(Forbid, mask_of(("action",), FORBIDDEN), 0, ALWAYS, ROUND, 0, 7))
    assert offered(attacked(table)) == ["none", "dodge", "flee"]


def test_who_is_held_fast_does_not_flee() -> None:
    """[Kaos K10.14]."""
    table = duel()
    add_effect(table.state, table["foe"], Op(Immobilise, 0, 0, ALWAYS, ROUND, 0, 7))
    assert refusals(attacked(table), react("flee")) == ["can-move"]


def test_nobody_flees_from_a_free_spell() -> None:
    """[Kaos K27.1] [Kaos K35.3]: nobody arrives; the other reactions are the same."""
    table = duel(10, {"spells": [spell(5, 30, is_free=True)]}, shield=3)
    assert offered(attacked(table, SPELL, flags=FREE)) == ["dodge", "shield", "submit"]
    assert refusals(table, react("flee")) == ["flees-an-attack"]


# ------------------------------------------------------------------------------------------------------------- the back


def test_against_an_attack_in_the_back_there_is_only_a_dodge() -> None:
    """[Kaos K19.5] [Kaos K19.6] [Kaos K30.1] [Kaos K30.2]."""
    table = attacked(duel(faces=0, shield=3))
    assert offered(table) == ["none", "dodge"]
    assert refusals(table, react("riposte", SWORD)) == ["not-in-the-back", "attack-angle"]
    assert refusals(table, react("shield")) == ["not-in-the-back"]
    assert refusals(table, react("flee")) == ["not-in-the-back"]


def test_the_back_is_judged_from_where_the_attacker_will_strike() -> None:
    """[Kaos K19.6]: it stands before its target, and will strike from behind."""
    table = Table({"hero": mine(at=(15, 20)), "foe": theirs(at=(22.5, 20), shield=3)})
    assert offered(attacked(table, at=(25, 20), faces=180)) == ["none", "dodge"]
    other = Table({"hero": mine(at=(15, 20)), "foe": theirs(at=(22.5, 20), shield=3)})
    assert offered(attacked(other, at=(20, 20))) == ["none", "dodge", "riposte", "shield", "flee"]


def test_will_and_life_gauge_are_rolled_against_spells_from_behind() -> None:
    """[Kaos K30.1] [Kaos K23.14]."""
    table = duel(10, {"spells": [spell(5, 30, WILL)]}, faces=0)
    assert offered(attacked(table, SPELL)) == ["submit", "resist"]


# ------------------------------------------------------------------------------------------------------------- ripostes


def test_a_riposte_needs_the_attacker_within_reach() -> None:
    """[Kaos K20.10] [Kaos K21.3]: at the strike, not where it stands now."""
    assert ripostes(attacked(duel(0, weapons=[close(), long()]))) == [SWORD, SECOND]
    far = attacked(duel(10, {"weapons": [ranged()]}))
    assert refusals(far, react("riposte", SWORD)) == ["melee-reach"]
    assert ripostes(attacked(duel(20), at=(20, 20), faces=0)) == []
    table = Table({"hero": mine(at=(10, 20)), "foe": theirs(at=(30, 20))})
    assert ripostes(attacked(table, at=(27.5, 20))) == [SWORD]


def test_a_strike_that_was_dodged_is_not_riposted_later() -> None:
    """[Kaos K29.10] [Ruling R237]: who has dodged this adversary in melee may not strike it back this round."""
    table = duel(1, weapons=[close(), ranged()])
    table.state.dodged[table["foe"]] = 1 << table["hero"]
    attacked(table)
    assert ripostes(table) == [SECOND]
    assert refusals(table, react("riposte", SWORD)) == ["not-dodged"]


def test_a_ranged_riposte_is_made_before_the_attacker_arrives() -> None:
    """[Kaos K20.10]: at 20 cm, though the attacker will be in contact."""
    table = Table({"hero": mine(at=(10, 20)), "foe": theirs(at=(32.5, 20), weapons=[ranged(5, 4, 10)])})
    attack = attack_now(table.state, table["hero"], SWORD, table["foe"], 0)
    assert riposte_dice(table.state, attack, SWORD) == 5 - 1
    assert ripostes(attacked(table, at=(30, 20))) == [SWORD]


def test_a_ranged_riposte_may_wait_for_an_attacker_it_does_not_see_yet() -> None:
    """[Kaos K20.10]: once the attacker has ended its move, unless it is in contact then."""
    table = Table({"hero": mine(at=(40, 20)), "foe": theirs(at=(20, 20), weapons=[ranged()])})
    attack = attack_now(table.state, table["hero"], SWORD, table["foe"], 0)
    assert riposte_dice(table.state, attack, SWORD) == NONE
    assert ripostes(attacked(table, at=(17, 20), faces=0)) == [SWORD]


def test_a_riposte_that_waits_is_at_a_target_that_has_moved() -> None:
    """[Kaos K25.5] [Kaos K25.6] [Kaos K20.10]: its only die is gone, one of two is left."""
    for dice, fails in ((1, ["dice-left"]), (2, [])):
        table = Table({"hero": mine(at=(40, 20)), "foe": theirs(at=(20, 20), weapons=[ranged(dice)])})
        assert refusals(attacked(table, at=(3, 20), faces=0), react("riposte", SWORD)) == fails


def test_melee_ripostes_are_never_fixed_before() -> None:
    """[Kaos K20.10] [Ruling R233]."""
    table = duel()
    assert riposte_dice(table.state, attack_now(table.state, table["hero"], SWORD, table["foe"], 0), SWORD) == NONE


def test_a_shot_is_answered_with_a_shot_or_a_spell_or_struck_back_when_near() -> None:
    """[Kaos K23.20] [Kaos K20.10]."""
    table = duel(1, {"weapons": [ranged()]}, weapons=[close(), ranged()], spells=[spell(), spell(is_free=True)])
    assert ripostes(attacked(table)) == [SWORD, SECOND, SPELL]


def test_a_spell_is_answered_with_a_shot_or_a_spell_only() -> None:
    """[Kaos K23.14] [Kaos K23.20]: and no free spell answers anything."""
    table = duel(1, {"spells": [spell()]}, weapons=[close(), ranged()], spells=[spell(), spell(is_free=True)])
    attacked(table, SPELL)
    assert ripostes(table) == [SECOND, SPELL]
    assert refusals(table, react("riposte", SWORD)) == ["answers-in-kind"]
    assert refusals(table, react("riposte", SPELL + 1)) == ["answers-in-kind"]


def test_no_riposte_with_a_spell_for_friends() -> None:
    """[Kaos K23.6]."""
    table = duel(1, {"spells": [spell()]}, spells=[spell(targets=FRIEND)])
    assert ripostes(attacked(table, SPELL)) == []


# --------------------------------------------------------------------------------------------------------------- spells


@pytest.mark.parametrize(
    ("defence", "found"),
    [
        (DODGE_OR_SHIELD, ["dodge", "shield", "flee", "submit"]),
        (WILL, ["flee", "submit", "resist"]),
        (LIFE_GAUGE, ["flee", "submit", "resist"]),
        (UNOPPOSED, ["none", "flee"]),
    ],
)
def test_the_card_prescribes_the_defence_against_a_spell(defence: int, found: list[str]) -> None:
    """[Kaos K23.14] [Kaos K23.15] [Kaos K23.16] [Kaos K23.17] [Kaos K23.18] [Kaos K29.2]."""
    table = duel(10, {"spells": [spell(5, 30, defence)]}, shield=3)
    assert offered(attacked(table, SPELL)) == found


def test_a_figure_that_has_played_still_resists() -> None:
    """[Kaos K23.14]: a prescribed defence is no action; a shield is one [Kaos K23.15]."""
    table = duel(10, {"spells": [spell(5, 30, WILL)]}, activated=1)
    assert offered(attacked(table, SPELL)) == ["submit", "resist"]
    table = duel(10, {"spells": [spell(5, 30)]}, activated=1, shield=3)
    assert offered(attacked(table, SPELL)) == ["dodge", "submit"]


def test_without_a_will_of_its_own_a_figure_only_submits() -> None:
    """[Kaos K23.16] [Kaos K23.18]."""
    table = duel(10, {"spells": [spell(5, 30, WILL)]}, activated=1)
    add_effect(table.state, table["foe"], Op(Forbid, mask_of(("will",), FORBIDDEN), 0, ALWAYS, ROUND, 0, 7))
    assert offered(attacked(table, SPELL)) == ["submit"]


def test_friends_and_the_caster_itself_are_willing() -> None:
    """[Kaos K17.7]: nobody is asked."""
    table = Table({"hero": mine(at=(20, 20), spells=[spell(targets=FRIEND)]), "foe": mine(at=(25, 20))})
    attacked(table, SPELL)
    assert table.asks == "rest" and table.state.reaction == answers.NO_REACTION
    assert table.facts("reaction") == []


def test_a_strike_or_a_shot_cannot_be_submitted_to_or_resisted() -> None:
    """[Kaos K23.18] [Kaos K23.16]."""
    table = attacked(duel())
    assert refusals(table, react("submit")) == ["can-submit"]
    assert refusals(table, react("resist")) == ["prescribed"]


# --------------------------------------------------------------------------------------------------------------- skills


def test_a_personal_skill_may_be_a_reaction() -> None:
    """[Kaos K20.12]: only one whose card says so, as often as its card says."""
    table = duel(skills=[skill(timing=AS_REACTION), skill()])
    attacked(table)
    assert "skill" in offered(table)
    assert refusals(table, react("skill", SKILL + 1)) == ["skill-reacts"]
    used = duel(skills=[skill(timing=AS_REACTION)], used=1 << 8)
    assert refusals(attacked(used), react("skill", SKILL)) == ["skill-left"]
    often = duel(skills=[skill(timing=AS_REACTION, uses=0)], used=1 << 8)
    assert "skill" in offered(attacked(often))


def test_a_skill_that_is_not_free_needs_the_activation_and_no_back() -> None:
    """[Kaos K34.2] [Kaos K30.1] [Kaos K35.2]: a free one needs neither."""
    plain, free = skill(timing=AS_REACTION), skill(timing=AS_REACTION, is_free=True)
    assert "skill" not in offered(attacked(duel(skills=[plain], activated=1)))
    assert "skill" not in offered(attacked(duel(skills=[plain], faces=0)))
    assert "skill" in offered(attacked(duel(skills=[free], activated=1)))
    assert "skill" in offered(attacked(duel(skills=[free], faces=0)))


# -------------------------------------------------------------------------------------------------------- interceptions


def test_an_intercepted_figure_may_always_dodge() -> None:
    """[Kaos K31.11] [Ruling R238]: it is activated, and has nothing to give up."""
    table = duel(activated=1, shield=3)
    assert offered(attacked(table, flags=INTERCEPTION)) == ["none", "dodge"]


def test_it_may_riposte_or_shield_by_giving_up_its_declared_action() -> None:
    """[Kaos K31.11] [Ruling R238]: once."""
    table = duel(activated=1, shield=3)
    assert offered(attacked(table, flags=INTERCEPTION | GIVES_UP)) == ["none", "dodge", "riposte", "shield"]
    spent = duel(activated=1, acted=1, shield=3)
    assert offered(attacked(spent, flags=INTERCEPTION | GIVES_UP)) == ["none", "dodge"]


# ------------------------------------------------------------------------------------------------- answers to a riposte


def test_a_spell_that_ripostes_is_only_defended_against() -> None:
    """[Ruling R233]: it is not riposted itself, even by who has not played."""
    table = duel(10, {"spells": [spell(5, 30, WILL)]}, shield=3, skills=[skill(timing=AS_REACTION, is_free=True)])
    assert offered(attacked(table, SPELL, flags=RIPOSTE)) == ["submit", "resist"]


def test_who_is_shooting_does_not_dodge() -> None:
    """[Kaos K23.22]: there is nothing left but to submit, and nobody is asked."""
    table = duel(10, {"spells": [spell(5, 30)]}, shield=3)
    assert offered(attacked(table, SPELL, flags=RIPOSTE | CROSSING)) == ["submit"]
    assert table.asks == "rest"


# -------------------------------------------------------------------------------------------------------------- answers


@pytest.mark.parametrize(
    "answer", [0, -1, answers.REACT, react("none", 5), react("dodge", SWORD), react("riposte"), 1 << 300, 1 << 50]
)
def test_any_integer_is_judged(answer: int) -> None:
    """What is no reaction is refused."""
    assert refusals(attacked(duel()), answer)
