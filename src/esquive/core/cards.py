"""A game's catalogue of cards as tools see it: listed, told in words, checked, shown to clients."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from esquive.core.errors import DocumentError
from esquive.core.findings import Finding
from esquive.core.messages import messages
from esquive.core.packs import PackFile, PackReport
from esquive.core.remarks import ToldRemark
from esquive.core.shapes import Catalogue


class Cards(ABC):
    """The catalogue of a game. A row, a card told and a view are JSON-able; ids are those of card files."""

    @abstractmethod
    def ids(self) -> list[str]:
        """The ids of everything that can be shown in words."""

    @abstractmethod
    def rows(self, collection: str = "", *, is_playable: bool = False, language: str = "en") -> list[dict[str, Any]]:
        """What the list shows, one row a card, only of a collection or only playable ones if wanted.

        Raises DocumentError for a collection there is not.
        """

    @abstractmethod
    def row_line(self, row: dict[str, Any]) -> str:
        """A row as a line of the list."""

    def summary(self, rows: list[dict[str, Any]], language: str = "en") -> str:
        """The line below the list."""
        return messages(language).say("cards.some", {"n": len(rows)}, len(rows))

    @abstractmethod
    def told(self, wanted: str, language: str = "en") -> dict[str, Any]:
        """A card as it stands in its file; raises DocumentError with the nearest id for an unknown one."""

    @abstractmethod
    def lines(self, wanted: str, language: str = "en") -> Iterable[str]:
        """A card in words, line by line; raises DocumentError with the nearest id for an unknown one."""

    @abstractmethod
    def reads(self, tables: Iterable[str]) -> bool:
        """Whether a card file with these tables is one of this game."""

    @abstractmethod
    def check(self, path: Path, text: str, tables: Mapping[str, Any]) -> list[Finding]:
        """What is wrong or odd in a card file; raises DocumentError for none. `tables`: what its text says."""

    def coverage(self) -> dict[str, int]:
        """How many printed cards there are and can be played: `printed playable house conflicting unimplemented`."""
        raise DocumentError("what is printed of this game is not counted", "cards coverage", "count another game")

    def view(self, language: str = "en") -> Catalogue:
        """Everything a client needs to build teams, in a language; `formats` and `teams` are filled in by who asks."""
        return Catalogue(formats=(), teams=(), releases=(), agents=())

    # ------------------------------------------------------------------------------------------------------------ packs

    @abstractmethod
    def check_packs(self, files: Sequence[PackFile]) -> PackReport:
        """What packs hold and what is wrong with them, beside this catalogue."""

    def review(self, files: Sequence[PackFile], language: str = "en") -> list[ToldRemark]:
        """What the rules say of the grounds of the last of these packs: faults and advice, with their mends."""
        return []

    @abstractmethod
    def with_packs(self, files: Sequence[PackFile]) -> "Cards":
        """This catalogue with packs; raises DocumentError, which knows all others, for whatever is wrong with them."""

    @abstractmethod
    def own_view(self, language: str = "en") -> Catalogue:
        """What packs have brought, or laid over what is shipped, as `view` has it."""

    @abstractmethod
    def own(self) -> list[str]:
        """The ids of what packs have brought, or laid over what is shipped."""

    @abstractmethod
    def put_in_force(self) -> None:
        """Let whatever this process makes be chosen from this catalogue, until `withdraw`."""

    @abstractmethod
    def withdraw(self) -> None:
        """Let whatever this process makes be chosen from the shipped catalogue alone."""
