"""Powers that limit how many injuries are placed or healed at once."""

from typing import Any

import pytest

from tests.krosmaster.casting import ANYWHERE
from tests.krosmaster.playing import Table, card, mine, power, spell, theirs


@pytest.mark.parametrize(
    ("caps", "spelled", "powered", "healed"),
    [
        ([], 4, 3, 4),
        ([{"x": 2}], 2, 2, 4),
        ([{"x": 2, "heal": True}], 2, 2, 2),
        ([{"x": 2, "in_spells": True}], 2, 3, 4),
        ([{"x": 1, "heal": True, "in_spells": True}], 1, 3, 1),
        ([{"x": 0}], 0, 0, 4),
        ([{"x": 2}, {"x": 1, "in_spells": True}], 1, 2, 4),
        ([{"x": 1, "in_spells": True}, {"x": 2, "heal": True}], 1, 2, 2),
        ([{"x": 9, "heal": True}], 4, 3, 4),
    ],
)
def test_the_lowest_limit_that_applies_holds(
    caps: list[dict[str, Any]], spelled: int, powered: int, healed: int
) -> None:
    """For injuries of a spell and of a power, and for healing if the text says so [KA 7.2.8.d]."""
    powers = [
        power(f"cap-{number}", holds=[{"give": [{"op": "injury-cap", **cap}]}]) for number, cap in enumerate(caps)
    ]
    sting = power(
        "sting", when="end-of-own-turn", do=[{"op": "injure", "x": 3, "to": {"who": "units", "type": "calm"}}]
    )
    spells = [
        spell("hit", range=ANYWHERE, base=4, cost={"ap": 1}),
        spell("mend", range=ANYWHERE, kind="heal", base=4, cost={"ap": 1}),
    ]
    pack = [
        card("hero", spells=spells, powers=[sting], initiative=9),
        card("calm", types=["calm"], hp=20, powers=powers),
    ]
    units = {"hero": mine("hero"), "pal": mine("villager"), "calm": theirs("calm", injuries=9)}
    table = Table("hero pal calm", units, turn="hero", pack=pack)
    hit = table.again().play("cast hit c1", dice=["lock", "lock"])
    assert hit.unit("calm", "injuries") == 9 + spelled
    assert table.again().play("cast mend c1", dice=["lock"]).unit("calm", "injuries") == 9 - healed
    assert table.play("end").unit("calm", "injuries") == 9 + powered
