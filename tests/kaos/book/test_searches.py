"""Searching for objects at the end of the round."""

from typing import Any

import pytest

from esquive.core.waiting import Roll
from esquive.kaos.book.searches import SearchesFrame, cards_left, lose_objects
from esquive.kaos.book.wounds import suffer
from esquive.kaos.cards.library import IN_FREE_WINDOW, SELF, ObjectCard
from esquive.kaos.table import answers
from esquive.kaos.table.state import NONE, OUT
from tests.kaos.playing import Table, mine, theirs

KEEP_NOT = answers.pack(answers.CHOOSE_WORD, [answers.WORD_NO])


def card(name: str, difficulty: int = 4, uses: int = 1) -> ObjectCard:
    """An object."""
    return ObjectCard(name, name, "", difficulty, IN_FREE_WINDOW, SELF, -1, uses, (), ())


def spend(points: int) -> int:
    """How many destiny points go into a search."""
    return answers.pack(answers.CHOOSE, [points])


def keep(figure: int) -> int:
    """Who keeps the object."""
    return answers.pack(answers.CHOOSE_FIGURE, [figure])


def round_end(pile: list[int] | None = None, hero: dict[str, Any] | None = None, **keys: Any) -> Table:
    """The searches of a round: the hero has searched, its friend and the foe have not."""
    figures = {
        "hero": mine(at=(20, 20), **{"searching": 1, **(hero or {})}),
        "friend": mine(at=(25, 20)),
        "foe": theirs(at=(40, 20)),
    }
    table = Table(figures, objects=[card("flask"), card("crown", 6, 0)], **keys)
    table.state.object_pile = pile if pile is not None else [1, 1]
    return table.start(SearchesFrame())


def test_one_die_is_rolled_for_each_figure_that_searched() -> None:
    """[Kaos K32.6]: sixes are not rolled again."""
    table = round_end(hero={"searching": 1})
    table.play(keep(0), dice=["6", "flask"])
    assert table.asks == "rest" and table.facts("search-roll") == [{"seat": 0, "dice": "6"}]


def test_who_was_wounded_finds_nothing() -> None:
    """[Kaos K32.6]."""
    table = round_end(hero={"searching": 1, "hurt": 1})
    assert table.asks == "rest" and table.facts("search-roll") == []


def test_a_wound_of_the_round_is_remembered() -> None:
    """[Kaos K32.6]."""
    table = Table(
        {"hero": mine(at=(20, 20), searching=1, activated=1), "foe": theirs(at=(30, 20))}, objects=[card("flask")]
    )
    table.state.object_pile = [1]
    suffer(table.state, 0, 1)
    assert table.start(SearchesFrame()).facts("search-roll") == []


def test_the_winner_of_the_initiative_searches_first() -> None:
    """[Kaos K32.6]."""
    figures = {"hero": mine(at=(20, 20), searching=1), "foe": theirs(at=(40, 20), searching=1)}
    table = Table(figures, objects=[card("flask"), card("crown", 6)], first=1)
    table.state.object_pile = [1, 1]
    table.start(SearchesFrame()).play(KEEP_NOT, KEEP_NOT, dice=["6", "crown", "5", "flask"])
    assert [fact["seat"] for fact in table.facts("search-roll")] == [1, 0]


def test_the_object_that_was_put_back_is_forgotten_before_the_other_player_searches() -> None:
    """[Kaos K32.12]: nothing of it is left in the position that the other player is asked in."""
    figures = {"hero": mine(at=(20, 20), searching=1), "foe": theirs(at=(40, 20))}
    table = Table(figures, objects=[card("flask"), card("crown", 6)], destiny=(0, 1))
    table.state.object_pile = [1, 1]
    table.start(SearchesFrame()).play(KEEP_NOT, dice=["6", "crown"])
    frame = table.state.stack[-1]
    assert table.asks == "search" and isinstance(frame, SearchesFrame) and frame.card == NONE


@pytest.mark.parametrize(("die", "found"), [("3", False), ("4", True), ("5", True)])
def test_a_die_must_equal_or_exceed_the_difficulty(die: str, found: bool) -> None:
    """[Kaos K32.8] [Kaos K32.7]: the card is drawn after the roll."""
    table = round_end().play(dice=[die, "flask"])
    assert (table.asks == "object") == found
    assert table.events().index("search-roll") < table.events().index("object-drawn")


def test_the_best_die_counts() -> None:
    """[Kaos K32.8]."""
    table = round_end(hero={"searching": 1})
    table.state.stack.pop()
    table.state.searching[1] = 1
    table.start(SearchesFrame()).play(keep(1), dice=["26", "crown"])
    assert table.state.carried == [(1, 1, 0)]


