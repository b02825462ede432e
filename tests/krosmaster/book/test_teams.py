"""Chapter 1.1, Team Building: each clause broken once, and once kept to the letter."""

import pytest

from esquive.krosmaster.book.teams import (
    EVERYTHING,
    Event,
    constructed_violations,
    four_players_violations,
    highest_level,
    limited_violations,
)
from esquive.krosmaster.cards.catalogue import catalogue
from esquive.krosmaster.cards.documents import CardDocument
from esquive.krosmaster.releases import release
from esquive.krosmaster.spoken.wording import team_sentence

PARAMS = release("2.7")


def team(*ids: str) -> list[CardDocument]:
    return [catalogue().cards[card_id] for card_id in ids]


def broken(*ids: str, event: Event | None = None) -> list[tuple[str, ...]]:
    found = constructed_violations(team(*ids), PARAMS, event if event is not None else Event())
    return [refusal.clauses for refusal in found]


def test_a_legal_team_breaks_no_clause() -> None:
    """[KA 1.1.1]"""
    assert broken("oscar-kass", "anna-tommy", "bad-aboum", "lil-healey") == []


def test_a_team_has_three_to_eight_krosmasters() -> None:
    """[KA 1.1.1.a]"""
    assert broken("merkator", "goultard") == [("1.1.1.a",)]
    nine = ["coa-gulary"] * 2 + ["quentin-flush"] * 2 + ["kivin", "di-curey", "boo-ming", "srammy", "luk-ylook"]
    assert broken(*nine) == [("1.1.1.a",)]


@pytest.mark.parametrize("last", ["luk-ylook", "jems-blond"])
def test_the_levels_of_a_team_add_up_to_twelve_exactly(last: str) -> None:
    """[KA 1.1.1.b]"""
    assert broken("oscar-kass", "anna-tommy", "bad-aboum", last) == [("1.1.1.b",)]


def test_a_unique_hero_is_in_a_team_only_once() -> None:
    """[KA 1.1.1.c]"""
    assert broken("percedal", "percedal", "evangelyne", "amalia") == [("1.1.1.c",)]


def test_a_team_has_only_one_version_of_a_unique_hero() -> None:
    """[KA 1.1.1.d] [KA 2.1.2]: both are refused, either alone is not."""
    assert broken("percedal", "percedal-percylax", "jems-blond") == [("1.1.1.c",), ("1.1.1.d", "2.1.2")]
    for alone in ("percedal", "percedal-percylax"):
        assert not {("1.1.1.c",), ("1.1.1.d", "2.1.2")} & set(broken(alone, "jems-blond", "oscar-kass"))


def test_a_white_name_is_in_a_team_at_most_twice_over_all_its_prints() -> None:
    """[KA 1.1.1.e] [Ruling R5]"""
    assert broken("oscar-kass", "oscar-kass-eternal", "anna-tommy", "anna-tommy") == []
    assert broken("oscar-kass", "oscar-kass", "oscar-kass-eternal", "anna-tommy") == [("1.1.1.e",)]


def test_a_black_name_is_in_a_team_at_most_three_times() -> None:
    """[KA 1.1.1.f]"""
    others = ("trank-eternal", "trank-eternal")
    assert broken(*["skale-eternal"] * 3, *others, "shadow-eternal") == []
    assert broken(*["skale-eternal"] * 4, *others) == [("1.1.1.f",)]


def test_a_team_has_only_one_boss() -> None:
    """[KA 1.1.1.g]"""
    assert broken("royal-tofu", "royal-gobball", "oscar-kass", "anna-tommy") == [("1.1.1.g",)]


def test_a_krosmaster_of_a_collection_that_is_not_legal_is_refused() -> None:
    """[KA 1.1.1.h]"""
    cards = ("oscar-kass", "anna-tommy", "bad-aboum", "percedal")
    assert broken(*cards, event=Event(legal_collections=["dks1"])) == [("1.1.1.h",)]
    assert broken(*cards, event=Event(legal_collections=["dks1", "exf"])) == []


def test_a_banned_krosmaster_is_refused_once_however_many_copies() -> None:
    """[KA 1.1.1.h]"""
    cards = ("oscar-kass", "oscar-kass", "bad-aboum", "anna-tommy")
    assert broken(*cards, event=Event(banned=["oscar-kass"])) == [("1.1.1.h",)]


