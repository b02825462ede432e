"""One exchange: an attack against a reaction, from the dice to the last wound [Kaos K17.2] [Kaos K20.15].

Whoever has more successes succeeds; equal ones hit both ways between an attack and a riposte, and let the attack
through a dodge, a shield or any defence; none at all is a failure [Kaos K17.1] [Kaos K17.5] [Kaos K17.6] [Ruling R234].
Missiles and spells that cross are rolled apart, and so is a spell that ripostes [Kaos K23.21] [Ruling R223]
[Ruling R233]. All hits of an exchange are simultaneous; slams, falls and the moves that wounds and ripostes allow come
after.
"""

from typing import Final

from esquive.core.columns import fields
from esquive.core.waiting import Waiting
from esquive.kaos.book import rolls
from esquive.kaos.book.attack_conditions import may_attack
from esquive.kaos.book.flight import plays_on
from esquive.kaos.book.means import (
    CROSSING,
    FREE,
    INTERCEPTION,
    RIPOSTE as AS_RIPOSTE,
    defence_of,
    is_close,
    is_long,
    is_melee,
    skill_of,
    spell_of,
    weapon_of,
)
from esquive.kaos.book.modifiers import is_forbidden, move_of
from esquive.kaos.book.moves import MOVE_AFTER_RIPOSTE, MOVE_AFTER_SHIELD, MOVE_FORCED
from esquive.kaos.book.opposition import NO_POOL, Exchange
from esquive.kaos.book.pools import Pool, attack_pool, dodge_pool, prescribed_pool
from esquive.kaos.book.reactions import ReactionFrame
from esquive.kaos.book.rolls import ContestFrame, made_of
from esquive.kaos.book.slam import SlamFrame
from esquive.kaos.book.spells import cast, spell_wounds
from esquive.kaos.book.terms import Term
from esquive.kaos.book.wounds import ForcedMovesFrame, after_armour, forced_limit, offer_move, suffer
from esquive.kaos.cards.library import LIFE_GAUGE as BY_LIFE_GAUGE, SELF
from esquive.kaos.geometry.arcs import in_attack_angle
from esquive.kaos.geometry.shapes import Base, Bases
from esquive.kaos.table.answers import DODGE, NO_REACTION, REACT_SKILL, RESIST, RIPOSTE, SHIELD
from esquive.kaos.table.events import E_DODGED, E_HIT, E_MISSED, E_MOVE_LOST, E_PARRIED, E_RESISTED
from esquive.kaos.table.state import IN_PLAY, NONE, State

START: Final = 0
STRIKE: Final = 1
COMPARE: Final = 2
ANSWER: Final = 3
COUNTER: Final = 4
COMPARE_COUNTER: Final = 5
WOUNDS: Final = 6
EFFECTS: Final = 7
COUNTER_EFFECTS: Final = 8
SLAM: Final = 9
COUNTER_SLAM: Final = 10
MOVES: Final = 11
FORCED_MOVES: Final = 12
END: Final = 13
JUDGED: Final = 14  # a start, when whoever calls for the attack has just found that it is possible


