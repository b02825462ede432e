"""The coach for whoever looks back on a match, or asks for a hint: what `agents.coach` finds, in words and steps.

A match takes seconds to judge. It is judged a slice at a time, as often as somebody asks, so that nobody else waits;
what has been found is kept. The same match is judged the same way each time, so what was forgotten is found again.
"""

import asyncio
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from time import monotonic
from typing import Any, Final, TypeAlias

from esquive.agents.coach import Coach, Judged, Luck, Way, result_of, sides_of, summed_up
from esquive.core.evaluation import WalkEvaluation
from esquive.core.game import Game
from esquive.core.grammar import decimal
from esquive.core.ids import SEAT_NAMES
from esquive.core.words import Words
from esquive.hosting.coach_messages import CoachHints, CoachMark, CoachReport, CoachRollouts, CoachSide, CoachWay
from esquive.hosting.finished_matches import catch_up
from esquive.hosting.offers import persons
from esquive.hosting.protocol import ProtocolError
from esquive.hosting.replays import Played, ReplayCache
from esquive.hosting.rooms import Room

Wording: TypeAlias = Callable[[Any], Words]  # what is said about a position

SLICE: Final = 0.25  # seconds that are thought at a time
USUAL_TRIES: Final = 40  # rollouts of a decision
MOST_TRIES: Final = 400
REASONS: Final = 2  # chances told of a way


class Coaching:
    """A match that is over, as far as it has been judged."""

    def __init__(self, played: Played) -> None:
        """Raises ProtocolError `no-such-address` for a game without a coach."""
        self.coach = coach_of(played.game)
        self._of = len(played.lines)
        self._judging = self.coach.judged(played.record)
        self._found: list[Judged | Luck] = []
        self._done = 0
        self._rolling: dict[int, tuple[Iterator[float], list[float]]] = {}

    def go_on(self) -> None:
        """Judge for a slice of time, but at least one entry."""
        until = monotonic() + SLICE
        while self._done < self._of:
            found = next(self._judging, None)
            if found is None:
                self._done = self._of
                return
            self._found.append(found)
            self._done = found.number
            if monotonic() > until:
                return

    def told(self, played: Played, known: int) -> CoachReport:
        """What has been found, but for the first `known` marks, in the language of `played`."""
        marked = [one for one in self._found if isinstance(one, Judged) and one.mark]
        sides = []
        for side in sides_of(played.game, played.last, self._found):
            result = result_of(played.game, played.record, played.last, side.seat)
            without = None if result is None else max(0.0, min(1.0, result - side.luck))
            sides.append(
                CoachSide(
                    SEAT_NAMES[side.seat], side.decisions, side.error_rate, side.marks, side.luck, result, without
                )
            )
        words = played.words()
        return CoachReport(
            done=self._done,
            of=self._of,
            marked=[self._mark(played, one) for one in marked[known:]],
            sides=sides,
            players=[words.seat(seat) for seat in range(played.game.seats_of(played.last))],
        )

    def _mark(self, played: Played, one: Judged) -> CoachMark:
        state = played.before(one.number)
        known = self.coach.known(state, one.seat, one.number)
        answer = played.game.parse(state, one.line)
        return CoachMark(
            entry=one.number,
            step=bisect_left(played.ends, one.number) + 1,
            turn=one.turn,
            seat=SEAT_NAMES[one.seat],
            mark=one.mark,
            does=played.wording(state).answer(answer) or one.line,
            chance=one.chance,
            given_away=one.given_away,
            better=_ways_told(played.game, self.coach, known, one.better, played.wording),
        )

    def rolled_out(self, played: Played, entry: int, tries: int) -> CoachRollouts:
        """The rollouts of a marked decision, some more of them than before, up to `tries`.

        Raises ProtocolError `no-such-step` for an entry that has no mark.
        """
        one = next((one for one in self._found if isinstance(one, Judged) and one.mark and one.number == entry), None)
        if one is None:
            raise ProtocolError("no-such-step", 404, step=entry, last=self._done)
        if entry not in self._rolling:
            state = played.before(entry)
            answer = played.game.parse(state, one.line)
            self._rolling[entry] = self.coach.differences(state, answer, entry), []
        coming, found = self._rolling[entry]
        until = monotonic() + SLICE
        while not found or (len(found) < min(tries, MOST_TRIES) and monotonic() < until):
            found.append(next(coming))
        sum_ = summed_up(found)
        return CoachRollouts(sum_.tries, sum_.gain, sum_.least, sum_.most, sum_.is_sure)


