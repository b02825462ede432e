"""How often an attack hits, exactly, and with how many dice: what somebody wants to know who has yet to choose.

The same counting as the odds of an action (`core.odds`, through `text.odds`), cut short: only hits are told apart, and
nothing is followed beyond the blow.
"""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from esquive.core.frames import on_top, under_way
from esquive.core.odds import TooManyWays, odds_of
from esquive.core.waiting import Decision
from esquive.kaos.book.deployment import DeploymentFrame, reserve, will_roll
from esquive.kaos.book.exchange import COMPARE, WOUNDS, AttackFrame
from esquive.kaos.book.modifiers import needed_of, rolls_failures_again
from esquive.kaos.book.pools import side_pool
from esquive.kaos.book.reactions import ReactionFrame
from esquive.kaos.book.rolls import DEPLOYMENT, NEEDED, SIDES, SKILL
from esquive.kaos.spoken.odds_counting import ODDS, KaosOdds, best_roller
from esquive.kaos.table.answers import FLIGHT, NO_MEANS, NO_REACTION, REACT_SKILL, Reaction
from esquive.kaos.table.events import E_DEPLOYMENT_WON, E_HIT, E_INITIATIVE_WON, E_POOL, E_SUCCESSES
from esquive.kaos.table.state import NONE, State


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
            for frame in reversed(under_way(state, AttackFrame))
            if self.last < frame.step <= WOUNDS and frame.hits
        ]
        return tuple(found)

    def is_resolved(self, before: State, state: State) -> bool:
        """Also once the attacker's dice have been compared, and those against it if they are asked for."""
        if super().is_resolved(before, state):
            return True
        if not any(event[0] == E_SUCCESSES and event[1] == self.attacker for event in state.log or ()):
            return False
        return not any(
            frame.attacker == self.attacker and frame.step <= self.last for frame in under_way(state, AttackFrame)
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


@dataclass(frozen=True)
class WillChance:
    """How often the figure named for the will roll wins it in the end, equal rolls being rolled again [Kaos K6.9].

    `dice` of it, `against` those of the `other` figure (NONE for a player without one), which has been named or is the
    best its player can name (`is_best`).
    """

    dice: int
    other: int
    against: int
    share: Fraction
    is_best: bool


def chance_of_will(state: State, figure: int) -> WillChance:
    """What a figure named for the will roll now may hope for, by the dice alone.

    Dice are independent of one another: they are added up, which takes no time. Must agree with `odds.ODDS`.
    """
    waiting, top = state.waiting, on_top(state, DeploymentFrame)
    assert isinstance(waiting, Decision) and top is not None, "a figure is named when it is asked for"
    seat = waiting.seat
    theirs = top.rollers[0] if seat else best_roller(state, 1)
    is_choice = not seat and len({will_roll(state, one) for one in reserve(state, 1)}) > 1
    sides = ((seat, figure), (1 - seat, theirs))
    dice, against = (max(side_pool(state, side, one, DEPLOYMENT).dice, 0) for side, one in sides)
    if not dice and not against:
        dice = against = 1
    won, lost = Fraction(0), Fraction(0)
    ours, other = _successes(state, figure, dice), _successes(state, theirs, against)
    for mine, share in enumerate(ours):
        won += share * sum(other[:mine], Fraction(0))
        lost += share * sum(other[mine + 1 :], Fraction(0))
    return WillChance(dice, theirs, against, won / (won + lost), is_choice)


def _successes(state: State, figure: int, dice: int) -> list[Fraction]:
    """How often the dice of a will roll have no success, one, two ... [Kaos K14.4] [Kaos K15.1] [Kaos K18.6]."""
    needed = NEEDED if figure == NONE else needed_of(state, figure, DEPLOYMENT)
    good = Fraction(SIDES + 1 - needed, SIDES)
    again = good if figure != NONE and rolls_failures_again(state, figure, DEPLOYMENT) else Fraction(0)
    six = Fraction(1, SIDES) if state.settings.sixes_roll_again else Fraction(0)
    bad, missed = (1 - good) * again, (1 - good) * (1 - again)  # a failure that a card turns, and one that stays
    die = (missed, good - six + bad + six * missed, six * (good + bad))
    found = [Fraction(1)]
    for _ in range(dice):
        longer = [Fraction(0)] * (len(found) + 2)
        for have, share in enumerate(found):
            for more, chance in enumerate(die):
                longer[have + more] += share * chance
        found = longer
    return found


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
    return next(((attacker, target) for attacker, target, _ in attacks_under_way(state)), (NONE, NONE))


def attacks_under_way(state: State) -> list[tuple[int, int, int]]:
    """Who attacks whom by what means in what is being reacted to or rolled, what began last first."""
    attacks: list[Any] = under_way(state, AttackFrame, ReactionFrame)
    return [(attack.attacker, attack.target, attack.means) for attack in attacks]


def is_met(chance: Chance) -> bool:
    """Whether the attack is let come, or met by dice: not fled from, nor answered by a skill."""
    reaction = NO_REACTION if chance.reaction is None else chance.reaction.reaction
    return reaction not in (FLIGHT, REACT_SKILL)
