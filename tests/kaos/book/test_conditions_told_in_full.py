"""Which conditions are told of a reaction, an attack or a piece of scenery, with their clauses, words and facts."""

from typing import Any

import pytest

from esquive.core.waiting import Condition
from esquive.kaos.book import means as of
from esquive.kaos.book.attack_conditions import attack_conditions
from esquive.kaos.book.defences import Attack
from esquive.kaos.book.flight import AT_THE_EDGE
from esquive.kaos.book.modifiers import add_effect
from esquive.kaos.book.reaction_conditions import reaction_conditions
from esquive.kaos.book.scenery import scenery_conditions
from esquive.kaos.cards import ops
from esquive.kaos.cards.library import AS_REACTION, ENEMY, SELF
from esquive.kaos.table import answers
from esquive.kaos.table.state import NONE, OUT
from tests.kaos.exchanging import duel
from tests.kaos.playing import SKILL, SPELL, SWORD, Table, box, cm, mine, ranged, skill, spell, theirs
from tests.sentences import said

Told = list[tuple[str, tuple[str, ...]]]


def told(conditions: list[Condition]) -> Told:
    """What is told, with its clauses."""
    return [(condition.kind, condition.clauses) for condition in conditions]


def of_reaction(
    table: Table, name: str, means: int = answers.NO_MEANS, *, by: int = SWORD, flags: int = 0
) -> list[Condition]:
    """The conditions of the foe's reaction to the hero's attack."""
    attack = Attack(0, by, 1, table.state.base(0), flags)
    return reaction_conditions(table.state, attack, answers.REACTION_NAMES.index(name), means)


KNOWN: Told = [("reaction-known", ("K20.9",))]
ACTION: Told = [("action-left", ("K20.10", "K21.15", "R232"))]
BACK: Told = [("not-in-the-back", ("K19.6", "K30.1"))]
PARRIED: Told = [("can-be-parried", ("K29.2", "K23.15"))]
SKILLED: Told = [("skill-reacts", ("K20.12",)), ("skill-left", ("K35.1",))]
STRUCK: Told = [
    ("riposte-allowed", ("K16.3",)),
    ("answers-in-kind", ("K23.20", "K23.14")),
    ("means-on-card", ("K14.1",)),
    ("target-in-play", ("K23.6",)),
    ("target-side", ("K23.6",)),
    ("not-dodged", ("K29.10", "R237")),
    ("melee-reach", ("K21.3", "K22.3", "K31.7", "R228")),
    ("attack-angle", ("K30.2", "K19.4")),
    ("in-view", ("K23.8", "R207")),
]
FLIGHT: Told = [("flees-an-attack", ("K27.1", "R236")), ("unactivated", ("K27.1", "R236")), ("can-move", ("K10.14",))]
REACTIONS: dict[tuple[str, int], Told] = {
    ("none", answers.NO_MEANS): [("nothing-prescribed", ("K20.9", "K23.14"))],
    ("submit", answers.NO_MEANS): [("can-submit", ("K23.18",))],
    ("resist", answers.NO_MEANS): [("prescribed", ("K23.16", "K23.17"))],
    ("dodge", answers.NO_MEANS): [*PARRIED, ("dodge-allowed", ("K29.5",))],
    ("shield", answers.NO_MEANS): [
        *PARRIED,
        ("has-shield", ("K21.10",)),
        ("shield-allowed", ("K16.3",)),
        *ACTION,
        *BACK,
    ],
    ("flee", answers.NO_MEANS): [*FLIGHT, *BACK],
    ("riposte", SWORD): [*ACTION, *BACK, *STRUCK],
    ("skill", SKILL): [*SKILLED, *ACTION, *BACK],
    ("skill", SKILL | 1): [*SKILLED, ("kept-from", ("K16.3",))],
    ("skill", SKILL | 2): SKILLED,  # used in its user's own action: nothing more is asked
}
SKILLS = [
    skill(timing=AS_REACTION, targets=SELF),
    skill(timing=AS_REACTION, targets=SELF, is_free=True),
    skill(targets=SELF, is_free=False),
]


