"""What is otherwise in one position than in another, in words: the ends of an example under two releases."""

from collections.abc import Sequence
from typing import Any, Final

from esquive.krosmaster.seen.odds_views import signed
from esquive.krosmaster.spoken.wording import Wording
from esquive.krosmaster.table.state import State
from esquive.krosmaster.written.documents.facts import read_path
from esquive.krosmaster.written.documents.units import FROZEN_KEYS

# The facts of a unit that are told, and the stat of those that count one.
_POINTS: Final = {"ap": "ap", "mp": "mp"}
_MARKERS: Final = {"ap_markers": "ap", "mp_markers": "mp", "range_markers": "range"}
_FACTS: Final = ("ko", "at", "injuries", *FROZEN_KEYS, *_POINTS, *_MARKERS)


def told_apart(states: Sequence[State], language: str = "en") -> list[list[str]]:
    """For each position what is not alike in all of them: one text for each unit or player concerned.

    Units that only some of them have are left out: the log tells how they came.
    """
    wordings = [Wording(state, language) for state in states]
    told: list[list[str]] = [[] for _ in states]
    for name in [name for name in states[0].names if all(name in state.names for state in states)]:
        found = [{key: read_path(state, f"unit.{name}.{key}") for key in _FACTS} for state in states]
        for wording, texts, facts in zip(wordings, told, _apart(found), strict=True):
            said = {"ko": True} if facts.get("ko") else facts
            who = wording.unit(wording.state.names.index(name))
            _tell(wording, texts, who, [_unit_fact(wording, key, value) for key, value in said.items()])
    for seat in range(states[0].settings.seats):
        found = [{"gg": state.gg[seat], "kamas": state.kamas[seat]} for state in states]
        for wording, texts, facts in zip(wordings, told, _apart(found), strict=True):
            owned = [wording.messages.say(f"odds.{key}", {"signed": x}, x) for key, x in facts.items()]
            _tell(wording, texts, wording.seat(seat), owned)
    return told


def _tell(wording: Wording, texts: list[str], who: str, parts: list[str]) -> None:
    text = ", ".join(part for part in parts if part)
    if text:
        texts.append(wording.say("odds.of", who=who, text=text))


def _apart(found: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Of several tables with the same keys what is not the same in all."""
    keys = [key for key, value in found[0].items() if any(one[key] != value for one in found)]
    return [{key: one[key] for key in keys} for one in found]


def _unit_fact(wording: Wording, key: str, value: Any) -> str:
    """One fact of a unit; "" for what another one tells, as a KO does that it is nowhere."""
    say = wording.messages.say
    if key == "ko":
        return say("odds.ko", {}) if value else ""
    if key == "at":
        return say("odds.placed", {"cell": value}) if value else ""
    if key == "injuries":
        return say("odds.injured", {"x": value}, value)
    if key in _POINTS:
        return f"{value} {wording.words.say(f'stat.{_POINTS[key]}')}"
    return _markers(wording, key, value) if value else ""


def _markers(wording: Wording, key: str, count: int) -> str:
    """The markers of one kind that lie on a unit, or its frozen injuries."""
    if key == "frozen_injuries":
        return wording.messages.say("odds.frozen-injuries", {"signed": count}, count)
    name = "odds.markers" if key in _MARKERS else "odds.frozen-markers"
    stat = _MARKERS.get(key, "ap" if "ap" in key else "mp")
    places = {"x": abs(count), "sign": signed(count)[0], "stat": wording.words.say(f"stat.{stat}")}
    return wording.messages.say(name, places, abs(count))
