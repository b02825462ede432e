"""Games of Kaos played by chance, for tests that hold in every position."""

from collections.abc import Iterator
from random import Random
from typing import Any

from esquive.core.waiting import Over
from esquive.kaos.cards.catalogue import catalogue
from esquive.kaos.game import GAME
from esquive.kaos.table.state import State

SCENERY = [
    {"id": "wall", "kind": "wall", "shape": [[30, 34], [45, 34], [45, 37], [30, 37]]},
    {"id": "keep", "kind": "platform", "height": 3, "shape": [[10, 45], [26, 45], [26, 60], [10, 60]]},
    {
        "id": "stairs",
        "kind": "ramp",
        "height": 3,
        "shape": [[26, 48], [34, 48], [34, 56], [26, 56]],
        "low": [34, 52],
        "high": [26, 52],
    },
    {"id": "marsh", "kind": "marsh", "shape": [[50, 10], [66, 14], [60, 28], [48, 24]]},
]


def setup(seed: int, *, fighters: int = 3, rounds: int = 3) -> dict[str, Any]:
    """A set-up by chance: a small table in two games of three, all cards in every second one."""
    rng = Random(seed)
    known = catalogue()
    ids = sorted(known.fighters)
    found: dict[str, Any] = {
        "hordes": [rng.sample(ids, fighters), rng.sample(ids, fighters)],
        "options": {"rounds": rounds, "horde_points": 500},
        "table": rng.choice(sorted(known.fields)) if seed % 3 == 0 else {"width": 70, "depth": 65, "scenery": SCENERY},
    }
    if seed % 2:
        place = sorted({card.place for card in known.event_cards.values()} - {""})[0]
        found["decks"] = {"objects": True, "events": True, "place": place}
    if seed % 4 == 0:
        found["mode"] = "scenario"
        found["objective"] = [
            {"kind": "hold", "points": 10, "at": [35, 30], "radius_cm": 8, "rounds": 1},
            {"kind": "carry", "points": 15, "at": [35, 20], "radius_cm": 1},
        ]
    return found


def positions(seed: int, **keys: Any) -> Iterator[tuple[State, int, Random]]:
    """Every position of a game played by chance, with the answer or outcome given next and the chance it came from."""
    rng = Random(seed)
    state = GAME.new(setup(seed, **keys))
    while not isinstance(state.waiting, Over):
        answer = state.waiting.sample(rng)
        yield state, answer, rng
        state.log = []
        state.apply(answer)
