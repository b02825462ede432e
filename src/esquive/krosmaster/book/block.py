"""Chapter 4.14: Block, Lock and Dodge."""

from typing import Final

from esquive.core.columns import fields
from esquive.core.frames import Frame
from esquive.core.waiting import Condition, Decision
from esquive.krosmaster.book.dice import DODGE, LOCK, RollFrame
from esquive.krosmaster.book.markers import spend
from esquive.krosmaster.book.movement import WALKED, is_free, shift
from esquive.krosmaster.book.powers.rolls import changes_dice, number_of_dice, powers_against
from esquive.krosmaster.book.powers.values import is_fighter, powers, slips
from esquive.krosmaster.book.standby import StandbyFrame, has_business
from esquive.krosmaster.book.triggers import fire
from esquive.krosmaster.cards.library import KROSMASTER, P_DODGE, P_ITTY_BITTY, P_LOCK
from esquive.krosmaster.cards.ops.continuous import M_DUEL
from esquive.krosmaster.cards.trigger_names import T_OWN_LOCK_ROLL
from esquive.krosmaster.releases.procedures import procedure
from esquive.krosmaster.table import answers
from esquive.krosmaster.table.board import DIRECTIONS
from esquive.krosmaster.table.events import E_CAUGHT, E_DODGE_ROLL, E_ESCAPED, E_HELD, E_LOCK_ROLL, E_LOCKED
from esquive.krosmaster.table.state import AP, MP, NONE, State

CHOOSE, LOCK_ROLLED, DODGE_ROLL, DODGE_ROLLED, MOVE = 0, 1, 2, 3, 4

# When a procedure of losses or of payment is called, but for the three outcomes of a pair of rolls.
BEFORE: Final = -2
AFTER: Final = -1


def lockers_of(state: State, unit: int) -> list[int]:
    """The enemy characters adjacent to a unit that try to lock it as it leaves [KA 4.14.1] [Ruling R53].

    Itty-Bitty works both ways: such a character neither locks nor is locked [KA 4.14.7] [KA 4.9.13.a]. Bombs, Turrets,
    Traps and Tombstones are no characters and never lock [KA 4.19.6.a] [KA 4.19.7.a] [KA 4.19.8.a].
    """
    found: list[int] = []
    cell = state.cell[unit]
    side = state.settings.side_of[state.owner[unit]]
    for direction in DIRECTIONS:
        other = state.occupant[cell + direction]
        if other >= 0 and state.settings.side_of[state.owner[other]] != side and is_fighter(state, other):
            if not powers(state, other) & P_ITTY_BITTY and other not in state.koed:
                found.append(other)
    if found and (powers(state, unit) & P_ITTY_BITTY or (state.lasting and slips(state, unit))):
        return []
    return found


def lock_dice(state: State, locker: int, mover: int) -> int:
    """The dice an enemy rolls for Lock against a mover [KA 4.14.5] [KA 4.9.5.a]."""
    numbers = state.settings.params.dice
    return _dice_against(state, locker, mover, numbers.lock, P_LOCK, LOCK)


def dodge_dice(state: State, unit: int, locker: int) -> int:
    """The dice a mover rolls for Dodge against a locker [KA 4.14.6] [KA 4.9.6.a]."""
    numbers = state.settings.params.dice
    return _dice_against(state, unit, locker, numbers.dodge, P_DODGE, DODGE)


def _dice_against(state: State, unit: int, other: int, dice: int, power: int, sought: int) -> int:
    """The dice of a roll with what one power adds, and what cards change of it."""
    mask = powers(state, unit)
    if state.statics[M_DUEL]:
        mask |= powers_against(state, unit, (other,))
    if mask & power:
        dice += state.settings.params.dice.per_power
    return number_of_dice(state, unit, dice, sought) if changes_dice(state) else dice


def roll_for(state: State, sought: int, unit: int, dice: int, event: int) -> None:
    """A unit rolls its dice; without any there is no success [Ruling R87]."""
    state.successes = 0
    if dice:
        state.stack.append(RollFrame(sought, state.owner[unit], unit, dice, event))


