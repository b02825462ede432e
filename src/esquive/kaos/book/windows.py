"""The moments for what is free: before and after the move and the action of any figure [Kaos K35.3].

The player whose figure is activated is asked first, then the other, in turn, until both let it be in succession. What
is used is resolved at once, so in the order in which it was said [Kaos K35.4]. Nobody is asked who has nothing to use.
"""

from typing import Final

from esquive.core.columns import fields
from esquive.core.frames import Frame
from esquive.core.waiting import Condition, Decision, Rng
from esquive.kaos.book.effects import may_place, place_op
from esquive.kaos.book.uses import (
    UseFrame,
    free_means,
    is_fresh,
    may_use_on,
    ops_of,
    targets_of,
    use_conditions,
    used_of,
    with_free_means,
)
from esquive.kaos.geometry.trigonometry import BITS, cosine, sine
from esquive.kaos.geometry.units import TURN
from esquive.kaos.table import answers
from esquive.kaos.table.answers import NO_MEANS, Use
from esquive.kaos.table.state import NONE, SEATS, State

BEFORE_MOVE: Final = 0
AFTER_MOVE: Final = 1
BEFORE_ACTION: Final = 2
AFTER_ACTION: Final = 3
MOMENTS: Final = ("free-before-move", "free-after-move", "free-before-action", "free-after-action")

PASS_ANSWER: Final = answers.pack(answers.PASS, [])
DIRECTIONS: Final = 8  # how many ways a place is looked for
TRIES: Final = 40  # how many places are drawn before a use that asks for one is let be


@fields
class FreeWindowFrame(Frame[State]):
    """One of the four moments round the move and the action of a figure; `moment`: see MOMENTS [Kaos K35.3].

    `side`: 0 for the player of the figure, 1 for the other; `passes`: how many have let it be in succession.
    """

    NAME = "window"
    STEPS = ("ask",)

    moment: int
    figure: int
    side: int = 0
    passes: int = 0

    def seat(self, state: State) -> int:
        """Who is asked."""
        owner = state.owner[self.figure]
        return owner if self.side == 0 else 1 - owner

    def run(self, state: State) -> bool:
        while self.passes < SEATS:
            if can_use(state, self.seat(state)):
                return True
            self.pass_on()
        state.stack.pop()
        return False

    def pass_on(self) -> None:
        """A player lets it be: the other one is asked."""
        self.passes += 1
        self.side = 1 - self.side

    # --------------------------------------------------------------------------------------------------------- waiting

    def waiting(self, state: State) -> Decision:
        return Decision(MOMENTS[self.moment], self.seat(state), self, state)

    def is_listed(self, state: State) -> bool:
        """Uses can be listed unless one of them asks for a place."""
        return not any(place_op(ops_of(state, figure, means)) for figure, means in means_left(state, self.seat(state)))

    def options(self, state: State) -> list[int]:
        return [PASS_ANSWER, *free_uses(state, self.seat(state))]

    def candidates(self, state: State, n: int) -> list[int]:
        return self.options(state)[:n]

    def sample(self, state: State, rng: Rng) -> int:
        """Letting it be, or one of what may be used; a place is drawn among those near enough."""
        found: list[tuple[int, int, int]] = [(NONE, NO_MEANS, NONE)]
        for figure, means in means_left(state, self.seat(state)):
            found += [(figure, means, target) for target in state.in_play()]
        while found:
            figure, means, target = found.pop(int(rng.random() * len(found)))
            if figure == NONE:
                return PASS_ANSWER
            used = used_of(state, figure, means)
            op = None if used is None else place_op(used.effects)
            may_be_target = may_use_on(state, figure, means, used, target)
            if op is None:
                if may_be_target:
                    return Use(figure, means, target, 0, 0).answer()
            elif may_be_target:
                for _ in range(TRIES):
                    x, y = place_near(state, target, op.amount, rng)
                    if may_place(state, op, target, x, y):
                        return Use(figure, means, target, x, y).answer()
            else:  # no place would do: what is drawn next is not to depend on why
                for _ in range(2 * TRIES):
                    rng.random()
        return PASS_ANSWER

    def conditions(self, state: State, answer: int) -> list[Condition]:
        if answer == PASS_ANSWER:
            return [Condition("let-be", ("K35.3",), True, {})]
        use = Use.of(answer)
        found = [Condition("wrong-verb", ("K35.3",), use is not None, {})]
        if use is None:
            return found
        figure = use.figure
        mine = 0 <= figure < len(state.names) and state.owner[figure] == self.seat(state)
        facts = {"figure": state.names[figure] if 0 <= figure < len(state.names) else f"#{figure}"}
        found.append(Condition("not-yours", ("K35.3",), mine, facts))
        return (
            found + use_conditions(state, figure, use.means, use.target, use.x, use.y, is_free=True) if mine else found
        )

    def answer(self, state: State, answer: int) -> None:
        if answer == PASS_ANSWER:
            self.pass_on()
            return
        use = Use.read(answer)
        self.passes = 0
        self.side = 1 - self.side
        state.stack.append(UseFrame(use.figure, use.means, use.target, use.x, use.y, 1))


def place_near(state: State, target: int, far: int, rng: Rng) -> tuple[int, int]:
    """A place by chance, no farther from a figure than this along the table and across it."""
    across = int((2 * rng.random() - 1) * far)
    along = int((2 * rng.random() - 1) * far)
    return state.x[target] + across, state.y[target] + along


def means_left(state: State, seat: int) -> list[tuple[int, int]]:
    """Who of a player's figures has something free left to use this round, and what, wherever its targets are."""
    return [
        (figure, means)
        for figure in with_free_means(state, seat)
        for means in free_means(state, figure)
        if is_fresh(state, figure, means)
    ]


def can_use(state: State, seat: int) -> bool:
    """Whether a player has anything free to use now; looks no further than the first that there is."""
    for figure in with_free_means(state, seat):
        for means in free_means(state, figure):
            if is_fresh(state, figure, means) and uses_of(state, figure, means, True):
                return True
    return False


def free_uses(state: State, seat: int) -> list[int]:
    """Everything a player can use now, figure by figure; with places looked for in a few directions only."""
    return [answer for figure, means in means_left(state, seat) for answer in uses_of(state, figure, means, False)]


def uses_of(state: State, figure: int, means: int, is_one_enough: bool) -> list[int]:
    """The uses of one free means of a figure, over all targets; the first one only if that is enough.

    Whether a place can be found is asked of the one where the target stands, which is always free: the few that are
    listed may all be taken where others are not.
    """
    used = used_of(state, figure, means)
    found: list[int] = []
    for target in targets_of(state, figure, used):
        if not may_use_on(state, figure, means, used, target):
            continue
        op = None if used is None else place_op(used.effects)
        if op is None:
            places = [(0, 0)]
        elif is_one_enough:
            places = [(state.x[target], state.y[target])]
        else:
            places = places_round(state, target, op.amount)
        for x, y in places:
            if op is None or may_place(state, op, target, x, y):
                found.append(Use(figure, means, target, x, y).answer())
                if is_one_enough:
                    return found
    return found


def places_round(state: State, target: int, far: int) -> list[tuple[int, int]]:
    """Places round a figure, as far off as may be and half as far."""
    found: list[tuple[int, int]] = []
    for length in (far - 1, far // 2):
        for way in range(DIRECTIONS):
            angle = way * TURN // DIRECTIONS
            x = state.x[target] + (length * cosine(angle) >> BITS)
            y = state.y[target] + (length * sine(angle) >> BITS)
            found.append((x, y))
    return found
