"""Plans worth looking at, best first: strikes from good sides, charges, shots, retreats, ground to be taken, searches.

Each is weighed by what its action is worth on average and by what the place it ends at is worth; paths are looked for
only to the places that seem best. The order is taste, and the same wherever it is worked out.
"""

from typing import Final

from esquive.kaos.book import means as of
from esquive.kaos.book.attack_conditions import may_attack
from esquive.kaos.book.effects import place_op
from esquive.kaos.book.flight import is_at_the_edge, is_fleeing
from esquive.kaos.book.means import is_close, is_melee, is_shot, skill_of, spell_of, weapon_of, weapons_and_spells
from esquive.kaos.book.modifiers import is_forbidden, is_immobilised, move_of
from esquive.kaos.book.movement import LEAST, goes, path_of
from esquive.kaos.book.objectives import objectives_of
from esquive.kaos.book.plans import may_declare
from esquive.kaos.book.searches import cards_left
from esquive.kaos.book.uses import ops_of, skill_dice, use_conditions
from esquive.kaos.book.windows import places_round
from esquive.kaos.cards.library import AS_ACTION, CLIMBER, FLYING, LONG
from esquive.kaos.geometry.arcs import in_attack_angle
from esquive.kaos.geometry.legs import GO, TURN as TURNING, Leg
from esquive.kaos.geometry.measures import within
from esquive.kaos.geometry.paths import Passage
from esquive.kaos.geometry.shapes import Base, Piece
from esquive.kaos.geometry.shortest_ways import to
from esquive.kaos.geometry.trigonometry import along
from esquive.kaos.geometry.units import CM, DEGREE, TOLERANCE, TURN
from esquive.kaos.proposals.places import TOUCH, beside, fitted, reach_of, settled, towards, way_to
from esquive.kaos.proposals.worth import attack_worth, chance, danger_at, effects_worth, taste
from esquive.kaos.table import answers
from esquive.kaos.table.answers import (
    CAST,
    CHARGE,
    FLEE,
    NO_MEANS,
    RUN,
    SEARCH,
    SHOOT,
    STAY,
    STRIKE,
    USE_SKILL,
    WALK,
    Plan,
)
from esquive.kaos.table.state import NONE, State

STAYING: Final = Plan(STAY, [], []).answer()
FLEEING: Final = Plan(FLEE, [], []).answer()
WAYS: Final = 8
LONG_GAP: Final = 15 * CM // 10  # where a long weapon strikes from: out of contact
BYPASS: Final = 4 * CM  # how near one runs up to an enemy one cannot strike yet
MOST_PATHS: Final = 8  # places to strike from that a way is looked for to
MOST_AIMS: Final = 2  # enemies weighed as targets from each place to shoot from
FOUND: Final = 120  # what a search is worth
NOTHING: Final = -(1 << 40)  # less than any plan comes to
RUN_AWAY: Final = -1_500  # leaving the table for good


def plan_candidates(state: State, figure: int, n: int) -> list[int]:
    """At most n legal plans, best first; at least one: staying with nothing to do."""
    if is_fleeing(state, figure):
        return [FLEEING]
    finder = _Finder(state, figure, n)
    finder.look()
    return finder.best() or [STAYING]


