"""The releases of one rulebook: which there are, in which rules two of them differ, and how a position goes on when
other rules are in force. What they say of one line is found by `core.comparing`."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from esquive.core.errors import DocumentError


class Difference(NamedTuple):
    """A rule in which two releases differ: its key in their files, what each of them says there, and the clauses that
    its file cites beside it."""

    key: str
    values: tuple[str, str]
    clauses: tuple[tuple[str, ...], tuple[str, ...]]


class Releases(ABC):
    """What a game tells of the releases of its rulebook."""

    @abstractmethod
    def names(self) -> tuple[str, ...]:
        """The releases that can be played."""

    def add(self, path: Path) -> str:
        """Makes the release of a user's own file known to this process; returns its name.

        Raises DocumentError for a file that is none, and for a game that takes none.
        """
        raise DocumentError("this game takes no releases of one's own", str(path), "leave it out")

    def book(self, release: str) -> str:
        """The book whose clauses a release cites, "" where that is the one of its name."""
        return ""

    @abstractmethod
    def of(self, state: Any) -> str:
        """The release a position is played by."""

    @abstractmethod
    def differences(self, one: str, other: str) -> list[Difference]:
        """The rules in which two releases differ, in the order of their files; raises DocumentError for no release."""

    @abstractmethod
    def under(self, state: Any, release: str, rules: Sequence[str] = (), other: str = "") -> Any:
        """A copy of a position that goes on under a release; the named rules (keys) are those of the other one.

        Raises DocumentError for an unknown release or rule.
        """

    @abstractmethod
    def clause(self, release: str, number: str, language: str) -> str:
        """What a clause of a release says, in our words, "" for one that is not listed."""
