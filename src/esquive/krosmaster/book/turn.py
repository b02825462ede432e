"""Chapter 5: a player's turn: Tension, Inspiration, Refund, the turns of the units, the end [KA 5.1.3]."""

from itertools import permutations
from typing import Final

from esquive.core.columns import fields
from esquive.core.frames import Frame
from esquive.core.waiting import Condition, Decision, Roll
from esquive.krosmaster.book.dice import DICE, FACE_NAMES, faces_conditions, faces_of, turned_faces
from esquive.krosmaster.book.multiplayer import DOUBLE, SeatFrame
from esquive.krosmaster.book.rewards import RevealPileFrame
from esquive.krosmaster.book.scenery import heal_scenery
from esquive.krosmaster.book.standby import StandbyFrame
from esquive.krosmaster.book.timeline import settle_timelines
from esquive.krosmaster.book.triggers import fire
from esquive.krosmaster.book.unit_turn import UnitTurnFrame, end_player_turn, has_turn
from esquive.krosmaster.book.victory import has_krosmaster, lose_gg
from esquive.krosmaster.cards.ops.continuous import M_INITIATIVE
from esquive.krosmaster.cards.trigger_names import T_END_OF_TEAM_TURN
from esquive.krosmaster.table import answers
from esquive.krosmaster.table.events import (
    E_DOUBLE,
    E_FACES,
    E_INSPIRATION_ENDS,
    E_INSPIRED,
    E_REFUND,
    E_REROLL,
    E_TENSION,
    E_TURN,
)
from esquive.krosmaster.table.state import END, INSPIRATION, NONE, REFUND, TENSION, State

KEEP_OR_REROLL: Final = 1
TURN_FACES: Final = 2
ROLL: Final = 0
REROLL: Final = 3


@fields
class TensionFrame(Frame[State]):
    """Roll the dice, keep them or roll fewer instead, turn wild faces, check for a double.

    [KA 5.2.1] [KA 5.2.2] [Ruling R36]

    Leaves the Inspiration dice in `state.rolled` (faces as digits) and their number in `state.tension_dice`.
    """

    NAME = "tension"
    STEPS = ("roll", "keep", "faces", "reroll")
    LIMITS = {"count": (0, 4)}

    count: int
    outcome: int = 0

    def run(self, state: State) -> bool:
        if self.step != TURN_FACES:
            return True
        ways = turned_faces(self.outcome, self.count)
        if len(ways) > 1:
            return True
        self.settle(state, ways[0])
        return False

    def settle(self, state: State, turned: int) -> None:
        """The faces stand: a double without a reroll costs each player one GG [KA 5.2.3] [Ruling R13] [Ruling R15]."""
        state.rolled = turned
        state.tension_dice = self.count
        state.stack.pop()
        faces = faces_of(turned, self.count)
        if self.count == state.settings.params.dice.tension and len(set(faces)) < len(faces):
            if state.log is not None:
                state.log.append((E_DOUBLE, state.active_seat, max(faces, key=faces.count)))
            lost: int = state.settings.params.gg.lost_to_a_double
            if state.settings.has_four_players:
                state.stack.append(SeatFrame(DOUBLE, state.active_seat, lost))
                return
            before = list(state.gg)
            for seat in range(state.settings.seats):
                lose_gg(state, seat, lost)
            state.settings.steps.contradiction(state, before)

    def waiting(self, state: State) -> Roll | Decision:
        if self.step in (ROLL, REROLL):
            return Roll("tension", state.active_seat, 6**self.count, self.count)
        kind = "tension" if self.step == KEEP_OR_REROLL else "faces"
        return Decision(kind, state.active_seat, self, state)

    def answer(self, state: State, answer: int) -> None:
        if self.step in (ROLL, REROLL):
            self.outcome = answer
            if state.log is not None:
                event = E_TENSION if self.step == ROLL else E_REROLL
                state.log.append((event, state.active_seat, answer + DICE * self.count))
            may_reroll = self.step == ROLL and state.settings.params.dice.tension_reroll > 0
            self.step = KEEP_OR_REROLL if may_reroll else TURN_FACES
        elif self.step == KEEP_OR_REROLL:
            if answers.verb_of(answer) == answers.REROLL:
                self.count = state.settings.params.dice.tension_reroll
                self.step = REROLL
            else:
                self.step = TURN_FACES
        else:
            turned = answer >> answers.VERB_BITS
            if state.log is not None:
                state.log.append((E_FACES, state.active_seat, NONE, turned + DICE * self.count))
            self.settle(state, turned)

    def options(self, state: State) -> list[int]:
        if self.step == KEEP_OR_REROLL:
            return [answers.KEEP, answers.REROLL]
        return [answers.FACES + 64 * way for way in turned_faces(self.outcome, self.count)]

    def conditions(self, state: State, answer: int) -> list[Condition]:
        if self.step == KEEP_OR_REROLL:
            legal = answer in (answers.KEEP, answers.REROLL)
            return [Condition("wrong-verb", ("5.2.2",), legal, {})]
        return faces_conditions(answer, self.outcome, self.count)


