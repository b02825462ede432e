"""Positions and set-ups with cards, summons, tokens and arenas of their own, drawn from small variations."""

from typing import Any

from hypothesis import strategies as st

Drawn = st.SearchStrategy[dict[str, Any]]
MAP = """
. . s . . s .
. T . 1 . B .
. . . . C . .
1 . . D . . 1
. . C . . . .
. B . 1 . T .
. s . . . s .
"""
STARTS = {"p1": ["b1", "f1"], "p2": ["c7", "f7"], "p3": ["a2"], "p4": ["g2"]}
OPS = (
    [],
    [{"op": "markers", "stat": "mp", "x": -1}],
    [{"op": "pierce-armour"}, {"op": "push-back", "x": 2}],
    [{"op": "steal-markers", "stat": "ap", "x": 1}],
)
POWERS = (
    [],
    [{"keyword": "armour"}],
    [{"keyword": "loot", "x": 2}],
    [
        {
            "id": "grudge",
            "name": {"en": "Grudge"},
            "when": "suffers-injuries",
            "do": [{"op": "markers", "stat": "ap", "x": 1}],
        }
    ],
    [{"id": "stout", "name": {"en": "Stout"}, "while": [{"give": [{"op": "stat-bonus", "stat": "hp", "x": 2}]}]}],
)


@st.composite
def krosmaster_pieces(draw: st.DrawFn) -> dict[str, Any]:
    """A card that summons a token of its own, another one that is plain, a token for the piles, an arena."""
    spell = {
        "id": "lash",
        "name": {"en": "Lash"},
        "range": {"kind": "target", "min": 1, "max": draw(st.integers(2, 5)), "fixed": draw(st.booleans())},
        "cost": {"ap": draw(st.integers(1, 3))},
        "kind": "attack",
        "element": draw(st.sampled_from(["air", "fire", "neutral"])),
        "base": draw(st.integers(1, 4)),
        "do": draw(st.sampled_from(OPS)),
    }
    call = {
        "id": "call",
        "name": {"en": "Call"},
        "range": {"kind": "target", "min": 1, "max": 2},
        "cost": {"ap": 1},
        "kind": "special",
        "summons": 2,
        "do": [{"op": "summon", "summon": "own-imp"}],
    }
    hero = {"colour": "white", "level": draw(st.integers(1, 3)), "mp": 3, "ap": draw(st.integers(4, 8))}
    own = {**hero, "id": "own-hero", "name": {"en": "Own Hero", "fr": "Héros"}, "initiative": 5, "hp": 9}
    plain = {**hero, "id": "own-plain", "name": {"en": "Own Plain"}, "initiative": 3, "hp": draw(st.integers(3, 12))}
    token = {
        "id": "own-boost",
        "name": {"en": "Own Boost"},
        "rank": draw(st.sampled_from(["granite", "jade"])),
        "kind": "boost",
        "do": [{"op": "bonus", "stat": "damage", "x": draw(st.integers(1, 3)), "spells": "next"}],
    }
    imp = {"id": "own-imp", "name": {"en": "Own Imp"}, "category": "mob", "mp": 2, "hp": 2, "ap": 2}
    return {
        "card": [{**own, "spell": [spell, call], "power": draw(st.sampled_from(POWERS))}, {**plain, "spell": [spell]}],
        "summon": [{**imp, "power": draw(st.sampled_from(POWERS[:2]))}],
        "reward": [token],
        "arena": [{"id": "own-yard", "name": {"en": "Own Yard"}, "map": MAP, "starts": STARTS}],
    }


