"""A caster for the tests of ops: a Krosmaster `mage` whose Special spell `act`, aimed anywhere, has given effects."""

from typing import Any

from tests.krosmaster.playing import Part, card, spell

ANYWHERE = {"kind": "no-line-of-sight", "min": 0, "max": 9}


def mage(*do: dict[str, Any], area: str = "none", powers: Any = (), **keys: Any) -> Part:
    """The card `mage`: its spell `act` costs 1 AP and does this; other keys are the card's."""
    act = spell("act", range=ANYWHERE, kind="special", cost={"ap": 1}, area=area, do=list(do))
    return card("mage", spells=[act], powers=powers, **keys)


def striker(*do: dict[str, Any], base: int = 1, area: str = "none", powers: Any = (), **keys: Any) -> Part:
    """The card `striker`: its earth Attack spell `hit` costs 1 AP, may be aimed anywhere, and does this as well."""
    hit = spell("hit", range=ANYWHERE, base=base, cost={"ap": 1}, area=area, do=list(do))
    return card("striker", spells=[hit], powers=powers, **keys)


def marker(to: dict[str, Any], x: int = 1, stat: str = "mp") -> dict[str, Any]:
    """The op that places markers on a selector, for seeing whom it selects."""
    return {"op": "markers", "stat": stat, "x": x, "to": to}