@fields
class InspirationFrame(Frame[State]):
    """Place Inspiration dice on own Krosmasters, sell the rest [KA 5.3.1] [KA 5.3.2] [KA 5.4.1] [KA 5.4.2].

    A die gives the power of its face: Critical Hit, Armour, Dodge or Lock [KA 5.3.1.a] [KA 5.3.1.b] [KA 5.3.1.c]
    [KA 5.3.1.d].
    """

    NAME = "inspiration"

    dice: list[int]

    def run(self, state: State) -> bool:
        state.phase = INSPIRATION
        if self.dice:
            return True
        state.phase = REFUND
        state.stack.pop()
        return False

    def waiting(self, state: State) -> Decision:
        return Decision("inspiration", state.active_seat, self, state)

    def answer(self, state: State, answer: int) -> None:
        if answers.verb_of(answer) == answers.INSPIRE:
            unit, face = answers.first_of(answer), answers.second_of(answer)
            self.dice.remove(face)
            state.inspired[unit] |= 1 << face
            if state.log is not None:
                state.log.append((E_INSPIRED, state.active_seat, unit, face))
            return
        kamas = state.settings.params.kamas
        refund: int = (0, kamas.refund_one_die, kamas.refund_two_dice)[min(len(self.dice), 2)]
        state.kamas[state.active_seat] += refund
        if state.log is not None:
            state.log.append((E_REFUND, state.active_seat, refund))
        self.dice.clear()

    def krosmasters(self, state: State) -> list[int]:
        """The active player's Krosmasters in play, in Timeline order [Ruling R38]."""
        return [unit for unit in state.timeline[state.active_seat] if state.cell[unit]]

    def options(self, state: State) -> list[int]:
        faces = sorted(set(self.dice))
        found = [answers.pack(answers.INSPIRE, unit, face) for unit in self.krosmasters(state) for face in faces]
        found.append(answers.DONE)
        return found

    def conditions(self, state: State, answer: int) -> list[Condition]:
        verb = answers.verb_of(answer)
        if answer == answers.DONE:
            return [Condition("not-an-option", ("5.3.2",), True, {})]
        is_inspire = verb == answers.INSPIRE
        unit, face = answers.first_of(answer), answers.second_of(answer)
        return [
            Condition("wrong-verb", ("5.3.2",), is_inspire, {}),
            Condition(
                "not-a-krosmaster",
                ("5.3.1",),
                not is_inspire or unit in self.krosmasters(state),
                {},
            ),
            Condition(
                "no-such-die",
                ("5.3.1",),
                not is_inspire or face in self.dice,
                {"dice": [FACE_NAMES[die] for die in self.dice]},
            ),
        ]


START: Final = 0
REVEALS: Final = 1
ROLL_TENSION: Final = 2
INSPIRE: Final = 3
UNITS: Final = 4
LAST_REVEALS: Final = 5
OVER: Final = 6


