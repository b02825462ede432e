"""What holds of frozen injuries and markers in every position [KA-2.2 309.8]."""

from esquive.krosmaster.book.powers.values import has_gauge
from esquive.krosmaster.table.state import AP, FROZEN_KINDS, INJURIES, MP, STAT_NAMES, State


def frost_broken(state: State) -> list[str]:
    """Frozen injuries are within all, frozen markers where others may be [KA-2.2 309.8]."""
    if not state.frozen:
        return []
    found: list[str] = []
    if len(state.frozen) > FROZEN_KINDS * len(state.names) or not state.frozen[-1]:
        found.append(f"frozen markers and injuries are {state.frozen} for {len(state.names)} units")
    if state.settings.params.procedures["frost"] == "none":
        found.append(f"release {state.settings.release} has no frost, yet something is frozen")
    for unit, name in enumerate(state.names):
        injuries = state.frozen_of(unit, INJURIES)
        if not 0 <= injuries <= state.injuries[unit]:
            found.append(f"{name} has {state.injuries[unit]} injuries, {injuries} of them frozen")
        for stat in (AP, MP):
            if state.frozen_of(unit, stat) and not (state.cell[unit] and has_gauge(state, unit, stat)):
                found.append(f"{name} can have no {STAT_NAMES[stat].upper()} markers, yet has frozen ones")
    return found
