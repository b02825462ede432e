"""Initiative that a card changes, and the place in the Timeline that goes with it [KA 1.3.8] [Ruling R163]."""

from esquive.core.columns import fields
from esquive.core.frames import Frame
from esquive.core.waiting import Condition, Decision
from esquive.krosmaster.book.powers.values import initiative_change, initiative_of
from esquive.krosmaster.table import answers
from esquive.krosmaster.table.events import E_TIMELINE
from esquive.krosmaster.table.state import State


def settle_timelines(state: State) -> bool:
    """Give each Krosmaster whose Initiative has changed its new place; whether its player has to choose one first."""
    for timeline in state.timeline:
        for unit in timeline:
            known = {entry[0]: entry[1] for entry in state.initiative_changes}
            change = initiative_change(state, unit)
            if change == known.get(unit, 0):
                continue
            others = [entry for entry in state.initiative_changes if entry[0] != unit]
            state.initiative_changes = [*others, *([(unit, change)] if change else [])]
            if not state.cell[unit]:
                continue  # who is out of play keeps its place [KA 4.10.2.b]
            places = places_of(state, unit)
            if len(places) > 1:
                state.stack.append(TimelineFrame(unit))
                return True
            put_at(state, unit, places[0])
    return False


def places_of(state: State, unit: int) -> list[int]:
    """The places in its Timeline, from 0, that a Krosmaster may have by its Initiative: several beside equal ones."""
    own = initiative_of(state, unit)
    others = [initiative_of(state, other) for other in state.timeline[state.owner[unit]] if other != unit]
    least = max((place + 1 for place, other in enumerate(others) if other > own), default=0)
    most = min((place for place, other in enumerate(others) if other < own), default=len(others))
    return list(range(least, max(least, most) + 1))


def put_at(state: State, unit: int, place: int) -> None:
    """Move a Krosmaster to a place of its Timeline, counted from 0."""
    seat = state.owner[unit]
    order = [other for other in state.timeline[seat] if other != unit]
    order.insert(place, unit)
    if tuple(order) == state.timeline[seat]:
        return
    state.timeline = [tuple(order) if number == seat else one for number, one in enumerate(state.timeline)]
    if state.log is not None:
        state.log.append((E_TIMELINE, seat, unit, place + 1))


@fields
class TimelineFrame(Frame[State]):
    """The player of a Krosmaster chooses its place among those of equal Initiative [KA 1.3.8] [Ruling R163]."""

    NAME = "timeline-place"

    unit: int

    def run(self, state: State) -> bool:
        return True

    def order_at(self, state: State, place: int) -> list[int]:
        """The Timeline with the unit at a place, counted from 1."""
        order = [other for other in state.timeline[state.owner[self.unit]] if other != self.unit]
        return [*order[: place - 1], self.unit, *order[place - 1 :]]

    def waiting(self, state: State) -> Decision:
        return Decision("choice", state.owner[self.unit], self, state)

    def answer(self, state: State, answer: int) -> None:
        state.stack.pop()
        put_at(state, self.unit, answers.first_of(answer) - 1)

    def options(self, state: State) -> list[int]:
        return [answers.pack(answers.CHOOSE_NUMBER, place + 1) for place in places_of(state, self.unit)]

    def conditions(self, state: State, answer: int) -> list[Condition]:
        return [Condition("not-an-option", ("4.18.3.e",), answer in self.options(state), {})]
