"""Printed cards against the rules of sight, at the end of a team's turn, and that give types: a test a sentence."""

from tests.krosmaster.playing import Table, card, mine, spell, theirs

OX = card("ox", hp=20)
DULL = ["lock", "lock"]


def test_melisa_kura_shoots_behind_a_tree_at_who_has_lost_mp_with_one_spell_alone() -> None:
    """Melisa Kura, Bloqueo: Disparo Satélite needs no line of sight to opponents with -1 MP markers [KA 1.5.1]."""
    units = {
        "melisa": mine("melisa-kura"),
        "slow": theirs("ox", mp_markers=-1),
        "quick": theirs("ox"),
        "pal": mine("ox"),
    }
    field = """
        melisa . . T . . slow
        .      . . . . . .
        .      . . . . . .
        T      . . . . . .
        .      . . . . . .
        .      . . . . . .
        quick  . . . . . pal
        """
    table = Table(field, units, turn="melisa", pack=[OX])
    assert table.refused("cast disparo-satelite a1").kind == "no-sight"
    assert table.again().play("cast disparo-satelite g7", dice=DULL).unit("slow", "injuries") > 0
    units = {"melisa": mine("melisa-kura"), "slow": theirs("ox", mp_markers=-1)}
    near = Table("melisa . T . slow", units, turn="melisa", pack=[OX])
    assert near.refused("cast marcaje e1").kind == "no-sight"


def test_moowolf_sees_whoever_bears_its_marker_behind_a_tree() -> None:
    """Moowolf, Big Bad Moowolf: no line of sight to the opposing Krosmaster with its Riding Hood [KA 1.5.1]."""
    field = """
        .   T   foe
        .   moo .
        """
    table = Table(field, {"moo": mine("moowolf"), "foe": theirs("ox")}, turn="moo", pack=[OX])
    unmarked = table.again().play("move a1").play("move a2")
    assert unmarked.refused("cast all-the-better-to-eat-you-with c2").kind == "no-sight"
    table.play("cast all-the-better-to-see-you-with c2").play("move a1").play("move a2")
    assert "cast all-the-better-to-eat-you-with c2" in table.options("cast")


def test_ruling_r130_viuda_negra_hurts_every_character_beside_an_arachnid_as_her_team_s_turn_ends() -> None:
    """Viuda Negra, Tóxico [KA 4.18.3.b] [Ruling R130]."""
    units = {
        "viuda": mine("viuda-negra"),
        "spider": mine("venomous-arachnid", summoner="viuda"),
        "foe": theirs("ox", injuries=18),
        "pal": mine("ox"),
        "far": theirs("ox"),
    }
    field = """
        pal   spider foe .
        viuda .      .   far
        """
    table = Table(field, units, turn="viuda", pack=[OX]).start("end").start("end")
    assert [table.unit(who, "injuries") for who in ("pal", "far", "foe")] == [0, 0, 18]  # others are still to play
    table.start("end")
    assert table.asked == "p2 tension roll"
    assert [table.unit(who, "injuries") for who in ("viuda", "pal", "far")] == [0, 2, 0]
    assert [fact["unit"] for fact in table.facts("ko")] == ["foe"]


def test_ruling_r131_qilby_has_his_player_s_krosmasters_count_as_the_brotherhood() -> None:
    """Qilby, Buzzed: not those of others, no summons, and not once he is gone [KA 4.18.9] [Ruling R131]."""
    to = {"who": "units", "type": "brotherhood-of-the-tofu"}
    shout = spell("shout", range={"kind": "personal"}, kind="special", element=None, base=None,
                  do=[{"op": "markers", "stat": "ap", "x": 1, "to": to}])  # fmt: skip
    units = {
        "qilby": mine("qilby"),
        "caller": mine("caller"),
        "imp": mine("imp", summoner="caller"),
        "foe": theirs("ox"),
    }
    pack = [OX, card("caller", spells=[shout])]
    table = Table("qilby caller imp foe", units, turn="caller", pack=pack).play("cast shout b1")
    assert {fact["unit"] for fact in table.facts("markers")} == {"qilby", "caller"}
    del units["qilby"]
    table = Table(". caller imp foe", units, turn="caller", pack=pack).play("cast shout b1")
    assert table.facts("markers") == []
