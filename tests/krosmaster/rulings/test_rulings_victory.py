"""Rulings on Gallons of Glory, KO and victory."""

from typing import Any

import pytest

from esquive.core.dice import SeededDice
from esquive.core.match import Match
from esquive.core.waiting import Decision, Over
from esquive.krosmaster.game import GAME as KROSMASTER
from tests.krosmaster.playing import Table, card, mine, spell, theirs

SETUP = {
    "arena": "elemental",
    "teams": [
        ["oscar-kass", "anna-tommy", "bad-aboum", "lil-healey"],
        ["percedal", "evangelyne", "ruel-stroud", "amalia"],
    ],
}
FIELD = """
    . .    .   .
    . hero foe .
    . .    .   .
"""


def at_tension(mine_gg: int, theirs_gg: int, wild: int, **options: str) -> Table:
    """Player p1 about to roll for tension with these GG."""
    return Table(
        FIELD,
        {"hero": mine("fighter"), "foe": theirs("fighter")},
        turn={"player": "p1", "phase": "tension"},
        wild_gg=wild,
        players={"p1": {"gg": mine_gg}, "p2": {"gg": theirs_gg}},
        options=options,
    )


def gg_of(table: Table) -> tuple[Any, ...]:
    """The GG of both players and the wild ones."""
    return tuple(table.read(path) for path in ("player.p1.gg", "player.p2.gg", "wild_gg"))


def test_ruling_r13_losing_the_last_gg_loses_nothing_while_the_wild_gg_is_there() -> None:
    """A player may stand at 0 GG [Ruling R13] [KA 1.4.2] [KA 5.2.3]."""
    table = at_tension(1, 6, 1).play("keep", dice=["lock", "lock"])
    assert (gg_of(table), table.read("winner"), table.asked) == ((0, 5, 1), "none", "p1 inspiration")
    table = at_tension(1, 6, 0).play("keep", dice=["lock", "lock"])
    assert (gg_of(table), table.read("winner")) == ((0, 5, 0), "p2")


def test_ruling_r14_a_double_with_one_gg_each_is_a_draw() -> None:
    """Unless the wild GG is there, or the option says to go on [Ruling R14] [KA 1.4.1] [KA 5.2.3]."""
    table = at_tension(1, 1, 0).play("keep", dice=["lock", "lock"])
    assert (gg_of(table), table.read("winner"), table.asked) == ((0, 0, 0), "draw", "over")
    table = at_tension(1, 1, 1).play("keep", dice=["lock", "lock"])
    assert (gg_of(table), table.read("winner")) == ((0, 0, 1), "none")
    table = at_tension(1, 1, 0, double_with_one_gg="go-on").play("keep", dice=["lock", "lock"])
    assert (gg_of(table), table.read("winner"), table.asked) == ((0, 0, 0), "none", "p1 inspiration")


def test_ruling_r15_gg_lost_to_a_double_leave_the_game() -> None:
    """They are not wild and nobody gains them [Ruling R15] [KA 5.2.3]."""
    table = at_tension(6, 4, 1).play("keep", dice=["dodge", "dodge"])
    assert gg_of(table) == (5, 3, 1)
    assert table.events == ["tension", "double", "gg-lost", "gg-lost"]
    assert gg_of(at_tension(6, 4, 0).play("keep", dice=["dodge", "dodge"])) == (5, 3, 0)


def test_ruling_r16_a_ko_takes_no_more_gg_than_there_are() -> None:
    """The wild GG, then what the owner has, and the rest is forgotten [Ruling R16] [KA 4.6.2] [KA 4.18.5]."""

    def struck(gg: int, wild: int) -> Table:
        return Table(
            FIELD,
            {"hero": mine("fighter"), "foe": theirs("fighter", injuries=6), "other": theirs("villager", at="d3")},
            turn="hero",
            wild_gg=wild,
            players={"p2": {"gg": gg}},
        ).play("cast strike c2", dice=["lock", "lock"])

    assert gg_of(struck(1, 1)) == (8, 0, 0)
    assert gg_of(struck(2, 0)) == (8, 0, 0)
    assert gg_of(struck(6, 1)) == (9, 4, 0)


