"""A card that takes another's place with what lies on it, and spells that an effect has its owner cast."""

from typing import Any

import pytest

from tests.krosmaster.casting import ANYWHERE, mage
from tests.krosmaster.playing import Table, card, mine, power, reward, spell, summon, theirs


@pytest.mark.parametrize(("before", "after"), [(-5, -3), (-3, -3), (-1, -1), (4, 4)])
def test_a_new_card_has_no_more_minus_ap_markers_than_its_max(before: int, after: int) -> None:
    """The 6 AP of the old card allow 5; of those above the 3 AP of the new one the stock gets all back.

    [KA 4.11.7] [KA 7.5.19.a] [Ruling R95]
    """
    pack = [mage({"op": "replace", "card": "idler"}), card("idler", ap=3)]
    units = {"hero": mine("mage", ap_markers=before), "foe": theirs("fighter")}
    table = Table("hero foe", units, turn="hero", pack=pack).play("cast act a1")
    assert table.unit("hero", "card", "ap_markers") == ("idler", after)


@pytest.mark.parametrize(
    ("faces", "stats"),
    [
        (("up", "up"), (5, 4)),
        (("up", "down"), (5, 2)),
        (("down", "up"), (3, 4)),
        (("down", "down"), (3, 2)),
    ],
)
def test_a_new_card_wears_what_lies_face_up_and_nothing_else(faces: tuple[str, str], stats: tuple[int, int]) -> None:
    """Its MAX AP and MP are its own and what the equipment turned up adds; the old card's power is gone.

    [KA 4.7.8.b] [KA 7.5.19.a]
    """

    def more(stat: str, x: int) -> list[dict[str, Any]]:
        return [{"give": [{"op": "stat-bonus", "stat": stat, "x": x}]}]

    pack = [
        mage({"op": "replace", "card": "idler"}, powers=[power("haste", holds=more("mp", 3))]),
        card("idler", ap=3, mp=2),
        reward("helm", kind="equipment", slot="set", holds=more("ap", 2)),
        reward("boots", kind="equipment", slot="pet", holds=more("mp", 2)),
    ]
    rewards = [{"id": name, "face": face} for name, face in zip(("helm", "boots"), faces, strict=True)]
    table = Table("hero foe", {"hero": mine("mage", rewards=rewards), "foe": theirs("fighter")}, turn="hero", pack=pack)
    table.play("cast act a1")
    assert table.unit("hero", "card", "max_ap", "max_mp") == ("idler", *stats)
    assert table.unit("hero", "rewards") == rewards


def test_an_effect_has_its_owner_cast_the_spell_it_names_and_no_other() -> None:
    """On standby, after the first spell is resolved, at the caster's own cell, wherever that one was aimed.

    [KA 7.2.9.d]
    """
    caller = card(
        "caller",
        spells=[
            spell(
                "call",
                range=ANYWHERE,
                kind="special",
                cost={"ap": 1},
                do=[{"op": "cast", "spell": "burst"}, {"op": "injure", "x": 1}],
            ),
            spell("whirl", "personal", area="cross", base=4),
            spell("burst", "personal", area="cross", base=2, cost={"ap": 4}),
        ],
    )
    units = {"hero": mine("caller", ap=1), "near": theirs("fighter"), "far": theirs("fighter")}
    table = Table("near hero . far", units, turn="hero", pack=[caller]).play("cast call d1", dice=["lock"] * 3)
    assert [(fact["spell"], fact["cell"]) for fact in table.facts("cast")] == [("call", "d1"), ("burst", "b1")]
    assert [(fact["unit"], fact["x"]) for fact in table.facts("injured")] == [("far", 1), ("hero", 2), ("near", 2)]
    assert table.unit("hero", "ap") == 0


def test_a_spell_cast_as_the_last_effect_of_a_ko_is_cast_where_the_piece_stood() -> None:
    """Its cell is the last one it stood on [KA 7.2.9.d] [Ruling R45]."""
    doll = summon(
        "doll",
        spells=[spell("burst", "personal", area="cross", base=1, cost={"ap": "-"})],
        powers=[power("last", when="is-koed", do=[{"op": "gain-kamas", "x": 2}, {"op": "cast", "spell": "burst"}])],
    )
    units = {"hero": mine("fighter"), "doll": theirs("doll", summoner="foe"), "foe": theirs("fighter")}
    table = Table("hero . doll foe", units, turn="hero", pack=[doll]).play("cast arrow c1", dice=["lock"] * 4)
    assert [(fact["spell"], fact["cell"]) for fact in table.facts("cast")] == [("arrow", "c1"), ("burst", "c1")]
    assert (table.unit("foe", "injuries"), table.read("player.p2.kamas")) == (1, 2)
