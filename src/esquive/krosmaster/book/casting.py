"""Chapter 7: casting and resolving spells, in eight steps [KA 7.2.1] [KA 7.3.2] [KA 7.4.2].

One frame resolves Attack, Healing and Special spells: a Healing spell is not rolled for Armour, a Special spell skips
Steps 4 to 7. A spell that is itself an effect on standby (Explosion, Click) has no Step 8 of its own [KA 7.2.9.d].
"""

from typing import Final

from esquive.core.columns import fields
from esquive.core.waiting import Condition, Decision
from esquive.krosmaster.book.damage import bonuses_on, damage_to, pierced
from esquive.krosmaster.book.damage_terms import damage_terms
from esquive.krosmaster.book.dice import ARMOUR, CRITICAL, RollFrame
from esquive.krosmaster.book.effects.later import await_effects, due, holds_steal_health, steal_condition
from esquive.krosmaster.book.effects.running import EffectsFrame
from esquive.krosmaster.book.healing import heal_targets
from esquive.krosmaster.book.powers.rolls import changes_dice, number_of_dice, powers_against
from esquive.krosmaster.book.powers.selectors import Scope, in_opponent_territory
from esquive.krosmaster.book.powers.terms import packed
from esquive.krosmaster.book.powers.values import (
    armour_dice,
    critical_dice,
    farthest,
    lent_dice,
    powers,
    punch_effects,
    spell_cost,
    spell_damage_bonus,
    spell_effects,
)
from esquive.krosmaster.book.scenery import holds_cube, may_break, strike_scenery
from esquive.krosmaster.book.standby import StandbyFrame
from esquive.krosmaster.book.targets import hit_again, missed_claim, orientation_conditions, spared_from, target_cells
from esquive.krosmaster.book.triggers import S_STEAL_HEALTH, fire, fire_marked, fire_spell_injuries, fire_targets
from esquive.krosmaster.book.wounds import INFLICTED, PAID, KoFrame, SpellFrame, check_every_hp, injure
from esquive.krosmaster.cards import ops
from esquive.krosmaster.cards.library import (
    ATTACK,
    HEAL,
    P_FREEZING,
    PER_GAME,
    PER_TURN_AND_TARGET,
    PUNCH,
    SPECIAL,
    Spell,
)
from esquive.krosmaster.cards.ops.continuous import M_CLAIMS, M_DUEL, M_SPARED, M_SPELL_EFFECTS
from esquive.krosmaster.cards.ranges import AXE, ORIENTED
from esquive.krosmaster.cards.timing import LATER
from esquive.krosmaster.cards.trigger_names import T_IS_TARGETED, T_MARKED_IS_TARGETED
from esquive.krosmaster.table import answers
from esquive.krosmaster.table.board import AXE_WAYS, DIRECTIONS, is_aligned, orientations
from esquive.krosmaster.table.entries import C_UNIT, NO_HIT
from esquive.krosmaster.table.events import E_ARMOUR_ROLL, E_CAST, E_CRITICAL_ROLL, E_DAMAGE, E_PAID
from esquive.krosmaster.table.state import AP, MP, NONE, State, changed

PAY: Final = 0
ORIENT: Final = 1
TARGET: Final = 2
EFFECTS: Final = 3
CRITICAL_ROLL: Final = 4
CRITICAL_DONE: Final = 5
ARMOUR_ROLL: Final = 6
ARMOUR_DONE: Final = 7
COMPUTE: Final = 8
STANDBY: Final = 9
DONE: Final = 10


