"""Printed cards that wait for an event, or count what a spell or a turn has come to: a test for each sentence."""

import pytest

from tests.krosmaster.casting import ANYWHERE
from tests.krosmaster.playing import Table, card, mine, spell, theirs

HIT = spell("hit", range=ANYWHERE, base=1, cost={"ap": 1})
OX = card("ox", hp=20)
DULL = ["lock", "lock"]
FIELD = """
    .   .     .   .
    .   who   foe .
    .   pal   .   far
"""


@pytest.mark.parametrize(("injuries", "at"), [(19, "c2"), (17, "")])
def test_ruling_r147_vampyro_raises_a_ghoul_where_he_kos_a_krosmaster(injuries: int, at: str) -> None:
    """Ghoulification: on the cell of the Krosmaster KO'd, in Step 8; nothing where it is not [KA 4.18.3.a]."""
    units = {"who": mine("vampyro"), "pal": mine("ox"), "foe": theirs("ox", injuries=injuries), "far": theirs("ox")}
    table = Table(FIELD, units, turn="who", pack=[OX]).start("cast ghoulification c2")
    while table.asked != "p1 activation":
        table.start("resolve 1" if table.asked.endswith("standby") else "lock")
    if at:
        assert table.unit("foe", "ko")
        assert table.unit("ghoul", "at", "summoner") == (at, "who")
    else:
        assert "ghoul" not in table.state.names and not table.unit("foe", "ko")


def test_vampyro_raises_nothing_from_a_summon() -> None:
    """Only the targeted Krosmaster counts [KA 4.3.3]."""
    units = {"who": mine("vampyro"), "pal": mine("ox"), "foe": theirs("tofu", summoner="far"), "far": theirs("ox")}
    table = Table(FIELD, units, turn="who", pack=[OX]).play("cast ghoulification c2", dice=DULL)
    assert table.unit("foe", "ko") and "ghoul" not in table.state.names


@pytest.mark.parametrize(("beside", "injuries"), [("foe", 2), ("pal", 3)])
def test_ruling_r148_bworker_heals_when_his_whirlwind_inflicts_two_injuries(beside: str, injuries: int) -> None:
    """Drunkenness of Combat: on opposing Krosmasters, added up over one Whirlwind [KA 4.10.6.b]."""
    field = """
        .   .    .   .
        who .    one .
        .   .    two .
    """
    side = theirs if beside == "foe" else mine
    units = {"who": mine("bworker", injuries=3), "one": theirs("ox"), "two": side("ox"), "pal": theirs("ox", at="d1")}
    table = Table(field, units, turn="who", pack=[OX]).play("cast whirlwind b2")
    assert table.unit("who", "at") == "b2"
    assert [table.unit(one, "injuries") for one in ("one", "two")] == [1, 1]
    assert table.unit("who", "injuries") == injuries
