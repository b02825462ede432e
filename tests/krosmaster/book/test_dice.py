"""What the dice of a roll come to, and what their roller may turn them to when asked."""

import json

import pytest

from esquive.core.waiting import Decision
from esquive.krosmaster.book.dice import ARMOUR, CRITICAL, DODGE, FACE_NAMES, LOCK, outcome_of, successes_of
from esquive.krosmaster.written.documents.saves import state_from_data
from tests.krosmaster.playing import Table, card, keyword, mine, spell, theirs

ASKED = {"turn_dice": "ask"}
SHARP = card("sharp", spells=[spell("strike")], powers=[keyword("critical-hit")])


def striking(*rolled: str) -> Table:
    """A fighter of one or two dice that has rolled them for a blow, and is asked about the wild ones."""
    units = {"hero": mine("sharp" if len(rolled) > 1 else "fighter"), "foe": theirs("fighter")}
    table = Table("hero foe", units, turn="hero", pack=[SHARP], options=ASKED)
    return table.start("cast strike b1").start(" ".join(rolled))


@pytest.mark.parametrize(
    ("sought", "faces", "successes"),
    [
        (CRITICAL, "critical armour critical_dodge", 2),
        (CRITICAL, "lock lock dodge armour", 0),
        (ARMOUR, "lock armour dofus dodge", 2),
        (LOCK, "critical_dodge", 0),
        (DODGE, "critical_dodge dodge lock dofus critical armour", 3),
        (LOCK, "lock dofus dodge lock critical_dodge", 3),
    ],
)
def test_each_die_that_shows_the_face_sought_or_may_be_turned_to_it_is_one_success(
    sought: int, faces: str, successes: int
) -> None:
    """Critical/Dodge for its two faces, Dofus for all four, however many dice [KA 1.6.2.b] [KA 1.6.2.c]."""
    rolled = [FACE_NAMES.index(name) for name in faces.split()]
    assert successes_of(sought, len(rolled), outcome_of(rolled)) == successes


@pytest.mark.parametrize(
    ("rolled", "armour", "injuries"),
    [
        (["dofus", "faces critical"], ["armour"], 2),
        (["critical"], ["dofus", "faces armour"], 2),
        (["critical_dodge", "faces critical"], ["dofus", "faces armour"], 2),
        (["critical_dodge", "faces critical"], ["dofus", "faces lock"], 3),
        (["dofus", "faces armour"], ["dofus", "faces armour"], 1),
    ],
)
def test_a_die_turned_to_the_face_sought_is_one_success(rolled: list[str], armour: list[str], injuries: int) -> None:
    """It weighs neither more nor less than one that fell so, and nothing when turned to another face.

    [KA 1.6.2.b] [KA 1.6.2.c] [KA 7.2.7.b] [Ruling R37]
    """
    table = striking(rolled[0])
    for line in (*rolled[1:], *armour):
        table.start(line)
    assert table.unit("foe", "injuries") == injuries
    assert table.asked == "p1 activation"


@pytest.mark.parametrize(
    ("rolled", "wanted", "clause"),
    [
        (["lock", "dofus"], ["dodge", "dodge"], "1.6.2.a"),
        (["critical_dodge", "dofus"], ["armour", "dodge"], "1.6.2.b"),
        (["critical_dodge", "critical"], ["dodge", "lock"], "1.6.2.a"),
    ],
)
def test_a_die_that_may_not_be_turned_so_is_refused_with_its_own_clause(
    rolled: list[str], wanted: list[str], clause: str
) -> None:
    """The faces rolled and the faces wanted are told [KA 1.6.2.a] [KA 1.6.2.b]."""
    refusal = striking(*rolled).refused("faces " + " ".join(wanted))
    assert (refusal.kind, refusal.clauses) == ("wrong-face", (clause,))
    assert refusal.facts == {"rolled": rolled, "wanted": wanted}


def test_while_dice_wait_to_be_turned_nothing_else_is_an_answer() -> None:
    """A die of Inspiration is not placed, nor does the turn end [KA 1.6.2]."""
    table = striking("dofus")
    assert table.refused("inspire hero critical").kind == "wrong-verb"
    assert table.refused("end").kind == "wrong-verb"
    assert table.options() == ["faces critical", "faces armour", "faces lock", "faces dodge"]


def test_a_game_saved_while_dice_wait_to_be_turned_goes_on_from_there() -> None:
    """The roller of the saved game is asked about the same dice [KA 1.6.2]."""
    state = striking("lock", "critical_dodge").state
    again = state_from_data(state.settings, state.library, state.board, json.loads(json.dumps(state.to_data())))
    asked, before = again.waiting, state.waiting
    assert isinstance(asked, Decision) and isinstance(before, Decision)
    assert (asked.kind, asked.options()) == ("faces", before.options())
    assert len(before.options()) == 2
