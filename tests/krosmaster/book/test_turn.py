"""Chapter 5: the phases of a game turn, and who is next: from the first turn of the game on."""

from typing import Any

import pytest

from esquive.krosmaster.spoken.odds_counting import ODDS
from tests.krosmaster.playing import Table, card, mine, power, spell, theirs

DRAWS = ["aero-boost", "racing-heart", "falling-star"]
MORE = ["geo-boost", "honeyed-draught", "glass-bell"]
DULL = ["lock", "dodge"]
ROUND = ["keep", "done"]


def asked(table: Table) -> tuple[str, str, int]:
    """Who is asked what, in which phase and turn."""
    return table.asked, table.read("turn.phase"), table.read("turn.number")


def begun(**setup: Any) -> Table:
    """A match of two against one, everybody on the board: `first` and `second` of p1, `foe` of p2."""
    pack = [
        card("first", initiative=6),
        card("second", initiative=2),
        card("foe", initiative=5),
    ]
    table = Table.match([["foe"], ["second", "first"]], pack=pack, **setup)
    assert table.asked == "p1 deployment"
    return table.play("deploy second a1", answers=["deploy first c1", "deploy foe b12"])


def test_the_game_begins_with_the_first_players_first_unit_without_a_tension_roll() -> None:
    """[KA 5.2.4] [KA 5.1.1] [KA 2.4.3.a]: no dice, no Inspiration; the highest Initiative acts first."""
    table = begun()
    assert asked(table) == ("p1 activation", "activation", 1)
    assert table.events == ["deployed", "deployed", "deployed", "turn", "unit-turn", "gauges"]
    assert (table.read("turn.unit"), table.read("turn.player")) == ("first", "p1")
    assert table.play("end").read("turn.unit") == "second"


def test_the_phases_of_a_game_turn_follow_one_another() -> None:
    """[KA 5.1.3] [KA 5.2.1] [KA 5.2.4] [KA 5.6.1]: the second player rolls in the first turn of the own, too."""
    table = begun().play("end").start("end")
    assert asked(table) == ("p2 draw roll", "end", 2)
    table.play(dice=DRAWS + DULL)
    assert asked(table) == ("p2 tension", "tension", 2)
    table.play("keep")
    assert asked(table) == ("p2 inspiration", "inspiration", 2)
    table.play("inspire foe lock")
    assert asked(table) == ("p2 inspiration", "inspiration", 2)
    table.play("done")
    assert asked(table) == ("p2 activation", "activation", 2)
    table.start("end")
    assert asked(table) == ("p2 draw roll", "end", 2)
    for name in MORE:
        table.start(f"draw {name}")
    assert asked(table) == ("p1 tension roll", "tension", 3)
    table.play(dice=DULL, answers=["keep"])
    assert asked(table) == ("p1 inspiration", "inspiration", 3)
    table.play("done", answers=["end"]).start("end")
    assert asked(table) == ("p2 tension roll", "tension", 4)


def rounds(number: int, table: Table) -> list[tuple[int, str]]:
    """The units whose turns the next ones are, each with the number of the game turn."""
    found: list[tuple[int, str]] = []
    while len(found) < number:
        found.append((table.read("turn.number"), table.read("turn.unit")))
        is_last = table.read("turn.unit") != "first"
        table.play("end", dice=DULL if is_last else [], answers=ROUND if is_last else [])
    return found


def test_players_take_turns_and_their_units_act_in_the_same_order_each_time() -> None:
    """[KA 5.1.1] [KA 5.5.1] [KA 2.4.3.a] [KA 5.6.1]: each of a side's units once, then the other side's."""
    units = {"second": mine("villager"), "first": mine("fighter"), "foe": theirs("fighter")}
    table = Table("second first . foe", units, turn="first")
    assert rounds(6, table) == [(3, "first"), (3, "second"), (4, "foe"), (5, "first"), (5, "second"), (6, "foe")]


def face_up(table: Table) -> list[str]:
    """What lies face up: granite 1, granite 2, jade 1 and on; empty where nothing does."""
    return [pile.get("up", "") for pile in table.document()["pile"]]