@fields
class AttackFrame(Exchange):
    """One figure attacks another, which reacts as it has declared [Kaos K17.2] [Kaos K20.15]."""

    NAME = "attack"
    STEPS = (
        "start",
        "strike",
        "compare",
        "answer",
        "counter",
        "compare counter",
        "wounds",
        "effects",
        "counter effects",
        "slam",
        "counter slam",
        "moves",
        "forced moves",
        "end",
        "judged",
    )

    # --------------------------------------------------------------------------------------------------------- running

    def run(self, state: State) -> bool:
        stack = state.stack
        while stack[-1] is self:  # until something is put on top of it, or it is over
            self.go_on(state)
        return False

    def go_on(self, state: State) -> None:
        """One step of the exchange."""
        step = self.step
        if step == START or step == JUDGED:
            self.start(state)
        elif step == STRIKE:
            self.strike(state, False)
        elif step == COMPARE:
            self.compare(state)
        elif step == ANSWER:
            self.ask_answer(state)
        elif step == COUNTER:
            self.counter(state)
        elif step == COMPARE_COUNTER:
            self.compare_counter(state)
        elif step == WOUNDS:
            self.wound(state)
        elif step == EFFECTS or step == COUNTER_EFFECTS:
            self.apply_effects(state)
        elif step == SLAM or step == COUNTER_SLAM:
            self.slam(state)
        elif step == MOVES:
            self.offer_moves(state)
        elif step == FORCED_MOVES:
            self.step = END
            state.stack.append(ForcedMovesFrame())
        else:
            state.stack.pop()

    def start(self, state: State) -> None:
        """A personal skill used in reaction comes before the attack is rolled [Kaos K20.12]."""
        is_judged = self.step == JUDGED
        self.step = STRIKE
        if not self.are_in_play(state):
            return
        self.before = state.wounds[self.target]
        if self.reaction == REACT_SKILL:
            # An action lost to a wound since cannot be a skill either [Kaos K26.1].
            self.reaction = self.still_possible(state, True)
        if self.reaction == REACT_SKILL:
            self.use_skill(state)
        elif is_judged:
            self.strike(state, True)  # nothing has changed since

    def use_skill(self, state: State) -> None:
        """Carries out the skill; one that is not free is the activation of its user [Kaos K34.2] [Kaos K35.2]."""
        from esquive.kaos.book.uses import UseFrame

        skill = skill_of(state.card(self.target), self.reaction_means)
        if skill is None:
            return
        if not skill.is_free:
            self.spend(state)
        aim = self.target if skill.targets == SELF else self.attacker
        state.stack.append(UseFrame(self.target, self.reaction_means, aim, 0, 0, int(skill.is_free)))

    def spend(self, state: State) -> None:
        """A riposte, a shield or a skill is the activation of who has not played yet [Kaos K20.10] [Kaos K21.15].

        The figure activated, when intercepted, gives up its declared action instead [Kaos K31.11].
        """
        state.acted[self.target] = 1
        if not self.flags & INTERCEPTION:
            state.activated[self.target] = 1
            self.spent = 1
            plays_on(state, self.target)

    def strike(self, state: State, is_judged: bool) -> None:
        """The attack is rolled, against what is rolled to oppose it [Kaos K17.2]; `is_judged`: as found possible."""
        self.before = min(self.before, state.wounds[self.target])  # a skill used in reaction may have healed
        if not self.are_in_play(state):
            self.step = MOVES
            return
        if not self.flags & FREE:
            # The action is spent even when it fails [Kaos K24.3] [Kaos K31.2].
            state.acted[self.attacker] = 1
            state.activated[self.attacker] = 1
        base, other = state.base(self.attacker), state.base(self.target)
        others = state.others(self.attacker, self.target)
        if not is_judged and not self.is_possible(state, base, other, others):
            self.miss(state, self.attacker, self.means, self.target)
            self.step = MOVES
            return
        self.reaction = self.still_possible(state)
        pool = attack_pool(state, self.attacker, base, self.means, self.target, other, others, self.flags)
        kind = rolls.SPELL if spell_of(state.card(self.attacker), self.means) is not None else rolls.ATTACK
        defence, against = self.defence(state)
        if self.reaction in (RIPOSTE, SHIELD):
            self.spend(state)
        if self.reaction == DODGE:
            state.dodges[self.target] += 1  # every try counts, and none activates [Kaos K29.4] [Kaos K29.8]
        self.step = COMPARE
        self.contest(state, kind, self.attacker, pool, defence, self.target, against)

    def is_possible(self, state: State, base: Base, other: Base, others: Bases) -> bool:
        """Whether the attack still is, after a skill used in reaction perhaps [Kaos K20.12]."""
        if is_forbidden(state, self.attacker, self.freedom()):
            return False
        return may_attack(state, self.attacker, base, self.means, self.target, other, others, self.flags)

    def freedom(self) -> str:
        """What the attacker must be allowed to do: to act, to intercept, or to use what is free [Kaos K16.3]."""
        return "free" if self.flags & FREE else "interception" if self.flags & INTERCEPTION else "action"

    def contest(
        self, state: State, kind: int, figure: int, pool: Pool, defence: int, other: int, against: Pool
    ) -> None:
        """Puts the dice of one side, or of both, on the table."""
        seat = state.owner[figure]
        made_of(state, pool.terms, against.terms)
        if defence == NONE:
            state.stack.append(ContestFrame(kind, seat, figure, pool.dice))
        else:
            owner = state.owner[other]
            state.stack.append(ContestFrame(kind, seat, figure, pool.dice, defence, owner, other, against.dice))

    # ------------------------------------------------------------------------------------------------------- comparing

    def comes_to(self, state: State, ours: int, theirs: int) -> tuple[int, int, bool]:
        """What so many successes come to: 1 for a hit, 1 for a hit of the riposte, and whether the defence beats it.

        Equal strikes both hit [Kaos K17.5]; a dodge, a shield and a resistance have to be higher
        [Kaos K17.6] [Kaos K21.11] [Kaos K29.7] [Kaos K29.9].
        """
        hits = int(ours >= required_of(state, self.attacker, self.means) and ours >= theirs)
        if self.reaction != RIPOSTE or self.is_counter_apart(state):
            return hits, 0, theirs > ours
        needed = required_of(state, self.target, self.reaction_means)
        return hits, int(theirs >= needed and theirs >= ours), False

    def compare(self, state: State) -> None:
        """Who succeeded, with missiles and spells as in melee [Kaos K17.1] [Kaos K17.2] [Kaos K24.1]."""
        is_riposte = self.reaction == RIPOSTE and not self.is_counter_apart(state)
        self.hits, self.counter_hits, is_beaten = self.comes_to(state, state.successes_a, state.successes_b)
        if is_riposte and not self.counter_hits:
            self.miss(state, self.target, self.reaction_means, self.attacker)
        if not self.hits:
            self.announce_failure(state, is_beaten)
        self.step = ANSWER if self.is_counter_apart(state) else WOUNDS

    def announce_failure(self, state: State, is_beaten: bool) -> None:
        """The attack fails: dodged, parried, resisted, or nothing rolled [Kaos K17.4] [Kaos K21.14] [Kaos K24.2].

        Who has dodged an adversary in melee may not attack it any more this round [Kaos K29.10] [Ruling R237].
        """
        if not is_beaten:
            self.miss(state, self.attacker, self.means, self.target)
            return
        if self.reaction == DODGE and is_melee(state.card(self.attacker), self.means):
            state.dodged[self.target] |= 1 << self.attacker
        event = E_DODGED if self.reaction == DODGE else E_PARRIED if self.reaction == SHIELD else E_RESISTED
        if state.log is not None:
            state.log.append((event, self.target, self.attacker))

    def miss(self, state: State, figure: int, means: int, target: int) -> None:
        """An action without success [Kaos K17.1]."""
        if state.log is not None:
            state.log.append((E_MISSED, figure, target, means))

    def ask_answer(self, state: State) -> None:
        """What the attacker does against a spell that ripostes: as printed, or it submits [Kaos K23.14] [Kaos K23.18].

        While it shoots itself it cannot dodge [Kaos K23.22].
        """
        self.step = COUNTER
        state.reaction = NO_REACTION
        if spell_of(state.card(self.target), self.reaction_means) is None:
            return
        flags = AS_RIPOSTE | (CROSSING if self.is_crossing(state) else 0)
        base = state.base(self.target)
        state.stack.append(
            ReactionFrame(self.target, self.reaction_means, self.attacker, base.x, base.y, base.z, base.facing, flags)
        )

    def counter(self, state: State) -> None:
        """The riposte is rolled on its own, against its printed defence if it is a spell [Ruling R233]."""
        self.counter_defence = state.reaction
        self.step = COMPARE_COUNTER
        defence, against = NONE, NO_POOL
        if self.counter_defence == DODGE:
            is_back = not in_attack_angle(state.base(self.attacker), state.base(self.target))
            defence, against = rolls.DODGE, dodge_pool(state, self.attacker, self.target, is_back)
            state.dodges[self.attacker] += 1
        elif self.counter_defence == RESIST:
            printed = defence_of(state.card(self.target), self.reaction_means)
            defence = rolls.LIFE_GAUGE if printed == BY_LIFE_GAUGE else rolls.WILL
            against = prescribed_pool(state, self.attacker, self.target, printed)
        kind = rolls.SPELL if spell_of(state.card(self.target), self.reaction_means) is not None else rolls.RIPOSTE
        self.contest(state, kind, self.target, self.counter_pool(state), defence, self.attacker, against)

    def counter_comes_to(self, state: State, ours: int, theirs: int) -> tuple[int, bool]:
        """What so many successes of a riposte rolled on its own come to: 1 for a hit, and whether it is beaten."""
        needed = required_of(state, self.target, self.reaction_means)
        return int(ours >= needed and ours >= theirs), theirs > ours

    def compare_counter(self, state: State) -> None:
        """Whether the riposte that was rolled on its own succeeds [Kaos K23.21]."""
        self.counter_hits, is_beaten = self.counter_comes_to(state, state.successes_a, state.successes_b)
        if not self.counter_hits:
            if is_beaten:
                event = E_DODGED if self.counter_defence == DODGE else E_RESISTED
                if state.log is not None:
                    state.log.append((event, self.attacker, self.target))
            else:
                self.miss(state, self.target, self.reaction_means, self.attacker)
        self.step = WOUNDS

    # ------------------------------------------------------------------------------------------------- what it leads to

    def wound(self, state: State) -> None:
        """Whoever hit inflicts the damage of its weapon, both at the same time; a shield inflicts none.

        [Kaos K17.3] [Kaos K17.5] [Kaos K18.5] [Kaos K21.12]
        """
        self.step = EFFECTS
        given = hit(state, self.attacker, self.means, self.target) if self.hits else 0
        taken = hit(state, self.target, self.reaction_means, self.attacker) if self.counter_hits else 0
        self.dealt = self.counter_dealt = 0
        if given:
            self.dealt = suffer(state, self.target, given, printed_wounds(state, self.attacker, self.means))
        if taken:
            made = printed_wounds(state, self.target, self.reaction_means)
            self.counter_dealt = suffer(state, self.attacker, taken, made)

    def apply_effects(self, state: State) -> None:
        """A spell that succeeds does what its card says [Kaos K24.2]."""
        if self.step == EFFECTS:
            self.step = COUNTER_EFFECTS
            if self.hits:
                cast(state, self.attacker, self.means, self.target, self.x, self.y)
        else:
            self.step = SLAM
            if self.counter_hits:
                cast(state, self.target, self.reaction_means, self.attacker, 0, 0)

    def slam(self, state: State) -> None:
        """A long melee weapon that wounds may send its victim flying, the attacker's first [Kaos K22.5]."""
        if self.step == SLAM:
            self.step = COUNTER_SLAM
            striker, means, victim, dealt = self.attacker, self.means, self.target, self.dealt
        else:
            self.step = MOVES
            striker, means, victim, dealt = self.target, self.reaction_means, self.attacker, self.counter_dealt
        if dealt and is_long(state.card(striker), means) and self.are_in_play(state):
            state.stack.append(SlamFrame(striker, victim, dealt))

    def offer_moves(self, state: State) -> None:
        """The move of a figure whose reaction was its activation, whatever came of it [Kaos K21.9].

        After a riposte with a close melee weapon its whole movement, after its shield the same; with any other weapon
        it is lost, unless the figure was wounded [Kaos K21.8] [Kaos K21.15] [Kaos K22.2] [Kaos K10.15].
        """
        self.step = FORCED_MOVES
        figure = self.target
        if not self.spent or state.status[figure] != IN_PLAY:
            return
        if self.reaction == SHIELD:
            offer_move(state, figure, move_of(state, figure), MOVE_AFTER_SHIELD)
        elif self.reaction == RIPOSTE and is_close(state.card(figure), self.reaction_means):
            offer_move(state, figure, move_of(state, figure), MOVE_AFTER_RIPOSTE)
        elif state.wounds[figure] > self.before:
            offer_move(state, figure, forced_limit(state, figure), MOVE_FORCED)
        elif state.log is not None:
            state.log.append((E_MOVE_LOST, figure))

    # --------------------------------------------------------------------------------------------------------- waiting

    def waiting(self, state: State) -> Waiting:
        raise AssertionError("an exchange waits for its contests, reactions, slams and moves only")

    def answer(self, state: State, answer: int) -> None:
        raise AssertionError("an exchange is answered through its contests, reactions, slams and moves only")


