"""Set-ups of Kaos for a series: ready-made hordes on the catalogue's battlefields, for points or by a scenario."""

from random import Random
from typing import Any, Final

from esquive.core.errors import EsquiveError
from esquive.kaos.cards.catalogue import catalogue
from esquive.kaos.cards.reading import nearest

WITH_CARDS: Final = 0.5  # how often a battle for points is played with objects and events
FULL: Final = 100  # points of a horde, unless the ground says otherwise


class KaosSetups:
    """Two different hordes of equal points. See `setups.SetupSource`; a ground is a battlefield or a scenario."""

    def __init__(self, ground: str, teams: list[str] | None) -> None:
        known = catalogue()
        self.grounds = [*known.fields, *known.scenarios]
        if ground and ground not in self.grounds:
            raise EsquiveError(f"unknown battlefield or scenario {ground!r}", "--arena", nearest(ground, self.grounds))
        for name in teams or []:
            if name not in known.hordes:
                raise EsquiveError(f"unknown horde {name!r}", "--teams", nearest(name, known.hordes))
        self.ground = ground
        self.fixed = teams or []
        self.hordes: dict[int, list[str]] = {}
        for horde in known.hordes.values():
            self.hordes.setdefault(horde.points, []).append(horde.id)
        self.places = sorted({event.place for event in known.events.values() if event.place})

    def draw(self, rng: Random) -> dict[str, Any]:
        """A battlefield or a scenario, hordes that may be played there, and now and then objects and events."""
        ground = self.ground or rng.choice(self.grounds)
        scenario = catalogue().scenarios.get(ground)
        hordes = self.fixed or rng.sample(self.hordes[FULL if scenario is None else scenario.horde_points], 2)
        if scenario is not None:
            return {"scenario": ground, "hordes": hordes}
        setup: dict[str, Any] = {"table": ground, "hordes": hordes}
        if rng.random() < WITH_CARDS:
            setup["decks"] = {"objects": True, "events": True, "place": rng.choice(self.places)}
        return setup