@fields
class BlockFrame(Frame[State]):
    """The Block procedure: each adjacent enemy character rolls to lock, the mover to dodge [KA 4.14.2].

    Step 1 names the cell and asks for the MP, nobody moves yet [KA 4.14.2.a]; Step 5 repeats the rolls for each enemy
    that is adjacent then and has not rolled, one that came only during the Block included [KA 4.14.2.e].

    Losses are applied after each pair of rolls and the player cannot stop in between [Ruling R54]. Nothing is spent
    for the move itself before Step 6 [KA 4.14.2.f] [Ruling R51]. Release 2.2 does both the other way round.

    `rolled` are the lockers that have rolled; a number below 0 among them says that a Lock was left over (see `hold`).
    """

    NAME = "block"
    STEPS = ("choose-locker", "lock", "dodge-roll", "dodge", "move")

    unit: int
    to: int
    origin: int
    left: list[int]
    rolled: list[int] = []
    locker: int = NONE
    locks: int = 0

    def run(self, state: State) -> bool:
        if has_business(state):
            state.stack.append(StandbyFrame())
            return False
        if state.cell[self.unit] != self.origin:
            # The mover was KO'd or displaced: no move any more, but a Lock left over still counts [Ruling R55].
            state.stack.pop()
            state.settings.steps.lock_loss(state, self, AFTER)
            return False
        if self.step == CHOOSE:
            self.left = [locker for locker in lockers_of(state, self.unit) if locker not in self.rolled]
            if not self.left:
                self.step = MOVE
            elif len(self.left) == 1:
                self.roll_lock(state, self.left[0])
                return False
            else:
                return True
        if self.step == LOCK_ROLLED:
            self.locks = state.successes
            if state.listeners[T_OWN_LOCK_ROLL]:
                fire(state, T_OWN_LOCK_ROLL, self.locker, self.unit)
            self.step = DODGE_ROLL
            return False
        if self.step == DODGE_ROLL:
            self.step = DODGE_ROLLED
            # Step 3: the mover rolls for Dodge [KA 4.14.2.c] [KA 4.14.6] [KA 4.9.6.a].
            dice = dodge_dice(state, self.unit, self.locker)
            roll_for(state, DODGE, self.unit, dice, E_DODGE_ROLL)
            return False
        if self.step == DODGE_ROLLED:
            self.compare(state, state.successes)
            self.step = CHOOSE
            return False
        return self.move(state)

    def roll_lock(self, state: State, locker: int) -> None:
        """Step 2: one adjacent enemy character rolls for Lock [KA 4.14.2.b] [KA 4.14.5] [KA 4.9.5.a]."""
        self.locker = locker
        self.rolled.append(locker)
        self.step = LOCK_ROLLED
        roll_for(state, LOCK, locker, lock_dice(state, locker, self.unit), E_LOCK_ROLL)

    def compare(self, state: State, dodges: int) -> None:
        """Step 4: whether the mover is Locked, Caught or escapes, and what that costs it [KA 4.14.2.d] [KA 4.14.3]."""
        steps = state.settings.steps
        event = steps.lock_tie(self.locks, dodges)
        if event == E_LOCKED and state.library.profiles[state.profile[self.locker]].piece != KROSMASTER:
            event = steps.lock_by_summon(state, self.locker)
        if state.log is not None:
            state.log.append((event, self.unit, self.locker))
        steps.lock_loss(state, self, event)
        steps.move_payment(state, self, event)

    def hold(self) -> None:
        """Remember that the last Lock was left over: losses and payments of release 2.2 ask for it after all rolls."""
        if ~self.locker not in self.rolled:
            self.rolled.append(~self.locker)

    def is_held(self) -> bool:
        """Whether some Lock was left over, as far as a procedure has remembered it."""
        return any(entry < 0 for entry in self.rolled)

    def move(self, state: State) -> bool:
        """Step 6: the character moves to the cell named, if it still can [KA 4.14.2.f] [KA 4.14.4]."""
        state.stack.pop()
        steps = state.settings.steps
        steps.lock_loss(state, self, AFTER)
        if is_free(state, self.to) and steps.move_payment(state, self, AFTER):
            shift(state, self.unit, self.to, WALKED)
        elif state.log is not None:
            state.log.append((E_HELD, self.unit))
        return False

    def waiting(self, state: State) -> Decision:
        return Decision("locker", state.active_seat, self, state)

    def answer(self, state: State, answer: int) -> None:
        self.roll_lock(state, answers.first_of(answer))

    def options(self, state: State) -> list[int]:
        return [answers.pack(answers.LOCKER, unit) for unit in self.left]

    def conditions(self, state: State, answer: int) -> list[Condition]:
        is_locker = answers.verb_of(answer) == answers.LOCKER and answers.is_exact(answer)
        wanted = answers.first_of(answer) if is_locker else NONE
        return [
            Condition(
                "not-an-option",
                ("4.14.2.b",),
                wanted in self.left,
                {"units": [state.names[unit] for unit in self.left]},
            )
        ]