def attack_found_possible(
    attacker: int,
    means: int,
    target: int,
    reaction: int,
    reaction_means: int,
    flags: int,
    dice: int = NONE,
    x: int = 0,
    y: int = 0,
) -> AttackFrame:
    """The attack of who may attack as things are now and is not kept from it: that is not asked again."""
    frame = AttackFrame(attacker, means, target, reaction, reaction_means, flags, dice, x, y)
    frame.step = JUDGED
    return frame


def required_of(state: State, figure: int, means: int) -> int:
    """The successes an attack needs: one, or what its spell asks for [Kaos K17.7] [Kaos K23.19]."""
    spell = spell_of(state.card(figure), means)
    return 1 if spell is None else max(spell.required, 1)


def printed_wounds(state: State, figure: int, means: int) -> list[Term]:
    """The wounds on the card of what is used, as the term they are in a sum [Kaos K18.1] [Kaos K24.2]."""
    weapon, spell = weapon_of(state.card(figure), means), spell_of(state.card(figure), means)
    if weapon is not None:
        return [("weapon", weapon.wounds, "K18.1", 0)]
    return [("spell", spell.wounds, "K24.2", 0)] if spell is not None else []


def hit(state: State, figure: int, means: int, target: int) -> int:
    """The wounds of a hit, armour subtracted [Kaos K18.1] [Kaos K18.3]."""
    if state.log is not None:
        state.log.append((E_HIT, figure, target, means))
    weapon = weapon_of(state.card(figure), means)
    if weapon is not None:
        return after_armour(state, target, weapon.wounds)
    return spell_wounds(state, figure, means, target)
