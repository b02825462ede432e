"""Positions somebody drew, in which one side has no Krosmaster or nobody is left."""

from tests.krosmaster.playing import Table, card, mine, spell, theirs

SACRIFICE = spell("sacrifice", "personal", kind="special", cost={"ap": 1, "injuries": 2})


def test_nobody_wins_when_the_only_krosmaster_there_is_goes() -> None:
    """Neither player has one in play any more: summons do not count [KA 1.4.3] [Ruling R19]."""
    units = {"hero": mine("martyr"), "imp": theirs("imp")}
    table = Table("hero . imp", units, turn="hero", pack=[card("martyr", hp=2, spells=[SACRIFICE])])
    table.play("cast sacrifice a1")
    assert (table.asked, table.read("winner"), table.state.over_clause) == ("over", "draw", "1.4.3")


def test_an_own_krosmaster_that_goes_leaves_the_game_to_the_other_side() -> None:
    """[KA 1.4.3]: the opponent has the only one in play."""
    units = {"hero": mine("martyr"), "imp": mine("imp"), "foe": theirs("fighter")}
    table = Table("hero imp foe", units, turn="hero", pack=[card("martyr", hp=2, spells=[SACRIFICE])])
    table.play("cast sacrifice a1")
    assert (table.asked, table.read("winner"), table.state.over_clause) == ("over", "p2", "1.4.3")
