"""Names short enough to stand under a piece, no two of a match alike.

A name is shortened to the word that tells it from the others of its match: of the Cloud Knight and the Drop Knight one
reads Cloud and Drop. Figures of the same name are numbered, as their full names are.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import count
from typing import Final

LONGEST: Final = 10

NUMBER: Final = 2
SMALL_WORDS: Final = frozenset(
    "the of and le la les l de des du d un une il lo gli i di del dello della dei degli delle da el los las".split()
)


@lru_cache(maxsize=512)
def short_names(names: Sequence[str], are_tokens: Sequence[bool]) -> list[str]:
    """A short name for each unit, given its card's name and whether it is a summon token; not to be changed.

    Krosmasters are named before tokens, so that what is summoned later takes no name away. A name has at most `LONGEST`
    letters, and a number after it where several units have it.
    """
    shorts: dict[str, str] = {}
    for kind in (False, True):
        mine = list(dict.fromkeys(name for name, is_token in zip(names, are_tokens, strict=True) if is_token == kind))
        words = [word for name in mine for word in set(_words(name))]
        for name in mine:
            if name not in shorts:
                taken = {short.casefold() for short in shorts.values()}
                shorts[name] = next(one for one in _proposals(name, words) if one.casefold() not in taken)
    seen: dict[str, int] = {}
    found = []
    for name in names:
        seen[name] = seen.get(name, 0) + 1
        found.append(shorts[name] if seen[name] == 1 else f"{shorts[name]} {seen[name]}")
    return found


def _words(name: str) -> list[str]:
    """The words of a name that mean something, or all of them."""
    words = re.findall(r"[\w'’.-]+", name)
    return [word for word in words if word.casefold().strip("'’") not in SMALL_WORDS] or words


def _cut(word: str) -> str:
    """A word of at most `LONGEST` letters, with a stop where it was cut."""
    return word if len(word) <= LONGEST else f"{word[: LONGEST - 1]}."


def _proposals(name: str, words: Sequence[str]) -> Iterator[str]:
    """What a name may be shortened to, best first: itself, a word it shares with none, two words, its first letters."""
    own = _words(name)
    if len(name) <= LONGEST:
        yield name
    telling = [word for word in own if words.count(word) == 1]
    yield from (_cut(word) for word in telling if len(word) > NUMBER)
    yield from (f"{first[: LONGEST - 3].rstrip('.')} {word[0]}." for first in own[:1] for word in telling)
    yield from (_cut(word) for word in own if len(word) > NUMBER)
    for n in count(2):
        yield f"{own[0][: LONGEST - len(str(n))]}{n}"
