"""What a figure gets to, in words: how far it moves, what it fights with, where the others are and how to strike them.

Nothing is left out because another player might not see it: anybody may measure at any time [Kaos K9.1].
"""

from typing import Final

from esquive.core.grammar import because
from esquive.kaos.book.attack_conditions import may_attack
from esquive.kaos.book.means import MOVED, is_melee, is_shot, spell_of, weapon_of, weapons_and_spells
from esquive.kaos.book.modifiers import is_immobilised, move_of
from esquive.kaos.book.movement import path_of
from esquive.kaos.book.plans import flags_of
from esquive.kaos.book.pools import attack_pool
from esquive.kaos.book.terms import move_terms, term_facts
from esquive.kaos.cards.library import CLIMBER, CLOSE, FLYING, WEAPON_KINDS
from esquive.kaos.geometry.measures import distance
from esquive.kaos.geometry.units import format_angle
from esquive.kaos.proposals.candidates import sorties, turned_to
from esquive.kaos.spoken.bearings import nearest_enemies, spoken, where_is
from esquive.kaos.spoken.option_summaries import Reasons
from esquive.kaos.spoken.wording import Wording
from esquive.kaos.table.answers import PLAN_NAMES, STAY, Plan
from esquive.kaos.table.state import IN_PLAY, State
from esquive.kaos.written.path_notation import format_plan

INDENT: Final = "    "


class Reach:
    """Tells in one language what a figure in play gets to from where it stands."""

    def __init__(self, state: State, figure: int, wording: Wording) -> None:
        self.state = state
        self.figure = figure
        self.wording = wording
        self.reasons = Reasons(state, wording)
        self.say = self.reasons.say

    def lines(self) -> list[str]:
        """All of it; one line for a figure that is not on the table."""
        state, figure, wording = self.state, self.figure, self.wording
        if state.status[figure] != IN_PLAY:
            return [self.say("reach.absent", figure=wording.figure(figure))]
        found = [self.place(), self.moves(), *self.ground(), *(INDENT + one for one in self.means())]
        ways: dict[int, list[Plan]] = {}
        for plan in sorties(state, figure):
            ways.setdefault(plan.target, []).append(plan)
        for other in nearest_enemies(state, figure, state.base(figure)):
            found.append(where_is(state, figure, other, wording))
            found += [INDENT + one for one in [*self.shots(other), *map(self.strike, ways.get(other, []))]]
        comrades = [other for other in state.in_play(state.owner[figure]) if other != figure]
        comrades.sort(key=lambda other: (distance(state.table, state.base(figure), state.base(other)), other))
        return [*found, *(where_is(state, figure, other, wording) for other in comrades)]

    def place(self) -> str:
        """Where it stands and faces."""
        state, base = self.state, self.state.base(self.figure)
        at = self.wording.point(spoken(base.x, self.wording), spoken(base.y, self.wording))
        angle = self.wording.length(format_angle(base.facing))
        name, line = self.wording.figure(self.figure), state.names[self.figure]
        return self.say("reach.at", figure=name, line=line, at=at, angle=angle)

    def moves(self) -> str:
        """How far it walks, runs and charges over open ground, and what that is made of."""
        state, figure = self.state, self.figure
        if is_immobilised(state, figure):
            return self.say("reach.held")
        simple = move_of(state, figure)
        told = self.say("reach.moves", walk=spoken(simple, self.wording), run=spoken(2 * simple, self.wording))
        made = self.wording.terms(term_facts(state.library, move_terms(state, figure), in_cm=True))
        return because(told, made, self.wording.language) if made else told

    def ground(self) -> list[str]:
        """What the ground costs, which who flies heeds in part only, and such keywords."""
        keywords = self.state.card(self.figure).keywords
        words = [name for bit, name in ((FLYING, "flying"), (CLIMBER, "climber")) if keywords & bit]
        told = [self.say("reach.keywords", words=", ".join(self.say(f"card.keyword.{one}") for one in words))]
        return [*([] if keywords & FLYING else [self.say("reach.ground")]), *(told if words else [])]

    def means(self) -> list[str]:
        """What it fights with, and how far that carries."""
        state, figure = self.state, self.figure
        found: list[str] = []
        for means in weapons_and_spells(state.card(figure)):
            weapon, spell = weapon_of(state.card(figure), means), spell_of(state.card(figure), means)
            if weapon is not None and is_melee(state.card(figure), means):
                far = self.say("reach.close" if weapon.kind == CLOSE else "reach.long")
            else:
                reach = weapon.reach if weapon is not None else spell.reach if spell is not None else 0
                far = self.say("reach.far", cm=spoken(reach, self.wording)) if reach else self.say("card.contact")
            dice = weapon.dice if weapon is not None else spell.dice if spell is not None else 0
            wounds = weapon.wounds if weapon is not None else spell.wounds if spell is not None else 0
            kind = (
                self.say(f"card.weapon.{WEAPON_KINDS[weapon.kind]}") if weapon is not None else self.say("roll.spell")
            )
            parts = [
                kind,
                self.reasons.dice(dice),
                *([self.say("card.wounds", n=wounds)] if wounds else []),
                far,
            ]
            found.append(self._labelled(self.wording.means(figure, means), ", ".join(parts)))
        return found

    def shots(self, target: int) -> list[str]:
        """The shots and spells it could try from where it stands, turning on the spot [Kaos K10.11]."""
        state, figure = self.state, self.figure
        found: list[str] = []
        turned, legs = turned_to(state, figure, target)
        flags = MOVED if state.moved[figure] else 0
        for means in weapons_and_spells(state.card(figure)):
            there, others = state.base(target), state.others(figure, target)
            if is_shot(state.card(figure), means) and may_attack(
                state, figure, turned, means, target, there, others, flags
            ):
                pool = attack_pool(state, figure, turned, means, target, there, others, flags)
                told = self.reasons.attack(figure, means, target, turned, there)
                turn = [self.say("to.turn", angle=self.wording.length(format_angle(turned.facing)))] if legs else []
                found.append(", ".join([*turn, told, self.reasons.dice(pool.dice)]))
        return found

    def strike(self, plan: Plan) -> str:
        """A way to strike, with the line that declares it."""
        state, figure = self.state, self.figure
        made = path_of(state, figure, state.base(figure), plan.first)
        there, others = state.base(plan.target), state.others(figure, plan.target)
        flags = flags_of(state, figure, plan, made.has_moved)
        pool = attack_pool(state, figure, made.end, plan.means, plan.target, there, others, flags)
        way = [] if plan.kind == STAY else [self.say(f"to.{PLAN_NAMES[plan.kind]}", cm=spoken(made.cost, self.wording))]
        blow = self.reasons.attack(figure, plan.means, plan.target, made.end, there)
        told = ", ".join([*way, blow, self.reasons.dice(pool.dice)])
        return self._labelled(told, format_plan(state, figure, plan))

    def _labelled(self, label: str, text: str) -> str:
        return self.wording.messages.say("rules.labelled", {"label": label, "text": text})
