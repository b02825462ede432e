"""The annex of Kaos; see `lab.laboratory`."""

from esquive.kaos.table.state import State
from esquive.lab.kaos.benchmarks import query_times
from esquive.lab.kaos.invariants import check
from esquive.lab.laboratory import Laboratory, TimeCall


class KaosLaboratory(Laboratory):
    """What Kaos asks of its geometry is timed."""

    def broken(self, state: State) -> list[str]:
        """What is wrong with a position; see `invariants`."""
        return check(state)

    def query_times(self, positions: list[State], time_call: TimeCall) -> dict[str, float]:
        """See `benchmarks`."""
        return query_times(positions, time_call)


LABORATORY = KaosLaboratory()
