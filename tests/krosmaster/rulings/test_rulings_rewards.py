"""Rulings on Demonic Rewards and Kamas."""

from typing import Any

from esquive.krosmaster.releases import release
from tests.krosmaster.playing import Table, card, keyword, mine, spell, theirs

SHOP = "D D . foe"
DRAWS = ["aero-boost", "spyglass", "falling-star"]
MORE = ["bark-skin", "running-quail", "glass-bell"]
MADE = [
    card(
        "smith",
        spells=[
            spell("sweep", (1, 3), area="hammer"),
            spell("volley", range={"kind": "target", "min": 1, "max": 2, "fixed": False}),
        ],
    ),
    card("crafter", powers=[keyword("crafter")]),
    card("squire", level=1),
]


def shop(hero: dict[str, Any], mate: dict[str, Any] | None = None, kamas: int = 20, **document: Any) -> Table:
    """The hero on a Demon cell with Kamas in stock, a mate beside it or not."""
    units = {"hero": {**hero, "at": "a1"}, "foe": theirs("fighter")}
    if mate is not None:
        units["mate"] = {**mate, "at": "b1"}
    document = {"turn": "hero", "pack": MADE, **document}
    return Table(SHOP, units, players={"p1": {"kamas": kamas}}, **document)


def held(*names: str, up: tuple[str, ...] = ()) -> list[dict[str, str]]:
    """Rewards on a card, face down and face up."""
    return [{"id": name, "face": "down"} for name in names] + [{"id": name, "face": "up"} for name in up]


def faces_up(table: Table) -> list[str]:
    """The reward face up on each of the six piles."""
    return [pile.get("up", "") for pile in table.document()["pile"]]


def test_ruling_r23_the_piles_are_turned_up_at_both_ends_of_the_second_players_first_turn() -> None:
    """Before his tension roll and as the turn ends, or at the next turn's start [Ruling R23] [KA 4.7.4]."""

    def first_turn(**options: str) -> Table:
        table = Table(
            ". hero . foe",
            {"hero": mine("fighter"), "foe": theirs("fighter")},
            turn={"player": "p1", "unit": "hero", "number": 1},
            options=options,
        )
        table.play("end", dice=[*DRAWS, "lock", "dodge"])
        assert (table.asked, faces_up(table)) == ("p2 tension", [DRAWS[0], "", DRAWS[1], "", DRAWS[2], ""])
        return table.play("keep", answers=["done"]).play("end", dice=[*MORE, "lock", "dodge"])

    for table, order in (
        (first_turn(), ["turn-ended", *["pile-revealed"] * 3, "turn", "tension"]),
        (first_turn(second_reveal="next-turn"), ["turn-ended", "turn", *["pile-revealed"] * 3, "tension"]),
    ):
        assert table.events == order
        assert faces_up(table)[1::2] == MORE


def test_ruling_r24_the_first_player_buys_the_unseen_top_of_a_pile() -> None:
    """At the normal price, from the pile he names [Ruling R24] [KA 4.7.4] [KA 4.7.6]."""
    table = shop(mine("fighter"), turn={"player": "p1", "unit": "hero", "number": 1}, kamas=6)
    assert table.options("buy") == [f"buy {pile} down" for pile in ("granite 1", "granite 2", "jade 1", "jade 2")]
    assert "4.7.4" in table.refused("buy granite 1 up").clauses
    table.start("buy granite 2 down")
    assert (table.asked, table.rolls.private_to, table.rolls.total()) == ("p1 draw roll", 0, 20)
    table.play(dice=["aero-boost"], answers=["give hero"])
    assert (table.read("player.p1.kamas"), table.unit("hero", "ap", "rewards")) == (3, (5, held("aero-boost")))
    assert [pile["closed"] for pile in table.document()["pile"]] == [10, 9, 10, 10, 10, 10]
    assert faces_up(table) == [""] * 6


