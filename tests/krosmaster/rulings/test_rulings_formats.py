"""Rulings on the Limited format and on four players."""

from typing import Any

import msgspec
import pytest

from esquive.core.errors import DocumentError
from esquive.krosmaster.book.setup import limited_gg
from esquive.krosmaster.book.teams import limited_violations
from esquive.krosmaster.cards.documents import CardDocument
from esquive.krosmaster.releases import release
from esquive.krosmaster.setups import TeamsAndArenas
from tests.krosmaster.playing import Part, Table, card, spell

PARAMS = release("2.7")
LEVELS = [card(f"level-{level}", level=level) for level in range(1, 9)]


def documents(*levels: int) -> list[CardDocument]:
    """Cards of these levels."""
    return [msgspec.convert(LEVELS[level - 1][1], CardDocument) for level in levels]


def faults(team: tuple[int, ...], pool: tuple[int, ...] | None = None) -> list[str]:
    """The kinds of the rules that a Limited team of these levels breaks."""
    cards = None if pool is None else documents(*pool)
    return [found.kind for found in limited_violations(documents(*team), PARAMS, cards)]


def test_ruling_r6_without_a_pool_a_limited_team_has_level_12() -> None:
    """3 to 8 Krosmasters of 12 levels in all [Ruling R6] [KA 1.1.2.a] [KA 1.1.2.b]."""
    assert faults((1, 1, 1)) == ["team-level-without-pool"]
    assert faults((4, 4, 4)) == []
    assert faults((4, 4, 5)) == ["team-level"]
    assert faults((4, 8)) == ["team-size"]
    assert faults((1,) * 8) == ["team-level-without-pool"]
    assert faults((1,) * 7 + (5,)) == []
    assert faults((1,) * 8 + (4,)) == ["team-size"]


def test_ruling_r6_a_limited_team_below_level_12_is_legal_where_its_pool_allows_no_higher_one() -> None:
    """No other choice of 3 to 8 from the pool is higher, up to 12 [Ruling R6] [KA 1.1.2.b]."""
    assert faults((1, 1, 1), (1, 1, 1)) == []
    assert faults((1,) * 8, (1,) * 9) == []
    assert faults((1, 1), (1, 1, 1)) == ["team-size", "team-level-of-pool"]
    pool = (1, 2, 3, 7, 8)
    assert faults((1, 3, 7), pool) == ["team-level-of-pool"]  # 11, and 2 + 3 + 7 are 12
    assert faults((2, 3, 7), pool) == []
    assert faults((1, 3, 8), pool) == []
    assert faults((1, 2, 8), (1, 2, 8, 8)) == []  # 11: with both of level 8 three would be too many
    assert faults((3, 3, 3), (3, 3, 3, 2)) == ["team-level-of-pool"]  # four make 11
    assert faults((3, 3, 6), (3, 6, 6)) == ["team-pool"]


def test_ruling_r6_the_pool_of_a_match_judges_its_teams() -> None:
    """What is agreed for a match is judged as a team file is, in the reader's language [Ruling R6] [KA 1.1.2.b]."""
    setups = TeamsAndArenas()
    short = ["oscar-kass", "anna-tommy", "bad-aboum"]  # level 3 each
    assert setups.violations(short, "limited", agreed={"pool": short}) == []
    (alone,) = setups.violations(short, "limited")
    (more,) = setups.violations(short, "limited", agreed={"pool": [*short, "goultard"]})
    (outside,) = setups.violations(short, "limited", agreed={"pool": [*short[:2], "lil-healey"]})
    assert {one.clauses for one in (alone, more, outside)} == {("1.1.2.b",)}
    assert setups.violation(alone) == (
        "Where no pool is named the levels of a Limited team add up to 12; these add up to 9."
    )
    assert setups.violation(more, "it") == "La riserva permette una squadra di livello 12; questa ha 9."
    assert setups.violation(outside, "fr") == "Absents de la réserve, ou en moins grand nombre\u00a0: Bad Aboum."
    with pytest.raises(DocumentError, match="pool must be a list"):
        setups.violations(short, "limited", agreed={"pool": "oscar-kass"})
    (banned,) = setups.violations([*short, "lil-healey"], "constructed", agreed={"banned": ["oscar-kass"]})
    assert banned.clauses == ("1.1.1.h",)


