"""The clauses of release 2.2: the whole list, and the numbers by which its matches cite them."""

import re
from functools import cache
from random import Random
from typing import Any

import pytest

from esquive.core.clause_numbering import cited
from esquive.core.derived_clauses import DerivedClause, DerivedRegistry
from esquive.core.scenario import parse_scenario, run_scenario
from esquive.core.waiting import Decision, Over
from esquive.krosmaster.cards.catalogue import catalogue
from esquive.krosmaster.game import GAME
from esquive.krosmaster.releases.books import BOOKS, CURRENT, numbers_of
from esquive.krosmaster.setups import team_violations
from tests.krosmaster.playing import Table, card, keyword, mine, spell, summon, theirs
from tests.krosmaster.releases.changing import release_with
from tests.krosmaster.releases.showing_summons import CALLER

ITALIAN = re.compile(r"\d{3}(?:\.\d+[a-z]?)?(?:-axe)?|R\d+")
TWO = ("2.7", "2.2")
DUEL = {"hero": mine("fighter"), "foe": theirs("fighter")}


@cache
def book() -> DerivedRegistry:
    registry = BOOKS[1].registry()
    assert isinstance(registry, DerivedRegistry)
    return registry


def test_364_sentences_can_be_tested_25_of_them_its_own() -> None:
    """358 numbers: some say what several clauses of 2.7 say. Interior Fire is a rule here and a name there (R111)."""
    own = [one for one in book().testable() if isinstance(one, DerivedClause) and one.is_own]
    assert (len(book().sentences()), len(own), len(book().testable())) == (364, 25, 358)


def test_every_clause_of_2_7_that_2_2_says_otherwise_has_a_row() -> None:
    lacking = [
        clause.clause
        for clause in CURRENT.registry()
        if clause.it22_differs
        and clause.clause not in book().absent
        and not any(number in book().stated for number in clause.numbers)
    ]
    assert lacking == []


def test_every_row_names_a_number_of_the_book_and_what_stands_for_one() -> None:
    assert [number for number in book().absent if book().base.get(number).numbers] == []
    unknown = [one for row in book().absent.values() for one in row.numbers if one not in book()]
    assert unknown == [] and all(row.numbers for row in book().absent.values())


def test_every_clause_that_rules_can_name_has_an_italian_number() -> None:
    numbers = numbers_of("KA-2.2")
    assert numbers is not None and numbers_of("KA") is None
    assert [clause.clause for clause in CURRENT.registry() if clause.clause not in numbers] == ["fr:2.4.5.a"]


def test_no_text_of_the_book_names_a_clause_of_2_7() -> None:
    named = [(one.clause, word) for one in book() for word in re.findall(r"\b\d\.\d+\.\d+(?:\.[a-z])?", one.paraphrase)]
    assert named == []


@pytest.mark.parametrize(
    ("number", "wanted"),
    [
        ("4.14.2.d", ("310.2e",)),
        ("4.10.2.a", ("308.1a", "315.8")),
        ("4.11.4", ("605.14a", "605.15a")),
        ("4.14.3", ("310.1",)),
        ("4.19.9.c", ("315.7b", "315.7c")),
        ("4.8.1", ("205",)),
        ("KA-2.2 601.3d", ("601.3d",)),
        ("R58", ("R58",)),
    ],
)
def test_a_match_of_2_2_cites_all_the_italian_numbers(number: str, wanted: tuple[str, ...]) -> None:
    assert cited(Table("hero foe", DUEL, turn="hero", release="2.2").state, (number,)) == wanted


# ------------------------------------------------------------------------------------------------ what a match cites


def test_a_refusal_has_the_numbers_of_its_release_and_the_same_words() -> None:
    """[KA 6.3.2] [KA 4.17.2] [KA-2.2 503.3] [KA-2.2 313.2]"""
    told = []
    for release, clauses in zip(TWO, (("6.3.2", "4.17.2"), ("503.3", "313.2")), strict=True):
        table = Table("hero . foe", DUEL, turn="hero", release=release)
        refusal = table.refused("move c1")
        assert refusal.clauses == clauses
        told.append(GAME.words(table.state, "fr").condition(refusal))
    assert told[0] == told[1]


def test_the_limit_of_summons_is_refused_by_its_own_clause_and_the_hint_says_so() -> None:
    """[KA-2.2 601.3d]"""
    units = {"hero": mine("caller"), "imp": mine("imp", summoner="hero"), "foe": theirs("fighter")}
    table = Table("hero . imp . foe", units, turn="hero", pack=[CALLER], release="2.2")
    assert table.refused("cast call b1").clauses == ("601.3d", "315.7b", "315.7c")
    decision: Any = GAME.words(table.state).decision(0)
    hint = decision.hints.spells["call"]
    assert (hint.cells, hint.clauses, hint.sight) == ([], ["601.3d", "315.7b", "315.7c"], "601.6")


def test_a_creature_that_may_not_cast_is_refused_by_its_own_clause() -> None:
    """[KA-2.2 315.3b]"""
    pack = [summon("crier", spells=[spell("cry", "personal", kind="special", cost={"ap": 1})])]
    units = {"hero": mine("fighter"), "crier": mine("crier", summoner="hero"), "foe": theirs("fighter")}
    table = Table("hero crier . foe", units, turn="crier", pack=pack, release="2.2")
    assert table.refused("cast cry b1").clauses == ("315.3b",)
    decision: Any = GAME.words(table.state).decision(0)
    assert decision.hints.spells["cry"].clauses == ["315.3b"]