def test_ruling_r25_an_empty_stack_turns_nothing_up() -> None:
    """A pile with nothing left sells nothing [Ruling R25] [KA 4.7.6] [KA 4.7.7]."""
    piles = [
        {"rank": "granite", "pile": 1, "closed": 0, "up": "aero-boost"},
        {"rank": "granite", "pile": 2, "closed": 1, "up": "bark-skin"},
    ]
    table = shop(mine("fighter"), pile=piles, kamas=9)
    granite = [line for line in table.options("buy") if "granite" in line]
    assert granite == ["buy granite 1 up", "buy granite 2 down", "buy granite 2 up"]
    table.play("buy granite 1 up", answers=["give hero"])
    assert "pile-revealed" not in table.events
    assert (table.refused("buy granite 1 up").kind, table.refused("buy granite 1 down").kind) == ("pile-empty",) * 2
    table.play("buy granite 2 up", dice=["elbow-shove"], answers=["give hero"])
    assert table.events.index("pile-revealed") < table.events.index("allocated")
    assert (faces_up(table)[:2], table.document()["pile"][1]["closed"]) == (["", "elbow-shove"], 0)


def test_ruling_r26_spent_rewards_leave_room_for_new_ones() -> None:
    """Spent Boosts, ended Buffs and revealed Techniques do not count [Ruling R26] [KA 4.7.9] [KA 4.7.11.d]."""
    full = shop(mine("squire", rewards=held("aero-boost")), mine("fighter"))
    boosted = full.again().play("reveal aero-boost")
    for table, room in ((full, ["give mate"]), (boosted, ["give hero", "give mate"])):
        table.play("buy granite 1 down", dice=["pyro-boost"])
        assert sorted(table.options()) == room
    preliminary = {"player": "p1", "unit": "hero", "phase": "preliminary"}
    for rewards, room in (
        (held(up=("bark-skin",)), ["give hero"]),
        (held(up=("elbow-shove", "low-sweep")), ["give hero"]),
        (held(up=("barrel-snail",)), []),
    ):
        table = shop(mine("squire", rewards=rewards), turn=preliminary)
        table.play("buy granite 1 down", dice=["pyro-boost"])
        assert table.options("give") == room


def test_ruling_r27_a_reward_without_room_is_shown_and_leaves_the_game() -> None:
    """With room anywhere it has to be given [Ruling R27] [KA 4.7.8] [KA 4.7.9.a]."""
    piles = [{"rank": "granite", "pile": 1, "up": "second-wind"}]
    table = shop(mine("squire", rewards=held("aero-boost")), pile=piles)
    table.play("buy granite 1 up", dice=["bark-skin"])
    assert table.facts("discarded") == [{"unit": "hero", "reward": "second-wind"}]
    assert (table.unit("hero", "ap", "rewards"), table.read("player.p1.kamas")) == ((5, held("aero-boost")), 17)
    roomy = shop(mine("squire", rewards=held("aero-boost")), mine("fighter"), pile=piles)
    roomy.play("buy granite 1 up", dice=["bark-skin"])
    assert roomy.options() == ["give mate"]
    assert "4.7.8" in roomy.refused("discard").clauses


def test_ruling_r28_a_krosmaster_reveals_one_of_its_own_rewards_between_actions() -> None:
    """Not another's, not two, not during a spell; a token only shown is none [Ruling R28] [KA 4.7.10] [KA 7.2.1.a]."""
    table = Table(
        """
        . .    .   .
        . hero .   D
        . mate foe .
        """,
        {
            "hero": mine("smith", rewards=held("aero-boost", "pyro-boost")),
            "mate": mine("fighter", rewards=held("geo-boost")),
            "foe": theirs("fighter"),
        },
        turn="hero",
        pack=MADE,
    )
    assert table.options("reveal") == ["reveal aero-boost", "reveal pyro-boost"]
    assert "4.7.10" in table.refused("reveal geo-boost").clauses
    casting = table.again().play("cast sweep c1")
    assert casting.asked == "p1 direction"
    casting.refused("reveal aero-boost")
    casting.play("choose south", dice=["lock"] * 3).play("reveal aero-boost")
    table.play("reveal aero-boost")
    assert "4.7.10" in table.refused("reveal pyro-boost").clauses
    full = shop(mine("squire", rewards=held("aero-boost"))).play("buy granite 1 down", dice=["bark-skin"])
    assert "discarded" in full.events
    full.play("reveal aero-boost")


def test_ruling_r29_a_dofus_and_a_trophy_share_one_slot_when_revealed() -> None:
    """The limit is looked at when the second is turned up [Ruling R29] [KA 4.7.11.b] [KA 4.7.11.c]."""
    down = shop(mine("fighter", rewards=held("sunset-dofus", "champions-belt")))
    assert down.options("reveal") == ["reveal sunset-dofus", "reveal champions-belt"]
    table = shop(mine("fighter", rewards=held("champions-belt", "felling-axe", up=("sunset-dofus",))))
    assert "4.7.11.c" in table.refused("reveal champions-belt").clauses
    assert table.options("reveal") == ["reveal felling-axe"]
    armed = shop(mine("fighter", rewards=held("felling-axe", "champions-belt", up=("herders-crook",))))
    assert "4.7.11.b" in armed.refused("reveal felling-axe").clauses
    assert armed.options("reveal") == ["reveal champions-belt"]


