"""The exact odds against brute force: every face of every die followed, nothing merged, nothing worked out once."""

from fractions import Fraction
from random import Random
from typing import Any

from hypothesis import given

from esquive.core.odds import Odds, TooManyWays, odds_of
from esquive.core.waiting import Decision, Over, Roll
from esquive.krosmaster.book.block import lockers_of
from esquive.krosmaster.spoken.odds_counting import NOTED, ODDS
from esquive.krosmaster.table import answers
from esquive.krosmaster.table.state import State
from tests.drawn_examples import examples
from tests.properties.games import choose, positions
from tests.properties.seeds import SEEDS

Ways = dict[tuple[tuple[str, ...], tuple[Any, ...], str], Fraction]
MOST = 2500


class TooLarge(Exception):
    """The position has more ways than brute force is asked to follow."""


class BruteForce:
    """All ways of one action, by the choices that matter, what happened on the way and what has changed."""

    def __init__(self, before: State) -> None:
        self.before = before
        self.left = MOST
        self.has_rolled = False

    def step(self, state: State, answer: int) -> Ways:
        self.left -= 1
        if self.left < 0:
            raise TooLarge
        state.log = []
        state.apply(answer)
        notes = tuple(event for event in state.log if event[0] in NOTED)
        return {
            (lines, tuple(sorted((*notes, *later))), end): share
            for (lines, later, end), share in self.follow(state).items()
        }

    def follow(self, state: State) -> Ways:
        waiting = state.waiting
        if isinstance(waiting, Over) or ODDS.is_resolved(self.before, state):
            return {((), (), repr(sorted(ODDS.changes(self.before, state).items()))): Fraction(1)}
        found: Ways = {}
        if isinstance(waiting, Roll):
            self.has_rolled = True
            for outcome, weight in waiting.outcomes():
                for way, share in self.step(state.copy(), outcome).items():
                    found[way] = found.get(way, Fraction(0)) + share * Fraction(weight, waiting.total())
            return found
        forced = ODDS.forced(state, waiting)
        if forced is not None:
            return self.step(state.copy(), forced)
        options = waiting.options()
        futures = [self.step(state.copy(), option) for option in options]
        if all(future == futures[0] for future in futures):
            return futures[0]
        for option, future in zip(options, futures, strict=True):
            for (later, notes, end), share in future.items():
                found[(ODDS.format(state, option), *later), notes, end] = share
        return found


def telling(state: State, rng: Random) -> set[int]:
    """A few answers of which something may come: any, and spells that hit somebody, steps away from an enemy."""
    found = {choose(state, rng)}
    options = state.waiting.options()
    casts = [o for o in options if answers.verb_of(o) == answers.CAST and state.units_at(answers.second_of(o))]
    steps = [o for o in options if answers.verb_of(o) == answers.MOVE and lockers_of(state, state.active_unit)]
    for some in (casts, steps):
        found.update(rng.sample(some, min(2, len(some))))
    return found


def by_way(odds: Odds) -> Ways:
    return {(e.answers, e.notes, repr(sorted(e.changes.items()))): e.probability for e in odds.endings}


@given(SEEDS)
@examples(8)
def test_the_odds_are_those_of_brute_force(seed: int) -> None:
    """Merged dice, merged positions and choices without a difference change no figure [KA 1.6.1] [KA 1.6.2]."""
    rng = Random(seed)
    for state in positions(seed, 40, 5):
        waiting = state.waiting
        if not isinstance(waiting, Decision):
            continue
        before = state.to_data()
        for answer in telling(state, rng):
            brute = BruteForce(state)
            try:
                wanted = brute.step(ODDS.seen_by(state, waiting.seat), answer)
            except TooLarge:
                continue
            found = odds_of(ODDS, state, answer)
            assert by_way(found) == wanted, ODDS.format(state, answer)
            assert found.has_dice == brute.has_rolled
        assert state.to_data() == before


@given(SEEDS)
@examples(8)
def test_every_way_of_choosing_has_odds_that_add_up_to_one(seed: int) -> None:
    """Where nobody chooses on the way the outcomes are all there are."""
    for state in positions(seed, 25, 9):
        if isinstance(state.waiting, Decision):
            try:
                odds = odds_of(ODDS, state, choose(state, Random(seed)), most=1500)
            except TooManyWays:
                continue
            if not any(choice["matters"] for choice in odds.choices):
                assert sum(ending.probability for ending in odds.endings) == 1
