"""Chapter 9: free-for-all and two against two."""

from typing import Any

from esquive.krosmaster.book.teams import four_players_violations
from esquive.krosmaster.cards.catalogue import catalogue
from esquive.krosmaster.releases import release
from esquive.krosmaster.seen.views import view
from esquive.krosmaster.spoken.wording import Wording
from esquive.krosmaster.table.board import format_cell
from tests.krosmaster.playing import Table, card, keyword, power, spell
from tests.sentences import said

FIGHTER = card("duellist", spells=[spell("blow", base=9)], level=2, hp=8, initiative=3)
SELF_HARM = card(
    "martyr",
    spells=[spell("sacrifice", "personal", kind="special", cost={"ap": 1, "injuries": 1})],
    level=2,
    hp=2,
    initiative=5,
)
PACK = (FIGHTER, SELF_HARM)
FREE_FOR_ALL = {"format": "free-for-all", "pack": PACK}
TEAMS_OF_TWO = {"format": "two-against-two", "pack": PACK}


def of(seat: str, name: str = "duellist", **keys: Any) -> dict[str, Any]:
    return {"card": name, "owner": seat, **keys}


def table(drawing: str, units: dict[str, dict[str, Any]], turn: Any, **keys: Any) -> Table:
    return Table(drawing, units, turn=turn, **{**FREE_FOR_ALL, **keys})


def four(**keys: Any) -> Table:
    """Each player's lead stands beside p1's; p2 has a second Krosmaster far away."""
    drawing = """
        .  .    . . spare
        .  b    . . .
        d  a    c . .
        .  .    . . .
    """
    units = {"a": of("p1"), "b": of("p2"), "c": of("p3"), "d": of("p4"), "spare": of("p2")}
    return table(drawing, units, "a", **keys)


def test_players_sit_in_the_order_of_their_initiative() -> None:
    """[KA 9.2.1] [KA 9.1.1] [KA 9.1.2]: the highest total is player 1, then by decreasing Initiative."""
    teams = [["oscar-kass", "lil-healey"], ["bill-tell", "anna-tommy"], ["kassius-kaos"] * 2, ["bill-tell"] * 2]
    match = Table.match(teams, format="free-for-all")
    # totals: 6 + 1 = 7, 7 + 9 = 16, 4 + 4 = 8, 7 + 7 = 14
    assert match.state.team_of == [1, 3, 2, 0]


def test_a_tie_for_a_seat_goes_on_to_single_figures_and_then_to_the_lot() -> None:
    """[KA 9.2.1] [KA 1.3.1.c]: identical teams are seated by chance, each equally likely."""
    match = Table.match([["bill-tell"] * 2] * 4, format="free-for-all")
    assert match.asked == "nobody first-player roll" and match.rolls.size == 4
    match.start("first 3")
    assert match.rolls.size == 3


def test_teammates_sit_opposite_each_other() -> None:
    """[KA 9.3.3]: the best player is p1, the teammate p3; the best opponent p2, the other one p4."""
    teams = [["oscar-kass", "lil-healey"], ["bill-tell", "anna-tommy"], ["kassius-kaos"] * 2, ["bill-tell"] * 2]
    match = Table.match(teams, format="two-against-two")
    # team 1 (16) is first, its teammate is team 3; of teams 0 (7) and 2 (8) the second one is player 2
    assert match.state.team_of == [1, 2, 3, 0]
    assert match.state.settings.side_of == [0, 1, 0, 1]


def test_each_player_starts_with_three_gallons_and_three_are_wild() -> None:
    """[KA 9.2.3]"""
    match = Table.match(
        [["bill-tell", "lil-healey"], ["anna-tommy"] * 2, ["kassius-kaos"] * 2, ["oscar-kass"] * 2],
        format="free-for-all",
    )
    assert match.state.gg == [3, 3, 3, 3] and match.read("wild_gg") == 3