def test_ruling_r17_the_opponent_gains_whoever_caused_the_ko() -> None:
    """By a spell of the own side or by a cost [Ruling R17] [KA 4.6.2] [KA 7.2.2.b]."""
    units = {
        "hero": mine("leech", injuries=6),
        "foe": theirs("fighter"),
        "mate": mine("villager", injuries=3, at="b1"),
    }
    table = Table(FIELD, units, turn="hero").play("cast bite b1", dice=["lock", "lock"])
    assert (table.unit("mate", "ko"), gg_of(table)) == (True, (6, 7, 0))
    table = Table(FIELD, units, turn="hero").play("cast sacrifice c2", dice=["lock", "lock"])
    assert (table.unit("hero", "ko"), gg_of(table)) == (True, (4, 9, 0))
    assert table.unit("foe", "injuries") == 3


def test_ruling_r18_the_active_player_orders_simultaneous_kos() -> None:
    """The first transfer of GG that decides the game ends everything [Ruling R18] [KA 1.7.1] [KA 1.4.1]."""
    table = Table(
        """
        .    mate .   . .
        hero .    foe . .
        .    .    .   . other
        """,
        {
            "hero": mine("blaster"),
            "mate": mine("villager", injuries=3),
            "foe": theirs("villager", injuries=3),
            "other": theirs("villager"),
        },
        turn="hero",
        pack=[card("blaster", spells=[spell("blast", (2, 2), area="square")])],
        wild_gg=0,
        players={"p1": {"gg": 1}, "p2": {"gg": 1}},
    )
    table.play("cast blast c2", dice=["lock"] * 3)
    assert (table.asked, sorted(table.options())) == ("p1 ko-order", ["choose foe", "choose mate"])
    assert (table.unit("foe", "at"), table.unit("mate", "at"), gg_of(table)) == ("c2", "b3", (1, 1, 0))
    mine_first = table.again().play("choose mate")
    assert (mine_first.read("winner"), gg_of(mine_first)) == ("p2", (0, 2, 0))
    theirs_first = table.play("choose foe")
    assert (theirs_first.read("winner"), gg_of(theirs_first)) == ("p1", (2, 0, 0))


def test_ruling_r19_the_last_side_with_a_krosmaster_wins_at_once() -> None:
    """Whatever the GG and the summons; of both sides' last ones the order decides [Ruling R19] [KA 1.4.3]."""
    units = {
        "hero": mine("blaster", injuries=6),
        "foe": theirs("fighter", injuries=6),
        "imp": theirs("imp", at="d3"),
    }
    pack = [card("blaster", spells=[spell("strike"), spell("blast", area="cross")])]
    table = Table(FIELD, units, turn="hero", pack=pack)
    alone = Table(FIELD, {**units, "foe": theirs("fighter", injuries=6, level=0)}, turn="hero", pack=pack)
    alone.play("cast strike c2", dice=["lock", "lock"])
    assert (alone.read("winner"), gg_of(alone), alone.unit("imp", "at")) == ("p1", (6, 6, 1), "d3")
    table.play("cast blast c2", dice=["lock"] * 3)
    assert table.asked == "p1 ko-order"
    assert table.again().play("choose foe").read("winner") == "p1"
    assert table.play("choose hero").read("winner") == "p2"
    poor = Table(FIELD, units, turn="hero", pack=pack, players={"p2": {"gg": 2}})
    poor.play("cast strike c2", dice=["lock", "lock"])
    assert poor.state.over_clause == "1.4.1"


def test_ruling_r20_a_krosmaster_of_level_0_gives_no_gg() -> None:
    """Not even the wild one, has no room for rewards, and still keeps its side in play.

    [Ruling R20] [KA 4.6.2] [KA 4.7.9]
    """
    table = Table(
        """
        . .    .     .
        . hero other .
        . foe  .     .
        """,
        {
            "hero": mine("fighter"),
            "foe": theirs("fighter", injuries=6, level=0),
            "other": theirs("villager", injuries=3, level=0),
            "last": theirs("villager", level=0, at="d3"),
        },
        turn="hero",
    )
    table.play("cast strike b1", dice=["lock", "lock"]).play("cast strike c2", dice=["lock", "lock"])
    assert (table.unit("foe", "ko"), table.unit("other", "ko"), gg_of(table)) == (True, True, (6, 6, 1))
    assert table.read("winner") == "none"
    shop = Table(
        "D . foe",
        {"hero": mine("fighter", at="a1"), "mate": mine("villager", level=0, at="b1"), "foe": theirs("fighter")},
        turn="hero",
        players={"p1": {"kamas": 9}},
    )
    shop.play("buy granite 1 down", dice=["aero-boost"])
    assert shop.options() == ["give hero"]
    assert "4.7.9" in shop.refused("give mate").clauses


