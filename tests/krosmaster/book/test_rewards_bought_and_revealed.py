"""Demonic Rewards named, paid for and turned up: what the judge says of each, and what they do to the gauges."""

from typing import Any

import pytest

from esquive.core.waiting import Condition, Decision
from esquive.krosmaster.written.notation import parse_answer
from tests.krosmaster.playing import Table, mine, reward, theirs
from tests.sentences import said


def condition(table: Table, line: str, kind: str) -> Condition:
    """The condition of this kind that the line has to meet."""
    waiting = table.state.waiting
    assert isinstance(waiting, Decision)
    return next(one for one in waiting.conditions(parse_answer(table.state, line)) if one.kind == kind)


def down(*names: str) -> list[dict[str, str]]:
    """Rewards face down on a card."""
    return [{"id": name, "face": "down"} for name in names]


def test_every_reward_of_the_match_is_named_when_it_is_not_held() -> None:
    """The first of the library like the last [KA 4.7.10]."""
    table = Table("hero foe", {"hero": mine("fighter"), "foe": theirs("fighter")}, turn="hero")
    for one in table.state.library.rewards:
        refusal = table.refused(f"reveal {one.id}")
        assert (refusal.kind, refusal.facts) == ("no-such-reward", {"reward": one.id})


@pytest.mark.parametrize(("stock", "missing"), [(1, 2), (2, 1), (3, 0), (4, 0), (40, 0)])
def test_nothing_is_missing_of_a_price_that_can_be_paid(stock: int, missing: int) -> None:
    """3 Kamas for a Granite reward, however many there are [KA 4.5.3] [KA 4.7.6] [KA 6.3.6]."""
    units = {"hero": mine("fighter", at="a1"), "foe": theirs("fighter")}
    table = Table("D . foe", units, turn="hero", players={"p1": {"kamas": stock}})
    found = condition(table, "buy granite 1 down", "no-kamas")
    assert (found.holds, found.facts) == (missing == 0, {"cost": 3, "stock": stock, "missing": missing})
    assert said(table.state, found) == f"It costs 3 Kamas; the stock holds {stock}."


@pytest.mark.parametrize("slot", ["weapon", "set", "pet", "dofus", "trophy", "technique", ""])
def test_the_judge_names_the_place_that_a_reward_needs(slot: str) -> None:
    """Equipment has one of six types, a Boost none [KA 4.7.11] [KA 4.7.11.a]."""
    thing = reward("thing", kind="equipment", slot=slot) if slot else reward("thing")
    units = {"hero": mine("fighter", rewards=down("thing")), "foe": theirs("fighter")}
    table = Table("hero foe", units, turn="hero", pack=[thing])
    found = condition(table, "reveal thing", "slot-taken")
    assert found.holds and found.facts == {"slot": slot, "most": 1}
    kinds = "A Krosmaster has at most one face-up Equipment of each type, and a Dofus or a Trophy, not both."
    assert said(table.state, found) == kinds


@pytest.mark.parametrize(
    ("stat", "x", "most", "gauges"),
    [("ap", 2, (8, 3), (6, 1)), ("mp", 2, (6, 5), (4, 3)), ("ap", -2, (4, 3), (4, 1)), ("mp", -2, (6, 1), (4, 1))],
)
def test_points_in_the_gauge_grow_with_the_max_and_do_not_shrink_with_it(
    stat: str, x: int, most: tuple[int, int], gauges: tuple[int, int]
) -> None:
    """A higher MAX counts at once; a lower one only when the gauge is next filled [KA 4.7.5.c] [KA 4.11.2]."""
    give: list[dict[str, Any]] = [{"give": [{"op": "stat-bonus", "stat": stat, "x": x}]}]
    thing = reward("thing", kind="equipment", slot="set", holds=give)
    units = {"hero": mine("fighter", ap=4, mp=1, rewards=down("thing")), "foe": theirs("fighter")}
    table = Table("hero foe", units, turn="hero", pack=[thing]).play("reveal thing")
    assert table.unit("hero", "max_ap", "max_mp") == most
    assert table.unit("hero", "ap", "mp") == gauges
