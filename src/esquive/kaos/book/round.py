"""The round: destiny, events, initiative, activations one by one, searches, clean-up [Kaos K7.2] [Ruling R227].

A round lasts until every figure in play has been activated, once each [Kaos K7.3] [Kaos K7.5].
"""

from typing import Final

from esquive.core.columns import fields
from esquive.core.frames import UNDECIDED, Frame
from esquive.core.waiting import Condition, Decision, Rng, Roll
from esquive.kaos.book.activation import ActivationFrame
from esquive.kaos.book.event_cards import EventsFrame, end_of_events
from esquive.kaos.book.modifiers import dice_bonus, end_of_round, is_forbidden
from esquive.kaos.book.objectives import count_objectives
from esquive.kaos.book.pools import bare_pool, side_pool
from esquive.kaos.book.rolls import INITIATIVE as INITIATIVE_ROLL, ContestFrame, made_of
from esquive.kaos.book.searches import SearchesFrame
from esquive.kaos.book.victory import check_activation, check_now, check_round
from esquive.kaos.table import answers
from esquive.kaos.table.answers import Activating
from esquive.kaos.table.events import (
    E_ASKED,
    E_CLEAN_UP,
    E_DESTINY_GAINED,
    E_INITIATIVE,
    E_INITIATIVE_WON,
    E_ROUND,
)
from esquive.kaos.table.state import (
    ACTIVATIONS,
    CLEAN_UP,
    EVENTS,
    IN_PLAY,
    INITIATIVE,
    NONE,
    SEARCHES,
    SEATS,
    State,
)

BEGIN: Final = 0
ROLL: Final = 1
COMPARE: Final = 2
DRAW_EVENTS: Final = 3
DRAWN: Final = 4
CHOOSE: Final = 5
ASKED: Final = 6
PLAYED: Final = 7
SEARCH: Final = 8
END: Final = 9
ASK_ANSWER: Final = answers.pack(answers.ASK, [])