def limited(one: tuple[int, ...], other: tuple[int, ...]) -> Table:
    """A Limited match; the first team, of higher Initiative, is p1."""
    cards: list[Part] = []
    teams: list[list[str]] = []
    for name, levels, initiative in (("one", one, 9), ("other", other, 1)):
        cards += [card(f"{name}-{level}", level=level, initiative=initiative) for level in sorted(set(levels))]
        teams.append([f"{name}-{level}" for level in levels])
    return Table.match(teams, pack=cards, format="limited")


def gallons(table: Table) -> tuple[int, int, int]:
    """The GG of both players, and the wild ones."""
    return table.read("player.p1.gg"), table.read("player.p2.gg"), table.read("wild_gg")


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ((2, 2, 1), (2, 2, 2), (3, 3, 1)),  # 11 together, 1 apart
        ((2, 2, 2), (2, 2, 2), (4, 4, 1)),  # 12
        ((3, 3, 3), (2, 2, 2), (3, 5, 1)),  # 15, 3 apart: p2 steals 1
        ((3, 3, 1), (3, 3, 3), (6, 4, 1)),  # 16, 2 apart: p1 steals 1
        ((4, 3, 4), (3, 3, 2), (4, 6, 1)),  # 19, 3 apart
        ((4, 4, 4), (4, 2, 2), (4, 8, 1)),  # 20, 4 apart: p2 steals 2
        ((4, 4, 4), (4, 4, 4), (6, 6, 1)),  # 24
    ],
)
def test_ruling_r9_both_teams_levels_give_the_gallons_and_the_lower_side_steals(
    one: tuple[int, ...], other: tuple[int, ...], expected: tuple[int, int, int]
) -> None:
    """The wild GG is set out after that, so nobody steals it [Ruling R9] [KA 1.3.5.b] [KA 1.3.6]."""
    assert gallons(limited(one, other)) == expected


def test_ruling_r9_the_last_lines_of_the_tables_serve_teams_beyond_them() -> None:
    """More than 24 levels, more than 24 apart [Ruling R9] [KA 1.3.5.b]."""
    assert limited_gg(PARAMS, 13, 13) == (6, 6)
    assert limited_gg(PARAMS, 30, 2) == (4, 8)
    assert limited_gg(PARAMS, 2, 30) == (8, 4)


def test_ruling_r9_constructed_gives_six_whatever_the_levels() -> None:
    """The tables are those of Limited [Ruling R9] [KA 1.3.5.a]."""
    cards = [card("big", level=4, initiative=9), card("small", level=1)]
    assert gallons(Table.match([["big"] * 3, ["small"] * 3], pack=cards)) == (6, 6, 1)


BLOW = spell("blow", range={"kind": "no-line-of-sight", "min": 0, "max": 9}, base=9, cost={"ap": 1})
FOUR = (
    card("killer", level=2, spells=[BLOW]),
    card("doomed", level=2, spells=[spell("give-in", "personal", kind="special", cost={"ap": 1, "injuries": 8})]),
)
STOCKS = {seat: {"gg": 3, "kamas": 5} for seat in ("p1", "p2", "p3", "p4")}


def four(turn: str, format_: str = "free-for-all", **keys: Any) -> Table:
    """Two Krosmasters of p2, one each of the others."""
    units = {
        "a": {"card": "killer", "owner": "p1"},
        "b": {"card": "doomed", "owner": "p2"},
        "b2": {"card": "killer", "owner": "p2"},
        "c": {"card": "killer", "owner": "p3"},
        "d": {"card": "killer", "owner": "p4"},
    }
    keys = {"players": STOCKS, "wild_gg": 1, **keys}
    return Table("a . b . b2 . c . d", units, turn=turn, pack=FOUR, format=format_, **keys)


def stocks(table: Table) -> list[int]:
    """The GG of the four players."""
    return [int(table.read(f"player.p{seat}.gg")) for seat in (1, 2, 3, 4)]


