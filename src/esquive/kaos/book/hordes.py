"""Building a horde: uniqueness, points, tribes [Kaos K3.1] [Kaos K4.1]. Pure functions over profiles."""

from typing import Final

from esquive.core.waiting import Condition
from esquive.kaos.cards.library import TRIBES, Profile

LEAST_POINTS: Final = 30
MOST_POINTS: Final = 150  # advice only [Kaos K4.3]


def cost_of(horde: list[Profile]) -> int:
    """The sum of the costs [Kaos K4.2]."""
    return sum(profile.cost for profile in horde)


def is_aligned(horde: list[Profile]) -> bool:
    """Whether all figures are of one tribe; a single figure is [Kaos K3.4] [Kaos K3.5] [Kaos K3.8]."""
    return len({profile.tribe for profile in horde}) == 1


def horde_conditions(horde: list[Profile], limit: int) -> list[Condition]:
    """What a horde must be: somebody, nobody twice, within the limit agreed [Kaos K3.2] [Kaos K4.1]."""
    ids = [profile.id for profile in horde]
    twice = sorted({one for one in ids if ids.count(one) > 1})
    cost = cost_of(horde)
    return [
        Condition(
            "empty-horde", ("K1.1",), "A horde holds at least one fighter.", bool(horde), {"figures": len(horde)}
        ),
        Condition(
            "same-figure",
            ("K3.2",),
            "No figure is taken twice." if not twice else f"Taken more than once: {', '.join(twice)}.",
            not twice,
            {"twice": twice},
        ),
        Condition(
            "too-costly",
            ("K4.1", "K4.2"),
            f"The horde costs {cost} points; the limit agreed is {limit}.",
            cost <= limit,
            {"cost": cost, "limit": limit},
        ),
    ]


def balance_condition(one: list[Profile], other: list[Profile]) -> Condition:
    """With the option of equal hordes, both cost the same [Kaos K4.1]."""
    costs = (cost_of(one), cost_of(other))
    sentence = f"The hordes cost {costs[0]} and {costs[1]} points; they must cost the same."
    return Condition("unequal", ("K4.1",), sentence, costs[0] == costs[1], {"costs": list(costs)})


def fix_of(condition: Condition, limit: str) -> str:
    """What would make a condition of hordes hold; `limit`: the key where the limit of points is written."""
    facts = condition.facts
    if condition.kind == "empty-horde":
        return "name at least one fighter"
    if condition.kind == "same-figure":
        return f"name {' and '.join(facts['twice'])} once, and other fighters beside"
    if condition.kind == "unequal":
        dearer, cheaper = sorted(facts["costs"], reverse=True)
        by = "1 point" if dearer - cheaper == 1 else f"{dearer - cheaper} points"
        return f"choose fighters that make up for {by}, or leave out options.equal_hordes"
    return f"choose cheaper fighters, or write {limit} = {facts['cost']}"


def advice(horde: list[Profile]) -> list[str]:
    """What is worth saying of a legal horde: its size [Kaos K4.3], its alignment [Kaos K3.8], its will [Kaos K4.4]."""
    cost = cost_of(horde)
    found: list[str] = []
    if not LEAST_POINTS <= cost <= MOST_POINTS:
        found.append(f"{cost} points; the best games are played with {LEAST_POINTS} to {MOST_POINTS} [K4.3]")
    if horde and is_aligned(horde):
        found.append(f"aligned ({TRIBES[horde[0].tribe]}): one die more for deployment and initiative [K3.8]")
    if horde:
        will = max(profile.will for profile in horde)
        found.append(f"best will {will}: that many dice for initiative [K4.4]")
    return found
