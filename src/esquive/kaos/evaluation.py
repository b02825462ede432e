"""How good a position of Kaos is, in hundredths of a victory point, and which answers are worth thinking about.

Victory points decide the game: a fighter counts by its cost while it is in play, less and less with its wounds, and its
cost again as points once it is gone. Places count by what they promise and what threatens there (see
`kaos.proposals.worth`, which also gives the rules of thumb). The numbers decide nothing but the bots' taste.
"""

from math import isqrt
from random import Random
from typing import Final

from esquive.core.waiting import Decision
from esquive.kaos.book.effects import place_op
from esquive.kaos.book.idle_destiny import is_point_idle
from esquive.kaos.book.means import defence_of, spell_of, weapon_of
from esquive.kaos.book.modifiers import move_of
from esquive.kaos.book.moves import REASONS
from esquive.kaos.book.pools import dodge_pool, prescribed_pool, shield_pool
from esquive.kaos.book.reactions import ReactionFrame
from esquive.kaos.book.rolls import ContestFrame
from esquive.kaos.book.uses import ops_of
from esquive.kaos.cards.op_codes import ROLL_NAMES
from esquive.kaos.geometry.arcs import in_attack_angle
from esquive.kaos.geometry.units import CM
from esquive.kaos.proposals.scenery import spread_out
from esquive.kaos.proposals.worth import (
    POINT,
    attack_worth,
    chance,
    danger_at,
    effects_worth,
    nearest_gap,
    presence,
    taste,
    threat_of,
)
from esquive.kaos.table import answers
from esquive.kaos.table.answers import DODGE, FLIGHT, REACT_SKILL, RESIST, RIPOSTE, SHIELD, Activating, Reaction, Use
from esquive.kaos.table.state import State
from esquive.kaos.written.hidden_information import hide

WON: Final = 1_000_000
SETTLED: Final = ("deployment", "deploy", "will-figure", "scenery", "initiative", "asked", "event", "search", "object")
FREE: Final = ("free-before-move", "free-after-move", "free-before-action", "free-after-action")
# What may be asked while a turn is played out: all else is a new matter.
PLACES: Final = 24  # to deploy at, of all fighters together
PIECES: Final = 80  # places of scenery looked at
INNER: Final = ("react", "intercept", "destiny", "slam", *FREE, *(name for name, _ in REASONS))
MOST: Final = {"plan": 5, "intercept": 3, "react": 6, "slam": 3}
TRIES: Final = {"plan": 3, "react": 5, "slam": 1}
USUALLY: Final = 2
IDLE_ROLLS: Final = ("initiative", "deployment", "search")  # not worth a destiny point
LIKELY: Final = 400  # thousandths: a point is spent on no slimmer a chance to turn a roll
PASS_ANSWER: Final = answers.pack(answers.PASS, [])
DESTINY_ANSWER: Final = answers.pack(answers.DESTINY, [])
STAY_ANSWER: Final = answers.move([])
MOST_USES: Final = 24
FAR_OFF: Final = 45 * CM  # with no enemy nearer, the first plan proposed will do
UNPLAYED: Final = 6  # an enemy that has yet to play, in hundredths of its cost
DESTINY_WORTH: Final = 180