@pytest.mark.parametrize(("reaction", "means"), list(REACTIONS))
def test_each_reaction_is_told_its_own_conditions(reaction: str, means: int) -> None:
    """[Kaos K20.9]: in this order, with these clauses."""
    wanted = [*KNOWN, *REACTIONS[reaction, means]]
    if means == SKILL | 2:
        wanted += [*ACTION, *BACK]
    assert told(of_reaction(duel(shield=2, skills=SKILLS), reaction, means)) == wanted


@pytest.mark.parametrize("reaction", ["none", "submit", "resist", "dodge", "shield", "flee"])
def test_a_reaction_that_takes_no_means_is_named_none(reaction: str) -> None:
    """[Kaos K20.9]: else nothing more is said of it."""
    (found,) = of_reaction(duel(), reaction, SWORD)
    assert told([found]) == KNOWN and not found.holds
    assert found.facts == {"figure": "foe", "attacker": "hero", "reaction": reaction}


@pytest.mark.parametrize("number", [-2, -1, len(answers.REACTION_NAMES), len(answers.REACTION_NAMES) + 1])
def test_a_reaction_there_is_not_is_told_by_its_number(number: int) -> None:
    """[Kaos K20.9]."""
    table = duel()
    (found,) = reaction_conditions(table.state, Attack(0, SWORD, 1, table.state.base(0), 0), number, answers.NO_MEANS)
    assert not found.holds and found.facts["reaction"] == str(number)


def test_missiles_that_cross_are_told_with_their_own_clause() -> None:
    """[Kaos K23.22]."""
    for reaction in ("dodge", "shield"):
        found = of_reaction(duel(shield=2), reaction, flags=of.CROSSING)
        assert ("can-be-parried", ("K23.22",)) in told(found)
        assert [one.kind for one in found if not one.holds] == ["can-be-parried"]


@pytest.mark.parametrize(
    ("columns", "forbids", "flags", "kind", "clauses", "holds"),
    [
        ({}, False, 0, "action-left", ("K20.10", "K21.15", "R232"), True),
        ({"activated": 1}, False, 0, "action-left", ("K20.10", "K21.15", "R232"), False),
        ({"fleeing": 1}, False, 0, "action-left", ("K27.3",), False),
        ({"fleeing": 2}, True, 0, "action-left", ("K27.3",), False),
        ({"fleeing": AT_THE_EDGE}, False, 0, "action-left", ("K20.10", "K21.15", "R232"), True),
        ({}, True, 0, "action-left", ("K16.3",), False),
        ({"activated": 1}, True, 0, "action-left", ("K20.10", "K21.15", "R232"), False),
        ({}, False, of.INTERCEPTION, "action-to-give-up", ("K31.11", "R238"), False),
        ({}, False, of.INTERCEPTION | of.GIVES_UP, "action-to-give-up", ("K31.11", "R238"), True),
        ({"acted": 1}, False, of.INTERCEPTION | of.GIVES_UP, "action-to-give-up", ("K31.11", "R238"), False),
        ({"fleeing": 1}, True, of.INTERCEPTION, "action-to-give-up", ("K31.11", "R238"), False),
    ],
)
@pytest.mark.parametrize(("reaction", "means"), [("shield", answers.NO_MEANS), ("riposte", SWORD), ("skill", SKILL)])
def test_why_no_action_is_left_is_told_with_the_clause_that_takes_it(
    columns: dict[str, Any],
    forbids: bool,
    flags: int,
    kind: str,
    clauses: tuple[str, ...],
    holds: bool,
    reaction: str,
    means: int,
) -> None:
    """[Kaos K20.10] [Kaos K27.3] [Kaos K31.11] [Kaos K16.3]: played already, fleeing, forbidden, nothing to give up."""
    table = duel(shield=2, skills=SKILLS, **columns)
    if forbids:
        add_effect(table.state, 1, ops.Forbid(what_not=("action",)).at_play("net"))
    found = {one.kind: one for one in of_reaction(table, reaction, means, flags=flags)}
    assert (found[kind].clauses, found[kind].holds) == (clauses, holds)
    assert len(found.keys() & {"action-left", "action-to-give-up"}) == 1


FORBIDS = {
    "dodge": ops.Forbid(what_not=("dodge",)).at_play("net"),
    "shield": ops.Forbid(what_not=("shield",)).at_play("net"),
    "riposte": ops.Forbid(what_not=("riposte",)).at_play("net"),
    "free": ops.Forbid(what_not=("free",)).at_play("net"),
}


