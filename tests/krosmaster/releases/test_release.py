"""Release 2.7 as data: its clauses, its numbers, its procedures."""

import tomllib

import pytest

from esquive.core.clauses import Grammar, Registry
from esquive.core.errors import DocumentError
from esquive.krosmaster.book.setup import limited_gg
from esquive.krosmaster.releases import data_path, release, release_from, release_names

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
    assert (params.team.size_min, params.team.size_max, params.team.level_total) == (3, 8, 12)
    assert (params.gg.constructed, params.gg.wild, params.gg.price_kamas) == (6, 1, 12)
    assert params.rewards.ranks == ("granite", "jade", "silver")
    assert (params.rewards.prices["silver"], params.rewards.crafter_prices["gold"]) == (9, 10)
    assert (params.block.locked_mp, params.block.caught_ap) == (3, 1)
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
    assert limited_gg(release("2.7"), first, second) == expected


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("size_min = 3", "size_min = -3", r"\[team\] size_min: -3 cannot stand here \(expected `int` >= 1\)"),
        (
            "size_min = 3",
            "size_min = true",
            r"\[team\] size_min: True cannot stand here \(expected `int`, got `bool`\)",
        ),
        ("size_min = 3", "size_min = 9", r"\[team\] size_min: 9 is more than size_max = 8"),
        ("size_min = 3", "size_minimum = 3", r"\[team\] size_min(imum)?: (this key of the release is missing|no rule)"),
        ("bosses = 1", "", r"\[team\] bosses: this key of the release is missing \(add it\)"),
        ("[block]", "[block]\nmove_mq = 1", r"\[block\] move_mq: no rule reads this key \(did you mean 'move_mp'\?\)"),
        ("[team]", "[shop]\n[team]", r"2\.7/release\.toml shop: no rule reads this key"),
        ("[[11, 3]", '[["x", 3]', r"\[gg\] limited: 'x' cannot stand here"),
        (
            '"trophy", "technique"',
            '"trophy", "helmet"',
            r"\[rewards\] equipment: 'helmet' cannot stand here \(known: dofus",
        ),
        ("tension_reroll = 1", "tension_reroll = 2", r"\[dice\] tension_reroll: 2 is not less than tension = 2"),
        (
            'lock_tie = "caught"',
            "lock_tie = 1",
            r"\[procedures\] lock_tie: 1 cannot stand here \(expected `str`",
        ),
        ('"jade", "silver"]', '"jade", "copper"]', r"\[rewards\] ranks: 'copper' cannot stand here \(known: gold"),
        ('"jade", "silver"]', '"jade", "jade"]', r"\[rewards\] ranks: a rank is named twice"),
        ("[15, 4]", "[10, 4]", r"\[gg\] limited: the bounds \[11, 10, 19, 24\] do not grow"),
        ("{ granite = 3, jade = 6", '{ granite = 3, jade = "x"', r"\[rewards\] prices\.jade: 'x' cannot stand here"),
        ("wild = 1 ", "wild = -1 ", r"\[gg\] wild: -1 cannot stand here"),
        ('tofu = ["tofu"]', 'tofu = "tofu"', r"\[families\] tofu: 'tofu' cannot stand here"),
        (", ruby = 18 }", " }", r"\[rewards\] prices: a price is wanted for exactly these ranks: granite"),
    ],
)
def test_a_faulty_release_file_is_answered_with_the_key(old: str, new: str, message: str) -> None:
    assert old in TEXT
    with pytest.raises(DocumentError, match=message):
        release_from(tomllib.loads(TEXT.replace(old, new)), "2.7/release.toml")


def test_an_unknown_release_is_answered_with_the_known_ones() -> None:
    assert "2.7" in release_names()
    with pytest.raises(DocumentError, match=r'no release "3\.0".*choose one of: .*2\.7'):
        release("3.0")