class Coaches:
    """The coach for all who ask: one match is judged at a time, beside the loop; whoever plays goes first."""

    def __init__(self) -> None:
        self._known: ReplayCache[Coaching] = ReplayCache()
        self._thinking = asyncio.Semaphore(1)

    async def report(self, name: str, played: Played, known: int) -> CoachReport:
        """What is found of a match that is over, judged for a slice of time more; see `Coaching.told`."""
        async with self._thinking:
            coaching = await self._of(name, played)
            await asyncio.to_thread(coaching.go_on)
            return await asyncio.to_thread(coaching.told, played, max(0, known))

    async def rollouts(self, name: str, played: Played, entry: int, tries: int) -> CoachRollouts:
        """The rollouts of a marked decision, some more than before; see `Coaching.rolled_out`."""
        async with self._thinking:
            coaching = await self._of(name, played)
            return await asyncio.to_thread(coaching.rolled_out, played, entry, tries)

    async def hints(self, room: Room, controlled: frozenset[int], language: str) -> CoachHints:
        """The best ways to go on, for whoever is asked and plays against bots alone.

        Raises ProtocolError `over`, `not-your-decision`, `no-hints` where other people play.
        """
        await catch_up(room)
        async with room.lock:
            room.check_asked(controlled)
            if persons(room) - controlled:
                raise ProtocolError("no-hints", 409)
            state, number, names = (
                room.match.state.copy(),
                len(room.match.record.entries) + 1,
                room.words(language).names,
            )
        game = room.game
        coach = coach_of(game)

        def wording(position: Any) -> Words:
            return game.words(position, language, names)

        async with self._thinking:
            return await asyncio.to_thread(hints_of, game, coach, state, number, wording)

    async def _of(self, name: str, played: Played) -> Coaching:
        coaching = self._known.get(name)
        if coaching is None:
            if played.record.end is None:
                raise ProtocolError("not-over", 409)
            coaching = Coaching(played)
            self._known.put(name, coaching, played.size)
        return coaching


def coach_of(game: Game) -> Coach:
    """The coach of a game; raises ProtocolError `no-such-address` where there is none."""
    if game.afterwards is None:
        raise ProtocolError("no-such-address", 404)
    return Coach(game)


def hints_of(game: Game, coach: Coach, state: Any, number: int, wording: Wording) -> CoachHints:
    """The best ways to go on with the decision a position waits for, whose entry is to have the number."""
    known = coach.known(state, state.waiting.seat, number)
    return CoachHints(_ways_told(game, coach, known, coach.hints(state, number), wording))


def _ways_told(game: Game, coach: Coach, known: Any, ways: Iterable[Way], wording: Wording) -> list[CoachWay]:
    """Ways in words, those that read alike once."""
    told: dict[tuple[str, ...], CoachWay] = {}
    for way in ways:
        one = way_told(game, coach, known, way, wording)
        told.setdefault((*one.does, one.reason), one)
    return list(told.values())


def way_told(game: Game, coach: Coach, known: Any, way: Way, wording: Wording) -> CoachWay:
    """A way to go on from a position, in words; what its last answer is good for stands beside."""
    state = known.copy()
    state.log = None
    does: list[str] = []
    reason, was_step = "", False
    for line in way.lines:
        answer, words = game.parse(state, line), wording(state)
        is_step = isinstance(coach.evaluation, WalkEvaluation) and coach.evaluation.is_step(answer)
        if is_step and was_step:
            does.pop()  # of a walk its end is told
        does.append(words.answer(answer) or line)
        reason, was_step = reason_of(words, answer), is_step
        state.apply(answer)
    return CoachWay(does, reason, way.chance)


def reason_of(words: Words, answer: int) -> str:
    """What an answer is good for: as its game says, else what most likely comes of it."""
    said = words.reason(answer)
    if said:
        return said
    chances = words.sums(answer)[:REASONS]
    return ", ".join(f"{one.text} ({decimal(f'{one.percent:g}', words.language)}\u00a0%)" for one in chances)
