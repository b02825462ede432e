"""The fix for a word that is not known: the word that was probably meant."""

import difflib
from collections.abc import Iterable

from esquive.core.phrases import phrase
from esquive.core.text_search import folded


def nearest(word: str, known: Iterable[str]) -> str:
    """`did you mean 'x'?`, or else the first known words; for the fix of an error."""
    words = list(known)
    plain = {folded(one): one for one in reversed(words)}
    near = difflib.get_close_matches(folded(word), plain, n=1, cutoff=0.5)
    if near:
        return phrase("did you mean '{near}'?", near=plain[near[0]])
    return phrase("known: {known}", known=", ".join(words[:40])) if words else "none is known"