@fields
class RoundFrame(Frame[State]):
    """Rounds, one after another, until the game is decided [Kaos K7.2]."""

    NAME = "round"
    STEPS = ("begin", "roll", "compare", "events", "drawn", "choose", "asked", "played", "search", "end")

    def run(self, state: State) -> bool:
        if self.step in (CHOOSE, ASKED):
            return self.choose(state)
        if self.step == BEGIN:
            self.begin(state)
        elif self.step == ROLL:
            self.roll(state)
        elif self.step == COMPARE:
            self.compare(state)
        elif self.step == DRAWN:
            self.step = CHOOSE
            check_now(state)
        elif self.step == PLAYED:
            self.played(state)
            return state.winner == UNDECIDED and self.choose(state)
        elif self.step == END:
            self.end(state)
        else:
            self.draw_or_search(state)
        return False

    def draw_or_search(self, state: State) -> None:
        """Events are drawn once the initiative is known, objects searched for at the end [Kaos K33.6] [Kaos K32.6]."""
        if self.step == DRAW_EVENTS:
            state.phase = EVENTS
            self.step = DRAWN
            state.stack.append(EventsFrame())
        else:
            state.phase = SEARCHES
            self.step = END
            state.stack.append(SearchesFrame())

    # ------------------------------------------------------------------------------------------------------ initiative

    def begin(self, state: State) -> None:
        """Each player gains a destiny point before the initiative roll [Kaos K36.1] [Kaos K36.2]."""
        state.round += 1
        if state.log is not None:
            state.log.append((E_ROUND, state.round))
        for seat in range(SEATS):
            state.destiny[seat] += 1
            if state.log is not None:
                state.log.append((E_DESTINY_GAINED, seat, state.destiny[seat]))
        end_of_events(state)
        state.phase = INITIATIVE
        self.step = ROLL

    def roll(self, state: State) -> None:
        """Each player makes a will roll with the figure that has the best will [Kaos K8.1] [Kaos K8.7]."""
        first, dice_a = will_of(state, 0)
        second, dice_b = will_of(state, 1)
        ours, theirs = side_pool(state, 0, first, INITIATIVE_ROLL), side_pool(state, 1, second, INITIATIVE_ROLL)
        if not dice_a and not dice_b:
            ours = theirs = bare_pool()  # nobody can use its will: one bare die each, or nobody would ever begin
        self.step = COMPARE
        made_of(state, ours.terms, theirs.terms)
        state.stack.append(ContestFrame(INITIATIVE_ROLL, 0, first, ours.dice, INITIATIVE_ROLL, 1, second, theirs.dice))

    def compare(self, state: State) -> None:
        """The better result takes the first initiative; equal ones are rolled again [Kaos K8.3]."""
        if state.successes_a == state.successes_b:
            self.step = ROLL
            return
        state.first = state.initiative = 0 if state.successes_a > state.successes_b else 1
        if state.log is not None:
            state.log.append((E_INITIATIVE_WON, state.first))
        self.step = DRAW_EVENTS

    # ----------------------------------------------------------------------------------------------------- activations

    def choose(self, state: State) -> bool:
        """Who plays next: the holder of the initiative plays a figure, or asks the opponent to [Kaos K8.4]."""
        state.phase = ACTIVATIONS
        count = len(state.unactivated(self.seat(state)))
        if count > 1:
            return True
        if not count and not has_left(state, 1 - self.seat(state)):
            self.step = SEARCH
            return False
        if count + self.may_ask(state) == 1:  # nothing to decide [Kaos K8.8]
            self.answer(state, self.options(state)[0])
            return False
        return True

    def may_ask(self, state: State) -> bool:
        """Whether the opponent may be asked to play: once, not back, with a figure left to play [Kaos K8.4]."""
        return self.step == CHOOSE and has_left(state, 1 - state.initiative)

    def played(self, state: State) -> None:
        """Initiative passes to the other player after each activation [Kaos K8.6]."""
        seat = state.owner[state.active]
        state.active = NONE
        check_activation(state, seat)
        state.initiative = 1 - state.initiative
        if state.winner == UNDECIDED and state.log is not None:
            state.log.append((E_INITIATIVE, state.initiative))
        self.step = CHOOSE

    def end(self, state: State) -> None:
        """Clean-up: objectives are counted, what lasted a round ends, and the next round begins [Kaos K7.4]."""
        state.phase = CLEAN_UP
        count_objectives(state)
        check_round(state)
        if state.winner != UNDECIDED:
            return
        if state.log is not None:
            state.log.append((E_CLEAN_UP, state.round))
        clean_up(state)
        self.step = BEGIN

    # --------------------------------------------------------------------------------------------------------- waiting

    def seat(self, state: State) -> int:
        """Who is asked: the holder of the initiative, or the opponent asked to play [Kaos K8.5].

        Whoever then activates a figure is the attacker, the other one the defender, whoever holds the initiative
        [Kaos K13.1] [Kaos K13.2].
        """
        return state.initiative if self.step == CHOOSE else 1 - state.initiative

    def waiting(self, state: State) -> Roll | Decision:
        return Decision("initiative" if self.step == CHOOSE else "asked", self.seat(state), self, state)

    def options(self, state: State) -> list[int]:
        found = [answers.pack_one(answers.ACTIVATE, figure) for figure in state.unactivated(self.seat(state))]
        if self.may_ask(state):
            found.append(ASK_ANSWER)
        return found

    def sample(self, state: State, rng: Rng) -> int:
        figures = state.unactivated(self.seat(state))
        drawn = int(rng.random() * (len(figures) + self.may_ask(state)))
        return answers.pack_one(answers.ACTIVATE, figures[drawn]) if drawn < len(figures) else ASK_ANSWER

    def conditions(self, state: State, answer: int) -> list[Condition]:
        if answer == ASK_ANSWER:
            return self.ask_conditions(state)
        one = Activating.of(answer)
        is_one = one is not None and 0 <= one.figure < len(state.names)
        found = [Condition("wrong-verb", ("K8.4",), is_one, {})]
        if one is None or not is_one:
            return found
        return found + activation_conditions(state, one.figure, self.seat(state))

    def ask_conditions(self, state: State) -> list[Condition]:
        """The opponent can be asked only once, and only with a figure left to play [Kaos K8.4] [Kaos K8.5]."""
        left = len(state.unactivated(1 - self.seat(state)))
        return [
            Condition("already-asked", ("K8.5",), self.step == CHOOSE, {}),
            Condition(
                "nobody-to-ask",
                ("K8.4",),
                left > 0,
                {"left": left},
            ),
        ]

    def answer(self, state: State, answer: int) -> None:
        if answer == ASK_ANSWER:
            if state.log is not None:
                state.log.append((E_ASKED, 1 - state.initiative))
            self.step = ASKED
            return
        figure = Activating.read(answer).figure
        self.step = PLAYED
        state.active = figure
        state.stack.append(ActivationFrame(figure))


def activation_conditions(state: State, figure: int, seat: int) -> list[Condition]:
    """A figure is activated once a round, by its own player, while it is in play [Kaos K7.3] [Kaos K8.5]."""
    name = state.names[figure]
    return [
        Condition(
            "not-yours",
            ("K8.4",),
            state.owner[figure] == seat,
            {"figure": name},
        ),
        Condition("not-in-play", ("K7.5",), state.status[figure] == IN_PLAY, {"figure": name}),
        Condition(
            "already-activated",
            ("K7.3",),
            not state.activated[figure],
            {"figure": name},
        ),
    ]


def has_left(state: State, seat: int) -> bool:
    """Whether a player has a figure that has yet to play its turn."""
    activated = state.activated
    for figure in state.in_play(seat):
        if not activated[figure]:
            return True
    return False


def will_of(state: State, seat: int) -> tuple[int, int]:
    """Who rolls for a player's initiative, and the dice: the best will, one more for an aligned horde.

    [Kaos K8.1] [Kaos K8.2] [Kaos K8.9]. Of several equal ones the first of the horde rolls.
    """
    best, dice = NONE, 0
    for figure in state.in_play(seat):
        if is_forbidden(state, figure, "will"):
            continue
        bonus = dice_bonus(state, figure, INITIATIVE_ROLL)
        will = max(state.card(figure).will + bonus, 0)  # as many as `figure_pool` has
        if best == NONE or will > dice:
            best, dice = figure, will
    return best, dice + state.aligned[seat]


def clean_up(state: State) -> None:
    """What counts for one round is over [Kaos K7.4] [Kaos K29.6] [Kaos K35.1]."""
    for column in (
        state.activated,
        state.acted,
        state.moved,
        state.dodges,
        state.dodged,
        state.hurt,
        state.searching,
        state.used,
    ):
        for figure in range(len(column)):
            column[figure] = 0
    end_of_round(state)
