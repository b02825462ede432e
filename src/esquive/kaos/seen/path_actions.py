"""What can be done from the end of a path that a hand has made: strikes, shots, spells, skills, objects, a search."""

from typing import Final

from esquive.core.waiting import Decision
from esquive.kaos.book.attack_conditions import may_attack
from esquive.kaos.book.effects import place_op
from esquive.kaos.book.means import is_melee, skill_of, spell_of, weapons_and_spells
from esquive.kaos.book.movement import path_of
from esquive.kaos.book.plans import may_declare
from esquive.kaos.book.uses import ops_of
from esquive.kaos.book.windows import places_round
from esquive.kaos.cards.library import AS_ACTION
from esquive.kaos.geometry.legs import TURN, Leg
from esquive.kaos.geometry.measures import distance
from esquive.kaos.geometry.passages import Passage
from esquive.kaos.geometry.shapes import Base, Point
from esquive.kaos.proposals.places import towards
from esquive.kaos.seen.decisions import Asking
from esquive.kaos.seen.shapes import KaosOption
from esquive.kaos.spoken.wording import Wording
from esquive.kaos.table import answers
from esquive.kaos.table.answers import CAST, CHARGE, RUN, SEARCH, SHOOT, STAY, STRIKE, USE_SKILL, WALK, Plan
from esquive.kaos.table.state import State

MOST: Final = 14  # lines told


def targets_from(state: State, figure: int, end: Base) -> list[int]:
    """The other figures in play, enemies first, the nearest to a base first."""
    own = state.owner[figure]
    return sorted(
        (one for one in state.in_play() if one != figure),
        key=lambda one: (state.owner[one] == own, distance(state.table, end, state.base(one)), one),
    )


class Doing:
    """Lines that do something from the end of a path, in one position and language."""

    def __init__(self, waiting: Decision, wording: Wording, figure: int) -> None:
        self.state = wording.state
        self.figure = figure
        self.asking = Asking(waiting, wording)

    def told(self, plans: list[Plan]) -> list[KaosOption]:
        """Plans as the answers they are."""
        return [self.asking.option(plan.answer()) for plan in plans]

    def plans(self, legs: list[Leg], made: Passage, kind: int) -> list[Plan]:
        """What can be done there, as the path ends or turning to whom it is done to; the nearest first."""
        if made.problem is not None or made.fall is not None:
            return []
        if kind == RUN:
            kind = CHARGE
        found = self.attacks(legs, made, kind)
        if kind in (STAY, WALK):
            found += self.uses(legs, made, kind)
            search = Plan(kind, legs, [], SEARCH)
            if may_declare(self.state, self.figure, search):
                found.append(search)
        return found

    def attacks(self, legs: list[Leg], made: Passage, kind: int) -> list[Plan]:
        """Strikes, shots and spells."""
        state, figure = self.state, self.figure
        found: list[Plan] = []
        for target in targets_from(state, figure, made.end):
            there, others = state.base(target), state.others(figure, target)
            turned, end = self.faced(legs, made, target)
            for means in weapons_and_spells(state.card(figure)):
                action = self.action(means)
                for tried, base in ((legs, made.end), (turned, end)):
                    if (kind == CHARGE and action != STRIKE) or len(found) >= MOST:
                        break
                    if not may_attack(state, figure, base, means, target, there, others):
                        continue
                    plan = self.declared(kind, tried, base, action, means, target)
                    if plan is not None:
                        found.append(plan)
                        break
        return found

    def uses(self, legs: list[Leg], made: Passage, kind: int) -> list[Plan]:
        """Personal skills and objects that are used as an action [Kaos K34.2] [Kaos K32.11], and spells on oneself."""
        state, figure = self.state, self.figure
        card = state.card(figure)
        tried = [(USE_SKILL, answers.SKILL | n) for n, one in enumerate(card.skills) if one.timing == AS_ACTION]
        held = dict.fromkeys(entry[1] for entry in state.carried if entry[0] == figure)
        tried += [(USE_SKILL, answers.OBJECT | n) for n in held if state.library.objects[n].timing == AS_ACTION]
        found: list[Plan] = []
        for action, means in tried:
            skill = skill_of(card, means)
            for target in (figure, *targets_from(state, figure, made.end)):
                ways = [(legs, made.end)]
                if target != figure and skill is not None and skill.needs_angle:
                    ways.append(self.faced(legs, made, target))
                plans = (self.declared(kind, way, end, action, means, target) for way, end in ways)
                plan = next((one for one in plans if one is not None), None)
                if plan is not None and len(found) < MOST:
                    found.append(plan)
        on_self = [means for means in weapons_and_spells(card) if spell_of(card, means) is not None]
        plans = (self.declared(kind, legs, made.end, CAST, means, figure) for means in on_self)
        return found + [plan for plan in plans if plan is not None]

    def declared(self, kind: int, legs: list[Leg], end: Base, action: int, means: int, target: int) -> Plan | None:
        """The plan that does it, if it may be declared; where a place is asked for, the first that will do."""
        state, figure = self.state, self.figure
        op = place_op(ops_of(state, figure, means)) if action in (CAST, USE_SKILL) else None
        places: list[Point] = [(0, 0)]
        if op is not None:
            dx, dy = (end.x - state.x[figure], end.y - state.y[figure]) if target == figure else (0, 0)
            places = [(x + dx, y + dy) for x, y in places_round(state, target, op.amount)]
        for x, y in places:
            plan = Plan(kind, legs, [], action, means, target, x, y)
            if may_declare(state, figure, plan):
                return plan
        return None

    def action(self, means: int) -> int:
        """What is done with a weapon or a spell."""
        card = self.state.card(self.figure)
        if spell_of(card, means) is not None:
            return CAST
        return STRIKE if is_melee(card, means) else SHOOT

    def faced(self, legs: list[Leg], made: Passage, target: int) -> tuple[list[Leg], Base]:
        """The path with a turn to somebody at its end, where there is room for it; else as it is."""
        state = self.state
        facing = towards(made.end, state.base(target))
        bare = legs[:-1] if legs and legs[-1].kind == TURN else legs
        tried = [*bare, Leg(TURN, 0, 0, facing)]
        turned = path_of(state, self.figure, state.base(self.figure), tried)
        return (legs, made.end) if turned.problem is not None or turned.fall is not None else (tried, turned.end)
