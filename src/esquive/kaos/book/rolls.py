"""How actions work: pools of dice, sixes, destiny points, one side or two [Kaos K14.1] [Kaos K15.1] [Kaos K36.4].

A pool is rolled in one go. A die showing 4 or more is a success; a 6 lets that die, and only that die, be rolled once
more. Then each side may spend destiny points, one after another, until both let it be [Kaos K36.3]. What a contest
came to is left in `state.successes_a` and `state.successes_b`; who wins is for the procedure that asked for it.
"""

from typing import Final

from esquive.core.columns import fields
from esquive.core.frames import Frame
from esquive.core.waiting import Condition, Decision, Rng, Roll
from esquive.kaos.book.modifiers import after_roll, needed_of, rolls_failures_again
from esquive.kaos.book.terms import Term, packed
from esquive.kaos.cards.op_codes import ROLL_NAMES
from esquive.kaos.table import answers
from esquive.kaos.table.events import (
    E_DESTINY_ROLLED,
    E_DESTINY_SPENT,
    E_POOL,
    E_ROLLED,
    E_ROLLED_AGAIN,
    E_SUCCESSES,
)
from esquive.kaos.table.state import NONE, State

# What a pool is rolled for.
DEPLOYMENT: Final = 0
INITIATIVE: Final = 1
SCENERY: Final = 2
ATTACK: Final = 3
RIPOSTE: Final = 4
DODGE: Final = 5
SHIELD: Final = 6
SPELL: Final = 7
WILL: Final = 8
LIFE_GAUGE: Final = 9
SKILL: Final = 10
FALL: Final = 11
SEARCH: Final = 12
DRAW_OBJECT: Final = 13
DRAW_EVENT: Final = 14

SIDES: Final = 6
NEEDED: Final = 4  # "4+" [Kaos K14.4]
AGAIN: Final = 6  # [Kaos K15.1]

START: Final = 0
ROLL: Final = 1
ROLL_AGAIN: Final = 2
ROLL_BY_CARD: Final = 3
ASK_DESTINY: Final = 4
ROLL_DESTINY: Final = 5
_EVENT_OF_STEP: Final = {
    ROLL: E_ROLLED,
    ROLL_AGAIN: E_ROLLED_AGAIN,
    ROLL_BY_CARD: E_ROLLED_AGAIN,
    ROLL_DESTINY: E_DESTINY_ROLLED,
}
DESTINY_ANSWER: Final = answers.pack(answers.DESTINY, [])
PASS_ANSWER: Final = answers.pack(answers.PASS, [])


def faces_of(outcome: int, count: int) -> list[int]:
    """The faces of a roll, 1 to 6, first die first."""
    faces: list[int] = []
    for _ in range(count):
        outcome, face = divmod(outcome, SIDES)
        faces.append(face + 1)
    return faces


def outcome_of(faces: list[int]) -> int:
    """The outcome whose faces these are."""
    outcome = 0
    for face in reversed(faces):
        outcome = outcome * SIDES + face - 1
    return outcome


def dice_number(faces: list[int]) -> int:
    """Dice as one integer for the log: a leading 1 in base 7, then the faces."""
    number = 1
    for face in faces:
        number = number * 7 + face
    return number


def dice_of_number(number: int) -> list[int]:
    """The dice that `dice_number` wrote."""
    faces: list[int] = []
    while number > 1:
        number, face = divmod(number, 7)
        faces.append(face)
    return faces[::-1]


def made_of(state: State, ours: list[Term], theirs: list[Term] | None = None) -> None:
    """Says what the dice of the contest about to begin are made of, for its log [Kaos K16.4]."""
    state.made = (packed(ours), packed(theirs) if theirs else 0)


