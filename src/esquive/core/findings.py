"""What a linter of card files finds: one thing wrong or odd, with its code, its place and the fix."""

from collections.abc import Callable
from typing import ClassVar, Literal

Severity = Literal["error", "warning"]


class Finding:
    """One thing a linter found: code, place, message and fix. A game's own findings name the codes that only warn."""

    WARNINGS: ClassVar[frozenset[str]] = frozenset()
    __slots__ = ("code", "fix", "message", "place")

    def __init__(self, code: str, place: str, message: str, fix: str) -> None:
        self.code = code
        self.place = place
        self.message = message
        self.fix = fix

    @property
    def severity(self) -> Severity:
        """`error` or `warning`."""
        return "warning" if self.code in self.WARNINGS else "error"

    def to_data(self) -> dict[str, str]:
        """A JSON-able form with the keys `code severity place message fix`."""
        found = {name: getattr(self, name) for name in ("code", "severity", "place", "message", "fix")}
        return {name: str(value) for name, value in found.items()}

    def __str__(self) -> str:
        return self.told(lambda text, _language: text, "en")

    def told(self, tell: Callable[[str, str], str], language: str) -> str:
        """One line in a language; `tell` gives a message or a fix in it, given its English."""
        return f"{self.place}: {self.code} {tell(self.message, language)} ({tell(self.fix, language)})"

    def __repr__(self) -> str:
        return f"Finding({self.code!r}, {self.place!r}, {self.message!r})"