@pytest.mark.parametrize(
    ("what", "reaction", "means", "kind"),
    [
        ("dodge", "dodge", answers.NO_MEANS, "dodge-allowed"),
        ("shield", "shield", answers.NO_MEANS, "shield-allowed"),
        ("riposte", "riposte", SWORD, "riposte-allowed"),
        ("free", "skill", SKILL | 1, "kept-from"),
        ("free", "skill", SKILL, ""),
    ],
)
def test_what_a_card_forbids_is_told_of_the_reaction_it_forbids(
    what: str, reaction: str, means: int, kind: str
) -> None:
    """[Kaos K16.3] [Kaos K29.5]: of that one, and of no other."""
    table = duel(shield=2, skills=SKILLS)
    add_effect(table.state, 1, FORBIDS[what])
    assert [one.kind for one in of_reaction(table, reaction, means) if not one.holds] == ([kind] if kind else [])
    for (other, its_means), _ in REACTIONS.items():
        if other not in (reaction, "submit", "resist") and its_means != SKILL | 2 and what != "free":
            assert all(one.holds for one in of_reaction(table, other, its_means)), other


def test_a_skill_used_in_reaction_is_aimed_and_no_other_is() -> None:
    """[Kaos K20.12] [Kaos K34.1]: what is told of its reach is told only of one that reacts at all."""
    far = {"targets": ENEMY, "reach": cm(1), "is_free": True}
    table = duel(gap=5, skills=[skill(timing=AS_REACTION, **far), skill(**far)])
    reacts = of_reaction(table, "skill", SKILL)
    assert len(reacts) > len(KNOWN + SKILLED) + 1
    assert [one.holds for one in reacts].count(False) == 1 and reacts[1].holds
    other = of_reaction(table, "skill", SKILL | 1)
    assert told(other) == [*KNOWN, *SKILLED, ("kept-from", ("K16.3",))]
    assert [one.kind for one in other if not one.holds] == ["skill-reacts"]
    assert not of_reaction(table, "skill", SKILL, flags=of.RIPOSTE)[1].holds


@pytest.mark.parametrize(
    ("stands", "strikes", "holds"), [(30, 22.5, True), (60, 32, True), (22.5, 22.5, False), (70, 65, False)]
)
def test_a_bow_answers_from_before_the_move_if_it_may_then_and_else_from_after_it(
    stands: float, strikes: float, holds: bool
) -> None:
    """[Kaos K20.10]: at 30 cm a shot at who comes into contact; at 60, out of reach, one at who has come nearer."""
    table = Table(
        {"hero": mine(at=(stands, 20), faces=180), "foe": theirs(at=(20, 20), faces=0, weapons=[ranged(3, 4, 15)])}
    )
    base = table.state.base(0)
    attack = Attack(0, SWORD, 1, table.state.base_at(0, cm(strikes), base.y, 0, base.facing), 0)
    found = reaction_conditions(table.state, attack, answers.RIPOSTE, SWORD)
    assert all(one.holds for one in found) == holds


# ---------------------------------------------------------------------------------------------------------- attacks


def of_attack(table: Table, means: int, target: int, attacker: int = 0) -> dict[str, Condition]:
    """The conditions of an attack from where the attacker stands."""
    state = table.state
    aim = state.base(target if 0 <= target < len(state.names) else 1)
    found = attack_conditions(state, attacker, state.base(attacker), means, target, aim, state.others(attacker, target))
    return {one.kind: one for one in found}


@pytest.mark.parametrize(
    ("target", "name", "holds"),
    [(-2, "-2", False), (NONE, "-1", False), (0, "hero", True), (2, "last", True), (3, "3", False)],
)
def test_the_target_of_an_attack_is_a_figure_in_play(target: int, name: str, holds: bool) -> None:
    """[Kaos K23.6]: the first is one and the last is; what is told of any other number is the number."""
    table = Table({"hero": mine(at=(20, 20)), "foe": theirs(at=(30, 20)), "last": theirs(at=(40, 20))})
    found = of_attack(table, SWORD, target, 1)["target-in-play"]
    assert (found.holds, found.facts) == (holds, {"target": name})


