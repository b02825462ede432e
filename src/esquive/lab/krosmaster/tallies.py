"""A game played step by step with everything that passes by counted, in numbers: which frames and steps, which ops,
events, powers and continuous effects.

The rules run as they are; only the loop round them is repeated here (see `core.frames.advance`), to see each step.
Names for the numbers are given by whoever reads the tally, once a game.
"""

from typing import Final

from esquive.core.frames import UNDECIDED
from esquive.krosmaster.book.casting import CRITICAL_DONE, CastFrame
from esquive.krosmaster.book.effects.later import due
from esquive.krosmaster.book.effects.running import RUN, EffectsFrame
from esquive.krosmaster.book.powers.values import has_held, powers
from esquive.krosmaster.cards.library import KEYWORD_NAMES, RESISTANCES
from esquive.krosmaster.table.events import (
    E_ARMOUR_ROLL,
    E_BOUGHT,
    E_CAST,
    E_COLLECTED,
    E_COUNTER,
    E_CRITICAL_ROLL,
    E_DAMAGE,
    E_DODGE_ROLL,
    E_HEALED,
    E_INJURED,
    E_KO,
    E_LOCK_ROLL,
    E_MARKERS,
    E_POWER,
    E_STANDBY,
    E_UNIT_TURN,
    EVENTS,
)
from esquive.krosmaster.table.state import State

# A continuous effect that has held so often in a game is not asked about any more.
ENOUGH: Final = 5

# The events, with the unit in their first field, in which a power of 4.9 shows; E_UNIT_TURN for those that always hold.
_SHOWS: Final[dict[str, tuple[int, ...]]] = {
    "critical-hit": (E_CRITICAL_ROLL,),
    "armour": (E_ARMOUR_ROLL,),
    "lock": (E_LOCK_ROLL,),
    "dodge": (E_DODGE_ROLL,),
    "immune": (E_DAMAGE,),
    "counter": (E_COUNTER,),
    "heal": (E_CRITICAL_ROLL,),
    "chance": (E_CRITICAL_ROLL, E_ARMOUR_ROLL),
    "agility": (E_CRITICAL_ROLL, E_ARMOUR_ROLL),
    "strength": (E_CRITICAL_ROLL, E_ARMOUR_ROLL),
    "intelligence": (E_CRITICAL_ROLL, E_ARMOUR_ROLL),
    "wisdom": (E_KO, E_UNIT_TURN),
    "crafter": (E_BOUGHT,),
    "farmer": (E_COLLECTED,),
    "loot": (E_KO,),
    "wear": (E_STANDBY,),
    "profanation": (E_INJURED, E_HEALED, E_KO),
    **{f"resistance-{element}": (E_DAMAGE,) for element in ("water", "air", "earth", "fire")},
    "resistance-water-air-earth-fire": (E_DAMAGE,),
}
ALL_RESISTANCES: Final = KEYWORD_NAMES.index("resistance-water-air-earth-fire")


def _shown_by() -> list[int]:
    """For each kind of event, the mask of the keyword powers that it shows."""
    masks = [0] * len(EVENTS)
    for bit, name in enumerate(KEYWORD_NAMES):
        for kind in _SHOWS.get(name, (E_UNIT_TURN,)):
            if EVENTS[kind].fields[0][0] == "unit":
                masks[kind] |= 1 << bit
    return masks


SHOWN: Final = _shown_by()


class Tally:
    """What has happened in a game and how often, by number: indices of its library, kinds of events, steps of frames.

    `steps` has a list of counts for each name of a frame, `own_casts` the powers whose spell their owner cast,
    `markers` the counts of `stat * 2 + lost` (2 + 1 is an MP marker lost).
    """

    __slots__ = ("casts", "events", "held", "keywords", "markers", "ops", "own_casts", "powers", "steps")

    def __init__(self, state: State) -> None:
        library = state.library
        self.steps: dict[str, list[int]] = {}
        self.events = [0] * len(EVENTS)
        self.keywords = [0] * len(KEYWORD_NAMES)
        self.markers = [0] * 6
        self.ops = [0] * len(library.ops)
        self.casts = [0] * len(library.spells)
        self.powers = [0] * len(library.powers)
        self.own_casts = [0] * len(library.powers)
        self.held = [0] * len(library.statics)

    def note_step(self, name: str, step: int, number: int) -> None:
        """A frame stands at a step, of so many."""
        counts = self.steps.get(name)
        if counts is None:
            counts = [0] * number
            self.steps[name] = counts
        counts[step] += 1

    def advance(self, state: State, answer: int) -> None:
        """`State.apply` with every step counted, and then every event of the log."""
        state.log = []
        stack = state.stack
        stack[-1].answer(state, answer)
        while state.winner == UNDECIDED:
            frame = stack[-1]
            self.note_step(frame.NAME, frame.step, len(frame.STEPS))
            if isinstance(frame, EffectsFrame):
                if frame.step == RUN and frame.queue and not frame.pending and not frame.placing:
                    index = frame.queue[0]
                    if index >= 0:
                        self.ops[index] += 1
            elif isinstance(frame, CastFrame) and frame.step == CRITICAL_DONE:
                for index in due(state, frame):
                    self.ops[index] += 1
            if frame.run(state):
                if state.winner == UNDECIDED:
                    self.note_step(frame.NAME, frame.step, len(frame.STEPS))
                break
        if state.winner != UNDECIDED:
            state.finish()
        self.note_events(state)

    def note_events(self, state: State) -> None:
        """What happened, and what it shows of powers, spells and markers."""
        log = state.log
        if log is None:
            return
        for event in log:
            kind = event[0]
            self.events[kind] += 1
            shown = SHOWN[kind]
            if shown and event[1] >= 0:
                self.note_powers(state, event[1], kind, shown)
            if kind == E_CAST:
                self.casts[event[2]] += 1
                spell = state.library.spells[event[2]].id
                for index in state.library.profiles[state.profile[event[1]]].powers:
                    if state.library.powers[index].casts == spell:
                        self.own_casts[index] += 1
            elif kind == E_MARKERS:
                self.markers[2 * event[2] + (event[3] < 0)] += 1
            elif kind == E_POWER:
                self.powers[event[2]] += 1
            elif kind == E_UNIT_TURN:
                self.note_held(state)

    def note_powers(self, state: State, unit: int, kind: int, shown: int) -> None:
        """The keyword powers of a unit that an event of this kind shows."""
        mask = powers(state, unit)
        if kind == E_DAMAGE and mask & RESISTANCES == RESISTANCES:
            self.keywords[ALL_RESISTANCES] += 1
        mask &= shown
        bit = 0
        while mask:
            if mask & 1:
                self.keywords[bit] += 1
            mask >>= 1
            bit += 1

    def note_held(self, state: State) -> None:
        """The continuous effects that hold now."""
        for entries in state.statics:
            for unit, index in entries:
                if self.held[index] < ENOUGH and has_held(state, unit, index):
                    self.held[index] += 1
