"""Whether: each condition, where it holds and where it does not."""

from typing import Any

import pytest

from tests.krosmaster.casting import ANYWHERE, mage, marker
from tests.krosmaster.playing import Table, card, mine, power, spell, theirs

SELF = {"who": "self"}


def then(that: dict[str, Any]) -> dict[str, Any]:
    """A +1 MP marker on the caster if the condition holds."""
    return {"op": "if", "that": that, "then": [marker(SELF)]}


def holds(
    that: dict[str, Any], units: dict[str, dict[str, Any]], field: str, at: str, pack: Any = (), **keys: Any
) -> bool:
    """Whether the condition holds when the mage `hero` casts at the cell."""
    table = Table(field, units, turn="hero", pack=[mage(then(that)), *pack], **keys).play(f"cast act {at}")
    return bool(table.unit("hero", "mp_markers"))


@pytest.mark.parametrize(("injuries", "expected"), [(0, True), (1, False), (5, False)])
def test_the_injuries_may_be_those_of_the_main_target(injuries: int, expected: bool) -> None:
    """Uninjured, whatever the caster has suffered [KA 4.18.10]."""
    units = {"hero": mine("mage", injuries=3), "foe": theirs("fighter", injuries=injuries)}
    assert holds({"is": "injuries", "max": 0, "of": {"who": "main"}}, units, "hero foe", "b1") is expected


@pytest.mark.parametrize(("foe", "expected"), [("b12", True), ("b1", False)])
def test_the_territory_may_be_the_one_the_target_stands_in(foe: str, expected: bool) -> None:
    """The target in the territory of the owner's opponent [KA 4.20.1]."""
    field = "\n".join([". . ."] * 12)
    units = {"hero": mine("mage", at="a6"), "foe": theirs("fighter", at=foe)}
    that = {"is": "in-opponent-territory", "of": {"who": "main"}}
    assert holds(that, units, field, foe) is expected


@pytest.mark.parametrize(
    ("sign", "markers", "expected"),
    [(1, 1, True), (1, -1, False), (-1, -2, True), (-1, 1, False), (0, 1, True), (0, -1, True), (0, 0, False)],
)
def test_markers_of_a_sign_are_looked_for_on_the_unit_named(sign: int, markers: int, expected: bool) -> None:
    """Some +1, some -1 or any marker of the stat on the target; the caster's own do not count [KA 4.11.8]."""
    units = {"hero": mine("mage", ap_markers=1), "foe": theirs("fighter", ap_markers=markers)}
    that = {"is": "has-markers", "stat": "ap", "sign": sign, "of": {"who": "main"}}
    assert holds(that, units, "hero foe", "b1") is expected
    assert holds({**that, "no": True}, units, "hero foe", "b1") is not expected


AVENGERS = [card("jack", types=["avenger"], hero="jack"), card("jill", types=["avenger"], hero="jill")]


@pytest.mark.parametrize(("x", "expected"), [(1, True), (2, True), (3, False)])
def test_prosecution_counts_the_different_avengers_the_team_began_with(x: int, expected: bool) -> None:
    """KO'd ones count, a second copy and the opponent's do not: a fact of the start of the fight [KA 4.18.2.b]."""
    units = {
        "hero": mine("mage"),
        "jack": mine("jack", at=""),
        "jack-2": mine("jack"),
        "jill": mine("jill"),
        "foe": theirs("judge"),
    }
    pack = [*AVENGERS, card("judge", types=["avenger"], hero="judge")]
    assert holds({"is": "prosecution", "x": x}, units, "hero jack-2 jill foe", "a1", pack) is expected


@pytest.mark.parametrize(("mine_", "theirs_", "expected"), [(1, 2, True), (2, 2, False), (3, 2, False)])
def test_fewer_kamas_compares_the_two_stocks(mine_: int, theirs_: int, expected: bool) -> None:
    """Strictly fewer in the owner's stock than in the opponent's [KA 4.5.1]."""
    players = {"p1": {"kamas": mine_}, "p2": {"kamas": theirs_}}
    units = {"hero": mine("mage"), "foe": theirs("fighter")}
    assert holds({"is": "fewer-kamas"}, units, "hero foe", "a1", players=players) is expected