@st.composite
def krosmaster_documents(draw: st.DrawFn) -> dict[str, Any]:
    """A position with such pieces, and with some of the catalogue."""
    units = [
        {"id": "hero", "card": "own-hero", "owner": "p1", "at": "c3", "ap": 6, "mp": 3},
        {"card": "merkator", "owner": "p1", "at": "a1"},
        {"card": "own-plain", "owner": "p2", "at": "c5", "injuries": draw(st.integers(0, 2))},
        {"card": "bill-tell", "owner": "p2", "at": "g7"},
        {"card": "own-imp", "owner": "p1", "at": "b3", "summoner": "hero"},
    ]
    return {
        "game": "krosmaster",
        "turn": {"player": "p1", "unit": "hero"},
        "board": draw(st.sampled_from([{"arena": "own-yard"}, {"arena": "elemental"}, {"map": MAP}])),
        "players": {"p1": {"kamas": 20}, "p2": {"kamas": 20}},
        "pile": draw(st.sampled_from([[], [{"rank": "granite", "pile": 1, "closed": 2}]])),
        "unit": units,
        **draw(krosmaster_pieces()),
    }


@st.composite
def krosmaster_setups(draw: st.DrawFn) -> dict[str, Any]:
    """A set-up with such pieces."""
    pieces = draw(krosmaster_pieces())
    arena = pieces.pop("arena")[0]
    return {
        "arena": draw(st.sampled_from([arena, "elemental"])),
        "teams": [["own-hero", "merkator"], ["own-plain", "own-hero"]],
        **pieces,
    }


@st.composite
def kaos_pieces(draw: st.DrawFn) -> dict[str, Any]:
    """A fighter with a weapon, a spell and a skill of his own, one with no more than an id, an object, an event."""
    fighter = {
        "id": "own-knight",
        "name": {"en": "Own Knight"},
        "life_points": draw(st.integers(6, 20)),
        "armour": draw(st.integers(0, 3)),
        "move_cm": draw(st.sampled_from([8, 9.5, 12])),
        "shield_dice": draw(st.sampled_from([None, 3])),
        "weapon": [{"id": "own-blade", "dice": draw(st.integers(3, 6)), "wounds": 5}],
        "spell": [{"id": "own-spark", "range_cm": draw(st.sampled_from([10, 22.5])), "wounds": 2}],
        "skill": [{"id": "own-rest", "do": [{"op": "heal", "wounds": draw(st.integers(1, 4))}]}],
    }
    salve = {"id": "own-salve", "difficulty": draw(st.integers(2, 5)), "do": [{"op": "heal", "wounds": 2}]}
    rain = {"id": "own-rain", "rounds": draw(st.integers(1, 2)), "do": [{"op": "destiny", "points": 1}]}
    return {
        "profile": [{key: value for key, value in fighter.items() if value is not None}, {"id": "own-lad"}],
        "object": [salve],
        "event": [rain],
    }


@st.composite
def kaos_documents(draw: st.DrawFn) -> dict[str, Any]:
    """A position with such pieces, and with a fighter of the catalogue."""
    return {
        "game": "kaos",
        "round": 1,
        "decks": {"objects": ["own-salve"], "events": draw(st.sampled_from([[], ["own-rain"]]))},
        "table": {"width": 75, "depth": 75},
        "scenery": [{"id": "crag", "kind": "rock", "shape": [[40, 40], [46, 40], [46, 46], [40, 46]], "height": 4.5}],
        "figure": [
            {"id": "knight", "profile": "own-knight", "owner": "p1", "x": 20, "y": 20, "facing": 0},
            {"profile": "own-lad", "owner": "p1", "x": 24, "y": draw(st.sampled_from([26, 31.5])), "facing": 90},
            {"profile": "mel-ysaure", "owner": "p2", "x": 30, "y": 21, "facing": 180},
            {"id": "squire", "profile": "own-lad", "owner": "p2", "x": 33, "y": 30, "facing": 180},
        ],
        "objective": draw(st.sampled_from([[], [{"kind": "hold", "points": 2, "at": [37.5, 37.5], "radius_cm": 5}]])),
        **draw(kaos_pieces()),
    }


@st.composite
def kaos_setups(draw: st.DrawFn) -> dict[str, Any]:
    """A set-up with such pieces."""
    return {
        "hordes": [["own-knight", "own-lad"], ["mel-ysaure", "own-knight"]],
        "decks": {"objects": True, "events": False},
        "table": draw(st.sampled_from(["quarry", {"width": 75, "depth": 75}])),
        **draw(kaos_pieces()),
    }