def test_players_deploy_in_turn_order_on_their_own_sides() -> None:
    """[KA 9.2.4]: south, west, north, east, each on the two rows before them."""
    match = Table.match(
        [
            ["anna-tommy", "bill-tell"],
            ["bill-tell", "oscar-kass"],
            ["oscar-kass", "kassius-kaos"],
            ["kassius-kaos", "lil-healey"],
        ],
        format="free-for-all",
    )
    sides = []
    while match.asked.endswith("deployment"):
        line = match.options("deploy")[0]
        sides.append((match.asked.split()[0], line.split()[2]))
        match.start(line)
    assert [seat for seat, _ in sides] == ["p1", "p1", "p2", "p2", "p3", "p3", "p4", "p4"]
    columns_and_rows = [(cell[0], int(cell[1:])) for _, cell in sides]
    assert all(row <= 2 for _, row in columns_and_rows[:2])
    assert all(column in "ab" for column, _ in columns_and_rows[2:4])
    assert all(row >= 11 for _, row in columns_and_rows[4:6])
    assert all(column in "kl" for column, _ in columns_and_rows[6:])


def test_the_wild_gallons_are_taken_first_and_the_rest_from_the_owner() -> None:
    """[KA 9.2.3] [KA 4.6.2]: level 2 against one wild GG: one wild, one of p2's."""
    match = four(wild_gg=1, players={seat: {"gg": 3} for seat in ("p1", "p2", "p3", "p4")})
    match.play("cast blow b3", dice=["lock", "lock"])
    assert match.read("wild_gg") == 0
    assert [match.read(f"player.p{n}.gg") for n in (1, 2, 3, 4)] == [5, 2, 3, 3]


def test_who_kos_the_last_krosmaster_of_a_player_takes_all_its_gallons() -> None:
    """[KA 9.2.3]: p3 has no other Krosmaster; with p2, who has one more, nothing of the kind happens."""
    match = four(wild_gg=3, players={seat: {"gg": 3} for seat in ("p1", "p2", "p3", "p4")})
    other = match.again()
    match.play("cast blow c2", dice=["lock", "lock"])
    assert match.read("wild_gg") == 1
    assert (match.read("player.p1.gg"), match.read("player.p3.gg")) == (3 + 2 + 3, 0)
    other.play("cast blow b3", dice=["lock", "lock"])
    assert (other.read("player.p1.gg"), other.read("player.p2.gg")) == (3 + 2, 3)


def martyr(**keys: Any) -> Table:
    units = {"a": of("p1", "martyr", injuries=1), "a2": of("p1"), "b": of("p2"), "c": of("p3"), "d": of("p4")}
    return table("a . a2 b c d", units, "a", **keys)


def test_a_player_who_kos_an_own_krosmaster_gives_its_level_to_an_opponent_of_choice() -> None:
    """[KA 9.2.5]: out of the own Gallons, to the player named; the wild ones stay."""
    match = martyr(wild_gg=3, players={seat: {"gg": 3} for seat in ("p1", "p2", "p3", "p4")})
    match.play("cast sacrifice a1")
    assert match.asked == "p1 give-gg"
    assert match.options() == ["choose p2", "choose p3", "choose p4"]
    assert match.refused("choose p1").clauses == ("9.2.5",)
    match.play("choose p3")
    assert [match.read(f"player.p{n}.gg") for n in (1, 2, 3, 4)] == [1, 3, 5, 3]
    assert match.read("wild_gg") == 3 and match.unit("a", "ko")


def own_blast(gallons: int) -> Table:
    """p1 KO's both of its own Krosmasters at once, one of level 2 and one of level 1."""
    pack = [card("bomber", spells=[spell("blast", base=9, area="cross")], level=2, hp=2), card("pawn", level=1, hp=2)]
    units = {"a": of("p1", "bomber"), "a2": of("p1", "pawn"), "b": of("p2"), "c": of("p3"), "d": of("p4")}
    match = table("a a2 . . b . c . d", units, "a", pack=[*PACK, *pack], players={"p1": {"gg": gallons}})
    return match.play("cast blast b1", dice=["lock"] * 3)