def test_who_is_out_of_action_is_no_target() -> None:
    """[Kaos K23.6]: and nothing more is said of the attack."""
    table = Table({"hero": mine(at=(20, 20)), "foe": theirs(at=(30, 20), status=OUT)})
    found = of_attack(table, SWORD, 1)
    assert list(found) == ["means-on-card", "target-in-play"]
    assert found["target-in-play"].facts == {"target": "foe"} and not found["target-in-play"].holds


@pytest.mark.parametrize(
    ("means", "kinds"),
    [
        (SWORD, ["target-side", "not-dodged", "melee-reach", "attack-angle", "in-view"]),
        (SWORD | 1, ["target-side", "not-forbidden", "not-in-contact", "attack-angle", "in-view", "dice-left"]),
        (SPELL, ["target-side", "not-forbidden", "not-in-contact", "attack-angle", "in-view", "dice-left"]),
        (SPELL | 7, []),
    ],
)
def test_each_means_is_told_its_own_conditions(means: int, kinds: list[str]) -> None:
    """[Kaos K14.1] [Kaos K16.3] [Kaos K23.6]: of a strike other ones than of a shot or a spell."""
    arms: dict[str, Any] = {"weapons": [*mine(at=(0, 0)).card.weapons, ranged()], "spells": [spell()]}
    table = Table({"hero": mine(at=(20, 20), **arms), "foe": theirs(at=(30, 20))})
    found = of_attack(table, means, 1)
    assert list(found) == ["means-on-card", "target-in-play", *kinds]
    assert found["means-on-card"].holds == bool(kinds)


# ---------------------------------------------------------------------------------------------------------- scenery


@pytest.mark.parametrize(
    ("at", "is_on"),
    [
        ((0, 0), True),
        ((-0.0001, 0), False),
        ((0, -0.0001), False),
        ((55, 54), True),
        ((55.0001, 54), False),
        ((55, 54.0001), False),
    ],
)
def test_a_piece_lies_wholly_on_the_table(at: tuple[float, float], is_on: bool) -> None:
    """[Kaos K5.4]: to its very edges; what would lie beyond is not asked what it closes off."""
    state = duels_ground()
    found = {one.kind: one for one in scenery_conditions(state, box(at, (5, 6), name="wall"))}
    assert found["off-table"].holds == is_on and found["off-table"].facts == {"piece": "wall"}
    assert found["scenery-overlaps"].holds
    assert said(state, found["scenery-overlaps"]) == "Wall overlaps no other piece."
    assert ("closes-off" in found) == is_on


def duels_ground() -> Any:
    """The state of a table of 60 by 60 with one wall in the middle."""
    return Table(
        {"hero": mine(at=(20, 20)), "foe": theirs(at=(40, 20))}, [box((28, 28), (4, 4), name="rock")], size=(60, 60)
    ).state


def test_a_piece_that_would_overlap_another_is_told_which() -> None:
    """[Kaos K5.4]."""
    state = duels_ground()
    found = {one.kind: one for one in scenery_conditions(state, box((30, 30), (5, 6), name="wall"))}
    assert list(found) == ["off-table", "scenery-overlaps"]
    assert not found["scenery-overlaps"].holds
    assert said(state, found["scenery-overlaps"]) == "Wall would overlap rock."
    assert found["scenery-overlaps"].facts == {"piece": "wall", "blocker": "rock"}


def test_a_piece_that_closes_ground_off_is_told_where() -> None:
    """[Kaos K5.6] [Kaos K5.7]: by the first of the places; one that closes off nothing says so."""
    state = duels_ground()
    fine = {one.kind: one for one in scenery_conditions(state, box((10, 10), (5, 6), name="wall"))}["closes-off"]
    assert fine.holds and said(state, fine) == "Wall closes off no ground."
    assert (fine.facts["piece"], fine.facts["at"], fine.facts["closed"]) == ("wall", "", [])
    shut = {one.kind: one for one in scenery_conditions(state, box((0, 6), (60, 1), name="wall"))}["closes-off"]
    assert not shut.holds and shut.facts["closed"]
    assert shut.facts["at"] == shut.facts["closed"][0]
    assert said(state, shut) == "Wall would close off " + shut.facts["at"].replace(",", ", ") + "."