def test_the_keeper_is_one_of_those_that_searched() -> None:
    """[Kaos K32.10]: its difficulty is told, its text is not [Kaos K32.9]."""
    table = round_end().play(dice=["4", "flask"])
    refusal = table.refusal(keep(1))
    assert refusal is not None and refusal.kind == "object-bearer"
    table.play(keep(0))
    assert table.state.carried == [(0, 0, 1)] and table.state.object_pile == [0, 1]
    assert table.facts("object-kept") == [{"figure": "hero", "difficulty": 4}]


def test_a_card_not_won_or_not_wanted_goes_back_under_the_pile() -> None:
    """[Kaos K32.12]."""
    table = round_end().play(dice=["3", "flask"])
    assert (table.state.object_pile, table.state.object_bottom) == ([0, 1], [0]) and table.facts("object-returned")
    table = round_end().play(KEEP_NOT, dice=["4", "flask"])
    assert table.state.object_bottom == [0] and table.state.carried == []
    table.start(SearchesFrame()).play(dice=["2", "crown"])
    assert table.state.object_bottom == [0, 1]


def test_cards_under_the_pile_are_drawn_last_and_in_order() -> None:
    """[Kaos K32.7] [Kaos K32.12]."""
    table = round_end([0, 0])
    table.state.object_bottom = [1, 0]
    table.start(SearchesFrame()).play(keep(0), dice=["6"])
    assert table.state.carried == [(0, 1, 0)] and table.state.object_bottom == [0]


def test_an_empty_pile_means_no_search() -> None:
    """[Kaos K32.7]: no destiny point can be spent on it either."""
    table = round_end([0, 0], destiny=(3, 3))
    assert table.asks == "rest" and cards_left(table.state) == 0


def test_destiny_points_add_dice_before_any_is_rolled() -> None:
    """[Kaos K36.3] [Kaos K36.7]."""
    table = round_end(destiny=(2, 0))
    assert table.asks == "search"
    assert table.refusal(spend(3)) is not None
    table.play(spend(2), KEEP_NOT, dice=["114", "flask"])
    assert table.read("p1", "destiny") == 0 and table.asks == "rest"


def test_destiny_points_alone_make_a_search_for_any_figure() -> None:
    """[Kaos K36.8] [Kaos K32.10]."""
    table = round_end(hero={"searching": 0}, destiny=(1, 0)).play(spend(1), keep(1), dice=["4", "flask"])
    assert table.state.carried == [(1, 0, 1)]
    table = round_end(hero={"searching": 0}, destiny=(1, 0)).play(spend(0))
    assert table.asks == "rest" and table.read("p1", "destiny") == 1


def test_search_dice_are_not_improved_by_destiny() -> None:
    """[Kaos K36.7]: points are spent before the roll only."""
    table = round_end(destiny=(2, 0)).play(spend(0), dice=["1", "flask"])
    assert table.asks == "rest" and table.read("p1", "destiny") == 2


def test_the_pile_is_never_put_in_an_order() -> None:
    """[Kaos K32.4]: every card left may come next, and nobody else sees which."""
    table = round_end([2, 1])
    table.state.apply(5)
    roll = table.waiting
    assert isinstance(roll, Roll) and roll.kind == "draw-object"
    assert roll.weights == (2, 1) and roll.private_to == 0


def test_objects_of_an_eliminated_figure_go_under_the_pile() -> None:
    """[Kaos K32.11]: nobody takes them over."""
    table = Table({"hero": mine(at=(20, 20), life=3), "foe": theirs(at=(30, 20))}, objects=[card("flask")])
    table.state.carried = [(0, 0, 1)]
    suffer(table.state, 0, 3)
    assert table.state.status[0] == OUT and table.state.carried == [] and table.state.object_bottom == [0]
    assert table.facts("object-lost") == [{"figure": "hero"}]
    lose_objects(table.state, 0)
    assert len(table.facts("object-lost")) == 1


@pytest.mark.parametrize("first", [0, 1])
def test_points_spent_on_a_search_are_dice_for_who_spent_them_only(first: int) -> None:
    """[Kaos K32.6] [Kaos K36.7]: the next player rolls for its own searcher, and its own best die counts."""
    figures = {"hero": mine(at=(20, 20), searching=1), "foe": theirs(at=(60, 20), searching=1)}
    table = Table(figures, objects=[card("flask")], destiny=(2, 0) if first == 0 else (0, 2))
    table.state.object_pile, table.state.first = [2], first
    table.start(SearchesFrame()).play(spend(2), keep(first), dice=["116", "flask", "3", "flask"])
    assert table.facts("search-roll") == [{"seat": first, "dice": "116"}, {"seat": 1 - first, "dice": "3"}]
    assert table.asks == "rest" and len(table.facts("object-kept")) == 1
