"""Releases 2.2 and 2.7 side by side: every difference, the rule behind it, and what changes nothing."""

import pytest

from esquive.core.errors import DocumentError
from esquive.core.games import game_named
from esquive.core.shapes import RulesCompared, RulesDifference
from esquive.krosmaster.game import GAME

COMPARED = GAME.compare("2.2", "2.7")


def rows(compared: RulesCompared = COMPARED) -> list[RulesDifference]:
    return [found for chapter in compared.chapters for found in chapter.differences]


def row(number: str) -> RulesDifference:
    return next(found for found in rows() if number in found.says[0].clauses + found.says[1].clauses)


def test_a_difference_has_both_numbers_both_texts_and_the_rules_it_turns_on() -> None:
    found = row("310.2e")
    assert [(one.release, one.clauses) for one in found.says] == [("2.2", ["310.2e"]), ("2.7", ["4.14.2.d"])]
    assert "ALL" in found.says[0].text.upper() and "3 MP" in found.says[1].text
    assert [(rule.key, rule.values) for rule in found.rules] == [
        ("procedures.lock_tie", ["escape", "caught"]),
        ("procedures.lock_loss", ["all", "fixed"]),
    ]
    assert (found.alike, found.rulings) == (False, ["R50"])


def test_a_number_of_the_file_is_a_rule_too() -> None:
    assert [(rule.key, rule.values) for rule in row("305.3").rules] == [("gg.price_kamas", ["10", "12"])]


def test_what_only_one_release_has_has_no_number_in_the_other() -> None:
    assert [one.clauses for one in row("307.11a").says] == [["307.11a"], []]
    assert [one.clauses for one in row("4.14.3").says] == [[], ["4.14.3"]]
    assert "procedures.lock_by_summon" in [rule.key for rule in row("4.14.3").rules]


def test_what_is_played_alike_says_why() -> None:
    assert (row("310.3").alike, row("310.3").note) == (True, "nothing in 2.7 forbids it either")
    assert [found for found in rows() if found.alike and not found.note and not found.rulings] == []


def test_every_rule_in_which_the_files_differ_stands_in_a_row() -> None:
    told = {rule.key for found in rows() for rule in found.rules}
    assert {found.key for found in GAME.releases.differences("2.7", "2.2")} - told == set()


def test_every_difference_turns_on_a_rule_or_says_what_else_decides() -> None:
    open_ = [found.says for found in rows() if not (found.alike or found.rules or found.note or found.rulings)]
    assert open_ == []


def test_chapters_are_those_of_the_italian_book() -> None:
    assert [chapter.clause for chapter in COMPARED.chapters] == list("1234567")
    assert COMPARED.chapters[0].title == "fundamentals of the game"
    assert 60 < sum(not found.alike for found in rows()) < len(rows())


def test_the_releases_stand_in_the_order_asked_for() -> None:
    turned = GAME.compare("2.7", "2.2")
    assert turned.releases == ["2.7", "2.2"]
    for found, other in zip(rows(), rows(turned), strict=True):
        assert found.says == other.says[::-1]
        assert [rule.values for rule in found.rules] == [rule.values[::-1] for rule in other.rules]


def test_releases_that_no_list_compares_are_refused_with_those_there_are() -> None:
    with pytest.raises(DocumentError, match=r"compare: 2\.2 2\.7"):
        GAME.compare("2.7", "2.7")
    with pytest.raises(DocumentError, match="another game"):
        game_named("kaos").compare("2013", "2014")