# ----------------------------------------------------------------------------------------- where the releases differ


@procedure("lock_tie", "caught")
def compare_with_ties(locks: int, dodges: int) -> int:
    """More Lock successes are Locked, as many are Caught, 0 to 0 too [KA 4.14.2.d] [Ruling R50]."""
    return E_LOCKED if locks > dodges else E_CAUGHT if locks == dodges else E_ESCAPED


@procedure("lock_tie", "escape")
def compare_without_ties(locks: int, dodges: int) -> int:
    """Each Dodge cancels a Lock of the roll before it; only a Lock left over holds [KA-2.2 310.2c] [KA-2.2 310.2e]."""
    return E_LOCKED if locks > dodges else E_ESCAPED


@procedure("lock_by_summon", "caught")
def summon_catches(state: State, locker: int) -> int:
    """The Lock of a summon only catches [KA 4.14.3]."""
    return E_CAUGHT


@procedure("lock_by_summon", "locked")
def summon_locks(state: State, locker: int) -> int:
    """Any adjacent opposing character locks alike [KA-2.2 310.1] [KA-2.2 310.2e]."""
    return E_LOCKED


@procedure("lock_loss", "fixed")
def lose_fixed(state: State, block: BlockFrame, event: int) -> None:
    """Locked loses more MP and AP than Caught, after each pair of rolls [KA 4.14.2.d] [Ruling R54]."""
    losses = state.settings.params.block
    if event == E_LOCKED:
        spend(state, block.unit, MP, losses.locked_mp)
        spend(state, block.unit, AP, losses.locked_ap)
    elif event == E_CAUGHT:
        spend(state, block.unit, MP, losses.caught_mp)
        spend(state, block.unit, AP, losses.caught_ap)


@procedure("lock_loss", "all")
def lose_all(state: State, block: BlockFrame, event: int) -> None:
    """Locked loses all AP and MP, once, when all have rolled [KA-2.2 310.2e] [KA-2.2 310.2d].

    Release 2.2 has no Caught; a release that has both loses the fixed numbers for it.
    """
    if event == E_LOCKED:
        block.hold()
    elif event == AFTER and block.is_held():
        spend(state, block.unit, MP, state.mp[block.unit])
        spend(state, block.unit, AP, state.ap[block.unit])
    elif event == E_CAUGHT:
        lose_fixed(state, block, event)


@procedure("move_payment", "after-block")
def pay_after_block(state: State, block: BlockFrame, event: int) -> bool:
    """With the MP left after the rolls the move is paid and happens, else nothing is [KA 4.14.2.f] [Ruling R51]."""
    if event != AFTER:
        return True
    if state.mp[block.unit] < state.settings.move_mp:
        return False
    spend(state, block.unit, MP, state.settings.move_mp)
    return True


@procedure("move_payment", "before-block")
def pay_before_block(state: State, block: BlockFrame, event: int) -> bool:
    """The MP leaves the gauge as the cell is named; the move happens unless a Lock was left over.

    [KA-2.2 310.2a] [KA-2.2 310.2f]
    """
    if event == BEFORE:
        spend(state, block.unit, MP, state.settings.move_mp)
    elif event == E_LOCKED:
        block.hold()
    return not block.is_held()