def test_ruling_r21_a_ko_d_krosmaster_is_passed_over_in_the_timeline() -> None:
    """It keeps its place; the die on it leaves and is not refunded [Ruling R21] [KA 4.10.2.b] [KA 5.3.3]."""
    table = Table(
        FIELD,
        {
            "hero": mine("fighter"),
            "foe": theirs("fighter", injuries=6, inspiration=["lock"]),
            "other": theirs("villager", at="d3"),
        },
        turn="hero",
    )
    table.play("cast strike c2", dice=["lock", "lock"])
    assert (table.unit("foe", "inspiration"), table.read("player.p2.timeline")) == ([], ["foe", "other"])
    table.play("end", dice=["lock", "dodge"], answers=["keep"])
    assert "5.3.1" in table.refused("inspire foe lock").clauses
    table.play("inspire other lock", answers=["inspire other dodge"])
    assert (table.read("turn.unit"), table.read("player.p2.kamas")) == ("other", 0)
    table.play("end", dice=["lock", "dodge"], answers=["keep"])
    assert (table.asked, table.unit("foe", "ko")) == ("p1 inspiration", True)


def test_ruling_r22_one_gg_is_bought_in_a_players_turn_and_the_wild_one_first() -> None:
    """For the whole team, from the opponent only when no wild GG is left [Ruling R22] [KA 4.6.3] [KA 6.3.4]."""
    units = {
        "hero": mine("fighter", at="a1"),
        "mate": mine("villager", at="b1"),
        "foe": theirs("fighter"),
    }
    table = Table("D D . foe", units, turn="hero", players={"p1": {"kamas": 40}}).play("buy gg")
    assert (gg_of(table), table.read("player.p1.kamas"), table.unit("hero", "ap")) == ((7, 6, 0), 28, 5)
    assert "4.6.3" in table.refused("buy gg").clauses
    table.play("end")
    assert (table.read("turn.unit"), table.refused("buy gg").kind) == ("mate", "gg-bought")
    table = Table("D D . foe", units, turn="hero", players={"p1": {"kamas": 40}}, wild_gg=0).play("buy gg")
    assert gg_of(table) == (7, 5, 0)


@pytest.mark.parametrize(
    ("gallons", "wild", "winner"), [((6, 0), 0, "p1"), ((0, 6), 0, "p2"), ((0, 0), 0, "draw"), ((6, 0), 1, "none")]
)
def test_ruling_r124_a_position_without_the_gallons_of_a_player_is_over(
    gallons: tuple[int, int], wild: int, winner: str
) -> None:
    """Read from a document it is won at once, as it would have been at play [KA 1.4.1] [KA 1.4.2] [Ruling R124]."""
    players = {"p1": {"gg": gallons[0]}, "p2": {"gg": gallons[1]}}
    units = {"hero": mine("fighter"), "foe": theirs("fighter")}
    table = Table("hero foe", units, turn="hero", players=players, wild_gg=wild)
    assert table.read("winner") == winner
    assert (table.asked == "over") == (winner != "none")


def test_ruling_r124_a_position_whose_other_krosmasters_are_ko_d_is_over() -> None:
    """Won by the last ones in play; a study that draws one side alone is played [KA 1.4.3] [Ruling R124]."""
    fallen = Table("hero .", {"hero": mine("fighter"), "foe": theirs("fighter", ko=True)}, turn="hero")
    assert (fallen.asked, fallen.read("winner")) == ("over", "p1")
    assert Table("hero .", {"hero": mine("fighter")}, turn="hero").asked == "p1 activation"


def test_ruling_r124_of_four_players_the_others_play_on() -> None:
    """One player's Krosmasters are all KO'd, three are in play [KA 9.2.5] [Ruling R124]."""
    units: dict[str, Any] = {f"u{n}": {"card": "fighter", "owner": f"p{n}", "ko": n == 2} for n in range(1, 5)}
    assert Table("u1 . u3 u4", units, turn="u1", format="free-for-all").asked == "p1 activation"


def test_ruling_r126_who_resigns_has_lost_and_the_position_stays_as_it_is() -> None:
    """No clause speaks of it: by 1.4.1 and 1.4.3 the match is not over [KA 1.4.1] [KA 1.4.3] [Ruling R126]."""
    match = Match(KROSMASTER, SETUP, SeededDice(1))
    before = match.state.to_data()
    assert isinstance(match.waiting, Decision)
    match.close("resigned", "p2", "p1")
    assert isinstance(match.waiting, Over)
    assert match.waiting.winner == 0
    assert match.state.to_data() == before
    assert isinstance(match.state.waiting, Decision)
