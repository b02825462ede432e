"""Release 2.7 as data: its clauses, its numbers, its procedures."""

import re
import tomllib

import pytest

from esquive.core.clauses import Grammar, Registry
from esquive.core.errors import DocumentError, UnimplementedError
from esquive.krosmaster.releases import (
    GOLD,
    RANKS,
    SILVER,
    ReleaseParams,
    data_path,
    release,
    release_names,
)

REGISTRY = Registry.load(data_path("2.7", "clauses.tsv"), "KA")
TEXT = data_path("2.7", "release.toml").read_text(encoding="utf-8")


def test_release_2_7_has_398_testable_clauses() -> None:
    assert len(REGISTRY.testable()) == 398
    assert len(REGISTRY) == 566


def test_every_unimplementable_clause_is_testable_and_has_a_reason() -> None:
    data = tomllib.loads(data_path("2.7", "unimplementable.toml").read_text(encoding="utf-8"))
    assert set(data) == {"clause"}
    for entry in data["clause"]:
        assert REGISTRY.get(entry["clause"]).is_testable
        assert len(entry["reason"].split()) > 3


def test_every_number_of_the_release_stands_beside_its_clause() -> None:
    keys = [
        line
        for line in TEXT.splitlines()
        if "=" in line.split("#")[0] and not line.startswith(("name", "game", "book"))
    ]
    uncited = [line for line in keys if not Grammar(("KA",)).find(line)]
    assert len(keys) > 80
    assert uncited == []


def test_the_numbers_of_a_constructed_duel() -> None:
    params = release("2.7")
    assert (params.team_size_min, params.team_size_max, params.team_level_total) == (3, 8, 12)
    assert (params.gg_constructed, params.gg_wild, params.gg_price_kamas) == (6, 1, 12)
    assert [RANKS[rank] for rank in params.rewards_ranks] == ["granite", "jade", "silver"]
    assert (params.rewards_prices[SILVER], params.rewards_crafter_prices[GOLD]) == (9, 10)
    assert (params.block_locked_mp, params.block_caught_ap) == (3, 1)
    assert release("2.7") is params


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        (5, 6, (3, 3)),
        (6, 6, (4, 4)),
        (7, 5, (3, 5)),
        (5, 8, (5, 3)),
        (12, 8, (4, 8)),
        (12, 12, (6, 6)),
    ],
)
def test_limited_gg_follow_both_teams_levels_and_the_lower_side_steals(
    first: int, second: int, expected: tuple[int, int]
) -> None:
    """Both totals give the line, their difference the theft [KA 1.3.5.b]."""
    assert release("2.7").limited_gallons(first, second) == expected


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("size_min = 3", "size_min = -3", r"\[team\] size_min: -3 is no whole number"),
        ("size_min = 3", "size_minimum = 3", r"\[team\] size_min: this number of the release is missing"),
        ("[block]", "[block]\nshove_mp = 1", r"\[block\] shove_mp: no rule reads this key"),
        ('lock_tie = "caught"', "lock_tie = 1", r"\[procedures\] lock_tie: 1 is no name"),
        ('"jade", "silver"]', '"jade", "copper"]', '"copper" is no rank'),
        ("[15, 4]", "[10, 4]", "the bounds do not grow"),
        ("ruby = 18 }", "}", "exactly the known ranks"),
    ],
)
def test_a_faulty_release_file_is_answered_with_the_key(old: str, new: str, message: str) -> None:
    assert old in TEXT
    text = TEXT.replace(", ruby = 18 }", " }") if old.startswith("ruby") else TEXT.replace(old, new)
    with pytest.raises(DocumentError, match=message):
        ReleaseParams(tomllib.loads(text), "2.7/release.toml")


def test_an_unknown_release_is_answered_with_the_known_ones() -> None:
    assert "2.7" in release_names()
    with pytest.raises(DocumentError, match=r'no release "3\.0".*choose one of: .*2\.7'):
        release("3.0")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("tension = 2 ", "tension = 3 ", r"\[dice\] tension: the rules are not written for 3 yet .*\(write 2\)"),
        ('"hand", "breath"', '"breath"', r"\[board\] areas: the rules are not written for"),
    ],
)
def test_a_number_that_no_rule_reads_is_refused_when_it_is_another(old: str, new: str, message: str) -> None:
    """Nothing of a release file is passed over in silence."""
    assert old in TEXT
    with pytest.raises(UnimplementedError, match=message):
        ReleaseParams(tomllib.loads(TEXT.replace(old, new)), "2.7/release.toml")


def test_every_field_of_a_release_is_read_by_a_rule() -> None:
    """What is not belongs to what is written out in the rules; procedures have a test of their own."""
    folder = data_path("2.7", "release.toml").parents[2]
    files = [file for file in folder.rglob("*.py") if file.parent.name != "releases"]
    text = "\n".join(file.read_text(encoding="utf-8") for file in files)
    fields = set(ReleaseParams.__slots__) - {"name", "book", "families"}
    assert [field for field in sorted(fields) if not re.search(rf"\.{field}\b", text)] == []
