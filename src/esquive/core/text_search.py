"""Searches people type: words without regard to case or accents, in any order."""

import unicodedata
from collections.abc import Iterable
from typing import Final

_LIGATURES: Final = str.maketrans({"œ": "oe", "æ": "ae", "’": "'"})


def folded(text: str) -> str:
    """A text in lower case without accents: `Écaflip` and `ecaflip` fold alike, so do `cœur` and `coeur`."""
    apart = unicodedata.normalize("NFKD", text.casefold().translate(_LIGATURES))
    return "".join(letter for letter in apart if not unicodedata.combining(letter))


def holds_all(text: str, words: Iterable[str]) -> bool:
    """Whether a text holds every word, folded."""
    plain = folded(text)
    return all(folded(word) in plain for word in words)
