"""A line judged under two releases: what it comes to under each, and the rules that make the difference."""

import json
from fractions import Fraction

import pytest

from esquive.cli.main import main
from esquive.core.errors import NotationError
from esquive.core.line_comparison import compare
from esquive.core.shapes import Comparison
from esquive.krosmaster.game import GAME
from esquive.krosmaster.table.state import State
from tests.krosmaster.playing import Table, mine, theirs

TWO = ("2.7", "2.2")
BLOCKED = "tests/scenarios/krosmaster/4.14-block/each-adjacent-enemy-rolls.toml"


def duel(beside: str, far: str = "", kamas: int = 0, **gauges: int) -> Table:
    """A hero in the middle, with its enemy north of it, or two cells away."""
    away = "foe" if far else "."
    north = far or beside
    units = {"hero": mine("fighter", **gauges), "foe": theirs("fighter")}
    drawn = f". {north} . .\n. hero . .\n. . . {away}"
    return Table(drawn, units, turn="hero", players={"p1": {"kamas": kamas}})


def judged(state: State, line: str, language: str = "en") -> Comparison:
    return compare(GAME, state, line, TWO, language)


def turning(found: Comparison) -> dict[str, tuple[tuple[str, ...], ...]]:
    """The rules that make the difference, each with what the two releases cite."""
    return {rule.key: tuple(tuple(said.clauses) for said in rule.says) for rule in found.rules}


def test_an_escape_with_as_many_dodges_turns_on_the_two_rules_of_block() -> None:
    """[KA 4.14.2.d] [KA-2.2 310.2e]"""
    table = duel("foe", mp=3)
    found = judged(table.state, "move a2")
    assert [verdict.legal for verdict in found.verdicts] == [True, True]
    assert set(turning(found)) == {"procedures.lock_tie", "procedures.lock_loss"}
    assert turning(found)["procedures.lock_loss"] == (("4.14.2.d",), ("310.2e",))
    assert [sum(Fraction(one.probability) for one in verdict.odds or ()) for verdict in found.verdicts] == [1, 1]


def test_what_both_releases_allow_alike_turns_on_nothing() -> None:
    table = duel("foe", ".", mp=3)
    found = judged(table.state, "move b3")
    assert found.same
    assert found.rules == []


def test_a_second_punch_turns_on_its_limit_alone() -> None:
    """[KA 4.8.5] [KA-2.2 205.3] [Ruling R100]"""
    table = duel("foe", ap=12)
    table.play("cast punch b3", dice=["critical", "armour"])
    found = judged(table.state, "cast punch b3")
    assert [verdict.legal for verdict in found.verdicts] == [False, True]
    assert turning(found) == {"procedures.punch_limit": (("4.8.5",), ("205.3",))}


def test_a_price_that_differs_is_a_number_of_the_release() -> None:
    """[KA 4.6.3] [KA-2.2 305.3]"""
    units = {"hero": mine("fighter", at="b1"), "foe": theirs("fighter")}
    table = Table(". D . foe", units, turn="hero", players={"p1": {"kamas": 11}})
    found = judged(table.state, "buy gg")
    assert [verdict.legal for verdict in found.verdicts] == [False, True]
    assert [said.value for rule in found.rules for said in rule.says] == ["12", "10"]
    assert set(turning(found)) == {"gg.price_kamas"}


def test_the_position_that_is_judged_stays_as_it_is() -> None:
    table = duel("foe", mp=3)
    before = table.state.to_data()
    judged(table.state, "move a2")
    assert table.state.to_data() == before
    assert table.state.settings.release == "2.7"


def test_a_line_that_neither_release_knows_is_an_error() -> None:
    table = duel("foe")
    with pytest.raises(NotationError, match="z9"):
        judged(table.state, "move z9")


def test_a_rank_that_one_release_does_not_have_is_its_verdict() -> None:
    """[KA-2.2 306.1]"""
    table = duel("foe", kamas=30)
    found = judged(table.state, "buy ruby 1 down")
    assert found.verdicts[0].note is not None
    assert "ruby" in found.verdicts[0].note
    assert not found.verdicts[0].legal


def test_the_command_line_judges_under_both(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["judge", BLOCKED, "--do", "move c2", "--releases", "2.2,2.7", "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert [verdict["release"] for verdict in told["verdicts"]] == ["2.2", "2.7"]
    assert [rule["key"] for rule in told["rules"]] == ["procedures.lock_tie", "procedures.lock_loss"]
    assert main(["judge", BLOCKED, "--do", "end", "--releases", "2.2,2.7"]) == 0
    assert "Both releases rule alike." in capsys.readouterr().out


@pytest.mark.parametrize("named", ["2.2", "2.2,2.7,2.2", "2.2,2.8", ""])
def test_releases_that_are_no_two_are_refused_with_those_there_are(
    named: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["judge", BLOCKED, "--do", "end", "--releases", named]) == 2
    assert "2.2, 2.7" in capsys.readouterr().err


def test_a_summon_that_locks_turns_on_the_rule_about_summons() -> None:
    """[KA 4.14.3] [KA-2.2 310.1]"""
    units = {"hero": mine("fighter", mp=3), "foe": theirs("fighter"), "pet": theirs("imp", summoner="foe")}
    table = Table(". pet .\n. hero .\n. . foe", units, turn="hero")
    found = judged(table.state, "move a2")
    assert "procedures.lock_by_summon" in turning(found)