@fields
class ContestFrame(Frame[State]):
    """One pool of dice, or two against each other, rolled and improved [Kaos K14.3] [Kaos K17.2].

    Side 0 is the attacker's, or whoever acts; side 1 the one that opposes, if any (`seat_b` is NONE otherwise).
    `shown` holds the face every die shows now, side 0's dice first; `won` the successes each die has had already.
    A die that shows a failure may still be improved by destiny, whatever it had won before [Ruling R239].
    """

    NAME = "contest"
    STEPS = ("start", "roll", "again", "card roll", "destiny", "destiny roll")

    kind_a: int
    seat_a: int
    figure_a: int
    dice_a: int
    kind_b: int = NONE
    seat_b: int = NONE
    figure_b: int = NONE
    dice_b: int = 0
    needed_a: int = NEEDED
    needed_b: int = NEEDED
    side: int = 0
    passes: int = 0
    shown: list[int] = []
    won: list[int] = []

    # ------------------------------------------------------------------------------------------------- the two sides

    @property
    def sides(self) -> int:
        """How many sides roll: one or two."""
        return 1 if self.seat_b == NONE else 2

    def seat_of(self, side: int) -> int:
        """Who rolls for a side."""
        return self.seat_a if side == 0 else self.seat_b

    def figure_of(self, side: int) -> int:
        """The figure a side rolls for, or NONE."""
        return self.figure_a if side == 0 else self.figure_b

    def kind_of(self, side: int) -> int:
        """What a side rolls for."""
        return self.kind_a if side == 0 else self.kind_b

    def roller(self, side: int) -> tuple[int, int, int]:
        """The figure a side rolls for, or NONE, who rolls, and for what: as events tell it."""
        if side == 0:
            return self.figure_a, self.seat_a, self.kind_a
        return self.figure_b, self.seat_b, self.kind_b

    def needed_of(self, side: int) -> int:
        """What a die of a side must show: 4, unless a card says otherwise [Kaos K14.4] [Kaos K17.8]."""
        return self.needed_a if side == 0 else self.needed_b

    def dice_span(self, side: int) -> range:
        """The places of a side's dice in `shown` and `won`."""
        return range(self.dice_a) if side == 0 else range(self.dice_a, self.dice_a + self.dice_b)

    def faces(self, side: int) -> list[int]:
        """What a side's dice show."""
        return self.shown[: self.dice_a] if side == 0 else self.shown[self.dice_a :]

    def has_failure(self, side: int) -> bool:
        """Whether any die of a side shows a failure."""
        needed = self.needed_a if side == 0 else self.needed_b
        return min(self.faces(side), default=needed) < needed

    def failures(self, side: int) -> list[int]:
        """The places of a side's dice that show a failure, which a destiny point rolls again [Kaos K36.4]."""
        needed = self.needed_of(side)
        return [place for place in self.dice_span(side) if self.shown[place] < needed]

    def sixes(self) -> list[int]:
        """The places of the present side's dice that roll again after the first roll [Kaos K15.1]."""
        return [place for place in self.dice_span(self.side) if self.shown[place] == AGAIN]

    def successes(self, side: int) -> int:
        """What a side has so far: what its dice won before, and what they show [Kaos K14.5] [Kaos K15.2]."""
        won = self.won[: self.dice_a] if side == 0 else self.won[self.dice_a :]
        needed = self.needed_a if side == 0 else self.needed_b
        return sum(won) + sum([face >= needed for face in self.faces(side)])

    # --------------------------------------------------------------------------------------------------------- running

    def sample(self, state: State, rng: Rng) -> int:
        return (DESTINY_ANSWER, PASS_ANSWER)[int(rng.random() * 2)]

    def run(self, state: State) -> bool:
        if self.step == START:
            self.dice_a, self.dice_b = max(self.dice_a, 0), max(self.dice_b, 0)  # a pool stops at none [Kaos K16.2]
            self.shown = [0] * (self.dice_a + self.dice_b)
            self.won = [0] * (self.dice_a + self.dice_b)
            if self.figure_a != NONE:
                self.needed_a = needed_of(state, self.figure_a, self.kind_a)
            if self.figure_b != NONE:
                self.needed_b = needed_of(state, self.figure_b, self.kind_b)
            self.begin_side(state, 0)
        while True:
            if self.step == ROLL:
                if self.dice_a if self.side == 0 else self.dice_b:
                    return True
                self.next_side(state)
            elif self.step == ASK_DESTINY:
                if self.passes >= (1 if self.seat_b == NONE else 2):
                    self.finish(state)
                    return False
                seat = self.seat_a if self.side == 0 else self.seat_b
                if state.destiny[seat] and self.has_failure(self.side):
                    return True
                self.pass_on()
            else:
                return True

    def begin_side(self, state: State, side: int) -> None:
        """A side's first roll comes next."""
        self.side = side
        self.step = ROLL
        if state.log is not None:
            figure, seat, kind = self.roller(side)
            dice = self.dice_a if side == 0 else self.dice_b
            state.log.append((E_POOL, figure, seat, kind, dice, state.made[side]))

    def after_sixes(self, state: State) -> None:
        """A card may let a side roll its failures once more; then comes the other side, or destiny [Kaos K18.6]."""
        figure = self.figure_of(self.side)
        if (
            figure != NONE
            and self.has_failure(self.side)
            and rolls_failures_again(state, figure, self.kind_of(self.side))
        ):
            self.step = ROLL_BY_CARD
        else:
            self.next_side(state)

    def next_side(self, state: State) -> None:
        """After a side's roll: the other side's, or the destiny points."""
        if self.side + 1 < self.sides:
            self.begin_side(state, self.side + 1)
        else:
            self.side = 0
            self.passes = 0
            self.step = ASK_DESTINY

    def pass_on(self) -> None:
        """A side lets it be: the other one is asked; when both have in succession it is over [Kaos K36.6]."""
        self.passes += 1
        if self.seat_b != NONE:
            self.side = 1 - self.side

    def finish(self, state: State) -> None:
        """The result is fixed."""
        is_contest = self.seat_b != NONE
        state.successes_a = self.successes(0)
        state.successes_b = self.successes(1) if is_contest else NONE
        if state.log is not None:
            state.log.append((E_SUCCESSES, *self.roller(0), state.successes_a))
            if is_contest:
                state.log.append((E_SUCCESSES, *self.roller(1), state.successes_b))
        state.stack.pop()
        state.made = (0, 0)
        after_roll(state, self.figure_a, self.kind_a)
        if is_contest:
            after_roll(state, self.figure_b, self.kind_b)

    # --------------------------------------------------------------------------------------------------------- waiting

    def rolling(self) -> list[int]:
        """The places of the dice being rolled."""
        if self.step == ROLL:
            return list(self.dice_span(self.side))
        return self.sixes() if self.step == ROLL_AGAIN else self.failures(self.side)

    def waiting(self, state: State) -> Roll | Decision:
        figure, seat, kind = self.roller(self.side)
        if self.step == ASK_DESTINY:
            return Decision("destiny", seat, self, state)
        if self.step == ROLL:
            count = self.dice_a if self.side == 0 else self.dice_b
        else:
            count = len(self.rolling())
        return Roll(ROLL_NAMES[kind], seat, SIDES**count, count, figure)

    def options(self, state: State) -> list[int]:
        return [DESTINY_ANSWER, PASS_ANSWER]

    def conditions(self, state: State, answer: int) -> list[Condition]:
        """Points may be spent as long as the action is not finished, several on one roll [Kaos K36.5] [Kaos K36.6]."""
        return [
            Condition(
                "wrong-verb",
                ("K36.4",),
                answer in (DESTINY_ANSWER, PASS_ANSWER),
                {"points": state.destiny[self.seat_of(self.side)]},
            )
        ]

    def answer(self, state: State, answer: int) -> None:
        if self.step == ASK_DESTINY:
            if answer == PASS_ANSWER:
                self.pass_on()
                return
            seat = self.seat_of(self.side)
            state.destiny[seat] -= 1
            if state.log is not None:
                state.log.append((E_DESTINY_SPENT, seat, state.destiny[seat]))
            self.step = ROLL_DESTINY
            return
        self.take(state, answer)

    def take(self, state: State, outcome: int) -> None:
        """The dice have fallen."""
        step, shown = self.step, self.shown
        places = self.rolling()
        if step == ROLL_AGAIN:
            for place in places:
                self.won[place] += 1  # the six itself
        number = 1  # as `dice_number` has it
        for place in places:
            outcome, face = divmod(outcome, SIDES)
            shown[place] = face + 1
            number = number * 7 + face + 1
        if state.log is not None:
            state.log.append((_EVENT_OF_STEP[step], *self.roller(self.side), number))
        if step == ROLL_DESTINY:
            # A die rolled again by destiny is a rolled-again die: its six is one success, no more [Kaos K15.3].
            self.passes = 0
            self.side = (self.side + 1) % self.sides
            self.step = ASK_DESTINY
        elif step == ROLL and state.settings.sixes_roll_again and AGAIN in self.faces(self.side):
            self.step = ROLL_AGAIN
        elif step == ROLL_BY_CARD:
            self.next_side(state)
        else:
            self.after_sixes(state)
