"""Spells for figures of one's own, in base contact: only an adversary there is out of bounds."""

import pytest

from esquive.kaos.book.attack_conditions import attack_conditions, may_attack
from esquive.kaos.cards.library import ANY, FRIEND, UNOPPOSED
from tests.kaos.playing import SPELL, Table, mine, spell, theirs


@pytest.mark.parametrize(
    ("target", "targets", "reach", "kind"),
    [
        ("friend", FRIEND, 20, ""),
        ("friend", ANY, 20, ""),
        ("foe", ANY, 20, "not-in-contact"),
        ("friend", FRIEND, 0, ""),
        ("far", FRIEND, 0, "contact-only"),
    ],
)
def test_only_an_adversary_in_contact_is_no_target_of_a_spell(target: str, targets: int, reach: int, kind: str) -> None:
    """[Kaos K23.11] [Kaos K23.12] [Ruling R297]."""
    figures = {
        "hero": mine(at=(20, 20), spells=[spell(reach=reach, defence=UNOPPOSED, targets=targets)]),
        "friend": mine(at=(22.5, 20)),
        "far": mine(at=(26, 20)),
        "foe": theirs(at=(20, 22.5)),
    }
    table = Table(figures, active="hero")
    state, number = table.state, table[target]
    others = state.others(0, number)
    found = attack_conditions(state, 0, state.base(0), SPELL, number, state.base(number), others)
    assert next((one.kind for one in found if not one.holds), "") == kind
    assert may_attack(state, 0, state.base(0), SPELL, number, state.base(number), others) == (kind == "")
