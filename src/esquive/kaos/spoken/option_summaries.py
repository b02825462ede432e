"""What an answer is for, in a few words: `walk 5.1 cm, strike Goblin from behind with Sword, 4 dice, 38.2 % against a
dodge`.

Pools and odds are exact, those of the dice alone (`text.chances`); where the defender may choose, the odds are those
against the defence that is worst for the attacker. A flight and a skill used in reaction are no such defence.
"""

from fractions import Fraction
from functools import singledispatchmethod

from esquive.core.frames import on_top
from esquive.core.grammar import percent
from esquive.core.waiting import Decision
from esquive.kaos.book.activation import ActivationFrame
from esquive.kaos.book.means import FREE, is_melee, skill_of, spell_of
from esquive.kaos.book.movement import path_of
from esquive.kaos.book.pools import CONTACT, attack_pool
from esquive.kaos.book.reactions import ReactionFrame
from esquive.kaos.book.rolls import ATTACK, DEPLOYMENT, INITIATIVE, RIPOSTE, SKILL, SPELL, ContestFrame
from esquive.kaos.book.slam import SlamFrame, flight_of, half_of
from esquive.kaos.book.uses import skill_dice
from esquive.kaos.geometry.arcs import in_attack_angle
from esquive.kaos.geometry.legs import TURN, Leg
from esquive.kaos.geometry.measures import distance, within
from esquive.kaos.geometry.paths import Passage
from esquive.kaos.geometry.shapes import Base
from esquive.kaos.geometry.units import format_angle
from esquive.kaos.spoken.bearings import bearing, nearest_enemies, spoken
from esquive.kaos.spoken.dice_pools import reaction_dice
from esquive.kaos.spoken.hit_chances import (
    Chance,
    WillChance,
    attack_under_way,
    chance_of,
    chance_of_skill,
    chance_of_will,
    chances_of_plan,
    is_met,
)
from esquive.kaos.spoken.odds_counting import names_roller
from esquive.kaos.spoken.wording import Wording
from esquive.kaos.table import answers
from esquive.kaos.table.answers import (
    AFTER,
    ALONG,
    MOMENT_NAMES,
    NO_ACTION,
    PLAN_NAMES,
    REACTION_NAMES,
    SEARCH,
    STAY,
    USE_SKILL,
    Activating,
    Answer,
    ChoosingFigure,
    Interception,
    Placing,
    Plan,
    Reaction,
    Slamming,
    Use,
)
from esquive.kaos.table.state import NONE, State
from esquive.kaos.written.notation import acting, is_scenery