def test_the_order_of_own_kos_is_chosen_when_there_are_too_few_gallons_for_both() -> None:
    """[KA 9.2.5] [KA 1.7.1]: with 2 GG for levels 2 and 1 the first one given may be 2 or 1; with 3 it is all one."""
    few = own_blast(2)
    assert few.asked == "p1 ko-order"
    assert few.options() == ["choose a2", "choose a"]
    big = few.again().start("choose a").start("choose p2").start("choose p3")
    small = few.start("choose a2").start("choose p3").start("choose p2")
    assert [big.read(f"player.p{n}.gg") for n in (1, 2, 3, 4)] == [0, 5, 3, 3]
    assert [small.read(f"player.p{n}.gg") for n in (1, 2, 3, 4)] == [0, 4, 4, 3]
    assert own_blast(3).asked == "p1 give-gg"


def test_a_player_without_gallons_plays_on_while_a_krosmaster_is_left() -> None:
    """[KA 9.2.5]: p1 gives the last two GG and still has turns."""
    match = martyr(wild_gg=1, players={"p1": {"gg": 2}, "p2": {"gg": 3}, "p3": {"gg": 3}, "p4": {"gg": 3}})
    match.play("cast sacrifice a1", answers=["choose p2"])
    assert match.read("player.p1.gg") == 0
    assert match.read("winner") == "none" and match.read("turn.unit") == "a2"


def tension(format_: str = "free-for-all") -> Table:
    units = {"a": of("p1"), "b": of("p2"), "c": of("p3"), "d": of("p4")}
    keys = {**FREE_FOR_ALL, "format": format_}
    return Table(
        "a . b . c . d",
        units,
        turn={"player": "p2", "phase": "tension", "number": 6},
        wild_gg=3,
        players={seat: {"gg": 3} for seat in ("p1", "p2", "p3", "p4")},
        **keys,
    )


def test_a_double_at_tension_takes_a_gallon_from_a_chosen_opponent_who_chooses_the_next() -> None:
    """[KA 9.2.6]: the second choice may fall on the active player."""
    match = tension()
    match.play(dice=["lock", "lock"], answers=["keep"])
    assert match.asked == "p2 double" and match.options() == ["choose p1", "choose p3", "choose p4"]
    match.play("choose p3")
    assert match.asked == "p3 double" and match.options() == ["choose p1", "choose p2", "choose p4"]
    assert match.refused("choose p3").clauses == ("9.2.6",)
    match.play("choose p2")
    assert [match.read(f"player.p{n}.gg") for n in (1, 2, 3, 4)] == [3, 2, 2, 3]
    assert match.read("wild_gg") == 3


def test_a_double_ends_the_game_as_soon_as_only_one_player_has_gallons_left() -> None:
    """[KA 9.2.6] [KA 1.4.1]: p3 has lost the last GG but p2's; nobody is chosen after that, and it is no draw."""
    units = {"a": of("p1"), "b": of("p2"), "c": of("p3"), "d": of("p4")}
    stocks = {"p1": {"gg": 0}, "p2": {"gg": 1}, "p3": {"gg": 1}, "p4": {"gg": 0}}
    turn = {"player": "p2", "phase": "tension", "number": 6}
    match = table("a . b . c . d", units, turn, wild_gg=0, players=stocks)
    other = Table("a . b . c . d", units, turn=turn, wild_gg=1, players=stocks, **FREE_FOR_ALL)
    match.play(dice=["lock", "lock"], answers=["keep", "choose p3"])
    assert (match.asked, match.read("winner")) == ("over", "p2")
    assert [match.read(f"player.p{n}.gg") for n in (1, 2, 3, 4)] == [0, 1, 0, 0]
    other.play(dice=["lock", "lock"], answers=["keep", "choose p3"])
    assert (other.asked, other.read("winner")) == ("p3 double", "none")


def test_two_against_two_the_first_to_lose_to_a_double_is_of_the_other_team() -> None:
    """[KA 9.2.6] [KA 9.3.3]: p4 is p2's partner and no opponent."""
    match = tension("two-against-two")
    match.play(dice=["lock", "lock"], answers=["keep"])
    assert match.options() == ["choose p1", "choose p3"]