def test_a_power_of_the_opponents_turn_holds_then_and_not_in_the_own() -> None:
    """A continuous effect holds the instant its condition does [KA 4.18.4.e]."""
    guard = card(
        "guard",
        powers=[
            power(
                "shell",
                holds=[
                    {"that": {"is": "turn", "whose": "opponent"}, "give": [{"op": "have-powers", "powers": ["armour"]}]}
                ],
            )
        ],
    )
    units = {"hero": mine("fighter"), "foe": theirs("guard"), "pal": mine("guard")}
    table = Table("hero foe pal", units, turn="hero", pack=[guard])
    assert "armour" in table.unit("foe", "powers")
    assert "armour" not in table.unit("pal", "powers")


@pytest.mark.parametrize(
    ("seat", "turn", "expected"), [("p1", 1, True), ("p1", 3, False), ("p2", 2, True), ("p2", 4, False)]
)
def test_the_first_turn_is_the_first_of_its_player(seat: str, turn: int, expected: bool) -> None:
    """Turn 1 is the first player's first, turn 2 the second player's [KA 5.1.1]."""
    units = {"hero": {"card": "mage", "owner": seat}, "one": mine("fighter"), "two": theirs("fighter")}
    begin = {"player": seat, "unit": "hero", "phase": "activation", "number": turn}
    table = Table("hero one two", units, turn=begin, pack=[mage(then({"is": "first-turn"}))])
    table.play("cast act a1")
    assert bool(table.unit("hero", "mp_markers")) is expected


@pytest.mark.parametrize(("field", "moved"), [("hero foe . .", True), ("hero foe T .", False)])
def test_displaced_says_whether_the_push_before_moved_its_piece(field: str, moved: bool) -> None:
    """A piece stopped at once has not been moved [KA 7.5.9.b]."""
    push = {"op": "push-back", "x": 1}
    units = {"hero": mine("mage"), "foe": theirs("fighter")}
    table = Table(field, units, turn="hero", pack=[mage(push, then({"is": "displaced"}))]).play("cast act b1")
    assert bool(table.unit("hero", "mp_markers")) is moved


def test_injuries_of_allies_count_over_the_whole_turn_of_the_player() -> None:
    """`by` another unit of the turn's player: this unit's own turn alone is not enough [KA 4.18.2.b] [Ruling R47]."""
    that = {
        "is": "inflicted-this-turn",
        "on": {"who": "targets"},
        "by": {"who": "units", "type": "brigand"},
        "turn": "player",
    }
    brigand = card("brigand", types=["brigand"], initiative=9, spells=[spell("stab", range=ANYWHERE, cost={"ap": 1})])
    units = {"thug": mine("brigand"), "hero": mine("mage"), "foe": theirs("ox"), "far": theirs("ox")}
    pack = [brigand, card("ox", hp=20)]

    def after(condition: dict[str, Any], stabbed: str) -> int:
        table = Table("thug hero . foe far", units, turn="thug", pack=[mage(then(condition)), *pack])
        table.play(f"cast stab {stabbed}", dice=["lock", "lock"]).play("end")
        assert table.read("turn.unit") == "hero"
        return int(table.play("cast act d1").unit("hero", "mp_markers"))

    assert after(that, "d1") == 1
    assert after(that, "e1") == 0  # somebody else was hurt
    assert after({**that, "turn": "unit"}, "d1") == 0
    assert after({**that, "by": SELF}, "d1") == 0


def test_the_injuries_of_the_players_turn_are_forgotten_when_the_next_one_begins() -> None:
    """The turn looked at is the current one [KA 4.18.2.b]."""
    that = {"is": "inflicted-this-turn", "by": {"who": "units"}, "turn": "player"}
    stab = spell("stab", range=ANYWHERE, cost={"ap": 1})
    foe = card("spy", spells=[*mage(then(that))[1]["spell"]])
    units = {"hero": mine("thug"), "foe": theirs("spy")}
    table = Table("hero . foe", units, turn="hero", pack=[foe, card("thug", spells=[stab])])
    table.play("cast stab c1", dice=["lock", "lock"]).play("end", dice=["lock", "armour"], answers=["keep", "done"])
    table.play("cast act c1")
    assert table.unit("foe", "mp_markers") == 0
