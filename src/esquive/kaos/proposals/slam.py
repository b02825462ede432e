"""Where a victim is sent flying [Kaos K22.5]: against something if there is anything, over an edge, or away."""

from typing import Final

from esquive.core.waiting import Rng
from esquive.kaos.book.slam import SlamFrame, flight_of
from esquive.kaos.geometry.trigonometry import along
from esquive.kaos.geometry.units import DEGREE, TURN
from esquive.kaos.proposals.places import near, towards
from esquive.kaos.table import answers
from esquive.kaos.table.answers import Slamming
from esquive.kaos.table.state import State

TRIES: Final = 6
WAYS: Final = 8
FAR: Final = 24_900  # just within the 2.5 cm
PASS_ANSWER: Final = answers.pack(answers.PASS, [])


def sample(state: State, frame: SlamFrame, rng: Rng) -> int:
    """Leaving the victim where it is, or a place near it."""
    if rng.random() < 0.15:
        return PASS_ANSWER
    victim = state.base(frame.victim)
    for _ in range(TRIES):
        x, y = near(rng, (victim.x, victim.y), FAR)
        answer = Slamming(x, y).answer()
        if _is_legal(state, frame, answer):
            return answer
    return PASS_ANSWER


def candidates(state: State, frame: SlamFrame, n: int) -> list[int]:
    """Eight directions, what crushes or drops the victim first, then straight away from the striker."""
    victim = state.base(frame.victim)
    away = towards(state.base(frame.striker), victim)
    scored: list[tuple[int, int]] = [(-1, PASS_ANSWER)]
    for way in range(WAYS):
        turn = (way + 1) // 2 * (1 if way % 2 else -1)
        angle = (away + turn * TURN // WAYS) % TURN // DEGREE * DEGREE
        dx, dy = along(angle, FAR)
        answer = Slamming(victim.x + dx, victim.y + dy).answer()
        if _is_legal(state, frame, answer):
            flight = flight_of(state, frame.striker, frame.victim, victim.x + dx, victim.y + dy)
            drop = flight.drop // 10_000
            scored.append((-(100 * flight.is_against + 30 * drop + 20 - way), answer))
    return [answer for _, answer in sorted(scored)][:n]


def _is_legal(state: State, frame: SlamFrame, answer: int) -> bool:
    return all(condition.holds for condition in frame.conditions(state, answer))