class _Finder:
    """Plans found for one figure, as answers with their scores: the best `n` that are legal are all among them.

    What cannot come to more than as many legal plans that are known already is not looked for.
    """

    __slots__ = (
        "base",
        "card",
        "enemies",
        "figure",
        "floor",
        "legal",
        "n",
        "others",
        "scores",
        "simple",
        "state",
        "values",
    )

    def __init__(self, state: State, figure: int, n: int = 1) -> None:
        self.state = state
        self.figure = figure
        self.n = n
        self.card = state.card(figure)
        self.base = state.base(figure)
        self.simple = 0 if is_immobilised(state, figure) else move_of(state, figure)
        self.others = state.others(figure)
        self.enemies = sorted(
            state.in_play(1 - state.owner[figure]),
            key=lambda enemy: (reach_of(self.base, (state.x[enemy], state.y[enemy])), enemy),
        )
        self.scores: dict[int, int] = {}
        self.floor: int | None = None  # what the least of the best comes to, once asked for
        self.legal: dict[int, bool] = {}  # of those that were judged
        self.values: dict[Base, int] = {}  # of places, by the base there

    def look(self) -> None:
        """Looks at everything."""
        self.add(Plan(STAY, [], []), self.place_value(self.base))
        if is_at_the_edge(self.state, self.figure):
            self.add(Plan(FLEE, [], []), RUN_AWAY)
        can_act = not is_forbidden(self.state, self.figure, "action")
        if can_act:
            self.standing_attacks()
            self.uses()
        may_search = can_act and cards_left(self.state) > 0
        if may_search:
            self.add(Plan(STAY, [], [], SEARCH), FOUND + self.place_value(self.base))
        if self.simple:
            self.lines(may_search)
            if can_act:
                self.shots()
                self.strikes()
            self.ways(may_search)

    def add(self, plan: Plan, score: int) -> None:
        """Keeps a plan with its score."""
        answer = plan.answer()
        if score > self.scores.get(answer, score - 1):
            self.scores[answer] = score
            if self.floor is not None and score > self.floor:
                self.floor = None

    def best(self) -> list[int]:
        """The best legal plans found so far, `n` at most."""
        found: list[int] = []
        for _, answer in sorted((-score, answer) for answer, score in self.scores.items()):
            if len(found) >= self.n:
                break
            is_legal = self.legal.get(answer)
            if is_legal is None:
                plan = answers.plan_of(answer)
                is_legal = self.legal[answer] = plan is not None and may_declare(self.state, self.figure, plan)
            if is_legal:
                found.append(answer)
        return found

    def may_matter(self, most: int) -> bool:
        """Whether a plan that comes to so much at most may be among the best."""
        if self.floor is None:
            known = self.best()
            self.floor = self.scores[known[-1]] if len(known) >= self.n else NOTHING
        return most >= self.floor

    def most_value(self, base: Base, limit: int) -> int:
        """No less than any place is worth that is come to from a base for so much movement, as of a way down a ramp."""
        far = max(limit, LEAST) + CM // 100  # lengths are rounded
        if any(_is_about(base, ramp, 2 * far) for ramp in self.state.table.ramps):
            far *= 2  # downhill a step costs half
        return taste(self.state, self.figure, base, far) - danger_at(self.state, self.figure, base, far)

    def place_value(self, base: Base) -> int:
        """What a place at the end of the turn is worth."""
        known = self.values.get(base)
        if known is None:
            known = taste(self.state, self.figure, base) - danger_at(self.state, self.figure, base)
            self.values[base] = known
        return known

    # --------------------------------------------------------------------------------------------------- without a step

    def attacks(self) -> list[int]:
        """The means of all attacks that are actions."""
        found = []
        for means in weapons_and_spells(self.card):
            spell = spell_of(self.card, means)
            if spell is None or not spell.is_free:
                found.append(means)
        return found

    def standing_attacks(self) -> None:
        """Every attack from where the figure stands, turning to the target if it must."""
        state = self.state
        flags = of.MOVED if state.moved[self.figure] else 0
        for target in state.in_play():
            turned, legs = self.facing(self.base, target)
            for means in self.attacks():
                self.attack(Plan(STAY, legs, []), turned, means, target, flags)

    def facing(self, base: Base, target: int) -> tuple[Base, list[Leg]]:
        """The base turned to a target if that is not in its attack angle, and the turn, if any."""
        if target == self.figure:
            return base, []
        other = self.state.base(target)
        if in_attack_angle(base, other):
            return base, []
        turn = [Leg(TURNING, 0, 0, towards(base, other))]
        made = path_of(self.state, self.figure, base, turn)
        return (base, []) if made.problem is not None else (made.end, turn)

    def attack(self, plan: Plan, base: Base, means: int, target: int, flags: int) -> None:
        """Adds an attack at the end of a plan's first path, if it is possible; with a retreat where it may follow."""
        state, figure = self.state, self.figure
        others = state.others(figure, target)
        there = base if target == figure else state.base(target)
        if not may_attack(state, figure, base, means, target, there, others, flags):
            return
        spell = spell_of(self.card, means)
        action = CAST if spell is not None else STRIKE if is_melee(self.card, means) else SHOOT
        worth = attack_worth(state, figure, base, means, target, there, flags)
        op = place_op(ops_of(state, figure, means))
        places = [(0, 0)] if op is None else places_round(state, target, op.amount)
        for x, y in places:
            full = Plan(plan.kind, plan.first, plan.second, action, means, target, x, y)
            self.add(full, worth + self.place_value(base))
        if plan.kind in (STAY, WALK) and is_close(self.card, means):
            made = path_of(state, figure, self.base, plan.first)
            self.retreats(plan.first, made, means, target, worth)

    def retreats(self, first: list[Leg], made: Passage, means: int, target: int, worth: int) -> None:
        """The same strike with a second part of the move: away from the one struck, or to one side."""
        left = self.simple - made.cost
        if left < CM or made.fall is not None:
            return
        base = made.end
        away = towards(self.state.base(target), base)
        for turn in (0, 60, -60):
            dx, dy = along((away + turn * DEGREE) % TURN, left)
            legs, end = fitted(self.state, self.figure, base, [Leg(GO, base.x + dx, base.y + dy, 0)], left)
            if goes(legs) and end.fall is None:
                self.add(Plan(WALK, first, legs, STRIKE, means, target), worth + self.place_value(end.end))

    def uses(self) -> None:
        """Personal skills and objects used as the action."""
        state, figure = self.state, self.figure
        found = [answers.SKILL | number for number, skill in enumerate(self.card.skills) if skill.timing == AS_ACTION]
        for bearer, card, _ in state.carried:
            if bearer == figure and state.library.objects[card].timing == AS_ACTION:
                found.append(answers.OBJECT | card)
        here = self.place_value(self.base)
        for means in found:
            ops = ops_of(state, figure, means)
            op = place_op(ops)
            skill = skill_of(self.card, means)
            sure = chance(skill_dice(state, figure, skill), 0) if skill is not None and skill.dice else 1000
            for target in state.in_play():
                places = [(0, 0)] if op is None else places_round(state, target, op.amount)[:3]
                for x, y in places:
                    if all(c.holds for c in use_conditions(state, figure, means, target, x, y)):
                        worth = effects_worth(state, ops, figure, target) * sure // 1000
                        self.add(Plan(STAY, [], [], USE_SKILL, means, target, x, y), worth + here)

    # ---------------------------------------------------------------------------------------------------- up to enemies

    def strikes(self) -> None:
        """Melee strikes from all sides of the enemies that can be got at; ways are looked for to the best places."""
        state = self.state
        spots: list[tuple[int, int, int, int, Base]] = []
        for enemy in self.enemies:
            other = state.base(enemy)
            most = 2 * self.simple + (self.base.side + other.side) + 3 * CM
            if reach_of(self.base, (other.x, other.y)) > most * most:
                continue
            for means in self.attacks():
                if is_melee(self.card, means):
                    spots += self.spots(enemy, other, means)
        spots.sort(key=lambda spot: spot[:4])
        for _, enemy, means, _, place in spots[:MOST_PATHS]:
            if self.may_matter(self.most_from(place, means, enemy)):
                self.strike_from(place, means, enemy)

    def most_from(self, place: Base, means: int, enemy: int) -> int:
        """No less than any strike from a place comes to, after a walk or a charge and before a retreat."""
        state, other = self.state, self.state.base(enemy)
        worth = attack_worth(state, self.figure, place, means, enemy, other, of.MOVED)
        charging = attack_worth(state, self.figure, place, means, enemy, other, of.MOVED | of.CHARGE)
        most = max(worth, charging) + self.place_value(place)
        if is_close(self.card, means):
            most = max(most, worth + self.most_value(place, self.simple))
        return most

    def spots(self, enemy: int, other: Base, means: int) -> list[tuple[int, int, int, int, Base]]:
        """Places round an enemy to strike it from, each with its score turned round, for sorting."""
        weapon = weapon_of(self.card, means)
        gap = LONG_GAP if weapon is not None and weapon.kind == LONG else TOUCH
        found: list[tuple[int, int, int, int, Base]] = []
        for number in range(WAYS):
            angle = (other.facing + number * TURN // WAYS) % TURN
            place = settled(self.state, beside(self.base, other, angle, gap), self.others)
            if place is None:
                continue
            square = reach_of(self.base, (place.x, place.y))
            if square > 4 * self.simple * self.simple:
                continue
            is_far = square > self.simple * self.simple
            flags = of.MOVED | (of.CHARGE if is_far else 0)
            worth = attack_worth(self.state, self.figure, place, means, enemy, other, flags) + self.place_value(place)
            found.append((-worth, enemy, means, number, place))
        return found

    def strike_from(self, place: Base, means: int, enemy: int) -> None:
        """A walk or a charge to a place, and the strike."""
        reached = way_to(self.state, self.figure, self.base, place, 2 * self.simple)
        if reached is None:
            return
        legs, made = reached
        if not goes(legs):
            return
        if made.cost <= self.simple:
            self.attack(Plan(WALK, legs, []), made.end, means, enemy, of.MOVED)
        elif made.cost <= 2 * self.simple and made.straight >= self.simple - TOLERANCE:
            self.attack(Plan(CHARGE, legs, []), made.end, means, enemy, of.MOVED | of.CHARGE)

    def shots(self) -> None:
        """Shots and spells after a simple move in any of eight directions, whole or half."""
        means = [entry for entry in self.attacks() if is_shot(self.card, entry)]
        if not means or not self.enemies:
            return
        start = towards(self.base, self.state.base(self.enemies[0]))
        for number in range(WAYS):
            angle = (start + number * TURN // WAYS) % TURN
            for part in (2, 1):
                dx, dy = along(angle, self.simple * part // 2)
                line = [Leg(GO, self.base.x + dx, self.base.y + dy, 0)]
                legs, made = fitted(self.state, self.figure, self.base, line, self.simple)
                if not goes(legs) or made.fall is not None:
                    continue
                for target in self.enemies[:MOST_AIMS]:
                    turned, turn = self.facing(made.end, target)
                    for entry in means:
                        self.attack(Plan(WALK, legs + turn, []), turned, entry, target, of.MOVED)

    # ------------------------------------------------------------------------------------------------------------ walks

    def lines(self, may_search: bool) -> None:
        """In eight directions; a search goes with a simple move."""
        start = towards(self.base, self.state.base(self.enemies[0])) if self.enemies else self.base.facing
        for number in range(WAYS):
            for kind, limit in ((WALK, self.simple), (RUN, 2 * self.simple)):
                dx, dy = along((start + number * TURN // WAYS) % TURN, limit)
                self.walk(kind, [Leg(GO, self.base.x + dx, self.base.y + dy, 0)], limit, may_search)

    def ways(self, may_search: bool) -> None:
        """Towards enemies and objectives; a search goes with a simple move."""
        state = self.state
        goals: list[Base] = []
        for enemy in self.enemies[:3]:
            other = state.base(enemy)
            goals.append(beside(self.base, other, towards(other, self.base), BYPASS))
        for objective in objectives_of(state):
            x, y = (state.relic_x, state.relic_y) if objective.radius == 0 else (objective.x, objective.y)
            goals.append(self.base.at(x, y, 0, self.base.facing))
        if state.relic == self.figure:
            edge = 0 if state.owner[self.figure] == 0 else state.table.depth
            goals.append(self.base.at(self.base.x, edge, 0, self.base.facing))
        for kind, limit in ((WALK, self.simple), (RUN, 2 * self.simple)):
            most = self.most_value(self.base, limit) + (FOUND if kind == WALK and may_search else 0)
            for goal in goals:
                if self.may_matter(most):
                    self.walk(kind, self.way(goal, limit), limit, may_search)

    def way(self, goal: Base, limit: int) -> list[Leg]:
        """The way towards a goal as far as the movement goes."""
        keywords = self.card.keywords
        climber, flying = bool(keywords & CLIMBER), bool(keywords & FLYING)
        return to(self.state.table, self.base, (goal.x, goal.y), self.others, limit, climber, flying)

    def walk(self, kind: int, line: list[Leg], limit: int, may_search: bool) -> None:
        """A move with nothing after it but a turn to the nearest enemy, or with a search."""
        legs, made = fitted(self.state, self.figure, self.base, line, limit)
        if not goes(legs) or made.fall is not None:
            return
        end = made.end
        if self.enemies:
            closest = min(
                self.enemies, key=lambda enemy: (reach_of(end, (self.state.x[enemy], self.state.y[enemy])), enemy)
            )
            if not within(self.state.table, end, self.state.base(closest), TOLERANCE):
                turned, turn = self.facing(end, closest)
                legs, end = legs + turn, turned
        self.add(Plan(kind, legs, []), self.place_value(end))
        if kind == WALK and may_search:
            self.add(Plan(WALK, legs, [], SEARCH, NO_MEANS, NONE), FOUND + self.place_value(end))


def _is_about(base: Base, piece: Piece, far: int) -> bool:
    """Whether some of a piece may be so far from a base's centre at most; says so of some that are not."""
    west, south, east, north = piece.box
    return west - far <= base.x <= east + far and south - far <= base.y <= north + far


# -------------------------------------------------------------------------------------------------------------- sorties


def turned_to(state: State, figure: int, target: int) -> tuple[Base, list[Leg]]:
    """A figure turned on the spot to a target that is not in its attack angle, and the turn, if any [Kaos K10.11]."""
    return _Finder(state, figure).facing(state.base(figure), target)


def sorties(state: State, figure: int) -> list[Plan]:
    """The cheapest legal way to strike each enemy with each melee weapon, from the front and from behind.

    Where the figure stands, after a walk or with a charge; eight sides of each enemy are tried. Ordered by enemy, the
    nearest first. Its own turn need not have come.
    """
    finder = _Finder(state, figure)
    found: list[Plan] = []
    for enemy in finder.enemies:
        other = state.base(enemy)
        for means in finder.attacks():
            if not is_melee(finder.card, means):
                continue
            turned, legs = finder.facing(finder.base, enemy)
            tried = [(0, turned, Plan(STAY, legs, [], STRIKE, means, enemy))]
            for *_, place in finder.spots(enemy, other, means):
                reached = way_to(state, figure, finder.base, place, 2 * finder.simple)
                if reached is not None and goes(reached[0]):
                    kind = WALK if reached[1].cost <= finder.simple else CHARGE
                    plan = Plan(kind, reached[0], [], STRIKE, means, enemy)
                    tried.append((reached[1].cost, reached[1].end, plan))
            for is_back in (False, True):
                side = sorted(
                    (
                        (cost, plan.answer(), plan)
                        for cost, end, plan in tried
                        if in_attack_angle(other, end) != is_back
                    ),
                    key=lambda one: one[:2],
                )
                found += [plan for _, _, plan in side if may_declare(state, figure, plan)][:1]
    return found
