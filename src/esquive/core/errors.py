"""Errors that teach: what is wrong, where, and the fix.

Illegal moves are not errors but values (`core.waiting.Refusal`). An error here means that what came from outside
(a file, a line, a message) cannot be read, or that the engine found one of its own invariants broken.
"""

from typing import Any, Self

from esquive.core.mends import Mend, Sketch
from esquive.core.phrases import Phrase, phrase


class EsquiveError(Exception):
    """Bad input from outside, told in one line: what is wrong, where, and the fix.

    With facts the message is a template, as `core.phrases.phrase` has it. It may be another error too, which is then
    told whole; the fix may be a phrase.
    """

    def __init__(self, message: str | Exception, where: str = "", fix: str = "", **facts: Any) -> None:
        said = message if isinstance(message, str) else _whole(message)
        self.message = phrase(said, **facts) if facts else said
        super().__init__(self.message)
        self.where = where
        self.fix = fix
        self.others: tuple[EsquiveError, ...] = ()  # what else is wrong with the same document, after this
        self.mends: tuple[Mend, ...] = ()  # of a document, the gentlest first
        self.sketch: Sketch | None = None

    def mended(self, *mends: Mend, sketch: Sketch | None = None) -> Self:
        """The same error, which knows what can be done about it, and how to draw the position meanwhile."""
        self.mends = mends
        self.sketch = sketch
        return self

    def __str__(self) -> str:
        text = f"{self.where}: {self.message}" if self.where else self.message
        return f"{text} ({self.fix})" if self.fix else text

    @property
    def line(self) -> str:
        """The whole error as a phrase: what a list of sentences takes."""
        return _whole(self)


def _whole(error: Exception) -> Phrase:
    template = "{error}"  # no words, so no catalogue has it
    return phrase(template, error=error)


class NotationError(EsquiveError):
    """A line of notation that is no answer at all: an unknown verb, name, cell or number."""


class DocumentError(EsquiveError):
    """A position, scenario, card or record file that does not say what such a file must say."""


class UnimplementedError(EsquiveError):
    """A rule or an op that is known but not played yet: refused loudly, never skipped."""


class InvariantError(Exception):
    """The engine broke one of its own promises; the text holds the position and the action."""