def test_a_procedure_of_2_2_in_a_release_of_ones_own_names_its_book(monkeypatch: pytest.MonkeyPatch) -> None:
    """A release based on 2.7 cites 2.7 [KA 4.19.9.c] [KA-2.2 601.3d]."""
    own = release_with(monkeypatch, summon_at_limit="no-cast")
    units = {"hero": mine("caller"), "imp": mine("imp", summoner="hero"), "foe": theirs("fighter")}
    table = Table("hero . imp . foe", units, turn="hero", pack=[CALLER], release=own)
    assert table.refused("cast call b1").clauses == ("KA-2.2 601.3d", "4.19.9.c")


def test_the_log_and_the_sum_of_damage_have_the_numbers_of_the_release() -> None:
    """[KA-2.2 602.7c] [KA-2.2 602.7b] [KA-2.2 307.8a]"""
    tough = card("tough", powers=[keyword("resistance-fire")])
    pack = [tough, card("boxer", spells=[spell("jab", base=2, element="fire")])]
    table = Table("hero foe", {"hero": mine("boxer"), "foe": theirs("tough")}, turn="hero", pack=pack, release="2.2")
    table.play("cast jab b1", dice=["critical", "lock"])
    happened = [GAME.event_data(table.state, event) for event in table.state.log or ()]
    told = next(event for event in happened if event["kind"] == "damage")
    assert told["clause"] == "602.7c"
    assert [(term["why"], term["clause"]) for term in told["sum"]] == [
        ("printed", "602.7c"), ("critical-roll", "602.7b"), ("resistance", "307.8a"),
    ]  # fmt: skip


def test_whatever_is_cited_in_a_match_of_2_2_is_italian() -> None:
    """Events, their sums, decisions, hints, conditions of legal and illegal answers, and the end."""
    found: set[str] = set()
    for seed in range(3):
        rng = Random(seed)
        assert GAME.setups is not None
        state = GAME.new({**GAME.setups.series("", None).draw(rng), "release": "2.2"})
        while not isinstance(state.waiting, Over):
            waiting = state.waiting
            if isinstance(waiting, Decision) and rng.random() < 0.05:
                decision = GAME.words(state).decision(waiting.seat)
                assert decision is not None
                found.update(decision.clause.split(", "))
                found.update(re.findall(r"'clauses': \[([^\]]*)\]", repr(decision)))
                for answer in waiting.options()[:5]:
                    found.update(one for condition in waiting.conditions(answer) for one in condition.clauses)
            state.log = []
            state.apply(waiting.sample(rng))
            for event in state.log:
                found.update(GAME.clause_of(state, event).split(", "))
                for told in re.findall(r"'clause': '([^']*)'", repr(GAME.event_data(state, event))):
                    found.update(told.split(", "))
        found.update(state.waiting.clause.split(", "))
    assert {one for one in found if one and not ITALIAN.fullmatch(one)} == set()
    assert len(found) > 60


def test_a_team_is_judged_by_the_numbers_of_its_release() -> None:
    """[KA 1.1.1.a] [KA-2.2 101.1a] [KA-2.2 101.1b]"""
    pair = [catalogue().cards[one] for one in ("oscar-kass", "anna-tommy")]
    assert [one.clauses for one in team_violations(pair, "constructed")] == [("1.1.1.a",), ("1.1.1.b",)]
    assert [one.clauses for one in team_violations(pair, "constructed", wanted="2.2")] == [("101.1b",)]
    alone = team_violations(pair[:1], "constructed", wanted="2.2")
    assert [one.clauses for one in alone] == [("101.1a",), ("101.1b",)]


@pytest.mark.parametrize(("op", "at", "end"), [("retreat", "b1", "d1"), ("move-closer", "a1", "b1")])
def test_a_caster_that_moves_itself_stops_before_an_occupied_cell(op: str, at: str, end: str) -> None:
    """[KA 7.5.16.a] [KA 7.5.17.a] [KA-2.2 605.16b] [KA-2.2 605.17b] [Ruling R71]"""
    pack = [card("runner", spells=[spell("run", (1, 3), kind="special", do=[{"op": op, "x": 4}])])]
    units = {"hero": mine("runner", at="c1"), "foe": theirs("fighter", at=at), "mate": mine("fighter", at="e1")}
    for release in TWO:
        table = Table(". . . . . .", units, turn="hero", pack=pack, release=release).play(f"cast run {at}")
        assert table.unit("hero", "at") == end


def test_techniques_are_no_tokens_of_a_match_of_2_2() -> None:
    """[KA 4.7.11] [KA-2.2 306.9]"""
    slots = []
    for release in TWO:
        library = Table("hero foe", DUEL, turn="hero", release=release).state.library
        slots.append({one.document.slot for one in library.rewards} - {None})
    assert slots[0] - slots[1] == {"technique"}


# ---------------------------------------------------------------------------------------------------------- scenarios

FILE = """
title = "Two cells are too many"
clauses = ["503.3"]
game = "krosmaster"
release = "2.2"
turn = { player = "p1", unit = "oscar-kass" }
board.map = ". . . ."
unit = [
  { card = "oscar-kass", owner = "p1", at = "a1" },
  { card = "anna-tommy", owner = "p2", at = "d1" },
]

[[step]]
do = "move c1"
refused = "%s"
"""


def ran(clause: str) -> list[str]:
    """What is wrong with a scenario of 2.2 that wants to be refused by a clause."""
    return run_scenario(parse_scenario(FILE % clause, "a.toml"), lambda _: GAME).failures


def test_a_scenario_of_2_2_is_refused_by_italian_numbers() -> None:
    """A clause speaks for its parts [KA-2.2 503.3]."""
    assert ran("503.3") == ran("503") == ran("313.2") == []
    assert "503.3, 313.2" in "".join(ran("6.3.2"))
