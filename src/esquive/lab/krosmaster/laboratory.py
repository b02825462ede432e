"""The annex of Krosmaster Arena; see `lab.laboratory`."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from esquive.krosmaster.table.events import (
    E_BOUGHT_GG,
    E_CAST,
    E_CAUGHT,
    E_ESCAPED,
    E_GG_LOST,
    E_GG_TAKEN,
    E_KO,
    E_LOCKED,
)
from esquive.krosmaster.table.state import State
from esquive.lab.krosmaster.invariants import check
from esquive.lab.laboratory import Laboratory

_COUNTED: Final = (
    ("gg_bought", E_BOUGHT_GG),
    ("kos", E_KO),
    ("locked", E_LOCKED),
    ("caught", E_CAUGHT),
    ("escaped", E_ESCAPED),
)


class KrosmasterLaboratory(Laboratory):
    """Its pace is compared with a chess engine's."""

    has_peer = True

    def broken(self, state: State) -> list[str]:
        """What is wrong with a position; see `invariants`."""
        return check(state)

    def measures(self, state: State, log: Sequence[tuple[int, ...]]) -> dict[str, float]:
        """Whether the first player won (0.5: nobody did), and how often what happened in all: GG, KOs, Blocks."""
        first = 0.5 if state.winner < 0 else float(state.settings.side_of[state.winner] == state.settings.side_of[0])
        counts = Counter(event[0] for event in log)
        stolen = sum(event[3] for event in log if event[0] == E_GG_TAKEN and event[2] >= 0)  # the wild one is nobody's
        lost = sum(event[2] for event in log if event[0] == E_GG_LOST)
        gg = {"gg_stolen": float(stolen), "gg_lost_to_doubles": float(lost)}
        return {"first_player_wins": first, **gg, **{name: float(counts[kind]) for name, kind in _COUNTED}}

    def uses(self, state: State, log: Sequence[tuple[int, ...]], card: str) -> dict[str, int]:
        """How often a card has cast each of its spells."""
        number = state.library.by_id.get(card)
        if number is None:
            return {}
        library = state.library
        found = {library.spells[spell].id: 0 for spell in library.profiles[number].spells}
        for event in log:
            if event[0] == E_CAST and state.profile[event[1]] == number:
                spell = library.spells[event[2]].id
                if spell in found:
                    found[spell] += 1
        return found


LABORATORY = KrosmasterLaboratory()
