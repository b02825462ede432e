"""What teams and set-ups of release 2.2 meet: where scenarios cannot begin."""

import msgspec
import pytest

from esquive.krosmaster.book.setup import limited_gg
from esquive.krosmaster.book.teams import constructed_violations, limited_violations
from esquive.krosmaster.cards.documents import CardDocument
from esquive.krosmaster.releases import release
from tests.krosmaster.playing import Table, card, reward

ITALIAN = release("2.2")
FAST = card("fast", initiative=9)
SLOW = card("slow", initiative=1)


def team(*levels: int) -> list[CardDocument]:
    """Krosmasters of these levels, each of another name."""
    parts = [card(f"card-{place}", level=level) for place, level in enumerate(levels)]
    return [msgspec.convert(table, CardDocument) for _, table in parts]


@pytest.mark.parametrize(
    ("levels", "faults"),
    [
        ((12,), ["team-size"]),
        ((6, 6), []),
        ((4, 4, 4), []),
        ((1,) * 4 + (2,) * 4, []),
        ((1,) * 6 + (2,) * 3, ["team-size"]),
    ],
)
def test_a_constructed_team_has_two_to_eight_krosmasters(levels: tuple[int, ...], faults: list[str]) -> None:
    """[KA-2.2 101.1a] [KA-2.2 101.1b]"""
    assert [found.kind for found in constructed_violations(team(*levels), ITALIAN)] == faults


def test_a_limited_team_has_two_to_eight_krosmasters() -> None:
    """[KA-2.2 101.2a]"""
    pool = team(6, 6)
    assert [found.kind for found in limited_violations(pool, ITALIAN, pool)] == []
    assert "team-size" in [found.kind for found in limited_violations(pool, release("2.7"), pool)]


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (6, 6, (4, 4)),
        (6, 7, (5, 3)),
        (6, 8, (5, 3)),
        (6, 9, (6, 2)),
        (5, 10, (6, 2)),
        (4, 10, (7, 1)),
        (12, 6, (2, 8)),
        (12, 12, (6, 6)),
    ],
)
def test_the_lower_team_steals_one_two_or_three_gallons(one: int, other: int, expected: tuple[int, int]) -> None:
    """For a difference of 1 or 2 levels, of 3 to 5, of 6 and more [KA-2.2 103.5b]."""
    assert limited_gg(ITALIAN, one, other) == expected


def test_of_equal_initiatives_heads_or_tails_decides_whatever_the_numbers_of_krosmasters() -> None:
    """The totals first, then the highest of each, the second highest and so on [KA-2.2 103.1] [KA-2.2 204.3c]."""
    numbers = (0, 1, 2, 3, 4)
    pack = [card(f"of-{number}", initiative=number) for number in numbers]

    def first(one: tuple[int, ...], other: tuple[int, ...]) -> str:
        table = Table.match([[f"of-{n}" for n in one], [f"of-{n}" for n in other]], pack=pack, release="2.2")
        return table.asked if "first-player" in table.asked else f"team {table.state.team_of[0]}"

    assert first((4, 1), (3, 1)) == "team 0"
    assert first((2, 2), (3, 1)) == "team 1"
    assert first((3, 1, 1), (3, 2)) == "team 1"
    assert first((3, 0), (3,)) == first((3,), (3, 0)) == first((3, 2), (3, 2)) == "nobody first-player roll"


def test_eight_piles_of_four_ranks_share_out_all_tokens() -> None:
    """Two piles of each rank, each half of its tokens, however many there are [KA-2.2 103.7]."""
    many = [
        reward(f"{rank}-{copies}", rank=rank, copies=copies)
        for rank, copies in (("granite", 10), ("granite", 9), ("jade", 8), ("gold", 5), ("ruby", 2))
    ]
    table = Table.match([["fast"], ["slow"]], pack=[FAST, SLOW, *many], release="2.2")
    settings, closed = table.state.settings, table.state.piles_closed
    tokens = [sum(one.copies for one in table.state.library.rewards if one.rank == rank) for rank in range(4)]
    assert [settings.name_of(pile)[0] for pile in range(8)] == [rank for rank in settings.rank_names for _ in "12"]
    assert [closed[2 * rank] + closed[2 * rank + 1] for rank in range(4)] == tokens
    assert all(closed[2 * rank] - closed[2 * rank + 1] in (0, 1) for rank in range(4))
    assert max(closed) > 10  # more than a pile of 2.7 ever holds


def test_a_constructed_duel_begins_with_six_gallons_each_and_a_wild_one() -> None:
    """[KA-2.2 103.5a] [KA-2.2 103.6]"""
    table = Table.match([["fast"], ["slow"]], pack=[FAST, SLOW], release="2.2")
    assert (table.state.gg, table.state.wild_gg) == ([6, 6], 1)