def test_a_limited_team_has_three_to_eight_krosmasters() -> None:
    """[KA 1.1.2.a]"""
    assert [refusal.clauses for refusal in limited_violations(team("merkator", "goultard"), PARAMS)] == [("1.1.2.a",)]


def test_a_limited_team_stays_below_twelve_only_by_its_pool_and_never_exceeds_it() -> None:
    """[KA 1.1.2.b] [Ruling R6]"""
    short = team("oscar-kass", "anna-tommy", "bad-aboum")
    assert limited_violations(short, PARAMS, short) == []
    found = limited_violations(short, PARAMS)
    assert [(refusal.kind, refusal.clauses) for refusal in found] == [("team-level-without-pool", ("1.1.2.b",))]
    assert found[0].facts == {"level": 9, "wanted": 12}
    found = limited_violations(team("merkator", "goultard", "oscar-kass"), PARAMS)
    assert [refusal.clauses for refusal in found] == [("1.1.2.b",)]
    assert found[0].facts == {"level": 15, "max": 12}


def test_a_limited_team_reaches_the_highest_level_its_pool_allows() -> None:
    """[KA 1.1.2.b] [Ruling R6]"""
    pool = team("oscar-kass", "anna-tommy", "bad-aboum", "luk-ylook", "goultard")
    assert highest_level(pool, PARAMS) == 12
    chosen = team("oscar-kass", "anna-tommy", "bad-aboum", "luk-ylook")
    assert [refusal.facts for refusal in limited_violations(chosen, PARAMS, pool)] == [{"level": 11, "best": 12}]
    assert limited_violations(team("goultard", "oscar-kass", "anna-tommy"), PARAMS, pool) == []


def test_a_limited_team_comes_out_of_its_pool() -> None:
    """[KA 1.1.2.b] [Ruling R6]"""
    pool = team("goultard", "oscar-kass", "anna-tommy")
    found = limited_violations(team("goultard", "oscar-kass", "oscar-kass"), PARAMS, pool)
    assert [refusal.facts for refusal in found] == [{"cards": ["oscar-kass"]}]


def test_no_copy_is_too_many_in_limited() -> None:
    """[KA 1.1.2.c]"""
    assert limited_violations(team("percedal", "percedal", "percedal", "percedal"), PARAMS) == []


def test_a_refused_team_is_told_how_often_and_how_many() -> None:
    """[KA 1.1.1.c] [KA 1.1.1.e] [KA 1.1.1.g]: once, at most twice, both Bosses by name."""
    gold = constructed_violations(team("percedal", "percedal", "evangelyne", "amalia"), PARAMS)
    assert "once; copies here: 2" in team_sentence(gold[0]) and gold[0].facts["max"] == 1
    white = constructed_violations(team("oscar-kass", "oscar-kass", "oscar-kass-eternal", "anna-tommy"), PARAMS)
    assert "2 times at most; copies here: 3" in team_sentence(white[0]) and white[0].facts["copies"] == 3
    bosses = constructed_violations(team("royal-tofu", "royal-gobball", "oscar-kass", "anna-tommy"), PARAMS)
    assert bosses[0].facts == {"bosses": ["royal-tofu", "royal-gobball"], "most": 1}


def test_the_limits_of_constructed_hold_with_four_players_too() -> None:
    """[KA 9.1.2] [KA 1.1.1.g] [KA 1.1.1.h]: Bosses, banned cards and collections."""

    def found(*ids: str, event: Event = EVERYTHING) -> list[str]:
        return [refusal.kind for refusal in four_players_violations(team(*ids), PARAMS, event)]

    assert found("oscar-kass", "bill-tell") == []
    assert found("royal-tofu", "royal-gobball") == ["team-bosses"]
    assert found("oscar-kass", "bill-tell", event=Event(banned=["bill-tell"])) == ["team-banned"]
    assert found("oscar-kass", "percedal", event=Event(legal_collections=["dks1"])) == ["team-collection"]


def test_the_highest_level_of_a_pool_needs_three_to_eight_krosmasters_and_stays_at_twelve() -> None:
    """[KA 1.1.2.b]: two are no team; of nine of level 1 eight may play."""
    one = team("coa-gulary")[0].level
    assert one == 1
    assert highest_level(team("goultard", "merkator"), PARAMS) == 0
    assert highest_level(team(*["coa-gulary"] * 9), PARAMS) == 8
    assert highest_level(team(*["coa-gulary"] * 3), PARAMS) == 3
    assert highest_level(team("goultard", "merkator", "coa-gulary"), PARAMS) == 0