class Reasons:
    """Says in one language what answers to one decision are for."""

    def __init__(self, state: State, wording: Wording) -> None:
        self.state = state
        self.wording = wording

    def of(self, answer: int) -> str:
        """The reason of a legal answer to the decision waited for; "" for one that needs none."""
        waiting = self.state.waiting
        if not isinstance(waiting, Decision):
            return ""
        if waiting.kind == "destiny":
            return ", ".join(self._destiny(answer))
        if answers.verb_of(answer) in (answers.ASK, answers.DONE):
            return self.say("to.ask" if answers.verb_of(answer) == answers.ASK else "to.done")
        plan = answers.plan_of(answer)
        if plan is not None:
            return ", ".join(self._plan(plan, answer))
        legs = answers.legs_of_move(answer)
        if legs is not None:
            return ", ".join(self._move(legs))
        shape = answers.SHAPES.get(answers.verb_of(answer), Answer).of(answer)
        return "" if shape is None else ", ".join(self._parts(shape, answer))

    # --------------------------------------------------------------------------------------------------------- phrases

    def say(self, name: str, **places: str | int) -> str:
        """A phrase of Kaos, without a capital; `n` decides between its singular and its plural."""
        return self.wording.messages.say(f"kaos.{name}", places, int(places.get("n", 1)))

    def dice(self, dice: int) -> str:
        """`4 dice`."""
        return self.say("card.dice", n=dice)

    def _share(self, share: Fraction | int) -> str:
        return percent(float(share * 100), self.wording.language)

    def attack(self, attacker: int, means: int, target: int, base: Base, there: Base) -> str:
        """`strike Goblin from behind with Sword`: from a base at a target that stands at another."""
        card, state = self.state.card(attacker), self.state
        verb = "cast" if spell_of(card, means) is not None else "strike" if is_melee(card, means) else "shoot"
        places = {"target": self.wording.figure(target), "means": self.wording.means(attacker, means)}
        if state.owner[attacker] == state.owner[target]:
            return self.say(f"to.{verb}", **places)
        side = "front" if in_attack_angle(there, base) else "back"
        return self.say(f"to.{verb}.{side}", **places)

    def _odds(self, attacker: int, chances: list[Chance]) -> list[str]:
        """The pool of an attack, and how often it hits at the worst."""
        met = [one for one in chances if is_met(one)]
        if not met:
            return []
        worst = min(met, key=lambda one: one.of(attacker))
        found = [self.dice(worst.dice[attacker])] if attacker in worst.dice else []
        if not found:
            return []
        reaction = "worst" if worst.is_worst else "none"
        if worst.reaction is not None:
            reaction = REACTION_NAMES[worst.reaction.reaction]
        return [*found, self.say(f"to.against.{reaction}", percent=self._share(worst.of(attacker)))]

    # ----------------------------------------------------------------------------------------------------------- plans

    def _plan(self, plan: Plan, answer: int) -> list[str]:
        """Where the figure goes, what it does there, and where that leaves it."""
        state, figure = self.state, acting(self.state)
        if plan.kind == answers.FLEE:
            return [self.say("to.flee")]
        first = path_of(state, figure, state.base(figure), plan.first)
        found = self._way(PLAN_NAMES[plan.kind], plan.first, first)
        if plan.action in (NO_ACTION, SEARCH, USE_SKILL):
            found += self._other_action(figure, plan)
        else:
            there = first.end if plan.target == figure else state.base(plan.target)
            found.append(self.attack(figure, plan.means, plan.target, first.end, there))
            found += self._odds(figure, chances_of_plan(state, answer, figure))
        if plan.second:
            second = path_of(state, figure, first.end, plan.second)
            found.append(self.say("to.then", cm=spoken(second.cost, self.wording)))
            return found + self._left_at(figure, second.end)
        return found + (self._left_at(figure, first.end) if plan.action in (NO_ACTION, SEARCH) else [])

    def _way(self, kind: str, legs: list[Leg], made: Passage) -> list[str]:
        """`walk 5.1 cm`, or the turn of who stays."""
        if kind == PLAN_NAMES[STAY]:
            turns = [leg for leg in legs if leg.kind == TURN]
            if not turns:
                return [self.say("to.stay")]
            return [self.say("to.turn", angle=self.wording.length(format_angle(turns[-1].facing)))]
        if not made.has_moved and made.fall is None:
            return []  # the action first, then the move
        falls = [self.say("to.fall", cm=spoken(made.fall.drop, self.wording))] if made.fall is not None else []
        return [self.say(f"to.{kind}", cm=spoken(made.cost, self.wording)), *falls]

    def _other_action(self, figure: int, plan: Plan) -> list[str]:
        if plan.action == SEARCH:
            return [self.say("to.search")]
        if plan.action == USE_SKILL:
            return [self._used(figure, plan.means, plan.target), *self._odds_of_use(figure, plan.means, plan.answer())]
        return []

    def _used(self, figure: int, means: int, target: int) -> str:
        places = {"means": self.wording.means(figure, means), "target": self.wording.figure(target)}
        return self.say("to.use" if target in (NONE, figure) else "to.use.target", **places)

    def _odds_of_use(self, figure: int, means: int, answer: int) -> list[str]:
        """The pool of a personal skill that is rolled for, and how often it comes off [Kaos K34.3] [Kaos K34.4]."""
        skill = skill_of(self.state.card(figure), means)
        if skill is None or not skill.dice:
            return []
        return [self.dice(skill_dice(self.state, figure, skill)), *self._works(figure, answer)]

    def _works(self, figure: int, answer: int) -> list[str]:
        share = chance_of_skill(self.state, answer, figure)
        return [] if share is None else [self.say("to.works", percent=self._share(share))]

    def _left_at(self, figure: int, base: Base, name: str = "end") -> list[str]:
        """How near the nearest enemy is then."""
        enemies = nearest_enemies(self.state, figure, base)
        if not enemies:
            return []
        other, near = self.state.base(enemies[0]), self.wording.figure(enemies[0])
        if within(self.state.table, base, other, CONTACT):
            return [self.say("to.contact", figure=near)]
        apart = spoken(distance(self.state.table, base, other), self.wording)
        return [self.say(f"to.{name}", cm=apart, figure=near)]

    # --------------------------------------------------------------------------------------------- what answers a plan

    def _destiny(self, answer: int) -> list[str]:
        """What one more point would do, and letting it be [Kaos K36.4]."""
        frame = on_top(self.state, ContestFrame)
        assert frame is not None, "destiny improves a contest"
        found: list[str] = []
        if answers.verb_of(answer) == answers.DESTINY:
            count = len(frame.failures(frame.side))
            found.append(self.say("to.reroll", n=count))
        if frame.kind_a in (INITIATIVE, DEPLOYMENT):
            chance = chance_of(self.state, answer, NONE)
            return found if chance is None else found + self._rolled_off(chance, frame.seat_of(frame.side))
        if frame.kind_a == SKILL:
            return found + self._works(frame.figure_a, answer)
        attacker, target = attack_under_way(self.state)
        if attacker == NONE or frame.kind_a not in (ATTACK, SPELL, RIPOSTE):
            return found
        chance = chance_of(self.state, answer, attacker)
        return found if chance is None else found + self._hits(chance, attacker, target)

    def _rolled_off(self, chance: Chance, seat: int) -> list[str]:
        wins = self._share(chance.wins.get(seat, 0))
        tie = 1 - sum(chance.wins.values())
        told = [self.say("to.win", percent=wins)]
        return [*told, self.say("to.tie", percent=self._share(tie))] if tie else told

    def _hits(self, chance: Chance, attacker: int, target: int) -> list[str]:
        """How often the attack hits, and how often what answers it does."""
        name = self.wording.figure(attacker)
        found = [self.say("to.hits", percent=self._share(chance.of(attacker)), figure=name)]
        if target != NONE and chance.of(target):
            name = self.wording.figure(target)
            found.append(self.say("to.hits", percent=self._share(chance.of(target)), figure=name))
        return found

    @singledispatchmethod
    def _parts(self, shape: Answer, answer: int) -> list[str]:
        """Other answers speak for themselves."""
        return []

    @_parts.register
    def _(self, shape: Reaction, answer: int) -> list[str]:
        """The pool of a reaction, and how often either side hits [Kaos K20.9]."""
        frame = on_top(self.state, ReactionFrame)
        if frame is None:
            return []
        chance = chance_of(self.state, answer, frame.attacker)
        if chance is None:
            return []
        own = reaction_dice(self.state, frame.attack(self.state), shape)
        dice = [] if own is None else [self.dice(own)]
        return [*dice, *self._hits(chance, frame.attacker, frame.target)]

    @_parts.register
    def _(self, shape: ChoosingFigure, answer: int) -> list[str]:
        """The dice of who is named for the will roll, and how often it is won [Kaos K6.7]."""
        if not names_roller(self.state):
            return []
        chance = chance_of_will(self.state, shape.figure)
        return [self.dice(chance.dice), self.will(chance)]

    def will(self, chance: WillChance) -> str:
        """`62.5 % to win the roll against Goblin (3 dice), equal ones rolled again`."""
        waiting = self.state.waiting
        assert isinstance(waiting, Decision), "a figure is named when it is asked for"
        seat = self.wording.seat(1 - waiting.seat)
        places = {
            "percent": self._share(chance.share),
            "figure": seat if chance.other == NONE else self.wording.figure(chance.other),
            "dice": self.dice(chance.against),
            "seat": seat,
        }
        return self.say("to.will.best" if chance.is_best else "to.will", **places)

    @_parts.register
    def _(self, shape: Interception, answer: int) -> list[str]:
        """Where on its way the mover is struck, from which side, and how often [Kaos K31.5] [Kaos K31.6]."""
        frame = on_top(self.state, ActivationFrame)
        if frame is None:
            return []
        state, route = self.state, frame.route(self.state)
        mover = route.at(shape.distance) if shape.moment == ALONG else state.base(frame.figure)
        mover = route.end if shape.moment == AFTER else mover
        base = state.base(shape.figure)
        blow = self.attack(shape.figure, shape.means, frame.figure, base, mover)
        when = self.say(f"to.{MOMENT_NAMES[shape.moment]}", cm=spoken(shape.distance, self.wording))
        chance = chance_of(state, answer, shape.figure, is_answered=False)
        return [blow, when, *([] if chance is None else self._odds(shape.figure, [chance]))]

    @_parts.register
    def _(self, shape: Use, answer: int) -> list[str]:
        """What is free, on whom, and how often it comes off [Kaos K35.1]."""
        is_spell = spell_of(self.state.card(shape.figure), shape.means) is not None
        odds = self._odds_of_free_spell(shape, answer) if is_spell else []
        odds += self._odds_of_use(shape.figure, shape.means, answer)
        placed: list[str] = []
        if (shape.x, shape.y) != (0, 0) and shape.target != NONE:
            there = self.state.base(shape.target)
            placed = self._left_at(shape.target, there.at(shape.x, shape.y, there.z, there.facing))
        return [self._used(shape.figure, shape.means, shape.target), *odds, *placed]

    def _odds_of_free_spell(self, use: Use, answer: int) -> list[str]:
        """Its pool, and how often it hits at the worst, whatever else its caster does in its turn [Kaos K35.1]."""
        state, figure, target = self.state, use.figure, use.target
        others = state.others(figure, target)
        base, there = state.base(figure), state.base(target)
        pool = attack_pool(state, figure, base, use.means, target, there, others, FREE)
        chance = chance_of(state, answer, figure, is_answered=False, means=use.means)
        if chance is None:
            return [self.dice(pool.dice)]
        word = "worst" if chance.is_worst else "none"
        return [self.dice(pool.dice), self.say(f"to.against.{word}", percent=self._share(chance.of(figure)))]

    @_parts.register
    def _(self, shape: Slamming, answer: int) -> list[str]:
        """Where the victim ends as the striker sees it, against what is in the way or over an edge [Kaos K22.6]."""
        frame, state = on_top(self.state, SlamFrame), self.state
        if frame is None:
            return []
        flight = flight_of(state, frame.striker, frame.victim, shape.x, shape.y)
        at = bearing(state, state.base(frame.striker), flight.end, self.wording)
        found = [self.say("to.sees", figure=self.wording.figure(frame.victim), at=at)]
        if flight.is_against:
            found.append(self.say("to.crush", n=half_of(state, frame.wounds)))
        return [*found, *([self.say("to.fall", cm=spoken(flight.drop, self.wording))] if flight.drop else [])]

    # ------------------------------------------------------------------------------------------------------ the others

    def _move(self, legs: list[Leg]) -> list[str]:
        """How far, and how near the nearest enemy is then."""
        figure = getattr(self.state.stack[-1], "figure", NONE)
        if figure == NONE:
            return []
        made = path_of(self.state, figure, self.state.base(figure), legs)
        return [*self._way(PLAN_NAMES[int(made.has_moved)], legs, made), *self._left_at(figure, made.end)]

    @_parts.register
    def _(self, shape: Activating, answer: int) -> list[str]:
        """The figure's name, and where its nearest enemy is."""
        base = self.state.base(shape.figure)
        enemies = nearest_enemies(self.state, shape.figure, base)
        found = [self.wording.figure(shape.figure)]
        for enemy in enemies[:1]:
            at = bearing(self.state, base, self.state.base(enemy), self.wording)
            found.append(self.say("to.sees", figure=self.wording.figure(enemy), at=at))
        return found

    @_parts.register
    def _(self, shape: Placing, answer: int) -> list[str]:
        """How near the nearest enemy would be [Kaos K6.3]."""
        if is_scenery(self.state):
            return []
        base = self.state.base_at(shape.what, shape.x, shape.y, 0, shape.angle)
        return [self.wording.figure(shape.what), *self._left_at(shape.what, base, "from")]