def test_ruling_r30_revealed_equipment_fills_the_gauge_at_once() -> None:
    """AP and MP go into the gauge, range counts for alterable spells [Ruling R30] [KA 4.7.5.c] [KA 4.11.2]."""
    table = shop(mine("smith", ap=1, mp=0, rewards=held("sunset-dofus", "running-quail", "hunters-tusk")))
    dofus = table.again().play("reveal sunset-dofus")
    assert dofus.unit("hero", "ap", "max_ap", "mp") == (2, 7, 0)
    quail = table.again().play("reveal running-quail")
    assert quail.unit("hero", "mp", "max_mp", "ap") == (1, 4, 1)
    archer = shop(mine("smith", rewards=held("hunters-tusk")))
    assert archer.refused("cast volley d1").kind == "out-of-range"
    archer.play("reveal hunters-tusk", answers=["cast volley d1"], dice=["lock", "lock"])
    assert archer.unit("foe", "injuries") == 2


def test_ruling_r31_a_boost_goes_with_the_next_spell_of_its_krosmaster() -> None:
    """Whatever that spell is, Punch too, but no Trap's; and with the turn [Ruling R31] [KA 4.7.5.a]."""
    table = Table(
        """
        . .   . . .
        . hero foe . .
        . .   . . .
        """,
        {
            "hero": mine("fighter", ap=12, rewards=held("aero-boost", "pocketful-of-pebbles")),
            "foe": theirs("fighter", powers=["itty-bitty"]),
            "snare": theirs("snare", summoner="foe", at="b3"),
        },
        turn="hero",
    )
    boosted = table.again().play("reveal aero-boost")
    assert boosted.again().play("cast arrow c2", dice=["lock"] * 2).unit("foe", "injuries") == 4
    for first in ("strike", "punch"):
        spent = boosted.again().play(f"cast {first} c2", dice=["lock"] * 2)
        before = spent.unit("foe", "injuries")
        assert spent.play("cast arrow c2", dice=["lock"] * 2).unit("foe", "injuries") == before + 2
    trapped = boosted.again().play("move b3", dice=["lock"] * 2)
    assert trapped.play("cast arrow c2", dice=["lock"] * 2).unit("foe", "injuries") == 4
    boosted.play("end", dice=["lock", "dodge"], answers=["keep", "done"])
    boosted.play("end", dice=["lock", "dodge"], answers=["keep", "done"])
    assert boosted.play("cast arrow c2", dice=["lock"] * 2).unit("foe", "injuries") == 2
    given = table.play("reveal pocketful-of-pebbles")
    assert "cast pebble c2" in given.options("cast")
    given.play("cast strike c2", dice=["lock"] * 2)
    lapsed = given.refused("cast pebble c2")
    assert (lapsed.kind, lapsed.clauses) == ("no-such-spell", ("4.7.5.a", "2.5.1"))


def test_ruling_r32_a_buff_is_gone_before_start_of_turn_effects() -> None:
    """The Armour of a Buff no longer helps against a Bomb at the start of the turn [Ruling R32] [KA 6.2.1.a]."""
    table = Table(
        ". hero petard . foe",
        {
            "hero": mine("fighter", rewards=held(up=("bark-skin",))),
            "petard": mine("petard", summoner="hero"),
            "foe": theirs("fighter"),
        },
        turn={"player": "p1", "phase": "tension"},
    )
    assert table.unit("hero", "powers") == ["armour"]
    table.play(dice=["lock", "dodge"]).play("keep", answers=["done"], dice=["lock", "lock"])
    assert table.facts("armour-roll") == [{"unit": "hero", "dice": ["lock"], "successes": 0}]
    assert table.events.index("buff-ends") < table.events.index("cast")
    assert table.unit("hero", "injuries", "rewards", "powers") == (2, [], [])