@fields
class CastFrame(SpellFrame):
    """A spell being cast, from paying its cost to the effects on standby [KA 7.2.1].

    While this frame lies on the stack its caster can do nothing else [KA 7.2.1.a]; the spell is fully resolved when
    the frame leaves it [KA 7.2.1.b]. All targets are affected alike [KA 4.16.1] [KA 4.16.2].

    `mask` are the caster's powers, `own_held` its bonuses and `origin` its cell before it may leave play [Ruling R45];
    `most` is the spell's MAX range, with a Boost that it uses up [Ruling R31]; `extra_dice` were lent for this spell
    alone, `lasting_dice` for longer. The first `mains` of the targets are main targets; `placed` are the injuries that
    each target of a spell with Steals Health got, `inflicted` all those of which a power of the caster is told; `bets`
    are effects that wait for a damage, each with the number named.
    """

    NAME = "cast"
    STEPS = (
        "pay",
        "orient",
        "target",
        "effects",
        "critical-roll",
        "critical-done",
        "armour-roll",
        "armour-done",
        "compute",
        "standby",
        "done",
    )

    caster: int
    spell: int
    cell: int
    seat: int
    triggered: int
    direction: int = 0
    origin: int = 0
    mask: int = 0
    bonus: int = 0
    extra_dice: int = 0
    lasting_dice: int = 0
    aligned: int = 0
    invading: int = 0
    cells: list[int] = []
    targets: list[int] = []
    late: list[int] = []
    criticals: int = 0
    armours: list[int] = []
    own_held: list[int] = []
    ap_left: int = 0
    mp_left: int = 0
    most: int = 0
    mains: int = 0
    placed: list[int] = []
    inflicted: list[int] = []
    bets: list[int] = []

    # ------------------------------------------------------------------------------------------------------ running

    def run(self, state: State) -> bool:
        """One step follows the other at once unless it has put a frame on the stack, which goes first."""
        stack = state.stack
        if self.step <= TARGET:
            if self.step == PAY:
                self.pay(state)
                if stack[-1] is not self:
                    return False
            if self.step == ORIENT and self.orient(state):
                return True
            self.determine_targets(state)
            if stack[-1] is not self:
                return False
        if self.step <= CRITICAL_ROLL:
            if self.step == EFFECTS:
                self.finish_effects(state)
                if stack[-1] is not self:
                    return False
            if self.step == CRITICAL_ROLL:
                self.roll_critical(state)
                return False
        if self.step <= ARMOUR_DONE:
            if self.step == CRITICAL_DONE:
                self.count_criticals(state)
            elif self.step == ARMOUR_DONE:
                self.armours.append(state.successes)
                self.step = ARMOUR_ROLL
            if self.step == ARMOUR_ROLL and self.roll_armour(state):
                return False
        if self.step == COMPUTE:
            self.place_injuries(state)
            if stack[-1] is not self:
                return False
        if self.step == STANDBY:
            self.step = DONE
            if self.inflicted:
                fire_spell_injuries(state, self.caster, self.inflicted)
            if not self.triggered and (state.standby or state.koed):
                stack.append(StandbyFrame())
                return False
        if not self.triggered and state.library.spells[self.spell].limit == PER_GAME:
            state.used_game = changed(state.used_game, self.caster, state.used_game[self.caster] | 1 << self.spell)
        stack.pop()
        return False

    def pay(self, state: State) -> None:
        """Step 1: pay AP, MP, injuries and Kamas [KA 7.2.2.a]; a KO by the cost comes at its end [KA 7.2.2.b]."""
        caster = self.caster
        spell = state.library.spells[self.spell]
        self.origin = state.cell[caster] or state.last_cell[caster] if not self.triggered else self.cell
        self.remember(state)
        self.most = farthest(state, caster, spell)
        if state.log is not None:
            state.log.append((E_CAST, caster, self.spell, self.cell))
        self.step = ORIENT
        if self.triggered:
            return
        ap, mp = spell_cost(state, caster, spell, AP), spell_cost(state, caster, spell, MP)
        state.ap[caster] -= ap
        state.mp[caster] -= mp
        if state.library.asks_idle and ap + mp:
            state.busy = 1
        self.ap_left = state.ap[caster]
        self.mp_left = state.mp[caster]
        state.kamas[self.seat] -= spell.kamas
        if state.log is not None:
            state.log.append((E_PAID, caster, ap, mp, spell.injuries, spell.kamas))
        self.note_use(state, spell)
        if spell.injuries:
            injure(state, caster, spell.injuries, NONE, PAID)
            check_every_hp(state)
            self.remember(state)
            if caster in state.koed:
                self.late = spell_effects(state, caster, spell)  # what its powers add stays [Ruling R45]
            if state.koed:
                state.stack.append(KoFrame())

    def remember(self, state: State) -> None:
        """Note the powers, bonuses and lent dice that the caster has now, or had as it left play [Ruling R45].

        What is gained or lost in Step 3 counts at once [KA 4.18.4.f] [KA 4.18.4.g].
        """
        if state.cell[self.caster] or self.step == PAY:
            self.mask = powers(state, self.caster)
            self.own_held = bonuses_on(state, self.caster)
            spell = state.library.spells[self.spell]
            self.lasting_dice = lent_dice(state, self.caster, spell, False) if state.lasting else 0

    def note_use(self, state: State, spell: Spell) -> None:
        """Count an Attack, and consume what lasts for one spell [Ruling R31]."""
        caster = self.caster
        if spell.kind == ATTACK:
            state.attacks_cast += 1
        if state.lasting:
            self.bonus = spell_damage_bonus(state, caster, spell)
            self.extra_dice = lent_dice(state, caster, spell, True)
            used = state.settings.steps.boost_spells
            state.lasting = [
                effect for effect in state.lasting if effect[C_UNIT] != caster or not used(effect, self.spell)
            ]

    # -------------------------------------------------------------------------------------------------- the targets

    def directions(self, state: State) -> list[int]:
        """The orientations to choose from [Ruling R64]; what paying the cost has changed forbids none [KA 7.1.2]."""
        ways = self.every_way(state)
        spell = state.library.spells[self.spell]
        if self.triggered:
            return ways
        cell, origin = self.cell, self.origin
        if spell.limit == PER_TURN_AND_TARGET and state.hits:
            ways = [way for way in ways if hit_again(state, self.caster, spell, cell, way, origin) == NONE]
        if state.statics[M_SPARED]:
            ways = [way for way in ways if spared_from(state, self.caster, spell, cell, way, origin) == NONE] or ways
        if state.statics[M_CLAIMS]:
            ways = [way for way in ways if missed_claim(state, self.caster, spell, cell, way, origin) == NONE] or ways
        return ways

    def every_way(self, state: State) -> list[int]:
        """The orientations that the area can have; of an Axe those in its direction, once that is settled."""
        spell = state.library.spells[self.spell]
        ways = orientations(spell.area, self.origin, self.cell, state.settings.either_orientation)
        return ways if not self.direction else [way for way in ways if AXE_WAYS[way][0] == self.direction]

    def led_to(self, state: State, ways: list[int]) -> dict[int, int]:
        """The directions that may be chosen now, each with what it leads to.

        That is the orientation; of an Axe first its direction, then the orientation with its side [KA-2.2 312.3].
        """
        if state.library.spells[self.spell].area != AXE:
            return {way: way for way in ways}
        ahead = {AXE_WAYS[way][0]: AXE_WAYS[way][0] for way in ways}
        return ahead if len(ahead) > 1 else {AXE_WAYS[way][1]: way for way in ways}

    def orient(self, state: State) -> bool:
        """Fix the orientation of an area of effect, asking when the target is on a diagonal [KA 4.16.3]."""
        if state.library.spells[self.spell].area not in ORIENTED:
            self.step = TARGET
            return False
        ways = self.directions(state)
        if len(ways) > 1:
            return True  # an Axe with two orientations has two directions or two sides
        self.direction = ways[0]
        self.step = TARGET
        return False

    def determine_targets(self, state: State) -> None:
        """Step 2: the designated cell, the cells of the area, and every unit on them [KA 7.2.3.a] [KA 7.2.3.b]."""
        spell = state.library.spells[self.spell]
        self.cells = target_cells(state, self.caster, spell, self.cell, self.direction, self.origin, self.most)
        targets: list[int] = []
        self.mains = 0
        if spell.pushes_cube and holds_cube(state, self.cell):
            self.cells = [self.cell]  # the cube alone is hit [KA-2.2 313.6a]
        else:
            for cell in self.cells:
                if state.occupant[cell] >= 0 or state.floor:
                    targets.extend(state.units_at(cell))
            self.mains = len(state.units_at(self.cell))
        self.targets = targets
        self.aligned = 1 if is_aligned(self.origin, self.cell) else 0
        if spell.ops or self.spell == PUNCH or state.lasting or state.statics[M_SPELL_EFFECTS]:
            self.invading = 1 if in_opponent_territory(state, self.seat, self.origin) else 0
        if not self.triggered:
            self.note_targets(state, targets)
        elif state.listeners[T_IS_TARGETED] and not state.cell[self.caster]:
            for unit in targets:  # by the Click or Explosion of a unit that has left [Ruling R118]
                fire(state, T_IS_TARGETED, unit, self.caster)
        if state.listeners[T_MARKED_IS_TARGETED]:
            fire_marked(state, targets)
        self.step = EFFECTS
        self.start_effects(state, spell)

    def note_targets(self, state: State, targets: list[int]) -> None:
        """Remember whom the spell targeted, for its limit and for powers that watch [KA 7.1.3.b] [Ruling R67]."""
        for unit in targets:
            state.hits.append(self.spell << 12 | unit)
        if not self.mains:
            state.hits.append(self.spell << 8 | self.cell | NO_HIT)
        fire_targets(state, self.caster, targets)

    # ------------------------------------------------------------------------------------------- additional effects

    def start_effects(self, state: State, spell: Spell) -> None:
        """Step 3: the additional effects in printed order, on the targets unless they say otherwise.

        [KA 7.2.4.a] [KA 7.2.4.c] [KA 7.2.4.e]
        """
        indices = punch_effects(state, self.caster) if self.spell == PUNCH else spell.ops
        if state.statics[M_SPELL_EFFECTS] or state.lasting or self.late:
            indices = [*indices, *(self.late or spell_effects(state, self.caster, spell))]
            self.late = []
        if not indices:
            return
        timing = state.library.timing
        if all(timing[index] == LATER for index in indices):
            self.late = list(indices)
            return
        frame = EffectsFrame(self.caster, self.seat, list(indices))
        frame.main = self.cell
        frame.cells = self.cells.copy()
        frame.targets = self.targets.copy()
        frame.spell = self.spell
        frame.aligned = self.aligned
        frame.invading = self.invading
        frame.most = self.most
        frame.mains = self.mains
        state.late = []
        state.stack.append(frame)

    def finish_effects(self, state: State) -> None:
        """The end of Step 3: KO's, and the effects that act in later steps [KA 7.2.4.d] [KA 4.18.3.a].

        Only now is the cast counted, because its effects may ask whether it is the first of the turn [KA 4.18.2.a].
        HP that ended with a power are looked at before any die is rolled [KA 4.10.2].
        """
        if not self.triggered:
            state.cast_turn |= 1 << self.spell
        if state.late:
            self.late = state.late
            state.late = []
        # A Special spell has no Steps 4 to 7 [KA 7.4.1] [KA 7.4.2].
        self.step = STANDBY if state.library.spells[self.spell].kind == SPECIAL else CRITICAL_ROLL
        check_every_hp(state)
        self.remember(state)
        if state.koed:
            state.stack.append(KoFrame())

    def scope(self, state: State) -> Scope:
        """The scope in which the effects of later steps are read."""
        origin = state.cell[self.caster] or state.last_cell[self.caster]
        scope = Scope(self.caster, self.seat, origin, self.cell, self.targets, self.mains, spell=self.spell)
        scope.criticals, scope.ap_left, scope.mp_left, scope.most = (
            self.criticals,
            self.ap_left,
            self.mp_left,
            self.most,
        )
        return scope

    # ----------------------------------------------------------------------------------------------------- the rolls

    def roll_critical(self, state: State) -> None:
        """Step 4: one Critical Hit roll for all targets [KA 7.2.5.a] [KA 7.2.5.c]."""
        spell = state.library.spells[self.spell]
        self.remember(state)
        mask = self.mask
        if state.statics[M_DUEL]:
            mask |= powers_against(state, self.caster, self.targets)
        dice = critical_dice(state.settings.params.dice, spell, mask, self.extra_dice + self.lasting_dice)
        if changes_dice(state):
            dice = number_of_dice(state, self.caster, dice, CRITICAL)
        self.step = CRITICAL_DONE
        if not dice:
            state.successes = 0
            return
        state.stack.append(RollFrame(CRITICAL, self.seat, self.caster, dice, E_CRITICAL_ROLL))

    def count_criticals(self, state: State) -> None:
        """Each die on Critical is a success, two with an effect that says so [KA 7.2.5.a]."""
        self.criticals = state.successes
        for index in due(state, self) if self.late else []:
            if isinstance(state.library.ops[index], ops.DoubleCriticals):
                self.criticals *= 2
        # The targets of a Healing spell do not roll for Armour [KA 7.3.2.a].
        self.step = ARMOUR_ROLL if state.library.spells[self.spell].kind == ATTACK else COMPUTE

    def is_struck(self, state: State, unit: int) -> bool:
        """Whether the spell still has the unit to strike: in play, with HP [KA 7.2.6.a] [Ruling R117]."""
        return bool(state.cell[unit]) and state.library.profiles[state.profile[unit]].has_hp

    def roll_armour(self, state: State) -> bool:
        """Step 5: each target with HP rolls for Armour, one die less if it is pierced [KA 7.2.6.a] [KA 7.2.6.c].

        Says whether one of them rolls now; when none is left Step 6 begins.
        The number of dice is never below 0, and no die is no success [Ruling R87]; whatever checks it sees the number
        after what always changes it [KA 4.18.10].
        """
        while len(self.armours) < len(self.targets):
            unit = self.targets[len(self.armours)]
            dice = 0
            if self.is_struck(state, unit):
                dice = self.armour_dice(state, unit)
            if dice > 0:
                self.step = ARMOUR_DONE
                state.stack.append(RollFrame(ARMOUR, state.owner[unit], unit, dice, E_ARMOUR_ROLL))
                return True
            self.armours.append(0)
        self.step = COMPUTE
        return False

    def armour_dice(self, state: State, unit: int) -> int:
        """How many dice a target rolls for Armour, with all that changes their number."""
        mask = powers(state, unit)
        if state.statics[M_DUEL]:
            mask |= powers_against(state, unit, (self.caster,))
        dice = armour_dice(state.settings.params.dice, state.library.spells[self.spell], mask)
        if dice and self.late:
            dice -= pierced(state, self, unit)
        return number_of_dice(state, unit, dice, ARMOUR) if changes_dice(state) else dice

    # ------------------------------------------------------------------------------------------ damage and injuries

    def place_injuries(self, state: State) -> None:
        """Steps 6 and 7: compute the damage of every target, then place the injuries [KA 7.2.7.a] [KA 7.2.8.a].

        Targets may take different amounts [KA 7.2.7.e]; no damage is no injury [KA 7.2.8.b]; KO's come at the end of
        the step [KA 7.2.8.c]. A Healing spell removes injuries instead [KA 7.3.1] [KA 7.3.2.c]. Attack spells of a
        unit with Freezing place frozen injuries [KA-2.2 307.20a] [Ruling R111].
        """
        spell = state.library.spells[self.spell]
        self.step = STANDBY
        if spell.kind == HEAL:
            heal_targets(state, self, spell)
            return
        struck = [place for place, unit in enumerate(self.targets) if self.is_struck(state, unit)]
        totals = [damage_to(state, self, spell, self.targets[place], self.armours[place]) for place in struck]
        sums = [0] * len(struck)
        if state.log is not None:  # told only when somebody listens
            sums = [packed(damage_terms(state, self, spell, self.targets[one], self.armours[one])) for one in struck]
        steals = bool(self.late) and any(holds_steal_health(state, index) for index in self.late)
        if steals:
            state.standby.append((S_STEAL_HEALTH, self.caster, 0, NONE))
        mark = len(state.standby) - 1
        freezing = self.mask & P_FREEZING
        placed = [0] * len(self.targets)
        for place, total, terms in zip(struck, totals, sums, strict=True):
            unit = self.targets[place]
            if state.log is not None:
                state.log.append((E_DAMAGE, unit, total, spell.element, terms))
            is_frozen = bool(freezing) and state.settings.steps.frost(state, freezing, unit)
            placed[place] = injure(state, unit, total, self.caster, INFLICTED, is_frozen)
        if steals:
            if any(placed):
                self.placed = placed
                state.standby[mark] = (S_STEAL_HEALTH, self.caster, sum(placed), steal_condition(state, self.late))
            else:
                state.standby.pop(mark)
        if self.late or self.bets:
            await_effects(state, self, [self.targets[place] for place in struck], totals)
        if state.settings.breaks_scenery:
            for cell in self.cells:
                if may_break(state, self.caster, spell, cell):
                    strike_scenery(state, self, spell, cell)
        if state.koed:
            state.stack.append(KoFrame())

    # ------------------------------------------------------------------------------------------------------- waiting

    def waiting(self, state: State) -> Decision:
        return Decision("direction", self.seat, self, state)

    def answer(self, state: State, answer: int) -> None:
        led = self.led_to(state, self.directions(state))
        self.direction = led[DIRECTIONS[answers.first_of(answer)]]
        if self.direction in AXE_WAYS or state.library.spells[self.spell].area != AXE:
            self.step = TARGET

    def options(self, state: State) -> list[int]:
        led = self.led_to(state, self.directions(state))
        return [answers.pack(answers.CHOOSE_WORD, DIRECTIONS.index(way)) for way in led]

    def conditions(self, state: State, answer: int) -> list[Condition]:
        spell, cell, origin = state.library.spells[self.spell], self.cell, self.origin
        led = self.led_to(state, self.every_way(state))
        way = next((led[way] for way in led if answers.pack(answers.CHOOSE_WORD, DIRECTIONS.index(way)) == answer), 0)
        spared = spared_from(state, self.caster, spell, cell, way, origin) if way and not self.triggered else NONE
        return orientation_conditions(state, answer in self.options(state), spared)
