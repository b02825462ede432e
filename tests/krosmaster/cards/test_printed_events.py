"""Printed cards that wait for an event, or count what a spell or a turn has come to: a test for each sentence."""

import pytest

from tests.krosmaster.playing import Table, card, mine, reward, theirs

OX = card("ox", hp=20)
DULL = ["lock", "lock"]
FIELD = """
    .   .     .   .
    .   who   foe .
    .   pal   .   far
"""


def settle(table: Table) -> Table:
    """Every roll that is asked for now shows Locks only."""
    while table.asked.endswith("roll"):
        table.start(" ".join(["lock"] * table.rolls.count))
    return table


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


MEET = """
    who .    .   .   foe .
    .   pal  .   .   .   .
"""


@pytest.mark.parametrize(
    ("before", "acts"), [([], True), (["move a1"], False), (["cast fast-draw b2"], False), (["reveal dull"], True)]
)
def test_ruling_r149_nemesis_samurai_sends_an_ally_after_a_turn_in_which_he_did_nothing(
    before: list[str], acts: bool
) -> None:
    """Bad Guy: any Krosmaster of his side, next to any opposing one [KA 6.3.2] [KA 6.4.1]."""
    dull = reward("dull", kind="boost", rank="silver", copies=3, do=[{"op": "immediate-gain", "stat": "mp", "x": 1}])
    held = [{"id": "dull", "face": "down"}]
    units = {"who": mine("nemesis-samurai", rewards=held), "pal": mine("ox"), "foe": theirs("ox"), "mob": theirs(
        "tofu", summoner="foe", at="f1")}  # fmt: skip
    table = Table(MEET, units, turn="who", pack=[OX, dull])
    for line in before:
        settle(table.start(line))
    table.start("end")
    if not acts:
        assert table.unit("pal", "at") == "b1" and table.asked != "p1 choice"
        return
    assert sorted(table.options("choose")) == ["choose pal", "choose who"]
    table.start("choose pal")
    assert sorted(table.options("choose")) == ["choose d2", "choose e1", "choose f2"]
    assert table.start("choose e1").unit("pal", "at") == "e1"


def test_nemesis_samurai_has_moved_when_somebody_else_displaced_him() -> None:
    """What a position says of his turn is kept: busy [Ruling R149]."""
    units = {"who": mine("nemesis-samurai"), "pal": mine("ox"), "foe": theirs("ox")}
    turn = {"player": "p1", "unit": "who", "phase": "activation", "busy": 1}
    table = Table(MEET, units, turn=turn, pack=[OX])
    assert table.document()["turn"]["busy"] == 1
    assert table.start("end").asked != "p1 choice"


@pytest.mark.parametrize(("injuries", "at"), [(0, "choose"), (19, "a1")])
def test_ruling_r150_maestro_boletus_follows_his_ricochet(injuries: int, at: str) -> None:
    """Esporaccion: next to the opponent that the ricochet injured, chosen by his player [KA 4.17.3]."""
    field = """
        .   .   .   .
        .   .   .   .
        who .   foe .
    """
    units = {"who": mine("maestro-boletus"), "foe": theirs("ox"), "far": theirs("ox", injuries=injuries, at="c3"),
             "pal": theirs("ox", at="d1")}  # fmt: skip
    table = Table(field, units, turn="who", pack=[OX]).start("cast boletus-de-canon c1")
    table.start("choose far")
    while table.asked != "p1 activation" and not table.options("choose"):
        table.start("lock")
    if at == "choose":
        assert sorted(table.options("choose")) == ["choose b3", "choose c2", "choose d3"]
        assert table.start("choose c2").unit("who", "at") == "c2"
    else:
        assert table.unit("who", "at") == "a1" and table.unit("far", "ko")
    assert table.unit("foe", "injuries") == 1
