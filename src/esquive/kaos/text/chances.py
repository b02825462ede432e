"""How often an attack hits, exactly, and with how many dice: what somebody wants to know who has yet to choose.

The same counting as the odds of an action (`core.odds`, through `text.odds`), cut short: only hits are told apart, and
nothing is followed beyond the blow.
"""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from esquive.core.odds import TooManyWays, odds_of
from esquive.core.waiting import Decision
from esquive.kaos.book.exchange import COMPARE, WOUNDS, AttackFrame
from esquive.kaos.book.reactions import ReactionFrame
from esquive.kaos.book.rolls import SKILL
from esquive.kaos.table.answers import FLIGHT, NO_MEANS, NO_REACTION, REACT_SKILL, Reaction
from esquive.kaos.table.events import E_DEPLOYMENT_WON, E_HIT, E_INITIATIVE_WON, E_POOL, E_SUCCESSES
from esquive.kaos.table.state import NONE, State
from esquive.kaos.text.odds import ODDS, KaosOdds


@dataclass
class Chance:
    """What may come of an answer, over all ways the dice can fall.

    `reaction`: what the attack is met with, None where nobody is asked; `is_worst`: whether players still choose on the
    way, and this is the worst for the attacker that may come of it; `dice`: of each figure that rolls; `hits`: how
    often each figure hits; `wins`: how often each seat wins what is rolled off.
    """

    reaction: Reaction | None = None
    is_worst: bool = False
    dice: dict[int, int] = field(default_factory=dict)
    hits: dict[int, Fraction] = field(default_factory=dict)
    wins: dict[int, Fraction] = field(default_factory=dict)

    def of(self, figure: int) -> Fraction:
        """How often a figure hits."""
        return self.hits.get(figure, Fraction(0))


class _Blows(KaosOdds):
    """Counts the blow of one figure, and what answers it if that is asked for, and nothing after."""

    def __init__(self, attacker: int, is_answered: bool) -> None:
        self.attacker = attacker
        self.last = WOUNDS if is_answered else COMPARE  # the last step of the attack that matters

    def seen_by(self, state: State, seat: int) -> State:
        """Without destiny points but for the one that may be spent now: they are asked for and let be otherwise."""
        copy = super().seen_by(state, seat)
        copy.destiny = [min(left, 1) * (seat == number) for number, left in enumerate(copy.destiny)]
        return copy

    def notes(self, state: State) -> tuple[tuple[int, ...], ...]:
        """Pools, hits, and who has won what was rolled off."""
        kinds = (E_POOL, E_HIT, E_INITIATIVE_WON, E_DEPLOYMENT_WON)
        log = state.log or ()
        found = [event for event in log if event[0] in kinds]
        found += [
            (E_HIT, frame.attacker, frame.target, frame.means)
            for frame in state.stack
            if isinstance(frame, AttackFrame) and self.last < frame.step <= WOUNDS and frame.hits
        ]
        return tuple(found)

    def is_resolved(self, before: State, state: State) -> bool:
        """Also once the attacker's dice have been compared, and those against it if they are asked for."""
        if super().is_resolved(before, state):
            return True
        if not any(event[0] == E_SUCCESSES and event[1] == self.attacker for event in state.log or ()):
            return False
        return not any(
            isinstance(frame, AttackFrame) and frame.attacker == self.attacker and frame.step <= self.last
            for frame in state.stack
        )

    def changes(self, before: State, state: State) -> dict[str, Any]:
        """Nothing else matters."""
        return {}


class _Tries(KaosOdds):
    """Counts how often the next roll for a personal skill of a figure has a success, and nothing after it."""

    def __init__(self, figure: int) -> None:
        self.figure = figure

    def notes(self, state: State) -> tuple[tuple[int, ...], ...]:
        """What the roll has come to."""
        return tuple(event for event in state.log or () if self.is_its_result(event))

    def is_its_result(self, event: tuple[int, ...]) -> bool:
        """Whether an event says how many successes the skill has."""
        return event[0] == E_SUCCESSES and event[1] == self.figure and event[3] == SKILL

    def is_resolved(self, before: State, state: State) -> bool:
        """Also once the skill has been rolled."""
        return any(self.is_its_result(event) for event in state.log or ()) or super().is_resolved(before, state)

    def changes(self, before: State, state: State) -> dict[str, Any]:
        """Nothing else matters."""
        return {}


def chance_of_skill(state: State, answer: int, figure: int) -> Fraction | None:
    """How often a figure's skill comes off after a legal answer [Kaos K34.3]; None for too many ways."""
    try:
        odds = odds_of(_Tries(figure), state, answer)
    except TooManyWays:
        return None
    works = (end.probability for end in odds.endings if any(note[4] > 0 for note in end.notes))
    return sum(works, Fraction(0))


def chance_of(
    state: State, answer: int, attacker: int, *, is_answered: bool = True, means: int = NO_MEANS
) -> Chance | None:
    """The hits of an attacker after a legal answer, and those against it if `is_answered`; None for too many ways.

    `means`: what must hit, where the attacker may attack with something else thereafter.

    What players choose on the way, such as how who is intercepted reacts, is left to them: see `Chance.is_worst`.
    """
    try:
        odds = odds_of(_Blows(attacker, is_answered), state, answer)
    except TooManyWays:
        return None
    branches: dict[tuple[str, ...], Chance] = {}
    for ending in odds.endings:
        found = branches.setdefault(ending.answers, Chance())
        for figure in {note[1] for note in ending.notes if note[0] == E_HIT and means in (NO_MEANS, note[3])}:
            found.hits[figure] = found.of(figure) + ending.probability
        for note in ending.notes:
            if note[0] == E_POOL:
                found.dice.setdefault(note[1], note[4])
            elif note[0] != E_HIT:
                found.wins[note[1]] = found.wins.get(note[1], Fraction(0)) + ending.probability
    worst = min(branches.values(), key=lambda one: one.of(attacker))
    worst.is_worst = len(branches) > 1
    return worst


def chances_of_plan(state: State, answer: int, figure: int) -> list[Chance]:
    """The attack of a legal plan against each reaction there is, by what its player knows; [] where none is counted."""
    waiting = state.waiting
    assert isinstance(waiting, Decision), "a plan answers a decision"
    after = ODDS.seen_by(state, waiting.seat)
    after.log = None
    after.apply(answer)
    asked = after.waiting
    if not isinstance(asked, Decision) or asked.kind != "react":
        alone = chance_of(state, answer, figure, is_answered=False)
        return [] if alone is None else [alone]
    found: list[Chance] = []
    for option in asked.options():
        one = chance_of(after, option, figure, is_answered=False)
        if one is None:
            return []  # the worst of those that are left might not be the worst
        one.reaction = Reaction.read(option)
        found.append(one)
    return found


def attack_under_way(state: State) -> tuple[int, int]:
    """Who attacks whom in what is being reacted to or rolled; NONE twice when nobody does."""
    for frame in reversed(state.stack):
        if isinstance(frame, AttackFrame | ReactionFrame):
            return frame.attacker, frame.target
    return NONE, NONE


def is_met(chance: Chance) -> bool:
    """Whether the attack is let come, or met by dice: not fled from, nor answered by a skill."""
    reaction = NO_REACTION if chance.reaction is None else chance.reaction.reaction
    return reaction not in (FLIGHT, REACT_SKILL)