def test_the_only_team_with_gallons_wins_once_none_is_wild() -> None:
    """[KA 9.3.2]: the partners p1 and p3 win together."""
    units = {"a": of("p1"), "b": of("p2"), "b2": of("p2"), "c": of("p3"), "d": of("p4")}
    match = Table(
        "a b . b2 c d",
        units,
        turn="a",
        wild_gg=0,
        players={"p1": {"gg": 1}, "p2": {"gg": 2}, "p3": {"gg": 0}, "p4": {"gg": 0}},
        **TEAMS_OF_TWO,
    )
    match.play("cast blow b1", dice=["lock", "lock"])
    assert match.read("winner") == "p1" and match.state.over_clause == "1.4.1"


def test_a_team_without_krosmasters_loses() -> None:
    """[KA 9.3.2]: both of p2's side are gone, whatever the Gallons; both partners are said to have won."""
    units = {"a": of("p1"), "b": of("p2"), "c": of("p3")}
    match = Table("a b c", units, turn="a", wild_gg=3, players={"p4": {"gg": 3}}, **TEAMS_OF_TWO)
    match.play("cast blow b1", dice=["lock", "lock"])
    assert match.read("winner") == "p1" and match.state.over_clause == "1.4.3"
    said = Wording(match.state, "en").over()
    assert said == "Player 1 and Player 3 are the only ones who still have a Krosmaster in the arena."


def test_partners_are_allies_and_do_not_lock_each_other() -> None:
    """[KA 9.3.1] [KA 4.1.2]: p3 stands beside p1's figure; only against two is it an enemy free-for-all."""
    units = {"a": of("p1"), "c": of("p3"), "b": of("p2"), "d": of("p4")}
    drawing = """
        . . .
        a c b
        d . .
    """
    partners = Table(drawing, {**units, "d": of("p4", at="c1")} | {"d": of("p4")}, turn="a", **TEAMS_OF_TWO)
    partners.start("move a3")
    assert partners.asked == "p4 lock roll"
    alone = Table(drawing, units, turn="a", **FREE_FOR_ALL)
    alone.start("move a3")
    assert alone.asked == "p1 locker" and sorted(alone.options()) == ["locker c", "locker d"]


def test_why_a_player_cannot_be_named_is_said_truly() -> None:
    """[KA 9.2.5] [KA 9.2.6]: p3 is out of the game though an opponent, p4 a partner though still playing."""
    units = {"a": of("p1", "martyr", injuries=1), "a2": of("p1"), "b": of("p2"), "d": of("p4")}
    match = table("a . a2 b . d", units, "a", wild_gg=3, players={"p3": {"gg": 0}}).play("cast sacrifice a1")
    given = match.refused("choose p3")
    assert said(match.state, given) == "The GG are given to one of your opponents who is still playing."
    double = tension("two-against-two").play(dice=["lock", "lock"], answers=["keep"])
    first = double.refused("choose p4")
    assert Wording(double.state, "en").condition(first) == "An opponent who is still playing loses a GG."
    double.play("choose p3")
    second = double.refused("choose p3")
    assert Wording(double.state, "en").condition(second) == "Another player who is still playing loses a GG."


def partners(format_: str, turn: str) -> Table:
    """p3 has a Krosmaster with Prospecting and a power of its own turn; whoever acts KO's one of p2's."""
    rally = power(
        "rally",
        when="unit-is-koed",
        of={"who": "subject", "side": "enemy"},
        during="own-turn",
        do=[{"op": "markers", "stat": "ap", "x": 1, "to": {"who": "self"}}],
    )
    reach = spell("blow", range={"kind": "no-line-of-sight", "min": 0, "max": 9}, base=9)
    pack = [card("slayer", spells=[reach]), card("watcher", spells=[reach], powers=[rally, keyword("prospecting")])]
    units = {
        "a": of("p1", "slayer"),
        "b": of("p2", "slayer"),
        "b2": of("p2", "slayer"),
        "c": of("p3", "watcher"),
        "c2": of("p3", "slayer"),
        "d": of("p4", "slayer"),
    }
    match = Table("a b b2 c c2 d", units, turn=turn, pack=pack, format=format_)
    return match.play("cast blow b1", dice=["lock", "lock"])


