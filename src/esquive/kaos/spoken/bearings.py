"""Where things are as seen by a figure, said in words: `9.4 cm ahead left, in cover`.

Distances are from base to base [Kaos K9.2], directions those of a clock of eight hours whose noon is where the figure
faces. Front and back are another matter, decided by the line through the rear edge of the base [Kaos K19.2].
"""

from typing import Final

from esquive.core.waiting import Decision
from esquive.kaos.book.attack_conditions import blocker_name
from esquive.kaos.book.modifiers import sight_limit
from esquive.kaos.book.pools import CONTACT
from esquive.kaos.geometry.measures import distance, within
from esquive.kaos.geometry.shapes import Base
from esquive.kaos.geometry.sight import sight
from esquive.kaos.geometry.units import SPOKEN, TURN, format_length
from esquive.kaos.proposals.places import direction
from esquive.kaos.spoken.wording import Wording
from esquive.kaos.table.state import State

SIDES: Final = ("ahead", "ahead-left", "left", "behind-left", "behind", "behind-right", "right", "ahead-right")
TENTH: Final = 10 * SPOKEN  # a millimetre: what a distance said in passing is rounded to


def side_of(base: Base, x: int, y: int) -> str:
    """In which of eight directions a point lies for who stands on a base, by its centre; see SIDES."""
    turned = (direction(x - base.x, y - base.y) - base.facing) % TURN
    return SIDES[(turned + TURN // 16) % TURN * 8 // TURN]


def to_a_tenth(length: int) -> int:
    """Micrometres to a millimetre, half of one up."""
    return (length + TENTH // 2) // TENTH * TENTH


def spoken(length: int, wording: Wording) -> str:
    """Micrometres as a sentence says them in passing: centimetres to a millimetre."""
    return wording.length(format_length(to_a_tenth(length)))


def bearing(state: State, base: Base, other: Base, wording: Wording) -> str:
    """How far another base is and in which direction: `9.4 cm ahead left`, `in contact behind`."""
    side = wording.messages.say(f"kaos.side.{side_of(base, other.x, other.y)}", {})
    if within(state.table, base, other, CONTACT):
        return wording.messages.say("kaos.bearing.contact", {"side": side})
    places = {"cm": spoken(distance(state.table, base, other), wording), "side": side}
    return wording.messages.say("kaos.bearing", places)


def sight_of(state: State, figure: int, base: Base, target: int, wording: Wording) -> str:
    """How much a figure sees of another from a base: all of it, a part, or what hides it [Kaos K23.8] [Kaos K25.9]."""
    say = wording.messages.say
    other, others = state.base(target), state.others(figure, target)
    seen = sight(state.table, base, other, others)
    if not seen.is_visible:
        return say("kaos.sight.hidden", {"blocker": wording.blocker(blocker_name(state, seen, others))})
    if not within(state.table, base, other, sight_limit(state, figure)):
        return say("kaos.sight.far", {})
    if seen.base_seen < seen.base_samples:
        return say("kaos.sight.cover", {"seen": seen.base_seen, "samples": seen.base_samples})
    return say("kaos.sight.clear", {})


def where_is(state: State, figure: int, other: int, wording: Wording) -> str:
    """Another figure as a figure sees it: name, the word a line calls it by, distance, direction, how much is seen."""
    base = state.base(figure)
    at = bearing(state, base, state.base(other), wording)
    label = f"{wording.figure(other)} ({state.names[other]})"
    text = f"{at}, {sight_of(state, figure, base, other, wording)}"
    return wording.messages.say("rules.labelled", {"label": label, "text": text})


def nearest_enemies(state: State, figure: int, base: Base) -> list[int]:
    """The figure's enemies in play, the nearest to a base first."""
    enemies = state.in_play(1 - state.owner[figure])
    return sorted(enemies, key=lambda enemy: (distance(state.table, base, state.base(enemy)), enemy))


def asked_figure(state: State) -> int:
    """The figure a decision is about: the one whose turn it is, that is attacked or has to move; -1 for none."""
    waiting = state.waiting
    if not isinstance(waiting, Decision) or not state.stack:
        return -1
    top = state.stack[-1]
    for name in ("target", "figure"):
        number = getattr(top, name, -1)
        if 0 <= number < len(state.names) and state.owner[number] == waiting.seat:
            return int(number)
    return -1