class KaosEvaluation:
    """See `core.evaluation.ProposalEvaluation`."""

    def __init__(self, is_varied: bool = True) -> None:
        """`is_varied`: whether the table is set up otherwise each time; `greedy@2026-11` always does the same."""
        self.is_varied = is_varied

    def value(self, state: State, seat: int) -> int:
        """Points, fighters and places of the seat less those of the opponent."""
        if state.winner != -2:
            return 0 if state.winner < 0 else WON if state.winner == seat else -WON
        total = POINT * (state.points[seat] - state.points[1 - seat])
        for figure in state.in_play():
            if state.owner[figure] == seat:
                base = state.base(figure)
                total += presence(state, figure) + taste(state, figure, base) - danger_at(state, figure, base)
                if state.fleeing[figure] > 0:
                    total -= presence(state, figure) // 3
            else:
                total -= presence(state, figure)
                if not state.activated[figure]:
                    total -= UNPLAYED * state.card(figure).cost
        return total + DESTINY_WORTH * (state.destiny[seat] - state.destiny[1 - seat])

    def hide(self, state: State, seat: int, rng: Random) -> State:
        """A copy in which everything the seat cannot know has been dealt anew."""
        return hide(state, seat, rng)

    # ------------------------------------------------------------------------------------------------- by rule of thumb

    def alike(self, state: State, decision: Decision) -> list[int]:
        """Where to deploy and to place scenery: the good places, none of which is the best."""
        if not self.is_varied:
            return []
        if decision.kind in ("deployment", "deploy"):
            return [answer for answer in decision.candidates(PLACES) if answers.verb_of(answer) != answers.ASK]
        return spread_out(state, decision.candidates(PIECES)) if decision.kind == "scenery" else []

    def settled(self, state: State, decision: Decision) -> int | None:
        """Who plays next, where to deploy, and what is free: by rule."""
        if decision.kind in FREE:
            return self.best_use(state, decision)
        if decision.kind == "destiny":
            return DESTINY_ANSWER if is_worth_a_point(state) and not is_point_idle(state) else PASS_ANSWER
        if decision.kind not in SETTLED:
            return None
        if decision.kind in ("initiative", "asked"):
            return self.most_urgent(state, decision)
        if decision.kind == "object":
            return decision.options()[-1]
        return decision.candidates(1)[0]

    def most_urgent(self, state: State, decision: Decision) -> int:
        """The figure that can do the most harm, or is in the most danger; the opponent's, if nobody can do any."""
        best, best_urgency = -1, -1
        ask = -1
        for option in decision.options():
            if answers.verb_of(option) == answers.ASK:
                ask = option
                continue
            urgency = self.urgency(state, Activating.read(option).figure)
            if urgency > best_urgency:
                best, best_urgency = option, urgency
        return ask if ask >= 0 and best_urgency <= 0 else best

    def urgency(self, state: State, figure: int) -> int:
        """The best harm a figure could do this turn, by distance alone, and a share of what threatens it."""
        base = state.base(figure)
        best = 0
        for enemy in state.in_play(1 - state.owner[figure]):
            other = state.base(enemy)
            dx, dy = other.x - base.x, other.y - base.y
            gap = isqrt(dx * dx + dy * dy) - (base.side + other.side) // 2
            best = max(best, threat_of(state, figure, enemy, gap - move_of(state, figure) // 2))
        return best + danger_at(state, figure, base) // 2

    def best_use(self, state: State, decision: Decision) -> int:
        """What is free and worth most, if it is worth anything."""
        best, best_worth = PASS_ANSWER, 0
        for option in decision.candidates(MOST_USES):
            if option == PASS_ANSWER:
                continue
            use = Use.read(option)
            figure, means, target = use.figure, use.means, use.target
            if spell_of(state.card(figure), means) is not None:
                base, there = state.base(figure), state.base(target)
                worth = attack_worth(state, figure, base, means, target, there)
            else:
                worth = effects_worth(state, ops_of(state, figure, means), figure, target)
            if place_op(ops_of(state, figure, means)) is not None:
                worth = 0  # moving others about is for those who plan
            if worth > best_worth:
                best, best_worth = option, worth
        return best

    # ---------------------------------------------------------------------------------------------------- to be weighed

    def proposals(self, state: State, decision: Decision) -> list[int]:
        """The likeliest answers."""
        if decision.kind == "plan" and nearest_gap(state, state.active, state.base(state.active)) > FAR_OFF:
            return decision.candidates(1)
        return decision.candidates(MOST.get(decision.kind, USUALLY))

    def tries(self, decision: Decision) -> int:
        """How often each answer is played out."""
        return TRIES.get(decision.kind, USUALLY)

    def is_inner(self, decision: Decision) -> bool:
        """Whether a decision belongs to the turn of the figure activated."""
        return decision.kind in INNER

    def reply(self, state: State, decision: Decision) -> int:
        """The usual answer: ripostes where one may, dodges, no destiny points, interceptions whenever there is one."""
        if decision.kind == "react":
            return self.usual_reaction(state, decision)
        if decision.kind == "destiny" or decision.kind in FREE:
            return PASS_ANSWER
        if decision.kind == "intercept":
            return decision.candidates(2)[-1]
        if decision.is_listed:
            return decision.options()[0]
        return PASS_ANSWER if decision.kind == "slam" else STAY_ANSWER

    def usual_reaction(self, state: State, decision: Decision) -> int:
        """The defence with the most dice, a riposte before others."""
        frame = state.stack[-1]
        assert isinstance(frame, ReactionFrame)
        is_back = not in_attack_angle(state.base(frame.target), frame.attack(state).base)
        best, best_dice = -1, -2
        for option in decision.options():
            chosen = Reaction.read(option)
            dice = 2 * reaction_dice(state, frame, chosen.reaction, chosen.means, is_back)
            dice += chosen.reaction == RIPOSTE
            if dice > best_dice:
                best, best_dice = option, dice
        return best


def is_worth_a_point(state: State) -> bool:
    """Whether rolling one's failures again is likely to turn a contest that is being lost."""
    frame = state.stack[-1]
    assert isinstance(frame, ContestFrame)
    side = frame.side
    if ROLL_NAMES[frame.kind_of(side)] in IDLE_ROLLS:
        return False
    own = frame.successes(side)
    other = frame.successes(1 - side) if frame.sides == 2 else 0
    wanted = max(other, 1) if side == 0 else other + 1
    missing = wanted - own
    return missing > 0 and chance(len(frame.failures(side)), 0, missing) >= LIKELY


def reaction_dice(state: State, frame: ReactionFrame, reaction: int, means: int, is_back: bool) -> int:
    """About how many dice a reaction is rolled with; fewer than none for what one would rather not do."""
    target, attacker = frame.target, frame.attacker
    card = state.card(target)
    if reaction == RIPOSTE:
        weapon, spell = weapon_of(card, means), spell_of(card, means)
        return weapon.dice if weapon is not None else spell.dice if spell is not None else 0
    if reaction == DODGE:
        return dodge_pool(state, target, attacker, is_back).dice
    if reaction == SHIELD:
        return shield_pool(state, target, attacker).dice
    if reaction == RESIST:
        return prescribed_pool(state, target, attacker, defence_of(state.card(attacker), frame.means)).dice
    return 1 if reaction == REACT_SKILL else -1 if reaction == FLIGHT else 0
