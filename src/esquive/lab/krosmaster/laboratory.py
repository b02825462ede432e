"""The annex of Krosmaster Arena; see `lab.laboratory`."""

from esquive.krosmaster.table.state import State
from esquive.lab.krosmaster.invariants import check
from esquive.lab.laboratory import Laboratory


class KrosmasterLaboratory(Laboratory):
    """Its pace is compared with a chess engine's."""

    has_peer = True

    def broken(self, state: State) -> list[str]:
        """What is wrong with a position; see `invariants`."""
        return check(state)


LABORATORY = KrosmasterLaboratory()