def test_ruling_r104_a_ko_gives_its_gallons_to_the_player_who_caused_it() -> None:
    """The wild one first, then the owner's; the other two players neither gain nor lose [Ruling R104] [KA 9.2.3]."""
    table = four("c").play("cast blow c1", dice=["lock", "lock"])
    assert (stocks(table), table.read("wild_gg")) == ([3, 2, 5, 3], 0)
    assert [table.read(f"player.p{seat}.kamas") for seat in (1, 2, 3, 4)] == [5, 5, 5, 5]


def test_ruling_r104_a_ko_by_its_own_side_gives_them_to_an_opponent_of_the_owners_choice() -> None:
    """By a cost, or by an ally's blow; the wild one stays [Ruling R104] [KA 9.2.5]."""
    table = four("b").play("cast give-in c1")
    assert (table.asked, table.options()) == ("p2 give-gg", ["choose p1", "choose p3", "choose p4"])
    assert (stocks(table.play("choose p4")), table.read("wild_gg")) == ([3, 1, 3, 5], 1)
    other = four("b2").play("cast blow c1", dice=["lock", "lock"])
    assert other.asked == "p2 give-gg"
    assert stocks(other.play("choose p1")) == [5, 1, 3, 3]


def test_ruling_r104_partners_are_allies_and_win_together() -> None:
    """p1 and p3 against p2 and p4: a KO of the partner is one by the own side, and one GG is enough for both.

    [Ruling R104] [KA 9.3.2]
    """
    table = four("a", "two-against-two").play("cast blow g1", dice=["lock", "lock"])
    assert (table.asked, table.options()) == ("p3 give-gg", ["choose p2", "choose p4"])
    players = {"p1": {"gg": 0}, "p2": {"gg": 2}, "p3": {"gg": 1}, "p4": {"gg": 0}}
    match = four("a", "two-against-two", players=players, wild_gg=0).play("cast blow c1", dice=["lock", "lock"])
    assert (match.asked, match.read("winner")) == ("over", "p1")
    alone = four("a", players=players, wild_gg=0).play("cast blow c1", dice=["lock", "lock"])
    assert (alone.asked, stocks(alone)) == ("p1 activation", [2, 0, 1, 0])


def test_ruling_r104_a_player_without_krosmasters_has_no_turns() -> None:
    """p4 takes no turn once its only Krosmaster is KO'd, p2 with one of two left does [Ruling R104]."""
    table = four("c", wild_gg=3).play("cast blow i1", dice=["lock", "lock"]).start("end")
    assert table.read("turn.player") == "p1"
    other = four("a", wild_gg=3).play("cast blow c1", dice=["lock", "lock"]).start("end")
    assert other.read("turn.player") == "p2"


@pytest.mark.parametrize(
    ("seat", "number", "gone", "first"),
    [("p1", 1, (2,), True), ("p1", 4, (2,), False), ("p4", 3, (2,), True), ("p3", 4, (2, 4), False)],
)
def test_ruling_r123_a_first_turn_is_told_from_the_players_place(
    seat: str, number: int, gone: tuple[int, ...], first: bool
) -> None:
    """With p2 eliminated at once, turn 4 is the second of p1 and turn 3 the first of p4 [KA 9.2.1] [Ruling R123].

    With p4 eliminated in its turn, too, turn 4 is the second of p3.
    """
    early = {"op": "if", "that": {"is": "first-turn"}, "then": [{"op": "gain-kamas", "x": 1}]}
    pack = [card("eager", spells=[spell("dawn", "personal", kind="special", do=[early])])]
    units: dict[str, Any] = {f"u{n}": {"card": "eager", "owner": f"p{n}", "ko": n in gone} for n in range(1, 5)}
    turn = {"player": seat, "unit": f"u{seat[1]}", "phase": "activation", "number": number}
    field = "u1 . u3 u4" if 4 not in gone else "u1 . u3 ."
    table = Table(field, units, turn=turn, pack=pack, format="free-for-all")
    at = {"p1": "a1", "p3": "c1", "p4": "d1"}[seat]
    assert table.play(f"cast dawn {at}").read(f"player.{seat}.kamas") == int(first)
