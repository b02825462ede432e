"""What belongs to one turn of one unit: it is there from that turn's beginning to its end, and not in the next."""

from typing import Any

import pytest

from tests.krosmaster.casting import ANYWHERE
from tests.krosmaster.playing import Table, card, keyword, mine, power, spell, theirs

ROUND = ["keep", "done"]
TENSION = ["lock", "armour"]
SELF = {"who": "self"}
OX = card("ox", hp=40)
PLAIN = ["lock", "lock"]


def special(slug: str, *do: dict[str, Any], **keys: Any) -> dict[str, Any]:
    """A Special spell for 1 AP, aimed anywhere."""
    return spell(slug, range=ANYWHERE, kind="special", cost={"ap": 1}, do=list(do), **keys)


def next_round(table: Table) -> Table:
    """The active unit ends its turn, so does p2's only one, and it is p1's turn again."""
    table.play("end", dice=TENSION, answers=ROUND)
    return table.play("end", dice=TENSION, answers=ROUND)


def test_farmer_counts_the_kamas_of_this_turn() -> None:
    """One more for one picked up; none in a turn without [KA 4.9.28.a]."""
    units = {"hero": mine("peasant"), "foe": theirs("fighter")}
    pack = [card("peasant", powers=[keyword("farmer")])]
    table = Table("hero . foe", units, turn="hero", pack=pack, kamas={"a1": 3})
    taken = []
    for collects in (True, False, True):
        if collects:
            table.play("collect")
        before = table.read("player.p1.kamas")
        taken.append(table.again().start("end").read("player.p1.kamas") - before)
        next_round(table)
    assert taken == [1, 0, 1]


def test_the_first_attack_of_every_turn_is_the_first() -> None:
    """3 more with the first of each turn, not with the second one [KA 4.18.2.a] [KA 6.2.1]."""
    rush = power("rush", holds=[{"give": [{"op": "damage-bonus", "x": 3, "spells": "first-attack"}]}])
    units = {"hero": mine("knight"), "foe": theirs("ox")}
    table = Table("hero foe", units, turn="hero", pack=[OX, card("knight", spells=[spell("cut")], powers=[rush])])
    injuries = []
    for _ in range(2):
        for _ in range(2):
            injuries.append(table.play("cast cut b1", dice=PLAIN).unit("foe", "injuries"))
        next_round(table)
    assert injuries == [5, 7, 12, 14]


def test_a_limit_by_target_is_one_of_a_single_turn() -> None:
    """A second unit of the same card has its own, and the first one has it again in its next turn [KA 7.1.3.b]."""
    pack = [card("twin", spells=[special("each", limit="turn-and-target")])]
    units = {"hero": mine("twin"), "mate": mine("twin"), "foe": theirs("fighter")}
    table = Table("hero mate . foe", units, turn="hero", pack=pack).play("cast each d1").play("cast each c1")
    assert [table.refused(f"cast each {cell}").kind for cell in ("c1", "d1")] == ["limit-target", "limit-target"]
    table.play("end")
    assert table.read("turn.unit") == "mate"
    table.play("cast each d1").play("cast each c1")
    next_round(table)
    assert table.read("turn.unit") == "hero"
    table.play("cast each d1").play("cast each c1")


def shots_of(table: Table) -> list[str]:
    """The cells that may be shot at."""
    return [line.split()[2] for line in table.options("cast") if "shot" in line]


def test_range_markers_serve_for_one_turn() -> None:
    """Discarded as the turn begins, of use until it ends, and gone in the next one [KA 6.2.1.c] [KA 4.12.1]."""
    units = {"hero": mine("archer", range_markers=2), "foe": theirs("fighter")}
    shot = spell("shot", range={"kind": "target", "min": 1, "max": 2, "fixed": False})
    turn = {"player": "p1", "unit": "hero", "phase": "preliminary"}
    table = Table("hero . . . . . foe", units, turn=turn, pack=[card("archer", spells=[shot])]).play()
    assert table.unit("hero", "range_markers", "range_turn") == (0, 2)
    assert shots_of(table) == ["b1", "c1", "d1", "e1"]
    table.play("end", dice=TENSION, answers=ROUND)
    assert table.unit("hero", "range_markers", "range_turn") == (0, 0)
    table.play("end", dice=TENSION, answers=ROUND)
    assert table.unit("hero", "range_markers", "range_turn") == (0, 0)
    assert shots_of(table) == ["b1", "c1"]


def test_between_turns_no_unit_is_active_and_the_gauges_of_all_are_empty() -> None:
    """What was left of AP and MP is lost [KA 6.3.8] [KA 6.4.1] [KA 6.4.2]."""
    units = {"hero": mine("fighter"), "foe": theirs("fighter")}
    table = Table("hero . foe", units, turn="hero")
    assert table.unit("hero", "ap", "mp") == (6, 3)
    table.start("end")
    assert (table.asked, table.read("turn.unit")) == ("p2 tension roll", "")
    assert table.unit("hero", "ap", "mp") == (0, 0)