def test_a_partners_turn_is_not_ones_own_and_a_partners_krosmasters_are_not() -> None:
    """[KA 4.18.2.d] [KA 4.9.26.a] [KA 9.3.1]: p3's powers speak of p3's turn, Krosmasters and stock, not of p1's."""
    for format_ in ("free-for-all", "two-against-two"):
        match = partners(format_, "a")
        assert [match.read(f"player.p{n}.kamas") for n in (1, 2, 3, 4)] == [0, 0, 0, 0], format_
        assert match.unit("c", "ap_markers") == 0, format_
        own = partners(format_, "c2")
        assert [own.read(f"player.p{n}.kamas") for n in (1, 2, 3, 4)] == [0, 0, 1, 0], format_
        assert own.unit("c", "ap_markers") == 1, format_


def test_a_player_without_krosmasters_takes_no_more_turns() -> None:
    """[Ruling R104]: after p1 comes p3, since p2 has lost its only Krosmaster."""
    units = {"a": of("p1"), "b": of("p2"), "c": of("p3"), "d": of("p4")}
    match = table("a b . c . d", units, "a", wild_gg=3)
    match.play("cast blow b1", dice=["lock", "lock"])
    match.start("end")
    assert match.read("turn.player") == "p3"


def test_a_bought_gallon_comes_from_an_opponent_of_choice_once_none_is_wild() -> None:
    """[KA 4.6.3] [KA 9.1.1]: only opponents who have one can be named."""
    units = {"a": of("p1", at="a1"), "b": of("p2"), "c": of("p3"), "d": of("p4")}
    match = table(
        "D . b . c . d",
        units,
        "a",
        wild_gg=0,
        players={"p1": {"gg": 3, "kamas": 12}, "p2": {"gg": 0}, "p3": {"gg": 2}, "p4": {"gg": 1}},
    )
    match.play("buy gg")
    assert match.asked == "p1 steal-gg" and match.options() == ["choose p3", "choose p4"]
    match.play("choose p4")
    assert [match.read(f"player.p{n}.gg") for n in (1, 2, 3, 4)] == [4, 0, 2, 0]


def test_the_arena_and_its_orientation_are_imposed() -> None:
    """[KA 9.2.2] [KA 1.3.2] [Ruling R8]: the set-up names the arena; nobody is asked to choose or turn it."""
    match = Table.match(
        [["anna-tommy"] * 2, ["bill-tell"] * 2, ["oscar-kass"] * 2, ["lil-healey"] * 2],
        format="free-for-all",
        arena="the-pit",
    )
    assert match.state.board.name == "the-pit"
    assert match.asked == "p1 timeline"


def test_a_team_for_four_players_has_two_krosmasters() -> None:
    """[KA 9.1.2]: one or three are not legal; copies are limited as in Constructed."""
    cards, params = catalogue().cards, release("2.7")

    def clauses(*names: str) -> list[str]:
        team = [cards[name] for name in names]
        return [clause for found in four_players_violations(team, params) for clause in found.clauses]

    assert clauses("oscar-kass", "bill-tell") == []
    assert clauses("oscar-kass") == ["9.1.2"]
    assert clauses("oscar-kass", "bill-tell", "anna-tommy") == ["9.1.2"]
    assert "1.1.1.c" in clauses("goultard", "goultard")


def test_a_set_up_cell_names_every_seat_that_deploys_there() -> None:
    """[KA 9.2.2] [KA 1.3.9]: with four players, neighbours share the corners of the arena."""
    match = Table.match([["bill-tell"] * 2] * 4, format="free-for-all", arena="bonta-1")
    shown = view(match.state, -1).board.cells
    starts = match.state.board.starts
    for cell in match.state.board.cells:
        assert shown[format_cell(cell)].setup == [f"p{seat + 1}" for seat in range(4) if cell in starts[seat]]
    assert {len(cell.setup) for cell in shown.values()} == {0, 1, 2}
