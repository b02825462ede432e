"""Lengths and angles: integer micrometres and thousandths of a degree, read from and written as people write them.

Positions are never floating point: what one machine finds legal, every machine finds legal.
"""

from decimal import Decimal, InvalidOperation
from functools import lru_cache
from typing import Final

from esquive.core.errors import NotationError
from esquive.core.phrases import phrase

CM: Final = 10_000  # micrometres in a centimetre
SPOKEN: Final = CM // 100
DEGREE: Final = 1_000  # thousandths in a degree
TURN: Final = 360 * DEGREE

# The one tolerance, for contact, the 2.5 cm of melee, the line of a charge and the edges of arcs [Ruling R218].
TOLERANCE: Final = 500
# What rounding corners to micrometres can make two bases overlap by; less than this is not an overlap.
SLACK: Final = 10
MOST: Final = 1_000 * CM  # no length on a table is anywhere near ten metres


def parse_length(text: str) -> int:
    """Centimetres as written ("12.5", up to four decimals) in micrometres; raises NotationError."""
    return _parse(text, CM, "a length in centimetres")


def parse_angle(text: str) -> int:
    """Degrees as written ("90", "-45", up to three decimals) in thousandths, brought to 0 ... 359,999."""
    return _parse(text, DEGREE, "an angle in degrees") % TURN


def _parse(text: str, scale: int, what: str) -> int:
    try:
        number = Decimal(text)
    except InvalidOperation:
        raise NotationError(
            "{text!r} is not {what}", what, "write a number such as 12.5", text=text, what=phrase(what)
        ) from None
    if not number.is_finite() or abs(number) * scale > MOST:
        raise NotationError(
            "{text!r} is out of range for {what}", what, "no table is that large", text=text, what=phrase(what)
        )
    scaled = number * scale
    if scaled != scaled.to_integral_value():
        raise NotationError(
            "{text!r} is finer than {what} is stored",
            what,
            phrase("use steps of {step} at least", step=Decimal(1) / scale),
            text=text,
            what=phrase(what),
        )
    return int(scaled)


def length_of(value: object, where: str) -> int:
    """A number of a document (integer or decimal, centimetres) in micrometres; raises NotationError."""
    if isinstance(value, bool) or not isinstance(value, int | float | Decimal | str):
        raise NotationError(
            "{value!r} is not a length in centimetres", where, "write a number such as 12.5", value=value
        )
    return parse_length(repr(value) if isinstance(value, float) else str(value))


def format_length(length: int) -> str:
    """Micrometres as centimetres, exactly, without needless zeros: 125000 is "12.5"."""
    return _format(length, CM)


def spoken_length(length: int) -> str:
    """Micrometres as a sentence says them: centimetres to a tenth of a millimetre, finer than anybody measures."""
    return format_length(round(length / SPOKEN) * SPOKEN)


def format_angle(angle: int) -> str:
    """Thousandths of a degree as degrees, exactly: 90000 is "90"."""
    return _format(angle, DEGREE)


@lru_cache(1 << 12)
def _format(value: int, scale: int) -> str:
    sign = "-" if value < 0 else ""
    whole, rest = divmod(abs(value), scale)
    digits = str(rest).rjust(len(str(scale)) - 1, "0").rstrip("0")
    return f"{sign}{whole}.{digits}" if digits else f"{sign}{whole}"
