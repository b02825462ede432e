"""The fix for a word that is not known: the word that was probably meant."""

import difflib
from collections.abc import Iterable


def nearest(word: str, known: Iterable[str]) -> str:
    """`did you mean 'x'?`, or else the first known words; for the fix of an error."""
    words = list(known)
    near = difflib.get_close_matches(word, words, n=1, cutoff=0.5)
    if near:
        return f"did you mean '{near[0]}'?"
    return "known: " + ", ".join(words[:40]) if words else "none is known"
