"""Whose cell blocks lines of sight, by card or token and by powers."""

from typing import Any

import pytest

from tests.krosmaster.playing import Table, card, keyword, mine, summon, theirs

PIECES = {
    "plain": card("piece"),
    "small": card("piece", powers=[keyword("itty-bitty")]),
    "small-but-wide": card("piece", powers=[keyword("itty-bitty"), keyword("obstructive")]),
    "mob": summon("piece"),
    "wide-mob": summon("piece", powers=[keyword("obstructive")]),
    "small-mob": summon("piece", powers=[keyword("itty-bitty")]),
    "turret": summon("piece", category="mechanism", mp="-"),
    "wide-turret": summon("piece", category="mechanism", mp="-", powers=[keyword("obstructive")]),
}


@pytest.mark.parametrize(
    ("piece", "blocks"),
    [
        ("plain", True),
        ("small", False),
        ("small-but-wide", True),
        ("mob", False),
        ("wide-mob", True),
        ("small-mob", False),
        ("turret", False),
        ("wide-turret", True),
    ],
)
@pytest.mark.parametrize("owner", ["p1", "p2"])
def test_krosmasters_block_sight_and_summons_only_when_obstructive(piece: str, blocks: bool, owner: str) -> None:
    """Allies and enemies alike, Itty-Bitty Krosmasters left out.

    [KA 4.15.9.a] [KA 4.15.9.b] [KA 4.9.14.a] [KA 4.19.1.f] [KA 4.19.4.a] [Ruling R59]
    """
    kind, _ = PIECES[piece]
    between: dict[str, Any] = {"card": "piece", "owner": owner}
    if kind == "summon":
        between["summoner"] = "hero" if owner == "p1" else "foe"
    units = {"hero": mine("fighter"), "between": between, "foe": theirs("fighter")}
    match = Table("hero between foe", units, turn="hero", pack=[PIECES[piece]])
    if blocks:
        assert match.refused("cast arrow c1").kind == "no-sight"
    else:
        assert "cast arrow c1" in match.options("cast")
