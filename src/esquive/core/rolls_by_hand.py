"""Rolls that people throw on a real table: how many dice with which faces, or which cards may be drawn."""

from esquive.core.ids import SEAT_NAMES, SeatName
from esquive.core.shapes import Option, Shape
from esquive.core.waiting import Roll
from esquive.core.words import Words


class RollAsked(Shape):
    """A roll that people throw on a real table: what for, and who throws, null for whoever likes.

    Its line is `verb` and then, for each of `dice`, the `do` of one of `faces`. Where a card is drawn there are no
    dice, and `options` are whole lines.
    """

    seat: SeatName | None
    prompt: str
    verb: str
    dice: int
    faces: list[Option]
    options: list[Option]


def roll_asked(words: Words) -> RollAsked | None:
    """The roll that the position of the words waits for; None where it waits for none."""
    roll = words.state.waiting
    if not isinstance(roll, Roll):
        return None
    asked = RollAsked(
        seat=SEAT_NAMES[roll.seat] if roll.seat >= 0 else None,
        prompt=words.thrown_for(roll),
        verb="",
        dice=0,
        faces=[],
        options=[],
    )
    sides = _sides(roll)
    if sides == 0:
        asked.options = [_option(words, outcome) for outcome, _ in roll.outcomes()]
        return asked
    alike = (sides**roll.count - 1) // (sides - 1) if sides > 1 else 1  # every die shows face 1
    for face in range(sides):
        verb, do, *_ = words.game.format(words.state, face * alike).split()
        asked.verb = verb
        asked.faces.append(Option(do=do, verb=verb, label=words.outcome(face * alike)[0]))
    asked.dice = roll.count
    return asked


def _option(words: Words, outcome: int) -> Option:
    line = words.game.format(words.state, outcome)
    return Option(do=line, verb=line.split(maxsplit=1)[0], label=", ".join(words.outcome(outcome)))


def _sides(roll: Roll) -> int:
    """How many faces each die has, all alike; 0 for no dice: cards of a pile, some of which are gone."""
    if roll.weights is not None:
        return 0
    sides = round(roll.size ** (1 / roll.count)) if roll.size < 1 << 53 else 0
    if not sides:
        sides = next(n for n in range(2, 1 << 10) if n**roll.count >= roll.size)
    if sides**roll.count != roll.size:
        raise AssertionError(f"{roll.count} dice alike do not fall in {roll.size} ways")
    return sides