def test_ruling_r33_crafter_pays_less_and_no_ap_for_the_first_purchase_of_each_turn() -> None:
    """Also with 0 AP left; all five ranks have a price [Ruling R33] [KA 4.9.27.a] [KA 4.7.6]."""
    for rank, price, usual in (("granite", 3, 3), ("jade", 5, 6), ("silver", 7, 9)):
        table = shop(mine("crafter", ap=1), kamas=price + usual)
        draw = {"granite": "aero-boost", "jade": "racing-heart", "silver": "falling-star"}[rank]
        table.play(f"buy {rank} 1 down", dice=[draw], answers=["give hero"])
        assert (table.read("player.p1.kamas"), table.unit("hero", "ap")) == (usual, 1)
        table.play(f"buy {rank} 2 down", dice=[draw], answers=["give hero"])
        assert (table.read("player.p1.kamas"), table.unit("hero", "ap")) == (0, 0)
    poor = shop(mine("crafter", ap=0), kamas=30).play("buy silver 1 down", dice=["falling-star"], answers=["give hero"])
    assert "6.3.6" in poor.refused("buy granite 1 down").clauses
    poor.play("end", dice=["lock", "dodge"], answers=["keep", "done"])
    poor.play("end", dice=["lock", "dodge"], answers=["keep", "inspire hero lock", "inspire hero dodge"])
    poor.play("buy silver 1 down", dice=["falling-star"], answers=["give hero"])
    assert (poor.read("player.p1.kamas"), poor.unit("hero", "ap")) == (30 - 7 - 7, 6)
    assert shop(mine("fighter", ap=0)).options("buy") == []
    params = release("2.7")
    assert tuple(params.rewards.prices.values()) == (3, 6, 9, 12, 18)
    assert tuple(params.rewards.crafter_prices.values()) == (3, 5, 7, 10, 15)


def test_ruling_r34_kamas_are_no_obstacle_and_cost_one_ap_each() -> None:
    """Any unit may stand on them, only a Krosmaster collects, and sight passes [Ruling R34] [KA 6.3.3] [KA 4.17.3]."""
    table = Table(
        "hero . . foe .",
        {"hero": mine("fighter", ap=2), "foe": theirs("fighter"), "imp": mine("imp", summoner="hero", at="e1")},
        turn="hero",
        kamas={"b1": 3, "c1": 1},
    )
    assert table.refused("collect").kind == "no-kama-here"
    table.play("move b1", answers=["collect", "collect"])
    assert (table.read("kamas.b1"), table.read("player.p1.kamas"), table.unit("hero", "ap")) == (1, 2, 0)
    assert "6.3.3" in table.refused("collect").clauses
    mob = Table(
        ". . imp . foe",
        {"hero": mine("fighter", at="a1"), "imp": mine("imp", summoner="hero"), "foe": theirs("fighter")},
        turn="imp",
        kamas={"b1": 1, "d1": 2},
    )
    mob.play("move b1")
    assert mob.refused("collect").kind == "not-a-krosmaster"
    shot = Table(
        "hero . . foe",
        {"hero": mine("fighter"), "foe": theirs("fighter")},
        turn="hero",
        kamas={"b1": 2, "c1": 1, "d1": 1},
    ).play("cast arrow d1", dice=["lock"] * 2)
    assert (shot.unit("foe", "injuries"), shot.read("kamas.d1"), shot.read("kamas.b1")) == (2, 1, 2)


def test_ruling_r35_only_dice_that_exist_are_refunded() -> None:
    """Two give 3 Kamas, one gives 1, no roll and no die left give none [Ruling R35] [KA 5.4.1] [KA 5.4.2]."""

    def refunded(number: int, *lines: str, dice: tuple[str, ...] = ()) -> Table:
        table = Table(
            ". hero . foe",
            {"hero": mine("fighter"), "foe": theirs("fighter")},
            turn={"player": "p1", "phase": "tension", "number": number},
        )
        if lines:
            table.play(lines[0], dice=dice, answers=lines[1:])
        assert table.asked == "p1 activation"
        return table

    pair = ("lock", "dodge")
    assert refunded(1).read("player.p1.kamas") == 0
    assert refunded(3, "keep", "done", dice=pair).read("player.p1.kamas") == 3
    assert refunded(3, "keep", "inspire hero lock", "done", dice=pair).read("player.p1.kamas") == 1
    assert refunded(3, "reroll", "done", dice=(*pair, "lock")).read("player.p1.kamas") == 1
    assert refunded(3, "keep", "inspire hero lock", "inspire hero dodge", dice=pair).read("player.p1.kamas") == 0