@fields
class PlayerTurnFrame(Frame[State]):
    """A player's game turn, and after it the next player's, until somebody wins [KA 5.1.1] [KA 5.6.1]."""

    NAME = "player-turn"
    STEPS = ("start", "reveals", "tension", "inspiration", "units", "last-reveals", "over")

    place: int = 0

    def run(self, state: State) -> bool:
        step = self.step
        if step == START:
            self.start(state)
        elif step == REVEALS:
            self.step = ROLL_TENSION
            self.start_reveals(state)
        elif step == ROLL_TENSION:
            self.step = INSPIRE
            state.phase = TENSION
            if state.turn > 1:  # the first player does not roll on the first turn of the game [KA 5.2.4]
                state.stack.append(TensionFrame(state.settings.params.dice.tension))
        elif step == INSPIRE:
            self.step = UNITS
            if state.tension_dice > 0:
                state.stack.append(InspirationFrame(faces_of(state.rolled, state.tension_dice)))
                state.tension_dice = 0
        elif step == UNITS:
            return self.next_unit(state)
        elif step == LAST_REVEALS:
            self.step = OVER
            state.phase = END
            end_player_turn(state)
            if state.turn == 2 and state.settings.options["second_reveal"] == "end-of-turn":
                reveal_piles(state, 1)
        else:
            self.pass_on(state)
        return False

    def start(self, state: State) -> None:
        """The turn begins: Inspiration dice of the last one leave [KA 5.1.2] [KA 5.3.3] [Ruling R38]."""
        self.step = REVEALS
        self.place = 0
        state.turn += 1
        state.gg_bought = 0
        state.once_turn.clear()
        state.acted.clear()
        if state.log is not None:
            state.log.append((E_TURN, state.active_seat, state.turn))
        for unit in state.timeline[state.active_seat]:
            if state.inspired[unit]:
                state.inspired[unit] = 0
                if state.log is not None:
                    state.log.append((E_INSPIRATION_ENDS, unit))

    def start_reveals(self, state: State) -> None:
        """A reward of each rank is turned up as the second player's first turn starts [KA 4.7.4] [Ruling R23]."""
        if state.turn == 2:
            reveal_piles(state, 0)
        elif state.turn == 3 and state.settings.options["second_reveal"] == "next-turn":
            reveal_piles(state, 1)

    def next_unit(self, state: State) -> bool:
        """The next unit in play: Krosmasters in Timeline order, each followed by its summons.

        [KA 5.5.1] [Ruling R39]
        """
        if (state.statics[M_INITIATIVE] or state.initiative_changes) and settle_timelines(state):
            return False
        followers = self.followers(state)
        if len(followers) > 1:
            return True
        if followers:
            state.stack.append(UnitTurnFrame(followers[0]))
            return False
        for place, unit in enumerate(state.timeline[state.active_seat]):
            if state.cell[unit] and unit not in state.acted:
                self.place = place + 1
                state.stack.append(UnitTurnFrame(unit))
                return False
        self.step = LAST_REVEALS
        self.end_effects(state)
        return False

    def end_effects(self, state: State) -> None:
        """Powers of the end of the team's turn, once all its units have played.

        [KA 5.5.1] [KA 4.18.3.b] [Ruling R130]
        """
        own = {unit for unit, _ in state.listeners[T_END_OF_TEAM_TURN] if state.owner[unit] == state.active_seat}
        for unit in sorted(own):
            fire(state, T_END_OF_TEAM_TURN, unit)
        if state.standby:
            state.stack.append(StandbyFrame())

    def followers(self, state: State) -> list[int]:
        """The summons that play next: of the last unit that acted, else of its summoner, up the line [KA 4.19.1.g]."""
        parent = state.acted[-1] if state.acted else NONE
        while parent != NONE:
            if parent in state.summoner:  # most units never summon: one look instead of one at every unit
                found = [
                    unit
                    for unit in range(len(state.cell))
                    if state.summoner[unit] == parent
                    and state.cell[unit]
                    and unit not in state.acted
                    and has_turn(state, unit)
                ]
                if found:
                    return found
            parent = state.summoner[parent]
        return []

    def pass_on(self, state: State) -> None:
        """The next player becomes active; one without Krosmasters takes no more turns [KA 5.6.1] [Ruling R104]."""
        heal_scenery(state)
        state.active_seat = (state.active_seat + 1) % state.settings.seats
        if state.settings.has_four_players:
            while not has_krosmaster(state, state.active_seat):
                state.active_seat = (state.active_seat + 1) % state.settings.seats
        self.step = START

    def waiting(self, state: State) -> Decision:
        return Decision("next-summon", state.active_seat, self, state)

    def answer(self, state: State, answer: int) -> None:
        state.stack.append(UnitTurnFrame(answers.first_of(answer)))

    def options(self, state: State) -> list[int]:
        return [answers.pack(answers.CHOOSE_UNIT, unit) for unit in self.followers(state)]

    def conditions(self, state: State, answer: int) -> list[Condition]:
        return [
            Condition(
                "not-an-option",
                ("4.19.1.g",),
                answer in self.options(state),
                {"units": [state.names[unit] for unit in self.followers(state)]},
            )
        ]


def reveal_piles(state: State, number: int) -> None:
    """A reward of each rank is turned up: on its first pile (0), then on one still closed (1).

    [KA 4.7.4] [Ruling R23]
    """
    piles = state.settings.piles_per_rank
    if number < piles:
        for rank in range(len(state.settings.rank_names) - 1, -1, -1):
            state.stack.append(RevealPileFrame(rank * piles + number))


def orders_of(units: list[int]) -> list[list[int]]:
    """Every order of a few units, in a fixed order."""
    return [list(order) for order in permutations(units)]
