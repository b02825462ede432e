"""Building a horde: uniqueness, points, tribes [Kaos K3.1] [Kaos K4.1]; and the decks played with [Kaos K32.2].

Pure functions over profiles and cards.
"""

from collections.abc import Sequence
from typing import Final

from esquive.core.waiting import Condition, Refusal
from esquive.kaos.cards.library import TRIBES, EventCard, ObjectCard, Profile

LEAST_CARDS: Final = 6  # [Kaos K32.2] [Kaos K33.2]
LEAST_OF_PLACE: Final = 4  # [Kaos K33.2]
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
        Condition("empty-horde", ("K1.1",), bool(horde), {"figures": len(horde)}),
        Condition(
            "same-figure",
            ("K3.2",),
            not twice,
            {"twice": twice},
        ),
        Condition(
            "too-costly",
            ("K4.1", "K4.2"),
            cost <= limit,
            {"cost": cost, "limit": limit},
        ),
    ]


def balance_condition(one: list[Profile], other: list[Profile]) -> Condition:
    """With the option of equal hordes, both cost the same [Kaos K4.1]."""
    costs = (cost_of(one), cost_of(other))
    return Condition("unequal", ("K4.1",), costs[0] == costs[1], {"costs": list(costs)})


def deck_conditions(objects: Sequence[ObjectCard], events: Sequence[EventCard]) -> list[Condition]:
    """Enough cards to play with, and enough events of the place; no places mixed [Kaos K32.2] [Kaos K33.2].

    Cards are counted, of each event as many as a deck may hold, so none is named twice [Kaos K33.4]. Objects alone,
    events alone, both or neither may be played with [Kaos K32.3].
    """
    twice = next((card.id for number, card in enumerate(events) if card in events[:number]), "")
    of_place = sum(card.copies for card in events if card.place)
    found = [Condition("event-twice", ("K33.4",), not twice, {"event": twice})]
    copies = sum(card.copies for card in events)
    for number, what, clause in ((len(objects), "objects", "K32.2"), (copies, "events", "K33.2")):
        places = {"n": number, "least": LEAST_CARDS, "what": what}
        is_enough = not 0 < number < LEAST_CARDS
        found.append(Condition(f"few-{what}", (clause,), is_enough, places))
    is_of_place = not events or of_place >= LEAST_OF_PLACE
    places = {"n": of_place, "least": LEAST_OF_PLACE}
    found.append(Condition("few-of-place", ("K33.2",), is_of_place, places))
    for kind, clause, lands in (
        ("objects", "K32.2", {card.place for card in objects}),
        ("events", "K33.3", {card.place for card in events}),
    ):
        is_pure = len(lands - {""}) <= 1
        found.append(Condition(f"mixed-{kind}", (clause,), is_pure, {"what": kind}))
    return found


def advice(horde: list[Profile]) -> list[Refusal]:
    """What is worth saying of a horde: its size [Kaos K4.3], its alignment [Kaos K3.8], its will [Kaos K4.4]."""
    cost = cost_of(horde)
    found: list[Refusal] = []
    if not horde:
        return found
    if not LEAST_POINTS <= cost <= MOST_POINTS:
        facts = {"cost": cost, "least": LEAST_POINTS, "most": MOST_POINTS}
        found.append(Refusal("advised-points", ("K4.3",), facts))
    if is_aligned(horde):
        tribe = TRIBES[horde[0].tribe]
        found.append(Refusal("advised-aligned", ("K3.8",), {"tribe": tribe}))
    will = max(profile.will for profile in horde)
    found.append(Refusal("advised-will", ("K4.4",), {"n": will}))
    return found
