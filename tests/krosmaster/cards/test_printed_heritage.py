"""Printed cards that go on working when they are KO'd: a test for each sentence."""

from typing import Any

import pytest

from tests.krosmaster.casting import ANYWHERE
from tests.krosmaster.playing import Table, card, mine, spell, theirs

SHOT = spell("shot", range={"kind": "target", "min": 1, "max": 3, "fixed": False}, base=1, cost={"ap": 1})
HIT = spell("hit", range=ANYWHERE, base=9, cost={"ap": 1})
PACK = [
    card("ox", hp=20, initiative=1),
    card("aye", hp=10, initiative=8, spells=[SHOT]),
    card("bee", hp=10, initiative=6, spells=[SHOT]),
    card("king", hp=10, initiative=7, types=["boss"], spells=[SHOT]),
    card("bull", hp=20, spells=[HIT]),
]
FIELD = """
    aye  . . . . . foe
    bee  . . . . . .
    king . . . . . .
"""


def table(chafer: str, turn: str, **chafer_is: Any) -> Table:
    units = {
        "aye": mine("aye"),
        "bee": mine("bee"),
        "king": mine("king"),
        "chafer": mine(chafer, **(chafer_is or {"ko": True})),
        "foe": theirs("bull"),
    }
    order = {"p1": {"timeline": ["aye", "chafer", "king", "bee"]}}
    return Table(FIELD, units, turn=turn, pack=PACK, players=order)


def farthest(one: Table) -> int:
    return max(ord(line.split()[2][0]) - ord("a") for line in one.options("cast") if line.startswith("cast shot"))


def test_ruling_r136_a_koed_chafer_helps_the_next_of_its_team_to_play() -> None:
    """Chafer Archer, Distant Heritage: +1 MAX range for the first that plays after it and is no Boss [KA 4.10.2.b]."""
    assert [farthest(table("chafer-archer", who)) for who in ("aye", "king", "bee")] == [3, 3, 4]


def test_after_the_last_of_a_team_the_first_plays() -> None:
    """Round and round, and over those that have been KO'd themselves [Ruling R136]."""
    units = {"aye": mine("aye"), "bee": mine("bee", ko=True), "chafer": mine("chafer-archer", ko=True)}
    order = {"p1": {"timeline": ["aye", "chafer", "bee"]}}
    one = Table("aye . . . . . foe", {**units, "foe": theirs("bull")}, turn="aye", pack=PACK, players=order)
    assert farthest(one) == 4


@pytest.mark.parametrize(
    ("chafer", "key", "value", "usual"),
    [
        ("chafer-foot-soldier", "powers", ["critical-hit"], []),
        ("chafer-lancer", "hp", 12, 10),
        ("invisible-chafer", "max_mp", 4, 3),
    ],
)
def test_what_each_chafer_leaves(chafer: str, key: str, value: Any, usual: Any) -> None:
    """Vorpal, Vigorous and Oscult Heritage [KA 4.18.4.d] [Ruling R136]."""
    ko, alive = table(chafer, "bee"), table(chafer, "bee", at="c3")
    assert ko.unit("bee", key) == value and alive.unit("bee", key) == usual
    assert ko.unit("aye", key) == usual and ko.unit("king", key) == usual


def test_a_chafer_leaves_it_as_it_is_koed_and_its_heir_may_be_koed_in_turn() -> None:
    """Nothing before; then the next one, with the HP that it gives [KA 4.10.2]."""
    one = table("chafer-lancer", "foe", at="c3")
    assert one.unit("bee", "hp") == 10
    one.play("cast hit c3", dice=["lock", "lock"])
    assert one.unit("chafer", "ko") and one.unit("bee", "hp") == 12
    assert one.again().document()["unit"][3]["ko"] is True
    one.play("cast hit a2", dice=["lock", "lock"])
    assert one.unit("bee", "injuries") == 9 and one.unit("aye", "hp") == 10


def test_a_saved_position_knows_what_a_koed_chafer_leaves() -> None:
    """The continuous effects of those out of play are in the save, and hold after it."""
    from esquive.krosmaster.written.documents.saves import state_from_data

    one = table("chafer-lancer", "bee")
    state = one.state
    again = state_from_data(state.settings, state.library, state.board, state.to_data())
    assert again.statics == state.statics and again.to_data() == state.to_data()
