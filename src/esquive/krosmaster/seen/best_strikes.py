"""Which spell of the active unit knocks an enemy out most likely in this turn, and where it walks first."""

from fractions import Fraction
from typing import Any, Final

from esquive.core.frames import on_top
from esquive.core.ids import format_seat
from esquive.core.odds import TooManyWays, odds_of
from esquive.core.shapes import BestStrike
from esquive.core.waiting import Decision
from esquive.krosmaster.book.activation import ActivationFrame
from esquive.krosmaster.book.targets import aimed_at
from esquive.krosmaster.seen.decisions import option_view
from esquive.krosmaster.seen.previews import reach
from esquive.krosmaster.spoken.odds_counting import ODDS
from esquive.krosmaster.spoken.wording import Wording
from esquive.krosmaster.table import answers
from esquive.krosmaster.table.state import State
from esquive.krosmaster.written.notation import format_answer, parse_answer

TOLD: Final = 3
MOST: Final = 20_000  # positions worked out for one spell

Strike = tuple[Fraction, int, list[str], str, list[str]]


def best_strikes(state: State, language: str = "en", players: tuple[str, ...] = ()) -> list[BestStrike]:
    """The likeliest KOs of an enemy by one spell in this Activation, at most three, each enemy once.

    The unit stays, or walks first to where nobody rolls for Lock on its way [KA 6.3.2] [KA 4.14.1]; each spell and
    target cell counts from the nearest of such cells. None outside an Activation.
    """
    frame = on_top(state, ActivationFrame)
    waiting = state.waiting
    if frame is None or not isinstance(waiting, Decision) or waiting.kind != "activation":
        return []
    found: dict[str, Strike] = {}
    tried: set[int] = set()
    ways = [[], *(one.path for one in reach(state, frame.unit) if not one.lockers)]
    for path in sorted(ways, key=len):
        there = _walked(state, path)
        if there is None:
            continue
        for strike in _strikes(there, path, tried, Wording(there, language, players)):
            for name in strike[4]:
                if name not in found or strike[0] > found[name][0]:
                    found[name] = strike
    best = {" ".join(one[2]): one for one in sorted(found.values(), key=lambda one: (-one[0], one[1]))}
    return [_told(one) for one in list(best.values())[:TOLD]]


def _told(strike: Strike) -> BestStrike:
    chance, _, lines, label, names = strike
    percent = round(float(chance) * 100, 1)
    return BestStrike(lines=lines, label=label, ko=names, probability=str(chance), percent=percent)


def _walked(state: State, path: list[str]) -> Any:
    """The position once the unit has walked, None where something else is asked or rolled on the way."""
    there = state.copy()
    for cell in path:
        waiting = there.waiting
        answer = parse_answer(there, f"move {cell}") if isinstance(waiting, Decision) else -1
        if not isinstance(waiting, Decision) or waiting.kind != "activation" or waiting.refusal(answer) is not None:
            return None
        there.apply(answer)
    return there if isinstance(there.waiting, Decision) and there.waiting.kind == "activation" else None


def _strikes(state: State, path: list[str], tried: set[int], wording: Wording) -> list[Strike]:
    """What spells come to from here that have not been `tried` from a nearer cell."""
    waiting = state.waiting
    if not isinstance(waiting, Decision):
        return []
    sides, own = state.settings.side_of, state.settings.side_of[waiting.seat]
    found = []
    for answer in waiting.options():
        if answers.verb_of(answer) != answers.CAST or answer in tried:
            continue
        enemies = [unit for unit in aimed_at(state, answer)[1] if sides[state.owner[unit]] != own]
        if not enemies:
            continue
        tried.add(answer)
        names = [state.names[unit] for unit in enemies]
        chances = _chances(state, answer, names)
        top = max(chances.values(), default=Fraction(0))
        if top:
            lines = [*(f"move {cell}" for cell in path), format_answer(state, answer)]
            label = option_view(state, answer, wording).label
            found.append((top, len(path), lines, label, [name for name in names if chances[name] == top]))
    return found


def _chances(state: State, answer: int, names: list[str]) -> dict[str, Fraction]:
    """How likely each enemy is knocked out.

    Where the caster's player alone chooses on the way, by the best choice for it; where others do, by the worst.
    """
    waiting = state.waiting
    own = format_seat(waiting.seat) if isinstance(waiting, Decision) else ""
    try:
        odds = odds_of(ODDS, state, answer, most=MOST)
    except TooManyWays:
        return dict.fromkeys(names, Fraction(0))
    by_choice: dict[tuple[str, ...], dict[str, Fraction]] = {}
    for ending in odds.endings:
        counts = by_choice.setdefault(ending.answers, dict.fromkeys(names, Fraction(0)))
        for name in names:
            if ending.changes.get(f"unit.{name}.ko"):
                counts[name] += ending.probability
    best = max if all(choice["seat"] == own for choice in odds.choices) else min
    return {name: best(counts[name] for counts in by_choice.values()) for name in names}
