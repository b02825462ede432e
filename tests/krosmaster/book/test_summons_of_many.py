"""Summons come again and again: whatever number a unit has in the game, it is told from every other one."""

from esquive.krosmaster.book.summons import add_unit
from tests.krosmaster.casting import ANYWHERE
from tests.krosmaster.playing import Table, card, mine, spell, theirs


def crowded(number: int) -> Table:
    """Hundreds of imps have come and gone; the next one, on c1, is the unit of this number (from 0)."""
    often = {"limit": "turn-and-target", "cost": {"ap": 1}, "range": ANYWHERE}
    grudge = {"op": "if", "that": {"is": "inflicted-this-turn", "on": {"who": "targets"}}, "then": [{"op": "end-turn"}]}
    caller = card(
        "caller",
        ap=9,
        spells=[
            spell("poke", **often),
            spell("jab", **often),
            spell("again", range=ANYWHERE, kind="special", cost={"ap": 1}, do=[grudge]),
            spell("call", range=ANYWHERE, kind="special", cost={"ap": 1}, do=[{"op": "summon", "summon": "imp"}]),
        ],
    )
    table = Table("foe hero .", {"foe": theirs("fighter"), "hero": mine("caller")}, turn="hero", pack=[caller])
    state = table.state
    while len(state.cell) < number:
        add_unit(state, state.library.by_id["imp"], state.owner[1], 1)
    table.play("cast call c1")
    assert state.cell[number]
    return table


def test_the_257th_unit_is_no_other_target_of_a_spell() -> None:
    """A spell once per turn and target looks at this spell and this unit [KA 4.19.9.d] [KA 7.1.3.b]."""
    for line, other in (("poke", "jab"), ("jab", "poke")):
        table = crowded(256).play(f"cast {line} c1", dice=["lock", "lock"])
        assert {f"cast {line} a1", f"cast {other} a1"} <= set(table.options("cast"))


def test_injuries_of_the_257th_unit_are_its_own() -> None:
    """An injury of the turn is remembered with the unit that has it [KA 4.19.9.d] [KA 4.18.2.b]."""
    table = crowded(256).play("cast poke c1", dice=["lock", "lock"]).play("cast again a1")
    assert "turn-ended" not in table.events
    table.play("cast poke a1", dice=["lock", "lock"]).start("cast again a1")
    assert "turn-ended" in table.events
