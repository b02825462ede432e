"""What a prompt shows beside its answers: the dice of both sides, and where along a way a strike may come."""

from typing import Final

from esquive.core.ids import SEAT_NAMES
from esquive.core.waiting import Decision
from esquive.kaos.book.interceptions import Route
from esquive.kaos.book.means import INTERCEPTION
from esquive.kaos.book.pools import MELEE_REACH
from esquive.kaos.book.rolls import ContestFrame
from esquive.kaos.book.windows import PASS_ANSWER
from esquive.kaos.cards.op_codes import ROLL_NAMES
from esquive.kaos.geometry.units import TOLERANCE
from esquive.kaos.seen.shapes import RolledSide, Spot, Stop
from esquive.kaos.spoken.dice_pools import strike_dice
from esquive.kaos.spoken.wording import Wording
from esquive.kaos.table import answers
from esquive.kaos.table.answers import Interception
from esquive.kaos.table.events import EVENTS
from esquive.kaos.table.state import NONE, State
from esquive.kaos.written.documents.inline_cards import number_of
from esquive.kaos.written.notation import format_answer

# What a roll may come to.
OUTCOMES: Final = frozenset(
    {"hit", "missed", "dodged", "parried", "resisted", "out-of-action", "initiative-won", "deployment-won"}
)
MOST_TOLD: Final = 3
EVERY: Final = 2  # of the places half a centimetre apart every second one is offered


def rolled(contest: ContestFrame, wording: Wording) -> list[RolledSide]:
    """Each side of a roll as it stands: what it rolls for, its dice, its successes, its destiny points."""
    state, found = wording.state, []
    for side in range(contest.sides):
        seat, figure = contest.seat_of(side), contest.figure_of(side)
        span = contest.dice_span(side)
        found.append(
            RolledSide(
                seat=SEAT_NAMES[seat],
                figure=state.names[figure] if figure != NONE else None,
                label=wording.say(f"kaos.roll.{ROLL_NAMES[contest.kind_of(side)]}"),
                dice=[contest.shown[place] for place in span],
                won=[contest.won[place] for place in span],
                needed=contest.needed_of(side),
                successes=contest.successes(side),
                again=len(contest.failures(side)),
                destiny=state.destiny[seat],
            )
        )
    return found


def as_it_stands(state: State, wording: Wording) -> str:
    """What a roll comes to when nobody spends a point any more, in sentences; "" where other dice come first."""
    ahead = state.copy()
    ahead.log = []
    while isinstance(ahead.waiting, Decision) and ahead.waiting.kind == "destiny":
        ahead.apply(PASS_ANSWER)
    told = [wording.event(event) for event in ahead.log if EVENTS[event[0]].name in OUTCOMES]
    return " ".join(told[:MOST_TOLD])


def stops(state: State, waiting: Decision, route: Route, strike: Interception) -> list[Stop]:
    """Every place of a melee strike along a way, about a centimetre apart; that of `strike` is among them.

    None where it can come at one place only, and of shots, which come before the move or after it [Kaos K31.5].
    """
    if strike.moment != answers.ALONG:
        return []
    here = state.base(strike.figure)
    far = here.reach + state.card(route.mover).side + MELEE_REACH + TOLERANCE
    places = [gone for gone, base in route.moments() if abs(base.x - here.x) <= far and abs(base.y - here.y) <= far]
    found: list[Stop] = []
    for gone in sorted({*places[::EVERY], *places[-1:], strike.distance}):
        answer = Interception(strike.figure, strike.means, answers.ALONG, gone).answer()
        if waiting.refusal(answer) is not None:
            continue
        base = route.at(gone)
        dice = strike_dice(state, strike.figure, here, strike.means, route.mover, INTERCEPTION, base)
        end = Spot(
            x=number_of(base.x), y=number_of(base.y), z=number_of(base.z), facing=round(base.facing / 1000) % 360
        )
        line = format_answer(state, answer)
        found.append(Stop(do=line, cm=number_of(gone), end=end, dice=dice, best=gone == strike.distance))
    return found if len(found) > 1 else []
