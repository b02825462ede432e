"""Watchers of allies, Kamas taken, slipping away and caps of healing: shown missing by breaking rules at random."""

from typing import Any

from tests.krosmaster.playing import Table, card, mine, power, spell, theirs

GRUDGE = card(
    "mourner",
    powers=[
        power(
            "grudge",
            when="ally-suffers-injuries",
            do=[{"op": "markers", "stat": "ap", "x": 1, "to": {"who": "self"}}],
        )
    ],
)


def grudge(hit: str, by: str = "hero") -> tuple[int, int]:
    """The AP markers of p2's and of p1's mourner after one unit has struck another."""
    units = {
        "hero": mine("fighter"),
        "mine": mine("mourner"),
        "foe": theirs("fighter"),
        "watcher": theirs("mourner"),
    }
    table = Table(
        """
        mine hero foe
        .    watcher .
        """,
        units,
        turn=by,
        pack=[GRUDGE],
    )
    cells = {"foe": "c2", "mine": "a2", "watcher": "b1"}
    table.play(f"cast strike {cells[hit]}", dice=["lock", "lock"])
    return table.unit("watcher", "ap_markers"), table.unit("mine", "ap_markers")


def test_a_watcher_of_allies_sees_an_opponent_injure_one() -> None:
    """[KA 4.10.6.b] [KA 4.18.2.d]: only the watcher of the injured side."""
    assert grudge("foe") == (1, 0)


def test_a_watcher_of_allies_does_not_count_its_own_injuries() -> None:
    """[KA 4.18.2.d]: an ally that suffers is another one, whoever strikes."""
    assert grudge("watcher") == (0, 0)
    assert grudge("mine") == (0, 0)


def taker(amount: int, **keys: Any) -> Table:
    thief = card(
        "thief",
        spells=[
            spell(
                "snatch",
                (1, 2),
                kind="special",
                element=None,
                do=[{"op": "take-kama", "x": amount, **keys}],
            )
        ],
    )
    return Table(
        "hero . . foe",
        {"hero": mine("thief"), "foe": theirs("fighter")},
        turn="hero",
        pack=[thief],
        kamas={"b1": 3, "c1": 1},
    )


def test_kamas_taken_by_an_effect_are_as_many_as_lie_there_at_most() -> None:
    """[KA 4.5.1] [KA 4.18.5]: 1 of 3, and 1 when 2 are asked of 1."""
    table = taker(1).play("cast snatch b1")
    assert (table.read("kamas.b1"), table.read("player.p1.kamas")) == (2, 1)
    table = taker(2).play("cast snatch c1")
    assert (table.read("kamas.c1"), table.read("player.p1.kamas")) == (0, 1)


def test_kamas_removed_by_an_effect_go_to_nobody() -> None:
    """[KA 4.5.1]"""
    table = taker(2, remove=True).play("cast snatch b1")
    assert (table.read("kamas.b1"), table.read("player.p1.kamas")) == (1, 0)


def capped(heals: bool) -> int:
    cap = {"op": "injury-cap", "x": 1, "heal": heals}
    tough = card("tough", hp=9, powers=[{"id": "thick", "name": {"en": "Thick"}, "while": [{"give": [cap]}]}])
    units = {"hero": mine("leech"), "friend": mine("tough", injuries=5), "foe": theirs("fighter")}
    table = Table("hero friend . foe", units, turn="hero", pack=[tough])
    table.play("cast mend b1", dice=["lock"])
    return int(table.unit("friend", "injuries"))


def test_a_cap_on_injuries_limits_healing_only_if_it_says_so() -> None:
    """[KA 7.2.8.d]: a healing of 2 takes 2 off, or 1 where the power caps healing too."""
    assert capped(heals=False) == 3
    assert capped(heals=True) == 4


def test_who_slips_is_not_locked_and_others_still_are() -> None:
    """[KA 4.14.1]: the effect is on the caster alone; its ally beside the same enemy is locked as ever."""
    eel = card(
        "eel",
        initiative=5,
        spells=[spell("slip", "personal", kind="special", element=None, cost={"ap": 1}, do=[{"op": "slip"}])],
    )
    units = {"hero": mine("eel"), "ally": mine("fighter"), "foe": theirs("fighter")}
    drawing = """
        .    .   .
        hero foe ally
    """
    table = Table(drawing, units, turn="hero", pack=[eel])
    table.play("cast slip a1")
    table.play("move a2")
    assert table.unit("hero", "at", "mp") == ("a2", 2)
    table.play("end")
    assert table.read("turn.unit") == "ally"
    table.start("move c2")
    assert table.asked == "p2 lock roll"