def test_effects_of_the_beginning_and_of_the_end_of_a_turn_have_phases_of_their_own() -> None:
    """Several are put in order by the player in the Preliminary Phase, and in the last one [KA 6.2.1.d] [KA 6.4.1]."""
    gain = {"op": "markers", "stat": "range", "x": 1, "to": SELF}
    songs = [
        power(f"song-{when}-{n}", when=f"{when}-of-own-turn", do=[gain]) for when in ("start", "end") for n in (1, 2)
    ]
    units = {"hero": mine("fighter"), "mate": mine("bard"), "foe": theirs("fighter")}
    table = Table("hero mate . foe", units, turn="hero", pack=[card("bard", initiative=1, powers=songs)])
    table.play("end")
    assert (table.options(), table.read("turn.phase")) == (["resolve 1", "resolve 2"], "preliminary")
    table.play("resolve 1")
    assert (table.asked, table.read("turn.phase")) == ("p1 activation", "activation")
    table.play("end")
    assert (table.options(), table.read("turn.phase")) == (["resolve 1", "resolve 2"], "end")


def boaster(turn: str) -> Any:
    """A card that boasts of injuries inflicted by anybody this turn: a range marker if there were any."""
    that = {"is": "inflicted-this-turn", "by": {"who": "units"}, "turn": turn}
    then = [{"op": "markers", "stat": "range", "x": 1, "to": SELF}]
    return card("boaster", spells=[spell("cut"), special("boast", {"op": "if", "that": that, "then": then})])


@pytest.mark.parametrize(("turn", "boasts"), [("unit", [1, 0, 0, 0, 0]), ("player", [1, 1, 1, 0, 0])])
def test_injuries_of_this_turn_are_those_of_the_unit_or_of_the_player(turn: str, boasts: list[int]) -> None:
    """Of one unit's turn, or of all those of its player, never of the opponent's before [KA 4.18.2.b] [Ruling R47]."""
    units = {name: mine("boaster") for name in ("hero", "mate", "third")}
    units |= {"foe": theirs("boaster"), "friend": theirs("boaster")}
    table = Table("hero foe mate third friend", units, turn="hero", pack=[boaster(turn)])
    table.play("cast cut b1", dice=PLAIN)
    found = []
    for name, dice, answers in (
        ("hero", [], []),
        ("mate", [], []),
        ("third", TENSION, ROUND),
        ("foe", [], []),
        ("friend", TENSION, ROUND),
    ):
        assert table.read("turn.unit") == name
        before = table.unit(name, "range_markers")
        table.play(f"cast boast {table.unit(name, 'at')}")
        found.append(table.unit(name, "range_markers") - before)
        table.play("end", dice=dice, answers=answers)
    assert found == boasts


@pytest.mark.parametrize("order", ["hero foe mate", "foe hero mate", "mate foe hero"])
def test_what_lasts_to_a_units_next_turn_does_not_end_with_the_one_it_began_in(order: str) -> None:
    """Whatever place it has in the match; its next turn is the one after [KA 4.18.4] [Ruling R47]."""
    hush = special("hush", {"op": "lose-powers", "until": "next-turn", "to": SELF})
    cards = {"hero": mine("monk"), "foe": theirs("fighter"), "mate": mine("villager")}
    pack = [card("monk", powers=[keyword("dodge")], spells=[hush])]
    table = Table(order, {name: cards[name] for name in order.split()}, turn="hero", pack=pack)
    assert table.unit("hero", "powers") == ["dodge"]
    table.play(f"cast hush {table.unit('hero', 'at')}").play("end")
    powers = [table.unit("hero", "powers")]
    for dice, answers in ((TENSION, ROUND), (TENSION, ROUND), ([], [])):
        table.play("end", dice=dice, answers=answers)
        powers.append(table.unit("hero", "powers"))
    assert powers == [[], [], [], ["dodge"]]


def dreaded(*powers: dict[str, Any]) -> Table:
    """Pal has 4 HP, 2 of them dread takes away from p1's units; the hero silences it for its turn and hurts pal."""
    less = {"op": "stat-bonus", "stat": "hp", "x": -2, "to": {"who": "units", "side": "enemy"}}
    dread = card("dread", powers=[power("dread", holds=[{"give": [less]}])])
    hero = card("hero", spells=[special("hush", {"op": "lose-powers"}), special("hurt", {"op": "injure", "x": 2})])
    pal = card("pal", initiative=2, level=1, hp=4, powers=list(powers))
    units = {"hero": mine("hero"), "pal": mine("pal"), "last": mine("villager", at="d1"), "foe": theirs("dread")}
    table = Table("hero pal foe . .", units, turn="hero", pack=[dread, hero, pal])
    table.play("cast hush c1").play("cast hurt b1")
    assert table.unit("pal", "hp", "injuries", "ko") == (4, 2, False)
    return table.play("end")


def test_whose_hp_end_with_a_turn_is_koed_before_the_next_one() -> None:
    """It was the next in the Timeline, and its turn does not begin [KA 4.10.2] [KA 6.4.1] [KA 6.4.2]."""
    table = dreaded()
    assert table.unit("pal", "ko")
    assert table.read("turn.unit") == "last"
    assert [fact["unit"] for fact in table.facts("unit-turn")] == ["last"]


def test_a_turn_that_is_ended_between_turns_is_nobodys() -> None:
    """The KO between two turns ends no turn; the next unit has its own [KA 6.4.2] [KA 6.3.1]."""
    table = dreaded(power("shock", when="is-koed", do=[{"op": "end-turn"}]))
    assert table.unit("pal", "ko")
    assert (table.asked, table.read("turn.unit")) == ("p1 activation", "last")