@pytest.mark.parametrize(("option", "turns_up"), [("end-of-turn", 2), ("next-turn", 3)])
def test_rewards_are_turned_up_in_the_second_players_first_turn_and_never_again(option: str, turns_up: int) -> None:
    """[KA 4.7.4] [Ruling R23]: pile 1 of each rank, then pile 2; later turns turn up nothing."""
    table = begun(options={"second_reveal": option})
    assert face_up(table) == [""] * 6
    table.play("end").play("end", dice=DRAWS + DULL, answers=ROUND)
    assert face_up(table) == [DRAWS[0], "", DRAWS[1], "", DRAWS[2], ""]
    assert (table.facts("pile-revealed"), table.read("turn.unit")) == (
        [{"pile": pile, "reward": name} for pile, name in zip((0, 2, 4), DRAWS, strict=True)],
        "foe",
    )
    table.start("end")
    assert (table.asked, table.read("turn.number")) == (f"p{4 - turns_up} draw roll", turns_up)
    table.play(dice=MORE + DULL, answers=ROUND)
    assert (face_up(table)[1::2], face_up(table)[0::2]) == (MORE, DRAWS)
    assert rounds(5, table) == [(3, "first"), (3, "second"), (4, "foe"), (5, "first"), (5, "second")]


def test_what_lasts_to_the_end_of_its_players_turn_holds_for_the_units_after_and_no_longer() -> None:
    """[Ruling R47] [KA 5.6.1]: the second unit hits harder, and not any more in the turn after."""
    cheer = spell(
        "cheer",
        "personal",
        kind="special",
        cost={"ap": 1},
        do=[{"op": "bonus", "stat": "damage", "x": 2, "until": "player-turn", "to": {"who": "units", "side": "ally"}}],
    )
    units = {"hero": mine("cheerer"), "pal": mine("striker"), "foe": theirs("fighter")}
    pack = [
        card("cheerer", initiative=9, spells=[cheer]),
        card("striker", initiative=1, spells=[spell("poke", base=1, cost={"ap": 1})]),
    ]
    table = Table("hero pal foe", units, turn="hero", pack=pack).play("cast cheer a1").play("end")
    assert table.play("cast poke c1", dice=["lock", "lock"]).unit("foe", "injuries") == 3
    table.play("end", dice=DULL, answers=ROUND).play("end", dice=DULL, answers=ROUND).play("end")
    assert table.read("turn.unit") == "pal"
    assert table.play("cast poke c1", dice=["lock", "lock"]).unit("foe", "injuries") == 4


def test_a_power_of_once_a_turn_may_be_used_again_in_the_next_turn() -> None:
    """Each player's turn is a new one [KA 5.1.1] [KA 4.1.1]."""
    thorns = power("thorns", when="suffers-injuries", once="turn", do=[{"op": "gain-kamas", "x": 1}])
    units = {"hero": mine("fighter"), "foe": theirs("hedgehog")}
    table = Table("hero foe", units, turn="hero", pack=[card("hedgehog", hp=20, powers=[thorns])])
    for _ in range(2):
        table.play("cast strike b1", dice=["lock", "lock"])
    assert table.read("player.p2.kamas") == 1
    table.play("end", dice=DULL, answers=ROUND).play("end", dice=DULL, answers=ROUND)
    table.play("cast strike b1", dice=["lock", "lock"])
    assert table.read("player.p2.kamas") == 1 + 3 + 1  # with the Refund of p2's own turn


def test_a_krosmaster_out_of_play_has_no_turn_at_all() -> None:
    """Not even one that passes at once [KA 5.5.1] [KA 4.10.2.a] [Ruling R21]."""
    units = {"hero": mine("fighter"), "gone": mine("leech", at=""), "pal": mine("villager"), "foe": theirs("fighter")}
    table = Table("hero pal . foe", units, turn="hero").play("end")
    assert (table.read("turn.unit"), table.facts("unit-turn")) == ("pal", [{"unit": "pal"}])
    assert [fact["unit"] for fact in table.facts("turn-ended")] == ["hero"]


def test_the_faces_of_dice_that_were_sold_make_no_difference_any_more() -> None:
    """[KA 5.4.1] [KA 5.3.2]: only while they may still be placed is it another position."""

    def rolled(*dice: str) -> Table:
        units = {"hero": mine("fighter"), "foe": theirs("fighter")}
        table = Table("hero . foe", units, turn={"player": "p1", "phase": "tension", "number": 5})
        return table.play(dice=dice, answers=["keep"])

    one, other = rolled("lock", "dodge"), rolled("armour", "critical")
    assert ODDS.key(one.state) != ODDS.key(other.state)
    assert ODDS.key(one.play("done").state) == ODDS.key(other.play("done").state)
