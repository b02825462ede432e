"""The odds of an action in words: what may come of it, and how often, as fractions."""

from fractions import Fraction
from typing import Any, Final

from esquive.core.errors import EsquiveError
from esquive.core.ids import SEAT_NAMES
from esquive.core.odds import odds_of
from esquive.krosmaster.notation import parse_answer
from esquive.krosmaster.odds import ODDS
from esquive.krosmaster.state import State
from esquive.krosmaster.wording import Wording

_MARKERS: Final = {"ap_markers": "ap", "mp_markers": "mp", "range_markers": "range"}


def odds_view(state: State, line: str, wording: Wording) -> list[dict[str, Any]] | None:
    """What may come of a legal line, likeliest first: `text`, `probability` as a fraction, `percent`.

    Endings that read alike are added up. Where a player has a choice on the way, the text begins with the choice and
    the probabilities are those of the dice after it. None when there are too many ways to count.
    """
    try:
        odds = odds_of(ODDS, state, parse_answer(state, line))
    except EsquiveError:
        return None
    found: dict[str, Fraction] = {}
    for ending in odds.endings:
        parts = told(state, ending.changes, wording)
        text = ", ".join(parts) or wording.say("odds.nothing")
        if ending.answers:
            text = f"[{' / '.join(ending.answers)}] {text}"
        found[text] = found.get(text, Fraction(0)) + ending.probability
    return [
        {"text": text, "probability": str(share), "percent": round(float(share) * 100, 1)}
        for text, share in sorted(found.items(), key=lambda one: -one[1])
    ]


def told(state: State, changes: dict[str, Any], wording: Wording) -> list[str]:
    """Changes in words, in the order of the paths; what an action costs is left out, as are gauges."""
    found: list[str] = []
    for path, value in changes.items():
        parts = path.split(".")
        if parts[0] == "unit":
            found += _unit(state, parts[1], parts[2], value, changes, wording)
        elif parts[0] == "player":
            seat = SEAT_NAMES.index(parts[1])
            before = state.gg[seat] if parts[2] == "gg" else state.kamas[seat]
            found.append(wording.say(f"odds.{parts[2]}", seat=wording.seat(seat), signed=f"{value - before:+d}"))
        elif path == "winner":
            found.append(_winner(value, wording))
    return found


def _winner(value: Any, wording: Wording) -> str:
    if value in SEAT_NAMES:
        return wording.say("odds.wins", seat=wording.seat(SEAT_NAMES.index(value)))
    return wording.say("odds.draw")


def _unit(state: State, name: str, key: str, value: Any, changes: dict[str, Any], wording: Wording) -> list[str]:
    """One change of one unit in words; a KO says it all."""
    is_ko = bool(changes.get(f"unit.{name}.ko"))
    if name not in state.names:
        shown = wording.words.summon_name(str(changes.get(f"unit.{name}.card", name)))
        return [wording.say("odds.placed", unit=shown, cell=value)] if key == "at" and value else []
    unit = state.names.index(name)
    shown = wording.unit(unit)
    if key == "ko":
        return [wording.say("odds.ko", unit=shown)] if value else []
    if is_ko:
        return []
    if key == "injuries":
        change = value - state.injuries[unit]
        kind = "odds.injured" if change > 0 else "odds.healed"
        return [wording.say(kind, abs(change), unit=shown, x=abs(change))]
    if key == "at":
        return [wording.say("odds.placed", unit=shown, cell=value) if value else wording.say("odds.gone", unit=shown)]
    if key in _MARKERS:
        change = value - getattr(state, key)[unit]
        stat = wording.words.say(f"stat.{_MARKERS[key]}")
        return [wording.say("odds.markers", unit=shown, signed=f"{change:+d}", stat=stat)]
    return []
