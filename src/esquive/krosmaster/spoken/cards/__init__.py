"""Cards in words: their sentences in each language, the reference of their format, the linter's findings.

Whoever asks for the sentence of an effect finds those of every module that has some.
"""

from esquive.krosmaster.spoken.cards import exception_sentences

__all__ = ["exception_sentences"]
