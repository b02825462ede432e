"""Names of players: cleaned, and told apart from names that look alike.

A name is kept in one form (NFC, single blanks). What cannot be seen is refused: control characters, marks that turn the
direction of what follows, characters without width, blanks that are letters. Two players of a match may not have names
that read the same (NFKC, without regard to case).

Names that only look alike (a Cyrillic letter, a 0 for an O, an accent) may be honest ones. Whoever comes second gets a
number behind his, as in `Zoé (2)`: so he is called at that match, in every sentence and record of it, and he is told.
Names look alike when their skeletons are equal, as UTS 39 has it. The tables here are those of its letters by which a
Latin name is likely to be imitated: the libraries that know them all give no skeletons or are not kept any more.
"""

import unicodedata
from collections.abc import Iterable
from typing import Final

from esquive.hosting.protocol import ProtocolError

LONGEST: Final = 40
MARKS: Final = 3  # accents on one letter
JOINER: Final = "\u200d"  # joins the parts of one emoji
BLANK_LETTERS: Final = frozenset("\u115f\u1160\u3164\uffa0\u2800\u17b4\u17b5\u034f")
# What looks like another letter: of capitals before their case is folded, of the rest afterwards.
CAPITALS: Final = {
    "a": "АΑᎪ", "b": "ВΒᏴ", "c": "СᏟ", "d": "Ꭰ", "e": "ЕΕᎬ", "g": "Ԍ", "h": "НΗᎻ", "j": "ЈͿᎫ", "k": "КΚᏦ",
    "l": "IІΙӀ", "m": "МΜᎷ", "n": "Ν", "o": "ОΟՕ", "p": "РΡᏢ", "q": "Ԛ", "s": "ЅՏᏚ", "t": "ТΤᎢ", "v": "ѴᏙ",
    "w": "ԜᎳ", "x": "ХΧ", "y": "УΥҮ", "z": "ΖᏃ",
}  # fmt: skip
SMALL: Final = {
    "a": "аαɑ", "c": "с", "d": "ԁđ", "e": "еҽєε", "g": "ɡց", "h": "һհħ", "i": "іıɩι", "j": "јϳ", "k": "кκ",
    "l": "1|łӏ", "n": "ոռη", "o": "0оοօøσ", "p": "рρ", "q": "ԛզ", "r": "г", "s": "ѕƽ", "t": "тτ", "u": "υս", "v": "ѵν",
    "w": "ԝω", "x": "хχ×", "y": "уγүʏ", "z": "ᴢ",
}  # fmt: skip
PAIRS: Final = (("rn", "m"), ("vv", "w"))
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


def _mapped(table: dict[str, str]) -> dict[int, str]:
    return str.maketrans({letter: like for like, letters in table.items() for letter in letters})


_CAPITALS: Final = _mapped(CAPITALS)
_SMALL: Final = _mapped(SMALL)


def skeleton(name: str) -> str:
    """What two names that look alike have in common."""
    plain = "".join(one for one in unicodedata.normalize("NFKD", name) if unicodedata.category(one) != "Mn")
    found = "".join(plain.translate(_CAPITALS).casefold().translate(_SMALL).split())
    for pair, like in PAIRS:
        found = found.replace(pair, like)
    return found


def told_apart(name: str, others: Iterable[str]) -> tuple[str, str]:
    """What somebody is called among others, and which of them his name looks like, "" for none."""
    looks = {skeleton(other): other for other in others}
    like, found, number = looks.get(skeleton(name), ""), name, 1
    while skeleton(found) in looks:
        number += 1
        mark = f" ({number})"
        found = name[: LONGEST - len(mark)].rstrip() + mark
    return found, like


def check_apart(persons: Iterable[str], bots: Iterable[str] = ()) -> list[str]:
    """What persons are called among one another and bots.

    Raises ProtocolError `name-taken` when a person's name reads as that of another person, or of a bot.
    """
    others, called = [*bots], []
    seen = {look_of(name) for name in others}
    for name in persons:
        look = look_of(name)
        if look in seen:
            raise ProtocolError("name-taken", 409, name=name)
        seen.add(look)
        called.append(told_apart(name, others)[0])
        others.append(called[-1])
    return called
