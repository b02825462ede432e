"""Names of players: what all see of somebody must be what it is.

A name is kept in one form (NFC, single blanks). What cannot be seen is refused: control characters, marks that turn the
direction of what follows, characters without width, blanks that are letters. Two players of a match may not have names
that read the same (NFKC, without regard to case).
"""

import unicodedata
from collections.abc import Iterable
from typing import Final

from esquive.server.protocol import ProtocolError

LONGEST: Final = 40
MARKS: Final = 3  # accents on one letter
JOINER: Final = "\u200d"  # joins the parts of one emoji
BLANK_LETTERS: Final = frozenset("\u115f\u1160\u3164\uffa0\u2800\u17b4\u17b5\u034f")
UNSEEN: Final = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))


def cleaned(name: str) -> str:
    """A name as it is kept; raises ProtocolError `name-unseen`, `name-blank` or `name-long`."""
    marks = 0
    for place, letter in enumerate(name):
        kind = unicodedata.category(letter)
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        is_joining = letter == JOINER and 0 < place < len(name) - 1 and unicodedata.category(name[place + 1]) == "So"
        if (kind in UNSEEN and not is_joining) or letter in BLANK_LETTERS or marks > MARKS:
            raise ProtocolError("name-unseen", letter=f"U+{ord(letter):04X}")
    found = " ".join(unicodedata.normalize("NFC", name).split())
    if not any(unicodedata.category(letter)[0] in "LNSP" for letter in found):
        raise ProtocolError("name-blank")
    if len(found) > LONGEST:
        raise ProtocolError("name-long", most=LONGEST)
    return found


def look_of(name: str) -> str:
    """What two names that read the same have in common."""
    return "".join(unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold()).split())


def check_apart(persons: Iterable[str], bots: Iterable[str] = ()) -> None:
    """Raises ProtocolError `name-taken` when a person's name reads as that of another person, or of a bot."""
    seen = {look_of(name) for name in bots}
    for name in persons:
        look = look_of(name)
        if look in seen:
            raise ProtocolError("name-taken", 409, name=name)
        seen.add(look)
